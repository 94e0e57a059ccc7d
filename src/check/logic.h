// Conditions on integers, and whether some integers satisfy them: the logic in which the checker
// states its obligations.
//
// A Problem has variables and conditions without quantifiers: linear inequalities and equations,
// joined by "all" and "any". Division by a constant, minimum and maximum make a new variable that
// is bound to its meaning by a fact; such a variable has exactly one value, so that facts stay
// outside of every negation. Example: "n is odd" is n - 2·q - 1 = 0 with the facts 0 <= n - 2·q <=
// 1.
//
// Cases of "any" are looked at one after another, each a convex set for isl; so the time may be
// exponential in their number, and both cases and isl's steps have a limit.
#pragma once
#include <isl/ctx.h>
#include <isl/set.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace grundy::logic {

/// constant + Σ coefficients[i]·variable i; variables beyond the end do not occur. `too_large`
/// stays once a number was beyond 64 bits: then the other members mean nothing.
struct Linear {
  std::vector<int64_t> coefficients;
  int64_t constant = 0;
  bool too_large = false;

  bool is_constant() const;
  /// Apart from the constant.
  bool is_multiple_of(int64_t modulus) const;
  friend bool operator==(const Linear&, const Linear&) = default;
};
Linear number(int64_t value);
/// 0, …, modulus - 1.
int64_t residue(int64_t number, int64_t modulus);
Linear operator+(const Linear& a, const Linear& b);
Linear operator-(const Linear& a, const Linear& b);
Linear operator*(int64_t factor, const Linear& a);

struct Condition {
  enum class Kind {
    nonnegative,  // term >= 0
    zero,         // term = 0
    all,          // of the parts; true without parts
    any,          // false without parts
  };
  Kind kind = Kind::all;
  Linear term;
  std::vector<Condition> parts;
};
Condition at_least(const Linear& a, const Linear& b);
Condition less(const Linear& a, const Linear& b);
Condition equal(const Linear& a, const Linear& b);
Condition all(std::vector<Condition> parts);
Condition any(std::vector<Condition> parts);
/// False whatever the integers are: an "any" without parts.
bool is_false(const Condition& condition);
Condition negation(const Condition& condition);
/// a < b in the lexicographic order; both of the same length.
Condition lexicographically_less(const std::vector<Linear>& a, const std::vector<Linear>& b);
Condition equal(const std::vector<Linear>& a, const std::vector<Linear>& b);

/// Variables and conditions on them; a solution gives each variable an integer.
class Problem {
 public:
  /// A new variable.
  Linear integer();
  /// A new variable that is at least 0.
  Linear natural();
  /// ⌊a / divisor⌋ for a divisor of at least 1.
  Linear floor(const Linear& a, int64_t divisor);
  Linear least(const std::vector<Linear>& terms);
  Linear greatest(const std::vector<Linear>& terms);
  void require(Condition condition) { conditions_.push_back(std::move(condition)); }

  size_t variables() const { return variables_; }
  const std::vector<Condition>& conditions() const { return conditions_; }

 private:
  struct Quotient {
    Linear dividend;
    int64_t divisor;
    Linear variable;
  };
  size_t variables_ = 0;
  std::vector<Condition> conditions_;
  std::vector<Quotient> quotients_;  // equal ones share their variable
};

struct FreeContext {
  void operator()(isl_ctx* context) const { isl_ctx_free(context); }
};
struct FreeSet {
  void operator()(isl_basic_set* set) const { isl_basic_set_free(set); }
};
using ContextPointer = std::unique_ptr<isl_ctx, FreeContext>;
using BasicSetPointer = std::unique_ptr<isl_basic_set, FreeSet>;

/// A context in which errors come back as null objects and no more than `steps` steps are done in
/// all.
ContextPointer make_context(unsigned long steps);

enum class Outcome { done, stopped, gave_up };

/// Calls visit for convex sets over the problem's variables, none of them empty, whose union are
/// the solutions; until it gives false (then the outcome is `stopped`). `gave_up` when a number is
/// beyond 64 bits, or the limits of isl or of the number of cases are reached, or over() says that
/// time is over.
Outcome for_each_piece(isl_ctx* context, const Problem& problem, const std::function<bool()>& over,
                       const std::function<bool(BasicSetPointer)>& visit);

struct Decision {
  enum class Kind { impossible, possible, unknown };
  Kind kind = Kind::unknown;
  std::vector<std::string> solution;  // numbers, when possible
};
Decision decide(isl_ctx* context, const Problem& problem, const std::function<bool()>& over);

/// The problem as commands of SMT-LIB 2.6, logic QF_LIA: its variables, called v0, v1, …, and its
/// assertions.
std::string to_smt(const Problem& problem);

}  // namespace grundy::logic
