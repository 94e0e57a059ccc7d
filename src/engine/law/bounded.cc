#include "engine/law/bounded.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "rule/evaluate.h"

namespace grundy {
namespace {

constexpr size_t kMostChoices = 20'000;  // of binders
constexpr int64_t kGreatestTake = 4096;
constexpr int64_t kLongestCondition = 1 << 16;  // beginning and period of the conditions together
constexpr uint64_t kMostTests = 4'000'000;      // of conditions
constexpr int64_t kSomeHeap = int64_t{1} << 40;
constexpr uint64_t kMostOptionsSeen = 200'000'000;  // options looked at
constexpr size_t kMostBoundedShown = 40;            // values
constexpr size_t kMostHeaps = size_t{1} << 24;

/// From `from` on the term has this period.
struct Recurrence {
  int64_t from = 0;
  int64_t period = 1;
};

bool is_heap(const Expr& term) { return term.op == Op::slot && term.value == 0; }

std::optional<int64_t> constant_value(const Expr& term) {
  if (slot_bound(term) > 0 || term.quantifier) return std::nullopt;
  Environment none;
  Fault fault;
  const int64_t value = evaluate(term, none, fault);
  return fault.kind == Fault::Kind::none ? std::optional(value) : std::nullopt;
}

/// Sums and products of n and constants: their remainders modulo c have the period c.
bool is_polynomial(const Expr& term) {
  if (is_heap(term) || constant_value(term)) return true;
  return (term.op == Op::add || term.op == Op::sub || term.op == Op::mul) &&
         std::all_of(term.args.begin(), term.args.end(), is_polynomial);
}

/// Of a term in slot 0 alone.
std::optional<Recurrence> recurrence(const Expr& term) {
  if (constant_value(term)) return Recurrence{};
  if (term.quantifier || term.over_cells || term.op == Op::slot || term.op == Op::in_set)
    return std::nullopt;
  if (term.op == Op::mod || (term.op == Op::gcd && term.args.size() == 2)) {
    const bool swapped = term.op == Op::gcd && constant_value(term.args[0]).has_value();
    const auto modulus = constant_value(term.args[swapped ? 0 : 1]);
    if (modulus && *modulus > 0 && *modulus <= kLongestCondition &&
        is_polynomial(term.args[swapped ? 1 : 0]))
      return Recurrence{0, *modulus};
  }
  const bool compares =
      term.op == Op::eq || term.op == Op::ne || term.op == Op::lt || term.op == Op::le;
  if (compares && (is_heap(term.args[0]) || is_heap(term.args[1]))) {
    const auto bound = constant_value(term.args[is_heap(term.args[0]) ? 1 : 0]);
    if (!bound || *bound > kLongestCondition) return std::nullopt;
    return Recurrence{std::max<int64_t>(*bound, 0) + 1, 1};
  }
  Recurrence all;
  for (const Expr& arg : term.args) {
    const auto one = recurrence(arg);
    if (!one) return std::nullopt;
    all.from = std::max(all.from, one->from);
    all.period = std::lcm(all.period, one->period);
    if (all.period > kLongestCondition) return std::nullopt;
  }
  return all;
}

struct Take {
  int64_t taken = 0;
  std::vector<Expr> conditions;  // in slot 0
};

/// The end of a range of takes, `min(n, e)` being `e`: nobody takes more than n.
Expr end_of(const Expr& high) {
  if (high.op != Op::min || high.args.size() != 2) return high;
  return is_heap(high.args[0]) ? high.args[1] : is_heap(high.args[1]) ? high.args[0] : high;
}

/// n - …, n + …, in which n stands once.
bool is_heap_less(const Expr& term) {
  return is_heap(term) || ((term.op == Op::sub || term.op == Op::add) &&
                           is_heap_less(term.args[0]) && !mentions(term.args[1], 0));
}

/// All takes of the line; false when it is of another kind.
bool add_takes(const Rule& rule, const MoveLine& line, std::vector<Take>& takes) {
  const Part* part = only_part(rule, line);
  if (part == nullptr) return false;
  const Expr& to = part->coordinates[0];
  if (!is_heap_less(to)) return false;
  std::vector<Binder> binders = line.binders;
  for (Binder& binder : binders) {
    const bool is_taken = to.op == Op::sub && is_heap(to.args[0]) && to.args[1].op == Op::slot &&
                          to.args[1].value == static_cast<int64_t>(binder.slots[0]);
    for (Expr& high : binder.high) high = is_taken ? end_of(high) : high;
    for (const auto* terms : {&binder.low, &binder.high, &binder.values}) {
      if (std::any_of(terms->begin(), terms->end(),
                      [](const Expr& term) { return mentions(term, 0); }))
        return false;
    }
    if (binder.kind == Binder::Kind::range && binder.high.empty()) return false;
    if (binder.kind == Binder::Kind::in_set && binder.set->complement) return false;
  }
  Environment slots(std::vector<int64_t>(line.slot_names.size()));
  slots[0] = kSomeHeap;
  Fault fault;
  size_t choices = 0;
  bool ours = true;
  for_each_choice(std::span<const Binder>(binders), slots, kGreatestTake, fault, [&] {
    Take take{kSomeHeap - evaluate(to, slots, fault), {}};
    ours = ++choices <= kMostChoices && take.taken >= 1 && take.taken <= kGreatestTake;
    std::vector<Expr> terms{slot(0)};
    for (size_t i = 1; i < slots.size(); ++i) terms.push_back(constant(slots[i]));
    for (const Expr& condition : line.conditions)
      take.conditions.push_back(substitute(condition, terms));
    takes.push_back(std::move(take));
    return ours && fault.kind == Fault::Kind::none;
  });
  return ours && fault.kind == Fault::Kind::none;
}

/// Numbers that may be taken, by classes of heaps: one each up to `from`, then the remainders
/// modulo `period`.
struct Takes {
  Recurrence classes;
  std::vector<std::vector<int64_t>> of_class;  // in ascending order
  int64_t greatest = 0;

  size_t class_of(int64_t n) const {
    return static_cast<size_t>(
        n < classes.from ? n : classes.from + (n - classes.from) % classes.period);
  }
};

std::optional<Takes> takes_of(const Rule& rule) {
  std::vector<Take> takes;
  for (const MoveLine& line : rule.moves) {
    if (!add_takes(rule, line, takes)) return std::nullopt;
  }
  if (takes.empty()) return std::nullopt;
  Takes result;
  for (Take& take : takes) {
    result.greatest = std::max(result.greatest, take.taken);
    for (const Expr& condition : take.conditions) {
      const auto one = recurrence(condition);
      if (!one) return std::nullopt;
      result.classes.from = std::max(result.classes.from, one->from);
      result.classes.period = std::lcm(result.classes.period, one->period);
      if (result.classes.from + result.classes.period > kLongestCondition) return std::nullopt;
    }
    std::erase_if(take.conditions,
                  [](const Expr& condition) { return constant_value(condition).value_or(0) != 0; });
  }
  std::erase_if(takes, [](const Take& take) {
    return std::any_of(take.conditions.begin(), take.conditions.end(), [](const Expr& condition) {
      return constant_value(condition).value_or(1) == 0;
    });
  });
  const int64_t classes = result.classes.from + result.classes.period;
  if (static_cast<uint64_t>(classes) * takes.size() > kMostTests) return std::nullopt;
  for (int64_t n = 0; n < classes; ++n) {
    Environment slots(std::vector<int64_t>{n});
    Fault fault;
    std::vector<int64_t>& list = result.of_class.emplace_back();
    for (const Take& take : takes) {
      const bool taken = std::all_of(
          take.conditions.begin(), take.conditions.end(),
          [&](const Expr& condition) { return evaluate(condition, slots, fault) != 0; });
      if (fault.kind != Fault::Kind::none) return std::nullopt;
      if (taken) list.push_back(take.taken);
    }
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return result;
}

class BoundedSolver final : public RuleSolver {
 public:
  BoundedSolver(const RuleGame& game, Takes takes) : RuleSolver(game), takes_(std::move(takes)) {}

  std::string_view engine() const override { return "bounded takes"; }
  std::string knows() const override {
    return period_ == 0 ? "at most a fixed number is taken: far out a period is proved"
                        : fmt::format("period {} from {} on, proved", period_, begin_);
  }

  double cost(std::span<const Position>) const override {
    return searched_ && period_ == 0 ? cost::kNever : cost::kPeriod;
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    if (auto found = find(budget); !found) return std::move(found).error();
    std::vector<Ordinal> result;
    for (const Coordinates& position : positions) result.emplace_back(value(position[0]));
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    if (auto found = find(budget); !found) return std::move(found).error();
    MoveSet result;
    for (const int64_t taken : takes(position[0])) {
      const Natural less(static_cast<uint64_t>(taken));
      if (position[0] < less || Ordinal(this->value(position[0] - less)) != value) continue;
      if (result.moves.size() == limit) {
        result.all = false;
        break;
      }
      result.moves.push_back({{game().at({position[0] - less})}, ""});
    }
    return result;
  }

  std::string explanation(const Position&) override {
    if (period_ == 0) return {};
    const LawInWords law = in_words();
    return law.says + "\n" + law.proof + "\n";
  }
  std::optional<LawInWords> law(Budget& budget) override {
    if (!find(budget)) return std::nullopt;
    return in_words();
  }

 private:
  LawInWords in_words() const {
    const size_t shown = std::min(values_.size(), kMostBoundedShown);
    return {
        fmt::format(
            "The values have period {} from {} on: {}, …", period_, begin_,
            fmt::join(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(shown), ", ")),
        fmt::format("Each follows from the {} before it and from {} modulo {}, which come again.",
                    takes_.greatest, rule().coordinates[0], takes_.classes.period)};
  }

  /// n as a heap of the values that are kept, and of the classes.
  Natural reduced(const Natural& n, size_t begin, size_t period) const {
    if (n < Natural(begin + period)) return n;
    return Natural(begin) + (n - Natural(begin)) % Natural(period);
  }
  uint64_t value(const Natural& n) const { return values_[reduced(n, begin_, period_).small()]; }
  const std::vector<int64_t>& takes(const Natural& n) const {
    return takes_.of_class[reduced(n, static_cast<size_t>(takes_.classes.from),
                                   static_cast<size_t>(takes_.classes.period))
                               .small()];
  }

  Attempt<void> find(Budget& budget) {
    if (period_ != 0) return {};
    if (searched_) return Error::declined("no period was found");
    values_.clear();
    const auto window = static_cast<size_t>(takes_.greatest);
    std::unordered_map<uint64_t, size_t> seen;  // of the values before a heap, the heap
    std::vector<size_t> last_with;  // by value, the heap it was last an option's of, plus one
    uint64_t steps = 0;
    for (size_t n = 0; n < kMostHeaps && steps < kMostOptionsSeen; ++n) {
      if (n % 4096 == 0 && budget.spent()) return budget.why();
      const bool comes_again =
          static_cast<int64_t>(n) >= takes_.classes.from && n >= window &&
          (static_cast<int64_t>(n) - takes_.classes.from) % takes_.classes.period == 0;
      if (comes_again && same_window(n, window, seen, steps)) {
        searched_ = true;
        return {};
      }
      uint32_t mex = 0;
      for (const int64_t taken : takes_.of_class[takes_.class_of(static_cast<int64_t>(n))]) {
        if (static_cast<size_t>(taken) > n) break;
        const uint32_t there = values_[n - static_cast<size_t>(taken)];
        if (there >= last_with.size()) last_with.resize(there + 1, 0);
        last_with[there] = n + 1;
        ++steps;
      }
      while (mex < last_with.size() && last_with[mex] == n + 1) ++mex;
      values_.push_back(static_cast<uint16_t>(mex));
      ++steps;
    }
    searched_ = true;
    values_ = {};
    return Error::declined("no period was found");
  }

  /// Whether the values before n are those before an earlier heap; then they are from there on.
  bool same_window(size_t n, size_t window, std::unordered_map<uint64_t, size_t>& seen,
                   uint64_t& steps) {
    uint64_t hash = 0;
    for (size_t i = n - window; i < n; ++i) hash = (hash ^ values_[i]) * 0x9E3779B97F4A7C15 + 1;
    steps += window;
    const auto [at, fresh] = seen.try_emplace(hash, n);
    const size_t before = at->second;
    if (fresh ||
        !std::equal(values_.begin() + static_cast<std::ptrdiff_t>(n - window), values_.end(),
                    values_.begin() + static_cast<std::ptrdiff_t>(before - window)))
      return false;
    begin_ = before - window;
    period_ = n - before;
    return true;
  }

  Takes takes_;
  std::vector<uint16_t> values_;  // up to the end of the first period, at least
  size_t begin_ = 0;
  size_t period_ = 0;
  bool searched_ = false;
};

class BoundedEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "bounded takes"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    if (rule.arity() != 1 || rule.is_alias || rule.moves_by_code) return nullptr;
    auto takes = takes_of(rule);
    return takes ? std::make_unique<BoundedSolver>(game, *std::move(takes)) : nullptr;
  }
};

}  // namespace

const Engine* bounded_engine() {
  static const BoundedEngine engine;
  return &engine;
}

}  // namespace grundy
