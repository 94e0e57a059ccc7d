// The same work in several threads, each with its number, and how many of them make sense.
//
//   in_parallel(parts, [&](unsigned part) { sums[part] = sum_of(part); });
//
// Cost: starting a thread, some ten microseconds each.
#pragma once
#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

#ifdef __linux__
#include <sched.h>
#endif

namespace grundy {

/// The processors that this process may use, at least 1: a `taskset` counts.
inline unsigned processors() {
#ifdef __linux__
  cpu_set_t mine;
  if (::sched_getaffinity(0, sizeof mine, &mine) == 0)
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&mine)));
#endif
  return std::max(1U, std::thread::hardware_concurrency());
}

/// Calls work(0), …, work(count - 1), at the same time as far as the system gives threads, and
/// returns when all have returned; work(0) runs in the calling thread. Where no thread can be had,
/// the calling thread does that work before, so no call may wait for another to begin. No call may
/// throw.
template <class Work>
void in_parallel(unsigned count, const Work& work) {
  std::vector<std::thread> threads;
  threads.reserve(count);
  for (unsigned i = 1; i < count; ++i) {
    try {
      threads.emplace_back([&work, i] { work(i); });
    } catch (const std::system_error&) {
      work(i);
    }
  }
  if (count > 0) work(0);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace grundy
