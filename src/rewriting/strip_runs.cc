#include "rewriting/strip_runs.h"

#include <algorithm>

#include "rewriting/targets.h"

namespace grundy {
namespace {

/// The cells that a line takes; nothing if it does anything else.
std::optional<StripRuns::Taken> taken_by(const BoardLine& line, Cell& live) {
  if (line.steps.size() != 1 || line.to || line.steps[0].kind != Step::Kind::laid ||
      !line.binders.empty() || !line.conditions.empty())
    return std::nullopt;
  const Step& step = line.steps[0];
  if (step.left.size() != 1 || step.right.size() != 1 ||
      step.left[0].size() != step.right[0].size())
    return std::nullopt;
  StripRuns::Taken taken{0, false, 0};
  const auto letter_of_item = [](const Item& item) {
    const bool is_one = item.kind == Item::Kind::letters && item.listed.size() == 1 &&
                        item.letters.count() == 1 && !item.all && item.named == kNoSlot &&
                        item.repeat != Item::Repeat::times;
    return is_one ? letter_cell(item.listed[0]) : Cell{0};
  };
  for (size_t i = 0; i < step.left[0].size(); ++i) {
    const Item& before = step.left[0][i];
    const Item& after = step.right[0][i];
    const Cell seen = letter_of_item(before), written = letter_of_item(after);
    if (seen == 0 || written == 0 || before.repeat != after.repeat) return std::nullopt;
    if ((live != 0 && seen != live) || (taken.becomes != 0 && written != taken.becomes))
      return std::nullopt;
    live = seen;
    taken.becomes = written;
    taken.least += before.repeat == Item::Repeat::star ? 0 : 1;
    taken.or_more = taken.or_more || before.is_run();
  }
  if (taken.least == 0) return std::nullopt;
  return taken;
}

}  // namespace

std::optional<Cell> StripRuns::becomes(int64_t count) const {
  for (const Taken& one : taken) {
    if (count == one.least || (one.or_more && count > one.least)) return one.becomes;
  }
  return std::nullopt;
}

std::optional<StripRuns> strip_runs(const Rule& rule) {
  const BoardRule& board = *rule.board;
  if (board.space.kind != SpaceKind::strip || board.space.numbers || rule.arity() > 0 ||
      board.lines.empty() || !board.always.empty() || !board.over.empty() || !board.ends.empty() ||
      has_reply_words(rule))
    return std::nullopt;
  StripRuns result;
  for (const BoardLine& line : board.lines) {
    const auto taken = taken_by(line, result.live);
    if (!taken) return std::nullopt;
    result.taken.push_back(*taken);
  }
  const auto is_taken_again = [&](const StripRuns::Taken& one) {
    return one.becomes == result.live;
  };
  if (std::any_of(result.taken.begin(), result.taken.end(), is_taken_again)) return std::nullopt;

  auto heaps = std::make_unique<Rule>();
  heaps->name = rule.name;
  heaps->full_name = rule.full_name;
  heaps->coordinates = {"n"};
  heaps->source = rule.source;
  for (const StripRuns::Taken& one : result.taken) {
    // g(a) + g(n - k - a) for k in least..n, a in 0..n - k
    MoveLine& move = heaps->moves.emplace_back();
    move.slot_names = {"n", "k", "a"};
    const auto between = [&](size_t variable, Expr low, Expr high) {
      Binder& binder = move.binders.emplace_back();
      binder.slots = {variable};
      binder.low = {std::move(low)};
      binder.high = {std::move(high)};
    };
    between(1, constant(one.least), one.or_more ? slot(0) : constant(one.least));
    const Expr left = apply(Op::sub, {slot(0), slot(1)});
    between(2, constant(0), left);
    move.parts.push_back({heaps.get(), {slot(2)}, {}, {}, {}});
    move.parts.push_back({heaps.get(), {apply(Op::sub, {left, slot(2)})}, {}, {}, {}});
  }
  result.rule = std::move(heaps);
  return result;
}

}  // namespace grundy
