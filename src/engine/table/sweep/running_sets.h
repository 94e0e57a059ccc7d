// The memory of all running sets of a table: slots, in rings (rings.h), that grow with the values.
//
// A slot has the number of full words at its start, the words of the set, a bit a value, and for
// sets that shrink too 32 bits a value, which count its options. While all values are below 64: one
// word, and the counts.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/lease.h"
#include "base/pages.h"
#include "code/jit/jit.h"
#include "engine/table/sweep/rings.h"

namespace grundy {

/// How the bytes of a slot lie.
struct SlotLayout {
  uint64_t words_at = 0;   // where the words begin
  uint64_t capacity = 64;  // values

  /// For values below the limit, and some more that the code may try.
  static SlotLayout of(SweepShape::Marks marks, uint64_t limit);
  uint64_t counts_at() const { return words_at + capacity / 8; }
  uint64_t bytes(bool counted) const { return counts_at() + (counted ? 4 * capacity : 0); }
};

class RunningSets {
 public:
  void add(const Chains& chains, bool counted) { sets_.push_back({chains, counted, {}}); }
  size_t size() const { return sets_.size(); }
  bool empty() const { return sets_.empty(); }
  const Chains& chains(size_t set) const { return sets_[set].chains; }
  const SlotLayout& layout() const { return layout_; }
  uint64_t slot_bytes(size_t set) const { return layout_.bytes(sets_[set].counted); }
  uint8_t* slot(size_t set, const Ring& ring) const {
    return sets_[set].pages.data() + (ring.first + ring.at) * slot_bytes(set);
  }
  /// Tells the code where the cell's set is.
  void point(SweepState& state, size_t set, const Ring& ring) const;

  /// Lays the slots out anew, with what they hold; the states, which point to them, go along. False
  /// when there is no memory.
  bool lay_out(const SlotLayout& layout, Lease& memory, std::span<SweepState* const> states);

 private:
  struct Set {
    Chains chains;
    bool counted;
    Pages pages;
  };
  std::vector<Set> sets_;
  SlotLayout layout_;
};

}  // namespace grundy
