#include "game/games.h"

namespace grundy {

const RuleGame& Games::of_own(std::unique_ptr<const Rule> rule) {
  own_.push_back(std::move(rule));
  return of(*own_.back());
}

const RuleGame& Games::of(const Rule& rule) {
  std::unique_ptr<RuleGame>& game = rules_[&rule];
  if (!game) game = std::make_unique<RuleGame>(rule, *this);
  return *game;
}

const Game* Games::find(const std::string& name) const {
  const auto found = others_.find(name);
  return found == others_.end() ? nullptr : found->second.get();
}

const Game& Games::keep(const std::string& name, std::unique_ptr<Game> game) {
  return *others_.try_emplace(name, std::move(game)).first->second;
}

}  // namespace grundy
