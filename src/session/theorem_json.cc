#include "session/theorem_json.h"

#include <fmt/format.h>

#include "proof/automatic_text.h"
#include "proof/theorem_text.h"
#include "session/json.h"

namespace grundy {
namespace {

uint64_t as_unsigned(int64_t n) { return static_cast<uint64_t>(n); }

void add_cases(JsonWriter& json, const std::vector<StatedCase>& cases) {
  json.key("cases").begin_array();
  for (const auto& [condition, value] : cases) {
    json.begin_object();
    json.key("if").value(condition);
    json.key("value").value(value);
    json.end_object();
  }
  json.end_array();
}

/// The laws proved for positions of which one coordinate has a given value.
void add_slices(JsonWriter& json, const Rule& rule, const ProvedSlices& slices) {
  json.key("slices").begin_array();
  for (size_t at = 0; at < slices.formulas.size(); ++at) {
    json.begin_object();
    json.key(rule.coordinates[slices.coordinate]).value(uint64_t{at});
    add_cases(json, stated(rule, slices.formulas[at]));
    json.end_object();
  }
  json.end_array();
}

/// The automaton: a row of targets a state, a target a letter; a letter is the sum of
/// digit·digits^track.
void add_automaton(JsonWriter& json, const automatic::AutomaticLaw& law, const std::string& title) {
  const automatic::Automaton& a = law.automaton;
  json.key("of").value(law.kind == automatic::LawKind::losing   ? "losing positions"
                       : law.kind == automatic::LawKind::values ? "values"
                                                                : "powers of 2 by the values");
  json.key("numeration").value(law.numeration.name());
  json.key("digits").value(as_unsigned(law.numeration.digits()));
  json.key("start").value(uint64_t{a.start});
  json.key("accepting").begin_array();
  for (uint32_t state = 0; state < a.states(); ++state) {
    if (a.accepting[state] != 0) json.value(uint64_t{state});
  }
  json.end_array().key("states").begin_array();
  for (uint32_t state = 0; state < a.states(); ++state) {
    json.begin_array();
    for (uint32_t letter = 0; letter < a.letters; ++letter)
      json.value(uint64_t{a.next(state, letter)});
    json.end_array();
  }
  json.end_array();
  json.key("dot").value(dot_text(law, title));
}

/// Who wins, and in how many moves at most; null for a draw.
void add_outcomes(JsonWriter& json, const OutcomeLaw& law) {
  json.key("kind").value("outcomes");
  json.key("cases").begin_array();
  for (const auto& [condition, outcome, moves] : law.cases) {
    json.begin_object();
    json.key("if").value(condition);
    json.key("outcome").value(std::string(1, letter(outcome)));
    json.key("moves");
    if (outcome == Outcome::D) {
      json.null();
    } else {
      json.value(moves);
    }
    json.end_object();
  }
  json.end_array();
}

void add_law(JsonWriter& json, const Theorem& theorem) {
  json.key("law").begin_object();
  if (const auto* by_digits = std::get_if<AutomaticStatement>(&theorem.statement)) {
    json.key("kind").value(theorem.letters ? "lost positions" : "automatic");
    if (!by_digits->lost_if.empty()) json.key("lost_if").value(by_digits->lost_if);
    if (by_digits->lost_by_turn) {
      json.key("left_loses_if").value((*by_digits->lost_by_turn)[0]);
      json.key("right_loses_if").value((*by_digits->lost_by_turn)[1]);
    }
    if (const auto* proof = theorem.proof<AutomaticProof>())
      add_automaton(json, proof->law, theorem.rule->full_name);
    json.end_object();
    return;
  }
  if (const LawInWords* law = theorem.in_words()) {
    json.key("kind").value("words");
    json.key("says").value(law->says);
    json.end_object();
    return;
  }
  if (std::holds_alternative<ClosedStatement>(theorem.statement)) {
    json.key("kind").value("closed domain");
    json.end_object();
    return;
  }
  if (const FormulaLaw* formula = theorem.formula()) {
    json.key("kind").value("formula");
    add_cases(json, formula->cases);
    json.end_object();
    return;
  }
  if (const OutcomeLaw* outcomes = theorem.outcomes()) {
    add_outcomes(json, *outcomes);
    json.end_object();
    return;
  }
  const heap::Regularity* regularity = theorem.regularity();
  const Recurrence recurring = *recurrence(theorem.statement);
  json.key("kind").value(regularity != nullptr ? heap::kind(*regularity) : "periodic");
  json.key("preperiod").value(recurring.preperiod);
  json.key("period").value(recurring.period);
  json.key("saltus").value(recurring.saltus);
  if (regularity != nullptr) {
    json.key("repeats").begin_array();
    for (const uint64_t residue : regularity->repeats) json.value(residue);
    json.end_array().key("rulers").begin_array();
    for (const auto& [residue, origin] : regularity->rulers) {
      json.begin_object().key("residue").value(residue).key("origin").value(origin).end_object();
    }
    json.end_array();
  } else if (const Law* law = theorem.law()) {
    json.key("exceptions").begin_array();
    for (const auto& [n, value] : exceptions(*law))
      json.begin_array().value(n).value(value).end_array();
    json.end_array();
  } else {
    json.key("exceptions").null();  // the values are not known
  }
  json.end_object();
}

}  // namespace

const char* status_text(Theorem::Status status) {
  switch (status) {
    case Theorem::Status::proved:
      return "proved";
    case Theorem::Status::refuted:
      return "refuted";
    case Theorem::Status::conjectured:
      return "conjectured";
    case Theorem::Status::unknown:
      break;
  }
  return "unknown";
}

std::vector<std::pair<uint64_t, uint64_t>> exceptions(const Law& law) {
  std::vector<std::pair<uint64_t, uint64_t>> result;
  for (uint64_t n = 0; n < law.preperiod; ++n) {
    const uint64_t turns = (law.preperiod - n + law.period - 1) / law.period;
    if (law.at(n) + Natural(turns) * law.saltus == law.at(n + turns * law.period)) continue;
    result.emplace_back(n, law.values[n]);
  }
  return result;
}

std::string to_json(const Theorem& theorem) {
  JsonWriter json;
  json.begin_object();
  json.key("game").value(theorem.letters ? theorem.letters->game : theorem.rule->full_name);
  if (theorem.letters) {
    json.key("for").begin_array();
    for (size_t i = 0; i < theorem.letters->count; ++i) json.value(theorem.rule->coordinates[i]);
    json.end_array();
    json.key("where").value(theorem.letters->domain);
  }
  if (!theorem.where.empty()) json.key("where").value(theorem.where);
  json.key("status").value(status_text(theorem.status()));
  if (theorem.status() == Theorem::Status::unknown) {
    json.key("reason").value(theorem.reason());
    if (const ProvedSlices* slices = theorem.slices()) {
      json.key("terminates").value(why_play_ends(theorem));
      add_slices(json, *theorem.rule, *slices);
    }
    json.key("text").value(remarks(theorem));
    return json.end_object().take() + "\n";
  }
  add_law(json, theorem);
  if (theorem.is_proved()) {
    json.key("terminates").value(why_play_ends(theorem));
    json.key("theorem").value(statement(theorem));
    json.key("text").value(statement(theorem) + "\n\n" + proof_text(theorem));
    return json.end_object().take() + "\n";
  }
  if (const Conjectured* conjecture = theorem.conjecture()) {
    json.key("reason").value(conjecture->reason);
    if (!conjecture->on.empty()) json.key("tested_on").value(conjecture->on);
    json.key("tested").begin_array();
    for (const int64_t size : conjecture->tested)
      json.begin_array().value(uint64_t{0}).value(as_unsigned(size - 1)).end_array();
    json.end_array();
  } else {
    const Refuted& refutation = *theorem.refutation();
    json.key("counterexample").begin_object();
    json.key("position").begin_array();
    for (const int64_t c : refutation.position) json.value(as_unsigned(c));
    json.end_array();
    if (!refutation.claimed.empty()) json.key("claimed").value(refutation.claimed);
    if (!refutation.true_value.empty()) json.key("value").value(refutation.true_value);
    if (!refutation.flaw.empty()) json.key("flaw").value(refutation.flaw);
    json.end_object();
  }
  json.key("theorem").value(statement(theorem));
  json.key("text").value(remarks(theorem));
  return json.end_object().take() + "\n";
}

std::string to_text(const Theorem& theorem) {
  switch (theorem.status()) {
    case Theorem::Status::proved:
      return fmt::format("Theorem. {}{}\n\n{}\n", statement(theorem), values_in_words(theorem),
                         proof_text(theorem));
    case Theorem::Status::refuted:
      return fmt::format("This is false:\n{}\n\n{}\n", statement(theorem), remarks(theorem));
    case Theorem::Status::conjectured:
      return fmt::format("Conjecture. {}\n\n{}\n", statement(theorem), remarks(theorem));
    case Theorem::Status::unknown:
      break;
  }
  return remarks(theorem) + "\n";
}

}  // namespace grundy
