// grundy prove --checkpoint through the program: a search for a period that is ended in any way
// goes on from what was kept.
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
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
using grundy::test::with_growing_patience;
using grundy::test::Words;

Words prove(const Words& more) {
  Words words = {"prove", "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// The number behind this word in a file; 0 when there is none.
uint64_t number_in(const std::string& file, const std::string& key) {
  std::istringstream in(contents(file));
  for (std::string word; in >> word;) {
    uint64_t number = 0;
    if (word == key && in >> number) return number;
  }
  return 0;
}

/// How far a search is.
uint64_t position(const std::string& folder) { return number_in(folder + "/stream", "position"); }

TEST(SearchesForPeriods, GoOn) {
  const Folder folder;
  const std::string kept = folder.file("run");
  // Until it is farther than it was; the first values are a table.
  const auto search = [&] {
    const uint64_t before = position(kept);
    with_growing_patience([&](double seconds) {
      const Finished run = run_program(
          GRUNDY_PROGRAM,
          prove({"octal[0.106]", "--checkpoint", kept, "--time-limit", std::to_string(seconds)}));
      EXPECT_EQ(run.status, kNotKnown) << run.err;
      EXPECT_NE(run.err.find("the same command goes on from"), std::string::npos) << run.err;
      return position(kept) > before;
    });
  };
  search();
  std::mt19937 random(20260104);
  uint64_t last = position(kept);
  for (int k = 0; k < 4; ++k) {
    search();
    EXPECT_GT(position(kept), last);
    last = position(kept);
    // Killed, it leaves what was there.
    Running killed(GRUNDY_PROGRAM, prove({"octal[0.106]", "--checkpoint", kept}));
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 300));
    killed.end_at_once();
    killed.finish();
    EXPECT_GE(position(kept), last);
    last = position(kept);
  }
  with_growing_patience([&](double seconds) {
    Running interrupted(GRUNDY_PROGRAM, prove({"octal[0.106]", "--checkpoint", kept}));
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    interrupted.interrupt();
    interrupted.finish();
    return position(kept) > last;
  });
  EXPECT_GT(position(kept), last);
  const Finished other = run_program(GRUNDY_PROGRAM, prove({"octal[0.104]", "--checkpoint", kept}));
  EXPECT_EQ(other.status, kWrongInput);
  EXPECT_NE(other.err.find("is one of the game 0.106, not of 0.104"), std::string::npos)
      << other.err;
}

TEST(SearchesForPeriods, EndAsWithoutAFolder) {
  const Folder folder;
  const Finished with = run_program(
      GRUNDY_PROGRAM,
      prove({"octal[4.406]", "--checkpoint", folder.file("run"), "--out", folder.file("a")}));
  const Finished without =
      run_program(GRUNDY_PROGRAM, prove({"octal[4.406]", "--out", folder.file("b")}));
  EXPECT_EQ(with.status, kAnswered) << with.err;
  EXPECT_EQ(with.out, without.out);
  EXPECT_NE(with.out.find("For all n >= 294097"), std::string::npos) << with.out;
  EXPECT_EQ(contents(folder.file("a")), contents(folder.file("b")));
  EXPECT_EQ(run_program(GRUNDY_PROGRAM, {"check", folder.file("a"), "--threads", "2"}).status,
            kAnswered);
}

/// A game whose values are kept: killed at any moment it goes on, and ends as if nothing had
/// happened.
TEST(SearchesForPeriods, OfValuesInATable) {
  const Folder folder;
  const std::string kept = folder.file("run");
  const Words words = prove({"octal[0.127]", "--checkpoint", kept, "--out", folder.file("a")});
  std::mt19937 random(20260105);
  uint64_t last = 0;
  int killed = 0;
  for (int patience = 50;; patience += 20) {
    Running run(GRUNDY_PROGRAM, words);
    std::this_thread::sleep_for(
        std::chrono::milliseconds(random() % static_cast<unsigned>(patience)));
    run.end_at_once();
    const int status = run.finish().status;
    const uint64_t values = number_in(kept + "/state", "values");
    EXPECT_GE(values, last);
    last = values;
    if (status == kAnswered) break;
    EXPECT_EQ(status, 128 + SIGKILL);
    ++killed;
  }
  EXPECT_GT(killed, 0);
  const Finished without =
      run_program(GRUNDY_PROGRAM, prove({"octal[0.127]", "--out", folder.file("b")}));
  EXPECT_NE(without.out.find("For all n >= 46578"), std::string::npos) << without.out;
  EXPECT_EQ(contents(folder.file("a")), contents(folder.file("b")));
  // What is kept are the values of `grundy sequence`.
  const Finished again = run_program(GRUNDY_PROGRAM, words);
  EXPECT_EQ(again.out, without.out);
  const Finished sequence = run_program(GRUNDY_PROGRAM, {"sequence", "--quiet", "octal[0.127]",
                                                         "--upto", "1000", "--checkpoint", kept});
  EXPECT_NE(sequence.out.find(std::to_string(last) + " values from the checkpoint"),
            std::string::npos)
      << sequence.out;
  Finished late;
  with_growing_patience([&](double seconds) {
    late = run_program(GRUNDY_PROGRAM, prove({"octal[0.06]", "--checkpoint", folder.file("other"),
                                              "--time-limit", std::to_string(seconds)}));
    return number_in(folder.file("other") + "/state", "values") > 1000;
  });
  EXPECT_EQ(late.status, kNotKnown);
  EXPECT_NE(late.err.find("values are kept in '" + folder.file("other") +
                          "', and the same command goes on"),
            std::string::npos)
      << late.err;
  EXPECT_GT(number_in(folder.file("other") + "/state", "values"), 1000U);
}

TEST(SearchesForPeriods, WhereAFolderIsOfNoUse) {
  const Folder folder;
  const auto expect_refused = [&](Words words, const std::string& message) {
    words.insert(words.end(), {"--checkpoint", folder.file("run")});
    const Finished run = run_program(GRUNDY_PROGRAM, prove(words));
    EXPECT_EQ(run.status, kWrongInput);
    EXPECT_NE(run.err.find(message), std::string::npos) << run.err;
  };
  expect_refused({"wythoff"}, "'wythoff' is not recognised as a take-and-break game");
  expect_refused(
      {"nim"},
      "'nim' is one in which all numbers but some may be taken, whose law is found without");
  expect_refused({"kayles", "--formula", "always: 3"},
                 "--formula and --checkpoint exclude each other");
  EXPECT_EQ(folder.entries(), 0U);
  // A folder of something else.
  std::ofstream(folder.file("file")) << "text";
  const Finished run =
      run_program(GRUNDY_PROGRAM, prove({"kayles", "--checkpoint", folder.path()}));
  EXPECT_EQ(run.status, kWrongInput);
  EXPECT_NE(run.err.find("holds other files and no checkpoint"), std::string::npos) << run.err;
}

}  // namespace
