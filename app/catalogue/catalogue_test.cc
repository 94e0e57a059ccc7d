#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "catalogue/classes.h"
#include "catalogue/codes.h"
#include "catalogue/merge.h"
#include "catalogue/run.h"
#include "check/check.h"

namespace grundy::catalogue {
namespace {

namespace fs = std::filesystem;

HeapCode code_of(const std::string& text) { return *parse_heap_code(text); }

std::vector<std::string> family(std::string_view text) {
  std::vector<std::string> result;
  const auto codes = parse_families(text);
  for (const HeapCode& code : *codes) result.push_back(code.text());
  return result;
}

TEST(Families, CodesAndFamilies) {
  EXPECT_EQ(family("octal<=1"),
            (std::vector<std::string>{"0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"}));
  EXPECT_EQ(family("octal4<=1").front(), "4.0");
  EXPECT_EQ(family("octal4<=1").back(), "4.7");
  EXPECT_EQ(family("hex<=1").size(), 16u);
  EXPECT_EQ(family("hex<=1").back(), "0.F");
  EXPECT_EQ(family(" 4!.0  .77 0.770 octal<=0 "),
            (std::vector<std::string>{"4!.0", "0.77", "0.0"}));
  const std::vector<std::string> three = family("octal<=3");
  EXPECT_EQ(three.size(), 512u);
  EXPECT_EQ(three[8], "0.01");
  EXPECT_EQ(three.back(), "0.777");
}

TEST(Families, WhatIsNone) {
  for (const char* text :
       {"", "  ", "octal<=", "octal<=x", "octal<=-1", "octal8<=2", "nim<=3", "0.7<=3", "octal<=9",
        "octal<=99999999999999999999", "0.77,0.07", "kayles"}) {
    const auto result = parse_families(text);
    ASSERT_FALSE(result) << text;
    EXPECT_EQ(result.error().kind, Error::Kind::input) << text;
  }
}

class CatalogueTest : public ::testing::Test {
 private:
  const std::string path_ =
      (fs::temp_directory_path() / ("grundy-catalogue-" + std::to_string(getpid()))).string();

 protected:
  ~CatalogueTest() override {
    for (const char* end : {"", "-wal", "-shm", "-journal"}) fs::remove(path_ + end);
  }
  const std::string& path() const { return path_; }
  Catalogue open(Catalogue::Open how = Catalogue::Open::create) const {
    auto catalogue = Catalogue::open(path_, how);
    EXPECT_TRUE(catalogue) << catalogue.error().message();
    return *std::move(catalogue);
  }
  /// What SQLite itself does with the file.
  void execute(const char* sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
    sqlite3_close(database);
  }
  /// Works these out on one core.
  Attempt<void> run(std::string_view codes, uint64_t upto, double seconds = 0) const {
    Budget budget;
    budget.set_threads(1);
    Catalogue catalogue = open();
    return run_catalogue(catalogue, *parse_families(codes), upto, seconds, budget,
                         [](const std::string&) {});
  }
};

/// What describes a game, computed by itself.
CatalogueGame described(const std::string& code, uint64_t upto) {
  Budget budget;
  heap::Run run(code_of(code));
  EXPECT_TRUE(run.advance(upto + 1, budget));
  return describe(run, 0);
}

void expect_same(const CatalogueGame& a, const CatalogueGame& b) {
  EXPECT_EQ(a.code, b.code);
  EXPECT_EQ(a.period, b.period);
  EXPECT_EQ(a.shows, b.shows);
  EXPECT_EQ(a.exceptions, b.exceptions);
  EXPECT_EQ(a.last_exception, b.last_exception);
  EXPECT_EQ(a.upto, b.upto);
  EXPECT_EQ(a.largest, b.largest);
  EXPECT_EQ(a.largest_at, b.largest_at);
  EXPECT_EQ(a.rares, b.rares);
  EXPECT_EQ(a.last_rare, b.last_rare);
  EXPECT_EQ(a.kernel, b.kernel);
  EXPECT_EQ(a.certificate, b.certificate);
  EXPECT_EQ(a.prefixes, b.prefixes);
}

TEST_F(CatalogueTest, GivesBackWhatItKeeps) {
  const CatalogueGame kayles = described("0.77", 1000);
  EXPECT_EQ(kayles.period, (heap::Period{71, 12}));
  EXPECT_EQ(kayles.exceptions, 14u);  // Winning Ways, chapter 4
  EXPECT_EQ(kayles.last_exception, 70u);
  EXPECT_EQ(kayles.prefixes.size(), 21u);
  CatalogueGame open_game = described("0.06", 5000);
  EXPECT_FALSE(open_game.period);
  EXPECT_EQ(open_game.prefixes.size(), 13u);
  open_game.certificate = "a \"file\", with commas";
  CatalogueGame conjectured = described("0.07", 100);
  conjectured.shows = heap::Regularity{20, 7, 3, {1, 4}, {{2, 1}, {5, 0}}};
  conjectured.code = "0.2048";
  {
    Catalogue catalogue = open();
    ASSERT_TRUE(catalogue.put(std::vector{kayles, open_game, conjectured}));
  }
  const Catalogue catalogue = open(Catalogue::Open::existing);
  expect_same(**catalogue.find("0.77"), kayles);
  expect_same(**catalogue.find("0.06"), open_game);
  EXPECT_FALSE(catalogue.find("0.07")->has_value());
  expect_same(**catalogue.find("0.2048"), conjectured);
  EXPECT_EQ(catalogue.games()->size(), 3u);
  EXPECT_EQ(catalogue.games("conjectured")->at(0).code, "0.2048");
  EXPECT_EQ(catalogue.games("open")->at(0).code, "0.06");
  EXPECT_EQ(catalogue.games("periodic")->at(0).code, "0.77");
}

TEST_F(CatalogueTest, NeverForgets) {
  Catalogue catalogue = open();
  const CatalogueGame far = described("0.06", 3000);
  ASSERT_TRUE(catalogue.put(std::vector{far}));
  ASSERT_TRUE(catalogue.put(std::vector{described("0.06", 1000)}));
  EXPECT_EQ((*catalogue.find("0.06"))->upto, far.upto);
  const CatalogueGame farther = described("0.06", 6000);
  ASSERT_TRUE(catalogue.put(std::vector{farther}));
  expect_same(**catalogue.find("0.06"), farther);
}

TEST_F(CatalogueTest, OtherFilesAreRefused) {
  EXPECT_NE(Catalogue::open(path(), Catalogue::Open::existing)
                .error()
                .message()
                .find("there is no catalogue"),
            std::string::npos);
  for (const std::string& text : {std::string("no database"), std::string(5000, 'x')}) {
    std::ofstream(path()) << text;
    for (const auto how : {Catalogue::Open::existing, Catalogue::Open::create}) {
      const auto opened = Catalogue::open(path(), how);
      ASSERT_FALSE(opened);
      EXPECT_NE(opened.error().message().find("file is not a database"), std::string::npos);
    }
    fs::remove(path());
  }
  std::ofstream(path()).close();
  const auto empty = Catalogue::open(path(), Catalogue::Open::existing);
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().message(),
            "the file '" + path() + "' is no catalogue that this program knows");
  EXPECT_FALSE(Catalogue::open("/no-such-folder/x", Catalogue::Open::create));
}

TEST_F(CatalogueTest, ANewerFileIsRefused) {
  open();
  execute("PRAGMA user_version = 3");
  for (const auto how : {Catalogue::Open::existing, Catalogue::Open::create}) {
    const auto opened = Catalogue::open(path(), how);
    ASSERT_FALSE(opened);
    EXPECT_EQ(
        opened.error().message(),
        "the catalogue '" + path() + "' is of version 3, and this program knows those up to 2");
  }
}

/// A file of version 1 goes on as one of version 2; certificates that it has not yet are added.
TEST_F(CatalogueTest, AnOlderFileGoesOn) {
  execute(R"(
PRAGMA application_id = 1735552612;
PRAGMA user_version = 1;
CREATE TABLE games (
  code TEXT PRIMARY KEY,
  same_as TEXT,
  status TEXT NOT NULL CHECK (status IN ('periodic', 'open')),
  preperiod INTEGER,
  period INTEGER,
  saltus INTEGER,
  exceptions INTEGER,
  last_exception INTEGER,
  largest INTEGER NOT NULL,
  largest_at INTEGER NOT NULL,
  rares INTEGER,
  last_rare INTEGER,
  upto INTEGER NOT NULL,
  kernel TEXT NOT NULL,
  seconds REAL NOT NULL,
  certificate TEXT,
  CHECK ((status = 'periodic') = (period IS NOT NULL))
) WITHOUT ROWID;
CREATE TABLE prefixes (
  code TEXT NOT NULL REFERENCES games (code),
  k INTEGER NOT NULL,
  checksum TEXT NOT NULL,
  PRIMARY KEY (code, k)
) WITHOUT ROWID;
INSERT INTO games VALUES ('0.06', NULL, 'open', NULL, NULL, NULL, NULL, NULL, 9, 8, 7, 6, 255, 'dense', 0.5, NULL);
INSERT INTO games VALUES ('0.77', NULL, 'periodic', 71, 12, 0, 14, 70, 9, 84, NULL, NULL, 255, 'dense', 0.5, NULL);
INSERT INTO games VALUES ('0.771', '0.77', 'periodic', 71, 12, 0, 14, 70, 9, 84, NULL, NULL, 255, 'dense', 0.5, NULL);
INSERT INTO prefixes VALUES ('0.77', 0, '00000000000000ff');
)");
  const CatalogueGame before = **open(Catalogue::Open::existing).find("0.77");
  EXPECT_EQ(before.period, (heap::Period{71, 12}));
  EXPECT_EQ(before.last_exception, 70u);
  EXPECT_EQ(before.prefixes, std::vector<uint64_t>{0xFF});
  EXPECT_FALSE(before.certificate);
  ASSERT_TRUE(run("0.77 0.771 0.06", 255));
  const Catalogue catalogue = open(Catalogue::Open::existing);
  for (const char* code : {"0.77", "0.771"}) {
    const CatalogueGame game = **catalogue.find(code);
    ASSERT_TRUE(game.certificate) << code;
    EXPECT_NE(game.certificate->find(std::string("\ncode ") + code + "\n"), std::string::npos)
        << *game.certificate;
    EXPECT_EQ(game.seconds, 0.5);  // the values were not computed again
    EXPECT_EQ(game.upto, 255u);
  }
  EXPECT_EQ((*catalogue.find("0.771"))->same_as, "0.77");
  EXPECT_EQ((*catalogue.find("0.06"))->last_rare, 6u);
  EXPECT_EQ((*catalogue.find("0.77"))->prefixes, before.prefixes);
}

/// The whole small world of octal codes of two digits: each game is as if computed alone.
TEST_F(CatalogueTest, ARunKnowsEveryGame) {
  ASSERT_TRUE(run("octal<=2 4.3", 1023));
  Catalogue catalogue = open(Catalogue::Open::existing);
  EXPECT_EQ(catalogue.games()->size(), 65u);
  size_t others = 0;
  const auto games = catalogue.games();
  for (const CatalogueGame& game : *games) {
    SCOPED_TRACE(game.code);
    const CatalogueGame alone = described(game.code, 1023);
    EXPECT_EQ(game.period, alone.period);
    EXPECT_EQ(game.exceptions, alone.exceptions);
    EXPECT_EQ(game.largest, alone.largest);
    EXPECT_EQ(game.prefixes, alone.prefixes);
    others += game.same_as ? 1 : 0;
  }
  EXPECT_EQ(others, 14u);
  // Further on from there, and more games.
  ASSERT_TRUE(run("octal<=2 0.067", 2000));
  EXPECT_GE((*catalogue.find("0.06"))->upto, 2000u);
  EXPECT_EQ((*catalogue.find("0.06"))->prefixes, described("0.06", 2000).prefixes);
  EXPECT_EQ(catalogue.games()->size(), 67u);
  EXPECT_EQ((*catalogue.find("0.067"))->same_as, "0.064");
  // Nothing is left to do.
  const double before = (*catalogue.find("0.06"))->seconds;
  ASSERT_TRUE(run("octal<=2", 2000));
  EXPECT_EQ((*catalogue.find("0.06"))->seconds, before);
}

/// 0.771 differs from 0.77 by a move that changes no value.
TEST_F(CatalogueTest, EqualCodesLearnWhatIsProved) {
  ASSERT_TRUE(run("0.77", 1023));
  CatalogueGame open_game = described("0.771", 15);
  open_game.same_as = "0.77";
  ASSERT_FALSE(open_game.period);
  const auto expect_learnt = [](const Catalogue& catalogue) {
    const CatalogueGame learnt = **catalogue.find("0.771");
    EXPECT_EQ(learnt.same_as, "0.77");
    ASSERT_TRUE(learnt.period && learnt.certificate);
    EXPECT_EQ(learnt.period, (*catalogue.find("0.77"))->period);
    const auto judged = check_certificate(*learnt.certificate, judge_by_isl, Budget());
    ASSERT_TRUE(judged.ok());
    EXPECT_TRUE(judged->accepted) << judged->reason;
    EXPECT_NE(learnt.certificate->find("code[0.771](n)"), std::string::npos);
  };
  const std::string other = path() + ".other";
  {
    auto whole = Catalogue::open(other, Catalogue::Open::create);
    ASSERT_TRUE(whole);
    ASSERT_TRUE(whole->put(std::vector{open_game}));
    Budget budget;
    ASSERT_TRUE(merge_catalogue(*whole, open(), "part", false, budget));
    expect_learnt(*whole);
  }
  fs::remove(other);
  ASSERT_TRUE(open().put(std::vector{open_game}));
  ASSERT_TRUE(run("0.77 0.771", 1023));
  expect_learnt(open());
}

TEST_F(CatalogueTest, ARunEndsWhenItsTimeIsOver) {
  ASSERT_TRUE(run("0.06 0.77", 0, 0.3));
  Catalogue catalogue = open(Catalogue::Open::existing);
  EXPECT_TRUE((*catalogue.find("0.77"))->period);
  EXPECT_GE((*catalogue.find("0.06"))->upto, 4095u);
}

TEST(Classes, ByTheirChecksums) {
  std::vector<CatalogueGame> games;
  for (const char* code : {"0.05", "0.161", "0.2", "0.36", "0.6", "0.61", "0.64", "0.77"})
    games.push_back(described(code, 2047));
  games[5].same_as = "0.6";
  const Classes found = classes_of(games);
  ASSERT_EQ(found.equal.size(), 2u);
  EXPECT_EQ(found.equal[0].games[0]->code, "0.05");
  EXPECT_EQ(found.equal[0].games[1]->code, "0.2");
  EXPECT_TRUE(found.equal[0].proved);
  EXPECT_EQ(found.equal[1].games[0]->code, "0.6");
  EXPECT_EQ(found.equal[1].games[1]->code, "0.61");
  EXPECT_TRUE(found.equal[1].proved);
  ASSERT_EQ(found.near.size(), 1u);
  EXPECT_EQ(found.near[0].a->code, "0.161");
  EXPECT_EQ(found.near[0].b->code, "0.36");
  EXPECT_EQ(found.near[0].end, 1024u);
}

TEST(Classes, OpenGamesAreEqualAsFarAsTheyAreKnown) {
  std::vector<CatalogueGame> games = {described("0.161", 300), described("0.36", 3000)};
  Classes found = classes_of(games);
  ASSERT_EQ(found.equal.size(), 1u);
  EXPECT_FALSE(found.equal[0].proved);
  EXPECT_EQ(found.equal[0].upto, 255u);
  games[0] = described("0.161", 700);
  found = classes_of(games);
  EXPECT_TRUE(found.equal.empty() || found.equal[0].upto == 511u);
}

TEST(Classes, ComparedByValues) {
  Budget budget;
  using Kind = SequenceComparison::Kind;
  const auto compare = [&](const char* a, const char* b, uint64_t upto) {
    return *compare_games(code_of(a), code_of(b), upto, budget);
  };
  EXPECT_EQ(compare("0.161", "0.36", 65535).kind, Kind::differ);
  EXPECT_EQ(compare("0.161", "0.36", 65535).at, 519u);
  EXPECT_EQ(compare("0.161", "0.36", 518).kind, Kind::alike);
  EXPECT_EQ(compare("0.161", "0.36", 519).kind, Kind::differ);
  EXPECT_EQ(compare("0.05", "0.2", 65535).kind, Kind::same);
  EXPECT_EQ(compare("0.64", "0.67", 10).kind, Kind::same);
  EXPECT_EQ(compare("0.3", "0.33", 65535).kind, Kind::differ);
  EXPECT_EQ(compare("0.3", "0.33", 65535).at, 2u);
  EXPECT_EQ(compare("0.06", "0.06", 0).kind, Kind::same);
  EXPECT_EQ(compare("0.06", "0.07", 0).kind, Kind::alike);
}

}  // namespace
}  // namespace grundy::catalogue
