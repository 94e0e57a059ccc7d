#include "engine/misere/genus.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "engine/search/play_out.h"
#include "game/nim_heap.h"
#include "session/session.h"

namespace grundy::misere {
namespace {

std::string genus_of(const std::string& sum) {
  Session session;
  Budget budget;
  const auto question = session.read(sum, budget);
  EXPECT_TRUE(question) << sum;
  GenusFinder finder(budget);
  const auto found = finder.of(Sum(question->parts.begin(), question->parts.end()));
  EXPECT_TRUE(found) << sum;
  return found->genus.text() + (found->tame ? "" : " wild");
}

TEST(Genus, OfNimHeapsAndTheirSums) {
  EXPECT_EQ(genus_of("*0"), "0^120");
  EXPECT_EQ(genus_of("*1"), "1^031");
  EXPECT_EQ(genus_of("*2"), "2^20");
  EXPECT_EQ(genus_of("nim(3)"), "3^31");
  EXPECT_EQ(genus_of("*2 + *2"), "0^02");
  EXPECT_EQ(genus_of("*2 + *3"), "1^13");
  EXPECT_EQ(genus_of("*12"), "12^12,14");
}

// Winning Ways, chapter 13: genera of kayles.
TEST(Genus, OfKayles) {
  EXPECT_EQ(genus_of("kayles(1)"), "1^031");
  EXPECT_EQ(genus_of("kayles(2)"), "2^20");
  EXPECT_EQ(genus_of("kayles(3)"), "3^31");
  EXPECT_EQ(genus_of("kayles(4)"), "1^031");
}

/// The least n for which the mover loses the sum with *n, played out.
uint32_t misere_value(const std::vector<Position>& parts, Budget& budget) {
  for (uint32_t n = 0;; ++n) {
    std::vector<Position> with = parts;
    with.push_back(nim_heap(Ordinal(Natural(n))));
    if (!*PlayOut(Play::misere, budget).mover_wins(with)) return n;
  }
}

// o⁻(G + *n) = P exactly for n = G⁻.
TEST(Genus, IsThatOfPlay) {
  for (const char* text :
       {"kayles(5)", "kayles(6)", "kayles(9)", "octal[0.123](8)", "octal[0.75](7) + kayles(3)",
        "kayles(5) + kayles(5)", "subtract[{2, 3}](9) + kayles(5)", "moore[k=2]([2, 3])"}) {
    Session session;
    Budget budget;
    const auto question = session.read(text, budget);
    ASSERT_TRUE(question) << text;
    GenusFinder finder(budget);
    const auto found = finder.of(Sum(question->parts.begin(), question->parts.end()));
    ASSERT_TRUE(found) << text;
    std::vector<Position> parts = question->parts;
    for (const uint32_t c : found->genus.misere) {
      EXPECT_EQ(c, misere_value(parts, budget)) << text << " with " << parts.size() << " parts";
      parts.push_back(nim_heap(Ordinal(Natural(2))));
    }
  }
}

/// Misère values by definition, of heaps of an octal code without digit 0, with ones and twos of
/// nim.
class ValuesByDefinition {
 public:
  explicit ValuesByDefinition(std::string digits) : digits_(std::move(digits)) {
    digits_.erase(0, 2);
  }

  uint32_t of(const std::vector<size_t>& heaps, int ones, int twos) {
    const auto key = std::make_tuple(heaps, ones, twos);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    std::set<uint32_t> options;
    if (ones > 0) options.insert(of(heaps, ones - 1, twos));
    if (twos > 0) options.insert({of(heaps, ones, twos - 1), of(heaps, ones + 1, twos - 1)});
    for (size_t i = 0; i < heaps.size(); ++i) {
      for (size_t take = 1; take <= std::min(heaps[i], digits_.size()); ++take) {
        const int digit = digits_[take - 1] - '0';
        const size_t rest = heaps[i] - take;
        const auto look = [&](const std::vector<size_t>& left) {
          std::vector<size_t> after = left;
          for (size_t j = 0; j < heaps.size(); ++j) {
            if (j != i) after.push_back(heaps[j]);
          }
          std::sort(after.begin(), after.end());
          options.insert(of(after, ones, twos));
        };
        if ((digit & 1) != 0 && rest == 0) look({});
        if ((digit & 2) != 0 && rest > 0) look({rest});
        for (size_t a = 1; (digit & 4) != 0 && 2 * a <= rest; ++a) look({a, rest - a});
      }
    }
    uint32_t value = options.empty() ? 1 : 0;
    while (!options.empty() && options.contains(value)) ++value;
    return known_[key] = value;
  }

 private:
  std::string digits_;
  std::map<std::tuple<std::vector<size_t>, int, int>, uint32_t> known_;
};

TEST(Genus, OfOctalCodesIsThatByDefinition) {
  constexpr int64_t kLargest = 8;
  Session session;
  for (int code = 1; code < 64; ++code) {
    const std::string digits = fmt::format("0.{}{}", code / 8, code % 8);
    Budget budget;
    const auto rule = session.game("octal[" + digits + "]", budget);
    ASSERT_TRUE(rule) << digits;
    const RuleGame& game = session.games().of(**rule);
    GenusFinder finder(budget);
    ValuesByDefinition values(digits);
    for (int64_t n = 1; n <= kLargest; ++n) {
      const auto found = finder.of({game.at(std::vector<int64_t>{n})});
      ASSERT_TRUE(found) << digits;
      for (size_t k = 0; k < found->genus.misere.size(); ++k)
        EXPECT_EQ(found->genus.misere[k],
                  values.of({static_cast<size_t>(n)}, 0, static_cast<int>(k)))
            << digits << "(" << n << ") with twos: " << k;
    }
  }
}

TEST(Genus, OfGamesThatNeedNotEndIsDeclined) {
  Session session;
  Budget budget;
  ASSERT_TRUE(session.rulebook().load_text("t", "game turn(n)\n  -> turn(1 - n)\n"));
  const auto question = session.read("turn(1) + kayles(2)", budget);
  ASSERT_TRUE(question);
  GenusFinder finder(budget);
  EXPECT_FALSE(finder.of(Sum(question->parts.begin(), question->parts.end())));
}

}  // namespace
}  // namespace grundy::misere
