#include "session/pieces.h"

#include <fmt/format.h>

#include <algorithm>

#include "session/tabulate.h"

namespace grundy {
namespace {

constexpr size_t kMostListedPieces = size_t{1} << 24;
constexpr uint64_t kMostValued = uint64_t{1} << 40;  // one after another

}  // namespace

Attempt<std::optional<std::vector<ValuePiece>>> known_pieces(Session& session,
                                                             const TabledGame& game,
                                                             const Range& range, Budget& budget) {
  if (game.outcomes_only || game.coordinates().size() != 1)
    return std::optional<std::vector<ValuePiece>>();
  Plan& plan = session.solvers().of(session.games().of(*game.rule));
  auto pieces = plan.pieces(range.last(), budget);
  if (!pieces || !*pieces) return pieces;
  std::erase_if(**pieces, [&](const ValuePiece& one) { return one.last < range.first; });
  if (!(*pieces)->empty()) (*pieces)->front().first = range.first;
  return pieces;
}

Attempt<std::vector<ValuePiece>> value_pieces(Session& session, const TabledGame& game,
                                              const Range& range, Budget& budget) {
  if (game.coordinates().size() != 1)
    return Error::input(fmt::format("pieces are those of one coordinate, and '{}' has {}",
                                    game.rule->full_name, game.coordinates().size()));
  auto known = known_pieces(session, game, range, budget);
  if (!known) return std::move(known).error();
  if (*known) return **std::move(known);
  if (range.count > Natural(kMostValued))
    return Error::declined(
        fmt::format("no law shows in which pieces the values of '{}' stand, and {} positions are "
                    "too many to be "
                    "gone through",
                    game.rule->full_name, range.count.to_string()));
  std::vector<ValuePiece> result;
  Natural at = range.first;
  const auto visit = [&](const ValueList& values) -> Attempt<void> {
    if (budget.spent()) return budget.why();
    for (const Value& value : values) {
      if (!result.empty() && result.back().value == value) {
        result.back().last = at;
      } else {
        if (result.size() == kMostListedPieces) return Error::declined("more than 2^24 pieces");
        if (!budget.take_memory(sizeof(ValuePiece)))
          return budget.too_large("the list of pieces", sizeof(ValuePiece));
        result.push_back({at, at, value});
      }
      at = at + Natural(1);
    }
    budget.progress("positions", (at - range.first).to_uint64().value_or(0),
                    range.count.to_uint64().value_or(0));
    return {};
  };
  const std::vector<Range> box = {range};
  auto done = game.outcomes_only ? tabulate_outcomes(session, game, box, budget, visit)
                                 : tabulate(session, *game.rule, box, 0, budget, visit);
  if (!done) return std::move(done).error();
  return result;
}

}  // namespace grundy
