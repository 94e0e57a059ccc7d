// grundy equal SUM SUM: whether two sums have the same value. When not, the nim heap of the smaller value tells them
// apart: added to one sum it makes the value 0, added to the other it does not. Play without any theory checks that,
// where the sums are small enough to play out.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/json.h"
#include "engine/search.h"

namespace grundy::cli {
namespace {

constexpr double kCheckSeconds = 5;  // for the check by play, which is a courtesy

/// Whether the mover wins, found by play without any theory; nothing when the sum is too large to play out.
std::optional<bool> played(const std::vector<Component>& parts, Budget& budget) {
  Budget own;
  own.set_time_limit(kCheckSeconds);
  own.set_memory_limit(budget.memory_limit() / 2);
  own.set_stop_flag(&interrupted);
  Attempt<bool> wins = mover_wins_by_play(parts, Play::normal, own);
  if (!wins) return std::nullopt;
  return *wins;
}

struct EqualOptions {
  std::vector<std::string> sums;  // two
};

int equal(const EqualOptions& options, Context& context) {
  std::vector<Question> questions;
  std::vector<Ordinal> values;
  std::vector<std::string> texts;
  for (const std::string& sum : options.sums) {
    Attempt<Question> question = context.session().read(sum, context.budget());
    if (!question) return context.finish(question.error());
    Attempt<Ordinal> value = context.session().value(*question, context.budget());
    if (!value) return context.finish(value.error());
    texts.push_back(sum_text(question->parts, 10'000));
    questions.push_back(*std::move(question));
    values.push_back(*std::move(value));
  }
  context.show_warnings();
  const bool same = values[0] == values[1];
  Component heap;
  heap.nimber = std::min(values[0], values[1]);
  std::vector<std::string> outcomes;
  std::string check = "not checked by play: too large, or not finite";
  if (!same) {
    bool all_played = true;
    for (size_t i = 0; i < 2; ++i) {
      const bool wins = values[i] != heap.nimber;
      outcomes.emplace_back(wins ? "N" : "P");
      std::vector<Component> together = questions[i].parts;
      together.push_back(heap);
      const std::optional<bool> by_play = played(together, context.budget());
      if (by_play && *by_play != wins)
        return context.finish(
            Error::internal(fmt::format("play and theory differ on {} + {}", texts[i], heap.to_string())));
      all_played = all_played && by_play;
    }
    if (all_played) check = "checked by play";
  }
  if (context.json()) {
    JsonWriter json;
    json.begin_object();
    json.key("equal").value(same);
    json.key("sums").begin_array().value(texts[0]).value(texts[1]).end_array();
    json.key("values").begin_array().value(values[0]).value(values[1]).end_array();
    if (!same) {
      json.key("witness").value(heap.to_string());
      json.key("outcomes").begin_array().value(outcomes[0]).value(outcomes[1]).end_array();
      json.key("checked_by_play").value(check == "checked by play");
    }
    json.end_object();
    context.print(json.take() + "\n");
  } else if (same) {
    context.print(fmt::format("Equal: both have value {}.\n", values[0].to_string()));
  } else {
    context.print(fmt::format("Not equal: {} has value {}, {} has value {}.\n", texts[0], values[0].to_string(),
                              texts[1], values[1].to_string()));
    context.print(fmt::format("{} tells them apart ({}):\n", heap.to_string(), check));
    for (size_t i = 0; i < 2; ++i) {
      context.print(fmt::format("  {} + {}: the player to move {} ({})\n", texts[i], heap.to_string(),
                                outcomes[i] == "N" ? "wins" : "loses", outcomes[i]));
    }
  }
  return context.finish(same ? kAnswered : kNotKnown);
}

}  // namespace

Command equal_command() {
  Command command("equal", "whether two sums have the same value; when not, a game that tells them apart");
  const auto options = std::make_shared<EqualOptions>();
  command.argument("SUM", into(options->sums), Fill::game);
  command.argument("SUM", into(options->sums), Fill::game);
  command.example("'kayles(3)' 'nim(3)'");
  command.sample = "'kayles(4)' 'kayles(5)'";
  command.own_sample = "'mygame(2, 1)' 'nim(3)'";
  command.run = [options](Context& context) { return equal(*options, context); };
  return command;
}

}  // namespace grundy::cli
