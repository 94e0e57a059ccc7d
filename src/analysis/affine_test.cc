#include "analysis/affine.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "language/rulebook.h"
#include "rule/print.h"

namespace grundy {
namespace {

/// The line -> x(a/2, k*b) of a game x(a, b); its dimensions are a, b, k and then the terms that
/// are not affine, in the order in which they are met.
class AffineTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(book_.load_text("own.game", "game x(a, b)\n  -> x(a/2, k*b)  for k < a\n"));
    line_ = &(*book_.rule("x"))->moves[0];
    space_.emplace(context_.get(), *line_, 2);
  }

  std::string linear(const Expr& term) {
    const auto form = space_->linear(term);
    return form ? print_expr(space_->expr(*form), line_->slot_names) : "none";
  }
  static std::string text(const isl::Set& set) {
    char* printed = isl_set_to_str(set.keep());
    std::string result = printed == nullptr ? "" : printed;
    free(printed);
    return result;
  }
  std::string set(const Expr& condition) {
    bool exact = true;
    const isl::Set found = space_->set(condition, exact);
    return text(found) + (exact ? " exact" : " larger");
  }
  const Expr& half() const { return line_->parts[0].coordinates[0]; }
  const Expr& product() const { return line_->parts[0].coordinates[1]; }

  Rulebook book_;
  isl::Context context_ = isl::make_context(100'000);
  const MoveLine* line_ = nullptr;
  std::optional<AffineSpace> space_;
};

TEST_F(AffineTest, LinearForms) {
  EXPECT_EQ(
      linear(apply(Op::sub, {apply(Op::mul, {constant(3), slot(0)}), apply(Op::neg, {slot(2)})})),
      "3*a + k");
  EXPECT_EQ(space_->dimensions(), 3u);
  EXPECT_EQ(linear(apply(Op::add, {product(), apply(Op::mul, {constant(2), half()})})),
            "k*b + 2*(a/2)");
  EXPECT_EQ(space_->dimensions(), 5u);
  EXPECT_TRUE(space_->depends_on_binder(3));   // k*b
  EXPECT_FALSE(space_->depends_on_binder(4));  // a/2
  EXPECT_EQ(linear(apply(Op::mul, {constant(int64_t{1} << 50), slot(0)})), "none");
}

TEST_F(AffineTest, FactsAboutOpaqueTerms) {
  linear(half());
  EXPECT_EQ(text(space_->facts()),
            "{ [i0, i1, i2, i3] : i0 >= 0 and i1 >= 0 and 0 <= i2 < i0 and i3 >= 0 and "
            "-1 + i0 <= 2i3 <= i0 }");
}

// A set is exact where no opaque term depends on a binder.
TEST_F(AffineTest, Conditions) {
  EXPECT_EQ(set(apply(Op::lt, {half(), slot(2)})), "{ [i0, i1, i2, i3] : i3 < i2 } exact");
  EXPECT_EQ(set(apply(Op::lt, {product(), slot(1)})), "{ [i0, i1, i2, i3, i4] : i4 < i1 } larger");
  EXPECT_EQ(set(apply(Op::logical_not, {apply(Op::le, {slot(0), slot(1)})})),
            "{ [i0, i1, i2, i3, i4] : i1 < i0 } exact");
  EXPECT_EQ(set(apply(Op::ne, {slot(0), constant(4)})),
            "{ [i0, i1, i2, i3, i4] : i0 <= 3 or i0 >= 5 } exact");
}

TEST_F(AffineTest, Conjunctions) {
  std::vector<LinearForm> forms;
  bool exact = true;
  EXPECT_TRUE(space_->conjuncts(apply(Op::le, {slot(0), apply(Op::min, {slot(1), slot(2)})}), exact,
                                forms));
  EXPECT_EQ(forms.size(), 2u);
  EXPECT_TRUE(exact);
  EXPECT_FALSE(space_->conjuncts(apply(Op::ne, {slot(0), slot(1)}), exact, forms));
  EXPECT_EQ(forms.size(), 2u);
}

}  // namespace
}  // namespace grundy
