// Memory for many numbers of a known count.
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

namespace grundy {

/// Asks the system for large pages in these bytes, which nobody has touched yet: what is read here and there in them is
/// then found with fewer steps. Does nothing where there are none.
void prefer_huge_pages(void* begin, size_t bytes);

/// Numbers that are not set to anything at first.
template <class T>
class LargeArray {
  static_assert(std::is_trivial_v<T>);

 public:
  LargeArray() = default;
  explicit LargeArray(size_t size) : data_(new T[size]), size_(size) {
    prefer_huge_pages(data_.get(), size * sizeof(T));
  }

  size_t size() const { return size_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  std::span<T> span() { return {data_.get(), size_}; }
  std::span<const T> span() const { return {data_.get(), size_}; }

 private:
  std::unique_ptr<T[]> data_;
  size_t size_ = 0;
};

}  // namespace grundy
