// Coordinates that moves only raise, to an end that is a number: how much is missing takes their
// place.
//
// Problem: laws far out are sought for what falls to 0. In `race(t + k) for k in 1..10 if t + k <=
// 10**9` the position 0 is the far one.
// Idea: the greatest number N to which any move raises t is found (closed_box.h); in terms of N - t
// play falls.
// Example: the race is `g(s - k) for k in 1..10 if k <= s`.
// Cost: an integer program or two for each coordinate.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/closed_box.h"
#include "engine/search/combination.h"
#include "engine/search/rewriting.h"
#include "rule/simplify.h"

namespace grundy {
namespace {

constexpr unsigned long kRisingSteps = 200'000;  // of isl

/// The rule without the lines that end play.
std::unique_ptr<const Rule> without_ends(const Rule& rule) {
  auto result = std::make_unique<Rule>(rule);
  std::erase_if(result->moves, [](const MoveLine& line) { return line.parts.empty(); });
  for (MoveLine& line : result->moves) {
    for (Part& part : line.parts) {
      if (part.game == &rule) part.game = result.get();
    }
  }
  return result;
}

/// The end of each coordinate that moves only raise, -1 for others.
std::vector<int64_t> ends_of_rising(const Facts& facts) {
  const auto& order = facts.sweep_order();
  const auto is_raised = [](const SweepStep& step) { return step.descending; };
  if (!order || std::none_of(order->begin(), order->end(), is_raised)) return {};
  const size_t arity = facts.rule().arity();
  const Attempt<isl::Map>& moves = facts.relation(Effort::quick);
  if (!moves) return {};
  facts.context(kRisingSteps);
  std::vector<int64_t> result;
  for (size_t i = 0; i < arity; ++i) {
    const auto place = static_cast<int>(i);
    const isl::Map lowered(isl_map_order_gt(moves->copy(), isl_dim_in, place, isl_dim_out, place));
    const bool rises = isl_map_is_empty(lowered.keep()) == isl_bool_true;
    result.push_back(rises ? raised_to(*moves, static_cast<unsigned>(i)).value_or(-1) : -1);
  }
  const bool any = std::any_of(result.begin(), result.end(), [](int64_t end) { return end >= 0; });
  return any ? result : std::vector<int64_t>();
}

class FallingRewriting final : public Rewriting {
 public:
  FallingRewriting(const Rule& rule, std::vector<int64_t> ends)
      : rule_(rule), ends_(std::move(ends)) {}

  std::string knows() const override {
    for (size_t i = 0; i < ends_.size(); ++i) {
      if (ends_[i] >= 0)
        return fmt::format("{} only rises, to {} at most", rule_.coordinates[i], ends_[i]);
    }
    return {};
  }
  std::optional<std::vector<int64_t>> key(const Coordinates& position) const override {
    for (size_t i = 0; i < ends_.size(); ++i) {
      if (ends_[i] >= 0 && position[i] > Natural(static_cast<uint64_t>(ends_[i])))
        return std::nullopt;
    }
    return std::vector<int64_t>();
  }

  std::unique_ptr<const Rule> rule(const std::vector<int64_t>&) const override {
    auto result = std::make_unique<Rule>(rule_);
    for (size_t i = 0; i < ends_.size(); ++i) {
      if (ends_[i] >= 0)
        result->coordinates[i] = fmt::format("({} - {})", ends_[i], rule_.coordinates[i]);
    }
    for (MoveLine& line : result->moves) {
      turn_round(line);
      for (Part& part : line.parts) part.game = result.get();
    }
    return result;
  }
  Coordinates there(const Coordinates& position) const override {
    Coordinates result = position;
    for (size_t i = 0; i < ends_.size(); ++i) {
      if (ends_[i] >= 0) result[i] = Natural(static_cast<uint64_t>(ends_[i])) - position[i];
    }
    return result;
  }
  std::pair<const Rule*, Coordinates> back(const Coordinates& position,
                                           const Coordinates&) const override {
    return {&rule_, there(position)};
  }

 private:
  static Expr missing(int64_t end, Expr term) {
    return tidy(apply(Op::sub, {constant(end), std::move(term)}));
  }

  /// A comparison without what its sides have in common.
  static Expr gathered(Expr condition) {
    if ((condition.op != Op::le && condition.op != Op::lt) || condition.quantifier)
      return condition;
    Combination more;
    if (!more.add(condition.args[1], 1) || !more.add(condition.args[0], -1)) return condition;
    Combination less;
    if (more.constant < 0 && more.constant != INT64_MIN) {
      less.constant = -more.constant;
      more.constant = 0;
    }
    for (auto& [term, count] : more.terms) {
      if (count >= 0 || count == INT64_MIN) continue;
      less.terms.emplace_back(term, -count);
      count = 0;
    }
    return simplified(apply(condition.op, {less.expr(), more.expr()}));
  }

  /// The coordinates, and variables that are new ones, become what they lack.
  void turn_round(MoveLine& line) const {
    std::vector<Expr> terms;
    for (size_t s = 0; s < line.slot_names.size(); ++s) terms.push_back(slot(s));
    std::vector<std::pair<size_t, int64_t>> reflected;
    std::vector<Expr> at_least_0;  // a number below 0 would be no move
    for (size_t i = 0; i < ends_.size(); ++i) {
      if (ends_[i] < 0) continue;
      terms[i] = missing(ends_[i], slot(i));
      for (size_t b = 0; b < line.binders.size(); ++b) {
        const auto is_this = [&](const auto& one) { return one.first == b; };
        if (!is_new(line, line.binders[b], i) ||
            std::any_of(reflected.begin(), reflected.end(), is_this))
          continue;
        const size_t variable = line.binders[b].slots[0];
        terms[variable] = missing(ends_[i], slot(variable));
        reflected.emplace_back(b, ends_[i]);
      }
      for (const Part& part : line.parts) {
        if (!is_natural(part.coordinates[i]))
          at_least_0.push_back(apply(Op::le, {constant(0), part.coordinates[i]}));
      }
    }
    line.conditions.insert(line.conditions.end(), at_least_0.begin(), at_least_0.end());
    put_other_slots(line, terms);
    for (const auto& [binder, end] : reflected) reflect(line.binders[binder], end);
    for (Expr& condition : line.conditions) condition = gathered(tidy(std::move(condition)));
    for (size_t i = 0; i < ends_.size(); ++i) {
      if (ends_[i] < 0) continue;
      for (Part& part : line.parts)
        part.coordinates[i] = missing(ends_[i], std::move(part.coordinates[i]));
    }
  }
  /// Whether coordinate i of all parts is the binder's variable.
  static bool is_new(const MoveLine& line, const Binder& binder, size_t i) {
    return binder.kind == Binder::Kind::range && binder.slots.size() == 1 && !line.parts.empty() &&
           std::all_of(line.parts.begin(), line.parts.end(), [&](const Part& part) {
             return is_slot(part.coordinates[i], binder.slots[0]);
           });
  }
  static void reflect(Binder& binder, int64_t end) {
    const auto low = std::move(binder.low), high = std::move(binder.high);
    binder.low.clear();
    binder.high = {low.empty() ? constant(end) : missing(end, low[0])};
    if (!high.empty())
      binder.low = {simplified(apply(Op::max, {missing(end, high[0]), constant(0)}))};
  }

  const Rule& rule_;
  std::vector<int64_t> ends_;  // N for each coordinate that rises, -1 for the others
};

}  // namespace

std::unique_ptr<Rewriting> with_falling_coordinates(const Facts& facts) {
  const std::vector<MoveLine>& lines = facts.rule().moves;
  std::vector<int64_t> ends;
  if (std::any_of(lines.begin(), lines.end(),
                  [](const MoveLine& line) { return line.parts.empty(); })) {
    const auto moving = without_ends(facts.rule());
    ends = ends_of_rising(Facts(*moving));
  } else {
    ends = ends_of_rising(facts);
  }
  return ends.empty() ? nullptr : std::make_unique<FallingRewriting>(facts.rule(), std::move(ends));
}

}  // namespace grundy
