#include "analysis/running_steps.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "language/rulebook.h"

namespace grundy {
namespace {

/// The steps that are tried, those that small positions rule out in brackets.
std::string steps(const std::string& game, size_t line) {
  Rulebook book;
  const Rule& rule = **book.rule(game);
  const std::vector<int64_t> box(rule.arity(), 40);
  SmallPositions small(rule, rule.moves[line], box);
  std::vector<std::string> list;
  for (const auto& step :
       steps_to_try(rule.moves[line], rule.moves[line].parts.at(0), *sweep_order(rule)))
    list.push_back(
        fmt::format(fmt::runtime(small.allow(step) ? "({})" : "[{}]"), fmt::join(step, ", ")));
  return fmt::format("{}", fmt::join(list, " "));
}

TEST(RunningSteps, TheLinesOwnDistanceComesFirst) {
  EXPECT_EQ(steps("wythoff", 0), "(1, 0) [0, 1] [1, 1] [1, -1]");
  EXPECT_EQ(steps("wythoff", 2), "(1, 1) [0, 1] [1, 0] [1, -1]");
  EXPECT_EQ(steps("nim", 0), "(1)");
  EXPECT_EQ(steps("squares", 0), "[1]");
}

TEST(RunningSteps, OnePositionOfTheGameItself) {
  Rulebook book;
  const auto one = [&](const char* game, size_t line) {
    const Rule& rule = **book.rule(game);
    return only_part(rule, rule.moves[line]) != nullptr;
  };
  EXPECT_TRUE(one("lasker", 0));
  EXPECT_FALSE(one("lasker", 1));
  EXPECT_FALSE(one("consecutive", 0));
}

}  // namespace
}  // namespace grundy
