#include "engine/law/joined_conditions.h"

#include <gtest/gtest.h>

#include <functional>

namespace grundy {
namespace {

constexpr size_t kPoints = 200;

PointSet points_where(const std::function<bool(size_t)>& holds) {
  PointSet points(kPoints);
  for (size_t i = 0; i < kPoints; ++i)
    if (holds(i)) points.set(i);
  return points;
}

/// The first condition for these points, of a few plain ones about the number of the point.
std::string found(const std::function<bool(size_t)>& wanted) {
  std::vector<PlainCondition> plain;
  for (size_t m = 2; m <= 7; ++m)
    for (size_t r = 0; r < m; ++r)
      plain.push_back({"i % " + std::to_string(m) + " = " + std::to_string(r),
                       points_where([&](size_t i) { return i % m == r; })});
  for (const size_t most : {10U, 50U, 100U})
    plain.push_back(
        {"i <= " + std::to_string(most), points_where([&](size_t i) { return i <= most; })});
  const std::vector<std::string> all =
      joined_conditions(std::move(plain), points_where(wanted), kPoints, 10, Budget());
  return all.empty() ? "" : all.front();
}

TEST(JoinedConditions, TheFewestComeFirst) {
  EXPECT_EQ(found([](size_t i) { return i % 6 == 4; }), "i % 6 = 4");
  EXPECT_EQ(found([](size_t i) { return i % 10 == 3; }), "i % 2 = 1 and i % 5 = 3");
  EXPECT_EQ(found([](size_t i) { return i % 5 == 3 || i <= 50; }), "i <= 50 or i % 5 = 3");
  EXPECT_EQ(found([](size_t i) { return i % 30 == 17; }), "i % 5 = 2 and i % 6 = 5");
  EXPECT_EQ(found([](size_t i) { return i % 105 == 52; }), "i % 3 = 1 and i % 5 = 2 and i % 7 = 3");
  EXPECT_EQ(found([](size_t i) { return i <= 50 ? i % 3 == 1 : i % 4 == 2; }),
            "i <= 50 and i % 3 = 1 or not (i <= 50) and i % 4 = 2");
  EXPECT_EQ(found([](size_t i) { return i <= 10 || (i <= 100 ? i % 3 == 1 : i % 4 == 2); }),
            "i <= 10 or (i <= 100 and i % 3 = 1 or not (i <= 100) and i % 4 = 2)");
}

TEST(JoinedConditions, NoneForWhatIsNotPlain) {
  EXPECT_EQ(found([](size_t i) { return i * i % 97 < 40; }), "");
  Budget none;
  none.set_time_limit(0);
  EXPECT_TRUE(joined_conditions({{"a", points_where([](size_t i) { return i < 9; })}},
                                points_where([](size_t i) { return i < 8; }), kPoints, 10, none)
                  .empty());
}

}  // namespace
}  // namespace grundy
