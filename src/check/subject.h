// Subject: the rule that a certificate is about, read from the certificate alone.
//
// A certificate holds a rule file and the name of a game in it. A file that is wrong, that opens
// other files, or that does not define the game is refused, at the certificate's line where the
// mistake stands.
//
// Example: "rule game g(n)" in line 2 and "rule   -> g(n - )" in line 3 give
// "expected a term, found ')'" at line 3.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "check/rule.h"
#include "check/text.h"
#include "language/rulebook.h"
#include "rewriting/copies.h"

namespace grundy {

class Subject {
 public:
  /// The rule begins in the certificate's line `rule_line`, the name stands in `game_line`. Nothing
  /// when all is well.
  std::optional<Judgement> read(const std::string& rule, size_t rule_line, const std::string& game,
                                size_t game_line);
  std::optional<Judgement> read(const Certificate& certificate) {
    return read(certificate.rule, certificate.rule_line, certificate.game, certificate.game_line);
  }

  /// As read(); the checker has to take every line as well, even one that no witness uses, and the
  /// game its own lines.
  std::optional<Judgement> read_lines(const Certificate& certificate);

  /// Once it is read; as long as this lives.
  const Rule& rule() const { return *rule_; }
  /// The rule as it is written. In rule() of three or more equal parts of a move one or two are
  /// left: in normal play that ends the values are the same.
  const Rule& written() const { return *written_; }
  bool is_whole() const { return rule_ == written_; }

  /// The certificate's line in which a line of the rule begins.
  size_t line_of(const MoveLine& line) const;

  /// The meaning of a line; where `slots` hold the coordinates only, variables for its binders are
  /// added. Nothing, and a rejection in `why`, where the checker does not take the line.
  std::optional<logic::LineMeaning> meaning(logic::Problem& problem, const MoveLine& line,
                                            std::vector<logic::Linear>& slots,
                                            Judgement& why) const;

 private:
  Rulebook book_;
  std::string text_;
  size_t rule_line_ = 0;
  Copies copies_;
  const Rule* rule_ = nullptr;
  const Rule* written_ = nullptr;
};

/// So many variables for natural numbers.
std::vector<logic::Linear> naturals(logic::Problem& problem, size_t count);

}  // namespace grundy
