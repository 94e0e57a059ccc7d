// Memory for large tables that are not read in order.
//
// Problem: a table of 100 MB that is read here and there costs, on pages of 4 KiB, a walk through
// the page tables for nearly every byte; and a vector writes zeros to all of it, also where nobody
// ever looks.
// Idea: pages straight from the system: zeros that take no memory until they are written, on large
// pages where there are any.
// Cost: a system call to make them and one to free them.
#pragma once
#include <cstdint>
#include <utility>

namespace grundy {

/// Bytes that are zero at first; those that are never written take no memory.
class Pages {
 public:
  Pages() = default;
  /// Throws std::bad_alloc where the system has no memory.
  explicit Pages(uint64_t size);
  Pages(Pages&& other) noexcept { swap(other); }
  Pages& operator=(Pages&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Pages();
  uint8_t* data() const { return data_; }
  uint64_t size() const { return size_; }

 private:
  void swap(Pages& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(mapping_, other.mapping_);
    std::swap(mapped_, other.mapped_);
  }
  uint8_t* data_ = nullptr;
  uint64_t size_ = 0;
  void* mapping_ = nullptr;
  uint64_t mapped_ = 0;
};

}  // namespace grundy
