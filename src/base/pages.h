// Memory for large tables that are not read in order.
#pragma once
#include <cstdint>
#include <utility>

namespace grundy {

/// Zeroed bytes, straight from the system: what is never written takes no memory. They lie on large pages where there
/// are any: with pages of 4 KiB, a table of 100 MB that is read here and there costs a walk through the page tables for
/// nearly every byte.
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
