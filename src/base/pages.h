// Memory for large tables that are not read in order.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

namespace grundy {

/// Zeroed bytes. Large ones lie on large pages where the system has them: with pages of 4 KiB, a table of 100 MB that is
/// read here and there costs a walk through the page tables for nearly every byte.
class Pages {
 public:
  Pages() = default;
  /// Throws std::bad_alloc without memory.
  explicit Pages(uint64_t size);
  uint8_t* data() const { return bytes_.get(); }
  uint64_t size() const { return size_; }

 private:
  struct Free {
    void operator()(uint8_t* bytes) const { std::free(bytes); }
  };
  std::unique_ptr<uint8_t, Free> bytes_;
  uint64_t size_ = 0;
};

}  // namespace grundy
