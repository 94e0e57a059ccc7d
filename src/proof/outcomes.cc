#include "proof/outcomes.h"

#include <fmt/format.h>

#include "analysis/descent.h"
#include "analysis/relation.h"
#include "check/outcomes.h"
#include "engine/loopy/outcome_law.h"
#include "proof/certificate.h"
#include "rule/name.h"

namespace grundy {
namespace {

constexpr unsigned long kOutcomeOperations = 20'000'000;  // of isl, for one guess

}  // namespace

Attempt<std::optional<Theorem>> prove_outcomes(const Rule& rule, Budget& budget) {
  const isl::Context context = isl::make_context(kOutcomeOperations);
  const isl::Patience patience(budget, context.get());
  const auto moves = move_relation(context.get(), rule);
  if (!moves || find_descent(*moves)) return std::optional<Theorem>();
  Attempt<Formula> law = outcome_law(rule, *moves, budget);
  if (!law && budget.spent()) return budget.why();
  if (!law) return std::optional(unknown(rule, law.error().message()));
  Certificate certificate;
  certificate.kind = Certificate::Kind::outcomes;
  certificate.rule = rule_with_parameters(rule);
  certificate.game = rule.name;
  certificate.cases = rows_of(by_residues(*law));
  std::string text = to_text(certificate);
  Certificate read;
  Judgement judgement;
  if (read_certificate(text, read, judgement)) {
    const Attempt<Judgement> judged = check_outcomes(read, budget);
    if (!judged) return judged.error();
    judgement = *judged;
  }
  if (!judgement.accepted)
    return std::optional(unknown(
        rule,
        fmt::format("a law for who wins was found, but the checker does not take it (line {}: {})",
                    judgement.line, judgement.reason)));
  return std::optional(
      Theorem{&rule, outcomes_of(rule, *std::move(law)), Proved{OutcomeProof{std::move(text)}}});
}

}  // namespace grundy
