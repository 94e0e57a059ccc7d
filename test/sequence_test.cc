// grundy sequence through the program: what it writes, how it ends, and that a run that is killed
// at any moment goes on to the same values.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <thread>

#include "run_program.h"

namespace {

namespace fs = std::filesystem;

using grundy::test::contents;
using grundy::test::expect_refused;
using grundy::test::Finished;
using grundy::test::Folder;
using grundy::test::in_shell;
using grundy::test::kAnswered;
using grundy::test::kNotKnown;
using grundy::test::kWrongInput;
using grundy::test::run_program;
using grundy::test::Running;
using grundy::test::with_growing_patience;
using grundy::test::Words;

Finished sequence(Words words) {
  words.insert(words.begin(), "sequence");
  words.push_back("--quiet");
  return run_program(GRUNDY_PROGRAM, words);
}

Finished sequence_in_shell(const std::string& command, Words words) {
  words.insert(words.begin(), {"sequence", "--quiet"});
  return in_shell(GRUNDY_PROGRAM, command, words);
}

/// The values in a packed file.
std::vector<uint32_t> unpacked(const std::string& bytes) {
  EXPECT_TRUE(bytes.starts_with("grundyv1"));
  const auto number = [&](size_t at, size_t width) {
    uint64_t result = 0;
    for (size_t i = 0; i < width; ++i)
      result |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[at + i])) << 8 * i;
    return result;
  };
  const uint64_t count = number(8, 8);
  const uint64_t width = number(16, 8);
  EXPECT_EQ(bytes.size(), 32 + count * width);
  std::vector<uint32_t> values;
  for (uint64_t n = 0; n < count; ++n)
    values.push_back(static_cast<uint32_t>(number(32 + n * width, width)));
  return values;
}

/// The mex of what taking one or two tokens from a row leaves.
std::vector<uint32_t> kayles_values(uint64_t end) {
  std::vector<uint32_t> g;
  for (uint64_t n = 0; n < end; ++n) {
    std::vector<bool> seen(64, false);
    for (uint64_t taken = 1; taken <= 2; ++taken) {
      for (uint64_t a = 0; a + taken <= n; ++a) seen[g[a] ^ g[n - taken - a]] = true;
    }
    g.push_back(static_cast<uint32_t>(std::find(seen.begin(), seen.end(), false) - seen.begin()));
  }
  return g;
}

TEST(Sequence, FilesHoldTheValues) {
  const Folder folder;
  const std::string packed = folder.file("packed");
  const std::string lines = folder.file("lines");
  for (const uint64_t upto : {0, 1, 300, 1000}) {
    const std::vector<uint32_t> expected = kayles_values(upto + 1);
    const Finished run = sequence({"kayles", "--upto", std::to_string(upto), "--out", packed});
    EXPECT_EQ(run.status, kAnswered) << run.err;
    EXPECT_TRUE(run.out.starts_with(fmt::format("kayles, positions 0 to {}\n", upto)));
    EXPECT_EQ(unpacked(contents(packed)), expected);
    EXPECT_EQ(
        sequence({"kayles", "--upto", std::to_string(upto), "--format", "bfile", "--out", lines})
            .status,
        kAnswered);
    std::string text;
    for (uint64_t n = 0; n <= upto; ++n) text += fmt::format("{} {}\n", n, expected[n]);
    EXPECT_EQ(contents(lines), text);
  }
  // Values of one byte and of two.
  for (const char* upto : {"255", "256", "1000"}) {
    EXPECT_EQ(sequence({"nim", "--upto", upto, "--out", packed}).status, kAnswered);
    const std::vector<uint32_t> values = unpacked(contents(packed));
    ASSERT_EQ(values.size(), std::stoull(upto) + 1);
    for (uint64_t n = 0; n < values.size(); ++n) ASSERT_EQ(values[n], n);
  }
}

TEST(Sequence, NamesCodesAndRuleFilesAreOneGame) {
  const Folder folder;
  std::ofstream(folder.file("my.game"))
      << "game mine(n)\n  -> mine(a) + mine(b)  for a, b  if a + b = n - 1 or a + b = n - 2\n";
  const std::string packed = folder.file("packed");
  for (Words words : {Words{"octal[0.77]"}, Words{"code[0.77]"}, Words{"kayles"},
                      Words{"--rules", folder.file("my.game"), "mine"}}) {
    words.insert(words.end(), {"--upto", "500", "--out", packed});
    const Finished run = sequence(words);
    EXPECT_EQ(run.status, kAnswered) << run.err;
    EXPECT_NE(run.out.find("12 from 71 on, proved"), std::string::npos);
    EXPECT_EQ(unpacked(contents(packed)), kayles_values(501));
    fs::remove(packed);
  }
}

TEST(Sequence, Json) {
  const std::string text = sequence({"--json", "kayles", "--upto", "10^12"}).out;
  EXPECT_TRUE(text.starts_with(
      "{\"game\": \"kayles\", \"code\": \"0.77\", \"upto\": 1000000000000, \"computed\": "))
      << text;
  EXPECT_NE(text.find("\"largest\": {\"value\": 8, \"at\": 27}"), std::string::npos) << text;
  EXPECT_NE(text.find("\"status\": \"proved\", \"law\": {\"kind\": \"periodic\", \"preperiod\": "
                      "71, \"period\": 12, "
                      "\"saltus\": 0, \"exceptions\": {\"count\": 14, \"last\": 70}}"),
            std::string::npos)
      << text;
}

TEST(Sequence, WhatIsSeenAndNotProvedIsCalledSo) {
  const std::string text = sequence({"nim", "--upto", "100"}).out;
  EXPECT_NE(text.find("1 with saltus 1 from 0 on, as far as position"), std::string::npos) << text;
  EXPECT_NE(text.find("not proved"), std::string::npos) << text;
  EXPECT_NE(sequence({"grundys", "--upto", "100"}).out.find("none up to 100"), std::string::npos);
}

TEST(Sequence, WhatIsRefused) {
  expect_refused(sequence({"wythoff", "--upto", "10"}), kWrongInput,
                 "`grundy table` gives the values of any game");
  expect_refused(sequence({"kayles(3)", "--upto", "10"}), kWrongInput,
                 "expected the name of a game");
  expect_refused(sequence({"subtract[{2^n for n in 0..9}]", "--upto", "10"}), kWrongInput,
                 "'^' is not an operation here");
  expect_refused(sequence({"kayles"}), kWrongInput, "how far? an example is --upto 1e6");
  expect_refused(sequence({"kayles", "--upto", "many"}), kWrongInput, "not 'many'");
  expect_refused(sequence({"kayles", "--upto", "1e19"}), kWrongInput, "--upto is at most 10^18");
  expect_refused(sequence({"--play", "misere", "kayles", "--upto", "9"}), kWrongInput,
                 "normal play");
  expect_refused(sequence({"octal[0.06]", "--upto", "1e12", "--memory-limit", "50MiB"}), kNotKnown,
                 "the values of positions up to 1000000000000 would need");
  expect_refused(sequence({"kayles", "--upto", "10", "--out", "/no-such-folder/x"}), kWrongInput,
                 "can't write");
}

/// A game without a period, so many values of which take some tenths of a second.
const Words kLong = {"grundys", "--upto", "250000"};

Words long_run(const std::string& checkpoint, const std::string& out) {
  Words words = kLong;
  words.insert(words.end(), {"--checkpoint", checkpoint, "--out", out});
  return words;
}

TEST(Sequence, KilledAtAnyMomentItGoesOn) {
  const Folder folder;
  Words whole = kLong;
  whole.insert(whole.end(), {"--out", folder.file("whole")});
  ASSERT_EQ(sequence(whole).status, kAnswered);
  Words words = long_run(folder.file("run"), folder.file("parts"));
  words.insert(words.begin(), "sequence");
  words.push_back("--quiet");
  std::mt19937 random(20250101);
  int killed = 0;
  for (int tries = 0; tries < 1000; ++tries) {
    Running run(GRUNDY_PROGRAM, words);
    // The first ones are over before anything is kept, the later ones have time for more and more.
    std::this_thread::sleep_for(std::chrono::microseconds(random() % (4000 * (tries + 1))));
    run.end_at_once();
    const Finished finished = run.finish();
    if (finished.status == kAnswered) break;
    ASSERT_EQ(finished.status, 128 + SIGKILL) << finished.err;
    ++killed;
  }
  EXPECT_GT(killed, 3);
  EXPECT_TRUE(contents(folder.file("whole")) == contents(folder.file("parts")));
}

TEST(Sequence, EndedInTimeItGoesOn) {
  const Folder folder;
  Words words = long_run(folder.file("run"), folder.file("parts"));
  Words hasty = words;
  hasty[2] = "40000000";
  hasty.insert(hasty.end(), {"--time-limit", ""});
  Finished run;
  with_growing_patience([&](double seconds) {
    hasty.back() = fmt::format("{:.1f}", seconds);
    run = sequence(hasty);
    return run.err.find("; 0 values are kept") == std::string::npos;
  });
  expect_refused(run, kNotKnown, fmt::format("time limit of {} s", hasty.back()));
  expect_refused(
      run, kNotKnown,
      fmt::format("values are kept in '{}', and the same command goes on", folder.file("run")));
  EXPECT_FALSE(fs::exists(folder.file("parts")));
  // Another process has the folder; this one is interrupted.
  words.insert(words.begin(), "sequence");
  words.push_back("--quiet");
  Words farther = words;
  farther[3] = hasty[2];
  // Until it has, the folder is free, and the run that should be refused is answered.
  std::unique_ptr<Running> second;
  Finished refused;
  do {
    if (!second || second->ended()) second = std::make_unique<Running>(GRUNDY_PROGRAM, farther);
    refused = run_program(GRUNDY_PROGRAM, words);
  } while (refused.status == kAnswered);
  expect_refused(refused, kWrongInput, "is in use by another process");
  second->interrupt();
  expect_refused(second->finish(), kNotKnown, "interrupted");
  const Finished last = run_program(GRUNDY_PROGRAM, words);
  EXPECT_EQ(last.status, kAnswered) << last.err;
  EXPECT_NE(last.out.find("values from the checkpoint"), std::string::npos);
  // Without a checkpoint it is told that there is one.
  with_growing_patience([&](double seconds) {
    run = sequence({"grundys", "--upto", "1e8", "--time-limit", fmt::format("{:.1f}", seconds)});
    return run.err.find("values were known") != std::string::npos;
  });
  expect_refused(run, kNotKnown, "with --checkpoint a run can go on later");
}

TEST(Sequence, ADiskThatIsFull) {
  const Folder folder;
  const Words words = {"octal[0.06]",      "--upto", "20000",           "--checkpoint",
                       folder.file("run"), "--out",  folder.file("out")};
  // Blocks of 512 bytes: some pieces can be kept, not all of them.
  expect_refused(sequence_in_shell("ulimit -f 12; \"$0\" \"$@\"", words), kWrongInput,
                 "File too large");
  EXPECT_FALSE(fs::exists(folder.file("out")));
  const Finished run = sequence(words);
  EXPECT_EQ(run.status, kAnswered) << run.err;
  EXPECT_NE(run.out.find("values from the checkpoint"), std::string::npos);
  ASSERT_EQ(sequence({"octal[0.06]", "--upto", "20000", "--out", folder.file("whole")}).status,
            kAnswered);
  EXPECT_TRUE(contents(folder.file("out")) == contents(folder.file("whole")));
  expect_refused(sequence({"octal[0.007]", "--upto", "20000", "--checkpoint", folder.file("run")}),
                 kWrongInput, "is one of the game 0.06, not of 0.007");
}

}  // namespace
