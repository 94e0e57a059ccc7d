// How a game's positions are read as sums of positions of other games (parts.h).
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "game/game.h"

namespace grundy {

class SumReading {
 public:
  virtual ~SumReading() = default;
  /// For the printed plan: "a list is the sum of its elements".
  virtual std::string knows() const = 0;
  /// The positions whose sum this position is; nullopt if it can't be split.
  virtual std::optional<Sum> parts(const Position& position) const = 0;

  /// Whether one table may hold many parts of a game; if not, each is asked alone.
  virtual bool share_tables() const { return true; }
  /// Whether with() is known. Where it is not, moves are found among all options.
  virtual bool tells_moves() const { return true; }
  /// The position after a move of part number `part` of its parts to these.
  virtual Position with(const Position& position, const Sum& parts, size_t part,
                        const Sum& to) const = 0;
  /// Whether the moves of a part are those of the part before it, if the two are equal.
  virtual bool repeats_moves() const { return false; }
  /// Whether moves in different parts that are not repeated always lead to different positions.
  virtual bool moves_differ() const { return true; }

  /// Why it is a sum, a line for students; empty: nothing is explained.
  virtual std::string says() const { return {}; }
  virtual std::string name(const Position& /*position*/, const Position& /*part*/,
                           size_t /*number*/) const {
    return {};
  }
};

/// Null for other games: lists that say how play ends though their moves do, lists whose elements
/// are played apart, lists that are sums of their places
/// or of pieces on them, strips of coins, and coordinates that are played apart.
std::unique_ptr<const SumReading> ends_reading(const Game& game);
std::unique_ptr<const SumReading> elements_reading(const Game& game);
std::unique_ptr<const SumReading> places_reading(const Game& game);
std::unique_ptr<const SumReading> pieces_reading(const Game& game);
std::unique_ptr<const SumReading> coins_reading(const Game& game);
std::unique_ptr<const SumReading> strip_reading(const Game& game);
std::unique_ptr<const SumReading> heads_reading(const Game& game);
std::unique_ptr<const SumReading> apart_reading(const Game& game);

}  // namespace grundy
