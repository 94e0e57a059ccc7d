#include "check/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/alarm.h"
#include "check/automatic.h"
#include "check/heap.h"
#include "check/lists.h"
#include "check/outcomes.h"
#include "check/parametric.h"
#include "check/periodic.h"
#include "check/position.h"
#include "check/quotient.h"
#include "check/strip.h"

namespace grundy {
namespace {

constexpr unsigned long kSteps = 10'000'000;  // of isl, for one certificate

}  // namespace

Attempt<Judgement> judge_by_isl(const std::vector<Obligation>& obligations, const Budget& budget) {
  const logic::ContextPointer context = logic::make_context(kSteps);
  const Alarm alarm(budget, [&] { isl_ctx_abort(context.get()); });
  for (const Obligation& obligation : obligations) {
    const logic::Decision decision =
        logic::decide(context.get(), obligation.problem, [&] { return budget.spent(); });
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
      where +=
          fmt::format("{}{} = {}", i == 0 ? "" : ", ", obligation.names[i], decision.solution[i]);
    if (!where.empty()) judgement.reason += " at " + where;
    return judgement;
  }
  return Judgement{true, 0, ""};
}

Attempt<Judgement> check_certificate(std::string_view text, const Judge& judge,
                                     const Budget& budget) {
  Judgement judgement;
  Certificate certificate;
  if (text.size() > kMaxCertificateBytes) return Judgement{false, 1, "the file is too long"};
  if (is_quotient_certificate(text)) return check_quotient(text, budget);
  if (is_position_certificate(text)) return check_position(text, budget);
  if (is_strip_certificate(text)) return check_strip(text, budget);
  if (!read_certificate(text, certificate, judgement)) return judgement;
  const Attempt<std::optional<Judgement>> lists = check_lists(certificate, budget);
  if (!lists) return lists.error();
  if (*lists) return **lists;
  if (certificate.kind == Certificate::Kind::automatic) return check_automatic(certificate, budget);
  if (certificate.kind == Certificate::Kind::parametric)
    return check_parametric(certificate, budget);
  if (certificate.kind == Certificate::Kind::outcomes) return check_outcomes(certificate, budget);
  if (certificate.kind != Certificate::Kind::formula &&
      certificate.kind != Certificate::Kind::periodic)
    return check_heap(certificate, budget);
  std::vector<Obligation> obligations;
  if (!state_obligations(certificate, obligations, judgement)) return judgement;
  if (certificate.kind == Certificate::Kind::periodic) {
    Attempt<Judgement> values = check_values(certificate, budget);
    if (!values || !values->accepted) return values;
  }
  return judge(obligations, budget);
}

std::vector<std::string_view> certificates_of(std::string_view text) {
  constexpr std::string_view kBegin = "\ngrundy-certificate ";
  std::vector<std::string_view> result;
  while (true) {
    const size_t next = text.find(kBegin);
    result.push_back(text.substr(0, next == std::string_view::npos ? next : next + 1));
    if (next == std::string_view::npos) return result;
    text.remove_prefix(next + 1);
  }
}

Attempt<JudgedText> check_certificates(std::string_view text, const Judge& judge,
                                       const Budget& budget) {
  const std::vector<std::string_view> all = certificates_of(text);
  JudgedText result{{}, all.size()};
  size_t lines = 0;  // before the certificate
  for (const std::string_view one : all) {
    Attempt<Judgement> judged = check_certificate(one, judge, budget);
    if (!judged) {
      // A limit that ended the check says nothing about the certificate.
      const Error& error = judged.error();
      return error.kind == Error::Kind::declined ? Error::ended("not decided: " + error.message())
                                                 : error;
    }
    result.judgement = *std::move(judged);
    if (!result.judgement.accepted) break;
    lines += static_cast<size_t>(std::count(one.begin(), one.end(), '\n'));
  }
  result.judgement.line += lines;
  return result;
}

}  // namespace grundy
