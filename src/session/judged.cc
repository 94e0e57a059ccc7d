#include "session/judged.h"

#include <fmt/format.h>

#include <chrono>

#include "check/smt.h"
#include "check/verified.h"
#include "session/json.h"

namespace grundy {
namespace {

constexpr std::chrono::seconds kAcceptanceTime{5};

}  // namespace

Attempt<JudgedTheorems> judge_theorems(std::string_view text, const std::string& solver,
                                       std::string_view version, Budget& budget) {
  const bool verified = solver == kVerifiedChecker;
  const Judge judge = solver.empty() || verified ? Judge(judge_by_isl) : judge_by_solver(solver);
  const Attempt<JudgedText> judged = check_certificates(text, judge, budget);
  if (!judged) return judged.error();
  JudgedTheorems result{judged->judgement, judged->certificates, {}};
  if (!result.judgement.accepted) return result;
  if (verified) {
    Attempt<Judgement> second = judge_by_verified(text, budget);
    if (!second) return std::move(second).error();
    result.judgement = *std::move(second);
    if (!result.judgement.accepted) return result;
  }
  for (const std::string_view one : certificates_of(text)) {
    Attempt<Citation> citation = citation_of(one, verified ? "" : solver, version);
    if (!citation) return std::move(citation).error();
    if (verified)
      citation->solver +=
          fmt::format(", and by {}, whose correctness is proved in Coq", kVerifiedChecker);
    result.citations.push_back(*std::move(citation));
  }
  return result;
}

std::string acceptance_text(std::string_view certificate, Budget& budget) {
  const Attempt<JudgedText> judged = [&] {
    const Budget::Share share(budget, kAcceptanceTime);
    return check_certificates(certificate, judge_by_isl, budget);
  }();
  if (!judged) return "not checked yet: 'grundy check' takes longer than a few seconds";
  if (!judged->judgement.accepted) return "not accepted: " + judged->judgement.reason;
  const Budget::Share share(budget, kAcceptanceTime);
  const Attempt<Judgement> verified = judge_by_verified(certificate, budget);
  if (!verified) return "accepted by 'grundy check'; of Coq: " + verified.error().message();
  if (verified->accepted)
    return fmt::format("accepted by 'grundy check', and by {}, whose correctness is proved in Coq",
                       kVerifiedChecker);
  return fmt::format("accepted by 'grundy check'; {} does not decide it: {}", kVerifiedChecker,
                     verified->reason);
}

const char* status_text(const Judgement& judgement) {
  return judgement.accepted ? "accepted" : judgement.decided ? "rejected" : "undecided";
}

std::string to_json(const JudgedTheorems& judged, std::string_view file) {
  const Judgement& judgement = judged.judgement;
  JsonWriter json;
  json.begin_object();
  json.key("file").value(file);
  json.key("status").value(status_text(judgement));
  json.key("line");
  if (!judgement.accepted) {
    json.value(uint64_t{judgement.line}).key("reason").value(judgement.reason);
    return json.end_object().take() + "\n";
  }
  json.null().key("reason").null().key("theorems").begin_array();
  for (const Citation& citation : judged.citations) {
    json.begin_object();
    add_citation(json, citation);
    json.end_object();
  }
  json.end_array();
  return json.end_object().take() + "\n";
}

}  // namespace grundy
