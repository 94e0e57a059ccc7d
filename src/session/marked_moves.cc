#include "session/marked_moves.h"

#include <algorithm>

namespace grundy {
namespace {

/// A rule without moves with so many coordinates.
const Rule& numbers_rule(size_t count) {
  static const std::vector<Rule> rules = [] {
    std::vector<Rule> all(kMostNumbers + 1);
    for (size_t i = 0; i < all.size(); ++i) {
      all[i].name = all[i].full_name = "numbers";
      for (size_t k = 0; k < i; ++k) all[i].coordinates.push_back("number" + std::to_string(k + 1));
    }
    return all;
  }();
  return rules.at(count);
}

}  // namespace

Rule with_numbers(const Rule& rule, const MoveLine& line, std::vector<Expr> terms) {
  Rule result = rule;
  result.moves = {line};
  Part numbers;
  numbers.game = &numbers_rule(terms.size());
  numbers.span = line.span;
  numbers.coordinates = std::move(terms);
  result.moves[0].parts.push_back(std::move(numbers));
  return result;
}

std::optional<Rule> that_leads_to(Rule rule, const Sum& to) {
  MoveLine& line = rule.moves[0];
  if (line.reply != Reply::anywhere) return rule;     // any of them may
  if (line.parts.size() != to.size() + 1) return {};  // the last part has the numbers
  for (size_t i = 0; i < to.size(); ++i) {
    const RuleGame* game = rule_game(to[i]);
    if (game == nullptr || game->rule()->full_name != line.parts[i].game->full_name ||
        !line.parts[i].binders.empty())
      return {};
    const auto coordinates = small_coordinates(*game->rule(), game->coordinates(to[i]));
    if (!coordinates) return {};
    for (size_t k = 0; k < coordinates->size(); ++k)
      line.conditions.push_back(
          apply(Op::eq, {line.parts[i].coordinates[k], constant((*coordinates)[k])}));
  }
  return rule;
}

bool has_many_moves(const RuleGame& game, const std::vector<int64_t>& coordinates) {
  return game.is_endless() || std::any_of(coordinates.begin(), coordinates.end(),
                                          [](int64_t c) { return c > kMovesOneByOne; });
}

}  // namespace grundy
