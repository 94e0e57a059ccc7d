#include "analysis/endless.h"

#include <algorithm>
#include <optional>

#include "analysis/affine.h"
#include "analysis/interval.h"
#include "rule/evaluate.h"

namespace grundy {
namespace {

/// The conditions under which a line without binders applies to a position, natural coordinates of
/// its parts included. Nothing for other lines.
std::optional<std::vector<Expr>> conditions_of(const MoveLine& line, size_t arity) {
  if (!line.binders.empty()) return std::nullopt;
  const std::vector<Interval> slots(arity, Interval{0, Interval::kInfinity});
  std::vector<Expr> result = line.conditions;
  for (const Part& part : line.parts) {
    if (!part.binders.empty() || part.game->is_alias) return std::nullopt;
    for (const Expr& coordinate : part.coordinates) {
      if (may_fail(coordinate)) return std::nullopt;
      if (interval(coordinate, slots).low < 0)
        result.push_back(apply(Op::le, {constant(0), coordinate}));
    }
  }
  return result;
}

}  // namespace

std::vector<EndlessMove> endless_moves(const Rule& rule) {
  std::vector<EndlessMove> result;
  for (const MoveLine& line : rule.moves) {
    const auto conditions = conditions_of(line, rule.arity());
    if (!conditions) continue;
    for (const Part& part : line.parts) {
      if (part.game != &rule) continue;
      const isl::Context context = isl::make_context(100'000);
      AffineSpace space(context.get(), line, rule.arity());
      EndlessMove move{&line, *conditions, {}};
      bool constant_step = true;
      bool grows = false;
      for (size_t i = 0; i < rule.arity(); ++i) {
        auto form = space.linear(part.coordinates[i]);
        if (!form || space.dimensions() != rule.arity()) {
          constant_step = false;
          break;
        }
        form->coefficients[i] -= 1;
        for (int64_t c : form->coefficients) constant_step = constant_step && c == 0;
        constant_step = constant_step && form->constant >= 0;
        grows = grows || form->constant > 0;
        move.step.push_back(form->constant);
      }
      if (!constant_step || !grows) continue;
      // C + step ⊆ C, where C is the set of positions that meet the conditions.
      bool exact = true;
      isl::Set here = space.facts();
      isl::Set moved = here;
      std::vector<Expr> after;
      for (size_t i = 0; i < rule.arity(); ++i)
        after.push_back(apply(Op::add, {slot(i), constant(move.step[i])}));
      for (const Expr& condition : *conditions) {
        here = isl::Set(isl_set_intersect(here.take(), space.set(condition, exact).take()));
        moved = isl::Set(
            isl_set_intersect(moved.take(), space.set(substitute(condition, after), exact).take()));
      }
      if (!exact || space.dimensions() != rule.arity()) continue;
      if (isl_set_is_subset(here.keep(), moved.keep()) == isl_bool_true &&
          isl_set_is_empty(here.keep()) == isl_bool_false) {
        result.push_back(std::move(move));
      }
    }
  }
  return result;
}

bool applies(const EndlessMove& move, const std::vector<int64_t>& coordinates) {
  Environment slots = coordinates;
  slots.resize(std::max(slots.size(), move.line->slot_names.size()));
  Fault fault;
  return std::all_of(move.conditions.begin(), move.conditions.end(), [&](const Expr& condition) {
    return evaluate(condition, slots, fault) != 0 && fault.kind == Fault::Kind::none;
  });
}

}  // namespace grundy
