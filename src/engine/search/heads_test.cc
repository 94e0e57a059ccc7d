// Coins on a strip against the definition of their rule: known games, and random lines. Lines that
// ask something of the other coins are no sums of heads.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "engine/search/by_definition.h"
#include "engine/search/parts.h"
#include "generate/environment.h"
#include "reference/loaded_game.h"
#include "reference/move_texts.h"

namespace grundy {
namespace {

using reference::LoadedList;
using reference::texts;

/// All strips of up to so many coins. How many of them the engine answered.
size_t compare_strips(const std::string& text, size_t longest) {
  SCOPED_TRACE(text);
  LoadedList strip(text);
  const std::unique_ptr<Solver> ours = parts_engine()->open(*strip.game);
  const std::unique_ptr<Solver> theirs = by_definition_engine()->open(*strip.game);
  if (ours == nullptr) return 0;
  size_t answered = 0;
  for (size_t length = 1; length <= longest; ++length) {
    const PlacePointer place = rectangle(SpaceKind::strip, 1, length);
    for (uint64_t heads = 0; heads < uint64_t{1} << length; ++heads) {
      std::vector<Cell> cells;
      for (size_t i = 0; i < length; ++i)
        cells.push_back(letter_cell((heads >> i) % 2 == 1 ? 'H' : 'T'));
      const Position here = strip.game->at({&strip.game->board_rule(), {}, {}, {place, cells}});
      if (ours->cost({&here, 1}) == cost::kNever) continue;
      const auto value = ours->values({&here, 1}, strip.budget);
      EXPECT_TRUE(value.ok()) << value.error().message();
      if (!value) return answered;
      EXPECT_EQ(value->front(), theirs->values({&here, 1}, strip.budget)->front())
          << to_string(here);
      ++answered;
      for (uint64_t target = 0; target < 4; ++target) {
        const auto moves = ours->moves_to(here, Value(target), 1000, strip.budget);
        EXPECT_TRUE(moves.ok());
        if (!moves) return answered;
        EXPECT_EQ(texts(*moves), texts(*theirs->moves_to(here, Value(target), 1000, strip.budget)))
            << to_string(here) << " to " << target;
      }
    }
  }
  return answered;
}

TEST(Heads, KnownGamesByDefinition) {
  EXPECT_EQ(compare_strips("game g on strip start H\n  [TH]* H -> [HT]* T  along right\n", 7),
            254U);
  EXPECT_EQ(compare_strips(
                "game g on strip start H\n  H -> T\n  [TH] ?* H -> [HT] ?* T  along right\n", 7),
            254U);
  EXPECT_EQ(
      compare_strips(
          "game g on strip\n  [TH] ?{k} H -> [HT] ?{k} T along left  for k in 0..2 if k != 1\n", 7),
      254U);
  EXPECT_EQ(
      compare_strips("game g on strip\n  $ [HT] ?* H -> $ [TH] ?* T  along right\n  H -> T\n", 7),
      254U);
  // One head alone.
  EXPECT_EQ(compare_strips("game g on strip\n  T T* H -> H T* T  along right\n", 5), 20U);
  EXPECT_EQ(
      compare_strips(
          "game g on strip\n  T H -> H T  along right\n  T ? T H -> H ? T T  along right\n", 5),
      20U);
}

TEST(Heads, LinesThatAskForOtherCoinsAreNoSums) {
  for (const char* line : {"H H -> T T  along right", "[TH] H -> [HT] T", "H -> T\n  over some HHH",
                           "[TH] ?*! H -> [HT] ?* T  along right", "T* H -> H* T  along right"}) {
    LoadedList strip(fmt::format("game g on strip\n  {}\n", line));
    EXPECT_EQ(parts_engine()->open(*strip.game), nullptr) << line;
  }
  EXPECT_EQ(compare_strips("game g on strip\n  [TH] H -> T T  along right\n", 5), 20U)
      << "one head alone";
}

TEST(Heads, RandomLinesByDefinition) {
  std::mt19937_64 random(generate::from_environment("GRUNDY_SEED", 1));
  const auto any_of = [&](auto... texts) {
    const char* const list[] = {texts...};
    return std::string(list[random() % sizeof...(texts)]);
  };
  size_t answered = 0;
  for (uint64_t i = 0; i < 60; ++i) {
    std::string text = "game g on strip start H\n";
    for (size_t line = 0, lines = 1 + random() % 2; line < lines; ++line) {
      std::string left, right;
      for (size_t item = 0, items = random() % 4; item < items; ++item) {
        const std::string run = any_of("", "", "*", "+", "{2}");
        const std::string seen = any_of("[TH]", "[HT]", "?", "T", "[TH]");
        left += seen + run + " ";
        right += (seen == "T"   ? any_of("T", "H")
                  : seen == "?" ? "?"
                                : any_of("[TH]", "[HT]")) +
                 run + " ";
      }
      text +=
          fmt::format("  {}H -> {}T  along {}\n", left, right, any_of("right", "right", "left"));
    }
    answered += compare_strips(text, 6);
  }
  EXPECT_GT(answered, 1000U);
}

}  // namespace
}  // namespace grundy
