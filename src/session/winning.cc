#include "session/winning.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "game/games.h"
#include "language/term_text.h"
#include "session/choices.h"
#include "session/marked_moves.h"

namespace grundy {
namespace {

/// The names that a term about moves of the line may use, in their places: coordinates and what the
/// line binds. What `any` or `sum` binds within the line has no one value.
std::vector<std::string> names_of_moves(const Rule& rule, const MoveLine& line) {
  std::vector<std::string> names;
  for (size_t i = 0; i < line.slot_names.size(); ++i) {
    const bool is_bound =
        std::any_of(line.binders.begin(), line.binders.end(), [&](const Binder& binder) {
          return std::find(binder.slots.begin(), binder.slots.end(), i) != binder.slots.end();
        });
    names.push_back(i < rule.arity() || is_bound ? line.slot_names[i]
                                                 : fmt::format("within_the_line_{}", i));
  }
  return names;
}

/// The rule with this line alone, which leads to the number `term` as well: how far it is above 0,
/// and how far below.
Rule with_term(const Rule& rule, const MoveLine& line, const Expr& term) {
  return with_numbers(
      rule, line,
      {apply(Op::max, {term, constant(0)}), apply(Op::max, {apply(Op::neg, {term}), constant(0)})});
}

class ExtremeSearch {
 public:
  ExtremeSearch(Session& session, const Question& question, const Answer& answer, Extreme extreme,
                std::string_view term, Budget& budget)
      : session_(session),
        question_(question),
        answer_(answer),
        extreme_(extreme),
        text_(term),
        budget_(budget) {}

  Attempt<std::optional<ExtremeMove>> search() {
    if (answer_.mover_wins() && (answer_.may_bind || !has_values_of_parts(answer_))) {
      if (auto listed = list_winning(); !listed) return std::move(listed).error();
    }
    std::unordered_set<Position, HashPosition> seen;
    for (size_t i = 0; i < question_.parts.size(); ++i) {
      const Position& part = question_.parts[i];
      const RuleGame* game = rule_game(part);
      if (game == nullptr || !seen.insert(part).second) continue;
      if (auto looked = look(*game, i); !looked) return std::move(looked).error();
    }
    if (!read_) {
      if (refused_) return *std::move(refused_);
      return Error::declined(
          "no part of the sum has moves by a rule, whose binders a term could name");
    }
    return std::move(best_);
  }

 private:
  const char* option_name() const { return extreme_ == Extreme::least ? "least" : "greatest"; }

  Attempt<void> list_winning() {
    Attempt<Answer> all = session_.solve(question_, answer_.play, SIZE_MAX, budget_);
    if (!all) return std::move(all).error();
    if (!all->all_winning_moves) return Error::declined("not all winning moves are known");
    winning_.emplace(question_.parts.size());
    for (SumMove& move : all->winning_moves)
      (*winning_)[move.part].insert(sorted(std::move(move.move.to)));
    return {};
  }

  Attempt<void> look(const RuleGame& game, size_t part) {
    const Rule& rule = game.games().copies().counted(*game.rule());
    if (rule.is_alias || rule.moves_by_code || game.is_endless())
      return Error::declined(fmt::format("the moves of {} have no binders that a term could name",
                                         to_string(question_.parts[part])));
    const auto coordinates = small_coordinates(rule, game.coordinates(question_.parts[part]));
    if (!coordinates) return coordinates.error();
    const bool is_far = has_many_moves(game, *coordinates);
    const std::optional<std::vector<Sum>> few =
        is_far && answer_.mover_wins() ? few_winning(part) : std::nullopt;
    for (const MoveLine& line : rule.moves) {
      const Attempt<TermText> term =
          TermText::read(TermText::Kind::term, option_name(), text_, names_of_moves(rule, line),
                         rule.number_parameters);
      if (!term) {
        if (!refused_) refused_ = term.error();
        continue;
      }
      read_ = true;
      if (!answer_.mover_wins()) continue;
      const Rule made = with_term(rule, line, term->exprs()[0]);
      if (!few) {
        if (auto looked = look(game, made, part, *coordinates); !looked) return looked;
        continue;
      }
      for (Sum to : *few) {
        std::sort(to.begin(), to.end());
        do {
          const std::optional<Rule> narrow = that_leads_to(made, to);
          if (!narrow) continue;
          if (auto looked = look(game, *narrow, part, *coordinates); !looked) return looked;
        } while (std::next_permutation(to.begin(), to.end()));
      }
    }
    return {};
  }

  /// All winning moves of the part, where they are few and each leads to a sum of a few games of
  /// rules.
  std::optional<std::vector<Sum>> few_winning(size_t part) {
    Attempt<Answer> all = session_.solve(question_, answer_.play, kMovesOneAfterAnother, budget_);
    if (!all || !all->all_winning_moves) return {};
    std::vector<Sum> result;
    for (SumMove& move : all->winning_moves) {
      if (!move.move.condition.empty() || move.move.to.size() > 3) return {};
      const bool by_rules =
          std::all_of(move.move.to.begin(), move.move.to.end(),
                      [](const Position& to) { return rule_game(to) != nullptr; });
      if (!by_rules) return {};
      if (question_.parts[move.part] == question_.parts[part])
        result.push_back(std::move(move.move.to));
    }
    return result;
  }

  Attempt<void> look(const RuleGame& game, const Rule& made, size_t part,
                     const std::vector<int64_t>& coordinates) {
    Plan& plan = session_.solvers().of(game);
    std::optional<Error> failed;
    MoveLister lister;
    auto listed = lister.for_each_move(made, coordinates, budget_, [&](RuleSum sum) {
      const std::vector<int64_t>& number = sum.back().coordinates;
      const int64_t value = number[0] - number[1];
      sum.pop_back();
      if (best_ && (extreme_ == Extreme::least ? value >= best_->value : value <= best_->value))
        return true;
      Sum to = game.answered(made.moves[0].reply, game.sum_of(sum));
      const Attempt<bool> won = wins(plan, part, to);
      if (!won) {
        failed = won.error();
        return false;
      }
      if (*won) best_ = ExtremeMove{value, part, std::move(to)};
      return true;
    });
    if (failed) return *std::move(failed);
    return listed;
  }

  Attempt<bool> wins(Plan& plan, size_t part, const Sum& to) {
    if (winning_) return (*winning_)[part].contains(sorted(to));
    Attempt<Value> value = plan.value_of(to, budget_);
    if (!value) return std::move(value).error();
    return *value == winning_target(answer_, part);
  }

  Session& session_;
  const Question& question_;
  const Answer& answer_;
  Extreme extreme_;
  std::string_view text_;
  Budget& budget_;
  // By part, where values don't tell.
  std::optional<std::vector<std::unordered_set<Sum, HashSum>>> winning_;
  std::optional<ExtremeMove> best_;
  std::optional<Error> refused_;  // why the term is not one of some line
  bool read_ = false;             // it is one of another
};

}  // namespace

Value winning_target(const Answer& answer, size_t part) {
  return nim_sum(*answer.values[part], *answer.value);
}

bool has_values_of_parts(const Answer& answer) {
  return answer.play == Play::normal && answer.value &&
         std::all_of(answer.values.begin(), answer.values.end(),
                     [](const auto& value) { return value.has_value(); });
}

Attempt<std::optional<Natural>> count_winning_moves(Session& session, const Question& question,
                                                    const Answer& answer, Counted counted,
                                                    Budget& budget) {
  if (!answer.mover_wins()) return std::optional<Natural>(0);
  if (counted == Counted::choices) return count_winning_choices(session, question, answer, budget);
  if (!has_values_of_parts(answer)) {
    Attempt<Answer> all = session.solve(question, answer.play, SIZE_MAX, budget);
    if (!all) return std::move(all).error();
    const bool endless =
        std::any_of(all->winning_moves.begin(), all->winning_moves.end(),
                    [](const SumMove& move) { return !move.move.condition.empty(); });
    if (endless) return std::optional<Natural>();
    if (!all->all_winning_moves) return Error::declined("not all winning moves are known");
    return std::optional<Natural>(all->winning_moves.size());
  }
  std::unordered_map<Position, Natural, HashPosition> known;
  Natural total;
  for (size_t i = 0; i < question.parts.size(); ++i) {
    const Position& part = question.parts[i];
    if ((i & 1023) == 0 && budget.spent()) return budget.why();
    const auto before = known.find(part);
    if (before != known.end()) {
      total = total + before->second;
      continue;
    }
    auto count =
        session.solvers().of(*part.game).count_moves_to(part, winning_target(answer, i), budget);
    if (!count || !*count) return count;
    total = total + **count;
    known.emplace(part, **count);
  }
  return std::optional<Natural>(std::move(total));
}

Attempt<std::optional<ExtremeMove>> extreme_winning_move(Session& session, const Question& question,
                                                         const Answer& answer, Extreme extreme,
                                                         std::string_view term, Budget& budget) {
  return ExtremeSearch(session, question, answer, extreme, term, budget).search();
}

Attempt<MoveQuestions> answer_about_moves(Session& session, const Question& question,
                                          const Answer& answer, const AskedMoves& asked,
                                          const std::function<std::string(const Sum&)>& text,
                                          Budget& budget) {
  MoveQuestions result;
  result.term = asked.term;
  result.least = asked.extreme == Extreme::least;
  if (asked.count) {
    Attempt<std::optional<Natural>> count =
        count_winning_moves(session, question, answer, *asked.count, budget);
    if (!count) return std::move(count).error();
    result.count = *std::move(count);
    result.of_results = *asked.count == Counted::results;
  }
  if (asked.term.empty()) return result;
  const Attempt<std::optional<ExtremeMove>> move =
      extreme_winning_move(session, question, answer, asked.extreme, asked.term, budget);
  if (!move) return move.error();
  if (*move)
    result.extreme = MoveQuestions::Found{(*move)->value, (*move)->part, text((*move)->to)};
  return result;
}

}  // namespace grundy
