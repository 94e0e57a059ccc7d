#include "engine/law/edge.h"

#include <algorithm>
#include <vector>

#include "engine/law/growth.h"

namespace grundy {
namespace {

constexpr unsigned long kEdgeSteps = 500'000;  // of isl, to see whether there is one
constexpr unsigned long kValueSteps = 1'000'000;
constexpr unsigned kWordBits = 62;  // of heaps whose edge a term gives

/// { n → n' : n' = n + by, n >= 0 }.
isl::Map moved_by(isl_ctx* context, int by) {
  isl_map* map = isl_map_universe(isl_space_alloc(context, 0, 1, 1));
  isl_constraint* same =
      isl_constraint_alloc_equality(isl_local_space_from_space(isl_map_get_space(map)));
  same = isl_constraint_set_coefficient_si(same, isl_dim_in, 0, 1);
  same = isl_constraint_set_coefficient_si(same, isl_dim_out, 0, -1);
  same = isl_constraint_set_constant_si(same, by);
  map = isl_map_add_constraint(map, same);
  return isl::Map(isl_map_lower_bound_si(map, isl_dim_in, 0, 0));
}

isl::Map on_naturals(const isl::Map& moves) {
  isl_map* map = isl_map_lower_bound_si(moves.copy(), isl_dim_in, 0, 0);
  return isl::Map(isl_map_lower_bound_si(map, isl_dim_out, 0, 0));
}

/// c, if the conditions say that n > c and no more: 0 or less where they say nothing.
std::optional<int64_t> end_of_play(const MoveLine& line) {
  if (line.conditions.empty()) return 0;
  const Expr& condition = line.conditions[0];
  const bool compares = condition.op == Op::lt || condition.op == Op::le;
  if (line.conditions.size() != 1 || !compares || condition.args[0].op != Op::constant ||
      condition.args[1].op != Op::slot || condition.args[1].value != 0)
    return std::nullopt;
  return condition.args[0].value - (condition.op == Op::le ? 1 : 0);
}

bool rises_by_one(const Expr& term) { return greatest_rise_of(term).value_or(2) <= 1; }

/// f(k) <= t(n), k in slot 1.
std::optional<TakenLimit> limit_of(const Expr& condition) {
  if ((condition.op != Op::le && condition.op != Op::lt) || condition.quantifier)
    return std::nullopt;
  const Expr& less = condition.args[0];
  if (mentions(less, 0) || slot_bound(less) > 2 || slot_bound(condition.args[1]) > 1)
    return std::nullopt;
  Expr f = substitute(less, {slot(0), slot(0)});
  const auto least = least_rise_of(f), most = greatest_rise_of(condition.args[1]);
  if (!least || !most || *least < std::max<int64_t>(*most, 1)) return std::nullopt;
  if (condition.op == Op::lt) f = apply(Op::add, {std::move(f), constant(1)});
  return TakenLimit{std::move(f), condition.args[1], 0};
}

/// The greatest k up to `most` with f(k) <= t(n); 0 when there is none.
int64_t limited(const TakenLimit& limit, int64_t n, int64_t most) {
  const auto reach = term_at(limit.t, n);
  if (!reach) return 0;
  const auto is_taken = [&](int64_t k) {
    const auto value = term_at(limit.f, k);
    return value && *value <= *reach;
  };
  // From the last answer on, in growing steps; `low` is taken or 0, `high` is not.
  int64_t low = std::min(limit.last, most), high = most + 1;
  if (low == 0 || is_taken(low)) {
    for (int64_t step = 1; low + step < high; step *= 2) {
      if (is_taken(low + step)) {
        low += step;
      } else {
        high = low + step;
      }
    }
  } else {
    high = low;
    low = 0;
    for (int64_t step = 1; high - step > low; step *= 2) {
      if (is_taken(high - step)) {
        low = high - step;
      } else {
        high -= step;
      }
    }
  }
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    (is_taken(middle) ? low : high) = middle;
  }
  limit.last = low;
  return low;
}

/// l(n) as a term that rises by 0 or 1, where the rule has one line of the form. Conditions that
/// limit what is taken go to `limits`.
std::optional<Expr> edge_term(const Rule& rule, std::vector<TakenLimit>& limits) {
  if (rule.moves.size() != 1) return std::nullopt;
  MoveLine line = rule.moves[0];
  std::erase_if(line.conditions, [&](const Expr& one) {
    auto limit = limit_of(one);
    if (limit) limits.push_back(*std::move(limit));
    return limit.has_value();
  });
  const Part* part = only_part(rule, line);
  const auto end = end_of_play(line);
  if (!end || line.binders.size() != 1 || part == nullptr) return std::nullopt;
  const Binder& binder = line.binders[0];
  if (binder.kind != Binder::Kind::range || binder.low.empty() ||
      (binder.high.empty() && limits.empty()))
    return std::nullopt;
  const auto is = [](const Expr& term, Op op, int64_t value) {
    return term.op == op && term.value == value;
  };
  const Expr& to = part->coordinates[0];
  const Expr& low = binder.low[0];
  // Up to the end of play bounds are those at it, and give no option.
  const auto bound = [&](const Expr& term) {
    return *end > 0 ? substitute(term, {apply(Op::max, {slot(0), constant(*end)})}) : term;
  };
  const Expr high = binder.high.empty() ? slot(0) : binder.high[0];
  const auto n_less = [&](const Expr& term) {
    return term.op == Op::sub && is(term.args[0], Op::slot, 0);
  };
  std::optional<Expr> edge;
  if (n_less(to) && is(to.args[1], Op::slot, 1) && is(low, Op::constant, 1)) {
    const Expr most = bound(high);
    if (rises_by_one(most) && (*end <= 0 || term_at(most, *end).value_or(1) <= 0))
      edge = apply(Op::sub, {slot(0), apply(Op::max, {most, constant(0)})});
  } else if (limits.empty() && is(to, Op::slot, 1) && n_less(high) &&
             is(high.args[1], Op::constant, 1)) {
    const Expr least = bound(low);
    if (rises_by_one(least) && (*end <= 0 || term_at(least, *end).value_or(0) >= *end))
      edge = apply(Op::min, {least, slot(0)});
  }
  return edge ? std::optional(apply(Op::max, {*edge, constant(0)})) : std::nullopt;
}

}  // namespace

std::optional<WindowEdge> WindowEdge::of(const Facts& facts) {
  std::vector<TakenLimit> limits;
  std::optional<Expr> term = edge_term(facts.rule(), limits);
  std::optional<WindowEdge> edge = of_sets(facts);
  if (!term) return edge;
  if (!edge) edge = WindowEdge(facts, nullptr);
  edge->term_ = std::move(term);
  edge->limits_ = std::move(limits);
  return edge;
}

bool WindowEdge::reaches(const Natural& n) const {
  // A term that never falls, nor do its own terms, stays within 64 bits below n when it does at n.
  if (edge_) return true;
  const auto is_known = [&](const Expr& term) {
    return term_at(term, static_cast<int64_t>(n.small())).has_value();
  };
  return n.bit_length() <= kWordBits && is_known(*term_) &&
         std::all_of(limits_.begin(), limits_.end(),
                     [&](const TakenLimit& limit) { return is_known(limit.t); });
}

std::optional<WindowEdge> WindowEdge::of_sets(const Facts& facts) {
  const Attempt<isl::Map>& relation = facts.relation(Effort::quick);
  if (!relation) return std::nullopt;
  isl_ctx* context = facts.context(kEdgeSteps);
  const isl::Map moves = on_naturals(*relation);
  // l, with l(n) = n where n has no option.
  const isl::Map stay = moved_by(context, 0);
  isl_map* idle = isl_map_subtract_domain(stay.copy(), isl_map_domain(moves.copy()));
  const isl::Map edge(isl_map_union(isl_map_lexmin(moves.copy()), idle));
  if (!edge) return std::nullopt;
  // { n → m : l(n) <= m < n }
  isl_map* from_edge =
      isl_map_apply_range(edge.copy(), isl_map_lex_le(isl_space_set_alloc(context, 0, 1)));
  isl_map* below = isl_map_lex_gt(isl_space_set_alloc(context, 0, 1));  // { n → m : n > m }
  const isl::Map window = on_naturals(isl::Map(isl_map_intersect(from_edge, below)));
  if (isl_map_is_equal(window.keep(), moves.keep()) != isl_bool_true) return std::nullopt;
  // The pairs l(n), l(n + 1) have differences 0 and 1.
  const isl::Map next(isl_map_apply_range(moved_by(context, 1).take(), edge.copy()));
  const isl::Map both(isl_map_range_product(edge.copy(), next.copy()));
  const isl::Set pairs(isl_set_flatten(isl_map_range(both.copy())));
  isl_set* wrong = isl_set_empty(isl_set_get_space(pairs.keep()));
  for (const bool falls : {true, false}) {
    isl_constraint* beyond = isl_constraint_alloc_inequality(
        isl_local_space_from_space(isl_set_get_space(pairs.keep())));
    // l(n) - l(n + 1) - 1 >= 0, or l(n + 1) - l(n) - 2 >= 0
    beyond = isl_constraint_set_coefficient_si(beyond, isl_dim_set, 0, falls ? 1 : -1);
    beyond = isl_constraint_set_coefficient_si(beyond, isl_dim_set, 1, falls ? -1 : 1);
    beyond = isl_constraint_set_constant_si(beyond, falls ? -1 : -2);
    wrong = isl_set_union(wrong, isl_set_add_constraint(pairs.copy(), beyond));
  }
  const isl::Set none(wrong);
  if (isl_set_is_empty(none.keep()) != isl_bool_true) return std::nullopt;
  isl_pw_multi_aff* function = isl_pw_multi_aff_from_map(edge.copy());
  isl_pw_aff* value = isl_pw_multi_aff_get_pw_aff(function, 0);
  isl_pw_multi_aff_free(function);
  if (value == nullptr) return std::nullopt;
  return WindowEdge(facts, value);
}

Natural WindowEdge::lowest(const Natural& n) const {
  if (term_ && n.bit_length() <= kWordBits) {
    const auto heap = static_cast<int64_t>(n.small());
    if (const auto value = term_at(*term_, heap)) {
      int64_t taken = heap - *value;
      for (const TakenLimit& limit : limits_) taken = limited(limit, heap, taken);
      return Natural(static_cast<uint64_t>(heap - taken));
    }
  }
  isl_ctx* context = facts_->context(kValueSteps);
  const std::vector<uint64_t> words = n.words();
  isl_val* at = words.empty() ? isl_val_zero(context)
                              : isl_val_int_from_chunks(context, words.size(), sizeof(uint64_t),
                                                        words.data());
  isl_point* point = isl_point_zero(isl_space_set_alloc(context, 0, 1));
  point = isl_point_set_coordinate_val(point, isl_dim_set, 0, at);
  const isl::Val value(isl_pw_aff_eval(edge_.copy(), point));
  std::vector<uint64_t> result(isl_val_n_abs_num_chunks(value.keep(), sizeof(uint64_t)));
  isl_val_get_abs_num_chunks(value.keep(), sizeof(uint64_t), result.data());
  return Natural::from_words(result);
}

}  // namespace grundy
