// grundy table, as it is used: its values against loops by definition, its refusals, its files.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include "run_program.h"

namespace {

using grundy::test::contents;
using grundy::test::Finished;
using grundy::test::Folder;
using grundy::test::fresh_path;
using grundy::test::run_program;
using grundy::test::Running;

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
      for (uint64_t left = 0; left <= n - taken; ++left)
        seen.insert(values[left] ^ values[n - taken - left]);
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

/// The cells of a packed file, by what its head says.
struct Packed {
  std::map<std::string, std::string> head;
  std::vector<uint32_t> cells;
  std::vector<int64_t> stride;

  explicit Packed(const std::string& path) {
    const std::string bytes = contents(path);
    std::istringstream lines(bytes.substr(0, bytes.find('\0')));
    for (std::string line; std::getline(lines, line);)
      head[line.substr(0, line.find(' '))] = line.substr(line.find(' ') + 1);
    const size_t width = std::stoul(head["width"]);
    for (size_t at = std::stoul(head["head"]); at + width <= bytes.size(); at += width) {
      uint32_t value = 0;
      for (size_t i = 0; i < width; ++i)
        value |= uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
      cells.push_back(value);
    }
    EXPECT_EQ(std::to_string(cells.size()), head["cells"]);
    std::istringstream strides(head["stride"]);
    for (int64_t one = 0; strides >> one;) stride.push_back(one);
  }
  uint32_t at(const std::vector<int64_t>& position) {
    int64_t cell = std::stoll(head["first"]);
    for (size_t i = 0; i < position.size(); ++i) cell += stride[i] * position[i];
    return cells.at(static_cast<size_t>(cell));
  }
};

TEST(TableCommand, PackedFilesHoldTheValues) {
  const Folder folder;
  const std::string path = folder.file("table");
  ASSERT_EQ(
      table({"wythoff", "--box", "a=0..60,b=0..300", "--format", "packed", "--out", path}).status,
      0);
  Packed wide(path);
  EXPECT_EQ(wide.head["width"], "2");
  const auto values = wythoff(60, 300);
  for (int64_t a = 0; a <= 60; ++a) {
    for (int64_t b = 0; b <= 300; ++b) {
      ASSERT_EQ(wide.at({a, b}), values[static_cast<size_t>(a)][static_cast<size_t>(b)]);
    }
  }
  // By another engine, and not from 0 on.
  ASSERT_EQ(table({"kayles", "--box", "n=70..300", "--format", "packed", "--out", path}).status, 0);
  Packed rows(path);
  EXPECT_EQ(rows.head["width"], "1");
  EXPECT_EQ(rows.head["box"], "n=70..300");
  const auto of_kayles = kayles(300);
  for (int64_t n = 70; n <= 300; ++n) {
    ASSERT_EQ(rows.at({n}), of_kayles[static_cast<size_t>(n)]);
  }
  // What can't be compiled: a quantifier.
  std::ofstream(folder.file("my.game"))
      << "game mine(n)\n  -> mine(k)  for k < n  if all(k % d != 0 for d in 2..3)\n";
  ASSERT_EQ(table({"--rules", folder.file("my.game"), "mine", "--upto", "2000", "--format",
                   "packed", "--out", path})
                .status,
            0);
  Packed mine(path);
  std::vector<uint32_t> expected;
  for (uint32_t n = 0; n <= 2000; ++n) {
    uint32_t value = 0;  // the options are 1, 5, 7, 11, …, each of which has those before it
    for (uint32_t k = 0; k < n; ++k) value += k % 2 != 0 && k % 3 != 0;
    expected.push_back(value);
  }
  EXPECT_EQ(mine.cells, expected);
  EXPECT_EQ(folder.entries(), 2u);
}

TEST(TableCommand, WhatPackedFilesRefuse) {
  const Folder folder;
  const std::string path = folder.file("table");
  const auto refused = [&](std::vector<std::string> words, int status, const std::string& message) {
    const Finished run = table(words);
    EXPECT_EQ(run.status, status);
    EXPECT_NE((run.err + run.out).find(message), std::string::npos) << run.err << run.out;
    EXPECT_EQ(folder.entries(), 0u);
  };
  refused({"wythoff", "--format", "packed"}, 2, "a packed table goes to a file: --out FILE");
  refused({"wythoff", "--format", "packed", "--json", "--out", path}, 2, "exclude each other");
  refused({"stones", "--upto", "3", "--format", "packed", "--out", path}, 1,
          "a packed table holds values below 2^32, not ω");
  refused({"wythoff", "--upto", "4000000000", "--format", "packed", "--out", path}, 1, "declined");
  refused({"wythoff", "--upto", "10000000", "--format", "packed", "--out", path}, 2, "can't write");
  refused({"nim", "--box", "n=99999999999999999999..99999999999999999999", "--format", "packed",
           "--out", path},
          1, "declined");
  refused({"wythoff", "--upto", "10", "--format", "packed", "--out", "/no-such-folder/x"}, 2,
          "can't make the folder");
}

/// With running sets, without, and by another engine.
const std::vector<std::vector<std::string>> kKilled = {
    {"wythoff", "--upto", "4000"}, {"euclid", "--upto", "6000"}, {"squares", "--upto", "400000"}};

TEST(TableCommand, KilledAtAnyMomentAPackedFileGoesOn) {
  std::mt19937 random(20261121);
  for (const std::vector<std::string>& game : kKilled) {
    const Folder folder;
    std::vector<std::string> words = {"table"};
    words.insert(words.end(), game.begin(), game.end());
    words.insert(words.end(), {"--format", "packed", "--quiet", "--out"});
    std::vector<std::string> parts = words;
    words.push_back(folder.file("whole"));
    parts.push_back(folder.file("parts"));
    ASSERT_EQ(run_program(GRUNDY_PROGRAM, words).status, 0);
    for (int tries = 0; tries < 4; ++tries) {
      Running run(GRUNDY_PROGRAM, parts);
      std::this_thread::sleep_for(std::chrono::milliseconds(random() % 900));
      run.end_at_once();
      const Finished finished = run.finish();
      EXPECT_TRUE(finished.status == 0 || finished.status == 128 + SIGKILL) << finished.err;
    }
    ASSERT_EQ(run_program(GRUNDY_PROGRAM, parts).status, 0);
    EXPECT_TRUE(contents(folder.file("whole")) == contents(folder.file("parts")));
    EXPECT_EQ(folder.entries(), 2u);
  }
}

TEST(TableCommand, WhatIsKeptOfAPackedFile) {
  const Folder folder;
  const std::string path = folder.file("table");
  const std::vector<std::string> whole = {"euclid",  "--upto",    "15000", "--format", "packed",
                                          "--quiet", "--threads", "1",     "--out",    path};
  // Interrupted as soon as enough is kept for a byte of it to be damaged.
  const auto kept = [&] {
    const std::string state = contents(path + ".part/state");
    const size_t at = state.find("\nkept ");
    return at != std::string::npos && std::strtoull(state.c_str() + at + 6, nullptr, 10) > 10'000;
  };
  std::vector<std::string> command = {"table"};
  command.insert(command.end(), whole.begin(), whole.end());
  Running interrupted(GRUNDY_PROGRAM, command);
  interrupted.wait_until(kept);
  interrupted.interrupt();
  const Finished first = interrupted.finish();
  ASSERT_EQ(first.status, 1) << first.err;
  EXPECT_NE(first.err.find("positions are kept in '" + path +
                           ".part', and the same command goes on from there"),
            std::string::npos)
      << first.err;
  EXPECT_FALSE(std::filesystem::exists(path));
  const auto refused = [&](const std::vector<std::string>& words, const std::string& message) {
    const Finished run = table(words);
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.err.find(message), std::string::npos) << run.err;
  };
  std::vector<std::string> other = whole;
  other[2] = "12000";
  refused(other, "keeps the beginning of another table");
  // A byte is changed, and changed back.
  for (const auto& entry : std::filesystem::directory_iterator(path + ".part")) {
    const std::string file = entry.path().string();
    for (const std::streamoff place : {30, 4200}) {
      if (static_cast<uint64_t>(place) >= std::filesystem::file_size(file)) continue;
      std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
      bytes.seekg(place);
      const char old = static_cast<char>(bytes.get());
      if (!file.ends_with("state") && place < 4096) continue;
      bytes.seekp(place);
      bytes.put(static_cast<char>(old ^ 1));
      bytes.flush();
      refused(whole, "is damaged");
      bytes.seekp(place);
      bytes.put(old);
    }
  }
  EXPECT_EQ(table(whole).status, 0);
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST(TableCommand, PackedFilesOnAFullDisk) {
  const Folder folder;
  const std::string path = folder.file("table");
  // Blocks of 512 bytes: the cells of a byte each have room, those of two bytes have none.
  const Finished run =
      run_program("/bin/sh", {"-c", "ulimit -f 300; \"$0\" \"$@\"", GRUNDY_PROGRAM, "table", "nim",
                              "--upto", "100000", "--format", "packed", "--out", path});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("File too large"), std::string::npos) << run.err;
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(table({"nim", "--upto", "100000", "--format", "packed", "--out", path}).status, 0);
  Packed all(path);
  for (int64_t n = 0; n <= 100000; ++n) {
    ASSERT_EQ(all.at({n}), n);
  }
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
      expected +=
          std::to_string(a) + "," + std::to_string(b) + "," + std::to_string(values[a][b]) + "\n";
    }
  }
  EXPECT_EQ(csv.out, expected);
  const nlohmann::json json =
      nlohmann::json::parse(table({"wythoff", "--json", "--upto", "20"}).out);
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
  EXPECT_TRUE(table({"wythoff"})
                  .out.starts_with("Grundy values of wythoff(a, b) for a = 0..10, b = 0..10\n"));
  EXPECT_TRUE(
      table({"chomp3"})
          .out.starts_with("Grundy values of chomp3(a, b, c) for a = 0..5, b = 0..5, c = 0..5\n"));
  EXPECT_EQ(table({"subtract[{1, 2}]", "--upto", "7", "--format", "bfile"}).out,
            "0 0\n1 1\n2 2\n3 0\n4 1\n5 2\n6 0\n7 1\n");
  // Other names for one game.
  const std::string dawson = table({"dawson", "--upto", "40", "--format", "bfile"}).out;
  EXPECT_EQ(dawson, table({"octal[0.137]", "--upto", "40", "--format", "bfile"}).out);
  EXPECT_GT(dawson.size(), 100U);
}

TEST(TableCommand, NumbersOfAnySize) {
  EXPECT_EQ(
      table({"nim", "--format", "bfile", "--box", "n=99999999999999999999..100000000000000000000"})
          .out,
      "99999999999999999999 99999999999999999999\n100000000000000000000 100000000000000000000\n");
  const Finished engine = table({"wythoff", "--box", "a=0,b=99999999999999999999"});
  EXPECT_EQ(engine.status, 1);
  EXPECT_NE(engine.err.find("declined"), std::string::npos) << engine.err;
}

TEST(TableCommand, TooLargeTablesAreRefusedBeforehand) {
  const Finished run = table({"nim", "--upto", "100000000", "--memory-limit", "100MiB"});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(run.err.starts_with("error: a table of 100000001 positions would need ")) << run.err;
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
  EXPECT_EQ(refusal({"kayles", "--upto", "x"}),
            "error: --upto takes a natural number such as 20 or 10^6, not 'x'\n");
  EXPECT_EQ(refusal({"kayles", "--upto", "5", "--box", "n=3"}),
            "error: --box and --upto exclude each other: both say of which positions\n");
  EXPECT_EQ(refusal({"kayles", "--box", "m=3"}),
            "box:1:1: error: 'kayles' has no coordinate 'm'; its only one is n\n  m=3\n  ^\n");
  EXPECT_NE(refusal({"kyles"}).find("did you mean 'kayles'?"), std::string::npos);
  EXPECT_NE(refusal({"kayles", "--format", "xml"}), "");
  EXPECT_NE(refusal({"kayles", "--play", "misere", "--format", "packed"}).find("outcomes only"),
            std::string::npos);
  EXPECT_NE(refusal({"kayles", "--genus"}).find("--play misere"), std::string::npos);
  EXPECT_NE(refusal({"kayles", "--play", "misere", "--genus", "--format", "svg"}).find("outcomes"),
            std::string::npos);
  EXPECT_NE(refusal({"wythoff", "--format", "bfile"}).find("a and b vary"), std::string::npos);
  EXPECT_NE(refusal({"chomp3", "--format", "svg"}).find("--box 'a=0,b=0..5,c=0..5'"),
            std::string::npos);
  const Finished json = table({"--json", "kayles", "--box", "n=4..2"});
  EXPECT_EQ(json.status, 2);
  EXPECT_EQ(nlohmann::json::parse(json.out)["error"]["messages"][0]["message"],
            "this range is reversed; did you mean 2..4?");
}

TEST(TableCommand, FilesAreWholeOrAbsent) {
  const std::string path = fresh_path("table.csv");
  const Finished run = table({"wythoff", "--box", "a=0..4000,b=0..4000", "--format", "csv", "--out",
                              path, "--time-limit", "0.01"});
  EXPECT_EQ(run.status, 1);
  struct stat info {};
  EXPECT_NE(stat(path.c_str(), &info), 0) << "a file in spite of the refusal";
  EXPECT_EQ(table({"kayles", "--format", "csv", "--out", path}).status, 0);
  EXPECT_EQ(contents(path), table({"kayles", "--format", "csv"}).out);
  EXPECT_EQ(table({"kyles", "--out", path}).status, 2);
  EXPECT_EQ(contents(path), table({"kayles", "--format", "csv"}).out)
      << "a failure leaves the old file";
  unlink(path.c_str());
  EXPECT_EQ(table({"kayles", "--out", "/no/such/folder/file"}).status, 2);
}

/// By the quotient, and by genera where there is none.
TEST(TableCommand, MisereOutcomesAndGenera) {
  const std::string far = table({"kayles", "--play", "misere", "--format", "csv", "--box",
                                 "n=1000000000000000040..1000000000000000041"})
                              .out;
  EXPECT_EQ(far, "n,outcome\n1000000000000000040,N\n1000000000000000041,N\n");
  EXPECT_EQ(table({"kayles", "--play", "misere", "--genus", "--format", "csv", "--upto", "5"}).out,
            "n,genus\n0,0^120\n1,1^031\n2,2^20\n3,3^31\n4,1^031\n5,4^146\n");
  EXPECT_EQ(
      table({"half", "--play", "misere", "--genus", "--format", "csv", "--box", "n=20..20"}).out,
      "n,genus\n20,\"10^10,8\"\n");
  EXPECT_EQ(table({"wythoff", "--play", "misere", "--format", "json", "--upto", "1"}).out,
            "{\"game\": \"wythoff\", \"coordinates\": [\"a\", \"b\"], \"box\": [[0, 1], [0, 1]], "
            "\"outcomes\": "
            "[[[0, 0], \"N\"], [[0, 1], \"P\"], [[1, 0], \"P\"], [[1, 1], \"N\"]]}\n");
}

}  // namespace
