/// @file
/// Game: what there is to read about a game that a Session knows.
///
/// @code
/// grundy::Session session;
/// const grundy::Result<grundy::Game> game = session.game("kayles");
/// std::cout << game->signature << ": " << game->documentation[0] << '\n' << game->rules;
/// // kayles(n): Kayles (Dudeney 1908, Loyd): a row of n pins; knock down one pin or two adjacent ones.
/// // game kayles(n)
/// //   -> kayles(a) + kayles(b)       for a <= n, b <= a       if a + b = n - 1 or a + b = n - 2
/// //   show row | hit .
/// @endcode
#pragma once
#include <string>
#include <vector>

namespace grundy::face {

struct Game {
  std::string name;  ///< "stones"
  /// How a position is written: "stones[K](m, n)", "moore[k=2]([3, 5, 7])".
  std::string signature;
  /// Lines: rules in words, known results with their sources.
  std::vector<std::string> documentation;
  /// The text in the rule language; empty for games of lists, matrices and graphs.
  std::string rules;
  std::string group;  ///< What a position is: "Heaps", "Boards", …; for games of rule files "Games
                      ///< of your own".

  /// {"name": …, "position": …, "group": …, "documentation": …, "rules": …}
  std::string json() const;
};

/// A theorem of the book: a game that is solved at any size, whatever the words of its rule.
struct BookTheorem {
  std::string name;    ///< "Proper divisors"
  std::string source;  ///< "Iannucci and Larsson 2021, the game aliquot"
  std::string proof;   ///< Where the proof stands: a file of the project, or empty.
  std::string rules;   ///< The game, in the rule language; its parameters stand for any numbers.
  std::string conclusion;              ///< "The value of n is the number of twos in n."
  std::vector<std::string> spellings;  ///< The same game in other words.

  /// {"name": …, "source": …, "proof": …, "rules": …, "conclusion": …, "spellings": […]}
  std::string json() const;
};

}  // namespace grundy::face
