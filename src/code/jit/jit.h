// A game's whole table filled by machine code, compiled for this game, this table and this
// processor.
//
// The table holds the positions of a box in an order in which every move goes back, so that one
// pass fills it: there is no recursion and no question whether an option is known. The function
// goes from cell to cell; for each it runs the loops of the rule, reads the values of the options,
// marks them, and writes the mex. Terms that do not change in a loop are computed before it,
// options at equal distances are read by adding the distance, divisors come from a list, and the
// options that a position shares with its neighbour are kept as a set that only changes
// (analysis/running.h).
//
// The machine (vm.h) defines the meaning: where a rule has an operation that may overflow, nothing
// is compiled and the machine is used. Games that lead to one another are made one before
// (analysis/merged.h).
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/budget.h"
#include "code/sweep_plan.h"

namespace grundy {

/// Bytes in a cell, and how the values of a position's options are kept until the mex is taken.
struct SweepShape {
  enum class Marks {
    word,   // values below 64, in one word
    bytes,  // a byte for each value
    arcs,   // no values: the options' cells are listed, and a cell of 4 bytes has the number of
            // options up to there
  };
  unsigned width = 1;  // 1, 2 or 4
  Marks marks = Marks::word;
  bool resumed = false;  // the first cells are there from another run; see SweepState::unset_until
  friend bool operator==(const SweepShape&, const SweepShape&) = default;
};

/// The state of a sweep, which goes on where the last call ended.
struct SweepState {
  uint8_t* table = nullptr;
  const uint8_t* whole = nullptr;  // all cells before it are filled; for SweepPlan::mirror
  uint64_t next = 0;               // the cell to be filled next
  uint64_t cells = 0;              // to be filled in this call
  uint64_t options = 0;            // choices of binders tried so far
  uint64_t look_at = 0;            // so many options end the call early
  uint64_t limit = 64;             // all values are below
  uint64_t pending = 0;            // a value that is not: of the next cell, which is not written
  uint64_t settled = 0;            // 1: there is room for it now, and it is to be written first
  uint8_t* marks = nullptr;        // limit + 64 bytes, for Marks::bytes
  uint64_t stamp = 0;              // of the last position; must not pass 255 within a call
  int64_t position[kMostSweepCoordinates] = {};
  // Running sets: a ring of slots each. A position and the one a step later have the same slot. A
  // slot has the number of full words at its start, the words, and for sets that shrink too 32 bits
  // a value, which count; for Marks::word one word and the counts.
  uint8_t* slot[kMostRunningSets] = {};
  uint8_t* ring[kMostRunningSets] = {};
  uint8_t* ring_end[kMostRunningSets] = {};
  uint64_t slot_bytes[kMostRunningSets] = {};
  uint64_t counts_at = 0;  // where in a slot they begin
  // Of a table that is resumed: for cells before these addresses the set of the earlier position is
  // not known.
  const uint8_t* unset_until[kMostRunningSets] = {};
  int64_t* lists = nullptr;  // of elements, made once a row
  // For Marks::arcs: the list, where it goes on, and from where on there may be no room for a
  // position's options.
  uint32_t* arcs = nullptr;
  uint32_t* arc = nullptr;
  uint32_t* last_arc = nullptr;
  Budget* budget = nullptr;
};

class JitSweep {
 public:
  enum class Exit : uint64_t {
    done,   // all cells, or as many as there were options for
    grown,  // the value of the next cell is `pending`, and too large; or the list of arcs is full
    fault,  // an operation without a value: the machine has to tell
    spent,  // the budget
  };

  /// Null when the plan has something that is not compiled, or the processor or the build has no
  /// compiler for it. `verify`: every option is checked to lie in the part of the table that is
  /// filled (for tests).
  static std::unique_ptr<const JitSweep> compile(const SweepPlan& plan, SweepShape shape,
                                                 Budget& budget, bool verify = false);
  static bool available();

  virtual ~JitSweep() = default;
  virtual Exit run(SweepState& state) const = 0;
  virtual bool lists_divisors() const = 0;
  /// Whether some loop takes many options at a time.
  virtual bool is_wide() const = 0;
  /// The size of SweepState::lists, zeros at first.
  virtual uint64_t list_words() const = 0;
};

}  // namespace grundy
