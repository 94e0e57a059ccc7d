// Terms and conditions by their definition: slow, obvious, exact. The VM is compared with this.
#pragma once
#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "base/budget.h"
#include "rule/rule.h"

namespace grundy {

/// Why an evaluation gives no value.
struct Fault {
  enum class Kind {
    none,
    division_by_zero,
    negative_root,
    overflow,
    too_many_parts,
    out_of_patience,
    no_element
  };
  Kind kind = Kind::none;
  Span span;  // of the operation
};
/// "division by zero", …
std::string describe(Fault::Kind kind);

/// How long evaluations may go on. Quantifiers and sums can have 10^18 choices: each is counted,
/// and once in some thousand the budget is asked. Without a Patience an evaluation takes as long as
/// it takes.
class Patience {
 public:
  /// Until the budget is spent.
  explicit Patience(const Budget& budget) : budget_(&budget) {}
  /// For so many choices, of all evaluations together.
  explicit Patience(uint64_t choices) : most_(choices) {}

  /// Counts one more choice; true when there is no patience for it.
  bool over() {
    return ++choices_ > most_ || (choices_ % kLook == 0 && budget_ != nullptr && budget_is_spent());
  }

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
  virtual int64_t read(const CellCondition& condition, Environment& slots, Fault& fault,
                       Patience* patience) const = 0;
  /// The elements of a coordinate that is a set or list.
  const std::vector<int64_t>& elements(size_t coordinate) const { return *lists_[coordinate]; }
  size_t coordinates() const { return lists_.size(); }

 protected:
  // By coordinate; null for one that is a number.
  boost::container::small_vector<const std::vector<int64_t>*, 6> lists_;
};

/// Numbers by slot; grown when a quantifier binds more.
struct Environment : std::vector<int64_t> {
  using vector::vector;
  Environment(std::vector<int64_t> values)
      : vector(std::move(values)) {}        // NOLINT: coordinates are the first slots
  const CellReader* board = nullptr;        // only with games of cells
  std::vector<std::vector<int64_t>> lists;  // those that are bound, by slot less coordinates

  const std::vector<int64_t>& elements(size_t slot) const {
    return slot < board->coordinates() ? board->elements(slot) : lists[slot - board->coordinates()];
  }
};

/// The value of a term (a condition gives 0 or 1). After a fault the value means nothing and
/// `fault` tells why; the first fault stays.
int64_t evaluate(const Expr& expr, Environment& slots, Fault& fault, Patience* patience = nullptr);

/// What is done with each choice of binders, and gives whether to go on: it refers to a function
/// object, which outlives it.
class ChoiceVisitor {
 public:
  template <class Visit>
  requires(!std::is_same_v<std::remove_cvref_t<Visit>, ChoiceVisitor>)
      ChoiceVisitor(Visit&& visit)  // NOLINT: what is called is written as a lambda
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(visit)))),
        call_([](void* object) -> bool {
          return (*static_cast<std::remove_reference_t<Visit>*>(object))();
        }) {}
  bool operator()() const { return call_(object_); }

 private:
  void* object_;
  bool (*call_)(void*);
};

/// Calls visit() once for every choice of the binders, with the slots set; stops when visit gives
/// false. A range without an upper end runs up to `limit`. False when stopped or after a fault.
bool for_each_choice(std::span<const Binder> binders, Environment& slots, int64_t limit,
                     Fault& fault, ChoiceVisitor visit, Patience* patience = nullptr);

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

}  // namespace grundy
