/// @file For who sets a problem: a formula or a solution against the rule, and test inputs with
/// their answers.
///
/// @code
/// grundy::Session session;
/// const grundy::Result<grundy::StressReport> report = session.stress_formula("nim", "n % 16");
/// std::cout << report->failure->position << " is " << report->failure->right << ", not " << report->failure->given << "\n";
/// // nim(16) is 16, not 0
/// @endcode
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace grundy::face {

struct SetterOptions {
  /// A condition of the coordinates, "n <= 20 and m <= n". A coordinate is at most 20 (of two 10,
  /// of more 5) where none bounds it by a number or by others.
  std::string limits = {};
  uint64_t count = 100;  ///< Of random positions, or of tests.
  uint64_t seed = 1;
  /// Words for N and P, "first" and "second"; with them the answers are who wins, not values.
  std::optional<std::pair<std::string, std::string>> answers = {};
};

/// Made by Session::stress_formula and Session::stress_program.
struct StressReport {
  struct Failure {
    std::string position;  ///< A least one where it was found among the smallest.
    std::string right;     ///< By the rule.
    std::string given;     ///< By the formula or the program.
  };
  uint64_t tested = 0;    ///< Positions.
  bool complete = false;  ///< They are all within the limits.
  uint64_t random = 0;    ///< So many of them were chosen by chance; the others are the smallest.
  std::optional<Failure> failure = {};
};

/// Made by Session::test_positions.
struct TestPosition {
  std::string input;   ///< The coordinates, with blanks between.
  std::string answer;  ///< The value, or who wins.
};

}  // namespace grundy::face
