// The shipped results, data/octal3.csv and others: complete, and equal to a computation where that
// is quick.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>

#include "catalogue/database.h"
#include "check/check.h"
#include "check/quotient.h"
#include "check/text.h"
#include "engine/heap/redundant.h"

namespace grundy::catalogue {
namespace {

using Row = std::map<std::string, std::string>;

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == ',') {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

/// A file of results: all octal games of so many digits.
struct Results {
  unsigned digits;
  size_t step;             // of so many games one is computed anew
  uint64_t least_of_open;  // every open game is known as far

  std::string name(const std::string& ending) const {
    return fmt::format("octal{}.{}", digits, ending);
  }
};
constexpr Results kThree{3, 1, 65'535};
constexpr Results kFour{4, 8, 16'383};

std::vector<Row> rows(const Results& results) {
  std::ifstream file(GRUNDY_SOURCE_DIR "/data/" + results.name("csv"));
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> names = split(line);
  std::vector<Row> result;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = split(line);
    EXPECT_EQ(cells.size(), names.size()) << line;
    if (cells.size() != names.size()) break;
    Row& row = result.emplace_back();
    for (size_t i = 0; i < names.size(); ++i) row[names[i]] = cells[i];
  }
  return result;
}

TEST(Data, EveryOctalGameOnce) {
  for (const Results& results : {kThree, kFour}) {
    std::set<std::string> expected;
    for (unsigned digits = 0; digits < 1u << 3 * results.digits; ++digits)
      expected.insert(parse_heap_code(fmt::format("0.{:0{}o}", digits, results.digits))->text());
    std::set<std::string> found;
    for (Row& row : rows(results)) {
      EXPECT_TRUE(found.insert(row["code"]).second) << row["code"];
      const std::string simplest = heap::without_redundant(*parse_heap_code(row["code"])).text();
      EXPECT_EQ(row["same_as"], simplest == row["code"] ? "" : simplest);
    }
    EXPECT_EQ(found, expected);
  }
}

void compare_with_values(Row& row) {
  Budget budget;
  heap::Run run(*parse_heap_code(row["code"]));
  ASSERT_TRUE(run.advance(std::stoull(row["upto"]) + 1, budget));
  const CatalogueGame game = describe(run, 0);
  ASSERT_TRUE(game.period);
  EXPECT_EQ(row["status"], "periodic");
  EXPECT_EQ(row["preperiod"], std::to_string(game.period->preperiod));
  EXPECT_EQ(row["period"], std::to_string(game.period->period));
  EXPECT_EQ(row["exceptions"], std::to_string(game.exceptions));
  EXPECT_EQ(row["last_exception"], game.last_exception ? std::to_string(*game.last_exception) : "");
  EXPECT_EQ(row["largest"], std::to_string(game.largest));
  EXPECT_EQ(row["largest_at"], std::to_string(game.largest_at));
}

/// All games but those of more than some thousand values.
TEST(Data, ComputedAnew) {
  constexpr uint64_t kQuick = 16'383;
  for (const Results& results : {kThree, kFour}) {
    size_t count = 0, computed = 0;
    for (Row& row : rows(results)) {
      SCOPED_TRACE(row["code"]);
      const uint64_t upto = std::stoull(row["upto"]);
      EXPECT_GE(upto, row["status"] == "open" ? results.least_of_open : 255u);
      if (upto >= kQuick || !row["same_as"].empty() || count++ % results.step != 0) continue;
      ++computed;
      compare_with_values(row);
    }
    EXPECT_GT(computed, 60u);
    EXPECT_GT(count, 140u);
  }
}

/// The long periods of Flammenkamp's table of octal games.
TEST(Data, PublishedPeriods) {
  std::map<std::string, std::string> law;
  for (Row& row : rows(kThree)) law[row["code"]] = row["preperiod"] + " " + row["period"];
  EXPECT_EQ(law["0.106"], "465384263797 328226140474");
  EXPECT_EQ(law["0.104"], "197769598 11770282");
  EXPECT_EQ(law["0.454"], "160949019 60620715");
  EXPECT_EQ(law["0.054"], "193235616 10015179");
  EXPECT_EQ(law["0.354"], "10061916 1180");
  EXPECT_EQ(law["0.56"], "326640 144");
  EXPECT_EQ(law["0.16"], "105351 149459");
  EXPECT_EQ(law["0.127"], "46578 4");
}

/// The certificates of a file: in octal3.certs and octal4.certs they stand in the order of the
/// games.
std::vector<std::string> certificates(const std::string& name) {
  std::ifstream file(GRUNDY_SOURCE_DIR "/data/" + name);
  std::vector<std::string> result;
  for (std::string line; std::getline(file, line);) {
    if (line == "grundy-certificate 1") result.emplace_back();
    if (result.empty()) break;
    result.back() += line + "\n";
  }
  return result;
}

/// Every solved game has its own; those of short tables are checked.
TEST(Data, Certificates) {
  constexpr int64_t kQuick = 10'000;
  const std::vector<std::string> longest =
      certificates("octal106.cert");  // two hours to check: by itself
  for (const Results& results : {kThree, kFour}) {
    const std::vector<std::string> all = certificates(results.name("certs"));
    size_t next = 0, checked = 0;
    for (Row& row : rows(results)) {
      SCOPED_TRACE(row["code"]);
      if (row["status"] == "open") {
        EXPECT_EQ(row["certificate"], "");
        continue;
      }
      const bool by_itself = row["code"] == "0.106";
      ASSERT_LT(by_itself ? 0 : next, by_itself ? longest.size() : all.size());
      const std::string& text = by_itself ? longest[0] : all[next++];
      Certificate certificate;
      Judgement judgement;
      ASSERT_TRUE(read_certificate(text, certificate, judgement)) << judgement.reason;
      EXPECT_EQ(certificate.code, row["code"]);
      EXPECT_EQ(row["certificate"],
                certificate.kind == Certificate::Kind::heap ? "heap" : "window");
      ASSERT_EQ(certificate.preperiod.numbers.size() + certificate.period.numbers.size(), 2);
      EXPECT_EQ(std::to_string(certificate.preperiod.numbers[0]), row["preperiod"]);
      EXPECT_EQ(std::to_string(certificate.period.numbers[0]), row["period"]);
      if (certificate.preperiod.numbers[0] + certificate.period.numbers[0] > kQuick ||
          next % results.step != 0)
        continue;
      ++checked;
      const Budget budget;
      const Attempt<Judgement> judged = check_certificate(text, judge_by_isl, budget);
      ASSERT_TRUE(judged);
      EXPECT_TRUE(judged->accepted) << judged->reason;
    }
    EXPECT_EQ(next, all.size());
    EXPECT_GT(checked, 200u);
  }
}

/// The value of a single board.
TEST(Data, NodeKaylesOnSevenRowsOfSeven) {
  const std::vector<std::string> all = certificates("node_kayles_7x7.cert");
  ASSERT_EQ(all.size(), 1u);
  const Budget budget;
  const Attempt<Judgement> judged = check_certificate(all[0], judge_by_isl, budget);
  ASSERT_TRUE(judged);
  EXPECT_TRUE(judged->accepted) << judged->reason;
}

/// Misère quotients: each code once, those that are proved with their certificates, of which the
/// small ones are checked.
TEST(Data, MisereQuotients) {
  constexpr int64_t kSmallOrder = 20;
  constexpr size_t kShortTable = 60;
  std::ifstream file(GRUNDY_SOURCE_DIR "/data/misere3.csv");
  const std::vector<std::string> all = certificates("misere3.certs");
  std::string line;
  ASSERT_TRUE(std::getline(file, line));
  EXPECT_EQ(line,
            "code,status,order,p_portion,preperiod,period,tame,heaps,reason,seconds,certificate");
  std::map<std::string, std::string> orders;
  size_t next = 0;
  int checked = 0;
  while (std::getline(file, line)) {
    SCOPED_TRACE(line);
    const std::vector<std::string> cells = split(line);
    ASSERT_GE(cells.size(), 11U);
    EXPECT_TRUE(orders.emplace(cells[0], cells[2]).second);
    EXPECT_EQ(cells[2].empty(), cells[1] != "proved");
    if (cells.back().empty()) continue;
    EXPECT_EQ(cells[1], "proved");
    ASSERT_LT(next, all.size());
    const Attempt<QuotientCertificate> certificate = quotient_in(all[next++]);
    ASSERT_TRUE(certificate);
    EXPECT_EQ(certificate->code, cells[0]);
    EXPECT_EQ(std::to_string(certificate->order), cells[2]);
    EXPECT_EQ(std::to_string(certificate->lost.size()), cells[3]);
    EXPECT_EQ(std::to_string(certificate->preperiod), cells[4]);
    EXPECT_EQ(std::to_string(certificate->period), cells[5]);
    if (certificate->order > kSmallOrder || certificate->values.size() > kShortTable) continue;
    ++checked;
    const Budget budget;
    const Attempt<Judgement> judged = check_certificate(all[next - 1], judge_by_isl, budget);
    ASSERT_TRUE(judged);
    EXPECT_TRUE(judged->accepted) << judged->reason;
  }
  EXPECT_EQ(next, all.size());
  EXPECT_EQ(orders.size(), 576U);
  EXPECT_GE(next, 238U);
  EXPECT_GT(checked, 150);
  EXPECT_EQ(orders["0.123"], "20");
  EXPECT_EQ(orders["0.77"], "40");
  EXPECT_EQ(orders["0.75"], "8");
  EXPECT_EQ(orders["0.644"], "172");
}

}  // namespace
}  // namespace grundy::catalogue
