#include "check/check.h"

#include <fmt/format.h>

#include "check/heap.h"
#include "check/periodic.h"

namespace grundy {
namespace {

constexpr unsigned long kSteps = 10'000'000;  // of isl, for one certificate

}  // namespace

Attempt<Judgement> judge_by_isl(const std::vector<Obligation>& obligations, const Budget& budget) {
  const logic::ContextPointer context = logic::make_context(kSteps);
  for (const Obligation& obligation : obligations) {
    const logic::Decision decision = logic::decide(context.get(), obligation.problem, [&] { return budget.spent(); });
    if (decision.kind == logic::Decision::Kind::impossible) continue;
    if (budget.spent()) return budget.why();
    Judgement judgement{false, obligation.line, obligation.flaw};
    if (decision.kind == logic::Decision::Kind::unknown) {
      judgement.reason = fmt::format("too hard to decide whether {}", obligation.flaw);
      judgement.decided = false;
      return judgement;
    }
    std::string where;
    for (size_t i = 0; i < obligation.names.size(); ++i)
      where += fmt::format("{}{} = {}", i == 0 ? "" : ", ", obligation.names[i], decision.solution[i]);
    if (!where.empty()) judgement.reason += " at " + where;
    return judgement;
  }
  return Judgement{true, 0, ""};
}

Attempt<Judgement> check_certificate(std::string_view text, const Judge& judge, const Budget& budget) {
  Judgement judgement;
  Certificate certificate;
  if (text.size() > kMaxCertificateBytes) return Judgement{false, 1, "the file is too long"};
  if (!read_certificate(text, certificate, judgement)) return judgement;
  if (certificate.kind != Certificate::Kind::formula && certificate.kind != Certificate::Kind::periodic)
    return check_heap(certificate, budget);
  std::vector<Obligation> obligations;
  if (!state_obligations(certificate, obligations, judgement)) return judgement;
  if (certificate.kind == Certificate::Kind::periodic) {
    Attempt<Judgement> values = check_values(certificate, budget);
    if (!values || !values->accepted) return values;
  }
  return judge(obligations, budget);
}

}  // namespace grundy
