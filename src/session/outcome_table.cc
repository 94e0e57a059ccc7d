#include "session/outcome_table.h"

#include "engine/table/fill.h"
#include "session/outcomes.h"

namespace grundy {
namespace {

/// Hands on outcomes of the players who begin, as those of positions.
class Paired {
 public:
  Paired(bool has_sides, const std::function<Attempt<void>(const ValueList&)>& visit)
      : has_sides_(has_sides), visit_(visit) {}

  /// How many starts came.
  uint64_t starts() const { return starts_; }
  Attempt<void> add(const std::vector<Outcome>& outcomes) {
    ValueList result;
    for (const Outcome outcome : outcomes) {
      ++starts_;
      if (!has_sides_) {
        result.push_back(one_start(outcome));
      } else if (left_) {
        result.push_back(both_starts(*left_, one_start(outcome)));
        left_.reset();
      } else {
        left_ = one_start(outcome);
      }
    }
    return visit_(result);
  }

 private:
  bool has_sides_;
  const std::function<Attempt<void>(const ValueList&)>& visit_;
  std::optional<Value> left_;
  uint64_t starts_ = 0;
};

/// Each position by itself, from the one with this number on.
Attempt<Tabulated> search_each(Session& session, const Rule& rule, const std::vector<Range>& box, Natural first,
                               Budget& budget, Paired& paired) {
  const RuleGame& game = session.games().of(rule);
  Tabulated how;
  for (BoxWalk walk(box, first); walk.more(); walk.next()) {
    if (budget.spent()) return budget.why();
    const Attempt<Answer> answer = session.solve({{game.at(walk.position())}}, Play::normal, 0, budget);
    if (!answer) return answer.error();
    how.work += answer->work;
    if (!answer->engines.empty()) how.engine = answer->engines.back();
    if (auto added = paired.add({answer->outcome}); !added) return std::move(added).error();
  }
  return how;
}

}  // namespace

std::vector<std::string> TabledGame::coordinates() const {
  std::vector<std::string> names = rule->coordinates;
  if (has_sides) names.pop_back();
  return names;
}

Attempt<TabledGame> tabled_game(Session& session, std::string_view text, Budget& budget) {
  const Attempt<const Rule*> rule = session.game(text, budget, Asks::outcomes);
  if (!rule) return rule.error();
  const OutcomeFacts facts = outcome_facts(session.rulebook(), **rule);
  return TabledGame{*rule, facts.outcomes_only, facts.has_sides};
}

Value both_starts(const Value& left, const Value& right) {
  if (left.is_loopy() || right.is_loopy()) return Value::loopy({});
  const bool left_wins = left != Value(0), right_wins = right != Value(0);
  return Value(kOutcomeLetters.find(left_wins && right_wins ? 'N' : left_wins ? 'L' : right_wins ? 'R' : 'P'));
}

Value one_start(Outcome outcome) {
  return outcome == Outcome::D ? Value::loopy({}) : Value(outcome == Outcome::P ? 0 : 1);
}

char outcome_letter(const Value& outcome) {
  return outcome.is_loopy() ? letter(Outcome::D) : kOutcomeLetters[outcome.ordinal().small()];
}

Attempt<Tabulated> tabulate_outcomes(Session& session, const TabledGame& game, const std::vector<Range>& box,
                                     Budget& budget, const std::function<Attempt<void>(const ValueList&)>& visit) {
  std::vector<Range> starts = box;
  if (game.has_sides) starts.push_back({Natural(0), Natural(2)});
  Paired paired(game.has_sides, visit);
  Attempt<Tabulated> done = tabulate(session, *game.rule, starts, 0, budget, [&](const ValueList& values) {
    std::vector<Outcome> outcomes;
    outcomes.reserve(values.size());
    for (size_t i = 0; i < values.size(); ++i) {
      const uint32_t number = values.number(i);
      outcomes.push_back(number == 0 ? Outcome::P : number != ValueList::kLarge ? Outcome::N : values[i].outcome());
    }
    return paired.add(outcomes);
  });
  if (done || budget.spent() || !is_open(done.error())) return done;
  return search_each(session, *game.rule, starts, Natural(paired.starts()), budget, paired);
}

}  // namespace grundy
