// A game and its helper games as one game (analysis/system.h), for its laws: nim in which one pass
// is allowed has a law when the pass is a coordinate, and none that is found when `g` leads to nim
// without a pass, another game.
#include "analysis/system.h"
#include "engine/search/rewriting.h"

namespace grundy {
namespace {

constexpr size_t kMostCoordinates = 2;  // of each game; laws have one more

class ModesRewriting final : public Rewriting {
 public:
  explicit ModesRewriting(System system) : system_(std::move(system)) {}

  std::string knows() const override {
    return "games that lead to each other are one game with a coordinate more";
  }
  bool is_for_laws() const override { return true; }

  std::unique_ptr<const Rule> rule(const std::vector<int64_t>&) const override {
    return std::move(as_system(*system_.games[0], kMostCoordinates)->rule);
  }

  Coordinates there(const Coordinates& position) const override {
    Coordinates result = position;
    result.insert(result.begin(), Natural(system_.number(0)));
    result.resize(system_.rule->arity());
    return result;
  }

  std::pair<const Rule*, Coordinates> back(const Coordinates& there,
                                           const Coordinates&) const override {
    const Rule* game = system_.games[system_.number(there[0].small())];
    const auto first = there.begin() + 1;
    return {game, Coordinates(first, first + static_cast<std::ptrdiff_t>(game->arity()))};
  }

 private:
  System system_;
};

}  // namespace

std::unique_ptr<Rewriting> with_modes(const Rule& rule) {
  std::optional<System> system = as_system(rule, kMostCoordinates);
  return system ? std::make_unique<ModesRewriting>(*std::move(system)) : nullptr;
}

}  // namespace grundy
