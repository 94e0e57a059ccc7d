// The built-in games against what is published about them: first values (games.txt), periods, and
// the theorems that their documentation states.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>

#include "reference/positions.h"
#include "rule/evaluate.h"
#include "session/session.h"

namespace grundy {
namespace {

using Point = std::vector<uint64_t>;

class Games {
 public:
  std::vector<uint64_t> values(const std::string& game, const std::vector<Point>& points) {
    Budget budget;
    const auto rule = session_.game(game, budget);
    if (!rule) {
      ADD_FAILURE() << rule.error().to_string();
      return std::vector<uint64_t>(points.size());
    }
    std::vector<Coordinates> positions;
    for (const Point& point : points) positions.emplace_back(point.begin(), point.end());
    const auto found = reference::Evaluator(**rule).values(positions, budget);
    EXPECT_TRUE(found) << found.error().to_string();
    std::vector<uint64_t> result;
    for (const Ordinal& value : *found) result.push_back(std::stoull(value.to_string()));
    return result;
  }

  /// Values at 0, 1, …, most.
  std::vector<uint64_t> sequence(const std::string& game, uint64_t most) {
    std::vector<Point> points;
    for (uint64_t n = 0; n <= most; ++n) points.push_back({n});
    return values(game, points);
  }

  /// Compares all values for coordinates up to `most` with a formula.
  void expect(const std::string& game, const Point& most,
              const std::function<uint64_t(const Point&)>& formula) {
    expect_of(game, most, formula, [](uint64_t value) { return value; });
  }

  /// The same for lost positions.
  void expect_lost(const std::string& game, const Point& most,
                   const std::function<bool(const Point&)>& lost) {
    expect_of(
        game, most, [&](const Point& p) { return uint64_t{lost(p)}; },
        [](uint64_t value) { return uint64_t{value == 0}; });
  }

 private:
  void expect_of(const std::string& game, const Point& most,
                 const std::function<uint64_t(const Point&)>& formula,
                 const std::function<uint64_t(uint64_t)>& seen) {
    std::vector<Point> points;
    Point point(most.size());
    for (;;) {
      points.push_back(point);
      size_t i = 0;
      while (i < most.size() && point[i] == most[i]) point[i++] = 0;
      if (i == most.size()) break;
      ++point[i];
    }
    const std::vector<uint64_t> found = values(game, points);
    for (size_t i = 0; i < points.size(); ++i) {
      if (formula(points[i]) != seen(found[i])) {
        FAIL() << game << "(" << fmt::format("{}", fmt::join(points[i], ", ")) << ") has the value "
               << found[i];
      }
    }
  }

  Session session_;
};

uint64_t twos(uint64_t n) { return static_cast<uint64_t>(__builtin_ctzll(n)); }

bool is_fibonacci(uint64_t n) {
  uint64_t a = 1;
  for (uint64_t b = 2; a < n;) a = std::exchange(b, a + b);
  return a == n;
}

/// The least part of n > 0 as a sum of Fibonacci numbers no two of which are neighbours: take the
/// greatest again and again.
uint64_t least_fibonacci_part(uint64_t n) {
  for (;;) {
    uint64_t part = n;
    while (!is_fibonacci(part)) --part;
    if (part == n) return part;
    n -= part;
  }
}

TEST(KnownGames, FirstValues) {
  Games games;
  std::ifstream file(GRUNDY_SOURCE_DIR "/test/known/games.txt");
  size_t lines = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const size_t colon = line.rfind(':');
    ASSERT_NE(colon, line.npos) << line;
    std::vector<uint64_t> published;
    std::istringstream numbers(line.substr(colon + 1));
    for (uint64_t number = 0; numbers >> number;) published.push_back(number);
    ASSERT_GT(published.size(), 20u) << line;
    EXPECT_EQ(games.sequence(line.substr(0, colon), published.size() - 1), published) << line;
    ++lines;
  }
  EXPECT_GE(lines, 15u);
}

TEST(KnownGames, Periods) {
  Games games;
  struct Case {
    const char* game;
    uint64_t period;
    std::vector<uint64_t> exceptions;  // heaps that do not have the value of the heaps with their
                                       // remainder; the last at least
    bool all_listed;
  };
  const Case cases[] = {
      {"kayles", 12, {0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70}, true},  // OEIS A002186
      {"dawson", 34, {0, 14, 16, 17, 31, 34, 51}, true},                           // OEIS A002187
      {"dawsons_kayles", 34, {52}, false},
      {"octal[0.17]", 34, {0, 15, 17, 32}, true},  // OEIS A071431
  };
  for (const Case& one : cases) {
    const uint64_t most = 3 * (one.exceptions.back() + one.period) + 60;
    const std::vector<uint64_t> values = games.sequence(one.game, most);
    std::vector<uint64_t> exceptions;
    for (uint64_t n = 0; n + one.period <= most; ++n) {
      uint64_t far = n;
      while (far + one.period <= most) far += one.period;
      if (values[n] != values[far]) exceptions.push_back(n);
    }
    ASSERT_FALSE(exceptions.empty()) << one.game;
    EXPECT_EQ(exceptions.back(), one.exceptions.back()) << one.game;
    if (one.all_listed) {
      EXPECT_EQ(exceptions, one.exceptions) << one.game;
    }
  }
}

TEST(KnownGames, ErrataAreErrata) {
  Games games;
  const std::vector<uint64_t> left = games.sequence("octal[0.17]", 101);
  const std::vector<uint64_t> right = games.sequence("octal[0.137]", 100);
  std::vector<uint64_t> wrong;
  for (uint64_t n = 1; n <= 101; n += 2) {
    if (left[n] != (right[n - 1] ^ 1)) wrong.push_back(n);
  }
  ASSERT_FALSE(wrong.empty());
  EXPECT_EQ(wrong.front(), 49u);
}

TEST(KnownGames, HeapsWithAFormula) {
  Games games;
  games.expect("nim", {300}, [](const Point& p) { return p[0]; });
  games.expect("bounded", {100}, [](const Point& p) { return p[0] % 4; });
  games.expect("bounded[K=6]", {100}, [](const Point& p) { return p[0] % 7; });
  games.expect("lasker", {300}, [](const Point& p) {
    return p[0] % 4 == 3 ? p[0] + 1 : p[0] % 4 == 0 && p[0] > 0 ? p[0] - 1 : p[0];
  });
  const std::function<uint64_t(uint64_t)> half = [&](uint64_t n) {
    return n % 2 == 0 ? n / 2 : half(n / 2);
  };
  games.expect("half", {600}, [&](const Point& p) { return half(p[0]); });
  for (uint64_t k : {2, 3, 5}) {
    const std::function<uint64_t(uint64_t)> strange = [&](uint64_t n) {
      return n % k == 0 ? n / k : n < k ? 0 : strange(n - n / k - 1);
    };
    games.expect(fmt::format("strange[K={}]", k), {600},
                 [&](const Point& p) { return strange(p[0]); });
  }
  games.expect("take_prime_or_one", {400}, [](const Point& p) { return p[0] % 4; });
  games.expect("take_prime_power", {400}, [](const Point& p) { return p[0] % 6; });
  for (uint64_t b : {2, 3, 4, 7, 10}) {
    games.expect(fmt::format("take_power[b={}]", b), {400}, [b](const Point& p) {
      if (b % 2 == 1) return p[0] % 2;
      const uint64_t r = p[0] % (b + 1);
      return r == b ? 2 : r % 2;
    });
  }
  games.expect("take_divisor", {400},
               [](const Point& p) { return p[0] == 0 ? 0 : twos(p[0]) + 1; });
  games.expect("take_proper_divisor", {400},
               [](const Point& p) { return p[0] == 0 ? 0 : twos(p[0]); });
  games.expect("take_coprime", {400}, [](const Point& p) -> uint64_t {
    if (p[0] < 2) return 0;
    uint64_t index = 0;
    for (int64_t d = 2;; ++d) {
      index += is_prime(d) ? 1 : 0;
      if (p[0] % static_cast<uint64_t>(d) == 0) return index;
    }
  });
  games.expect_lost("mark", {1000},
                    [](const Point& p) { return p[0] == 0 || twos(p[0]) % 2 == 1; });
  games.expect_lost("take_prime", {36}, [](const Point& p) {  // OEIS A025043
    return std::set<uint64_t>{0, 1, 9, 10, 25, 34, 35}.contains(p[0]);
  });
  games.expect_lost("squares", {109}, [](const Point& p) {  // OEIS A030193
    return std::set<uint64_t>{0,  2,  5,  7,  10, 12, 15, 17, 20, 22, 34,
                              39, 44, 52, 57, 62, 65, 67, 72, 85, 95, 109}
        .contains(p[0]);
  });
}

TEST(KnownGames, ConsecutiveHeaps) {
  // By exclusive-or of the values before n, as in the solutions of Codeforces 87 C, and the answers
  // of its examples.
  constexpr uint64_t kMost = 600;
  std::vector<uint64_t> values(kMost + 1);
  std::vector<uint64_t> sums(kMost + 2);
  std::vector<uint64_t> answer(kMost + 1);
  for (uint64_t n = 0; n <= kMost; ++n) {
    std::set<uint64_t> seen;
    for (uint64_t k = 2; k * (k + 1) / 2 <= n; ++k) {
      if ((n - k * (k - 1) / 2) % k != 0) continue;
      const uint64_t a = (n - k * (k - 1) / 2) / k;
      const uint64_t sum = sums[a + k] ^ sums[a];
      if (sum == 0 && answer[n] == 0) answer[n] = k;
      seen.insert(sum);
    }
    while (seen.contains(values[n])) ++values[n];
    sums[n + 1] = sums[n] ^ values[n];
  }
  EXPECT_EQ(answer[3], 2u);
  EXPECT_EQ(answer[6], 0u);
  EXPECT_EQ(answer[100], 8u);
  Games games;
  EXPECT_EQ(games.sequence("consecutive", kMost), values);
}

TEST(KnownGames, Treblecross) {
  // Played on the board: who is first to have three crosses in a row?
  std::vector<bool> lost;
  for (unsigned cells = 0; cells <= 13; ++cells) {
    std::vector<bool> wins(size_t{1} << cells);
    for (size_t board = wins.size(); board-- > 0;) {
      for (unsigned cell = 0; cell < cells; ++cell) {
        const size_t next = board | size_t{1} << cell;
        if (next == board) continue;
        const bool three = (next & next >> 1 & next >> 2) != 0;
        if (three || !wins[next]) wins[board] = true;
      }
    }
    lost.push_back(!wins[0]);
  }
  Games games;
  // On one or two cells nobody can win.
  games.expect_lost("treblecross", {13},
                    [&](const Point& p) { return p[0] != 1 && p[0] != 2 && lost[p[0]]; });
}

TEST(KnownGames, TwoCoordinates) {
  Games games;
  games.expect("rook", {30, 30}, [](const Point& p) { return p[0] ^ p[1]; });
  games.expect_lost("king", {30, 30},
                    [](const Point& p) { return p[0] % 2 == 0 && p[1] % 2 == 0; });
  games.expect_lost("knight", {30, 30},
                    [](const Point& p) { return p[0] % 4 < 2 && p[1] % 4 < 2; });
  // Wythoff 1907, with the k-th pair found as the least number not used and that plus k.
  std::set<Point> pairs;
  std::set<uint64_t> used;
  for (uint64_t k = 0, a = 0; k <= 60; ++k) {
    while (used.contains(a)) ++a;
    used.insert({a, a + k});
    pairs.insert({a, a + k});
    pairs.insert({a + k, a});
  }
  for (const char* game : {"wythoff", "queen"}) {
    games.expect_lost(game, {90, 90}, [&](const Point& p) { return pairs.contains(p); });
  }
  // OEIS A317205, the rows of the triangle.
  const std::vector<std::vector<uint64_t>> rows = {{0},
                                                   {1, 2},
                                                   {2, 0, 1},
                                                   {3, 4, 5, 6},
                                                   {4, 5, 3, 2, 7},
                                                   {5, 3, 4, 0, 6, 8},
                                                   {6, 7, 8, 1, 9, 10, 3},
                                                   {7, 8, 6, 9, 0, 1, 4, 5},
                                                   {8, 6, 7, 10, 1, 2, 5, 3, 4}};
  games.expect("wythoff", {8, 8},
               [&](const Point& p) { return rows[std::max(p[0], p[1])][std::min(p[0], p[1])]; });
  // OEIS A047708, the diagonal.
  const std::vector<uint64_t> diagonal = {0,  2,  1, 6,  7,  8,  3,  5,  4,  16, 14,
                                          15, 10, 9, 11, 20, 13, 21, 12, 25, 17, 18};
  std::vector<Point> points;
  for (uint64_t n = 0; n < diagonal.size(); ++n) points.push_back({n, n});
  EXPECT_EQ(games.values("wythoff", points), diagonal);
}

TEST(KnownGames, Euclid) {
  Games games;
  // Cole and Davie 1969: lost when the ratio is below the golden ratio φ: a·φ > b exactly when a² +
  // ab > b².
  games.expect_lost("euclid", {60, 60}, [](const Point& p) {
    const uint64_t a = std::min(p[0], p[1]);
    const uint64_t b = std::max(p[0], p[1]);
    return a == 0 || (a != b && a * a + a * b > b * b);
  });
  // Nivasch 2006: ⌊|a/b - b/a|⌋, in whole numbers.
  games.expect("euclid[least=1]", {60, 60}, [](const Point& p) -> uint64_t {
    const uint64_t a = std::min(p[0], p[1]);
    const uint64_t b = std::max(p[0], p[1]);
    return a == 0 ? 0 : (b * b - a * a) / (a * b);
  });
}

TEST(KnownGames, FibonacciNim) {
  Games games;
  games.expect_lost("fibonacci", {60, 60},
                    [](const Point& p) { return p[0] == 0 || p[1] < least_fibonacci_part(p[0]); });
  std::vector<Point> starts;
  for (uint64_t n = 2; n <= 200; ++n) starts.push_back({n, n - 1});
  const std::vector<uint64_t> values = games.values("fibonacci", starts);
  for (uint64_t n = 2; n <= 200; ++n) EXPECT_EQ(values[n - 2] == 0, is_fibonacci(n)) << n;
}

TEST(KnownGames, Chomp) {
  Games games;
  const auto is_bar = [](const Point& p) {
    return p[0] > 0 && std::is_sorted(p.rbegin(), p.rend());
  };
  std::vector<Point> bars;
  for (uint64_t a = 1; a <= 30; ++a) {
    for (uint64_t b = 0; b <= a; ++b) bars.push_back({a, b});
  }
  const std::vector<uint64_t> values = games.values("chomp2", bars);
  for (size_t i = 0; i < bars.size(); ++i) EXPECT_EQ(values[i] == 0, bars[i][0] == bars[i][1] + 1);
  // Three rows against play on the board itself: a move takes all squares above and to the right of
  // one.
  constexpr uint64_t kMost = 7;
  std::map<Point, bool> wins;
  const std::function<bool(const Point&)> mover_wins = [&](const Point& bar) {
    if (const auto known = wins.find(bar); known != wins.end()) return known->second;
    bool won = false;
    for (size_t row = 0; row < 3; ++row) {
      for (uint64_t column = 0; column < bar[row] && !won; ++column) {
        if (row == 0 && column == 0) continue;  // poisonous
        Point next = bar;
        for (size_t above = row; above < 3; ++above) next[above] = std::min(next[above], column);
        won = !mover_wins(next);
      }
    }
    return wins[bar] = won;
  };
  std::vector<Point> positions;
  for (uint64_t a = 1; a <= kMost; ++a) {
    for (uint64_t b = 0; b <= a; ++b) {
      for (uint64_t c = 0; c <= b; ++c) positions.push_back({a, b, c});
    }
  }
  const std::vector<uint64_t> three = games.values("chomp3", positions);
  std::vector<Point> lost;
  for (size_t i = 0; i < positions.size(); ++i) {
    ASSERT_TRUE(is_bar(positions[i]));
    EXPECT_EQ(three[i] != 0, mover_wins(positions[i]));
    if (three[i] == 0) lost.push_back(positions[i]);
  }
  // Zeilberger 2001.
  for (const Point& known : {Point{3, 1, 1}, Point{3, 2, 0}, Point{4, 2, 2}, Point{6, 3, 3}}) {
    EXPECT_TRUE(std::find(lost.begin(), lost.end(), known) != lost.end());
  }
}

TEST(KnownGames, MooresNim) {
  Games games;
  for (uint64_t k = 1; k <= 5; ++k) {
    const auto lost = [k](const Point& p) {
      for (int bit = 0; bit < 8; ++bit) {
        const auto having =
            std::count_if(p.begin(), p.end(), [bit](uint64_t n) { return (n >> bit & 1) != 0; });
        if (static_cast<uint64_t>(having) % (k + 1) != 0) return false;
      }
      return true;
    };
    games.expect_lost(fmt::format("moore2[k={}]", k), {20, 20}, lost);
    games.expect_lost(fmt::format("moore3[k={}]", k), {9, 9, 9}, lost);
    games.expect_lost(fmt::format("moore4[k={}]", k), {5, 5, 5, 5}, lost);
  }
  games.expect("moore4[k=1]", {5, 5, 5, 5},
               [](const Point& p) { return p[0] ^ p[1] ^ p[2] ^ p[3]; });
}

TEST(KnownGames, WithoutIncreasesLeftTheyAreNim) {
  Games games;
  for (const char* game :
       {"free", "forced", "strict", "anydrop", "stones", "stones[K=3]", "cascade2"}) {
    games.expect(game, {0, 30}, [](const Point& p) { return p[1]; });
  }
  games.expect("cascade3", {0, 0, 30}, [](const Point& p) { return p[2]; });
}

TEST(KnownGames, Intervals) {
  // By definition: the exclusive-or of what a taken interval leaves.
  const std::vector<std::pair<uint64_t, uint64_t>> list = {{0, 3}, {2, 5}, {4, 9}, {1, 2},
                                                           {7, 8}, {6, 9}, {3, 4}};
  const std::function<uint64_t(uint64_t, uint64_t)> value = [&](uint64_t l,
                                                                uint64_t r) -> uint64_t {
    std::set<uint64_t> seen;
    for (const auto& [a, b] : list) {
      if (l <= a && b <= r) seen.insert(value(l, a) ^ value(b, r));
    }
    uint64_t mex = 0;
    while (seen.contains(mex)) ++mex;
    return mex;
  };
  std::string text;
  for (const auto& [a, b] : list) text += fmt::format("{}({}, {})", text.empty() ? "" : ", ", a, b);
  Games games;
  games.expect("intervals[{" + text + "}]", {9, 9},
               [&](const Point& p) { return value(p[0], p[1]); });
}

}  // namespace
}  // namespace grundy
