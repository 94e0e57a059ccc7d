// grundy solve SUM: who wins, and why, as text or JSON; grundy value SUM: the value alone, in misère play the genus.
#include <fmt/format.h>

#include "cli/about_moves.h"
#include "cli/batch.h"
#include "cli/commands.h"
#include "cli/misere.h"
#include "session/board_svg.h"
#include "session/json.h"
#include "session/outcomes.h"
#include "session/replies.h"

namespace grundy::cli {
namespace {

constexpr const char* kConjecturesHelp =
    "let laws answer that were tested and not proved, where no other way is quick; the answer says so";

struct SolveOptions {
  std::string sum;
  Play play = Play::normal;
  size_t moves = 16;
  bool plan = false;
  AboutMoves about;
  std::string batch;
  bool replies = false;
  bool conjectures = false;
  std::string drawing;  // a file
};

struct ValueOptions {
  std::string sum;
  std::string batch;
  bool conjectures = false;
  Play play = Play::normal;
};

int tell_outcome(const Question& question, const SolveOptions& options, Context& context) {
  const auto start = Budget::Clock::now();
  const auto answer = solve_outcome(context.session(), question, options.play, options.moves, context.budget());
  if (!answer) return context.finish(answer.error());
  const Rulebook& book = context.session().rulebook();
  if (options.plan) context.print(context.session().plan(question));
  if (context.json()) {
    const double seconds = std::chrono::duration<double>(Budget::Clock::now() - start).count();
    context.print(outcome_json(book, question, *answer, seconds) + "\n");
  } else {
    context.print(outcome_words(book, question, *answer));
  }
  context.show_stats(answer->engines, answer->work);
  return context.finish(kAnswered);
}

int solve(const SolveOptions& options, Context& context) {
  if (auto either = sums_or_batch(!options.sum.empty(), options.batch); !either) return context.finish(either.error());
  if (!options.batch.empty())
    return run_batch({BatchQuestion::solve, options.play, options.moves, options.conjectures}, options.batch, context);
  if (options.conjectures) context.session().allow_conjectures();
  if (options.about.any()) return solve_about_moves(options.sum, options.play, options.moves, options.about, context);
  const auto start = Budget::Clock::now();
  Attempt<Question> question = context.session().read(options.sum, context.budget(), Asks::outcomes);
  context.show_warnings();
  if (!question) return context.finish(question.error());
  if (question->outcomes_only) return tell_outcome(*question, options, context);
  Attempt<Answer> answer = context.session().solve(*question, options.play, options.moves, context.budget());
  if (!answer) return context.finish(answer.error());
  if (options.plan) context.print(context.session().plan(*question));
  if (context.json()) {
    context.print(to_json(*question, *answer, std::chrono::duration<double>(Budget::Clock::now() - start).count()));
  } else {
    context.print(context.session().explain(*question, *answer, context.budget()));
    if (options.replies && answer->outcome == Outcome::P && !question->parts.empty()) {
      const Attempt<std::string> table =
          replies(context.session(), *question, options.play, options.moves, context.budget());
      if (!table) return context.finish(table.error());
      context.print("\n" + *table);
    }
  }
  context.show_stats(answer->engines, answer->work);
  if (!options.drawing.empty()) return context.finish_with("", board_svg(*question, *answer), options.drawing);
  return context.finish(kAnswered);
}

int value(const ValueOptions& options, Context& context) {
  if (auto either = sums_or_batch(!options.sum.empty(), options.batch); !either) return context.finish(either.error());
  if (!options.batch.empty() && options.play == Play::misere)
    return context.finish(Error::input("--batch takes values of normal play; `grundy solve --batch` tells who wins"));
  if (!options.batch.empty())
    return run_batch({.what = BatchQuestion::value, .conjectures = options.conjectures}, options.batch, context);
  if (options.conjectures) context.session().allow_conjectures();
  Attempt<Question> question = context.session().read(options.sum, context.budget());
  context.show_warnings();
  if (!question) return context.finish(question.error());
  if (options.play == Play::misere) return show_genus(*question, context);
  Attempt<Answer> answer = context.session().evaluate(*question, context.budget());
  if (!answer) return context.finish(answer.error());
  if (context.json()) {
    context.print(value_json(*question, *answer) + "\n");
  } else {
    context.print(answer->value->to_string() + "\n");
    for (const std::string& law : answer->conjectures)
      context.print("A conjecture, which was tested and not proved: " + law + ".\n");
  }
  context.show_stats(answer->engines, answer->work);
  return context.finish(kAnswered);
}

}  // namespace

Command solve_command() {
  Command command("solve", "who wins, the values, winning moves, and why");
  const auto options = std::make_shared<SolveOptions>();
  command.optional_argument("SUM", into(options->sum), Fill::game);
  command.play(options->play);
  command.option("--moves", "N", "list at most this many moves (16)", into(options->moves));
  command.flag("--plan", options->plan,
               "which engines were asked for each game, what they know, and what became of them");
  add_move_options(command, options->about);
  add_batch_option(command, options->batch);
  command.flag("--replies", options->replies, "in a lost position, list each move with the move that answers it");
  command.flag("--conjectures", options->conjectures, kConjecturesHelp);
  command.option("--draw", "FILE", "draw a board in this file, a winning move marked", into(options->drawing),
                 Fill::file);
  command.example("'kayles(10) + nim(3)'");
  command.example("--count 'nim{1..1000}'");
  command.example("--least 'n - a - b' 'kayles(10) + nim(3)'", "knock down as few pins as one can");
  command.example("--greatest k 'subtract[{1, 2, 5}](8)'");
  command.example("--batch sums.txt", "a sum a line in; who wins, the value and a move a line out");
  command.example("--replies 'nim{1, 2, 3}'");
  command.example("--plan 'kayles(10) + nim(3)'");
  command.example("--draw cram.svg 'cram(3x5)'", "a board, with a winning move");
  command.example("--moves 100 'nim{@heaps.txt}'");
  command.example("--conjectures --rules my.game 'mygame(10^15)'",
                  "by a law that was tested, if no other way is quick");
  command.example("--play misere 'kayles(10) + nim(3)'", "who can't move wins");
  command.sample = "'kayles(10) + nim(3)'";
  command.own_sample = "'mygame(2, 1)'";
  command.run = [options](Context& context) { return solve(*options, context); };
  return command;
}

Command value_command() {
  Command command("value", "the Grundy value of a sum; in misere play its genus");
  const auto options = std::make_shared<ValueOptions>();
  command.optional_argument("SUM", into(options->sum), Fill::game);
  add_batch_option(command, options->batch);
  command.flag("--conjectures", options->conjectures, kConjecturesHelp);
  command.play(options->play);
  command.example("'kayles(100)'");
  command.example("--batch sums.txt", "a sum a line in, a value a line out");
  command.example("--conjectures --rules my.game 'mygame(10^15)'",
                  "by a law that was tested, if no other way is quick");
  command.example("--play misere 'kayles(10) + nim(3)'", "the genus");
  command.sample = "'stones[K=2](4, 7)'";
  command.own_sample = "'mygame(2, 1)'";
  command.run = [options](Context& context) { return value(*options, context); };
  return command;
}

}  // namespace grundy::cli
