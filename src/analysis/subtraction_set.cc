#include "analysis/subtraction_set.h"

#include <algorithm>

#include "analysis/relation.h"
#include "rewriting/targets.h"
#include "rule/slots.h"

namespace grundy {
namespace {

constexpr uint64_t kMaxNumber = uint64_t{1} << 40;  // of stones taken at once
constexpr size_t kMaxNumbers = 60'000;
constexpr size_t kMaxFoundNumbers = 4096;     // when the set is found by isl
constexpr unsigned long kSetSteps = 200'000;  // of isl

isl_stat collect_number(isl_point* point, void* user) {
  auto* numbers = static_cast<std::vector<uint64_t>*>(user);
  isl_val* value = isl_point_get_coordinate_val(point, isl_dim_set, 0);
  const bool small = isl_val_is_nonneg(value) == isl_bool_true &&
                     isl_val_cmp_si(value, static_cast<int64_t>(kMaxNumber)) <= 0;
  if (small) numbers->push_back(static_cast<uint64_t>(isl_val_get_num_si(value)));
  isl_val_free(value);
  isl_point_free(point);
  return small && numbers->size() <= kMaxFoundNumbers ? isl_stat_ok : isl_stat_error;
}

/// The elements of a one-dimensional set when they are few natural numbers, sorted.
std::optional<std::vector<uint64_t>> elements(const isl::Set& set) {
  std::vector<uint64_t> result;
  if (!set || isl_set_is_bounded(set.keep()) != isl_bool_true) return std::nullopt;
  if (isl_set_foreach_point(set.keep(), collect_number, &result) != isl_stat_ok)
    return std::nullopt;
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

bool is_nim(const Rule& rule) {
  if (rule.is_alias || rule.arity() != 1 || rule.moves.size() != 1) return false;
  const MoveLine& line = rule.moves[0];
  const Part* part = only_part(rule, line);
  if (line.binders.size() != 1 || !line.conditions.empty() || part == nullptr) return false;
  const Binder& binder = line.binders[0];
  if (binder.kind != Binder::Kind::range || !binder.low.empty() || binder.high.size() != 1)
    return false;
  const Expr& high = binder.high[0];  // n - 1
  const bool below_n = high.op == Op::sub && is_slot(high.args[0], 0) &&
                       high.args[1].op == Op::constant && high.args[1].value == 1;
  return below_n && is_slot(part->coordinates[0], binder.slots[0]);
}

bool takes_from_one_heap(const Rule& rule) {
  return !rule.is_alias && rule.arity() == 1 && !rule.moves.empty() &&
         std::all_of(rule.moves.begin(), rule.moves.end(),
                     [&](const MoveLine& line) { return only_part(rule, line) != nullptr; });
}

std::optional<SubtractionSet> written_set(const Rule& rule) {
  if (rule.moves.size() != 1) return std::nullopt;
  const MoveLine& line = rule.moves[0];
  const Part* part = only_part(rule, line);
  if (part == nullptr || line.binders.size() != 1 || line.binders[0].kind != Binder::Kind::in_set)
    return std::nullopt;
  const Binder& binder = line.binders[0];
  if (binder.slots.size() != 1 || binder.set->arity > 1) return std::nullopt;
  const Expr& to = part->coordinates[0];
  if (to.op != Op::sub || !is_slot(to.args[0], 0) || !is_slot(to.args[1], binder.slots[0]))
    return std::nullopt;
  bool zero_left_out = false;
  for (const Expr& c : line.conditions) {
    const bool at_least_one = c.op == Op::le && c.args[0].op == Op::constant &&
                              c.args[0].value == 1 && is_slot(c.args[1], binder.slots[0]);
    if (!at_least_one) return std::nullopt;
    zero_left_out = true;
  }
  SubtractionSet result;
  result.all_but = binder.set->complement;
  bool has_zero = binder.set->complement;
  for (const int64_t k : binder.set->flat) {
    if (k == 0) {
      has_zero = !binder.set->complement;
    } else if (static_cast<uint64_t>(k) > kMaxNumber) {
      return std::nullopt;
    } else {
      result.numbers.push_back(static_cast<uint64_t>(k));
    }
  }
  if (has_zero && !zero_left_out) return std::nullopt;  // a move that changes nothing
  if (result.numbers.size() > kMaxNumbers) return std::nullopt;
  return result;
}

std::optional<SubtractionSet> found_set(const isl::Map& moves) {
  isl_ctx* context = isl_map_get_ctx(moves.keep());
  // { n - m }, and the game { n -> m : n - m in that set }.
  isl_map* backwards = isl_map_reverse(moves.copy());
  const isl::Set taken(isl_set_coalesce(isl_map_deltas(backwards)));
  // A move that changes nothing can be made for ever.
  const isl::Set zero(isl_set_read_from_str(context, "{ [0] }"));
  if (isl_set_is_disjoint(taken.keep(), zero.keep()) != isl_bool_true) return std::nullopt;
  const isl::Map difference(
      isl_map_read_from_str(context, "{ [[n] -> [m]] -> [n - m] : n >= 0 and m >= 0 }"));
  isl_set* pairs = isl_map_domain(isl_map_intersect_range(difference.copy(), taken.copy()));
  const isl::Map game(isl_set_unwrap(pairs));
  if (isl_map_is_equal(game.keep(), moves.keep()) != isl_bool_true) return std::nullopt;
  const isl::Set others(
      isl_set_subtract(isl_set_read_from_str(context, "{ [k] : k >= 1 }"), taken.copy()));
  for (const bool all_but : {false, true}) {
    auto numbers = elements(all_but ? others : taken);
    if (!numbers) continue;
    return SubtractionSet{*std::move(numbers), all_but};
  }
  return std::nullopt;
}

std::optional<SubtractionSet> subtraction_set(const Rule& rule) {
  if (!takes_from_one_heap(rule) || has_reply_words(rule)) return std::nullopt;
  if (auto set = written_set(rule)) return set;
  const isl::Context context = isl::make_context(kSetSteps);
  const auto moves = move_relation(context.get(), rule);
  return moves ? found_set(*moves) : std::nullopt;
}

}  // namespace grundy
