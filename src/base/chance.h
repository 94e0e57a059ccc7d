// Random numbers that are the same on every machine.
#pragma once
#include <cstdint>

namespace grundy {

/// SplitMix64 (Steele, Lea and Flood 2014).
class Chance {
 public:
  explicit Chance(uint64_t seed) : state_(seed) {}
  /// One of 0 … bound - 1; requires bound > 0.
  uint64_t below(uint64_t bound) {
    state_ += 0x9E3779B97F4A7C15U;
    uint64_t word = state_;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9U;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBU;
    return (word ^ (word >> 31)) % bound;
  }

 private:
  uint64_t state_;
};

}  // namespace grundy
