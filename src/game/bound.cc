#include "game/bound.h"

#include <fmt/format.h>

#include <algorithm>

namespace grundy {
namespace {

class AnotherTurn final : public Game {
 public:
  std::string name() const override { return "again"; }
  std::string text(const Position&, size_t) const override { return "again"; }
  Attempt<Ended> list_options(const Position&, const OptionSink& sink, Budget&) const override {
    return sink({}) ? Ended::complete : Ended::stopped;
  }
  bool has_bound_replies() const override { return true; }
};

}  // namespace

std::string BoundGame::text(const Position& position, size_t limit) const {
  return "entailing " + within_.text(within(position), limit);
}

Attempt<Ended> BoundGame::list_options(const Position& position, const OptionSink& sink,
                                       Budget& budget) const {
  return within_.options(within(position), sink, budget);
}

std::string BoundGame::move_in_words(const Position& from, const Sum& to) const {
  return within_.move_in_words(within(from), to);
}

Position bound(const Position& position, Games& games) {
  return games.get<BoundGame>(fmt::format("entailing {}", position.game->id()), *position.game)
      .at(position);
}

Position another_turn() {
  static const AnotherTurn game;
  return {&game, {}};
}

bool is_another_turn(const Position& position) { return position.game == another_turn().game; }
bool binds(const Position& position) {
  return as<BoundGame>(position.game) != nullptr || is_another_turn(position);
}

std::optional<size_t> binding_part(std::span<const Position> sum) {
  const auto found = std::find_if(sum.begin(), sum.end(), binds);
  return found == sum.end() ? std::nullopt : std::optional<size_t>(found - sum.begin());
}

}  // namespace grundy
