#include "analysis/system.h"

#include <algorithm>

#include "analysis/order.h"
#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

constexpr size_t kMostGames = 5;

/// The coordinates of the game itself, then those that only a game of more coordinates has.
std::vector<std::string> names_of(const std::vector<const Rule*>& games) {
  std::vector<std::string> names = games[0]->coordinates;
  const auto is_taken = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const auto with_free = [&](std::string name) {
    while (is_taken(name)) name += '_';
    return name;
  };
  for (const Rule* game : games) {
    for (size_t i = names.size(); i < game->arity(); ++i)
      names.push_back(with_free(game->coordinates[i]));
  }
  names.insert(names.begin(), with_free("mode"));
  return names;
}

/// A line of the game with this number among these; coordinates 1, 2, … are its own.
MoveLine line_within(const System& system, size_t game, MoveLine line, const Rule& whole) {
  const size_t own = system.games[game]->arity(), added = whole.arity() - own;
  const auto number = [&](size_t i) { return constant(static_cast<int64_t>(system.number(i))); };
  std::vector<Expr> terms;
  for (size_t s = 0; s < line.slot_names.size(); ++s)
    terms.push_back(slot(s < own ? s + 1 : s + added));
  put_other_slots(line, terms);
  line.slot_names.erase(line.slot_names.begin(),
                        line.slot_names.begin() + static_cast<std::ptrdiff_t>(own));
  line.slot_names.insert(line.slot_names.begin(), whole.coordinates.begin(),
                         whole.coordinates.end());
  line.conditions.insert(line.conditions.begin(), apply(Op::eq, {slot(0), number(game)}));
  for (Part& part : line.parts) {
    const auto at = std::find(system.games.begin(), system.games.end(), part.game);
    part.coordinates.insert(part.coordinates.begin(),
                            number(static_cast<size_t>(at - system.games.begin())));
    part.coordinates.resize(whole.arity(), constant(0));
    part.game = &whole;
  }
  return line;
}

}  // namespace

std::optional<System> as_system(const Rule& rule, size_t most_coordinates) {
  System system{reachable_games({&rule}), nullptr};
  const auto& games = system.games;
  if (games.size() < 2 || games.size() > kMostGames) return std::nullopt;
  for (const Rule* game : games) {
    if (game->arity() == 0 || game->arity() > most_coordinates || game->is_alias || game->board ||
        game->moves_by_code)
      return std::nullopt;
  }
  auto whole = std::make_unique<Rule>(rule);
  whole->coordinates = names_of(games);
  whole->moves.clear();
  for (size_t i = 0; i < games.size(); ++i) {
    for (const MoveLine& line : games[i]->moves)
      whole->moves.push_back(line_within(system, i, line, *whole));
  }
  system.rule = std::move(whole);
  return system;
}

}  // namespace grundy
