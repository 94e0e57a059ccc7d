#include "engine/table/store.h"

#include <fmt/format.h>

namespace grundy {
namespace {

uint64_t hash(const int64_t* coordinates, size_t width) {
  uint64_t h = 0x9E3779B97F4A7C15;
  for (size_t i = 0; i < width; ++i) {
    h ^= static_cast<uint64_t>(coordinates[i]);
    h *= 0xFF51AFD7ED558CCD;
    h ^= h >> 32;
  }
  return h;
}

}  // namespace

uint64_t DenseStore::cells(const Boxes& boxes) {
  constexpr uint64_t kMost = uint64_t{1} << 62;
  uint64_t total = 0;
  for (const auto& [game, box] : boxes) {
    uint64_t product = 1;
    for (int64_t most : box) {
      if (__builtin_mul_overflow(product, static_cast<uint64_t>(most) + 1, &product) || product > kMost)
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
    return budget.too_large(
        count == UINT64_MAX ? "a table of more than 2^62 positions" : fmt::format("a table of {} positions", count),
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
  return true;
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

MemoStore::MemoStore(const std::vector<const Rule*>& games, Budget& budget) : games_(games), budget_(&budget) {
  for (const Rule* game : games) {
    Table& table = tables_[game];
    table.number = static_cast<uint32_t>(by_number_.size());
    table.width = game->arity();
    table.index.assign(64, 0);
    by_number_.push_back(&table);
  }
}

bool MemoStore::grow(Table& table) {
  const uint64_t more =
      table.index.size() * (4 * 3 + 8 * table.width);  // the new index, and room for as many positions again
  if (table.values.size() >= UINT32_MAX - 2 || !budget_->take_memory(more)) {
    failed_ = true;
    needed_ = 2 * more;
    return false;
  }
  std::vector<uint32_t> index(2 * table.index.size());
  const size_t mask = index.size() - 1;
  for (size_t i = 0; i < table.values.size(); ++i) {
    size_t at = hash(table.coordinates.data() + i * table.width, table.width) & mask;
    while (index[at] != 0) at = (at + 1) & mask;
    index[at] = static_cast<uint32_t>(i + 1);
  }
  table.index = std::move(index);
  return true;
}

PositionId MemoStore::find(Table& table, const int64_t* coordinates) {
  const size_t width = table.width;
  size_t mask = table.index.size() - 1;
  size_t at = hash(coordinates, width) & mask;
  const PositionId base = PositionId{table.number} << 32;
  for (; table.index[at] != 0; at = (at + 1) & mask) {
    const size_t i = table.index[at] - 1;
    if (std::equal(coordinates, coordinates + width, table.coordinates.data() + i * width)) return base | i;
  }
  const size_t number = table.values.size();
  if (4 * (number + 1) > 3 * table.index.size()) {
    if (failed_ || !grow(table)) return base;
    mask = table.index.size() - 1;
    at = hash(coordinates, width) & mask;
    while (table.index[at] != 0) at = (at + 1) & mask;
  }
  table.coordinates.insert(table.coordinates.end(), coordinates, coordinates + width);
  table.values.push_back(kUnknownValue);
  table.index[at] = static_cast<uint32_t>(number + 1);
  return base | number;
}

const Rule* MemoStore::locate(PositionId id, std::vector<int64_t>& coordinates) const {
  const Table& table = *by_number_[id >> 32];
  const auto from = table.coordinates.begin() + static_cast<std::ptrdiff_t>((id & UINT32_MAX) * table.width);
  coordinates.assign(from, from + static_cast<std::ptrdiff_t>(table.width));
  return games_[id >> 32];
}

uint64_t MemoStore::size() const {
  uint64_t total = 0;
  for (const Table* table : by_number_) total += table->values.size();
  return total;
}

}  // namespace grundy
