// The methods `prove` and `check`: a law with its proof step by step, and its certificate judged.
#include <algorithm>

#include "base/text.h"
#include "check/check.h"
#include "proof/certificate.h"
#include "proof/claim.h"
#include "proof/prove.h"
#include "proof/quotient.h"
#include "proof/theorem_text.h"
#include "session/json.h"
#include "session/law.h"
#include "session/quotient_text.h"
#include "session/theorem_json.h"
#include "web/answers.h"
#include "web/mathml.h"

namespace grundy::web {
namespace {

struct Step {
  std::string claim;
  std::string reason;
};

/// The sentences of a text; an end is a point before a capital letter.
std::vector<std::string> sentences(std::string_view text) {
  std::vector<std::string> result;
  size_t begin = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool ends =
        text[at] == '.' && (at + 1 == text.size() || (at + 2 < text.size() && text[at + 1] == ' ' &&
                                                      text[at + 2] >= 'A' && text[at + 2] <= 'Z'));
    if (!ends) continue;
    result.emplace_back(trimmed(text.substr(begin, at + 1 - begin)));
    begin = at + 1;
  }
  return result;
}

/// The proof taken apart: its numbered statements are claims, for the reasons in the paragraph
/// behind them; of others what stands before a colon is the claim.
std::vector<Step> steps_of(std::string_view proof) {
  std::string before;
  std::string behind;
  std::vector<std::string> numbered;
  for (const std::string& line : lines_of(proof)) {
    const std::string text(trimmed(line));
    if (line.starts_with("  ")) {
      const size_t point = text.find(". ");
      numbered.push_back(point < 3 ? text.substr(point + 2) : text);
    } else {
      (numbered.empty() ? before : behind) += text + " ";
    }
  }
  constexpr std::string_view kBegin = "Proof. ";
  if (before.starts_with(kBegin)) before.erase(0, kBegin.size());
  std::vector<Step> steps;
  for (const std::string& sentence : sentences(before)) {
    const size_t colon = sentence.find(": ");
    steps.push_back(colon == sentence.npos
                        ? Step{sentence, ""}
                        : Step{sentence.substr(0, colon), sentence.substr(colon + 2)});
  }
  for (const std::string& claim : numbered) steps.push_back({claim, std::string(trimmed(behind))});
  return steps;
}

/// A step about numbers in words of a class.
std::string for_class(std::string claim) {
  if (claim.starts_with("So the value is the only function V"))
    return "So it is enough that the law gives each position the least number that no option has.";
  if (claim == "Every smaller ordinal is the value of an option.")
    return "Every smaller number is the value of an option.";
  return claim;
}

/// In misère play: the quotient as the program has it, the sentences about it, and its certificate.
Attempt<std::string> prove_misere(const Ask& ask) {
  if (ask.has("upto") || ask.has("formula"))
    return Error::input(
        "in misère play the law of a game is its quotient, which takes no formula and no bound");
  const Attempt<std::string> name = ask.game_name();
  if (!name) return name.error();
  const Attempt<const Rule*> rule = ask.session.game(*name, ask.budget);
  if (!rule) return rule.error();
  const Attempt<QuotientAnswer> quotient = quotient_of_game(ask.session, **rule, ask.budget);
  if (!quotient) return quotient.error();
  const Attempt<std::string> certificate = quotient_certificate(*quotient->universe, ask.budget);
  return extended(
      extended(quotient_json(*quotient), "theorem", json_text(quotient_text(*quotient))),
      "certificate", certificate ? json_text(*certificate) : "null");
}

}  // namespace

Attempt<std::string> prove_answer(const Ask& ask) {
  const Attempt<Play> play = ask.play();
  if (!play) return play.error();
  if (*play == Play::misere) return prove_misere(ask);
  const Attempt<std::string> formula = ask.text_or_nothing("formula");
  if (!formula) return formula.error();
  const Attempt<uint64_t> upto = ask.number("upto", 0, UINT32_MAX);
  if (!upto) return upto.error();
  const Attempt<std::string> name = ask.game_name();
  if (!name) return name.error();
  LawQuestion question;
  if (ask.has("upto")) question.upto = *upto;
  if (!formula->empty()) question.formula = *formula;
  const Attempt<FoundLaw> law = find_law(ask.session, *name, question, ask.budget);
  if (!law) return law.error();
  const Theorem* theorem = &law->theorem;
  const std::string object = to_json(*theorem);
  const bool is_of_numbers = object.find("ω") == object.npos;
  JsonWriter steps;
  steps.begin_array();
  if (theorem->is_proved()) {
    for (const Step& step : steps_of(proof_text(*theorem)))
      steps.begin_object()
          .key("claim")
          .value(is_of_numbers ? for_class(step.claim) : step.claim)
          .key("reason")
          .value(step.reason)
          .end_object();
  }
  steps.end_array();
  std::string certificate = "null";
  if (theorem->is_proved()) {
    if (const Attempt<std::string> text = certificate_of(*theorem, ask.budget))
      certificate = json_text(*text);
  }
  return extended(extended(extended(object, "mathml", json_text(mathml(Json::parse(object)))),
                           "steps", steps.take()),
                  "certificate", certificate);
}

Attempt<std::string> check_answer(const Ask& ask) {
  const Attempt<std::string> certificate = ask.text("certificate");
  if (!certificate) return certificate.error();
  const Attempt<JudgedText> judged = check_certificates(*certificate, judge_by_isl, ask.budget);
  if (!judged) return judged.error();
  const Judgement& judgement = judged->judgement;
  JsonWriter json;
  json.begin_object()
      .key("accepted")
      .value(judgement.accepted)
      .key("count")
      .value(uint64_t{judged->certificates});
  json.key("reasons").begin_array();
  if (!judgement.accepted) {
    const std::string place =
        judgement.line > 0 ? "line " + std::to_string(judgement.line) + ": " : "";
    json.value(place + judgement.reason);
  }
  json.end_array();
  const auto& verify = ask.options.verify;
  if (judgement.accepted && verify && verify(*certificate, ask.budget))
    json.key("verified").value(true);
  return json.end_object().take();
}

}  // namespace grundy::web
