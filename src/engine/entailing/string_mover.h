// StringMover: positions of Nimstring in which no coin can be taken, for the search in a set of
// values (engine/board/in_set.h).
//
// Theorem (Winning Ways, chapter 16): a coin on its last string is taken at once, which changes no
// value; but where that string leads to a coin with one more, to which the other player can be
// left, the position is loony. So values come from the positions in which each coin has two strings
// or more, and only moves that are not loony count: the middle of short chains, and strings between
// coins with more strings.
// Idea: what a part is depends on its coins with three strings or more, and on the chains between
// them, of which three coins are as good as more (in a loop four): that graph, renamed by what its
// coins see, is the key of a part.
#pragma once
#include <array>
#include <bit>
#include <optional>
#include <span>
#include <vector>

#include "base/attempt.h"
#include "engine/board/part_table.h"
#include "engine/entailing/nimstring.h"

namespace grundy {

/// Strings that hang together.
struct StringPart {
  uint64_t strings;
  PartKey key;
  uint64_t cost;
};

class StringMover {
 public:
  using Part = StringPart;

  /// The frame outlives the mover.
  explicit StringMover(const StringFrame& frame);

  /// Takes all coins that can be taken, and tells the parts that are left; none (std::nullopt) of
  /// a loony position.
  std::optional<std::vector<Part>> parts(uint64_t strings) const;

  PartKey key(const Part& part) const { return part.key; }
  std::optional<PartKey> wide_key(const Part& part) const;
  /// Of parts of as many strings, that with fewer moves is likely to be answered first.
  uint64_t cost(const Part& part) const { return part.cost; }
  void prefetch_from(const PartTable& table) { table_ = &table; }
  template <class Take>
  Attempt<void> options(const Part& part, const Take& take) {
    // Each option waits, while the next ones are made, for what the table knows of it.
    size_t made = 0, told = 0;
    const auto tell = [&] {
      const Waiting& next = waiting_[told++ % waiting_.size()];
      return take(std::span<const Part>(next.parts), next.order);
    };
    for (uint64_t strings = part.strings; strings != 0; strings &= strings - 1) {
      if (made - told == waiting_.size() && !tell()) return {};
      const auto string = static_cast<size_t>(std::countr_zero(strings));
      Waiting& next = waiting_[made % waiting_.size()];
      const auto [a, b] = frame_.ends[string];
      const auto left = taken({part.strings & ~(uint64_t{1} << string),
                               (uint64_t{1} << a | uint64_t{1} << b) & ~uint64_t{1}});
      if (!left) continue;
      next.parts.clear();
      add_parts(*left, next.parts);
      next.order = orders_[string];
      ++made;
    }
    for (size_t left = made - told; left > 0 && tell();) --left;
    return {};
  }

 private:
  /// What for each byte of the strings is to be joined.
  using ByByte = std::array<std::array<uint64_t, 256>, 8>;
  struct Left {
    uint64_t strings;
    uint64_t touched;  // coins that lost one: each part has one of them
  };
  struct Waiting {
    std::vector<Part> parts;
    uint32_t order;
  };

  /// Takes coins on their last string; std::nullopt where that shows a loony position.
  std::optional<Left> taken(Left left) const;
  void add_parts(Left left, std::vector<Part>& parts) const;
  Part part_of(uint64_t strings) const;
  uint64_t least_image(uint64_t strings) const;
  /// But for the ground.
  uint64_t coins_of(uint64_t strings) const;

  const StringFrame& frame_;
  std::vector<ByByte> images_;    // by the symmetries of a board
  std::vector<uint32_t> orders_;  // of the cuts, the least first
  std::array<Waiting, 4> waiting_;
  const PartTable* table_ = nullptr;
};

}  // namespace grundy
