#include "proof/quotient.h"

#include <fmt/format.h>

#include "check/quotient.h"
#include "rule/print.h"

namespace grundy {
Attempt<std::string> quotient_certificate(const misere::Universe& universe, Budget& budget) {
  if (universe.games().size() != 1 || universe.periods().size() != 1)
    return Error::declined("no certificate: it is of one game and all its heaps");
  const RuleGame& game = *universe.games()[0];
  const Rule& rule = *game.rule();
  const auto& code = game.facts().heap_code();
  if (!code)
    return Error::declined("no certificate: the rule is not recognised as a take-and-break game");
  const misere::Monoid& monoid = universe.quotient().monoid();
  const heap::Period& period = universe.periods()[0];
  QuotientCertificate certificate;
  certificate.code = code->text();
  certificate.game = rule.code ? "heap" : rule.name;
  certificate.rule =
      rule.code ? fmt::format("game heap(n) = code[{}](n)\n", certificate.code) : print_rule(rule);
  certificate.preperiod = static_cast<int64_t>(period.preperiod);
  certificate.period = static_cast<int64_t>(period.period);
  certificate.order = static_cast<int64_t>(monoid.order());
  for (size_t g = 0; g < monoid.generators().size(); ++g) {
    std::vector<int64_t>& products = certificate.actions.emplace_back();
    for (misere::Element x = 0; x < monoid.order(); ++x) products.push_back(monoid.act(g, x));
  }
  misere::for_each(monoid.p(),
                   [&](size_t x) { certificate.lost.push_back(static_cast<int64_t>(x)); });
  for (const misere::Element x : misere::pretending(universe.quotient(), 0)) {
    if (certificate.values.size() < period.preperiod + period.period)
      certificate.values.push_back(x);
  }
  std::string text = to_text(certificate);
  const Attempt<Judgement> judgement = check_quotient(text, budget);
  if (!judgement) return judgement.error();
  if (!judgement->accepted)
    return Error::declined(fmt::format("no certificate: the checker does not take it (line {}: {})",
                                       judgement->line, judgement->reason));
  return text;
}

}  // namespace grundy
