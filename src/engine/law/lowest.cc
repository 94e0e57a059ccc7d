#include "engine/law/lowest.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/wrapped.h"
#include "engine/law/growth.h"

namespace grundy {
namespace {

constexpr int64_t kGreatestHeap = int64_t{1} << 62;
constexpr uint64_t kRunsAtOnce = 256;  // between two looks at the budget

/// h, and the least n that has a move at all.
struct LowestOptions {
  Expr highest;
  int64_t from = 0;
};

bool is_n(const Expr& term) { return term.op == Op::slot && term.value == 0; }
bool is_constant(const Expr& term, int64_t value) {
  return term.op == Op::constant && term.value == value;
}

/// n > 0, n >= 1, n != 0.
bool says_not_empty(const Expr& condition) {
  if (condition.args.size() != 2) return false;
  const Expr& a = condition.args[0];
  const Expr& b = condition.args[1];
  if (condition.op == Op::lt) return is_constant(a, 0) && is_n(b);
  if (condition.op == Op::le) return is_constant(a, 1) && is_n(b);
  return condition.op == Op::ne &&
         ((is_constant(a, 0) && is_n(b)) || (is_constant(b, 0) && is_n(a)));
}

/// n - k for k in L..n, or k for k in 0..h.
std::optional<LowestOptions> lowest_options(const Rule& rule) {
  if (rule.moves.size() != 1) return std::nullopt;
  const MoveLine& line = rule.moves[0];
  const Part* part = only_part(rule, line);
  if (line.binders.size() != 1 || part == nullptr) return std::nullopt;
  const Binder& binder = line.binders[0];
  if (binder.kind != Binder::Kind::range || binder.high.empty()) return std::nullopt;
  LowestOptions options;
  if (!line.conditions.empty()) {
    if (line.conditions.size() != 1 || !says_not_empty(line.conditions[0])) return std::nullopt;
    options.from = 1;
  }
  const Expr& to = part->coordinates[0];
  const auto is_bound = [&](const Expr& term) { return term.op == Op::slot && term.value == 1; };
  if (is_bound(to) && (binder.low.empty() || is_constant(binder.low[0], 0))) {
    options.highest = binder.high[0];
  } else if (to.op == Op::sub && is_n(to.args[0]) && is_bound(to.args[1]) && is_n(binder.high[0]) &&
             !binder.low.empty()) {
    options.highest = apply(Op::sub, {slot(0), binder.low[0]});
  } else {
    return std::nullopt;
  }
  const auto rise = greatest_rise_of(options.highest);
  const auto first = term_at(options.highest, options.from);
  // n - h(n) never falls: it is at least 1 if it is where play begins.
  if (!rise || *rise > 1 || !first || options.from - *first < 1) return std::nullopt;
  return options;
}

/// The least n in (low, high] with `holds`, which is monotone and true at high.
template <class Holds>
int64_t least_above(int64_t low, int64_t high, Holds&& holds) {
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

class LowestSolver final : public RuleSolver {
 public:
  LowestSolver(const RuleGame& game, LowestOptions options)
      : RuleSolver(game), options_(std::move(options)) {}

  std::string_view engine() const override { return "lowest heaps"; }
  std::string knows() const override {
    return "the options of a heap are the lowest ones: one more than the highest option";
  }

  double cost(std::span<const Position>) const override { return cost::kChain; }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    std::vector<Ordinal> result;
    for (const Coordinates& position : positions) {
      Attempt<int64_t> one = value(position[0], budget);
      if (!one) return std::move(one).error();
      result.emplace_back(static_cast<uint64_t>(*one));
    }
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    auto heaps = heaps_of(position, value, budget);
    if (!heaps) return std::move(heaps).error();
    MoveSet result;
    for (int64_t to = heaps->first; to <= heaps->second; ++to) {
      if (result.moves.size() == limit) {
        result.all = false;
        break;
      }
      result.moves.push_back({{game().at(std::vector<int64_t>{to})}, ""});
    }
    return result;
  }

  Attempt<std::optional<Natural>> count_moves_to(const Position& position, const Value& value,
                                                 Budget& budget) override {
    if (value.is_loopy()) return std::optional<Natural>(Natural(0));
    auto heaps = heaps_of(game().coordinates(position), value.ordinal(), budget);
    if (!heaps) return std::move(heaps).error();
    return std::optional<Natural>(Natural(static_cast<uint64_t>(heaps->second + 1 - heaps->first)));
  }

  std::string explanation(const Position&) override { return wrapped(in_words().says) + "\n"; }
  std::optional<LawInWords> law(Budget&) override { return in_words(); }

 private:
  LawInWords in_words() const {
    const std::string& n = rule().coordinates[0];
    return {
        fmt::format("The value of {0} is one more than that of h({0}), the greatest heap to which "
                    "a move leads, and 0 where there is no move.",
                    n),
        fmt::format("The options of {0} are the heaps from 0 to h({0}), and h never falls. So the "
                    "value never falls, either, and the values of the options are all numbers "
                    "from 0 to that of h({0}).",
                    n)};
  }
  int64_t highest(int64_t n) const { return *term_at(options_.highest, n); }

  Attempt<int64_t> value(const Natural& heap, Budget& budget) const {
    // A term that never falls, nor do its own terms, stays within 64 bits below the heap when it
    // does there.
    if (heap > Natural(static_cast<uint64_t>(kGreatestHeap)) ||
        !term_at(options_.highest, static_cast<int64_t>(heap.small())))
      return Error::declined("a term goes beyond 2^63", Error::Cause::beyond_64_bits);
    int64_t count = 0;
    uint64_t runs = 0;
    for (auto n = static_cast<int64_t>(heap.small());;) {
      if (++runs % kRunsAtOnce == 0 && budget.spent()) return budget.why();
      const int64_t high = n < options_.from ? -1 : highest(n);
      if (high < 0) return count;
      // From `first` to n the difference is the same; a step from there is below `first`.
      const int64_t step = n - high;
      const int64_t first =
          n - step < options_.from ? n : least_above(options_.from - 1, n, [&](int64_t m) {
            return m - highest(m) >= step;
          });
      const int64_t steps = (n - first) / step + 1;
      const int64_t end = n - steps * step;
      if (end < 0) return count + steps - 1;
      count += steps;
      n = end;
    }
  }

  /// The first and the last of the heap's options that have this value.
  Attempt<std::pair<int64_t, int64_t>> heaps_of(const Coordinates& position, const Ordinal& value,
                                                Budget& budget) const {
    const std::pair<int64_t, int64_t> none(0, -1);
    Attempt<int64_t> own = this->value(position[0], budget);
    if (!own) return std::move(own).error();
    const auto n = static_cast<int64_t>(position[0].small());
    if (!value.is_finite() || value.finite() >= Natural(static_cast<uint64_t>(*own))) return none;
    const auto wanted = static_cast<int64_t>(value.finite().small());
    const int64_t high = highest(n);
    std::optional<Error> failed;
    // The least heap of at least this value, or high + 1.
    const auto least_of = [&](int64_t least) {
      return least_above(-1, high + 1, [&](int64_t m) {
        Attempt<int64_t> one = this->value(Natural(static_cast<uint64_t>(m)), budget);
        if (one) return *one >= least;
        failed = std::move(one).error();
        return true;
      });
    };
    const std::pair<int64_t, int64_t> found(least_of(wanted), least_of(wanted + 1) - 1);
    if (failed) return *std::move(failed);
    return found;
  }

  LowestOptions options_;
};

class LowestEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "lowest heaps"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    if (rule.arity() != 1 || rule.is_alias || rule.moves_by_code) return nullptr;
    auto options = lowest_options(rule);
    return options ? std::make_unique<LowestSolver>(game, *std::move(options)) : nullptr;
  }
};

}  // namespace

const Engine* lowest_engine() {
  static const LowestEngine engine;
  return &engine;
}

}  // namespace grundy
