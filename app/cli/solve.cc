// grundy solve SUM: who wins, and why, as text or JSON; grundy value SUM: the value alone, in
// misère play the genus.
#include <fmt/format.h>

#include <tuple>

#include "cli/about_moves.h"
#include "cli/batch.h"
#include "cli/commands.h"
#include "cli/misere.h"
#include "cli/store_option.h"

namespace grundy::cli {
namespace {

constexpr const char* kConjecturesHelp =
    "where no other way is quick, answer by a law that was tested but not proved; the answer says "
    "so";

constexpr size_t kSolvedMoves = 16;  // where --moves is not given

struct SolveOptions {
  std::string sum;
  face::Play play = face::Play::normal;
  std::optional<uint64_t> moves;
  bool outcome = false;
  bool plan = false;
  AboutMoves about;
  std::string batch;
  bool replies = false;
  bool conjectures = false;
  std::string drawing;  // a file
  std::string store;    // a file
};

size_t moves_of(const SolveOptions& options) {
  return options.moves.value_or(options.outcome ? 1 : kSolvedMoves);
}

struct ValueOptions {
  std::string sum;
  std::string batch;
  bool conjectures = false;
  face::Play play = face::Play::normal;
  std::string store;  // a file
};

face::Result<void> show_plan(const face::Sum& sum, const SolveOptions& options, Context& context) {
  if (!options.plan) return {};
  const face::Result<std::string> plan = context.face().plan(sum);
  if (!plan) return plan.error();
  context.print(*plan);
  return {};
}

/// Answers about misère play have outcomes alone, so that nothing has to be asked for there.
bool asks_outcome(const SolveOptions& options) {
  return options.outcome && options.play == face::Play::normal;
}

int tell_outcome(const face::Sum& sum, const SolveOptions& options, Context& context) {
  face::Session& session = context.face();
  if (options.replies || !options.drawing.empty())
    return context.finish(Error::input(
        fmt::format("{} is for games with values, and who wins is all that is known of {}",
                    options.replies ? "--replies" : "--draw", sum.text())));
  const face::Result<face::OutcomeAnswer> answer =
      session.solve_outcome(sum, {options.play, moves_of(options)});
  if (!answer) return context.finish(answer.error());
  const auto asked = answer_about_starts(options.about, *answer, session);
  if (!asked) return context.finish(asked.error());
  if (auto planned = show_plan(sum, options, context); !planned)
    return context.finish(planned.error());
  context.print(context.json() ? answer->json(*asked)
                               : answer->text + in_words(*asked, answer->position_text));
  context.show_stats(answer->engines, answer->work);
  return context.finish(kAnswered);
}

int solve_lines(const SolveOptions& options, Context& context) {
  if (options.moves && !context.json())
    return context.finish(Error::input(
        "a line of --batch shows one winning move; --moves N is for the lists of --json"));
  auto wanted = sought(options.about);
  if (!wanted) return context.finish(wanted.error());
  face::BatchOptions batch{face::BatchOptions::Question::solve, options.play, moves_of(options)};
  batch.count = counted(options.about);
  std::tie(batch.which, batch.term) = *std::move(wanted);
  batch.outcome = asks_outcome(options);
  batch.conjectures = options.conjectures;
  return run_batch(std::move(batch), options.batch, context);
}

int solve(const SolveOptions& options, Context& context) {
  if (auto either = sums_or_batch(!options.sum.empty(), options.batch); !either)
    return context.finish(either.error());
  if (!options.batch.empty()) return solve_lines(options, context);
  face::Session& session = context.face();
  if (options.conjectures) session.allow_conjectures();
  const face::Result<face::Sum> sum = session.read(options.sum, face::Session::Asks::outcomes);
  context.show_warnings();
  if (!sum) return context.finish(sum.error());
  if (sum->has_outcome_only()) return tell_outcome(*sum, options, context);
  const size_t moves = moves_of(options);
  const face::Result<face::Answer> answer =
      session.solve(*sum, {options.play, moves, asks_outcome(options)});
  if (!answer) return context.finish(answer.error());
  const Attempt<face::AboutMoves> asked = answer_about_sum(options.about, *answer, session);
  if (!asked) return context.finish(asked.error());
  if (auto planned = show_plan(*sum, options, context); !planned)
    return context.finish(planned.error());
  if (context.json()) {
    context.print(answer->json(*asked));
  } else {
    const face::Result<std::string> words = session.explain(*answer);
    if (!words) return context.finish(words.error());
    context.print(*words + in_words(*asked));
    if (options.replies && answer->outcome == face::Outcome::P && !sum->empty()) {
      const face::Result<std::string> table = session.replies(*sum, options.play, moves);
      if (!table) return context.finish(table.error());
      context.print("\n" + *table);
    }
  }
  context.show_stats(answer->engines, answer->work);
  if (!options.drawing.empty())
    return context.finish_with("", session.drawn(*answer), options.drawing);
  return context.finish(kAnswered);
}

int value(const ValueOptions& options, Context& context) {
  if (auto either = sums_or_batch(!options.sum.empty(), options.batch); !either)
    return context.finish(either.error());
  if (!options.batch.empty())
    return run_batch(
        {.what = face::BatchOptions::Question::value, .conjectures = options.conjectures},
        options.batch, context);
  face::Session& session = context.face();
  if (options.conjectures) session.allow_conjectures();
  const face::Result<face::Sum> sum = session.read(options.sum);
  context.show_warnings();
  if (!sum) return context.finish(sum.error());
  if (options.play == face::Play::misere) return show_genus(*sum, context);
  const face::Result<face::Evaluation> answer = session.evaluate(*sum);
  if (!answer) return context.finish(answer.error());
  if (context.json()) {
    context.print(answer->json());
  } else {
    context.print(answer->value.text() + "\n");
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
  command.flag("--outcome", options->outcome,
               "only who wins, with one winning move; quicker than values");
  command.flag("--plan", options->plan,
               "show which engines were tried for each game, and with what result");
  add_move_options(command, options->about);
  add_batch_option(command, options->batch);
  command.flag("--replies", options->replies,
               "in a lost position, list each move with the move that answers it");
  command.flag("--conjectures", options->conjectures, kConjecturesHelp);
  command.option("--draw", "FILE", "draw a board in this file, a winning move marked",
                 into(options->drawing), Fill::file);
  add_store_option(command, options->store);
  command.example("'kayles(10) + nim(3)'");
  command.example("--count 'nim{1..1000}'");
  command.example("--count results 'kayles(10)'", "what they lead to, each once");
  command.example("--least 'n - a - b' 'kayles(10) + nim(3)'", "knock down as few pins as one can");
  command.example("--greatest k 'subtract[{1, 2, 5}](8)'");
  command.example("--batch sums.txt", "a sum a line in; who wins, the value and a move a line out");
  command.example("--replies 'nim{1, 2, 3}'");
  command.example("--plan 'kayles(10) + nim(3)'");
  command.example("--draw cram.svg 'cram(3x5)'", "a board, with a winning move");
  command.example("--store cram.parts 'cram(5x7)'", "what is found helps the next run");
  command.example("--moves 100 'nim{@heaps.txt}'");
  command.example("--outcome 'node_kayles(@tree.txt)'");
  command.example("--conjectures --rules my.game 'mygame(10^15)'",
                  "by a law that was tested, if no other way is quick");
  command.example("--play misere 'kayles(10) + nim(3)'", "who can't move wins");
  command.exclude({"--replies", "--plan"}, {"--json", "--batch"}, "it is a table for people");
  command.exclude({"--draw"}, {"--batch"}, "one board is drawn");
  command.exclude({"--conjectures"}, {"--play misere"},
                  "laws are about values, which misere play has not");
  command.sample = "'kayles(10) + nim(3)'";
  command.own_sample = "'mygame(2, 1)'";
  command.run = [options](Context& context) {
    return with_store(options->store, context, [&] { return solve(*options, context); });
  };
  return command;
}

Command value_command() {
  Command command("value", "the Grundy value of a sum; in misere play its genus");
  const auto options = std::make_shared<ValueOptions>();
  command.optional_argument("SUM", into(options->sum), Fill::game);
  add_batch_option(command, options->batch);
  command.flag("--conjectures", options->conjectures, kConjecturesHelp);
  command.play(options->play);
  add_store_option(command, options->store);
  command.example("'kayles(100)'");
  command.example("--batch sums.txt", "a sum a line in, a value a line out");
  command.example("--store cram.parts 'cram(5x7)'", "what is found helps the next run");
  command.example("--conjectures --rules my.game 'mygame(10^15)'",
                  "by a law that was tested, if no other way is quick");
  command.example("--play misere 'kayles(10) + nim(3)'", "the genus");
  command.exclude({"--batch"}, {"--play misere"},
                  "its lines are values; `grundy solve --batch` tells who wins");
  command.exclude({"--conjectures"}, {"--play misere"},
                  "laws are about values, which misere play has not");
  command.sample = "'stones[K=2](4, 7)'";
  command.own_sample = "'mygame(2, 1)'";
  command.run = [options](Context& context) {
    return with_store(options->store, context, [&] { return value(*options, context); });
  };
  return command;
}

}  // namespace grundy::cli
