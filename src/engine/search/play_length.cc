#include "engine/search/play_length.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/round.h"
#include "game/board_game.h"
#include "game/bound.h"
#include "game/compound.h"
#include "game/game.h"
#include "game/key.h"
#include "game/nim_heap.h"

namespace grundy {
namespace {

/// What an option of the position costs, in steps: a board is laid out, and others are drawn or
/// folded anew.
uint64_t steps_of_option(const Position& position) {
  const Game* game = position.game;
  if (game->rule() != nullptr || game == &nim_heaps()) return 1;
  if (as<CompoundGame>(game) != nullptr || binds(position)) return 2;
  return as<BoardGame>(game) != nullptr ? 150 : 100;
}

constexpr uint64_t kOfANode = 64;  // of a table: its links, its hash, its place among the buckets
constexpr size_t kPartsOfShortPlay = 24;
constexpr uint64_t kMostBytes = 2'000;           // of its boards
constexpr uint64_t kShortPlay = 4'000;           // options
constexpr uint64_t kStepsOfShortPlay = 200'000;  // of listing them

}  // namespace

std::optional<PlayLength::Length> short_play(const Sum& sum, Play play, const Budget& whole) {
  if (sum.size() > kPartsOfShortPlay || bytes_beyond(sum) > kMostBytes) return std::nullopt;
  Budget budget(whole, kStepsOfShortPlay);
  const auto length = PlayLength(play, Pace::winner_hurries, kShortPlay).of(sum, budget);
  return length ? std::optional(*length) : std::nullopt;
}

/// The part that binds the next move is kept, even where it has no move.
Attempt<Sum> PlayLength::normal_sum(const Sum& sum, Budget& budget) {
  Sum result;
  for (const Position& part : sum) {
    auto found = live_.find(part);
    if (found == live_.end()) {
      Attempt<Sum> live = live_parts({part}, budget);
      if (!live) return live;
      const uint64_t bytes =
          sizeof(Position) + sizeof(Sum) + bytes_beyond(part) + bytes_beyond(*live) + kOfANode;
      if (!budget.take_memory(bytes)) return budget.too_large("the positions that were met", bytes);
      found = live_.emplace(part, *std::move(live)).first;
    }
    result.insert(result.end(), found->second.begin(), found->second.end());
  }
  return sorted(std::move(result));
}

Attempt<PlayLength::Length> PlayLength::of(const Sum& sum, Budget& budget) {
  Attempt<Sum> start = normal_sum(sum, budget);
  if (!start) return std::move(start).error();
  if (start->size() == 1) {  // the one winning move of a nim heap is known
    if (const auto heap = heap_size((*start)[0])) {
      const bool is_one = *heap == Ordinal(1);
      return play_ == Play::normal ? Length{true, 1}
                                   : Length{!is_one, is_one ? uint64_t{1} : uint64_t{2}};
    }
  }
  uint64_t options = 0;
  std::vector<Sum> line;
  const auto give_up = [&](Error error) {
    std::erase_if(known_, [](const auto& one) { return one.second.moves == kOpen; });
    return error;
  };
  const auto push = [&](Sum to) -> Attempt<void> {
    const uint64_t bytes = 2 * (sizeof(Sum) + bytes_beyond(to)) + 64;
    if (!budget.take_memory(bytes)) return budget.too_large("the sums that were met", bytes);
    line.push_back(std::move(to));
    return {};
  };
  if (auto pushed = push(*start); !pushed) return std::move(pushed).error();
  while (!line.empty()) {
    const Sum here = line.back();
    if (const auto found = known_.find(here);
        found != known_.end() && found->second.moves != kOpen) {
      line.pop_back();
      continue;
    }
    if (budget.spent()) return give_up(budget.why());
    known_[here] = {};
    const size_t waiting = line.size();
    std::optional<uint64_t> winning;  // the length of an option that the other player loses,
    std::optional<uint64_t> losing;   // and of one that they win
    const bool hurries = pace_ == Pace::winner_hurries;
    std::optional<Error> failed;
    const auto take = [&](const Sum& to, uint64_t steps) -> Attempt<void> {
      options += steps;
      if (options > most_)
        return Error::declined(fmt::format("looking through play takes more than {} steps", most_));
      Attempt<Sum> next = normal_sum(to, budget);
      if (!next) return std::move(next).error();
      const auto found = known_.find(*next);
      if (found == known_.end()) return push(*std::move(next));
      const Known& known = found->second;
      if (known.moves == kOpen) return comes_again("a position of the sum comes again");
      std::optional<uint64_t>& best = known.mover_wins ? losing : winning;
      const bool is_least = hurries != known.mover_wins;
      best = !best      ? known.moves
             : is_least ? std::min(*best, known.moves)
                        : std::max(*best, known.moves);
      return {};
    };
    const std::optional<size_t> bound = binding_part(here);
    for (size_t i = 0; i < here.size() && !failed; ++i) {
      if ((bound && i != *bound) || (i > 0 && here[i] == here[i - 1])) continue;
      const auto listed = here[i].game->options(
          here[i],
          [&](const Sum& option) {
            if (auto taken = take(replaced(here, i, option), steps_of_option(here[i])); !taken)
              failed = std::move(taken).error();
            return !failed;
          },
          budget);
      if (!failed && !listed) failed = listed.error();
      if (!failed && *listed == Ended::endless)
        failed = Error::declined(fmt::format("{} has infinitely many moves", to_string(here[i])));
    }
    if (failed) return give_up(*std::move(failed));
    if (line.size() > waiting) continue;
    Known& known = known_[here];
    if (winning) {
      known = {true, 1 + *winning};
    } else {
      known = {!losing && play_ == Play::misere, losing ? 1 + *losing : 0};
    }
    line.pop_back();
  }
  const Known& known = known_.at(*start);
  return Length{known.mover_wins, known.moves};
}

}  // namespace grundy
