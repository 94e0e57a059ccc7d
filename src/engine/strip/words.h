// Values of words that are played out part by part, each part once.
//
// Example: of the word XXX of cannibal clobber play reaches the parts XX and X. Cost: all parts
// that play reaches, and the moves on each.
#pragma once
#include <cstdint>
#include <unordered_map>

#include "engine/strip/local.h"

namespace grundy::strip {

class PlayedWords {
 public:
  /// The value of a word. Declined when play may go round, when there are too many parts, or the
  /// budget is spent.
  Attempt<uint32_t> value(const LocalRule& rule, const Word& word, Budget& budget);
  /// Of one that is a part already.
  Attempt<uint32_t> part_value(const LocalRule& rule, const Word& part, Budget& budget);
  /// Moves that were looked at.
  uint64_t work() const { return work_; }

 private:
  static constexpr size_t kMostWords = 100'000;
  static constexpr uint32_t kOpen = UINT32_MAX;
  std::unordered_map<Word, uint32_t> values_;
  uint64_t work_ = 0;
};

}  // namespace grundy::strip
