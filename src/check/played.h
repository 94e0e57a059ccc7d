// Positions as they are played, for the checker: options by the definition of the language, nothing
// taken apart.
//
// Problem: what is drawn in letters falls apart by a list of placements (drawn.h); words, sets,
// numbers and lines of coordinates do not, nor do lines that lead to other games.
// Idea: the rule's own meaning (rule/board_meaning.h, rule/meaning.h) lists the options, each a
// position, or several where the move leaves a sum. That is slow, and right for every rule there
// is.
// Example: nogo(..) has the options nogo(X.), nogo(O.), nogo(.X) and nogo(.O), in this order.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "rule/board.h"

namespace grundy {

class PlayedPositions {
 public:
  using Part = BoardPosition;
  using Option = BoardSum;

  /// Of a game and those that its moves lead to. Rule and budget outlive this.
  PlayedPositions(const Rule& rule, const Budget& budget);

  /// "nogo(.X)"; refused where the text is of none of the games or names a file.
  Attempt<Part> read(std::string_view text) const;
  /// Likewise of the game itself, whose name may have all its parameters: "toads[A=1, B=2, J=1,
  /// F=0](X.O)".
  Attempt<Part> read_first(std::string_view text) const;
  /// The games, that of the rule first.
  const std::vector<const Rule*>& games() const { return games_; }
  std::string text(const Part& part) const;
  std::string text(const Option& option) const;
  /// In the order of the rule's lines and of the choices of each; the same one may come again.
  /// Declines where they are infinitely many or more than 100,000, where a term has no value, and
  /// games that are other names for sums.
  Attempt<std::vector<Option>> options(const Part& part) const;
  /// The same of the lines that say this of who answers, and where.
  Attempt<std::vector<Option>> options(const Part& part, Reply reply) const;
  /// The positions that are the sum, equal ones side by side.
  std::vector<Part> parts(Option option) const;
  /// The position that stands for all that are like this one.
  const Part& representative(const Part& part) const { return part; }

 private:
  /// Of all lines, or of those with this reply.
  Attempt<std::vector<Option>> listed(const Part& part, std::optional<Reply> reply) const;
  Attempt<std::vector<Option>> options_by_numbers(const Part& part, const Rule& rule) const;

  std::vector<const Rule*> games_;
  // Games of numbers whose lines differ in that, with the lines of one reply.
  std::map<std::pair<const Rule*, Reply>, Rule> by_reply_;
  const Budget& budget_;
};

}  // namespace grundy
