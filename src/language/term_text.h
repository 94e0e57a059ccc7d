// A term or a condition that a user writes beside a game, over numbers that have names.
//
// The text becomes a line of a rule, so that the language has one reader; errors are brought back
// to their places in the text. Example: "value = 0 and a < b" over the names a, b, value holds at
// (1, 2, 0). Reading costs as much as a rule file of three lines, a value some tenths of a
// microsecond an operation. Where a name is that of a list, "[a]" or "bag [a]", the text speaks of
// the numbers of a list: "len(a) % 2 = 0".
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/attempt.h"
#include "rule/board.h"
#include "rule/rule.h"

namespace grundy {

class Patience;
struct Environment;
struct Fault;

class TermText {
 public:
  enum class Kind { term, condition };
  /// `names[i]` is the name of number i; `numbers` are names with one value, a game's parameters.
  /// Errors are located in `text`, called `source`.
  static Attempt<TermText> read(Kind kind, std::string_view source, std::string_view text,
                                const std::vector<std::string>& names,
                                const std::vector<std::pair<std::string, int64_t>>& numbers = {});

  /// The value of a term; of a condition 1 or 0. Declines where it has none: a division by zero, a
  /// number beyond 2^63.
  Attempt<int64_t> at(const std::vector<int64_t>& numbers) const;
  /// The same at a position of a game with these coordinates, some of them lists.
  Attempt<int64_t> at(const BoardPosition& position, Patience* patience = nullptr) const;
  /// As it was written.
  const std::string& text() const { return text_; }
  /// The term, or the condition's conjuncts; slot i is the number names[i].
  const std::vector<Expr>& exprs() const { return exprs_; }

 private:
  int64_t value(Environment& slots, Fault& fault, Patience* patience) const;

  Kind kind_ = Kind::term;
  std::string text_;
  std::vector<Expr> exprs_;
  // Of a text about lists: its slots, and the sums and the like that stand inside other ones; the
  // values of these are found once, and stand in the slots behind the others.
  size_t slots_ = 0;
  std::vector<Expr> once_;
};

/// A message about a name that is unknown in a text of the user's: which names there are, in place
/// of the advice to bind it by 'for'. Other messages stay.
std::string with_known_names(std::string message, const std::vector<std::string>& names);

/// The text with other names in place of these.
std::string with_names(std::string_view text,
                       const std::vector<std::pair<std::string, std::string>>& names);

}  // namespace grundy
