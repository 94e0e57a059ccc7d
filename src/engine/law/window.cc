#include "engine/law/window.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/wrapped.h"
#include "engine/law/edge.h"

namespace grundy {
namespace {

constexpr uint64_t kLooksAtBudget = 64;  // steps of a chain between two looks at the budget

/// The least n in (low, high] with `holds`, which is monotone, false at low and true at high.
template <class Holds>
Natural least_with(Natural low, Natural high, Holds&& holds) {
  while (high - low > Natural(1)) {
    Natural middle = (low + high) >> 1;
    (holds(middle) ? high : low) = std::move(middle);
  }
  return high;
}

/// The same; likely to lie near `high`, within so many steps of this size.
template <class Holds>
Natural least_near_top(Natural high, Natural step, Holds&& holds) {
  for (; step < high; step = step + step) {
    const Natural low = high - step;
    if (!holds(low)) return least_with(low, high, holds);
    high = low;
  }
  return least_with(Natural(0), high, holds);
}

/// The same in (low, high], near `low`.
template <class Holds>
Natural least_near_bottom(Natural low, const Natural& high, Holds&& holds) {
  for (Natural step(1); low + step < high; step = step + step) {
    const Natural next = low + step;
    if (holds(next)) return least_with(low, next, holds);
    low = next;
  }
  return least_with(low, high, holds);
}

class WindowSolver final : public RuleSolver {
 public:
  explicit WindowSolver(const RuleGame& game) : RuleSolver(game) {}

  std::string_view engine() const override { return "window"; }
  std::string knows() const override {
    return "whether the options of a heap are the last few: then it is as a chain";
  }

  double cost(std::span<const Position>) const override {
    return searched_ && !edge_ ? cost::kNever : cost::kChain;
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    if (auto found = find(); !found) return std::move(found).error();
    std::vector<Ordinal> result;
    for (const Coordinates& position : positions) {
      Attempt<Natural> one = value(position[0], budget);
      if (!one) return std::move(one).error();
      result.emplace_back(*std::move(one));
    }
    return result;
  }

  /// Every value below that of a full window is in it once.
  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    if (auto found = find(); !found) return std::move(found).error();
    MoveSet result;
    const Natural& n = position[0];
    if (!value.is_finite() || n.is_zero()) return result;
    if (!edge_->reaches(n))
      return Error::declined("a term goes beyond 2^63", Error::Cause::beyond_64_bits);
    Attempt<std::optional<Natural>> place = last_place(value.finite(), n - Natural(1), budget);
    if (!place) return std::move(place).error();
    if (!*place || **place < lowest(n)) return result;
    if (limit == 0) {
      result.all = false;
    } else {
      result.moves.push_back({{game().at({**place})}, ""});
    }
    return result;
  }

  std::string explanation(const Position&) override {
    return edge_ ? wrapped(in_words().says) + "\n" : "";
  }
  std::optional<LawInWords> law(Budget&) override {
    return find() ? std::optional(in_words()) : std::nullopt;
  }

 private:
  LawInWords in_words() const {
    const std::string& n = rule().coordinates[0];
    return {
        fmt::format("The options of {0} are the heaps from l({0}) to {0} - 1, where l({0}) grows "
                    "by 0 or 1 with {0}; so the value of {0} is {0} - l({0}) where l({0}) = "
                    "l({0} - 1), and elsewhere that of l({0}) - 1.",
                    n),
        fmt::format("By induction the heaps from l({0}) to {0} have the values from 0 to {0} - "
                    "l({0}), each once: where l stands still, {0} has a new value, and where it "
                    "moves on, the value of the heap that is no option any more.",
                    n)};
  }
  Attempt<void> find() {
    if (!searched_) {
      searched_ = true;
      edge_ = WindowEdge::of(game().facts());
    }
    if (edge_) return {};
    return Error::declined("the options of a heap are not the last few");
  }

  Natural lowest(const Natural& n) { return edge_->lowest(n); }
  Natural width(const Natural& n) { return n - lowest(n); }

  Attempt<Natural> value(Natural n, Budget& budget) {
    if (!edge_->reaches(n))
      return Error::declined("a term goes beyond 2^63", Error::Cause::beyond_64_bits);
    for (uint64_t steps = 1;; ++steps) {
      if (steps % kLooksAtBudget == 0 && budget.spent()) return budget.why();
      // From `first` to n the width is the same; `first` has it as its value, and n's is that of
      // each heap width + 1 below.
      const Natural here = width(n);
      if (here.is_zero()) return Natural(0);
      const Natural step = here + Natural(1);
      const Natural first =
          least_near_top(n, step, [&](const Natural& m) { return width(m) >= here; });
      const Natural rest = (n - first) % step;
      if (rest.is_zero()) return here;
      // first + rest is the last one of the chain from `first` on.
      n = first + rest - step;
    }
  }

  /// The last heap up to n with this value; nothing when there is none.
  Attempt<std::optional<Natural>> last_place(const Natural& value, const Natural& n,
                                             Budget& budget) {
    if (width(n) < value) return std::optional<Natural>();
    Natural place = value.is_zero() ? Natural(0) : least_with(Natural(0), n, [&](const Natural& m) {
      return width(m) >= value;
    });
    for (uint64_t steps = 1;; ++steps) {
      if (steps % kLooksAtBudget == 0 && budget.spent()) return budget.why();
      // The next heap of this value is the one for which `place` leaves the window.
      if (lowest(n) <= place) return std::optional<Natural>(place);
      const auto has_left = [&](const Natural& m) { return lowest(m) > place; };
      const Natural next =
          least_near_bottom(std::min(place + width(place), n - Natural(1)), n, has_left);
      // As long as the width stays, it comes again after as many heaps.
      const Natural step = next - place;
      const Natural wide = width(next);
      const Natural most = (n - place) / step;
      const Natural first_wider = least_near_bottom(
          Natural(1), most + Natural(1),
          [&](const Natural& times) { return times > most || width(place + times * step) > wide; });
      place = place + (first_wider - Natural(1)) * step;
    }
  }

  std::optional<WindowEdge> edge_;
  bool searched_ = false;
};

class WindowEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "window"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    if (rule.arity() != 1 || rule.is_alias || rule.moves_by_code || game.is_endless() ||
        !game.facts().stays_in_game())
      return nullptr;
    const bool single =
        std::all_of(rule.moves.begin(), rule.moves.end(),
                    [&](const MoveLine& line) { return only_part(rule, line) != nullptr; });
    return single ? std::make_unique<WindowSolver>(game) : nullptr;
  }
};

}  // namespace

const Engine* window_engine() {
  static const WindowEngine engine;
  return &engine;
}

}  // namespace grundy
