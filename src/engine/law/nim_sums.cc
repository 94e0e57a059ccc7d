#include "engine/law/nim_sums.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "engine/law/xor_equation.h"
#include "game/games.h"
#include "rule/evaluate.h"

namespace grundy {
namespace {

// A value beyond is not looked for.
constexpr uint64_t kMostValue = 1 << 16;
// So few moves of a line are gone through.
constexpr int64_t kFewMoves = 64;

/// Whether the term is constant + factor·t, t the slot, whatever the other slots are.
bool is_linear_in(const Expr& expr, size_t slot) {
  if (!mentions(expr, slot)) return true;
  switch (expr.op) {
    case Op::slot:
      return true;
    case Op::add:
    case Op::sub:
      return is_linear_in(expr.args[0], slot) && is_linear_in(expr.args[1], slot);
    case Op::neg:
      return is_linear_in(expr.args[0], slot);
    case Op::mul: {
      const size_t other = expr.args[0].op == Op::constant ? 1 : 0;
      return expr.args[1 - other].op == Op::constant && is_linear_in(expr.args[other], slot);
    }
    default:
      return false;
  }
}

/// The condition bounds t: one linear term is at most, below or equal to another.
bool bounds(const Expr& condition, size_t slot) {
  return (condition.op == Op::le || condition.op == Op::lt || condition.op == Op::eq) &&
         is_linear_in(condition.args[0], slot) && is_linear_in(condition.args[1], slot);
}

/// A line's moves from one position: sums of nim heaps, for t from low to high.
struct NimSums {
  std::vector<TermOfOne> heaps;
  int64_t low = 0;
  int64_t high = -1;

  uint64_t sum_at(int64_t t) const {
    uint64_t sum = 0;
    for (const TermOfOne& heap : heaps)
      sum ^= static_cast<uint64_t>(heap.constant + heap.factor * t);
    return sum;
  }
  /// The least t from `from` on whose sum has the value.
  std::optional<int64_t> least(uint64_t value, int64_t from) const {
    for (int64_t t = from; t <= high && t - from < kFewMoves; ++t) {
      if (sum_at(t) == value) return t;
    }
    if (high - from < kFewMoves) return std::nullopt;
    return least_solution(heaps, value, from + kFewMoves, high);
  }
};

class NimSumsSolver final : public RuleSolver {
 public:
  explicit NimSumsSolver(const RuleGame& game) : RuleSolver(game) {}
  std::string_view engine() const override { return "sums of nim"; }
  std::string knows() const override { return "each move leads to a sum of nim heaps"; }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    std::vector<Ordinal> result;
    for (const Coordinates& position : positions) {
      const auto lines = lines_at(position);
      if (!lines) return lines.error();
      uint64_t value = 0;
      while (has_option(*lines, value)) {
        budget.count(kFewMoves);
        if (budget.spent()) return budget.why();
        if (++value > kMostValue) return Error::declined("the value is more than 65536");
      }
      result.emplace_back(Natural(value));
    }
    return result;
  }

  /// Stops at the first number that shows the answer.
  Attempt<bool> has_value(const Position& position, const Value& value, Budget& budget) override {
    const auto lines = lines_at(game().coordinates(position));
    if (!lines) return lines.error();
    if (value.is_loopy() || !value.ordinal().is_finite() || !value.ordinal().finite().is_small())
      return false;
    const uint64_t wanted = value.ordinal().finite().small();
    if (has_option(*lines, wanted)) return false;
    for (uint64_t below = 0; below < wanted; ++below) {
      budget.count(kFewMoves);
      if (budget.spent()) return budget.why();
      if (!has_option(*lines, below)) return false;
    }
    return true;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    const auto lines = lines_at(position);
    if (!lines) return lines.error();
    MoveSet result;
    if (!value.is_finite() || !value.finite().is_small()) return result;
    const uint64_t wanted = value.finite().small();
    std::unordered_set<Sum, HashSum> seen;
    for (size_t i = 0; i < lines->size(); ++i) {
      const NimSums& line = (*lines)[i];
      for (auto t = line.least(wanted, line.low); t; t = line.least(wanted, *t + 1)) {
        budget.count(kFewMoves);
        if (budget.spent()) return budget.why();
        Sum to = sum_of(rule().moves[i], line, *t);
        if (!seen.insert(sorted(to)).second) continue;
        if (result.moves.size() == limit) {
          result.all = false;
          return result;
        }
        result.moves.push_back({std::move(to), ""});
      }
    }
    return result;
  }

 private:
  static bool has_option(const std::vector<NimSums>& lines, uint64_t value) {
    return std::any_of(lines.begin(), lines.end(), [&](const NimSums& line) {
      return line.least(value, line.low).has_value();
    });
  }

  Sum sum_of(const MoveLine& line, const NimSums& sums, int64_t t) const {
    Sum result;
    for (size_t i = 0; i < line.parts.size(); ++i) {
      const int64_t heap = sums.heaps[i].constant + sums.heaps[i].factor * t;
      result.push_back(game().games().of(*line.parts[i].game).at(std::vector<int64_t>{heap}));
    }
    return result;
  }

  /// All lines at a position, an impossible one with no t.
  Attempt<std::vector<NimSums>> lines_at(const Coordinates& position) const {
    const auto here = small_coordinates(rule(), position);
    if (!here) return here.error();
    std::vector<NimSums> result;
    for (const MoveLine& line : rule().moves) {
      auto sums = line_at(line, *here);
      if (!sums) return Error::declined("a heap is beyond 2^62, or a term has no value");
      result.push_back(*std::move(sums));
    }
    return result;
  }

  std::optional<NimSums> line_at(const MoveLine& line, const std::vector<int64_t>& here) const {
    const size_t t = rule().arity();  // the slot, where the line has one
    Environment slots{here};
    slots.resize(t + 1);
    Fault fault;
    // A linear term at two numbers shows its constant and factor.
    const auto term = [&](const Expr& expr) {
      TermOfOne result;
      slots[t] = 0;
      result.constant = evaluate(expr, slots, fault);
      slots[t] = 1;
      const int64_t next = evaluate(expr, slots, fault);
      if (__builtin_sub_overflow(next, result.constant, &result.factor) ||
          std::abs(result.constant) > kMostXorNumber)
        fault.kind = Fault::Kind::overflow;
      return result;
    };
    NimSums sums;
    sums.high = 0;
    if (!line.binders.empty()) {
      const Binder& binder = line.binders[0];
      if (!binder.low.empty())
        sums.low = std::max<int64_t>(0, evaluate(binder.low[0], slots, fault));
      sums.high = binder.high.empty() ? kMostXorNumber : evaluate(binder.high[0], slots, fault);
    }
    // 0 <= constant + factor·t
    const auto bound = [&](const TermOfOne& form) {
      if (form.factor > 0) {
        sums.low = std::max(sums.low, -floor_quotient(form.constant, form.factor));
      } else if (form.factor < 0) {
        sums.high = std::min(sums.high, floor_quotient(form.constant, -form.factor));
      } else if (form.constant < 0) {
        sums.high = -1;
      }
    };
    for (const Expr& condition : line.conditions) {
      if (!mentions(condition, t)) {
        if (evaluate(condition, slots, fault) == 0) sums.high = -1;
        continue;
      }
      const TermOfOne a = term(condition.args[0]), b = term(condition.args[1]);
      const TermOfOne less{b.constant - a.constant, b.factor - a.factor};
      bound({less.constant - (condition.op == Op::lt ? 1 : 0), less.factor});
      if (condition.op == Op::eq) bound({-less.constant, -less.factor});
    }
    for (const Part& part : line.parts) {
      sums.heaps.push_back(term(part.coordinates[0]));
      if (std::abs(sums.heaps.back().factor) > kMostXorFactor) return std::nullopt;
      bound(sums.heaps.back());
    }
    if (fault.kind != Fault::Kind::none) return std::nullopt;
    if (sums.low > sums.high) return NimSums{};
    for (const TermOfOne& heap : sums.heaps) {
      int64_t last = 0;
      if (__builtin_mul_overflow(heap.factor, sums.high, &last) ||
          __builtin_add_overflow(last, heap.constant, &last) || last > kMostXorNumber)
        return std::nullopt;
    }
    return sums;
  }
};

class NimSumsEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "sums of nim"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    if (rule.is_alias || rule.moves_by_code || rule.moves.empty() || game.is_endless())
      return nullptr;
    return std::all_of(rule.moves.begin(), rule.moves.end(),
                       [&](const MoveLine& line) { return is_nim_sum(game, line); })
               ? std::make_unique<NimSumsSolver>(game)
               : nullptr;
  }

 private:
  static bool is_heap_of_nim(const RuleGame& game) {
    if (game.is_nim()) return true;
    const auto& set = game.facts().subtraction_set();
    return set && set->all_but && set->numbers.empty();
  }

  /// A sum of nim heaps that are linear in the one binder, whose bounds are terms of the
  /// coordinates and linear conditions.
  static bool is_nim_sum(const RuleGame& game, const MoveLine& line) {
    const size_t t = game.rule()->arity();
    if (line.reply != Reply::anywhere || line.parts.empty() || line.binders.size() > 1)
      return false;
    if (!line.binders.empty() && (line.binders[0].kind != Binder::Kind::range ||
                                  line.binders[0].slots != std::vector<size_t>{t}))
      return false;
    if (!std::all_of(line.conditions.begin(), line.conditions.end(),
                     [&](const Expr& one) { return mentions(one, t) ? bounds(one, t) : true; }))
      return false;
    size_t moved = 0;
    for (const Part& part : line.parts) {
      if (part.game == game.rule() || !part.binders.empty() || !part.condition.empty() ||
          part.coordinates.size() != 1 || part.game->is_alias || part.game->moves_by_code ||
          !is_heap_of_nim(game.games().of(*part.game)) || !is_linear_in(part.coordinates[0], t))
        return false;
      moved += mentions(part.coordinates[0], t) ? 1 : 0;
    }
    return moved <= kMostXorTerms;
  }
};

}  // namespace

const Engine* nim_sums_engine() {
  static const NimSumsEngine engine;
  return &engine;
}

}  // namespace grundy
