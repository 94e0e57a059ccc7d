// A game of numbers or of a list, "g", read from a text, with what a solver of it is asked with.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "game/board_game.h"
#include "game/games.h"
#include "language/rulebook.h"

namespace grundy::reference {

struct LoadedGame {
  explicit LoadedGame(const std::string& text) {
    const auto loaded = book.load_text("test", text);
    EXPECT_TRUE(loaded.ok()) << (loaded.ok() ? "" : loaded.error().to_string());
    game = &games.of(**book.rule("g"));
  }
  Rulebook book;
  Games games;
  const RuleGame* game = nullptr;
  Budget budget;
};

struct LoadedList {
  explicit LoadedList(const std::string& text) {
    const auto loaded = book.load_text("test", text);
    EXPECT_TRUE(loaded.ok()) << (loaded.ok() ? "" : loaded.error().to_string());
    const auto rule = book.rule("g");
    EXPECT_TRUE(rule.ok()) << text;
    game = &board_game(games, **rule);
  }
  /// A bag in any order.
  grundy::Position at(NaturalSet list) const {
    if (game->board_rule().board->kinds[0] == CoordinateKind::bag)
      std::sort(list.begin(), list.end());
    return game->at({&game->board_rule(), {0}, {std::move(list)}, {}});
  }
  Rulebook book;
  Games games;
  const BoardGame* game = nullptr;
  Budget budget;
};

}  // namespace grundy::reference
