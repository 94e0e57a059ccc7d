#include "rule/print.h"

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>

#include "base/file.h"
#include "language/builtin.h"
#include "language/rulebook.h"
#include "rule/meaning.h"

namespace grundy {
namespace {

/// The first game of the text, or an error.
std::string printed(const std::string& text) {
  Rulebook book;
  const auto loaded = book.load_text("test", text);
  if (!loaded) return loaded.error().to_string();
  const auto rule = book.rule("a");
  return rule ? print_rule(**rule) : rule.error().to_string();
}

TEST(PrintTest, FewestParentheses) {
  const auto term = [](const std::string& text) {
    const std::string game = printed("game a(n, m)\n  -> nim(" + text + ") + nim(m)\n");
    const size_t begin = game.find("nim(") + 4;
    return game.substr(begin, game.find(") + nim(m)") - begin);
  };
  for (const char* same : {"n - (m - 1)",   "n - m - 1", "n*(m + 1)",    "n*m + 1",
                           "n/(m*2)",       "n/m*2",     "-n*m",         "-(n*m)",
                           "-(-n)",         "n - -m",    "(n ^^ m) + 1", "n ^^ m + 1",
                           "n ^^ (m ^^ 1)", "n%m%2",     "n%(m%2)",      "min(n, m - 1, 3)",
                           "gcd(n + 1, m)", "-3*n",      "n - -3",       "isqrt(abs(n - m))"}) {
    EXPECT_EQ(term(same), same);
  }
  EXPECT_EQ(term("((n) - ((m))) - (1)"), "n - m - 1");
  EXPECT_EQ(term("2*3 + n"), "6 + n");
  EXPECT_EQ(term("--n"), "n");
  EXPECT_EQ(term("n + (-9223372036854775807 - 1)"), "n + (-9223372036854775807 - 1)");
}

TEST(PrintTest, ConditionsThatAreSettled) {
  Rulebook book;
  ASSERT_TRUE(book.load_text("file",
                             "game g(n)\n"
                             "  -> g(n + d)  for d in {-1, -2} if n % 3 = 0 or d = -1 or n = 7\n"
                             "game h[p = 2](n)\n"
                             "  -> h(k)            for k < n\n"
                             "  -> h[p = p - 1](n) if p > 0 and n > 0\n"));
  EXPECT_EQ(print_rule(**book.rule("g")),
            "game g(n)\n"
            "  -> g(n - 2)  if (n%3 = 0 or n = 7)\n"
            "  -> g(n - 1)  if (n%3 = 0 or 0 = 0 or n = 7)\n");
  EXPECT_TRUE(book.rule("h"));  // what leads to h[p=-1] is ruled out
}

TEST(PrintTest, ConditionsAndBinders) {
  const auto move = [](const std::string& text) {
    const std::string game = printed("game a(n, m)\n  -> a(n - 1, m)  " + text + "\n");
    const std::string_view head = "game a(n, m)\n  -> a(n - 1, m)  ";
    return game.starts_with(head) ? game.substr(head.size(), game.size() - head.size() - 1) : game;
  };
  EXPECT_EQ(move("if (n < m or n = 3) and not (m = 2 or m = 3)"),
            "if (n < m or n = 3) and not (m = 2 or m = 3)");
  EXPECT_EQ(move("if n < m or (n = 3 and m > 2)"), "if (n < m or n = 3 and 2 < m)");
  EXPECT_EQ(move("if not n in {3, 1, 2} and n not in {1}"),
            "if not n in {1, 2, 3} and not n in {1}");
  EXPECT_EQ(move("if (n, m) in {(1, 2), (0, 3)}"), "if (n, m) in {(0, 3), (1, 2)}");
  EXPECT_EQ(move("if n > sum(k for k in 1..2 if 0 > 1)"), "if sum(k for k in 1..2 if 1 < 0) < n");
  EXPECT_EQ(move("if all(n % k != 0 for k in 2..n - 1 if k != 3)"),
            "if all(n%k != 0 for k in 2..n - 1 if k != 3)");
  EXPECT_EQ(move("for i, j <= n, k >= j, l in {n, 3}, (p, q) in {(1, 2)}, r = n + 1 if i + j + k + "
                 "l + p + q + r < 9"),
            "for i, j <= n, k >= j, l in {n, 3}, (p, q) in {(1, 2)}, r = n + 1  if i + j + k + l + "
            "p + q + r < 9");
  EXPECT_EQ(move("for k < n, l > n if k < l"), "for k <= n - 1, l >= n + 1  if k < l");
}

/// The moves of all positions of a small box, in an order that does not depend on addresses.
std::string moves_of(const Rule& rule, int64_t most, int64_t limit) {
  std::vector<int64_t> at(rule.arity());
  std::string text;
  for (;;) {
    text += to_string(RuleSum{{&rule, at}}) + ":";
    std::vector<std::string> sums;
    const Fault fault = moves_by_definition(rule, at, limit, [&](RuleSum sum) {
      for (RulePosition& part : sum) {
        if (part.game == &rule) part.game = nullptr;
      }
      std::string one;
      for (const RulePosition& part : sum) {
        one += part.game == nullptr ? "self(" : part.game->full_name + "(";
        for (int64_t c : part.coordinates) one += std::to_string(c) + ",";
      }
      sums.push_back(one);
    });
    for (const std::string& sum : sums) text += sum + ";";
    text += describe(fault.kind);
    size_t i = 0;
    while (i < at.size() && at[i] == most) at[i++] = 0;
    if (i == at.size()) return text;
    ++at[i];
  }
}

/// Prints every game of the text and reads it back.
void round_trip(const std::string& name, const std::string& text, size_t& games) {
  Rulebook book;
  if (!book.load_text(name, text)) return;  // files that are meant to have errors
  const std::string mark = name == text ? "" : name;
  for (const std::string& game : book.names()) {
    const Definition& definition = *book.find(game);
    if (definition.source->name != mark) continue;
    // What has no default is a set, of numbers or pairs, or a number where it is written small.
    const auto made = [&](bool all_are_sets, const NumberSet& set) {
      std::vector<ParameterValue> values;
      for (const ParameterSyntax& declared : definition.syntax.parameters) {
        if (!declared.number.empty() || !declared.set.empty()) continue;
        ParameterValue value;
        value.name = declared.name;
        value.is_set =
            all_are_sets || std::isupper(static_cast<unsigned char>(declared.name[0])) != 0;
        value.number = 6;
        if (value.is_set) value.set = std::make_shared<NumberSet>(set);
        values.push_back(value);
      }
      return book.rule(game, values);
    };
    const NumberSet numbers{1, {1, 3, 4}, false}, pairs{2, {1, 3, 4, 2}, false};
    auto rule = made(true, numbers);
    if (!rule) rule = made(true, pairs);
    if (!rule) rule = made(false, numbers);
    ASSERT_TRUE(rule) << game << rule.error().to_string();
    const std::string first = print_rule(**rule);
    Rulebook other;
    ASSERT_TRUE(other.load_text(name, text));
    const auto read = other.load_text("printed", first);
    ASSERT_TRUE(read) << first << read.error().to_string();
    const auto again = other.rule(game);
    ASSERT_TRUE(again) << first << again.error().to_string();
    EXPECT_EQ(print_rule(**again), first);
    if ((*rule)->is_alias || (*rule)->arity() > 3) continue;
    std::string before = moves_of(**rule, 3, 4);
    std::string after = moves_of(**again, 3, 4);
    const auto without_name = [](std::string moves, const std::string& full) {
      for (size_t at = 0; (at = moves.find(full + "(", at)) != std::string::npos;)
        moves.erase(at, full.size());
      return moves;
    };
    EXPECT_EQ(without_name(before, (*rule)->full_name), without_name(after, (*again)->full_name))
        << first;
    ++games;
  }
}

TEST(PrintTest, WhatIsPrintedReadsBackAsTheSameGame) {
  size_t games = 0;
  for (const BuiltinGame& builtin : builtin_games()) {
    round_trip(std::string(builtin.file), std::string(builtin.text), games);
  }
  EXPECT_GT(games, 25u);
  for (const auto& entry :
       std::filesystem::directory_iterator(GRUNDY_SOURCE_DIR "/test/language")) {
    if (entry.path().extension() != ".game") continue;
    const auto text = read_file(entry.path().string(), 1 << 20);
    ASSERT_TRUE(text);
    round_trip(entry.path().string(), *text, games);
  }
  EXPECT_GT(games, 80u);
}

}  // namespace
}  // namespace grundy
