#include "rewriting/apart.h"

#include <algorithm>
#include <numeric>

#include "rule/print.h"
#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

/// Whether the line speaks of the coordinate, other than to leave it as it is.
bool speaks_of(const MoveLine& line, size_t coordinate) {
  const auto has = [&](const Expr& term) { return mentions(term, coordinate); };
  const auto& terms = line.parts[0].coordinates;
  for (size_t i = 0; i < terms.size(); ++i) {
    if (!is_slot(terms[i], i) && (i == coordinate || has(terms[i]))) return true;
  }
  return std::any_of(line.conditions.begin(), line.conditions.end(), has) ||
         std::any_of(line.binders.begin(), line.binders.end(),
                     [&](const Binder& one) { return mentions(one, coordinate); });
}

/// The rule of one group, from the lines that speak of it. Coordinates are named by their order, so
/// that rules of groups with the same moves are printed alike.
std::shared_ptr<const Rule> rule_of_group(const Rule& rule, const std::vector<size_t>& group) {
  auto result = std::make_shared<Rule>(rule);
  result->moves.clear();
  result->code = nullptr;
  result->coordinates.clear();
  for (size_t i = 0; i < group.size(); ++i) {
    const std::string name = group.size() == 1 ? "n" : "n" + std::to_string(i + 1);
    result->coordinates.push_back(name);
  }
  for (const MoveLine& line : rule.moves) {
    if (std::none_of(group.begin(), group.end(), [&](size_t i) { return speaks_of(line, i); }))
      continue;
    MoveLine own = line;
    std::vector<Expr> terms;
    own.slot_names = result->coordinates;
    for (size_t s = 0; s < line.slot_names.size(); ++s) {
      if (s < rule.arity()) {
        const auto at = std::find(group.begin(), group.end(), s) - group.begin();
        terms.push_back(slot(static_cast<size_t>(at)));
      } else {
        terms.push_back(slot(own.slot_names.size()));
        own.slot_names.push_back("k" + std::to_string(s - rule.arity()));
      }
    }
    put_other_slots(own, terms);
    Part& part = own.parts[0];
    part.game = result.get();
    std::vector<Expr> coordinates;
    for (const size_t i : group) coordinates.push_back(part.coordinates[i]);
    part.coordinates = std::move(coordinates);
    result->moves.push_back(std::move(own));
  }
  return result;
}

}  // namespace

std::vector<CoordinateGroup> coordinates_apart(const Rule& rule) {
  if (rule.arity() < 2 || rule.is_alias || rule.board || rule.moves_by_code) return {};
  std::vector<size_t> group_of(rule.arity());
  std::iota(group_of.begin(), group_of.end(), size_t{0});
  std::vector<bool> moves(rule.arity());  // by group
  for (const MoveLine& line : rule.moves) {
    if (only_part(rule, line) == nullptr) return {};
    size_t first = rule.arity();
    for (size_t i = 0; i < rule.arity(); ++i) {
      if (!speaks_of(line, i)) continue;
      if (first == rule.arity()) first = group_of[i];
      const size_t joined = group_of[i];
      std::replace(group_of.begin(), group_of.end(), joined, first);
      moves[first] = moves[first] || moves[joined];
    }
    if (first == rule.arity()) return {};  // it moves nothing
    moves[first] = true;
  }
  std::vector<CoordinateGroup> groups;
  for (size_t g = 0; g < rule.arity(); ++g) {
    CoordinateGroup group;
    for (size_t i = 0; i < rule.arity(); ++i) {
      if (group_of[i] == g) group.coordinates.push_back(i);
    }
    if (group.coordinates.empty() || !moves[g]) continue;
    group.rule = rule_of_group(rule, group.coordinates);
    for (const CoordinateGroup& before : groups) {
      if (print_rule(*before.rule) == print_rule(*group.rule)) group.rule = before.rule;
    }
    groups.push_back(std::move(group));
  }
  return groups.size() > 1 ? groups : std::vector<CoordinateGroup>();
}

}  // namespace grundy
