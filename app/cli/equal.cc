// grundy equal SUM SUM
#include <fmt/format.h>

#include "cli/batch.h"
#include "cli/commands.h"
#include "cli/store_option.h"

namespace grundy::cli {
namespace {

struct EqualOptions {
  std::vector<std::string> sums;  // two
  std::string batch;
  face::Play play = face::Play::normal;
  std::string store;  // a file
};

constexpr size_t kShownOfSum = 10'000;  // bytes

const char* in_words(face::Outcome outcome) {
  return outcome == face::Outcome::N   ? "the player to move wins"
         : outcome == face::Outcome::P ? "the player to move loses"
                                       : "a draw";
}

std::string to_text(const face::Comparison& compared) {
  const std::array<std::string, 2> sums = {compared.sums[0].text(kShownOfSum),
                                           compared.sums[1].text(kShownOfSum)};
  const auto& [first, second] = compared.values;
  if (compared.equal) return fmt::format("Equal: both have value {}.\n", first.text());
  const std::string witness = compared.witness->text();
  std::string text = fmt::format(
      "Not equal: {} has value {}, {} has value {}.\n{} tells them apart ({}):\n", sums[0],
      first.text(), sums[1], second.text(), witness,
      compared.played ? "checked by play" : "not checked by play: too large, or not finite");
  for (size_t i = 0; i < 2; ++i) {
    const face::Outcome outcome = compared.outcomes[i];
    text +=
        fmt::format("  {} + {}: {} ({})\n", sums[i], witness, in_words(outcome), letter(outcome));
  }
  return text;
}

std::string to_text(const face::MisereComparison& compared) {
  const std::array<std::string, 2> sums = {compared.sums[0].text(kShownOfSum),
                                           compared.sums[1].text(kShownOfSum)};
  if (compared.equal)
    return fmt::format("Equal in misère play: both have the element {}.\n{}.\n",
                       compared.elements[0], compared.quotient);
  std::string text =
      compared.quotient.empty()
          ? "Not equal in misère play.\n"
          : fmt::format("Not equal in misère play: {} has the element {}, {} has {}.\n{}.\n",
                        sums[0], compared.elements[0], sums[1], compared.elements[1],
                        compared.quotient);
  const std::string witness = compared.witness.text();
  text += fmt::format("{} them apart ({}):\n",
                      witness == "0" ? "Nothing has to be added to tell" : witness + " tells",
                      compared.played ? "checked by play" : "not checked by play: too large");
  for (size_t i = 0; i < 2; ++i) {
    const face::Outcome outcome = compared.outcomes[i];
    text += fmt::format("  {}{}: {} ({})\n", sums[i], witness == "0" ? "" : " + " + witness,
                        in_words(outcome), letter(outcome));
  }
  return text;
}

/// Ends the command with the comparison, which is there or not.
template <class Compared>
int show(const face::Result<Compared>& compared, Context& context) {
  if (!compared) return context.finish(compared.error());
  context.print(context.json() ? compared->json() : to_text(*compared));
  return context.finish(compared->equal ? kAnswered : kNotKnown);
}

int equal(const EqualOptions& options, Context& context) {
  if (auto either = sums_or_batch(!options.sums.empty(), options.batch); !either)
    return context.finish(either.error());
  if (!options.batch.empty())
    return run_batch({.what = face::BatchOptions::Question::equal}, options.batch, context);
  if (options.sums.size() != 2) return context.finish(Error::input("expected two sums"));
  face::Session& session = context.face();
  std::array<face::Sum, 2> sums;
  for (size_t i = 0; i < 2; ++i) {
    face::Result<face::Sum> sum = session.read(options.sums[i]);
    if (!sum) return context.finish(sum.error());
    sums[i] = *std::move(sum);
  }
  context.show_warnings();
  return options.play == face::Play::misere
             ? show(session.equal_in_misere(sums[0], sums[1]), context)
             : show(session.equal(sums[0], sums[1]), context);
}

}  // namespace

Command equal_command() {
  Command command("equal",
                  "whether two sums have the same value; when not, a game that tells them apart");
  const auto options = std::make_shared<EqualOptions>();
  command.optional_argument("SUM", into(options->sums), Fill::game);
  command.optional_argument("SUM", into(options->sums), Fill::game);
  add_batch_option(command, options->batch);
  command.play(options->play);
  add_store_option(command, options->store);
  command.example("'kayles(3)' 'nim(3)'");
  command.example("--batch pairs.txt", "lines 'SUM = SUM'");
  command.example("--store cram.parts 'cram(4x7)' 'nim(3)'", "what is found helps the next run");
  command.example("--play misere 'kayles(3)' 'nim(3)'",
                  "whether a sum of such games tells them apart");
  command.exclude({"--batch"}, {"--play misere"}, "lines are compared in normal play");
  command.sample = "'kayles(4)' 'kayles(5)'";
  command.own_sample = "'mygame(2, 1)' 'nim(3)'";
  command.run = [options](Context& context) {
    return with_store(options->store, context, [&] { return equal(*options, context); });
  };
  return command;
}

}  // namespace grundy::cli
