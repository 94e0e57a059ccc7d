// `grundy` without arguments on a terminal: sums, rules and commands are typed one after another.
//
// A line that begins with the name of a command is that command line, without quotes around its
// sum. `game …` begins a rule, which ends at an empty line. Every other line is a sum to be solved.
// Rules that were typed are known to all that follows; a game of the same name takes the place of
// an earlier one.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/run.h"
#include "cli/typed_lines.h"

namespace grundy::cli {
namespace {

constexpr std::string_view kWelcome =
    "grundy " GRUNDY_VERSION
    "\nType a sum, as in kayles(10) + nim(3); a rule, which begins with `game` and ends with an "
    "empty line;\nor a command: `help` lists them. Ctrl-D ends.\n";

/// Where lines are kept for the next time; empty where there is no home.
std::string history_file() {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  std::filesystem::path folder;
  if (state != nullptr && *state != '\0') {
    folder = state;
  } else if (home != nullptr && *home != '\0') {
    folder = std::filesystem::path(home) / ".local" / "state";
  } else {
    return "";
  }
  std::error_code failed;
  std::filesystem::create_directories(folder / "grundy", failed);
  return failed ? "" : (folder / "grundy" / "history").string();
}

const CommandEntry* entry_of(std::string_view name) {
  const auto& table = command_table();
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const CommandEntry& one) { return one.name == name; });
  return found == table.end() ? nullptr : &*found;
}

/// The words of a line as a shell parts them: quotes keep spaces. False if a quote stays open.
bool split_words(const std::string& line, std::vector<std::string>& words) {
  bool inside = false;
  char quote = '\0';
  for (const char c : line) {
    if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        words.back() += c;
      }
    } else if (c == ' ' || c == '\t') {
      inside = false;
    } else {
      if (!inside) words.emplace_back();
      inside = true;
      if (c == '\'' || c == '"') {
        quote = c;
      } else {
        words.back() += c;
      }
    }
  }
  return quote == '\0';
}

/// The words of a command of one argument, in which the argument needs no quotes.
std::vector<std::string> with_one_argument(const std::vector<std::string>& words) {
  const CommandEntry* entry = entry_of(words[0]);
  if (entry == nullptr) return words;
  const Command command = declared(*entry, std::make_shared<CommonOptions>());
  if (command.arguments.size() != 1 || command.arguments[0].repeats) return words;
  std::vector<std::string> result = {words[0]};
  std::string argument;
  for (size_t i = 1; i < words.size(); ++i) {
    if (!words[i].starts_with("--")) {
      argument += (argument.empty() ? "" : " ") + words[i];
      continue;
    }
    result.push_back(words[i]);
    const Option* option = command.find_option(words[i]);
    if (option != nullptr && i + 1 < words.size() &&
        (option->needs_value() || option->takes(words[i + 1])))
      result.push_back(words[++i]);
  }
  if (!argument.empty()) result.push_back(argument);
  return result;
}

/// Whether the line begins with a word that names a command, or that another word follows, which
/// stands in no sum: `valu kayles(3)`.
bool is_command(const std::string& line) {
  const size_t end = std::min(line.find(' '), line.size());
  if (entry_of(line.substr(0, end)) != nullptr || line.starts_with("--")) return true;
  const size_t next = std::min(line.find_first_not_of(' ', end), line.size());
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  return std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(end), is_letter) &&
         next < line.size() && is_letter(line[next]);
}

/// The names behind `game` in the text of rules.
std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    if (line.starts_with("game ")) {
      const size_t first = line.find_first_not_of(' ', 5);
      const size_t last = line.find_first_of(" ([{", first);
      if (first != line.npos) names.push_back(line.substr(first, last - first));
    }
    begin = end + 1;
  }
  return names;
}

class Dialogue {
 public:
  Dialogue()
      : lines_([this](std::string_view text) { return offered(text); }), history_(history_file()) {}

  int run() {
    std::fputs(std::string(kWelcome).c_str(), stdout);
    if (!history_.empty()) lines_.remember(history_);
    for (std::string line; next("> ", line);) {
      const std::string typed(trimmed(line));
      if (typed.empty()) continue;
      if (typed == "quit" || typed == "exit") break;
      if (typed == "game" || typed.starts_with("game ")) {
        read_rules(typed);
      } else {
        answer(typed);
      }
      wait_again();
    }
    if (!history_.empty()) lines_.keep(history_);
    return kAnswered;
  }

 private:
  /// After Ctrl-C, of which the program takes one.
  static void wait_again() {
    interrupted = false;
    install_signals();
  }

  /// False at the end of the input; Ctrl-C leaves an empty line.
  bool next(const std::string& prompt, std::string& line) {
    std::fflush(stdout);
    line.clear();
    switch (lines_.next(prompt, line)) {
      case Got::end:
        return false;
      case Got::stopped:
        line.clear();
        wait_again();
        return true;
      case Got::too_long:
        std::fputs("error: that line is too long\n", stderr);
        line.clear();
        return true;
      case Got::line:
        return true;
    }
    return false;
  }

  void answer(const std::string& line) {
    std::vector<std::string> words;
    if (!is_command(line)) {
      words = {"solve", line};
    } else if (!split_words(line, words)) {
      std::fputs("error: a quotation mark has no second one\n", stderr);
      return;
    } else {
      words = with_one_argument(words);
    }
    run_command(words, rules_);
  }

  /// A rule from its first line to an empty one. Moves may follow on the first line.
  void read_rules(const std::string& first) {
    std::string text;
    for (size_t begin = 0; begin < first.size();) {
      const size_t arrow = std::min(first.find(" -> ", begin + 1), first.size());
      text += (begin == 0 ? "" : " ") + first.substr(begin, arrow - begin) + "\n";
      begin = arrow;
    }
    const bool is_whole = first.find(" -> ") != first.npos;
    for (std::string line; !is_whole && next("  ", line) && !trimmed(line).empty();)
      text += (line.front() == ' ' || line.starts_with("game ") ? "" : "  ") + line + "\n";
    const std::vector<std::string> names = names_in(text);
    std::vector<std::string> rules = rules_;
    std::erase_if(rules, [&](const std::string& old) {
      const std::vector<std::string> theirs = names_in(old);
      return std::find_first_of(names.begin(), names.end(), theirs.begin(), theirs.end()) !=
             names.end();
    });
    rules.push_back(text);
    face::Session session;
    for (const std::string& one : rules) {
      const auto loaded = session.load_rules("typed", one);
      if (loaded) continue;
      std::fputs(face::inner(loaded.error()).to_string().c_str(), stderr);
      return;
    }
    rules_ = std::move(rules);
    std::fputs(fmt::format("{} is known: ask for its value, or `prove {}`\n",
                           fmt::join(names, ", "), names.empty() ? "" : names.front())
                   .c_str(),
               stdout);
  }

  std::vector<std::string> offered(std::string_view text) {
    const std::string_view word = last_word(text);
    const std::string before(trimmed(text.substr(0, text.size() - word.size())));
    std::vector<std::string> result;
    const std::string first = before.substr(0, before.find(' '));
    if (before.empty() || first == "help") {
      for (const CommandEntry& entry : command_table()) result.emplace_back(entry.name);
    }
    if (word.starts_with("-")) {
      const CommandEntry* entry = entry_of(first);
      if (entry == nullptr) return result;
      const Command command = declared(*entry, std::make_shared<CommonOptions>());
      for (const Option& option : command.options) result.push_back(option.name);
      return result;
    }
    if (first == "help") return result;
    if (games_.empty()) games_ = game_names(face::Session());
    for (const std::string& name : games_) result.push_back(name + "(");
    for (const std::string& text_of_rules : rules_) {
      for (const std::string& name : names_in(text_of_rules)) result.push_back(name + "(");
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  TypedLines lines_;
  std::string history_;
  std::vector<std::string> rules_;  // that were typed
  std::vector<std::string> games_;
};

}  // namespace

int run_dialogue() { return Dialogue().run(); }

}  // namespace grundy::cli
