#include "check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "check/heap.h"
#include "check/rule.h"
#include "rule/rulebook.h"

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

constexpr unsigned long kSteps = 10'000'000;       // of isl, for one certificate
constexpr int64_t kMostClasses = 1000;             // of residues
constexpr size_t kMostCombinations = 500'000;      // of cases, classes, lines and witnesses that are looked at
constexpr int64_t kMostValues = int64_t{1} << 22;  // of a finite set that are computed anew
constexpr int64_t kMostAllButValues = int64_t{1} << 14;
constexpr int64_t kMostPowers = 16;
constexpr size_t kMaxSize = 20'000'000;  // numbers in all obligations together
constexpr size_t kMaxNumbers = 1000;     // of a subtraction set

/// Σ numbers[from + i]·variables[i] + the last number.
Linear linear(const Row& row, size_t from, const std::vector<Linear>& variables) {
  Linear result = number(row.numbers.back());
  for (size_t i = 0; i < variables.size(); ++i) result = result + row.numbers[from + i] * variables[i];
  return result;
}

/// The conditions of the case at a place where it is possible.
Condition holds(const Certificate::Case& one, const Place& place) {
  std::vector<Condition> result;
  for (const Row& row : one.conditions) result.push_back(at_least(linear(row, 0, place.coordinates), number(0)));
  return all(std::move(result));
}

/// How many numbers a condition holds.
size_t size(const Condition& condition) {
  size_t result = condition.term.coefficients.size() + 1;
  for (const Condition& part : condition.parts) result += size(part);
  return result;
}

/// Builds the obligations of one certificate.
class Statement {
 public:
  Statement(const Certificate& certificate, std::vector<Obligation>& obligations, Judgement& judgement)
      : c_(certificate), obligations_(obligations), judgement_(judgement) {}

  bool state() {
    if (!read_rule() || !fits()) return false;
    moduli_.assign(rule_->arity(), 1);
    if (c_.kind == Certificate::Kind::formula) {
      const auto moduli = moduli_of(c_, rule_->arity());
      if (!moduli) {
        give_up(c_.powers.line, fmt::format("the checker takes {} classes of residues at most", kMostClasses));
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

  /// The certificate may be right all the same.
  void give_up(size_t line, std::string reason) {
    if (!failed_) judgement_ = {false, line, std::move(reason), false};
    failed_ = true;
  }
  void count_combination(size_t line) {
    if (++combinations_ > kMostCombinations) give_up(line, "the certificate has too many cases for the checker");
  }

  bool read_rule() {
    if (auto loaded = book_.load_text("rule", c_.rule); !loaded) {
      const Diagnostic& first = loaded.error().diagnostics.front();
      return fail(c_.rule_line + (first.line > 0 ? first.line - 1 : 0), first.message);
    }
    const Definition* definition = book_.find(c_.game);
    if (definition == nullptr || definition->builtin) return fail(c_.game_line, "the rule is of another game");
    Attempt<const Rule*> rule = book_.rule(c_.game);
    if (!rule) return fail(c_.rule_line, rule.error().message());
    rule_ = *rule;
    if (rule_->is_alias) return fail(c_.rule_line, "the game is another name for a sum");
    // Every line has to be one that is understood, whatever it is asked about.
    for (const MoveLine& line : rule_->moves) {
      Problem problem;
      std::vector<Linear> slots = naturals(problem, rule_->arity());
      meaning_of(problem, line, slots);
    }
    return !failed_;
  }

  // --- the form of the rows ---

  bool width(const Row& row, size_t wanted) {
    if (row.numbers.size() == wanted) return true;
    return fail(row.line, fmt::format("expected {} numbers", wanted));
  }
  bool widths(const std::vector<Row>& rows, size_t wanted) {
    return std::all_of(rows.begin(), rows.end(), [&](const Row& row) { return width(row, wanted); });
  }
  bool positive(const Row& row, size_t at) {
    if (row.numbers[at] >= 1) return true;
    return fail(row.line, "a divisor is at least 1");
  }
  bool natural(const Row& row) {
    if (std::all_of(row.numbers.begin(), row.numbers.end(), [](int64_t n) { return n >= 0; })) return true;
    return fail(row.line, "expected natural numbers");
  }

  /// The variables that witnesses speak of: the coordinates, then the coefficients of the smaller ordinal or the number
  /// that is taken.
  size_t asked() const { return c_.kind == Certificate::Kind::periodic ? 1 : powers(); }
  size_t powers() const { return static_cast<size_t>(c_.powers.numbers[0]); }

  bool fits() {
    const size_t arity = rule_->arity();
    if (c_.kind == Certificate::Kind::formula) {
      if (!width(c_.powers, 1)) return false;
      if (c_.powers.numbers[0] < 1 || c_.powers.numbers[0] > kMostPowers)
        return fail(c_.powers.line, fmt::format("there are 1 to {} powers of ω", kMostPowers));
      if (c_.cases.empty()) return fail(c_.powers.line, "there is no case");
      for (const Certificate::Case& one : c_.cases) {
        if (!widths(one.conditions, arity + 1) || !widths(one.residues, 3) || !widths(one.value, arity + 2))
          return false;
        for (const Row& row : one.residues) {
          if (row.numbers[0] < 0 || row.numbers[0] >= static_cast<int64_t>(arity))
            return fail(row.line, "there is no such coordinate");
          if (!positive(row, 1)) return false;
        }
        if (one.value.size() != powers()) return fail(one.line, fmt::format("expected {} lines 'value'", powers()));
        for (const Row& row : one.value) {
          if (!positive(row, 0)) return false;
        }
      }
      if (!widths(c_.measures, arity)) return false;
      for (const Row& row : c_.measures) {
        if (!natural(row)) return false;
      }
    } else if (!fits_periodic()) {
      return false;
    }
    for (const Certificate::Witness& one : c_.witnesses) {
      if (one.move < 1 || one.move > static_cast<int64_t>(rule_->moves.size()))
        return fail(one.line, "the rule has no such line");
      size_t variables = arity + asked();
      for (const Row& row : one.lets) {
        if (!width(row, variables + 2) || !positive(row, 0)) return false;
        ++variables;
      }
      for (const auto* rows : {&one.conditions, &one.equations, &one.binders, &one.option}) {
        if (!widths(*rows, variables + 1)) return false;
      }
      const size_t binders = logic::binder_count(line_of(one));
      if (one.binders.size() != binders) return fail(one.line, fmt::format("expected {} lines 'with'", binders));
      if (one.option.size() != arity) return fail(one.line, fmt::format("expected {} lines 'to'", arity));
    }
    return true;
  }

  bool fits_periodic() {
    if (rule_->arity() != 1) return fail(c_.game_line, "a game of one coordinate is needed");
    for (const Row* row : {&c_.all_but, &c_.preperiod, &c_.period, &c_.saltus}) {
      if (!width(*row, 1) || !natural(*row)) return false;
    }
    if (!width(c_.window, 2) || !natural(c_.window) || !natural(c_.numbers)) return false;
    if (c_.all_but.numbers[0] > 1) return fail(c_.all_but.line, "expected 0 or 1");
    const auto& numbers = c_.numbers.numbers;
    if (numbers.size() > kMaxNumbers) return fail(c_.numbers.line, "more than 1000 numbers");
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] <= (i == 0 ? 0 : numbers[i - 1]))
        return fail(c_.numbers.line, "expected growing positive numbers");
    }
    if (c_.period.numbers[0] < 1) return fail(c_.period.line, "a period is at least 1");
    return true;
  }

  // --- what the parts mean ---

  const MoveLine& line_of(const Certificate::Witness& one) const {
    return rule_->moves[static_cast<size_t>(one.move - 1)];
  }

  static std::vector<Linear> naturals(Problem& problem, size_t count) {
    std::vector<Linear> result;
    for (size_t i = 0; i < count; ++i) result.push_back(problem.natural());
    return result;
  }

  /// The move line with further variables for its binders, or with `slots` when these are all.
  std::optional<logic::LineMeaning> meaning_of(Problem& problem, const MoveLine& line, std::vector<Linear>& slots) {
    const size_t wanted = rule_->arity() + logic::binder_count(line);
    while (slots.size() < wanted) slots.push_back(problem.integer());
    std::string reason;
    auto result = logic::meaning(problem, *rule_, line, slots, reason);
    if (!result) fail(rule_line(line), "the checker does not take this line: " + reason);
    return result;
  }

  size_t rule_line(const MoveLine& line) const {
    const std::string_view before = std::string_view(c_.rule).substr(0, line.span.begin);
    return c_.rule_line + static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
  }

  /// What a witness is for: the variables it speaks of, and where it may be used.
  struct Use {
    std::vector<Linear> variables;  // with its lets
    Condition here;
  };
  static Use use(Problem& problem, const Certificate::Witness& one, const std::vector<Linear>& variables) {
    Use result{variables, {}};
    for (const Row& row : one.lets)
      result.variables.push_back(problem.floor(linear(row, 1, result.variables), row.numbers[0]));
    std::vector<Condition> conditions;
    for (const Row& row : one.conditions) conditions.push_back(at_least(linear(row, 0, result.variables), number(0)));
    for (const Row& row : one.equations) conditions.push_back(equal(linear(row, 0, result.variables), number(0)));
    result.here = all(std::move(conditions));
    return result;
  }

  std::vector<std::string> names(bool with_asked) const {
    std::vector<std::string> result = rule_->coordinates;
    if (!with_asked) return result;
    if (c_.kind == Certificate::Kind::periodic) {
      result.emplace_back("number taken");
    } else {
      for (size_t j = 0; j < powers(); ++j) result.push_back(fmt::format("coefficient of ω^{}", powers() - 1 - j));
    }
    return result;
  }

  void add(size_t line, std::string flaw, Problem problem, bool with_asked = false) {
    // What is false can't hold with anything.
    count_combination(line);
    if (std::any_of(problem.conditions().begin(), problem.conditions().end(), logic::is_false)) return;
    for (const Condition& condition : problem.conditions()) size_ += size(condition);
    if (size_ > kMaxSize) give_up(line, "the certificate is too large for the checker");
    if (failed_) return;
    obligations_.push_back({line, std::move(flaw), std::move(problem), names(with_asked)});
  }

  // --- the claims ---

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
      const Place place = place_in(here, moduli_, position, residues);
      count_combination(c_.cases.empty() ? 0 : c_.cases.front().line);
      if (!failed_) visit(here, place);
      return !failed_;
    });
  }
  /// The cases that the residues let apply.
  template <class Visit>
  void for_each_case(const Place& place, Visit&& visit) {
    for (size_t i = 0; i < c_.cases.size() && !failed_; ++i) {
      if (case_is_possible(c_.cases[i], place.residues)) visit(i);
    }
  }

  void values_are_values() {
    at_each_place([&](const Problem& here, const Place& place) {
      Problem somewhere = here;
      for_each_case(place, [&](size_t i) { somewhere.require(negation(holds(c_.cases[i], place))); });
      add(c_.cases.back().line, "no case gives a value", std::move(somewhere));
      for_each_case(place, [&](size_t i) {
        for (const Row& row : c_.cases[i].value) {
          Problem problem = here;
          problem.require(case_applies(c_, i, place));
          const Linear numerator = linear(row, 1, place.coordinates);
          const Linear quotient = problem.floor(numerator, row.numbers[0]);
          problem.require(any({less(numerator, number(0)), negation(equal(row.numbers[0] * quotient, numerator))}));
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
      add(c_.measures.empty() ? rule_line(line) : c_.measures.back().line, "a move does not lower the measures",
          std::move(problem));
    }
  }

  void options_differ() {
    for (const MoveLine& line : rule_->moves) {
      at_each_place([&](Problem here, const Place& from) {
        std::vector<Linear> slots = from.coordinates;
        const auto move = meaning_of(here, line, slots);
        if (!move || failed_) return;
        here.require(move->legal);
        at_each_place(here, move->option, [&](const Problem& with_option, const Place& to) {
          for_each_case(from, [&](size_t i) {
            Problem problem = with_option;
            problem.require(case_applies(c_, i, from));
            const std::vector<Linear> value = case_value(problem, c_, i, from);
            std::vector<Condition> same;
            for_each_case(to, [&](size_t j) {
              same.push_back(all({equal(value, case_value(problem, c_, j, to)), case_applies(c_, j, to)}));
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
    const std::vector<Linear> variables = naturals(asked, rule_->arity() + powers());
    const auto middle = variables.begin() + static_cast<std::ptrdiff_t>(rule_->arity());
    const std::vector<Linear> smaller(middle, variables.end());
    at_each_place(asked, {variables.begin(), middle}, [&](const Problem& here, const Place& place) {
      for_each_case(place, [&](size_t i) {
        Problem problem = here;
        problem.require(case_applies(c_, i, place));
        problem.require(logic::lexicographically_less(smaller, case_value(problem, c_, i, place)));
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
      const std::vector<Linear> variables = naturals(asked, rule_->arity() + this->asked());
      const auto middle = variables.begin() + static_cast<std::ptrdiff_t>(rule_->arity());
      const std::vector<Linear> wanted(middle, variables.end());
      at_each_place(asked, {variables.begin(), middle}, [&](Problem here, const Place& from) {
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
        at_each_place(here, option, [&](Problem problem, const Place& to) {
          std::vector<Condition> other;
          for_each_case(to, [&](size_t j) {
            other.push_back(all({case_applies(c_, j, to), negation(equal(case_value(problem, c_, j, to), wanted))}));
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
    int64_t last = 0;  // of the numbers that were looked at
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
  Rulebook book_;
  const Rule* rule_ = nullptr;
  std::vector<int64_t> moduli_;  // by whose residues positions are told apart
  size_t size_ = 0;              // of the obligations so far
  size_t combinations_ = 0;      // that were looked at
  bool failed_ = false;
};

/// g(0), …, g(count - 1), each the least number that is no value of an option.
Attempt<std::vector<int64_t>> values_by_definition(const std::vector<int64_t>& numbers, bool all_but, int64_t count,
                                                   const Budget& budget) {
  std::vector<int64_t> values;
  std::vector<int64_t> seen(static_cast<size_t>(count) + 1, -1);  // seen[v] = n: v is the value of an option of n
  std::vector<bool> left_out;
  if (all_but) {
    left_out.resize(static_cast<size_t>(count) + 1, false);
    for (const int64_t e : numbers) {
      if (e <= count) left_out[static_cast<size_t>(e)] = true;
    }
  }
  for (int64_t n = 0; n < count; ++n) {
    if (n % 256 == 0 && budget.spent()) return budget.why();
    auto take = [&](int64_t amount) { seen[static_cast<size_t>(values[static_cast<size_t>(n - amount)])] = n; };
    if (all_but) {
      for (int64_t amount = 1; amount <= n; ++amount) {
        if (!left_out[static_cast<size_t>(amount)]) take(amount);
      }
    } else {
      for (size_t i = 0; i < numbers.size() && numbers[i] <= n; ++i) take(numbers[i]);
    }
    int64_t mex = 0;
    while (seen[static_cast<size_t>(mex)] == n) ++mex;
    values.push_back(mex);
  }
  return values;
}

Attempt<Judgement> check_values(const Certificate& c, const Budget& budget) {
  auto rejected = [](const Row& row, std::string reason) { return Judgement{false, row.line, std::move(reason)}; };
  const auto& numbers = c.numbers.numbers;
  const bool all_but = c.all_but.numbers[0] == 1;
  const int64_t preperiod = c.preperiod.numbers[0];
  const int64_t period = c.period.numbers[0];
  const int64_t saltus = c.saltus.numbers[0];
  const int64_t first = c.window.numbers[0];
  const int64_t length = c.window.numbers[1];
  const int64_t most = all_but ? kMostAllButValues : kMostValues;
  if (length != std::max<int64_t>(1, numbers.empty() ? 0 : numbers.back()))
    return rejected(c.window, "the window is as long as the greatest number of the set");
  if (first < preperiod) return rejected(c.window, "the window begins before the pre-period's end");
  const int64_t count = first + period + length;
  if (count > most) return rejected(c.window, fmt::format("the checker computes {} values at most", most));
  const auto computed = values_by_definition(numbers, all_but, count, budget);
  if (!computed) return computed.error();
  const std::vector<int64_t>& g = *computed;
  int64_t n = 0;
  for (const Row& row : c.values) {
    for (const int64_t value : row.numbers) {
      if (n == preperiod + period) return rejected(row, "there are more values than the pre-period and a period");
      if (g[static_cast<size_t>(n)] != value)
        return rejected(row, fmt::format("the value of {} is {}, not {}", n, g[static_cast<size_t>(n)], value));
      ++n;
    }
  }
  if (n != preperiod + period)
    return rejected(c.values.empty() ? c.window : c.values.back(),
                    "there are fewer values than the pre-period and a period");
  if (!all_but && saltus != 0) return rejected(c.saltus, "the values of a finite set do not grow");
  for (int64_t i = preperiod; i + period < count; ++i) {
    if (g[static_cast<size_t>(i + period)] != g[static_cast<size_t>(i)] + saltus)
      return rejected(c.saltus, fmt::format("the value of {} is not that of {} plus the saltus", i + period, i));
  }
  if (!all_but) return Judgement{true, 0, ""};
  std::vector<int64_t> below_new;  // u
  int64_t different = 0;           // D
  for (const int64_t value : g) {
    below_new.push_back(different - value);
    if (value == different) ++different;
  }
  for (int64_t i = first; i < first + length; ++i) {
    if (below_new[static_cast<size_t>(i + period)] != below_new[static_cast<size_t>(i)])
      return rejected(c.window, fmt::format("D({}) - g({}) is not that of {}", i + period, i + period, i));
  }
  return Judgement{true, 0, ""};
}

}  // namespace

std::optional<std::vector<int64_t>> moduli_of(const Certificate& certificate, size_t arity) {
  std::vector<int64_t> moduli(arity, 1);
  for (const Certificate::Case& one : certificate.cases) {
    for (const Row& row : one.residues) {
      int64_t& modulus = moduli[static_cast<size_t>(row.numbers[0])];
      if (row.numbers[1] > kMostClasses) return std::nullopt;
      modulus = std::lcm(modulus, row.numbers[1]);
      if (modulus > kMostClasses) return std::nullopt;
    }
  }
  int64_t classes = 1;
  for (const int64_t modulus : moduli) {
    classes *= modulus;
    if (classes > kMostClasses) return std::nullopt;
  }
  return moduli;
}

void for_each_class(const std::vector<int64_t>& moduli, const std::vector<Linear>& position,
                    const std::function<bool(const std::vector<int64_t>&)>& visit) {
  std::vector<int64_t> residues(moduli.size(), 0);
  for (;;) {
    bool possible = true;
    for (size_t i = 0; i < moduli.size() && possible; ++i) {
      possible = position[i].too_large || !position[i].is_multiple_of(moduli[i]) ||
                 logic::residue(position[i].constant, moduli[i]) == residues[i];
    }
    if (possible && !visit(residues)) return;
    size_t i = 0;
    while (i < residues.size() && residues[i] == moduli[i] - 1) residues[i++] = 0;
    if (i == residues.size()) return;
    ++residues[i];
  }
}

Place place_in(Problem& problem, const std::vector<int64_t>& moduli, std::vector<Linear> position,
               const std::vector<int64_t>& residues) {
  for (size_t i = 0; i < moduli.size(); ++i) {
    if (!position[i].too_large && position[i].is_multiple_of(moduli[i])) continue;  // its residue is this one
    const Linear parts = moduli[i] * problem.integer() + number(residues[i]);
    problem.require(equal(position[i], parts));
    position[i] = parts;
  }
  return {std::move(position), residues};
}

bool case_is_possible(const Certificate::Case& one, const std::vector<int64_t>& residues) {
  return std::all_of(one.residues.begin(), one.residues.end(), [&](const Row& row) {
    return residues[static_cast<size_t>(row.numbers[0])] % row.numbers[1] == row.numbers[2];
  });
}

Condition case_applies(const Certificate& certificate, size_t i, const Place& place) {
  std::vector<Condition> result = {holds(certificate.cases[i], place)};
  for (size_t j = 0; j < i; ++j) {
    if (case_is_possible(certificate.cases[j], place.residues))
      result.push_back(negation(holds(certificate.cases[j], place)));
  }
  return all(std::move(result));
}

std::vector<Linear> case_value(Problem& problem, const Certificate& certificate, size_t i, const Place& place) {
  std::vector<Linear> result;
  for (const Row& row : certificate.cases[i].value)
    result.push_back(problem.floor(linear(row, 1, place.coordinates), row.numbers[0]));
  return result;
}

Attempt<Judgement> judge_by_isl(const std::vector<Obligation>& obligations, const Budget& budget) {
  const logic::ContextPointer context = logic::make_context(kSteps);
  for (const Obligation& obligation : obligations) {
    const logic::Decision decision = logic::decide(context.get(), obligation.problem, [&] { return budget.spent(); });
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
      where += fmt::format("{}{} = {}", i == 0 ? "" : ", ", obligation.names[i], decision.solution[i]);
    if (!where.empty()) judgement.reason += " at " + where;
    return judgement;
  }
  return Judgement{true, 0, ""};
}

bool state_obligations(const Certificate& certificate, std::vector<Obligation>& obligations, Judgement& judgement) {
  obligations.clear();
  return Statement(certificate, obligations, judgement).state();
}

Attempt<Judgement> check_certificate(std::string_view text, const Judge& judge, const Budget& budget) {
  Judgement judgement;
  Certificate certificate;
  if (text.size() > kMaxCertificateBytes) return Judgement{false, 1, "the file is too long"};
  if (!read_certificate(text, certificate, judgement)) return judgement;
  if (certificate.kind != Certificate::Kind::formula && certificate.kind != Certificate::Kind::periodic)
    return check_heap(certificate, budget);
  std::vector<Obligation> obligations;
  if (!state_obligations(certificate, obligations, judgement)) return judgement;
  if (certificate.kind == Certificate::Kind::periodic) {
    Attempt<Judgement> values = check_values(certificate, budget);
    if (!values || !values->accepted) return values;
  }
  return judge(obligations, budget);
}

}  // namespace grundy
