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
  EXPECT_NE(text.err.find(":2: sum:1:1: error: unknown game 'nimm'"), std::string::npos) << text.err;
  EXPECT_NE(text.err.find(":3: sum:1:5: error:"), std::string::npos) << text.err;
  const Finished json = run({"value", "--json", "--batch", path});
  EXPECT_NE(json.out.find("{\"line\": 2, \"error\": {\"kind\": \"input\""), std::string::npos) << json.out;
  EXPECT_EQ(json.err, "");
  std::filesystem::remove(path);
}

TEST(BatchProgram, EqualPairs) {
  const std::string path = written("kayles(3) = nim(3)\nstones[K=2](4, 7) = nim(0)\nnim(1)\tnim(2)\n");
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
  EXPECT_NE(run({"solve", "--json", "--rules", rules, "uneven(11)"})
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
  EXPECT_NE(run({"solve", "--count", "nim{1..7}"}).out.find("Winning moves: 0\n"), std::string::npos);
  EXPECT_NE(run({"solve", "--count", "nim{3, 4, 5}"}).out.find("Winning moves: 1\n"), std::string::npos);
  EXPECT_NE(run({"solve", "--count", "--play", "misere", "nim{3, 4, 5}"}).out.find("Winning moves: 1\n"),
            std::string::npos);
  EXPECT_NE(run({"solve", "--count", "--json", "1000*nim(5) + nim(1)"}).out.find("\"winning_move_count\": 1001"),
            std::string::npos);
  // Options of value 0 of kayles(11): one row of 11 pins; the least and the greatest of what may be taken.
  EXPECT_NE(run({"solve", "--least", "k", "subtract[{1, 2, 5}](8)"}).out.find("The least k of a winning move is 2: "),
            std::string::npos);
  EXPECT_NE(run({"solve", "--greatest", "k", "subtract[{1, 2, 5}](8)"})
                .out.find("The greatest k of a winning move is 5: subtract[{1, 2, 5}](8) → subtract[{1, 2, 5}](3)"),
            std::string::npos);
  const Finished unknown = run({"solve", "--least", "x", "subtract[{1, 2, 5}](8)"});
  EXPECT_EQ(unknown.status, kWrongInput);
  EXPECT_NE(unknown.err.find("least:1:1: error: unknown variable 'x'"), std::string::npos) << unknown.err;
}

TEST(CountProgram, PositionsAndTuples) {
  EXPECT_EQ(run({"count", "wythoff", "--upto", "30", "--where", "value = 0 and a <= b"}).out, "12\n");
  EXPECT_EQ(run({"count", "nim", "--box", "n=1..7", "--tuples", "3"}).out, "42\n");
  EXPECT_EQ(run({"count", "nim", "--box", "n=1..7", "--tuples", "3", "--mod", "40"}).out, "2\n");
  EXPECT_EQ(run({"count", "nim", "--upto", "2", "--histogram"}).out,
            "value  positions\n    0          1\n    1          1\n    2          1\n");
  EXPECT_EQ(run({"count", "nim"}).status, kWrongInput);
  EXPECT_NE(run({"count", "nim", "--upto", "5", "--where", "vale = 0"}).err.find("where:1:1: error: unknown variable"),
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
  for (const char* sum : {"castle[3, 1, 5](5573540000000000, 0)", "castle[3, 1, 5](55735400000000000000000, 2)",
                          "third(1000000000000000000000)"}) {
    const Finished done = value(sum);
    EXPECT_EQ(done.status, kAnswered) << sum << done.err;
  }
  EXPECT_EQ(value("take[1, 1000000000000](5000000000007)").out, "2\n");
  EXPECT_EQ(value("take[1000000000, 3000000000](7000000005)").out, "3\n");
  EXPECT_EQ(value("subtract[{1, 2, 3000000000}](3000000000)").out, "3\n");
  EXPECT_NE(
      run({"solve", "--rules", path, "castle[3, 1, 5](5573540000000000, 0)"}).out.find("proved for all positions"),
      std::string::npos);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace grundy::test
