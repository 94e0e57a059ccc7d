#include "engine/table/box_table.h"

#include <fmt/format.h>

#include <optional>

#include "analysis/order.h"
#include "engine/table/dense_store.h"
#include "engine/table/fill.h"
#include "engine/table/follow.h"
#include "engine/table/memo_store.h"
#include "engine/table/sweep.h"

namespace grundy {
namespace {

constexpr uint64_t kMostFollowed = uint64_t{1} << 18;  // positions

Error no_box(const Rule& rule) {
  return Error::declined(
      fmt::format("the positions that '{}' leads to fill no box", rule.full_name));
}

}  // namespace

Attempt<BoxTable> BoxTable::fill(const Rule& rule, std::vector<int64_t> least,
                                 std::vector<int64_t> most, Budget& budget, Work& work) {
  if (rule.is_alias) return no_box(rule);
  const BoxPositions asked(rule, std::move(least), std::move(most));
  const std::optional<Boxes> boxes = reachable_boxes(asked.corners());
  if (!boxes) return no_box(rule);
  if (!fits_memory(DenseStore::cells(*boxes), budget))
    return Error::declined(
        fmt::format("the box that '{}' leads to does not fit memory", rule.full_name));
  auto table = fill_table(*boxes, asked, budget, work);
  if (!table) return std::move(table).error();
  return BoxTable(&rule, *std::move(table));
}

Attempt<BoxTable> BoxTable::follow(const Rule& rule, std::vector<int64_t> least,
                                   std::vector<int64_t> most, Budget& budget, Work& work) {
  if (rule.is_alias) return no_box(rule);
  const BoxPositions asked(rule, std::move(least), std::move(most));
  const std::vector<const Rule*> games = reachable_games({&rule});
  auto memo = std::make_unique<MemoStore>(games, budget);
  const Trial trial{kMostFollowed, 64 * kMostFollowed};
  const auto followed = grundy::follow(*memo, games, kMemoLimit, asked, trial, work, budget);
  if (!followed) return followed.error();
  if (*followed != Followed::all) return no_box(rule);
  return BoxTable(&rule, std::move(memo));
}

Attempt<TableFile> fill_box_file(const Rule& rule, std::vector<int64_t> corner,
                                 const std::string& path, Budget& budget, Work& work) {
  if (rule.is_alias) return no_box(rule);
  const std::optional<Boxes> boxes = reachable_boxes({{&rule, std::move(corner)}});
  if (!boxes || boxes->size() != 1) return no_box(rule);
  return SweptTable::fill_file(rule, boxes->begin()->second, path, budget, work);
}

bool fits_memory(uint64_t cells, const Budget& budget) {
  return cells <= budget.memory_limit() / 4;
}

}  // namespace grundy
