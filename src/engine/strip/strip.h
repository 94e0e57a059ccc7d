// The engine for long strips and rings: boards of a few rows, paths, cycles and ladders
// (rule/frieze.h) whose parts are of finitely many kinds (kinds.h).
//
// A board is taken apart, and each part is written as U Vⁿ W with as little beside the repeated
// columns as can be; the recursion of its kind tells the value (recursion.h). A ring is taken apart
// where no part passes between two columns; one that is copies of a few columns has the values of
// its moves. Short boards are left to the search, and so are those whose kinds don't end. Example:
// cannibal(1x100000) is one part of the kind Xⁿ.
#pragma once
#include <map>
#include <memory>

#include "engine/engine.h"
#include "engine/strip/recursion.h"

namespace grundy {

class PartStore;

const Engine* strip_engine();

namespace strip {

/// A word as U Vⁿ W, V of at most kMostPeriod columns, U and W as short as can be.
constexpr size_t kMostPeriod = 6;
std::pair<Kind, int64_t> as_kind(const Word& word, size_t rows);

/// The recursions of one rule on boards of one frieze.
class Recursions {
 public:
  explicit Recursions(LocalRule rule) : rule_(std::move(rule)) {}
  const LocalRule& rule() const { return rule_; }
  /// From now on; the store outlives it. An error: the budget is spent.
  Attempt<void> keep_in(PartStore& store, Budget& budget);
  /// The recursion that has the kind, and its number there.
  Attempt<std::pair<Recursion*, size_t>> of(const Kind& kind, Budget& budget);
  Attempt<uint64_t> value(const Word& word, Budget& budget);
  /// Of a ring whose columns these are.
  Attempt<uint64_t> ring_value(const Word& word, Budget& budget);

 private:
  static constexpr size_t kMostFailures = 2;
  Attempt<uint64_t> part_value(const LocalRule::Part& part, Budget& budget);
  Attempt<Recursion*> add(const std::vector<Kind>& kinds, const std::vector<Word>& rings,
                          Budget& budget);
  LocalRule rule_;
  std::unique_ptr<PartTable> table_;  // none without a store
  std::vector<std::unique_ptr<Recursion>> all_;
  std::map<Word, Recursion*> rings_;
  std::map<Kind, std::pair<Recursion*, size_t>> numbers_;
  std::vector<Error> failed_;
  PlayedWords short_;
};

}  // namespace strip
}  // namespace grundy
