#include "engine/table/memo_store.h"

#include <algorithm>
#include <optional>

namespace grundy {
namespace {

uint64_t hash(std::span<const int64_t> coordinates) {
  uint64_t h = 0x9E3779B97F4A7C15;
  for (const int64_t c : coordinates) {
    h ^= static_cast<uint64_t>(c);
    h *= 0xFF51AFD7ED558CCD;
    h ^= h >> 32;
  }
  return h;
}

/// Where in the index the position is, or the free place where it would be.
size_t place_of(const MemoStore::Table& table, std::span<const int64_t> coordinates) {
  const size_t mask = table.index.size() - 1;
  size_t at = hash(coordinates) & mask;
  for (; table.index[at] != 0; at = (at + 1) & mask) {
    const size_t i = table.index[at] - 1;
    if (std::equal(coordinates.begin(), coordinates.end(), table.coordinates.data() + i * table.width)) break;
  }
  return at;
}

}  // namespace

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
    size_t at = hash({table.coordinates.data() + i * table.width, table.width}) & mask;
    while (index[at] != 0) at = (at + 1) & mask;
    index[at] = static_cast<uint32_t>(i + 1);
  }
  table.index = std::move(index);
  return true;
}

bool MemoStore::covers(const Rule* game, std::span<const int64_t> coordinates) const {
  const Table& table = tables_.at(game);
  const uint32_t number = table.index[place_of(table, coordinates)];
  return number != 0 && table.values[number - 1] < kOpenValue;
}

uint32_t MemoStore::value(const Rule* game, std::span<const int64_t> coordinates) const {
  const Table& table = tables_.at(game);
  return table.values[table.index[place_of(table, coordinates)] - 1];
}

PositionId MemoStore::find(Target table, std::span<const int64_t> coordinates) {
  const PositionId base = PositionId{table->number} << 32;
  size_t at = place_of(*table, coordinates);
  if (table->index[at] != 0) return base | (table->index[at] - 1);
  const size_t number = table->values.size();
  if (4 * (number + 1) > 3 * table->index.size()) {
    if (failed_ || !grow(*table)) return base;
    at = place_of(*table, coordinates);
  }
  table->coordinates.insert(table->coordinates.end(), coordinates.begin(), coordinates.end());
  table->values.push_back(kUnknownValue);
  table->index[at] = static_cast<uint32_t>(number + 1);
  return base | number;
}

const Rule* MemoStore::locate(PositionId id, std::vector<int64_t>& coordinates) const {
  const Table& table = *by_number_[id >> 32];
  const auto from = table.coordinates.begin() + static_cast<std::ptrdiff_t>((id & UINT32_MAX) * table.width);
  coordinates.assign(from, from + static_cast<std::ptrdiff_t>(table.width));
  return games_[id >> 32];
}

uint64_t MemoStore::met() const {
  uint64_t total = 0;
  for (const Table* table : by_number_) total += table->values.size();
  return total;
}

}  // namespace grundy
