#include "engine/solver.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

namespace grundy {

Work& Work::operator+=(const Work& other) {
  positions += other.positions;
  options += other.options;
  for (const std::string& pass : other.passes) {
    if (std::find(passes.begin(), passes.end(), pass) == passes.end()) passes.push_back(pass);
  }
  if (!other.limit.empty()) limit = other.limit;
  return *this;
}

Attempt<std::vector<Value>> Solver::values_one_by_one(std::span<const Position> positions,
                                                      Budget& budget) {
  std::vector<Value> result;
  for (const Position& position : positions) {
    Attempt<Value> value = value_of({position}, budget);
    if (!value) return std::move(value).error();
    result.push_back(*std::move(value));
  }
  return result;
}

Attempt<Value> Solver::value_of(const Sum& option, Budget& budget) {
  auto parts = values(std::span(option.data(), option.size()), budget);
  if (!parts) return std::move(parts).error();
  Value sum;
  for (const Value& part : *parts) sum = nim_sum(sum, part);
  return sum;
}

Attempt<bool> Solver::has_value(const Position& position, const Value& value, Budget& budget) {
  auto own = values({&position, 1}, budget);
  if (!own) return std::move(own).error();
  return own->front() == value;
}

Attempt<bool> Solver::wins_misere(const Sum& sum, uint64_t /*most*/, Budget& /*budget*/) {
  return Error::declined("misère play of " + to_string(sum, 300, 300) + " is not solved");
}

Attempt<Outcome> Solver::outcome(const Position& position, Play play, Budget& budget) {
  if (play == Play::misere) {
    const Attempt<bool> wins = wins_misere({position}, UINT64_MAX, budget);
    if (!wins) return wins.error();
    return *wins ? Outcome::N : Outcome::P;
  }
  auto value = values({&position, 1}, budget);
  if (!value) return std::move(value).error();
  return value->front().outcome();
}

Attempt<MoveSet> Solver::moves_to(const Position& position, const Value& value, size_t limit,
                                  Budget& budget) {
  return options_where(position, limit, budget, [&](const Sum& option) -> Attempt<bool> {
    Attempt<Value> there = value_of(option, budget);
    if (!there) return std::move(there).error();
    return *there == value;
  });
}

Attempt<std::optional<Natural>> Solver::count_moves_to(const Position& position, const Value& value,
                                                       Budget& budget) {
  const Attempt<MoveSet> moves = moves_to(position, value, SIZE_MAX, budget);
  if (!moves) return moves.error();
  return moves->all ? std::optional<Natural>(moves->moves.size()) : std::nullopt;
}

Attempt<MoveSet> Solver::winning_moves(const Position& position, Play play, size_t limit,
                                       Budget& budget) {
  if (play == Play::normal) return moves_to(position, Value(), limit, budget);
  if (const Attempt<bool> able = wins_misere({position}, UINT64_MAX, budget); !able)
    return able.error();
  return options_where(position, limit, budget, [&](const Sum& option) -> Attempt<bool> {
    if (option.empty()) return false;  // the other player can't move
    Attempt<bool> wins = wins_misere(option, UINT64_MAX, budget);
    if (!wins) return wins;
    return !*wins;
  });
}

Attempt<MoveSet> options_where(const Position& position, size_t limit, Budget& budget,
                               const std::function<Attempt<bool>(const Sum&)>& wanted) {
  constexpr uint64_t kMostParts = uint64_t{1} << 21;
  MoveSet result;
  uint64_t parts = 0;  // of sums
  std::unordered_set<Sum, HashSum> seen;
  std::optional<Error> failed;
  auto listed = position.game->options(
      position,
      [&](Sum option) {
        if (option.size() > 1) parts += option.size();
        if (parts > kMostParts) {
          result.all = false;
          result.untold = true;
          return false;
        }
        budget.count(1);
        Attempt<bool> takes = wanted(option);
        if (!takes) {
          failed = std::move(takes).error();
          return false;
        }
        if (!*takes || !seen.insert(sorted(option)).second) return true;
        if (result.moves.size() == limit) {
          result.all = false;
          return false;
        }
        result.moves.push_back({std::move(option), ""});
        return true;
      },
      budget);
  // What was found before the steps of a part were done stays.
  if (budget.out_of_steps() && (failed || !listed)) {
    failed.reset();
    listed = Ended::stopped;
    result.all = false;
    result.untold = true;
  }
  if (failed) return *std::move(failed);
  if (result.untold && result.moves.empty())
    return Error::declined("the moves are too many to be looked through");
  if (!listed) return std::move(listed).error();
  if (*listed == Ended::endless) result.all = false;
  return result;
}

}  // namespace grundy
