// The engines of laws against tables: periods, windows, ranges, divisors and powers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "engine/law/bounded.h"
#include "engine/law/edge.h"
#include "engine/law/growth.h"
#include "engine/law/lowest.h"
#include "engine/law/periodic.h"
#include "engine/law/residues.h"
#include "engine/law/rising.h"
#include "engine/law/take.h"
#include "engine/law/window.h"
#include "engine/table/finite.h"
#include "game/games.h"
#include "language/rulebook.h"

namespace grundy {
namespace {

/// A game by its rule file's text, the last game of it.
struct Loaded {
  explicit Loaded(const std::string& text, const std::string& name = "g") {
    const auto loaded = book.load_text("test", text);
    EXPECT_TRUE(loaded.ok()) << (loaded.ok() ? "" : loaded.error().to_string());
    const auto made = book.rule(name);
    EXPECT_TRUE(made.ok());
    game = &games.of(**made);
  }
  Rulebook book;
  Games games;
  const RuleGame* game = nullptr;
  Budget budget;
};

/// All values of the one coordinate up to `last`, the first position asked being far out; 0 to last
/// by the table engine; their moves up to 200, and then of every 64th.
void compare_far(const Engine& engine, const std::string& text, uint64_t far, uint64_t last,
                 const std::vector<int64_t>& others = {}) {
  Loaded loaded(text);
  const RuleGame& game = *loaded.game;
  const std::unique_ptr<Solver> solver = engine.open(game);
  ASSERT_NE(solver, nullptr) << text;
  const std::unique_ptr<Solver> table = finite_engine()->open(game);
  const auto at = [&](uint64_t n) {
    std::vector<int64_t> point = {static_cast<int64_t>(n)};
    point.insert(point.end(), others.begin(), others.end());
    return game.at(point);
  };
  const Position first = at(far);
  const auto found = solver->values({&first, 1}, loaded.budget);
  ASSERT_TRUE(found.ok()) << text << (found.ok() ? "" : found.error().message());
  const Position greatest = at(last);
  // The whole table at once.
  ASSERT_TRUE(table->values({&greatest, 1}, loaded.budget).ok()) << text;
  for (uint64_t n = 0; n <= last; ++n) {
    const Position here = at(n);
    const auto ours = solver->values({&here, 1}, loaded.budget);
    const auto theirs = table->values({&here, 1}, loaded.budget);
    ASSERT_TRUE(ours.ok() && theirs.ok()) << text << " " << n;
    ASSERT_EQ(ours->front().to_string(), theirs->front().to_string()) << text << " " << n;
    for (uint64_t value = 0; value < 5 && (n <= 200 || n % 64 == 0); ++value) {
      const auto our_moves = solver->moves_to(here, Value(value), 1000, loaded.budget);
      const auto their_moves = table->moves_to(here, Value(value), 1000, loaded.budget);
      ASSERT_TRUE(our_moves.ok() && their_moves.ok());
      if (our_moves->all) {
        ASSERT_EQ(reference::texts(*our_moves), reference::texts(*their_moves))
            << text << " " << n << " to " << value;
        continue;
      }
      // Some of them, with their parts in any order.
      std::set<Sum> known;
      for (const Move& move : their_moves->moves) known.insert(sorted(move.to));
      ASSERT_EQ(our_moves->moves.empty(), known.empty()) << text << " " << n << " to " << value;
      for (const Move& move : our_moves->moves)
        ASSERT_TRUE(known.contains(sorted(move.to))) << text << " " << n << " to " << value;
    }
  }
}

TEST(LawEngines, PeriodsOfBoundedMoves) {
  const std::string castle =
      "game g(n, last)\n"
      "  -> g(max(n - 3, 0), 0)   if n > 0\n"
      "  -> g(max(n - 1, 0), 1)   if n > 0 and last != 1\n"
      "  -> g(max(n - 5, 0), 2)   if n > 0 and last != 2\n";
  for (const int64_t last : {0, 1, 2})
    compare_far(*periodic_engine(), castle, 5'573'540'000'000, 60, {last});
  compare_far(*periodic_engine(), "game g(n)\n  -> g(n - k) for k in {1, 3} if n % 4 != 1\n",
              1'000'000, 60);
  compare_far(*periodic_engine(),
              "game h(n)\n  -> g(n - 2)\n  -> h(n - 3)\ngame g(n)\n  -> h(n - 1)\n  -> g(n - 4) if "
              "n >= 11\n  -> 0 if n = 7\n",
              1'000'000, 80);
}

/// Heaps that become two, of one game and of several.
TEST(LawEngines, PeriodsOfSplits) {
  for (const char* text :
       {"game g(n)\n  -> g(i) + g(n - 1 - i)  for i < n if i % 2 = 1\n  -> g(n - 3)\n",
        "game h(n)\n  -> g(n - 1)\n  -> h(n - 2)\ngame g(n)\n  -> h(i) + h(n - 2 - i)  for i in "
        "0..n-2\n",
        "game g(n)\n  -> g(i) + g(n - 2 - i)  for i in 0..n-2 if i <= 2 or n - i <= 5\n  -> g(n - "
        "1) "
        " if n % 3 = 0\n"})
    compare_far(*periodic_engine(), text, 1'000'000'007, 700);
}

/// Several heaps that are all little less, or small.
TEST(LawEngines, PeriodsBesideSmallHeaps) {
  for (const char* text :
       {"game g(n)\n  -> g(n % 7) if n >= 8\n  -> g(n - n % 4) if n % 4 = 1 or n % 4 = 3\n",
        "game g(n)\n  -> g(n - n % 3 - 1) if n > 0 and (n & 6) != 0\n  -> g(n % 7) if n >= 7\n",
        "game g(n)\n  -> h(n - 4)\ngame h(n)\n  -> g(n - 1) + h(n - 1)\n",
        "game g(n)\n  -> g(n - 1) + g(n - 2) + g(n - 3)\n  -> g(n % 5) + g(n - 2) if n > 7\n",
        "game g(n)\n  -> g(k) for k in 0..3 if k < n and n % 3 != k\n  -> g(n - 2)\n",
        "game g(n)\n  -> g(k) for k in {1, 4, 6, 9} if k < n and (k ^^ n) % 5 = 1\n  -> g(n - "
        "6)\n"})
    compare_far(*periodic_engine(), text, 1'000'000'007, 300);
}

TEST(LawEngines, PeriodsOfRandomRules) {
  std::mt19937 random(7);
  const auto number = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  const auto part = [&]() -> std::string {
    const std::string game = number(0, 2) == 0 ? "h" : "g";
    if (number(0, 3) == 0) return fmt::format("{}(n % {})", game, number(2, 6));
    return fmt::format("{}(n - {})", game, number(1, 4));
  };
  size_t found = 0;
  for (int round = 0; round < 150; ++round) {
    std::string text;
    for (const char* name : {"g", "h"}) {
      text += fmt::format("game {}(n)\n", name);
      for (int lines = number(1, 3); lines > 0; --lines) {
        text += "  -> " + part();
        for (int more = number(-2, 2); more > 0; --more) text += " + " + part();
        text += fmt::format(" if n >= {}", number(4, 9));
        if (number(0, 1) == 0) text += fmt::format(" and n % {} != {}", number(2, 4), number(0, 1));
        if (number(0, 3) == 0)
          text +=
              fmt::format(" and (n {} {}) % 3 != 1", number(0, 1) == 0 ? "&" : "^^", number(1, 6));
        text += "\n";
      }
    }
    Loaded loaded(text);
    const std::unique_ptr<Solver> solver = periodic_engine()->open(*loaded.game);
    ASSERT_NE(solver, nullptr) << text;
    const Position far = loaded.game->at(std::vector<int64_t>{1'000'000'007});
    if (!solver->values({&far, 1}, loaded.budget)) continue;
    ++found;
    const std::unique_ptr<Solver> table = finite_engine()->open(*loaded.game);
    std::vector<Position> near;
    for (int64_t n = 0; n < 1500; ++n) near.push_back(loaded.game->at(std::vector<int64_t>{n}));
    const auto ours = solver->values(near, loaded.budget);
    const auto theirs = table->values(near, loaded.budget);
    ASSERT_TRUE(ours.ok() && theirs.ok()) << text;
    ASSERT_EQ(*ours, *theirs) << text;
  }
  EXPECT_GT(found, 100U);
}

/// Moves that know where the middle is, or that leave any number out, are not moved by a period.
TEST(LawEngines, SplitsWithoutAPeriod) {
  for (const char* line : {"g(i) + g(n - 1 - i)  for i < n if 2*i < n - 4 and n % 5 != 1",
                           "g(i) + g(j)  for i < n, j < n if i + j < n and n % 5 != 1",
                           "g(i) + g(n - i)  for i in 1..n-1 if i != n - i and n % 5 != 1"}) {
    Loaded loaded(std::string("game g(n)\n  -> ") + line + "\n");
    const std::unique_ptr<Solver> solver = periodic_engine()->open(*loaded.game);
    ASSERT_NE(solver, nullptr);
    const Position far = loaded.game->at(std::vector<int64_t>{1'000'000'007});
    EXPECT_FALSE(solver->values({&far, 1}, loaded.budget).ok()) << line;
  }
}

TEST(LawEngines, Powers) {
  // Up to the second number the terms of the definition stay below 2^63.
  for (const auto& [line, last] : std::vector<std::pair<std::string, uint64_t>>{
           {"-> g(n - 2**i) for i <= n", 60},
           {"-> g(n - 3*2**i) for i in 1..n-1", 60},
           {"-> g(n - k) for k in 1..n if ispower(k, 4)", 300},
           {"-> g(k) for k < n if ispower(n - k, 4)", 300},
           {"-> g(n - k) for k in 1..n if k & (k - 1) = 0", 300},
           {"-> g(n - (1 << i)) for i < n if 1 << i <= n", 60},
           {"-> g(n - 5**i) for i in 1..n\n  -> g(n - k) for k in {1, 2}\n  -> g(n - 7)", 25}})
    compare_far(*residues_engine(), fmt::format("game g(n)\n  {}\n", line), 1'000'000, last);
}

TEST(LawEngines, ResiduesOfPrimes) {
  for (const std::string_view line :
       {"-> g(n - k) for k in 1..n if k = 1 or isprime(k)",
        "-> g(m) for m < n if m = n - 1 or isprime(n - m)",
        "-> g(n - 1)\n  -> g(n - p) for p in 3..n if isprime(p)",
        "-> g(n - k) for k in {1, 4}\n  -> g(n - p) for p in 2..n if isprime(p)",
        "-> g(n - k) for k in {1, 2, 3}\n  -> g(n - p) for p in 5..n if isprime(p) or ispower(p, "
        "5)"})
    compare_far(*residues_engine(), fmt::format("game g(n)\n  {}\n", line), 1'000'000, 2000);
}

TEST(LawEngines, ResiduesOfNumbersWithoutAName) {
  for (const auto& [line, last] : std::vector<std::pair<std::string, uint64_t>>{
           {"-> g(n - s) for s in 1..n if all(s % (d*d) != 0 for d in 2..isqrt(s))", 300},
           {"-> g(n - s) for s in 1..n if not any(s % (d*d) = 0 for d in 2..s)", 300},
           {"-> g(n - 1)\n  -> g(n - p**k) for p in 2..n, k in 1..n if isprime(p) and p**k <= n",
            60},
           {"-> g(n - p*q) for p in 1..n, q in 1..n if p % 2 = 1 and q % 2 != 0", 100},
           {"-> g(n - 1)\n  -> g(n - p**e) for p in 2..n, e in 0..9 if isprime(p) and p**e <= n",
            60},
           {"-> g(n - k) for k in 1..n if count(k % p = 0 for p in 2..k if isprime(p)) <= 1", 200},
           {"-> g(n - k) for k in 1..n if k = 1 or any(isprime(p) and ispower(k, p) for p in "
            "2..k)",
            200},
           {"-> g(n - 1)\n  -> g(n - k) for k in 1..n/2 if k % 2 = 1", 100},
           {"-> g(n - (2**i - 1)) for i >= 1", 60},
           {"-> g(n + 1 - 2**i) for i in 1..60 if 2**i <= n + 1", 60},
           {"-> g(n - 1)\n  -> g(n - 2)\n  -> g(n - k**3 - 1) for k in 1..n if k % 3 = 1", 100}})
    compare_far(*residues_engine(), fmt::format("game g(n)\n  {}\n", line), 1'000'000'000, last);
}

/// Random lines: where the engine answers, it is right.
TEST(LawEngines, RandomResiduesAreRightOrDeclined) {
  std::mt19937 random(20261127);
  const auto one_of = [&](const std::vector<std::string>& texts) {
    return texts[random() % texts.size()];
  };
  size_t answered = 0;
  for (size_t round = 0; round < 3000; ++round) {
    std::string text = "game g(n)\n";
    for (int k = 1; k <= 6; ++k)
      text += random() % 2 == 0 ? fmt::format("  -> g(n - {})\n", k) : "";
    for (size_t i = 0; i < 1 + random() % 2; ++i) {
      text += fmt::format(
          "  -> g(n - {}) for a in {}..{}{} if {} and {}\n",
          one_of({"a", "a", "2*a", "3*a - a", "a*a", "a + 4", "a*a + 3*a", "a**2 - 1", "a**3",
                  "a*a - 2", "2**a"}),
          random() % 3, one_of({"n", "n", "n", "n", "9", "n - 1", "n/2"}),
          one_of({"", "", "", ", b in 1..2", ", b in 2..n"}),
          one_of({"isprime(a)", "a % 3 != 0", "a % 4 = 1", "a % 2 = 1", "a >= 1", "a*a <= n",
                  "a % 6 != 0"}),
          one_of({"a % 5 != 2", "all(a % (d*d) != 0 for d in 2..isqrt(a))",
                  "all(a % d != 0 for d in 2..a-1)", "not any(a % d = 0 for d in 3..a/2)", "a != 2",
                  "count(a % p = 0 for p in 2..a if isprime(p)) <= 1",
                  "count(a % d = 0 for d in 2..a - 1) < 2", "a = 1 or a % 4 = 2",
                  "any(isprime(p) and ispower(a, p) for p in 2..a)", "a >= 1", "a % 7 != 3"}));
    }
    Loaded loaded(text);
    const std::unique_ptr<Solver> solver = residues_engine()->open(*loaded.game);
    const std::unique_ptr<Solver> table = finite_engine()->open(*loaded.game);
    if (solver == nullptr || table == nullptr) continue;
    for (uint64_t n = 0; n <= 60; ++n) {
      const Position here = loaded.game->at(std::vector<int64_t>{static_cast<int64_t>(n)});
      const auto ours = solver->values({&here, 1}, loaded.budget);
      if (!ours) break;
      const auto theirs = table->values({&here, 1}, loaded.budget);
      if (!theirs) break;
      ASSERT_EQ(ours->front().to_string(), theirs->front().to_string()) << text << " at " << n;
      answered += n == 60 ? 1 : 0;
    }
  }
  EXPECT_GT(answered, 60U);
}

TEST(LawEngines, OtherPowersAreLeft) {
  for (const std::string_view line :
       {"-> g(n - d) for d in 2..n-1 if n % d = 0", "-> g(n - 2**i) for i in 0..n/4",
        "-> g(n - k) for k in 1..n-1 if ispower(k, 2)", "-> g(n - k*k) for k in 1..n",
        "-> g(n - k) for k in 1..n if isprime(k)",
        "-> g(n - k) for k in 1..n if k = 1 or isprime(k + 1)",
        "-> g(n - k) for k in 1..n if ispower(k, 2) and n > 9"}) {
    Loaded loaded(fmt::format("game g(n)\n  {}\n", line));
    const Position far = loaded.game->at(std::vector<int64_t>{1'000'000});
    EXPECT_FALSE(residues_engine()->open(*loaded.game)->values({&far, 1}, loaded.budget)) << line;
  }
}

TEST(LawEngines, NoPeriodIsDeclined) {
  for (const char* text : {"game g(n)\n  -> g(n - k) for k in 1..n/2\n",
                           "game g(a, b)\n  -> g(a - 1, b)\n  -> g(a, b - 1)\n"}) {
    Loaded loaded(text);
    const std::unique_ptr<Solver> solver = periodic_engine()->open(*loaded.game);
    ASSERT_NE(solver, nullptr);
    const Position far =
        loaded.game->at(std::vector<int64_t>(loaded.game->rule()->arity(), 1'000'000'000));
    const auto values = solver->values({&far, 1}, loaded.budget);
    ASSERT_FALSE(values.ok());
    EXPECT_EQ(values.error().kind, Error::Kind::declined);
  }
}

TEST(LawEngines, OptionsThatRise) {
  for (const auto& [lines, last] : std::vector<std::pair<std::string, uint64_t>>{
           {"-> g(n / 2) if n > 0\n  -> g(n / 3) if n > 0", 400},
           {"-> g(y) for y in 0..isqrt(n) if y < n and y*y*y*y >= n", 7000},
           {"-> g(n/2) + g(n/3) + g(n/4) if n > 0", 300},
           {"-> g(y) for y in n/5..n/2 if y < n", 300},
           {"-> g(y) for y < n if y*y <= n and 3*y > isqrt(n)", 2000},
           {"-> g(y) for y <= n/2 if y*y*y*y = n and y < n\n  -> g(n/3) if 1 <= n", 1000},
           {"-> g(n - k) for k in n/2..n if n > 1", 200},
           {"-> g(n - k) for k in n/2..2*n/3 if n > 1\n  -> g(n / 4 - 3)", 200},
           {"-> g(y) for y in n/7 + 2..n/3 + 5 if y*2 < n\n  -> 0 if n >= 40\n  -> g(n >> 3) if n "
            "<= 1000 and n > "
            "0",
            1500},
           {"-> g(n/2) + g(n/5 - 3)\n  -> g(max(n/3 - 4, 0)) if n >= 7", 500},
           {"-> g(y) for y in 0..n/4 if n > 3\n  -> g(y) for y in n/3..n/2 if 2**y >= 3*n and n > "
            "2",
            120}})
    compare_far(*rising_engine(), fmt::format("game g(n)\n  {}\n", lines), 20'000'000, last);
}

TEST(LawEngines, OptionsThatRiseByBisection) {
  Loaded loaded("game g(x)\n  -> g(y) for y in 0..isqrt(x) if y < x and y*y*y*y >= x\n");
  const std::unique_ptr<Solver> solver = rising_engine()->open(*loaded.game);
  ASSERT_NE(solver, nullptr);
  // The last heap of each piece: known from the contest problem (Codeforces 255E).
  const std::vector<std::pair<uint64_t, std::string>> ends = {
      {3, "0"}, {15, "1"}, {81, "2"}, {6723, "0"}, {50625, "3"}, {2562991875, "1"}};
  for (const auto& [last, value] : ends) {
    const std::vector<Position> two = {loaded.game->at(Coordinates{Natural(last)}),
                                       loaded.game->at(Coordinates{Natural(last + 1)})};
    const auto found = solver->values(two, loaded.budget);
    ASSERT_TRUE(found.ok());
    EXPECT_EQ((*found)[0].to_string(), value);
    EXPECT_NE((*found)[1].to_string(), value);
  }
  const Position far = loaded.game->at(Coordinates{*Natural::parse("1000000000000000000")});
  EXPECT_EQ(solver->values({&far, 1}, loaded.budget)->front().to_string(), "0");
  const auto count = solver->count_moves_to(far, Value(1), loaded.budget);
  ASSERT_TRUE(count.ok());
  EXPECT_EQ((*count)->to_string(), "999949375");  // 50626 to 10^9
}

TEST(LawEngines, OptionsAboveTheHeapAreLeft) {
  for (const std::string_view line :
       {"-> g(t) for t in n+1..n+10 if t <= 1000", "-> g(t) for t > n if t <= n + 10 and t <= 1000",
        "-> g(t) for t in n+1..min(n+10, 1000)", "-> g(t) for t > n if 2*t <= n + 1000",
        "-> g(t) for t in n+1..n+1 if t <= 600", "-> g(t) for t in n+2..2*n+9 if t <= 500",
        "-> g(t) for t in n..n if t <= 600"}) {
    Loaded loaded(fmt::format("game g(n)\n  {}\n", line));
    const std::unique_ptr<Solver> solver = rising_engine()->open(*loaded.game);
    ASSERT_NE(solver, nullptr) << line;
    for (const int64_t n : {0, 1, 7, 400, 1100}) {
      const Position here = loaded.game->at(std::vector<int64_t>{n});
      EXPECT_FALSE(solver->values({&here, 1}, loaded.budget).ok()) << line;
    }
  }
}

TEST(LawEngines, ValuesThatChangeTooOftenAreLeft) {
  for (const std::string_view line :
       {"-> g(n - 1) if n > 0", "-> g(y) for y < n if 2*y >= n", "-> g(n - isqrt(n)) if n > 0",
        "-> g(y) for y <= n/2 if y*y = n and y < n\n  -> g(n/3) if 1 <= n",
        "-> g(y) for y in n/3 + 2..n/3 + 5 if y*2 < n\n  -> 0 if n >= 40"}) {
    Loaded loaded(fmt::format("game g(n)\n  {}\n", line));
    const std::unique_ptr<Solver> solver = rising_engine()->open(*loaded.game);
    ASSERT_NE(solver, nullptr) << line;
    const Position far = loaded.game->at(std::vector<int64_t>{1'000'000'000'000});
    EXPECT_EQ(solver->values({&far, 1}, loaded.budget).error().message(),
              "its options change too often")
        << line;
  }
  for (const std::string_view line :
       {"-> g(n / 2) if n % 2 = 0 and n > 0", "-> g(n ^^ 1) if n > 0",
        "-> g(y) for y in 0..n/2 if y % 2 = 0", "-> g(y) for y < n if y*n < 100",
        "-> g(n / 2) if n >= 3*n - 7", "-> g(y) for y in 10 - n/9..n/2"})
    EXPECT_EQ(rising_engine()->open(*Loaded(fmt::format("game g(n)\n  {}\n", line)).game), nullptr)
        << line;
}

TEST(LawEngines, Windows) {
  for (const char* moves :
       {"for k in 1..n/2", "for k in 1..n/3", "for k in 1..n/7", "for k in 1..6",
        "for k in 1..min(n/2, 9)", "for k in 1..(n + 1)/2", "for k in 1..2*n/3"}) {
    compare_far(*window_engine(), fmt::format("game g(n)\n  -> g(n - k)  {}\n", moves), 100'000'000,
                150);
  }
  compare_far(*window_engine(), "game g(n)\n  -> g(k)  for k < n if k + k >= n\n", 100'000'000,
              100);
}

TEST(LawEngines, BoundedTakes) {
  for (const char* lines :
       {"-> g(n - k) for k in 1..6 if gcd(n, k) = 1", "-> g(n - p) for p in 2..47 if isprime(p)",
        "-> g(n - k*k) for k in 1..5 if n % 3 != k % 3\n  -> g(n - 2)",
        "-> g(n - k) for k in 1..min(n, 4) if (n + k) % 5 < 3 or n < 20",
        "-> g(n - k - j) for k in 1..3, j in {0, 5} if (n*n + 1) % 7 = k\n  -> g(n - 1) if n > 30",
        "-> g(n - 2**i) for i in 0..4 if gcd(2**i + 1, n) > 1"})
    compare_far(*bounded_engine(), fmt::format("game g(n)\n  {}\n", lines), 5'000'000, 150);
}

TEST(LawEngines, OtherTakesAreLeft) {
  for (const char* line : {"-> g(n - k) for k in 1..n", "-> g(n - k) for k in 0..5",
                           "-> g(n - k) for k in 1..5 if n > k*n",
                           "-> g(n - k) for k in 1..3 if isprime(n)", "-> g(n / 2) if n > 0"})
    EXPECT_EQ(bounded_engine()->open(*Loaded(fmt::format("game g(n)\n  {}\n", line)).game), nullptr)
        << line;
}

TEST(LawEngines, WindowsOfRoots) {
  for (const char* moves :
       {"for k in 1..isqrt(n)", "for k in 1..isqrt(n/2) + 1", "for k in 1..min(isqrt(n), 5)",
        "for k in 1..n - isqrt(n)", "for k in 1..isqrt(n)/2 - 1",
        "for k in 1..max(isqrt(n), 3*n/4)", "for k in 1..isqrt(n - 3) if n > 3",
        "for k in 1..isqrt(n - 7)/2 if n >= 8"})
    compare_far(*window_engine(), fmt::format("game g(n)\n  -> g(n - k)  {}\n", moves), 100'000'000,
                150);
  compare_far(*window_engine(), "game g(n)\n  -> g(k)  for k in n - isqrt(n)..n - 1\n", 100'000'000,
              150);
}

TEST(LawEngines, WindowsOfRisingTerms) {
  for (const char* moves :
       {"for k in 1..n if 2**k <= n", "for k in 1..20 if 3**k < n", "for k in 1..n if k**3 <= n",
        "for k >= 1 if k*(k + 1)/2 <= n", "for k >= 1 if k*(k + 1) <= 2*n",
        "for k in 1..n if 2**k <= 2*n + 3", "for k in 1..n/2 if k*k + 5*k - 2 <= n/3 + 1",
        "for k in 1..n if 2**k <= n and k**3 < n + 4", "for k in 1..n - 4 if n > 4 and 2**k < n"})
    compare_far(*window_engine(), fmt::format("game g(n)\n  -> g(n - k)  {}\n", moves), 100'000'000,
                150);
}

TEST(LawEngines, LowestHeaps) {
  for (const char* line :
       {"-> g(n - k) for k in (n + 1)/2..n if n > 0", "-> g(n - k) for k in n/2 + 1..n",
        "-> g(k) for k in 0..n/3 if n >= 1", "-> g(k) for k in 0..n - 4",
        "-> g(k) for k <= n/2 - 3", "-> g(n - k) for k in isqrt(n)..n if n != 0",
        "-> g(n - k) for k in isqrt(n)/2 + 2..n"})
    compare_far(*lowest_engine(), fmt::format("game g(n)\n  {}\n", line), 100'000'000, 150);
}

TEST(LawEngines, OtherHeapsAreNotLowest) {
  for (const char* line :
       {"-> g(n - k) for k in (n + 1)/2..n", "-> g(k) for k in 1..n - 1", "-> g(k) for k in 0..n/2",
        "-> g(n - k) for k in n/2..n - 1", "-> g(k) for k in 0..n - 1 if n % 2 = 0"})
    EXPECT_EQ(lowest_engine()->open(*Loaded(fmt::format("game g(n)\n  {}\n", line)).game), nullptr)
        << line;
}

TEST(LawEngines, RisesOfTerms) {
  // The bound holds, and nothing that falls has one.
  for (const char* term : {"n", "7", "n/3 + 2", "2*n/3", "isqrt(n)", "n - isqrt(n)",
                           "min(n, 9) + n/2", "max(3*n, isqrt(n) + 40)", "5*(n/2)"}) {
    Loaded loaded(fmt::format("game g(n)\n  -> g(k)  for k in 0..{} if n > 0\n", term));
    const Expr& high = loaded.game->rule()->moves[0].binders[0].high[0];
    const auto rise = greatest_rise_of(high);
    ASSERT_TRUE(rise.has_value()) << term;
    for (int64_t n = 0; n < 2000; ++n) {
      const int64_t step = *term_at(high, n + 1) - *term_at(high, n);
      EXPECT_TRUE(step >= 0 && step <= *rise) << term << " " << n;
    }
  }
  for (const char* term : {"n % 3", "9 - n", "n*n", "n - 2*(n/2)", "isqrt(2*n)", "isqrt(n - 5)",
                           "isqrt(max(n, 3) - 5)"}) {
    Loaded loaded(fmt::format("game g(n)\n  -> g(k)  for k in 0..{} if n > 0\n", term));
    EXPECT_FALSE(greatest_rise_of(loaded.game->rule()->moves[0].binders[0].high[0]).has_value())
        << term;
  }
}

TEST(LawEngines, LeastRisesOfTerms) {
  for (const char* term : {"k", "3*k - 2", "k*k", "k*(k + 1)/2", "k**3 + k", "2**k", "5**(k*k)/3",
                           "(k + 2)*(k + 3)/7", "k*2**k"}) {
    Loaded loaded(fmt::format("game g(n)\n  -> g(n - k)  for k in 1..n if {} <= n\n", term));
    const Expr& left = loaded.game->rule()->moves[0].conditions[0].args[0];
    const Expr f = substitute(left, {slot(0), slot(0)});
    const auto rise = least_rise_of(f);
    ASSERT_TRUE(rise.has_value()) << term;
    for (int64_t k = 1; k < 5000; ++k) {
      const auto here = term_at(f, k), next = term_at(f, k + 1);
      if (!here || !next) break;
      EXPECT_GE(*next - *here, *rise) << term << " " << k;
    }
  }
}

TEST(LawEngines, NoWindow) {
  for (const char* moves :
       {"for k in 2..n/2", "for k in 1..n if k % 2 = 1", "for k in 1..max(5 - n, 1)",
        "for k in 1..n if (k - 3)**2 <= n", "for k in 1..n if k*k/4 <= n",
        "for k in 1..n if 2**k <= 3*n", "for k in 1..n if k**3 <= n and k != 2"}) {
    Loaded loaded(fmt::format("game g(n)\n  -> g(n - k)  {}\n", moves));
    EXPECT_FALSE(WindowEdge::of(loaded.game->facts()).has_value()) << moves;
  }
}

TEST(LawEngines, RangesThatAreTaken) {
  const auto range = [](const std::string& moves) {
    Loaded loaded("game g(n)\n  -> g(n - k)  " + moves + "\n");
    const auto& relation = loaded.game->facts().relation(Effort::quick);
    EXPECT_TRUE(relation.ok());
    const auto taken = taken_range(*relation);
    return taken ? fmt::format("{}..{} {}", taken->low, taken->high, taken->more) : "none";
  };
  EXPECT_EQ(range("for k in 2..5"), "2..5 0");
  EXPECT_EQ(range("for k in {1, 2, 1000000000000}"), "1..2 1000000000000");
  EXPECT_EQ(range("for k in {1, 3, 5}"), "none");
  EXPECT_EQ(range("for k in 1..n/2"), "none");
  EXPECT_EQ(range("for k in 2..5 if n % 2 = 0"), "none");
}

TEST(LawEngines, RangesByDefinition) {
  for (const TakenRange taken :
       {TakenRange{1, 4, 0}, TakenRange{2, 5, 0}, TakenRange{3, 3, 0}, TakenRange{4, 9, 0},
        TakenRange{1, 2, 6}, TakenRange{1, 2, 7}, TakenRange{1, 1, 8}, TakenRange{1, 3, 12},
        TakenRange{1, 3, 14}, TakenRange{1, 1, 5}}) {
    std::vector<uint64_t> values;
    for (uint64_t n = 0; n < 120; ++n) {
      std::set<uint64_t> options;
      for (uint64_t k = taken.low; k <= taken.high && k <= n; ++k) options.insert(values[n - k]);
      if (taken.more > 0 && taken.more <= n) options.insert(values[n - taken.more]);
      uint64_t mex = 0;
      while (options.contains(mex)) ++mex;
      values.push_back(mex);
      ASSERT_EQ(taken.value(n), Natural(mex))
          << taken.low << ".." << taken.high << " " << taken.more << " " << n;
    }
  }
}

TEST(LawEngines, HugeNumbersAreTaken) {
  Loaded loaded("game g(n)\n  -> g(n - k)  for k in 1000000000..3000000000\n");
  const std::unique_ptr<Solver> solver = take_engine()->open(*loaded.game);
  ASSERT_NE(solver, nullptr);
  const Position here = loaded.game->at(std::vector<int64_t>{7'000'000'005});
  EXPECT_EQ(solver->values({&here, 1}, loaded.budget)->front().to_string(), "3");
  const auto moves = solver->moves_to(here, Value(1), 3, loaded.budget);
  ASSERT_TRUE(moves.ok());
  ASSERT_EQ(moves->moves.size(), 3U);
  EXPECT_FALSE(moves->all);
  for (const Move& move : moves->moves)
    EXPECT_EQ(solver->values({&move.to[0], 1}, loaded.budget)->front().to_string(), "1");
}

}  // namespace
}  // namespace grundy
