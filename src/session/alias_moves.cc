#include "session/alias_moves.h"

#include <algorithm>

#include "engine/search/rewriting.h"
#include "rule/simplify.h"

namespace grundy {
namespace {

/// The moves of this part of the sum, added to `whole`; false where they have no such form.
bool add_moves(const Rule& alias, const Part& part, Rule& whole) {
  const Rule& game = *part.game;
  const size_t arity = alias.arity();
  for (MoveLine line : game.moves) {
    if (line.parts.size() != 1 || line.parts[0].game != &game || !line.parts[0].binders.empty() ||
        line.reply != Reply::anywhere)
      return false;
    // The part's coordinates are some of the sum's, and its variables come behind all of them.
    std::vector<Expr> terms;
    std::vector<std::string> names = alias.coordinates;
    for (size_t s = 0; s < line.slot_names.size(); ++s) {
      if (s < game.arity()) {
        terms.push_back(part.coordinates[s]);
        continue;
      }
      terms.push_back(slot(names.size()));
      std::string name = line.slot_names[s];
      while (std::find(names.begin(), names.end(), name) != names.end()) name += "_";
      names.push_back(std::move(name));
    }
    put_other_slots(line, terms);
    line.slot_names = std::move(names);
    Part to{&whole, {}, {}, {}, part.span};
    for (size_t i = 0; i < arity; ++i) to.coordinates.push_back(slot(i));
    for (size_t s = 0; s < game.arity(); ++s)
      to.coordinates[static_cast<size_t>(part.coordinates[s].value)] = line.parts[0].coordinates[s];
    line.parts = {std::move(to)};
    whole.moves.push_back(std::move(line));
  }
  return true;
}

}  // namespace

std::unique_ptr<const Rule> alias_moves(const Rule& alias) {
  if (!alias.is_alias || alias.alias.empty()) return nullptr;
  auto whole = std::make_unique<Rule>(alias);
  whole->is_alias = false;
  whole->alias.clear();
  std::vector<char> used(alias.arity());
  for (const Part& part : alias.alias) {
    const bool has_moves = part.game != nullptr && !part.game->is_alias && !part.game->board &&
                           !part.game->moves_by_code && part.binders.empty();
    if (!has_moves) return nullptr;
    for (const Expr& one : part.coordinates) {
      if (one.op != Op::slot || used[static_cast<size_t>(one.value)] != 0) return nullptr;
      used[static_cast<size_t>(one.value)] = 1;
    }
    if (!add_moves(alias, part, *whole)) return nullptr;
  }
  const bool all_used = std::all_of(used.begin(), used.end(), [](char one) { return one != 0; });
  return all_used ? std::move(whole) : nullptr;
}

}  // namespace grundy
