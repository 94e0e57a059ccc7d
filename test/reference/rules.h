// Rule games by their definition: the moves read off the Rule, the value as mex of the options'
// values, the winner by playing the whole sum out. Slow, obvious, and without any of the program's
// theory: nothing of analysis, code or engine is used.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rule/meaning.h"

namespace grundy::reference {

/// What the moves from one position come to, with unbounded binders cut off.
struct Moves {
  std::set<RuleSum> results;  // the parts of each sum in order; repeats and order do not matter
  uint64_t choices = 0;       // of binders that are moves
  Fault fault;
};

/// By moves_by_definition, with unbounded binders up to `limit`.
Moves moves(const Rule& rule, const std::vector<int64_t>& coordinates, int64_t limit);

/// The same with the gentler reading of operations without a value: a choice is no move when it
/// would be none whatever they gave. A fault is what is left: some choice would be a move if the
/// operations without a value gave one of some small numbers.
Moves moves_gently(const Rule& rule, const std::vector<int64_t>& coordinates, int64_t limit);

/// Why there is no value.
enum class Trouble {
  none,
  never_ends,  // a position comes again in play
  fault,       // a term has no value
  large,       // more positions, choices or larger coordinates than are allowed
};

/// Values of positions by definition, remembered.
class Values {
 public:
  using Lister = Moves (*)(const Rule&, const std::vector<int64_t>&, int64_t);
  /// Unbounded binders run up to `limit`; at most `most` positions are looked at, with coordinates
  /// of at most `largest`. `lister`: moves or moves_gently.
  Values(int64_t limit, size_t most, int64_t largest, Lister lister = moves)
      : limit_(limit), most_(most), largest_(largest), lister_(lister) {}

  /// Nothing when the value can't be told; trouble() has the reason.
  std::optional<uint64_t> value(const RulePosition& position);
  std::optional<uint64_t> value(const RuleSum& sum);
  Trouble trouble() const { return trouble_; }

 private:
  struct Entry {
    bool open = true;
    uint64_t value = 0;
    Trouble trouble = Trouble::none;
  };
  const Entry& find(const RulePosition& position);

  int64_t limit_;
  size_t most_;
  int64_t largest_;
  Lister lister_;
  Trouble trouble_ = Trouble::none;
  std::map<RulePosition, Entry> known_;
};

/// A sum as one game: who wins it, found by playing it out. A position without a game is a nim heap
/// of its one coordinate.
class WholeSum {
 public:
  /// At most so many positions, and 32 times as many heaps in all options that are looked at.
  WholeSum(bool misere, int64_t limit, size_t most) : misere_(misere), limit_(limit), most_(most) {}

  /// Whether the player to move wins; nothing when play is too long or need not end.
  std::optional<bool> mover_wins(RuleSum sum);
  /// Everything that a move in this part can lead to.
  const std::set<RuleSum>& options(const RulePosition& part);
  bool failed() const { return failed_; }

 private:
  bool misere_;
  int64_t limit_;
  size_t most_;
  size_t heaps_ = 0;
  bool failed_ = false;
  std::map<RulePosition, std::set<RuleSum>> options_;
  std::map<RuleSum, std::optional<bool>> known_;  // by the sorted parts; nothing: being played
};

}  // namespace grundy::reference
