// For who sets a problem: a formula or a solution against the rule, and test inputs with their
// answers.
//
// Problem: a solution that guesses a law is wrong somewhere, often at a small position that nobody
// tried. Idea: all positions within limits in the order of their size, so that the first that fails
// is a least one, and beyond some number of them random ones of all sizes. Tests begin with the
// corners of the limits, where solutions overflow, and have as many won as lost positions as there
// are. Example: limits "n <= 20 and m <= n". Cost: that of the answers.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace grundy {

struct SetterQuestion {
  /// A condition of the coordinates; a coordinate is at most 20 (of two 10, of more 5) where none
  /// bounds it by a number.
  std::string limits = {};
  uint64_t count = 0;  // of random positions, or of tests
  uint64_t seed = 1;
  /// Words for N and P; with them the answers are who wins, not values.
  std::optional<std::array<std::string, 2>> answers = {};
};

struct StressReport {
  struct Failure {
    std::string position;
    std::string right;
    std::string given;
  };
  uint64_t tested = 0;    // positions
  bool complete = false;  // these are all within the limits
  uint64_t random = 0;    // so many of them were chosen by chance
  std::optional<Failure> failure = {};
};

/// Compares a formula (proof/claim_text.h) with the rule, at the 100,000 smallest positions and
/// `count` random ones.
Attempt<StressReport> stress_formula(Session& session, std::string_view game,
                                     const std::string& formula, const SetterQuestion& question,
                                     Budget& budget);
/// Compares a program, which a shell runs for each position: it reads the coordinates as numbers on
/// one line and writes the value, or who wins. At the `count` smallest positions, and as many
/// random ones.
Attempt<StressReport> stress_program(Session& session, std::string_view game,
                                     const std::string& program, const SetterQuestion& question,
                                     Budget& budget);

struct TestPosition {
  std::string input;   // the coordinates, with blanks between
  std::string answer;  // the value, or who wins
};

/// `count` different positions within the limits, or fewer where there are no more.
Attempt<std::vector<TestPosition>> test_positions(Session& session, std::string_view game,
                                                  const SetterQuestion& question, Budget& budget);

}  // namespace grundy
