// Welter's game: coins on different places of a strip, one of which goes to a lower place that is
// free.
//
// Theorem (Welter 1954; Winning Ways, chapter 15). The coins are mated: first the two that agree
// in the most of their lowest binary digits, then two of the others, and so on; with an odd number
// one coin is left. The value is the exclusive-or of (a ^ b) - 1 for each pair and of the coin that
// is left. Modulo each power of 2 it depends on the coins modulo this power alone, so that the
// place to which a coin has to go for a given value is found digit by digit.
// Example: of 3, 5, 9 the pair is 5 and 9, which agree in two digits; the value is 11 ^ 3 = 8.
// Cost: n log n for n coins; 64 times as much for each coin that moves.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "theorem/conclusion.h"

namespace grundy {
namespace {

constexpr uint64_t kAllDigits = ~uint64_t{0};

/// The digits from the lowest on in reverse: numbers that agree in many of them are neighbours.
uint64_t mirrored(uint64_t n) {
  uint64_t result = 0;
  for (int i = 0; i < 64; ++i, n >>= 1) result = result << 1 | (n & 1);
  return result;
}

/// The value of coins, of which only the digits of `mask`, the lowest ones, are meant; so only
/// these of the value are. Coins may be equal there.
uint64_t welter(const NaturalSet& coins, uint64_t mask) {
  std::vector<uint64_t> keys;
  for (const int64_t coin : coins) keys.push_back(mirrored(static_cast<uint64_t>(coin) & mask));
  std::sort(keys.begin(), keys.end());
  uint64_t value = 0;
  // A coin waits for its mate until no coin behind it is more like it.
  std::vector<uint64_t> open;
  const auto likeness = [](uint64_t a, uint64_t b) { return std::countl_zero(a ^ b); };
  for (size_t i = 0; i < keys.size(); ++i) {
    open.push_back(keys[i]);
    while (open.size() >= 2) {
      const uint64_t a = open[open.size() - 2], b = open.back();
      if (i + 1 < keys.size() && likeness(b, keys[i + 1]) > likeness(a, b)) break;
      value ^= (mirrored(a ^ b) - 1) & mask;
      open.resize(open.size() - 2);
    }
  }
  return open.empty() ? value : value ^ mirrored(open.back());
}

class Welter final : public ListConclusion {
 public:
  std::string text(const std::vector<std::string>& names) const override {
    return fmt::format(
        "The value is that of Welter's game: the numbers of {} are mated, those first that agree "
        "in the most of their lowest binary digits; it is xor of (x ^^ y) - 1 for each pair, and "
        "of the number "
        "that is left.",
        names[0]);
  }

  Attempt<Ordinal> value(const BoardPosition& position, const Budget&) const override {
    return Ordinal(welter(position.sets[0], kAllDigits));
  }

  std::optional<Attempt<std::vector<BoardPosition>>> options_of_value(
      const BoardPosition& position, const Ordinal& value, const Budget& budget) const override {
    std::vector<BoardPosition> result;
    if (!value.is_finite() || !value.is_small()) return result;
    const NaturalSet& coins = position.sets[0];
    for (size_t i = 0; i < coins.size(); ++i) {
      if (budget.spent()) return Attempt<std::vector<BoardPosition>>(budget.why());
      BoardPosition next = position;
      NaturalSet& moved = next.sets[0];
      uint64_t place = 0;
      for (uint64_t digit = 1, mask = 1; digit != 0; digit <<= 1, mask = mask << 1 | 1) {
        moved[i] = static_cast<int64_t>(place);
        if (((welter(moved, mask) ^ value.small()) & mask) != 0) place |= digit;
      }
      moved[i] = static_cast<int64_t>(place);
      const bool is_lower = place < static_cast<uint64_t>(coins[i]);
      const bool is_free = std::find(coins.begin(), coins.end(), moved[i]) == coins.end();
      if (is_lower && is_free && welter(moved, kAllDigits) == value.small())
        result.push_back(std::move(next));
    }
    return result;
  }
};

}  // namespace

std::unique_ptr<ListConclusion> welter_coins() { return std::make_unique<Welter>(); }

}  // namespace grundy
