// Laws that hold for all positions of a game, with their proofs.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/descent.h"
#include "base/attempt.h"
#include "base/budget.h"
#include "engine/heap/regularity.h"
#include "engine/ordinal/formula.h"
#include "rule/heap_code.h"
#include "rule/rule.h"
#include "value/law.h"

namespace grundy {

/// What is known of all values of a game.
struct Theorem {
  enum class Status {
    proved,
    refuted,      // of a formula that was given: false at `refutation`
    conjectured,  // holds as far as it was tested
    unknown,
  };
  enum class Kind {
    formula,   // cases with quasi-affine ordinal values
    periodic,  // g(n + period) = g(n) + saltus from the pre-period on
  };
  /// A case as it is written: where it and none before it holds, the value.
  struct StatedCase {
    std::string condition;
    std::string value;
    friend bool operator==(const StatedCase&, const StatedCase&) = default;
  };
  /// A formula for the positions in which one coordinate has one value, proved.
  struct Slice {
    size_t coordinate = 0;
    int64_t at = 0;
    Formula formula;
  };
  /// Of a take-and-break game with few rares, whose values were not kept: by which character, and some of its stations
  /// (engine/heap/repeat.h), the last one with the window that came again.
  struct Stations {
    struct One {
      uint64_t position = 0;
      std::vector<uint8_t> values;  // of the positions before
    };
    uint32_t mask = 0;
    bool by_parity = false;
    std::vector<One> list;
  };
  /// A position where a formula fails.
  struct Refutation {
    std::vector<int64_t> position;
    std::string claimed;     // value; empty when the formula gives none
    std::string true_value;  // empty when it is not known
    std::string flaw;        // what is wrong with the claimed value when the true one is not known
  };
  const Rule* rule = nullptr;
  Status status = Status::unknown;
  Kind kind = Kind::formula;
  Formula formula;                // kind formula, when it was found here; by residues (formula.h)
  std::vector<StatedCase> cases;  // kind formula, as text
  std::vector<StatedCase> latex;  // … and for LaTeX's mathematical mode
  Descent descent;                // why play ends; kind formula, status proved, and of slices
  bool sums = false;              // moves lead to sums; kind formula, status proved
  Law law;                        // kind periodic
  uint64_t window = 0;            // of a subtraction game: how many consecutive values had to come again
  bool all_but = false;           // … in which all numbers but some may be taken
  uint64_t turns = 0;             // of a game of three heaps: so many periods are taken as one; 0 for others
  std::optional<HeapCode> code;   // kind periodic, of a take-and-break game; window: how many values were computed
  std::optional<heap::Regularity> regularity;  // … that is no period; the law has no values. Conjectured
  std::optional<Stations> stations;            // … without a table: the law has no values
  std::vector<int64_t> tested;                 // conjectured: all positions with coordinate i below tested[i]
  std::vector<Slice> slices;                   // unknown: what is known nevertheless
  Refutation refutation;
  std::string reason;  // of status unknown and conjectured
};

struct ProveOptions {
  /// Conjectures are tested on all positions with coordinates up to this; nothing: as far as is quick.
  std::optional<uint64_t> upto;
  /// A folder that keeps how far the search for the period of a take-and-break game is, and from which it goes on; then
  /// it has no end of its own where a theorem may prove one. Empty: none.
  std::string checkpoint = {};
};

/// The strongest law that is found. Status unknown, with the reason, when none is; an error when the budget is spent.
Attempt<Theorem> prove(const Rule& rule, const ProveOptions& options, Budget& budget);

/// Proves or refutes a formula that the user gives, "n >= m: n - m; n < m: w + m - n - 1" (see claim.h). An input error
/// for a text that is none, an error when the budget is spent.
Attempt<Theorem> prove_claim(const Rule& rule, std::string_view text, const ProveOptions& options, Budget& budget);

/// The cases of a formula as they are written.
std::vector<Theorem::StatedCase> stated(const Rule& rule, const Formula& formula, Notation notation = Notation::text);
/// The statement: "For all natural numbers m and n: …", a line for each case.
std::string statement(const Theorem& theorem);
/// "every move lowers (m, n) lexicographically".
std::string why_play_ends(const Theorem& theorem);
/// "Proof. Play ends: …", in lines of at most 100 columns.
std::string proof_text(const Theorem& theorem);
/// What there is to say of a theorem that is not proved: why not, how far it was tested, which slices are known, where
/// it fails.
std::string remarks(const Theorem& theorem);
/// A proved theorem with its proof as LaTeX (environments theorem and proof, packages amsmath and amsthm).
std::string latex(const Theorem& theorem);

}  // namespace grundy
