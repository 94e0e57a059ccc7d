#include "cli/about_moves.h"

#include <fmt/format.h>

#include <functional>

#include "session/outcomes.h"

namespace grundy::cli {
namespace {

Attempt<MoveQuestions> answer_about_moves(const AboutMoves& about, const Question& question, const Answer& answer,
                                          Context& context) {
  MoveQuestions asked;
  if (about.count) {
    auto count = count_winning_moves(context.session(), question, answer, context.budget());
    if (!count) return std::move(count).error();
    asked.count = *std::move(count);
  }
  if (!about.least.empty() && !about.greatest.empty()) return Error::input("--least and --greatest exclude each other");
  asked.least = about.greatest.empty();
  asked.term = asked.least ? about.least : about.greatest;
  if (asked.term.empty()) return asked;
  auto extreme = extreme_winning_move(context.session(), question, answer,
                                      asked.least ? Extreme::least : Extreme::greatest, asked.term, context.budget());
  if (!extreme) return std::move(extreme).error();
  asked.extreme = *std::move(extreme);
  return asked;
}

std::string in_words(const MoveQuestions& asked, const std::function<std::string(const ExtremeMove&)>& move) {
  std::string text;
  if (asked.count)
    text += fmt::format("Winning moves: {}\n", *asked.count ? (*asked.count)->to_string() : "infinitely many");
  if (asked.term.empty()) return text;
  const char* const which = asked.least ? "least" : "greatest";
  if (!asked.extreme) return text + fmt::format("No winning move has a {} {}.\n", which, asked.term);
  return text + fmt::format("The {} {} of a winning move is {}: {}\n", which, asked.term, asked.extreme->value,
                            move(*asked.extreme));
}

/// Of a game with outcomes alone: what was asked, for each player who may begin.
Attempt<std::vector<MoveQuestions>> answer_about_starts(const AboutMoves& about, const Question& question,
                                                        const OutcomeAnswer& answer, size_t moves, Context& context) {
  std::vector<MoveQuestions> result;
  for (size_t turn = 0; turn < answer.starts.size(); ++turn) {
    const Question begun = begun_by(question, turn);
    Attempt<Answer> ordinary = context.session().solve(begun, Play::normal, moves, context.budget());
    if (!ordinary) return std::move(ordinary).error();
    if (answer.starts[turn].is_won) ordinary->outcome = Outcome::P;  // the one move there is ends a game that is over
    Attempt<MoveQuestions> asked = answer_about_moves(about, begun, *ordinary, context);
    if (!asked) return std::move(asked).error();
    result.push_back(*std::move(asked));
  }
  return result;
}

int tell_about_outcome(const Question& question, Play play, size_t moves, const AboutMoves& about, Context& context) {
  const auto start = Budget::Clock::now();
  const auto answer = solve_outcome(context.session(), question, play, moves, context.budget());
  if (!answer) return context.finish(answer.error());
  const auto asked = answer_about_starts(about, question, *answer, moves, context);
  if (!asked) return context.finish(asked.error());
  const Rulebook& book = context.session().rulebook();
  if (context.json()) {
    const double seconds = std::chrono::duration<double>(Budget::Clock::now() - start).count();
    context.print(outcome_json(book, question, *answer, seconds, *asked) + "\n");
  } else {
    context.print(outcome_words(book, question, *answer));
    for (size_t turn = 0; turn < asked->size(); ++turn) {
      if (question.has_sides) context.print(turn == 0 ? "\nWhere Left begins:" : "\nWhere Right begins:");
      context.print("\n" + in_words((*asked)[turn], [&](const ExtremeMove& move) {
                      return fmt::format("{} → {}", outcome_text(book, {question.parts[0]}),
                                         outcome_text(book, move.to));
                    }));
    }
  }
  context.show_stats(answer->engines, answer->work);
  return context.finish(kAnswered);
}

}  // namespace

void add_move_options(Command& command, AboutMoves& place) {
  command.flag("--count", place.count, "how many winning moves there are, exactly");
  command.option("--least", "TERM", "the winning move that makes a term of coordinates and binders least",
                 into(place.least));
  command.option("--greatest", "TERM", "the one that makes it greatest", into(place.greatest));
}

int solve_about_moves(const std::string& sum, Play play, size_t moves, const AboutMoves& about, Context& context) {
  const auto start = Budget::Clock::now();
  const Attempt<Question> question = context.session().read(sum, context.budget(), Asks::outcomes);
  context.show_warnings();
  if (!question) return context.finish(question.error());
  if (question->outcomes_only) return tell_about_outcome(*question, play, moves, about, context);
  const Attempt<Answer> answer = context.session().solve(*question, play, moves, context.budget());
  if (!answer) return context.finish(answer.error());
  const Attempt<MoveQuestions> asked = answer_about_moves(about, *question, *answer, context);
  if (!asked) return context.finish(asked.error());
  if (context.json()) {
    const double seconds = std::chrono::duration<double>(Budget::Clock::now() - start).count();
    context.print(to_json(*question, *answer, seconds, *asked));
  } else {
    context.print(context.session().explain(*question, *answer, context.budget()));
    context.print("\n" + in_words(*asked, [&](const ExtremeMove& move) {
                    return fmt::format("{} → {}", to_string(question->parts[move.part]),
                                       to_string(move.to, kWholeBytes));
                  }));
  }
  context.show_stats(answer->engines, answer->work);
  return context.finish(kAnswered);
}

}  // namespace grundy::cli
