#include "base/large_array.h"

#ifdef __linux__
#include <sys/mman.h>

#include <cstdint>
#endif

namespace grundy {

void prefer_huge_pages([[maybe_unused]] void* begin, [[maybe_unused]] size_t bytes) {
#ifdef __linux__
  constexpr uintptr_t kPage = uintptr_t{2} << 20;
  const auto first = reinterpret_cast<uintptr_t>(begin);
  const uintptr_t from = (first + kPage - 1) / kPage * kPage;
  const uintptr_t to = (first + bytes) / kPage * kPage;
  // A refusal changes nothing but the speed.
  if (from < to) ::madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);
#endif
}

}  // namespace grundy
