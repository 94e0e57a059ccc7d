#include "base/pages.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace grundy {

Pages::Pages(uint64_t size) : size_(size) {
  constexpr uint64_t kLargePage = uint64_t{2} << 20;
  if (size < 2 * kLargePage) {
    bytes_.reset(static_cast<uint8_t*>(std::calloc(std::max<uint64_t>(size, 1), 1)));
    if (!bytes_) throw std::bad_alloc();
    return;
  }
  const uint64_t whole = (size + kLargePage - 1) / kLargePage * kLargePage;
  bytes_.reset(static_cast<uint8_t*>(std::aligned_alloc(kLargePage, whole)));
  if (!bytes_) throw std::bad_alloc();
#if defined(__linux__)
  madvise(bytes_.get(), whole, MADV_HUGEPAGE);  // a refusal costs time only
#endif
  std::memset(bytes_.get(), 0, size);
}

}  // namespace grundy
