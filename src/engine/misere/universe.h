// Universe: the games that a quotient is taken of, as letters, and their positions as elements.
//
// A take-and-break game of at most two heaps has a heap of every size; of any other position the
// closure, all positions that it can lead to, is numbered options first, nim heaps like all others.
// The quotient of everything together decides sums of all this.
//
// A game that never leaves two heaps has one heap in every sum that play can lead to, if it had one
// at first. Knowing what two of them do tells more apart than needed: Universe::with_beside takes
// such parts, and all other finite ones, as positions beside the heaps of games that split
// (beside.h), and only what their canonical form (canonical.h) can become: beside kayles,
// octal[0.123](77) is 0.
//
//   Attempt<Universe> universe = Universe::of(sum, budget);
//   // of kayles(10^18) + octal[0.123](77) + *3
//   auto settled = universe->settle(budget);
//   universe->element(position);
#pragma once
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/misere/canonical.h"
#include "engine/misere/pretending.h"
#include "game/rule_game.h"

namespace grundy::misere {

/// The moves of a rule that is a take-and-break game of at most two heaps and finitely many digits,
/// subtraction games of finite sets among them; else the reason why it is none.
Attempt<heap::Moves> moves_of(const RuleGame& game);

class Universe {
 public:
  static constexpr uint32_t kMostClosed = 5000;
  static constexpr uint32_t kMostBeside = 1000;
  static constexpr uint64_t kMostTokens = 500;

  /// Of games; of the positions' closures where they are no take-and-break games.
  static Attempt<std::unique_ptr<Universe>> of(const Sum& sum, Budget& budget);

  /// Of heaps of take-and-break games that split, with what the other parts' canonical form can
  /// become beside them. Declines where there are no such heaps, or too many positions beside.
  static Attempt<std::unique_ptr<Universe>> with_beside(const Sum& sum, Budget& budget);
  /// The same, of so many tokens in heaps as the sum has, and no more.
  static Attempt<std::unique_ptr<Universe>> of_its_tokens(const Sum& sum, Budget& budget);

  /// Of all heaps of take-and-break games.
  static Attempt<std::unique_ptr<Universe>> of_games(const std::vector<const RuleGame*>& games,
                                                     Budget& budget);

  Universe(const Universe&) = delete;
  Universe& operator=(const Universe&) = delete;

  /// Finds the quotient of all heaps, or of those up to the largest of the sum, whichever is known
  /// first.
  Attempt<void> settle(Budget& budget);
  /// Finds the quotient of heaps up to this size.
  Attempt<void> take(uint64_t upto);

  /// Whether the position is of a game whose heaps have elements.
  bool is_heap(const Position& position) const { return number_.contains(position.game); }
  /// The canonical form of a sum that the parts beside can become.
  std::optional<Form> form_beside(const Sum& sum) const;
  /// The number of the sum among the positions that may stand beside; nothing where its form can't
  /// come up.
  std::optional<size_t> place_beside(const Sum& sum) const;

  const Quotient& quotient() const { return *quotient_; }
  const std::vector<const RuleGame*>& games() const { return games_; }
  /// Empty unless settled for ever.
  const std::vector<heap::Period>& periods() const { return periods_; }

  /// Of a position in the universe, or a sum of these; nothing for others.
  std::optional<Element> element(const Position& position, Budget& budget) const;
  std::optional<Element> element(const Sum& sum, Budget& budget) const;
  /// Of sums it knows, where these are bounded.
  const std::optional<uint64_t>& most_tokens() const { return most_tokens_; }
  /// A position that the letter stands for.
  Position position(uint32_t letter) const;
  /// The sum that an element's least word stands for.
  Sum sum_of(Element x) const;

 private:
  Universe() = default;
  static Attempt<std::unique_ptr<Universe>> beside(const Sum& sum, bool bounded, Budget& budget);
  /// The forms of everything that the sum can become.
  Attempt<void> find_forms(const Sum& start, Budget& budget);
  Attempt<void> close(const Position& start, Budget& budget);
  Element power_of(Element x, const Natural& count) const;
  std::optional<Element> of_live(const Position& position) const;

  std::vector<const RuleGame*> games_;
  std::unordered_map<const Game*, size_t> number_;  // of games
  std::vector<Position> closed_;
  std::unordered_map<Position, uint32_t, HashPosition> letters_;  // of closed positions
  std::vector<std::vector<std::vector<uint32_t>>> options_;
  Forms forms_;
  std::unordered_map<Sum, Form, HashSum> form_of_;  // of sums that stand beside
  std::vector<Form> places_;                        // of positions beside
  std::unique_ptr<Quotient> quotient_;
  std::vector<heap::Period> periods_;
  uint64_t largest_ = 0;
  std::optional<uint64_t> most_tokens_;
};

}  // namespace grundy::misere
