// --store through the program: a second run answers from the file, one that is killed at any moment
// leaves a file that the next one goes on from, and two at once don't get in each other's way.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "run_program.h"

namespace {

namespace fs = std::filesystem;

using grundy::test::contents;
using grundy::test::Finished;
using grundy::test::Folder;
using grundy::test::kAnswered;
using grundy::test::kNotKnown;
using grundy::test::kWrongInput;
using grundy::test::run_program;
using grundy::test::Running;
using grundy::test::Words;

constexpr const char* kBoard = "cram(4x7)";
constexpr const char* kItsValue = "3\n";

Finished run(const Words& words) { return run_program(GRUNDY_PROGRAM, words); }
Finished value_kept(const std::string& file, const std::string& sum) {
  return run({"value", "--stats", "--store", file, sum});
}
bool searched_nothing(const Finished& run) {
  return run.err.find("\npositions: 0 ") != std::string::npos;
}

TEST(Store, ASecondRunAnswersFromTheFile) {
  const Folder folder;
  const std::string file = folder.file("store");
  for (const std::string sum : {kBoard, "clobber(3x5)", "sheep(7 0 0 0|7 0 # 0|0 0 1 0)",
                                "fission(......|......|..X...|......|......|......)",
                                "node_kayles(grid 5x6)", "colour(grid 2x4)", "chomp(4x4)",
                                "king_dirt(1, 1, 1, ...|..#)", "sprouts(7)", "sprouts(9)"}) {
    const Finished alone = run({"value", sum});
    const Finished first = value_kept(file, sum);
    EXPECT_EQ(first.out, alone.out) << sum << first.err;
    EXPECT_FALSE(searched_nothing(first)) << sum;
    const Finished second = value_kept(file, sum);
    EXPECT_EQ(second.out, alone.out) << sum;
    EXPECT_EQ(second.status, kAnswered);
    EXPECT_TRUE(searched_nothing(second)) << sum << "\n" << second.err;
  }
  EXPECT_EQ(value_kept(file, kBoard).out, kItsValue);
}

TEST(Store, WhatIsKnownIsNotKeptAgain) {
  const Folder folder;
  const std::string file = folder.file("store");
  uintmax_t size = 64;
  for (const char* sum :
       {"clobber(1x2000)", "colour(grid 2x4)", "colour(grid 2x4; 1=A)", "chomp(4x4)"}) {
    const Finished alone = run({"value", sum});
    EXPECT_EQ(value_kept(file, sum).out, alone.out) << sum;
    const uintmax_t added = fs::file_size(file) - size;
    size += added;
    EXPECT_GE(added, 16U) << sum;
    EXPECT_EQ(value_kept(file, sum).out, alone.out) << sum;
    EXPECT_LE(fs::file_size(file), size + added / 8) << sum;  // a table may lose a few
    size = fs::file_size(file);
  }
}

TEST(Store, GamesThatLeadToOthersAreKeptWithThem) {
  const Folder folder;
  const auto value = [&](const std::string& rules, bool stored) {
    std::ofstream(folder.file("my.game")) << rules;
    Words words = {"value", "--stats", "--rules", folder.file("my.game"),
                   "first(3, .......|##.....)"};
    if (stored) words.insert(words.end(), {"--store", folder.file("store")});
    return run(words);
  };
  constexpr const char* kFirst =
      "game first(n) on grid\n  .. -> ##  to second(n)  if count(.) > 1\n";
  const std::string ones =
      std::string(kFirst) + "game second(n) on grid\n  . -> #  to first(n - 1)  if count(.) > 0\n";
  const std::string twos = std::string(kFirst) +
                           "game second(n) on grid\n  .. -> ##  to first(n - 1)  if count(.) > 0\n";
  for (const std::string& rules : {ones, twos, ones, twos})
    EXPECT_EQ(value(rules, true).out, value(rules, false).out);
  EXPECT_TRUE(searched_nothing(value(ones, true)));
  EXPECT_NE(value(ones, true).out, value(twos, true).out);
}

TEST(Store, WordsAndOtherCommandsUseIt) {
  const Folder folder;
  const std::string file = folder.file("store");
  std::ofstream(folder.file("my.game")) << "game flip on word\n  XOX -> O\n  OXO -> X\n";
  const Words words = {"value",
                       "--stats",
                       "--rules",
                       folder.file("my.game"),
                       "--store",
                       file,
                       "flip(XXOXOXXOXOOXOXXOOXOOOOXXXOOOOXOOXOX)"};
  const Finished first = run(words);
  EXPECT_EQ(first.status, kAnswered) << first.err;
  EXPECT_FALSE(searched_nothing(first));
  const Finished second = run(words);
  EXPECT_EQ(second.out, first.out);
  EXPECT_TRUE(searched_nothing(second)) << second.err;
  EXPECT_EQ(run({"equal", "--store", file, kBoard, "nim(3)"}).status, kAnswered);
  EXPECT_TRUE(searched_nothing(value_kept(file, kBoard)));
}

TEST(Store, SolveGivesTheSameMoves) {
  const Folder folder;
  for (const char* sum : {"cram(3x5) + nim(1)", "clobber(3x4) + cram(4x5)"}) {
    const std::string expected = run({"solve", sum}).out;
    for (int again = 0; again < 2; ++again)
      EXPECT_EQ(run({"solve", "--store", folder.file("store"), sum}).out, expected);
  }
}

TEST(Store, RulesWithTheSameMovesShareIt) {
  const Folder folder;
  std::ofstream(folder.file("my.game"))
      << "game dominoes on grid\n  .. -> [#]#\ngame threes on grid\n  ... -> ###\n";
  const std::string file = folder.file("store");
  ASSERT_EQ(value_kept(file, kBoard).out, kItsValue);
  const auto mine = [&](const char* sum) {
    return run({"value", "--stats", "--store", file, "--rules", folder.file("my.game"), sum});
  };
  const Finished same = mine("dominoes(4x7)");
  EXPECT_EQ(same.out, kItsValue);
  EXPECT_TRUE(searched_nothing(same)) << same.err;
  const Finished other = mine("threes(4x5)");
  EXPECT_EQ(other.out, run({"value", "--rules", folder.file("my.game"), "threes(4x5)"}).out);
  EXPECT_FALSE(searched_nothing(other)) << other.err;
}

TEST(Store, LinesOfABatchUseIt) {
  const Folder folder;
  const std::string file = folder.file("store");
  std::string lines;
  for (const char* board : {"cram(5x5)", "cram(4x5)", "clobber(3x4)", "nogo(2x4)", "cram(4x7)"})
    for (const char* heap : {"nim(1)", "nim(2)", "nim(3)"})
      lines += fmt::format("{} + {}\n", board, heap);
  std::ofstream(folder.file("sums")) << lines;
  const std::string expected = run({"value", "--batch", folder.file("sums")}).out;
  for (const char* threads : {"1", "3", "1"}) {
    const Finished batch =
        run({"value", "--threads", threads, "--store", file, "--batch", folder.file("sums")});
    EXPECT_EQ(batch.out, expected) << batch.err;
    EXPECT_EQ(batch.err, "");
  }
}

TEST(Store, KilledAtAnyMomentItGoesOn) {
  const Folder folder;
  const std::string file = folder.file("store");
  const Words words = {"value", "--quiet", "--store", file, "cram(5x6)"};
  std::mt19937 random(20261123);
  int killed = 0;
  Finished finished;
  for (unsigned patience = 10'000;; patience += patience / 2) {
    Running running(GRUNDY_PROGRAM, words);
    // The first ones are over before anything is kept, the later ones have time for more and more.
    std::this_thread::sleep_for(std::chrono::microseconds(random() % patience));
    running.end_at_once();
    finished = running.finish();
    if (finished.status == kAnswered) break;
    ASSERT_EQ(finished.status, 128 + SIGKILL) << finished.err;
    ++killed;
  }
  EXPECT_EQ(finished.out, "2\n");
  EXPECT_GT(killed, 0);
  const Finished again = value_kept(file, "cram(5x6)");
  EXPECT_EQ(again.out, "2\n");
  EXPECT_TRUE(searched_nothing(again)) << again.err;
}

TEST(Store, InterruptedItKeepsWhatItHas) {
  const Folder folder;
  const std::string file = folder.file("store");
  Running running(GRUNDY_PROGRAM, {"value", "--store", file, "cram(6x9)"});
  running.wait_until([&] { return fs::exists(file) && fs::file_size(file) > 200; });
  running.interrupt();
  const Finished stopped = running.finish();
  EXPECT_EQ(stopped.status, kNotKnown) << stopped.err;
  const Finished hasty =
      run({"value", "--stats", "--store", file, "--time-limit", "0.01", "cram(6x9)"});
  EXPECT_EQ(hasty.status, kNotKnown) << hasty.err;
}

TEST(Store, TwoAtOnceBothAnswer) {
  const Folder folder;
  const std::string file = folder.file("store");
  Running first(GRUNDY_PROGRAM, {"value", "--store", file, "cram(6x9)"});
  first.wait_until([&] { return fs::exists(file) && fs::file_size(file) > 64; });
  const Finished second = value_kept(file, kBoard);
  EXPECT_EQ(second.out, kItsValue);
  EXPECT_EQ(second.status, kAnswered);
  EXPECT_NE(second.err.find("is in use; its values are used, and none are added"),
            std::string::npos)
      << second.err;
  first.interrupt();
  EXPECT_EQ(first.finish().status, kNotKnown);
  const Finished third = value_kept(file, kBoard);
  EXPECT_EQ(third.out, kItsValue);
  EXPECT_EQ(third.err.find("warning"), std::string::npos) << third.err;
}

TEST(Store, WhatIsRefusedStays) {
  const Folder folder;
  std::ofstream(folder.file("letter")) << "a letter";
  const Finished refused = value_kept(folder.file("letter"), kBoard);
  EXPECT_EQ(refused.status, kWrongInput);
  EXPECT_EQ(refused.out, "");
  EXPECT_NE(refused.err.find("is no store of values; nothing of it was used or changed"),
            std::string::npos);
  EXPECT_EQ(contents(folder.file("letter")), "a letter");
  EXPECT_EQ(run({"value", "--json", "--store", folder.path(), kBoard}).status, kWrongInput);
}

TEST(Store, DamageIsToldOnceAndChangesNoAnswer) {
  const Folder folder;
  const std::string file = folder.file("store");
  ASSERT_EQ(value_kept(file, kBoard).out, kItsValue);
  std::string bytes = contents(file);
  ASSERT_GT(bytes.size(), 200U);
  bytes[150] = static_cast<char>(bytes[150] ^ 4);
  std::ofstream(file, std::ios::binary) << bytes;
  const Finished damaged = value_kept(file, kBoard);
  EXPECT_EQ(damaged.out, kItsValue);
  EXPECT_NE(damaged.err.find("are damaged or were not written to their end; they are left out"),
            std::string::npos)
      << damaged.err;
  const Finished mended = value_kept(file, kBoard);
  EXPECT_EQ(mended.out, kItsValue);
  EXPECT_EQ(mended.err.find("warning"), std::string::npos) << mended.err;
}

TEST(Store, AFullDiskEndsTheKeepingAlone) {
  const Folder folder;
  const Finished full =
      run_program("/bin/sh", {"-c", "ulimit -f 1; \"$0\" \"$@\"", GRUNDY_PROGRAM, "value",
                              "--quiet", "--store", folder.file("store"), kBoard});
  EXPECT_EQ(full.out, kItsValue);
  EXPECT_EQ(full.status, kWrongInput) << full.err;
}

}  // namespace
