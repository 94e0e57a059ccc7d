#include "check/obligation.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/form.h"
#include "check/place.h"
#include "check/subject.h"

namespace grundy {
namespace {

using logic::all;
using logic::any;
using logic::at_least;
using logic::Condition;
using logic::equal;
using logic::less;
using logic::Linear;
using logic::negation;
using logic::number;
using logic::Problem;

constexpr size_t kMostCombinations = 500'000;  // of cases, classes, lines and witnesses
constexpr size_t kMaxSize = 20'000'000;        // numbers in all obligations together

/// How many numbers a condition holds.
size_t size(const Condition& condition) {
  size_t result = condition.term.coefficients.size() + 1;
  for (const Condition& part : condition.parts) result += size(part);
  return result;
}

/// Builds the obligations of one certificate.
class Statement {
 public:
  Statement(const Certificate& certificate, std::vector<Obligation>& obligations,
            Judgement& judgement)
      : c_(certificate), obligations_(obligations), judgement_(judgement) {}

  bool state() {
    if (!read_rule() || !has_form(c_, *rule_, judgement_)) return false;
    moduli_.assign(rule_->arity(), 1);
    if (c_.kind == Certificate::Kind::formula) {
      const auto moduli = moduli_of(c_, rule_->arity());
      if (!moduli) {
        give_up(c_.powers.line, fmt::format("the checker takes {} classes of residues at most",
                                            kMostResidueClasses));
        return false;
      }
      moduli_ = *moduli;
      values_are_values();
      moves_lower_measures();
      options_differ();
      smaller_values_are_witnessed();
    } else {
      moves_take_numbers();
      numbers_are_witnessed();
    }
    witnesses_are_moves();
    return !failed_;
  }

 private:
  bool fail(size_t line, std::string reason) {
    if (!failed_) judgement_ = {false, line, std::move(reason)};
    failed_ = true;
    return false;
  }

  /// A limit of the checker: the certificate may be right all the same.
  void give_up(size_t line, std::string reason) {
    if (!failed_) judgement_ = {false, line, std::move(reason), false};
    failed_ = true;
  }
  void count_combination(size_t line) {
    if (++combinations_ > kMostCombinations)
      give_up(line, "the certificate has too many cases for the checker");
  }

  bool read_rule() {
    if (const auto bad = subject_.read_lines(c_)) return fail(bad->line, bad->reason);
    rule_ = &subject_.rule();
    return true;
  }

  const MoveLine& line_of(const Certificate::Witness& one) const {
    return rule_->moves[static_cast<size_t>(one.move - 1)];
  }

  /// As the subject's; a line that is not taken fails.
  std::optional<logic::LineMeaning> meaning_of(Problem& problem, const MoveLine& line,
                                               std::vector<Linear>& slots) {
    Judgement why;
    auto result = subject_.meaning(problem, line, slots, why);
    if (!result) fail(why.line, why.reason);
    return result;
  }

  /// A witness in use: its variables, and the condition under which it names a move.
  struct Use {
    std::vector<Linear> variables;  // with its lets
    Condition here;
  };
  static Use use(Problem& problem, const Certificate::Witness& one,
                 const std::vector<Linear>& variables) {
    Use result{variables, {}};
    for (const Row& row : one.lets)
      result.variables.push_back(problem.floor(linear(row, 1, result.variables), row.numbers[0]));
    std::vector<Condition> conditions;
    for (const Row& row : one.conditions)
      conditions.push_back(at_least(linear(row, 0, result.variables), number(0)));
    for (const Row& row : one.equations)
      conditions.push_back(equal(linear(row, 0, result.variables), number(0)));
    result.here = all(std::move(conditions));
    return result;
  }

  std::vector<std::string> names(bool with_asked) const {
    std::vector<std::string> result = rule_->coordinates;
    if (!with_asked) return result;
    if (c_.kind == Certificate::Kind::periodic) {
      result.emplace_back("number taken");
    } else {
      for (size_t j = 0; j < powers(c_); ++j)
        result.push_back(fmt::format("coefficient of ω^{}", powers(c_) - 1 - j));
    }
    return result;
  }

  void add(size_t line, std::string flaw, Problem problem, bool with_asked = false) {
    // A problem with a false condition has no solution.
    count_combination(line);
    if (std::any_of(problem.conditions().begin(), problem.conditions().end(), logic::is_false))
      return;
    for (const Condition& condition : problem.conditions()) size_ += size(condition);
    if (size_ > kMaxSize) give_up(line, "the certificate is too large for the checker");
    if (failed_) return;
    obligations_.push_back({line, std::move(flaw), std::move(problem), names(with_asked)});
  }

  /// Calls visit(problem, place) for all classes of positions.
  template <class Visit>
  void at_each_place(Visit&& visit) {
    Problem problem;
    const std::vector<Linear> position = naturals(problem, rule_->arity());
    at_each_place(problem, position, visit);
  }
  /// The same for a position of the problem.
  template <class Visit>
  void at_each_place(const Problem& problem, const std::vector<Linear>& position, Visit&& visit) {
    for_each_class(moduli_, position, [&](const std::vector<int64_t>& residues) {
      Problem here = problem;
      const ClassPlace place = place_in(here, moduli_, position, residues);
      count_combination(c_.cases.empty() ? 0 : c_.cases.front().line);
      if (!failed_) visit(here, place);
      return !failed_;
    });
  }
  /// The cases that the residues let apply.
  template <class Visit>
  void for_each_case(const ClassPlace& place, Visit&& visit) {
    for (size_t i = 0; i < c_.cases.size() && !failed_; ++i) {
      if (case_is_possible(c_.cases[i], place.residues)) visit(i);
    }
  }

  void values_are_values() {
    at_each_place([&](const Problem& here, const ClassPlace& place) {
      Problem somewhere = here;
      for_each_case(place,
                    [&](size_t i) { somewhere.require(negation(holds(c_.cases[i], place))); });
      add(c_.cases.back().line, "no case gives a value", std::move(somewhere));
      for_each_case(place, [&](size_t i) {
        for (const Row& row : c_.cases[i].value) {
          Problem problem = here;
          problem.require(case_applies(c_, i, place));
          const Linear numerator = linear(row, 1, place.coordinates);
          const Linear quotient = problem.floor(numerator, row.numbers[0]);
          problem.require(any(
              {less(numerator, number(0)), negation(equal(row.numbers[0] * quotient, numerator))}));
          add(row.line, "the coefficient is no natural number", std::move(problem));
        }
      });
    });
  }

  void moves_lower_measures() {
    for (const MoveLine& line : rule_->moves) {
      Problem problem;
      std::vector<Linear> slots = naturals(problem, rule_->arity());
      const std::vector<Linear> position = slots;
      const auto move = meaning_of(problem, line, slots);
      if (!move || failed_) return;
      problem.require(move->legal);
      std::vector<Linear> before;
      std::vector<Linear> after;
      for (const Row& row : c_.measures) {
        Linear sum[2];
        for (size_t i = 0; i < position.size(); ++i) {
          sum[0] = sum[0] + row.numbers[i] * position[i];
          sum[1] = sum[1] + row.numbers[i] * move->option[i];
        }
        before.push_back(sum[0]);
        after.push_back(sum[1]);
      }
      problem.require(negation(logic::lexicographically_less(after, before)));
      add(c_.measures.empty() ? subject_.line_of(line) : c_.measures.back().line,
          "a move does not lower the measures", std::move(problem));
    }
  }

  void options_differ() {
    for (const MoveLine& line : rule_->moves) {
      at_each_place([&](Problem here, const ClassPlace& from) {
        std::vector<Linear> slots = from.coordinates;
        const auto move = meaning_of(here, line, slots);
        if (!move || failed_) return;
        here.require(move->legal);
        at_each_place(here, move->option, [&](const Problem& with_option, const ClassPlace& to) {
          for_each_case(from, [&](size_t i) {
            Problem problem = with_option;
            problem.require(case_applies(c_, i, from));
            const std::vector<Linear> value = case_value(problem, c_, i, from);
            std::vector<Condition> same;
            for_each_case(to, [&](size_t j) {
              same.push_back(
                  all({equal(value, case_value(problem, c_, j, to)), case_applies(c_, j, to)}));
            });
            problem.require(any(std::move(same)));
            add(c_.cases[i].line, "an option has the same value", std::move(problem));
          });
        });
      });
    }
  }

  void smaller_values_are_witnessed() {
    Problem asked;
    const std::vector<Linear> variables = naturals(asked, rule_->arity() + powers(c_));
    const auto middle = variables.begin() + static_cast<std::ptrdiff_t>(rule_->arity());
    const std::vector<Linear> smaller(middle, variables.end());
    at_each_place(
        asked, {variables.begin(), middle}, [&](const Problem& here, const ClassPlace& place) {
          for_each_case(place, [&](size_t i) {
            Problem problem = here;
            problem.require(case_applies(c_, i, place));
            problem.require(
                logic::lexicographically_less(smaller, case_value(problem, c_, i, place)));
            no_witness(problem, joined(place.coordinates, smaller));
            add(c_.cases[i].line, "a smaller ordinal has no witness", std::move(problem), true);
          });
        });
  }

  static std::vector<Linear> joined(std::vector<Linear> a, const std::vector<Linear>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }

  void no_witness(Problem& problem, const std::vector<Linear>& variables) {
    for (const Certificate::Witness& one : c_.witnesses) {
      count_combination(one.line);
      if (failed_) return;
      problem.require(negation(use(problem, one, variables).here));
    }
  }

  void witnesses_are_moves() {
    for (const Certificate::Witness& one : c_.witnesses) {
      Problem asked;
      const std::vector<Linear> variables = naturals(asked, rule_->arity() + grundy::asked(c_));
      const auto middle = variables.begin() + static_cast<std::ptrdiff_t>(rule_->arity());
      const std::vector<Linear> wanted(middle, variables.end());
      at_each_place(asked, {variables.begin(), middle}, [&](Problem here, const ClassPlace& from) {
        const Use used = use(here, one, joined(from.coordinates, wanted));
        here.require(used.here);
        std::vector<Linear> slots = from.coordinates;
        for (const Row& row : one.binders) slots.push_back(linear(row, 0, used.variables));
        std::vector<Linear> option;
        for (const Row& row : one.option) option.push_back(linear(row, 0, used.variables));
        Problem legal = here;
        const auto move = meaning_of(legal, line_of(one), slots);
        if (!move || failed_) return;
        legal.require(negation(all({move->legal, equal(move->option, option)})));
        add(one.line, "the witness is no move of that line", std::move(legal), true);
        if (c_.kind == Certificate::Kind::periodic) {
          here.require(negation(equal(option[0], from.coordinates[0] - wanted[0])));
          add(one.line, "the witness takes another number", std::move(here), true);
          return;
        }
        for (const Linear& coordinate : option) here.require(at_least(coordinate, number(0)));
        at_each_place(here, option, [&](Problem problem, const ClassPlace& to) {
          std::vector<Condition> other;
          for_each_case(to, [&](size_t j) {
            other.push_back(all({case_applies(c_, j, to),
                                 negation(equal(case_value(problem, c_, j, to), wanted))}));
          });
          problem.require(any(std::move(other)));
          add(one.line, "the witness leads to another value", std::move(problem), true);
        });
      });
    }
  }

  /// Whether a number may be taken: positive and in the set, or positive and outside.
  Condition takes(const Linear& amount) const {
    const bool all_but = c_.all_but.numbers[0] == 1;
    std::vector<Condition> ways;
    int64_t last = 0;  // the greatest number so far
    for (const int64_t next : c_.numbers.numbers) {
      if (!all_but) ways.push_back(equal(amount, number(next)));
      if (all_but && next > last + 1) ways.push_back(between(amount, last + 1, next - 1));
      last = next;
    }
    if (all_but) ways.push_back(less(number(last), amount));
    return any(std::move(ways));
  }
  /// The negation of takes(), in few parts.
  Condition does_not_take(const Linear& amount) const {
    const bool all_but = c_.all_but.numbers[0] == 1;
    std::vector<Condition> ways = {less(amount, number(1))};
    int64_t last = 0;
    for (const int64_t next : c_.numbers.numbers) {
      if (all_but) ways.push_back(equal(amount, number(next)));
      if (!all_but && next > last + 1) ways.push_back(between(amount, last + 1, next - 1));
      last = next;
    }
    if (!all_but) ways.push_back(less(number(last), amount));
    return any(std::move(ways));
  }
  static Condition between(const Linear& term, int64_t low, int64_t high) {
    return all({at_least(term, number(low)), at_least(number(high), term)});
  }

  void moves_take_numbers() {
    for (const MoveLine& line : rule_->moves) {
      Problem problem;
      std::vector<Linear> slots = naturals(problem, 1);
      const Linear n = slots[0];
      const auto move = meaning_of(problem, line, slots);
      if (!move || failed_) return;
      problem.require(move->legal);
      problem.require(does_not_take(n - move->option[0]));
      add(c_.numbers.line, "a move takes another number", std::move(problem));
    }
  }

  void numbers_are_witnessed() {
    Problem problem;
    const std::vector<Linear> variables = naturals(problem, 2);
    problem.require(at_least(variables[0], variables[1]));
    problem.require(takes(variables[1]));
    no_witness(problem, variables);
    add(c_.numbers.line, "a number that may be taken has no witness", std::move(problem), true);
  }

  const Certificate& c_;
  std::vector<Obligation>& obligations_;
  Judgement& judgement_;
  Subject subject_;
  const Rule* rule_ = nullptr;
  std::vector<int64_t> moduli_;  // positions are told apart by their residues modulo these
  size_t size_ = 0;              // of the obligations so far
  size_t combinations_ = 0;
  bool failed_ = false;
};

}  // namespace

bool state_obligations(const Certificate& certificate, std::vector<Obligation>& obligations,
                       Judgement& judgement) {
  obligations.clear();
  return Statement(certificate, obligations, judgement).state();
}

}  // namespace grundy
