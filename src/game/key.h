// Keys are written and read as numbers, one after another.
//
// A natural number below 2^63 is one word; a larger one a word with bit 63 set and the count of the
// words that follow, lowest first. An ordinal is the count of its terms, and for each its exponent
// and its coefficient. So equal numbers have equal words, and small ones, the usual case, cost
// nothing to read.
#pragma once
#include <span>

#include "game/position.h"
#include "value/natural.h"
#include "value/ordinal.h"

namespace grundy {

void append(Key& key, const Natural& number);
void append(Key& key, const Ordinal& ordinal);

/// Memory that they take beyond their own sizes.
uint64_t bytes_beyond(const Position& position);
uint64_t bytes_beyond(const Sum& sum);

/// Reads what was appended, in the same order.
class KeyReader {
 public:
  explicit KeyReader(std::span<const uint64_t> words) : words_(words) {}
  explicit KeyReader(const Key& key) : words_(key.data(), key.size()) {}

  bool done() const { return at_ == words_.size(); }
  uint64_t word() { return words_[at_++]; }
  Natural natural();
  Ordinal ordinal();

 private:
  std::span<const uint64_t> words_;
  size_t at_ = 0;
};

}  // namespace grundy
