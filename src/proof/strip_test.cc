#include "proof/strip.h"

#include <gtest/gtest.h>

#include <random>

#include "check/check.h"
#include "language/rulebook.h"
#include "reference/frieze_board.h"
#include "session/session.h"

namespace grundy {
namespace {

/// A rulebook with a game `g`, or the built-in games.
Attempt<StripTheorem> proved_strip(const std::string& rule, const std::string& family) {
  Rulebook book;
  EXPECT_TRUE(rule.empty() || book.load_text("test", rule).ok()) << rule;
  const auto found = book.rule(family.substr(0, family.find('(')));
  EXPECT_TRUE(found.ok());
  Budget budget;
  return prove_strip(**found, family, budget);
}

Judgement judged_strip(const std::string& text) {
  const Budget budget;
  const auto judgement = check_certificate(text, judge_by_isl, budget);
  EXPECT_TRUE(judgement.ok());
  return *judgement;
}

struct StripLaw {
  const char* rule;
  const char* family;
  int64_t preperiod, period;
};

TEST(ProveStrip, FindsThePeriodsOfTheirCodes) {
  const StripLaw laws[] = {
      {"", "cram(1xn)", 53, 34},  // 0.07, Dawson's Kayles (Guy and Smith 1956)
      {"", "cram(.{k})", 53, 34},
      {"game g on strip\n  . -> #\n  .. -> ##\n", "g(1xn)", 71, 12},      // 0.77, Kayles
      {"game g on strip\n  . -> X\n  always no XX\n", "g(1xn)", 52, 34},  // 0.137, Dawson's Chess
  };
  for (const StripLaw& law : laws) {
    SCOPED_TRACE(law.family);
    const auto theorem = proved_strip(law.rule, law.family);
    ASSERT_TRUE(theorem.ok()) << theorem.error().message();
    EXPECT_EQ(theorem->claims.law_preperiod, law.preperiod);
    EXPECT_EQ(theorem->claims.law_period, law.period);
    EXPECT_TRUE(judged_strip(theorem->certificate).accepted);
  }
}

/// "g(.{n}#)", 3: "g(...#)".
std::string board_of(const std::string& family, size_t n) {
  std::string board;
  for (const char c : family) {
    if (c == '{') {
      const char last = board.back();
      board.pop_back();
      board += std::string(n, last);
    }
    board += c;
  }
  for (size_t at; (at = board.find("{n}")) != std::string::npos;) board.erase(at, 3);
  for (const char* before : {"x", " "}) {
    const size_t at = board.find(std::string(before) + "n");
    if (at != std::string::npos && at + 2 < board.size() &&
        std::string(");").find(board[at + 2]) != std::string::npos)
      board.replace(at + 1, 1, std::to_string(n));
  }
  return board;
}

void expect_values_of_boards(const char* rule, const StripTheorem& theorem, size_t until) {
  const StripCertificate& claims = theorem.claims;
  Session session;
  Budget budget;
  ASSERT_TRUE(*rule == '\0' || session.rulebook().load_text("test", rule).ok());
  for (auto n = std::max<int64_t>(claims.first(), 1); n < static_cast<int64_t>(until); ++n) {
    const std::string board = board_of(claims.family, static_cast<size_t>(n));
    const auto question = session.read(board, budget);
    ASSERT_TRUE(question.ok()) << board << question.error().to_string();
    const auto value = session.value(*question, budget);
    ASSERT_TRUE(value.ok()) << board;
    const int64_t index =
        n < claims.law_preperiod + claims.law_period
            ? n
            : claims.law_preperiod + (n - claims.law_preperiod) % claims.law_period;
    EXPECT_EQ(
        *value,
        Value(static_cast<uint64_t>(claims.values[static_cast<size_t>(index - claims.first())])))
        << board;
  }
}

/// Boards of every length up to some that no search of theirs takes long for.
TEST(ProveStrip, SaysWhatTheEnginesSay) {
  const StripLaw laws[] = {
      {"game g on grid start XO|OX\n  XX -> .X\n  OO -> .O\n  XO -> ..\n", "g(1xn)", 53, 34},
      {"game g on strip\n  . -> #\n  .. -> ##\n", "g(#.{n}...)", 68, 12},
      {"game g on strip\n  . -> X\n  always no XX\n", "g(X.{n}.X)", 53, 34},
      {"game g on grid\n  .. -> ##  along right\n  X. -> #X\n", "g(X.{n}X)", 381, 34},
      {"game g on grid\n  .. -> ##  along right\n  X. -> #X\n", "g(X.{n})", 230, 34},
      {"game g on grid\n  .. -> ##  along down\n  . -> #  along right\n", "g(2xn)", 0, 2},
  };
  for (const StripLaw& law : laws) {
    SCOPED_TRACE(law.rule);
    const auto theorem = proved_strip(law.rule, law.family);
    ASSERT_TRUE(theorem.ok()) << theorem.error().message();
    EXPECT_EQ(theorem->claims.law_preperiod, law.preperiod);
    EXPECT_EQ(theorem->claims.law_period, law.period);
    expect_values_of_boards(law.rule, *theorem, 36);
  }
}

constexpr const char* kTakeTwo = "game g on ring\n  .. -> ##\n";

TEST(ProveStrip, OfRingsAndGraphs) {
  const StripLaw laws[] = {
      {"", "node_kayles(path n)", 52, 34},
      {"", "node_kayles(cycle n)", 38, 34},
      {"", "cram(path n)", 53, 34},
      {"", "cram(cycle n)", 38, 34},
      {"", "node_kayles(caterpillar n)", 1, 2},
      {"", "cram(caterpillar n)", 71, 12},
      {"", "geography(path n; 1=T)", 1, 2},
      {kTakeTwo, "g(1xn)", 38, 34},
      {kTakeTwo, "g(#.{n})", 53, 34},
      {"game g on ring\n  . -> #\n  .. -> ##\n", "g(1xn)", 3, 1},
      {"game g on ring\n  . -> X\n  always no XX\n", "g(1xn)", 38, 34},
      {"game g on graph with edges\n  . - . -> # # #\n", "g(cycle n)", 38, 34},
      {"", "snort(cycle n)", 1, 2},
      {"game g on torus\n  .. -> ##  along down\n  . -> #  along right\n", "g(2xn)", 1, 2},
  };
  for (const StripLaw& law : laws) {
    SCOPED_TRACE(law.family);
    const auto theorem = proved_strip(law.rule, law.family);
    ASSERT_TRUE(theorem.ok()) << theorem.error().message();
    EXPECT_EQ(theorem->claims.law_preperiod, law.preperiod);
    EXPECT_EQ(theorem->claims.law_period, law.period);
    EXPECT_TRUE(judged_strip(theorem->certificate).accepted);
    expect_values_of_boards(law.rule, *theorem, 22);
  }
}

void expect_changes_are_refused(const std::string& space, const std::string& line,
                                const std::string& of) {
  const std::string game = "game g on " + space + "\n";
  const auto theorem = proved_strip(game + line + "  . -> #\n", of);
  ASSERT_TRUE(theorem.ok()) << theorem.error().message();
  const StripCertificate& whole = theorem->claims;
  const auto expect_refused = [](const StripCertificate& changed) {
    const Judgement judgement = judged_strip(to_text(changed));
    EXPECT_FALSE(judgement.accepted) << to_text(changed);
    EXPECT_FALSE(judgement.reason.empty());
  };
  StripCertificate changed = whole;
  --changed.preperiod;
  expect_refused(changed);
  changed = whole;
  ++changed.period;
  expect_refused(changed);
  changed = whole;
  --changed.law_preperiod;
  changed.values.pop_back();
  expect_refused(changed);
  changed = whole;
  changed.law_period /= 2;
  changed.values.resize(static_cast<size_t>(changed.law_preperiod + changed.law_period));
  expect_refused(changed);
  for (size_t i = 0; i < whole.values.size(); ++i) {
    changed = whole;
    ++changed.values[i];
    expect_refused(changed);
  }
  changed = whole;
  changed.parts[0].period = "#";
  expect_refused(changed);
  changed = whole;
  changed.parts.clear();
  expect_refused(changed);
  changed = whole;
  changed.far = 1;
  expect_refused(changed);
  changed = whole;
  changed.family = of.find("1x") != std::string::npos ? "g(#{n})" : "g(path n; 1=#)";
  expect_refused(changed);
  changed = whole;
  changed.rule = game + "  . -> #\n";
  expect_refused(changed);
}

TEST(ProveStrip, OfRandomRulesAreTheDefinition) {
  const std::pair<const char*, const char*> families[] = {
      {"ring", "g(X{n})"},           {"ring", "g((XO){n})"},
      {"ring", "g(O.{n})"},          {"graph", "g(cycle n)"},
      {"graph", "g(path n; 1=X)"},   {"graph", "g(caterpillar n)"},
      {"graph", "g(ladder n; 1=O)"}, {"graph with edges", "g(cycle n; 1=X)"},
      {"torus", "g(X{n}|O{n})"},     {"graph with edges", "g(caterpillar n)"},
  };
  size_t compared = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    std::mt19937_64 random(seed);
    const auto& [space, text] = families[random() % std::size(families)];
    const std::string rule = reference::random_game(random, space);
    Rulebook book;
    if (!book.load_text("test", rule)) continue;
    const Rule& game = **book.rule("g");
    Budget budget;
    const auto theorem = prove_strip(game, text, budget);
    if (!theorem) continue;
    const StripFamily family = *read_strip_family(game, text);
    const StripCertificate& claims = theorem->claims;
    for (size_t i = 0; i < claims.values.size(); ++i) {
      const std::string columns = family.columns(claims.first() + static_cast<int64_t>(i));
      if (columns.size() > 11) break;
      const PlacePointer place = family.frieze.place(columns.size() / family.frieze.height());
      const std::vector<Cell> cells = reference::cells_of_columns(family.frieze, *place, columns);
      const auto value = reference::ValuesByMeaning().value(game, place, cells);
      ASSERT_EQ(value, static_cast<uint64_t>(claims.values[i]))
          << rule << text << " " << columns << ", seed " << seed;
      ++compared;
    }
  }
  EXPECT_GT(compared, 100u);
}

TEST(ProveStrip, ClaimsThatAreChangedAreRefused) {
  expect_changes_are_refused("strip", "  .. -> ##\n", "g(1xn)");
  expect_changes_are_refused("ring", "  .. -> ##\n", "g(1xn)");
  expect_changes_are_refused("graph", "  .. -> ##\n", "g(cycle n)");
  expect_changes_are_refused("graph with edges", "  .-. -> ###\n", "g(path n)");
}

TEST(ProveStrip, TextsCutShortAreRefused) {
  const auto theorem = proved_strip("", "cram(1xn)");
  ASSERT_TRUE(theorem.ok());
  const std::string& text = theorem->certificate;
  for (size_t length = 0; length < text.size(); length += 1 + text.size() / 40)
    EXPECT_FALSE(judged_strip(text.substr(0, length)).accepted);
  const auto read = strip_in(text);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(to_text(*read), text);
}

TEST(ProveStrip, DeclinesWithAnExample) {
  const auto why = [](const char* rule, const char* family) {
    const auto theorem = proved_strip(rule, family);
    EXPECT_FALSE(theorem.ok());
    return theorem ? "" : theorem.error().message();
  };
  EXPECT_NE(why("", "cram(2xn)").find("a move leaves"), std::string::npos);
  EXPECT_NE(why("", "clobber(1xn)").find("no period was seen"), std::string::npos);
  EXPECT_NE(why("", "nogo(1xn)"), "");
  EXPECT_NE(why("", "toppling(1xn)").find("any number of cells"), std::string::npos);
  EXPECT_NE(why("game g on strip\n  . -> X\n  always no XX\n", "g(XX.{n})").find("no positions"),
            std::string::npos);
  EXPECT_NE(why("game g on ring\n  . -> X\n  always no XX\n", "g(XX.{n})").find("no positions"),
            std::string::npos);
  EXPECT_NE(why("game g on ring start XO\n  XO -> .X\n  OX -> .O\n", "g(1xn)").find("stays a ring"),
            std::string::npos);
  EXPECT_NE(why("", "cram(ladder n)").find("a move leaves"), std::string::npos);
}

TEST(ProveStrip, FamiliesThatAreNone) {
  const auto why = [](const char* family) {
    const auto theorem = proved_strip("", family);
    EXPECT_FALSE(theorem.ok());
    return theorem ? "" : theorem.error().message();
  };
  constexpr const char* kForms =
      "a family of graphs is path n, cycle n, ladder n, caterpillar n or grid 2xn";
  for (const char* family :
       {"cram(cycle 2n)", "cram(grid nxn)", "cram(grid nx2)", "cram(path n m)", "cram(path N n)"})
    EXPECT_EQ(why(family), kForms) << family;
  EXPECT_EQ(why("cram(grid 0xn)"), "a family of grids has 1 to 16 rows");
  EXPECT_EQ(why("cram(grid 17xn)"), "a family of grids has 1 to 16 rows");
  EXPECT_EQ(why("cram(star n)"), "a star graph has no columns that repeat");
  EXPECT_EQ(why("clobber(path n; 1=Q)"), "clobber has no 'Q'");
  EXPECT_EQ(why("clobber(path n; 99=X)"), "the letters of a family stand on vertices 1 to 24");
  EXPECT_EQ(why("clobber(path n; n=X)"),
            "behind a family of graphs stand letters of its first vertices, as in path n; 1=T");
  EXPECT_EQ(why("queens(path n)"), "'queens' has directions and is not played on graphs");
  EXPECT_EQ(why("node_kayles(1xn)"), "node_kayles has no boards of columns");
}

}  // namespace
}  // namespace grundy
