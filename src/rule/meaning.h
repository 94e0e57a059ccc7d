// The moves of a position, read directly off the Rule: slow, obvious, the definition of the
// language. Every faster form of the moves is compared with this one.
#pragma once
#include <functional>

#include "rule/evaluate.h"
#include "rule/rule.h"

namespace grundy {

/// One part of the sum that a move leads to.
struct RulePosition {
  const Rule* game = nullptr;
  std::vector<int64_t> coordinates;
  friend bool operator==(const RulePosition&, const RulePosition&) = default;
  friend auto operator<=>(const RulePosition&, const RulePosition&) = default;
};
using RuleSum = std::vector<RulePosition>;

/// Every choice of binders of every line that is a move from `coordinates`, in the order of the
/// lines and of the binders' values, with what it leads to. Unbounded binders run up to `limit`. A
/// choice counts when all conditions are true and no coordinate of the result is negative;
/// conditions that can fail are looked at last. A fault ends the enumeration. A game whose moves
/// are read from its code has them in the order of rule/heap_splits.h.
Fault moves_by_definition(const Rule& rule, const std::vector<int64_t>& coordinates, int64_t limit,
                          const std::function<void(RuleSum)>& visit, Patience* patience = nullptr);

/// Heaps of a game of one coordinate.
RuleSum sum_of_heaps(const Rule& rule, std::span<const uint64_t> heaps);

/// The sum that the parts of a move stand for once its binders have their values: sum(… for …)
/// written out, other names resolved. `natural` becomes false when a coordinate is negative (then
/// it is no move). False after a fault.
bool sum_of_parts(const std::vector<Part>& parts, Environment& slots, RuleSum& sum, bool& natural,
                  Fault& fault, Patience* patience = nullptr);

/// The sum that another name stands for at these coordinates (names for names resolved); the
/// position itself for a game with moves. `natural` becomes false when a coordinate is negative.
RuleSum resolve_alias(const Rule& rule, const std::vector<int64_t>& coordinates, bool& natural,
                      Fault& fault, Patience* patience = nullptr);
/// The same, for answers to the user: an error says why a position stands for no sum, or that the
/// budget was spent before its parts were listed.
Attempt<RuleSum> resolve_alias(const Rule& rule, const std::vector<int64_t>& coordinates,
                               const Budget& budget);

/// "kayles(2) + kayles(3)", "0".
std::string to_string(const RuleSum& sum);

}  // namespace grundy
