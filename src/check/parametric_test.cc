#include "check/parametric.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "check/check.h"
#include "language/rulebook.h"
#include "reference/certificates.h"
#include "rule/meaning.h"

namespace grundy {
namespace {

const std::string kRange =
    "grundy-certificate 1\n"
    "rule game range(L, R, n)\n"
    "rule   -> range(L, R, n - s) for s in L..R\n"
    "game range\n"
    "kind parametric\n"
    "parameters 2\n"
    "domain 1 0 -1\n"
    "domain -1 1 0\n"
    "divide\n"
    "dividend 0 0 1 0\n"
    "divisor 1 1 0\n"
    "divide\n"
    "dividend 0 0 0 0 1 0\n"
    "divisor 1 0 0\n"
    "borrow 1\n"
    "case\n"
    "value 0 0 0 0 0 1 0 0\n"
    "measure 0 0 1\n"
    "end\n";

/// Who wins, and no values.
const std::string kLost =
    "grundy-certificate 1\n"
    "rule game upto(k, n)\n"
    "rule   -> upto(k, n - s) for s in 1..k\n"
    "game upto\n"
    "kind parametric\n"
    "parameters 1\n"
    "outcomes\n"
    "divide\n"
    "dividend 0 1 0\n"
    "divisor 1 1\n"
    "borrow 1\n"
    "case\n"
    "if 0 0 0 -1 0\n"
    "value 0 0 0 0 0\n"
    "case\n"
    "value 0 0 0 0 1\n"
    "measure 0 1\n"
    "end\n";

const std::string kPair =
    "grundy-certificate 1\n"
    "rule game pair(a, b, n)\n"
    "rule   -> pair(a, b, n - a)\n"
    "rule   -> pair(a, b, n - b)\n"
    "game pair\n"
    "kind parametric\n"
    "parameters 2\n"
    "domain 1 0 -1\n"
    "domain -1 1 0\n"
    "divide\n"
    "dividend 0 0 1 0\n"
    "divisor 1 1 0\n"
    "divide\n"
    "dividend 0 0 0 0 1 0\n"
    "divisor 2 0 0\n"
    "borrow 1\n"
    "case\n"
    "if -1 0 0 0 0 0 1 0\n"
    "value 0 0 0 0 0 0 0 1\n"
    "case\n"
    "if 0 1 0 0 -1 0 0 -1\n"
    "value 0 0 0 0 0 0 0 0\n"
    "case\n"
    "value 0 0 0 0 0 0 0 2\n"
    "measure 0 0 1\n"
    "end\n";

/// All numbers but those up to k: the value of n is the quotient by k + 1.
const std::string kAllBut =
    "grundy-certificate 1\n"
    "rule game far(k, n)\n"
    "rule   -> far(k, m) for m < n - k\n"
    "game far\n"
    "kind parametric\n"
    "parameters 1\n"
    "divide\n"
    "dividend 0 1 0\n"
    "divisor 1 1\n"
    "borrow 1\n"
    "case\n"
    "value 0 0 1 0 0\n"
    "measure 0 1\n"
    "end\n";

int64_t sum(const Row& row, const std::vector<int64_t>& variables) {
  int64_t result = row.numbers.back();
  for (size_t i = 0; i + 1 < row.numbers.size(); ++i) result += row.numbers[i] * variables[i];
  return result;
}

/// Whether the law that a certificate states is right for small letters and numbers, by the
/// definition of the game.
bool is_right(const std::string& text) {
  Certificate c;
  Judgement why;
  EXPECT_TRUE(read_certificate(text, c, why));
  Rulebook book;
  EXPECT_TRUE(book.load_text("rule", c.rule));
  const Rule& rule = **book.rule(c.game);
  const size_t letters = rule.arity() - 1;
  std::vector<int64_t> point(rule.arity(), 0);
  while (true) {
    bool inside = true;
    for (const Row& row : c.domain)
      inside = inside && sum(row, {point.begin(), point.end() - 1}) >= 0;
    std::vector<int64_t> values;
    for (point.back() = 0; inside && point.back() < 24; ++point.back()) {
      std::set<int64_t> options;
      moves_by_definition(rule, point, 40, [&](const RuleSum& option) {
        options.insert(values.at(static_cast<size_t>(option.front().coordinates.back())));
      });
      int64_t value = 0;
      while (options.contains(value)) ++value;
      values.push_back(value);
      std::vector<int64_t> variables = point;
      for (const Certificate::Division& one : c.divisions) {
        const int64_t dividend = sum(one.dividend, variables);
        const int64_t divisor = sum(one.divisor, point);
        if (divisor < 1 || dividend < 0) return false;
        variables.push_back(dividend / divisor);
        variables.push_back(dividend % divisor);
      }
      const auto holds = [&](const Certificate::Case& one) {
        return std::all_of(one.conditions.begin(), one.conditions.end(),
                           [&](const Row& row) { return sum(row, variables) >= 0; });
      };
      const auto applies = std::find_if(c.cases.begin(), c.cases.end(), holds);
      if (applies == c.cases.end()) return false;
      const int64_t said = sum(applies->value.front(), variables);
      if (c.says_who_wins ? (said == 0) != (value == 0) : said != value) return false;
    }
    size_t i = 0;
    while (i < letters && ++point[i] == 6) point[i++] = 0;
    if (i == letters) return true;
  }
}

TEST(ParametricCheckTest, LawsAreAccepted) {
  for (const std::string& text : {kRange, kPair, kAllBut, kLost}) {
    const Judgement judgement = reference::judged(text);
    EXPECT_TRUE(judgement.accepted) << text << judgement.line << ": " << judgement.reason;
    EXPECT_TRUE(is_right(text)) << text;
  }
}

TEST(ParametricCheckTest, NumbersThatAreChangedAreSeenOrStillRight) {
  size_t rejected = 0;
  size_t numbers = 0;
  for (const std::string& text : {kRange, kPair, kAllBut, kLost}) {
    for (size_t line = text.find("parameters"); line < text.find("end\n");
         line = text.find('\n', line) + 1) {
      for (size_t at = text.find(' ', line); at < text.find('\n', line);
           at = text.find(' ', at + 1)) {
        const size_t length = text.find_first_of(" \n", at + 1) - at - 1;
        if (++numbers % (text == kPair ? 13 : 2) != 0) continue;  // that of kPair takes longer
        const int64_t number = std::stoll(text.substr(at + 1, length));
        for (const int64_t change : {-1, 1}) {
          std::string other = text;
          other.replace(at + 1, length, std::to_string(number + change));
          const Judgement judgement = reference::judged(other);
          if (judgement.accepted) {
            EXPECT_TRUE(is_right(other)) << other;
          } else {
            EXPECT_GT(judgement.line, 0U);
            ++rejected;
          }
        }
      }
    }
  }
  EXPECT_GT(rejected, 30U);
}

TEST(ParametricCheckTest, ItSaysWhatIsWrong) {
  const auto changed = [](std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    const Judgement judgement = reference::judged(text);
    return judgement.accepted ? "accepted" : judgement.reason;
  };
  EXPECT_EQ(changed(kPair, "domain 1 0 -1\n", "").substr(0, 30), "the divisor is less than 1 at ");
  EXPECT_EQ(changed(kRange, "measure 0 0 1\n", "").substr(0, 32),
            "a move does not lower the measur");
  EXPECT_EQ(changed(kRange, "s in L..R", "s in L + 1..R").substr(0, 33),
            "a smaller number may be the value");
  EXPECT_EQ(changed(kRange, "range(L, R, n - s)", "range(L, R + 1, n - s)").substr(0, 24),
            "a move changes a paramet");
  EXPECT_EQ(changed(kPair, "value 0 0 0 0 0 0 0 1", "value 0 0 0 0 0 0 0 0").substr(0, 31),
            "an option may have the same val");
  EXPECT_EQ(changed(kPair, "case\nvalue 0 0 0 0 0 0 0 2\n", "").substr(0, 19),
            "no case gives a val");
  EXPECT_EQ(changed(kRange, "borrow 1", "borrow 9"), "the borrow is 0 to 4");
  EXPECT_EQ(changed(kRange, "divisor 1 0 0", "divisor 1 0"), "expected 3 numbers");
  EXPECT_EQ(changed(kLost, "s in 1..k", "s in 1..k + 1").substr(0, 39),
            "an option of a lost position may be los");
  EXPECT_EQ(changed(kLost, "s in 1..k", "s in 2..k").substr(0, 39),
            "there may be no move to a lost position");
  EXPECT_EQ(changed(kLost, "value 0 0 0 0 1", "value 0 0 0 0 2"),
            "where only who wins is said, lost positions have the value 0, others 1");
  EXPECT_EQ(changed(kLost, "case\nvalue 0 0 0 0 1", "case\nif 0 1 0 0 0\nvalue 0 0 0 0 1"),
            "the last case is that of all positions that are not lost");
  EXPECT_EQ(changed(kLost, "outcomes\n", "outcomes 1\n"), "a line 'outcomes' has no numbers");
  EXPECT_EQ(changed(kLost, "outcomes\n", "").substr(0, 33), "an option may have the same value");
}

}  // namespace
}  // namespace grundy
