#include "engine/law/xor_equation.h"

#include <algorithm>
#include <array>
#include <vector>

namespace grundy {
namespace {

constexpr size_t kDigits = 63;

using Carries = std::array<int8_t, kMostXorTerms>;

/// The terms that t is in, and the nim-sum that they must have.
struct Equation {
  std::vector<TermOfOne> terms;
  uint64_t wanted = 0;

  /// The carries beyond digit j when t has this digit there; nothing if the nim-sum's digit j would
  /// be wrong.
  std::optional<Carries> next(const Carries& carries, size_t j, int64_t digit) const {
    Carries result{};
    uint64_t sum = 0;
    for (size_t i = 0; i < terms.size(); ++i) {
      const auto own = static_cast<int64_t>(static_cast<uint64_t>(terms[i].constant) >> j & 1);
      const int64_t total = carries[i] + own + terms[i].factor * digit;
      sum ^= static_cast<uint64_t>(total) & 1;
      result[i] = static_cast<int8_t>(total >> 1);
    }
    if (sum != (wanted >> j & 1)) return std::nullopt;
    return result;
  }
};

void sort_out(std::vector<Carries>& carries) {
  std::sort(carries.begin(), carries.end());
  carries.erase(std::unique(carries.begin(), carries.end()), carries.end());
}

}  // namespace

std::optional<int64_t> least_solution(std::span<const TermOfOne> terms, uint64_t value, int64_t low,
                                      int64_t high) {
  if (low > high) return std::nullopt;
  // With t = low + u, u is any natural number.
  Equation equation{{}, value};
  for (const TermOfOne& term : terms) {
    const int64_t at_low = term.constant + term.factor * low;
    if (term.factor == 0) {
      equation.wanted ^= static_cast<uint64_t>(at_low);
    } else {
      equation.terms.push_back({at_low, term.factor});
    }
  }
  std::vector<std::vector<Carries>> possible(kDigits + 1);
  possible[0].push_back(Carries{});
  for (size_t j = 0; j < kDigits; ++j) {
    for (const Carries& carries : possible[j]) {
      for (const int64_t digit : {0, 1}) {
        if (const auto next = equation.next(carries, j, digit)) possible[j + 1].push_back(*next);
      }
    }
    sort_out(possible[j + 1]);
  }
  // The terms are natural numbers below 2^63, so that nothing is carried beyond.
  std::vector<Carries> ends{Carries{}};
  int64_t u = 0;
  for (size_t j = kDigits; j-- > 0;) {
    std::vector<Carries> begins;
    for (const int64_t digit : {0, 1}) {
      for (const Carries& carries : possible[j]) {
        const auto next = equation.next(carries, j, digit);
        if (next && std::binary_search(ends.begin(), ends.end(), *next)) begins.push_back(carries);
      }
      if (begins.empty()) continue;
      u |= digit << j;
      break;
    }
    if (begins.empty()) return std::nullopt;
    ends = std::move(begins);
  }
  if (u > high - low) return std::nullopt;
  return low + u;
}

}  // namespace grundy
