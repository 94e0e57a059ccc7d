// Winning choices and winning results, counted by hand.
#include "session/choices.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "session/winning.h"

namespace grundy {
namespace {

/// "4 1": winning choices and results; "infinite" and why it is declined in their place.
std::string counts(Session& session, const std::string& sum, Play play = Play::normal) {
  Budget budget;
  const Attempt<Question> question = session.read(sum, budget);
  if (!question) return question.error().message();
  const Attempt<Answer> answer = session.solve(*question, play, 1, budget);
  if (!answer) return answer.error().message();
  std::string text;
  for (const Counted counted : {Counted::choices, Counted::results}) {
    const auto count = count_winning_moves(session, *question, *answer, counted, budget);
    text += text.empty() ? "" : " ";
    text += !count ? count.error().message() : !*count ? "infinite" : (*count)->to_string();
  }
  return text;
}

/// A sheet of w times h, cut into four by a vertical and a horizontal line.
class Paper {
 public:
  uint64_t value(int w, int h) {
    const auto [at, fresh] = known_.try_emplace({w, h}, 0);
    if (!fresh) return at->second;
    std::set<uint64_t> options;
    each(w, h, [&](uint64_t option, const auto&) { options.insert(option); });
    uint64_t mex = 0;
    while (options.contains(mex)) ++mex;
    return known_[{w, h}] = mex;
  }
  std::string counts(int w, int h) {
    size_t choices = 0;
    std::set<std::multiset<std::pair<int, int>>> results;
    each(w, h, [&](uint64_t option, const auto& parts) {
      if (option != 0) return;
      ++choices;
      results.insert(parts);
    });
    return fmt::format("{} {}", choices, results.size());
  }

 private:
  template <class Visit>
  void each(int w, int h, Visit&& visit) {
    for (int x = 1; x < w; ++x) {
      for (int y = 1; y < h; ++y) {
        const std::multiset<std::pair<int, int>> parts = {
            {x, y}, {w - x, y}, {x, h - y}, {w - x, h - y}};
        uint64_t sum = 0;
        for (const auto& [a, b] : parts) sum ^= value(a, b);
        visit(sum, parts);
      }
    }
  }
  std::map<std::pair<int, int>, uint64_t> known_;
};

TEST(Choices, OfPaperThatIsCutIntoFour) {
  Session session;
  ASSERT_TRUE(
      session
          .load_rules("paper.game",
                      "game paper(w, h)\n  -> paper(x, y) + paper(w - x, y) + paper(x, h - y) + "
                      "paper(w - x, h - y)  for x in 1..w-1, y in 1..h-1\n")
          .ok());
  EXPECT_EQ(counts(session, "paper(5, 3)"), "4 1");  // Project Euler 933 says 4
  Paper paper;
  for (int w = 2; w <= 7; ++w) {
    for (int h = 2; h <= 6; ++h) {
      if (paper.value(w, h) == 0) continue;
      EXPECT_EQ(counts(session, fmt::format("paper({}, {})", w, h)), paper.counts(w, h))
          << w << " " << h;
    }
  }
}

TEST(Choices, OfLinesThatOverlap) {
  Session session;
  ASSERT_TRUE(
      session
          .load_rules(
              "g.game",
              "game one(a, b)\n"
              "  -> one(a - k, b - j)  for k in 0..a, j in 0..b if k + j >= 1 and (k = j or k = 0 "
              "or j = 0)\n"
              "game twice(n)\n  -> twice(n - 1)\n  -> twice(n - k)  for k in {1, 3}\n"
              "game half(n)\n  -> half(n/2 + 0*k)  for k in 1..n if n >= 1\n"
              "game gone(n)\n  -> 0  for k in 1..n\n  -> 0  if n > 3\n")
          .ok());
  EXPECT_EQ(counts(session, "one(4, 4)"), "1 1");
  EXPECT_EQ(counts(session, "one(3, 7)"), "1 1");
  EXPECT_EQ(counts(session, "twice(1)"), "2 1");
  EXPECT_EQ(counts(session, "twice(3)"), "3 2");  // 2 by either line, 0 by the second
  EXPECT_EQ(counts(session, "half(1)"), "1 1");
  EXPECT_EQ(counts(session, "half(3)"), "0 0");
  EXPECT_EQ(counts(session, "half(5)"), "5 1");
  EXPECT_EQ(counts(session, "gone(3)"), "3 1");
  EXPECT_EQ(counts(session, "gone(4)"), "5 1");
}

TEST(Choices, OfListsBoardsAndGamesByTheory) {
  Session session;
  ASSERT_TRUE(
      session
          .load_rules(
              "lists.game",
              "game heaps(bag [a])\n  -> heaps(a - [x] + [x - k])  for x in a, k in 1..x\n"
              "game places([a])\n  -> places(a[i -> a[i] - k])  for i in 1..len(a), k in 1..a[i]\n"
              "game each([a])\n  -> each([a[i] - d[i] for i in 1..len(a)])  for [d] <= a if sum(d) "
              "= 1\n")
          .ok());
  EXPECT_EQ(counts(session, "each([1, 2])"), "2 2");
  EXPECT_EQ(counts(session, "each([0, 3])"), "1 1");
  EXPECT_EQ(counts(session, "heaps([1, 1, 1])"), "1 1");
  EXPECT_EQ(counts(session, "places([1, 1, 1])"), "3 3");
  EXPECT_EQ(counts(session, "heaps([3, 4, 5])"), "1 1");
  EXPECT_EQ(counts(session, "cram(1x3)"), "2 2");
  EXPECT_EQ(counts(session, "kayles(7)"), counts(session, "octal[0.77](7)"));
  EXPECT_EQ(counts(session, "3*nim(1)"), "3 3");
  EXPECT_EQ(counts(session, "3*kayles(1) + *2"), "1 1");
}

TEST(Choices, OfPositionsFarOut) {
  Session session;
  ASSERT_TRUE(session
                  .load_rules("far.game",
                              "game two(a, b)\n  -> two(a - k, b)  for k in 1..a\n  -> two(a, b - "
                              "k)  for k in 1..b\n")
                  .ok());
  EXPECT_EQ(counts(session, "nim(1000000000000000000000000000000)"), "1 1");
  EXPECT_EQ(counts(session, "two(1000000000000, 1000000000007)"), "1 1");
}

TEST(Choices, InMiserePlay) {
  Session session;
  EXPECT_EQ(counts(session, "nim{2, 3}", Play::misere), "1 1");
  EXPECT_EQ(counts(session, "nim{1, 1, 1, 4}", Play::misere), "1 1");
}

}  // namespace
}  // namespace grundy
