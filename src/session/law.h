// Laws of games and values of boards: asked for, proved, and written for programs.
//
// Problem: the command line, the public face and the page ask the same: a law that is looked for, a
// formula that is claimed, a law for all values of some parameters. Idea: one question, one answer;
// theorem_json.h writes it.
// Example: {.letters = "k"} for subtract[{1..k}] gives the law n mod (k + 1). Cost: that of the
// proof (proof/prove.h).
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "proof/certificate.h"
#include "proof/letters.h"
#include "proof/position.h"
#include "proof/strip.h"
#include "proof/theorem.h"
#include "rewriting/strip_family.h"
#include "session/session.h"

namespace grundy {

struct LawQuestion {
  // Conjectures are tested on positions up to this; else as far as is quick.
  std::optional<uint64_t> upto = {};
  std::optional<std::string> formula = {};  // is proved or refuted, and no law is looked for
  // Of these positions only; with letters, for these values of them.
  std::optional<std::string> where = {};
  std::optional<std::string> letters = {};  // "a, b": for all values of these parameters
  bool certified = false;       // a law that has a certificate comes before one that has none
  std::string checkpoint = {};  // a folder that keeps how far a search is
  // So many times the usual steps are taken; 0: the usual ones, and within a time limit more and
  // more.
  uint64_t effort = 1;
};

struct FoundLaw {
  Theorem theorem;
  std::unique_ptr<const LetteredGame> game = {};  // with letters: has the theorem's rule
};

/// Status unknown, with the reason, where no law is found; errors for a wrong question, or when the
/// budget is spent.
Attempt<FoundLaw> find_law(Session& session, std::string_view game, const LawQuestion& question,
                           Budget& budget);

/// The value of one position with its proof, in the forms in which it is shown.
struct BoardProof {
  std::string position;
  Value value;
  std::string statement;
  std::string text;
  std::string json;
  std::string certificate;
};
/// Of the one position of the question. An input error for sums.
Attempt<BoardProof> prove_board(const Question& question, Budget& budget);

/// The values of boards of every length, "cram(1xn)" (rewriting/strip_family.h).
Attempt<StripTheorem> prove_boards(Session& session, const std::string& family, Budget& budget);
std::string to_json(const StripTheorem& theorem);

/// The proof of a law by digits as sentences for another decider, "walnut" or "mona". Declined for
/// other laws.
Attempt<std::string> exported(const Theorem& theorem, std::string_view decider,
                              const Budget& budget);

}  // namespace grundy
