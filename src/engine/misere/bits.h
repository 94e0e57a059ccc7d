// Sets of small numbers as bits; the sets of one computation have equally many words.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace grundy::misere {

using Bits = std::vector<uint64_t>;

inline size_t words_for(size_t bits) { return (bits + 63) / 64; }
inline bool has(const Bits& set, size_t i) { return (set[i >> 6] >> (i & 63)) & 1; }
inline void put(Bits& set, size_t i) { set[i >> 6] |= uint64_t{1} << (i & 63); }

inline bool intersect(const Bits& a, const Bits& b) {
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] & b[i]) return true;
  }
  return false;
}

/// Calls visit(i) for the members, ascending.
template <class Visit>
void for_each(const Bits& set, Visit&& visit) {
  for (size_t w = 0; w < set.size(); ++w) {
    for (uint64_t rest = set[w]; rest != 0; rest &= rest - 1)
      visit(w * 64 + static_cast<size_t>(std::countr_zero(rest)));
  }
}

}  // namespace grundy::misere
