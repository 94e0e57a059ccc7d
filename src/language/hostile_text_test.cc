// Rule files that are too much: each gets a message (or is read), in a time and with memory in
// proportion to its length.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "language/rulebook.h"
#include "rule/meaning.h"

namespace grundy {
namespace {

std::string repeat(std::string_view text, size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (size_t i = 0; i < times; ++i) result += text;
  return result;
}

std::string numbered(size_t from, size_t to, const std::function<std::string(size_t)>& line) {
  std::string result;
  for (size_t i = from; i < to; ++i) result += line(i);
  return result;
}

/// The first message, with its place, or "read".
std::string first_message(std::string text) {
  Rulebook book;
  const auto loaded = book.load_text("", std::move(text));
  if (loaded) return "read";
  const auto& found = loaded.error().diagnostics;
  EXPECT_LE(found.size(), 20u);
  EXPECT_LE(loaded.error().to_string().size(), 20u * 1000);
  return fmt::format("{}:{}: {}", found[0].line, found[0].column, found[0].message);
}

std::string condition(const std::string& text) {
  return first_message("game a(n)\n  -> a(n - 1)  if " + text + "\n");
}

TEST(HostileTextTest, Bytes) {
  EXPECT_EQ(first_message(std::string("game a(n)\n  -> a(\0)\n", 20)),
            "2:8: there is a byte 0x00, which no text has");
  std::string high;
  for (int i = 0; i < 5000; ++i) high += static_cast<char>(128 + i % 128);
  EXPECT_NE(first_message(high), "read");
  EXPECT_EQ(first_message("game \xff(n)\n").substr(0, 26), "1:6: unexpected character ");
}

TEST(HostileTextTest, LongLines) {
  EXPECT_EQ(first_message("game a(n)\n  -> a(n" + repeat(" ", 15'000'000) + "- 1)\n"), "read");
  EXPECT_EQ(
      first_message("game a(n)\n  -> a(n" + repeat(" ", 17'000'000) + "- 1)\n"),
      "1:1: the rule file has 17000023 bytes, more than 16777216; large sets are read with @file");
  EXPECT_EQ(first_message(repeat("\n", 16'000'000)),
            "1:1: the file has no game; it begins with a line such as 'game nim(n)'");
  EXPECT_EQ(first_message("game a(n)\n  -> a(n) oops" + repeat("\n", 8'000'000) + "x"),
            "2:11: expected '+', 'for', 'if' or the end of the line, found 'oops'");
  EXPECT_EQ(first_message("game a(n)\n  -> a(n - " + repeat("9", 100'000) + ")\n"),
            "2:12: a number in a rule is below 2^63");
  EXPECT_EQ(first_message("game a(n)\n  -> a(n - " + repeat("0", 100'000) + "9)\n"), "read");
  EXPECT_EQ(first_message("game " + repeat("a", 100'000) + "(n)\n"),
            "1:6: a name has at most 100 characters");
}

TEST(HostileTextTest, DeepTerms) {
  EXPECT_EQ(first_message("game a(n)\n  -> a(" + repeat("(", 1'000'000) + "n" +
                          repeat(")", 1'000'000) + ")\n"),
            "2:207: brackets are nested deeper than 200");
  EXPECT_EQ(condition(repeat("(", 199) + repeat("1 ", 2'000'000)).substr(0, 22),
            "2:220: expected ')', f");
  EXPECT_EQ(condition("n < 1" + repeat(" + 1", 1'000'000)),
            "2:23: the term is longer than 500 operations");
  EXPECT_EQ(condition("n" + repeat(" < n", 300'000)),
            "2:19: the term is longer than 500 operations");
  EXPECT_EQ(condition("n < 3" + repeat(" or n < 3", 300'000)),
            "2:19: the term is longer than 500 operations");
  EXPECT_EQ(condition(repeat("not ", 1'000'000) + "n < 3"), "read");
  EXPECT_EQ(condition("n < " + repeat("-", 1'000'000) + "3"), "read");
  EXPECT_EQ(condition("n < min(" + repeat("n, ", 1000) + "n)"),
            "2:23: 'min' takes at most 255 arguments, not 1001");
  EXPECT_EQ(condition("n in {n" +
                      numbered(0, 100'000, [](size_t i) { return fmt::format(",{}", i); }) + "}"),
            "2:24: a set that depends on the position has at most 500 elements");
  EXPECT_EQ(condition(repeat("any(", 150) + "n > 0" +
                      numbered(0, 150, [](size_t i) { return fmt::format(" for k{} < n)", i); })),
            "read");
}

TEST(HostileTextTest, TermsThatGrowWhenWrittenOut) {
  EXPECT_EQ(first_message("game a(n)\nlet x0 = n\n" +
                          numbered(1, 100,
                                   [](size_t i) {
                                     return fmt::format("let x{0} = x{1} + x{1}\n", i, i - 1);
                                   }) +
                          "  -> a(x99)\n"),
            "18:17: the line grows too large once its 'let' terms are written out");
  EXPECT_EQ(first_message("game a(n)\nlet x0 = n\n" +
                          numbered(1, 100,
                                   [](size_t i) {
                                     return fmt::format("let x{} = x{}", i, i - 1) +
                                            repeat("+1", 400) + "\n";
                                   }) +
                          "  -> a(x99)\n"),
            "4:5: the term grows too large once its 'let' terms are written out");
  EXPECT_EQ(first_message("game a(n)\nlet x = n" + repeat("+1", 400) + "\n  -> a(x" +
                          repeat("+x", 400) + ")\n"),
            "3:8: the term grows too large once its 'let' terms are written out");
}

TEST(HostileTextTest, ManyGames) {
  EXPECT_EQ(
      first_message(numbered(0, 100'000, [](size_t i) { return fmt::format("game a{}(n)\n", i); })),
      "read");
  EXPECT_EQ(first_message(repeat("game a(n)\n", 100'000)), "2:6: the game 'a' is defined twice");
  EXPECT_EQ(first_message(numbered(
                0, 50'000, [](size_t i) { return fmt::format("game a{0}(n)\n  -> q(n)\n", i); })),
            "2:6: unknown game 'q'");
  EXPECT_EQ(first_message(repeat("game a(n)\n  -> a(n\n", 50'000)),
            "2:9: expected ',' or ')', found the end of the line; did you mean ')'?");
  Rulebook book;
  const auto slips = [](size_t i) {
    return fmt::format("game a{0}(n)\n  -> a{0}(n - 1)  for k < n\n", i);
  };
  ASSERT_TRUE(book.load_text("", numbered(0, 50'000, slips)));
  EXPECT_EQ(book.take_warnings().size(), 50u);
}

TEST(HostileTextTest, GamesThatLeadToOneAnotherForLong) {
  Rulebook book;
  const auto line = [](size_t i) { return fmt::format("game a{}(n)\n  -> a{}(n)\n", i, i + 1); };
  ASSERT_TRUE(book.load_text("", numbered(0, 9000, line) + "game a9000(n)\n  -> a9000(n - 1)\n"));
  EXPECT_TRUE(book.rule("a0"));
  ASSERT_TRUE(book.load_text("", "game b[K = 1](n)\n  -> b[K=K+1](n - 1)\n"));
  const auto endless = book.rule("b");
  ASSERT_FALSE(endless);
  EXPECT_EQ(endless.error().message(),
            "more than 10000 games with different parameters; 'b' seems to call itself with ever "
            "new ones");
}

TEST(HostileTextTest, OtherNamesForOtherNames) {
  EXPECT_EQ(first_message("game a(n) = a(n)\n"),
            "1:6: 'a' is another name for a sum that leads back to it");
  EXPECT_EQ(first_message("game a(n) = b(n)\ngame b(n) = nim(n) + sum(a(i) for i < n)\n"),
            "2:6: 'a' is another name for a sum that leads back to it");
  EXPECT_EQ(first_message("game wythoff(a, b) = queen(a, b)\n"),
            "1:6: 'queen' is another name for a sum that leads back to it");
  EXPECT_EQ(first_message(
                "game a0(n) = nim(n)\n" +
                numbered(1, 20'000,
                         [](size_t i) { return fmt::format("game a{}(n) = a{}(n)\n", i, i - 1); }))
                .substr(5),
            " more than 100 other names in a row");
  Rulebook book;
  ASSERT_TRUE(book.load_text("", "game a0(n) = nim(n)\n" + numbered(1, 60, [](size_t i) {
                                   return fmt::format("game a{}(n) = 2*a{}(n)\n", i, i - 1);
                                 })));
  for (const auto& [name, parts] : {std::pair{"a10", size_t{1024}}, std::pair{"a59", size_t{0}}}) {
    const auto rule = book.rule(name);
    ASSERT_TRUE(rule);
    bool natural = true;
    Fault fault;
    const RuleSum sum = resolve_alias(**rule, {3}, natural, fault);
    if (parts > 0) {
      EXPECT_EQ(sum.size(), parts);
    } else {
      EXPECT_EQ(fault.kind, Fault::Kind::too_many_parts);
    }
  }
}

TEST(HostileTextTest, Sets) {
  const auto set = [](const std::string& text) {
    return first_message("game a[S = " + text + "](n)\n  -> a(n - k)  for k in S if k > 0\n");
  };
  EXPECT_EQ(set("{0..10000000000}"), "read") << "a range alone is not listed";
  EXPECT_EQ(set("{0..9223372036854775807}"), "read");
  EXPECT_EQ(set("{0..10000000000, 1}"),
            "1:12: the set has more than 10000000 numbers; a binder 'for k in a..b' takes a range "
            "of any length");
  EXPECT_EQ(set("{a for a in 1..10000000000 if a < 0}"),
            "1:12: the set takes too long to list: more than 10000000 numbers");
  EXPECT_EQ(set("{a + b for a in 1..10000000000, b in 1..0}"),
            "1:12: the set takes too long to list: more than 10000000 numbers");
  EXPECT_EQ(set("{9223372036854775806..9223372036854775807}"), "read");
  EXPECT_EQ(set("{9223372036854775806 + i for i in 0..2}"), "1:13: a term beyond 2^63");
  EXPECT_EQ(set("{0" + numbered(1, 500'000, [](size_t i) { return fmt::format(", {}", i); }) + "}"),
            "read");
  EXPECT_EQ(
      first_message("game a(n)\n  -> 20*sum(a(i)" + repeat(" + a(i)", 8000) + " for i < n)\n"),
      "2:6: a move leads to at most 10000 parts");
  EXPECT_EQ(first_message("game a(n)\n  -> octal[0." + repeat("7", 100'000) + "](n)\n"),
            "2:1013: a code has at most 1000 digits");
}

}  // namespace
}  // namespace grundy
