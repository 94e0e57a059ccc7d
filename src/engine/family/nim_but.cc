// Nim but for some moves: from a heap anything may be taken, with exceptions that are written down.
//
// Problem: `n - k for k in 1..n if (n, k) not in F`, with 10^5 exceptions for heaps of 10^18.
// Theorem: give the heaps their values from 0 on. A heap without exceptions is the first of a new
// value, the least that none has had, as all smaller heaps are its options. A heap x with
// exceptions takes the least value v all of whose heaps below x are excluded, which then comes
// again; where there is none it is the first of a new value as well. (By induction: the values
// below x are 0, …, c - 1.) So the value of a heap that is no repeat is its number less the repeats
// below it, and there are no more repeats than exceptions.
// Example: F = {(2, 2)}: the values are 0, 1, 0, 2, 3, …
// Cost: M·log M for M exceptions, then log M a heap.
#include <algorithm>
#include <map>

#include "engine/family/families.h"
#include "engine/rule_solver.h"
#include "rule/simplify.h"

namespace grundy {
namespace {

/// What a heap may not become: a heap and that, ascending.
using Exceptions = std::vector<std::pair<uint64_t, uint64_t>>;

/// Nothing when the rule is another one.
std::optional<Exceptions> exceptions_of(const Rule& rule) {
  if (rule.arity() != 1 || rule.moves_by_code || rule.is_alias || rule.moves.size() != 1)
    return std::nullopt;
  const MoveLine& line = rule.moves[0];
  const Part* part = only_part(rule, line);
  if (line.binders.size() != 1 || line.conditions.size() != 1 || part == nullptr)
    return std::nullopt;
  const Binder& binder = line.binders[0];
  if (binder.kind != Binder::Kind::range || binder.high.size() != 1) return std::nullopt;
  const Expr n = slot(0), k = slot(1);
  const bool is_what_is_left = same(part->coordinates[0], k);
  if (is_what_is_left) {
    const bool from_0 = binder.low.empty() || same(binder.low[0], constant(0));
    if (!from_0 || !same(binder.high[0], apply(Op::sub, {n, constant(1)}))) return std::nullopt;
  } else {
    const bool from_1 = !binder.low.empty() && same(binder.low[0], constant(1));
    if (!same(part->coordinates[0], apply(Op::sub, {n, k})) || !from_1 || !same(binder.high[0], n))
      return std::nullopt;
  }
  const Expr& condition = line.conditions[0];
  if (condition.op != Op::logical_not || condition.args[0].op != Op::in_set) return std::nullopt;
  const Expr& in = condition.args[0];
  if (in.args.size() != 2 || !in.set || in.set->complement ||
      (in.set->size() > 0 && in.set->arity != 2))
    return std::nullopt;
  const bool heap_first = same(in.args[0], n) && same(in.args[1], k);
  if (!heap_first && !(same(in.args[0], k) && same(in.args[1], n))) return std::nullopt;
  Exceptions result;
  for (size_t i = 0; i < in.set->size(); ++i) {
    const int64_t heap = in.set->flat[2 * i + (heap_first ? 0 : 1)];
    const int64_t other = in.set->flat[2 * i + (heap_first ? 1 : 0)];
    const int64_t to = is_what_is_left ? other : heap - other;
    if (heap >= 1 && other >= (is_what_is_left ? 0 : 1) && to >= 0 && to < heap)
      result.emplace_back(static_cast<uint64_t>(heap), static_cast<uint64_t>(to));
  }
  std::sort(result.begin(), result.end());
  return result;
}

class NimButValues {
 public:
  explicit NimButValues(Exceptions exceptions) : exceptions_(std::move(exceptions)) {
    std::map<uint64_t, uint64_t> times;  // by value, of the repeats
    for (size_t i = 0; i < exceptions_.size();) {
      const uint64_t heap = exceptions_[i].first;
      std::map<uint64_t, uint64_t> excluded;  // how many heaps, by value
      for (; i < exceptions_.size() && exceptions_[i].first == heap; ++i)
        ++excluded[value(exceptions_[i].second).small()];
      const auto all = [&](const auto& one) {
        const auto known = times.find(one.first);
        return one.second == 1 + (known == times.end() ? 0 : known->second);
      };
      const auto found = std::find_if(excluded.begin(), excluded.end(), all);
      if (found == excluded.end()) continue;
      repeats_.emplace_back(heap, found->first);
      ++times[found->first];
    }
    for (const auto& [heap, value] : repeats_) by_value_.emplace(value, heap);
  }

  Natural value(const Natural& heap) const {
    const auto at = std::lower_bound(
        repeats_.begin(), repeats_.end(), heap,
        [](const auto& one, const Natural& wanted) { return Natural(one.first) < wanted; });
    if (at != repeats_.end() && Natural(at->first) == heap) return at->second;
    return heap - Natural(static_cast<uint64_t>(at - repeats_.begin()));
  }

  /// Heaps of the value, the first one first.
  std::vector<Natural> heaps_of(const Natural& value) const {
    // Below the repeat number i are its heap less i first ones.
    size_t low = 0, high = repeats_.size();
    while (low < high) {
      const size_t middle = (low + high) / 2;
      if (Natural(repeats_[middle].first - middle) <= value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    std::vector<Natural> result{value + Natural(low)};
    if (!value.is_small()) return result;
    const auto [first, last] = by_value_.equal_range(value.small());
    for (auto at = first; at != last; ++at) result.emplace_back(at->second);
    return result;
  }

  bool has_move(const Natural& heap, const Natural& to) const {
    if (to >= heap) return false;
    return !heap.is_small() || !std::binary_search(exceptions_.begin(), exceptions_.end(),
                                                   std::pair(heap.small(), to.small()));
  }

 private:
  Exceptions exceptions_;
  std::vector<std::pair<uint64_t, uint64_t>> repeats_;  // heaps and their values, ascending
  std::multimap<uint64_t, uint64_t> by_value_;
};

class NimButSolver final : public RuleSolver {
 public:
  NimButSolver(const RuleGame& game, Exceptions exceptions)
      : RuleSolver(game), values_(std::move(exceptions)) {}
  std::string_view engine() const override { return "nim but for some moves"; }
  std::string knows() const override { return "a theorem: nim in which some values come again"; }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget&) override {
    std::vector<Ordinal> result;
    for (const Coordinates& one : positions) result.emplace_back(values_.value(one[0]));
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget&) override {
    MoveSet result;
    if (!value.is_finite()) return result;
    for (const Natural& to : values_.heaps_of(value.finite())) {
      if (!values_.has_move(position[0], to)) continue;
      result.all = result.moves.size() < limit;
      if (!result.all) break;
      result.moves.push_back({{game().at(Coordinates{to})}, ""});
    }
    return result;
  }

 private:
  NimButValues values_;
};

class NimButEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "nim but for some moves"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    auto exceptions = exceptions_of(*game.rule());
    return exceptions ? std::make_unique<NimButSolver>(game, *std::move(exceptions)) : nullptr;
  }
};

}  // namespace

const Engine* nim_but_engine() {
  static const NimButEngine engine;
  return &engine;
}

}  // namespace grundy
