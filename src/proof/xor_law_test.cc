#include "proof/xor_law.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"
#include "proof/prove.h"
#include "proof/theorem_text.h"

namespace grundy {
namespace {

class XorLawTest : public testing::Test {
 protected:
  /// A sample of side 30 with these values, and what is guessed from it; "" for nothing.
  template <class Value>
  std::string guessed(const Value& value) {
    Sample sample{{30, 30}, 1, {}};
    for_each_point(sample.size, [&](size_t, const std::vector<int64_t>& point) {
      sample.values.push_back(value(point[0], point[1]));
      return true;
    });
    const auto law = xor_law(*book_.rule("wythoff").value(), sample);
    return law ? law->cases[0].value : "";
  }
  Rulebook book_;
};

TEST_F(XorLawTest, SimpleKinds) {
  EXPECT_EQ(guessed([](int64_t a, int64_t b) { return a ^ b; }), "a ^^ b");
  EXPECT_EQ(guessed([](int64_t a, int64_t b) { return 3 * ((a / 3) ^ (b / 3)) + (a + b) % 3; }),
            "3*(a/3 ^^ b/3) + (a + b) % 3");
  EXPECT_EQ(guessed([](int64_t a, int64_t b) { return 2 * ((a / 2) ^ (b / 2)) + 1; }),
            "2*(a/2 ^^ b/2) + 1");
  EXPECT_EQ(guessed([](int64_t a, int64_t b) { return a + b; }), "");
}

// What is guessed here is decided by automata (automatic.h) where they can.
TEST_F(XorLawTest, ProveKnowsThem) {
  ASSERT_TRUE(
      book_
          .load_text("rules",
                     "game heaps(a, b)\n  -> heaps(k, b) for k < a\n  -> heaps(a, k) for k < b\n")
          .ok());
  Budget budget;
  const Attempt<Theorem> theorem = prove(*book_.rule("heaps").value(), {}, budget);
  ASSERT_TRUE(theorem.ok());
  EXPECT_NE(theorem->status(), Theorem::Status::unknown);
  EXPECT_EQ(statement(*theorem),
            "For all natural numbers a, b the value of heaps(a, b) is a ^^ b.");
}

}  // namespace
}  // namespace grundy
