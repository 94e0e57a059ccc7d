#include "cli/contest/contests.h"

#include <array>

namespace grundy::cli {

std::span<const Contest> contests() {
  static constexpr std::array kContests = {
      Contest{"abc206F", "AtCoder Beginner Contest 206 F, Interval Game 2", abc206f},
  };
  return kContests;
}

}  // namespace grundy::cli
