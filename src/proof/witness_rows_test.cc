#include "proof/witness_rows.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

/// The term of a map [n, s] -> [term].
isl::Aff term(isl_ctx* context, const char* text) {
  return isl::Aff(isl_aff_read_from_str(context, text));
}

TEST(WitnessRows, DivisionsBecomeLets) {
  const isl::Context context = isl::make_context(1'000'000);
  WitnessRows rows(2, {1, 1});
  int64_t d = 0;
  std::vector<Row> some = {rows.row(term(context.get(), "{ [n, s] -> [(2n - s + 3)] }").keep(), d)};
  EXPECT_EQ(d, 1);
  EXPECT_EQ(some[0].numbers, (std::vector<int64_t>{2, -1, 3}));
  const isl::Aff halved = term(context.get(), "{ [n, s] -> [(floor((n + 1)/2) - s)] }");
  some.push_back(rows.row(halved.keep(), d));
  EXPECT_EQ(some[1].numbers.size(), 4u);
  EXPECT_EQ(rows.row(halved.keep(), d), some[1]) << "the same division is the same variable";
  rows.widen(some);
  EXPECT_EQ(some[0].numbers, (std::vector<int64_t>{2, -1, 0, 3}));
  EXPECT_EQ(rows.take_lets().size(), 1u);
  EXPECT_FALSE(rows.failed());
}

TEST(WitnessRows, CoordinatesByTheirQuotients) {
  WitnessRows rows(2, {3, 1});  // n = 3·q + r
  EXPECT_EQ(rows.residue(0, 3, 2).numbers, (std::vector<int64_t>{1, 0, -3, -2}));
  EXPECT_EQ(rows.take_lets(), (std::vector<Row>{{{3, 1, 0, 0}}}));
}

TEST(WitnessRows, LargeNumbersFail) {
  const isl::Context context = isl::make_context(1'000'000);
  WitnessRows rows(1, {1});
  int64_t d = 0;
  rows.row(term(context.get(), "{ [n] -> [(n + 2199023255552)] }").keep(), d);
  EXPECT_TRUE(rows.failed());
}

}  // namespace
}  // namespace grundy
