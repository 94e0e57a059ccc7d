#include "proof/certified.h"

#include <algorithm>

#include "check/text.h"

namespace grundy {
namespace {

/// The cases as a formula by residues (engine/ordinal/formula.h).
Formula formula_in(const Certificate& certificate, size_t arity) {
  Formula formula;
  formula.arity = arity;
  formula.powers = static_cast<size_t>(certificate.powers.numbers.at(0));
  for (const Certificate::Case& stated : certificate.cases) {
    Case& one = formula.cases.emplace_back();
    for (const Row& row : stated.conditions) {
      one.conditions.push_back({{row.numbers.begin(), row.numbers.end() - 1}, row.numbers.back()});
    }
    if (!stated.residues.empty()) {
      one.moduli.assign(arity, 1);
      one.residues.assign(arity, 0);
    }
    for (const Row& row : stated.residues) {
      const auto coordinate = static_cast<size_t>(row.numbers.at(0));
      one.moduli.at(coordinate) = row.numbers.at(1);
      one.residues.at(coordinate) = row.numbers.at(2);
    }
    for (const Row& row : stated.value) {
      one.value.push_back(
          {{row.numbers.begin() + 1, row.numbers.end() - 1}, row.numbers.back(), row.numbers.front(), 0});
    }
  }
  return formula;
}

uint64_t natural_in(const Row& row) { return row.numbers.empty() ? 0 : static_cast<uint64_t>(row.numbers[0]); }

Statement statement_in(const Certificate& certificate, const Rule& rule) {
  if (certificate.kind == Certificate::Kind::formula) return law_of(rule, formula_in(certificate, rule.arity()));
  const uint64_t preperiod = natural_in(certificate.preperiod);
  const uint64_t period = natural_in(certificate.period);
  const uint64_t saltus = natural_in(certificate.saltus);
  if (saltus == 0) return LongPeriod{preperiod, period};
  return Law{preperiod, period, saltus, {}};
}

/// The automaton that a certificate of kind automatic has; it was accepted.
AutomaticProof automatic_in(const Certificate& certificate) {
  using automatic::Numeration;
  const std::vector<int64_t>& system = certificate.system.numbers;
  const auto part = [&](size_t i) { return static_cast<int>(system.at(i)); };
  const Numeration numeration = system.size() == 1   ? Numeration::base(part(0))
                                : system.size() == 2 ? Numeration::quadratic(part(0), part(1))
                                                     : Numeration::tribonacci();
  const bool values = natural_in(certificate.law) == 1;
  AutomaticProof proof{{values ? automatic::LawKind::values : automatic::LawKind::losing, numeration, {}}, {}, 0};
  automatic::Automaton& automaton = proof.law.automaton;
  for (const Row& row : certificate.states) {
    automaton.accepting.push_back(static_cast<char>(row.numbers.at(0)));
    automaton.letters = static_cast<uint32_t>(row.numbers.size() - 1);
    for (size_t i = 1; i < row.numbers.size(); ++i) automaton.target.push_back(static_cast<uint32_t>(row.numbers[i]));
  }
  for (const Row& row : certificate.measures) proof.measures.push_back({row.numbers, row.numbers.empty()});
  return proof;
}

}  // namespace

Attempt<Certified> theorem_in(std::string_view text) {
  Certificate certificate;
  Judgement judgement;
  if (!read_certificate(text, certificate, judgement)) return Error::input(judgement.reason);
  Certified result{std::make_unique<Rulebook>(), {}, certificate.rule};
  if (auto loaded = result.book->load_text("rule", certificate.rule); !loaded) return std::move(loaded).error();
  // A game that is nothing but its code is called by the code.
  const bool by_code = !certificate.code.empty() && certificate.game == "heap";
  const Attempt<const Rule*> rule =
      by_code ? result.book->code_rule("code", certificate.code) : result.book->rule(certificate.game);
  if (!rule) return rule.error();
  if (certificate.kind == Certificate::Kind::automatic) {
    result.theorem = Theorem{*rule, AutomaticStatement{}, Proved{automatic_in(certificate)}};
    return result;
  }
  result.theorem = Theorem{*rule, statement_in(certificate, **rule), Proved{FormulaProof{}}};
  return result;
}

}  // namespace grundy
