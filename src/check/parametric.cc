#include "check/parametric.h"

#include <fmt/format.h>
#include <isl/space.h>

#include <algorithm>
#include <optional>

#include "base/alarm.h"
#include "check/examiner.h"
#include "check/logic.h"
#include "check/place.h"

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

constexpr unsigned long kParametricSteps = 400'000'000;  // of isl, for one certificate
constexpr size_t kMostDivisions = 6;
constexpr size_t kMostParametricCases = 40;
constexpr int64_t kMostBorrow = 4;

struct FreeUnion {
  void operator()(isl_set* set) const { isl_set_free(set); }
};
using UnionPointer = std::unique_ptr<isl_set, FreeUnion>;

/// A number q and q·D, where D is the divisor of the division `group`.
struct Multiple {
  size_t group;
  Linear number;
  Linear product;
};

/// A position: its coordinates, and the quotient and the remainder of each division.
struct Divided {
  std::vector<Linear> variables;
  std::vector<Multiple> multiples;
};

class ParametricCheck : private Examiner {
 public:
  ParametricCheck(const Certificate& certificate, const Budget& budget)
      : Examiner(certificate), budget_(budget), context_(logic::make_context(kParametricSteps)) {}

  Attempt<Judgement> check() {
    const Alarm alarm(budget_, [this] { isl_ctx_abort(context_.get()); });
    if (read_rule() && fits() && divisions_are_right() && values_are_natural() && moves_go_down() &&
        options_differ())
      smaller_values_are_reached();
    if (budget_.spent()) return budget_.why();
    return judgement_;
  }

 private:
  bool fits() {
    const size_t arity = rule_->arity();
    if (!width(c_.parameters, 1) || !width(c_.borrow, 1)) return false;
    if (c_.parameters.numbers[0] < 0 || c_.parameters.numbers[0] >= static_cast<int64_t>(arity))
      return fail(c_.parameters.line, "the parameters are the first coordinates, and not all");
    if (c_.borrow.numbers[0] < 0 || c_.borrow.numbers[0] > kMostBorrow)
      return fail(c_.borrow.line, fmt::format("the borrow is 0 to {}", kMostBorrow));
    parameters_ = static_cast<size_t>(c_.parameters.numbers[0]);
    borrow_ = c_.borrow.numbers[0];
    for (const Row& row : c_.domain) {
      if (!width(row, parameters_ + 1)) return false;
    }
    if (c_.divisions.size() > kMostDivisions)
      return fail(c_.divisions.back().line,
                  fmt::format("the checker takes {} divisions at most", kMostDivisions));
    for (size_t i = 0; i < c_.divisions.size(); ++i) {
      const Certificate::Division& one = c_.divisions[i];
      if (!width(one.dividend, arity + 2 * i + 1) || !width(one.divisor, parameters_ + 1))
        return false;
      size_t group = i;
      for (size_t j = i; j-- > 0;) {
        if (c_.divisions[j].divisor == one.divisor) group = j;
      }
      group_.push_back(group);
      const auto end = one.divisor.numbers.end() - 1;
      constant_.push_back(
          std::all_of(one.divisor.numbers.begin(), end, [](int64_t c) { return c == 0; }));
      if (constant_.back() && *end < 1) return fail(one.divisor.line, "a divisor is at least 1");
    }
    if (c_.cases.empty()) return fail(c_.borrow.line, "there is no case");
    if (c_.cases.size() > kMostParametricCases)
      return fail(c_.cases.back().line,
                  fmt::format("the checker takes {} cases at most", kMostParametricCases));
    const size_t variables = arity + 2 * c_.divisions.size();
    for (const Certificate::Case& one : c_.cases) {
      for (const Row& row : one.conditions) {
        if (!width(row, variables + 1)) return false;
      }
      if (!one.residues.empty())
        return fail(one.residues.front().line, "remainders are those of divisions here");
      if (one.value.size() != 1) return fail(one.line, "expected one line 'value'");
      if (!width(one.value.front(), variables + 1)) return false;
    }
    for (const Row& row : c_.measures) {
      if (!width(row, arity)) return false;
    }
    return !c_.says_who_wins || tells_who_wins();
  }

  /// Cases of lost positions, with the value 0, and then one for all others, with the value 1.
  bool tells_who_wins() {
    for (const Certificate::Case& one : c_.cases) {
      const std::vector<int64_t>& value = one.value.front().numbers;
      const bool is_last = &one == &c_.cases.back();
      const bool is_constant =
          std::all_of(value.begin(), value.end() - 1, [](int64_t c) { return c == 0; });
      if (!is_constant || value.back() != (is_last ? 1 : 0))
        return fail(one.value.front().line,
                    "where only who wins is said, lost positions have the value 0, others 1");
      if (is_last && !one.conditions.empty())
        return fail(one.conditions.front().line,
                    "the last case is that of all positions that are not lost");
    }
    return true;
  }

  /// The meaning of a line whose slots hold the coordinates; variables for its binders are added.
  std::optional<logic::LineMeaning> meaning_of(Problem& problem, const MoveLine& line,
                                               std::vector<Linear>& slots) {
    Judgement why;
    auto result = subject_.meaning(problem, line, slots, why);
    if (!result) fail(why.line, why.reason);
    return result;
  }

  Linear divisor(size_t i, const std::vector<Linear>& variables) const {
    const std::vector<Linear> parameters(
        variables.begin(), variables.begin() + static_cast<std::ptrdiff_t>(parameters_));
    return linear(c_.divisions[i].divisor, 0, parameters);
  }

  std::vector<Condition> domain(const std::vector<Linear>& variables) const {
    const std::vector<Linear> parameters(
        variables.begin(), variables.begin() + static_cast<std::ptrdiff_t>(parameters_));
    std::vector<Condition> result;
    for (const Row& row : c_.domain)
      result.push_back(at_least(linear(row, 0, parameters), number(0)));
    return result;
  }

  /// The position with these coordinates: its first `divisions` divisions.
  Divided divided(Problem& problem, std::vector<Linear> coordinates, size_t divisions) const {
    Divided result{std::move(coordinates), {}};
    for (size_t i = 0; i < divisions; ++i) {
      const Linear dividend = linear(c_.divisions[i].dividend, 0, result.variables);
      const Linear d = divisor(i, result.variables);
      const Linear quotient = problem.natural();
      const Linear remainder = problem.natural();
      problem.require(less(remainder, d));
      if (constant_[i]) {
        problem.require(equal(dividend - remainder, d.constant * quotient));
      } else {
        result.multiples.push_back({group_[i], quotient, dividend - remainder});
      }
      result.variables.push_back(quotient);
      result.variables.push_back(remainder);
    }
    return result;
  }
  Divided divided(Problem& problem, std::vector<Linear> coordinates) const {
    return divided(problem, std::move(coordinates), c_.divisions.size());
  }

  /// What is known of two multiples of the same divisor.
  Condition facts(const Multiple& a, const Multiple& b, const Linear& d) const {
    const Linear numbers = a.number - b.number;
    const Linear products = a.product - b.product;
    std::vector<Condition> ways;
    for (int64_t c = -borrow_; c <= borrow_; ++c)
      ways.push_back(all({equal(numbers, number(c)), equal(products, c * d)}));
    const int64_t far = borrow_ + 1;
    ways.push_back(all({at_least(numbers, number(far)), at_least(products, far * d)}));
    ways.push_back(all({at_least(number(-far), numbers), at_least(-far * d, products)}));
    return any(std::move(ways));
  }

  /// The facts about all pairs of these and 0, but for pairs among the first `known`.
  void require_facts(Problem& problem, const std::vector<Multiple>& multiples, size_t known,
                     const std::vector<Linear>& variables) const {
    for (size_t j = known; j < multiples.size(); ++j) {
      const Linear d = divisor(multiples[j].group, variables);
      problem.require(facts(multiples[j], {multiples[j].group, number(0), number(0)}, d));
      for (size_t i = 0; i < j; ++i) {
        if (multiples[i].group == multiples[j].group)
          problem.require(facts(multiples[j], multiples[i], d));
      }
    }
  }

  Condition holds(size_t i, const std::vector<Linear>& variables) const {
    std::vector<Condition> result;
    for (const Row& row : c_.cases[i].conditions)
      result.push_back(at_least(linear(row, 0, variables), number(0)));
    return all(std::move(result));
  }
  /// Case i applies: it holds, and none before it.
  Condition applies(size_t i, const std::vector<Linear>& variables) const {
    std::vector<Condition> result = {holds(i, variables)};
    for (size_t j = 0; j < i; ++j) result.push_back(negation(holds(j, variables)));
    return all(std::move(result));
  }
  Linear value(size_t i, const std::vector<Linear>& variables) const {
    return linear(c_.cases[i].value.front(), 0, variables);
  }

  /// A position in the domain, with facts about its first divisions.
  Divided somewhere(Problem& problem, size_t divisions) const {
    const std::vector<Linear> coordinates = naturals(problem, rule_->arity());
    for (Condition& condition : domain(coordinates)) problem.require(std::move(condition));
    Divided result = divided(problem, coordinates, divisions);
    require_facts(problem, result.multiples, 0, result.variables);
    return result;
  }

  /// Whether the problem has no solution; a failure otherwise.
  bool impossible(size_t line, const std::string& flaw, const Problem& problem) {
    const logic::Decision decision =
        logic::decide(context_.get(), problem, [&] { return budget_.spent(); });
    if (decision.kind == logic::Decision::Kind::impossible) return true;
    if (decision.kind == logic::Decision::Kind::unknown)
      return fail(line, fmt::format("too hard to decide whether {}", flaw), false);
    std::string where;
    for (size_t i = 0; i < rule_->arity(); ++i)
      where +=
          fmt::format("{}{} = {}", i == 0 ? "" : ", ", rule_->coordinates[i], decision.solution[i]);
    return fail(line, fmt::format("{} at {}", flaw, where));
  }

  bool divisions_are_right() {
    for (size_t i = 0; i < c_.divisions.size(); ++i) {
      Problem problem;
      const Divided at = somewhere(problem, i);
      Problem small = problem;
      small.require(less(divisor(i, at.variables), number(1)));
      if (!impossible(c_.divisions[i].divisor.line, "the divisor is less than 1", small))
        return false;
      problem.require(less(linear(c_.divisions[i].dividend, 0, at.variables), number(0)));
      if (!impossible(c_.divisions[i].dividend.line, "the dividend is negative", problem))
        return false;
    }
    return true;
  }

  bool values_are_natural() {
    Problem problem;
    const Divided at = somewhere(problem, c_.divisions.size());
    Problem uncovered = problem;
    for (size_t i = 0; i < c_.cases.size(); ++i)
      uncovered.require(negation(holds(i, at.variables)));
    if (!impossible(c_.cases.back().line, "no case gives a value", uncovered)) return false;
    for (size_t i = 0; i < c_.cases.size(); ++i) {
      Problem here = problem;
      here.require(applies(i, at.variables));
      here.require(less(value(i, at.variables), number(0)));
      if (!impossible(c_.cases[i].value.front().line, "the value is no natural number", here))
        return false;
    }
    return true;
  }

  bool moves_go_down() {
    for (const MoveLine& line : rule_->moves) {
      Problem problem;
      std::vector<Linear> slots = naturals(problem, rule_->arity());
      const std::vector<Linear> position = slots;
      const auto move = meaning_of(problem, line, slots);
      if (!move) return false;
      problem.require(move->legal);
      for (size_t i = 0; i < parameters_; ++i) {
        Problem changed = problem;
        changed.require(negation(equal(move->option[i], position[i])));
        if (!impossible(subject_.line_of(line), "a move changes a parameter", changed))
          return false;
      }
      for (Condition& condition : domain(position)) problem.require(std::move(condition));
      std::vector<Linear> before;
      std::vector<Linear> after;
      for (const Row& row : c_.measures) {
        Row with_constant = row;
        with_constant.numbers.push_back(0);
        before.push_back(linear(with_constant, 0, position));
        after.push_back(linear(with_constant, 0, move->option));
        Problem below = problem;
        below.require(less(before.back(), number(0)));
        if (!impossible(row.line, "the measure is negative", below)) return false;
      }
      problem.require(negation(logic::lexicographically_less(after, before)));
      const size_t place = c_.measures.empty() ? subject_.line_of(line) : c_.measures.back().line;
      if (!impossible(place, "a move does not lower the measures", problem)) return false;
    }
    return true;
  }

  bool options_differ() {
    for (const MoveLine& line : rule_->moves) {
      Problem from;
      const Divided at = somewhere(from, c_.divisions.size());
      std::vector<Linear> slots(at.variables.begin(),
                                at.variables.begin() + static_cast<std::ptrdiff_t>(rule_->arity()));
      const auto move = meaning_of(from, line, slots);
      if (!move) return false;
      from.require(move->legal);
      const Divided to = divided(from, move->option);
      std::vector<Multiple> multiples = at.multiples;
      multiples.insert(multiples.end(), to.multiples.begin(), to.multiples.end());
      require_facts(from, multiples, at.multiples.size(), at.variables);
      for (size_t i = 0; i < c_.cases.size(); ++i) {
        for (size_t j = 0; j < c_.cases.size(); ++j) {
          // Those who win may move to such a position.
          if (c_.says_who_wins && i + 1 == c_.cases.size()) continue;
          Problem problem = from;
          problem.require(equal(value(i, at.variables), value(j, to.variables)));
          problem.require(applies(i, at.variables));
          problem.require(applies(j, to.variables));
          if (!impossible(c_.cases[i].line, flaw_of_options(), problem)) return false;
        }
      }
    }
    return true;
  }

  /// The points of the first `count` variables for which the problem has a solution; null when isl
  /// gives up.
  UnionPointer points(const Problem& problem, size_t count) const {
    isl_set* result =
        isl_set_empty(isl_space_set_alloc(context_.get(), 0, static_cast<unsigned>(count)));
    const auto over = [&] { return budget_.spent(); };
    const logic::Outcome outcome =
        logic::for_each_piece(context_.get(), problem, over, [&](logic::BasicSetPointer piece) {
          isl_set* one = isl_set_from_basic_set(piece.release());
          one = isl_set_project_out(one, isl_dim_set, static_cast<unsigned>(count),
                                    static_cast<unsigned>(problem.variables() - count));
          result = isl_set_union(result, one);
          return result != nullptr;
        });
    if (outcome == logic::Outcome::done) return UnionPointer(result);
    isl_set_free(result);
    return nullptr;
  }

  /// Whether some case has the quotient of a division of this group in its value.
  bool is_valued(size_t group) const {
    for (size_t i = 0; i < c_.divisions.size(); ++i) {
      if (group_[i] != group || constant_[i]) continue;
      for (const Certificate::Case& one : c_.cases) {
        if (one.value.front().numbers[rule_->arity() + 2 * i] != 0) return true;
      }
    }
    return false;
  }

  const char* flaw_of_options() const {
    return c_.says_who_wins ? "an option of a lost position may be lost"
                            : "an option may have the same value";
  }
  const char* flaw_of_reach() const {
    return c_.says_who_wins ? "there may be no move to a lost position"
                            : "a smaller number may be the value of no option";
  }

  /// A smaller value w at a position: what is asked of an option.
  struct ValueGoal {
    Divided at;
    Linear wanted;
    std::vector<Multiple> wanted_multiples;  // w·D, where values are quotients by D
    size_t variables = 0;
  };
  ValueGoal asked(Problem& problem) const {
    const std::vector<Linear> coordinates = naturals(problem, rule_->arity());
    ValueGoal result{divided(problem, coordinates), problem.natural(), {}, 0};
    for (size_t i = 0; i < c_.divisions.size(); ++i) {
      if (group_[i] == i && is_valued(i))
        result.wanted_multiples.push_back({i, result.wanted, problem.natural()});
    }
    result.variables = problem.variables();
    return result;
  }

  bool smaller_values_are_reached() {
    for (size_t i = 0; i < c_.cases.size(); ++i) {
      Problem problem;
      const ValueGoal a = asked(problem);
      for (Condition& condition : domain(a.at.variables)) problem.require(std::move(condition));
      std::vector<Multiple> multiples = a.at.multiples;
      multiples.insert(multiples.end(), a.wanted_multiples.begin(), a.wanted_multiples.end());
      problem.require(less(a.wanted, value(i, a.at.variables)));
      problem.require(applies(i, a.at.variables));
      require_facts(problem, multiples, 0, a.at.variables);
      left_ = points(problem, a.variables);
      if (!left_)
        return fail(c_.cases[i].line, "too hard to decide whether smaller values are reached",
                    false);
      for (const MoveLine& line : rule_->moves) {
        if (isl_set_is_empty(left_.get()) == isl_bool_true) break;
        if (!strike_out(line)) return false;
      }
      const isl_bool empty = isl_set_is_empty(left_.get());
      if (empty == isl_bool_error)
        return fail(c_.cases[i].line, "too hard to decide whether smaller values are reached",
                    false);
      if (empty == isl_bool_false) return fail(c_.cases[i].line, flaw_of_reach());
    }
    return true;
  }

  /// Takes away from left_ what the moves of a line reach.
  bool strike_out(const MoveLine& line) {
    Problem problem;
    const ValueGoal a = asked(problem);
    std::vector<Linear> slots(a.at.variables.begin(),
                              a.at.variables.begin() + static_cast<std::ptrdiff_t>(rule_->arity()));
    const auto move = meaning_of(problem, line, slots);
    if (!move) return false;
    problem.require(move->legal);
    return link(problem, a, {move->option, {}}, line);
  }

  /// Chooses the quotient of the next division of the option `to`: that of the position, 0, or the
  /// value that is asked for, plus a number. Where all are chosen, takes away what the option
  /// reaches.
  bool link(const Problem& problem, const ValueGoal& a, const Divided& to, const MoveLine& line) {
    if (isl_set_is_empty(left_.get()) == isl_bool_true) return true;
    const size_t i = (to.variables.size() - rule_->arity()) / 2;
    if (i == c_.divisions.size()) return reach(problem, a, to, line);
    const Linear dividend = linear(c_.divisions[i].dividend, 0, to.variables);
    const Linear d = divisor(i, to.variables);
    const auto with = [&](const Linear& quotient, const Linear& product, Problem here) {
      const Linear remainder = dividend - product;
      here.require(at_least(quotient, number(0)));
      here.require(at_least(remainder, number(0)));
      here.require(less(remainder, d));
      Divided next = to;
      next.variables.push_back(quotient);
      next.variables.push_back(remainder);
      return link(here, a, next, line);
    };
    if (constant_[i]) {
      Problem here = problem;
      const Linear quotient = here.floor(dividend, d.constant);
      return with(quotient, d.constant * quotient, std::move(here));
    }
    std::vector<Multiple> known = {{group_[i], number(0), number(0)}};
    known.insert(known.end(), a.wanted_multiples.begin(), a.wanted_multiples.end());
    known.insert(known.end(), a.at.multiples.begin(), a.at.multiples.end());
    for (const Multiple& one : known) {
      if (one.group != group_[i]) continue;
      for (int64_t c = -borrow_; c <= borrow_; ++c) {
        const Linear quotient = one.number + number(c);
        if (quotient.is_constant() && quotient.constant < 0) continue;
        if (!with(quotient, one.product + c * d, problem)) return false;
      }
    }
    return true;
  }

  bool reach(const Problem& problem, const ValueGoal& a, const Divided& to, const MoveLine& line) {
    for (size_t j = 0; j < c_.cases.size(); ++j) {
      Problem here = problem;
      here.require(equal(value(j, to.variables), a.wanted));
      here.require(applies(j, to.variables));
      UnionPointer reached = points(here, a.variables);
      if (!reached)
        return fail(subject_.line_of(line), "too hard to decide what this line reaches", false);
      if (isl_set_is_empty(reached.get()) == isl_bool_true) continue;
      left_.reset(isl_set_coalesce(isl_set_subtract(left_.release(), reached.release())));
      if (!left_)
        return fail(subject_.line_of(line), "too hard to decide what this line reaches", false);
    }
    return true;
  }

  const Budget& budget_;
  logic::ContextPointer context_;
  size_t parameters_ = 0;
  int64_t borrow_ = 0;
  std::vector<size_t> group_;   // of each division: the first with the same divisor
  std::vector<bool> constant_;  // whether its divisor is a number
  UnionPointer left_;           // smaller values not yet seen to be reached
};

}  // namespace

Attempt<Judgement> check_parametric(const Certificate& certificate, const Budget& budget) {
  return ParametricCheck(certificate, budget).check();
}

}  // namespace grundy
