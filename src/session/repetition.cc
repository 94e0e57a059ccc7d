#include "session/repetition.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace grundy {
namespace {

/// Whether what a term of the claim is worth repeats as n grows, where the values do.
class Repetition {
 public:
  Repetition(const ValueClaim& claim, const Law& law, uint64_t most) : most_(most) {
    for (const ClaimedValue& value : claim.values) {
      if (!known_) return;
      values_.push_back(of_value(value.position[0].exprs()[0], law));
      known_ = values_.back().has_value();
    }
    if (!known_) return;
    for (const Expr& expr : claim.relation.exprs()) take(of(expr));
    for (const TermText& text : claim.where) {
      for (const Expr& expr : text.exprs()) take(of(expr));
    }
  }
  /// Nothing where some part is not seen to repeat.
  std::optional<Repeating> all() const { return known_ ? std::optional(all_) : std::nullopt; }

 private:
  struct Line {
    int64_t factor = 0;
    int64_t constant = 0;
  };

  void take(const std::optional<Repeating>& one) {
    known_ = known_ && one.has_value() && joined(all_, *one);
  }

  /// Both together, in `result`; false where the period is too long.
  bool joined(Repeating& result, const Repeating& one) const {
    const uint64_t shared = std::gcd(result.period, one.period);
    if (result.period / shared > most_ / one.period) return false;
    result = {std::max(result.from, one.from), result.period / shared * one.period};
    return result.from <= most_;
  }

  /// factor·n + constant, of small numbers.
  static std::optional<Line> line(const Expr& expr) {
    constexpr int64_t kMost = int64_t{1} << 30;
    std::optional<Line> result;
    if (expr.op == Op::constant) result = Line{0, expr.value};
    if (expr.op == Op::slot && expr.value == 0) result = Line{1, 0};
    if (expr.op == Op::neg || expr.op == Op::add || expr.op == Op::sub || expr.op == Op::mul) {
      const std::optional<Line> a = line(expr.args[0]);
      const std::optional<Line> b = expr.op == Op::neg ? Line{} : line(expr.args[1]);
      if (!a || !b) return std::nullopt;
      if (expr.op == Op::neg) result = Line{-a->factor, -a->constant};
      if (expr.op == Op::add) result = Line{a->factor + b->factor, a->constant + b->constant};
      if (expr.op == Op::sub) result = Line{a->factor - b->factor, a->constant - b->constant};
      if (expr.op == Op::mul && a->factor == 0)
        result = Line{a->constant * b->factor, a->constant * b->constant};
      if (expr.op == Op::mul && b->factor == 0)
        result = Line{a->factor * b->constant, a->constant * b->constant};
    }
    if (!result || std::abs(result->factor) > kMost || std::abs(result->constant) > kMost)
      return std::nullopt;
    return result;
  }

  std::optional<Repeating> of_value(const Expr& position, const Law& law) const {
    if (const std::optional<Line> at = line(position); at && at->factor > 0) {
      const auto factor = static_cast<uint64_t>(at->factor);
      const auto from = static_cast<int64_t>(law.preperiod) - at->constant;
      return Repeating{from <= 0 ? 0 : (static_cast<uint64_t>(from) + factor - 1) / factor,
                       law.period / std::gcd(law.period, factor)};
    }
    return of(position);
  }

  std::optional<Repeating> of(const Expr& expr) const {
    if (expr.op == Op::constant) return Repeating{};
    if (expr.op == Op::slot)
      return expr.value == 0 ? std::nullopt : values_[static_cast<size_t>(expr.value) - 1];
    if (expr.over_cells || expr.quantifier) return std::nullopt;
    if (expr.op == Op::mod && expr.args[1].op == Op::constant && expr.args[1].value > 0 &&
        line(expr.args[0]))
      return Repeating{0, static_cast<uint64_t>(expr.args[1].value)};
    const bool compares =
        expr.op == Op::eq || expr.op == Op::ne || expr.op == Op::lt || expr.op == Op::le;
    if (compares) {  // of n with a number: always the same from some n on
      const std::optional<Line> a = line(expr.args[0]);
      const std::optional<Line> b = line(expr.args[1]);
      if (a && b && a->factor != b->factor)
        return Repeating{static_cast<uint64_t>(std::abs(a->constant - b->constant)) + 1, 1};
    }
    Repeating result;
    for (const Expr& arg : expr.args) {
      const std::optional<Repeating> one = of(arg);
      if (!one || !joined(result, *one)) return std::nullopt;
    }
    return expr.args.empty() ? std::nullopt : std::optional(result);
  }

  const uint64_t most_;
  std::vector<std::optional<Repeating>> values_;
  Repeating all_;
  bool known_ = true;
};

}  // namespace

std::optional<Repeating> repetition(const ValueClaim& claim, const Law& law, uint64_t most) {
  return Repetition(claim, law, most).all();
}

}  // namespace grundy
