#include "proof/witnesses.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "analysis/isl.h"
#include "check/outcomes.h"
#include "check/place.h"
#include "check/rule.h"
#include "proof/witness_rows.h"

namespace grundy {
namespace {

using logic::Condition;
using logic::Linear;
using logic::Problem;

constexpr unsigned long kWitnessOperations = 100'000'000;  // of isl

struct FreeMap {
  void operator()(isl_pw_multi_aff* map) const { isl_pw_multi_aff_free(map); }
};

class WitnessSearch {
 public:
  WitnessSearch(const Certificate& certificate, const Rule& rule, const Budget& budget)
      : certificate_(certificate),
        rule_(rule),
        budget_(budget),
        periodic_(certificate.kind == Certificate::Kind::periodic),
        outcomes_(certificate.kind == Certificate::Kind::outcomes),
        asked_(rule.arity() + asked_beside()) {}

  /// Class by class of residues, of the position and of the option. There the coordinates are
  /// spoken of by their quotients, so that hardly any division is left.
  Attempt<std::vector<Certificate::Witness>> find() {
    std::vector<int64_t> moduli(rule_.arity(), 1);
    if (!periodic_) {
      const auto found = moduli_of(certificate_, rule_.arity());
      if (!found) return Error::declined("there are too many classes of residues");
      moduli = *found;
    }
    const isl::Context context = isl::make_context(kWitnessOperations);
    const isl::Patience patience(budget_, context.get());
    Problem problem;
    std::vector<Linear> anywhere;
    for (size_t i = 0; i < rule_.arity(); ++i) anywhere.push_back(problem.natural());
    Attempt<void> result;
    for_each_class(moduli, anywhere, [&](const std::vector<int64_t>& residues) {
      result = add_witnesses(context.get(), {moduli, residues});
      return result.ok();
    });
    if (!result) return std::move(result).error();
    return std::move(witnesses_);
  }

 private:
  size_t asked_beside() const {
    if (outcomes_) return 0;
    return periodic_ ? 1 : static_cast<size_t>(certificate_.powers.numbers[0]);
  }

  /// A class of residues in which witnesses are looked for.
  struct Class {
    const std::vector<int64_t>& moduli;
    const std::vector<int64_t>& residues;  // of the position
    std::vector<int64_t> option_residues = {};
  };

  Attempt<void> add_witnesses(isl_ctx* context, Class where) {
    isl::Set covered(isl_set_empty(isl_space_set_alloc(context, 0, static_cast<unsigned>(asked_))));
    for (size_t l = 0; l < rule_.moves.size(); ++l) {
      Question question;
      if (auto stated = state(rule_.moves[l], where, question); !stated) return stated;
      Attempt<void> result;
      for_each_class(where.moduli, question.option, [&](const std::vector<int64_t>& residues) {
        where.option_residues = residues;
        isl::Set choices;
        result = this->choices(context, question, where, choices);
        if (!result) return false;
        // (position, asked) → (binders, option), where no witness before reaches it.
        isl_map* map = isl_map_from_range(choices.take());
        map = isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, 0, static_cast<unsigned>(asked_));
        map = isl_map_subtract_domain(map, covered.copy());
        covered = isl::Set(
            isl_set_coalesce(isl_set_union(covered.take(), isl_map_domain(isl_map_copy(map)))));
        const std::unique_ptr<isl_pw_multi_aff, FreeMap> least(
            isl_pw_multi_aff_coalesce(isl_map_lexmin_pw_multi_aff(map)));
        PieceVisit visit{this, l, &where};
        if (!covered ||
            isl_pw_multi_aff_foreach_piece(least.get(), each_piece, &visit) != isl_stat_ok)
          result = Error::declined("isl gave up");
        return result.ok();
      });
      if (!result) return result;
    }
    return {};
  }

  /// The conditions that make a choice of the line's binders a witness, but for those on the
  /// option's residues.
  struct Question {
    /// Its first variables: quotients of the position, the value or number asked for, binders,
    /// quotients of the option.
    Problem problem;
    size_t kept = 0;  // so many variables
    ClassPlace position;
    std::vector<Linear> wanted;
    std::vector<Linear> quotients;  // of the option
    std::vector<Linear> option;     // by the rule
  };

  Attempt<void> state(const MoveLine& line, const Class& where, Question& question) {
    const size_t arity = rule_.arity();
    Problem& problem = question.problem;
    ClassPlace& position = question.position;
    position.residues = where.residues;
    for (size_t i = 0; i < arity; ++i)
      position.coordinates.push_back(where.moduli[i] * problem.natural() +
                                     logic::number(where.residues[i]));
    for (size_t i = arity; i < asked_; ++i) question.wanted.push_back(problem.natural());
    std::vector<Linear> slots = position.coordinates;
    for (size_t i = 0; i < logic::binder_count(line); ++i) slots.push_back(problem.integer());
    for (size_t i = 0; i < arity; ++i) question.quotients.push_back(problem.natural());
    question.kept = problem.variables();
    std::string reason;
    const auto move = logic::meaning(problem, rule_, line, slots, reason);
    if (!move) return Error::declined("the checker does not take a line of the rule: " + reason);
    question.option = move->option;
    problem.require(move->legal);
    if (periodic_) {
      problem.require(equal(move->option[0], position.coordinates[0] - question.wanted[0]));
      return {};
    }
    if (outcomes_) return {};
    std::vector<Condition> smaller;
    for (size_t i = 0; i < certificate_.cases.size(); ++i) {
      if (!case_is_possible(certificate_.cases[i], where.residues)) continue;
      smaller.push_back(
          logic::all({case_applies(certificate_, i, position),
                      lexicographically_less(question.wanted,
                                             case_value(problem, certificate_, i, position))}));
    }
    problem.require(logic::any(std::move(smaller)));
    return {};
  }

  /// { (quotients of the position, asked, binders, quotients of the option) }.
  Attempt<void> choices(isl_ctx* context, const Question& question, const Class& where,
                        isl::Set& result) {
    Problem problem = question.problem;
    ClassPlace option{{}, where.option_residues};
    for (size_t i = 0; i < rule_.arity(); ++i)
      option.coordinates.push_back(where.moduli[i] * question.quotients[i] +
                                   logic::number(where.option_residues[i]));
    problem.require(equal(question.option, option.coordinates));
    if (outcomes_) problem.require(reply(problem, question.position, option));
    if (!periodic_ && !outcomes_) {
      std::vector<Condition> reached;
      for (size_t i = 0; i < certificate_.cases.size(); ++i) {
        if (!case_is_possible(certificate_.cases[i], where.option_residues)) continue;
        reached.push_back(
            logic::all({case_applies(certificate_, i, option),
                        equal(case_value(problem, certificate_, i, option), question.wanted)}));
      }
      problem.require(logic::any(std::move(reached)));
    }
    const auto kept = static_cast<unsigned>(question.kept);
    result = isl::Set(isl_set_empty(isl_space_set_alloc(context, 0, kept)));
    const auto outcome = for_each_piece(
        context, problem, [this] { return budget_.spent(); },
        [&](logic::BasicSetPointer piece) {
          isl_basic_set* part =
              isl_basic_set_project_out(piece.release(), isl_dim_set, kept,
                                        static_cast<unsigned>(problem.variables() - kept));
          result = isl::Set(isl_set_union(result.take(), isl_set_from_basic_set(part)));
          return true;
        });
    if (budget_.spent()) return budget_.why();
    result = isl::Set(isl_set_coalesce(result.take()));
    if (outcome != logic::Outcome::done || !result)
      return Error::declined("its witnesses are too hard to find");
    return {};
  }

  /// From a won position to a lost one with a smaller counter, from a drawn one to a drawn one.
  Condition reply(Problem& problem, const ClassPlace& position, const ClassPlace& option) const {
    const auto outcome = [&](size_t i) { return certificate_.cases[i].value[0].numbers.back(); };
    const auto applies = [&](size_t i, const ClassPlace& place) {
      return case_applies(certificate_, i, place);
    };
    std::vector<Condition> replies;
    for (size_t i = 0; i < certificate_.cases.size(); ++i) {
      if (!case_is_possible(certificate_.cases[i], position.residues)) continue;
      for (size_t j = 0; j < certificate_.cases.size(); ++j) {
        const bool wins = outcome(i) == kWonCase && outcome(j) == kLostCase;
        if (!wins && (outcome(i) != kDrawnCase || outcome(j) != kDrawnCase)) continue;
        if (!case_is_possible(certificate_.cases[j], option.residues)) continue;
        std::vector<Condition> all{applies(i, position), applies(j, option)};
        if (wins)
          all.push_back(logic::less(case_value(problem, certificate_, j, option)[1],
                                    case_value(problem, certificate_, i, position)[1]));
        replies.push_back(logic::all(std::move(all)));
      }
    }
    return logic::any(std::move(replies));
  }

  struct PieceVisit {
    WitnessSearch* search;
    size_t line;
    const Class* where;
    isl_multi_aff* targets = nullptr;
  };

  static isl_stat each_piece(isl_set* where, isl_multi_aff* targets, void* user) {
    PieceVisit visit = *static_cast<PieceVisit*>(user);
    visit.targets = targets;
    isl_set* parts = isl_set_compute_divs(isl_set_coalesce(where));
    const isl_stat status = isl_set_foreach_basic_set(parts, each_part, &visit);
    isl_set_free(parts);
    isl_multi_aff_free(targets);
    return status;
  }

  static isl_stat each_part(isl_basic_set* part, void* user) {
    auto* visit = static_cast<PieceVisit*>(user);
    const logic::BasicSetPointer owned(isl_basic_set_remove_redundancies(part));
    return visit->search->add_witness(owned.get(), *visit) ? isl_stat_ok : isl_stat_error;
  }

  struct ConstraintVisit {
    WitnessRows& rows;
    Certificate::Witness& witness;
  };

  bool add_witness(isl_basic_set* part, const PieceVisit& visit) {
    Certificate::Witness witness;
    witness.move = static_cast<int64_t>(visit.line + 1);
    const Class& where = *visit.where;
    WitnessRows rows(asked_, where.moduli);
    for (size_t i = 0; i < rule_.arity(); ++i) {
      if (where.moduli[i] > 1)
        witness.equations.push_back(rows.residue(i, where.moduli[i], where.residues[i]));
    }
    ConstraintVisit constraints{rows, witness};
    const isl_stat status = isl_basic_set_foreach_constraint(
        part,
        [](isl_constraint* constraint, void* user) {
          auto* to = static_cast<ConstraintVisit*>(user);
          const isl::Aff aff(isl_constraint_get_aff(constraint));
          const bool equation = isl_constraint_is_equality(constraint) == isl_bool_true;
          isl_constraint_free(constraint);
          int64_t d = 1;
          auto& list = equation ? to->witness.equations : to->witness.conditions;
          list.push_back(to->rows.row(aff.keep(), d));
          return isl_stat_ok;
        },
        &constraints);
    if (status != isl_stat_ok) return false;
    const size_t binders = logic::binder_count(rule_.moves[visit.line]);
    for (size_t i = 0; i < binders + rule_.arity(); ++i) {
      const isl::Aff aff(isl_multi_aff_get_aff(visit.targets, static_cast<int>(i)));
      Row row = rows.exact(aff.keep());
      if (i < binders) {
        witness.binders.push_back(std::move(row));
        continue;
      }
      for (int64_t& number : row.numbers) number *= where.moduli[i - binders];
      row.numbers.back() += where.option_residues[i - binders];
      witness.option.push_back(std::move(row));
    }
    for (auto* list : {&witness.conditions, &witness.equations, &witness.binders, &witness.option})
      rows.widen(*list);
    // All variables are natural: such conditions are left out.
    std::erase_if(witness.conditions, [&](const Row& row) {
      const auto is = [&](int64_t n) {
        return std::count(row.numbers.begin(), row.numbers.end(), n);
      };
      const auto one = std::find(row.numbers.begin(), row.numbers.end(), 1);
      return is(1) == 1 && is(0) + 1 == static_cast<std::ptrdiff_t>(row.numbers.size()) &&
             one < row.numbers.begin() + static_cast<std::ptrdiff_t>(asked_);
    });
    witness.lets = rows.take_lets();
    witnesses_.push_back(std::move(witness));
    return !rows.failed();
  }

  const Certificate& certificate_;
  const Rule& rule_;
  const Budget& budget_;
  bool periodic_;
  bool outcomes_;
  size_t asked_;  // variables of witnesses: the position's coordinates, and the value or number to
                  // be reached
  std::vector<Certificate::Witness> witnesses_;
};

}  // namespace

Attempt<std::vector<Certificate::Witness>> find_witnesses(const Certificate& certificate,
                                                          const Rule& rule, const Budget& budget) {
  return WitnessSearch(certificate, rule, budget).find();
}

}  // namespace grundy
