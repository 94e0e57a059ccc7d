#include "engine/ordinal/sample.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

TEST(Sample, Parts) {
  const Sample sample{{2, 3}, 2, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
  EXPECT_EQ(part_of(sample, {2, 1}).values, (std::vector<int64_t>{0, 1, 6, 7}));
  EXPECT_EQ(part_of(sample, {1, 3}).values, (std::vector<int64_t>{0, 1, 2, 3, 4, 5}));
}

TEST(Sample, Disagreements) {
  const Formula formula{1, 1, {Case{{}, {}, {AffineValue{{1}, 0, 1, 0}}}}};
  EXPECT_FALSE(disagreement(formula, Sample{{3}, 1, {0, 1, 2}}).has_value());
  EXPECT_EQ(disagreement(formula, Sample{{3}, 1, {0, 2, 2}}), std::vector<int64_t>{1});
}

TEST(Sample, PointsOfABox) {
  std::vector<std::vector<int64_t>> points;
  for_each_point({2, 3}, [&](size_t index, const std::vector<int64_t>& point) {
    EXPECT_EQ(index, points.size());
    points.push_back(point);
    return index < 4;
  });
  EXPECT_EQ(points, (std::vector<std::vector<int64_t>>{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}}));
  for_each_point({2, 0}, [](size_t, const std::vector<int64_t>&) {
    ADD_FAILURE() << "an empty box has no point";
    return true;
  });
}

}  // namespace
}  // namespace grundy
