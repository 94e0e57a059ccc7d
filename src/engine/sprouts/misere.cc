#include "engine/sprouts/misere.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace grundy::sprouts {
namespace {

constexpr uint64_t kStatesAsked = 256;  // between two questions whether the budget is spent

bool is_before(const Land& a, const Land& b) {
  return std::tie(a.key.high, a.key.low) < std::tie(b.key.high, b.key.low);
}

/// The ends of a land of one region; more than three for others.
uint32_t few_ends(const Drawing& land) {
  uint32_t ends = 0;
  for (const Symbol symbol : land) {
    if (symbol >= kLetter) return 4;
    if (is_vertex(symbol)) ends += ends_of(symbol);
  }
  return ends;
}

}  // namespace

MiserePlay::State MiserePlay::state_of(std::vector<Land> lands) const {
  State state;
  std::optional<Land> one;
  for (Land& land : lands) {
    const uint32_t ends = few_ends(land.drawing);
    if (ends == 3) continue;
    if (ends == 2) {
      one = one ? std::nullopt : std::optional(land);
    } else {
      state.lands.push_back(std::move(land));
    }
  }
  if (one) state.lands.push_back(*std::move(one));
  std::sort(state.lands.begin(), state.lands.end(), is_before);
  state.key = PartKey{state.lands.size() + 1, 0x2545F4914F6CDD1D};
  for (const Land& land : state.lands) {
    state.key.add(land.key.low);
    state.key.add(land.key.high);
    state.cost += land.cost;
  }
  state.key = PartKey::of(state.key.low, state.key.high);
  return state;
}

Attempt<bool> MiserePlay::mover_wins(std::span<const Drawing> drawings) {
  std::vector<Land> lands;
  for (const Drawing& drawing : drawings) {
    for (Land& land : mover_.parts(drawing)) lands.push_back(std::move(land));
  }
  return wins(state_of(std::move(lands)));
}

Attempt<bool> MiserePlay::wins(const State& state) {
  if (state.lands.empty()) return true;
  if (const Known known = table_.find(state.key); known.is_exact) return known.value != 0;
  if (++states_ % kStatesAsked == 0) {
    budget_.count(kStatesAsked);
    if (budget_.spent()) return budget_.why();
    budget_.progress("positions", states_);
  }
  const uint64_t before = states_;
  std::vector<State> options;
  bool is_won = false;
  for (size_t i = 0; i < state.lands.size() && !is_won; ++i) {
    if (i > 0 && state.lands[i].key == state.lands[i - 1].key) continue;
    auto listed = mover_.options(state.lands[i], [&](std::span<const Land> parts) {
      ++options_;
      std::vector<Land> lands(parts.begin(), parts.end());
      for (size_t j = 0; j < state.lands.size(); ++j) {
        if (j != i) lands.push_back(state.lands[j]);
      }
      State next = state_of(std::move(lands));
      const Known known = next.lands.empty() ? Known{true, 1, 0} : table_.find(next.key);
      is_won = known.is_exact && known.value == 0;
      if (!known.is_exact) options.push_back(std::move(next));
      return !is_won;
    });
    if (!listed) return std::move(listed).error();
  }
  if (!is_won) {
    std::sort(options.begin(), options.end(), [](const State& a, const State& b) {
      return std::tie(a.cost, a.key.low) < std::tie(b.cost, b.key.low);
    });
    uint64_t bytes = 0;
    for (const State& one : options) bytes += sizeof(State) + one.lands.size() * 2 * sizeof(Land);
    if (!budget_.take_memory(bytes))
      return budget_.too_large("the options along a line of play", bytes);
    Attempt<bool> other = true;
    for (const State& one : options) {
      other = wins(one);
      if (!other || !*other) break;
    }
    budget_.give_back_memory(bytes);
    if (!other) return other;
    is_won = !*other;
  }
  table_.put(state.key, {true, is_won ? uint64_t{1} : 0, 0}, states_ - before + 1, budget_);
  return is_won;
}

}  // namespace grundy::sprouts
