// Rules with `x if c else y`, and with factors d*e = n, against the same rules without them, move
// by move.
#include "language/choices.h"

#include <gtest/gtest.h>

#include <set>

#include "language/rulebook.h"
#include "reference/loaded_game.h"
#include "rule/meaning.h"

namespace grundy {
namespace {

/// The options of each position of one coordinate up to `most`; of a fault its name.
std::vector<std::set<std::string>> options(const std::string& text, int64_t most) {
  Rulebook book;
  const auto loaded = book.load_text("test", text);
  EXPECT_TRUE(loaded.ok()) << (loaded.ok() ? "" : loaded.error().to_string());
  EXPECT_TRUE(book.take_warnings().empty()) << text;
  const Rule& rule = **book.rule("g");
  std::vector<std::set<std::string>> result;
  for (int64_t n = 0; n <= most; ++n) {
    std::set<std::string>& here = result.emplace_back();
    const Fault fault = moves_by_definition(
        rule, {n}, 200, [&](const RuleSum& sum) { here.insert(to_string(sum)); });
    if (fault.kind != Fault::Kind::none) here = {describe(fault.kind)};
  }
  return result;
}

/// Expects the same options of both rules of each pair, up to `most`.
void expect_alike(const std::vector<std::pair<const char*, const char*>>& pairs, int64_t most) {
  for (const auto& [with, without] : pairs) {
    EXPECT_EQ(options(std::string("game g(n)\n") + with + "\n", most),
              options(std::string("game g(n)\n") + without + "\n", most))
        << with;
  }
}

TEST(Choices, AreLinesOfTheirOwn) {
  expect_alike(
      {
          {"-> g(n - k if n > 3 else 0) for k in 1..3",
           "-> g(n - k) for k in 1..3 if n > 3\n-> g(0) for _ in 1..3 if n <= 3"},
          {"-> g(n - (1 if n % 2 = 0 else 2)*k) for k in 1..3",
           "-> g(n - k) for k in 1..3 if n % 2 = 0\n-> g(n - 2*k) for k in 1..3 if n % 2 = 1"},
          {"-> g(n - k) for k in 1..(n if n > 10 else 2)",
           "-> g(n - k) for k in 1..n if n > 10\n-> g(n - k) for k in 1..2 if n <= 10"},
          {"-> g(n - (1 if n > 9 else (2 if n > 4 else 3)))",
           "-> g(n - 1) if n > 9\n-> g(n - 2) if 4 < n <= 9\n-> g(n - 3) if n <= 4"},
          {"-> g(n - (1 if n > 9 else 2 if n > 4 else 3))",
           "-> g(n - 1) if n > 9\n-> g(n - 2) if 4 < n <= 9\n-> g(n - 3) if n <= 4"},
          {"-> g(n - k if n > 6 and k != 2 or n = 4 else k - 1) + g(1 if k = 3 else 0) for k in "
           "1..3",
           "-> g(n - k) + g(0) for k in 1..2 if n > 6 and k != 2 or n = 4\n"
           "-> g(n - 3) + g(1) if n > 6 or n = 4\n"
           "-> g(k - 1) + g(0) for k in 1..2 if not (n > 6 and k != 2 or n = 4)\n"
           "-> g(2) + g(1) if not (n > 6 or n = 4)"},
          {"-> g(n - max(k if k % 2 = 0 else 1 for k in 1..3)) if n > 2", "-> g(n - 2) if n > 2"},
          {"-> sum(g(i if i < 3 else 1) for i in 1..n-1)",
           "-> sum(g(i) for i in 1..n-1 if i < 3) + sum(g(1) for i in 1..n-1 if i >= 3)"},
          // A term is looked at only where it is chosen.
          {"-> g(n - 1 if n < 5 else n - 1000000/(n - 4))",
           "-> g(n - 1) if n < 5\n-> g(n - 1000000/(n - 4)) if n >= 5"},
      },
      12);
}

TEST(Products, AreSolvedForOneFactor) {
  expect_alike(
      {
          {"-> g(d) for d, e if d*e = n and d > 1 and e > 1",
           "-> g(d) for d in 2..n-1 if n % d = 0"},
          {"-> g(d) for d, e if n = d*e and d > 1 and e > 1 and e < n and d < n",
           "-> g(d) for d in 2..n-1 if n % d = 0"},
          {"-> g(e) for d, e if d*e = n and d >= 3 and e > 1",
           "-> g(n/d) for d in 3..n-1 if n % d = 0"},
          {"-> g(d) + g(e) for d in 2..n, e in 2..n if d*e = n",
           "-> g(d) + g(n/d) for d in 2..n if n % d = 0 and d < n"},
          {"-> g(d) for d in 2..n, e in 1..n if d*e = n and e <= 4 and 2 < e",
           "-> g(n/4) if n % 4 = 0 and n >= 8\n-> g(n/3) if n % 3 = 0 and n >= 6"},
          {"-> g(d) for d in 2..n, e in 1..n if d*e = n and e < 5 and 3 <= e",
           "-> g(n/4) if n % 4 = 0 and n >= 8\n-> g(n/3) if n % 3 = 0 and n >= 6"},
          {"-> g(n - d) for d, e if d*e = n and 0 < e and d > 0",
           "-> g(n - d) for d in 1..n if n % d = 0"},
          {"-> g(d) for d in 0..n, e in 1..n if d*e = n and d > 1",
           "-> g(d) for d in 2..n if n % d = 0"},
          {"-> g(d) for d in 2..n, e in 3..4 if d*e = n",
           "-> g(n/4) if n % 4 = 0 and n >= 8\n-> g(n/3) if n % 3 = 0 and n >= 6"},
          {"-> g(n - d) for d in 1..n, e in d..n if d*e = n",
           "-> g(n - d) for d in 1..n if n > 0 and n % d = 0 and d*d <= n"},
          {"-> g(d) for d in 2..n, e in 2..n if d*e = n and e % 2 = 1",
           "-> g(d) for d in 2..n-1 if n % d = 0 and n/d % 2 = 1"},
          {"-> g(e) for d in 1..n, e in 1..n if d*e = n and e <= n and d > 1",
           "-> g(n/d) for d in 2..n if n % d = 0"},
      },
      60);
}

TEST(Choices, StandInLists) {
  reference::LoadedList list(
      "game g([a])\n"
      "  -> g([a[k] if k < i or k > j else 1 - a[k] for k in 1..len(a)])\n"
      "                for j in 1..len(a), i in 1..j if a[j] = 1\n");
  const auto moves_of = [&](NaturalSet from) {
    std::set<std::string> result;
    EXPECT_TRUE(list.game
                    ->list_options(
                        list.at(std::move(from)),
                        [&](const Sum& to) {
                          result.insert(to_string(to.at(0)));
                          return true;
                        },
                        list.budget)
                    .ok());
    return result;
  };
  EXPECT_EQ(moves_of({0, 1, 1}),
            (std::set<std::string>{"g([0, 1, 0])", "g([0, 0, 0])", "g([1, 0, 0])", "g([0, 0, 1])",
                                   "g([1, 0, 1])"}));
  EXPECT_EQ(moves_of({0, 0, 0}), std::set<std::string>{});
}

TEST(Choices, AreCutOffAtManyLines) {
  std::string sum = "0";
  for (int i = 0; i < 12; ++i) sum += " + (1 if n > " + std::to_string(i) + " else 0)";
  const auto found = options("game g(n)\n  -> g(n - (" + sum + ")) if n > 0\n", 14);
  for (size_t n = 1; n < found.size(); ++n) {
    const size_t taken = std::min<size_t>(n, 12);
    EXPECT_EQ(found[n], std::set<std::string>{"g(" + std::to_string(n - taken) + ")"});
  }
}

}  // namespace
}  // namespace grundy
