// Universe: the games that a quotient is taken of, as letters, and their positions as elements.
//
// A take-and-break game of at most two heaps has a heap of every size; of any other position the closure, all positions
// that it can lead to, is numbered options first, nim heaps like all others. The quotient of everything together decides
// sums of all this.
//
//   Attempt<Universe> universe = Universe::of(sum, budget);     // kayles(10^18) + octal[0.123](77) + *3
//   auto settled = universe->settle(budget);
//   universe->element(position);
#pragma once
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/misere/pretending.h"
#include "game/rule_game.h"

namespace grundy::misere {

/// The moves of a rule that is a take-and-break game of at most two heaps and finitely many digits, subtraction games
/// of finite sets among them; else the reason why it is none.
Attempt<heap::Moves> moves_of(const RuleGame& game);

class Universe {
 public:
  static constexpr uint32_t kMostClosed = 5000;

  /// Of games; of the positions' closures where they are no take-and-break games. `whole`: of take-and-break games the
  /// heaps of all sizes, otherwise those up to the largest of the sum.
  static Attempt<std::unique_ptr<Universe>> of(const Sum& sum, bool whole, Budget& budget);

  /// Of all heaps of take-and-break games.
  static Attempt<std::unique_ptr<Universe>> of_games(const std::vector<const RuleGame*>& games, Budget& budget);

  Universe(const Universe&) = delete;
  Universe& operator=(const Universe&) = delete;

  /// Finds the quotient: for ever, where it is of whole games.
  Attempt<void> settle(Budget& budget);
  /// Finds the quotient of heaps up to this size.
  Attempt<void> take(uint64_t upto);

  const Quotient& quotient() const { return *quotient_; }
  const std::vector<const RuleGame*>& games() const { return games_; }
  /// Empty until settled for ever.
  const std::vector<heap::Period>& periods() const { return periods_; }

  /// Of a position in the universe, or a sum of these; nothing for others.
  std::optional<Element> element(const Position& position, Budget& budget) const;
  std::optional<Element> element(const Sum& sum, Budget& budget) const;
  /// A position that the letter stands for.
  Position position(uint32_t letter) const;
  /// The sum that an element's least word stands for.
  Sum sum_of(Element x) const;

 private:
  Universe() = default;
  Attempt<void> close(const Position& start, Budget& budget);
  std::optional<Element> of_live(const Position& position) const;

  std::vector<const RuleGame*> games_;
  std::unordered_map<const Game*, size_t> number_;  // of games
  std::vector<Position> closed_;
  std::unordered_map<Position, uint32_t, HashPosition> letters_;  // of closed positions
  std::vector<std::vector<std::vector<uint32_t>>> options_;
  std::unique_ptr<Quotient> quotient_;
  std::vector<heap::Period> periods_;
  bool whole_ = true;
  uint64_t largest_ = 0;
};

}  // namespace grundy::misere
