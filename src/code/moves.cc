#include "code/moves.h"

#include <fmt/format.h>

#include "rule/heap_splits.h"

namespace grundy {
namespace {

class VisitSink {
 public:
  static constexpr uint32_t kMovesInAStep = 1;  // each is made into a sum, and visited
  explicit VisitSink(const std::function<bool(RuleSum)>& visit) : visit_(visit) {}
  bool options(const NestCode& nest, const Bundle& bundle) {
    for (size_t j = 0; j < bundle.count; ++j) {
      if (bundle.mask != nullptr && bundle.mask[j] == 0) continue;
      if (!visit_(move_of(nest, bundle, j))) return false;
    }
    return true;
  }
  bool sum(const MoveLine&, RuleSum sum) { return visit_(std::move(sum)); }

 private:
  const std::function<bool(RuleSum)>& visit_;
};

Attempt<void> for_each_move_by_code(const Rule& rule, const std::vector<int64_t>& coordinates,
                                    const Budget& budget,
                                    const std::function<bool(RuleSum)>& visit) {
  Patience patience(budget);
  const auto each = [&](std::span<const uint64_t> heaps) {
    return visit(sum_of_heaps(rule, heaps));
  };
  switch (for_each_split(*rule.code, static_cast<uint64_t>(coordinates[0]), each, &patience)) {
    case Listing::too_many_heaps:
      return Error::declined(fmt::format("a move from {} leads to more than {} heaps",
                                         to_string(RuleSum{{&rule, coordinates}}), kMostHeaps));
    case Listing::out_of_patience:
      return budget.why();
    case Listing::complete:
    case Listing::stopped:
      break;
  }
  return {};
}

}  // namespace

RuleSum move_of(const NestCode& nest, const Bundle& bundle, size_t j) {
  RuleSum sum;
  for (const PartCode& part : nest.parts) {
    RulePosition position{part.part->game, {}};
    for (size_t i = 0; i < part.coordinates.size(); ++i) {
      const int64_t* value = bundle.value(part, i);
      if (nest.strided) {
        const int64_t steps = bundle.steps != nullptr ? bundle.steps[j] : static_cast<int64_t>(j);
        position.coordinates.push_back(value[0] + steps * part.distance[i]);
      } else {
        position.coordinates.push_back(value[part.per_lane[i] ? j : 0]);
      }
    }
    sum.push_back(std::move(position));
  }
  return sum;
}

Error halt_error(const Rule& rule, const std::vector<int64_t>& coordinates, const Halt& halt,
                 const Budget& budget) {
  const std::string position = to_string(RuleSum{{&rule, coordinates}});
  auto at = [&](Error::Kind kind, Span span, std::string message) {
    return Error{kind,
                 {locate(Diagnostic::Severity::error, std::move(message), rule.source->name,
                         rule.source->text, span)}};
  };
  switch (halt.kind) {
    case Halt::Kind::fault:
      if (halt.fault.kind == Fault::Kind::overflow) {
        Error error = at(Error::Kind::declined, halt.fault.span,
                         fmt::format("a term goes beyond 2^63 in a move from {}", position));
        error.cause = Error::Cause::beyond_64_bits;
        return error;
      }
      if (halt.fault.kind == Fault::Kind::too_many_parts) {
        return at(Error::Kind::declined, halt.fault.span,
                  fmt::format("{} in a move from {}", describe(halt.fault.kind), position));
      }
      return at(Error::Kind::input, halt.fault.span,
                fmt::format("{} in a move from {}", describe(halt.fault.kind), position));
    case Halt::Kind::infinite:
      return at(Error::Kind::declined, halt.loop->span,
                fmt::format("infinitely many moves from {}, because '{}' has no upper end",
                            position, halt.line->slot_names[halt.loop->slots[0]]));
    case Halt::Kind::unseen:
      return Error{Error::Kind::declined, {unseen_bound(rule, *halt.line, *halt.loop)}};
    case Halt::Kind::spent:
      return budget.why();
    case Halt::Kind::none:
    case Halt::Kind::stopped:
      break;
  }
  return Error::internal("a run of the machine ended without a reason");
}

Attempt<void> MoveLister::for_each_move(const Rule& rule, const std::vector<int64_t>& coordinates,
                                        const Budget& budget,
                                        const std::function<bool(RuleSum)>& visit) {
  if (rule.moves_by_code) return for_each_move_by_code(rule, coordinates, budget, visit);
  std::unique_ptr<const Program>& program = programs_[&rule];
  if (!program) program = lower(rule, INT64_MAX / 2);
  if (!program)
    return Error::declined(
        fmt::format("the rule of '{}' is too long for the machine", rule.full_name));
  Machine machine(*program, budget);
  VisitSink sink(visit);
  const bool is_complete = machine.run(coordinates, sink);
  machine.count_rest();
  if (is_complete || machine.halt().kind == Halt::Kind::stopped) return {};
  return halt_error(rule, coordinates, machine.halt(), budget);
}

}  // namespace grundy
