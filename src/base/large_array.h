// Many numbers of a known count, on pages (base/pages.h): zeros at first, and memory for those that
// are written.
//
//   LargeArray<uint32_t> worths(vertices);   // 4 bytes each
#pragma once
#include <cstddef>
#include <span>
#include <type_traits>

#include "base/pages.h"

namespace grundy {

/// Zeros at first, and memory for those alone that are written.
template <class T>
class LargeArray {
  static_assert(std::is_trivial_v<T>);

 public:
  LargeArray() = default;
  explicit LargeArray(size_t size) : pages_(size * sizeof(T)), size_(size) {}

  size_t size() const { return size_; }
  /// Forgets all but the first `size` elements, at most as many as there are; the memory stays.
  void shorten(size_t size) { size_ = size; }
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
