// Games that are written in another way, against tables.
#include "engine/search/rewritten.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "engine/table/finite.h"
#include "reference/loaded_game.h"
#include "reference/move_texts.h"

namespace grundy {
namespace {

using reference::LoadedGame;

TEST(Rewritten, ValuesAndMovesAreThoseOfTheTable) {
  for (const char* text :
       {"game g(m, n)\n  -> g(m, n - k)  for k in 1..m\n",
        "game g(n, m)\n  -> g(n - k, m)  for k in 1..n if k & m = k\n",
        "game g(a, m, b)\n  -> g(a - 1, m, b) if a > m\n  -> g(a, m, b - k) for k in 1..2 if "
        "any(j*m = k for j in "
        "1..3)\n",
        "game g(m, n)\n  -> g(m, n - k)  for k in 1..3 if not (all(j != m for j in 2..k) and n > "
        "2) or k = 2\n",
        "game h(n)\n  -> h(n - 1)\ngame g(m, n)\n  -> g(m, n - 2)\n  -> h(n - m)\n",
        // Bounds that conditions tell.
        "game g(n)\n  -> g(n - k)  for k >= 1 if k*k <= n\n",
        "game g(n)\n  -> g(n - k)  for k in 2..n if k*k < n\n",
        "game g(n)\n  -> g(n - k)  for k in 1..n if k <= n/k\n",
        "game g(n)\n  -> g(m)  for m < n if (n - m)*(n - m) <= n\n",
        "game g(n)\n  -> g(n - k)  for k in 1..n if (n - k)*(n - k) <= n\n",
        "game g(n)\n  -> g(m)  for m < n if issquare(n - m)\n",
        "game g(n)\n  -> g(n - k)  for k in 1..n if isqrt(k)**2 = k and k != 4\n",
        "game g(n)\n  -> g(m)  for m < n if isprime(n - m)\n",
        // Conditions that are said in other words.
        "game g(n)\n  -> g(k)  for k < n if not k*k > n\n",
        "game g(n)\n  -> g(k)  for k < n if not (not k*k <= n)\n",
        "game g(n)\n  -> g(n - p)  for p in 2..n if all(p % d != 0 for d in 2..p-1)\n",
        "game g(n)\n  -> g(n - p)  for p in 2..n if all(p % d > 0 for d in 2..isqrt(p))\n",
        "game g(n)\n  -> g(n - p)  for p in 2..n if all(not p % d = 0 for d in 2..p/2)\n",
        "game g(n)\n  -> g(n - p)  for p in 3..n if all(p % d != 0 for d in 2..p if d*d <= p)\n",
        "game g(n)\n  -> g(q)  for p in 2..n, q in 1..n if p*q = n and isprime(p) and q != 9\n",
        "game g(n)\n  -> g(n - q)  for q in 2..n/2, p in 1..n if n = p*q and q != 3 and p != 4\n",
        "game g(a, b)\n  -> g(q, b)  for p in 2..b+1, q in 0..a-1 if q*p = a\n  -> g(a, b - k)  "
        "for k in 1..2\n",
        "game g(n)\n  -> g(n - p)  for p in 1..n if gcd(n, p) = p and p != n\n",
        "game g(n)\n  -> g(n - p)  for p in 2..n if n/p*p = n\n",
        "game g(n)\n  -> g(n - p)  for p in 2..n if p*(n/p) = n and n > 3\n",
        "game g(n)\n  -> g(a)  for a >= 2, b >= 2 if a*b = n and b != 7\n",
        "game g(n)\n  -> g(a)  for a >= 1, b in 2..n if n = b*a and b != 3\n",
        "game g(a, b)\n  -> g(x, y)  for s in {a, b}, x, y if x + y = s and x*y > 0\n",
        "game g(a, b)\n  -> g(a - 1, b - 1)  if 1 <= b*a\n  -> g(a - k, b)  for k in 1..2 if "
        "a*k*b != 0\n",
        "game g(a, b)\n  -> g(a - x*k, b - y*k)  for (x, y) in {(1, 0), (0, 1), (1, 2)}, k in "
        "1..max(a, b) if k != 3\n",
        "game g(n, k)\n  -> g(m, n - m)  for m < n if n - m <= 2*k + 1\n",
        // A coordinate that has a last value.
        "game g(t, n)\n  -> g(0, n - k)  for k in 1..2 if t = 1\n  -> g(t, n - 2)  if t != 1\n  -> "
        "g(0, i) + g(0, n - i - 1)  for i < n if t = 0\n",
        "game g(n, p, t)\n  -> g(n - k, p, t)  for k in 1..3\n  -> g(n, 2, t)  if p != 2 and n > "
        "0\n  -> g(n - 1, p, 2) + g(n - 2, 2, t)  if t = 1\n",
        // Sums over one variable with numbers for bounds.
        "game g(n)\n  -> g(n - product(j for j in 1..i))  for i in 1..3\n",
        "game g(n, m)\n  -> g(n - sum(j*j for j in 1..i), m)  for i in 1..3 if sum(j*j for j in "
        "1..i) <= n\n  -> g(n, m - k)  for k in 1..2\n",
        "game g(n)\n  -> g(n - count(j % 2 = 0 for j in 1..i))  for i in 2..9\n",
        // Variables that stand in one term, or for which an equation can be solved; sums of few
        // parts.
        "game g(n)\n  -> g(n % k)  for k in 1..n\n",
        "game g(n)\n  -> g(n - k*(n/k))  for k in 2..n if n % k != 1\n",
        "game g(n)\n  -> g(n/k)  for k in 2..n\n",
        "game g(n)\n  -> g(n/k)  for k in 2..n+1 if n > 0\n",
        "game g(a, b)\n  -> g(a/k, b)  for k in 4..a+1 if a/k != b\n  -> g(a, b - 1)\n",
        "game g(n)\n  -> g((n - n % k)/k)  for k in 3..n if n > 4\n",
        "game g(a, b)\n  -> g(a/k, b)  for k in 2..a if a/k != b\n  -> g(a, b % k)  for k in "
        "1..b\n",
        "game g(n)\n  -> g(n & m)  for m < n if n & m < n\n",
        "game g(n)\n  -> g(m & n)  for m <= n if m & n != n\n",
        "game g(n)\n  -> g(n ^^ k)  for k in 1..n if n ^^ k = n - k\n",
        "game g(n)\n  -> g(a)  for a <= n, b in 1..n if a + b = n and a & b = 0\n",
        "game g(n)\n  -> g(n - b)  for a in 1..n, b in 1..n if a + b = n and a % 3 != b % 2\n",
        "game g(n, b)\n  -> g(k, b)  for k < b if n >= b and (n - k) % b = 0\n  -> g(n, k)  for k "
        "< n if b >= n and "
        "(b - k) % n = 0\n",
        "game g(n)\n  -> sum(g(n - i) for i in 1..k)  for k in 1..min(4, n)\n",
        "game g(n)\n  -> sum(g(n - i) for i in 1..3)  if n >= 3\n  -> g(n - 1) + sum(g(n - 2*i) "
        "for i in 1..k)  for k "
        "in "
        "1..2 if k < n\n",
        "game g(a, b)\n  -> g(a - k, b)  for k in 1..a if b > 0 and k*k <= a/b\n  -> g(a, k)  for "
        "k in {b - 1}\n",
        // A line for each of the equations of which one has to hold.
        "game g(a, b)\n  -> g(a - x, b - y)  for x <= a, y <= b if x + y > 0 and (x = 0 or y = 0 "
        "or x = y)\n",
        "game g(a, b)\n  -> g(a - x, b - y)  for x in 1..a, y in 0..3 if x = 2 or y = x + 1 or b = "
        "y\n",
        "game g(a, b)\n  -> g(x, y)  for x <= a, y <= b if x + y < a + b and (x = a or b = y or a "
        "+ y = x + b)\n",
        // Where one of what is taken and what is left may be negative, lines stay as they are.
        "game g(a, b)\n  -> g(c, d)  for c <= a + 1, d <= b + 1 if c + d < a + b and (abs(a - c) = "
        "2 and abs(b - d) = "
        "1 "
        "or abs(a - c) = 1 and abs(b - d) = 2)\n  -> g(c, b)  for c < a if issquare(a - c)\n",
        "game g(a, b)\n  -> g(a - k, b)  for k in b - 3..a if (a - k)*(a - k) <= b and k > 0\n  -> "
        "g(a, k)  for k in "
        "{b - 1}\n",
        "game g(a, b)\n  -> g(c, b)  for c in a - 4..a - 1 if (a - c)*(a - c) <= b\n  -> g(a, k)  "
        "for k in {b - 1}\n",
        "game g(a, b)\n  -> g(c, b - 1)  for c <= a + 2 if (a - c)*(a - c) <= 4\n  -> g(a, k)  for "
        "k in {b - 1}\n",
        "game g(n)\n  -> g(k)  for k in {n - 1, n/2, 3} if k < n\n",
        "game g(a, b)\n  -> g(k, b)  for k < a\n  -> g(a + b - k, k)  for k < b\n",
        "game g(a, b)\n  -> g(a - k, b)  for k in 1..a\n  -> g(a + b - k, k)  for k in 0..b-1\n",
        "game g(a, b)\n  -> g(c, b)  for c < a if (a - c)*(a - c) <= b + 1\n  -> g(b, a - 1)  if b "
        "< a\n",
        "game g(a, b)\n  -> g(a, b - q)  for q in a..5*a if a > 0 and q % a = 0\n  -> g(q - 1, b - "
        "1)  for q "
        "in 2*b..4*b if b > 0 and q % b = 0 and q - 1 <= a + 2\n",
        // Coordinates that rise to an end.
        "game g(a, b)\n  -> g(k, k)  for k in max(a, b)+1..6\n  -> g(a, b + j)  for j in 1..2 if b "
        "+ "
        "j <= 8\n",
        "game g(t)\n  -> g(t + k)  for k in 1..3 if t + k <= 17\n",
        "game g(t)\n  -> g(s)  for s in t+1..t+4 if s < 11\n  -> g(s)  for s <= 8 if s > 2*t\n",
        "game g(t)\n  -> g(t + 2*k - 3)  for k in 2..4 if t < 9 and t > 0\n  -> g(7)  if t < 5\n",
        "game g(t)\n  -> g(t + k)  for k in 1..3 if t + k <= 17\n  -> 0  if t = 17 or t = 4\n",
        "game g(a, b)\n  -> g(a + k, b)  for k if k > 0 and a + k <= 6\n  -> g(a, b - 2)\n  -> "
        "g(s, b - 1)  for s in a..6 if s != 3\n",
        "game g(a, b)\n  -> g(a + k, b)  for k in 1..9 if a + k <= 8\n  -> g(a, c)  for c in "
        "b+1..7 if any(j*j + 2 = c for j in 0..2)\n"}) {
    SCOPED_TRACE(text);
    LoadedGame one(text);
    const auto rewritten = rewritten_engine()->open(*one.game);
    ASSERT_NE(rewritten, nullptr);
    const auto table = finite_engine()->open(*one.game);
    const size_t arity = one.game->rule()->arity();
    std::vector<int64_t> point(arity, 0);
    for (;;) {
      const Position here = one.game->at(point);
      const auto ours = rewritten->values({&here, 1}, one.budget);
      const auto theirs = table->values({&here, 1}, one.budget);
      ASSERT_TRUE(ours.ok() && theirs.ok());
      ASSERT_EQ(ours->front(), theirs->front()) << to_string(here);
      for (uint64_t value = 0; value < 3; ++value) {
        const auto our_moves = rewritten->moves_to(here, Value(value), 100, one.budget);
        const auto their_moves = table->moves_to(here, Value(value), 100, one.budget);
        ASSERT_TRUE(our_moves.ok() && their_moves.ok());
        EXPECT_EQ(our_moves->moves.size(), their_moves->moves.size())
            << to_string(here) << " to " << value;
        for (const Move& move : our_moves->moves) {
          const auto is_same = [&](const Move& other) {
            return sorted(other.to) == sorted(move.to);
          };
          EXPECT_TRUE(std::any_of(their_moves->moves.begin(), their_moves->moves.end(), is_same))
              << to_string(move.to);
        }
      }
      size_t i = 0;
      while (i < arity && ++point[i] == 7) point[i++] = 0;
      if (i == arity) break;
    }
  }
}

// Pairs that the rule keeps in order; out of order they are other positions, and left.
TEST(Rewritten, PairsInOrderByTheTable) {
  for (const char* text :
       {"game g(a, b)\n  -> g(max(a - k*b, b), min(a - k*b, b))  for k in 1..a/b if b > 0\n",
        "game g(a, b)\n  -> g(max(a - k, b), min(a - k, b))  for k in 1..a\n  -> g(max(b - k, a), "
        "min(a, b - k))  for "
        "k in 1..b\n",
        "game g(a, b)\n  -> g(max(a - k, b), min(b, a - k))  for k in 1..3 if a > b + 1\n",
        "game g(a, b)\n  -> g(min(a, b - k), max(a, b - k))  for k in 1..2\n  -> g(min(a - 1, b - "
        "k), max(a - 1, b - "
        "k))  for k in 1..a\n"}) {
    SCOPED_TRACE(text);
    LoadedGame one(text);
    const auto rewritten = rewritten_engine()->open(*one.game);
    ASSERT_NE(rewritten, nullptr);
    const auto table = finite_engine()->open(*one.game);
    const bool falls = std::string(text).find("g(max") != std::string::npos;
    for (int64_t a = 0; a < 12; ++a) {
      for (int64_t b = 0; b < 12; ++b) {
        const Position here = one.game->at(std::vector<int64_t>{a, b});
        const bool in_order = falls ? a >= b : a <= b;
        EXPECT_EQ(rewritten->cost({&here, 1}) == cost::kNever, !in_order);
        if (!in_order) continue;
        const auto ours = rewritten->values({&here, 1}, one.budget);
        ASSERT_TRUE(ours.ok());
        ASSERT_EQ(ours->front(), table->values({&here, 1}, one.budget)->front()) << to_string(here);
        for (uint64_t value = 0; value < 3; ++value) {
          const auto our_moves = rewritten->moves_to(here, Value(value), 100, one.budget);
          const auto their_moves = table->moves_to(here, Value(value), 100, one.budget);
          ASSERT_TRUE(our_moves.ok() && their_moves.ok());
          EXPECT_EQ(reference::texts(*our_moves), reference::texts(*their_moves))
              << to_string(here) << " to " << value;
        }
      }
    }
  }
}

// The end of play is position 0 then, and moves are told so.
TEST(Rewritten, TheEndIsPosition0) {
  LoadedGame one("game g(n)\n  -> 0  if n > 0\n  -> g(n - k)  for k in 2..n/2 if n % k = 0\n");
  const auto rewritten = rewritten_engine()->open(*one.game);
  ASSERT_NE(rewritten, nullptr);
  const auto table = finite_engine()->open(*one.game);
  for (int64_t n = 0; n < 60; ++n) {
    const Position here = one.game->at(std::vector<int64_t>{n});
    EXPECT_EQ(rewritten->values({&here, 1}, one.budget)->front(),
              table->values({&here, 1}, one.budget)->front())
        << n;
  }
}

// A finite value in play that need not end is no value of sums of copies, nor for whoever relies on
// play that ends.
TEST(Rewritten, PlayThatNeedNotEndIsLeft) {
  LoadedGame one("game g(a, m)\n  -> g(a - 1, m)  if m > 0\n  -> g(a + 1, m)  if a < m\n");
  const auto rewritten = rewritten_engine()->open(*one.game);
  ASSERT_NE(rewritten, nullptr);
  const Position here = one.game->at(std::vector<int64_t>{1, 2});
  EXPECT_FALSE(rewritten->values({&here, 1}, one.budget).ok());
}

TEST(Rewritten, GamesThatLeadToEachOtherAreOne) {
  for (const char* text :
       {"game h(n)\n  -> h(k) for k < n\ngame g(n)\n  -> g(k) for k < n\n  -> h(n) if n > 0\n",
        "game g(n)\n  -> g(n - k) for k in 1..n\n  -> nim(n) if n != 0\n",
        "game h(n)\n  -> g(n - 1)\n  -> h(n - 2)\ngame g(n)\n  -> h(n - 1)\n  -> g(n - 3)\n"}) {
    SCOPED_TRACE(text);
    LoadedGame one(text);
    const auto rewritten = rewritten_engine()->open(*one.game);
    ASSERT_NE(rewritten, nullptr);
    const auto table = finite_engine()->open(*one.game);
    for (int64_t n = 0; n < 60; ++n) {
      const Position here = one.game->at(std::vector<int64_t>{n});
      const auto ours = rewritten->values({&here, 1}, one.budget);
      const auto theirs = table->values({&here, 1}, one.budget);
      ASSERT_TRUE(ours.ok() && theirs.ok()) << n;
      ASSERT_EQ(ours->front(), theirs->front()) << n;
      const auto our_moves = rewritten->moves_to(here, Value(0), 100, one.budget);
      const auto their_moves = table->moves_to(here, Value(0), 100, one.budget);
      ASSERT_TRUE(our_moves.ok() && their_moves.ok()) << n;
      ASSERT_EQ(our_moves->moves.size(), their_moves->moves.size()) << n;
      for (const Move& move : our_moves->moves) {
        const auto is_same = [&](const Move& other) { return sorted(other.to) == sorted(move.to); };
        EXPECT_TRUE(std::any_of(their_moves->moves.begin(), their_moves->moves.end(), is_same))
            << to_string(move.to);
      }
    }
  }
}

TEST(Rewritten, OtherGamesAreLeft) {
  for (const char* text :
       {"game g(m, n)\n  -> g(m - 1, n)\n  -> g(m, n - 1)\n", "game g(n)\n  -> g(n - 1)\n",
        "game g(n)\n  -> g(n - i - product(j for j in 1..i)*n)  for i in 1..3\n",
        "game g(n)\n  -> g(n - product(j for j in 1..i))  for i in 1..25\n",
        "game g(t)\n  -> g(t + 1)\n",
        "game g(a, b)\n  -> g(a + 1, b)  if a < b\n  -> g(a, b + 1)\n",
        "game h(m, n, o)\n  -> g(m, n)\ngame g(m, n)\n  -> h(m, n - 1, 0)\n"}) {
    LoadedGame one(text);
    EXPECT_EQ(rewritten_engine()->open(*one.game), nullptr) << text;
  }
}

// Lines of which some raise a coordinate and some lower it, with ends of all kinds.
TEST(Rewritten, RandomRacesByTheTable) {
  std::mt19937 random(7);
  const auto one_of = [&](std::initializer_list<const char*> texts) {
    return std::string(texts.begin()[random() % texts.size()]);
  };
  size_t answered = 0;
  for (int round = 0; round < 300; ++round) {
    std::string text = "game g(a, b)\n";
    for (size_t lines = 1 + random() % 3; lines > 0; --lines) {
      const std::string to = one_of(
          {"a + k, b", "a + 1, b - 1", "s, b", "a + k, k", "a, b - k", "s, s", "a + 2, b - 1"});
      const std::string end =
          one_of({"a + 2 <= 9", "a + k <= 7", "a + k <= 6 + b", "a + k < 12 - b", "s <= 8",
                  "s < 9 + b", "a < 5 and b < 6", "b > 3"});
      const bool has_k = (to + end).find('k') != std::string::npos;
      const bool has_s = (to + end).find('s') != std::string::npos;
      text += "  -> g(" + to + ")";
      if (has_k || has_s) text += "  for ";
      if (has_k) text += "k in " + one_of({"1..3", "1..min(b, 2)", "2..4"});
      if (has_k && has_s) text += ", ";
      if (has_s) text += "s in " + one_of({"a+1..a+3", "a+1..9", "max(a, b)+1..8"});
      text += " if " + end + one_of({"", " and a != 2", " and a <= b + 3"}) + "\n";
    }
    SCOPED_TRACE(text);
    LoadedGame one(text);
    const auto rewritten = rewritten_engine()->open(*one.game);
    if (rewritten == nullptr || rewritten->knows().find("only rises") == std::string::npos)
      continue;
    one.budget.set_memory_limit(uint64_t{1} << 28);
    const auto table = finite_engine()->open(*one.game);
    for (int64_t a = 0; a < 12; ++a) {
      for (int64_t b = 0; b < 6; ++b) {
        const Position here = one.game->at(std::vector<int64_t>{a, b});
        const auto ours = rewritten->values({&here, 1}, one.budget);
        const auto theirs = table->values({&here, 1}, one.budget);
        if (!ours || !theirs) continue;
        ++answered;
        ASSERT_EQ(ours->front(), theirs->front()) << to_string(here);
      }
    }
  }
  EXPECT_GT(answered, 1000U) << answered;
}

// A race to a far end; what lies beyond the end is not spoken of.
TEST(Rewritten, RacesAreLong) {
  LoadedGame one("game g(t)\n  -> g(t + k)  for k in 1..10 if t + k <= 1000000000\n");
  const auto rewritten = rewritten_engine()->open(*one.game);
  ASSERT_NE(rewritten, nullptr);
  for (uint64_t t : {0, 1, 9, 10, 11, 12, 999999999, 1000000000}) {
    const Position here = one.game->at(std::vector<int64_t>{static_cast<int64_t>(t)});
    const auto value = rewritten->values({&here, 1}, one.budget);
    ASSERT_TRUE(value.ok()) << t;
    EXPECT_EQ(value->front(), Value((1000000000 - t) % 11)) << t;
  }
  const Position beyond = one.game->at(std::vector<int64_t>{1000000001});
  EXPECT_EQ(rewritten->cost({&beyond, 1}), cost::kNever);
}

TEST(Rewritten, ManyValuesAreForTables) {
  LoadedGame one("game g(m, n)\n  -> g(m, n - k)  for k in 1..m\n");
  const auto rewritten = rewritten_engine()->open(*one.game);
  std::vector<Position> many;
  for (int64_t m = 0; m < 20; ++m) many.push_back(one.game->at(std::vector<int64_t>{m, 5}));
  EXPECT_EQ(rewritten->cost(many), cost::kNever);
  EXPECT_EQ(rewritten->cost({many.data(), 2}), cost::kRewritten);
}

}  // namespace
}  // namespace grundy
