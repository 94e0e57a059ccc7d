// Where shapes stand, by the tree and by looking at each.
#include "engine/board/shape_tree.h"

#include <gtest/gtest.h>

#include <random>

namespace grundy {
namespace {

constexpr size_t kTreeCells = 40;

template <size_t W>
Mask<W> random_mask(std::mt19937_64& random) {
  Mask<W> mask;
  for (size_t cell = 0; cell < kTreeCells; ++cell) {
    if (random() % 2 == 0) mask.add(cell);
  }
  return mask;
}

template <size_t W>
void compare_tree(uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<ShiftShape<W>> shapes;
  for (size_t i = 0; i < 60; ++i) {
    ShiftShape<W> shape;
    uint32_t distance = 0;
    for (size_t k = 0; k <= random() % 4; ++k) {
      typename ShiftShape<W>::Cell cell;
      cell.distance = distance;
      cell.reads = static_cast<ClassSet>(1 + random() % 7);
      shape.cells.push_back(cell);
      distance += static_cast<uint32_t>(1 + random() % 5);
    }
    shape.anchors =
        random_mask<W>(random) & Mask<W>::first(kTreeCells - shape.cells.back().distance);
    shapes.push_back(shape);
  }
  ShapeTree<W> tree(shapes);
  for (int round = 0; round < 20; ++round) {
    Planes<W> planes{};
    planes[0] = random_mask<W>(random);
    planes[1] = random_mask<W>(random) & ~planes[0];
    const Sets<W> sets(planes, Mask<W>::first(kTreeCells), 3);
    std::vector<Mask<W>> found(shapes.size());
    tree.stand(sets, [&](size_t shape, const Mask<W>& anchors) { found[shape] |= anchors; });
    for (size_t i = 0; i < shapes.size(); ++i)
      EXPECT_EQ(found[i], stands(shapes[i], sets)) << "seed " << seed;
  }
}

TEST(ShapeTreeTest, ShapesStandWhereEachByItselfDoes) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    compare_tree<1>(seed);
    compare_tree<2>(seed);
  }
}

TEST(ShapeTreeTest, NoShapesStandNowhere) {
  ShapeTree<1> tree({});
  tree.stand(Sets<1>(Planes<1>{}, Mask<1>::first(4), 2), [](size_t, const Mask<1>&) { FAIL(); });
}

}  // namespace
}  // namespace grundy
