// The checker's lines of Sprouts against maps drawn on the sphere (reference/drawn_sprouts.h), told
// apart by the engine's canonical forms.
#include "check/sprouts_lines.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "engine/sprouts/drawing.h"
#include "engine/sprouts/notation.h"
#include "reference/drawn_sprouts.h"

namespace grundy {
namespace {

using reference::DrawnSprouts;

std::string text_of(const DrawnSprouts& drawn) {
  std::string text = drawn.text();
  return text.empty() ? "0" : text;
}

using Forms = std::multiset<sprouts::Drawing>;

/// Two that are alike are together 0.
void add_form(Forms& forms, const sprouts::Drawing& form) {
  const auto twin = forms.find(form);
  if (twin == forms.end()) {
    forms.insert(form);
  } else {
    forms.erase(twin);
  }
}

/// Of the lands of a drawing, without pairs.
Forms forms(const std::string& text) {
  Forms result;
  sprouts::Cartographer cartographer;
  for (const sprouts::Drawing& land :
       cartographer.lands(*sprouts::read_drawing(text, text, {0, text.size()})))
    add_form(result, land);
  return result;
}
Forms forms(const SproutsLines::Sum& lands) {
  Forms result;
  for (const std::string& land : lands) {
    const Forms one = forms(land);
    EXPECT_EQ(one.size(), 1u) << land;
    for (const sprouts::Drawing& form : one) add_form(result, form);
  }
  return result;
}

/// A value by the checker's own options, of a sum of lands.
uint64_t value_by_lines(const SproutsLines::Sum& lands, std::map<std::string, uint64_t>& known) {
  uint64_t sum = 0;
  for (const std::string& land : lands) {
    if (const auto at = known.find(land); at != known.end()) {
      sum ^= at->second;
      continue;
    }
    std::set<uint64_t> values;
    const auto options = SproutsLines::options(land);
    for (const SproutsLines::Sum& option : *options) values.insert(value_by_lines(option, known));
    uint64_t value = 0;
    while (values.contains(value)) ++value;
    known[land] = value;
    sum ^= value;
  }
  return sum;
}

void expect_options_as_drawn(const DrawnSprouts& drawn) {
  const auto options = SproutsLines::options(text_of(drawn));
  ASSERT_TRUE(options.ok()) << text_of(drawn);
  std::set<Forms> listed, wanted;
  for (const SproutsLines::Sum& option : *options) listed.insert(forms(option));
  for (const DrawnSprouts& next : drawn.lines()) wanted.insert(forms(text_of(next)));
  EXPECT_EQ(listed, wanted) << text_of(drawn);
}

TEST(SproutsLines, OptionsOfAllPositionsOfThreeSpotsAreAsDrawn) {
  for (const auto& [text, drawn] : DrawnSprouts::all(3)) expect_options_as_drawn(drawn);
}

TEST(SproutsLines, OptionsOfRandomPositionsAreAsDrawn) {
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    const size_t spots = 4 + random() % 2;
    DrawnSprouts drawn(spots);
    for (size_t lines = random() % (2 * spots); lines > 0; --lines) {
      const std::vector<DrawnSprouts> next = drawn.lines();
      if (!next.empty()) drawn = next[random() % next.size()];
    }
    expect_options_as_drawn(drawn);
  }
}

TEST(SproutsLines, ValuesOfAllPositionsOfThreeSpotsAreAsDrawn) {
  std::map<std::string, DrawnSprouts::Known> drawn;
  DrawnSprouts::find(DrawnSprouts(3), drawn);
  std::map<std::string, uint64_t> known;
  for (const auto& [text, here] : drawn) {
    const auto lands = SproutsLines::lands(text.empty() ? "0" : text);
    ASSERT_TRUE(lands.ok()) << text;
    EXPECT_EQ(value_by_lines(*lands, known), here.value) << text;
  }
}

TEST(SproutsLines, LandsAreTheSameWhenWrittenAgain) {
  std::mt19937 random(8);
  for (int round = 0; round < 200; ++round) {
    DrawnSprouts drawn(2 + random() % 5);
    for (size_t lines = random() % 8; lines > 0; --lines) {
      const std::vector<DrawnSprouts> next = drawn.lines();
      if (!next.empty()) drawn = next[random() % next.size()];
    }
    const auto lands = SproutsLines::lands(text_of(drawn));
    for (const std::string& land : *lands)
      EXPECT_EQ(*SproutsLines::lands(land), SproutsLines::Sum{land});
  }
}

TEST(SproutsLines, WhatIsLeftOutPlaysAlike) {
  const std::pair<const char*, const char*> alike[] = {
      {"2", "0*2.}"},      {"0.2.1.}2.}", "1.0.2.}"},  {"AA.0.0.}", "2.0.0.}"},
      {"1.1.}1.1.}", "0"}, {"2AB.}AB.}", "BA2.}AB.}"}, {"A1A.0.}2.}", "12.0.}"}};
  for (const auto& [one, other] : alike)
    EXPECT_EQ(*SproutsLines::lands(one), *SproutsLines::lands(other)) << one;
}

}  // namespace
}  // namespace grundy
