// Fingerprints, and searches that go on from what others have kept under them.
#include "engine/board/fingerprint.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <random>

#include "engine/board/board_mover.h"
#include "engine/board/part_store.h"
#include "engine/board/place_search.h"
#include "engine/board/position_keys.h"
#include "engine/board/row_search.h"
#include "engine/board/subset_search.h"
#include "engine/board/word_mover.h"
#include "language/board_text.h"
#include "language/rulebook.h"

namespace grundy {
namespace {

struct CodedGame {
  explicit CodedGame(const std::string& text) {
    const auto loaded = book.load_text("test", text);
    EXPECT_TRUE(loaded) << (loaded ? "" : loaded.error().to_string());
    for (const std::string& name : book.names()) {
      if (!book.find(name)->builtin) rule = *book.rule(name);
    }
  }
  BoardCode code(size_t rows, size_t columns) const {
    Budget budget;
    return *board_code(*rule, rectangle(rule->board->space.kind, rows, columns),
                       Alphabet(rule->board->letters), budget);
  }
  BoardPosition at(const Place& place, std::vector<Cell> cells) const {
    BoardPosition position;
    position.game = rule;
    position.board = {std::make_shared<const Place>(place), std::move(cells)};
    return position;
  }

  Rulebook book;
  const Rule* rule = nullptr;
};

constexpr const char* kCramText = "game mine on grid\n  .. -> ##\n";
constexpr const char* kClobberText = "game mine on grid\n  XO -> .X\n  OX -> .O\n";
constexpr const char* kNogoText =
    "game mine on grid\n  . -> s  for s in XO\n"
    "  always every X reaches . through X and every O reaches . through O\n";
constexpr const char* kColouredText =
    "game mine on grid\n  . -> s  for s in ABC\n  always all(no ss for s in ABC)\n";
constexpr const char* kSheepText =
    "game mine on grid of numbers along hex\n  h 0{n}! -> h-k 0{n-1} k  for n >= 1, k in 1..h-1\n";

TEST(FingerprintTest, TellsMovesAndPlacesApartAndNotNames) {
  std::map<std::string, std::string> met;
  for (const char* text :
       {kCramText, kClobberText, kNogoText, "game mine on grid\n  ... -> ###\n",
        "game mine on torus\n  .. -> ##\n", "game mine on grid\n  .. -> ##\n  over some ...\n",
        "game mine on grid\n  .. -> ##\n  always no #.#\n",
        "game mine on grid\n  .. -> ##  along right\n"}) {
    const CodedGame game(text);
    for (const auto& [rows, columns] : {std::pair{3, 4}, {4, 3}, {2, 6}, {3, 5}, {5, 5}, {8, 9}}) {
      const std::string name =
          std::string(text) + std::to_string(rows) + "x" + std::to_string(columns);
      const std::string print =
          fingerprint(game.code(static_cast<size_t>(rows), static_cast<size_t>(columns)));
      EXPECT_EQ(print.size(), 64U);
      const auto [at, fresh] = met.emplace(print, name);
      EXPECT_TRUE(fresh) << name << " and " << at->second;
    }
  }
  EXPECT_EQ(
      fingerprint(CodedGame(kCramText).code(3, 4)),
      fingerprint(CodedGame("# Dominoes.\ngame dominoes on grid\n  .. -> [#]#\n").code(3, 4)));
}

/// Keys and fingerprints are in files: where one of these numbers changes, kPartKeys must change
/// too.
TEST(FingerprintTest, KeysAreThoseOfFilesThatWereWritten) {
  const auto key = [](const char* text, size_t rows, size_t columns) {
    const CodedGame game(text);
    const BoardCode code = game.code(rows, columns);
    const auto last = [&](auto mover) {
      typename decltype(mover)::Part part;
      decltype(part.planes) planes{};
      for (size_t cell = 0; cell < rows * columns; ++cell) {
        if (cell % 7 != 3) planes[cell % (code.classes - 1)].add(cell);
      }
      const auto parts = mover.parts(planes);
      EXPECT_FALSE(parts.empty());
      if (parts.empty()) return uint64_t{0};
      const auto wide = mover.wide_key(parts.back());
      return parts.back().key.high ^ parts.back().key.low ^ (wide ? wide->high + wide->low : 0);
    };
    return rows * columns <= 64 ? last(BoardMover<1>(code)) : last(BoardMover<2>(code));
  };
  EXPECT_EQ(key(kCramText, 4, 5), 15464749413399087947u);
  EXPECT_EQ(key(kClobberText, 4, 5), 3382673427731375802u);
  EXPECT_EQ(key(kClobberText, 8, 9), 2818588290124724215u);
  EXPECT_EQ(key(kNogoText, 3, 3), 2995609016002537774u);
  EXPECT_EQ(fingerprint(CodedGame(kCramText).code(3, 4)).substr(0, 16), "ca69e0d365887c27");

  const CodedGame sheep(kSheepText);
  const std::vector<Cell> herds = {4, 0, 0, 3, 0, 0};
  const auto rows = *RowSearch::of(sheep.at(*rectangle(SpaceKind::grid, 2, 3), herds));
  std::vector<uint8_t> letters;
  for (const Cell cell : herds) letters.push_back(*rows->code().letter(cell));
  ASSERT_EQ(rows->mover().parts(letters, 0).size(), 1u);
  const PartKey row_key = rows->mover().parts(letters, 0)[0].key;
  EXPECT_EQ(row_key.high ^ row_key.low, 11128152541366598303u);
  EXPECT_EQ(fingerprint(rows->code()).substr(0, 16), "c6d283b5c69a67d6");

  const SubsetCode sets{{1, 2, 3}, {{1, 2}, {2, 6}}};
  const PartKey set_key = SubsetMover(sets).key(6);
  EXPECT_EQ(set_key.high ^ set_key.low, 6630510129155286246u);
  EXPECT_EQ(fingerprint(sets).substr(0, 16), "e9a33cf9db329d24");

  const CodedGame words("game mine on word\n  XX ->\n  XO -> O\n");
  const WordCode word_moves = *word_code(*words.rule);
  const WordFacts facts(word_moves);
  const Budget budget;
  const auto parts = WordMover(word_moves, facts, budget).parts(WordText(20, '\1') + '\2');
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].key.high ^ parts[0].key.low, 5309562312643111742u);
  EXPECT_EQ(fingerprint(*words.rule).substr(0, 16), "511eb1b158d6769b");
}

TEST(FingerprintTest, PositionsHaveTheirKeysWhateverWasAskedBefore) {
  const CodedGame game(kColouredText);
  std::vector<PartKey> keys;
  for (const bool backwards : {false, true}) {
    Games games;
    const BoardGame& boards = board_game(games, *game.rule);
    PositionKeys known;
    std::vector<PartKey> here(3);
    for (size_t i = 0; i < here.size(); ++i) {
      const size_t columns = backwards ? here.size() - i : i + 1;
      std::vector<Cell> cells(2 * columns, letter_cell('.'));
      cells[0] = letter_cell('A');
      here[columns - 1] =
          known.key(boards.at(game.at(*rectangle(SpaceKind::grid, 2, columns), cells)));
    }
    if (backwards) {
      EXPECT_EQ(here, keys);
    }
    keys = here;
  }
  EXPECT_FALSE(keys[0] == keys[1] || keys[1] == keys[2] || keys[0] == keys[2]);
  EXPECT_EQ(keys[2].high ^ keys[2].low, 15956499447596701039u);
  EXPECT_EQ(fingerprint(*game.rule).substr(0, 16), "45142af9d6aad37b");
}

class KeptSearchTest : public ::testing::Test {
 protected:
  KeptSearchTest() { std::filesystem::remove(path_); }
  ~KeptSearchTest() override { std::filesystem::remove(path_); }
  std::unique_ptr<PartStore> store() const { return *PartStore::open(path_, "1"); }

  const std::string path_ =
      (std::filesystem::temp_directory_path() / ("grundy-kept-" + std::to_string(getpid())))
          .string();
};

TEST_F(KeptSearchTest, BoardsHaveTheSameValues) {
  for (const char* text : {kCramText, kClobberText, kNogoText}) {
    const CodedGame game(text);
    const size_t rows = text == kNogoText ? 2 : 4;
    const size_t columns = text == kNogoText ? 5 : 4;
    const Alphabet alphabet(game.rule->board->letters);
    std::mt19937_64 random(17);
    for (int round = 0; round < 12; ++round) {
      std::vector<Cell> cells;
      while (cells.size() < rows * columns) {
        const char letter = text == kCramText      ? "...#"[random() % 4]
                            : text == kClobberText ? "XOXO."[random() % 5]
                                                   : '.';
        cells.push_back(letter_cell(letter));
      }
      Budget budget;
      const auto alone = *place_search(game.code(rows, columns), alphabet);
      const uint64_t value = *alone->value(cells, budget);
      for (int again = 0; again < 2; ++again) {
        const auto kept = store();
        const auto search = *place_search(game.code(rows, columns), alphabet);
        ASSERT_TRUE(search->keep_in(*kept, budget));
        const Attempt<uint64_t> found = search->value(cells, budget);
        ASSERT_TRUE(found);
        EXPECT_EQ(*found, value);
        for (uint64_t n = 0; n <= value + 1; ++n)
          EXPECT_EQ(*search->has_value(cells, n, budget), n == value);
      }
    }
  }
}

TEST_F(KeptSearchTest, WhatTookWorkIsNotSearchedAgain) {
  const CodedGame game(kCramText);
  const Alphabet alphabet(game.rule->board->letters);
  Budget budget;
  const std::vector<Cell> board(4 * 5, letter_cell('.'));
  std::vector<uint64_t> expansions;
  for (int again = 0; again < 2; ++again) {
    const auto kept = store();
    const auto search = *place_search(game.code(4, 5), alphabet);
    ASSERT_TRUE(search->keep_in(*kept, budget));
    EXPECT_EQ(*search->value(board, budget), 2u);
    expansions.push_back(search->work().expansions);
  }
  EXPECT_GT(expansions[0], 100u);
  EXPECT_EQ(expansions[1], 0u);
}

}  // namespace
}  // namespace grundy
