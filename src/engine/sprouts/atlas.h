// Atlas: the lands that a search meets, each once, and what their lines lead to.
//
// Problem: a search comes back to a land again and again, and listing its lines, each taken apart
// into canonical lands, takes a hundred times as long as looking at the result.
// Idea: lands have numbers, told apart by their keys of 128 bits. The lines of a land are listed
// when they are first asked for and kept as sums of numbers: each sum once, without pairs of equal
// lands, which are together 0 as play ends. What becomes known of a land's value stands with it,
// and goes to the table of the engine too, which outlives the atlas.
// Example: for 12 spots some 100,000 lands are met, and 9,000 of them listed.
// Cost: some 200 bytes a land and 10 an option, asked of the budget; a listing some microseconds a
// line.
#pragma once
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/lease.h"
#include "engine/board/part_table.h"
#include "engine/board/value_set.h"
#include "engine/sprouts/drawing.h"

namespace grundy::sprouts {

/// The key of a canonical land. Whoever changes canonical forms, keys, or corrects a search that
/// gave wrong values, gives kLandKeys another number: no value that was kept in a file before is
/// used then.
inline constexpr unsigned kLandKeys = 1;
PartKey key_of(const Drawing& land);
/// The ends that its vertices have left; a line takes two of them and brings one.
uint64_t lives_of(const Drawing& land);

class Atlas {
 public:
  using Id = uint32_t;
  struct Land {
    PartKey key;
    uint64_t first_symbol = 0;
    uint32_t symbols = 0;
    uint32_t lives = 0;
    uint64_t lines = 0;  // about as many as there are
    std::optional<uint64_t> value;
    ValueSet excluded;  // values of options
    std::optional<uint64_t> first_option;
    uint32_t options = 0;
  };

  Atlas(PartTable& table, Budget& budget) : table_(table), budget_(budget), memory_(budget) {}

  /// The lands of a drawing, ascending. Nothing when the memory is used up: so with list().
  std::optional<std::vector<Id>> lands(const Drawing& drawing);
  Land& operator[](Id land) { return lands_[land]; }
  /// Lists the options of a land, if they are not; the budget may stop it.
  Attempt<bool> list(Id land);
  /// take(std::span<const Id> sum) for each option of a land that is listed, until it gives false.
  template <class Take>
  void for_each_option(Id land, const Take& take) const {
    const Id* at = options_.data() + *lands_[land].first_option;
    for (uint32_t k = 0; k < lands_[land].options; ++k) {
      const Id size = *at++;
      if (!take(std::span<const Id>(at, size))) return;
      at += size;
    }
  }

  /// `work`: listings that it took.
  void learn_value(Id land, uint64_t value, uint64_t work);
  void learn_excluded(Id land, uint64_t value, uint64_t work);

  uint64_t listed() const { return listed_; }
  uint64_t options() const { return options_listed_; }
  uint64_t learned() const { return learned_; }
  uint64_t bytes() const { return memory_.bytes(); }
  /// For what stands beside it.
  bool take_memory(uint64_t bytes) { return memory_.take(bytes); }

 private:
  struct KeyHash {
    size_t operator()(const PartKey& key) const { return key.low; }
  };
  /// Of a canonical land; nothing when the memory is used up.
  std::optional<Id> number(const Drawing& land);
  /// Adds the lands of a drawing to sum_, and their number before them.
  bool add_sum(const Drawing& drawing);

  PartTable& table_;
  Budget& budget_;
  Lease memory_;
  Cartographer cartographer_;
  std::vector<Land> lands_;
  std::unordered_map<PartKey, Id, KeyHash> numbers_;
  std::vector<Symbol> symbols_;
  std::vector<Id> options_;  // of each land: how many lands, and these
  std::vector<Id> sums_;     // so of the land that is being listed, and where each begins
  std::vector<size_t> begins_;
  uint64_t listed_ = 0;
  uint64_t options_listed_ = 0;
  uint64_t learned_ = 0;
};

}  // namespace grundy::sprouts
