// grundy: reads the command line and hands it to the command.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <csignal>

#include "cli/command.h"

namespace {

using namespace grundy;
using namespace grundy::cli;

struct Command {
  const char* name;
  const char* summary;
  const char* arguments;  // as in the usage line
  size_t least;           // positional arguments
  size_t most;
  CommandFunction run;
  const char* options;   // those of its own, separated by blanks; format:A|B|… has its choices, the usual one first
  const char* sample;    // arguments for the examples of the options that all commands have
  const char* own;       // arguments with a game of a rule file "my.game"
  const char* refused;   // of those options, what this command has no use for; kJson, kMisere, or empty
  const char* examples;  // shown by `grundy help NAME` before those
};

constexpr const char* kJson = "--json";
constexpr const char* kMisere = "--play misere";

constexpr std::array kCommands = {
    Command{"solve", "who wins, the values, every winning move, and why", "SUM", 1, 1, solve, "moves",
            "'kayles(10) + nim(3)'", "'mygame(2, 1)'", "",
            "  grundy solve 'kayles(10) + nim(3)'\n"
            "  grundy solve --moves 100 'nim{@heaps.txt}'\n"},
    Command{"value", "the Grundy value of a sum", "SUM", 1, 1, value, "", "'stones[K=2](4, 7)'", "'mygame(2, 1)'",
            kMisere, "  grundy value 'kayles(100)'\n"},
    Command{"table", "the values of many positions", "GAME", 1, 1, table,
            "upto box format:text|csv|json|bfile|svg|packed out", "kayles --upto 50", "mygame --upto 20", kMisere,
            "  grundy table kayles --upto 50\n"
            "  grundy table wythoff --box 'a=0..10,b=0..10'\n"
            "  grundy table --format csv 'subtract[{1, 3, 4}]' --upto 100\n"
            "  grundy table --format bfile kayles --upto 10000 --out b002186.txt\n"
            "  grundy table --format svg wythoff --box 'a=0..60,b=0..60' --out wythoff.svg\n"
            "  grundy table --format packed wythoff --upto 20000 --out wythoff.table\n"},
    Command{"sequence", "a take-and-break game worked out far, and its period", "GAME", 1, 1, sequence,
            "upto checkpoint format:packed|bfile out", "--upto 1e6 'octal[0.137]'", "--upto 1e5 mygame", kMisere,
            "  grundy sequence 'octal[0.77]' --upto 10^12\n"
            "  grundy sequence 'octal[0.007]' --upto 1_000_000 --checkpoint run007\n"
            "  grundy sequence grundys --upto 1e6 --out grundys.bin\n"
            "  grundy sequence kayles --upto 1e4 --format bfile --out b002186.txt\n"},
    Command{"catalogue", "the database of take-and-break games", "WHAT [CODE [CODE]]", 1, 3, catalogue,
            "codes budget upto file status format:csv|markdown out", "show 0.137", "show 0.137", kMisere,
            "  grundy catalogue run --codes 'octal<=3' --budget 30m --file octal3.sqlite\n"
            "  grundy catalogue run --codes '0.07 0.77 4!.0' --upto 1e6\n"
            "  grundy catalogue show --status open\n"
            "  grundy catalogue export --format csv --out octal3.csv\n"
            "  grundy catalogue certificate 0.45 --out 0.45.cert\n"
            "  grundy catalogue classes\n"
            "  grundy catalogue compare 0.161 0.36\n"},
    Command{"prove", "a law that holds for all positions, with its proof", "GAME", 1, 1, cli::prove,
            "upto formula latex checkpoint out", "forced", "mygame", kMisere,
            "  grundy prove 'subtract[{2, 5, 7}]'\n"
            "  grundy prove forced --formula 'n >= m: n - m; n < m: w + m - n - 1'\n"
            "  grundy prove --latex chomp2\n"
            "  grundy prove lasker --upto 1000\n"
            "  grundy prove forced --out forced.cert\n"
            "  grundy prove --checkpoint run106 'octal[0.106]'\n"},
    Command{"check", "re-checks a certificate that prove wrote, independently", "FILE", 1, 1, cli::check, "with",
            "forced.cert", "forced.cert", kMisere,
            "  grundy check forced.cert\n"
            "  grundy check --with z3 forced.cert\n"},
    Command{"play", "play against a perfect opponent", "SUM", 1, 1, cli::play, "", "'kayles(8) + nim(2)'",
            "'mygame(2, 1)'", kJson, "  grundy play 'nim{3, 5, 7}'\n"},
    Command{"games", "the built-in games, their rules and what is known of them", "[NAME]", 0, 1, games, "", "kayles",
            "mygame", kMisere,
            "  grundy games\n"
            "  grundy games kayles\n"},
    Command{"contest", "answers a known contest problem from standard input", "ID", 1, 1, contest, "",
            "abc206F < input.txt", "abc206F < input.txt", kMisere, "  grundy contest abc206F < input.txt\n"},
    Command{"equal", "whether two sums have the same value; when not, a game that tells them apart", "SUM SUM", 2, 2,
            equal, "", "'kayles(4)' 'kayles(5)'", "'mygame(2, 1)' 'nim(3)'", kMisere,
            "  grundy equal 'kayles(3)' 'nim(3)'\n"},
    Command{"code", "a take-and-break code in standard form, and its moves", "CODE", 1, 1, cli::code,
            "normalise heap moves", "'0.3F!'", "'0.3F!'", kMisere,
            "  grundy code '0.{0,1,3+}'\n"
            "  grundy code --normalise '04.00[30]'\n"
            "  grundy code --heap 12 --moves 100 '0.3F!'\n"},
};

void on_signal(int) { interrupted = true; }

void install_signals() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // a second Ctrl-C ends the program at once
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);  // a closed output is an error we report
  std::signal(SIGXFSZ, SIG_IGN);  // and so is a file that may not become so large
}

/// What stands behind the option's name in the command's list, without the ':'; nothing when it has no such option.
std::optional<std::string> find_option(const Command& command, std::string_view option) {
  std::string_view list = command.options;
  while (!list.empty()) {
    const size_t end = std::min(list.find(' '), list.size());
    const std::string_view word = list.substr(0, end);
    const size_t name = std::min(word.find(':'), end);
    if (word.substr(0, name) == option) return std::string(word.substr(std::min(name + 1, end)));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return std::nullopt;
}

bool has_option(const Command& command, std::string_view option) { return find_option(command, option).has_value(); }

/// The options, with their places in `arguments`.
void add_options(CLI::App& app, const Command& command, Arguments& arguments, std::string& play) {
  app.add_option("arguments", arguments.sums, command.arguments)
      ->expected(static_cast<int>(command.least), static_cast<int>(command.most));
  app.add_flag("--json", arguments.json, "write one JSON object");
  app.add_option("--rules", arguments.rules, "a file of rules; may be given again")
      ->take_all()
      ->allow_extra_args(false)
      ->type_name("FILE");
  app.add_option("--play", play, "normal or misere")->type_name("KIND");
  app.add_option("--time-limit", arguments.time_limit, "seconds")->type_name("S")->check(CLI::Range(0.0, 1e9));
  app.add_option("--memory-limit", arguments.memory_limit,
                 "such as 4GiB; three quarters of the machine's memory when not given")
      ->type_name("SIZE");
  app.add_option("--threads", arguments.threads, "at most this many; all cores when not given")->type_name("N");
  app.add_flag("--quiet", arguments.quiet, "no progress and no warnings");
  app.add_flag("--stats", arguments.stats, "engine, positions and options a second, peak memory, on standard error");
  if (has_option(command, "moves"))
    app.add_option("--moves", arguments.moves, "list at most this many moves (16)")->type_name("N");
  if (has_option(command, "normalise"))
    app.add_flag("--normalise", arguments.normalise, "print the standard form alone");
  if (has_option(command, "heap"))
    app.add_option("--heap", arguments.heap, "list the moves from a heap of N tokens")->type_name("N");
  if (has_option(command, "upto")) app.add_option("--upto", arguments.upto, "positions from 0 to N")->type_name("N");
  if (has_option(command, "box"))
    app.add_option("--box", arguments.box, "a range for each coordinate, 'm=0..5,n=0..20'")->type_name("BOX");
  if (const auto choices = find_option(command, "format")) {
    const std::vector<std::string> formats = CLI::detail::split(*choices, '|');
    arguments.format = formats[0];
    app.add_option("--format", arguments.format, *choices)->check(CLI::IsMember(formats))->type_name("FORMAT");
  }
  if (has_option(command, "codes")) {
    app.add_option("--codes", arguments.codes, "codes and families of them, such as octal<=3, octal4<=2, hex<=2")
        ->type_name("CODES");
  }
  if (has_option(command, "budget"))
    app.add_option("--budget", arguments.duration, "end after this time, such as 30m")->type_name("TIME");
  if (has_option(command, "file"))
    app.add_option("--file", arguments.file, "the catalogue (catalogue.sqlite)")->type_name("FILE");
  if (has_option(command, "status")) {
    app.add_option("--status", arguments.status, "only games whose law is proved, or conjectured, or those without one")
        ->check(CLI::IsMember({"periodic", "conjectured", "open"}))
        ->type_name("STATUS");
  }
  if (has_option(command, "checkpoint")) {
    app.add_option("--checkpoint", arguments.checkpoint, "keep the work in this folder, and go on from there")
        ->type_name("DIR");
  }
  if (has_option(command, "formula")) {
    app.add_option("--formula", arguments.formula, "prove or refute this instead, 'CONDITION: VALUE; ...; VALUE'")
        ->type_name("FORMULA");
  }
  if (has_option(command, "latex")) app.add_flag("--latex", arguments.latex, "write a proved theorem for a paper");
  if (has_option(command, "with")) {
    app.add_option("--with", arguments.with, "let this solver decide, z3 or cvc5, instead of isl")
        ->check(CLI::IsMember({"z3", "cvc5"}))
        ->type_name("SOLVER");
  }
  if (has_option(command, "out")) app.add_option("--out", arguments.out, "write to this file")->type_name("FILE");
}

std::string overview() {
  std::string text =
      "grundy: who wins an impartial combinatorial game, and why.\n\n"
      "Usage: grundy COMMAND [OPTIONS] ARGUMENTS\n\n";
  for (const Command& command : kCommands)
    text += fmt::format("  {:<9} {:<8} {}\n", command.name, command.arguments, command.summary);
  text +=
      "\nA SUM is written as on paper: 'kayles(10) + 3*nim(4) + *5', 'nim{3, 5, 7}', 'octal[0.137](50)', "
      "'stones[K=2](4, 7)'.\n"
      "`grundy help COMMAND` shows a command's options and examples.\n";
  return text;
}

const Command* find_command(std::string_view name) {
  for (const Command& command : kCommands) {
    if (name == command.name) return &command;
  }
  return nullptr;
}

int write_text(const std::string& text, int status) {
  Arguments none;
  Context context(none);
  context.print(text);
  return context.finish(status);
}

int wrong(const std::string& message) {
  std::fputs(fmt::format("grundy: {}\n", message).c_str(), stderr);
  return kWrongInput;
}

/// An example for each option that all commands have.
std::string common_examples(const Command& command) {
  struct Example {
    const char* options;
    bool own;
    const char* meaning;
  };
  static constexpr Example kExamples[] = {
      {kJson, false, "for other programs"},
      {"--rules my.game", true, "a game of your own"},
      {kMisere, false, "who can't move wins"},
      {"--time-limit 10 --memory-limit 2GiB", false, "give up after 10 seconds, or beyond 2 GiB"},
      {"--threads 1 --quiet", false, "one core; no progress, no warnings"},
      {"--stats", false, "and how it was done"},
  };
  std::string text;
  for (const Example& example : kExamples) {
    if (std::string_view(example.options) == command.refused) continue;
    const std::string line =
        fmt::format("grundy {} {} {}", command.name, example.options, example.own ? command.own : command.sample);
    text += fmt::format("  {:<70}  {}\n", line, example.meaning);
  }
  return text;
}

int help(const Command& command) {
  Arguments arguments;
  std::string play;
  CLI::App app(command.summary, fmt::format("grundy {}", command.name));
  app.set_help_flag();
  add_options(app, command, arguments, play);
  return write_text(fmt::format("{}\nExamples:\n{}{}", app.help(), command.examples, common_examples(command)),
                    kAnswered);
}

int run(std::vector<std::string> words) {
  const auto is_help = [](const std::string& word) { return word == "help" || word == "--help" || word == "-h"; };
  // The command is the first word that is no option; options may come before it.
  size_t at = 0;
  while (at < words.size() && words[at].size() > 1 && words[at][0] == '-' && !is_help(words[at]) &&
         words[at] != "--version") {
    const bool takes_value = words[at].find('=') == std::string::npos && words[at] != "--json" &&
                             words[at] != "--quiet" && words[at] != "--stats" && words[at] != "--normalise";
    at += takes_value ? 2 : 1;
  }
  if (words.empty()) {
    std::fputs(overview().c_str(), stderr);
    return kWrongInput;
  }
  if (at >= words.size()) return wrong("expected a command; `grundy help` lists them");
  const std::string name = words[at];
  if (name == "--version") return write_text("grundy " GRUNDY_VERSION "\n", kAnswered);
  if (is_help(name)) {
    if (at + 1 >= words.size()) return write_text(overview(), kAnswered);
    const Command* command = find_command(words[at + 1]);
    if (command == nullptr) return wrong(fmt::format("unknown command '{}'; `grundy help` lists them", words[at + 1]));
    return help(*command);
  }
  const Command* command = find_command(name);
  if (command == nullptr) {
    std::string near;
    for (const Command& one : kCommands) {
      if (name.size() > 1 && std::string_view(one.name).substr(0, 2) == std::string_view(name).substr(0, 2))
        near = fmt::format("; did you mean '{}'?", one.name);
    }
    return wrong(fmt::format("unknown command '{}'{}", name, near.empty() ? "; `grundy help` lists them" : near));
  }
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  for (const std::string& word : words) {
    if (word == "--help" || word == "-h") return help(*command);
  }
  Arguments arguments;
  std::string play = "normal";
  CLI::App app(command->summary, fmt::format("grundy {}", command->name));
  app.set_help_flag();
  add_options(app, *command, arguments, play);
  std::reverse(words.begin(), words.end());  // as CLI11 wants it
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    const bool count = error.get_name() == "ArgumentMismatch" || error.get_name() == "ExtrasError" ||
                       error.get_name() == "RequiredError";
    return wrong(fmt::format("{}{}; see `grundy help {}`", error.what(),
                             count ? fmt::format(" (usage: grundy {} {})", command->name, command->arguments) : "",
                             command->name));
  }
  if (arguments.sums.size() < command->least)
    return wrong(fmt::format("expected {} (usage: grundy {} {}); see `grundy help {}`", command->arguments,
                             command->name, command->arguments, command->name));
  if (play != "normal" && play != "misere") return wrong(fmt::format("--play is normal or misere, not '{}'", play));
  arguments.play = play == "misere" ? Play::misere : Play::normal;
  Context context(std::move(arguments));
  if (auto prepared = context.prepare(); !prepared) return context.finish(context.fail(prepared.error()));
  return command->run(context);
}

}  // namespace

int main(int argc, char** argv) {
  install_signals();
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::bad_alloc&) {
    std::fputs("grundy: out of memory; --memory-limit makes the program decline in time\n", stderr);
    return kNotKnown;
  } catch (const std::exception& error) {
    std::fputs(fmt::format("grundy: internal error: {}\n", error.what()).c_str(), stderr);
    return kInternal;
  }
}
