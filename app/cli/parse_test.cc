#include "cli/parse.h"

#include <gtest/gtest.h>

namespace grundy::cli {
namespace {

/// The values that the last command line gave to the commands of this test.
struct Said {
  std::vector<std::string> arguments;
  std::optional<uint64_t> size;
  std::string format = "text";
  bool fast = false;
} said;

Command draw_command() {
  said = {};
  Command command("draw", "draws");
  command.argument("GAME", into(said.arguments));
  command.optional_argument("GAME", into(said.arguments));
  command.option("--size", "N", "so large", into(said.size));
  command.choice("--format", "FORMAT", "text or svg", {"text", "svg"}, said.format).elsewhere =
      "it is for drawings";
  command.flag("--fast", said.fast, "quickly");
  command.refuse("--json", "a drawing has no JSON form");
  return command;
}

Command list_command() {
  said = {};
  Command command("list", "lists");
  command.flag("--all", said.fast, "all of them");
  return command;
}

Command store_command() {
  said = {};
  Command command("store", "keeps");
  for (const std::string name : {"put", "get"}) {
    Command member("store " + name, name);
    member.argument("NAME", into(said.arguments));
    member.option("--file", "FILE", "the file", into(said.format), Fill::file);
    command.members.push_back(std::move(member));
  }
  return command;
}

std::vector<std::string> helped;
Command help_command() {
  helped.clear();
  Command command("help", "helps");
  command.optional_argument("COMMAND", into(helped));
  command.optional_argument("WHAT", into(helped));
  command.takes_common = false;
  return command;
}

const std::vector<CommandEntry> kTable = {{"draw", draw_command},
                                          {"list", list_command},
                                          {"store", store_command},
                                          {"help", help_command}};

CommonOptions common;

/// The name of the command, or "error: " and the message.
std::string parsed(const std::vector<std::string>& words) {
  const auto options = std::make_shared<CommonOptions>();
  const Attempt<Command> command = parse(kTable, words, options);
  common = *options;
  if (command) return command->name;
  EXPECT_EQ(command.error().kind, Error::Kind::input);
  return "error: " + command.error().message();
}

using Words = std::vector<std::string>;

TEST(Parse, OptionsStandAnywhere) {
  const std::vector<Words> lines = {
      {"draw", "--size", "7", "--fast", "--format", "svg", "--quiet", "kayles"},
      {"draw", "kayles", "--size", "7", "--fast", "--format", "svg", "--quiet"},
      {"--size", "7", "--fast", "draw", "--format", "svg", "kayles", "--quiet"},
      {"--quiet", "--format=svg", "draw", "--size=7", "kayles", "--fast"},
      {"draw", "--quiet", "--fast", "--size", "7", "--format", "svg", "--", "kayles"},
  };
  for (const Words& line : lines) {
    EXPECT_EQ(parsed(line), "draw");
    EXPECT_EQ(said.arguments, Words{"kayles"});
    EXPECT_EQ(said.size, 7u);
    EXPECT_EQ(said.format, "svg");
    EXPECT_TRUE(said.fast);
    EXPECT_TRUE(common.quiet);
    EXPECT_FALSE(common.json);
  }
}

TEST(Parse, WhatIsNotSaidStaysAsItWas) {
  EXPECT_EQ(parsed({"draw", "kayles", "nim"}), "draw");
  EXPECT_EQ(said.arguments, (Words{"kayles", "nim"}));
  EXPECT_EQ(said.size, std::nullopt);
  EXPECT_EQ(said.format, "text");
  EXPECT_FALSE(said.fast);
}

TEST(Parse, CommonOptions) {
  EXPECT_EQ(parsed({"list", "--json", "--rules", "a", "--time-limit", "1.5m", "--rules", "b",
                    "--threads", "3", "--memory-limit", "2MiB", "--stats"}),
            "list");
  EXPECT_TRUE(common.json);
  EXPECT_TRUE(common.stats);
  EXPECT_EQ(common.rules, (Words{"a", "b"}));
  EXPECT_EQ(common.time_limit, 90);
  EXPECT_EQ(common.threads, 3u);
  EXPECT_EQ(common.memory_limit, 2u << 20);
  EXPECT_EQ(parsed({"list", "--time-limit", "0"}), "list");
  EXPECT_EQ(common.time_limit, 0);
  EXPECT_EQ(parsed({"list", "--time-limit", "-1"}),
            "error: --time-limit takes a time such as 90s, 30m or 2h, not '-1'");
}

TEST(Parse, ArgumentsAreTakenAsTheyAre) {
  EXPECT_EQ(parsed({"draw", "--", "--size", "[a,b]"}), "draw");
  EXPECT_EQ(said.arguments, (Words{"--size", "[a,b]"}));
  EXPECT_EQ(parsed({"draw", "[a,b]"}), "draw");
  EXPECT_EQ(said.arguments, Words{"[a,b]"});
  EXPECT_EQ(parsed({"draw", "list"}), "draw");  // the name of a command, too
  EXPECT_EQ(said.arguments, Words{"list"});
  EXPECT_EQ(parsed({"draw", "draw"}), "draw");
  EXPECT_EQ(said.arguments, Words{"draw"});
  EXPECT_EQ(parsed({"draw", "", "b"}), "draw");
  EXPECT_EQ(said.arguments, (Words{"", "b"}));
  EXPECT_EQ(parsed({"draw", "-3"}), "draw");
  EXPECT_EQ(said.arguments, Words{"-3"});
}

TEST(Parse, MembersOfGroups) {
  EXPECT_EQ(parsed({"store", "put", "x", "--file", "f"}), "store put");
  EXPECT_EQ(said.arguments, Words{"x"});
  EXPECT_EQ(said.format, "f");
  EXPECT_EQ(parsed({"--file", "f", "store", "get", "put"}), "store get");
  EXPECT_EQ(said.arguments, Words{"put"});
  EXPECT_EQ(parsed({"store", "--file", "f", "get", "x"}), "store get");
  EXPECT_EQ(parsed({"store", "put", "x", "--file", ""}),
            "error: --file takes the name of a file, which is empty here (usage: grundy store put "
            "NAME); see `grundy "
            "help store put`");
  EXPECT_EQ(parsed({"store"}),
            "error: expected one of store put or store get; see `grundy help store`");
  EXPECT_EQ(parsed({"store", "gte", "x"}),
            "error: unknown command 'store gte'; did you mean 'store get'?");
  EXPECT_EQ(parsed({"store", "list"}),
            "error: unknown command 'store list'; `grundy help store` lists them");
}

TEST(Parse, Help) {
  EXPECT_EQ(parsed({"help"}), "help");
  EXPECT_EQ(helped, Words{});
  EXPECT_EQ(parsed({"--help"}), "help");
  EXPECT_EQ(parsed({"-h", "draw"}), "help");
  EXPECT_EQ(helped, Words{"draw"});
  EXPECT_EQ(parsed({"draw", "--size", "x", "--nothing", "--help"}), "help");
  EXPECT_EQ(helped, Words{"draw"});
  EXPECT_EQ(parsed({"store", "put", "-h"}), "help");
  EXPECT_EQ(helped, (Words{"store", "put"}));
  EXPECT_EQ(parsed({"store", "--help"}), "help");
  EXPECT_EQ(helped, Words{"store"});
}

TEST(Parse, WrongCommands) {
  EXPECT_EQ(parsed({"--quiet"}), "error: expected a command; `grundy help` lists them");
  EXPECT_EQ(parsed({"kayles(10) + nim(3)"}),
            "error: that is a sum: grundy solve 'kayles(10) + nim(3)'");
  EXPECT_EQ(parsed({"darw", "kayles"}), "error: unknown command 'darw'; did you mean 'draw'?");
  EXPECT_EQ(parsed({"paint"}), "error: unknown command 'paint'; `grundy help` lists them");
}

TEST(Parse, WrongNumbersOfArguments) {
  EXPECT_EQ(parsed({"draw"}),
            "error: expected GAME [GAME] (usage: grundy draw GAME [GAME]); see `grundy help draw`");
  EXPECT_EQ(
      parsed({"draw", "a", "b", "c"}),
      "error: unexpected argument 'c' (usage: grundy draw GAME [GAME]); see `grundy help draw`");
  EXPECT_EQ(parsed({"draw", "my.game", "b", "c"}),
            "error: unexpected argument 'c': a file of rules is given by '--rules my.game' (usage: "
            "grundy draw GAME [GAME]); see `grundy help draw`");
  EXPECT_EQ(parsed({"list", "list"}),
            "error: unexpected argument 'list' (usage: grundy list); see `grundy help list`");
  EXPECT_EQ(parsed({"list", "a"}),
            "error: unexpected argument 'a' (usage: grundy list); see `grundy help list`");
}

TEST(Parse, WrongOptions) {
  EXPECT_EQ(parsed({"draw", "a", "--szie", "3"}),
            "error: `grundy draw` has no option --szie; did you mean --size?");
  EXPECT_EQ(parsed({"draw", "a", "--szie=3"}),
            "error: `grundy draw` has no option --szie; did you mean --size?");
  EXPECT_EQ(parsed({"draw", "a", "--svg"}),
            "error: `grundy draw` has no option --svg; did you mean --format svg?");
  EXPECT_EQ(parsed({"draw", "a", "--colour"}),
            "error: `grundy draw` has no option --colour; see `grundy help draw`");
  EXPECT_EQ(parsed({"draw", "a", "-x"}),
            "error: `grundy draw` has no option -x; see `grundy help draw`");
  EXPECT_EQ(parsed({"list", "--size", "3"}),
            "error: `grundy list` has no option --size; `grundy draw` has it");
  EXPECT_EQ(parsed({"list", "--file", "x"}),
            "error: `grundy list` has no option --file; `grundy store put` and `grundy store get` "
            "have it");
  EXPECT_EQ(parsed({"list", "--format", "svg"}),
            "error: `grundy list` has no option --format: it is for drawings");
  EXPECT_EQ(parsed({"draw", "a", "--json"}), "error: a drawing has no JSON form");
  EXPECT_TRUE(common.json);  // so the error is an object
}

TEST(Parse, WrongValues) {
  EXPECT_EQ(
      parsed({"draw", "a", "--size"}),
      "error: --size needs a value, N (usage: grundy draw GAME [GAME]); see `grundy help draw`");
  EXPECT_EQ(parsed({"draw", "a", "--size", "x"}),
            "error: --size takes a natural number such as 1000000, 1e6 or 10^6, not 'x'");
  EXPECT_EQ(parsed({"draw", "a", "--format", "pdf"}), "error: --format is text or svg, not 'pdf'");
  EXPECT_EQ(
      parsed({"draw", "a", "--size", "1", "--size", "2"}),
      "error: --size is given twice (usage: grundy draw GAME [GAME]); see `grundy help draw`");
}

}  // namespace
}  // namespace grundy::cli
