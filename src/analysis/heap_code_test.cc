#include "analysis/heap_code.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "language/rulebook.h"
#include "rule/heap_splits.h"
#include "rule/meaning.h"

namespace grundy {
namespace {

std::string recognised(std::string_view lines) {
  Rulebook book;
  const auto loaded = book.load_text("test.game", "game g(n)\n" + std::string(lines));
  EXPECT_TRUE(loaded.ok()) << lines << loaded.error().to_string();
  if (!loaded) return "";
  const auto code = heap_code_of(**book.rule("g"));
  return code ? code->text() : "none";
}

TEST(HeapCodeOfTest, BuiltinGames) {
  Rulebook book;
  const auto code = [&](const char* name) {
    const auto found = heap_code_of(**book.rule(name));
    return found ? found->text() : "none";
  };
  EXPECT_EQ(code("kayles"), "0.77");
  EXPECT_EQ(code("dawsons_kayles"), "0.07");
  EXPECT_EQ(code("lasker"), "4.[3]");
  EXPECT_EQ(code("grundys"), "4!.0");
  EXPECT_EQ(code("nim"), "0.[3]");
  EXPECT_EQ(code("bounded"), "0.333");
  EXPECT_EQ(code("dawson"), "0.137");
  for (const char* other : {"wythoff", "euclid", "squares", "take_prime", "take_divisor", "half",
                            "mark", "strange", "consecutive", "treblecross"})
    EXPECT_EQ(code(other), "none") << other;
  EXPECT_EQ(heap_code_of(**book.code_rule("code", "0.*3"))->text(), "0.*3");
}

TEST(HeapCodeOfTest, HoweverItIsWritten) {
  const std::pair<const char*, const char*> kRules[] = {
      {"  -> g(a) + g(b)  for a, b  if n - 2 <= a + b < n\n", "0.77"},
      {"  -> g(b) + g(n - 1 - b)  for b < n\n  -> g(n - 2)  if n >= 2\n  -> g(n - 2 - c) + g(c)  "
       "for c in 1..n - 3\n",
       "0.77"},
      {"  -> g(n - 1)\n", "0.3"},
      {"  -> g(n - 1)  if n > 1\n", "0.2"},
      {"  -> 0  if n = 1\n", "0.1"},
      {"  -> 0  if n > 2\n", "0.00[1]"},
      {"  -> 0  if n % 3 = 2\n", "0.0[100]"},
      {"  -> g(m)  for m < n\n", "0.[3]"},
      {"  -> g(m)  for m < n  if m > 0\n", "0.[2]"},
      {"  -> g(n - k)  for k in {1, 3, 4}\n", "0.3033"},
      {"  -> g(n - k)  for k in not {0, 2}\n", "0.30[3]"},
      {"  -> g(n - 2*k - 1)  for k\n", "0.[30]"},
      {"  -> g(a) + g(a)  for a  if 2*a = n and n > 0\n", "4=.0"},
      {"  -> g(a) + g(b) + g(c)  for a, b, c  if a + b + c = n and a > 0 and b > 0 and c > 0\n",
       "8.0"},
      {"  -> g(a) + g(b) + g(c)  for a, b, c  if a + b + c = n + 1 and a > 0 and b > 0 and c > 0\n",
       "80.0"},
      {"  -> g(a) + g(b) + g(c)  for a, b, c  if a + b + c = n - 1\n", "0.F"},
      {"  -> g(a) + g(b) + g(c)  for a, b, c  if a + b + c = n - 1 and a < b < c\n",
       "0.C!"},  // a = 0 makes two heaps
      {"  -> g(a) + g(b) + g(c)  for a, b, c  if a + b + c = n - 1 and 0 < a < b < c\n", "0.8!"},
      {"  -> g(c) + g(b) + g(a)  for a, b, c  if a + b + c = n - 1 and 0 < a <= b <= c and a < c\n",
       "0.8?"},
      {"  -> 3*g(a)  for a  if 3*a = n - 1 and a > 0\n", "0.8="},
      {"  -> g(0) + g(n - 1) + g(0)\n", "0.3"},
      {"  -> g(n - 500)\n", "none"},
  };
  for (const auto& [lines, code] : kRules) {
    if (std::string_view(lines).find("500") == std::string_view::npos) {
      EXPECT_EQ(recognised(lines), code) << lines;
    } else {
      EXPECT_EQ(recognised(lines), "0." + std::string(499, '0') + "3");
    }
  }
}

TEST(HeapCodeOfTest, NearMisses) {
  for (const char* lines : {
           "  -> g(n - 1)  if n != 5\n",
           "  -> g(n - 1)  if n > 2\n",
           "  -> 0\n",
           "  -> g(n + 1)  if n < 5\n",
           "  -> g(0)\n",
           "  -> g(a) + g(n - a)  for a in 1..n/3\n",
           "  -> g(a) + g(b)  for a, b  if a + b = n - 1 and a != 2\n",
           "  -> g(a) + g(b)  for a, b  if a + b = n - 1 and a + 1 < b\n",
           "  -> g(n/2)  if n > 0\n",
           "  -> g(m)  for m < n  if 2*m > n\n",
           "  -> g(n - 1) + g(n - 2)\n",
           "  -> g(n - k*k)  for k >= 1\n",
           "  -> g(n - k)  for k in 1..n  if isprime(k)\n",
           "  -> g(n - 1) + nim(n)\n",
           "  -> 4*g(n - 1)  if n = 1\n",
           "  -> g(n - 2000)\n",
           "  -> g(a) + g(b) + g(c)  for a, b, c  if a + b + c = n and 0 < a = b < c\n",
       }) {
    EXPECT_EQ(recognised(lines), "none") << lines;
  }
}

/// What the moves from n come to, as heaps.
std::set<std::vector<int64_t>> moves(const Rule& rule, int64_t n) {
  std::set<std::vector<int64_t>> result;
  moves_by_definition(rule, {n}, 200, [&](const RuleSum& sum) {
    std::vector<int64_t> heaps;
    for (const RulePosition& part : sum) {
      if (part.coordinates[0] > 0) heaps.push_back(part.coordinates[0]);
    }
    std::sort(heaps.begin(), heaps.end());
    result.insert(std::move(heaps));
  });
  return result;
}

std::set<std::vector<int64_t>> splits(const HeapCode& code, uint64_t n) {
  std::set<std::vector<int64_t>> result;
  for_each_split(code, n, [&](std::span<const uint64_t> heaps) {
    result.emplace(heaps.begin(), heaps.end());
    return true;
  });
  return result;
}

// Rules that are codes but for a condition or two: a code is only found where the moves are the
// code's, and always where nothing was changed.
TEST(HeapCodeOfTest, RandomRulesByDefinition) {
  std::mt19937_64 random(3);
  const auto pick = [&](std::initializer_list<const char*> texts) {
    return std::data(texts)[random() % texts.size()];
  };
  size_t found = 0;
  size_t not_found = 0;
  for (int round = 0; round < 150; ++round) {
    std::string lines;
    for (uint64_t i = 1 + random() % 3; i > 0; --i) {
      const uint64_t taken = random() % 4;
      const std::string rest = fmt::format("n - {}", taken);
      const std::string condition = pick({"", "", " and n > 3", " and a > 0", " and a >= 1",
                                          " and a != 3", " and a % 2 = 0", " and n % 2 = 1"});
      const char* positive = taken == 0 ? " and 0 < a < n" : "";
      switch (random() % 4) {
        case 0:
          lines += fmt::format("  -> g(a)  for a < n  if a {} {}{}{}\n",
                               pick({"=", "=", "<=", "!="}), rest, condition, positive);
          break;
        case 1:
          lines += fmt::format("  -> g(a) + g(b)  for a <= n, b {} a  if a + b = {}{}{}\n",
                               pick({"<=", "<=", "<"}), rest, condition, positive);
          break;
        case 2:
          lines += fmt::format("  -> g({0} - a) + g(a)  for a <= n/2  if n >= {1}{2}{3}\n", rest,
                               taken, condition, positive);
          break;
        default:
          lines += fmt::format(
              "  -> g(a) + g(b) + g(c)  for a <= n, b {0} a, c {0} b  if a + b + c = {1}{2}{3}\n",
              pick({"<=", "<=", "<"}), rest, condition, positive);
      }
    }
    Rulebook book;
    const auto loaded = book.load_text("test.game", "game g(n)\n" + lines);
    ASSERT_TRUE(loaded.ok()) << lines << loaded.error().to_string();
    // Parts in another order are the same moves.
    Rule rule = **book.rule("g");
    for (MoveLine& line : rule.moves) {
      for (Part& part : line.parts) part.game = &rule;
      std::shuffle(line.parts.begin(), line.parts.end(), random);
    }
    const auto code = heap_code_of(rule);
    (code ? found : not_found) += 1;
    if (!code) continue;
    for (int64_t n = 0; n <= 20; ++n)
      ASSERT_EQ(moves(rule, n), splits(*code, static_cast<uint64_t>(n)))
          << lines << code->text() << ", " << n;
  }
  EXPECT_GT(found, 30U);
  EXPECT_GT(not_found, 20U);
}

// Codes written out in the language: the same moves, and the code is found again.
TEST(HeapCodeOfTest, RandomCodesWrittenOut) {
  std::mt19937_64 random(4);
  const auto digit = [&](unsigned mask) {
    std::string text(1, "0123456789ABCDEF"[random() % 16 & mask]);
    if (random() % 2 == 0) text += "!?="[random() % 3];
    return text;
  };
  for (int round = 0; round < 60; ++round) {
    std::string text = digit(12) + ".";
    for (uint64_t i = random() % 3; i > 0; --i) text += digit(15);
    if (random() % 2 == 0) text += "[" + digit(15) + (random() % 2 == 0 ? digit(15) : "") + "]";
    Rulebook book;
    const auto made = book.code_rule("code", text);
    ASSERT_TRUE(made.ok()) << text << made.error().to_string();
    Rule rule = **made;
    ASSERT_FALSE(rule.moves_by_code) << text;
    rule.code = nullptr;
    for (MoveLine& line : rule.moves) {
      for (Part& part : line.parts) part.game = &rule;
      std::shuffle(line.parts.begin(), line.parts.end(), random);
    }
    for (int64_t n = 0; n <= 20; ++n)
      ASSERT_EQ(moves(rule, n), splits(*(*made)->code, static_cast<uint64_t>(n)))
          << text << ", " << n;
    const auto code = heap_code_of(rule);
    ASSERT_TRUE(code.has_value()) << text;
    EXPECT_EQ(*code, *(*made)->code) << text;
  }
}

}  // namespace
}  // namespace grundy
