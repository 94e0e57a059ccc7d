#include "session/outcomes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "game/board_game.h"
#include "rewriting/targets.h"
#include "rule/board_clauses.h"
#include "rule/evaluate.h"
#include "rule/exact.h"

namespace grundy {
namespace {

/// What the file says of a rule's game; null for take-and-break codes.
const GameSyntax* syntax_of(const Rulebook& book, const Rule& rule) {
  const Definition* definition = rule.code ? nullptr : book.find(rule.name);
  return definition == nullptr ? nullptr : &definition->syntax;
}

/// The position's rule, with cells, sets and lists or without; else null.
const Rule* rule_of(const Position& position) {
  const BoardGame* board = board_game(position);
  return board != nullptr ? &board->board_rule() : position.game->rule();
}

/// The games among those met that have outcomes only, themselves or because they lead to such.
std::set<const Rule*> without_values(const Rulebook& book, const Rule& rule) {
  const std::vector<const Rule*> games = games_met(rule);
  std::set<const Rule*> result;
  for (const Rule* game : games) {
    const GameSyntax* syntax = syntax_of(book, *game);
    if (syntax != nullptr && syntax->has_outcomes_only()) result.insert(game);
  }
  for (bool more = !result.empty(); more;) {
    more = false;
    for (const Rule* game : games) {
      each_target(*game, [&](const Rule* to, bool) {
        if (result.contains(to) && result.insert(game).second) more = true;
      });
    }
  }
  return result;
}

Error no_sum(const std::string& name) {
  return Error::input(
      fmt::format("'{}' has no Grundy value, since it ends by 'win if' or 'lose if': it can't be "
                  "part of a sum; "
                  "ask about it alone",
                  name));
}

bool has_sides(const Rulebook& book, const Rule& rule) {
  const GameSyntax* syntax = syntax_of(book, rule);
  return syntax != nullptr && syntax->has_sides();
}

/// Whether a `win if` holds in the position.
Attempt<bool> is_won(const Rulebook& book, const Position& position, const Budget& budget) {
  if (const BoardGame* board = board_game(position)) {
    Fault fault;
    Patience patience(budget);
    const BoardClause* end = end_of_play(board->position(position), fault, &patience);
    return end != nullptr && end->wins;
  }
  const RuleGame& game = *rule_game(position);
  const Rule& rule = *game.rule();
  const GameSyntax* syntax = syntax_of(book, rule);
  if (syntax == nullptr || syntax->ends.empty()) return false;
  std::vector<Integer> slots;
  for (const Natural& c : game.coordinates(position)) slots.emplace_back(c);
  for (const MoveLine& line : rule.moves) {
    const bool is_end =
        std::any_of(syntax->ends.begin(), syntax->ends.end(),
                    [&](const EndSyntax& end) { return end.span.begin == line.span.begin; });
    if (!is_end) continue;
    const bool holds =
        std::all_of(line.conditions.begin(), line.conditions.end(), [&](const Expr& one) {
          const auto value = exact_value(one, slots);
          return value && !value->is_zero();
        });
    if (holds) return true;
  }
  return false;
}

std::string list_of(const Rulebook& book, const Start& start) {
  std::string text;
  for (const Sum& move : start.winning_moves) text += "  " + outcome_text(book, move) + "\n";
  if (!start.all_winning_moves) text += "  …\n";
  return text;
}

}  // namespace

OutcomeFacts outcome_facts(const Rulebook& book, const Rule& rule) {
  return {without_values(book, rule).contains(&rule), has_sides(book, rule)};
}

Attempt<void> has_values(const Rulebook& book, const Rule& rule) {
  const OutcomeFacts facts = outcome_facts(book, rule);
  if (!facts.outcomes_only) return {};
  return Error::declined(fmt::format(
      "'{0}' has no values: {1}. `grundy solve '{0}(…)'` tells who wins", rule.full_name,
      facts.has_sides
          ? "Left and Right have moves of their own"
          : "its play ends by 'win if' or 'lose if', or leads to a game where it does"));
}

Attempt<void> note_outcomes(const Rulebook& book, Question& question, Asks asks) {
  std::set<const Rule*> seen;
  for (const Position& part : question.parts) {
    const Rule* rule = rule_of(part);
    if (rule == nullptr || !seen.insert(rule).second) continue;
    const std::set<const Rule*> bad = without_values(book, *rule);
    if (!bad.contains(rule)) continue;
    if (asks == Asks::values) return has_values(book, *rule);
    if (question.parts.size() > 1) return no_sum(rule->full_name);
    for (const Rule* game : bad) {
      std::optional<Error> error;
      each_target(*game, [&](const Rule* to, bool alone) {
        if (bad.contains(to) && !alone) error = no_sum(to->full_name);
      });
      if (error) return *std::move(error);
    }
    question.outcomes_only = true;
    question.has_sides = has_sides(book, *rule);
  }
  return {};
}

Question begun_by(const Question& question, size_t turn) {
  Question begun;
  begun.parts = question.parts;
  if (!question.has_sides) return begun;
  const RuleGame& game = *rule_game(question.parts[0]);
  Coordinates coordinates = game.coordinates(question.parts[0]);
  coordinates.back() = Natural(turn);
  begun.parts[0] = game.at(coordinates);
  return begun;
}

char OutcomeAnswer::letter() const {
  if (starts.size() == 1) return grundy::letter(starts[0].outcome);
  if (starts[0].outcome == Outcome::D || starts[1].outcome == Outcome::D) return 'D';
  const bool left = starts[0].outcome == Outcome::N;
  const bool right = starts[1].outcome == Outcome::N;
  return left && right ? 'N' : left ? 'L' : right ? 'R' : 'P';
}

Attempt<OutcomeAnswer> solve_outcome(Session& session, const Question& question, Play play,
                                     size_t move_limit, Budget& budget) {
  if (play == Play::misere)
    return Error::declined(
        question.has_sides
            ? "misère play is not worked out where Left and Right have moves of their own"
            : "the rules say who wins at the end, so misère play would change nothing");
  OutcomeAnswer result;
  for (size_t turn = 0; turn < (question.has_sides ? 2 : 1); ++turn) {
    const Question begun = begun_by(question, turn);
    const Attempt<bool> won = is_won(session.rulebook(), begun.parts[0], budget);
    if (!won) return won.error();
    const Attempt<Answer> answer = session.solve(begun, play, move_limit, budget, Sought::outcome);
    if (!answer) return answer.error();
    Start start;
    start.outcome = answer->outcome;
    start.is_won = *won;
    if (!*won) {
      for (const SumMove& move : answer->winning_moves) start.winning_moves.push_back(move.move.to);
      start.all_winning_moves = answer->all_winning_moves;
    }
    result.starts.push_back(std::move(start));
    result.engines = answer->engines;
    result.work = answer->work;
  }
  return result;
}

Attempt<OrdinaryStart> ordinary_start(Session& session, const Question& question,
                                      const OutcomeAnswer& answer, size_t turn, Budget& budget) {
  OrdinaryStart result{begun_by(question, turn), {}};
  Attempt<Answer> solved = session.solve(result.question, Play::normal, 1, budget, Sought::outcome);
  if (!solved) return std::move(solved).error();
  result.answer = *std::move(solved);
  // The one move there is ends a game that is over.
  if (answer.starts.at(turn).is_won) result.answer.outcome = Outcome::P;
  return result;
}

std::string outcome_text(const Rulebook& book, const Sum& sum) {
  std::string text;
  for (const Position& part : sum) {
    const RuleGame* game = rule_game(part);
    std::string one = to_string(part);
    if (game != nullptr && has_sides(book, *game->rule())) {
      const Coordinates coordinates = game->coordinates(part);
      one = game->name() + "(";
      for (size_t i = 0; i + 1 < coordinates.size(); ++i)
        one += (i > 0 ? ", " : "") + coordinates[i].to_string();
      one += ")";
    }
    text += (text.empty() ? "" : " + ") + one;
  }
  return text.empty() ? "0" : text;
}

std::string outcome_words(const Rulebook& book, const Question& question,
                          const OutcomeAnswer& answer) {
  std::string text = outcome_text(book, {question.parts[0]}) + "\n";
  for (size_t i = 0; i < answer.starts.size(); ++i) {
    const Start& start = answer.starts[i];
    const std::string mover = !question.has_sides ? "the player to move"
                              : i == 0            ? "Left"
                                                  : "Right";
    if (question.has_sides) text += mover + " to move: ";
    const std::string who = question.has_sides ? mover : "The player to move";
    if (start.is_won) {
      text += fmt::format("{} has won: play is over.\n", who);
    } else if (start.outcome == Outcome::D) {
      text += "a draw, play goes on for ever.\n";
    } else if (start.outcome == Outcome::P) {
      text += question.has_sides ? fmt::format("{} wins.\n", i == 0 ? "Right" : "Left")
                                 : "The player to move loses (outcome P).\n";
    } else {
      text += question.has_sides ? fmt::format("{} wins, by\n", mover)
                                 : "The player to move wins (outcome N), by\n";
      text += list_of(book, start);
    }
  }
  return text;
}

std::string outcome_json(const Rulebook& book, const Question& question,
                         const OutcomeAnswer& answer, double seconds,
                         const std::vector<MoveQuestions>& asked) {
  JsonWriter json;
  json.begin_object();
  json.key("sum").value(outcome_text(book, {question.parts[0]}));
  json.key("play").value("normal");
  json.key("outcome").value(std::string(1, answer.letter()));
  json.key("value").null();
  for (size_t i = 0; i < answer.starts.size(); ++i) {
    const Start& start = answer.starts[i];
    if (question.has_sides) {
      json.key(i == 0 ? "left_begins" : "right_begins").begin_object();
      const bool left_wins = (start.outcome == Outcome::N) == (i == 0);
      json.key("winner").value(start.outcome == Outcome::D ? "nobody"
                               : left_wins                 ? "left"
                                                           : "right");
    }
    json.key("is_over").value(start.is_won);
    json.key("winning_moves").begin_array();
    for (const Sum& move : start.winning_moves) json.value(outcome_text(book, move));
    json.end_array();
    json.key("all_winning_moves").value(start.all_winning_moves);
    if (i < asked.size()) add_move_questions(json, asked[i]);
    if (question.has_sides) json.end_object();
  }
  std::string engines;
  for (const std::string& engine : answer.engines)
    engines += (engines.empty() ? "" : ", ") + engine;
  json.key("engine").value(engines);
  json.key("seconds").value(seconds);
  json.end_object();
  return json.take();
}

std::string outcome_line(const Rulebook& book, const Question& question,
                         const OutcomeAnswer& answer) {
  std::string text = fmt::format("{}\t-", answer.letter());
  const Start& start = answer.starts[0];
  if (!question.has_sides && !start.winning_moves.empty())
    text += fmt::format("\t{} → {}", outcome_text(book, {question.parts[0]}),
                        outcome_text(book, start.winning_moves[0]));
  return text;
}

}  // namespace grundy
