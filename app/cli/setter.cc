// grundy stress and grundy generate: for who sets a problem.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "base/json.h"
#include "cli/commands.h"

namespace grundy::cli {
namespace {

struct SetterCommandOptions {
  std::string game;
  std::string limits;
  uint64_t count = 0;
  std::optional<uint64_t> seed;
  std::string answers;
  // stress
  std::optional<std::string> formula;
  std::string against;
  // generate
  uint64_t cases = 0;
  std::string out;
};

/// The game that is named, or the only one of the rule files.
Attempt<std::string> game_of(const SetterCommandOptions& options, Context& context) {
  if (!options.game.empty()) return options.game;
  std::vector<std::string> own;
  for (const face::Game& game : context.face().games()) {
    if (game.group == "Games of your own") own.push_back(game.name);
  }
  if (own.size() == 1) return own[0];
  return Error::input(
      own.empty() ? "expected GAME, or --rules FILE with one game in it"
                  : fmt::format("which game is it? The rule files have {}", fmt::join(own, ", ")));
}

Attempt<face::SetterOptions> setter_options(const SetterCommandOptions& options) {
  face::SetterOptions result{options.limits, options.count, options.seed.value_or(1), {}};
  if (options.answers.empty()) return result;
  const size_t comma = options.answers.find(',');
  if (comma == options.answers.npos || options.answers.find(',', comma + 1) != options.answers.npos)
    return Error::input(
        "--answers takes two words with a comma between, for a win and a loss: 'First,Second'");
  result.answers = {options.answers.substr(0, comma), options.answers.substr(comma + 1)};
  return result;
}

std::string report_text(const face::StressReport& report) {
  const std::string tested =
      report.complete ? fmt::format("all {} positions within the limits", report.tested)
                      : fmt::format("the {} smallest positions within the limits and {} others",
                                    report.tested - report.random, report.random);
  if (!report.failure) return fmt::format("No difference at {}.\n", tested);
  return fmt::format("It fails at {}: {} by the rule, {} given.\n", report.failure->position,
                     report.failure->right,
                     report.failure->given.empty() ? "nothing" : report.failure->given);
}

std::string report_json(const std::string& game, const face::StressReport& report) {
  JsonWriter json;
  json.begin_object().key("game").value(game).key("agrees").value(!report.failure);
  json.key("positions")
      .value(report.tested)
      .key("complete")
      .value(report.complete && !report.failure);
  json.key("counterexample");
  if (report.failure) {
    json.begin_object().key("position").value(report.failure->position);
    json.key("right")
        .value(report.failure->right)
        .key("given")
        .value(report.failure->given)
        .end_object();
  } else {
    json.null();
  }
  return json.end_object().take() + "\n";
}

int stress(const SetterCommandOptions& options, Context& context) {
  if (options.formula.has_value() == !options.against.empty())
    return context.finish(
        Error::input("expected --formula FORMULA or --against PROGRAM: what is compared"));
  const Attempt<std::string> game = game_of(options, context);
  context.show_warnings();
  if (!game) return context.finish(game.error());
  const Attempt<face::SetterOptions> setter = setter_options(options);
  if (!setter) return context.finish(setter.error());
  const face::Result<face::StressReport> report =
      options.formula ? context.face().stress_formula(*game, *options.formula, *setter)
                      : context.face().stress_program(*game, options.against, *setter);
  if (!report) return context.finish(report.error());
  context.print(context.json() ? report_json(*game, *report) : report_text(*report));
  return context.finish(report->failure ? kNotKnown : kAnswered);
}

/// The files of one test, "01.in" and "01.out"; with several cases the input's first line says how
/// many.
Attempt<void> write_tests(const std::vector<face::TestPosition>& tests, uint64_t cases,
                          const std::string& folder) {
  const uint64_t each = std::max<uint64_t>(cases, 1);
  const uint64_t files = (tests.size() + each - 1) / each;
  const size_t digits = std::max<size_t>(2, std::to_string(files).size());
  for (uint64_t file = 0; file < files; ++file) {
    const size_t first = file * each;
    const size_t last = std::min<size_t>(first + each, tests.size());
    std::string input = cases > 0 ? fmt::format("{}\n", last - first) : "";
    std::string answers;
    for (size_t i = first; i < last; ++i) {
      input += tests[i].input + "\n";
      answers += tests[i].answer + "\n";
    }
    const std::string name =
        (std::filesystem::path(folder) / fmt::format("{:0{}}", file + 1, digits)).string();
    if (auto written = write_file(name + ".in", input); !written) return written;
    if (auto written = write_file(name + ".out", answers); !written) return written;
  }
  return {};
}

int generate(const SetterCommandOptions& options, Context& context) {
  const Attempt<std::string> game = game_of(options, context);
  context.show_warnings();
  if (!game) return context.finish(game.error());
  const Attempt<face::SetterOptions> setter = setter_options(options);
  if (!setter) return context.finish(setter.error());
  face::SetterOptions wanted = *setter;
  if (options.cases > 0) {
    if (options.count > 1'000'000 / options.cases)
      return context.finish(Error::input("--count times --cases is at most 1000000"));
    wanted.count *= options.cases;
  }
  const face::Result<std::vector<face::TestPosition>> tests =
      context.face().test_positions(*game, wanted);
  if (!tests) return context.finish(tests.error());
  if (tests->size() < wanted.count)
    context.tell(fmt::format("The limits have only {} positions.", tests->size()));
  if (options.out.empty() || context.json()) {
    JsonWriter json;
    json.begin_object().key("game").value(*game).key("tests").begin_array();
    std::string text;
    for (const face::TestPosition& test : *tests) {
      json.begin_object()
          .key("input")
          .value(test.input)
          .key("answer")
          .value(test.answer)
          .end_object();
      text += fmt::format("{}\t{}\n", test.input, test.answer);
    }
    context.print(context.json() ? json.end_array().end_object().take() + "\n" : text);
  }
  if (options.out.empty()) return context.finish(kAnswered);
  context.allow_saving();
  std::error_code failed;
  std::filesystem::create_directories(options.out, failed);
  if (failed)
    return context.finish(Error::input(fmt::format("{}: {}", options.out, failed.message())));
  if (auto written = write_tests(*tests, options.cases, options.out); !written)
    return context.finish(written.error());
  return context.finish(kAnswered);
}

/// What both commands take.
Command setter_command(std::string name, std::string summary,
                       const std::shared_ptr<SetterCommandOptions>& options) {
  Command command(std::move(name), std::move(summary));
  command.optional_argument("GAME", into(options->game), Fill::game);
  command.option("--limits", "CONDITION", "of the positions, 'n <= 1000 and m <= n'",
                 into(options->limits));
  command.option("--answers", "WORDS",
                 "ask who wins; the words for a win and a loss, 'First,Second'",
                 into(options->answers));
  command.option("--seed", "N", "choose other random positions (1)", into(options->seed));
  command.sample = "kayles";
  command.own_sample = "mygame";
  return command;
}

}  // namespace

Command stress_command() {
  const auto options = std::make_shared<SetterCommandOptions>();
  Command command = setter_command(
      "stress", "a formula or a solution against the rule, the least failure first", options);
  options->count = 100;
  command.option("--formula", "FORMULA",
                 "compare this, 'CONDITION: VALUE; ...; VALUE' or 'lost: CONDITION'",
                 into(options->formula));
  command.option(
      "--against", "PROGRAM",
      "compare what this command answers for each position: coordinates in, value or N or P out",
      into(options->against));
  command.option("--count", "N",
                 "try this many random positions, of a program also the N smallest (100)",
                 into(options->count));
  command.example("kayles --formula 'n % 12' --limits 'n <= 100'");
  command.example("wythoff --formula 'lost: a = b' --limits 'a <= 20 and b <= 20'");
  command.example(
      "--rules my.game --against ./solution --answers 'Alice,Bob' --limits 'n <= 1000'");
  command.example("--rules my.game --against ./solution --count 1000 --seed 7",
                  "more positions, other ones");
  command.exclude({"--formula"}, {"--against", "--answers"},
                  "one thing is compared, and a formula writes no words");
  command.sample = "kayles --formula n";
  command.own_sample = "mygame --formula n";
  command.run = [options](Context& context) { return stress(*options, context); };
  return command;
}

Command generate_command() {
  const auto options = std::make_shared<SetterCommandOptions>();
  Command command = setter_command("generate", "test inputs of a game with their answers", options);
  options->count = 20;
  command.option("--count", "N", "make this many tests (20)", into(options->count));
  command.option("--cases", "K", "put K positions into each test, and K on its first line",
                 into(options->cases));
  command.option("--out", "DIR", "write 01.in, 01.out, ... into this folder", into(options->out),
                 Fill::folder);
  command.example("kayles --limits 'n <= 1000000' --count 10 --seed 7");
  command.example(
      "wythoff --limits 'a <= 10^9 and b <= 10^9' --answers 'First,Second' --cases 100 --out "
      "tests");
  command.need("--cases", {"--out"});
  command.run = [options](Context& context) { return generate(*options, context); };
  return command;
}

}  // namespace grundy::cli
