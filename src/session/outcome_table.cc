#include "session/outcome_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "engine/search/growing.h"
#include "engine/table/fill.h"
#include "session/outcomes.h"

namespace grundy {
namespace {

/// Who wins whoever begins, as OutcomeAnswer::letter() has it.
Value both_starts(Outcome left, Outcome right) {
  if (left == Outcome::D || right == Outcome::D) return outcome_cell(Outcome::D);
  const bool left_wins = left == Outcome::N, right_wins = right == Outcome::N;
  return Value(kOutcomeLetters.find(left_wins && right_wins ? 'N'
                                    : left_wins             ? 'L'
                                    : right_wins            ? 'R'
                                                            : 'P'));
}

constexpr uint64_t kSample = 10;

/// Who wins in each position, as far as the nearest positions tell.
Attempt<Tabulated> tabulate_nearest(Session& session, const Rule& rule,
                                    const std::vector<Range>& box, Budget& budget,
                                    const std::function<Attempt<void>(const ValueList&)>& visit) {
  if (positions_of(box) > Natural(kFarthestPositions))
    return Error::declined(
        fmt::format("play leads to ever greater numbers, and outcomes of at most {} positions are "
                    "looked for together",
                    kFarthestPositions));
  std::vector<Sum> starts;
  for (BoxWalk walk(box); walk.more(); walk.next())
    starts.push_back({session.games().of(rule).at(walk.position())});
  std::vector<Outcome> outcomes;  // of the starts, as far as the last look told
  const auto near =
      nearest_positions(starts, Play::normal, budget, [&](Retrograde& found) -> Attempt<bool> {
        outcomes.clear();
        for (const Sum& start : starts) {
          const Attempt<Outcome> outcome = found.outcome(start, budget);
          if (!outcome) return outcome.error();
          outcomes.push_back(*outcome);
        }
        return std::find(outcomes.begin(), outcomes.end(), Outcome::D) == outcomes.end();
      });
  if (!near) return near.error();
  ValueList cells;
  for (const Outcome outcome : outcomes)
    cells.push_back(outcome == Outcome::D && !near->is_whole() ? Value(kOutcomeLetters.find('?'))
                                                               : outcome_cell(outcome));
  if (auto visited = visit(cells); !visited) return std::move(visited).error();
  return Tabulated{"retrograde analysis of the nearest positions", {}};
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
  TabledGame game{*rule, facts.outcomes_only, false, facts.has_sides};
  if (game.outcomes_only) return game;
  // Somewhere in the middle, where a rule shows how its numbers move.
  const Position sample =
      session.games().of(**rule).at(Coordinates((*rule)->arity(), Natural(kSample)));
  if (!grows_far(sample, budget)) return game;
  game.grows = !session.solvers().of(*sample.game).values({&sample, 1}, budget).ok();
  game.outcomes_only = game.grows;
  return game;
}

Value outcome_cell(Outcome outcome) {
  return outcome == Outcome::D ? Value::loopy({}) : Value(outcome == Outcome::P ? 0 : 1);
}

uint64_t outcome_number(const Value& outcome) {
  return outcome.is_loopy() ? kOutcomeLetters.find('D') : outcome.ordinal().small();
}

Attempt<Value> outcome_at(Session& session, const TabledGame& game, Coordinates position,
                          Budget& budget, Work& work) {
  std::array<Outcome, 2> starts = {};
  if (game.has_sides) position.emplace_back(0);
  for (uint64_t turn = 0; turn < (game.has_sides ? 2 : 1); ++turn) {
    if (game.has_sides) position.back() = Natural(turn);
    const Question begun{{session.games().of(*game.rule).at(position)}};
    const Attempt<Answer> answer = session.solve(begun, Play::normal, 0, budget, Sought::outcome);
    if (!answer) return answer.error();
    work += answer->work;
    starts[turn] = answer->outcome;
  }
  return game.has_sides ? both_starts(starts[0], starts[1]) : outcome_cell(starts[0]);
}

Attempt<Tabulated> tabulate_outcomes(Session& session, const TabledGame& game,
                                     const std::vector<Range>& box, Budget& budget,
                                     const std::function<Attempt<void>(const ValueList&)>& visit) {
  if (game.grows) return tabulate_nearest(session, *game.rule, box, budget, visit);
  std::vector<Range> starts = box;
  if (game.has_sides) starts.push_back({Natural(0), Natural(2)});
  std::optional<Outcome> left;  // of a position whose other start is the next value
  Natural done = 0;             // positions
  auto by_values = tabulate(
      session, *game.rule, starts, 0, budget, [&](const ValueList& values) -> Attempt<void> {
        ValueList outcomes;
        for (size_t i = 0; i < values.size(); ++i) {
          const uint32_t number = values.number(i);
          const Outcome outcome = number == 0                   ? Outcome::P
                                  : number != ValueList::kLarge ? Outcome::N
                                                                : values[i].outcome();
          if (game.has_sides && !left) {
            left = outcome;
            continue;
          }
          outcomes.push_back(left ? both_starts(*left, outcome) : outcome_cell(outcome));
          left.reset();
        }
        done = done + Natural(outcomes.size());
        return visit(outcomes);
      });
  if (by_values || budget.spent() || !is_open(by_values.error())) return by_values;
  Tabulated how{"search", {}};
  for (BoxWalk walk(box, done); walk.more(); walk.next()) {
    if (budget.spent()) return budget.why();
    const Attempt<Value> outcome = outcome_at(session, game, walk.position(), budget, how.work);
    if (!outcome) return outcome.error();
    if (auto visited = visit({*outcome}); !visited) return std::move(visited).error();
  }
  return how;
}

}  // namespace grundy
