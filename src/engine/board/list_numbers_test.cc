// Positions reduced to their least image against play from the positions themselves.
#include "engine/board/list_numbers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "engine/board/game_mover.h"
#include "engine/board/in_set.h"
#include "engine/board/packed_words.h"
#include "reference/loaded_game.h"
#include "reference/value_by_options.h"

namespace grundy {
namespace {

using reference::LoadedList;

NaturalSet reduced(const std::string& text, NaturalSet list) {
  const LoadedList game(text);
  auto numbers = ListNumbers::of(game.game->board_rule());
  if (!numbers) return {-1};
  BoardPosition position = game.game->position(game.at(std::move(list)));
  numbers->reduce(position);
  return position.sets[0];
}

TEST(ListNumbers, KeepWhatMatters) {
  const auto rule = [](const std::string& line) { return "game g([a])\n  -> g(" + line + "\n"; };
  const std::string order = rule("a[i -> []]) for i in 2..len(a) if a[i - 1] < a[i]");
  EXPECT_EQ(reduced(order, {7, 30, 12, 30}), (NaturalSet{0, 2, 1, 2}));
  EXPECT_EQ(reduced(order, {7, 3000, 12}), (NaturalSet{0, 2, 1}));
  EXPECT_EQ(reduced(order, {70, 300, 12}), (NaturalSet{1, 2, 0}));
  EXPECT_EQ(reduced(rule("a[i -> []]) for i in 1..len(a) if a[i] % 3 = 1"), {7, 30, 12, 5}),
            (NaturalSet{1, 0, 0, 2}));
  EXPECT_EQ(reduced(rule("a[i -> []]) for i in 1..len(a) if i % 3 = 1"), {7, 30}),
            (NaturalSet{0, 0}));
  const std::string both = rule("a[i -> []]) for i in 1..len(a) if a[i] % 3 = 1 and a[i] > min(a)");
  EXPECT_EQ(reduced(both, {7, 30, 12, 5}), (NaturalSet{4, 9, 6, 2}));
  EXPECT_EQ(reduced(both, {7, 3000, 12, 0}), (NaturalSet{1, 6, 3, 0}));
  const std::string beside = rule("a[i -> []]) for i in 1..len(a) if a[i] > 4 or a[i] = 2");
  EXPECT_EQ(reduced(beside, {7, 30, 4, 3, 2, 1}), (NaturalSet{5, 6, 4, 3, 2, 0}));
  for (const char* line :
       {"a[i -> a[i] - k]) for i in 1..len(a), k in 1..a[i]", "a[i -> []]) for i in a if i > 0",
        "a[i -> a[i] + 1]) for i in 2..len(a) if a[i] < a[i - 1]",
        "a[i -> []]) for i in 2..len(a) if a[i] + 1 < a[i - 1]",
        "a[i -> a[i] - a[i - 1]]) for i in 2..len(a) if a[i] % 2 = 1",
        "a[i -> sum(a[i] - x for x in a)]) for i in 2..len(a) if a[i] % 2 = 1",
        "a[i -> []]) for i in 1..len(a) if gcd(a[i], 6) = 1"})
    EXPECT_EQ(reduced(rule(line), {5, 3}), (NaturalSet{-1})) << line;
}

std::string random_rule(std::mt19937_64& random) {
  const auto one_of = [&](std::initializer_list<const char*> texts) {
    return std::string(texts.begin()[random() % texts.size()]);
  };
  const auto term = [&] {
    return one_of(
        {"a[i]", "a[i]", "a[j]", "min(a)", "max(a)", "a[1]", "a[len(a)]", "min(a[i], a[j])"});
  };
  const auto condition = [&]() -> std::string {
    switch (random() % 9) {
      case 0:
        return fmt::format("({} + {}) % {} = {}", term(), one_of({"a[j]", "i", "sum(a)", "len(a)"}),
                           2 + random() % 2, random() % 2);
      case 1:
        return fmt::format("{} {} {}", term(), one_of({"<", "<=", "=", "!="}), random() % 4);
      case 2:
        return fmt::format("sum(x for x in a) % {} != {}", 2 + random() % 3, random() % 3);
      case 3:
        return fmt::format("all(x <= {} for x in a)", term());
      case 4:
        return fmt::format("{} in {{{}, 3}}", term(), random() % 3);
      case 5:
        return fmt::format("count(x = {} for x in a) < 2", term());
      case 6:
        return fmt::format("sum(a[k] * a[k] for k in 1..i) % {} < 2", 2 + random() % 3);
      default:
        return fmt::format("{} {} {}", term(), one_of({"<", "<=", "=", "!="}), term());
    }
  };
  std::string text = "game g([a])\n";
  if (random() % 3 == 0)
    text +=
        one_of({"  lose if sorted(a)\n", "  win if sum(a) % 3 = 1\n", "  lose if max(a) = 2\n"});
  for (uint64_t line = 0; line < 1 + random() % 2; ++line) {
    const std::string to = one_of(
        {"a[i -> []]", "a[i -> []]", "a[i..j -> []]", "a[1..i-1] + a[j+1..len(a)]", "a - [a[i]]",
         "a[i..j -> [a[j]]]", "a[i..j -> [a[i] + a[j]]]", "a[i..j -> [1]]", "a[i..j -> [j - i]]"});
    text += fmt::format("  -> g({}) for i in 1..len(a), j in i+{}..len(a) if {}", to,
                        to.find("j ->") != std::string::npos ? 1 : random() % 2, condition());
    if (random() % 2) text += " and " + condition();
    text += "\n";
  }
  return text;
}

TEST(ListNumbers, GiveTheValuesOfRandomRules) {
  std::mt19937_64 random(11);
  int reduces = 0;
  for (int round = 0; round < 400; ++round) {
    const std::string text = random_rule(random);
    LoadedList list(text);
    const bool is_reduced = ListNumbers::of(list.game->board_rule()).has_value();
    reduces += is_reduced;
    if (!is_reduced) continue;
    std::map<Position, uint64_t> known;
    PositionKeys keys;
    GameMover mover(keys, list.budget);
    PartTable table;
    for (int position = 0; position < 12; ++position) {
      NaturalSet numbers(random() % 6);
      for (int64_t& number : numbers)
        number = static_cast<int64_t>(random() % (position % 4 == 0 ? 2000 : 9));
      const Position here = list.at(numbers);
      const auto parts = mover.parts({here});
      ASSERT_TRUE(parts.ok()) << text;
      const auto value = InSet<GameMover>(mover, table, list.budget).value(parts->front());
      ASSERT_TRUE(value.ok()) << text;
      ASSERT_EQ(*value, reference::value_by_options(here, known, list.budget))
          << text << to_string(here);
    }
  }
  EXPECT_GT(reduces, 200);
}

TEST(PackedWords, ComeBackAsTheyWere) {
  std::mt19937_64 random(3);
  std::vector<uint64_t> packed{17};
  std::vector<uint64_t> back;
  for (const size_t size : {0, 1, 7, 8, 9, 100}) {
    for (const int bits : {1, 8, 9, 16, 17, 32, 33, 64}) {
      std::vector<uint64_t> words(size);
      for (uint64_t& word : words) word = random() >> (64 - bits);
      const size_t before = packed.size();
      pack(words, packed);
      EXPECT_EQ(packed.size() - before, packed_size(words));
      EXPECT_EQ(packed_count(std::span(packed).subspan(before)), size);
      unpack(std::span(packed).subspan(before), back);
      EXPECT_EQ(back, words);
    }
  }
}

}  // namespace
}  // namespace grundy
