/// @file
/// Theorem: a statement about the values of all positions of a game, and how it stands.
///
/// @code
/// grundy::Session session;
/// const grundy::Result<grundy::Theorem> theorem = session.prove("subtract[{1, 3, 4}]");
/// const std::optional<grundy::Theorem::Period> law = theorem->period();
/// std::cout << (theorem->is_proved() ? "proved: " : "not proved: ") << theorem->statement() << '\n';
/// std::cout << "period " << law->period << " from " << law->preperiod << " on, g(10^30) = ";
/// std::cout << session.value("subtract[{1, 3, 4}](1000000000000000000000000000000)")->text()
///           << '\n';
///
/// const std::string certificate = *session.certificate(*theorem);
/// std::cout << (session.check(certificate)->accepted ? "accepted" : "rejected") << '\n';
/// // proved: For all n >= 0 the value of subtract[{1, 3, 4}](n + 7) is that of subtract[{1, 3, 4}](n).
/// // period 7 from 0 on, g(10^30) = 1
/// // accepted
/// @endcode
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grundy/value.h"

namespace grundy::face {

/// What a text that is to be proved something of stands for.
enum class Subject {
  game,    ///< "kayles", for Session::prove.
  lists,   ///< "wythoffs([a, b])", a game with letters for numbers, for Session::prove.
  board,   ///< A position, "cram(3x3)", for Session::prove_board.
  boards,  ///< "cram(1xn)", for Session::prove_boards.
};
/// By its letters and brackets alone; whether there is such a game is told by the session.
Subject subject_of(std::string_view text);

class Theorem {
 public:
  enum class Status {
    unknown,      ///< No law is known; reason() says why.
    conjectured,  ///< A law holds as far as it was tested; reason() says why it is not proved.
    refuted,      ///< A user's own formula is false; see refutation().
    proved,
  };
  /// What is said.
  enum class Kind {
    none,
    cases,       ///< A formula in cases: see cases().
    period,      ///< A period, with a saltus or without: see period().
    automatic,   ///< A finite automaton reads the law off the digits: in statement() and json().
    regularity,  ///< Heap games whose classes of positions repeat, grow or go by a ruler: in
                 ///< statement() and json().
    outcomes,    ///< Who wins, where play need not end: in statement() and json().
    words,  ///< In words, such as a theorem of the book (`grundy theorems`): in statement() and
            ///< json().
  };
  /// Where `condition` and none before it holds, the value. Both as written in the rule language, ω
  /// for the infinite.
  struct Case {
    std::string condition;  ///< Empty: everywhere else.
    std::string value;
    friend bool operator==(const Case&, const Case&) = default;
  };
  /// g(n + period) = g(n) + saltus for all n >= preperiod.
  struct Period {
    uint64_t preperiod = 0;
    uint64_t period = 1;
    uint64_t saltus = 0;
    /// g(0), …, g(preperiod + period - 1); empty when these are too many to keep.
    std::vector<uint32_t> values;
    /// The n below the preperiod, with g(n), at which the law continued backwards fails.
    std::vector<std::pair<uint64_t, uint64_t>> exceptions;
  };
  /// Where a formula fails.
  struct Refutation {
    std::vector<uint64_t> position;  ///< Coordinates, in the game's order.
    std::string claimed;             ///< The formula's value; empty when it gives none.
    std::string value;               ///< The true one; empty when it is not known.
    std::string flaw;                ///< Of the claimed value, when the true one is not known.
  };

  Status status() const;
  bool is_proved() const { return status() == Status::proved; }
  Kind kind() const;
  /// The game's name with its parameters.
  std::string game() const;
  /// Of kind cases; else empty.
  std::vector<Case> cases() const;
  /// Of kind period.
  std::optional<Period> period() const;
  /// What a formula or a period says of the position with these coordinates, proved or not; nothing
  /// for other laws, for a user's own formula, and where the numbers are too large.
  std::optional<Value> at(const std::vector<Value>& coordinates) const;
  /// Of status refuted.
  std::optional<Refutation> refutation() const;
  /// Of status conjectured: it holds where coordinate i is below tested()[i].
  std::vector<uint64_t> tested() const;
  /// Why it is not proved; empty when it is proved or refuted.
  std::string reason() const;

  /// "For all natural numbers n: …"; empty for kind none.
  std::string statement() const;
  /// "Proof. Play ends: …", in lines of at most 100 columns; empty when it is not proved.
  std::string proof() const;
  /// The statement with its proof, or with what is known, as `grundy prove` writes it; ends with a
  /// newline.
  std::string text() const;
  /// A proved theorem with its proof, for the packages amsmath and amsthm; empty when it is not
  /// proved.
  std::string latex() const;
  /// The formula in its cases, or the recurrence, for LaTeX's mathematical mode with amsmath; empty
  /// for other laws.
  std::string law_latex() const;
  /// The automaton of a law by digits, for Graphviz and as SVG; empty for other laws.
  std::string dot() const;
  std::string svg() const;
  /// The JSON object of `grundy prove --json` (doc/cli.md).
  std::string json() const;

 private:
  friend struct Inside;
  struct Rep;
  explicit Theorem(std::shared_ptr<const Rep> rep) : rep_(std::move(rep)) {}
  std::shared_ptr<const Rep> rep_;
};

/// The value of one position, proved. Made by Session::prove_board.
struct BoardTheorem {
  std::string position;
  Value value;              ///< A number, or loony.
  std::string statement;    ///< "cram(...|...|...) has the value 0."
  std::string text;         ///< The theorem and how it is proved.
  std::string certificate;  ///< For Session::check.

  /// The JSON object of `grundy prove --json` for a board.
  std::string json() const;

 private:
  friend struct Inside;
  std::string json_;
};

/// The values of boards of every length, proved. Made by Session::prove_boards.
struct BoardsTheorem {
  std::string boards;  ///< "cram(1xn)"
  uint64_t first = 0;  ///< The least n.
  /// The values of boards n and n + period are equal for all n >= preperiod.
  uint64_t preperiod = 0;
  uint64_t period = 1;
  std::vector<uint64_t> values;  ///< Of boards first, …, preperiod + period - 1.
  std::string statement;         ///< "The values of cram(1xn) have the period 34 from n = 53 on."
  std::string text;              ///< The theorem and how it is proved.
  std::string certificate;       ///< For Session::check.

  /// The JSON object of `grundy prove --json` for such boards.
  std::string json() const;

 private:
  friend struct Inside;
  std::string json_;
};

/// What is known of a claim about values, such as "g(n + 12) = g(n) for n >= 71".
struct ClaimJudgement {
  /// Proved from a law of the game; refuted by the least counterexample; or tested, without one.
  enum class Standing : std::uint8_t { proved, refuted, tested };
  Standing standing = Standing::tested;
  std::string text;  ///< In sentences, with the proof or the counterexample.

  /// The JSON object of `grundy prove --claim --json`.
  std::string json() const;

 private:
  friend struct Inside;
  std::string json_;
};

/// An accepted theorem as it is cited.
struct Citation {
  std::string game;
  std::string statement;    ///< "For all natural numbers …"
  std::string rule;         ///< As the certificate quotes it.
  std::string solver;       ///< "isl 0.25"
  std::string version;      ///< Of grundy.
  std::string fingerprint;  ///< The SHA-256 of the certificate.
  std::string text;         ///< All of this in lines.
  std::string latex;        ///< A paragraph for a paper.

  /// An entry for its bibliography; `file` is the name under which the certificate is handed on.
  std::string bibtex(std::string_view file) const;
};

/// What the checker says of a certificate, or of several in one text.
struct Judgement {
  bool accepted = false;
  bool decided = true;      ///< Otherwise it may be right: a limit of the checker's was reached.
  size_t line = 0;          ///< Of the text, from 1: where it is wrong or undecided.
  std::string reason;       ///< Why it is not accepted.
  size_t certificates = 0;  ///< In the text.
  std::vector<Citation> citations;  ///< Of each certificate, where all are accepted.

  /// The JSON object of `grundy check --json` for a text of this file.
  std::string json(std::string_view file) const;
};

}  // namespace grundy::face
