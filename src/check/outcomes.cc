#include "check/outcomes.h"

#include <fmt/format.h>
#include <isl/space.h>

#include <algorithm>
#include <cstdlib>

#include "base/alarm.h"
#include "check/examiner.h"
#include "check/form.h"
#include "check/logic.h"
#include "check/place.h"

namespace grundy {
namespace {

using logic::Linear;
using logic::Problem;

constexpr unsigned long kOutcomeSteps = 100'000'000;  // of isl, for one certificate
constexpr size_t kMostOutcomeCases = 2000;
constexpr size_t kMostPairsOfCases = 20'000'000;      // with classes and lines
constexpr int64_t kFarthestShown = int64_t{1} << 40;  // quotient of a coordinate

struct FreePositions {
  void operator()(isl_set* set) const { isl_set_free(set); }
};
using Positions = std::unique_ptr<isl_set, FreePositions>;

class OutcomeCheck : private Examiner {
 public:
  OutcomeCheck(const Certificate& certificate, const Budget& budget)
      : Examiner(certificate), budget_(budget), context_(logic::make_context(kOutcomeSteps)) {}

  Attempt<Judgement> check() {
    const Alarm alarm(budget_, [this] { isl_ctx_abort(context_.get()); });
    if (read_rule() && fits()) {
      Problem anywhere;
      const std::vector<Linear> position = naturals(anywhere, rule_->arity());
      for_each_class(moduli_, position,
                     [&](const std::vector<int64_t>& residues) { return holds_in(residues); });
    }
    if (budget_.spent()) return budget_.why();
    return judgement_;
  }

 private:
  /// A position in a class of residues, told by quotients; these are the problem's first variables.
  struct Somewhere {
    Problem problem;
    ClassPlace place;
  };

  bool fits() {
    if (!subject_.is_whole()) return fail(c_.rule_line, "a move leads to many equal parts");
    const size_t arity = rule_->arity();
    if (c_.cases.empty()) return fail(c_.game_line, "there is no case");
    if (c_.cases.size() > kMostOutcomeCases)
      return fail(c_.cases.back().line,
                  fmt::format("the checker takes {} cases at most", kMostOutcomeCases));
    if (!c_.measures.empty())
      return fail(c_.measures.front().line, "no measure is lowered by every move here");
    for (const Certificate::Case& one : c_.cases) {
      for (const Row& row : one.conditions) {
        if (!width(row, arity + 1)) return false;
      }
      for (const Row& row : one.residues) {
        if (!width(row, 3)) return false;
        if (row.numbers[0] < 0 || row.numbers[0] >= static_cast<int64_t>(arity))
          return fail(row.line, "there is no such coordinate");
        if (row.numbers[1] < 1) return fail(row.line, "a divisor is at least 1");
      }
      if (one.value.size() != 2)
        return fail(one.line, "expected two lines 'value', the outcome and the counter");
      for (const Row& row : one.value) {
        if (!width(row, arity + 2)) return false;
        if (row.numbers[0] < 1) return fail(row.line, "a divisor is at least 1");
      }
      const std::vector<int64_t>& outcome = one.value[0].numbers;
      const bool constant =
          outcome[0] == 1 && std::all_of(outcome.begin() + 1, outcome.end() - 1,
                                         [](int64_t coefficient) { return coefficient == 0; });
      if (!constant || outcome.back() < kLostCase || outcome.back() > kDrawnCase)
        return fail(one.value[0].line, "the outcome is 0, 1 or 2");
    }
    if (!has_form(c_, *rule_, judgement_)) return false;
    const auto moduli = moduli_of(c_, arity);
    if (!moduli)
      return fail(
          c_.cases.front().line,
          fmt::format("the checker takes {} classes of residues at most", kMostResidueClasses),
          false);
    moduli_ = *moduli;
    return true;
  }

  int64_t outcome(size_t i) const { return c_.cases[i].value[0].numbers.back(); }
  Linear counter(Problem& problem, size_t i, const ClassPlace& place) const {
    const Row& row = c_.cases[i].value[1];
    return problem.floor(linear(row, 1, place.coordinates), row.numbers[0]);
  }

  template <class Visit>
  bool for_each_case(const ClassPlace& place, const Visit& visit) {
    for (size_t i = 0; i < c_.cases.size(); ++i) {
      if (++pairs_ > kMostPairsOfCases)
        return fail(c_.cases[i].line, "the certificate has too many cases for the checker", false);
      if (case_is_possible(c_.cases[i], place.residues) && !visit(i)) return false;
    }
    return true;
  }

  /// A position in the class where case i applies.
  Somewhere somewhere(const std::vector<int64_t>& residues, size_t i) const {
    Somewhere here;
    for (size_t j = 0; j < residues.size(); ++j)
      here.place.coordinates.push_back(moduli_[j] * here.problem.natural() +
                                       logic::number(residues[j]));
    here.place.residues = residues;
    here.problem.require(case_applies(c_, i, here.place));
    return here;
  }

  bool holds_in(const std::vector<int64_t>& residues) {
    Somewhere anywhere;
    for (size_t j = 0; j < residues.size(); ++j)
      anywhere.place.coordinates.push_back(moduli_[j] * anywhere.problem.natural() +
                                           logic::number(residues[j]));
    anywhere.place.residues = residues;
    for_each_case(anywhere.place, [&](size_t i) {
      anywhere.problem.require(logic::negation(holds(c_.cases[i], anywhere.place)));
      return true;
    });
    if (!impossible(c_.cases.back().line, "no case tells the outcome", anywhere)) return false;
    return for_each_case(anywhere.place,
                         [&](size_t i) { return case_is_right(somewhere(residues, i), i); });
  }

  bool case_is_right(const Somewhere& here, size_t i) {
    Somewhere odd = here;
    const Row& row = c_.cases[i].value[1];
    const Linear numerator = linear(row, 1, here.place.coordinates);
    const Linear quotient = odd.problem.floor(numerator, row.numbers[0]);
    odd.problem.require(
        logic::any({logic::less(numerator, logic::number(0)),
                    logic::negation(logic::equal(row.numbers[0] * quotient, numerator))}));
    if (!impossible(row.line, "the counter is no natural number", odd)) return false;
    if (outcome(i) == kLostCase) return moves_lead_to_won(here, i);
    if (outcome(i) == kDrawnCase && !no_move_leads_to_lost(here, i)) return false;
    return some_move_leads_to(here, i, outcome(i) == kWonCase ? kLostCase : kDrawnCase);
  }

  /// Calls visit(problem, option, case of the option, line) for all that moves may lead to.
  template <class Visit>
  bool for_each_option(const Somewhere& here, const Visit& visit) {
    for (const MoveLine& line : rule_->moves) {
      Problem moved = here.problem;
      std::vector<Linear> slots = here.place.coordinates;
      Judgement why;
      const auto move = subject_.meaning(moved, line, slots, why);
      if (!move) return fail(why.line, why.reason);
      moved.require(move->legal);
      bool all = true;
      for_each_class(moduli_, move->option, [&](const std::vector<int64_t>& residues) {
        Problem with_option = moved;
        const ClassPlace option = place_in(with_option, moduli_, move->option, residues);
        all = for_each_case(option, [&](size_t j) {
          Problem problem = with_option;
          problem.require(case_applies(c_, j, option));
          return visit(std::move(problem), option, j, line);
        });
        return all;
      });
      if (!all) return false;
    }
    return true;
  }

  bool moves_lead_to_won(const Somewhere& here, size_t i) {
    return for_each_option(
        here, [&](Problem problem, const ClassPlace& option, size_t j, const MoveLine& /*line*/) {
          if (outcome(j) == kWonCase) {
            const Linear before = counter(problem, i, here.place);
            const Linear after = counter(problem, j, option);
            problem.require(logic::at_least(after, before));
          }
          return impossible(c_.cases[i].line,
                            outcome(j) == kWonCase
                                ? "a move from a lost position does not lower the counter"
                                : "a move from a lost position leads to one that is not won",
                            {std::move(problem), here.place});
        });
  }

  bool no_move_leads_to_lost(const Somewhere& here, size_t i) {
    return for_each_option(here, [&](Problem problem, const ClassPlace& /*option*/, size_t j,
                                     const MoveLine& /*line*/) {
      return outcome(j) != kLostCase ||
             impossible(c_.cases[i].line, "a move from a drawn position leads to a lost one",
                        {std::move(problem), here.place});
    });
  }

  bool some_move_leads_to(const Somewhere& here, size_t i, int64_t wanted) {
    Positions left = positions(here.problem);
    const auto gave_up = [&](size_t line) {
      return fail(line, "too hard to decide which positions have a move", false);
    };
    if (!left) return gave_up(c_.cases[i].line);
    const bool all = for_each_option(here, [&](Problem problem, const ClassPlace& option, size_t j,
                                               const MoveLine& line) {
      if (outcome(j) != wanted || isl_set_is_empty(left.get()) == isl_bool_true) return true;
      if (wanted == kLostCase) {
        const Linear before = counter(problem, i, here.place);
        const Linear after = counter(problem, j, option);
        problem.require(logic::less(after, before));
      }
      const Positions reached = positions(problem);
      if (!reached) return gave_up(subject_.line_of(line));
      left.reset(isl_set_coalesce(isl_set_subtract(left.release(), isl_set_copy(reached.get()))));
      return left != nullptr || gave_up(subject_.line_of(line));
    });
    if (!all) return false;
    const isl_bool empty = isl_set_is_empty(left.get());
    if (empty == isl_bool_error) return gave_up(c_.cases[i].line);
    if (empty == isl_bool_true) return true;
    return fail(c_.cases[i].line,
                (wanted == kLostCase ? "no move to a lost position lowers the counter at "
                                     : "no move leads to a drawn position at ") +
                    example(left.get(), here.place));
  }

  /// Whether the problem has no solution; a failure otherwise.
  bool impossible(size_t line, const std::string& flaw, const Somewhere& at) {
    const logic::Decision decision =
        logic::decide(context_.get(), at.problem, [&] { return budget_.spent(); });
    if (decision.kind == logic::Decision::Kind::impossible) return true;
    if (decision.kind == logic::Decision::Kind::unknown)
      return fail(line, fmt::format("too hard to decide whether {}", flaw), false);
    std::vector<int64_t> quotients;
    for (size_t i = 0; i < rule_->arity(); ++i)
      quotients.push_back(std::strtoll(decision.solution[i].c_str(), nullptr, 10));  // saturates
    return fail(line, fmt::format("{} at {}", flaw, position(quotients, at.place)));
  }

  std::string position(const std::vector<int64_t>& quotients, const ClassPlace& place) const {
    if (std::any_of(quotients.begin(), quotients.end(),
                    [](int64_t q) { return q > kFarthestShown; }))
      return "a position far out";
    std::string text;
    for (size_t i = 0; i < quotients.size(); ++i)
      text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", rule_->coordinates[i],
                          moduli_[i] * quotients[i] + place.residues[i]);
    return text;
  }
  std::string example(isl_set* set, const ClassPlace& place) const {
    isl_point* point = isl_set_sample_point(isl_set_copy(set));
    std::vector<int64_t> quotients;
    for (size_t i = 0; i < rule_->arity(); ++i) {
      isl_val* value = isl_point_get_coordinate_val(point, isl_dim_set, static_cast<int>(i));
      quotients.push_back(isl_val_cmp_si(value, kFarthestShown) > 0 ? kFarthestShown + 1
                                                                    : isl_val_get_num_si(value));
      isl_val_free(value);
    }
    isl_point_free(point);
    return position(quotients, place);
  }

  /// The quotients of the positions for which the problem has a solution; null when isl gives up.
  Positions positions(const Problem& problem) const {
    const auto count = static_cast<unsigned>(rule_->arity());
    isl_set* result = isl_set_empty(isl_space_set_alloc(context_.get(), 0, count));
    const logic::Outcome outcome = logic::for_each_piece(
        context_.get(), problem, [&] { return budget_.spent(); },
        [&](logic::BasicSetPointer piece) {
          isl_set* one = isl_set_from_basic_set(piece.release());
          one = isl_set_project_out(one, isl_dim_set, count,
                                    static_cast<unsigned>(problem.variables()) - count);
          result = isl_set_union(result, one);
          return result != nullptr;
        });
    if (outcome == logic::Outcome::done) return Positions(result);
    isl_set_free(result);
    return nullptr;
  }

  const Budget& budget_;
  logic::ContextPointer context_;
  std::vector<int64_t> moduli_;  // positions are told apart by their residues modulo these
  size_t pairs_ = 0;             // looked at so far
};

}  // namespace

Attempt<Judgement> check_outcomes(const Certificate& certificate, const Budget& budget) {
  return OutcomeCheck(certificate, budget).check();
}

}  // namespace grundy
