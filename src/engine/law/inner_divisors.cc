#include "engine/law/inner_divisors.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "engine/rule_solver.h"
#include "rule/simplify.h"
#include "value/mex.h"

namespace grundy {
namespace {

constexpr uint64_t kNearTableHeap = 2'000;  // smaller heaps are in a table
constexpr uint64_t kRegularFrom = 17;       // odd parts from which the value is the number of twos
constexpr uint64_t kMostTwos = 64;

/// The values of 2^k·m.
class InnerDivisorValues {
 public:
  uint64_t value(uint64_t k, uint64_t m) {
    if (m >= kRegularFrom) return k;
    const auto known = known_.find({k, m});
    if (known != known_.end()) return known->second;
    MexSet seen;
    for (uint64_t e = 1; e <= m; e += 2) {
      if (m % e != 0) continue;
      for (uint64_t j = e == 1 ? 1 : 0; j < k; ++j) {
        const uint64_t times = std::min<uint64_t>(k - j, 8);  // 2^8 is beyond all that are not regular
        seen.insert(static_cast<uint32_t>(value(j, (m << times) - e)));
      }
      if (e == m || (k == 0 && e == 1)) continue;
      const auto more = static_cast<uint64_t>(std::countr_zero(m - e));
      seen.insert(static_cast<uint32_t>(value(k + more, (m - e) >> more)));
    }
    return known_[{k, m}] = seen.mex();
  }

  /// Whether no number with a large odd part leads to one with a small one, and its own value.
  bool are_regular() {
    for (uint64_t m = 1; m < kRegularFrom; m += 2) {
      for (uint64_t twos = 1; twos <= kMostTwos; ++twos) {
        const uint64_t here = value(twos, m);
        if (here >= twos) continue;
        const uint64_t k = here, a = twos - here;
        for (uint64_t e = k == 0 ? 3 : 1; e <= m; e += 2) {
          if (m % e == 0 && (a >= 5 || e + (m << a) >= kRegularFrom)) return false;
        }
      }
    }
    return true;
  }

 private:
  std::map<std::pair<uint64_t, uint64_t>, uint64_t> known_;
};

/// d in 2..n-1 if n % d = 0, each takes d; or the same with 1 and n excluded by conditions.
bool takes_inner_divisors(const Rule& rule) {
  if (rule.moves.size() != 1) return false;
  const MoveLine& line = rule.moves[0];
  const Part* part = only_part(rule, line);
  if (line.binders.size() != 1 || part == nullptr) return false;
  const Expr n = slot(0), d = slot(1), one = constant(1);
  const Expr n_less_one = apply(Op::sub, {n, one}), half = apply(Op::div, {n, constant(2)});
  if (!same(part->coordinates[0], apply(Op::sub, {n, d}))) return false;
  const Binder& binder = line.binders[0];
  if (binder.kind != Binder::Kind::range || binder.low.empty() || binder.high.empty()) return false;
  const bool from_two = same(binder.low[0], constant(2));
  bool without_one = from_two;
  bool without_all = same(binder.high[0], n_less_one) || same(binder.high[0], half);
  if (!(from_two || same(binder.low[0], one)) || !(without_all || same(binder.high[0], n))) return false;
  bool divides = false;
  for (const Expr& condition : line.conditions) {
    const auto is = [&](Op op, const Expr& a, const Expr& b) {
      const bool either = (op == Op::eq || op == Op::ne) && same(condition, apply(op, {b, a}));
      return either || same(condition, apply(op, {a, b}));
    };
    if (is(Op::eq, apply(Op::mod, {n, d}), constant(0))) {
      divides = true;
    } else if (is(Op::lt, one, d) || is(Op::ne, d, one) || is(Op::le, constant(2), d)) {
      without_one = true;
    } else if (is(Op::lt, d, n) || is(Op::ne, d, n) || is(Op::le, d, n_less_one)) {
      without_all = true;
    } else {
      return false;
    }
  }
  return divides && without_one && without_all;
}

class InnerDivisorsSolver final : public RuleSolver {
 public:
  explicit InnerDivisorsSolver(const RuleGame& game) : RuleSolver(game) {}
  std::string_view engine() const override { return "inner divisors"; }
  std::string knows() const override {
    return "a theorem: the number of twos is the value where the odd part is 17 or more";
  }

  bool suits(std::span<const Position> positions) const override {
    return std::any_of(positions.begin(), positions.end(),
                       [&](const Position& one) { return game().coordinates(one)[0] > Natural(kNearTableHeap); });
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget& budget) override {
    std::vector<Ordinal> result;
    for (const Coordinates& one : positions) {
      if (budget.spent()) return budget.why();
      if (!one[0].is_small()) return Error::declined("inner divisors are known of heaps below 2^63");
      const uint64_t n = one[0].small();
      const auto twos = static_cast<uint64_t>(n == 0 ? 0 : std::countr_zero(n));
      result.emplace_back(n == 0 ? 0 : values_.value(twos, n >> twos));
    }
    return result;
  }

  std::string explanation(const Position& position) override {
    const Natural n = game().coordinates(position)[0];
    if (!n.is_small() || n.is_zero() || n.small() >> std::countr_zero(n.small()) < kRegularFrom) return {};
    return "The value is the number of twos in " + rule().coordinates[0] + ".\n";
  }

 private:
  InnerDivisorValues values_;
};

class InnerDivisorsEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "inner divisors"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    if (rule.arity() != 1 || rule.moves_by_code || rule.is_alias || !takes_inner_divisors(rule)) return nullptr;
    static const bool kAreRegular = InnerDivisorValues().are_regular();
    if (!kAreRegular) return nullptr;
    return std::make_unique<InnerDivisorsSolver>(game);
  }
};

}  // namespace

const Engine* inner_divisors_engine() {
  static const InnerDivisorsEngine engine;
  return &engine;
}

}  // namespace grundy
