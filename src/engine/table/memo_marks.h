// Marks options whose values are in a hash table, and keeps the list of options of a position that
// has to wait for some.
//
// Problem: a position is met before its options have values; to list its moves again when they have
// costs as much again.
// Idea: the numbers of the options stand in one list for all positions of the present line of play,
// a stretch for each; when the options have values, the stretch is read. Lookups are done some at a
// time: first all keys, then the index, then the entries, so that the waits for memory overlap.
// Options come from the machine, or as keys from machine code (memo_lister.h).
// Example: an option g(a) + h(b) with g(a) known is the number of h(b) and then a word with the
// value of g(a).
// Cost: 8 bytes an option and part of the positions on the line of play.
#pragma once
#include <bit>
#include <vector>

#include "engine/table/marks.h"
#include "engine/table/memo_store.h"

namespace grundy {

class MemoMarks : public Marking<MemoStore> {
 public:
  using Marking::Marking;
  static constexpr bool kKeepsOptions = true;
  static constexpr uint32_t kMovesInAStep = 4;          // a look into the hash table each
  static constexpr size_t kMostKept = size_t{1} << 22;  // words; beyond, positions are listed again

  bool options(const NestCode& nest, const Bundle& bundle) {
    if (leads_to_nothing(nest, bundle)) {
      if (has_a_move(bundle)) kept_.push_back(kEnd);
      return true;
    }
    const std::vector<Target>& targets = targets_of(nest);
    const size_t parts = nest.parts.size();
    const size_t at_once = std::max<size_t>(1, kLookups / parts);
    for (size_t from = 0; from < bundle.count; from += at_once) {
      const size_t to = std::min(bundle.count, from + at_once);
      lookups_.clear();
      coordinates_.clear();
      const uint64_t keys = store_.keys();
      for (size_t j = from; j < to; ++j) {
        if (bundle.mask != nullptr && bundle.mask[j] == 0) continue;
        for (size_t p = 0; p < parts; ++p) look_up(nest, bundle, j, p, targets[p]);
      }
      for (const Lookup& one : lookups_) {
        if (one.has_key) MemoStore::entry_soon(*one.table, one.key);
      }
      size_t part = 0;
      uint32_t value = 0;
      bool known = true;
      for (const Lookup& one : lookups_) {
        const std::span<const int64_t> at(coordinates_.data() + one.at, one.table->width);
        const bool right = one.has_key && keys == store_.keys();
        known =
            add(right ? store_.find(one.table, one.key, at) : store_.find(one.table, at), value) &&
            known;
        if (++part == parts) {
          end_option(value, known);
          part = 0;
          value = 0;
          known = true;
        }
      }
      if (!goes_on()) return false;
    }
    return true;
  }

  /// The options of one stretch as keys (code/jit/lister.h), with parts in these tables; false ends
  /// the listing.
  bool keys(std::span<const Target> tables, const uint64_t* begin, const uint64_t* end) {
    if (tables.empty()) {
      if (begin != end) end_option(0, true);
      return true;
    }
    if (tables.size() == 1) {
      for (; begin < end; begin += std::min<ptrdiff_t>(kLookups, end - begin)) {
        single_keys(*tables[0], begin,
                    std::min<size_t>(kLookups, static_cast<size_t>(end - begin)));
        if (!goes_on()) return false;
      }
      return true;
    }
    const size_t at_once = std::max<size_t>(1, kLookups / tables.size()) * tables.size();
    for (; begin < end; begin += at_once) {
      const uint64_t* const to =
          begin + std::min<size_t>(at_once, static_cast<size_t>(end - begin));
      size_t part = 0;
      for (const uint64_t* key = begin; key < to;
           ++key, part = part + 1 == tables.size() ? 0 : part + 1)
        MemoStore::soon(*tables[part], *key);
      part = 0;
      uint32_t value = 0;
      bool known = true;
      for (const uint64_t* key = begin; key < to; ++key) {
        known = add(store_.find(tables[part], *key), value) && known;
        if (++part < tables.size()) continue;
        end_option(value, known);
        part = 0;
        value = 0;
        known = true;
      }
      if (!goes_on()) return false;
    }
    return true;
  }

  bool sum(const MoveLine&, const RuleSum& sum) {
    count_sum();
    uint32_t value = 0;
    bool known = true;
    for (const RulePosition& position : sum)
      known = add(store_.find(store_.target(position.game), position.coordinates), value) && known;
    end_option(value, known);
    return goes_on();
  }

  /// Where the stretch of a position that is listed now begins.
  size_t kept() const { return kept_.size(); }
  bool keeps_too_much() const { return kept_.size() > kMostKept; }
  void forget_from(size_t begin) { kept_.resize(begin); }
  /// Marks the options from there on, all of which have values, and forgets them.
  void mark_kept(size_t begin) {
    uint32_t value = 0;
    for (size_t i = begin; i < kept_.size(); ++i) {
      const uint64_t word = kept_[i];
      if ((word & kEnd) == 0) {
        value ^= store_.value(word);
        continue;
      }
      seen_.insert(value ^ static_cast<uint32_t>(word));
      value = 0;
    }
    forget_from(begin);
  }

 private:
  // Of an option, with the nim-sum of its parts of known value.
  static constexpr uint64_t kEnd = uint64_t{1} << 63;
  static constexpr size_t kLookups = 32;

  struct Lookup {
    Target table = nullptr;
    uint64_t key = 0;
    size_t at = 0;  // of its coordinates
    bool has_key = false;
  };

  /// Options of one part each, at most kLookups of them.
  void single_keys(MemoStore::Table& table, const uint64_t* keys, size_t count) {
    uint64_t hashes[kLookups];
    const uint32_t* const index = table.index.data();
    const MemoStore::Entry* entries = table.entries.data();
    const unsigned shift = table.shift;
    const uint32_t mask = table.mask;
    for (size_t j = 0; j < count; ++j) {
      hashes[j] = MemoStore::hash(keys[j]);
      __builtin_prefetch(&index[hashes[j] >> shift]);
    }
    uint32_t numbers[kLookups];
    for (size_t j = 0; j < count; ++j) {
      const uint32_t* const words = index + (hashes[j] >> shift);
      const unsigned found = MemoStore::with_tag(words, MemoStore::tag(hashes[j], shift), mask);
      numbers[j] = found == 0 ? 0 : words[std::countr_zero(found)] & mask;
      if (numbers[j] != 0) __builtin_prefetch(&entries[numbers[j] - 1]);
    }
    uint32_t* stamps = seen_.data();
    size_t limit = seen_.size();
    const uint32_t stamp = seen_.stamp();
    for (size_t j = 0; j < count; ++j) {
      if (numbers[j] == 0 || entries[numbers[j] - 1].key() != keys[j]) {
        numbers[j] = static_cast<uint32_t>(store_.find(&table, keys[j])) + 1;
        if (store_.failed()) return;
        entries = table.entries.data();
      }
      const uint32_t value = entries[numbers[j] - 1].value;
      if (value < limit) {
        if (stamps[value] == stamp) continue;
        stamps[value] = stamp;
        kept_.push_back(kEnd | value);
      } else if (value < kOpenValue) {
        end_option(value, true);
        stamps = seen_.data();
        limit = seen_.size();
      } else {
        const PositionId id = PositionId{table.number} << 32 | (numbers[j] - 1);
        pending_.push_back(id);
        kept_.push_back(id);
        kept_.push_back(kEnd);
      }
    }
  }

  void look_up(const NestCode& nest, const Bundle& bundle, size_t j, size_t p, Target table) {
    const PartCode& part = nest.parts[p];
    Lookup one{table, 0, coordinates_.size(), false};
    for (size_t i = 0; i < part.coordinates.size(); ++i) {
      const int64_t* from = bundle.value(part, i);
      const int64_t step = bundle.steps != nullptr ? bundle.steps[j] : static_cast<int64_t>(j);
      coordinates_.push_back(nest.strided ? from[0] + step * part.distance[i]
                                          : from[part.per_lane[i] ? j : 0]);
    }
    one.has_key = MemoStore::key_of(*table, coordinates_.data() + one.at, one.key);
    if (one.has_key) MemoStore::soon(*table, one.key);
    lookups_.push_back(one);
  }

  bool add(PositionId id, uint32_t& value) {
    const bool known = Marking::add(id, value);
    if (!known && !store_.failed()) kept_.push_back(id);
    return known;
  }
  void end_option(uint32_t value, bool known) {
    if (known) {
      if (seen_.contains(value)) return;
      seen_.insert(value);
    }
    kept_.push_back(kEnd | value);
  }
  bool goes_on() const {
    return !store_.failed() && (pending_.size() < kBatch || !keeps_too_much());
  }

  std::vector<Lookup> lookups_;
  std::vector<int64_t> coordinates_;
  std::vector<uint64_t> kept_;
};

}  // namespace grundy
