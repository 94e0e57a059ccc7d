// Many numbers of a known count.
#pragma once
#include <cstddef>
#include <span>
#include <type_traits>

#include "base/pages.h"

namespace grundy {

/// Zeros at first, and memory (base/pages.h) only for what is written.
template <class T>
class LargeArray {
  static_assert(std::is_trivial_v<T>);

 public:
  LargeArray() = default;
  explicit LargeArray(size_t size) : pages_(size * sizeof(T)), size_(size) {}

  size_t size() const { return size_; }
  T& operator[](size_t i) { return data()[i]; }
  const T& operator[](size_t i) const { return data()[i]; }
  std::span<T> span() { return {data(), size_}; }
  std::span<const T> span() const { return {data(), size_}; }

 private:
  T* data() const { return reinterpret_cast<T*>(pages_.data()); }
  Pages pages_;
  size_t size_ = 0;
};

}  // namespace grundy
