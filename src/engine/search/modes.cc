// A game and its helper games as one game.
//
// Problem: nim in which one pass is allowed has a law when the pass is a coordinate, and none that
// is found when `g` leads to nim without a pass, another game.
// Idea: the number of the game becomes the first coordinate, and each line asks for it.
// Example: `g(n) -> h(n)` is `g(game, n) -> g(0, n) if game = 1`.
// Cost: reading the rules once.
#include <algorithm>

#include "analysis/order.h"
#include "engine/search/rewriting.h"
#include "rule/simplify.h"

namespace grundy {
namespace {

constexpr size_t kMostModes = 4;
constexpr size_t kMostCoordinatesOfModes = 2;  // of each game; laws have one more

class ModesRewriting final : public Rewriting {
 public:
  explicit ModesRewriting(std::vector<const Rule*> games) : games_(std::move(games)) {}

  std::string knows() const override {
    return "games that lead to each other are one game with a coordinate more";
  }
  bool is_for_laws() const override { return true; }

  std::unique_ptr<const Rule> rule(const std::vector<int64_t>&) const override {
    auto result = std::make_unique<Rule>(*games_[0]);
    result->coordinates.insert(result->coordinates.begin(), "game");
    result->moves.clear();
    for (size_t mode = 0; mode < games_.size(); ++mode) {
      for (MoveLine line : games_[mode]->moves) {
        std::vector<Expr> terms;
        for (size_t s = 0; s < line.slot_names.size(); ++s) terms.push_back(slot(s + 1));
        put_other_slots(line, terms);
        line.slot_names.insert(line.slot_names.begin(), "game");
        line.conditions.insert(line.conditions.begin(), apply(Op::eq, {slot(0), number_of(mode)}));
        for (Part& part : line.parts) {
          const auto at = std::find(games_.begin(), games_.end(), part.game) - games_.begin();
          part.coordinates.insert(part.coordinates.begin(), number_of(static_cast<size_t>(at)));
          part.game = result.get();
        }
        result->moves.push_back(std::move(line));
      }
    }
    return result;
  }

  Coordinates there(const Coordinates& position) const override {
    Coordinates result;
    result.emplace_back(games_.size() - 1);
    result.insert(result.end(), position.begin(), position.end());
    return result;
  }

  std::pair<const Rule*, Coordinates> back(const Coordinates& there,
                                           const Coordinates&) const override {
    return {games_[games_.size() - 1 - there[0].small()],
            Coordinates(there.begin() + 1, there.end())};
  }

 private:
  /// The game itself has the greatest number: moves that leave it for a helper game lower the
  /// coordinate.
  Expr number_of(size_t mode) const {
    return constant(static_cast<int64_t>(games_.size() - 1 - mode));
  }

  std::vector<const Rule*> games_;  // the game itself first
};

}  // namespace

std::unique_ptr<Rewriting> with_modes(const Rule& rule) {
  std::vector<const Rule*> games = reachable_games({&rule});
  if (games.size() < 2 || games.size() > kMostModes || rule.arity() > kMostCoordinatesOfModes)
    return nullptr;
  const bool are_alike = std::all_of(games.begin(), games.end(), [&](const Rule* one) {
    return one->arity() == rule.arity() && !one->is_alias && !one->board && !one->moves_by_code;
  });
  return are_alike ? std::make_unique<ModesRewriting>(std::move(games)) : nullptr;
}

}  // namespace grundy
