// grundy table, as it is used: its values against loops by definition, its refusals, its files.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>
#include <set>

#include "run_program.h"

namespace {

using grundy::test::contents;
using grundy::test::Finished;
using grundy::test::fresh_path;
using grundy::test::run_program;

Finished table(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"table"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_program(GRUNDY_PROGRAM, words);
}

uint64_t mex(const std::set<uint64_t>& values) {
  uint64_t result = 0;
  while (values.count(result) > 0) ++result;
  return result;
}

std::vector<uint64_t> kayles(uint64_t upto) {
  std::vector<uint64_t> values;
  for (uint64_t n = 0; n <= upto; ++n) {
    std::set<uint64_t> seen;
    for (uint64_t taken = 1; taken <= std::min<uint64_t>(n, 2); ++taken) {
      for (uint64_t left = 0; left <= n - taken; ++left) seen.insert(values[left] ^ values[n - taken - left]);
    }
    values.push_back(mex(seen));
  }
  return values;
}

std::vector<std::vector<uint64_t>> wythoff(uint64_t rows, uint64_t columns) {
  std::vector<std::vector<uint64_t>> values(rows + 1, std::vector<uint64_t>(columns + 1));
  for (uint64_t a = 0; a <= rows; ++a) {
    for (uint64_t b = 0; b <= columns; ++b) {
      std::set<uint64_t> seen;
      for (uint64_t k = 1; k <= std::max(a, b); ++k) {
        if (k <= a) seen.insert(values[a - k][b]);
        if (k <= b) seen.insert(values[a][b - k]);
        if (k <= std::min(a, b)) seen.insert(values[a - k][b - k]);
      }
      values[a][b] = mex(seen);
    }
  }
  return values;
}

TEST(TableCommand, ValuesOfKayles) {
  const std::vector<uint64_t> values = kayles(300);
  std::string csv = "n,value\n";
  std::string bfile;
  for (size_t n = 0; n < values.size(); ++n) {
    csv += std::to_string(n) + "," + std::to_string(values[n]) + "\n";
    bfile += std::to_string(n) + " " + std::to_string(values[n]) + "\n";
  }
  EXPECT_EQ(table({"kayles", "--upto", "300", "--format", "csv"}).out, csv);
  EXPECT_EQ(table({"kayles", "--box", "n=0..300", "--format", "bfile"}).out, bfile);
  const Finished part = table({"kayles", "--box", "n=250..300", "--format", "bfile"});
  EXPECT_EQ(part.status, 0);
  EXPECT_EQ(part.out, bfile.substr(bfile.find("\n250 ") + 1));
}

TEST(TableCommand, ValuesOfWythoff) {
  const auto values = wythoff(25, 40);
  const Finished csv = table({"--format", "csv", "wythoff", "--box", "b=10..40, a=5..25"});
  std::string expected = "a,b,value\n";
  for (uint64_t a = 5; a <= 25; ++a) {
    for (uint64_t b = 10; b <= 40; ++b) {
      expected += std::to_string(a) + "," + std::to_string(b) + "," + std::to_string(values[a][b]) + "\n";
    }
  }
  EXPECT_EQ(csv.out, expected);
  const nlohmann::json json = nlohmann::json::parse(table({"wythoff", "--json", "--upto", "20"}).out);
  EXPECT_EQ(json["game"], "wythoff");
  EXPECT_EQ(json["coordinates"], (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(json["box"], nlohmann::json::parse("[[0, 20], [0, 20]]"));
  ASSERT_EQ(json["values"].size(), 21U * 21U);
  for (size_t i = 0; i < 21 * 21; ++i) {
    EXPECT_EQ(json["values"][i][0], nlohmann::json({i / 21, i % 21}));
    EXPECT_EQ(json["values"][i][1], std::to_string(values[i / 21][i % 21]));
  }
}

TEST(TableCommand, UsualBoxesAndParameters) {
  EXPECT_TRUE(table({"kayles"}).out.starts_with("Grundy values of kayles(n) for n = 0..20\n"));
  EXPECT_TRUE(table({"wythoff"}).out.starts_with("Grundy values of wythoff(a, b) for a = 0..10, b = 0..10\n"));
  EXPECT_TRUE(table({"chomp3"}).out.starts_with("Grundy values of chomp3(a, b, c) for a = 0..5, b = 0..5, c = 0..5\n"));
  EXPECT_EQ(table({"subtract[{1, 2}]", "--upto", "7", "--format", "bfile"}).out,
            "0 0\n1 1\n2 2\n3 0\n4 1\n5 2\n6 0\n7 1\n");
  // Other names for one game.
  const std::string dawson = table({"dawson", "--upto", "40", "--format", "bfile"}).out;
  EXPECT_EQ(dawson, table({"octal[0.137]", "--upto", "40", "--format", "bfile"}).out);
  EXPECT_GT(dawson.size(), 100U);
}

TEST(TableCommand, NumbersOfAnySize) {
  EXPECT_EQ(table({"nim", "--format", "bfile", "--box", "n=99999999999999999999..100000000000000000000"}).out,
            "99999999999999999999 99999999999999999999\n100000000000000000000 100000000000000000000\n");
  const Finished engine = table({"wythoff", "--box", "a=0,b=99999999999999999999"});
  EXPECT_EQ(engine.status, 1);
  EXPECT_NE(engine.err.find("limit"), std::string::npos);
}

TEST(TableCommand, TooLargeTablesAreRefusedBeforehand) {
  const Finished run = table({"nim", "--upto", "10000000", "--memory-limit", "100MiB"});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(run.err.starts_with("error: a table of 10000001 positions would need ")) << run.err;
  const Finished huge = table({"wythoff", "--upto", "99999999999999999999"});
  EXPECT_EQ(huge.status, 1);
  EXPECT_TRUE(huge.err.starts_with("error: a table of 1.00e40 positions would need ")) << huge.err;
}

TEST(TableCommand, WrongInput) {
  const auto refusal = [](const std::vector<std::string>& arguments) {
    const Finished run = table(arguments);
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.out, "");
    return run.err;
  };
  EXPECT_EQ(refusal({"kayles", "--upto", "x"}), "error: --upto takes a natural number such as 20, not 'x'\n");
  EXPECT_EQ(refusal({"kayles", "--upto", "5", "--box", "n=3"}), "error: --upto and --box exclude each other\n");
  EXPECT_EQ(refusal({"kayles", "--box", "m=3"}),
            "box:1:1: error: 'kayles' has no coordinate 'm'; its only one is n\n  m=3\n  ^\n");
  EXPECT_NE(refusal({"kyles"}).find("did you mean 'kayles'?"), std::string::npos);
  EXPECT_NE(refusal({"kayles", "--format", "xml"}), "");
  EXPECT_NE(refusal({"kayles", "--play", "misere"}).find("normal play"), std::string::npos);
  EXPECT_NE(refusal({"wythoff", "--format", "bfile"}).find("a and b vary"), std::string::npos);
  EXPECT_NE(refusal({"chomp3", "--format", "svg"}).find("--box 'a=0,b=0..5,c=0..5'"), std::string::npos);
  const Finished json = table({"--json", "kayles", "--box", "n=4..2"});
  EXPECT_EQ(json.status, 2);
  EXPECT_EQ(nlohmann::json::parse(json.out)["error"]["messages"][0]["message"],
            "this range is reversed; did you mean 2..4?");
}

TEST(TableCommand, FilesAreWholeOrAbsent) {
  const std::string path = fresh_path("table.csv");
  const Finished run =
      table({"wythoff", "--box", "a=0..4000,b=0..4000", "--format", "csv", "--out", path, "--time-limit", "0.1"});
  EXPECT_EQ(run.status, 1);
  struct stat info {};
  EXPECT_NE(stat(path.c_str(), &info), 0) << "a file in spite of the refusal";
  EXPECT_EQ(table({"kayles", "--format", "csv", "--out", path}).status, 0);
  EXPECT_EQ(contents(path), table({"kayles", "--format", "csv"}).out);
  EXPECT_EQ(table({"kyles", "--out", path}).status, 2);
  EXPECT_EQ(contents(path), table({"kayles", "--format", "csv"}).out) << "a failure leaves the old file";
  unlink(path.c_str());
  EXPECT_EQ(table({"kayles", "--out", "/no/such/folder/file"}).status, 2);
}

}  // namespace
