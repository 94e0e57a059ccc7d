#include "analysis/written_pieces.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/pieces.h"
#include "rule/simplify.h"

namespace grundy {
namespace {

constexpr size_t kMostWrittenLines = 12;

/// A basic set without its existential variables.
struct AffineCase {
  std::vector<LinearForm> zero;
  std::vector<LinearForm> natural;
  std::vector<std::pair<LinearForm, int64_t>> multiples;  // of the number
};

std::optional<int64_t> number_of(isl_val* taken) {
  const isl::Val value(taken);
  if (!value || isl_val_is_int(value.keep()) != isl_bool_true ||
      isl_val_cmp_si(value.keep(), kLargestFactor) > 0 ||
      isl_val_cmp_si(value.keep(), -kLargestFactor) < 0)
    return std::nullopt;
  return isl_val_get_num_si(value.keep());
}

/// The constraints of a set in which an existential variable stands in one equation alone, which
/// then says that its other side is a multiple.
class CaseReader {
 public:
  explicit CaseReader(size_t dimensions) : dimensions_(dimensions) {}

  bool read(isl_basic_set* set) {
    isl_basic_set_foreach_constraint(set, &CaseReader::collect, this);
    return is_read_;
  }
  AffineCase result;

 private:
  static isl_stat collect(isl_constraint* taken, void* user) {
    const isl::Constraint constraint(taken);
    static_cast<CaseReader*>(user)->add(constraint.keep());
    return isl_stat_ok;
  }

  void add(isl_constraint* constraint) {
    LinearForm form{std::vector<int64_t>(dimensions_), 0};
    const auto put = [&](int64_t& to, isl_val* value) {
      const auto number = number_of(value);
      is_read_ = is_read_ && number.has_value();
      to = number.value_or(0);
    };
    put(form.constant, isl_constraint_get_constant_val(constraint));
    for (size_t i = 0; i < dimensions_; ++i)
      put(form.coefficients[i],
          isl_constraint_get_coefficient_val(constraint, isl_dim_set, static_cast<int>(i)));
    const bool is_equation = isl_constraint_is_equality(constraint) == isl_bool_true;
    std::vector<int64_t> existential;
    const int count = isl_constraint_dim(constraint, isl_dim_div);
    for (int e = 0; e < count; ++e) {
      int64_t factor = 0;
      put(factor, isl_constraint_get_coefficient_val(constraint, isl_dim_div, e));
      if (factor == 0) continue;
      is_read_ = is_read_ && std::find(seen_.begin(), seen_.end(), e) == seen_.end();
      seen_.push_back(e);
      existential.push_back(std::abs(factor));
    }
    if (!existential.empty()) {
      is_read_ = is_read_ && is_equation && existential.size() == 1;
      if (is_read_) result.multiples.emplace_back(std::move(form), existential[0]);
    } else {
      (is_equation ? result.zero : result.natural).push_back(std::move(form));
    }
  }

  size_t dimensions_;
  std::vector<int> seen_;
  bool is_read_ = true;
};

/// The sets of which the set is the union, each as constraints; coordinates are known to be
/// natural.
std::optional<std::vector<AffineCase>> cases_of(const isl::Set& set, size_t dimensions,
                                                size_t arity) {
  isl_set* natural = isl_set_universe(isl_set_get_space(set.keep()));
  for (unsigned d = 0; d < arity; ++d) natural = isl_set_lower_bound_si(natural, isl_dim_set, d, 0);
  const isl::Set simple(isl_set_remove_redundancies(
      isl_set_gist(isl_set_coalesce(isl_set_compute_divs(set.copy())), natural)));
  if (!simple) return std::nullopt;
  struct Told {
    size_t dimensions;
    std::vector<AffineCase> cases;
    bool is_read = true;
  } told{dimensions, {}};
  isl_set_foreach_basic_set(
      simple.keep(),
      [](isl_basic_set* taken, void* user) {
        const isl::BasicSet one(taken);
        auto& all = *static_cast<Told*>(user);
        CaseReader reader(all.dimensions);
        all.is_read = all.is_read && reader.read(one.keep());
        all.cases.push_back(std::move(reader.result));
        return isl_stat_ok;
      },
      &told);
  if (!told.is_read || told.cases.size() > kMostWrittenLines) return std::nullopt;
  // isl may leave out what the definition of a division implies.
  isl_ctx* context = isl_set_get_ctx(set.keep());
  isl::Set together(isl_set_empty(space_of(context, dimensions)));
  for (const AffineCase& one : told.cases) {
    std::vector<LinearForm> inequalities = one.natural;
    for (size_t d = 0; d < arity; ++d) inequalities.push_back(dimension_form(d));
    isl::Set points = points_where(context, dimensions, one.zero, inequalities);
    for (const auto& [form, number] : one.multiples)
      points = meet_sets(points, congruent(context, dimensions, form, 0, number));
    together = join_sets(std::move(together), points);
  }
  if (isl_set_is_equal(together.keep(), set.keep()) != isl_bool_true) return std::nullopt;
  return std::move(told.cases);
}

/// The convex parts of the set. One that takes nearly the same from two coordinates is a part for
/// each difference: where |i - j| <= 1, those with j = i - 1, with j = i and with j = i + 1. So it
/// is for what is taken from one and added to the other.
std::vector<isl::Set> parts_of(isl_ctx* context, const isl::Set& set, size_t arity, bool is_own) {
  constexpr int64_t kMostDifferences = 4;
  std::vector<isl::Set> parts;
  isl_set_foreach_basic_set(
      set.keep(),
      [](isl_basic_set* taken, void* user) {
        static_cast<std::vector<isl::Set>*>(user)->emplace_back(isl_set_from_basic_set(taken));
        return isl_stat_ok;
      },
      &parts);
  if (!is_own) return parts;
  const auto is_split = [&](const isl::Set& part, const LinearForm& form) {
    const auto range = few_values_of(context, 2 * arity, part, form);
    if (!range || range->first == range->second || range->second - range->first > kMostDifferences)
      return false;
    for (int64_t value = range->first; value <= range->second; ++value)
      parts.push_back(
          meet_sets(part, points_where(context, 2 * arity, {shifted(form, -value)}, {})));
    return true;
  };
  std::vector<isl::Set> result;
  while (!parts.empty()) {
    const isl::Set part = std::move(parts.back());
    parts.pop_back();
    bool split = false;
    for (size_t i = 0; i < arity && !split; ++i) {
      const LinearForm from_i = *plus(dimension_form(i), -1, dimension_form(arity + i));
      for (size_t j = 0; j < i && !split; ++j) {
        const LinearForm from_j = *plus(dimension_form(j), -1, dimension_form(arity + j));
        for (const int64_t sign : {-1, 1})
          split = split || is_split(part, *plus(from_i, sign, from_j));
      }
    }
    if (!split && !is_empty_set(part)) result.push_back(part);
  }
  return result;
}

/// One case of a piece as a line.
class LineWriter {
 public:
  LineWriter(const Rule& rule, const MoveLine& line, const Piece& piece, AffineCase one)
      : rule_(rule),
        line_(line),
        set_(piece.pairs),
        literals_(piece.literals),
        case_(std::move(one)) {}

  std::optional<MoveLine> write() {
    const size_t arity = rule_.arity();
    for (size_t i = 0; i < arity; ++i) {
      meanings_.push_back(dimension_form(i));
      result_.slot_names.push_back(rule_.coordinates[i]);
    }
    for (const Part& part : line_.parts) {
      for (size_t i = 0; i < part.coordinates.size(); ++i) {
        auto meaning = told_by_equation();
        if (!meaning) {
          const bool is_own = part.game == &rule_ && line_.parts.size() == 1;
          meaning = variable(is_own ? std::optional(i) : std::nullopt);
        }
        meanings_.push_back(*std::move(meaning));
      }
    }
    if (!add_bounds() || !add_conditions()) return std::nullopt;
    size_t dimension = arity;
    for (const Part& part : line_.parts) {
      Part written;
      written.game = part.game;
      written.span = part.span;
      for (size_t i = 0; i < part.coordinates.size(); ++i)
        written.coordinates.push_back(term_of(meanings_[dimension++]));
      result_.parts.push_back(std::move(written));
    }
    result_.reply = line_.reply;
    result_.span = line_.span;
    return std::move(result_);
  }

 private:
  struct Variable {
    size_t slot;
    std::vector<LinearForm> low, high;  // over slots
  };

  /// The next dimension, if an equation tells it by those before.
  std::optional<LinearForm> told_by_equation() {
    const size_t next = meanings_.size();
    for (size_t e = 0; e < case_.zero.size(); ++e) {
      const LinearForm& equation = case_.zero[e];
      const int64_t c = coefficient(equation, next);
      bool tells = c == 1 || c == -1;
      for (size_t later = next + 1; later < equation.coefficients.size(); ++later)
        tells = tells && equation.coefficients[later] == 0;
      if (!tells) continue;
      const auto rest = plus(equation, -c, dimension_form(next));
      auto meaning = rest ? over_slots(c == 1 ? minus_form(*rest) : *rest) : std::nullopt;
      if (!meaning) continue;
      case_.zero.erase(case_.zero.begin() + static_cast<std::ptrdiff_t>(e));
      return meaning;
    }
    return std::nullopt;
  }

  /// Makes the next dimension a variable, which counts what is taken from the coordinate if an atom
  /// speaks of that, and else what is left.
  LinearForm variable(std::optional<size_t> coordinate) {
    const size_t next = meanings_.size(), slot = result_.slot_names.size();
    const bool is_taken = coordinate && speaks_of_taken(next, *coordinate);
    std::string name = is_taken ? "k" : "m";
    while (std::find(result_.slot_names.begin(), result_.slot_names.end(), name) !=
           result_.slot_names.end())
      name += '\'';
    result_.slot_names.push_back(name);
    variables_.push_back({slot, {}, {}});
    if (is_taken) {
      variables_.back().high.push_back(dimension_form(*coordinate));
      return *plus(dimension_form(*coordinate), -1, dimension_form(slot));
    }
    return dimension_form(slot);
  }
  bool speaks_of_taken(size_t option, size_t coordinate) const {
    isl_ctx* context = isl_set_get_ctx(set_.keep());
    const LinearForm more =
        shifted(*plus(dimension_form(option), -1, dimension_form(coordinate)), -1);
    const auto dimensions = static_cast<size_t>(isl_set_dim(set_.keep(), isl_dim_set));
    if (!excludes(context, dimensions, set_, more)) return false;
    return std::any_of(literals_.begin(), literals_.end(), [&](const Literal& one) {
      return std::any_of(one.atom.terms.begin(), one.atom.terms.end(), [&](const LinearForm& term) {
        const int64_t c = coefficient(term, option);
        return c != 0 && coefficient(term, coordinate) == -c;
      });
    });
  }

  /// A form over positions and options, over the slots of the written line.
  std::optional<LinearForm> over_slots(const LinearForm& form) const {
    std::optional<LinearForm> result = number_form(form.constant);
    for (size_t d = 0; d < form.coefficients.size() && result; ++d) {
      if (form.coefficients[d] == 0) continue;
      if (d >= meanings_.size()) return std::nullopt;
      result = plus(*result, form.coefficients[d], meanings_[d]);
    }
    return result;
  }

  /// Inequalities are bounds of the last variable in them, if it stands there once.
  bool add_bounds() {
    std::vector<LinearForm> others;
    for (const LinearForm& natural : case_.natural) {
      const auto form = over_slots(natural);
      if (!form) return false;
      auto own = variables_.end();
      for (auto one = variables_.begin(); one != variables_.end(); ++one) {
        if (coefficient(*form, one->slot) != 0) own = one;
      }
      const int64_t c = own == variables_.end() ? 0 : coefficient(*form, own->slot);
      if (c != 1 && c != -1) {
        others.push_back(*form);
        continue;
      }
      const LinearForm rest = *plus(*form, -c, dimension_form(own->slot));
      (c == 1 ? own->low : own->high).push_back(c == 1 ? minus_form(rest) : rest);
    }
    for (Variable& one : variables_) {
      std::erase_if(one.low,
                    [](const LinearForm& low) { return is_number(low) && low.constant <= 0; });
      if (one.high.empty()) return false;
      Binder binder;
      binder.slots = {one.slot};
      std::vector<Expr> low = terms_of(one.low);
      if (!std::all_of(low.begin(), low.end(), is_natural)) low.push_back(constant(0));
      if (!low.empty()) binder.low = {simplified(extreme(Op::max, std::move(low)))};
      std::vector<LinearForm> high;  // n - 1 is less than n
      for (const LinearForm& form : one.high) {
        const bool is_above = std::any_of(one.high.begin(), one.high.end(), [&](const auto& other) {
          const auto more = plus(form, -1, other);
          return more && is_number(*more) && more->constant > 0;
        });
        const bool is_known = std::any_of(
            high.begin(), high.end(), [&](const auto& other) { return same_form(form, other); });
        if (!is_above && !is_known) high.push_back(form);
      }
      binder.high = {simplified(extreme(Op::min, terms_of(high)))};
      result_.binders.push_back(std::move(binder));
    }
    for (const LinearForm& form : others) add_comparison(Op::le, form);
    return true;
  }
  static Expr extreme(Op op, std::vector<Expr> terms) {
    return terms.size() == 1 ? std::move(terms[0]) : apply(op, std::move(terms));
  }

  bool add_conditions() {
    for (const LinearForm& equation : case_.zero) {
      const auto form = over_slots(equation);
      if (!form) return false;
      add_comparison(Op::eq, *form);
    }
    for (const auto& [multiple, number] : case_.multiples) {
      const auto form = over_slots(multiple);
      if (!form) return false;
      add_condition(
          apply(Op::eq, {apply(Op::mod, {term_of(*form), constant(number)}), constant(0)}));
    }
    for (const Literal& literal : literals_) {
      std::vector<LinearForm> forms;
      for (const LinearForm& term : literal.atom.terms) {
        auto form = over_slots(term);
        if (!form) return false;
        forms.push_back(*std::move(form));
      }
      if (literal.atom.kind == Atom::Kind::divides) forms[1] = shortest_multiple(forms);
      Expr condition = said(literal.atom, terms_of(forms));
      add_condition(literal.holds ? std::move(condition) : negated(condition));
    }
    std::stable_partition(result_.conditions.begin(), result_.conditions.end(),
                          [](const Expr& one) { return !may_fail(one); });
    return true;
  }

  /// Of t, t + d and t - d, which d divides together, that with the fewest terms.
  static LinearForm shortest_multiple(const std::vector<LinearForm>& forms) {
    const auto length = [](const LinearForm& form) {
      return std::count_if(form.coefficients.begin(), form.coefficients.end(),
                           [](int64_t c) { return c != 0; }) +
             (form.constant != 0 ? 1 : 0);
    };
    LinearForm result = forms[1];
    for (const int64_t factor : {1, -1}) {
      const auto other = plus(forms[1], factor, forms[0]);
      if (other && !is_number(*other) && length(*other) < length(result)) result = *other;
    }
    return result;
  }

  static Expr said(const Atom& atom, const std::vector<Expr>& terms) {
    const auto is_0 = [](Expr term) { return apply(Op::eq, {std::move(term), constant(0)}); };
    switch (atom.kind) {
      case Atom::Kind::divides:
        return is_0(apply(Op::mod, {terms[1], terms[0]}));
      case Atom::Kind::coprime:
        return apply(Op::eq, {apply(Op::gcd, {terms[0], terms[1]}), constant(1)});
      case Atom::Kind::prime:
        return apply(Op::isprime, {terms[0]});
      case Atom::Kind::square:
        return apply(Op::issquare, {terms[0]});
      case Atom::Kind::power: {
        if (atom.factor == 1) return apply(Op::ispower, {terms[0], constant(atom.base)});
        const Expr factor = constant(atom.factor);
        return apply(
            Op::logical_and,
            {is_0(apply(Op::mod, {terms[0], factor})),
             apply(Op::ispower, {apply(Op::div, {terms[0], factor}), constant(atom.base)})});
      }
      case Atom::Kind::power_of:  // the first power is the number itself
        return apply(Op::logical_and, {apply(Op::le, {terms[0], terms[1]}),
                                       apply(Op::ispower, {terms[1], terms[0]})});
      case Atom::Kind::within:
        return apply(Op::eq, {apply(Op::bit_and, {terms[1], terms[0]}), terms[0]});
    }
    return {};
  }

  void add_condition(Expr condition) {
    condition = simplified(std::move(condition));
    if (!is_constant(condition) || condition.value == 0)
      result_.conditions.push_back(std::move(condition));
  }
  /// 0 <= form, or 0 = form, with what is subtracted on the other side.
  void add_comparison(Op op, const LinearForm& form) {
    LinearForm more = number_form(std::max<int64_t>(form.constant, 0));
    LinearForm less = number_form(std::max<int64_t>(-form.constant, 0));
    for (size_t s = 0; s < form.coefficients.size(); ++s) {
      const int64_t c = form.coefficients[s];
      LinearForm& side = c < 0 ? less : more;
      side = *plus(side, std::abs(c), dimension_form(s));
    }
    add_condition(apply(op, {term_of(less), term_of(more)}));
  }

  std::vector<Expr> terms_of(const std::vector<LinearForm>& forms) const {
    std::vector<Expr> result;
    for (const LinearForm& form : forms) result.push_back(term_of(form));
    return result;
  }
  /// What is added comes first.
  static Expr term_of(const LinearForm& form) {
    std::optional<Expr> result;
    const auto add = [&](int64_t c, const Expr& term) {
      Expr product = simplified(apply(Op::mul, {constant(std::abs(c)), term}));
      if (result) {
        result = apply(c < 0 ? Op::sub : Op::add, {*std::move(result), std::move(product)});
      } else {
        result = c < 0 ? apply(Op::sub, {constant(0), std::move(product)}) : std::move(product);
      }
    };
    for (const bool is_added : {true, false}) {
      for (size_t s = 0; s < form.coefficients.size(); ++s) {
        const int64_t c = form.coefficients[s];
        if (c != 0 && (c > 0) == is_added) add(c, slot(s));
      }
      if (form.constant != 0 && (form.constant > 0) == is_added)
        add(form.constant < 0 ? -1 : 1, constant(std::abs(form.constant)));
    }
    return result ? simplified(*std::move(result)) : constant(0);
  }

  const Rule& rule_;
  const MoveLine& line_;
  const isl::Set& set_;
  const std::vector<Literal>& literals_;
  AffineCase case_;
  MoveLine result_;
  std::vector<LinearForm> meanings_;  // of dimensions, over the slots of the written line
  std::vector<Variable> variables_;
};

}  // namespace

std::optional<std::vector<MoveLine>> written_lines(isl_ctx* context, const Rule& rule,
                                                   const MoveLine& line) {
  const auto pieces = pieces_of(context, rule, line);
  if (!pieces || pieces->size() > kMostWrittenLines) return std::nullopt;
  size_t dimensions = rule.arity();
  for (const Part& part : line.parts) dimensions += part.coordinates.size();
  std::vector<MoveLine> result;
  const bool is_own = line.parts.size() == 1 && line.parts[0].game == &rule;
  for (const Piece& piece : *pieces) {
    for (const isl::Set& part : parts_of(context, piece.pairs, rule.arity(), is_own)) {
      const auto cases = cases_of(part, dimensions, rule.arity());
      if (!cases || result.size() + cases->size() > kMostWrittenLines) return std::nullopt;
      for (const AffineCase& one : *cases) {
        auto written = LineWriter(rule, line, piece, one).write();
        if (!written) return std::nullopt;
        result.push_back(*std::move(written));
      }
    }
  }
  return result;
}

}  // namespace grundy
