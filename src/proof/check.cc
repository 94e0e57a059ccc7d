#include "proof/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "proof/check_rule.h"
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

constexpr unsigned long kSteps = 5'000'000;  // of isl, for one certificate
// What takes longer is too hard; the certificates of the built-in games take some hundredths of one.
constexpr std::chrono::seconds kPatience{20};
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

Condition holds(Problem& problem, const Certificate::Case& one, const std::vector<Linear>& position) {
  std::vector<Condition> result;
  for (const Row& row : one.conditions) result.push_back(at_least(linear(row, 0, position), number(0)));
  for (const Row& row : one.residues) {
    const Linear& coordinate = position[static_cast<size_t>(row.numbers[0])];
    const Linear quotient = problem.floor(coordinate, row.numbers[1]);
    result.push_back(equal(coordinate - row.numbers[1] * quotient, number(row.numbers[2])));
  }
  return all(std::move(result));
}

/// Whether the residues tell that two cases hold nowhere together: there is a coordinate of which they ask for numbers
/// that differ modulo a common divisor of the moduli.
bool exclude_each_other(const Certificate::Case& a, const Certificate::Case& b) {
  for (const Row& left : a.residues) {
    for (const Row& right : b.residues) {
      const int64_t common = std::gcd(left.numbers[1], right.numbers[1]);
      if (left.numbers[0] == right.numbers[0] && (left.numbers[2] - right.numbers[2]) % common != 0) return true;
    }
  }
  return false;
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
    if (c_.kind == Certificate::Kind::formula) {
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

  bool read_rule() {
    if (auto loaded = book_.load_text("rule", c_.rule); !loaded) {
      const Diagnostic& first = loaded.error().diagnostics.front();
      return fail(c_.rule_line + (first.line > 0 ? first.line - 1 : 0), first.message);
    }
    const Definition* definition = book_.find(c_.game);
    if (definition == nullptr || definition->builtin) return fail(c_.game_line, "the rule is of another game");
    Result<const Rule*> rule = book_.rule(c_.game);
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
    for (const Condition& condition : problem.conditions()) size_ += size(condition);
    if (size_ > kMaxSize) fail(line, "the certificate is too large for the checker");
    if (failed_) return;
    obligations_.push_back({line, std::move(flaw), std::move(problem), names(with_asked)});
  }

  // --- the claims ---

  void values_are_values() {
    Problem somewhere;
    const std::vector<Linear> position = naturals(somewhere, rule_->arity());
    for (const Certificate::Case& one : c_.cases) somewhere.require(negation(holds(somewhere, one, position)));
    add(c_.cases.back().line, "no case gives a value", std::move(somewhere));
    for (size_t i = 0; i < c_.cases.size() && !failed_; ++i) {
      for (const Row& row : c_.cases[i].value) {
        Problem problem;
        const std::vector<Linear> at = naturals(problem, rule_->arity());
        problem.require(case_applies(problem, c_, i, at));
        const Linear numerator = linear(row, 1, at);
        const Linear quotient = problem.floor(numerator, row.numbers[0]);
        problem.require(any({less(numerator, number(0)), negation(equal(row.numbers[0] * quotient, numerator))}));
        add(row.line, "the coefficient is no natural number", std::move(problem));
      }
    }
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
    for (size_t i = 0; i < c_.cases.size() && !failed_; ++i) {
      for (size_t j = 0; j < c_.cases.size(); ++j) {
        for (const MoveLine& line : rule_->moves) {
          Problem problem;
          std::vector<Linear> slots = naturals(problem, rule_->arity());
          const std::vector<Linear> position = slots;
          const auto move = meaning_of(problem, line, slots);
          if (!move || failed_) return;
          problem.require(move->legal);
          problem.require(case_applies(problem, c_, i, position));
          problem.require(case_applies(problem, c_, j, move->option));
          problem.require(equal(case_value(problem, c_, i, position), case_value(problem, c_, j, move->option)));
          add(c_.cases[i].line, "an option has the same value", std::move(problem));
        }
      }
    }
  }

  void smaller_values_are_witnessed() {
    for (size_t i = 0; i < c_.cases.size() && !failed_; ++i) {
      Problem problem;
      std::vector<Linear> variables = naturals(problem, rule_->arity() + powers());
      const auto middle = variables.begin() + static_cast<std::ptrdiff_t>(rule_->arity());
      const std::vector<Linear> position(variables.begin(), middle);
      const std::vector<Linear> smaller(middle, variables.end());
      problem.require(case_applies(problem, c_, i, position));
      problem.require(logic::lexicographically_less(smaller, case_value(problem, c_, i, position)));
      no_witness(problem, variables);
      add(c_.cases[i].line, "a smaller ordinal has no witness", std::move(problem), true);
    }
  }

  void no_witness(Problem& problem, const std::vector<Linear>& variables) const {
    for (const Certificate::Witness& one : c_.witnesses) problem.require(negation(use(problem, one, variables).here));
  }

  void witnesses_are_moves() {
    for (const Certificate::Witness& one : c_.witnesses) {
      Problem problem;
      const std::vector<Linear> variables = naturals(problem, rule_->arity() + asked());
      const Use used = use(problem, one, variables);
      problem.require(used.here);
      const auto middle = variables.begin() + static_cast<std::ptrdiff_t>(rule_->arity());
      std::vector<Linear> slots(variables.begin(), middle);
      for (const Row& row : one.binders) slots.push_back(linear(row, 0, used.variables));
      std::vector<Linear> option;
      for (const Row& row : one.option) option.push_back(linear(row, 0, used.variables));
      Problem legal = problem;
      const auto move = meaning_of(legal, line_of(one), slots);
      if (!move || failed_) return;
      legal.require(negation(all({move->legal, equal(move->option, option)})));
      add(one.line, "the witness is no move of that line", std::move(legal), true);
      if (c_.kind == Certificate::Kind::periodic) {
        problem.require(negation(equal(option[0], variables[0] - variables[1])));
        add(one.line, "the witness takes another number", std::move(problem), true);
        continue;
      }
      const std::vector<Linear> wanted(middle, variables.end());
      for (const Linear& coordinate : option) problem.require(at_least(coordinate, number(0)));
      for (size_t j = 0; j < c_.cases.size(); ++j) {
        Problem other = problem;
        other.require(case_applies(other, c_, j, option));
        other.require(negation(equal(case_value(other, c_, j, option), wanted)));
        add(one.line, "the witness leads to another value", std::move(other), true);
      }
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
  size_t size_ = 0;  // of the obligations so far
  bool failed_ = false;
};

/// g(0), …, g(count - 1), each the least number that is no value of an option.
Result<std::vector<int64_t>> values_by_definition(const std::vector<int64_t>& numbers, bool all_but, int64_t count,
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

Result<Judgement> check_values(const Certificate& c, const Budget& budget) {
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

Condition case_applies(Problem& problem, const Certificate& certificate, size_t i,
                       const std::vector<Linear>& position) {
  std::vector<Condition> result = {holds(problem, certificate.cases[i], position)};
  for (size_t j = 0; j < i; ++j) {
    if (!exclude_each_other(certificate.cases[i], certificate.cases[j]))
      result.push_back(negation(holds(problem, certificate.cases[j], position)));
  }
  return all(std::move(result));
}

std::vector<Linear> case_value(Problem& problem, const Certificate& certificate, size_t i,
                               const std::vector<Linear>& position) {
  std::vector<Linear> result;
  for (const Row& row : certificate.cases[i].value)
    result.push_back(problem.floor(linear(row, 1, position), row.numbers[0]));
  return result;
}

Result<Judgement> judge_by_isl(const std::vector<Obligation>& obligations, const Budget& budget) {
  const logic::ContextPointer context = logic::make_context(kSteps);
  const auto began = Budget::Clock::now();
  const auto over = [&] { return budget.spent() || Budget::Clock::now() - began > kPatience; };
  for (const Obligation& obligation : obligations) {
    const logic::Decision decision = logic::decide(context.get(), obligation.problem, over);
    if (decision.kind == logic::Decision::Kind::impossible) continue;
    if (budget.spent()) return budget.why();
    Judgement judgement{false, obligation.line, obligation.flaw};
    if (decision.kind == logic::Decision::Kind::unknown) {
      judgement.reason = fmt::format("too hard to decide whether {}", obligation.flaw);
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

Result<Judgement> check_certificate(std::string_view text, const Judge& judge, const Budget& budget) {
  Judgement judgement;
  Certificate certificate;
  if (text.size() > kMaxCertificateBytes) return Judgement{false, 1, "the file is too long"};
  if (!read_certificate(text, certificate, judgement)) return judgement;
  std::vector<Obligation> obligations;
  if (!state_obligations(certificate, obligations, judgement)) return judgement;
  if (certificate.kind == Certificate::Kind::periodic) {
    Result<Judgement> values = check_values(certificate, budget);
    if (!values || !values->accepted) return values;
  }
  return judge(obligations, budget);
}

}  // namespace grundy
