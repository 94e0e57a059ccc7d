#include "proof/certified.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/text.h"
#include "proof/claim.h"
#include "rule/cells.h"

namespace grundy {
namespace {

/// The cases as a formula by residues (engine/ordinal/formula.h).
Formula formula_in(const Certificate& certificate, size_t arity) {
  Formula formula;
  formula.arity = arity;
  formula.powers = certificate.cases.empty() ? 1 : certificate.cases.front().value.size();
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
      one.value.push_back({{row.numbers.begin() + 1, row.numbers.end() - 1},
                           row.numbers.back(),
                           row.numbers.front(),
                           0});
    }
  }
  return formula;
}

uint64_t natural_in(const Row& row) {
  return row.numbers.empty() ? 0 : static_cast<uint64_t>(row.numbers[0]);
}

Statement statement_in(const Certificate& certificate, const Rule& rule) {
  if (certificate.kind == Certificate::Kind::formula)
    return law_of(rule, formula_in(certificate, rule.arity()));
  const uint64_t preperiod = natural_in(certificate.preperiod);
  const uint64_t period = natural_in(certificate.period);
  const uint64_t saltus = natural_in(certificate.saltus);
  if (saltus == 0) return LongPeriod{preperiod, period};
  return Law{preperiod, period, saltus, {}};
}

/// The law with letters that a certificate of kind parametric has, its quotients and remainders
/// written out.
class CertifiedCases {
 public:
  CertifiedCases(const Certificate& certificate, const std::vector<std::string>& coordinates)
      : c_(certificate), names_(coordinates) {
    for (const Certificate::Division& one : c_.divisions) {
      const std::string dividend = factor(sum(one.dividend), true);
      const std::string divisor = factor(sum(one.divisor), false);
      names_.push_back(fmt::format("{} / {}", dividend, divisor));
      names_.push_back(fmt::format("{} % {}", dividend, divisor));
    }
  }

  Statement statement() const {
    if (!c_.says_who_wins) return law();
    std::vector<std::string> ways;
    for (size_t i = 0; i + 1 < c_.cases.size(); ++i) {
      std::vector<std::string> conditions;
      for (const Row& row : c_.cases[i].conditions) conditions.push_back(comparison(row));
      ways.push_back(conditions.empty() ? "0 = 0"
                                        : fmt::format("{}", fmt::join(conditions, " and ")));
    }
    return AutomaticStatement{ways.empty() ? "0 = 1" : fmt::format("{}", fmt::join(ways, " or "))};
  }

  std::string domain() const {
    std::vector<std::string> conditions;
    for (const Row& row : c_.domain) conditions.push_back(comparison(row));
    return fmt::format("{}", fmt::join(conditions, " and "));
  }

 private:
  FormulaLaw law() const {
    FormulaLaw result;
    for (const Certificate::Case& one : c_.cases) {
      std::vector<std::string> conditions;
      for (const Row& row : one.conditions) conditions.push_back(comparison(row));
      const char* otherwise = result.cases.empty() ? "always" : "otherwise";
      result.cases.push_back(
          {conditions.empty() ? otherwise : fmt::format("{}", fmt::join(conditions, " and ")),
           sum(one.value.front())});
    }
    for (const auto& [condition, value] : result.cases) {
      const bool plain = condition == "always" || condition == "otherwise";
      result.latex.push_back(
          {plain ? "\\text{" + condition + "}" : latex_code(condition), latex_code(value)});
    }
    return result;
  }

  /// Those of one sign of a row's terms.
  std::string part(const Row& row, int64_t sign) const {
    std::string text;
    for (size_t i = 0; i < row.numbers.size(); ++i) {
      const int64_t number = sign * row.numbers[i];
      if (number <= 0) continue;
      text += text.empty() ? "" : " + ";
      const bool constant = i + 1 == row.numbers.size();
      text += constant      ? std::to_string(number)
              : number == 1 ? names_[i]
                            : fmt::format("{}*{}", number, factor(names_[i], false));
    }
    return text;
  }
  std::string sum(const Row& row) const {
    const std::string plus = part(row, 1);
    const std::string minus = part(row, -1);
    if (minus.empty()) return plus.empty() ? "0" : plus;
    return fmt::format("{}-{}{}", plus.empty() ? "" : plus + " ", plus.empty() ? "" : " ",
                       bracketed(minus));
  }
  std::string comparison(const Row& row) const {
    const std::string plus = part(row, 1);
    const std::string minus = part(row, -1);
    return fmt::format("{} >= {}", plus.empty() ? "0" : plus, minus.empty() ? "0" : minus);
  }
  static std::string bracketed(const std::string& text) {
    return text.find(' ') == text.npos ? text : "(" + text + ")";
  }
  /// As it stands beside a division: what is divided may be a division itself.
  static std::string factor(const std::string& text, bool first) {
    size_t depth = 0;
    bool product = true;  // of names, divided
    for (const char c : text) {
      depth += c == '(' ? 1 : 0;
      depth -= c == ')' ? 1 : 0;
      product = product && (depth > 0 || std::string_view("+-*").find(c) == std::string_view::npos);
    }
    return first && product                        ? text
           : text.find_first_of(" *") == text.npos ? text
                                                   : "(" + text + ")";
  }

  const Certificate& c_;
  std::vector<std::string> names_;  // of the variables
};

/// The automaton that a certificate of kind automatic has; it was accepted.
AutomaticProof automatic_in(const Certificate& certificate) {
  using automatic::Numeration;
  const std::vector<int64_t>& system = certificate.system.numbers;
  const auto part = [&](size_t i) { return static_cast<int>(system.at(i)); };
  const Numeration numeration = system.size() == 1   ? Numeration::base(part(0))
                                : system.size() == 2 ? Numeration::quadratic(part(0), part(1))
                                                     : Numeration::tribonacci();
  const auto law = natural_in(certificate.law);
  const automatic::LawKind kind = law == 0   ? automatic::LawKind::losing
                                  : law == 1 ? automatic::LawKind::values
                                             : automatic::LawKind::powers;
  AutomaticProof proof{{kind, numeration, {}}, {}, 0};
  automatic::Automaton& automaton = proof.law.automaton;
  for (const Row& row : certificate.states) {
    automaton.accepting.push_back(static_cast<char>(row.numbers.at(0)));
    automaton.letters = static_cast<uint32_t>(row.numbers.size() - 1);
    for (size_t i = 1; i < row.numbers.size(); ++i)
      automaton.target.push_back(static_cast<uint32_t>(row.numbers[i]));
  }
  for (const Row& row : certificate.measures)
    proof.measures.push_back({row.numbers, row.numbers.empty()});
  return proof;
}

/// The theorem of a certificate without lists, or as if it had none.
Attempt<Certified> theorem_of_numbers(const Certificate& certificate, std::string_view text) {
  Certified result{std::make_unique<Rulebook>(), {}, certificate.rule};
  if (auto loaded = result.book->load_text("rule", certificate.rule); !loaded)
    return std::move(loaded).error();
  // A game that is nothing but its code is called by the code.
  const bool by_code = !certificate.code.empty() && certificate.game == "heap";
  const Attempt<const Rule*> rule = by_code ? result.book->code_rule("code", certificate.code)
                                            : result.book->rule(certificate.game);
  if (!rule) return rule.error();
  if (certificate.kind == Certificate::Kind::parametric) {
    const CertifiedCases words(certificate, (*rule)->coordinates);
    ParametricProof proof;
    for (const Row& row : certificate.measures) proof.descent.measures.push_back(row.numbers);
    result.theorem = Theorem{*rule, words.statement(), Proved{std::move(proof)}};
    result.theorem.letters = ParameterLetters{0, (*rule)->name, words.domain()};
    return result;
  }
  if (certificate.kind == Certificate::Kind::outcomes) {
    result.theorem = Theorem{*rule, outcomes_of(**rule, formula_in(certificate, (*rule)->arity())),
                             Proved{OutcomeProof{std::string(text)}}};
    return result;
  }
  if (certificate.kind == Certificate::Kind::automatic) {
    result.theorem = Theorem{
        *rule, AutomaticStatement{}, Proved{automatic_in(certificate)}, {}, certificate.where};
    return result;
  }
  result.theorem = Theorem{*rule, statement_in(certificate, **rule), Proved{FormulaProof{}}};
  return result;
}

}  // namespace

Attempt<Certified> theorem_in(std::string_view text) {
  Certificate certificate;
  Judgement judgement;
  if (!read_certificate(text, certificate, judgement)) return Error::input(judgement.reason);
  Attempt<Certified> result = theorem_of_numbers(certificate, text);
  if (!result || certificate.lists.empty()) return result;
  Rulebook book;
  if (auto loaded = book.load_text("lists", certificate.lists); !loaded)
    return std::move(loaded).error();
  const Attempt<const Rule*> lists = book.rule(certificate.game);
  if (!lists) return lists.error();
  result->theorem.lists = certificate.lists;
  size_t next = 0;
  for (const CoordinateKind kind : (*lists)->board->kinds) {
    auto& bracket = result->theorem.brackets.emplace_back();
    if (is_list(kind)) bracket = static_cast<size_t>(certificate.lengths.numbers.at(next++));
  }
  result->rule =
      fmt::format("{}# written out for these lengths:\n{}", certificate.lists, certificate.rule);
  return result;
}

}  // namespace grundy
