// Both stores: where positions are, what is covered, and what a memo does without memory.
#include <gtest/gtest.h>

#include "engine/table/dense_store.h"
#include "engine/table/memo_store.h"
#include "language/rulebook.h"

namespace grundy {
namespace {

using Point = std::vector<int64_t>;

class StoresTest : public ::testing::Test {
 protected:
  StoresTest() {
    EXPECT_TRUE(book_
                    .load_text("stores.game",
                               "game pair(a, b)\n  -> pair(a - 1, b) + one(b)\n"
                               "game one(n)\n  -> one(n - 1)\n"
                               "game other(a, b, c)\n  -> 0  if a > 0\n")
                    .ok());
    pair_ = *book_.rule("pair");
    one_ = *book_.rule("one");
    other_ = *book_.rule("other");
  }
  Rulebook book_;
  Budget budget_;
  const Rule* pair_ = nullptr;
  const Rule* one_ = nullptr;
  const Rule* other_ = nullptr;
};

TEST_F(StoresTest, DenseCellsAreApartAndFoundAgain) {
  auto store = DenseStore::make({{pair_, {2, 3}}, {one_, {4}}}, budget_);
  ASSERT_TRUE(store.ok());
  EXPECT_EQ(DenseStore::cells({{pair_, {2, 3}}, {one_, {4}}}), 17u);
  std::vector<bool> used(17);
  const auto use = [&](const Rule* game, const Point& point) {
    const PositionId id = store->find(store->target(game), point);
    ASSERT_LT(id, used.size());
    EXPECT_FALSE(used[id]);
    used[id] = true;
    Point found;
    EXPECT_EQ(store->locate(id, found), game);
    EXPECT_EQ(found, point);
    EXPECT_FALSE(store->covers(game, point));
    store->value(id) = static_cast<uint32_t>(id) + 5;
    EXPECT_TRUE(store->covers(game, point));
    EXPECT_EQ(std::as_const(*store).value(game, point), id + 5);
  };
  for (int64_t a = 0; a <= 2; ++a) {
    for (int64_t b = 0; b <= 3; ++b) use(pair_, {a, b});
  }
  for (int64_t n = 0; n <= 4; ++n) use(one_, {n});
  EXPECT_FALSE(store->covers(pair_, Point{3, 0}));
  EXPECT_FALSE(store->covers(other_, Point{0, 0, 0}));
  store->value(0) = kOpenValue;
  EXPECT_FALSE(store->covers(pair_, Point{0, 0}) && store->covers(one_, Point{0}));
  EXPECT_EQ(store->target(other_)->stride, (Point{0, 0, 0}));
}

TEST_F(StoresTest, DenseCellsBeyondMemoryAreRefused) {
  EXPECT_EQ(DenseStore::cells({{pair_, {INT64_MAX / 2, 100}}}), UINT64_MAX);
  budget_.set_memory_limit(1000);
  const auto store = DenseStore::make({{pair_, {9, 99}}}, budget_);
  ASSERT_FALSE(store.ok());
  EXPECT_TRUE(store.error().message().starts_with("a table of 1000 positions would need 3.9 KiB"))
      << store.error().message();
  EXPECT_TRUE(budget_.take_memory(1000)) << "a refusal takes nothing";
}

TEST_F(StoresTest, MemoKeepsWhatItMet) {
  MemoStore store({pair_, one_}, budget_);
  std::map<Point, PositionId> ids;
  for (int64_t i = 0; i < 5000; ++i) {
    const Point point = {i * i % 97 * (int64_t{1} << 40), i % 89};
    EXPECT_EQ(store.covers(pair_, point), ids.count(point) > 0);
    const PositionId id = store.find(store.target(pair_), point);
    const auto [known, fresh] = ids.try_emplace(point, id);
    EXPECT_EQ(known->second, id);
    if (!fresh) continue;
    EXPECT_EQ(store.value(id), kUnknownValue);
    store.value(id) = static_cast<uint32_t>(i);
    Point found;
    EXPECT_EQ(store.locate(id, found), pair_);
    EXPECT_EQ(found, point);
  }
  EXPECT_EQ(store.met(), ids.size());
  for (const auto& [point, id] : ids)
    EXPECT_EQ(std::as_const(store).value(pair_, point), store.value(id));
  const PositionId one = store.find(store.target(one_), Point{0});
  EXPECT_EQ(ids.size() + 1, store.met());
  store.value(one) = kOpenValue;
  EXPECT_FALSE(store.covers(one_, Point{0})) << "it is open";
}

TEST_F(StoresTest, MemoKeysWidenAndBecomeHashes) {
  MemoStore store({other_}, budget_);
  const MemoStore::Target table = store.target(other_);
  std::vector<Point> points;
  std::vector<PositionId> ids;
  const auto meet = [&](const Point& point) {
    points.push_back(point);
    ids.push_back(store.find(table, point));
    store.value(ids.back()) = static_cast<uint32_t>(points.size());
  };
  for (int64_t i = 0; i < 500; ++i) meet({i, i % 7, i % 5});
  EXPECT_EQ(store.keys(), 0U);
  for (int64_t i = 0; i < 500; ++i) meet({(int64_t{1} << 40) + i, i % 7, i % 5});
  EXPECT_EQ(store.keys(), 1U);
  EXPECT_FALSE(table->hashed) << "41 + 3 + 3 bits";
  for (int64_t i = 0; i < 500; ++i) meet({i, (int64_t{1} << 60) + i, i});
  EXPECT_TRUE(table->hashed);
  for (size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(store.find(table, points[i]), ids[i]);
    EXPECT_EQ(std::as_const(store).value(other_, points[i]), i + 1);
    Point found;
    store.locate(ids[i], found);
    EXPECT_EQ(found, points[i]);
  }
  EXPECT_EQ(store.met(), points.size());
  EXPECT_FALSE(store.covers(other_, Point{INT64_MAX, INT64_MAX, INT64_MAX}));
}

TEST_F(StoresTest, MemoWithoutMemoryFailsAndGoesOnWithMore) {
  budget_.set_memory_limit(1 << 16);
  MemoStore store({one_}, budget_);
  int64_t n = 0;
  while (!store.failed()) store.find(store.target(one_), Point{n++});
  EXPECT_GT(store.met(), 500u);
  EXPECT_GT(store.needed(), 0u);
  Budget more;
  store.charge(more);
  EXPECT_FALSE(store.failed());
  const uint64_t before = store.met();
  while (store.met() < 2 * before) store.find(store.target(one_), Point{n++});
  EXPECT_FALSE(store.failed());
}

}  // namespace
}  // namespace grundy
