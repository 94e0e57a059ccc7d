#include "engine/family/taken_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "code/moves.h"
#include "rule/slots.h"

namespace grundy {
namespace {

constexpr size_t kTakenFrom = 0;  // the slot of n
constexpr size_t kMostFactors = 8;

/// Whether two terms are written alike.
bool written_alike(const Expr& a, const Expr& b) {
  return a.op == b.op && a.value == b.value && !a.quantifier && !a.set &&
         std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), written_alike);
}

/// A positive number times binders.
struct TakenProduct {
  int64_t number = 1;
  std::vector<size_t> slots;

  bool multiply(const Expr& e) {
    if (e.op == Op::slot) {
      slots.push_back(static_cast<size_t>(e.value));
      return slots.size() <= kMostFactors;
    }
    if (e.op == Op::mul) return multiply(e.args[0]) && multiply(e.args[1]);
    if (e.op == Op::power && e.args[1].op == Op::constant) {
      const int64_t times = e.args[1].value;
      if (times < 1 || times > static_cast<int64_t>(kMostFactors)) return false;
      for (int64_t i = 0; i < times; ++i) {
        if (!multiply(e.args[0])) return false;
      }
      return true;
    }
    return e.op == Op::constant && e.value >= 1 &&
           !__builtin_mul_overflow(number, e.value, &number);
  }
};

/// One line that takes a term.
class TakingLine {
 public:
  explicit TakingLine(const MoveLine& line) : line_(line) {}

  /// Whether larger positions give its binders more values.
  bool grows() const {
    return std::any_of(line_.binders.begin(), line_.binders.end(), [](const Binder& b) {
      return b.kind == Binder::Kind::range && (b.high.empty() || mentions(b.high[0], kTakenFrom));
    });
  }
  /// Whether it takes the same numbers at every position that has so many stones.
  bool takes_anywhere(const Rule& rule) {
    const Part* part = only_part(rule, line_);
    if (part == nullptr) return false;
    // n - x - y takes x + y.
    const Expr* left = &part->coordinates[0];
    for (; left->op == Op::sub; left = &left->args[0]) add_summands(left->args[1]);
    if (!is_slot(*left, kTakenFrom) || summands_.empty()) return false;
    if (std::any_of(summands_.begin(), summands_.end(),
                    [](const Expr* e) { return mentions(*e, kTakenFrom); }))
      return false;
    note_orders();
    return std::all_of(line_.binders.begin(), line_.binders.end(),
                       [&](const Binder& b) { return is_free(b); }) &&
           std::all_of(line_.conditions.begin(), line_.conditions.end(), [&](const Expr& c) {
             return !mentions(c, kTakenFrom) || (c.op == Op::le && keeps(c.args[0], c.args[1]));
           });
  }

 private:
  void add_summands(const Expr& e) {
    if (e.op == Op::add) {
      add_summands(e.args[0]);
      add_summands(e.args[1]);
    } else {
      summands_.push_back(&e);
    }
  }

  /// Which binders are seen to be at most which others.
  void note_orders() {
    const auto note = [&](const Expr& a, const Expr& b) {
      if (a.op == Op::slot && b.op == Op::slot) orders_.emplace_back(a.value, b.value);
    };
    for (const Binder& b : line_.binders) {
      if (b.kind != Binder::Kind::range) continue;
      const Expr here = slot(b.slots[0]);
      for (const Expr& low : b.low) {
        const bool shifted =
            low.op == Op::add && low.args[1].op == Op::constant && low.args[1].value >= 0;
        note(shifted ? low.args[0] : low, here);
      }
      for (const Expr& high : b.high) note(here, high);
    }
    for (const Expr& c : line_.conditions) {
      if (c.op == Op::le || c.op == Op::lt) note(c.args[0], c.args[1]);
    }
  }

  bool is_free(const Binder& binder) const {
    const auto without = [](const Expr& e) { return !mentions(e, kTakenFrom); };
    if (!std::all_of(binder.low.begin(), binder.low.end(), without) ||
        !std::all_of(binder.values.begin(), binder.values.end(), without))
      return false;
    return binder.high.empty() || without(binder.high[0]) ||
           keeps(slot(binder.slots[0]), binder.high[0]);
  }

  /// Whether no choice that takes between 1 and n stones breaks `lower` <= `upper`, where only
  /// `upper` mentions n.
  bool keeps(const Expr& lower, const Expr& upper) const {
    if (mentions(lower, kTakenFrom)) return false;
    if (is_slot(upper, kTakenFrom) && summands_.size() == 1 && written_alike(lower, *summands_[0]))
      return true;
    TakenProduct product;
    return product.multiply(lower) && keeps(std::move(product), upper);
  }
  bool keeps(TakenProduct lower, const Expr& upper) const {
    if (is_slot(upper, kTakenFrom)) {
      return std::any_of(summands_.begin(), summands_.end(),
                         [&](const Expr* summand) { return is_at_most(lower, *summand); });
    }
    // k <= x/y where k*y <= x; k <= isqrt(x) where k*k <= x.
    if (upper.op == Op::div)
      return lower.multiply(upper.args[1]) && keeps(std::move(lower), upper.args[0]);
    if (upper.op != Op::isqrt || lower.slots.size() > kMostFactors / 2) return false;
    if (__builtin_mul_overflow(lower.number, lower.number, &lower.number)) return false;
    lower.slots.insert(lower.slots.end(), lower.slots.begin(), lower.slots.end());
    return keeps(std::move(lower), upper.args[0]);
  }

  /// Whether the product is at most the summand, factor by factor. Factors of the summand that are
  /// left are no zeros when the summand is all that is taken.
  bool is_at_most(const TakenProduct& lower, const Expr& summand) const {
    TakenProduct upper;
    if (!upper.multiply(summand) || lower.number > upper.number ||
        lower.slots.size() > upper.slots.size())
      return false;
    if (summands_.size() > 1 && lower.slots.size() < upper.slots.size()) return false;
    return fits(lower.slots, upper.slots);
  }
  bool fits(const std::vector<size_t>& lower, const std::vector<size_t>& upper, size_t used = 0,
            size_t i = 0) const {
    if (i == lower.size()) return true;
    for (size_t j = 0; j < upper.size(); ++j) {
      if ((used >> j & 1) != 0) continue;
      const bool below =
          lower[i] == upper[j] ||
          std::find(orders_.begin(), orders_.end(), std::pair(lower[i], upper[j])) != orders_.end();
      if (below && fits(lower, upper, used | size_t{1} << j, i + 1)) return true;
    }
    return false;
  }

  const MoveLine& line_;
  std::vector<const Expr*> summands_;              // of the term that is taken
  std::vector<std::pair<size_t, size_t>> orders_;  // the first is at most the second
};

}  // namespace

std::optional<TakenNumbers> TakenNumbers::of(const Rule& rule) {
  if (rule.is_alias || rule.arity() != 1 || rule.moves.empty()) return std::nullopt;
  const auto taking = [&](const MoveLine& line) { return TakingLine(line).takes_anywhere(rule); };
  const auto growing = [](const MoveLine& line) { return TakingLine(line).grows(); };
  if (!std::all_of(rule.moves.begin(), rule.moves.end(), taking) ||
      std::none_of(rule.moves.begin(), rule.moves.end(), growing))
    return std::nullopt;
  const TakenNumbers numbers(rule);
  const Budget whole;
  return numbers.below(64, Budget(whole, 100'000)) ? std::optional(numbers) : std::nullopt;
}

bool TakenNumbers::many() const {
  constexpr uint64_t kLooked = 4096;
  constexpr uint64_t kOneIn = 32;
  const Budget whole;
  const auto numbers = below(kLooked, Budget(whole, 1'000'000));
  return numbers && numbers->size() >= kLooked / kOneIn;
}

Attempt<std::vector<uint64_t>> TakenNumbers::below(uint64_t end, const Budget& budget) const {
  const auto most = static_cast<int64_t>(end) - 1;
  std::vector<bool> taken(end);
  bool takes_some = true;
  const auto visit = [&](const RuleSum& to) {
    const int64_t left = to[0].coordinates[0];
    takes_some = left < most;
    if (takes_some) taken[static_cast<size_t>(most - left)] = true;
    return takes_some;
  };
  MoveLister lister;
  if (auto listed = lister.for_each_move(*rule_, {most}, budget, visit); !listed)
    return std::move(listed).error();
  if (!takes_some)
    return Error::declined(fmt::format("a move of {}({}) takes nothing", rule_->full_name, most));
  std::vector<uint64_t> numbers;
  for (uint64_t s = 1; s < end; ++s) {
    if (taken[s]) numbers.push_back(s);
  }
  return numbers;
}

}  // namespace grundy
