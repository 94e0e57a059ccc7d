#include "engine/heap/redundant.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/heap/run.h"
#include "reference/heap_values.h"

namespace grundy::heap {
namespace {

std::string simplest(const std::string& code) {
  return without_redundant(reference::heap_code(code)).text();
}

TEST(Redundant, NamedCodes) {
  EXPECT_EQ(simplest("0.67"), "0.64");
  EXPECT_EQ(simplest("0.771"), "0.77");
  EXPECT_EQ(simplest("0.77"), "0.77");
  EXPECT_EQ(simplest("0.3"), "0.3");
  EXPECT_EQ(simplest("0.33"),
            "0.33");  // taking two whole gives 0, which leaving one of two does not: g(1) = 1
  EXPECT_EQ(simplest("0.23"), "0.22");  // g(1) = 0
  EXPECT_EQ(simplest("4.3"), "4.3");
  EXPECT_EQ(simplest("4.2"), "4.0");      // g(1) = 0: taking one is as good as splitting one off
  EXPECT_EQ(simplest("4!.07"), "4!.07");  // compares heaps
  EXPECT_EQ(simplest("0.[3]"), "0.[3]");
  EXPECT_EQ(simplest("0.F6"), "0.F6");
}

/// All octal codes of up to three digits, from 0.000 to 0.777 and from 4.000 to 4.777.
TEST(Redundant, TheValuesStayTheSame) {
  size_t simpler = 0;
  for (unsigned first : {0U, 4U}) {
    for (unsigned digits = 0; digits < 512; ++digits) {
      const HeapCode code = reference::heap_code(fmt::format("{}.{:03o}", first, digits));
      const HeapCode reduced = without_redundant(code);
      EXPECT_EQ(without_redundant(reduced), reduced) << code.text();
      const Attempt<HeapCode> read = parse_heap_code(reduced.text());
      ASSERT_TRUE(read);
      EXPECT_EQ(*read, reduced) << "normal form";
      if (reduced == code) continue;
      ++simpler;
      EXPECT_EQ(reference::heap_values(reduced, 40), reference::heap_values(code, 40))
          << code.text() << " and " << reduced.text();
    }
  }
  EXPECT_GT(simpler, 250u);
}

}  // namespace
}  // namespace grundy::heap
