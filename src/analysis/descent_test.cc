#include "analysis/descent.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

isl::Map relation(const isl::Context& context, const char* text) {
  return isl::Map(isl_map_read_from_str(context.get(), text));
}

TEST(Descent, IsFoundAndDescribed) {
  struct Example {
    const char* moves;
    const char* text;
  };
  const Example examples[] = {
      {"{ [m, n] -> [m, k] : 0 <= k < n and m >= 0; [m, n] -> [m - 1, k] : m > 0 and n >= 0 and k "
       ">= 0 }",
       "every move lowers (m, n) lexicographically"},
      {"{ [m, n] -> [k, n] : 0 <= k < m and n >= 0; [m, n] -> [k, n - 1] : n > 0 and m >= 0 and k "
       ">= 0 }",
       "every move lowers (n, m) lexicographically"},
      {"{ [m, n] -> [m - 2, n + 1] : m >= 2 and n >= 0; [m, n] -> [m + 1, n - 2] : n >= 2 and m >= "
       "0 }",
       "every move lowers m + n"},
      {"{ [m, n] -> [m - 1, n + 1] : m >= 1 and n >= 0; [m, n] -> [m, n - 1] : n >= 1 and m >= 0 }",
       "every move lowers (m, n) lexicographically"},
      {"{ [m, n] -> [m, n] : 1 = 0 }", "there is no move"},
  };
  for (const Example& example : examples) {
    const isl::Context context = isl::make_context(10'000'000);
    const isl::Map moves = relation(context, example.moves);
    const auto descent = find_descent(moves);
    ASSERT_TRUE(descent.has_value()) << example.moves;
    EXPECT_EQ(describe(*descent, {"m", "n"}), example.text);
    EXPECT_TRUE(is_descent(moves, *descent));
  }
}

TEST(Descent, IsNotFoundWherePlayNeedNotEnd) {
  for (const char* text : {"{ [m, n] -> [m, n] : m >= 0 and n >= 0 }",
                           "{ [m, n] -> [m - 1, n + 1] : m >= 1 and n >= 0; [m, n] -> [m + 1, n - "
                           "1] : n >= 1 and m >= 0 }",
                           "{ [m, n] -> [k, n] : m >= 0 and n >= 0 and k > m }"}) {
    const isl::Context context = isl::make_context(10'000'000);
    EXPECT_FALSE(find_descent(relation(context, text)).has_value()) << text;
  }
}

TEST(Descent, WrongOnesAreRejected) {
  const isl::Context context = isl::make_context(10'000'000);
  const isl::Map moves = relation(context,
                                  "{ [m, n] -> [m, k] : 0 <= k < n and m >= 0; [m, n] -> [m - 1, "
                                  "k] : m > 0 and n >= 0 and k >= 0 }");
  EXPECT_TRUE(is_descent(moves, {{{1, 0}, {0, 1}}}));
  EXPECT_FALSE(is_descent(moves, {{{0, 1}, {1, 0}}}));
  EXPECT_FALSE(is_descent(moves, {{{1, 0}}}));
  EXPECT_FALSE(is_descent(moves, {{{1, 1}}}));
  EXPECT_FALSE(is_descent(moves, {{{1, 0}, {0, -1}}}));
  EXPECT_FALSE(is_descent(moves, {}));
}

}  // namespace
}  // namespace grundy
