#include "analysis/merged.h"

#include <fmt/format.h>

#include <algorithm>

namespace grundy {

using Renumbering = MergedGames::Renumbering;

namespace {

/// Whether the part is at the line's own position, as far as both games have coordinates.
bool stays(const Part& part, size_t arity) {
  for (size_t i = 0; i < std::min(arity, part.coordinates.size()); ++i) {
    if (part.coordinates[i].op != Op::slot || part.coordinates[i].value != static_cast<int64_t>(i))
      return false;
  }
  return true;
}

/// The games in an order in which each comes after the games that it leads to; where `staying`,
/// only by moves that leave the coordinates alone. Nothing when there is no such order.
std::optional<std::vector<const Rule*>> ordered(const std::vector<const Rule*>& games,
                                                bool staying) {
  std::vector<const Rule*> order;
  std::vector<const Rule*> open;
  std::function<bool(const Rule*)> visit = [&](const Rule* game) {
    if (std::find(order.begin(), order.end(), game) != order.end()) return true;
    if (std::find(open.begin(), open.end(), game) != open.end()) return false;
    open.push_back(game);
    for (const MoveLine& line : game->moves) {
      for (const Part& part : line.parts) {
        if (part.game == game || (staying && !stays(part, game->arity()))) continue;
        if (!visit(part.game)) return false;
      }
    }
    open.pop_back();
    order.push_back(game);
    return true;
  };
  if (!std::all_of(games.begin(), games.end(), visit)) return std::nullopt;
  return order;
}

/// The term with the numbers of all its slots changed, those that quantifiers bind too.
Expr renumbered(const Expr& expr, const Renumbering& number);

void renumber(Binder& binder, const Renumbering& number) {
  for (size_t& slot : binder.slots) slot = number(slot);
  for (auto* list : {&binder.low, &binder.high, &binder.values}) {
    for (Expr& term : *list) term = renumbered(term, number);
  }
}

Expr renumbered(const Expr& expr, const Renumbering& number) {
  Expr result = expr;
  if (expr.op == Op::slot)
    result.value = static_cast<int64_t>(number(static_cast<size_t>(expr.value)));
  for (Expr& arg : result.args) arg = renumbered(arg, number);
  if (expr.quantifier) {
    auto quantifier = std::make_shared<Quantifier>(*expr.quantifier);
    for (Binder& binder : quantifier->binders) renumber(binder, number);
    for (Expr& filter : quantifier->filter) filter = renumbered(filter, number);
    quantifier->condition = renumbered(quantifier->condition, number);
    result.quantifier = std::move(quantifier);
  }
  return result;
}

}  // namespace

Part MergedGames::translated(const Part& part, const Renumbering& number) const {
  Part result = part;
  result.game = &rule_;
  const auto which = std::find(games_.begin(), games_.end(), part.game) - games_.begin();
  result.coordinates = {constant(which)};
  for (const Expr& coordinate : part.coordinates)
    result.coordinates.push_back(renumbered(coordinate, number));
  result.coordinates.resize(rule_.arity(), constant(0));
  for (Binder& binder : result.binders) renumber(binder, number);
  for (Expr& condition : result.condition) condition = renumbered(condition, number);
  return result;
}

MoveLine MergedGames::translated(const MoveLine& line, size_t number_of_game) const {
  const Rule& game = *games_[number_of_game];
  const size_t arity = game.arity();
  const size_t further = rule_.arity() - arity;
  const Renumbering number = [&](size_t slot) { return slot < arity ? slot + 1 : slot + further; };
  MoveLine result;
  result.span = line.span;
  result.slot_names = rule_.coordinates;
  for (size_t i = 0; i < line.slot_names.size(); ++i) {
    if (number(i) >= result.slot_names.size()) result.slot_names.emplace_back();
    result.slot_names[number(i)] = line.slot_names[i];
  }
  for (size_t i = arity + 1; i < rule_.arity(); ++i) result.slot_names[i] = fmt::format("#{}", i);
  result.conditions.push_back(
      apply(Op::eq, {slot(0), constant(static_cast<int64_t>(number_of_game))}));
  for (size_t i = arity + 1; i < rule_.arity(); ++i)
    result.conditions.push_back(apply(Op::eq, {slot(i), constant(0)}));
  for (const Expr& condition : line.conditions)
    result.conditions.push_back(renumbered(condition, number));
  result.binders = line.binders;
  for (Binder& binder : result.binders) renumber(binder, number);
  for (const Part& part : line.parts) result.parts.push_back(translated(part, number));
  return result;
}

std::unique_ptr<const MergedGames> MergedGames::of(const std::vector<const Rule*>& games) {
  for (const Rule* game : games) {
    if (game->is_alias || game->moves_by_code) return nullptr;
    for (const MoveLine& line : game->moves) {
      for (const Part& part : line.parts) {
        if (std::find(games.begin(), games.end(), part.game) == games.end()) return nullptr;
      }
    }
  }
  auto result = std::unique_ptr<MergedGames>(new MergedGames);
  auto order = ordered(games, false);
  if (!order) order = ordered(games, true);
  result->games_ = order ? *std::move(order) : games;
  Rule& rule = result->rule_;
  rule.coordinates = {"#game"};
  rule.source = games[0]->source;
  for (const Rule* game : result->games_) {
    rule.name += (rule.name.empty() ? "" : ", ") + game->full_name;
    for (size_t i = rule.arity() - 1; i < game->arity(); ++i)
      rule.coordinates.push_back(game->coordinates[i]);
  }
  rule.full_name = rule.name;
  for (size_t i = 0; i < result->games_.size(); ++i) {
    for (const MoveLine& line : result->games_[i]->moves)
      rule.moves.push_back(result->translated(line, i));
  }
  return result;
}

std::optional<std::vector<int64_t>> MergedGames::position(
    const Rule* game, std::span<const int64_t> coordinates) const {
  const auto found = std::find(games_.begin(), games_.end(), game);
  if (found == games_.end()) return std::nullopt;
  std::vector<int64_t> result = {found - games_.begin()};
  result.insert(result.end(), coordinates.begin(), coordinates.end());
  result.resize(rule_.arity());
  return result;
}

}  // namespace grundy
