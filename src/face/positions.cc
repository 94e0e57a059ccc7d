// Many positions of one game, and the moves of one position.
#include <fmt/format.h>

#include <unordered_set>

#include "analysis/heap_code.h"
#include "base/lease.h"
#include "face/inside.h"
#include "session/batch.h"

namespace grundy::face {

Result<std::vector<Value>> Session::values(std::string_view game,
                                           std::span<const uint64_t> coordinates) {
  return guarded([&]() -> Result<std::vector<Value>> {
    Call call(*home_);
    const Attempt<const Rule*> rule = home_->session.game(game, call.budget);
    if (!rule) return Inside::error(rule.error());
    const size_t arity = (*rule)->arity();
    if (arity == 0 || coordinates.size() % arity != 0) {
      return Inside::input(fmt::format("'{}' has {} coordinates, and {} numbers came",
                                       (*rule)->full_name, arity, coordinates.size()));
    }
    const RuleGame& played = home_->session.games().of(named_game(**rule));
    Lease memory(call.budget);
    const uint64_t bytes =
        coordinates.size() / arity * (sizeof(grundy::Position) + sizeof(grundy::Value));
    if (!memory.take(bytes))
      return Inside::error(call.budget.too_large("so many positions", bytes));
    std::vector<grundy::Position> positions;
    Coordinates point(arity);
    for (size_t i = 0; i < coordinates.size(); i += arity) {
      for (size_t k = 0; k < arity; ++k) point[k] = Natural(coordinates[i + k]);
      positions.push_back(played.at(point));
    }
    home_->session.solvers().make_room(call.budget);
    return Inside::result(home_->session.solvers().of(played).values(positions, call.budget),
                          [](const std::vector<grundy::Value>& values) {
                            std::vector<Value> result;
                            result.reserve(values.size());
                            for (const grundy::Value& value : values)
                              result.push_back(Inside::value(value));
                            return result;
                          });
  });
}

Result<MoveList> Session::options(const Position& position, size_t limit) {
  return guarded([&]() -> Result<MoveList> {
    if (auto belongs = Inside::belongs(Sum({position}), home_); !belongs) return belongs.error();
    Call call(*home_);
    const grundy::Position& from = Inside::position(position);
    MoveList result;
    std::unordered_set<grundy::Sum, HashSum> seen;
    const auto listed = from.game->options(
        from,
        [&](grundy::Sum to) {
          grundy::Sum place = sorted(to);
          if (seen.count(place) > 0) return true;
          if (seen.size() == limit) return result.all = false;
          result.moves.push_back(Inside::move(home_, 0, from, to));
          seen.insert(std::move(place));
          return !call.budget.spent();
        },
        call.budget);
    if (!listed) return Inside::error(listed.error());
    if (call.budget.spent()) return Inside::error(call.budget.why());
    if (*listed == Ended::endless) result.all = false;
    result.in_words = from.game->options_in_words(from);
    return result;
  });
}

}  // namespace grundy::face
