#include "engine/search/play_out.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_set>

#include "engine/round.h"
#include "game/bound.h"
#include "game/copies.h"
#include "game/nim_heap.h"

namespace grundy {
namespace {

constexpr uint64_t kLargestHeap = 1'000'000;  // of a nim heap among parts that are no nim heaps

Attempt<void> check_size(const Position& position) {
  if (as<CopiesGame>(position.game) != nullptr)
    return Error::declined(fmt::format("{} are too many to play out", to_string(position)));
  if (position.game != &nim_heaps()) return {};
  const Ordinal size = *heap_size(position);
  if (size.is_small() && size.small() <= kLargestHeap) return {};
  return Error::declined(fmt::format("a search takes nim heaps of at most {}, not {}", kLargestHeap,
                                     to_string(position)));
}

std::vector<uint32_t> state_with(const std::vector<uint32_t>& state, size_t at,
                                 const std::vector<uint32_t>& instead) {
  std::vector<uint32_t> result = state;
  result.erase(result.begin() + static_cast<std::ptrdiff_t>(at));
  result.insert(result.end(), instead.begin(), instead.end());
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

size_t PlayOut::HashState::operator()(const State& state) const {
  uint64_t h = 0x9E3779B97F4A7C15;
  for (const Number n : state) {
    h = (h ^ n) * 0xFF51AFD7ED558CCD;
    h ^= h >> 29;
  }
  return h;
}

PlayOut::Number PlayOut::number(const Position& position) {
  const auto [at, fresh] = numbers_.try_emplace(position, static_cast<Number>(positions_.size()));
  if (fresh) {
    positions_.push_back(position);
    options_.emplace_back();
  }
  return at->second;
}

Attempt<bool> PlayOut::has_options(const Position& position) {
  const auto known = numbers_.find(position);
  if (known != numbers_.end() && options_[known->second]) return !options_[known->second]->empty();
  return position.game->has_options(position, budget_);
}

/// Parts without a move are dropped, unless they bind the next one: they change nothing in either
/// kind of play.
Attempt<PlayOut::State> PlayOut::state_of(const Sum& sum) {
  State result;
  for (const Position& part : sum) {
    Attempt<Sum> normal = part.game->normal_form(part, budget_);
    if (!normal) return std::move(normal).error();
    for (const Position& one : *normal) {
      Attempt<bool> live = has_options(one);
      if (!live) return std::move(live).error();
      if (*live || binds(one)) result.push_back(number(one));
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

Attempt<const std::vector<PlayOut::State>*> PlayOut::options(Number part) {
  if (options_[part]) return &*options_[part];
  const Position position = positions_[part];
  if (auto small = check_size(position); !small) return std::move(small).error();
  std::set<State> found;
  std::optional<Error> failed;
  std::unordered_set<Sum, HashSum> seen;
  auto listed = position.game->options(
      position,
      [&](const Sum& option) {
        if (!seen.insert(sorted(option)).second) return true;
        Attempt<State> live = state_of(option);
        if (!live) {
          failed = std::move(live).error();
          return false;
        }
        found.insert(*std::move(live));
        return true;
      },
      budget_);
  if (failed) return *std::move(failed);
  if (!listed) return std::move(listed).error();
  if (*listed == Ended::endless)
    return Error::declined(
        fmt::format("{} has infinitely many moves, too many to play out", to_string(position)));
  uint64_t bytes = 64;
  for (const State& one : found) bytes += sizeof(State) + 4 * one.size();
  if (!budget_.take_memory(bytes)) return budget_.too_large("the list of moves", bytes);
  options_[part].emplace(found.begin(), found.end());
  return &*options_[part];
}

Attempt<bool> PlayOut::wins(const State& start) {
  struct Frame {
    State parts;
    size_t part = 0;
    size_t option = 0;
  };
  const Mark end = play_ == Play::normal ? lost : won;  // who can't move
  if (const auto known = memo_.find(start); known != memo_.end()) return known->second == won;
  std::vector<Frame> stack;
  auto push = [&](State parts) -> Attempt<void> {
    if (memo_.size() >= most_)
      return Error::declined(fmt::format("play has more than {} positions", most_));
    const uint64_t bytes = 2 * (sizeof(Frame) + 4 * parts.size()) + 64;
    if (!budget_.take_memory(bytes))
      return budget_.too_large(fmt::format("a search of more than {} positions", memo_.size()),
                               bytes);
    memo_[parts] = open;
    stack.push_back({std::move(parts)});
    return {};
  };
  if (auto pushed = push(start); !pushed) return std::move(pushed).error();
  while (!stack.empty()) {
    if ((++steps_ & 0xFFF) == 0) {
      if (budget_.spent()) return budget_.why();
      budget_.progress("positions", memo_.size());
    }
    Frame& frame = stack.back();
    const auto bound = std::find_if(frame.parts.begin(), frame.parts.end(),
                                    [&](Number part) { return binds(positions_[part]); });
    bool is_over = frame.parts.empty();
    if (bound != frame.parts.end()) {
      frame.part = std::max(frame.part, static_cast<size_t>(bound - frame.parts.begin()));
      Attempt<const std::vector<State>*> moves = options(*bound);
      if (!moves) return std::move(moves).error();
      is_over = (*moves)->empty();
    }
    if (is_over) {
      memo_[frame.parts] = end;
      stack.pop_back();
      continue;
    }
    // Going back over an option whose outcome is known by now costs one more look and saves a
    // return value.
    Mark mark = lost;
    bool deeper = false;
    for (; frame.part < frame.parts.size() && mark == lost && !deeper;
         ++frame.part, frame.option = 0) {
      if (frame.part > 0 && frame.parts[frame.part] == frame.parts[frame.part - 1]) continue;
      Attempt<const std::vector<State>*> moves = options(frame.parts[frame.part]);
      if (!moves) return std::move(moves).error();
      for (; frame.option < (*moves)->size(); ++frame.option) {
        State next = state_with(frame.parts, frame.part, (**moves)[frame.option]);
        const auto known = memo_.find(next);
        if (known == memo_.end()) {
          if (auto pushed = push(std::move(next)); !pushed) return std::move(pushed).error();
          deeper = true;
          break;
        }
        if (known->second == open) return comes_again("a position of the sum comes again");
        if (known->second == lost) {
          mark = won;
          break;
        }
      }
      if (deeper || mark == won || bound != frame.parts.end()) break;
    }
    if (deeper) continue;
    memo_[stack.back().parts] = mark;
    stack.pop_back();
  }
  return memo_.at(start) == won;
}

Attempt<bool> PlayOut::mover_wins(const std::vector<Position>& parts) {
  for (const Position& part : parts) {
    if (auto small = check_size(part); !small) return std::move(small).error();
  }
  Attempt<State> start = state_of(Sum(parts.begin(), parts.end()));
  if (!start) return std::move(start).error();
  return wins(*start);
}

Attempt<PlayOut::Found> PlayOut::solve(const std::vector<Position>& parts, size_t limit) {
  Attempt<bool> winning = mover_wins(parts);
  if (!winning) return std::move(winning).error();
  Found found;
  found.mover_wins = *winning;
  std::vector<State> alone;
  for (const Position& part : parts) {
    Attempt<State> state = state_of({part});
    if (!state) return std::move(state).error();
    alone.push_back(*std::move(state));
  }
  const std::optional<size_t> bound = binding_part(parts);
  for (size_t i = bound.value_or(0);
       i < (bound ? *bound + 1 : parts.size()) && *winning && found.all; ++i) {
    State rest;
    for (size_t j = 0; j < parts.size(); ++j) {
      if (j != i) rest.insert(rest.end(), alone[j].begin(), alone[j].end());
    }
    std::unordered_set<Sum, HashSum> seen;
    std::optional<Error> failed;
    auto listed = parts[i].game->options(
        parts[i],
        [&](Sum option) {
          if (!seen.insert(sorted(option)).second) return true;
          Attempt<State> state = state_of(option);
          if (!state) {
            failed = std::move(state).error();
            return false;
          }
          state->insert(state->end(), rest.begin(), rest.end());
          std::sort(state->begin(), state->end());
          Attempt<bool> other = wins(*state);
          if (!other) {
            failed = std::move(other).error();
            return false;
          }
          if (*other) return true;
          if (found.winning_moves.size() == limit) {
            found.all = false;
            return false;
          }
          found.winning_moves.emplace_back(i, std::move(option));
          return true;
        },
        budget_);
    if (failed) return *std::move(failed);
    if (!listed) return std::move(listed).error();
  }
  return found;
}

}  // namespace grundy
