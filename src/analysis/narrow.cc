#include "analysis/narrow.h"

#include <algorithm>

#include "rule/evaluate.h"

namespace grundy {
namespace {

constexpr int64_t kLargestTested = int64_t{1} << 26;  // number that is tested

bool mentions_only(const Expr& expr, size_t variable) {
  if (expr.quantifier) {
    // It depends on slots below its own.
    const size_t own = expr.quantifier->binders.front().slots.front();
    for (size_t s = 0; s < own; ++s) {
      if (s != variable && mentions(expr, s)) return false;
    }
    return true;
  }
  if (expr.op == Op::slot) return expr.value == static_cast<int64_t>(variable);
  return std::all_of(expr.args.begin(), expr.args.end(),
                     [&](const Expr& e) { return mentions_only(e, variable); });
}

/// All primes up to `most`, by the sieve of Eratosthenes.
std::vector<int64_t> primes(int64_t most) {
  std::vector<bool> composite(static_cast<size_t>(most) + 1);
  std::vector<int64_t> result;
  for (int64_t p = 2; p <= most; ++p) {
    if (composite[static_cast<size_t>(p)]) continue;
    result.push_back(p);
    for (int64_t q = p * p; q <= most; q += p) composite[static_cast<size_t>(q)] = true;
  }
  return result;
}

/// The numbers up to `most` that meet a condition on the variable itself, where they can be listed
/// without a test.
std::optional<std::vector<int64_t>> listed(const Expr& condition, int64_t most) {
  if (condition.args.empty() || condition.args[0].op != Op::slot) return std::nullopt;
  std::vector<int64_t> result;
  switch (condition.op) {
    case Op::isprime:
      return primes(most);
    case Op::issquare:
      for (int64_t root = 0; root * root <= most; ++root) result.push_back(root * root);
      return result;
    case Op::ispower: {
      const Expr& base = condition.args[1];
      if (base.op != Op::constant || base.value < 2 || base.value > kLargestTested)
        return std::nullopt;
      for (int64_t power = 1; power <= most; power *= base.value) result.push_back(power);
      return result;
    }
    default:
      return std::nullopt;
  }
}

/// The numbers from 0 to `most` for which all conditions hold; nothing when one can't be computed.
std::optional<std::vector<int64_t>> passing(const std::vector<Expr>& conditions, size_t variable,
                                            int64_t most, const Budget& budget) {
  std::optional<std::vector<int64_t>> numbers;
  std::vector<const Expr*> left;
  for (const Expr& c : conditions) {
    if (!numbers && (numbers = listed(c, most))) continue;
    left.push_back(&c);
  }
  Environment slots(variable + 1);
  Patience patience(budget);
  std::vector<int64_t> result;
  const int64_t count = numbers ? static_cast<int64_t>(numbers->size()) : most + 1;
  for (int64_t i = 0; i < count; ++i) {
    if ((i & 0xFFFF) == 0 && budget.spent()) return std::nullopt;
    const int64_t number = numbers ? (*numbers)[static_cast<size_t>(i)] : i;
    slots[variable] = number;
    bool passes = true;
    for (const Expr* c : left) {
      Fault fault;
      passes = passes && evaluate(*c, slots, fault, &patience) != 0;
      if (fault.kind != Fault::Kind::none) return std::nullopt;
    }
    if (passes) result.push_back(number);
  }
  return result;
}

}  // namespace

namespace {

/// The loop over the numbers that pass the conditions on the binder alone.
bool list_tested(Loop& loop, std::vector<Expr>& guards, int64_t most, Budget& budget) {
  const size_t variable = loop.slots[0];
  std::vector<Expr> tests;
  std::vector<Expr> others;
  for (const Expr& guard : guards)
    (mentions_only(guard, variable) ? tests : others).push_back(guard);
  if (tests.empty()) return false;
  const auto bytes = static_cast<uint64_t>(8 * (most + 1));
  if (!budget.take_memory(bytes)) return false;
  auto numbers = passing(tests, variable, most, budget);
  budget.give_back_memory(numbers ? bytes - 8 * numbers->size() : bytes);
  if (!numbers) return false;
  loop.kind = Loop::Kind::elements;
  NumberSet set;
  set.flat = *std::move(numbers);
  loop.set = std::make_shared<const NumberSet>(std::move(set));
  guards = std::move(others);
  return true;
}

/// `for k >= 1 if k*k <= n` as a loop over the pairs (k*k, k) with the first number up to n.
bool list_stopped(Loop& loop, size_t new_slot, int64_t most, Budget& budget) {
  const size_t variable = loop.slots[0];
  if (loop.stop.size() != 1 || !loop.high.empty()) return false;
  const Expr& stop = loop.stop[0];
  const Expr& own = stop.args[0];
  const Expr& bound = stop.args[1];
  if (!mentions(own, variable) || !mentions_only(own, variable) || mentions(bound, variable))
    return false;
  int64_t least = 0;
  for (const Expr& low : loop.low) {
    if (low.op != Op::constant) return false;
    least = std::max(least, low.value);
  }
  const auto bytes = static_cast<uint64_t>(16 * (most + 1));
  if (!budget.take_memory(bytes)) return false;
  NumberSet set;
  set.arity = 2;
  Environment slots(variable + 1);
  bool rising = true;
  for (int64_t k = least; k <= most && rising; ++k) {
    if ((k & 0xFFFF) == 0 && budget.spent()) rising = false;
    slots[variable] = k;
    Fault fault;
    const int64_t value = evaluate(own, slots, fault);
    rising = rising && fault.kind == Fault::Kind::none && value >= 0 &&
             (set.flat.empty() || value >= set.flat[set.flat.size() - 2]);
    set.flat.insert(set.flat.end(), {value, k});
  }
  if (!rising || set.flat.empty()) {
    budget.give_back_memory(bytes);
    return false;
  }
  loop.kind = Loop::Kind::elements;
  loop.slots = {new_slot, variable};
  loop.low.clear();
  loop.high.assign(1, stop.op == Op::le ? bound : apply(Op::sub, {bound, constant(1)}));
  loop.stop.clear();
  loop.set = std::make_shared<const NumberSet>(std::move(set));
  return true;
}

}  // namespace

bool narrow(Nest& nest, const MoveLine& line, std::span<const int64_t> most, Budget& budget) {
  const std::vector<Interval> slots = slot_intervals(most, line, nest);
  bool changed = false;
  for (size_t d = 0; d < nest.loops.size(); ++d) {
    Loop& loop = nest.loops[d];
    const int64_t high = slots[loop.slots[0]].high;
    if (loop.kind != Loop::Kind::range || loop.end != Loop::End::finite || high > kLargestTested)
      continue;
    changed = list_tested(loop, nest.guards[d + 1], high, budget) ||
              list_stopped(loop, std::max(most.size(), line.slot_names.size()) + d, high, budget) ||
              changed;
  }
  return changed;
}

}  // namespace grundy
