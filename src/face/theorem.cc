// Theorems, their certificates, and the check of certificates.
#include "base/file.h"
#include "check/check.h"
#include "check/smt.h"
#include "face/inside.h"
#include "proof/certificate.h"
#include "proof/claim.h"
#include "proof/prove.h"
#include "proof/theorem_text.h"
#include "session/json.h"
#include "session/theorem_json.h"

namespace grundy::face {
namespace {

uint64_t coordinate(int64_t n) { return static_cast<uint64_t>(n); }

}  // namespace

Theorem Inside::theorem(std::shared_ptr<Home> home, grundy::Theorem theorem) {
  return Theorem(std::make_shared<const Theorem::Rep>(Theorem::Rep{std::move(home), std::move(theorem)}));
}

Result<Theorem> Session::prove(std::string_view game, const ProveOptions& options) {
  return guarded([&]() -> Result<Theorem> {
    Call call(*home_);
    const Attempt<const Rule*> rule = home_->session.game(game, call.budget);
    if (!rule) return Inside::error(rule.error());
    const grundy::ProveOptions inner{options.upto, options.checkpoint};
    return Inside::result(!options.formula ? grundy::prove(**rule, inner, call.budget)
                                           : prove_claim(**rule, *options.formula, inner, call.budget),
                          [&](grundy::Theorem theorem) { return Inside::theorem(home_, std::move(theorem)); });
  });
}

Result<std::string> Session::certificate(const Theorem& theorem) {
  return guarded([&]() -> Result<std::string> {
    Call call(*home_);
    return Inside::result(certificate_of(Inside::rep(theorem).theorem, call.budget), std::identity());
  });
}

Result<Judgement> Session::check(std::string_view certificate, std::string_view solver) {
  return guarded([&]() -> Result<Judgement> {
    if (!solver.empty() && solver != "z3" && solver != "cvc5")
      return Inside::input("a certificate is checked with z3 or cvc5, not '" + std::string(solver) + "'");
    Call call(*home_);
    const Judge judge = solver.empty() ? Judge(judge_by_isl) : judge_by_solver(std::string(solver));
    return Inside::result(check_certificates(certificate, judge, call.budget), [](const JudgedText& judged) {
      const grundy::Judgement& one = judged.judgement;
      return Judgement{one.accepted, one.accepted || one.decided, one.line, one.reason, judged.certificates};
    });
  });
}

Result<Judgement> Session::check_file(const std::string& path, std::string_view solver) {
  return guarded([&]() -> Result<Judgement> {
    const Attempt<std::string> text = read_file(path, kMaxCertificateBytes);
    if (!text) return Inside::error(text.error());
    return check(*text, solver);
  });
}

std::string Judgement::json(std::string_view file) const {
  JsonWriter json;
  json.begin_object();
  json.key("file").value(file);
  json.key("status").value(accepted ? "accepted" : decided ? "rejected" : "undecided");
  json.key("line");
  if (accepted) {
    json.null().key("reason").null();
  } else {
    json.value(uint64_t{line}).key("reason").value(reason);
  }
  return json.end_object().take() + "\n";
}

Theorem::Status Theorem::status() const { return static_cast<Status>(rep_->theorem.status()); }

Theorem::Kind Theorem::kind() const {
  const grundy::Theorem& theorem = rep_->theorem;
  if (theorem.formula() != nullptr) return Kind::cases;
  if (theorem.regularity() != nullptr) return Kind::regularity;
  if (std::holds_alternative<AutomaticStatement>(theorem.statement)) return Kind::automatic;
  if (theorem.outcomes() != nullptr) return Kind::outcomes;
  return recurrence(theorem.statement) ? Kind::period : Kind::none;
}

std::string Theorem::game() const { return rep_->theorem.rule->full_name; }

std::vector<Theorem::Case> Theorem::cases() const {
  std::vector<Case> result;
  const FormulaLaw* formula = rep_->theorem.formula();
  if (formula == nullptr) return result;
  for (const StatedCase& one : formula->cases) result.push_back({one.condition, one.value});
  return result;
}

std::optional<Theorem::Period> Theorem::period() const {
  if (kind() != Kind::period) return std::nullopt;
  const Recurrence recurring = *recurrence(rep_->theorem.statement);
  Period result{recurring.preperiod, recurring.period, recurring.saltus, {}, {}};
  if (const Law* law = rep_->theorem.law()) {
    result.values = law->values;
    result.exceptions = exceptions(*law);
  }
  return result;
}

std::optional<Value> Theorem::at(const std::vector<Value>& coordinates) const {
  std::vector<Natural> numbers;
  for (const Value& one : coordinates) {
    if (!one.is_finite()) return std::nullopt;
    numbers.push_back(Inside::value(one).ordinal().finite());
  }
  if (numbers.size() != rep_->theorem.rule->arity()) return std::nullopt;
  if (const Law* law = rep_->theorem.law()) return Inside::value(grundy::Value(Ordinal(law->at(numbers[0]))));
  const FormulaLaw* formula = rep_->theorem.formula();
  if (formula == nullptr || !formula->formula) return std::nullopt;
  constexpr uint64_t kFar = uint64_t{1} << 40;  // so that no product of the formula's overflows
  std::vector<int64_t> point;
  for (const Natural& number : numbers) {
    if (number >= Natural(kFar)) return std::nullopt;
    point.push_back(static_cast<int64_t>(number.small()));
  }
  const auto coefficients = evaluate(*formula->formula, point);
  if (!coefficients) return std::nullopt;
  std::vector<Ordinal::Term> terms;
  for (size_t i = 0; i < coefficients->size(); ++i) {
    if ((*coefficients)[i] < 0) return std::nullopt;
    terms.push_back(
        {Ordinal(Natural(coefficients->size() - 1 - i)), Natural(static_cast<uint64_t>((*coefficients)[i]))});
  }
  return Inside::value(grundy::Value(Ordinal::from_terms(std::move(terms))));
}

std::optional<Theorem::Refutation> Theorem::refutation() const {
  const Refuted* refuted = rep_->theorem.refutation();
  if (refuted == nullptr) return std::nullopt;
  Refutation result{{}, refuted->claimed, refuted->true_value, refuted->flaw};
  for (const int64_t c : refuted->position) result.position.push_back(coordinate(c));
  return result;
}

std::vector<uint64_t> Theorem::tested() const {
  std::vector<uint64_t> result;
  if (const Conjectured* conjecture = rep_->theorem.conjecture()) {
    for (const int64_t size : conjecture->tested) result.push_back(coordinate(size));
  }
  return result;
}

std::string Theorem::reason() const { return rep_->theorem.reason(); }
std::string Theorem::statement() const {
  return status() == Status::unknown ? std::string() : grundy::statement(rep_->theorem);
}
std::string Theorem::proof() const { return is_proved() ? proof_text(rep_->theorem) : std::string(); }
std::string Theorem::text() const { return to_text(rep_->theorem); }
std::string Theorem::latex() const { return is_proved() ? grundy::latex(rep_->theorem) : std::string(); }
std::string Theorem::json() const { return to_json(rep_->theorem); }

}  // namespace grundy::face
