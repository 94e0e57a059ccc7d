// The options of one position listed by machine code, as keys.
//
// Problem: where positions are followed one by one (engine/table/follow.h), the machine (vm.h)
// decodes its instructions for a few options at a time.
// Idea: a key holds the coordinates of a position side by side, so it is linear in them as a cell's
// number is in a sweep (jit.h): the same code lists keys in place of values. It is compiled for
// coordinates up to given bounds; a position beyond them, or one with an option whose coordinates
// do not fit a key, is left to the machine.
// Example: with 32 bits for each coordinate, vs(w, b - k) for k in 1..b/2 begins at the position's
// key less 1, and each further option has a key that is less by 1.
// Cost: to compile takes about a millisecond; then a nanosecond or two an option.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "base/budget.h"
#include "code/program.h"

namespace grundy {

/// Where the coordinates of a game stand in a key: the last one in the lowest bits.
struct KeyForm {
  std::vector<uint8_t> bits;  // of each coordinate, 63 at most and 64 together
  /// What a coordinate that grows by one adds to the key.
  std::vector<int64_t> strides() const;
};
using KeyForms = std::map<const Rule*, KeyForm>;

/// The keys of options by nests that lead to positions of the same games: one key for each part of
/// an option; a word for an option without parts.
constexpr size_t kMostStretches = 32;

struct ListState {
  uint64_t key = 0;                     // of the position
  uint64_t* keys = nullptr;             // the list
  uint64_t* last = nullptr;             // from here on there may be no room for an option
  uint64_t* ends[kMostStretches] = {};  // of the stretches of the list; the first begins at `keys`
  uint64_t options = 0;                 // choices of binders tried so far
  uint64_t look_at = 0;                 // so many options, and the budget is asked
  Budget* budget = nullptr;
  /// Reads the list: stretches before this one, and this one up to `end`. False ends the listing.
  bool (*read)(ListState& state, size_t stretch, uint64_t* end) = nullptr;
  void* reader = nullptr;  // for `read`
};

class JitLister {
 public:
  enum class Exit : uint64_t {
    done,     // all options were read
    stopped,  // the reader ended it, or the budget
    left,     // the machine has to list the options: a coordinate is beyond the bounds, or an
              // operation has no value
  };

  /// Null when the rule has something that is not compiled, or the processor or the build has no
  /// compiler for it. `most` bounds the position's coordinates; `forms` are those of all games that
  /// it leads to.
  static std::unique_ptr<const JitLister> compile(const Program& program,
                                                  std::span<const int64_t> most,
                                                  const KeyForms& forms, Budget& budget);

  virtual ~JitLister() = default;
  virtual Exit list(ListState& state) const = 0;
  /// The games of the parts of an option, for each stretch.
  virtual const std::vector<std::vector<const Rule*>>& stretches() const = 0;
};

}  // namespace grundy
