// PartTable: what is known of the parts of positions, within a memory limit.
//
// Problem: a search meets millions of parts and asks for each again and again; some hundred times
// more would be met than fit into memory.
// Idea: buckets of 64 bytes, a line of the cache, with four entries of two words: a check word, and
// a data word that holds the value, or the set of values that are excluded so far, and how much
// work it took. The check word is kept exclusive-or the data word, so that an entry torn by two
// threads reads as a miss (Hyatt and Mann 2002). A full bucket loses its cheapest entry; until the
// limit the table doubles first.
// Keys have 128 bits, stirred once when they are made; an entry keeps 88 of them. Keys that differ
// meet with a probability of 2^-88 for each pair that is compared: for 10^9 entries and 10^11
// questions less than one in a million runs.
// Cost: 16 bytes an entry, one miss of the cache a question.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "base/budget.h"
#include "base/large_array.h"

namespace grundy {

/// Tells parts apart: the part itself where that takes no more than 128 bits, else a hash of it.
struct PartKey {
  uint64_t low = 0;
  uint64_t high = 0;

  /// Of these two words by a permutation that stirs them, so that words that differ stay different
  /// and any bits will do for a place in a table.
  static PartKey of(uint64_t low, uint64_t high) {
    high += stirred(low + 0x9E3779B97F4A7C15);
    low += stirred(high ^ 0xC2B2AE3D27D4EB4F);
    return {low, high + stirred(low)};
  }
  /// One more word of those that the key is a hash of.
  void add(uint64_t word) {
    low = (low ^ word) * 0xFF51AFD7ED558CCD;
    low ^= low >> 32;
    high = (high + word) * 0xC4CEB9FE1A85EC53;
    high ^= high >> 29;
  }
  friend bool operator==(const PartKey&, const PartKey&) = default;

 private:
  static uint64_t stirred(uint64_t x) {
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93;
    return x ^ x >> 32;
  }
};

/// What is known of a part: its value, or values that it does not have because an option has them.
struct Known {
  bool is_exact = false;
  uint64_t value = 0;     // if exact
  uint64_t excluded = 0;  // otherwise: bit v for the value v, v < 32
};

/// An entry of a table, as a file may keep it (part_store.h).
struct KeptPart {
  uint64_t check;
  uint64_t data;
  friend bool operator==(const KeptPart&, const KeptPart&) = default;
};

class PartTable {
 public:
  /// Told of each part that took some work.
  using Keep = std::function<void(const KeptPart&)>;

  PartTable();
  PartTable(const PartTable&) = delete;
  PartTable& operator=(const PartTable&) = delete;

  Known find(const PartKey& key) const;
  /// `work`: the expansions that it took. An exact value below 2^32 is kept, other ones are
  /// forgotten. The table grows while the budget has memory.
  void put(const PartKey& key, const Known& known, uint64_t work, Budget& budget);
  /// Whether two threads may find and put at the same time; it does not grow meanwhile.
  void set_shared(bool shared) { shared_ = shared; }
  bool wants_room() const { return kept() > 2 * (mask_ + 1); }
  /// Grows if it wants room and the budget has memory.
  void make_room(Budget& budget);
  /// Takes back what a table like this one has told.
  void put(std::span<const KeptPart> parts, Budget& budget);
  /// Grows at once for so many more, as far as the budget has memory.
  void make_room_for(uint64_t parts, Budget& budget);
  void set_keep(Keep keep) { keep_ = std::move(keep); }
  void prefetch(const PartKey& key) const { __builtin_prefetch(&buckets_[key.high & mask_]); }

  uint64_t kept() const { return kept_.load(std::memory_order_relaxed); }
  uint64_t bytes() const { return (mask_ + 1) * sizeof(Bucket); }
  /// "43248 parts kept in 2 MiB".
  std::string fact() const;

 private:
  struct Entry {
    uint64_t check;
    uint64_t data;
  };
  struct Bucket {
    Entry entries[4];
  };

  bool grow_to(uint64_t buckets, Budget& budget);
  void insert(std::span<const KeptPart> parts);
  static bool insert(Bucket& bucket, uint64_t check, uint64_t data);

  uint64_t taken_ = 0;
  uint64_t mask_ = 0;
  std::atomic<uint64_t> kept_ = 0;
  bool shared_ = false;
  uint64_t taken_back_ = 0;
  LargeArray<Bucket> buckets_;
  Keep keep_;
};

}  // namespace grundy
