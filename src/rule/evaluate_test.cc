#include "rule/evaluate.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <random>

#include "rule/cells.h"

namespace grundy {
namespace {

TEST(EvaluateTest, QuotientAndRemainderAreThoseOfMathematics) {
  for (int64_t a = -30; a <= 30; ++a) {
    for (int64_t b = -7; b <= 7; ++b) {
      if (b == 0) continue;
      const auto floor =
          static_cast<int64_t>(std::floor(static_cast<double>(a) / static_cast<double>(b)));
      EXPECT_EQ(floor_quotient(a, b), floor) << a << "/" << b;
      const int64_t r = nonnegative_remainder(a, b);
      EXPECT_TRUE(0 <= r && r < std::abs(b) && (a - r) % b == 0) << a << "%" << b;
    }
  }
}

TEST(EvaluateTest, NumberTheoryByDefinition) {
  for (int64_t a = -5; a <= 3000; ++a) {
    bool prime = a >= 2;
    for (int64_t d = 2; d < a; ++d) prime = prime && a % d != 0;
    EXPECT_EQ(is_prime(a), prime) << a;
    bool square = false;
    for (int64_t r = 0; r * r <= a; ++r) {
      square = square || r * r == a;
      if (r * r <= a && (r + 1) * (r + 1) > a) {
        EXPECT_EQ(integer_root(a), r);
      }
    }
    EXPECT_EQ(is_square(a), square) << a;
  }
  for (int64_t a = -100; a <= 100; ++a) {
    for (int64_t b = -12; b <= 12; ++b) {
      bool power = false;
      int64_t p = 1;
      for (int i = 0; i < 10; ++i, p *= b) power = power || p == a;
      EXPECT_EQ(is_power(a, b), power) << a << " of " << b;
      int64_t divisor = std::max(std::abs(a), std::abs(b));
      while (divisor > 0 && (a % divisor != 0 || b % divisor != 0)) --divisor;
      EXPECT_EQ(greatest_common_divisor(a, b), divisor) << a << ", " << b;
    }
  }
}

TEST(EvaluateTest, LargeNumbers) {
  EXPECT_EQ(integer_root(INT64_MAX), 3037000499);
  for (int64_t r : {94906265LL, 94906267LL, 3037000499LL}) {  // where doubles lose digits
    EXPECT_EQ(integer_root(r * r), r);
    EXPECT_EQ(integer_root(r * r - 1), r - 1);
    EXPECT_TRUE(is_square(r * r));
    EXPECT_FALSE(is_square(r * r - 1));
  }
  for (int64_t a = 65'000; a <= 66'500; ++a) {
    bool prime = true;
    for (int64_t d = 2; d * d <= a; ++d) prime = prime && a % d != 0;
    EXPECT_EQ(is_prime(a), prime) << a;
  }
  EXPECT_TRUE(is_prime(9223372036854775783));   // the largest below 2^63
  EXPECT_FALSE(is_prime(9223372036854775807));  // 7^2 · 73 · 127 · 337 · 92737 · 649657
  EXPECT_FALSE(is_prime(3825123056546413051));  // a strong pseudoprime to the bases 2 to 23
  EXPECT_FALSE(is_prime(3037000493LL * 3037000493LL));
  EXPECT_TRUE(is_power(int64_t{1} << 62, 2));
  EXPECT_FALSE(is_power(INT64_MAX, 2));
}

TEST(EvaluateTest, SaysWhenATermHasNoValue) {
  const auto kind = [](Op op, const std::vector<int64_t>& numbers) {
    std::vector<Expr> args;
    for (int64_t number : numbers) args.push_back(constant(number));
    Environment none;
    Fault fault;
    evaluate(apply(op, std::move(args)), none, fault);
    return fault.kind;
  };
  using Kind = Fault::Kind;
  EXPECT_EQ(kind(Op::div, {1, 0}), Kind::division_by_zero);
  EXPECT_EQ(kind(Op::mod, {1, 0}), Kind::division_by_zero);
  EXPECT_EQ(kind(Op::isqrt, {-1}), Kind::negative_root);
  EXPECT_EQ(kind(Op::add, {INT64_MAX, 1}), Kind::overflow);
  EXPECT_EQ(kind(Op::add, {INT64_MAX, 0}), Kind::none);
  EXPECT_EQ(kind(Op::sub, {INT64_MIN, 1}), Kind::overflow);
  EXPECT_EQ(kind(Op::mul, {int64_t{1} << 32, int64_t{1} << 31}), Kind::overflow);
  EXPECT_EQ(kind(Op::mul, {int64_t{1} << 32, int64_t{1} << 30}), Kind::none);
  EXPECT_EQ(kind(Op::neg, {INT64_MIN}), Kind::overflow);
  EXPECT_EQ(kind(Op::abs, {INT64_MIN}), Kind::overflow);
  EXPECT_EQ(kind(Op::div, {INT64_MIN, -1}), Kind::overflow);
  EXPECT_EQ(kind(Op::mod, {INT64_MIN, -1}), Kind::none);
  EXPECT_EQ(kind(Op::gcd, {INT64_MIN, 0}), Kind::overflow);
  EXPECT_EQ(kind(Op::gcd, {INT64_MIN, 6}), Kind::none);
}

TEST(EvaluateTest, PowersBeyond64BitsAreComparedAllTheSame) {
  const Expr large = apply(Op::power, {slot(0), constant(100)});
  const auto told = [&](Op op, const Expr& a, const Expr& b, int64_t x) {
    Environment slots{x};
    Fault fault;
    const int64_t result = evaluate(apply(op, {a, b}), slots, fault);
    return fault.kind == Fault::Kind::none ? static_cast<int>(result) : -1;
  };
  for (const Op op : {Op::eq, Op::ne, Op::lt, Op::le}) {
    const bool differ = op == Op::ne;
    EXPECT_EQ(told(op, large, constant(7), 3), differ ? 1 : 0);
    EXPECT_EQ(told(op, constant(7), large, 3), op == Op::eq ? 0 : 1);
    EXPECT_EQ(told(op, large, large, 3), -1);
    EXPECT_EQ(told(op, large, constant(7), -3), -1);
    EXPECT_EQ(told(op, large, apply(Op::mod, {slot(0), constant(0)}), 3), -1);
    EXPECT_EQ(told(op, apply(Op::mul, {slot(0), slot(0)}), constant(7), INT64_MAX / 2), -1);
  }
  EXPECT_EQ(told(Op::le, large, constant(1), 1), 1);
}

TEST(EvaluateTest, ChoicesReachTheLastNumber) {
  Binder binder;
  binder.slots = {0};
  binder.low = {constant(INT64_MAX - 1)};
  binder.high = {constant(INT64_MAX)};
  std::vector<int64_t> seen;
  Environment slots;
  Fault fault;
  EXPECT_TRUE(for_each_choice(std::span<const Binder>(&binder, 1), slots, INT64_MAX, fault, [&] {
    seen.push_back(slots[0]);
    return true;
  }));
  EXPECT_EQ(seen, (std::vector<int64_t>{INT64_MAX - 1, INT64_MAX}));
}

/// any(x < 0 for x in 0..2^62).
Expr long_search() {
  auto q = std::make_shared<Quantifier>();
  Binder binder;
  binder.slots = {0};
  binder.low = {constant(0)};
  binder.high = {constant(int64_t{1} << 62)};
  q->binders = {binder};
  q->condition = apply(Op::lt, {slot(0), constant(0)});
  Expr result;
  result.op = Op::quantifier;
  result.quantifier = std::move(q);
  return result;
}

TEST(EvaluateTest, PatienceEndsAfterItsChoices) {
  Patience patience(3);
  EXPECT_EQ((std::array{patience.over(), patience.over(), patience.over(), patience.over(),
                        patience.over()}),
            (std::array{false, false, false, true, true}));
  Patience short_one(100'000);
  Environment slots;
  Fault fault;
  evaluate(long_search(), slots, fault, &short_one);
  EXPECT_EQ(fault.kind, Fault::Kind::out_of_patience);
  EXPECT_EQ(slots, Environment{100'000});  // the first choice that was one too many
}

TEST(EvaluateTest, PatienceEndsWithTheBudget) {
  std::atomic<bool> stop = false;
  Budget budget;
  budget.set_stop_flag(&stop);
  Patience patience(budget);
  for (int i = 0; i < 100'000; ++i) EXPECT_FALSE(patience.over());
  stop = true;
  Environment slots;
  Fault fault;
  evaluate(long_search(), slots, fault, &patience);
  EXPECT_EQ(fault.kind, Fault::Kind::out_of_patience);
}

/// sum(d*d for d in low..high if n % d = 0 and d % 3 = 1), or the number of these; n is slot 0.
Expr over_divisors(CellCondition::Fold fold, int64_t low, int64_t high) {
  auto about = std::make_shared<CellCondition>();
  about->kind = CellCondition::Kind::fold;
  about->fold = fold;
  auto q = std::make_shared<Quantifier>();
  Binder binder;
  binder.slots = {1};
  binder.low = {constant(low)};
  binder.high = {constant(high)};
  q->binders = {binder};
  const Expr divides = apply(Op::eq, {apply(Op::mod, {slot(0), slot(1)}), constant(0)});
  const Expr third = apply(Op::eq, {apply(Op::mod, {slot(1), constant(3)}), constant(1)});
  const Expr both = apply(Op::logical_and, {divides, third});
  if (fold == CellCondition::Fold::count) {
    q->condition = both;
  } else {
    q->filter = {both};
    q->condition = apply(Op::mul, {slot(1), slot(1)});
  }
  Expr result;
  result.op = Op::cell_count;
  result.over_cells = std::move(about);
  result.quantifier = std::move(q);
  return result;
}

TEST(EvaluateTest, DivisorsAreFoundInPlaceOfTried) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 300; ++i) {
    const auto n = static_cast<int64_t>(random() % (i < 20 ? 3 : 100'000));
    const auto low = static_cast<int64_t>(random() % 5);
    const auto high = static_cast<int64_t>(random() % 3000);
    int64_t sum = 0;
    int64_t count = 0;
    for (int64_t d = std::max<int64_t>(1, low); d <= high; ++d) {
      if (n % d != 0 || d % 3 != 1) continue;
      sum += d * d;
      ++count;
    }
    Environment slots{n, 0};
    Fault fault;
    using Fold = CellCondition::Fold;
    const auto found = std::array{evaluate(over_divisors(Fold::sum, low, high), slots, fault),
                                  evaluate(over_divisors(Fold::count, low, high), slots, fault)};
    if (low == 0 && low <= high) {
      EXPECT_EQ(fault.kind, Fault::Kind::division_by_zero);
    } else {
      EXPECT_EQ(found, (std::array{sum, count})) << n << ' ' << low << ".." << high;
    }
  }
  // A loop of 10^17 numbers.
  Environment slots{int64_t{1} << 50, 0};
  Fault fault;
  EXPECT_EQ(
      evaluate(over_divisors(CellCondition::Fold::count, 1, 100'000'000'000'000'000), slots, fault),
      26);
}

}  // namespace
}  // namespace grundy
