#include "rewriting/win_at_ends.h"

#include <gtest/gtest.h>

#include <map>

#include "language/rulebook.h"
#include "rule/meaning.h"

namespace grundy {
namespace {

using Point = std::vector<int64_t>;

/// By definition: the positions of `rule` to which moves lead; with `ends` whether a line without
/// parts applies.
std::vector<Point> options_of(const Rule& rule, const Point& point, bool& ends) {
  std::vector<Point> result;
  Patience patience(uint64_t{1} << 22);
  moves_by_definition(
      rule, point, 64,
      [&](const RuleSum& sum) {
        if (sum.empty()) {
          ends = true;
        } else {
          result.push_back(sum[0].coordinates);
        }
      },
      &patience);
  return result;
}

TEST(WinAtEnds, EndsAreThePositionsWithoutMoves) {
  for (const char* lines :
       {"(a, b)\n  -> g(x, b) for x < a\n  -> g(a, y) for y < b",
        "(a, b)\n  -> g(a - k, b - k) for k in 1..min(a, b)\n  -> g(a - 2, b)",
        "(a, b)\n  -> g(a - k*b, b) for k in 1..a if k*b <= a and b > 0\n  -> g(b, a) if b < a",
        "(n)\n  -> g(n - k) for k in 2..5", "(n)\n  -> g(n - k) for k in 3..n/2",
        "(n)\n  -> g(n - k) for k in 1..n-1 if n % k = 0", "(n)\n  -> g(n/2) if n > 0",
        "(n)\n  -> g(n - d) for d in {2, n/3 + 1}", "(n)\n  -> g(k) for k in n/2-3..n-2",
        "(n)\n  -> g(n - i - j) for (i, j) in {(1, 2), (3, 3)} if n % 2 = 0",
        "(n, m)\n  -> g(n - k, 2*k) for k in 1..m", "(a, b)\n  -> g(a - k, b - k) for k if k > 1",
        "(a, b)\n  -> g(a - i, b - j) for i, j if i + j > 0 and (i = 0 or j = 0 or i = j)",
        "(n, m)\n  -> g(m - 3, n - k) for k in m-2..7"}) {
    Rulebook book;
    ASSERT_TRUE(book.load_text("test", std::string("game g") + lines + "\n").ok()) << lines;
    const Rule& rule = **book.rule("g");
    const auto ended = with_win_at_ends(rule);
    ASSERT_NE(ended, nullptr) << lines;
    const int64_t most = rule.arity() == 1 ? 60 : 12;
    for (int64_t a = 0; a <= most; ++a) {
      for (int64_t b = 0; b <= (rule.arity() == 1 ? 0 : most); ++b) {
        const Point point = rule.arity() == 1 ? Point{a} : Point{a, b};
        bool none = false, ends = false;
        const std::vector<Point> options = options_of(rule, point, none);
        EXPECT_EQ(options_of(*ended, point, ends), options) << lines << " at " << a << ", " << b;
        EXPECT_EQ(ends, options.empty()) << lines << " at " << a << ", " << b;
      }
    }
  }
}

TEST(WinAtEnds, OthersHaveNone) {
  for (const char* lines : {"(n)\n  -> g(n/2) + g(n/3) if n > 0", "(n)\n  -> nim(n - 1)",
                            "(n)\n  -> g(k % 5) for k >= 1", "(n)\n  -> 0 if n > 0"}) {
    Rulebook book;
    ASSERT_TRUE(book.load_text("test", std::string("game g") + lines + "\n").ok()) << lines;
    EXPECT_EQ(with_win_at_ends(**book.rule("g")), nullptr) << lines;
  }
}

}  // namespace
}  // namespace grundy
