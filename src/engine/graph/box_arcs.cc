#include "engine/graph/box_arcs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "base/lease.h"
#include "code/jit/jit.h"
#include "code/sweep_plan.h"

namespace grundy {
namespace {

constexpr uint64_t kOptionsBetweenBoxLooks = uint64_t{1} << 22;  // at the budget
constexpr uint64_t kMostBoxArcs = uint64_t{1} << 31;
constexpr uint64_t kMostOptionsListed = uint64_t{1} << 20;  // of a position
constexpr uint64_t kArcsExpected = 4;  // of a position, for which room is made at first

/// The list of arcs, which grows.
class GrowingArcs {
 public:
  GrowingArcs(uint64_t most_options, Budget& budget)
      : most_options_(most_options), memory_(budget) {}

  /// Room for `size` arcs; false when there is no memory.
  bool reserve(uint64_t size, SweepState& state) {
    const uint64_t used = this->used(state);
    if (!memory_.take(sizeof(uint32_t) * size)) return false;
    LargeArray<uint32_t> longer(size);
    if (used > 0) std::memcpy(&longer[0], &arcs_[0], used * sizeof(uint32_t));
    memory_.give_back(sizeof(uint32_t) * arcs_.size());
    arcs_ = std::move(longer);
    state.arcs = &arcs_[0];
    state.arc = state.arcs + used;
    state.last_arc = state.arcs + (size - most_options_);
    return true;
  }
  uint64_t size() const { return arcs_.size(); }
  uint64_t used(const SweepState& state) const {
    return static_cast<uint64_t>(state.arc - state.arcs);
  }
  /// The arcs listed; the budget keeps their charge alone.
  LargeArray<uint32_t> take(const SweepState& state) {
    arcs_.shorten(used(state));
    memory_.keep(sizeof(uint32_t) * arcs_.size());
    return std::move(arcs_);
  }

 private:
  uint64_t most_options_;
  Lease memory_;
  LargeArray<uint32_t> arcs_;
};

}  // namespace

Attempt<BoxArcs> BoxArcs::of(const Rule& rule, std::span<const int64_t> most, Budget& budget) {
  const auto plan = plan_arcs(rule, most);
  if (!plan || plan->most_options > kMostOptionsListed)
    return Error::declined(
        fmt::format("the moves of '{}' are not listed by a box", rule.full_name));
  const uint64_t before = budget.memory_used();
  const auto code =
      JitSweep::compile(*plan, {sizeof(uint32_t), SweepShape::Marks::arcs, false}, budget);
  if (code == nullptr)
    return Error::declined(fmt::format("'{}' is not compiled for this box", rule.full_name));

  Lease memory(budget);
  // Of the code, which nobody needs afterwards.
  const uint64_t tables = budget.memory_used() - before;
  budget.give_back_memory(tables);
  const uint64_t bytes = sizeof(uint32_t) * (plan->cells + 1);
  if (!memory.take(bytes + tables))
    return budget.too_large(fmt::format("a graph of {} positions", plan->cells), bytes);
  BoxArcs box;
  box.cells_ = BoxCells(most);
  box.graph_.begins = LargeArray<uint32_t>(plan->cells + 1);
  std::vector<int64_t> lists(code->list_words());
  SweepState state;
  // Where the arcs of each cell end.
  state.table = reinterpret_cast<uint8_t*>(&box.graph_.begins[0] + 1);
  state.budget = &budget;
  state.lists = lists.data();
  GrowingArcs list(plan->most_options, budget);
  const auto grow_to = [&](uint64_t size) { return list.reserve(size, state); };
  const uint64_t wanted =
      plan->cells * std::min(plan->most_options, kArcsExpected) + plan->most_options + 1;
  const auto too_large = [&] {
    return budget.too_large(fmt::format("a graph of {} positions", plan->cells),
                            sizeof(uint32_t) * std::max(2 * list.size(), wanted));
  };
  if (!grow_to(wanted)) return too_large();
  while (state.next < plan->cells) {
    budget.progress("positions", state.next, plan->cells);
    if (budget.spent()) return budget.why();
    state.cells = plan->cells - state.next;
    state.look_at = state.options + kOptionsBetweenBoxLooks;
    const JitSweep::Exit exit = code->run(state);
    if (exit == JitSweep::Exit::spent) return budget.why();
    if (exit == JitSweep::Exit::fault)
      return Error::declined(
          fmt::format("some moves of '{}' can't be told in a box", rule.full_name));
    if (list.used(state) > kMostBoxArcs)
      return Error::declined(
          fmt::format("a box of '{}' has more than {} moves", rule.full_name, kMostBoxArcs));
    if (exit == JitSweep::Exit::grown && !grow_to(2 * list.size())) return too_large();
  }
  box.graph_.targets = list.take(state);
  const std::span<const uint32_t> targets = std::as_const(box.graph_.targets).span();
  if (!targets.empty() && *std::max_element(targets.begin(), targets.end()) >= plan->cells) {
    budget.give_back_memory(sizeof(uint32_t) * targets.size());
    return Error::internal(fmt::format("a move of '{}' leaves its box", rule.full_name));
  }
  memory.keep(bytes);
  return box;
}

bool BoxCells::has(std::span<const int64_t> coordinates) const {
  return std::equal(coordinates.begin(), coordinates.end(), most_.begin(), most_.end(),
                    std::less_equal<>());
}

uint32_t BoxCells::cell(std::span<const int64_t> coordinates) const {
  int64_t cell = 0;
  for (size_t i = 0; i < most_.size(); ++i) cell = cell * (most_[i] + 1) + coordinates[i];
  return static_cast<uint32_t>(cell);
}

std::vector<int64_t> BoxCells::position(uint32_t cell) const {
  std::vector<int64_t> coordinates(most_.size());
  auto rest = static_cast<int64_t>(cell);
  for (size_t i = most_.size(); i-- > 0;) {
    coordinates[i] = rest % (most_[i] + 1);
    rest /= most_[i] + 1;
  }
  return coordinates;
}

}  // namespace grundy
