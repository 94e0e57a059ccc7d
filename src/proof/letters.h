// Games with letters for parameters: subtract[{1..k}] for every k.
//
// Problem: a Rule is closed, its parameters are filled in.
// Idea: a letter becomes a coordinate that no move changes, the first one; so all that is known of
// rules holds for letters too. A set with letters in it is written out where a move chooses from
// it, one line for each of its elements.
// Example: subtract[{1, k..2*k}] becomes
//   game subtract(k, n)
//     -> subtract(k, n - s) for s = 1
//     -> subtract(k, n - s) for s in k..2*k
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "language/rulebook.h"

namespace grundy {

struct LetteredGame {
  std::unique_ptr<Rulebook> book;  // the rule's
  const Rule* rule = nullptr;      // the letters are its first coordinates
  size_t letters = 0;
  std::string name;  // as written, "subtract[{1..k}]"
};

/// "k" or "a, b": names of the language, each once. Errors are located in `text`.
Attempt<std::vector<std::string>> read_letters(std::string_view text);

/// `game` is a name with parameters in which the letters stand for numbers; a parameter of the game
/// that is a letter need not be given. Games are those of the rulebook.
Attempt<LetteredGame> lettered_game(const Rulebook& book, std::string_view game,
                                    const std::vector<std::string>& letters);

}  // namespace grundy
