// LandSearch: the value of a land of Sprouts, by the line of play that is easiest to prove.
//
// Problem: 12 spots have some 10^21 lines of play, and who wins is settled by a few thousand lands,
// if one knows which.
// Idea: a land has value n when who moves in the sum of the land and a nim heap of n loses (Lemoine
// and Viennot 2010). For such a pair two numbers are kept: about how much must still turn out well
// for the one who moves to win, and for the other (Allis, van der Meulen and van den Herik 1994).
// To win one option is enough, so the least number of an option counts; to lose all are needed: the
// greatest of their numbers counts, and a quarter of the others, as much of what one needs another
// needs too. The search goes down where that is least and comes back when another way has become
// cheaper (Nagai 2002, df-pn), by a quarter, so that it does not go to and fro. Of an option that
// falls apart the values of all lands are needed, each by asking for 0, 1, 2, …; it takes as much
// as these questions together (Čížek, Balko and Schmid 2025).
// A land that was not looked at yet is taken to be won by about the cube root of the number of its
// lines, and lost by the square of that: without it twice as many lands are listed.
// No sum can come again, since a line leaves fewer lives, and a smaller heap is smaller.
// Example: 12 spots have value 0: 9,000 lands are listed, with 216,000 options.
// Cost: the atlas; a look at all options of a land each time that the search comes by, a hundredth
// of their listing. When the memory is used up, all but the values that were found is forgotten,
// and the search begins again with these.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/board/in_set.h"
#include "engine/sprouts/atlas.h"

namespace grundy::sprouts {

class LandSearch {
 public:
  LandSearch(PartTable& table, Budget& budget) : table_(table), budget_(budget) {}

  /// Of the sum of all lands of the drawings. When the budget ends it, the error says what is known
  /// by then.
  Attempt<uint64_t> value(std::span<const Drawing> drawings);
  Attempt<bool> has_value(std::span<const Drawing> drawings, uint64_t value);
  /// The value of a drawing where no search is needed.
  std::optional<uint64_t> known_value(const Drawing& drawing);

  const SearchWork& work() const { return work_; }

 private:
  using Id = Atlas::Id;
  /// For who moves in the sum of a land and a heap; 0 when it is so, kNever when it is not.
  struct Pair {
    uint64_t won = 0;
    uint64_t lost = 0;
    uint64_t work = 0;  // lands that were listed for it
  };
  /// A pair is left when one of its numbers has reached its limit, or both have reached the last.
  struct Limits {
    uint64_t won;
    uint64_t lost;
    uint64_t both;
  };
  /// An option as it is seen now.
  struct Way {
    uint64_t won = 0;
    uint64_t lost = 0;
    uint64_t heap = 0;  // with the values of lands that are known
    uint64_t lines = 0;
    Id land = 0;      // the one to work on
    size_t open = 0;  // lands without a value: of several that of `land` is sought, as a step
  };

  static constexpr uint64_t kNever = uint64_t{1} << 60;
  static constexpr uint64_t kMostNumber = uint64_t{1} << 50;

  Attempt<uint64_t> answer(
      std::span<const Drawing> drawings,
      const std::function<std::optional<uint64_t>(const std::vector<Id>&)>& ask);
  Pair pair_of(Id land, uint64_t heap);
  /// The least value that the land may have.
  uint64_t sought(Id land) { return (*atlas_)[land].excluded.mex(); }
  Way way_of(std::span<const Id> sum, uint64_t heap);
  /// Nothing when the search is halted.
  std::optional<uint64_t> value_of(Id land);
  std::optional<bool> is_value(Id land, uint64_t heap);
  void grow(Id land, uint64_t heap, const Limits& limits);
  bool list(Id land);
  void keep(Id land, uint64_t heap, const Pair& pair);
  bool is_halted() const { return is_full_ || ended_; }

  PartTable& table_;
  Budget& budget_;
  std::optional<Atlas> atlas_;
  std::unordered_map<uint64_t, Pair> pairs_;
  bool is_full_ = false;        // of memory
  std::optional<Error> ended_;  // by the budget
  uint64_t looks_ = 0;
  SearchWork work_;
};

}  // namespace grundy::sprouts
