#include "rewriting/win_at_ends.h"

#include <algorithm>

#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

/// That no coordinate of the part is negative.
std::vector<Expr> natural_part(const Part& part) {
  std::vector<Expr> result;
  for (const Expr& one : part.coordinates) {
    if (!is_natural(one)) result.push_back(apply(Op::le, {constant(0), one}));
  }
  return result;
}

/// Whether the least choice of the line's one variable leads on if any does: no condition speaks of
/// it, and each coordinate falls as it grows, or is the variable itself.
bool is_told_by_least(const MoveLine& line) {
  if (line.binders.size() != 1 || line.binders[0].kind != Binder::Kind::range) return false;
  const size_t k = line.binders[0].slots[0];
  const auto speaks = [&](const Expr& one) { return mentions(one, k); };
  const auto falls = [&](const Expr& one) {
    return !speaks(one) || is_slot(one, k) ||
           (one.op == Op::sub && !speaks(one.args[0]) && is_slot(one.args[1], k));
  };
  const std::vector<Expr>& to = line.parts[0].coordinates;
  return std::none_of(line.conditions.begin(), line.conditions.end(), speaks) &&
         std::all_of(to.begin(), to.end(), falls);
}

/// That the line has a move.
Expr has_move(const MoveLine& line) {
  std::vector<Expr> conditions = line.conditions;
  std::vector<Expr> naturals = natural_part(line.parts[0]);
  const bool by_least = is_told_by_least(line);
  if (by_least) {
    const Binder& binder = line.binders[0];
    const Expr low = binder.low.empty() ? constant(0) : binder.low[0];
    const Expr least = is_natural(low) ? low : simplified(apply(Op::max, {constant(0), low}));
    std::vector<Expr> terms;
    for (size_t s = 0; s < line.slot_names.size(); ++s)
      terms.push_back(s == binder.slots[0] ? least : slot(s));
    for (Expr& one : naturals) one = substitute(one, terms);
    naturals.push_back(apply(Op::le, {least, binder.high[0]}));
  }
  conditions.insert(conditions.end(), naturals.begin(), naturals.end());
  Expr condition = all_of(std::move(conditions));
  if (line.binders.empty() || by_least) return condition;
  auto made = std::make_shared<Quantifier>();
  made->binders = line.binders;
  made->condition = std::move(condition);
  Expr result;
  result.op = Op::quantifier;
  result.value = 0;  // any
  result.quantifier = std::move(made);
  return result;
}

/// The line with an end for each variable that is taken from a coordinate.
MoveLine with_ends(MoveLine line) {
  for (Binder& binder : line.binders) {
    if (binder.kind != Binder::Kind::range || !binder.high.empty() || binder.slots.size() != 1)
      continue;
    for (const Expr& one : line.parts[0].coordinates) {
      if (one.op != Op::sub || one.args[0].op != Op::slot ||
          !is_slot(one.args[1], binder.slots[0]) ||
          one.args[0].value >= static_cast<int64_t>(line.parts[0].coordinates.size()))
        continue;
      binder.high = {one.args[0]};
      break;
    }
  }
  return line;
}

bool has_ends(const Binder& binder) {
  return binder.kind == Binder::Kind::range
             ? !binder.high.empty() && binder.slots.size() == 1
             : binder.kind != Binder::Kind::in_set || !binder.set->complement;
}

}  // namespace

std::unique_ptr<const Rule> with_win_at_ends(const Rule& rule) {
  if (rule.board || rule.is_alias || rule.moves_by_code || rule.moves.empty() || rule.arity() == 0)
    return nullptr;
  MoveLine end;
  end.slot_names = rule.coordinates;
  for (const MoveLine& written : rule.moves) {
    if (only_part(rule, written) == nullptr) return nullptr;
    const MoveLine line = with_ends(written);
    if (!std::all_of(line.binders.begin(), line.binders.end(), has_ends)) return nullptr;
    end.conditions.push_back(apply(Op::logical_not, {has_move(line)}));
    if (line.slot_names.size() > end.slot_names.size()) end.slot_names = line.slot_names;
  }
  auto result = std::make_unique<Rule>(rule);
  result->code = nullptr;
  for (MoveLine& line : result->moves) line.parts[0].game = result.get();
  result->moves.push_back(std::move(end));
  return result;
}

}  // namespace grundy
