#include "engine/heap/moves.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace grundy::heap {
namespace {

/// "whole 1 2, one 1, two 3 4!, equal 5": ! after a split into different heaps.
std::string drawn(const std::string& code) {
  const auto moves = simple_moves(*parse_heap_code(code));
  if (!moves) return "none";
  std::vector<std::string> two;
  for (const Split& split : moves->two)
    two.push_back(std::to_string(split.take) + (split.different ? "!" : ""));
  return fmt::format("whole {} one {} two {} equal {} last {}", moves->whole, moves->one, two,
                     moves->equal, moves->last_digit());
}

TEST(Moves, OfCodesWithTwoHeapsAtMost) {
  EXPECT_EQ(drawn("0.77"), "whole [1, 2] one [1, 2] two [\"1\", \"2\"] equal [] last 2");
  EXPECT_EQ(drawn("0.3"), "whole [1] one [1] two [] equal [] last 1");
  EXPECT_EQ(drawn("4.0"), "whole [] one [] two [\"0\"] equal [] last 0");
  EXPECT_EQ(drawn("0.007"), "whole [3] one [3] two [\"3\"] equal [] last 3");
  EXPECT_EQ(drawn("0.0"), "whole [] one [] two [] equal [] last 0");
}

TEST(Moves, OfConditionsOnEqualHeaps) {
  // Grundy's game, and a heap that is halved.
  EXPECT_EQ(drawn("{2!}.0"), "whole [] one [] two [\"0!\"] equal [] last 0");
  EXPECT_EQ(drawn("{2=}.3"), "whole [1] one [1] two [] equal [0] last 1");
}

TEST(Moves, OtherCodesHaveKernelsOfTheirOwn) {
  EXPECT_EQ(drawn("0.8"), "none");                        // three heaps
  EXPECT_FALSE(simple_moves(*parse_heap_code("0.[3]")));  // for ever
}

}  // namespace
}  // namespace grundy::heap
