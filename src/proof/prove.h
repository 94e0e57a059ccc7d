// Laws that hold for all positions of a game, with their proofs.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/descent.h"
#include "base/budget.h"
#include "base/result.h"
#include "engine/ordinal/formula.h"
#include "rule/rule.h"
#include "value/law.h"

namespace grundy {

/// What is known of all values of a game.
struct Theorem {
  enum class Status {
    proved,
    conjectured,  // holds as far as it was tested
    unknown,
  };
  enum class Kind {
    formula,   // cases with quasi-affine ordinal values
    periodic,  // g(n + period) = g(n) + saltus from the pre-period on
  };
  const Rule* rule = nullptr;
  Status status = Status::unknown;
  Kind kind = Kind::formula;
  Formula formula;
  Descent descent;       // why play ends; kind formula
  Law law;               // kind periodic
  uint64_t window = 0;   // of a subtraction game: how many consecutive values had to come again
  bool all_but = false;  // … in which all numbers but some may be taken
  std::string reason;    // of status unknown
};

/// The strongest law that is found. Status unknown, with the reason, when none is; an error when the budget is spent.
Result<Theorem> prove(const Rule& rule, Budget& budget);

/// The statement: "For all natural numbers m and n: …", a line for each case.
std::string statement(const Theorem& theorem);
/// "every move lowers (m, n) lexicographically".
std::string why_play_ends(const Theorem& theorem);
/// The theorem with its proof, in words.
std::string proof_text(const Theorem& theorem);

}  // namespace grundy
