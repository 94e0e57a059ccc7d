#include "engine/loopy/value_law.h"

#include <gtest/gtest.h>

#include "analysis/relation.h"
#include "engine/loopy/box_graph.h"
#include "engine/ordinal/sample.h"
#include "language/rulebook.h"

namespace grundy {
namespace {

const char* const kValuedRules[] = {
    "game g(n)\n  -> g(n - 3)\n  -> g(n + 1)  if n >= 1\n",
    "game g(n)\n  -> g(n - 2)\n  -> g(n - 3)\n  -> g(n + 1)  if n % 2 = 1\n",
    "game g(n)\n  -> g((n + 2) % 7)  if n % 7 != 0\n  -> g((n + 3) % 7)  if n % 7 != 0\n",
    "game g(n)\n  -> g(n - 1)  if n % 3 = 1\n  -> g(n + 2)  if n >= 1\n  -> g(n - 4)\n",
    "game g(a, b)\n  -> g(a - 1, b)\n  -> g(a, b - 1)\n  -> g(a + 1, b - 1)\n",
    "game g(a, b)\n  -> g(a - x, b - y)  for x <= 1, y <= 1  if x + y > 0\n  -> g(a + 1, b)  if a "
    "+ b > 0\n",
    "game g(n)\n  -> g(k)  for k < n\n  -> g(n + 2)  if n >= 1\n",
};

Value value_by(const LoopyValueLaw& law, const std::vector<int64_t>& point) {
  const std::vector<int64_t> told = *evaluate(law.formula, point);
  if (told[0] == 0) return Value(static_cast<uint64_t>(told[1]));
  return Value::loopy(law.kinds[static_cast<size_t>(told[0] - 1)]);
}

TEST(ValueLaw, IsThatOfLargerBoxes) {
  for (const char* text : kValuedRules) {
    Rulebook book;
    ASSERT_TRUE(book.load_text("test", text).ok()) << text;
    const Rule& rule = **book.rule("g");
    const isl::Context context = isl::make_context(20'000'000);
    const auto moves = move_relation(context.get(), rule);
    Budget budget;
    const auto law = loopy_value_law(rule, *moves, budget);
    ASSERT_TRUE(law.ok()) << text;
    const bool single = rule.arity() == 1;
    const auto graph =
        box_graph(rule, std::vector<int64_t>(rule.arity(), single ? 800 : 50), budget);
    ASSERT_TRUE(graph.ok());
    const auto labels = LoopyLabels::of(graph->arcs(), budget);
    ASSERT_TRUE(labels.ok());
    for_each_point(
        std::vector<int64_t>(rule.arity(), single ? 200 : 20),
        [&](size_t, const std::vector<int64_t>& p) {
          EXPECT_EQ(value_by(*law, p), labels->value(graph->arcs(), graph->cells.cell(p)))
              << text << testing::PrintToString(p);
          return !testing::Test::HasFailure();
        });
  }
}

TEST(ValueLaw, AFalseOneIsSeen) {
  for (const char* text : kValuedRules) {
    Rulebook book;
    ASSERT_TRUE(book.load_text("test", text).ok()) << text;
    const Rule& rule = **book.rule("g");
    const isl::Context context = isl::make_context(20'000'000);
    const auto moves = move_relation(context.get(), rule);
    Budget budget;
    const auto law = loopy_value_law(rule, *moves, budget);
    ASSERT_TRUE(law.ok()) << text;
    EXPECT_EQ(is_value_law(*moves, *law), true);
    for (size_t i = 0; i < law->formula.cases.size(); ++i) {
      LoopyValueLaw changed = *law;
      changed.formula.cases[i].value[0].constant += changed.formula.cases[i].value[0].divisor;
      EXPECT_NE(is_value_law(*moves, changed), true) << text << i;
    }
    for (size_t kind = 0; kind < law->kinds.size(); ++kind) {
      LoopyValueLaw changed = *law;
      changed.kinds[kind].push_back(9);
      EXPECT_EQ(is_value_law(*moves, changed), false) << text << kind;
    }
  }
}

}  // namespace
}  // namespace grundy
