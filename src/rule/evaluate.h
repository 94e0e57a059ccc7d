// Terms and conditions by their definition: slow, obvious, exact. The VM is compared with this.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.h"
#include "rule/rule.h"

namespace grundy {

/// Why an evaluation gives no value.
struct Fault {
  enum class Kind { none, division_by_zero, negative_root, overflow, too_many_parts, out_of_patience, no_element };
  Kind kind = Kind::none;
  Span span;  // of the operation
};
/// "division by zero", …
std::string describe(Fault::Kind kind);

/// How long evaluations may go on. Quantifiers and sums can have 10^18 choices: each is counted, and once in some
/// thousand the budget is asked. Without a Patience an evaluation takes as long as it takes.
class Patience {
 public:
  /// Until the budget is spent.
  explicit Patience(const Budget& budget) : budget_(&budget) {}
  /// For so many choices, of all evaluations together.
  explicit Patience(uint64_t choices) : most_(choices) {}

  /// Counts one more choice; true when there is no patience for it.
  bool over() { return ++choices_ > most_ || (choices_ % kLook == 0 && budget_ != nullptr && budget_is_spent()); }

 private:
  static constexpr uint64_t kLook = 4096;  // choices between two looks at the budget
  bool budget_is_spent() const {
    budget_->count(kLook);
    return budget_->spent();
  }

  const Budget* budget_ = nullptr;
  uint64_t most_ = UINT64_MAX;
  uint64_t choices_ = 0;
};

struct Environment;

/// Who tells what conditions over cells are on the board at hand.
class CellReader {
 public:
  virtual ~CellReader() = default;
  virtual int64_t read(const CellCondition& condition, Environment& slots, Fault& fault, Patience* patience) const = 0;
  /// The elements of a coordinate that is a set or list.
  virtual const std::vector<int64_t>& elements(size_t coordinate) const = 0;
  virtual size_t coordinates() const = 0;
};

/// Numbers by slot; grown when a quantifier binds more.
struct Environment : std::vector<int64_t> {
  using vector::vector;
  Environment(std::vector<int64_t> values) : vector(std::move(values)) {}  // NOLINT: coordinates are the first slots
  const CellReader* board = nullptr;                                       // only with games of cells
  std::vector<std::vector<int64_t>> lists;  // those that are bound, by slot less coordinates

  const std::vector<int64_t>& elements(size_t slot) const {
    return slot < board->coordinates() ? board->elements(slot) : lists[slot - board->coordinates()];
  }
};

/// The value of a term (a condition gives 0 or 1). After a fault the value means nothing and `fault` tells why; the
/// first fault stays.
int64_t evaluate(const Expr& expr, Environment& slots, Fault& fault, Patience* patience = nullptr);

/// Calls visit() once for every choice of the binders, from binder `first` on, with the slots set; stops when visit
/// gives false. A range without an upper end runs up to `limit`. False when stopped or after a fault.
template <class Visit>
bool for_each_choice(std::span<const Binder> binders, Environment& slots, int64_t limit, Fault& fault, Visit&& visit,
                     Patience* patience = nullptr);

/// What a binder of kind `values` runs through where its values are not written out.
struct FromList {
  enum class Kind { none, elements, elements_once, below };
  Kind kind = Kind::none;  // below: lists, element by element at most those of `list`
  const std::vector<int64_t>* list = nullptr;
};
FromList from_list(const Binder& binder, const Environment& slots);
/// The next list, the last element counting fastest; false after the last one.
bool next_below(const std::vector<int64_t>& most, std::vector<int64_t>& list);

// Single operations, shared by all evaluators.
int64_t floor_quotient(int64_t a, int64_t b);         // b != 0
int64_t nonnegative_remainder(int64_t a, int64_t b);  // b != 0
int64_t integer_root(int64_t a);                      // a >= 0
bool is_prime(int64_t a);
bool is_square(int64_t a);
/// a = b^i for some i >= 0.
bool is_power(int64_t a, int64_t b);
int64_t greatest_common_divisor(int64_t a, int64_t b);
// These give true when the number is beyond 64 bits; then the result means nothing.
/// a^b; 0 for negative b.
bool power(int64_t a, int64_t b, int64_t* result);
/// ⌊a·2^b⌋, for negative b as well.
bool shifted_left(int64_t a, int64_t b, int64_t* result);
/// ⌊a/2^b⌋, for negative b as well.
bool shifted_right(int64_t a, int64_t b, int64_t* result);
/// The product of nimbers; 0 when a number is negative.
bool nim_product(int64_t a, int64_t b, int64_t* result);

template <class Visit>
bool for_each_choice(std::span<const Binder> binders, Environment& slots, int64_t limit, Fault& fault, Visit&& visit,
                     Patience* patience) {
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
