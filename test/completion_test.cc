// The scripts of `grundy completion`, as the shells use them.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "run_program.h"

namespace {

using grundy::test::Finished;
using grundy::test::Folder;
using grundy::test::kAnswered;
using grundy::test::run_program;
using grundy::test::Words;

bool has(const char* program) {
  return std::system((std::string("command -v ") + program + " >/dev/null 2>&1").c_str()) == 0;
}

std::string path_of(const std::string& program) {
  for (const char* folder : {"/bin/", "/usr/bin/", "/usr/local/bin/"}) {
    if (access((folder + program).c_str(), X_OK) == 0) return folder + program;
  }
  return "";
}

std::string script(const std::string& shell) {
  const Finished run = run_program(GRUNDY_PROGRAM, {"completion", shell});
  EXPECT_EQ(run.status, kAnswered);
  EXPECT_EQ(run.err, "");
  return run.out;
}

std::string in_quotes(const std::string& word) {
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

class BashCompletion : public testing::Test {
 protected:
  void SetUp() override {
    if (path_of("bash").empty()) GTEST_SKIP() << "no bash";
    std::ofstream(folder_.file("grundy.bash")) << script("bash");
  }

  /// What bash offers for the last of these words, the cursor behind it.
  std::set<std::string> offered(const Words& words) {
    std::string text = "set -u\n. " + folder_.file("grundy.bash") + "\ncd " + folder_.path() +
                       "\nCOMP_WORDS=(grundy";
    for (const std::string& word : words) text += " " + in_quotes(word);
    text += ")\nCOMP_CWORD=" + std::to_string(words.size()) +
            "\n_grundy\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
    const Finished run = run_program(path_of("bash"), {"--norc", "-c", text});
    EXPECT_EQ(run.err, "");
    std::set<std::string> result;
    std::stringstream lines(run.out);
    for (std::string line; std::getline(lines, line);) {
      if (!line.empty()) result.insert(line);
    }
    return result;
  }

  Folder folder_;
};

using Offer = std::set<std::string>;

TEST_F(BashCompletion, Commands) {
  EXPECT_EQ(offered({"so"}), Offer{"solve"});
  EXPECT_EQ(offered({"co"}), (Offer{"contest", "code", "completion", "count"}));
  EXPECT_EQ(offered({"--quiet", "so"}), Offer{"solve"});
  EXPECT_EQ(offered({"--rules", "my.game", "so"}), Offer{"solve"});
  EXPECT_EQ(offered({"--ver"}), Offer{"--version"});
  EXPECT_EQ(offered({"help", "eq"}), Offer{"equal"});
  EXPECT_GE(offered({""}).size(), 15u);
}

TEST_F(BashCompletion, Options) {
  EXPECT_EQ(offered({"solve", "--m"}), (Offer{"--moves", "--memory-limit"}));
  EXPECT_EQ(offered({"solve", "kayles(3)", "--pl"}), (Offer{"--plan", "--play"}));
  EXPECT_EQ(offered({"value", "--pl"}), Offer{"--play"});
  EXPECT_EQ(offered({"play", "--j"}), Offer{});
  EXPECT_EQ(offered({"table", "--j"}), Offer{"--json"});
}

TEST_F(BashCompletion, ValuesOfChoices) {
  EXPECT_EQ(offered({"solve", "--play", ""}), (Offer{"normal", "misere"}));
  EXPECT_EQ(offered({"table", "--format", ""}),
            (Offer{"text", "csv", "json", "bfile", "svg", "packed", "latex"}));
  EXPECT_EQ(offered({"table", "--format", "=", "c"}), Offer{"csv"});
  EXPECT_EQ(offered({"table", "--format", "="}).size(), 7u);
  EXPECT_EQ(offered({"sequence", "kayles", "--format", ""}), (Offer{"packed", "bfile"}));
  EXPECT_EQ(offered({"table", "--upto", ""}), Offer{});
  EXPECT_EQ(offered({"completion", ""}), (Offer{"bash", "zsh", "fish"}));
  EXPECT_EQ(offered({"contest", "cf1"}), (Offer{"cf142D", "cf1149E", "cf1451F"}));
}

TEST_F(BashCompletion, Games) {
  EXPECT_EQ(offered({"table", "kay"}), Offer{"kayles"});
  EXPECT_EQ(offered({"solve", "'kayles(10) + kay"}), Offer{"kayles(10) + kayles"});
  EXPECT_EQ(offered({"solve", "--moves", "3", "\"3*kay"}), Offer{"3*kayles"});
  EXPECT_EQ(offered({"equal", "nim(3)", "kay"}), Offer{"kayles"});
  EXPECT_EQ(offered({"solve", "nim(3)", "kay"}), Offer{});  // there is one sum only
}

TEST_F(BashCompletion, Members) {
  EXPECT_EQ(offered({"catalogue", "s"}), Offer{"show"});
  EXPECT_EQ(offered({"catalogue", "run", "--co"}), Offer{"--codes"});
  EXPECT_EQ(offered({"catalogue", "show", "--co"}), Offer{});
  EXPECT_EQ(offered({"catalogue", "show", "--status", "o"}), Offer{"open"});
}

TEST_F(BashCompletion, Files) {
  std::ofstream(folder_.file("my own.game")) << "";
  EXPECT_EQ(offered({"solve", "--rules", "my"}), Offer{"my own.game"});
  EXPECT_EQ(offered({"check", "gru"}), Offer{"grundy.bash"});
  std::filesystem::create_directory(folder_.file("run007"));
  EXPECT_EQ(offered({"sequence", "--checkpoint", ""}), Offer{"run007"});
}

TEST(Completion, ZshReadsItsScript) {
  if (!has("zsh")) GTEST_SKIP() << "no zsh";
  const Folder folder;
  std::ofstream(folder.file("_grundy")) << script("zsh");
  const Finished run = run_program(path_of("zsh"), {"-f", "-n", folder.file("_grundy")});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "");
}

/// A second function of a name would take the place of the first.
TEST(Completion, FunctionsHaveNamesOfTheirOwn) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string text = script(shell);
    const std::regex head("(\\n|function )(_[a-z_]+)(\\(\\)| *\\n)");
    std::set<std::string> names;
    size_t count = 0;
    for (std::sregex_iterator it(text.begin(), text.end(), head), end; it != end; ++it, ++count)
      EXPECT_TRUE(names.insert((*it)[2]).second) << shell << ": " << (*it)[2];
    EXPECT_GE(count, 1u) << shell;
  }
}

TEST(Completion, FishOffers) {
  if (!has("fish")) GTEST_SKIP() << "no fish";
  const Folder folder;
  std::ofstream(folder.file("grundy.fish")) << script("fish");
  const auto offered = [&](const std::string& line) {
    const std::string text =
        "source " + folder.file("grundy.fish") + "; complete -C " + in_quotes(line);
    const Finished run = run_program(path_of("fish"), {"--no-config", "-c", text});
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.err, "");
    std::set<std::string> result;
    std::stringstream lines(run.out);
    for (std::string one; std::getline(lines, one);) result.insert(one.substr(0, one.find('\t')));
    return result;
  };
  EXPECT_EQ(offered("grundy so"), Offer{"solve"});
  EXPECT_EQ(offered("grundy solve --m"), (Offer{"--moves", "--memory-limit"}));
  EXPECT_EQ(offered("grundy table --format c"), Offer{"csv"});
  EXPECT_EQ(offered("grundy table kay"), Offer{"kayles"});
  EXPECT_EQ(offered("grundy catalogue sh"), Offer{"show"});
  EXPECT_EQ(offered("grundy catalogue show --status o"), Offer{"open"});
}

}  // namespace
