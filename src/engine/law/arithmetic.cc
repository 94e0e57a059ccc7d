#include "engine/law/arithmetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

#include "engine/rule_solver.h"
#include "rule/evaluate.h"
#include "rule/print.h"

namespace grundy {
namespace {

constexpr uint64_t kNearHeap = 2'000;  // smaller heaps are in a table
constexpr uint64_t kMostFactored = 1'000'000'000'000'000;
constexpr uint64_t kMostCountedOut = 100'000;      // primes, one after the other
constexpr uint64_t kMostCounted = 20'000'000'000;  // primes up to there

// The line's terms.

bool is_slot_of_heap(const Expr& expr, size_t number) {
  return expr.op == Op::slot && expr.value == static_cast<int64_t>(number);
}
bool is_given(const Expr& expr, int64_t value) { return expr.op == Op::constant && expr.value == value; }
bool is_call(const Expr& expr, Op op, size_t arguments = 2) { return expr.op == op && expr.args.size() == arguments; }
/// n - 1
bool is_heap_less_one(const Expr& expr) {
  return is_call(expr, Op::sub) && is_slot_of_heap(expr.args[0], 0) && is_given(expr.args[1], 1);
}
bool is_half_heap(const Expr& expr) {
  return is_call(expr, Op::div) && is_slot_of_heap(expr.args[0], 0) && is_given(expr.args[1], 2);
}
/// The number that a line takes from its one coordinate: t of g(n - t); null where it leads elsewhere.
const Expr* taken_by_line(const Rule& rule, const MoveLine& line) {
  const Part* part = only_part(rule, line);
  if (part == nullptr) return nullptr;
  const Expr& to = part->coordinates[0];
  return is_call(to, Op::sub) && is_slot_of_heap(to.args[0], 0) ? &to.args[1] : nullptr;
}

enum class Taken {
  divisors,
  proper_divisors,
  coprime,         // to n, less than n
  coprime_or_one,  // at most n: so 1 has the option 0
  listed,
};

/// d in 1..n if n % d = 0, and the like.
std::optional<Taken> shared_factor(const Rule& rule) {
  if (rule.moves.size() != 1) return std::nullopt;
  const MoveLine& line = rule.moves[0];
  const Part* part = only_part(rule, line);
  if (line.binders.size() != 1 || line.conditions.size() != 1 || part == nullptr) return std::nullopt;
  const Binder& d = line.binders[0];
  if (d.kind != Binder::Kind::range || d.low.size() != 1 || !is_given(d.low[0], 1) || d.high.size() != 1)
    return std::nullopt;
  const Expr& condition = line.conditions[0];
  if (!is_call(condition, Op::eq)) return std::nullopt;
  const Expr* left = &condition.args[0];
  const Expr* right = &condition.args[1];
  if (left->op == Op::constant) std::swap(left, right);
  const Expr* taken = taken_by_line(rule, line);
  const bool takes_d = taken != nullptr && is_slot_of_heap(*taken, 1);
  if (is_call(*left, Op::mod) && is_slot_of_heap(left->args[0], 0) && is_slot_of_heap(left->args[1], 1) &&
      is_given(*right, 0)) {
    if (!takes_d) return std::nullopt;
    if (is_slot_of_heap(d.high[0], 0)) return Taken::divisors;
    if (is_heap_less_one(d.high[0]) || is_half_heap(d.high[0])) return Taken::proper_divisors;
    return std::nullopt;
  }
  const bool leads_to_d = is_slot_of_heap(part->coordinates[0], 1);
  const bool coprime = is_call(*left, Op::gcd) && is_given(*right, 1) &&
                       ((is_slot_of_heap(left->args[0], 0) && is_slot_of_heap(left->args[1], 1)) ||
                        (is_slot_of_heap(left->args[0], 1) && is_slot_of_heap(left->args[1], 0)));
  if (!coprime) return std::nullopt;
  if ((takes_d || leads_to_d) && is_heap_less_one(d.high[0])) return Taken::coprime;
  if (takes_d && is_slot_of_heap(d.high[0], 0)) return Taken::coprime_or_one;
  return std::nullopt;
}

/// Numbers c·b^i for i >= first.
struct Powers {
  int64_t factor = 1;
  int64_t base = 2;
  int64_t first = 0;
};

/// c·b^i, whose exponent is the slot.
std::optional<Powers> powers_of(const Expr& term, size_t exponent) {
  if (is_call(term, Op::power) && term.args[0].op == Op::constant && is_slot_of_heap(term.args[1], exponent))
    return Powers{1, term.args[0].value, 0};
  if (is_call(term, Op::shift_left) && term.args[0].op == Op::constant && is_slot_of_heap(term.args[1], exponent))
    return Powers{term.args[0].value, 2, 0};
  if (!is_call(term, Op::mul)) return std::nullopt;
  for (const size_t i : {0, 1}) {
    if (term.args[i].op != Op::constant) continue;
    auto inner = powers_of(term.args[1 - i], exponent);
    if (inner && __builtin_mul_overflow(inner->factor, term.args[i].value, &inner->factor)) return std::nullopt;
    return inner;
  }
  return std::nullopt;
}

/// What a game takes: numbers by themselves, and powers.
struct NumbersAndPowers {
  std::set<int64_t> numbers;
  std::vector<Powers> powers;
};

bool add_taken(const Rule& rule, const MoveLine& line, NumbersAndPowers& result) {
  const Expr* taken = taken_by_line(rule, line);
  if (taken == nullptr || line.binders.size() > 1) return false;
  if (line.binders.empty()) {
    if (!line.conditions.empty() || taken->op != Op::constant || taken->value < 1) return false;
    result.numbers.insert(taken->value);
    return true;
  }
  const Binder& k = line.binders[0];
  if (k.slots.size() != 1) return false;
  if (k.kind == Binder::Kind::in_set && !k.set->complement && k.set->arity == 1 && line.conditions.empty() &&
      is_slot_of_heap(*taken, 1) && k.set->size() <= 64) {
    for (const int64_t one : k.set->flat) {
      if (one < 1) return false;
      result.numbers.insert(one);
    }
    return true;
  }
  if (k.kind != Binder::Kind::range) return false;
  const bool up_to_heap = k.high.empty() || is_slot_of_heap(k.high[0], 0);
  const int64_t low = k.low.empty() ? 0 : k.low[0].op == Op::constant ? k.low[0].value : -1;
  if (low < 0) return false;
  if (is_slot_of_heap(*taken, 1)) {  // k if ispower(k, b)
    if (!up_to_heap || low > 1 || line.conditions.size() != 1) return false;
    const Expr& condition = line.conditions[0];
    if (!is_call(condition, Op::ispower) || !is_slot_of_heap(condition.args[0], 1) ||
        condition.args[1].op != Op::constant || condition.args[1].value < 2)
      return false;
    result.powers.push_back({1, condition.args[1].value, 0});
    return true;
  }
  // An exponent up to n or n - 1 leaves nothing out, as b^i > i; nor does the condition that the number is at most n.
  const bool up_to_number = !k.high.empty() && k.high[0].op == Op::constant;
  if (!up_to_heap && !up_to_number && !is_heap_less_one(k.high[0])) return false;
  const auto powers = powers_of(*taken, 1);
  if (!powers || powers->base < 2 || powers->factor < 1) return false;
  for (const Expr& condition : line.conditions) {
    if (!is_call(condition, Op::le) || !is_slot_of_heap(condition.args[1], 0) ||
        print_expr(condition.args[0], line.slot_names) != print_expr(*taken, line.slot_names))
      return false;
  }
  if (!up_to_number) {
    result.powers.push_back({powers->factor, powers->base, low});
    return true;
  }
  for (int64_t i = low; i <= k.high[0].value; ++i) {
    int64_t number = 0;
    if (power(powers->base, i, &number) || __builtin_mul_overflow(number, powers->factor, &number)) return false;
    result.numbers.insert(number);
  }
  return true;
}

/// The law of a game that takes powers: values of the first heaps, again and again.
struct PowerLaw {
  std::vector<uint32_t> period;
  NumbersAndPowers taken;
};

std::vector<int64_t> least_taken(const NumbersAndPowers& taken, int64_t most) {
  std::set<int64_t> result = taken.numbers;
  for (const Powers& one : taken.powers) {
    int64_t number = 0;
    for (int64_t i = one.first;; ++i) {
      int64_t scale = 0;
      if (power(one.base, i, &scale) || __builtin_mul_overflow(scale, one.factor, &number) || number > most) break;
      result.insert(number);
    }
  }
  std::erase_if(result, [&](int64_t n) { return n > most; });
  return {result.begin(), result.end()};
}

/// The pure period of the subtraction game, if it is a short one.
std::vector<uint32_t> pure_period_of(const std::vector<int64_t>& taken) {
  constexpr size_t kLongest = 4096;
  const auto most = static_cast<size_t>(taken.back());
  const size_t size = 2 * kLongest + 2 * most;
  std::vector<uint32_t> values(size);
  std::vector<char> met(taken.size() + 2);
  for (size_t n = 0; n < size; ++n) {
    std::fill(met.begin(), met.end(), 0);
    for (const int64_t t : taken) {
      if (static_cast<size_t>(t) <= n) met[values[n - static_cast<size_t>(t)]] = 1;
    }
    while (met[values[n]] != 0) ++values[n];
  }
  for (size_t p = 1; p <= kLongest; ++p) {
    const bool repeats = std::equal(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(most),
                                    values.begin() + static_cast<std::ptrdiff_t>(p));
    if (repeats) return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(p)};
  }
  return {};
}

/// Whether every number that is taken is congruent to one of `some` modulo p; `some` has all that are at most its last.
bool has_all_residues(const NumbersAndPowers& taken, const std::vector<int64_t>& some, uint64_t p) {
  std::vector<char> has(p);
  for (const int64_t t : some) has[static_cast<uint64_t>(t) % p] = 1;
  for (const int64_t n : taken.numbers) {
    if (has[static_cast<uint64_t>(n) % p] == 0) return false;
  }
  return std::all_of(taken.powers.begin(), taken.powers.end(), [&](const Powers& one) {
    uint64_t rest = static_cast<uint64_t>(one.factor) % p;
    for (int64_t i = 0; i < one.first; ++i) rest = rest * (static_cast<uint64_t>(one.base) % p) % p;
    for (uint64_t i = 0; i <= p; ++i) {  // all residues that occur
      if (has[rest] == 0) return false;
      rest = rest * (static_cast<uint64_t>(one.base) % p) % p;
    }
    return true;
  });
}

std::optional<PowerLaw> power_law(const Rule& rule) {
  NumbersAndPowers taken;
  for (const MoveLine& line : rule.moves) {
    if (!add_taken(rule, line, taken)) return std::nullopt;
  }
  constexpr int64_t kMostTaken = 50'000;
  const bool all_small = taken.powers.empty() && (taken.numbers.empty() || *taken.numbers.rbegin() <= kMostTaken);
  if (all_small || std::any_of(taken.powers.begin(), taken.powers.end(), [](const Powers& one) {
        return one.first > 60 || one.base > 1'000'000'000 || one.factor > 1'000'000'000;
      }))
    return std::nullopt;
  const std::vector<int64_t> all = least_taken(taken, kMostTaken);
  for (size_t count = 1; count <= std::min<size_t>(all.size(), 12); ++count) {
    const std::vector<int64_t> some(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
    std::vector<uint32_t> period = pure_period_of(some);
    if (!period.empty() && has_all_residues(taken, some, period.size()))
      return PowerLaw{std::move(period), std::move(taken)};
  }
  return std::nullopt;
}

// Primes.

uint64_t least_factor(uint64_t n) {
  for (const uint64_t p : {2, 3, 5}) {
    if (n % p == 0) return p;
  }
  if (is_prime(static_cast<int64_t>(n))) return n;
  for (uint64_t d = 7; d * d <= n; d += 30) {
    for (const uint64_t step : {0, 4, 6, 10, 12, 16, 22, 24}) {
      if (n % (d + step) == 0) return d + step;
    }
  }
  return n;
}

/// How many primes there are up to n (Lucy_Hedgehog's form of Legendre's count), n at most kMostCounted.
uint64_t primes_up_to(uint64_t n) {
  if (n < 2) return 0;
  const auto root = static_cast<uint64_t>(integer_root(static_cast<int64_t>(n)));
  std::vector<uint64_t> low(root + 1), high(root + 1);  // of i, and of n/i
  for (uint64_t i = 1; i <= root; ++i) {
    low[i] = i - 1;
    high[i] = n / i - 1;
  }
  for (uint64_t p = 2; p <= root; ++p) {
    if (low[p] == low[p - 1]) continue;
    const uint64_t before = low[p - 1];
    for (uint64_t i = 1; i <= std::min(root, n / p / p); ++i)
      high[i] -= (i * p <= root ? high[i * p] : low[n / i / p]) - before;
    for (uint64_t i = root; i >= p * p; --i) low[i] -= low[i / p] - before;
  }
  return high[1];
}

std::vector<uint64_t> divisors_of(uint64_t n) {
  std::vector<uint64_t> result = {1};
  while (n > 1) {
    const uint64_t p = least_factor(n);
    const size_t before = result.size();
    for (uint64_t scale = p; n % p == 0; n /= p, scale *= p) {
      for (size_t i = 0; i < before; ++i) result.push_back(result[i] * scale);
    }
  }
  return result;
}

uint64_t twos_in(const Natural& n) {
  uint64_t count = 0;
  while (!n.bit(count)) ++count;
  return count;
}

class ArithmeticSolver final : public RuleSolver {
 public:
  ArithmeticSolver(const RuleGame& game, Taken taken, std::optional<PowerLaw> powers)
      : RuleSolver(game), taken_(taken), powers_(std::move(powers)) {}
  std::string_view engine() const override { return "arithmetic"; }
  std::string knows() const override { return "a theorem: the value is " + theorem(); }

  bool suits(std::span<const Position> positions) const override {
    return std::any_of(positions.begin(), positions.end(),
                       [&](const Position& one) { return game().coordinates(one)[0] > Natural(kNearHeap); });
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget& budget) override {
    std::vector<Ordinal> result;
    for (const Coordinates& one : positions) {
      if (budget.spent()) return budget.why();
      Attempt<Natural> value = value_of_heap(one[0]);
      if (!value) return std::move(value).error();
      result.emplace_back(*std::move(value));
    }
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit, Budget& budget) override {
    const Natural& n = position[0];
    MoveSet result;
    if (!value.is_finite() || n.is_zero()) return result;
    const Natural wanted = value.finite();
    const auto look = [&](const Natural& left) -> Attempt<bool> {
      if (budget.spent()) return budget.why();
      const Attempt<Natural> found = value_of_heap(left);
      if (!found) return found.error();
      if (*found != wanted) return true;
      result.all = result.moves.size() < limit;
      if (result.all) result.moves.push_back({{game().at(Coordinates{left})}, ""});
      return result.all;
    };
    const auto look_at_all = [&](const std::vector<Natural>& taken) -> Attempt<MoveSet> {
      for (const Natural& one : taken) {
        const Attempt<bool> more = look(n - one);
        if (!more) return more.error();
        if (!*more) break;
      }
      return result;
    };
    if (taken_ == Taken::listed) return look_at_all(numbers_taken(n));
    if (!n.is_small() || n.small() > kMostFactored)
      return Error::declined(fmt::format("the factors of {} are not looked for", n.to_string()));
    if (takes_coprimes()) return coprime_moves(n.small(), wanted, look, result);
    std::vector<uint64_t> divisors = divisors_of(n.small());
    std::sort(divisors.begin(), divisors.end());
    if (taken_ == Taken::proper_divisors) divisors.pop_back();
    return look_at_all({divisors.begin(), divisors.end()});
  }

  std::string explanation(const Position&) override {
    return "The value of " + rule().coordinates[0] + " is " + theorem() + ".\n";
  }

 private:
  std::string theorem() const {
    const std::string& n = rule().coordinates[0];
    switch (taken_) {
      case Taken::divisors:
        return fmt::format("one more than the number of twos in {}", n);
      case Taken::proper_divisors:
        return fmt::format("the number of twos in {}", n);
      case Taken::coprime:
        return fmt::format("i if the least prime factor of {} is the i-th prime", n);
      case Taken::coprime_or_one:
        return fmt::format("0 for even {0}, and else i if the least prime factor of {0} is the i-th prime", n);
      case Taken::listed:
        break;
    }
    const std::vector<uint32_t>& period = powers_->period;
    bool counts = true;
    for (size_t i = 0; i < period.size(); ++i) counts = counts && period[i] == i;
    if (counts) return fmt::format("{} mod {}", n, period.size());
    return fmt::format(
        "that of {} mod {}: {}{}", n, period.size(),
        fmt::join(period.begin(), period.begin() + std::min<std::ptrdiff_t>(std::ssize(period), 40), ", "),
        period.size() > 40 ? ", …" : "");
  }

  Attempt<Natural> value_of_heap(const Natural& n) const {
    if (taken_ == Taken::listed) return Natural(powers_->period[(n % Natural(powers_->period.size())).small()]);
    if (n.is_zero()) return Natural(0);
    if (taken_ == Taken::divisors) return Natural(twos_in(n) + 1);
    if (taken_ == Taken::proper_divisors) return Natural(twos_in(n));
    if (n == Natural(1)) return value_of_one();
    if (!n.bit(0)) return Natural(1) - value_of_one();
    for (const uint64_t p : {3, 5, 7}) {
      if ((n % Natural(p)).is_zero()) return Natural(primes_up_to(p));
    }
    if (!n.is_small() || n.small() > kMostFactored)
      return Error::declined(fmt::format("the least prime factor of {} is not looked for", n.to_string()));
    const uint64_t p = least_factor(n.small());
    if (p > kMostCounted) return Error::declined(fmt::format("the primes up to {} are not counted", p));
    return Natural(primes_up_to(p));
  }

  /// All that may be taken from n, ascending.
  std::vector<Natural> numbers_taken(const Natural& n) const {
    std::set<Natural> result;
    for (const int64_t one : powers_->taken.numbers) {
      if (Natural(static_cast<uint64_t>(one)) <= n) result.insert(Natural(static_cast<uint64_t>(one)));
    }
    for (const Powers& one : powers_->taken.powers) {
      const Natural base(static_cast<uint64_t>(one.base));
      Natural number =
          Natural(static_cast<uint64_t>(one.factor)) * Natural::pow(base, static_cast<uint64_t>(one.first));
      for (; number <= n; number = number * base) result.insert(number);
    }
    return {result.begin(), result.end()};
  }

  bool takes_coprimes() const { return taken_ == Taken::coprime || taken_ == Taken::coprime_or_one; }
  /// Of the heap 1; even heaps have the other of 0 and 1.
  Natural value_of_one() const { return Natural(taken_ == Taken::coprime_or_one ? 1 : 0); }

  /// Multiples of the i-th prime, with no smaller prime factor and none in common with n; 1 for its value.
  template <class Look>
  Attempt<MoveSet> coprime_moves(uint64_t n, const Natural& wanted, const Look& look, MoveSet& result) const {
    if (n == 1 || wanted == value_of_one()) {
      const bool ends = n == 1 && taken_ == Taken::coprime_or_one;
      if (n > 1 || ends) {
        if (const Attempt<bool> more = look(Natural(ends ? 0 : 1)); !more) return more.error();
      }
      return result;
    }
    if (wanted > Natural(kMostCountedOut)) return Error::declined("the options of so large a value are not looked for");
    uint64_t p = 1;
    for (Natural i = wanted.is_zero() ? Natural(1) : wanted; !i.is_zero() && p < n; i = i - Natural(1)) {
      do ++p;
      while (!is_prime(static_cast<int64_t>(p)));
    }
    for (uint64_t left = p; left < n; left += p) {
      if (std::gcd(left, n) != 1) {
        if (n % p == 0) break;
        continue;
      }
      const Attempt<bool> more = look(Natural(left));
      if (!more) return more.error();
      if (!*more) break;
    }
    return result;
  }

  Taken taken_;
  std::optional<PowerLaw> powers_;
};

class ArithmeticEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "arithmetic"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    if (rule.arity() != 1 || rule.moves_by_code || rule.is_alias || rule.moves.empty()) return nullptr;
    if (const auto taken = shared_factor(rule)) return std::make_unique<ArithmeticSolver>(game, *taken, std::nullopt);
    auto powers = power_law(rule);
    if (!powers) return nullptr;
    return std::make_unique<ArithmeticSolver>(game, Taken::listed, std::move(powers));
  }
};

}  // namespace

const Engine* arithmetic_engine() {
  static const ArithmeticEngine engine;
  return &engine;
}

}  // namespace grundy
