// The book of theorems: games that are solved at any size, each as a text in the rule language
// (theorems/*.theorem).
//
//   theorem "Proper divisors"
//     source "Iannucci and Larsson 2021, the game aliquot"
//     proof src/theorem/divisors.cc
//     game g(n)
//       -> g(n - d)  for d in 1..n - 1  if n % d = 0
//     by taken_proper_divisors
//     spelled
//       game g(n)
//         -> g(k)  for k in 1..n - 1  if n % (n - k) = 0
//
// The conclusion is `value TERM if CONDITION` (several lines; the first that applies counts, and 0
// if none does), `lost if CONDITION`, or `by NAME` for code (conclusion.h). The parameters of the
// game `g` are the theorem's letters. A theorem about lists may say `where CONDITION`: it holds of
// those positions, from which moves lead to others of them. A `spelled` game is the same in other
// words: a test asks that the theorem is found for it.
//
// A rule is found in the book by its moves, however they are written (analysis/pieces.h), in any
// order of its coordinates. Before that a few small values are compared, by definition: no theorem
// is used for a rule whose small values differ.
// Cost: a fraction of a millisecond for a rule that is not in the book, a few milliseconds for one
// that is.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "language/rulebook.h"
#include "language/term_text.h"
#include "theorem/conclusion.h"

namespace grundy {

/// A game in words of its own.
struct Spelling {
  std::string text;  // of a rule file, whose game is `g`
  size_t line = 0;   // in the theorem's file
};

/// `value TERM if CONDITION`, as it is written.
struct ValueCase {
  std::string value;      // empty for `lost if`
  std::string condition;  // may be empty
};

struct BookTheorem {
  std::string name;
  std::string file;  // theorems/divisors.theorem
  std::string source;
  std::string proof;
  Spelling game;
  std::vector<Spelling> spelled;
  std::string code;  // by NAME, or empty
  std::vector<ValueCase> cases;
  // Of lists: the theorem speaks of the positions where this holds, and moves lead from such to
  // such. Empty: of all.
  std::string where;
};

/// The file's theorems; an error has its place.
Attempt<std::vector<BookTheorem>> read_theorems(std::string_view file, std::string_view text);
/// All theorems that are compiled in.
const std::vector<BookTheorem>& theorems();

/// "The value of n is the number of twos in n.", in the theorem's own letters.
std::string conclusion_text(const BookTheorem& theorem);

/// A theorem that holds for a rule.
struct KnownGame {
  const BookTheorem* theorem = nullptr;
  std::vector<size_t> order;  // coordinate i of the theorem is coordinate order[i] of the rule
  std::vector<std::pair<std::string, uint64_t>> letters;
  std::shared_ptr<const Conclusion> conclusion;
  // Shown where all numbers of a position have at most so many binary digits; 0: everywhere.
  unsigned most_bits = 0;
  // Moves of the rule are moves of the theorem's game only if (a, b) and (b, a) count as one.
  bool up_to_exchange = false;

  bool reaches(const Coordinates& position) const;

  Coordinates in_theorem(const Coordinates& position) const;
  Coordinates in_rule(const Coordinates& position) const;
  /// The rule's names of the theorem's coordinates.
  std::vector<std::string> names(const Rule& rule) const;
};
/// The theorem whose game the rule is, if there is one and this is shown within a few milliseconds.
std::optional<KnownGame> find_in_book(const Rule& rule);

/// A theorem that holds for a rule of lists, whose coordinates come in the theorem's order.
struct KnownLists {
  const BookTheorem* theorem = nullptr;
  std::shared_ptr<const ListConclusion> conclusion;
  std::optional<TermText> where;  // it speaks of these positions alone
};
/// The theorem whose game the rule is, if their normal forms are equal (analysis/list_form.h).
std::optional<KnownLists> find_in_book_of_lists(const Rule& rule);

}  // namespace grundy
