#include "engine/table/fill.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/merged.h"
#include "engine/round.h"
#include "engine/table/dense_store.h"
#include "engine/table/follow.h"
#include "engine/table/graph_table.h"
#include "engine/table/in_order.h"
#include "engine/table/sweep.h"

namespace grundy {
namespace {

using Filled = Attempt<std::unique_ptr<const ValueTable>>;

constexpr uint64_t kLeastNative = 1 << 11;  // cells for which compiling pays
constexpr uint64_t kLeastWork = uint64_t{1}
                                << 20;  // or cells times the largest coordinate, where it is more
constexpr uint64_t kLeastForGraph = 1 << 14;  // cells for which it pays to list all moves first
constexpr uint64_t kMostMerged = 4;  // cells of a table for several games, for each of theirs

std::vector<const Rule*> games_in(const Boxes& boxes) {
  std::vector<const Rule*> games;
  for (const auto& [game, box] : boxes) games.push_back(game);
  return games;
}

bool pays_to_compile(const Boxes& boxes, uint64_t cells) {
  const std::vector<int64_t>& most = boxes.begin()->second;
  const auto largest = static_cast<uint64_t>(*std::max_element(most.begin(), most.end()));
  return cells >= kLeastNative || largest >= kLeastWork / cells;
}

/// Several games in one table (analysis/merged.h), of which little is of no use.
class MergedTable final : public ValueTable {
 public:
  MergedTable(std::unique_ptr<const MergedGames> games, SweptTable table)
      : games_(std::move(games)), table_(std::move(table)) {}
  bool covers(const Rule* game, std::span<const int64_t> coordinates) const override {
    const auto position = games_->position(game, coordinates);
    return position && table_.covers(*position);
  }
  uint32_t value(const Rule* game, std::span<const int64_t> coordinates) const override {
    return table_.value(*games_->position(game, coordinates));
  }
  std::string_view way() const override { return table_.way(); }

 private:
  std::unique_ptr<const MergedGames> games_;
  SweptTable table_;
};

Filled fill_compiled(const Rule& game, const std::vector<int64_t>& most, uint64_t cells,
                     const WantedPositions& asked, Budget& budget, Work& work) {
  std::vector<std::pair<size_t, size_t>> within;
  if (cells >= kLeastForOrders) within = kept_orders(game);
  std::erase_if(within, [&](const auto& pair) { return !asked.keep(pair.first, pair.second); });
  auto filled = SweptTable::fill(game, most, std::move(within), budget, work);
  if (!filled) return std::move(filled).error();
  return Filled(std::make_unique<SweptTable>(*std::move(filled)));
}

Filled fill_merged(const Boxes& boxes, uint64_t cells, Budget& budget, Work& work) {
  auto games = MergedGames::of(games_in(boxes));
  if (!games) return Error::declined("the games that lead to one another can't be made one");
  std::vector<int64_t> corner(games->rule().arity());
  corner[0] = static_cast<int64_t>(boxes.size()) - 1;
  for (const auto& [one, box] : boxes) {
    for (size_t i = 0; i < box.size(); ++i) corner[i + 1] = std::max(corner[i + 1], box[i]);
  }
  const std::optional<Boxes> box = reachable_boxes({{&games->rule(), corner}});
  if (!box || DenseStore::cells(*box) > std::min(kMostMerged * cells, budget.memory_limit() / 8))
    return Error::declined("a table of all games that lead to one another is too large");
  auto filled = SweptTable::fill(games->rule(), box->begin()->second, {}, budget, work);
  if (!filled) return std::move(filled).error();
  work.passes.push_back(fmt::format("{} games in one table", boxes.size()));
  return Filled(std::make_unique<MergedTable>(std::move(games), *std::move(filled)));
}

/// By the machine: in order, or else from the asked positions on.
Filled fill_dense(const Boxes& boxes, const WantedPositions& asked, Budget& budget, Work& work) {
  auto made = DenseStore::make(boxes, budget);
  if (!made) return std::move(made).error();
  auto store = std::make_unique<DenseStore>(*std::move(made));
  if (boxes.size() == 1) {
    auto filled = fill_in_order(*store, *boxes.begin()->first, work, budget);
    if (filled) return Filled(std::move(store));
    if (!is_open(filled.error())) return std::move(filled).error();
  }
  int64_t limit = 0;
  for (const auto& [game, box] : boxes)
    limit = std::max(limit, *std::max_element(box.begin(), box.end()));
  auto followed = follow(*store, games_in(boxes), limit, asked, {}, work, budget);
  if (!followed) return std::move(followed).error();
  return Filled(std::move(store));
}

}  // namespace

Filled fill_table(const Boxes& boxes, const WantedPositions& asked, Budget& budget, Work& work) {
  const uint64_t cells = DenseStore::cells(boxes);
  if (pays_to_compile(boxes, cells)) {
    Filled filled = boxes.size() == 1 ? fill_compiled(*boxes.begin()->first, boxes.begin()->second,
                                                      cells, asked, budget, work)
                                      : fill_merged(boxes, cells, budget, work);
    if (filled || !is_open(filled.error())) return filled;
  }
  const auto& [game, most] = *boxes.begin();
  if (boxes.size() == 1 && cells >= kLeastForGraph && !sweep_order(*game)) {
    Filled filled = fill_by_graph(*game, most, asked, budget, work);
    if (filled || is_cycle(filled.error()) || !is_open(filled.error())) return filled;
  }
  return fill_dense(boxes, asked, budget, work);
}

}  // namespace grundy
