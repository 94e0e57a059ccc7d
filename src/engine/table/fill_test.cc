// The ways to fill a table, each against the definition: followed in both stores, in order, merged,
// whole boxes.
#include "engine/table/fill.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "code/jit/jit.h"
#include "engine/table/box_table.h"
#include "engine/table/dense_store.h"
#include "engine/table/follow.h"
#include "engine/table/in_order.h"
#include "engine/table/memo_store.h"
#include "language/rulebook.h"
#include "run_program.h"

namespace grundy {
namespace {

using Point = std::vector<int64_t>;

constexpr const char* kGames =
    "game queen(a, b)\n  -> queen(c, b)  for c < a\n  -> queen(a, c)  for c < b\n"
    "  -> queen(a - k, b - k)  for k in 1..min(a, b)\n"
    "game left(n)\n  -> right(n - k)  for k in 1..3\n"
    "game right(n)\n  -> left(n - k)  for k in 1..2\n  -> left(n - k) + right(0)  for k in {5}\n"
    "game turn(a, b)\n  -> turn(b, a - 1)\n  -> turn(b - 2, a)\n"
    "game round(n)\n  -> round(n - 1)\n  -> round(n + 1)  if n = 3\n"
    "game up(n)\n  -> up(n + 1)\n"
    "game twice(n)\n  -> twice(n - 1) + twice(n - 2)\n"
    "game name(n) = left(n) + left(n)\n"
    "game holes(n)\n  -> holes(n - 1)  if 12 / (n - 2) > 0\n";

class FillTest : public ::testing::Test {
 protected:
  FillTest() {
    const auto loaded = book_.load_text("fill.game", kGames);
    EXPECT_TRUE(loaded.ok()) << loaded.error().to_string();
  }
  const Rule& game(const std::string& name) { return **book_.rule(name); }
  ListedPositions asked(const std::string& name, Point point) {
    return ListedPositions({{&game(name), std::move(point)}});
  }

  Rulebook book_;
  Budget budget_;
  Work work_;
};

uint32_t mex(const std::set<uint32_t>& values) {
  uint32_t result = 0;
  while (values.count(result) > 0) ++result;
  return result;
}

uint32_t queen(int64_t a, int64_t b) {
  static std::map<std::pair<int64_t, int64_t>, uint32_t> known;
  if (const auto found = known.find({a, b}); found != known.end()) return found->second;
  std::set<uint32_t> seen;
  for (int64_t k = 1; k <= std::max(a, b); ++k) {
    if (k <= a) seen.insert(queen(a - k, b));
    if (k <= b) seen.insert(queen(a, b - k));
    if (k <= std::min(a, b)) seen.insert(queen(a - k, b - k));
  }
  return known[{a, b}] = mex(seen);
}

/// left(n) for an even side, right(n) for an odd one.
uint32_t left_right(int side, int64_t n) {
  std::set<uint32_t> seen;
  for (int64_t k = 1; k <= (side == 0 ? 3 : 2) && k <= n; ++k)
    seen.insert(left_right(1 - side, n - k));
  if (side == 1 && n >= 5) seen.insert(left_right(0, n - 5));
  return mex(seen);
}

TEST_F(FillTest, FollowedPositionsInBothStores) {
  const std::vector<const Rule*> games = {&game("left"), &game("right")};
  MemoStore memo(games, budget_);
  auto dense = DenseStore::make({{games[0], {12}}, {games[1], {12}}}, budget_);
  ASSERT_TRUE(dense.ok());
  const ListedPositions both({{games[0], {12}}, {games[1], {12}}});
  EXPECT_EQ(*follow(memo, games, 1000, both, {}, work_, budget_), Followed::all);
  EXPECT_EQ(*follow(*dense, games, 12, both, {}, work_, budget_), Followed::all);
  int covered = 0;
  for (const int side : {0, 1}) {
    for (int64_t n = 0; n <= 12; ++n) {
      const Point point = {n};
      ASSERT_EQ(memo.covers(games[side], point), std::as_const(*dense).covers(games[side], point));
      if (!memo.covers(games[side], point)) continue;
      ++covered;
      EXPECT_EQ(std::as_const(memo).value(games[side], point), left_right(side, n));
      EXPECT_EQ(std::as_const(*dense).value(games[side], point), left_right(side, n));
    }
  }
  EXPECT_GT(covered, 20);
  EXPECT_EQ(work_.positions, 2u * static_cast<unsigned>(covered));
}

TEST_F(FillTest, WalksGiveUpAndGoOn) {
  const std::vector<const Rule*> games = {&game("queen")};
  MemoStore memo(games, budget_);
  const ListedPositions corner = asked("queen", {40, 40});
  EXPECT_EQ(*follow(memo, games, 1000, corner, {.positions = UINT64_MAX, .options = 2000}, work_,
                    budget_),
            Followed::gave_up);
  EXPECT_FALSE(memo.covers(games[0], Point{40, 40}));
  EXPECT_EQ(*follow(memo, games, 1000, corner, {}, work_, budget_), Followed::all);
  EXPECT_EQ(std::as_const(memo).value(games[0], Point{40, 40}), queen(40, 40));
}

TEST_F(FillTest, WhyPositionsHaveNoValue) {
  const auto refusal = [&](const std::string& name, Point point) {
    MemoStore memo({&game(name)}, budget_);
    const auto result =
        follow(memo, {&game(name)}, 1000, asked(name, std::move(point)), {}, work_, budget_);
    return result ? "" : result.error().message();
  };
  EXPECT_EQ(refusal("round", {5}),
            "play need not end: a cycle of 2 moves, round(4) → round(3) → round(4)");
  EXPECT_EQ(refusal("up", {0}),
            "play need not end: up(0) → up(1) → up(2) → …, where 'n' grows for ever");
  EXPECT_EQ(refusal("queen", {1001, 0}), "a coordinate of queen(1001, 0) is beyond 1000");
  EXPECT_NE(refusal("holes", {5}), "");
  EXPECT_EQ(refusal("round", {2}), "");
}

TEST_F(FillTest, InOrderByTheMachine) {
  auto store = DenseStore::make({{&game("queen"), {9, 13}}}, budget_);
  ASSERT_TRUE(store.ok());
  EXPECT_EQ(store->way(), "table");
  ASSERT_TRUE(fill_in_order(*store, game("queen"), work_, budget_).ok());
  EXPECT_EQ(store->way(), "table, filled in order");
  EXPECT_EQ(work_.positions, 140u);
  for (int64_t a = 0; a <= 9; ++a) {
    for (int64_t b = 0; b <= 13; ++b)
      EXPECT_EQ(std::as_const(*store).value(&game("queen"), Point{a, b}), queen(a, b));
  }
  // What is declined leaves the store to other ways.
  const auto refusal = [&](const std::string& name, Point most) {
    auto made = DenseStore::make({{&game(name), std::move(most)}}, budget_);
    const auto filled = fill_in_order(*made, game(name), work_, budget_);
    EXPECT_TRUE(!filled && is_open(filled.error()));
    return filled ? "" : filled.error().message();
  };
  EXPECT_EQ(refusal("turn", {5, 5}), "no order of 'turn' is known in which every move goes back");
  EXPECT_EQ(refusal("holes", {5}), "holes(2) has no value of its own");
}

TEST_F(FillTest, TheCheapestWayThatFits) {
  const auto way = [&](const std::string& name, Point point) {
    const ListedPositions list = asked(name, point);
    const auto boxes = reachable_boxes(list.corners());
    if (!boxes) return std::string("no box");
    const auto table = fill_table(*boxes, list, budget_, work_);
    if (!table) return table.error().message();
    EXPECT_TRUE((*table)->covers(&game(name), point));
    return std::string((*table)->way());
  };
  const std::string compiled =
      JitSweep::available() ? "table, filled in order by native code" : "table";
  EXPECT_EQ(way("queen", {10, 10}), "table, filled in order");
  EXPECT_EQ(way("left", {20}), "table");
  EXPECT_EQ(way("up", {3}), "no box");
  EXPECT_EQ(way("turn", {9, 9}), "table");
  EXPECT_TRUE(way("round", {9}).starts_with("play need not end")) << way("round", {9});
  if (!JitSweep::available()) return;
  EXPECT_EQ(way("queen", {60, 60}), compiled);
  EXPECT_EQ(way("left", {3000}), compiled);
  EXPECT_NE(std::find(work_.passes.begin(), work_.passes.end(), "2 games in one table"),
            work_.passes.end());
}

TEST_F(FillTest, MergedGamesHaveTheirOwnValues) {
  const ListedPositions list({{&game("left"), {2500}}, {&game("right"), {17}}});
  const auto table = fill_table(*reachable_boxes(list.corners()), list, budget_, work_);
  ASSERT_TRUE(table.ok()) << table.error().message();
  for (int64_t n = 0; n <= 14; ++n) {
    EXPECT_EQ((*table)->value(&game("left"), Point{n}), left_right(0, n));
    EXPECT_EQ((*table)->value(&game("right"), Point{n}), left_right(1, n));
  }
  EXPECT_FALSE((*table)->covers(&game("queen"), Point{0, 0}));
  EXPECT_FALSE((*table)->covers(&game("left"), Point{2501}));
}

TEST_F(FillTest, WholeBoxes) {
  for (const int64_t most : {8, 50}) {
    auto table = BoxTable::fill(game("queen"), {2, 3}, {most, most + 1}, budget_, work_);
    ASSERT_TRUE(table.ok()) << table.error().message();
    for (int64_t a = 2; a <= most; ++a) {
      for (int64_t b = 3; b <= most + 1; ++b) EXPECT_EQ(table->value(Point{a, b}), queen(a, b));
    }
  }
  const auto refusal = [&](const std::string& name, Point least, Point most) {
    const auto table =
        BoxTable::fill(game(name), std::move(least), std::move(most), budget_, work_);
    return table ? "" : table.error().message();
  };
  EXPECT_EQ(refusal("up", {0}, {3}), "the positions that 'up' leads to fill no box");
  EXPECT_EQ(refusal("name", {0}, {3}), "the positions that 'name' leads to fill no box");
  // Only those that are asked for have to have a value.
  EXPECT_EQ(refusal("holes", {0}, {1}), "");
  EXPECT_NE(refusal("holes", {0}, {2}), "");
  budget_.set_memory_limit(1000);
  EXPECT_EQ(refusal("queen", {0, 0}, {20, 20}),
            "the box that 'queen' leads to does not fit memory");
}

// Moves from a box leave it, though the sum of the numbers falls.
TEST_F(FillTest, BoxesThatAreFollowed) {
  Rulebook book;
  ASSERT_TRUE(book.load_text("test",
                             "game brown(a, b)\n"
                             "  -> brown(a - 2*i, b + i)  for i in 1..a/2\n"
                             "  -> brown(a + i, b - 2*i)  for i in 1..b/2\n"
                             "game up(n)\n  -> up(n + 1)\n")
                  .ok());
  const Rule& brown = **book.rule("brown");
  EXPECT_FALSE(BoxTable::fill(brown, {0, 0}, {15, 15}, budget_, work_).ok());
  const auto table = BoxTable::follow(brown, {0, 0}, {15, 15}, budget_, work_);
  ASSERT_TRUE(table.ok()) << table.error().message();
  std::map<Point, uint32_t> known;
  const std::function<uint32_t(int64_t, int64_t)> value = [&](int64_t a, int64_t b) {
    const auto found = known.find({a, b});
    if (found != known.end()) return found->second;
    std::set<uint32_t> seen;
    for (int64_t i = 1; i <= a / 2; ++i) seen.insert(value(a - 2 * i, b + i));
    for (int64_t i = 1; i <= b / 2; ++i) seen.insert(value(a + i, b - 2 * i));
    uint32_t mex = 0;
    while (seen.contains(mex)) ++mex;
    return known[{a, b}] = mex;
  };
  for (int64_t a = 0; a <= 15; ++a) {
    for (int64_t b = 0; b <= 15; ++b) EXPECT_EQ(table->value(Point{a, b}), value(a, b));
  }
  EXPECT_FALSE(BoxTable::follow(**book.rule("up"), {0}, {3}, budget_, work_).ok());
}

TEST_F(FillTest, WholeBoxesInFiles) {
  const test::Folder folder;
  const std::string path = folder.file("queen.table");
  const auto refused = fill_box_file(game("left"), {100}, path, budget_, work_);
  EXPECT_TRUE(!refused && is_open(refused.error()));
  if (!JitSweep::available()) GTEST_SKIP() << "no native code in this build";
  {
    auto file = fill_box_file(game("queen"), {20, 30}, path, budget_, work_);
    ASSERT_TRUE(file.ok()) << file.error().message();
    const TableLayout& layout = file->layout();
    for (int64_t a = 0; a <= 20; ++a) {
      for (int64_t b = 0; b <= 30; ++b) {
        const int64_t cell = layout.first + layout.stride[0] * a + layout.stride[1] * b;
        EXPECT_EQ(file->cell(static_cast<uint64_t>(cell)), queen(a, b));
      }
    }
    ASSERT_TRUE(file->commit().ok());
  }
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(WantedPositions, ListsAndBoxes) {
  Rulebook book;
  ASSERT_TRUE(book.load_text("asked.game", kGames).ok());
  const Rule& queen_rule = **book.rule("queen");
  std::vector<Point> seen;
  const BoxPositions box(queen_rule, {1, 4}, {2, 5});
  EXPECT_TRUE(box.each([&](const RulePosition& one) {
    seen.push_back(one.coordinates);
    return true;
  }));
  EXPECT_EQ(seen, (std::vector<Point>{{1, 4}, {1, 5}, {2, 4}, {2, 5}}));
  EXPECT_FALSE(box.each([&](const RulePosition& one) { return one.coordinates != Point{1, 5}; }));
  EXPECT_TRUE(box.keep(0, 1));
  EXPECT_FALSE(box.keep(1, 0));
  const ListedPositions list({{&queen_rule, {7, 2}}, {&queen_rule, {1, 1}}, {&queen_rule, {3, 2}}});
  EXPECT_EQ(list.corners(), (Boxes{{&queen_rule, {7, 2}}}));
  EXPECT_TRUE(list.keep(1, 0));
  EXPECT_FALSE(list.keep(0, 1));
}

}  // namespace
}  // namespace grundy
