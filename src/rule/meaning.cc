#include "rule/meaning.h"

#include <fmt/format.h>

#include <algorithm>

#include "rule/heap_splits.h"

namespace grundy {
namespace {

constexpr size_t kMaxPartsOfSum = 1'000'000;  // of one sum

bool has_fault(const Fault& fault) { return fault.kind != Fault::Kind::none; }

bool all_true(const std::vector<Expr>& conditions, Environment& slots, Fault& fault,
              Patience* patience) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const Expr& condition) {
    return !has_fault(fault) && evaluate(condition, slots, fault, patience) != 0;
  });
}

/// The moves of a game that is given by its code alone.
Fault splits_by_definition(const Rule& rule, const std::vector<int64_t>& coordinates,
                           const std::function<void(RuleSum)>& visit, Patience* patience) {
  const auto each = [&](std::span<const uint64_t> heaps) {
    visit(sum_of_heaps(rule, heaps));
    return true;
  };
  switch (for_each_split(*rule.code, static_cast<uint64_t>(coordinates[0]), each, patience)) {
    case Listing::too_many_heaps:
      return {Fault::Kind::too_many_parts, {}};
    case Listing::out_of_patience:
      return {Fault::Kind::out_of_patience, {}};
    case Listing::complete:
    case Listing::stopped:
      break;
  }
  return {};
}

}  // namespace

RuleSum sum_of_heaps(const Rule& rule, std::span<const uint64_t> heaps) {
  RuleSum sum;
  for (const uint64_t heap : heaps) sum.push_back({&rule, {static_cast<int64_t>(heap)}});
  return sum;
}

bool sum_of_parts(const std::vector<Part>& parts, Environment& slots, RuleSum& sum, bool& natural,
                  Fault& fault, Patience* patience) {
  for (const Part& part : parts) {
    // Names for names for an empty sum are 2^60 choices and no part.
    if (patience != nullptr && patience->over()) {
      if (!has_fault(fault)) fault = {Fault::Kind::out_of_patience, part.span};
      return false;
    }
    const auto add = [&] {
      if (!all_true(part.condition, slots, fault, patience)) return !has_fault(fault);
      std::vector<int64_t> coordinates;
      for (const Expr& term : part.coordinates)
        coordinates.push_back(evaluate(term, slots, fault, patience));
      if (has_fault(fault)) return false;
      natural =
          std::all_of(coordinates.begin(), coordinates.end(), [](int64_t c) { return c >= 0; });
      if (!natural) return false;
      if (sum.size() >= kMaxPartsOfSum) fault = {Fault::Kind::too_many_parts, part.span};
      if (has_fault(fault)) return false;
      if (!part.game->is_alias) {
        sum.push_back({part.game, std::move(coordinates)});
        return true;
      }
      Environment inner = std::move(coordinates);
      return sum_of_parts(part.game->alias, inner, sum, natural, fault, patience) && natural;
    };
    for_each_choice(std::span<const Binder>(part.binders), slots, INT64_MAX, fault, add, patience);
    if (has_fault(fault)) return false;
    if (!natural) return true;
  }
  return true;
}

Fault moves_by_definition(const Rule& rule, const std::vector<int64_t>& coordinates, int64_t limit,
                          const std::function<void(RuleSum)>& visit, Patience* patience) {
  if (rule.moves_by_code) return splits_by_definition(rule, coordinates, visit, patience);
  Fault fault;
  for (const MoveLine& line : rule.moves) {
    Environment slots = coordinates;
    slots.resize(line.slot_names.size());
    const auto look_at = [&] {
      RuleSum sum;
      bool natural = true;
      if (all_true(line.conditions, slots, fault, patience) &&
          sum_of_parts(line.parts, slots, sum, natural, fault, patience) && natural) {
        visit(std::move(sum));
      }
      return !has_fault(fault);
    };
    for_each_choice(std::span<const Binder>(line.binders), slots, limit, fault, look_at, patience);
    if (has_fault(fault)) break;
  }
  return fault;
}

RuleSum resolve_alias(const Rule& rule, const std::vector<int64_t>& coordinates, bool& natural,
                      Fault& fault, Patience* patience) {
  if (!rule.is_alias) return {{&rule, coordinates}};
  RuleSum sum;
  Environment slots = coordinates;
  sum_of_parts(rule.alias, slots, sum, natural, fault, patience);
  return sum;
}

Attempt<RuleSum> resolve_alias(const Rule& rule, const std::vector<int64_t>& coordinates,
                               const Budget& budget) {
  Fault fault;
  bool natural = true;
  Patience patience(budget);
  RuleSum sum = resolve_alias(rule, coordinates, natural, fault, &patience);
  const auto position = [&] { return to_string(RuleSum{{&rule, coordinates}}); };
  switch (fault.kind) {
    case Fault::Kind::none:
      break;
    case Fault::Kind::out_of_patience:
      return budget.why();
    case Fault::Kind::overflow:
      return Error::declined(fmt::format("{} in {}", describe(fault.kind), position()),
                             Error::Cause::beyond_64_bits);
    case Fault::Kind::too_many_parts:
      return Error::declined(fmt::format("{} in {}", describe(fault.kind), position()));
    case Fault::Kind::division_by_zero:
    case Fault::Kind::negative_root:
    case Fault::Kind::no_element:
      return Error::input(fmt::format("{} in {}", describe(fault.kind), position()));
  }
  if (!natural)
    return Error::input(
        fmt::format("{} stands for a position with a negative coordinate", position()));
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
