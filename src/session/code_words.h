// Take-and-break codes in words: what each digit allows, and the whole game in a sentence.
//
//   0.137   Take 1 token, leave 0 heaps; take 2 tokens, leave 0 or 1 heap; take 3 tokens, leave 0,
//           1 or 2 heaps.
//   0.77    Take 1 or 2 tokens, leave 0, 1 or 2 heaps.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "rule/heap_code.h"

namespace grundy {

/// One digit that allows moves, and the tokens that they take (add when negative). A digit that
/// repeats stands for `taken`, `taken + every`, `taken + 2·every`, … tokens.
struct CodeRow {
  const HeapDigit* digit;
  int64_t taken;
  size_t every;

  /// "take 3 tokens, leave 0, 1 or 2 heaps".
  std::string words() const;
};

/// The code's digits that allow moves, in their order; they point into the code.
std::vector<CodeRow> rows_of(const HeapCode& code);

/// All digits in one sentence; numbers of tokens that stand side by side and allow the same share
/// their words.
std::string sentence(const HeapCode& code);

}  // namespace grundy
