#include "cli/about_moves.h"

#include <fmt/format.h>

#include "engine/explain.h"
#include "session/json.h"

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

std::string in_words(const MoveQuestions& asked, const Question& question) {
  std::string text;
  if (asked.count)
    text += fmt::format("Winning moves: {}\n", *asked.count ? (*asked.count)->to_string() : "infinitely many");
  if (asked.term.empty()) return text;
  const char* const which = asked.least ? "least" : "greatest";
  if (!asked.extreme) return text + fmt::format("No winning move has a {} {}.\n", which, asked.term);
  return text + fmt::format("The {} {} of a winning move is {}: {} → {}\n", which, asked.term, asked.extreme->value,
                            to_string(question.parts[asked.extreme->part]), to_string(asked.extreme->to, kWholeBytes));
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
  const Attempt<Question> question = context.session().read(sum, context.budget());
  context.show_warnings();
  if (!question) return context.finish(question.error());
  const Attempt<Answer> answer = context.session().solve(*question, play, moves, context.budget());
  if (!answer) return context.finish(answer.error());
  const Attempt<MoveQuestions> asked = answer_about_moves(about, *question, *answer, context);
  if (!asked) return context.finish(asked.error());
  if (context.json()) {
    const double seconds = std::chrono::duration<double>(Budget::Clock::now() - start).count();
    context.print(to_json(*question, *answer, seconds, *asked));
  } else {
    context.print(explain(question->parts, *answer, context.session().solvers(), context.budget()));
    context.print("\n" + in_words(*asked, *question));
  }
  context.show_stats(answer->engines, answer->work);
  return context.finish(kAnswered);
}

}  // namespace grundy::cli
