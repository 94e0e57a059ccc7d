#include "proof/heap.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"
#include "proof/theorem_text.h"

namespace grundy {
namespace {

Theorem law_of(const std::string& code, const ProveOptions& options = {}) {
  static Rulebook book;
  static int number = 0;
  const std::string name = "h" + std::to_string(++number);
  EXPECT_TRUE(book.load_text(name, "game " + name + "(n) = code[" + code + "](n)\n").ok());
  Budget budget;
  return prove_heap(*book.rule(name).value(), parse_heap_code(code).value(), options, budget)
      .value();
}

TEST(ProveHeap, TwoHeaps) {
  const Theorem kayles = law_of("0.77");
  EXPECT_EQ(kayles.law()->preperiod, 71u);
  EXPECT_EQ(kayles.law()->period, 12u);
  EXPECT_EQ(kayles.law()->values.size(), 83u);
  EXPECT_EQ(kayles.proof<TwoHeapsProof>()->values, 169u);
}

TEST(ProveHeap, ThreeHeaps) {
  const Theorem theorem = law_of("0.8");
  EXPECT_EQ(theorem.law()->saltus, 1u);
  EXPECT_EQ(theorem.proof<ManyHeapsProof>()->values, 64u);
  EXPECT_GE(theorem.proof<ManyHeapsProof>()->turns, 1u);
}

/// The place where a search without a theorem ends is counted in values, the same everywhere.
TEST(ProveHeap, EndsAtACountedPlace) {
  const Theorem lawless = law_of("0.19");
  EXPECT_EQ(lawless.reason(), "no period was found in the first 8192 values");
  EXPECT_EQ(law_of("0.06", {.upto = 4999}).reason(),
            "no period was found in the first 5056 values");
  const Theorem lasker = law_of("4.3[3]", {.upto = 150});
  EXPECT_EQ(lasker.status(), Theorem::Status::conjectured);
  EXPECT_EQ(lasker.conjecture()->tested, std::vector<int64_t>{151});
}

TEST(ProveHeap, Regularities) {
  const Theorem ruler = law_of("0.2048");
  ASSERT_NE(ruler.regularity(), nullptr);
  EXPECT_EQ(ruler.regularity()->period, 13u);
  EXPECT_EQ(ruler.status(), Theorem::Status::conjectured);
}

}  // namespace
}  // namespace grundy
