// What nests tell without being run: how far their slots reach, which lines never apply, whether
// their loops end.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/nest.h"
#include "analysis/relation.h"
#include "rule/print.h"

namespace grundy {
namespace {

/// The greatest value of the variable at which the condition may hold, where it is false for ever
/// once it is false.
int64_t last_possible(const Expr& stop, size_t variable, std::vector<Interval> slots) {
  auto possible = [&](int64_t value) {
    slots[variable] = {value, value};
    const int64_t small = interval(stop.args[0], slots).low;
    const int64_t large = interval(stop.args[1], slots).high;
    return small < large || (small == large && stop.op == Op::le);
  };
  constexpr int64_t kFar = int64_t{1} << 40;
  int64_t most = 1;
  while (most < kFar && possible(most)) most *= 2;
  if (most >= kFar) return Interval::kInfinity;
  int64_t least = most / 2;  // possible, or 0
  while (least + 1 < most) {
    const int64_t middle = least + (most - least) / 2;
    (possible(middle) ? least : most) = middle;
  }
  return least;
}

}  // namespace

std::vector<Interval> slot_intervals(std::span<const int64_t> most, const MoveLine& line,
                                     const Nest& nest) {
  std::vector<Interval> slots(line.slot_names.size(), Interval{0, Interval::kInfinity});
  for (size_t i = 0; i < most.size(); ++i) slots[i] = {0, most[i]};
  for (const Loop& loop : nest.loops) {
    if (loop.kind == Loop::Kind::elements)
      slots.resize(
          std::max(slots.size(), 1 + *std::max_element(loop.slots.begin(), loop.slots.end())));
    Interval& range = slots[loop.slots[0]];
    switch (loop.kind) {
      case Loop::Kind::range:
        for (const Expr& low : loop.low) range.low = std::max(range.low, interval(low, slots).low);
        for (const Expr& high : loop.high)
          range.high = std::min(range.high, interval(high, slots).high);
        for (const Expr& stop : loop.stop) {
          const int64_t last = last_possible(stop, loop.slots[0], slots);
          if (last < Interval::kInfinity) range.high = std::min(range.high, last + kPastTheStop);
        }
        range.high = std::max(range.high, range.low);
        break;
      case Loop::Kind::solved:
        range.high = std::max<int64_t>(0, interval(loop.low[0], slots).high);
        break;
      case Loop::Kind::elements:
        for (size_t j = 0; j < loop.slots.size(); ++j) {
          int64_t largest = 0;
          for (size_t i = 0; i < loop.set->size(); ++i)
            largest = std::max(largest, loop.set->flat[i * loop.set->arity + j]);
          slots[loop.slots[j]].high = largest;
        }
        break;
      case Loop::Kind::values:
        range.high = 0;
        for (const Expr& value : loop.values)
          range.high = std::max(range.high, interval(value, slots).high);
        break;
    }
  }
  return slots;
}

std::vector<Diagnostic> warnings_about(const Rule& rule) {
  std::vector<Diagnostic> result;
  // The cases of a line with a choice have one place in the text; one of them may apply.
  std::vector<const MoveLine*> never;
  std::set<size_t> applied;
  for (const MoveLine& line : rule.moves) {
    const bool empty_set =
        std::any_of(line.binders.begin(), line.binders.end(), [](const Binder& binder) {
          return binder.kind == Binder::Kind::in_set && binder.set->size() == 0 &&
                 !binder.set->complement;
        });
    if (empty_set || !nests_of(rule, line).empty()) {
      applied.insert(line.span.begin);
    } else {
      never.push_back(&line);
    }
  }
  for (const MoveLine* line : never) {
    if (!applied.insert(line->span.begin).second) continue;
    result.push_back(locate(Diagnostic::Severity::warning,
                            "this move can never apply: its conditions exclude each other",
                            rule.source->name, rule.source->text, line->span));
  }
  return result;
}

namespace {

bool mentions_slot(const Expr& expr, size_t slot) {
  return (expr.op == Op::slot && expr.value == static_cast<int64_t>(slot)) ||
         std::any_of(expr.args.begin(), expr.args.end(),
                     [&](const Expr& arg) { return mentions_slot(arg, slot); });
}

bool is_predicate(Op op) { return op == Op::isprime || op == Op::issquare || op == Op::ispower; }

/// The condition on the slot that is not decided: a predicate where there is one, else the first
/// that names the slot.
const Expr* undecided_condition(const MoveLine& line, size_t slot) {
  const Expr* first = nullptr;
  for (const Expr& condition : line.conditions) {
    if (!mentions_slot(condition, slot)) continue;
    if (is_predicate(condition.op)) return &condition;
    if (first == nullptr) first = &condition;
  }
  return first;
}

/// Where this line is an exact relation: the first other line that is none.
const MoveLine* line_beyond(const Rule& rule, const MoveLine& line) {
  constexpr unsigned long kSteps = 100'000;  // of isl
  const isl::Context context = isl::make_context(kSteps);
  if (!line_relation(context.get(), rule, line)) return nullptr;
  const auto beyond =
      std::find_if(rule.moves.begin(), rule.moves.end(), [&](const MoveLine& other) {
        isl::allow(context.get(), kSteps);
        return !line_relation(context.get(), rule, other);
      });
  return beyond == rule.moves.end() ? nullptr : &*beyond;
}

}  // namespace

Diagnostic unseen_bound(const Rule& rule, const MoveLine& line, const Loop& loop) {
  const std::string& name = line.slot_names[loop.slots[0]];
  const Expr* condition = undecided_condition(line, loop.slots[0]);
  const auto finite_game = [&] {
    std::string low = "0";
    for (const Binder& binder : line.binders) {
      if (binder.slots == loop.slots && binder.kind == Binder::Kind::range && !binder.low.empty())
        low = print_expr(binder.low[0], line.slot_names);
    }
    return fmt::format("`for {} in {}..200` is a different, finite game", name, low);
  };
  std::string message;
  if (condition != nullptr && is_predicate(condition->op) && condition->args[0].op == Op::slot) {
    message = fmt::format(
        "infinitely many moves with `{}`: only linear conditions and remainders are decided; {}",
        print_expr(*condition, line.slot_names), finite_game());
  } else if (const MoveLine* other = line_beyond(rule, line); other != nullptr) {
    message = fmt::format(
        "no upper bound can be seen for '{}', and infinitely many moves are decided only where all "
        "lines have linear conditions and remainders: not `{}`; {}",
        name, rule.source->text.substr(other->span.begin, other->span.end - other->span.begin),
        finite_game());
  } else {
    message = fmt::format(
        "no upper bound can be seen for '{0}'; write one, as in 'for {0} <= {1}' or 'for {0} in "
        "1..{1}'",
        name, rule.coordinates[0]);
  }
  return locate(Diagnostic::Severity::error, std::move(message), rule.source->name,
                rule.source->text, loop.span);
}

bool has_open_binder(const Rule& rule) {
  return std::any_of(rule.moves.begin(), rule.moves.end(), [](const MoveLine& line) {
    return std::any_of(line.binders.begin(), line.binders.end(), [](const Binder& binder) {
      return (binder.kind == Binder::Kind::range && binder.high.empty()) ||
             (binder.kind == Binder::Kind::in_set && binder.set->complement);
    });
  });
}

bool has_infinitely_many_moves(const Rule& rule) {
  return has_open_binder(rule) &&
         std::any_of(rule.moves.begin(), rule.moves.end(), [&](const MoveLine& line) {
           const std::vector<Nest> nests = nests_of(rule, line);
           return std::any_of(nests.begin(), nests.end(), [](const Nest& nest) {
             return std::any_of(nest.loops.begin(), nest.loops.end(),
                                [](const Loop& loop) { return loop.end == Loop::End::infinite; });
           });
         });
}

}  // namespace grundy
