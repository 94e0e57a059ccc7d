#include "engine/table/dense_store.h"

#include <fmt/format.h>

namespace grundy {

uint64_t DenseStore::cells(const Boxes& boxes) {
  constexpr uint64_t kMost = uint64_t{1} << 62;
  uint64_t total = 0;
  for (const auto& [game, box] : boxes) {
    uint64_t product = 1;
    for (int64_t most : box) {
      if (__builtin_mul_overflow(product, static_cast<uint64_t>(most) + 1, &product) ||
          product > kMost)
        return UINT64_MAX;
    }
    total += product;
    if (total > kMost) return UINT64_MAX;
  }
  return total;
}

Attempt<DenseStore> DenseStore::make(const Boxes& boxes, Budget& budget) {
  const uint64_t count = cells(boxes);
  const uint64_t bytes = count > UINT64_MAX / 4 ? UINT64_MAX : 4 * count;
  if (!budget.take_memory(bytes)) {
    return budget.too_large(count == UINT64_MAX ? "a table of more than 2^62 positions"
                                                : fmt::format("a table of {} positions", count),
                            bytes);
  }
  DenseStore store;
  PositionId offset = 0;
  for (const auto& [game, box] : boxes) {
    Table table;
    table.offset = offset;
    table.stride.assign(box.size(), 1);
    for (int64_t most : box) table.size.push_back(most + 1);
    for (size_t i = box.size(); i-- > 1;) table.stride[i - 1] = table.stride[i] * table.size[i];
    offset += static_cast<uint64_t>(table.stride[0] * table.size[0]);
    store.tables_[game] = std::move(table);
  }
  store.values_.assign(count, kUnknownValue);
  return store;
}

bool DenseStore::covers(const Rule* game, std::span<const int64_t> coordinates) const {
  const auto found = tables_.find(game);
  if (found == tables_.end()) return false;
  for (size_t i = 0; i < coordinates.size(); ++i) {
    if (coordinates[i] >= found->second.size[i]) return false;
  }
  return values_[find(&found->second, coordinates)] < kOpenValue;
}

DenseStore::Target DenseStore::target(const Rule* game) {
  const auto found = tables_.find(game);
  if (found != tables_.end()) return &found->second;
  Table& nowhere = nowhere_[game];
  nowhere.stride.resize(game->arity());
  return &nowhere;
}

const Rule* DenseStore::locate(PositionId id, std::vector<int64_t>& coordinates) const {
  for (const auto& [game, table] : tables_) {
    const auto cells = static_cast<uint64_t>(table.stride[0] * table.size[0]);
    if (id < table.offset || id >= table.offset + cells) continue;
    uint64_t rest = id - table.offset;
    coordinates.clear();
    for (int64_t stride : table.stride) {
      coordinates.push_back(static_cast<int64_t>(rest / static_cast<uint64_t>(stride)));
      rest %= static_cast<uint64_t>(stride);
    }
    return game;
  }
  return nullptr;
}

}  // namespace grundy
