// The declarations of all commands: help, completion and the manual page are no better than they
// are.
#include "cli/command.h"

#include <gtest/gtest.h>

#include <cctype>
#include <set>

#include "cli/commands.h"
#include "cli/help.h"

namespace grundy::cli {
namespace {

/// All commands that can be run: of a group its members.
std::vector<Command> runnable() {
  std::vector<Command> result;
  for (Command& command : all_commands()) {
    if (command.members.empty()) {
      result.push_back(std::move(command));
    } else {
      for (Command& member : command.members) result.push_back(std::move(member));
    }
  }
  return result;
}

TEST(Command, EachHasWhatItNeeds) {
  std::set<std::string> names;
  for (const Command& command : runnable()) {
    SCOPED_TRACE(command.name);
    EXPECT_TRUE(names.insert(command.name).second);
    EXPECT_TRUE(command.run);
    EXPECT_FALSE(command.summary.empty());
    EXPECT_FALSE(command.summary.ends_with('.'));
    EXPECT_GE(command.own_examples, 1u);
    EXPECT_LE(command.required, command.arguments.size());
    for (const Option& argument : command.arguments) EXPECT_TRUE(argument.read) << argument.name;
  }
  EXPECT_EQ(names.count("catalogue run"), 1u);
}

TEST(Command, OptionsAreDescribedOnce) {
  for (const Command& command : runnable()) {
    std::set<std::string> names;
    for (const Option& option : command.options) {
      SCOPED_TRACE(command.name + " " + option.name);
      EXPECT_TRUE(names.insert(option.name).second);
      EXPECT_TRUE(option.name.starts_with("--"));
      EXPECT_FALSE(option.meaning.empty());
      EXPECT_FALSE(option.meaning.ends_with('.'));
      EXPECT_TRUE(std::islower(static_cast<unsigned char>(option.meaning[0]))) << option.meaning;
      EXPECT_TRUE(option.read);
      EXPECT_EQ(option.fill == Fill::choice, !option.choices.empty());
      for (const char c : option.value)
        EXPECT_TRUE(std::isupper(static_cast<unsigned char>(c))) << option.value;
    }
  }
}

/// roff and some shells would need care for other characters.
TEST(Command, TextsAreAscii) {
  const auto is_ascii = [](const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 0x7F; });
  };
  for (const Command& command : runnable()) {
    EXPECT_TRUE(is_ascii(command.summary)) << command.summary;
    for (const Option& option : command.options)
      EXPECT_TRUE(is_ascii(option.meaning)) << option.meaning;
    for (const Example& example : command.examples)
      EXPECT_TRUE(is_ascii(example.words)) << example.words;
  }
}

TEST(Command, AnOptionMeansTheSameEverywhere) {
  std::map<std::string, bool> flags;
  for (const Command& command : runnable()) {
    for (const Option& option : command.options)
      EXPECT_EQ(flags.emplace(option.name, option.is_flag()).first->second, option.is_flag())
          << option.name;
  }
}

TEST(Command, Usage) {
  Command command("equal", "whether two sums have the same value");
  std::string place;
  command.argument("SUM", into(place));
  command.optional_argument("SUM", into(place));
  EXPECT_EQ(command.usage(), "SUM [SUM]");
  EXPECT_EQ(usage_line(command), "grundy equal SUM [SUM]");
  bool raised = false;
  command.flag("--fast", raised, "do it fast");
  EXPECT_EQ(usage_line(command), "grundy equal [OPTIONS] SUM [SUM]");
  command.example("--fast 0 0");
  EXPECT_EQ(help_text(command),
            "grundy equal: whether two sums have the same value\n\n"
            "Usage: grundy equal [OPTIONS] SUM [SUM]\n\n"
            "Options:\n  --fast  do it fast\n\n"
            "Examples:\n  grundy equal --fast 0 0\n");
}

TEST(Command, CommonOptionsFollowItsOwn) {
  Command command("play", "play");
  std::string place;
  command.argument("SUM", into(place));
  command.option("--level", "N", "play so well", into(place));
  command.refuse("--json", "play is a conversation");
  command.sample = "'nim(3)'";
  const auto common = std::make_shared<CommonOptions>();
  add_common_options(command, common);
  EXPECT_EQ(command.own, 1u);
  EXPECT_EQ(command.options[0].name, "--level");
  EXPECT_EQ(command.find_option("--json"), nullptr);
  ASSERT_NE(command.find_option("--quiet"), nullptr);
  EXPECT_TRUE(command.find_option("--quiet")->read("--quiet", ""));
  EXPECT_TRUE(common->quiet);
  for (const Example& example : command.examples)
    EXPECT_EQ(example.words.find("--json"), std::string::npos);
}

TEST(Command, ReadersSayWhatTheyTake) {
  const auto message = [](const Reader& read, const std::string& text) {
    const Attempt<void> done = read("--x", text);
    return done ? "" : done.error().message();
  };
  std::string choice;
  EXPECT_EQ(message(one_of({"csv", "json"}, choice), "json"), "");
  EXPECT_EQ(choice, "json");
  EXPECT_EQ(message(one_of({"csv", "json"}, choice), "jsno"),
            "--x is csv or json, not 'jsno'; did you mean 'json'?");
  EXPECT_EQ(choice, "json");
  uint64_t count = 0;
  EXPECT_EQ(message(into(count), "1e6"), "");
  EXPECT_EQ(count, 1'000'000u);
  EXPECT_EQ(message(into(count), "many"),
            "--x takes a natural number such as 1000000, 1e6 or 10^6, not 'many'");
  std::optional<face::Value> natural;
  EXPECT_EQ(message(into(natural), "123456789012345678901234567890"), "");
  EXPECT_EQ(natural->text(), "123456789012345678901234567890");
  EXPECT_EQ(message(into(natural), "10^18"), "");
  EXPECT_EQ(natural->text(), "1000000000000000000");
  EXPECT_EQ(message(into(natural), "-1"),
            "--x takes a natural number such as 20 or 10^6, not '-1'");
  std::vector<std::string> list;
  EXPECT_EQ(message(into(list), "a"), "");
  EXPECT_EQ(message(into(list), "b"), "");
  EXPECT_EQ(list, (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace grundy::cli
