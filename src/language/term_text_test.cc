#include "language/term_text.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"

namespace grundy {
namespace {

using Kind = TermText::Kind;

std::string term_error(Kind kind, std::string_view text) {
  const auto read = TermText::read(kind, "where", text, {"a", "b"}, {{"K", 3}});
  return read.ok() ? "" : read.error().to_string();
}

TEST(TermText, TermsAndConditions) {
  const auto term = TermText::read(Kind::term, "least", "a - 2*b + K", {"a", "b"}, {{"K", 3}});
  ASSERT_TRUE(term.ok()) << term.error().to_string();
  EXPECT_EQ(*term->at({5, 1}), 6);
  EXPECT_EQ(*term->at({0, 4}), -5);
  const auto condition =
      TermText::read(Kind::condition, "where", "value = 0 and a < b", {"a", "b", "value"});
  ASSERT_TRUE(condition.ok()) << condition.error().to_string();
  EXPECT_EQ(*condition->at({1, 2, 0}), 1);
  EXPECT_EQ(*condition->at({1, 2, 1}), 0);
  EXPECT_EQ(*condition->at({2, 1, 0}), 0);
  EXPECT_EQ(*TermText::read(Kind::condition, "where", "1 = 1", {"a"})->at({7}), 1);
  EXPECT_EQ(*TermText::read(Kind::condition, "where", "1 = 2", {"a"})->at({7}), 0);
  EXPECT_EQ(*TermText::read(Kind::condition, "where", "K = 2", {"a"}, {{"K", 3}})->at({7}), 0);
  EXPECT_EQ(*TermText::read(Kind::condition, "where", "any(a = k*k for k in 1..a)", {"a"})->at({9}),
            1);
}

TEST(TermText, ErrorsHaveTheirPlaces) {
  EXPECT_EQ(term_error(Kind::term, "a - c"),
            "where:1:5: error: unknown name 'c'; here the names are a, b\n  a - c\n      ^\n");
  EXPECT_EQ(term_error(Kind::condition, "a <"),
            "where:1:4: error: expected a term, found the end of the line\n  a <\n     ^\n");
  EXPECT_EQ(term_error(Kind::condition, "a + 1"),
            "where:1:1: error: expected a condition such as 'k <= n', found a number\n  a + 1\n  "
            "^~~~~\n");
  EXPECT_EQ(term_error(Kind::term, "a = 1").substr(0, 17), "where:1:3: error:");
  EXPECT_NE(term_error(Kind::condition, " ").find("expected a condition such as 'value = 0'"),
            std::string::npos);
  EXPECT_NE(term_error(Kind::condition, "a = 1 # b").find("where:1:7"), std::string::npos);
  EXPECT_NE(term_error(Kind::condition, "a = 1 for k < 2"), "");
  EXPECT_NE(term_error(Kind::term, "a) + nim(b"), "");
}

TEST(TermText, OfLists) {
  const std::vector<std::string> names = {"n", "bag [a]"};
  const auto condition =
      TermText::read(Kind::condition, "formula", "len(a) = n and max(a) < K", names, {{"K", 5}});
  ASSERT_TRUE(condition.ok()) << condition.error().to_string();
  const auto term = TermText::read(Kind::term, "term", "sum(x*x for x in a) - n", names);
  ASSERT_TRUE(term.ok()) << term.error().to_string();
  Rulebook book;
  ASSERT_TRUE(book.load_text("g", "game g(n, bag [a])\n  -> g(n, a - [x]) for x in a\n").ok());
  const Rule* game = *book.rule("g");
  const auto at = [&](const TermText& text, int64_t n, const NaturalSet& list) {
    return *text.at(BoardPosition{game, {n, 0}, {list}, {}});
  };
  EXPECT_EQ(at(*condition, 2, {1, 4}), 1);
  EXPECT_EQ(at(*condition, 2, {1, 5}), 0);
  EXPECT_EQ(at(*condition, 3, {1, 4}), 0);
  EXPECT_EQ(at(*term, 3, {1, 4}), 14);
  EXPECT_EQ(at(*term, 0, {}), 0);
  const auto place = TermText::read(Kind::condition, "formula", "a[n] = 1", names);
  ASSERT_TRUE(place.ok());
  EXPECT_FALSE(place->at(BoardPosition{game, {3, 0}, {{1, 1}}, {}}).ok());
  EXPECT_EQ(TermText::read(Kind::condition, "formula", "len(b) = n", names)
                .error()
                .to_string()
                .substr(0, 14),
            "formula:1:1: e");
}

TEST(TermText, NoValueIsDeclined) {
  const auto term = TermText::read(Kind::term, "least", "a / b", {"a", "b"});
  ASSERT_TRUE(term.ok());
  EXPECT_EQ(*term->at({7, 2}), 3);
  const Attempt<int64_t> none = term->at({7, 0});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().message(), "'a / b' has no value at (7, 0): division by zero");
}

}  // namespace
}  // namespace grundy
