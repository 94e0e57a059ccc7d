// `grundy` alone on a terminal: what is typed there, and what comes back.
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace {

/// The program on a terminal of its own, with an empty home.
class Terminal {
 public:
  explicit Terminal(const std::vector<std::string>& words) {
    home_ = testing::TempDir() + "grundy_dialogue_" + std::to_string(getpid());
    std::filesystem::create_directories(home_);
    child_ = forkpty(&terminal_, nullptr, nullptr, nullptr);
    if (child_ == 0) {
      setenv("XDG_STATE_HOME", home_.c_str(), 1);
      setenv("TERM", "xterm", 1);
      std::vector<std::string> all = {GRUNDY_PROGRAM};
      all.insert(all.end(), words.begin(), words.end());
      std::vector<char*> argv;
      for (std::string& word : all) argv.push_back(word.data());
      argv.push_back(nullptr);
      execv(argv[0], argv.data());
      _exit(127);
    }
  }
  ~Terminal() {
    if (child_ > 0 && !ended_) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
    close(terminal_);
    std::filesystem::remove_all(home_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void type(const std::string& keys) {
    said_.clear();
    EXPECT_EQ(write(terminal_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
  }
  /// Whether the text comes within a minute.
  bool says(const std::string& text) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (said_.find(text) == said_.npos && std::chrono::steady_clock::now() < end) {
      pollfd wait{terminal_, POLLIN, 0};
      if (poll(&wait, 1, 100) <= 0) continue;
      char bytes[4096];
      const ssize_t count = read(terminal_, bytes, sizeof bytes);
      if (count <= 0) break;
      said_.append(bytes, static_cast<size_t>(count));
    }
    const bool found = said_.find(text) != said_.npos;
    EXPECT_TRUE(found) << "wanted: " << text << "\nsaid: " << said_;
    return found;
  }
  /// The status it ends with; -1 if it has not ended after a minute.
  int status() {
    int status = 0;
    for (int i = 0; i < 600 && !ended_; ++i) {
      ended_ = waitpid(child_, &status, WNOHANG) == child_;
      if (!ended_) usleep(100'000);
    }
    if (!ended_) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  const std::string& home() const { return home_; }

 private:
  pid_t child_ = 0;
  int terminal_ = -1;
  bool ended_ = false;
  std::string home_;
  std::string said_;
};

TEST(Dialogue, SumsRulesAndCommands) {
  Terminal terminal({});
  ASSERT_TRUE(terminal.says("> "));
  terminal.type("kayles(10) + nim(3)\n");
  terminal.says("kayles(10) → kayles(7) + kayles(1)");
  terminal.type("game h(n)\n-> h(n - k) for k in 1..3\n\n");
  terminal.says("h is known");
  terminal.type("value h(10) + h(3)\n");
  terminal.says("\n1\r\n");
  // The same name again, on one line.
  terminal.type("game h(n) -> h(n - 1) if n >= 1 -> h(n - 2) if n >= 2\n");
  terminal.says("h is known");
  terminal.type("value h(7) + nim(64)\n");
  terminal.says("\n65\r\n");
  terminal.type("game h(n\n\n");
  terminal.says("error: expected");
  terminal.type("value h(8) + nim(64)\n");  // the earlier one
  terminal.says("\n66\r\n");
  terminal.type("valu kayles(3)\n");
  terminal.says("did you mean");
  terminal.type("value 'kayles\n");
  terminal.says("error: a quotation mark has no second one");
  terminal.type("quit\n");
  EXPECT_EQ(terminal.status(), 0);
  EXPECT_TRUE(std::filesystem::exists(terminal.home() + "/grundy/history"));
}

TEST(Dialogue, KeysEditALine) {
  Terminal terminal({});
  ASSERT_TRUE(terminal.says("> "));
  terminal.type("value nim(40\x1b[D\x1b[C)\n");  // left, right
  terminal.says("\n40\r\n");
  terminal.type("\x1b[A\x7f + nim(2)\n");  // the line before, without its last character
  terminal.says("error");
  terminal.type("valu\tdawsons_k\t9)\n");
  terminal.says("\n0\r\n> ");
  terminal.type("never sent\x03");  // Ctrl-C drops the line
  ASSERT_TRUE(terminal.says("\n> "));
  terminal.type("value nim(77)\n");
  terminal.says("\n77\r\n");
  terminal.type("\x04");
  EXPECT_EQ(terminal.status(), 0);
}

TEST(Dialogue, CtrlDEndsAlsoIfItIsTypedBeforeTheAnswer) {
  Terminal terminal({});
  ASSERT_TRUE(terminal.says("> "));
  terminal.type("value nim(79)\n\x04");
  EXPECT_EQ(terminal.status(), 0);
}

TEST(Dialogue, CtrlCEndsACommandAndNotTheDialogue) {
  Terminal terminal({});
  ASSERT_TRUE(terminal.says("> "));
  terminal.type("value cram(20x21)\n");
  usleep(700'000);
  terminal.type("\x03");
  ASSERT_TRUE(terminal.says("interrupted"));
  terminal.type("value nim(78)\n");
  terminal.says("\n78\r\n");
  terminal.type("quit\n");
  EXPECT_EQ(terminal.status(), 0);
}

TEST(Dialogue, PlayEditsItsLinesToo) {
  Terminal terminal({"play", "nim(3)"});
  ASSERT_TRUE(terminal.says("> "));
  terminal.type("xelp\x01\x1b[3~\x08h\n");  // to the first character, which is replaced
  terminal.says("help");
  terminal.type("quit\n");
  EXPECT_EQ(terminal.status(), 0);
}

}  // namespace
