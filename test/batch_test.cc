// Batches, counts of moves and of positions, and far positions, through the program.
#include <gtest/gtest.h>

#include "run_program.h"

namespace grundy::test {
namespace {

Finished run(const Words& words) { return run_program(GRUNDY_PROGRAM, words); }

std::string written(const std::string& text) {
  const std::string path = fresh_path("batch.txt");
  std::ofstream(path) << text;
  return path;
}

TEST(BatchProgram, ALineForALine) {
  const std::string path = written("# sums\nkayles(10) + nim(3)\n\nnim(5)\r\nwythoff(1, 2)\n");
  EXPECT_EQ(run({"value", "--batch", path}).out, "1\n5\n0\n");
  EXPECT_EQ(run({"value", "--batch", path, "--json"}).out,
            "{\"sum\": \"kayles(10) + nim(3)\", \"value\": {\"text\": \"1\", \"cnf\": [[0, 1]]}}\n"
            "{\"sum\": \"nim(5)\", \"value\": {\"text\": \"5\", \"cnf\": [[0, 5]]}}\n"
            "{\"sum\": \"wythoff(1, 2)\", \"value\": {\"text\": \"0\", \"cnf\": []}}\n");
  EXPECT_EQ(run({"solve", "--batch", path}).out.substr(0, 4), "N\t1\t");
  EXPECT_NE(run({"solve", "--batch", path}).out.find("\nP\t0\n"), std::string::npos);
  std::filesystem::remove(path);
}

TEST(BatchProgram, WrongLinesArePassedOver) {
  const std::string path = written("nim(5)\nnimm(3)\nnim(\nnim(7)\n");
  const Finished text = run({"value", "--batch", path});
  EXPECT_EQ(text.out, "5\n7\n");
  EXPECT_EQ(text.status, kWrongInput);
  EXPECT_NE(text.err.find(":2: sum:1:1: error: unknown game 'nimm'"), std::string::npos)
      << text.err;
  EXPECT_NE(text.err.find(":3: sum:1:5: error:"), std::string::npos) << text.err;
  const Finished json = run({"value", "--json", "--batch", path});
  EXPECT_NE(json.out.find("{\"line\": 2, \"error\": {\"kind\": \"input\""), std::string::npos)
      << json.out;
  EXPECT_EQ(json.err, "");
  std::filesystem::remove(path);
}

/// Lines long enough to be dealt out: take-and-break games of their own, some wrong lines, sums of
/// two games.
std::string many_games() {
  std::string text;
  for (int code = 0; code < 60; ++code) {
    const std::string game =
        "octal[0." + std::to_string(code % 8) + std::to_string(code / 8) + "36]";
    text += game + "(1500) + nim(3)\n" + game + "(7) + kayles(" + std::to_string(code) + ")\n";
    if (code % 9 == 4) text += "octal[0.9](3)\n# between\n";
    if (code % 16 == 7) text += "castle(\n";
  }
  return text;
}

TEST(BatchProgram, ThreadsGiveTheSameBytes) {
  const std::string boards = [] {
    std::string text;
    for (int i = 0; i < 24; ++i)
      text += "cram(" + std::to_string(2 + i % 3) + "x" + std::to_string(3 + i % 4) + ")\n";
    return text;
  }();
  std::string one_game;
  for (int i = 0; i < 300; ++i)
    one_game += "kayles(" + std::to_string(3000 - 7 * i) + ") + kayles(5)\n";
  for (const std::string& text : {many_games(), boards, one_game}) {
    const std::string path = written(text);
    for (const char* command : {"value", "solve"}) {
      const Finished one = run({command, "--threads", "1", "--batch", path});
      for (const char* threads : {"2", "4"}) {
        const Finished more = run({command, "--threads", threads, "--batch", path});
        EXPECT_EQ(more.out, one.out) << command;
        EXPECT_EQ(more.err, one.err) << command;
        EXPECT_EQ(more.status, one.status) << command;
      }
    }
    std::filesystem::remove(path);
  }
}

TEST(BatchProgram, RulesThatCameOnTheWayAreKnownToAll) {
  const std::string first = written("game mine(n)\n  -> mine(n - k) for k in 1..2\n");
  const std::string second = written("game mine(n)\n  -> mine(n - k) for k in 1..4\n");
  const std::string lines = written("mine(4) using " + first + "\nmine(5)\n" + many_games() +
                                    "mine(4) using " + second + "\nmine(4)\n");
  const Finished one = run({"value", "--threads", "1", "--batch", lines});
  const Finished two = run({"value", "--threads", "2", "--batch", lines});
  EXPECT_EQ(one.out.substr(0, 4), "1\n2\n");
  EXPECT_EQ(one.out.substr(one.out.size() - 4), "4\n4\n");
  EXPECT_EQ(two.out, one.out);
  const std::string with_rules = written("mine(5)\n" + many_games() + "mine(4)\n");
  const Finished own = run({"value", "--threads", "2", "--rules", second, "--batch", with_rules});
  EXPECT_EQ(own.out.substr(0, 2), "0\n");
  EXPECT_EQ(own.out.substr(own.out.size() - 2), "4\n");
  for (const std::string& path : {first, second, lines, with_rules}) std::filesystem::remove(path);
}

TEST(BatchProgram, WhatIsTooMuchForAPartOfTheMemoryIsNotForTheWhole) {
  const std::string rules = written(
      "game slide[K](a, b)\n"
      "  -> slide(a - k, b)      for k in 1..K\n"
      "  -> slide(a, b - K)\n"
      "  -> slide(a - 1, b - k)  for k in 2..K if a % 3 != 1\n");
  std::string text;
  for (int k = 5; k <= 8; ++k) text += "slide[" + std::to_string(k) + "](600, 600)\n";
  const std::string path = written(text);
  const auto value = [&](const std::string& threads) {
    return run({"value", "--rules", rules, "--threads", threads, "--memory-limit", "1500K",
                "--batch", path});
  };
  const Finished one = value("1");
  const Finished two = value("2");
  EXPECT_EQ(one.status, kAnswered) << one.err;
  EXPECT_EQ(two.out, one.out);
  EXPECT_EQ(two.status, kAnswered) << two.err;
  std::filesystem::remove(rules);
  std::filesystem::remove(path);
}

TEST(BatchProgram, AnInterruptionEndsAllThreads) {
  Running running(GRUNDY_PROGRAM, {"value", "--threads", "2", "--batch", "-"});
  running.type("nim(5)\nkayles(9)\n");
  running.wait_until([&] { return running.output() == "5\n4\n"; });
  running.type("cram(9x9)\ncram(9x8)\ncram(9x7)\n");
  // They have begun by then, or not: the end is the same.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  running.interrupt();
  const Finished done = running.finish();
  EXPECT_EQ(done.out, "5\n4\n");
  EXPECT_EQ(done.status, kNotKnown);
  EXPECT_NE(done.err.find("interrupted"), std::string::npos) << done.err;
}

TEST(BatchProgram, AStoppedRunKeepsItsAnswersAndNamesTheLine) {
  const std::string path = written("nim(5)\n\nkayles(9)\ncram(9x9)\nnim(6)\n");
  for (const char* threads : {"1", "2"}) {
    Running running(GRUNDY_PROGRAM, {"value", "--threads", threads, "--batch", path});
    running.wait_until([&] { return running.output() == "5\n4\n"; });
    running.interrupt();
    const Finished done = running.finish();
    EXPECT_EQ(done.out, "5\n4\n");
    EXPECT_EQ(done.status, kNotKnown);
    EXPECT_EQ(done.err, "error: stopped at line 4 of " + path + ": interrupted\n");
  }
  with_growing_patience([&](double seconds) {
    const Finished limited =
        run({"value", "--json", "--time-limit", std::to_string(seconds), "--batch", path});
    if (limited.out.find("nim(5)") == std::string::npos ||
        limited.out.find("kayles(9)") == std::string::npos)
      return false;
    EXPECT_NE(limited.out.find("\n{\"line\": 4, \"error\": {\"kind\": \"declined\""),
              std::string::npos)
        << limited.out;
    EXPECT_NE(limited.out.find("stopped at line 4 of"), std::string::npos) << limited.out;
    EXPECT_EQ(limited.status, kNotKnown);
    return true;
  });
  std::filesystem::remove(path);
}

TEST(BatchProgram, TheFirstAnswersDoNotWaitForTheLastLines) {
  std::string text;
  for (int i = 0; i < 20000; ++i)
    text += "kayles(" + std::to_string(1000000 + i) + ") + cram(3x5)\n";
  const std::string path = written(text + "cram(9x9)\n");
  Running running(GRUNDY_PROGRAM, {"value", "--batch", path});
  running.wait_until([&] { return !running.output().empty(); });
  running.interrupt();
  const std::string out = running.finish().out;
  EXPECT_FALSE(out.empty());
  EXPECT_TRUE(out.ends_with("\n"));
  std::filesystem::remove(path);
}

TEST(BatchProgram, ASetInAFileIsReadAgainOnlyIfItChanged) {
  const std::string set = fresh_path("set");
  const std::string rules = written("game g[B](n)\n  -> g(n - k)  for k in B\n");
  const auto write_set = [&](int step) {
    std::ofstream file(set);
    for (int i = step; i < 3000; i += step) file << i << "\n";
  };
  write_set(1);
  const std::string line = "g[@" + set + "](10)\n";
  Running running(GRUNDY_PROGRAM, {"value", "--rules", rules, "--batch", "-"});
  running.type(line + line);
  running.wait_until([&] { return running.output() == "10\n10\n"; });
  write_set(2);
  running.type(line);
  running.wait_until([&] { return running.output() == "10\n10\n5\n"; });
  write_set(1);
  running.type(line);
  const Finished done = running.finish();
  EXPECT_EQ(done.out, "10\n10\n5\n10\n") << done.err;
  for (const std::string& path : {set, rules}) std::filesystem::remove(path);
}

TEST(BatchProgram, EqualPairs) {
  const std::string path =
      written("kayles(3) = nim(3)\nstones[K=2](4, 7) = nim(0)\nnim(1)\tnim(2)\n");
  const Finished pairs = run({"equal", "--batch", path});
  EXPECT_EQ(pairs.status, kAnswered) << pairs.err;
  EXPECT_EQ(pairs.out.substr(0, 8), "equal\t3\n");
  EXPECT_NE(pairs.out.find("not equal\t1\t2\n"), std::string::npos) << pairs.out;
  std::filesystem::remove(path);
}

TEST(BatchProgram, OutcomesOfGamesWithoutValues) {
  const std::string rules = GRUNDY_SOURCE_DIR "/test/language/ends.game";
  const std::string path = written("unlucky(16)\nunlucky(21)\nuneven(11)\nunlucky(0)\n");
  const Finished done = run({"solve", "--rules", rules, "--batch", path});
  EXPECT_EQ(done.status, kAnswered) << done.err;
  EXPECT_EQ(done.out, "N\t-\tunlucky(16) → unlucky(13)\nP\t-\nL\t-\nN\t-\n");
  EXPECT_NE(
      run({"solve", "--json", "--rules", rules, "uneven(11)"})
          .out.find("\"outcome\": \"L\", \"value\": null, \"left_begins\": {\"winner\": \"left\""),
      std::string::npos);
  const Finished value = run({"value", "--rules", rules, "unlucky(16)"});
  EXPECT_EQ(value.status, kNotKnown);
  EXPECT_NE(value.err.find("'unlucky' has no values"), std::string::npos) << value.err;
  std::filesystem::remove(path);
}

TEST(BatchProgram, EitherASumOrABatch) {
  EXPECT_EQ(run({"value"}).status, kWrongInput);
  EXPECT_EQ(run({"value", "nim(1)", "--batch", "x"}).status, kWrongInput);
  EXPECT_EQ(run({"equal", "nim(1)"}).status, kWrongInput);
  EXPECT_EQ(run({"solve", "--batch", "/nonexistent/file"}).status, kWrongInput);
}

TEST(MoveQuestionsProgram, CountsAndExtremes) {
  EXPECT_NE(run({"solve", "--count", "nim{1..7}"}).out.find("Winning moves: 0\n"),
            std::string::npos);
  EXPECT_NE(run({"solve", "--count", "nim{3, 4, 5}"}).out.find("Winning moves: 1\n"),
            std::string::npos);
  EXPECT_NE(
      run({"solve", "--count", "--play", "misere", "nim{3, 4, 5}"}).out.find("Winning moves: 1\n"),
      std::string::npos);
  EXPECT_NE(run({"solve", "--count", "--json", "1000*nim(5) + nim(1)"})
                .out.find("\"winning_move_count\": 1001"),
            std::string::npos);
  // Options of value 0 of kayles(11): one row of 11 pins; the least and the greatest of what may be
  // taken.
  EXPECT_NE(run({"solve", "--least", "k", "subtract[{1, 2, 5}](8)"})
                .out.find("The least k of a winning move is 2: "),
            std::string::npos);
  EXPECT_NE(run({"solve", "--greatest", "k", "subtract[{1, 2, 5}](8)"})
                .out.find("The greatest k of a winning move is 5: subtract[{1, 2, 5}](8) → "
                          "subtract[{1, 2, 5}](3)"),
            std::string::npos);
  const Finished unknown = run({"solve", "--least", "x", "subtract[{1, 2, 5}](8)"});
  EXPECT_EQ(unknown.status, kWrongInput);
  EXPECT_NE(unknown.err.find("least:1:1: error: unknown name 'x'"), std::string::npos)
      << unknown.err;
}

TEST(MoveQuestionsProgram, WhereOnlyWhoWinsIsKnown) {
  const std::string rules = GRUNDY_SOURCE_DIR "/test/language/ends.game";
  const auto solve = [&](Words words) {
    words.insert(words.begin(), {"solve", "--rules", rules});
    return run(words).out;
  };
  EXPECT_NE(solve({"--count", "--least", "k", "unlucky(16)"})
                .find("Winning moves: 1\nThe least k of a winning move is 3: "
                      "unlucky(16) → unlucky(13)\n"),
            std::string::npos);
  EXPECT_NE(solve({"--count", "unlucky(0)"}).find("Winning moves: 0\n"), std::string::npos);
  EXPECT_NE(solve({"--least", "n", "unlucky(0)"}).find("No winning move has a least n.\n"),
            std::string::npos);
  const std::string sides = solve({"--count", "--greatest", "k", "uneven(11)"});
  EXPECT_NE(sides.find("Where Left begins:\nWinning moves: "), std::string::npos) << sides;
  EXPECT_NE(sides.find("Where Right begins:\nWinning moves: "), std::string::npos) << sides;
  const std::string json = solve({"--json", "--count", "--least", "k", "uneven(11)"});
  EXPECT_NE(json.find("\"winning_move_count\": "), std::string::npos) << json;
}

TEST(MoveQuestionsProgram, FarPositionsAreNotWalked) {
  EXPECT_NE(run({"solve", "--least", "k", "nim(1000000000000000) + nim(3)"})
                .out.find("of a winning move is 3: "),
            std::string::npos);
  EXPECT_NE(run({"solve", "--greatest", "a - c", "wythoff(1000000000000000, 3)"})
                .out.find("of a winning move is 999999999999995: "),
            std::string::npos);
}

TEST(CountProgram, PositionsAndTuples) {
  EXPECT_EQ(run({"count", "wythoff", "--upto", "30", "--where", "value = 0 and a <= b"}).out,
            "12\n");
  EXPECT_EQ(run({"count", "nim", "--box", "n=1..7", "--tuples", "3"}).out, "42\n");
  EXPECT_EQ(run({"count", "nim", "--box", "n=1..7", "--tuples", "3", "--mod", "40"}).out, "2\n");
  EXPECT_EQ(run({"count", "nim", "--upto", "2", "--histogram"}).out,
            "value  positions\n    0          1\n    1          1\n    2          1\n");
  EXPECT_EQ(run({"count", "nim"}).status, kWrongInput);
  EXPECT_NE(run({"count", "nim", "--upto", "5", "--where", "vale = 0"})
                .err.find("where:1:1: error: unknown variable"),
            std::string::npos);
}

TEST(FarPositions, AreAnsweredByLaws) {
  const std::string path = written(
      "game castle[x, y, z](n, last)\n"
      "  -> castle(max(n - x, 0), 0)   if n > 0\n"
      "  -> castle(max(n - y, 0), 1)   if n > 0 and last != 1\n"
      "  -> castle(max(n - z, 0), 2)   if n > 0 and last != 2\n"
      "game take[L, R](n)\n"
      "  -> take(n - k)   for k in L..R\n"
      "game third(n)\n"
      "  -> third(n - k)   for k in 1..n/3\n");
  const auto value = [&](const std::string& sum) { return run({"value", "--rules", path, sum}); };
  for (const char* sum :
       {"castle[3, 1, 5](5573540000000000, 0)", "castle[3, 1, 5](55735400000000000000000, 2)",
        "third(1000000000000000000000)"}) {
    const Finished done = value(sum);
    EXPECT_EQ(done.status, kAnswered) << sum << done.err;
  }
  EXPECT_EQ(value("take[1, 1000000000000](5000000000007)").out, "2\n");
  EXPECT_EQ(value("take[1000000000, 3000000000](7000000005)").out, "3\n");
  EXPECT_EQ(value("subtract[{1, 2, 3000000000}](3000000000)").out, "3\n");
  EXPECT_NE(run({"solve", "--rules", path, "castle[3, 1, 5](5573540000000000, 0)"})
                .out.find("proved for all positions"),
            std::string::npos);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace grundy::test
