#include "game/key.h"

#include <vector>

namespace grundy {
namespace {

constexpr uint64_t kLong = uint64_t{1} << 63;

}  // namespace

void append(Key& key, const Natural& number) {
  if (number.is_small()) {
    key.push_back(number.small());
    return;
  }
  const std::vector<uint64_t> words = number.words();
  key.push_back(kLong | words.size());
  key.insert(key.end(), words.begin(), words.end());
}

void append(Key& key, const Ordinal& ordinal) {
  const auto terms = ordinal.terms();
  key.push_back(terms.size());
  for (const Ordinal::Term& term : terms) {
    append(key, term.exponent);
    append(key, term.coefficient);
  }
}

Natural KeyReader::natural() {
  const uint64_t first = word();
  if ((first & kLong) == 0) return first;
  const size_t count = first & ~kLong;
  Natural number = Natural::from_words(words_.subspan(at_, count));
  at_ += count;
  return number;
}

Ordinal KeyReader::ordinal() {
  std::vector<Ordinal::Term> terms;
  for (uint64_t count = word(); count > 0; --count) {
    Ordinal exponent = this->ordinal();
    terms.push_back({std::move(exponent), natural()});
  }
  return Ordinal::from_terms(std::move(terms));
}

uint64_t bytes_beyond(const Position& position) {
  constexpr uint64_t kOfAnAllocation = 16;
  const Key& key = position.key;
  return key.capacity() > Key::static_capacity
             ? sizeof(Key::value_type) * key.capacity() + kOfAnAllocation
             : 0;
}

uint64_t bytes_beyond(const Sum& sum) {
  uint64_t bytes = sum.capacity() > Sum::static_capacity ? sizeof(Position) * sum.capacity() : 0;
  for (const Position& part : sum) bytes += bytes_beyond(part);
  return bytes;
}

}  // namespace grundy
