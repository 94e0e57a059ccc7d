#include "rule/evaluate.h"

#include <bitset>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>

#include "rule/cells.h"
#include "rule/divisors.h"
#include "rule/slots.h"
#include "value/nimber.h"

namespace grundy {

std::string describe(Fault::Kind kind) {
  switch (kind) {
    case Fault::Kind::none:
      return "no fault";
    case Fault::Kind::division_by_zero:
      return "division by zero";
    case Fault::Kind::negative_root:
      return "the square root of a negative number";
    case Fault::Kind::overflow:
      return "a term beyond 2^63";
    case Fault::Kind::too_many_parts:
      return "a sum of more than a million parts";
    case Fault::Kind::out_of_patience:
      return "more choices than there was time for";
    case Fault::Kind::no_element:
      return "an element beyond the ends of a list (places count from 1)";
  }
  return "";
}

int64_t floor_quotient(int64_t a, int64_t b) {
  const int64_t q = a / b;
  return a % b != 0 && (a % b < 0) != (b < 0) ? q - 1 : q;
}

int64_t nonnegative_remainder(int64_t a, int64_t b) {
  const int64_t r = a % b;
  return r < 0 ? (b < 0 ? r - b : r + b) : r;
}

int64_t integer_root(int64_t a) {
  auto r = static_cast<int64_t>(std::sqrt(static_cast<double>(a)));
  while (r > 0 && r > a / r) --r;
  while ((r + 1) <= a / (r + 1)) ++r;
  return r;
}

bool is_square(int64_t a) {
  if (a < 0) return false;
  const int64_t r = integer_root(a);
  return r * r == a;
}

bool is_power(int64_t a, int64_t b) {
  if (a == 1) return true;
  if (b == 0) return a == 0;  // 0^1
  if (b == 1 || a == 0) return false;
  if (b == -1) return a == -1;
  while (a % b == 0) a /= b;
  return a == 1;
}

int64_t greatest_common_divisor(int64_t a, int64_t b) {
  auto magnitude = [](int64_t n) {
    return n < 0 ? ~static_cast<uint64_t>(n) + 1 : static_cast<uint64_t>(n);
  };
  return static_cast<int64_t>(std::gcd(magnitude(a), magnitude(b)));
}

namespace {

/// Whether n, which is odd and divided by none of the bases, passes the test of Miller and Rabin
/// for each of them. Product has n^2.
template <class Product>
bool passes(uint64_t n, std::span<const uint64_t> bases) {
  const auto times = [n](uint64_t a, uint64_t b) {
    return static_cast<uint64_t>(static_cast<Product>(a) * b % n);
  };
  const int twos = __builtin_ctzll(n - 1);
  const uint64_t odd = (n - 1) >> twos;
  for (const uint64_t base : bases) {
    uint64_t x = 1;
    uint64_t square = base;
    for (uint64_t e = odd; e != 0; e >>= 1) {
      if (e & 1) x = times(x, square);
      square = times(square, square);
    }
    if (x == 1 || x == n - 1) continue;
    bool composite = true;
    for (int i = 1; i < twos && composite; ++i) {
      x = times(x, x);
      composite = x != n - 1;
    }
    if (composite) return false;
  }
  return true;
}

}  // namespace

// Miller–Rabin with the first twelve primes as bases decides all 64-bit numbers (Sorenson and
// Webster 2015).
namespace {

/// Primes below 2^16, a bit each (Eratosthenes).
using SmallPrimes = std::bitset<size_t{1} << 16>;
SmallPrimes small_primes() {
  SmallPrimes primes;
  primes.set().reset(0).reset(1);
  for (size_t p = 2; p * p < primes.size(); ++p) {
    if (!primes[p]) continue;
    for (size_t n = p * p; n < primes.size(); n += p) primes.reset(n);
  }
  return primes;
}

}  // namespace

bool is_prime(int64_t number) {
  if (number < 2) return false;
  const auto n = static_cast<uint64_t>(number);
  static const SmallPrimes kSmallPrimes = small_primes();
  if (n < kSmallPrimes.size()) return kSmallPrimes[n];
  constexpr uint64_t kBases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  for (const uint64_t p : kBases) {
    if (n % p == 0) return n == p;
  }
  // The bases 2, 3, 5 and 7 are enough below this number (Jaeschke 1993).
  constexpr uint64_t kFourAreEnough = 3'215'031'751;
  __extension__ using Wide = unsigned __int128;
  return n < kFourAreEnough ? passes<uint64_t>(n, std::span(kBases).first(4))
                            : passes<Wide>(n, kBases);
}

bool power(int64_t a, int64_t b, int64_t* result) {
  *result = b >= 0 ? 1 : 0;
  if (b <= 0) return false;
  if (a >= -1 && a <= 1) {
    *result = a == -1 && b % 2 == 0 ? 1 : a;
    return false;
  }
  for (; b > 0; --b) {  // at most 63 times
    if (__builtin_mul_overflow(*result, a, result)) return true;
  }
  return false;
}

bool shifted_left(int64_t a, int64_t b, int64_t* result) {
  if (b <= 0) {
    *result = a >> std::min<uint64_t>(0 - static_cast<uint64_t>(b), 63);
    return false;
  }
  *result = 0;
  if (a == 0) return false;
  if (b >= 63) {
    *result = INT64_MIN;
    return a != -1 || b > 63;
  }
  return __builtin_mul_overflow(a, int64_t{1} << b, result);
}

bool shifted_right(int64_t a, int64_t b, int64_t* result) {
  if (b >= 0) {
    *result = a >> std::min<int64_t>(b, 63);
    return false;
  }
  return shifted_left(a, b == INT64_MIN ? INT64_MAX : -b, result);
}

bool nim_product(int64_t a, int64_t b, int64_t* result) {
  *result = 0;
  if (a < 0 || b < 0) return false;
  *result = static_cast<int64_t>(nim_multiply(static_cast<uint64_t>(a), static_cast<uint64_t>(b)));
  return *result < 0;
}

namespace {

using Fold = CellCondition::Fold;

/// Takes one more number in; true when the result is beyond 64 bits.
bool fold_in(Fold fold, bool first, int64_t value, int64_t& result) {
  switch (fold) {
    case Fold::sum:
      return __builtin_add_overflow(result, value, &result);
    case Fold::product:
      return __builtin_mul_overflow(result, value, &result);
    case Fold::min:
      result = first ? value : std::min(result, value);
      return false;
    case Fold::max:
      result = first ? value : std::max(result, value);
      return false;
    case Fold::bit_xor:
      result ^= value;
      return false;
    case Fold::bit_or:
      result |= value;
      return false;
    case Fold::bit_and:
      result = first ? value : result & value;
      return false;
    case Fold::gcd:
      result = greatest_common_divisor(result, value);
      return result < 0;
    case Fold::count:
      result += value != 0;
      return false;
  }
  return false;
}

constexpr int64_t kManyChoices = 1 << 6;  // for which divisors are found sooner than tried

/// The choices of a fold that do not pass its first condition can be left out, and so can those for
/// which any(…) is false; where that is `n % d = 0`, the divisors of n are found in place of trying
/// all d. Nothing for others, and where a fault is near.
std::optional<std::vector<int64_t>> divisors_of_choices(const Expr& expr, Environment& slots,
                                                        Patience* patience) {
  const Expr* divided = divided_in_choices(expr);
  if (divided == nullptr) return std::nullopt;
  const Binder& binder = expr.quantifier->binders[0];
  Fault fault;
  const int64_t low = evaluate(binder.low[0], slots, fault, patience);
  const int64_t high = evaluate(binder.high[0], slots, fault, patience);
  const int64_t number = evaluate(*divided, slots, fault, patience);
  if (fault.kind != Fault::Kind::none || number < 1 || low < 1 || high - low < kManyChoices)
    return std::nullopt;
  return divisors_between(number, low, high);
}

/// Visits the choices of a fold or quantifier that may count, until `visit` gives false.
void for_each_that_counts(const Expr& expr, Environment& slots, Fault& fault, ChoiceVisitor visit,
                          Patience* patience) {
  const std::vector<Binder>& binders = expr.quantifier->binders;
  const auto divisors = divisors_of_choices(expr, slots, patience);
  if (!divisors) {
    for_each_choice(std::span<const Binder>(binders), slots, INT64_MAX, fault, visit, patience);
    return;
  }
  const size_t slot = binders[0].slots[0];
  if (slots.size() <= slot) slots.resize(slot + 1);
  for (const int64_t divisor : *divisors) {
    slots[slot] = divisor;
    if (!visit()) return;
  }
}

/// The terms of lists; see CellCondition.
int64_t evaluate_list(const Expr& expr, Environment& slots, Fault& fault, Patience* patience) {
  using Kind = CellCondition::Kind;
  const CellCondition& about = *expr.over_cells;
  const auto fail = [&](Fault::Kind kind) {
    if (fault.kind == Fault::Kind::none) fault = {kind, expr.span};
    return int64_t{0};
  };
  if (about.kind == Kind::fold && expr.quantifier) {
    const Quantifier& q = *expr.quantifier;
    int64_t result = about.fold == Fold::product;
    bool first = true;
    const auto take = [&] {
      if (!q.filter.empty() && evaluate(q.filter[0], slots, fault, patience) == 0)
        return fault.kind == Fault::Kind::none;
      const int64_t value = evaluate(q.condition, slots, fault, patience);
      if (fault.kind != Fault::Kind::none) return false;
      if (fold_in(about.fold, first, value, result)) fail(Fault::Kind::overflow);
      first = false;
      return fault.kind == Fault::Kind::none;
    };
    for_each_that_counts(expr, slots, fault, take, patience);
    return result;
  }
  const std::vector<int64_t>& list = slots.elements(about.from);
  switch (about.kind) {
    case Kind::length:
      return static_cast<int64_t>(list.size());
    case Kind::sorted:
      return std::is_sorted(list.begin(), list.end());
    case Kind::fold: {
      int64_t result = about.fold == Fold::product;
      for (size_t i = 0; i < list.size(); ++i) {
        if (fold_in(about.fold, i == 0, list[i], result)) return fail(Fault::Kind::overflow);
      }
      return result;
    }
    default:
      return 0;
  }
}

}  // namespace

FromList from_list(const Binder& binder, const Environment& slots) {
  if (binder.values.size() != 1 || !binder.values[0].over_cells) return {};
  const CellCondition& about = *binder.values[0].over_cells;
  using Kind = FromList::Kind;
  if (about.kind == CellCondition::Kind::below) return {Kind::below, &slots.elements(about.from)};
  if (about.kind != CellCondition::Kind::elements) return {};
  return {about.no ? Kind::elements_once : Kind::elements, &slots.elements(about.from)};
}

bool next_below(const std::vector<int64_t>& most, std::vector<int64_t>& list) {
  for (size_t i = list.size(); i-- > 0;) {
    if (list[i] < most[i]) {
      ++list[i];
      return true;
    }
    list[i] = 0;
  }
  return false;
}

namespace {

bool compared(Op op, int64_t a, int64_t b) {
  return op == Op::eq ? a == b : op == Op::ne ? a != b : op == Op::lt ? a < b : a <= b;
}

/// A comparison of which one side is a power beyond 64 bits, and so greater than the other one. The
/// fault stays where that is not so.
[[gnu::noinline]] int64_t compared_beyond(const Expr& expr, Environment& slots, Fault& fault,
                                          Patience* patience) {
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const Expr& power = expr.args[side];
    if (power.op != Op::power) continue;
    Fault large, inside, other;
    evaluate(power, slots, large, patience);
    const int64_t base = evaluate(power.args[0], slots, inside, patience);
    evaluate(power.args[1], slots, inside, patience);
    evaluate(expr.args[1 - side], slots, other, patience);
    if (large.kind != Fault::Kind::overflow || inside.kind != Fault::Kind::none || base < 2 ||
        other.kind != Fault::Kind::none)
      continue;
    fault = {};
    return side == 0 ? compared(expr.op, 1, 0) : compared(expr.op, 0, 1);
  }
  return 0;
}

/// The rare operations. They have a function of their own, so that the frequent ones need little of
/// the stack.
[[gnu::noinline]] int64_t evaluate_other(const Expr& expr, Environment& slots, Fault& fault,
                                         Patience* patience) {
  auto fail = [&](Fault::Kind kind) {
    if (fault.kind == Fault::Kind::none) fault = {kind, expr.span};
    return int64_t{0};
  };
  auto arg = [&](size_t i) { return evaluate(expr.args[i], slots, fault, patience); };
  auto fold = [&](auto&& combine) {
    int64_t result = arg(0);
    for (size_t i = 1; i < expr.args.size(); ++i) result = combine(result, arg(i));
    return result;
  };
  int64_t result = 0;
  switch (expr.op) {
    case Op::neg:
      return __builtin_sub_overflow(int64_t{0}, arg(0), &result) ? fail(Fault::Kind::overflow)
                                                                 : result;
    case Op::power:
      return power(arg(0), arg(1), &result) ? fail(Fault::Kind::overflow) : result;
    case Op::shift_left:
      return shifted_left(arg(0), arg(1), &result) ? fail(Fault::Kind::overflow) : result;
    case Op::shift_right:
      return shifted_right(arg(0), arg(1), &result) ? fail(Fault::Kind::overflow) : result;
    case Op::nim_product:
      return nim_product(arg(0), arg(1), &result) ? fail(Fault::Kind::overflow) : result;
    case Op::min:
      return fold([](int64_t a, int64_t b) { return std::min(a, b); });
    case Op::max:
      return fold([](int64_t a, int64_t b) { return std::max(a, b); });
    case Op::abs: {
      const int64_t a = arg(0);
      return a == INT64_MIN ? fail(Fault::Kind::overflow) : std::abs(a);
    }
    case Op::gcd:
      result = fold(greatest_common_divisor);
      return result < 0 ? fail(Fault::Kind::overflow) : result;  // 2^63
    case Op::isqrt: {
      const int64_t a = arg(0);
      return a < 0 ? fail(Fault::Kind::negative_root) : integer_root(a);
    }
    case Op::isprime:
      return is_prime(arg(0));
    case Op::issquare:
      return is_square(arg(0));
    case Op::ispower:
      return is_power(arg(0), arg(1));
    case Op::in_set: {
      std::vector<int64_t> tuple;
      for (size_t i = 0; i < expr.args.size(); ++i) tuple.push_back(arg(i));
      // All but those of the set are natural numbers.
      if (expr.set->complement && tuple[0] < 0) return 0;
      return expr.set->contains(tuple.data());
    }
    case Op::cells:
    case Op::cell_count:
      if (is_of_list(*expr.over_cells)) return evaluate_list(expr, slots, fault, patience);
      return slots.board->read(*expr.over_cells, slots, fault, patience);
    case Op::quantifier: {
      const Quantifier& q = *expr.quantifier;
      const bool all = expr.value != 0;
      bool decided = false;
      const auto decide = [&] {
        if (!q.filter.empty() && evaluate(q.filter[0], slots, fault, patience) == 0)
          return fault.kind == Fault::Kind::none;
        decided = (evaluate(q.condition, slots, fault, patience) != 0) != all;
        return !decided && fault.kind == Fault::Kind::none;
      };
      for_each_that_counts(expr, slots, fault, decide, patience);
      return all ? !decided : decided;
    }
    default:  // the frequent ones
      return 0;
  }
}

/// The value of a term that is most often a variable or a number.
inline int64_t near_slot(const Expr& expr, Environment& slots, Fault& fault, Patience* patience) {
  if (expr.op == Op::slot) return slots[static_cast<size_t>(expr.value)];
  if (expr.op == Op::constant) return expr.value;
  return evaluate(expr, slots, fault, patience);
}

/// The second operand of /, % or &. Where it is a power beyond 64 bits, by which a smaller natural
/// number is divided, `large` stands for it: INT64_MAX leaves the quotient 0 and the remainder as it
/// is, and 0 is what n & 2**70 is.
int64_t power_or(int64_t large, const Expr& expr, int64_t number, Environment& slots, Fault& fault,
                 Patience* patience) {
  const Expr& operand = expr.args[1];
  if (operand.op != Op::power || number < 0 || (number == INT64_MAX && large != 0))
    return near_slot(operand, slots, fault, patience);
  const int64_t base = near_slot(operand.args[0], slots, fault, patience);
  const int64_t exponent = near_slot(operand.args[1], slots, fault, patience);
  int64_t result = 0;
  if (fault.kind != Fault::Kind::none || !power(base, exponent, &result)) return result;
  const bool is_one_bit = (base & (base - 1)) == 0;
  if (base < 2 || (large == 0 && !is_one_bit)) fault = {Fault::Kind::overflow, operand.span};
  return large;
}

/// a[i]
int64_t element_of(const Expr& expr, Environment& slots, Fault& fault, Patience* patience) {
  const Expr& index = expr.args[1];
  int64_t place = 0;
  if (index.op == Op::slot) {
    place = slots[static_cast<size_t>(index.value)];
  } else if (index.op == Op::sub || index.op == Op::add) {
    const int64_t a = near_slot(index.args[0], slots, fault, patience);
    const int64_t b = near_slot(index.args[1], slots, fault, patience);
    const bool beyond = index.op == Op::sub ? __builtin_sub_overflow(a, b, &place)
                                            : __builtin_add_overflow(a, b, &place);
    if (beyond && fault.kind == Fault::Kind::none) fault = {Fault::Kind::overflow, index.span};
  } else {
    place = evaluate(index, slots, fault, patience);
  }
  if (fault.kind != Fault::Kind::none) return 0;
  const std::vector<int64_t>& list = slots.elements(expr.over_cells->from);
  if (place >= 1 && static_cast<uint64_t>(place) <= list.size())
    return list[static_cast<size_t>(place - 1)];
  fault = {Fault::Kind::no_element, expr.span};
  return 0;
}

}  // namespace

int64_t evaluate(const Expr& expr, Environment& slots, Fault& fault, Patience* patience) {
  const auto fail = [&](Fault::Kind kind) {
    if (fault.kind == Fault::Kind::none) fault = {kind, expr.span};
    return int64_t{0};
  };
  const auto arg = [&](size_t i) {
    const Expr& one = expr.args[i];
    if (one.op == Op::cell_count && one.over_cells->kind == CellCondition::Kind::element)
      return element_of(one, slots, fault, patience);
    return near_slot(one, slots, fault, patience);
  };
  int64_t result = 0;
  switch (expr.op) {
    case Op::constant:
      return expr.value;
    case Op::slot:
      return slots[static_cast<size_t>(expr.value)];
    case Op::add:
      return __builtin_add_overflow(arg(0), arg(1), &result) ? fail(Fault::Kind::overflow) : result;
    case Op::sub:
      return __builtin_sub_overflow(arg(0), arg(1), &result) ? fail(Fault::Kind::overflow) : result;
    case Op::mul:
      return __builtin_mul_overflow(arg(0), arg(1), &result) ? fail(Fault::Kind::overflow) : result;
    case Op::div:
    case Op::mod: {
      const int64_t a = arg(0);
      const int64_t b = power_or(INT64_MAX, expr, a, slots, fault, patience);
      if (b == 0) return fail(Fault::Kind::division_by_zero);
      if (b == -1) {  // the one quotient that overflows
        if (expr.op == Op::mod) return 0;
        return a == INT64_MIN ? fail(Fault::Kind::overflow) : -a;
      }
      return expr.op == Op::div ? floor_quotient(a, b) : nonnegative_remainder(a, b);
    }
    case Op::bit_and:
      result = arg(0);
      return result & power_or(0, expr, result, slots, fault, patience);
    case Op::bit_or:
      return arg(0) | arg(1);
    case Op::bit_xor:
      return arg(0) ^ arg(1);
    case Op::eq:
    case Op::ne:
    case Op::lt:
    case Op::le: {
      const bool was_none = fault.kind == Fault::Kind::none;
      const int64_t a = arg(0);
      const int64_t b = arg(1);
      if (fault.kind == Fault::Kind::overflow && was_none) [[unlikely]]
        return compared_beyond(expr, slots, fault, patience);
      return compared(expr.op, a, b);
    }
    case Op::logical_and:
      return arg(0) != 0 && arg(1) != 0;
    case Op::logical_or:
      return arg(0) != 0 || arg(1) != 0;
    case Op::logical_not:
      return arg(0) == 0;
    case Op::cell_count:
      if (expr.over_cells->kind == CellCondition::Kind::element)
        return element_of(expr, slots, fault, patience);
      return evaluate_other(expr, slots, fault, patience);
    default:
      return evaluate_other(expr, slots, fault, patience);
  }
}

bool for_each_choice(std::span<const Binder> binders, Environment& slots, int64_t limit,
                     Fault& fault, ChoiceVisitor visit, Patience* patience) {
  if (binders.empty()) return visit();
  const Binder& binder = binders.front();
  const auto rest = binders.subspan(1);
  for (size_t slot : binder.slots) {
    if (slots.size() <= slot) slots.resize(slot + 1);
  }
  auto term = [&](const Expr& expr) { return evaluate(expr, slots, fault, patience); };
  auto inner = [&] {
    if (patience != nullptr && patience->over()) {
      if (fault.kind == Fault::Kind::none) fault = {Fault::Kind::out_of_patience, binder.span};
      return false;
    }
    return for_each_choice(rest, slots, limit, fault, visit, patience);
  };
  auto inner_with = [&](int64_t value) {
    slots[binder.slots[0]] = value;
    return inner();
  };
  switch (binder.kind) {
    case Binder::Kind::equal: {
      const int64_t value = term(binder.low[0]);
      if (fault.kind != Fault::Kind::none) return false;
      return value < 0 || inner_with(value);
    }
    case Binder::Kind::range: {
      const int64_t low = binder.low.empty() ? 0 : std::max<int64_t>(0, term(binder.low[0]));
      const int64_t high = binder.high.empty() ? limit : term(binder.high[0]);
      if (fault.kind != Fault::Kind::none) return false;
      for (int64_t value = low; value <= high; ++value) {
        if (!inner_with(value)) return false;
        if (value == high) break;  // it may be the last number of all
      }
      return true;
    }
    case Binder::Kind::values: {
      if (const FromList of = from_list(binder, slots); of.list != nullptr) {
        const std::vector<int64_t> list = *of.list;
        if (of.kind == FromList::Kind::below) {
          const size_t at = binder.slots[0] - slots.board->coordinates();
          if (slots.lists.size() <= at) slots.lists.resize(at + 1);
          std::vector<int64_t> chosen(list.size());
          do {
            slots.lists[at] = chosen;
            if (!inner()) return false;
          } while (next_below(list, chosen));
          return true;
        }
        for (size_t i = 0; i < list.size(); ++i) {
          if (of.kind == FromList::Kind::elements_once && i > 0 && list[i] == list[i - 1]) continue;
          if (!inner_with(list[i])) return false;
        }
        return true;
      }
      std::vector<int64_t> values;
      for (const Expr& expr : binder.values) values.push_back(term(expr));
      if (fault.kind != Fault::Kind::none) return false;
      for (int64_t value : values) {
        if (value >= 0 && !inner_with(value)) return false;
      }
      return true;
    }
    case Binder::Kind::in_set: {
      const NumberSet& set = *binder.set;
      if (set.complement) {
        for (int64_t value = 0; value <= limit; ++value) {
          if (set.contains(&value) && !inner_with(value)) return false;
          if (value == limit) break;
        }
        return true;
      }
      for (size_t i = 0; i < set.size(); ++i) {
        for (size_t j = 0; j < set.arity; ++j) slots[binder.slots[j]] = set.flat[i * set.arity + j];
        if (!inner()) return false;
      }
      return true;
    }
  }
  return true;
}

}  // namespace grundy
