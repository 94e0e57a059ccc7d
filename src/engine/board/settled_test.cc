#include "engine/board/settled.h"

#include <gtest/gtest.h>

#include <random>

namespace grundy {
namespace {

constexpr size_t kOpen = 3;
constexpr size_t kSettled = 4;
constexpr ClassSet kTargets = 1 << kOpen | 1 << kSettled;

/// A strip on which free cells become of class 1 or 2, and the groups must reach a target.
BoardCode strip(size_t cells, const std::vector<ClassSet>& groups) {
  BoardCode code;
  auto place = std::make_shared<Place>();
  place->kind = SpaceKind::strip;
  place->rows = 1;
  place->columns = cells;
  code.place = place;
  code.classes = 5;
  code.open = kOpen;
  code.settled = kSettled;
  for (uint32_t i = 0; i < cells; ++i) {
    for (const uint8_t to : {uint8_t{1}, uint8_t{2}}) {
      CodedCell cell{i, 1 << kOpen, {}};
      for (uint8_t k = 0; k < kMostClasses; ++k) cell.becomes[k] = k == kOpen ? to : k;
      code.moves.push_back({cell});
    }
    if (i > 0) {
      code.steps.emplace_back(i - 1, i);
      code.steps.emplace_back(i, i - 1);
    }
  }
  for (const ClassSet group : groups) code.reaches.push_back({group, kTargets, group});
  return code;
}

template <size_t W>
Planes<W> planes_of(const std::vector<size_t>& classes, size_t first) {
  Planes<W> planes{};
  for (size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] > 0) planes[classes[i] - 1].add(first + i);
  }
  return planes;
}

/// Whether every stone of the groups walks to a target, cell by cell.
template <size_t W>
bool is_allowed(const Planes<W>& planes, const std::vector<ClassSet>& groups, size_t cells) {
  const auto is_of = [&](size_t cell, ClassSet set) {
    for (size_t k = 1; k < kMostClasses; ++k) {
      if ((set >> k & 1) != 0 && planes[k - 1].has(cell)) return true;
    }
    return false;
  };
  for (const ClassSet group : groups) {
    for (size_t cell = 0; cell < cells; ++cell) {
      if (!is_of(cell, group)) continue;
      size_t low = cell;
      while (low > 0 && is_of(low, group)) --low;
      size_t high = cell;
      while (high + 1 < cells && is_of(high, group)) ++high;
      if (!is_of(low, kTargets) && !is_of(high, kTargets)) return false;
    }
  }
  return true;
}

template <size_t W>
void expect_as_tried(const Settled<W>& settled, const Planes<W>& planes, const std::vector<ClassSet>& groups,
                     size_t cells) {
  ASSERT_EQ(settled.fillable_in_runs(planes), settled.fillable_by_trial(planes, [&](const Planes<W>& filled) {
    return is_allowed(filled, groups, cells);
  }));
}

const std::vector<std::vector<ClassSet>> kGroups = {
    {2, 4}, {6}, {2}, {2, 6}};  // apart, together, one, one within the other

TEST(Settled, ShortStripsAreAsTried) {
  for (const auto& groups : kGroups) {
    for (size_t cells = 2; cells <= 7; ++cells) {
      const BoardCode code = strip(cells, groups);
      const Settled<1> settled(code, shapes_of<1>(code.moves));
      ASSERT_TRUE(settled.any() && settled.in_runs());
      std::vector<size_t> classes(cells, 0);
      for (bool more = true; more;) {
        expect_as_tried(settled, planes_of<1>(classes, 0), groups, cells);
        size_t i = 0;
        while (i < cells && ++classes[i] == 5) classes[i++] = 0;
        more = i < cells;
      }
    }
  }
}

TEST(Settled, LongStripsAreAsTried) {
  std::mt19937_64 random(1);
  for (const auto& groups : kGroups) {
    const BoardCode code = strip(200, groups);
    const Settled<4> settled(code, shapes_of<4>(code.moves));
    for (int round = 0; round < 300; ++round) {
      std::vector<size_t> classes(200, 0);
      size_t now = 1;
      for (size_t& cell : classes) cell = now = random() % (2 + round % 40) > 0 ? now : 1 + random() % 4;
      // Runs without an end are not allowed, and no cell is fillable where there is one: most boards have none.
      for (size_t i = 0; i < classes.size(); ++i) {
        if (classes[i] < kOpen && (i % 50 == 0 || classes[i] != classes[i - 1])) classes[i] = kOpen;
      }
      expect_as_tried(settled, planes_of<4>(classes, 0), groups, 200);
    }
  }
}

TEST(Settled, OtherPlacesTryEveryMove) {
  BoardCode code = strip(5, {2, 4});
  code.steps.emplace_back(0, 4);
  EXPECT_FALSE(Settled<1>(code, shapes_of<1>(code.moves)).in_runs());
  code = strip(5, {2, 4});
  code.reaches[0].through = 0;
  EXPECT_FALSE(Settled<1>(code, shapes_of<1>(code.moves)).in_runs());
}

}  // namespace
}  // namespace grundy
