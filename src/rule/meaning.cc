#include "rule/meaning.h"

#include <fmt/format.h>

#include <algorithm>

namespace grundy {
namespace {

constexpr size_t kMaxParts = 1'000'000;  // of one sum

bool has_fault(const Fault& fault) { return fault.kind != Fault::Kind::none; }

bool all_true(const std::vector<Expr>& conditions, Environment& slots, Fault& fault) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const Expr& condition) {
    return !has_fault(fault) && evaluate(condition, slots, fault) != 0;
  });
}

}  // namespace

bool sum_of_parts(const std::vector<Part>& parts, Environment& slots, RuleSum& sum, bool& natural, Fault& fault) {
  for (const Part& part : parts) {
    for_each_choice(std::span<const Binder>(part.binders), slots, INT64_MAX, fault, [&] {
      if (!all_true(part.condition, slots, fault)) return !has_fault(fault);
      std::vector<int64_t> coordinates;
      for (const Expr& term : part.coordinates) coordinates.push_back(evaluate(term, slots, fault));
      if (has_fault(fault)) return false;
      natural = std::all_of(coordinates.begin(), coordinates.end(), [](int64_t c) { return c >= 0; });
      if (!natural) return false;
      if (sum.size() >= kMaxParts) fault = {Fault::Kind::too_many_parts, part.span};
      if (has_fault(fault)) return false;
      if (!part.game->is_alias) {
        sum.push_back({part.game, std::move(coordinates)});
        return true;
      }
      Environment inner = std::move(coordinates);
      return sum_of_parts(part.game->alias, inner, sum, natural, fault) && natural;
    });
    if (has_fault(fault)) return false;
    if (!natural) return true;
  }
  return true;
}

Fault moves_by_definition(const Rule& rule, const std::vector<int64_t>& coordinates, int64_t limit,
                          const std::function<void(RuleSum)>& visit) {
  Fault fault;
  for (const MoveLine& line : rule.moves) {
    Environment slots = coordinates;
    slots.resize(line.slot_names.size());
    for_each_choice(std::span<const Binder>(line.binders), slots, limit, fault, [&] {
      RuleSum sum;
      bool natural = true;
      if (all_true(line.conditions, slots, fault) && sum_of_parts(line.parts, slots, sum, natural, fault) && natural) {
        visit(std::move(sum));
      }
      return !has_fault(fault);
    });
    if (has_fault(fault)) break;
  }
  return fault;
}

RuleSum resolve_alias(const Rule& rule, const std::vector<int64_t>& coordinates, bool& natural, Fault& fault) {
  if (!rule.is_alias) return {{&rule, coordinates}};
  RuleSum sum;
  Environment slots = coordinates;
  sum_of_parts(rule.alias, slots, sum, natural, fault);
  return sum;
}

std::string to_string(const RuleSum& sum) {
  if (sum.empty()) return "0";
  std::string text;
  for (const RulePosition& position : sum) {
    if (!text.empty()) text += " + ";
    text += fmt::format("{}({})", position.game->full_name, fmt::join(position.coordinates, ", "));
  }
  return text;
}

}  // namespace grundy
