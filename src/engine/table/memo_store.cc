#include "engine/table/memo_store.h"

#include <algorithm>
#include <bit>

namespace grundy {
namespace {

constexpr size_t kLeastIndex = 64;
constexpr unsigned kMostKeyBits = 63;  // of one coordinate, which is a natural number below 2^63

}  // namespace

MemoStore::MemoStore(const std::vector<const Rule*>& games, Budget& budget)
    : games_(games), budget_(&budget) {
  for (const Rule* game : games) {
    Table& table = tables_[game];
    table.number = static_cast<uint32_t>(by_number_.size());
    table.width = game->arity();
    table.hashed = table.width > 64;
    table.bits.assign(table.width,
                      static_cast<uint8_t>(
                          table.width == 0 ? 0 : std::min<size_t>(kMostKeyBits, 64 / table.width)));
    table.index.assign(kLeastIndex + kBeside, 0);
    table.mask = kLeastIndex - 1;
    table.shift = 64 - static_cast<unsigned>(std::bit_width(kLeastIndex - 1));
    by_number_.push_back(&table);
  }
}

bool MemoStore::is_at(const Table& table, size_t i, std::span<const int64_t> coordinates) {
  return std::equal(coordinates.begin(), coordinates.end(),
                    table.coordinates.data() + i * table.width);
}

void MemoStore::unpack(const Table& table, size_t i, std::span<int64_t> coordinates) {
  if (table.hashed) {
    std::copy_n(table.coordinates.data() + i * table.width, table.width, coordinates.begin());
    return;
  }
  unpack_key(table, table.entries[i].key(), coordinates);
}

void MemoStore::unpack_key(const Table& table, uint64_t key, std::span<int64_t> coordinates) {
  for (size_t j = table.width; j-- > 0;) {
    coordinates[j] = static_cast<int64_t>(key & ((uint64_t{1} << table.bits[j]) - 1));
    key >>= table.bits[j];
  }
}

std::vector<int64_t> MemoStore::greatest(const Table& table) {
  std::vector<int64_t> result(table.width);
  unpack_key(table, table.used, result);
  return result;
}

void MemoStore::write_index(Table& table) {
  for (size_t i = 0; i < table.entries.size(); ++i) write(table, table.entries[i].key(), i);
}

/// Puts the number of a position with this key into the index, where it is not yet.
void MemoStore::write(Table& table, uint64_t key, size_t number) {
  const uint64_t of_key = hash(key);
  size_t at = of_key >> table.shift;
  while (table.index[at] != 0) at = (at + 1) & table.mask;
  table.index[at] = tag(of_key, table.shift) | static_cast<uint32_t>(number + 1);
}

bool MemoStore::take(uint64_t bytes) {
  if (budget_->take_memory(bytes)) return true;
  failed_ = true;
  needed_ = 2 * bytes;
  return false;
}

bool MemoStore::grow(Table& table) {
  const uint64_t size = uint64_t{table.mask} + 1;
  const uint64_t positions = size / 4 * 3;  // more of them
  if (table.entries.size() >= UINT32_MAX - 2) {
    failed_ = true;
    return false;
  }
  if (!take(size * 4 + positions * (sizeof(Entry) + (table.hashed ? 8 * table.width : 0))))
    return false;
  table.entries.reserve(2 * positions);
  if (table.hashed) table.coordinates.reserve(2 * positions * table.width);
  std::vector<uint32_t>().swap(table.index);
  table.index.resize(2 * size + kBeside);
  table.mask = static_cast<uint32_t>(2 * size - 1);
  --table.shift;
  write_index(table);
  return true;
}

/// Gives each coordinate of a key as many bits as it has needed, for this position too, and the
/// same share of the rest.
bool MemoStore::widen_keys(Table& table, std::span<const int64_t> coordinates) {
  std::vector<uint8_t> bits(table.width);
  const std::vector<int64_t> used = greatest(table);
  unsigned total = 0;
  for (size_t i = 0; i < table.width; ++i) {
    bits[i] = static_cast<uint8_t>(std::bit_width(static_cast<uint64_t>(used[i] | coordinates[i])));
    total += bits[i];
  }
  const bool hashed = total > 64;
  if (hashed && !take(8 * table.width * ((uint64_t{table.mask} + 1) / 4 * 3))) return false;
  for (uint8_t& one : bits) {
    if (!hashed)
      one = static_cast<uint8_t>(std::min<size_t>(kMostKeyBits, one + (64 - total) / table.width));
  }
  std::vector<int64_t> one(table.width);
  table.used = 0;
  Table changed;  // the form of the keys alone
  changed.width = table.width;
  changed.bits = bits;
  changed.hashed = hashed;
  for (size_t i = 0; i < table.entries.size(); ++i) {
    unpack(table, i, one);
    if (hashed) table.coordinates.insert(table.coordinates.end(), one.begin(), one.end());
    uint64_t key = 0;
    key_of(changed, one.data(), key);
    table.used |= key;
    table.entries[i].key_low = static_cast<uint32_t>(key);
    table.entries[i].key_high = static_cast<uint32_t>(key >> 32);
  }
  table.bits = std::move(bits);
  table.hashed = hashed;
  ++keys_;
  std::fill(table.index.begin(), table.index.end(), 0);
  write_index(table);
  return true;
}

bool MemoStore::covers(const Rule* game, std::span<const int64_t> coordinates) const {
  const Table& table = tables_.at(game);
  uint64_t key = 0;
  if (!key_of(table, coordinates.data(), key)) return false;
  const uint32_t word = table.index[place_of(table, key, coordinates)];
  return word != 0 && table.entries[(word & table.mask) - 1].value < kOpenValue;
}

uint32_t MemoStore::value(const Rule* game, std::span<const int64_t> coordinates) const {
  const Table& table = tables_.at(game);
  uint64_t key = 0;
  key_of(table, coordinates.data(), key);
  return table.entries[(table.index[place_of(table, key, coordinates)] & table.mask) - 1].value;
}

PositionId MemoStore::find(Target table, std::span<const int64_t> coordinates) {
  uint64_t key = 0;
  if (!key_of(*table, coordinates.data(), key)) {
    if (failed_ || !widen_keys(*table, coordinates)) return PositionId{table->number} << 32;
    key_of(*table, coordinates.data(), key);
  }
  return find(table, key, coordinates);
}

PositionId MemoStore::add(Table& table, uint64_t key, std::span<const int64_t> coordinates) {
  const PositionId base = PositionId{table.number} << 32;
  const size_t number = table.entries.size();
  if (4 * (number + 1) > 3 * (uint64_t{table.mask} + 1) && (failed_ || !grow(table))) return base;
  table.entries.push_back(
      {static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32), kUnknownValue});
  if (table.hashed)
    table.coordinates.insert(table.coordinates.end(), coordinates.begin(), coordinates.end());
  table.used |= key;
  write(table, key, number);
  return base | number;
}

const Rule* MemoStore::locate(PositionId id, std::vector<int64_t>& coordinates) const {
  const Table& table = *by_number_[id >> 32];
  coordinates.resize(table.width);
  unpack(table, id & UINT32_MAX, coordinates);
  return games_[id >> 32];
}

uint64_t MemoStore::met() const {
  uint64_t total = 0;
  for (const Table* table : by_number_) total += table->entries.size();
  return total;
}

}  // namespace grundy
