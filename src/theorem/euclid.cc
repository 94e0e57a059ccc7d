// Euclid at any size: the smaller of two numbers, some times, from the larger, which must not fall
// below `least`.
//
// Problem: (10^18, 3) has more options than a list can hold, and pairs of hundreds of digits are
// beyond every table.
// Idea: for a smaller number a, the larger ones with the same remainder r are a column r, r + a, r
// + 2a, …; each leads to all before it that are not below `least`. The values of the column are
// then the numbers from 0 on in order, but for that of its first position: 0 where it has no move,
// and else, for r < a, the value of (r, a), which the others leave out.
// Example: of (25, 7) the column is 4, 11, 18, 25; (4, 7) has value 1, and so 11, 18 and 25 have 0,
// 2 and 3.
// Cost: the steps of Euclid's algorithm.
#include <fmt/format.h>

#include <algorithm>

#include "theorem/conclusion.h"

namespace grundy {
namespace {

/// The positions with the smaller number a and the same remainder, from the first that is not below
/// `least`.
struct EuclidColumn {
  Natural smaller;
  Natural first;        // the larger number of the first position; may be less than `smaller`
  Natural place;        // of the position asked about, from 0
  Natural first_value;  // the others have the numbers from 0 on without it, in order

  Natural value(const Natural& at) const {
    if (at.is_zero()) return first_value;
    const Natural before = at - Natural(1);
    return before < first_value ? before : at;
  }
};

Natural value_of_pair(Natural a, Natural b, const Natural& least, EuclidColumn* column = nullptr) {
  if (b < a) std::swap(a, b);
  if (a.is_zero()) {
    if (column != nullptr) *column = {a, b, Natural(0), Natural(0)};
    return Natural(0);
  }
  const Natural rest = b % a;
  Natural first = rest;  // the least number of the remainder that is not below `least`
  if (first < least) first = first + (least - first + a - Natural(1)) / a * a;
  EuclidColumn here{a, first, Natural(0), Natural(0)};
  // A position below `least` has no moves; it may be asked about all the same.
  if (b >= first) here.place = (b - first) / a;
  if (first < a && !first.is_zero() && b >= first)
    here.first_value = value_of_pair(first, a, least);
  Natural result = b >= first ? here.value(here.place) : Natural(0);
  if (column != nullptr) *column = std::move(here);
  return result;
}

class Euclid final : public Conclusion {
 public:
  Euclid(uint64_t least, bool either_of_equals)
      : least_(least), either_of_equals_(either_of_equals) {}

  std::string text(const std::vector<std::string>& names) const override {
    return fmt::format(
        "Positions with the same smaller number a and the same remainder of the larger one modulo "
        "a have the values 0, 1, 2, ... in order, except that the value of the pair of the "
        "remainder and a, ({}, {}) = (r, a), comes first.",
        names[0], names[1]);
  }
  Attempt<Ordinal> value(const Coordinates& position, const Budget&) const override {
    return Ordinal(value_of_pair(position[0], position[1], least_));
  }
  std::optional<Attempt<Options>> options_of_value(const Coordinates& position,
                                                   const Ordinal& value, size_t limit,
                                                   const Budget&) const override {
    Options result;
    if (!value.is_finite()) return result;
    const bool turned = position[1] < position[0];
    EuclidColumn column;
    value_of_pair(position[0], position[1], least_, &column);
    const Natural wanted = value.finite();
    // Values of a column differ, so that at most one of these places has the value.
    for (const Natural& at : {Natural(0), wanted, wanted + Natural(1)}) {
      if (at >= column.place || column.value(at) != wanted) continue;
      result.all = limit > 0;
      if (!result.all) break;
      const Natural other = column.first + at * column.smaller;
      result.positions.push_back(turned ? Coordinates{other, column.smaller}
                                        : Coordinates{column.smaller, other});
      if (!either_of_equals_ || position[0] != position[1]) break;
      result.all = limit > 1;
      if (result.all) result.positions.push_back({other, column.smaller});
      break;
    }
    return result;
  }

 private:
  Natural least_;
  bool either_of_equals_;
};

/// The smaller number from the larger one, once: each move is told, but for which of two equal
/// numbers becomes 0, and the number of moves is the sum of the quotients of Euclid's algorithm.
class Subtractions final : public Conclusion {
 public:
  std::string text(const std::vector<std::string>& names) const override {
    return fmt::format(
        "The value is the sum of the quotients in Euclid's algorithm for {} and {}, modulo 2.",
        names[0], names[1]);
  }
  Attempt<Ordinal> value(const Coordinates& position, const Budget&) const override {
    Natural a = position[0], b = position[1];
    bool is_odd = false;
    while (!a.is_zero() && !b.is_zero()) {
      if (a < b) std::swap(a, b);
      is_odd = is_odd != (a / b).bit(0);
      a = a % b;
    }
    return Ordinal(uint64_t{is_odd});
  }
  std::optional<Attempt<Options>> options_of_value(const Coordinates& position,
                                                   const Ordinal& value, size_t,
                                                   const Budget& budget) const override {
    const Natural &a = position[0], &b = position[1];
    Options result;
    if (a.is_zero() || b.is_zero()) return result;
    for (const bool first : {true, false}) {
      if (first ? a < b : b < a) continue;
      const Coordinates to = first ? Coordinates{a - b, b} : Coordinates{a, b - a};
      if (*this->value(to, budget) == value) result.positions.push_back(to);
    }
    return result;
  }
};

}  // namespace

std::unique_ptr<Conclusion> euclid(uint64_t least, bool either_of_equals) {
  return std::make_unique<Euclid>(least, either_of_equals);
}

std::unique_ptr<Conclusion> subtractions() { return std::make_unique<Subtractions>(); }

}  // namespace grundy
