#include "base/pages.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace grundy {
namespace {

/// As `new` does: whoever wants to be told of it is told first.
[[noreturn]] void no_memory() {
  if (const std::new_handler handler = std::get_new_handler()) handler();
  throw std::bad_alloc();
}

}  // namespace

Pages::Pages(uint64_t size) : size_(size) {
  constexpr uint64_t kLargePage = uint64_t{2} << 20;
  const bool large = size >= 2 * kLargePage;
  if (size > PTRDIFF_MAX - kLargePage) no_memory();
  mapped_ = (size == 0 ? 1 : size) + (large ? kLargePage : 0);  // room to begin on a large page
  mapping_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping_ == MAP_FAILED) {
    mapping_ = nullptr;
    no_memory();
  }
  auto at = reinterpret_cast<uintptr_t>(mapping_);
  if (large) {
    at = (at + kLargePage - 1) / kLargePage * kLargePage;
#if defined(MADV_HUGEPAGE)
    madvise(reinterpret_cast<void*>(at), size, MADV_HUGEPAGE);  // a refusal costs time only
#endif
  }
  data_ = reinterpret_cast<uint8_t*>(at);
}

Pages::~Pages() {
  if (mapping_ != nullptr) munmap(mapping_, mapped_);
}

}  // namespace grundy
