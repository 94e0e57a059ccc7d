// grundy equal SUM SUM
#include "session/equal.h"

#include <fmt/format.h>

#include "cli/batch.h"
#include "cli/commands.h"
#include "cli/misere.h"
#include "session/json.h"

namespace grundy::cli {
namespace {

struct EqualOptions {
  std::vector<std::string> sums;  // two
  std::string batch;
  Play play = Play::normal;
};

int equal(const EqualOptions& options, Context& context) {
  if (auto either = sums_or_batch(!options.sums.empty(), options.batch); !either) return context.finish(either.error());
  if (!options.batch.empty()) return run_batch({.what = BatchQuestion::equal}, options.batch, context);
  if (options.sums.size() != 2) return context.finish(Error::input("expected two sums"));
  std::vector<Question> questions;
  std::vector<std::string> texts;
  for (const std::string& sum : options.sums) {
    Attempt<Question> question = context.session().read(sum, context.budget());
    if (!question) return context.finish(question.error());
    texts.push_back(sum_text(question->parts, 10'000));
    questions.push_back(*std::move(question));
  }
  context.show_warnings();
  if (options.play == Play::misere) return equal_in_misere(questions, texts, context);
  const Attempt<Comparison> compared = compare(context.session(), questions[0], questions[1], context.budget());
  if (!compared) return context.finish(compared.error());
  const auto& [equal, values, witness, outcomes, played] = *compared;
  const auto outcome = [&](size_t i) { return std::string(1, letter(compared->outcomes[i])); };
  if (context.json()) {
    JsonWriter json;
    json.begin_object();
    json.key("equal").value(equal);
    json.key("sums").begin_array().value(texts[0]).value(texts[1]).end_array();
    json.key("values").begin_array().value(values[0]).value(values[1]).end_array();
    if (!equal) {
      json.key("witness").value(to_string(*witness));
      json.key("outcomes").begin_array().value(outcome(0)).value(outcome(1)).end_array();
      json.key("checked_by_play").value(played);
    }
    json.end_object();
    context.print(json.take() + "\n");
  } else if (equal) {
    context.print(fmt::format("Equal: both have value {}.\n", values[0].to_string()));
  } else {
    context.print(fmt::format("Not equal: {} has value {}, {} has value {}.\n", texts[0], values[0].to_string(),
                              texts[1], values[1].to_string()));
    context.print(fmt::format("{} tells them apart ({}):\n", to_string(*witness),
                              played ? "checked by play" : "not checked by play: too large, or not finite"));
    for (size_t i = 0; i < 2; ++i) {
      context.print(fmt::format("  {} + {}: {} ({})\n", texts[i], to_string(*witness),
                                outcomes[i] == Outcome::N   ? "the player to move wins"
                                : outcomes[i] == Outcome::P ? "the player to move loses"
                                                            : "a draw",
                                outcome(i)));
    }
  }
  return context.finish(equal ? kAnswered : kNotKnown);
}

}  // namespace

Command equal_command() {
  Command command("equal", "whether two sums have the same value; when not, a game that tells them apart");
  const auto options = std::make_shared<EqualOptions>();
  command.optional_argument("SUM", into(options->sums), Fill::game);
  command.optional_argument("SUM", into(options->sums), Fill::game);
  add_batch_option(command, options->batch);
  command.play(options->play);
  command.example("'kayles(3)' 'nim(3)'");
  command.example("--batch pairs.txt", "lines 'SUM = SUM'");
  command.example("--play misere 'kayles(3)' 'nim(3)'", "whether a sum of such games tells them apart");
  command.sample = "'kayles(4)' 'kayles(5)'";
  command.own_sample = "'mygame(2, 1)' 'nim(3)'";
  command.run = [options](Context& context) { return equal(*options, context); };
  return command;
}

}  // namespace grundy::cli
