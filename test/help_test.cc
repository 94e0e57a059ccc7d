// grundy help COMMAND shows an example for each option.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "run_program.h"

namespace {

using grundy::test::run_program;

TEST(Help, AnExampleForEachOption) {
  const std::string overview = run_program(GRUNDY_PROGRAM, {"help"}, "").out;
  std::set<std::string> commands;
  const std::regex row("\n  ([a-z]+) ");
  for (std::sregex_iterator it(overview.begin(), overview.end(), row), end; it != end; ++it) commands.insert((*it)[1]);
  EXPECT_GE(commands.size(), 7u) << overview;
  const std::regex option("\n  (--[a-z-]+)");
  for (const std::string& command : commands) {
    const std::string help = run_program(GRUNDY_PROGRAM, {"help", command}, "").out;
    const size_t examples = help.find("\nExamples:\n");
    ASSERT_NE(examples, std::string::npos) << command;
    const std::string shown = help.substr(examples);
    std::set<std::string> without;
    for (std::sregex_iterator it(help.begin(), help.end(), option), end; it != end; ++it) {
      if (shown.find(" " + (*it)[1].str() + " ") == std::string::npos) without.insert((*it)[1]);
    }
    // A conversation has no JSON form, and values belong to normal play.
    if (command == "play") {
      EXPECT_EQ(without, std::set<std::string>{"--json"}) << help;
    } else if (command != "solve") {
      EXPECT_EQ(without, std::set<std::string>{"--play"}) << help;
    } else {
      EXPECT_TRUE(without.empty()) << help;
    }
  }
}

}  // namespace
