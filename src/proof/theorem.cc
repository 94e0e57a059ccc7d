#include "proof/theorem.h"

#include "engine/loopy/outcome_law.h"

namespace grundy {

const std::string& Theorem::reason() const {
  static const std::string none;
  if (const auto* unknown = std::get_if<Unknown>(&standing)) return unknown->reason;
  const Conjectured* tested = conjecture();
  return tested == nullptr ? none : tested->reason;
}

std::optional<Recurrence> recurrence(const Statement& statement) {
  if (const auto* law = std::get_if<Law>(&statement))
    return Recurrence{law->preperiod, law->period, law->saltus};
  if (const auto* period = std::get_if<LongPeriod>(&statement))
    return Recurrence{period->preperiod, period->period, 0};
  if (const auto* regularity = std::get_if<heap::Regularity>(&statement))
    return Recurrence{regularity->preperiod, regularity->period, regularity->saltus};
  return std::nullopt;
}

std::vector<StatedCase> stated(const Rule& rule, const Formula& formula, Notation notation) {
  std::vector<StatedCase> result;
  for (size_t i = 0; i < formula.cases.size(); ++i) {
    result.push_back({condition_text(formula, i, rule.coordinates, notation),
                      value_text(formula.cases[i], rule.coordinates, notation)});
  }
  return result;
}

FormulaLaw law_of(const Rule& rule, const Formula& formula) {
  return {stated(rule, formula), stated(rule, formula, Notation::latex), by_residues(formula)};
}

OutcomeLaw outcomes_of(const Rule& rule, Formula formula) {
  OutcomeLaw law;
  for (const Notation notation : {Notation::text, Notation::latex}) {
    std::vector<OutcomeLaw::StatedOutcome>& cases =
        notation == Notation::text ? law.cases : law.latex;
    for (size_t i = 0; i < formula.cases.size(); ++i) {
      Case counter = formula.cases[i];
      const Outcome outcome = outcome_of_number(counter.value[0].constant);
      counter.value.erase(counter.value.begin());
      cases.push_back(
          {condition_text(formula, i, rule.coordinates, notation), outcome,
           outcome == Outcome::D ? "" : value_text(counter, rule.coordinates, notation)});
    }
  }
  law.formula = std::move(formula);
  return law;
}

}  // namespace grundy
