// grundy catalogue through the program.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "run_program.h"

namespace {

namespace fs = std::filesystem;

using grundy::test::expect_refused;
using grundy::test::Finished;
using grundy::test::fresh_path;
using grundy::test::kAnswered;
using grundy::test::kNotKnown;
using grundy::test::kWrongInput;
using grundy::test::run_program;
using grundy::test::Running;
using grundy::test::Words;

/// A catalogue of its own.
class CatalogueProgram : public ::testing::Test {
 protected:
  ~CatalogueProgram() override {
    for (const char* end : {"", "-wal", "-shm"}) fs::remove(path_ + end);
  }
  Words words(Words all) const {
    if (all[0] != "compare") all.insert(all.end(), {"--file", path_});  // it reads no catalogue
    all.insert(all.begin(), {"catalogue", "--quiet"});
    return all;
  }
  Finished catalogue(const Words& all) const { return run_program(GRUNDY_PROGRAM, words(all)); }

 private:
  const std::string path_ = fresh_path("catalogue");
};

TEST_F(CatalogueProgram, RunShowExport) {
  EXPECT_EQ(
      catalogue({"run", "--codes", "0.77 0.771 0.06 0.0", "--upto", "1000", "--threads", "2"}).out,
      "4 games: 3 periodic, 1 open\n");
  EXPECT_EQ(catalogue({"run", "--json", "--codes", "0.77 0.06", "--upto", "1000"}).out,
            "{\"games\": 2, \"periodic\": 1, \"arithmetic\": 0, \"conjectured\": 0, \"open\": 1, "
            "\"not_begun\": 0}\n");
  const std::string kayles = catalogue({"show", ".770"}).out;
  EXPECT_TRUE(kayles.starts_with(
      "0.77\n  Take 1 or 2 tokens, leave 0, 1 or 2 heaps.\n  status      periodic, proved by the "
      "theorem of Guy and Smith\n"
      "  period      12 from 71 on\n  exceptions  14, the last at 70\n"
      "  largest     8, first at 27\n"))
      << kayles;
  EXPECT_TRUE(catalogue({"show", "0.771"})
                  .out.starts_with(
                      "0.771\n  Take 1 or 2 tokens, leave 0, 1 or 2 heaps; take 3 tokens, leave 0 "
                      "heaps.\n  same as     0.77, which has fewer moves\n"));
  EXPECT_TRUE(catalogue({"show"}).out.starts_with("4 games: 3 periodic, 1 open\n"));
  const std::string open_games = catalogue({"show", "--status", "open"}).out;
  EXPECT_NE(open_games.find("\n  0.06 "), std::string::npos);
  EXPECT_EQ(open_games.find("0.77"), std::string::npos);
  const std::string json = catalogue({"show", "--json", "--status", "periodic"}).out;
  EXPECT_TRUE(
      json.starts_with("{\"games\": [{\"code\": \"0.0\", \"words\": \"There are no moves.\", "
                       "\"status\": \"periodic\", \"upto\": "))
      << json;
  const std::string csv = catalogue({"export"}).out;
  EXPECT_TRUE(csv.starts_with(
      "code,same_as,status,preperiod,period,saltus,repeats,rulers,exceptions,last_exception,"
      "largest,"
      "largest_at,rares,last_rare,upto,kernel,seconds,certificate\n0.0,,periodic,0,1,0,,,0,,0,0,"))
      << csv;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
  const std::string markdown = catalogue({"export", "--format", "markdown"}).out;
  EXPECT_NE(markdown.find("\n| 0.77 | periodic | 71 | 12 | 0 | 8 |\n"), std::string::npos)
      << markdown;
  EXPECT_EQ(catalogue({"classes"}).out, "0.77 = 0.771: period 12 from 71 on\n");
}

TEST_F(CatalogueProgram, Certificates) {
  ASSERT_EQ(catalogue({"run", "--codes", "0.77 0.771 0.06 0.28", "--upto", "1000"}).out,
            "4 games: 2 periodic, 1 arithmetic, 1 open\n");
  const std::string shown = catalogue({"show", "0.28"}).out;
  EXPECT_TRUE(shown.starts_with(
      "0.28\n  Take 1 token, leave 1 heap; take 2 tokens, leave 3 heaps.\n  status      arithmetic "
      "periodic, proved by the residues of its heaps\n"
      "  period      53 with saltus 16 from 1 on\n"))
      << shown;
  EXPECT_NE(shown.find("\n  certificate kept; `grundy catalogue certificate 0.28` gives it\n"),
            std::string::npos);
  EXPECT_NE(catalogue({"export"}).out.find("\n0.28,,arithmetic,1,53,16,,,1,0,"), std::string::npos);
  // One for each code, those of the same values too; a second run keeps them.
  const std::string all = catalogue({"certificate"}).out;
  EXPECT_EQ(catalogue({"run", "--codes", "0.771 0.28 0.77", "--upto", "1000"}).status, kAnswered);
  EXPECT_EQ(catalogue({"certificate"}).out, all);
  EXPECT_EQ(catalogue({"certificate", "0.771"}).out,
            "grundy-certificate 1\nrule game heap(n) = code[0.771](n)\ngame heap\nkind heap\ncode "
            "0.771\npreperiod "
            "71\nperiod 12\ndigest 3457492723 408791687\nend\n");
  expect_refused(catalogue({"certificate", "0.06"}), kNotKnown,
                 "the catalogue has no certificate of 0.06");
  const std::string path = fresh_path("certs");
  ASSERT_EQ(catalogue({"certificate", "--out", path}).status, kAnswered);
  const Finished checked = run_program(GRUNDY_PROGRAM, {"check", "--quiet", path});
  EXPECT_TRUE(checked.out.starts_with(path + ": 3 certificates accepted\n")) << checked.out;
  // The second one is changed: the line is that of the file.
  std::string bad = all;
  bad.replace(bad.find("period 12"), 9, "period 13");
  std::ofstream(path) << bad;
  const Finished rejected = run_program(GRUNDY_PROGRAM, {"check", "--quiet", path});
  EXPECT_EQ(rejected.status, kNotKnown);
  EXPECT_TRUE(rejected.out.starts_with(path + ":18: rejected: ")) << rejected.out;
  fs::remove(path);
}

/// Misère quotients: kept once, with certificates that the checker takes.
TEST_F(CatalogueProgram, Quotients) {
  const Words run = {"run", "--play", "misere", "--codes", "0.77 0.123 0.3 0.8", "--each", "1000s"};
  const std::string counts = "4 games: 3 proved (1 tame, 2 wild), 1 declined, 0 open\n";
  EXPECT_EQ(catalogue(run).out, counts);
  EXPECT_EQ(catalogue(run).out, counts);
  EXPECT_EQ(catalogue({"run", "--play", "misere", "--json", "--codes", "0.77 0.8"}).out,
            "{\"games\": 2, \"proved\": 1, \"tame\": 0, \"wild\": 1, \"declined\": 1, \"open\": 0, "
            "\"not_begun\": 0}\n");
  EXPECT_EQ(catalogue({"show", "--play", "misere", "0.77"}).out,
            "  code        order   in P        preperiod   period\n"
            "  0.77           40      9  wild         71       12\n");
  const std::string declined = catalogue({"show", "--play", "misere", "--status", "declined"}).out;
  EXPECT_NE(declined.find("quotients are of codes that leave at most two heaps"), std::string::npos)
      << declined;
  const std::string csv = catalogue({"export", "--play", "misere"}).out;
  EXPECT_TRUE(csv.starts_with(
      "code,status,order,p_portion,preperiod,period,tame,heaps,reason,seconds,certificate\n"
      "0.123,proved,20,5,5,5,wild,"))
      << csv;
  // The values of normal play are not touched.
  EXPECT_EQ(catalogue({"show"}).out, "0 games: 0 periodic, 0 open\n");
  const std::string path = fresh_path("certs");
  ASSERT_EQ(catalogue({"certificate", "--play", "misere", "--out", path}).status, kAnswered);
  const Finished checked = run_program(GRUNDY_PROGRAM, {"check", "--quiet", path});
  EXPECT_TRUE(checked.out.starts_with(path + ": 3 certificates accepted\n"))
      << checked.out << checked.err;
  fs::remove(path);
  expect_refused(catalogue({"certificate", "--play", "misere", "0.06"}), kNotKnown,
                 "no certificate of the quotient");
  expect_refused(catalogue({"run", "--play", "misere", "--codes", "0.3", "--upto", "9"}),
                 kWrongInput, "--each");
  expect_refused(catalogue({"run", "--codes", "0.3", "--each", "1s"}), kWrongInput,
                 "--play misere");
}

/// Regularities that nothing proves.
TEST_F(CatalogueProgram, Conjectures) {
  EXPECT_EQ(catalogue({"run", "--codes", "0.77 0.06 0.2048 0.[3]", "--upto", "4000"}).out,
            "4 games: 1 periodic, 2 conjectured, 1 open\n");
  const std::string ruler = catalogue({"show", "0.2048"}).out;
  EXPECT_TRUE(ruler.starts_with(
      "0.2048\n  Take 1 token, leave 1 heap; take 3 tokens, leave 2 heaps; take 4 tokens, leave 3 "
      "heaps.\n  status      conjectured, as far as position "))
      << ruler;
  EXPECT_NE(
      ruler.find("; not proved\n  period      13 with saltus 4 from 6 on\n"
                 "              but for n = 13·k + 2, where g(n) is 4·k and a number that only"),
      std::string::npos)
      << ruler;
  const std::string listed = catalogue({"show", "--status", "conjectured"}).out;
  EXPECT_NE(listed.find("\n  0.2048 "), std::string::npos) << listed;
  EXPECT_NE(listed.find("\n  0.[3] "), std::string::npos) << listed;
  EXPECT_EQ(listed.find("0.06"), std::string::npos) << listed;
  const std::string json = catalogue({"show", "0.2048", "--json"}).out;
  EXPECT_NE(json.find("\"status\": \"conjectured\""), std::string::npos) << json;
  EXPECT_NE(json.find("\"law\": {\"kind\": \"ruler\", \"preperiod\": 6, \"period\": 13, "
                      "\"saltus\": 4, \"repeats\": [], "
                      "\"rulers\": [{\"residue\": 2, \"origin\": 1}]}"),
            std::string::npos)
      << json;
  const std::string csv = catalogue({"export", "--status", "conjectured"}).out;
  EXPECT_NE(csv.find("\n0.2048,,conjectured,6,13,4,,2:1,,,"), std::string::npos) << csv;
  EXPECT_NE(csv.find("\n0.[3],,conjectured,0,1,1,,,,,"), std::string::npos) << csv;
  EXPECT_NE(catalogue({"show"}).out.find("\nThe longest periods that are conjectured:\n"),
            std::string::npos);
}

TEST_F(CatalogueProgram, Compare) {
  const Finished differ = catalogue({"compare", "0.161", "0.36"});
  EXPECT_EQ(differ.status, kNotKnown);
  EXPECT_EQ(differ.out, "0.161 and 0.36 differ first at 519: 2 and 4\n");
  const Finished same = catalogue({"compare", "0.05", "0.2"});
  EXPECT_EQ(same.status, kAnswered);
  EXPECT_EQ(same.out, "0.05 and 0.2 have the same value at every position\n");
  const Finished alike = catalogue({"compare", "--json", "0.161", "0.36", "--upto", "500"});
  EXPECT_EQ(alike.status, kNotKnown);
  EXPECT_EQ(alike.out, "{\"codes\": [\"0.161\", \"0.36\"], \"equal\": null, \"upto\": 500}\n");
}

TEST_F(CatalogueProgram, WhatIsRefused) {
  expect_refused(catalogue({"show"}), kWrongInput, "`grundy catalogue run` makes one");
  expect_refused(catalogue({"run"}), kWrongInput,
                 "no codes are given; an example is --codes 'octal<=3'");
  expect_refused(catalogue({"run", "--codes", "octal<=77"}), kWrongInput,
                 "has more than 100000 games");
  expect_refused(catalogue({"run", "--codes", "0.77", "--budget", "soon"}), kWrongInput,
                 "not 'soon'");
  expect_refused(catalogue({"run", "0.77"}), kWrongInput, "unexpected argument '0.77'");
  expect_refused(catalogue({"rnu"}), kWrongInput,
                 "unknown command 'catalogue rnu'; did you mean 'catalogue run'?");
  expect_refused(catalogue({"compare", "0.77"}), kWrongInput, "expected CODE CODE");
  expect_refused(catalogue({"compare", "0.77", "x"}), kWrongInput, "has no point");
  EXPECT_EQ(catalogue({"run", "--codes", "0.77", "--upto", "100"}).status, kAnswered);
  expect_refused(catalogue({"show", "0.07"}), kNotKnown, "the game 0.07 is not in the catalogue");
}

TEST_F(CatalogueProgram, KilledOrInterruptedItGoesOn) {
  const Words all = words({"run", "--codes", "octal<=2", "--upto", "3000", "--threads", "2"});
  std::mt19937 random(1);
  for (int tries = 0; tries < 8; ++tries) {
    Running run(GRUNDY_PROGRAM, all);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 40'000));
    run.end_at_once();
    run.finish();
  }
  // One that goes on for ever.
  Running endless(GRUNDY_PROGRAM, words({"run", "--codes", "octal<=2"}));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  endless.interrupt();
  const Finished interrupted = endless.finish();
  EXPECT_TRUE(interrupted.status == kNotKnown || interrupted.status == 128 + SIGINT)
      << interrupted.status;
  EXPECT_EQ(run_program(GRUNDY_PROGRAM, all).out, "64 games: 47 periodic, 17 open\n");
  const Finished late = catalogue({"run", "--codes", "octal<=2", "--time-limit", "0.1"});
  expect_refused(late, kNotKnown,
                 "all games that were finished are kept, and the same command goes on");
}

}  // namespace
