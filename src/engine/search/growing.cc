#include "engine/search/growing.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/closed_box.h"
#include "engine/table/dense_store.h"
#include "game/rule_game.h"

namespace grundy {
namespace {

constexpr uint64_t kOptionsOfEach = 64;

bool may_rise(const Expr& term) {
  return term.op == Op::add || term.op == Op::mul || term.op == Op::power ||
         term.op == Op::shift_left || std::any_of(term.args.begin(), term.args.end(), may_rise);
}

/// Whether some line may lead to a greater number, and no line has many choices.
bool may_grow(const Rule& rule) {
  bool rises = false;
  for (const MoveLine& line : rule.moves) {
    for (const Binder& binder : line.binders) {
      if (binder.kind == Binder::Kind::range &&
          (binder.high.empty() || binder.high[0].op != Op::constant))
        return false;
    }
    for (const Part& part : line.parts) {
      rises = rises || std::any_of(part.coordinates.begin(), part.coordinates.end(), may_rise);
    }
  }
  return rises;
}

Natural size_of(const RuleGame& game, const Position& position) {
  Natural size;
  for (const Natural& c : game.coordinates(position)) size = std::max(size, c);
  return size;
}

/// Whether play stays in a box that a table has room for, or in any and is seen to end.
bool stays_in_box(const RuleGame& game, const Position& position) {
  const auto corner = small_coordinates(*game.rule(), game.coordinates(position));
  if (!corner) return false;
  const auto box = closed_box(game.facts(), *corner);
  return box && (game.facts().sweep_order().has_value() ||
                 DenseStore::cells({{game.rule(), *box}}) <= kMostClosedCells);
}

}  // namespace

bool grows_far(const Position& position, Budget& budget) {
  constexpr int kMoves = 64;
  constexpr uint64_t kTimes = 1000;
  const RuleGame* game = rule_game(position);
  if (game == nullptr || !may_grow(*game->rule()) || game->facts().descent(Effort::quick))
    return false;
  const Natural far = (size_of(*game, position) + Natural(1)) * Natural(kTimes);
  Position here = position;
  for (int move = 0; move < kMoves && size_of(*game, here) < far; ++move) {
    std::optional<Position> greatest;
    size_t looked_at = 0;
    const auto listed = game->options(
        here,
        [&](const Sum& option) {
          if (option.size() == 1 && option[0].game == game &&
              (!greatest || size_of(*game, *greatest) < size_of(*game, option[0])))
            greatest = option[0];
          return ++looked_at < kOptionsOfEach;
        },
        budget);
    if (!listed || !greatest || size_of(*game, *greatest) <= size_of(*game, here)) return false;
    here = *std::move(greatest);
  }
  if (size_of(*game, here) < far) return false;
  return !stays_in_box(*game, position);
}

Attempt<Retrograde> nearest_positions(
    std::span<const Sum> starts, Play play, Budget& budget,
    const std::function<Attempt<bool>(Retrograde& found)>& is_enough) {
  constexpr uint64_t kTimes = 8;
  uint64_t most =
      std::clamp<uint64_t>(kTimes * starts.size(), kFarthestPositions / 512, kFarthestPositions);
  for (;; most = std::min(most * kTimes, kFarthestPositions)) {
    Attempt<Retrograde> near =
        Retrograde::of(starts, play, {most, kOptionsOfEach * most, most, true}, budget);
    if (!near) return near;
    const Attempt<bool> enough = is_enough(*near);
    if (!enough) return enough.error();
    if (*enough || most >= kFarthestPositions || near->is_whole()) return near;
  }
}

}  // namespace grundy
