#include "engine/ordinal/point_set.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

PointSet of(const std::vector<size_t>& points) {
  PointSet set(130);
  for (const size_t i : points) set.set(i);
  return set;
}

TEST(PointSet, IsASet) {
  const PointSet a = of({0, 63, 64, 129});
  EXPECT_EQ(a.words(), 3u);
  EXPECT_EQ(a.count(), 4u);
  EXPECT_TRUE(a[63] && a[64] && !a[65]);
  EXPECT_EQ(a.elements(), (std::vector<size_t>{0, 63, 64, 129}));
  EXPECT_EQ(PointSet(130).count(), 0u);
}

TEST(PointSet, MeetsAndDifferences) {
  const PointSet a = of({0, 5, 63, 64, 129});
  const PointSet b = of({5, 64, 128});
  EXPECT_EQ(a.common(b), 2u);
  PointSet meet = a;
  meet.meet(b);
  EXPECT_EQ(meet.elements(), (std::vector<size_t>{5, 64}));
  PointSet rest = a;
  rest.remove(b);
  EXPECT_EQ(rest.elements(), (std::vector<size_t>{0, 63, 129}));
}

}  // namespace
}  // namespace grundy
