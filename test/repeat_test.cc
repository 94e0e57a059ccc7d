// grundy prove --checkpoint through the program: a search for a period that is ended in any way goes on from what was
// kept.
#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <sstream>
#include <thread>

#include "run_program.h"

namespace {

using grundy::test::contents;
using grundy::test::Finished;
using grundy::test::Folder;
using grundy::test::kAnswered;
using grundy::test::kNotKnown;
using grundy::test::kWrongInput;
using grundy::test::run_program;
using grundy::test::Running;
using grundy::test::Words;

Words prove(const Words& more) {
  Words words = {"prove", "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// The place in the file of a search; 0 when there is none.
uint64_t position(const std::string& folder) {
  std::istringstream in(contents(folder + "/stream"));
  for (std::string word; in >> word;) {
    uint64_t number = 0;
    if (word == "position" && in >> number) return number;
  }
  return 0;
}

TEST(SearchesForPeriods, GoOn) {
  const Folder folder;
  const std::string kept = folder.file("run");
  std::mt19937 random(20260104);
  uint64_t last = 0;
  for (int k = 0; k < 4; ++k) {
    const Finished run =
        run_program(GRUNDY_PROGRAM, prove({"octal[0.106]", "--checkpoint", kept, "--time-limit", "0.3"}));
    EXPECT_EQ(run.status, kNotKnown) << run.err;
    EXPECT_NE(run.err.find("the same command goes on from '" + kept + "'"), std::string::npos) << run.err;
    EXPECT_GT(position(kept), last);
    last = position(kept);
    // Killed, it leaves what was there.
    Running killed(GRUNDY_PROGRAM, prove({"octal[0.106]", "--checkpoint", kept}));
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 300));
    killed.end_at_once();
    killed.finish();
    EXPECT_EQ(position(kept), last);
  }
  Running interrupted(GRUNDY_PROGRAM, prove({"octal[0.106]", "--checkpoint", kept}));
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  interrupted.interrupt();
  interrupted.finish();
  EXPECT_GT(position(kept), last);
  const Finished other = run_program(GRUNDY_PROGRAM, prove({"octal[0.104]", "--checkpoint", kept}));
  EXPECT_EQ(other.status, kWrongInput);
  EXPECT_NE(other.err.find("is one of the game 0.106, not of 0.104"), std::string::npos) << other.err;
}

TEST(SearchesForPeriods, EndAsWithoutAFolder) {
  const Folder folder;
  const Finished with = run_program(
      GRUNDY_PROGRAM, prove({"octal[4.406]", "--checkpoint", folder.file("run"), "--out", folder.file("a")}));
  const Finished without = run_program(GRUNDY_PROGRAM, prove({"octal[4.406]", "--out", folder.file("b")}));
  EXPECT_EQ(with.status, kAnswered) << with.err;
  EXPECT_EQ(with.out, without.out);
  EXPECT_NE(with.out.find("For all n >= 294097"), std::string::npos) << with.out;
  EXPECT_EQ(contents(folder.file("a")), contents(folder.file("b")));
  EXPECT_EQ(run_program(GRUNDY_PROGRAM, {"check", folder.file("a"), "--threads", "2"}).status, kAnswered);
}

}  // namespace
