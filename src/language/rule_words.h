#pragma once

#include <string>
#include <string_view>

namespace grundy {

/// The lines at the beginning of the text that may be a rule in words: they have no sign of a
/// formula.
std::string_view lines_of_words(std::string_view text);

/// Whether these lines say in words what a player may do: "take 1 or 2", "you may take a prime".
bool is_said_in_words(std::string_view lines);

struct RuleInWords {
  std::string moves;       // lines of the rule; empty where the words are not understood
  std::string unknown;     // a word that is not known, which might change the meaning
  std::string heaps = {};  // "a, b" in place of the coordinate, where there are several
};
/// What lines of words mean: "take 1, 3 or 4 stones", "nimm einen bis drei", "you may remove up to
/// half", "split a heap into two unequal ones", "whoever takes the last stone loses". `game` and
/// `coordinate` are the names that the moves are written with.
RuleInWords rule_in_words(std::string_view lines, std::string_view game,
                          std::string_view coordinate);

}  // namespace grundy
