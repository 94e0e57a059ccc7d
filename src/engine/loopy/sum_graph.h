// The graph of all sums that play can lead to, from any positions of any games.
//
// Problem: play that may go round is understood only from the whole graph: which sums there are,
// and what leads where.
// Idea: sums are followed in the order in which they are met, each once. A sum is kept as the words
// of its keys, in normal form, its parts in ascending order and without those that have no move; a
// hash table tells whether it is known.
// Example: from circle(0), with circle(n) -> circle((n + 1) % 3), the sums are circle(0), circle(1)
// and circle(2).
// Cost: each option is listed once, for some tenths of a microsecond; 4 bytes an arc, some 50 a
// sum.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/endless.h"
#include "base/budget.h"
#include "engine/graph/loopy.h"
#include "game/game.h"

namespace grundy {

class SumGraph {
 public:
  struct Limits {
    uint64_t sums;
    uint64_t options;
    uint64_t joined;  // sums of two parts or more, of which there may be ever longer ones
    // Beyond the limits sums have one move, to stay where they are, in place of a refusal: who is
    // seen to win or lose then does so.
    bool near = false;
  };
  explicit SumGraph(Limits limits) : limits_(limits) { clear(); }

  /// The vertices of these sums; all that play can lead to from there is followed. Declined: there
  /// are more sums or options than the limits allow, and then the graph is empty again; a position
  /// has infinitely many options; a coordinate grows for ever; no time or memory, of which what is
  /// needed stays taken from the budget.
  Attempt<std::vector<uint32_t>> reach(std::span<const Sum> starts, Budget& budget);

  ArcSpans arcs() const { return {begins_, targets_}; }
  uint32_t size() const { return static_cast<uint32_t>(begins_.size() - 1); }
  uint64_t options() const { return options_; }
  /// How often vertices have lost their numbers.
  uint64_t restarts() const { return restarts_; }
  /// Whether there were more sums than Limits::near allows.
  bool is_cut() const { return is_cut_; }
  /// The parts in their normal form.
  Sum at(uint32_t vertex) const;

 private:
  Attempt<Sum> canonical(const Sum& sum, Budget& budget) const;
  Attempt<uint32_t> number(const Sum& canonical, Budget& budget);
  Attempt<void> expand(uint32_t vertex, Budget& budget);
  Attempt<void> check_growth(const Sum& sum);
  Error too_many(uint32_t vertex) const;
  uint64_t game_number(const Game* game);
  bool grow_index(Budget& budget);
  void clear();

  Limits limits_;
  uint64_t options_ = 0;
  uint64_t restarts_ = 0;
  uint64_t joined_ = 0;
  bool is_cut_ = false;
  std::vector<const Game*> games_;
  std::unordered_map<const Game*, uint64_t> game_numbers_;
  std::unordered_map<const Game*, std::vector<EndlessMove>> endless_;
  std::vector<uint64_t> words_;   // of a part: its game and the length of its key, the key
  std::vector<uint64_t> starts_;  // of each sum's words, and the end of the last one's
  std::vector<uint32_t> index_;   // 0: free; else the number of a sum plus one
  std::vector<uint32_t> begins_;
  std::vector<uint32_t> targets_;
  std::vector<uint64_t> fresh_;  // words of the sum that is looked up
  uint64_t charged_ = 0;
};

}  // namespace grundy
