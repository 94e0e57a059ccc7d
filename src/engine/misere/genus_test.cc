#include "engine/misere/genus.h"

#include <gtest/gtest.h>

#include <map>

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
  for (const char* text : {"kayles(5)", "kayles(6)", "kayles(9)", "octal[0.123](8)", "octal[0.75](7) + kayles(3)",
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
