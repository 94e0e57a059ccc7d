// The values of some positions, however they were found.
//
// Problem: values come from a table filled by machine code, from one for several games at once,
// from a table in which positions were followed, or from a hash table of a few of them; who asks
// for a value should not have to know.
// Idea: each of these tells which positions it covers, and their values.
// Cost: a virtual call a position that is asked for. What fills a table reads its options without
// one.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "rule/rule.h"

namespace grundy {

class ValueTable {
 public:
  virtual ~ValueTable() = default;
  /// Whether the position's value is here.
  virtual bool covers(const Rule* game, std::span<const int64_t> coordinates) const = 0;
  /// The value of a position that is covered.
  virtual uint32_t value(const Rule* game, std::span<const int64_t> coordinates) const = 0;
  /// How the values were found, as --stats tells it.
  virtual std::string_view way() const = 0;

 protected:
  ValueTable() = default;
  ValueTable(const ValueTable&) = default;
  ValueTable(ValueTable&&) = default;
  ValueTable& operator=(const ValueTable&) = default;
  ValueTable& operator=(ValueTable&&) = default;
};

}  // namespace grundy
