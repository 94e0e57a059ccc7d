// Values of Nimstring, by a search of positions in which no coin can be taken.
//
// Theorem (Winning Ways, chapter 16): a coin on its last string is taken at once, which changes no
// value; but where that string leads to a coin with one more, to which the other player can be
// left, the position is loony. So values come from the positions in which each coin has two strings
// or more, and only moves that are not loony count: the middle of short chains, and strings between
// coins with more strings.
// Idea: parts that hang together are valued alone. What a part is depends on its coins with three
// strings or more, and on the chains between them, of which three coins are as good as more (in a
// loop four): that graph, renamed by what its coins see, is the key of a part. Small parts are
// valued; of large ones it is asked whether they have a value, so that the first winning move ends
// the question.
// Cost: 3x3 boxes have 25 thousand such parts, 3x4 some 300 thousand.
#pragma once
#include <optional>
#include <unordered_map>

#include "base/budget.h"
#include "engine/entailing/nimstring.h"
#include "engine/solver.h"

namespace grundy {

class StringSearch {
 public:
  explicit StringSearch(StringFrame frame) : frame_(std::move(frame)) {}

  /// The value of the position with these strings: a number or loony.
  Attempt<Value> value(uint64_t strings, Budget& budget);
  const Work& work() const { return work_; }

 private:
  struct PartKey {
    uint64_t first = 0;
    uint64_t second = 0;
    friend bool operator==(const PartKey&, const PartKey&) = default;
  };
  struct HashPartKey {
    size_t operator()(const PartKey& key) const { return key.first; }
  };
  /// What is known of a part: its value, or values that it has not.
  struct Known {
    uint8_t value = kUnknown;
    uint32_t not_values = 0;
  };
  static constexpr uint8_t kUnknown = 255;

  /// With coins taken that can be; nothing where the position is loony. Only coins of `suspects`
  /// may have one string.
  std::optional<uint64_t> taken(uint64_t strings, uint64_t suspects) const;
  std::vector<uint64_t> parts(uint64_t strings) const;
  uint64_t coins_of(uint64_t strings) const;
  PartKey key_of(uint64_t part) const;
  /// Of positions in which no coin can be taken. They stop, with any answer, when the budget is
  /// spent.
  uint32_t value_of_part(uint64_t part);
  bool has_value(uint64_t part, uint32_t value);
  bool sum_has_value(uint64_t strings, uint32_t value);
  /// The same, where no large part has to be searched for it.
  std::optional<bool> known_to_have(uint64_t strings, uint32_t value);
  bool stops();
  Known& known(const PartKey& key);

  StringFrame frame_;
  std::unordered_map<PartKey, Known, HashPartKey> known_;
  Budget* budget_ = nullptr;
  std::optional<Error> stopped_;
  Work work_;
};

}  // namespace grundy
