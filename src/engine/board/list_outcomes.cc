#include "engine/board/list_outcomes.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/costs.h"

namespace grundy {
namespace {

constexpr double kFarList = 1e6;  // positions below one that the search of lists goes through
constexpr size_t kMostLooked = 100'000;  // short lists that are looked at for a winning move
constexpr size_t kShort = 16;

}  // namespace

bool ListOutcomes::tells_only_who_wins(std::span<const Position> positions) const {
  return std::any_of(positions.begin(), positions.end(), [&](const Position& one) {
    if (one.game != &game_) return false;
    double below = 1;
    for (const NaturalSet& list : game_.position(one).sets) {
      for (const int64_t n : list) below *= static_cast<double>(n) + 1;
    }
    return below > kFarList;
  });
}

Attempt<std::vector<Value>> ListOutcomes::values(std::span<const Position>, Budget&) {
  return Error::declined("of long lists it is known who wins, and no value");
}

Attempt<Outcome> ListOutcomes::outcome(const Position& position, Play play, Budget& budget) {
  if (play == Play::misere) return Solver::outcome(position, play, budget);
  const Attempt<bool> lost = is_lost(game_.position(position), budget);
  if (!lost) return lost.error();
  return *lost ? Outcome::P : Outcome::N;
}

Attempt<MoveSet> ListOutcomes::winning_moves(const Position& position, Play play, size_t limit,
                                             Budget& budget) {
  if (play == Play::misere) return Solver::winning_moves(position, play, limit, budget);
  if (auto known = known_moves(position, limit, budget)) return *std::move(known);
  MoveSet result;
  size_t options = 0, numbers = 0;
  for (const NaturalSet& list : game_.position(position).sets) numbers += list.size();
  const size_t most = kMostLooked / (1 + numbers / kShort) + 1;
  Attempt<bool> failed = true;
  Budget part(budget, cost::kStepsOfListing);  // few choices of a line may be moves
  const auto listed = game_.list_options(
      position,
      [&](const Sum& option) {
        if (++options > most || result.moves.size() == limit) {
          result.all = false;
          result.untold = true;
          return false;
        }
        if (option.size() > 1 || (!option.empty() && option[0].game != &game_)) {
          result.untold = true;
          return true;
        }
        const Attempt<bool> lost =
            option.empty() ? Attempt<bool>(true) : is_lost(game_.position(option[0]), part);
        if (!lost) {
          failed = lost.error();
          return false;
        }
        if (*lost) result.moves.push_back({option, ""});
        return true;
      },
      part);
  if (budget.spent()) return budget.why();
  if (part.spent()) {
    result.all = false;
    result.untold = true;
  } else {
    if (!failed) return failed.error();
    if (!listed) return listed.error();
  }
  if (result.moves.empty() && result.untold && limit > 0)
    return Error::declined(
        fmt::format("none of the first {} moves is seen to win, and no more are tried", options));
  return result;
}

}  // namespace grundy
