// Small finite values never touch the heap: every way to it is counted here, operator new and GMP's
// allocator.
#include <gmp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "value/mex.h"
#include "value/nimber.h"
#include "value/ordinal.h"

namespace {

std::atomic<uint64_t> allocations{0};

void* allocate(size_t size) {
  ++allocations;
  return std::malloc(size > 0 ? size : 1);
}

}  // namespace

void* operator new(size_t size) {
  if (void* memory = allocate(size)) return memory;
  throw std::bad_alloc();
}
void* operator new[](size_t size) { return operator new(size); }
void* operator new(size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new[](size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory, size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}

namespace grundy {
namespace {

/// Counts the allocations during its life.
class Count {
 public:
  Count() {
    mp_set_memory_functions(
        allocate,
        [](void* memory, size_t, size_t size) {
          ++allocations;
          return std::realloc(memory, size);
        },
        [](void* memory, size_t) { std::free(memory); });
    before_ = allocations;
  }
  ~Count() { mp_set_memory_functions(nullptr, nullptr, nullptr); }
  uint64_t operator()() const { return allocations - before_; }

 private:
  uint64_t before_;
};

TEST(AllocationTest, BigNumbersAreSeenToAllocate) {
  const Count count;
  const Natural big = Natural::kSmallLimit;
  EXPECT_GE(count(), 2u);  // the shared object and GMP's digits
  const Ordinal omega = Ordinal::omega();
  EXPECT_GE(count(), 3u);
}

TEST(AllocationTest, SmallNaturalsNeedNone) {
  const Count count;
  Natural sum;
  bool order = true;
  const uint64_t numbers[] = {
      0, 1, 2, 1000, 1u << 31, (uint64_t{1} << 62) - 1, Natural::kSmallLimit - 1};
  for (uint64_t m : numbers) {
    for (uint64_t n : numbers) {
      const Natural a = m, b = n;
      if (m + n < Natural::kSmallLimit) sum = a + b;
      if (m < 1u << 31 && n <= 1u << 31) sum = a * b;
      if (m >= n) sum = a - b;
      sum = a ^ b;
      sum = a & b;
      if (n > 0) sum = a / b;
      if (n > 0) sum = a % b;
      sum = a >> 3;
      if (m < 1u << 31) sum = a << 20;
      sum = a.isqrt();
      sum = Natural::pow(a % 10, 15);
      sum = nim_multiply(a % 65536, b % 65536);
      sum = nim_multiply(a >> 32, b >> 32);
      sum = nim_square_root(a >> 32);
      sum = nim_inverse((a >> 32) + 1);
      order = order && (a == b ? a.hash() == b.hash() : (a < b) != (a > b)) && a.to_uint64() == m &&
              a.bit(63) == false;
    }
  }
  sum = *Natural::parse("00000000000000000000009223372036854775807");
  EXPECT_EQ(count(), 0u);
  EXPECT_TRUE(order);
}

TEST(AllocationTest, SmallOrdinalsNeedNone) {
  const Count count;
  bool order = true;
  const uint64_t numbers[] = {0, 1, 2, 1000, 1u << 31, (uint64_t{1} << 62) - 1};
  for (uint64_t m : numbers) {
    for (uint64_t n : numbers) {
      const Ordinal a = m, b = Natural(n);
      Ordinal sum = a + b;
      sum = natural_sum(a, b);
      sum = nim_sum(a, sum);
      sum = b.successor();
      sum = a.limit_part() + b.degree();
      order = order && (a == b || (a < b) != (a > b)) && a.is_finite() &&
              a.finite() == a.coefficient(0);
    }
  }
  EXPECT_TRUE(order);
  EXPECT_EQ(count(), 0u);
}

TEST(AllocationTest, ASmallMexNeedsNone) {
  MexSet set;
  const uint64_t values[] = {4, 1, 0, 2, 0};
  const Count count;
  EXPECT_EQ(mex(values), 3u);
  for (uint32_t value = 0; value < 50; ++value) {
    set.insert(value);
    set.clear();
  }
  EXPECT_EQ(set.mex(), 0u);
  EXPECT_EQ(count(), 0u);
}

}  // namespace
}  // namespace grundy
