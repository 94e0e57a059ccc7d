/// @file
/// Table: the values of all positions of a box.
///
/// @code
/// grundy::Session session;
/// const grundy::Result<grundy::Table> table = session.table("wythoff", {{0, 2}, {0, 3}});
/// std::cout << table->coordinates()[0] << " and " << table->coordinates()[1] << ", the last one fastest:";
/// for (const uint32_t value : table->small_values()) std::cout << ' ' << value;
/// std::cout << "\nat (2, 2): " << table->at({2, 2})->text() << '\n';
/// // a and b, the last one fastest: 0 1 2 3 1 2 0 4 2 0 1 5
/// // at (2, 2): 1
/// @endcode
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "grundy/value.h"

namespace grundy::face {

/// The natural numbers first, …, last; first <= last.
struct Range {
  Value first;
  Value last;
  friend bool operator==(const Range&, const Range&) = default;
};

/// A range for each coordinate of a game, in their order.
using Box = std::vector<Range>;

/// Values of a game whose positions are numbers, below one another in memory: the last coordinate changes fastest.
class Table {
 public:
  struct Rep;  // the library's own

  /// With its parameters: "stones[K=2]".
  const std::string& game() const;
  /// Their names.
  const std::vector<std::string>& coordinates() const;
  const Box& box() const;
  /// Positions of the box.
  size_t size() const;
  /// Where all values are below 2^32: they, four bytes each. Empty where one is larger, infinite or ∞(K). Valid as long
  /// as a copy of the table is.
  std::span<const uint32_t> small_values() const;
  /// The value of position `index` in the table's order; requires index < size().
  Value operator[](size_t index) const;
  /// The value at these coordinates; an input error outside of the box.
  Result<Value> at(const std::vector<Value>& coordinates) const;
  /// The engine that found the values.
  const std::string& engine() const;

 private:
  friend struct Inside;
  explicit Table(std::shared_ptr<const Rep> rep) : rep_(std::move(rep)) {}
  std::shared_ptr<const Rep> rep_;
};

}  // namespace grundy::face
