// The values of many positions: 4 bytes each where they are small numbers, as nearly all are.
//
// Problem: a Value has room for ordinals of any size, 80 bytes; a table of millions has small
// numbers. Idea: 32 bits each, and a mark for those that stand in a map beside. Example: list[7] is
// a Value again, list.number(7) a number if it is one.
// Cost: 4 bytes a value; a lookup in a hash table for each that is infinite or 2^32 - 1 and more.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "value/value.h"

namespace grundy {

class ValueList {
 public:
  static constexpr uint32_t kLarge = UINT32_MAX;  // the number of those that are not small

  ValueList() = default;
  ValueList(std::vector<Value> values) {  // NOLINT: a list of values
    for (Value& value : values) push_back(std::move(value));
  }

  ValueList(std::initializer_list<Value> values) {
    for (const Value& value : values) push_back(value);
  }

  size_t size() const { return numbers_.size(); }
  bool empty() const { return numbers_.empty(); }
  void reserve(size_t size) { numbers_.reserve(size); }
  void push_back(uint32_t value) {
    if (value == kLarge) {
      push_back(Value(uint64_t{value}));
    } else {
      numbers_.push_back(value);
    }
  }
  void push_back(Value value) {
    const bool small =
        value.is_finite() && value.ordinal().is_small() && value.ordinal().small() < kLarge;
    const uint32_t number = small ? static_cast<uint32_t>(value.ordinal().small()) : kLarge;
    if (!small) large_.emplace(numbers_.size(), std::move(value));
    numbers_.push_back(number);
  }
  void append(const ValueList& more) {
    for (const auto& [at, value] : more.large_) large_.emplace(numbers_.size() + at, value);
    numbers_.insert(numbers_.end(), more.numbers_.begin(), more.numbers_.end());
  }

  /// The value as a number, or kLarge.
  uint32_t number(size_t i) const { return numbers_[i]; }
  Value operator[](size_t i) const {
    return numbers_[i] == kLarge ? large_.at(i) : Value(uint64_t{numbers_[i]});
  }
  /// All of them as numbers; kLarge for those that are not small.
  std::span<const uint32_t> numbers() const { return numbers_; }
  bool all_small() const { return large_.empty(); }

  class Iterator {
   public:
    Iterator(const ValueList& list, size_t at) : list_(list), at_(at) {}
    Value operator*() const { return list_[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const ValueList& list_;
    size_t at_;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

 private:
  std::vector<uint32_t> numbers_;
  std::unordered_map<size_t, Value> large_;  // by place
};

}  // namespace grundy
