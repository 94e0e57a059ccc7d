// Theorem: a statement about the values of all positions of a game, and how it stands: proved,
// refuted, conjectured, or unknown.
//
// A statement is a formula in cases, a period (with a saltus, or of too many values to keep), or a
// regularity that only shows. A proof is named by the theorem that it uses, with the numbers that
// the theorem asks for; it is what a certificate (certificate.h) is written from. Example: `forced`
// has the statement FormulaLaw {n - m if n >= m; ω + m - n - 1 if n < m} and the proof FormulaProof
// {descent (m, n)}.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "analysis/descent.h"
#include "engine/automatic/law.h"
#include "engine/heap/regularity.h"
#include "engine/ordinal/formula.h"
#include "engine/ordinal/formula_text.h"
#include "engine/solver.h"
#include "rule/heap_code.h"
#include "rule/rule.h"
#include "value/law.h"
#include "value/outcome.h"

namespace grundy {

/// A case as it is written: where it and none before it holds, the value.
struct StatedCase {
  std::string condition;
  std::string value;
  friend bool operator==(const StatedCase&, const StatedCase&) = default;
};

/// Cases with quasi-affine ordinal values.
struct FormulaLaw {
  std::vector<StatedCase> cases;
  std::vector<StatedCase> latex;   // for its mathematical mode
  std::optional<Formula> formula;  // by residues (formula.h); none of a user's own formula
};

/// g(n + period) = g(n) from the pre-period on; of values that are too many to keep.
struct LongPeriod {
  uint64_t preperiod = 0;
  uint64_t period = 1;
  friend bool operator==(const LongPeriod&, const LongPeriod&) = default;
};

/// Values, or who wins, are what the automaton of the proof (AutomaticProof) reads off the digits.
/// Where a condition has a name, the positions that are lost for the mover are those of which it
/// holds; of a law with letters too, which has no automaton.
struct AutomaticStatement {
  std::string lost_if;
  /// Where Left and Right have moves of their own and each turn has a condition: those where Left
  /// to move loses, and Right.
  std::optional<std::array<std::string, 2>> lost_by_turn = {};
};

/// No move leads out of the theorem's domain.
struct ClosedStatement {};

/// Who wins, where play need not end: cases with one outcome each, and the most moves that play
/// lasts where the one who wins hurries.
struct OutcomeLaw {
  struct StatedOutcome {
    std::string condition;
    Outcome outcome = Outcome::D;
    std::string moves;  // empty for a draw
    friend bool operator==(const StatedOutcome&, const StatedOutcome&) = default;
  };
  std::vector<StatedOutcome> cases;
  std::vector<StatedOutcome> latex;  // for its mathematical mode
  Formula formula;                   // {outcome, counter} (engine/loopy/outcome_law.h)
};

/// What is said of all positions: nothing, a formula, a law with its values, a period without them,
/// a regularity of heap games that is no period, what an automaton says, who wins, that no move
/// leads out of a domain, or a law in words.
using Statement = std::variant<std::monostate, FormulaLaw, Law, LongPeriod, heap::Regularity,
                               AutomaticStatement, OutcomeLaw, ClosedStatement, LawInWords>;

/// The formula is the Grundy function: decided by integer sets (engine/ordinal/verify.h).
struct FormulaProof {
  Descent descent;    // why play ends
  bool sums = false;  // moves lead to sums (sums.h)
};

/// Of a subtraction game: so many consecutive values came again.
struct SubtractionProof {
  uint64_t window = 1;
  bool all_but = false;  // all numbers but some may be taken (engine/family/subtract.h)
};

/// Of a take-and-break game of at most two heaps: the theorem of Guy and Smith.
struct TwoHeapsProof {
  HeapCode code;
  uint64_t values = 0;  // that were computed
};

/// Of a take-and-break game of three heaps or more (engine/heap/arithmetic.h).
struct ManyHeapsProof {
  HeapCode code;
  uint64_t values = 0;  // that were computed
  uint64_t turns = 1;   // so many periods are taken as one
};

/// Of a take-and-break game with few rares, whose values were not kept (engine/heap/repeat.h): by
/// which character, and some of the stations, the last one with the window that came again.
struct StationsProof {
  struct Station {
    uint64_t position = 0;
    std::vector<uint8_t> values;  // of the positions before
  };
  HeapCode code;
  uint32_t mask = 0;
  bool by_parity = false;
  std::vector<Station> stations;
};

/// The law is what an automaton reads off the digits (engine/automatic/law.h): products and
/// projections of automata accept nothing.
struct AutomaticProof {
  automatic::AutomaticLaw law;
  std::vector<automatic::Measure> measures;  // why play ends
  size_t subsets = 0;                        // the most states that a projection had
  automatic::Domain domain = {};             // of the positions that the law is about
};

/// Of a law with letters: the checker (check/parametric.h) accepts its certificate.
struct ParametricProof {
  Descent descent;  // why play ends
  std::string certificate;
};

/// The counter of an OutcomeLaw falls on the way to a win: the checker (check/outcomes.h) accepts
/// its certificate.
struct OutcomeProof {
  std::string certificate;
};

struct Theorem;

/// The moves lead to other games, and the law is proved together with theirs (system.h).
struct SystemProof {
  struct Other {
    std::string position;           // "nim(n)"
    size_t number = 0;              // the first coordinate of its positions in the one game
    std::vector<StatedCase> cases;  // or where it is lost: one condition, without a value
  };
  std::vector<Other> others;
  size_t number = 0;                     // of the game itself
  std::shared_ptr<const Rule> rule;      // all games as one
  std::shared_ptr<const Theorem> whole;  // of that rule
};

/// Of a law in words, which says why it holds.
struct ProofInWords {};

struct Proved {
  std::variant<FormulaProof, SubtractionProof, TwoHeapsProof, ManyHeapsProof, StationsProof,
               AutomaticProof, ParametricProof, OutcomeProof, SystemProof, ProofInWords>
      proof;
};

/// A user's formula is false here.
struct Refuted {
  std::vector<int64_t> position;
  std::string claimed;     // value; empty when the formula gives none
  std::string true_value;  // empty when it is not known
  std::string flaw;        // of the claimed value, when the true one is not known
};

/// It holds as far as it was tested: on all positions with coordinate i below tested[i].
struct Conjectured {
  std::vector<int64_t> tested;
  std::string reason;   // why it is not proved
  std::string on = {};  // in words, where the positions are no such box: "812 lists"
};

/// Formulas that are proved for the positions in which one coordinate is 0, 1, 2, …
struct ProvedSlices {
  size_t coordinate = 0;
  Descent descent;  // why play ends
  std::vector<Formula> formulas;
};

/// No law for all positions is known.
struct Unknown {
  std::string reason;
  std::optional<ProvedSlices> slices;  // at least one
};

/// The first coordinates of the rule are letters, which stand for the parameters of a game
/// (letters.h).
struct ParameterLetters {
  size_t count = 0;
  std::string game;    // as it was written, "subtract[{1..k}]"
  std::string domain;  // of the letters, "k >= 1"; empty: all natural numbers
};

struct Theorem {
  enum class Status { unknown, conjectured, refuted, proved };

  const Rule* rule = nullptr;
  Statement statement;
  std::variant<Unknown, Conjectured, Refuted, Proved> standing;
  std::optional<ParameterLetters> letters = {};
  std::string where = {};  // of which positions it is said, "2*y <= z"; empty: of all
  /// Of a game of lists whose lengths are fixed (rewriting/fixed_lists.h): that game, as a rule
  /// file has it, and by its coordinates how many of the numbers stand in brackets, none for a
  /// number by itself. Empty for games of numbers.
  std::string lists = {};
  std::vector<std::optional<size_t>> brackets = {};
  // The rule's last coordinate is whose turn it is: 0 for Left, 1 for Right.
  bool has_sides = false;
  /// The rule as it is written, where equal parts were cancelled in the one of the theorem
  /// (rewriting/copies.h).
  const Rule* whole = nullptr;
  /// So many times the usual steps were taken to find it.
  uint64_t effort = 1;
  static constexpr uint64_t kMostEffort = 1'000'000;

  Status status() const { return static_cast<Status>(standing.index()); }
  bool is_proved() const { return status() == Status::proved; }

  /// Null when the statement is another one.
  const FormulaLaw* formula() const { return std::get_if<FormulaLaw>(&statement); }
  const Law* law() const { return std::get_if<Law>(&statement); }
  const OutcomeLaw* outcomes() const { return std::get_if<OutcomeLaw>(&statement); }
  const heap::Regularity* regularity() const { return std::get_if<heap::Regularity>(&statement); }
  const LawInWords* in_words() const { return std::get_if<LawInWords>(&statement); }
  /// Null when the theorem has another standing, or another proof.
  template <class Proof>
  const Proof* proof() const {
    const auto* proved = std::get_if<Proved>(&standing);
    return proved == nullptr ? nullptr : std::get_if<Proof>(&proved->proof);
  }
  const Refuted* refutation() const { return std::get_if<Refuted>(&standing); }
  const Conjectured* conjecture() const { return std::get_if<Conjectured>(&standing); }
  /// What is known where no law for all positions is.
  const ProvedSlices* slices() const {
    const auto* unknown = std::get_if<Unknown>(&standing);
    return unknown == nullptr || !unknown->slices ? nullptr : &*unknown->slices;
  }
  /// Why it is not proved; empty when it is proved or refuted.
  const std::string& reason() const;
};

inline Theorem unknown(const Rule& rule, std::string reason) {
  return {&rule, {}, Unknown{std::move(reason), std::nullopt}};
}

/// How far apart equal values are, of a statement about one heap: g(n + period) = g(n) + saltus
/// from the pre-period on.
struct Recurrence {
  uint64_t preperiod = 0;
  uint64_t period = 1;
  uint64_t saltus = 0;
};
/// Nothing for a formula.
std::optional<Recurrence> recurrence(const Statement& statement);

/// The law of a formula that was found: its cases in words, and the formula by residues.
FormulaLaw law_of(const Rule& rule, const Formula& formula);
/// The law of a formula with an outcome and a counter in each case.
OutcomeLaw outcomes_of(const Rule& rule, Formula formula);
/// The cases of a formula as they are written.
std::vector<StatedCase> stated(const Rule& rule, const Formula& formula,
                               Notation notation = Notation::text);

}  // namespace grundy
