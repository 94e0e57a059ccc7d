// Proof numbers against the search in set.
#include "engine/board/proof_number.h"

#include <gtest/gtest.h>

#include "reference/boards_by_hand.h"

namespace grundy {
namespace {

using reference::HandClobber;
using reference::HandCram;

template <class Mover>
void compare_proofs(Mover& mover, const typename Mover::Part& part) {
  Budget budget;
  PartTable table;
  InSet<Mover> search(mover, table, budget);
  const Attempt<uint64_t> value = search.value(part);
  ASSERT_TRUE(value.ok());
  for (uint64_t n = 0; n <= *value + 2; ++n) {
    PartTable empty;
    ProofNumber<Mover> proof(mover, empty, budget);
    const std::optional<bool> has = proof.has_value(part, n, 1'000'000);
    ASSERT_TRUE(has.has_value()) << n;
    EXPECT_EQ(*has, n == *value) << n;
  }
  PartTable empty;
  ProofNumber<Mover> proof(mover, empty, budget);
  EXPECT_EQ(proof.value(part, 1'000'000), std::optional(*value));
}

TEST(ProofNumberTest, ValuesAreThoseOfTheSearchInSet) {
  for (const auto& [rows, columns] : {std::pair(1, 6), {2, 5}, {3, 3}, {3, 4}}) {
    HandCram cram(rows, columns);
    compare_proofs(cram, cram.start());
    HandClobber clobber(rows, columns);
    compare_proofs(clobber, clobber.start());
  }
}

TEST(ProofNumberTest, NothingIsSaidWhereTheShareIsSmall) {
  HandCram cram(4, 5);
  Budget budget;
  PartTable table;
  ProofNumber<HandCram> proof(cram, table, budget);
  EXPECT_FALSE(proof.value(cram.start(), 30).has_value());
  EXPECT_LT(proof.work().options, 200u);
  for (int share = 0; share < 10'000 && !proof.value(cram.start(), 30); ++share) {
  }
  EXPECT_EQ(proof.value(cram.start(), 30), std::optional(uint64_t{2}));
}

}  // namespace
}  // namespace grundy
