// wythoffs([a, b]), pass(0, x, y): a game whose numbers are letters, as `prove` takes it.
//
// Problem: a list may have any length, and `prove wythoffs` would have to speak of all.
// Idea: the text is a position in which letters stand for numbers. Its lists are as long as they
// are written, so that the game is one of numbers (rewriting/fixed_lists.h), whose coordinates have
// the letters' names. A number that stands there itself is a condition on its coordinate.
// Example: prove 'some[K=1]([a, b, c])' finds a ^^ b ^^ c.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace grundy {

struct LetteredLists {
  const Rule* rule = nullptr;                   // of numbers; as long as the session lives
  const Rule* of = nullptr;                     // of lists
  std::vector<std::optional<size_t>> brackets;  // as a Theorem has them
  bool outcomes_only = false;                   // there are no values
  bool has_sides = false;                       // the last coordinate is whose turn it is
  std::string where;                            // "p = 0": of numbers that stand in the text
  // Of a game of numbers: letters, and the coordinates for which they stand.
  std::vector<std::pair<std::string, std::string>> names;
};

/// Whether the text is a position with letters; then `read_lettered_lists` reads it.
bool has_letters(std::string_view text);
/// "k" of subtract[{1, k}], "a, b" of subtract[{a, b}]: words where parameters are numbers. Empty
/// where there are none, or variables are bound among the parameters.
std::string letters_of_parameters(std::string_view text);
Attempt<LetteredLists> read_lettered_lists(Session& session, std::string_view text, Budget& budget);

}  // namespace grundy
