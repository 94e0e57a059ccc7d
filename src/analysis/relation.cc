#include "analysis/relation.h"

#include <algorithm>

#include "analysis/pieces.h"
#include "rule/evaluate.h"
#include "rule/slots.h"

namespace grundy {
namespace {

constexpr size_t kMaxElements = 1000;       // of a set whose points are written out
constexpr size_t kFewValues = 16;           // of a variable that is replaced by each of them
constexpr int64_t kMostMask = 0xFFFF;       // of bits that are taken from a term
constexpr uint64_t kMostChoices = 100'000;  // of the sums in a term without variables

/// The number that a term without variables is, if it has one.
std::optional<int64_t> settled(const Expr& expr) {
  if (slot_bound(expr) != 0 || reads_board(expr)) return std::nullopt;
  Environment none(slots_in(expr));
  Fault fault;
  Patience patience(kMostChoices);
  const int64_t value = evaluate(expr, none, fault, &patience);
  return fault.kind == Fault::Kind::none ? std::optional(value) : std::nullopt;
}

/// The values of a binder of one variable that has a few, whatever the position.
std::vector<int64_t> few_values(const Binder& binder) {
  std::vector<int64_t> result;
  if (binder.slots.size() != 1) return result;
  if (binder.kind == Binder::Kind::range && binder.low.size() + binder.high.size() > 0 &&
      !binder.high.empty()) {
    const std::optional<int64_t> low = binder.low.empty() ? 0 : settled(binder.low[0]);
    const std::optional<int64_t> high = settled(binder.high[0]);
    if (!low || !high || *high < *low ||
        *high - std::max<int64_t>(*low, 0) >= static_cast<int64_t>(kFewValues))
      return result;
    for (int64_t value = std::max<int64_t>(*low, 0); value <= *high; ++value)
      result.push_back(value);
  } else if (binder.kind == Binder::Kind::in_set && !binder.set->complement &&
             binder.set->arity == 1 && binder.set->size() <= kFewValues) {
    result = binder.set->flat;
    std::erase_if(result, [](int64_t value) { return value < 0; });
  }
  return result;
}

/// The line for one value of its variable.
MoveLine with_value(const MoveLine& line, size_t binder, int64_t value) {
  MoveLine result = line;
  const size_t chosen = line.binders[binder].slots[0];
  std::vector<Expr> terms;
  for (size_t i = 0; i < line.slot_names.size(); ++i)
    terms.push_back(i == chosen ? constant(value) : slot(i));
  const auto replace = [&](std::vector<Expr>& list) {
    for (Expr& one : list) one = substitute(one, terms);
  };
  for (Binder& one : result.binders) {
    replace(one.low);
    replace(one.high);
    replace(one.values);
  }
  result.binders[binder].kind = Binder::Kind::equal;
  result.binders[binder].low = {constant(value)};
  result.binders[binder].high.clear();
  result.binders[binder].set.reset();
  replace(result.conditions);
  for (Part& part : result.parts) {
    replace(part.coordinates);
    replace(part.condition);
    for (Binder& one : part.binders) {
      replace(one.low);
      replace(one.high);
      replace(one.values);
    }
  }
  return result;
}

/// Terms and conditions over the slots of one line. A null object means that something is not
/// affine.
class Translator {
 public:
  Translator(isl_ctx* context, const MoveLine& line, size_t arity)
      : context_(context), arity_(arity), slots_(std::max(arity, line.slot_names.size())) {}

  std::optional<LineRelation> translate(const MoveLine& line) {
    LineRelation result;
    isl::Set choices = natural(0, arity_);
    for (const Binder& binder : line.binders) choices = meet(std::move(choices), range(binder));
    for (const Expr& c : line.conditions) choices = meet(std::move(choices), condition(c));
    isl_space* all = isl_space_set_alloc(context_, 0, static_cast<unsigned>(slots_));
    unsigned outputs = 0;
    for (const Part& part : line.parts) {
      if (!part.binders.empty() || (part.game != nullptr && part.game->is_alias)) {
        isl_space_free(all);
        return std::nullopt;
      }
      result.parts.push_back(part.game);
      outputs += static_cast<unsigned>(part.coordinates.size());
    }
    isl_multi_pw_aff* targets = isl_multi_pw_aff_zero(
        isl_space_map_from_domain_and_range(all, isl_space_set_alloc(context_, 0, outputs)));
    int next = 0;
    for (const Part& part : line.parts) {
      for (const Expr& coordinate : part.coordinates) {
        isl::PwAff value = term(coordinate);
        choices = meet(std::move(choices), isl::Set(isl_pw_aff_nonneg_set(value.copy())));
        targets = isl_multi_pw_aff_set_pw_aff(targets, next++, value.take());
      }
    }
    isl_map* moves = isl_map_intersect_domain(isl_map_from_multi_pw_aff(targets), choices.take());
    moves = isl_map_project_out(moves, isl_dim_in, static_cast<unsigned>(arity_),
                                static_cast<unsigned>(slots_ - arity_));
    result.moves = isl::Map(isl_map_coalesce(moves));
    if (!result.moves) return std::nullopt;
    return result;
  }

 private:
  isl_space* space() const {
    return isl_space_set_alloc(context_, 0, static_cast<unsigned>(slots_));
  }
  isl::Set universe() const { return isl::Set(isl_set_universe(space())); }
  isl::Set nothing() const { return isl::Set(isl_set_empty(space())); }
  static isl::Set meet(isl::Set a, isl::Set b) {
    return isl::Set(isl_set_intersect(a.take(), b.take()));
  }
  static isl::Set join(isl::Set a, isl::Set b) {
    return isl::Set(isl_set_union(a.take(), b.take()));
  }

  /// Slots first … last - 1 are natural numbers.
  isl::Set natural(size_t first, size_t last) const {
    isl::Set result = universe();
    for (size_t i = first; i < last; ++i)
      result =
          isl::Set(isl_set_lower_bound_si(result.take(), isl_dim_set, static_cast<unsigned>(i), 0));
    return result;
  }

  isl::PwAff number(int64_t value) const {
    return isl::PwAff(isl_pw_aff_from_aff(isl_aff_val_on_domain(
        isl_local_space_from_space(space()), isl_val_int_from_si(context_, value))));
  }

  isl::PwAff variable(size_t slot) const {
    return isl::PwAff(isl_pw_aff_from_aff(isl_aff_var_on_domain(
        isl_local_space_from_space(space()), isl_dim_set, static_cast<unsigned>(slot))));
  }

  isl::PwAff term(const Expr& expr) const {
    auto argument = [&](size_t i) { return term(expr.args[i]); };
    auto fold = [&](auto&& join_two) {
      isl::PwAff result = argument(0);
      for (size_t i = 1; i < expr.args.size(); ++i)
        result = isl::PwAff(join_two(result.take(), argument(i).take()));
      return result;
    };
    if (const auto value = settled(expr)) return number(*value);
    switch (expr.op) {
      case Op::constant:
        return number(expr.value);
      case Op::slot:
        return variable(static_cast<size_t>(expr.value));
      case Op::neg:
        return isl::PwAff(isl_pw_aff_neg(argument(0).take()));
      case Op::add:
        return isl::PwAff(isl_pw_aff_add(argument(0).take(), argument(1).take()));
      case Op::sub:
        return isl::PwAff(isl_pw_aff_sub(argument(0).take(), argument(1).take()));
      case Op::mul:
        for (size_t i : {size_t{0}, size_t{1}}) {
          const auto factor = settled(expr.args[i]);
          if (!factor) continue;
          return isl::PwAff(
              isl_pw_aff_scale_val(argument(1 - i).take(), isl_val_int_from_si(context_, *factor)));
        }
        return {};
      case Op::div:
      case Op::mod: {
        const auto divisor = settled(expr.args[1]);
        if (!divisor || *divisor < 1) return {};
        isl_val* by = isl_val_int_from_si(context_, *divisor);
        if (expr.op == Op::mod) return isl::PwAff(isl_pw_aff_mod_val(argument(0).take(), by));
        return isl::PwAff(isl_pw_aff_floor(isl_pw_aff_scale_down_val(argument(0).take(), by)));
      }
      case Op::bit_and:
      case Op::bit_or:
      case Op::bit_xor:
        return with_bits(expr);
      case Op::min:
        return fold(isl_pw_aff_min);
      case Op::max:
        return fold(isl_pw_aff_max);
      case Op::abs:
        return isl::PwAff(isl_pw_aff_max(argument(0).take(), isl_pw_aff_neg(argument(0).take())));
      default:
        return {};
    }
  }

  /// x & c for a constant c: each run of ones in c, from bit i to bit j - 1, is x mod 2^j - x mod 2^i.
  /// x | c is x + c - (x & c), and x ^^ c is x + c - 2*(x & c).
  isl::PwAff with_bits(const Expr& expr) const {
    const bool is_first = settled(expr.args[0]).has_value();
    const auto mask = settled(expr.args[is_first ? 0 : 1]);
    if (!mask || *mask < 0 || *mask > kMostMask) return {};
    const isl::PwAff other = term(expr.args[is_first ? 1 : 0]);
    isl::PwAff common = number(0);
    const auto edges = static_cast<uint64_t>(*mask ^ (*mask << 1));  // where a run begins or ends
    for (int bit = 0; edges >> bit != 0; ++bit) {
      if ((edges >> bit) % 2 == 0) continue;
      const bool begins = (*mask >> bit) % 2 != 0;
      common = plus_remainder(common, other, bit, begins ? -1 : 1);
    }
    if (expr.op == Op::bit_and) return common;
    isl::PwAff both(isl_pw_aff_add(other.copy(), number(*mask).take()));
    for (int times = expr.op == Op::bit_xor ? 2 : 1; times > 0; --times)
      both = isl::PwAff(isl_pw_aff_sub(both.take(), common.copy()));
    return both;
  }

  /// The term and sign * (x mod 2^bit).
  isl::PwAff plus_remainder(const isl::PwAff& term, const isl::PwAff& x, int bit, int sign) const {
    isl_pw_aff* remainder =
        isl_pw_aff_mod_val(x.copy(), isl_val_int_from_si(context_, int64_t{1} << bit));
    return isl::PwAff(sign < 0 ? isl_pw_aff_sub(term.copy(), remainder)
                               : isl_pw_aff_add(term.copy(), remainder));
  }

  isl::Set condition(const Expr& expr) const {
    auto compare = [&](auto&& relation) {
      return isl::Set(relation(term(expr.args[0]).take(), term(expr.args[1]).take()));
    };
    if (const auto holds = settled(expr)) return *holds != 0 ? universe() : nothing();
    switch (expr.op) {
      case Op::constant:  // true or false
        return expr.value != 0 ? universe() : nothing();
      case Op::eq:
        return compare(isl_pw_aff_eq_set);
      case Op::ne:
        return compare(isl_pw_aff_ne_set);
      case Op::lt:
        return compare(isl_pw_aff_lt_set);
      case Op::le:
        return compare(isl_pw_aff_le_set);
      case Op::logical_and:
        return meet(condition(expr.args[0]), condition(expr.args[1]));
      case Op::logical_or:
        return join(condition(expr.args[0]), condition(expr.args[1]));
      case Op::logical_not:
        return isl::Set(isl_set_complement(condition(expr.args[0]).take()));
      case Op::in_set:
        return member(expr.args, *expr.set);
      case Op::quantifier:
        return quantified(*expr.quantifier, expr.value == 1);
      default:
        return {};
    }
  }

  isl::Set member(const std::vector<Expr>& tuple, const NumberSet& set) const {
    if (set.size() > kMaxElements) return {};
    isl::Set result = nothing();
    for (size_t e = 0; e < set.size(); ++e) {
      isl::Set point = universe();
      for (size_t j = 0; j < tuple.size(); ++j) {
        point = meet(std::move(point),
                     isl::Set(isl_pw_aff_eq_set(term(tuple[j]).take(),
                                                number(set.flat[e * set.arity + j]).take())));
      }
      result = join(std::move(result), std::move(point));
    }
    if (!set.complement) return result;
    // All natural numbers but those.
    return meet(isl::Set(isl_set_complement(result.take())),
                isl::Set(isl_pw_aff_nonneg_set(term(tuple[0]).take())));
  }

  isl::Set range(const Binder& binder) const {
    const size_t first = binder.slots[0];
    isl::Set result = universe();
    for (const size_t s : binder.slots) result = meet(std::move(result), natural(s, s + 1));
    switch (binder.kind) {
      case Binder::Kind::range:
        for (const Expr& low : binder.low)
          result = meet(std::move(result),
                        isl::Set(isl_pw_aff_ge_set(variable(first).take(), term(low).take())));
        for (const Expr& high : binder.high)
          result = meet(std::move(result),
                        isl::Set(isl_pw_aff_le_set(variable(first).take(), term(high).take())));
        return result;
      case Binder::Kind::equal:
        return meet(std::move(result), isl::Set(isl_pw_aff_eq_set(variable(first).take(),
                                                                  term(binder.low[0]).take())));
      case Binder::Kind::in_set: {
        std::vector<Expr> tuple;
        for (const size_t s : binder.slots) tuple.push_back(slot(s));
        return meet(std::move(result), member(tuple, *binder.set));
      }
      case Binder::Kind::values: {
        isl::Set any = nothing();
        for (const Expr& value : binder.values)
          any = join(std::move(any),
                     isl::Set(isl_pw_aff_eq_set(variable(first).take(), term(value).take())));
        return meet(std::move(result), std::move(any));
      }
    }
    return {};
  }

  /// all(c) is not any(not c). Slots of the quantifier's own are projected out.
  isl::Set quantified(const Quantifier& quantifier, bool all) const {
    isl::Set result = condition(quantifier.condition);
    if (all) result = isl::Set(isl_set_complement(result.take()));
    for (const Expr& filter : quantifier.filter)
      result = meet(std::move(result), condition(filter));
    for (const Binder& binder : quantifier.binders) result = meet(std::move(result), range(binder));
    for (const Binder& binder : quantifier.binders) {
      for (const size_t s : binder.slots) {
        const auto at = static_cast<unsigned>(s);
        isl_set* without = isl_set_project_out(result.take(), isl_dim_set, at, 1);
        result = isl::Set(isl_set_insert_dims(without, isl_dim_set, at, 1));
      }
    }
    return all ? isl::Set(isl_set_complement(result.take())) : result;
  }

  isl_ctx* context_;
  size_t arity_;
  size_t slots_;
};

/// The line by its pieces (pieces.h), if no atom is left in them.
std::optional<LineRelation> without_atoms(isl_ctx* context, const Rule& rule,
                                          const MoveLine& line) {
  const auto pieces = pieces_of(context, rule, line);
  if (!pieces) return std::nullopt;
  LineRelation result;
  unsigned outputs = 0;
  for (const Part& part : line.parts) {
    if (part.game->is_alias) return std::nullopt;
    result.parts.push_back(part.game);
    outputs += static_cast<unsigned>(part.coordinates.size());
  }
  const auto arity = static_cast<unsigned>(rule.arity());
  isl_set* pairs = isl_set_empty(isl_space_set_alloc(context, 0, arity + outputs));
  bool affine = true;
  for (const Piece& piece : *pieces) {
    affine = affine && piece.literals.empty();
    pairs = isl_set_union(pairs, piece.pairs.copy());
  }
  isl_map* moves = isl_map_from_range(pairs);
  moves = isl_map_move_dims(moves, isl_dim_in, 0, isl_dim_out, 0, arity);
  result.moves = isl::Map(isl_map_coalesce(moves));
  if (!affine || !result.moves) return std::nullopt;
  return result;
}

}  // namespace

std::optional<LineRelation> line_relation(isl_ctx* context, const Rule& rule,
                                          const MoveLine& line) {
  if (auto whole = Translator(context, line, rule.arity()).translate(line)) return whole;
  // n % k is not affine, but each of n % 2 and n % 3 is.
  for (size_t i = 0; i < line.binders.size(); ++i) {
    const std::vector<int64_t> values = few_values(line.binders[i]);
    std::optional<LineRelation> result;
    for (const int64_t value : values) {
      auto one = Translator(context, line, rule.arity()).translate(with_value(line, i, value));
      if (!one) {
        result.reset();
        break;
      }
      if (result) {
        result->moves = isl::Map(isl_map_union(result->moves.take(), one->moves.take()));
      } else {
        result = std::move(one);
      }
    }
    if (result && result->moves) return result;
  }
  return without_atoms(context, rule, line);
}

std::optional<std::vector<LineRelation>> line_relations(isl_ctx* context, const Rule& rule) {
  if (rule.is_alias || rule.moves_by_code) return std::nullopt;
  std::vector<LineRelation> result;
  for (const MoveLine& line : rule.moves) {
    auto relation = line_relation(context, rule, line);
    if (!relation) return std::nullopt;
    result.push_back(*std::move(relation));
  }
  return result;
}

std::optional<isl::Map> move_relation(isl_ctx* context, const Rule& rule) {
  for (const MoveLine& line : rule.moves) {
    if (only_part(rule, line) == nullptr) return std::nullopt;
  }
  const auto lines = line_relations(context, rule);
  if (!lines) return std::nullopt;
  isl::Map result = to_option(context, *lines, rule.arity());
  if (!result) return std::nullopt;
  return result;
}

isl::Map to_option(isl_ctx* context, const std::vector<LineRelation>& lines, size_t arity) {
  const auto size = static_cast<unsigned>(arity);
  isl::Map result(isl_map_empty(isl_space_alloc(context, 0, size, size)));
  for (const LineRelation& line : lines)
    result = isl::Map(isl_map_union(result.take(), line.moves.copy()));
  return result;
}

isl::Map to_parts(const std::vector<LineRelation>& lines, size_t arity) {
  const auto size = static_cast<unsigned>(arity);
  isl_ctx* context = isl_map_get_ctx(lines.front().moves.keep());
  isl::Map result(isl_map_empty(isl_space_alloc(context, 0, size, size)));
  for (const LineRelation& line : lines) {
    for (unsigned p = 0; p < line.parts.size(); ++p) {
      const auto after = static_cast<unsigned>(line.parts.size() - 1 - p) * size;
      isl_map* one = isl_map_project_out(line.moves.copy(), isl_dim_out, (p + 1) * size, after);
      one = isl_map_project_out(one, isl_dim_out, 0, p * size);
      result = isl::Map(isl_map_union(result.take(), one));
    }
  }
  return isl::Map(isl_map_coalesce(result.take()));
}

}  // namespace grundy
