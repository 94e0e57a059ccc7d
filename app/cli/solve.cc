// grundy solve SUM: who wins, and why, as text or JSON; grundy value SUM: the value alone.
#include <fmt/format.h>

#include <set>

#include "cli/commands.h"
#include "cli/json.h"
#include "engine/explain.h"

namespace grundy::cli {
namespace {

struct SolveOptions {
  std::string sum;
  Play play = Play::normal;
  size_t moves = 16;
};

struct ValueOptions {
  std::string sum;
};

std::string to_json(const Question& question, const Answer& answer, double seconds) {
  JsonWriter json;
  auto value_or_null = [&](const std::optional<Ordinal>& value) {
    if (value) {
      json.value(*value);
    } else {
      json.null();
    }
  };
  json.begin_object();
  json.key("sum").value(sum_text(question.parts, SIZE_MAX));
  json.key("play").value(answer.play == Play::normal ? "normal" : "misere");
  json.key("outcome").value(std::string(1, answer.outcome()));
  json.key("value");
  value_or_null(answer.value);
  json.key("parts").begin_array();
  for (size_t i = 0; i < question.parts.size(); ++i) {
    json.begin_object();
    json.key("position").value(question.parts[i].to_string());
    json.key("value");
    value_or_null(answer.values[i]);
    json.end_object();
  }
  json.end_array();
  json.key("winning_moves").begin_array();
  for (const SumMove& move : answer.winning_moves) {
    json.begin_object();
    json.key("part").value(uint64_t{move.part});
    json.key("to").value(move.move.to);
    if (!move.move.condition.empty()) json.key("condition").value(move.move.condition);
    if (!move.move.how.empty()) json.key("how").value(move.move.how);
    json.end_object();
  }
  json.end_array();
  json.key("all_winning_moves").value(answer.all_winning_moves);
  std::string engines;
  for (const std::string& engine : answer.engines) engines += (engines.empty() ? "" : ", ") + engine;
  json.key("engine").value(engines);
  json.key("seconds").value(seconds);
  json.end_object();
  return json.take() + "\n";
}

int solve(const SolveOptions& options, Context& context) {
  const auto start = Budget::Clock::now();
  Attempt<Question> question = context.session().read(options.sum, context.budget());
  context.show_warnings();
  if (!question) return context.finish(question.error());
  Attempt<Answer> answer = context.session().solve(*question, options.play, options.moves, context.budget());
  if (!answer) return context.finish(answer.error());
  if (context.json()) {
    context.print(to_json(*question, *answer, std::chrono::duration<double>(Budget::Clock::now() - start).count()));
  } else {
    context.print(explain(question->parts, *answer, context.session().evaluators(), context.budget()));
  }
  context.show_stats(answer->engines, answer->work);
  return context.finish(kAnswered);
}

int value(const ValueOptions& options, Context& context) {
  Attempt<Question> question = context.session().read(options.sum, context.budget());
  context.show_warnings();
  if (!question) return context.finish(question.error());
  Attempt<Ordinal> result = context.session().value(*question, context.budget());
  if (!result) return context.finish(result.error());
  if (context.json()) {
    JsonWriter json;
    json.begin_object();
    json.key("sum").value(sum_text(question->parts, SIZE_MAX));
    json.key("value").value(*result);
    json.end_object();
    context.print(json.take() + "\n");
  } else {
    context.print(result->to_string() + "\n");
  }
  std::vector<std::string> engines;
  Work work;
  std::set<const Rule*> seen;
  for (const Component& part : question->parts) {
    if (part.rule == nullptr || !seen.insert(part.rule).second) continue;
    const auto evaluator = context.session().evaluators().get(*part.rule);
    if (!evaluator) continue;
    engines.emplace_back((*evaluator)->engine());
    work += (*evaluator)->work();
  }
  context.show_stats(engines, work);
  return context.finish(kAnswered);
}

}  // namespace

Command solve_command() {
  Command command("solve", "who wins, the values, every winning move, and why");
  const auto options = std::make_shared<SolveOptions>();
  command.argument("SUM", into(options->sum), Fill::game);
  command.play(options->play);
  command.option("--moves", "N", "list at most this many moves (16)", into(options->moves));
  command.example("'kayles(10) + nim(3)'");
  command.example("--moves 100 'nim{@heaps.txt}'");
  command.example("--play misere 'kayles(10) + nim(3)'", "who can't move wins");
  command.sample = "'kayles(10) + nim(3)'";
  command.own_sample = "'mygame(2, 1)'";
  command.run = [options](Context& context) { return solve(*options, context); };
  return command;
}

Command value_command() {
  Command command("value", "the Grundy value of a sum");
  const auto options = std::make_shared<ValueOptions>();
  command.argument("SUM", into(options->sum), Fill::game);
  command.example("'kayles(100)'");
  command.sample = "'stones[K=2](4, 7)'";
  command.own_sample = "'mygame(2, 1)'";
  command.run = [options](Context& context) { return value(*options, context); };
  return command;
}

}  // namespace grundy::cli
