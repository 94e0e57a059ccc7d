// Theorems, their certificates, and the check of certificates.
#include "base/file.h"
#include "base/sha256.h"
#include "check/verified.h"
#include "face/inside.h"
#include "proof/automatic_svg.h"
#include "proof/automatic_text.h"
#include "proof/theorem_text.h"
#include "rewriting/strip_family.h"
#include "session/judged.h"
#include "session/list_letters.h"
#include "session/theorem_json.h"

namespace grundy::face {
namespace {

static_assert(ProveOptions::kMostEffort == grundy::Theorem::kMostEffort);

uint64_t coordinate(int64_t n) { return static_cast<uint64_t>(n); }

}  // namespace

Theorem Inside::theorem(std::shared_ptr<Home> home, FoundLaw law) {
  return Theorem(std::make_shared<const Theorem::Rep>(
      Theorem::Rep{std::move(home), std::move(law.theorem), std::move(law.game)}));
}

BoardTheorem Inside::theorem(BoardProof proof) {
  BoardTheorem result;
  result.position = std::move(proof.position);
  result.value = value(proof.value);
  result.statement = std::move(proof.statement);
  result.text = std::move(proof.text);
  result.json_ = std::move(proof.json);
  result.certificate = std::move(proof.certificate);
  return result;
}

ClaimJudgement Inside::judgement(grundy::ClaimJudgement judged) {
  ClaimJudgement result;
  result.standing = static_cast<ClaimJudgement::Standing>(judged.standing);
  result.text = std::move(judged.text);
  result.json_ = std::move(judged.json);
  return result;
}

BoardsTheorem Inside::theorem(StripTheorem theorem) {
  const StripCertificate& claims = theorem.claims;
  BoardsTheorem result;
  result.boards = claims.family;
  result.first = static_cast<uint64_t>(claims.first());
  result.preperiod = static_cast<uint64_t>(claims.law_preperiod);
  result.period = static_cast<uint64_t>(claims.law_period);
  for (const int64_t value : claims.values) result.values.push_back(static_cast<uint64_t>(value));
  result.statement = grundy::statement(claims);
  result.text = to_text(theorem);
  result.json_ = to_json(theorem);
  result.certificate = std::move(theorem.certificate);
  return result;
}

Subject subject_of(std::string_view text) {
  if (is_strip_family(text)) return Subject::boards;
  if (has_letters(text)) return Subject::lists;
  return text.find('(') == std::string_view::npos ? Subject::game : Subject::board;
}

Result<Theorem> Session::prove(std::string_view game, const ProveOptions& options) {
  return guarded([&]() -> Result<Theorem> {
    if (options.letters && (options.upto || !options.checkpoint.empty()))
      return Inside::input("a law for all values of parameters takes a formula and a domain alone");
    if (options.effort > ProveOptions::kMostEffort)
      return Inside::input(fmt::format("the effort is at most {}", ProveOptions::kMostEffort));
    Call call(*home_);
    const LawQuestion question{options.upto,    options.formula,   options.where,
                               options.letters, options.certified, options.checkpoint,
                               options.effort};
    return Inside::result(find_law(home_->session, game, question, call.budget),
                          [&](FoundLaw law) { return Inside::theorem(home_, std::move(law)); });
  });
}

Result<std::string> Session::certificate(const Theorem& theorem) {
  return guarded([&]() -> Result<std::string> {
    Call call(*home_);
    return Inside::result(certificate_of(Inside::rep(theorem).theorem, call.budget),
                          std::identity());
  });
}

Result<std::string> Session::exported(const Theorem& theorem, std::string_view decider) {
  return guarded([&]() -> Result<std::string> {
    if (decider != "walnut" && decider != "mona" && decider != "lean")
      return Inside::input("a proof is exported to walnut, mona or lean, not '" +
                           std::string(decider) + "'");
    Call call(*home_);
    return Inside::result(grundy::exported(Inside::rep(theorem).theorem, decider, call.budget),
                          std::identity());
  });
}

Result<std::string> Session::paper(const Theorem& theorem,
                                   std::optional<std::string_view> certificate) {
  return guarded([&]() -> Result<std::string> {
    const grundy::Theorem& inner = Inside::rep(theorem).theorem;
    if (!inner.is_proved() && inner.conjecture() == nullptr)
      return Inside::input("a paper has theorems and conjectures, and no law is known");
    Call call(*home_);
    Attempt<std::string> made = grundy::Error::declined("nothing is proved");
    if (!certificate && inner.is_proved()) made = certificate_of(inner, call.budget);
    if (!certificate && made) certificate = *made;
    return paper_latex(inner, version(),
                       certificate && !certificate->empty() ? sha256(*certificate) : "");
  });
}

Result<BoardTheorem> Session::prove_board(const Sum& board) {
  return guarded([&]() -> Result<BoardTheorem> {
    if (auto belongs = Inside::belongs(board, home_); !belongs) return belongs.error();
    Call call(*home_);
    return Inside::result(grundy::prove_board(Inside::question(board), call.budget),
                          [](BoardProof proof) { return Inside::theorem(std::move(proof)); });
  });
}

Result<BoardTheorem> Session::prove_board(std::string_view board) {
  Result<Sum> read = this->read(board);
  if (!read) return std::move(read).error();
  return prove_board(*read);
}

Result<BoardsTheorem> Session::prove_boards(std::string_view family) {
  return guarded([&]() -> Result<BoardsTheorem> {
    Call call(*home_);
    return Inside::result(grundy::prove_boards(home_->session, std::string(family), call.budget),
                          [](StripTheorem theorem) { return Inside::theorem(std::move(theorem)); });
  });
}

Result<ClaimJudgement> Session::judge_claim(std::string_view game, std::string_view claim,
                                            std::optional<uint64_t> upto) {
  return guarded([&]() -> Result<ClaimJudgement> {
    Call call(*home_);
    return Inside::result(
        grundy::judge_claim(home_->session, game, claim, upto, call.budget),
        [](grundy::ClaimJudgement judged) { return Inside::judgement(std::move(judged)); });
  });
}

std::string BoardTheorem::json() const { return json_; }
std::string ClaimJudgement::json() const { return json_; }
std::string BoardsTheorem::json() const { return json_; }

Result<Judgement> Session::check(std::string_view certificate, std::string_view solver) {
  return guarded([&]() -> Result<Judgement> {
    if (!solver.empty() && solver != "z3" && solver != "cvc5" && solver != kVerifiedChecker) {
      return Inside::input("a certificate is checked with z3, cvc5 or grundy-verify, not '" +
                           std::string(solver) + "'");
    }
    Call call(*home_);
    return Inside::result(
        judge_theorems(certificate, std::string(solver), version(), call.budget),
        [](const JudgedTheorems& judged) {
          const grundy::Judgement& one = judged.judgement;
          Judgement result{one.accepted, one.accepted || one.decided, one.line,
                           one.reason,   judged.certificates,         {}};
          for (const grundy::Citation& cited : judged.citations) {
            result.citations.push_back({cited.game, cited.statement, cited.rule, cited.solver,
                                        cited.version, cited.fingerprint, citation_text(cited),
                                        citation_latex(cited)});
          }
          return result;
        });
  });
}

Result<std::string> Session::acceptance(std::string_view certificate) {
  return guarded([&]() -> Result<std::string> {
    Call call(*home_);
    return acceptance_text(certificate, call.budget);
  });
}

Result<Judgement> Session::check_file(const std::string& path, std::string_view solver) {
  return guarded([&]() -> Result<Judgement> {
    const Attempt<std::string> text = read_file(path, kMaxCertificateBytes);
    if (!text) return Inside::error(text.error());
    return check(*text, solver);
  });
}

std::string Citation::bibtex(std::string_view file) const {
  return citation_bibtex({game, statement, latex, rule, solver, version, fingerprint}, file);
}

std::string Judgement::json(std::string_view file) const {
  JudgedTheorems judged{{accepted, line, reason, decided}, certificates, {}};
  for (const Citation& one : citations)
    judged.citations.push_back(
        {one.game, one.statement, one.latex, one.rule, one.solver, one.version, one.fingerprint});
  return to_json(judged, file);
}

Theorem::Status Theorem::status() const { return static_cast<Status>(rep_->theorem.status()); }

Theorem::Kind Theorem::kind() const {
  const grundy::Theorem& theorem = rep_->theorem;
  if (theorem.formula() != nullptr) return Kind::cases;
  if (theorem.regularity() != nullptr) return Kind::regularity;
  if (std::holds_alternative<AutomaticStatement>(theorem.statement)) return Kind::automatic;
  if (theorem.outcomes() != nullptr) return Kind::outcomes;
  if (theorem.in_words() != nullptr) return Kind::words;
  return recurrence(theorem.statement) ? Kind::period : Kind::none;
}

std::string Theorem::game() const { return rep_->theorem.rule->full_name; }

std::vector<Theorem::Case> Theorem::cases() const {
  std::vector<Case> result;
  const FormulaLaw* formula = rep_->theorem.formula();
  if (formula == nullptr) return result;
  for (const auto& [condition, value] : formula->cases) {
    const bool everywhere = condition == "always" || condition == "otherwise";
    result.push_back({everywhere ? "" : condition, value});
  }
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
  if (const Law* law = rep_->theorem.law())
    return Inside::value(grundy::Value(Ordinal(law->at(numbers[0]))));
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
    terms.push_back({Ordinal(Natural(coefficients->size() - 1 - i)),
                     Natural(static_cast<uint64_t>((*coefficients)[i]))});
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
std::string Theorem::proof() const {
  return is_proved() ? proof_text(rep_->theorem) : std::string();
}
std::string Theorem::text() const { return to_text(rep_->theorem); }
std::string Theorem::law_latex() const { return latex_law(rep_->theorem); }
std::string Theorem::latex() const {
  return is_proved() ? grundy::latex(rep_->theorem) : std::string();
}
std::string Theorem::dot() const {
  const auto* automaton = rep_->theorem.proof<AutomaticProof>();
  return automaton ? dot_text(automaton->law, rep_->theorem.rule->full_name) : std::string();
}
std::string Theorem::svg() const {
  const auto* automaton = rep_->theorem.proof<AutomaticProof>();
  return automaton ? automaton_svg(automaton->law, rep_->theorem.rule->full_name) : std::string();
}
std::string Theorem::json() const { return to_json(rep_->theorem); }

}  // namespace grundy::face
