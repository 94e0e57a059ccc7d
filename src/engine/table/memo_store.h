// The positions that were met, and their values: a hash table.
//
// For games whose coordinates fill no box, or of whose box play meets little. A position's
// coordinates are packed into a key of 64 bits, as many for each as it has needed so far: 12 bytes
// with the value, in the order of discovery, and 5.3 to 10.7 bytes of an open-addressing index of
// 32-bit words that is at most three quarters full. The bits of a word that its number does not
// need are some of the hash, so that the entries of other keys are seldom looked at. Where 64 bits
// are too few, a key is a hash and the coordinates stand beside, 8 bytes each.
//
// Who looks many positions up asks for their places in the index and for their entries some time
// before (`soon`), so that memory answers them together.
#pragma once
#include <map>
#include <span>
#include <vector>

#include "base/budget.h"
#include "engine/table/store.h"
#include "engine/table/value_table.h"

namespace grundy {

constexpr int64_t kMemoLimit = INT64_MAX / 2;  // of a coordinate

class MemoMarks;

class MemoStore final : public ValueTable {
 public:
  struct Entry {  // of 12 bytes: a 64-bit key would make it 16
    uint32_t key_low = 0;
    uint32_t key_high = 0;
    uint32_t value = kUnknownValue;
    uint64_t key() const { return uint64_t{key_high} << 32 | key_low; }
  };
  struct Table {
    uint32_t number = 0;
    size_t width = 1;
    bool hashed = false;               // keys are hashes, and the coordinates are kept
    std::vector<uint8_t> bits;         // of each coordinate in a key, 63 at most
    uint64_t used = 0;                 // bits that a key had, if they are not hashed
    std::vector<Entry> entries;        // in the order of discovery
    std::vector<int64_t> coordinates;  // width each, if hashed
    // A word for each of 2^b places, and kBeside more that stay free. 0: free; else in the lowest b
    // bits the number of a position plus one, and above them bits of its key's hash.
    std::vector<uint32_t> index;
    uint32_t mask = 0;   // 2^b - 1
    unsigned shift = 0;  // 64 - b
  };
  using Target = Table*;
  using Marks = MemoMarks;

  MemoStore(const std::vector<const Rule*>& games, Budget& budget);
  MemoStore(const MemoStore&) = delete;
  MemoStore& operator=(const MemoStore&) = delete;
  /// What more is needed is taken from this budget from now on: the one before need not be there
  /// any more.
  void charge(Budget& budget) {
    budget_ = &budget;
    failed_ = false;
  }

  bool covers(const Rule* game, std::span<const int64_t> coordinates) const override;
  uint32_t value(const Rule* game, std::span<const int64_t> coordinates) const override;
  std::string_view way() const override { return "memo"; }

  Target target(const Rule* game) { return &tables_.at(game); }
  /// The position's number, a new one if it was not known. Without memory for it, failed() holds
  /// from then on.
  PositionId find(Target table, std::span<const int64_t> coordinates);
  /// The same with the position's key, which is right as long as no position changed keys().
  PositionId find(Target table, uint64_t key, std::span<const int64_t> coordinates) {
    const uint32_t word = table->index[place_of(*table, key, coordinates)];
    if (word != 0) return PositionId{table->number} << 32 | ((word & table->mask) - 1);
    return add(*table, key, coordinates);
  }
  /// The same in a table whose keys are not hashed.
  PositionId find(Target table, uint64_t key) { return find(table, key, {}); }
  uint32_t& value(PositionId id) { return by_number_[id >> 32]->entries[id & UINT32_MAX].value; }
  uint64_t key(PositionId id) const { return by_number_[id >> 32]->entries[id & UINT32_MAX].key(); }
  const Rule* game(PositionId id) const { return games_[id >> 32]; }
  const Rule* locate(PositionId id, std::vector<int64_t>& coordinates) const;

  /// The key of a position; false when a coordinate has more bits than keys have for it.
  static bool key_of(const Table& table, const int64_t* coordinates, uint64_t& key);
  /// Of each coordinate a bound of those that were met, in a table whose keys are not hashed.
  static std::vector<int64_t> greatest(const Table& table);
  /// How often the keys of a table have changed.
  uint64_t keys() const { return keys_; }
  /// Has the place of the key in the index brought into the cache.
  static void soon(const Table& table, uint64_t key) {
    __builtin_prefetch(&table.index[hash(key) >> table.shift]);
  }
  /// Has the entry brought that the place names.
  static void entry_soon(const Table& table, uint64_t key) {
    const uint32_t number = table.index[hash(key) >> table.shift] & table.mask;
    if (number != 0) __builtin_prefetch(&table.entries[number - 1]);
  }

  /// A key's place in the index are the highest bits of its hash.
  static uint64_t hash(uint64_t key) {
    key *= 0x9E3779B97F4A7C15;
    key ^= key >> 32;
    return key * 0xFF51AFD7ED558CCD;
  }
  /// What the words in the index have above the number of a position with a key of this hash.
  static uint32_t tag(uint64_t hash, unsigned shift) {
    return static_cast<uint32_t>((hash >> 32) << (64 - shift));
  }
  /// Among the kBeside + 1 words from here on, which have this tag, as bits; free ones may be among
  /// them.
  static unsigned with_tag(const uint32_t* words, uint32_t tag, uint32_t mask) {
    unsigned bits = 0;
    for (unsigned i = 0; i <= kBeside; ++i)
      bits |= static_cast<unsigned>((words[i] ^ tag) <= mask) << i;
    return bits;
  }
  static constexpr unsigned kBeside = 3;

  bool failed() const { return failed_; }
  uint64_t met() const;
  uint64_t needed() const { return needed_; }

 private:
  /// Where in the index the position is, or the free place where it would be.
  static size_t place_of(const Table& table, uint64_t key, std::span<const int64_t> coordinates) {
    const uint64_t of_key = hash(key);
    const uint32_t tagged = tag(of_key, table.shift);
    size_t at = of_key >> table.shift;
    for (; table.index[at] != 0; at = (at + 1) & table.mask) {
      if ((table.index[at] ^ tagged) > table.mask) continue;
      const size_t i = (table.index[at] & table.mask) - 1;
      if (table.entries[i].key() == key && (!table.hashed || is_at(table, i, coordinates))) break;
    }
    return at;
  }
  static bool is_at(const Table& table, size_t i, std::span<const int64_t> coordinates);
  static void unpack(const Table& table, size_t i, std::span<int64_t> coordinates);
  static void unpack_key(const Table& table, uint64_t key, std::span<int64_t> coordinates);
  static void write_index(Table& table);
  static void write(Table& table, uint64_t key, size_t number);
  PositionId add(Table& table, uint64_t key, std::span<const int64_t> coordinates);
  bool take(uint64_t bytes);
  bool grow(Table& table);
  bool widen_keys(Table& table, std::span<const int64_t> coordinates);

  std::map<const Rule*, Table> tables_;
  std::vector<Table*> by_number_;
  std::vector<const Rule*> games_;
  Budget* budget_;
  bool failed_ = false;
  uint64_t needed_ = 0;
  uint64_t keys_ = 0;
};

inline bool MemoStore::key_of(const Table& table, const int64_t* coordinates, uint64_t& key) {
  key = 0;
  if (table.hashed) {
    key = 0x9E3779B97F4A7C15;
    for (size_t i = 0; i < table.width; ++i) {
      key ^= static_cast<uint64_t>(coordinates[i]);
      key *= 0xFF51AFD7ED558CCD;
      key ^= key >> 32;
    }
    return true;
  }
  for (size_t i = 0; i < table.width; ++i) {
    const auto c = static_cast<uint64_t>(coordinates[i]);
    if ((c >> table.bits[i]) != 0) return false;
    key = key << table.bits[i] | c;
  }
  return true;
}

}  // namespace grundy
