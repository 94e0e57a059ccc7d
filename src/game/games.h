// Games: all games of a session, each once, so that equal positions have equal games.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "game/rule_game.h"
#include "rewriting/copies.h"

namespace grundy {

class Games {
 public:
  Games() = default;
  Games(const Games&) = delete;
  Games& operator=(const Games&) = delete;

  /// The game of a rule, which outlives the session's games.
  const RuleGame& of(const Rule& rule);
  /// The game of a rule that was made for it, and is kept with it.
  const RuleGame& of_own(std::unique_ptr<const Rule> rule);
  /// The rules of games whose moves lead to many equal positions, written with less of them.
  Copies& copies() { return copies_; }
  /// The game that was kept under this name, or null. A name says all that makes the game: "moore
  /// 2", the state of a file with its path.
  const Game* find(const std::string& name) const;
  const Game& keep(const std::string& name, std::unique_ptr<Game> game);
  /// The game kept under this name, made from the arguments when there is none.
  template <class Kind, class... Arguments>
  const Kind& get(const std::string& name, Arguments&&... arguments) {
    const Game* known = find(name);
    if (known == nullptr)
      known = &keep(name, std::make_unique<Kind>(std::forward<Arguments>(arguments)...));
    return static_cast<const Kind&>(*known);
  }

 private:
  Copies copies_;                                 // outlives the games of its rules
  std::vector<std::unique_ptr<const Rule>> own_;  // likewise
  std::map<const Rule*, std::unique_ptr<RuleGame>> rules_;
  std::map<std::string, std::unique_ptr<Game>> others_;
};

}  // namespace grundy
