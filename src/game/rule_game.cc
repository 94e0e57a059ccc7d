#include "game/rule_game.h"

#include <fmt/format.h>

#include <algorithm>

#include "game/bound.h"
#include "game/copies.h"
#include "game/games.h"
#include "game/key.h"
#include "rewriting/targets.h"

namespace grundy {
namespace {

constexpr int64_t kLargestCoordinate = INT64_MAX / 2;
constexpr size_t kListedOfEndless = 64;

/// The beginning and the end of what would fill the screen.
std::string shortened(const std::string& text) {
  return text.size() <= 200 ? text : text.substr(0, 100) + "…" + text.substr(text.size() - 40);
}

}  // namespace

RuleGame::RuleGame(const Rule& rule, Games& games)
    : rule_(rule),
      listed_(games.copies().counted(rule)),
      games_(games),
      lines_(by_reply(listed_)),
      is_nim_(grundy::is_nim(rule)),
      meets_reply_words_(grundy::meets_reply_words(rule)),
      facts_(rule) {}

std::vector<RuleGame::Lines> RuleGame::by_reply(const Rule& listed) {
  std::vector<Lines> result;
  if (!has_reply_words(listed)) {
    result.push_back({Reply::anywhere, &listed, nullptr});
    return result;
  }
  for (const Reply reply : {Reply::anywhere, Reply::here, Reply::same_player}) {
    auto own = std::make_unique<Rule>(with_reply(listed, reply));
    if (own->moves.empty()) continue;
    const Rule* const rule = own.get();
    result.push_back({reply, rule, std::move(own)});
  }
  return result;
}

Sum RuleGame::answered(Reply reply, Sum to) const {
  if (reply == Reply::here) return {bound(to[0], games_)};
  if (reply == Reply::same_player) to.insert(to.begin(), another_turn());
  return to;
}

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
  for (const RulePosition& part : sum) {
    if (const Rule* game = single_game(*part.game)) {
      const std::vector<int64_t> one(part.coordinates.begin() + 1, part.coordinates.end());
      add_copies(result, game_of(*game).at(one), static_cast<uint64_t>(part.coordinates[0]));
    } else {
      result.push_back(game_of(*part.game).at(part.coordinates));
    }
  }
  return result;
}

Sum RuleGame::sum_of(const ExactSum& sum) const {
  Sum result;
  for (const ExactPosition& part : sum) {
    if (const Rule* game = single_game(*part.game)) {
      const Coordinates one(part.coordinates.begin() + 1, part.coordinates.end());
      add_copies(result, game_of(*game).at(one), part.coordinates[0]);
    } else {
      result.push_back(game_of(*part.game).at(part.coordinates));
    }
  }
  return result;
}

const Rule* RuleGame::single_game(const Rule& rule) const { return games_.copies().copied(rule); }

const RuleGame& RuleGame::game_of(const Rule& rule) const {
  return &rule == &rule_ ? *this : games_.of(rule);
}

void RuleGame::add_copies(Sum& sum, const Position& position, const Natural& count) const {
  const Sum copies = copies_of(position, count, games_, kMostListedCopies);
  sum.insert(sum.end(), copies.begin(), copies.end());
}

const OptionSets* RuleGame::option_sets() const {
  return is_endless() ? facts_.option_sets() : nullptr;
}

Attempt<Ended> RuleGame::list_options(const Position& position, const OptionSink& sink,
                                      Budget& budget) const {
  const Coordinates here = coordinates(position);
  if (is_nim_) {
    for (Natural k; k < here[0]; k = k + Natural(1)) {
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

Attempt<Ended> RuleGame::listed_options(const std::vector<int64_t>& coordinates,
                                        const OptionSink& sink, Budget& budget) const {
  if (rule_.is_alias) {
    auto components = resolve_alias(listed_, coordinates, budget);
    if (!components) return std::move(components).error();
    return options_of_sum(sum_of(*components), sink, budget,
                          [&](const RuleGame& game, const Position& part, auto&& to) {
                            return game.listed_options(
                                *small_coordinates(game.rule_, game.coordinates(part)), to, budget);
                          });
  }
  for (const Lines& lines : lines_) {
    bool more = true;
    auto listed = lister_.for_each_move(*lines.rule, coordinates, budget, [&](const RuleSum& sum) {
      more = sink(answered(lines.reply, sum_of(sum)));
      return more;
    });
    if (!listed) return std::move(listed).error();
    if (!more) return Ended::stopped;
  }
  return Ended::complete;
}

Attempt<Ended> RuleGame::exact_options(const Coordinates& coordinates, const OptionSink& sink,
                                       Budget& budget) const {
  if (rule_.is_alias) {
    auto components = resolve_alias_exactly(listed_, coordinates, budget);
    if (!components) return std::move(components).error();
    return options_of_sum(sum_of(*components), sink, budget,
                          [&](const RuleGame& game, const Position& part, auto&& to) {
                            return game.exact_options(game.coordinates(part), to, budget);
                          });
  }
  for (const Lines& lines : lines_) {
    bool more = true;
    auto listed = for_each_exact_move(*lines.rule, coordinates, budget, [&](const ExactSum& sum) {
      more = sink(answered(lines.reply, sum_of(sum)));
      return more;
    });
    if (!listed) return std::move(listed).error();
    if (!more) return Ended::stopped;
  }
  return Ended::complete;
}

Attempt<Ended> RuleGame::options_of_sum(const Sum& whole, const OptionSink& sink, Budget& budget,
                                        const ListPart& list) {
  for (size_t i = 0; i < whole.size(); ++i) {
    const auto to = [&](const Sum& option) { return sink(replaced(whole, i, option)); };
    const RuleGame* game = rule_game(whole[i]);
    auto ended =
        game == nullptr ? whole[i].game->options(whole[i], to, budget) : list(*game, whole[i], to);
    if (!ended || *ended != Ended::complete) return ended;
  }
  return Ended::complete;
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
    auto sum = resolve_alias(listed_, *small_coordinates(rule_, here), budget);
    if (sum) return sum_of(*sum);
    if (sum.error().cause != Error::Cause::beyond_64_bits) return std::move(sum).error();
  }
  auto sum = resolve_alias_exactly(listed_, here, budget);
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
    return Error::declined(
        fmt::format("a coordinate of {} is beyond 2^62, the limit of the finite engine",
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
