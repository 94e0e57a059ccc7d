// What there is to read about each game that a session knows: how a position is written,
// documentation, rules.
#pragma once
#include <string>
#include <vector>

#include "session/json.h"
#include "session/session.h"

namespace grundy {

struct DescribedGame {
  std::string name;
  std::string signature;  // how a position is written: "stones[K](m, n)", "moore[k=2]([3, 5, 7])"
  std::vector<std::string> documentation;  // lines
  std::string rules;                       // empty for games of lists, matrices and graphs
  std::string group;                       // "Heaps", "Boards"
};

/// The file's text from the game's header to the next game.
std::string rules_text(const Definition& definition);
/// The games of the rulebook and those of lists, matrices and graphs, group after group, and by
/// name within them.
std::vector<DescribedGame> described_games(const Session& session);

/// {"name": …, "position": …, "group": …, "documentation": …, "rules": …}
void add_json(JsonWriter& json, const DescribedGame& game);

}  // namespace grundy
