// What the program tells of itself: help with an example for each option, the manual page, and how
// it is not used.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "run_program.h"

namespace {

using grundy::test::fresh_path;
using grundy::test::kAnswered;
using grundy::test::kWrongInput;
using grundy::test::run_program;
using grundy::test::Words;

/// The commands in the rows of this help, as words: {"catalogue", "run"}.
std::vector<Words> commands_in(const std::string& help) {
  std::vector<Words> result;
  const std::regex row("\n  ([a-z]+)( [a-z]+)? +(\\[?[A-Z]|  )");
  for (std::sregex_iterator it(help.begin(), help.end(), row), end; it != end; ++it) {
    Words& words = result.emplace_back(Words{(*it)[1].str()});
    if ((*it)[2].length() > 0) words.push_back((*it)[2].str().substr(1));
  }
  return result;
}

std::string help_of(Words words) {
  words.insert(words.begin(), "help");
  const auto run = run_program(GRUNDY_PROGRAM, words);
  EXPECT_EQ(run.status, kAnswered);
  EXPECT_EQ(run.err, "");
  return run.out;
}

/// Checks a command; of a group its members. Their number is added to `count`.
void expect_examples(const Words& command, size_t& count) {
  const std::string help = help_of(command);
  const size_t examples = help.find("\nExamples:\n");
  ASSERT_NE(examples, std::string::npos) << help;
  if (const std::vector<Words> members = commands_in(help.substr(0, examples)); !members.empty()) {
    for (const Words& member : members) expect_examples(member, count);
    return;
  }
  ++count;
  const std::string shown = help.substr(examples);
  const std::regex option("\n  (--[a-z-]+)");
  for (std::sregex_iterator it(help.begin(), help.end(), option), end; it != end; ++it)
    EXPECT_NE(shown.find(" " + (*it)[1].str()), std::string::npos)
        << (*it)[1] << " has no example:\n"
        << help;
}

TEST(Help, AnExampleForEachOption) {
  const std::vector<Words> commands = commands_in(help_of({}));
  EXPECT_GE(commands.size(), 15u);
  size_t count = 0;
  for (const Words& command : commands) expect_examples(command, count);
  EXPECT_GE(count, 20u);  // with the members of groups
}

TEST(Help, IsThereInEachForm) {
  const std::string help = help_of({"table"});
  EXPECT_NE(help.find("--box BOX"), std::string::npos);
  for (const Words& words :
       {Words{"table", "--help"}, Words{"table", "-h"}, Words{"--help", "table"},
        Words{"table", "kayles", "--upto", "--help"}}) {
    const auto run = run_program(GRUNDY_PROGRAM, words);
    EXPECT_EQ(run.status, kAnswered);
    EXPECT_EQ(run.out, help);
  }
  EXPECT_EQ(run_program(GRUNDY_PROGRAM, {"--help"}).out, help_of({}));
  const auto nothing = run_program(GRUNDY_PROGRAM, {});
  EXPECT_EQ(nothing.status, grundy::test::kWrongInput);
  EXPECT_EQ(nothing.err, help_of({}));
}

TEST(Help, OfNoCommandTellsWhichWasMeant) {
  const std::pair<Words, const char*> kCases[] = {
      {{"help", "slove"}, "error: unknown command 'slove'; did you mean 'solve'?\n"},
      {{"help", "paint"}, "error: unknown command 'paint'; `grundy help` lists them\n"},
      {{"help", "catalogue", "rnu"},
       "error: unknown command 'catalogue rnu'; did you mean 'catalogue run'?\n"},
      {{"help", "games", "nim"},
       "error: 'games' has no subcommands; did you mean `grundy games nim`?\n"}};
  for (const auto& [words, message] : kCases) {
    const auto run = run_program(GRUNDY_PROGRAM, words);
    EXPECT_EQ(run.status, kWrongInput);
    EXPECT_EQ(run.err, message);
  }
}

TEST(WrongUsage, IsToldAndIsAnObjectInJson) {
  const auto text = run_program(GRUNDY_PROGRAM, {"value", "nim(3)", "--moves", "2"});
  EXPECT_EQ(text.status, grundy::test::kWrongInput);
  EXPECT_EQ(text.out, "");
  EXPECT_EQ(
      text.err,
      "error: `grundy value` has no option --moves; `grundy solve` and `grundy code` have it\n");
  const auto json = run_program(GRUNDY_PROGRAM, {"sequence", "nim", "--json", "--play", "misere"});
  EXPECT_EQ(json.status, grundy::test::kWrongInput);
  EXPECT_EQ(
      json.out,
      "{\"error\": {\"kind\": \"input\", \"messages\": [{\"message\": \"`grundy sequence` has no "
      "option --play: Grundy "
      "values are a notion of normal play; `grundy solve --play misere` tells who wins\"}]}}\n");
}

TEST(WrongUsage, AFileOfRulesIsNoGame) {
  EXPECT_EQ(
      run_program(GRUNDY_PROGRAM, {"solve", "games/walk.game"}).err,
      "sum:1:1: error: a file of rules is no position; --rules games/walk.game reads its games\n"
      "  games/walk.game\n  ^~~~~~~~~~~~~~~\n");
  EXPECT_EQ(run_program(GRUNDY_PROGRAM, {"prove", "walk.game"}).err,
            "game:1:1: error: a file of rules is no game; --rules walk.game reads its games\n  "
            "walk.game\n  ^~~~~~~~~\n");
}

TEST(ManualPage, NamesEachCommandAndOption) {
  const std::string page = run_program(GRUNDY_PROGRAM, {"man"}).out;
  EXPECT_EQ(page.find(".TH GRUNDY 1 "), 0u);
  for (const Words& command : commands_in(help_of({})))
    EXPECT_NE(page.find("\n.SS grundy " + command[0]), std::string::npos) << command[0];
  for (const char* option : {"\\-\\-memory\\-limit", "\\-\\-formula", "\\-\\-budget"})
    EXPECT_NE(page.find(std::string("\n\\fB") + option + "\\fR"), std::string::npos) << option;
}

TEST(ManualPage, RoffHasNoComplaints) {
  if (std::system("command -v groff >/dev/null") != 0) GTEST_SKIP() << "no groff";
  const std::string page = fresh_path("man");
  std::ofstream(page) << run_program(GRUNDY_PROGRAM, {"man"}).out;
  const std::string shown = page + ".txt";
  const std::string command = "groff -man -Tutf8 -ww -rLL=200n " + page + " >" + shown + " 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::string text = grundy::test::contents(shown);
  text = std::regex_replace(text, std::regex("\x1b\\[[0-9;]*m"), "");
  EXPECT_EQ(text.find("warning:"), std::string::npos) << text;
  EXPECT_EQ(text.find("error:"), std::string::npos) << text;
  // Examples can be copied: hyphens, quotes and backquotes are those of the shell.
  EXPECT_NE(text.find("grundy solve --moves 100 'nim{@heaps.txt}'"), std::string::npos) << text;
  std::remove(page.c_str());
  std::remove(shown.c_str());
}

}  // namespace
