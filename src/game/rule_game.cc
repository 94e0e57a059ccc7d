#include "game/rule_game.h"

#include <fmt/format.h>

#include <algorithm>

#include "game/games.h"
#include "game/key.h"

namespace grundy {
namespace {

constexpr int64_t kLargestCoordinate = INT64_MAX / 2;
constexpr size_t kListedOfEndless = 64;
constexpr uint64_t kBudgetInterval = 4096;

/// The beginning and the end of what would fill the screen.
std::string shortened(const std::string& text) {
  return text.size() <= 200 ? text : text.substr(0, 100) + "…" + text.substr(text.size() - 40);
}

}  // namespace

RuleGame::RuleGame(const Rule& rule, Games& games)
    : rule_(rule), games_(games), is_nim_(grundy::is_nim(rule)), facts_(rule) {}

Position RuleGame::at(const Coordinates& coordinates) const {
  Position position{this, {}};
  for (const Natural& c : coordinates) append(position.key, c);
  return position;
}

Position RuleGame::at(const std::vector<int64_t>& coordinates) const {
  Position position{this, {}};
  for (const int64_t c : coordinates) position.key.push_back(static_cast<uint64_t>(c));
  return position;
}

Coordinates RuleGame::coordinates(const Position& position) const {
  Coordinates coordinates;
  KeyReader reader(position.key);
  for (size_t i = 0; i < rule_.arity(); ++i) coordinates.push_back(reader.natural());
  return coordinates;
}

std::string RuleGame::text(const Position& position, size_t) const {
  return position_text(rule_, coordinates(position));
}

Sum RuleGame::sum_of(const RuleSum& sum) const {
  Sum result;
  for (const RulePosition& part : sum)
    result.push_back((part.game == &rule_ ? *this : games_.of(*part.game)).at(part.coordinates));
  return result;
}

Sum RuleGame::sum_of(const ExactSum& sum) const {
  Sum result;
  for (const ExactPosition& part : sum)
    result.push_back((part.game == &rule_ ? *this : games_.of(*part.game)).at(part.coordinates));
  return result;
}

const OptionSets* RuleGame::option_sets() const { return is_endless() ? facts_.option_sets() : nullptr; }

Attempt<Ended> RuleGame::options(const Position& position, const OptionSink& sink, Budget& budget) const {
  const Coordinates here = coordinates(position);
  if (is_nim_) {
    for (Natural k; k < here[0]; k = k + Natural(1)) {
      if (k.is_small() && k.small() % kBudgetInterval == 0 && budget.spent()) return budget.why();
      if (!sink({at({k})})) return Ended::stopped;
    }
    return Ended::complete;
  }
  if (const OptionSets* sets = option_sets()) {
    bool all = true;
    const auto near = points_near(sets->options(here), here, kListedOfEndless, all, budget);
    if (!near) return near.error();
    for (const Coordinates& to : *near) {
      if (!sink({at(to)})) return Ended::stopped;
    }
    return all ? Ended::complete : Ended::endless;
  }
  if (!fits_64_bits(here)) return exact_options(here, sink, budget);
  auto listed = listed_options(*small_coordinates(rule_, here), sink, budget);
  if (listed || listed.error().cause != Error::Cause::beyond_64_bits) return listed;
  auto exact = exact_options(here, sink, budget);  // the first options come again
  return exact ? exact : listed;
}

Attempt<Ended> RuleGame::listed_options(const std::vector<int64_t>& coordinates, const OptionSink& sink,
                                        Budget& budget) const {
  auto components = resolve_alias(rule_, coordinates, budget);
  if (!components) return std::move(components).error();
  const Sum whole = sum_of(*components);
  bool more = true;
  for (size_t i = 0; i < components->size() && more; ++i) {
    const RulePosition& part = (*components)[i];
    auto listed = lister_.for_each_move(*part.game, part.coordinates, budget, [&](const RuleSum& sum) {
      more = sink(whole.size() == 1 ? sum_of(sum) : replaced(whole, i, sum_of(sum)));
      return more;
    });
    if (!listed) return std::move(listed).error();
  }
  return more ? Ended::complete : Ended::stopped;
}

Attempt<Ended> RuleGame::exact_options(const Coordinates& coordinates, const OptionSink& sink, Budget& budget) const {
  auto components = resolve_alias_exactly(rule_, coordinates, budget);
  if (!components) return std::move(components).error();
  const Sum whole = sum_of(*components);
  bool more = true;
  for (size_t i = 0; i < components->size() && more; ++i) {
    const ExactPosition& part = (*components)[i];
    auto listed = for_each_exact_move(*part.game, part.coordinates, budget, [&](const ExactSum& sum) {
      more = sink(replaced(whole, i, sum_of(sum)));
      return more;
    });
    if (!listed) return std::move(listed).error();
  }
  return more ? Ended::complete : Ended::stopped;
}

Attempt<bool> RuleGame::has_options(const Position& position, Budget& budget) const {
  if (is_nim_) return position.key[0] > 0;
  if (const OptionSets* sets = option_sets()) return sets->has_options(coordinates(position));
  return Game::has_options(position, budget);
}

Attempt<bool> RuleGame::is_option(const Position& position, const Sum& to, Budget& budget) const {
  if (is_nim_) {
    if (to.empty()) return true;
    return to.size() == 1 && to[0].game == this && coordinates(to[0])[0] < coordinates(position)[0];
  }
  const OptionSets* sets = option_sets();
  if (sets == nullptr) return Game::is_option(position, to, budget);
  if (to.empty()) return sets->can_end(coordinates(position));
  if (to.size() > 1 || to[0].game != this) return false;
  return sets->is_option(coordinates(position), coordinates(to[0]));
}

std::string RuleGame::options_in_words(const Position& position) const {
  const OptionSets* sets = option_sets();
  if (sets == nullptr) return {};
  return fmt::format("{}({}) with {}", rule_.full_name, fmt::join(rule_.coordinates, ", "),
                     condition_text(sets->options(coordinates(position)), rule_.coordinates));
}

Attempt<Sum> RuleGame::normal_form(const Position& position, Budget& budget) const {
  if (!rule_.is_alias) return Sum{position};
  const Coordinates here = coordinates(position);
  if (fits_64_bits(here)) {
    auto sum = resolve_alias(rule_, *small_coordinates(rule_, here), budget);
    if (sum) return sum_of(*sum);
    if (sum.error().cause != Error::Cause::beyond_64_bits) return std::move(sum).error();
  }
  auto sum = resolve_alias_exactly(rule_, here, budget);
  if (!sum) return std::move(sum).error();
  return sum_of(*sum);
}

bool fits_64_bits(const Coordinates& coordinates) {
  return std::all_of(coordinates.begin(), coordinates.end(), [](const Natural& c) {
    return c.is_small() && c.small() <= static_cast<uint64_t>(kLargestCoordinate);
  });
}

Attempt<std::vector<int64_t>> small_coordinates(const Rule& rule, const Coordinates& coordinates) {
  if (!fits_64_bits(coordinates)) {
    return Error::declined(fmt::format("a coordinate of {} is beyond 2^62, the limit of the finite engine",
                                       shortened(position_text(rule, coordinates))),
                           Error::Cause::beyond_64_bits);
  }
  std::vector<int64_t> result;
  for (const Natural& c : coordinates) result.push_back(static_cast<int64_t>(c.small()));
  return result;
}

std::string position_text(const Rule& rule, const Coordinates& coordinates) {
  return rule.full_name + to_string(coordinates);
}

std::string RuleGame::why_unlisted() const {
  for (const Rule* game : facts_.reachable_games()) {
    const RuleGame& reached = games_.of(*game);
    if (reached.is_endless() && reached.option_sets() == nullptr)
      return "may have infinitely many that are not affine, or lead to sums or other games";
  }
  return {};
}

}  // namespace grundy
