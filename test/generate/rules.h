// Random rule files. They use the whole language; most of the games end because every move is made
// to lower some measure, and some do not.
#pragma once
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace grundy::generate {

struct RandomGame {
  std::string name;
  size_t arity = 1;  // of its Rule, with whose turn it is where Left and Right move differently
};

struct RandomRules {
  std::string text;               // the whole rule file
  std::vector<RandomGame> games;  // the first one is the one to ask about
  // The greatest number of binders of one line that only conditions keep finite.
  size_t unbounded = 0;
};

/// The rule file of this seed: the same for ever on every machine. Games are called g0, g1, …
RandomRules random_rules(uint64_t seed);

/// The same, with terms such as sum(T for …) and count(C for …).
RandomRules rules_with_folds(uint64_t seed);

/// Random rules, but every fourth file has ends of its own, or lines of Left's and Right's alone: the
/// rules of random_outcomes, whose Rules have lines without parts. For those who work with Rules.
RandomRules any_rules(uint64_t seed);

/// A rule file with one game g0 that ends by `win if` or `lose if`, or in which Left and Right move
/// differently; or both.
struct RandomOutcomes {
  RandomRules rules;
  std::vector<bool> ends;  // in their order: whether it is `win if`
  bool has_sides = false;
  /// The same rule taken apart, to be read without what makes ends and sides of it: the lines of
  /// `left` and of `right` lead to g0 whether play is over or not; `end0`, `end1`, … have a move
  /// exactly where that end holds.
  std::string apart;
};

RandomOutcomes random_outcomes(uint64_t seed);
/// Games in which tens of thousands of positions follow from small ones, up to a far end.
RandomOutcomes far_outcomes(uint64_t seed);

}  // namespace grundy::generate
