// A game of numbers, "g", read from a text, with what a solver of it is asked with.
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "game/games.h"
#include "rule/rulebook.h"

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

}  // namespace grundy::reference
