#include "cli/watchdog.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "base/process_memory.h"

namespace grundy::cli {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds kBetweenLooks(10);
constexpr milliseconds kBetweenLooksAtMemory(2);  // under a limit that is soon reached
/// That the process has used.
std::chrono::nanoseconds cpu_time() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

constexpr uint64_t kSoonReached = uint64_t{4} << 30;

}  // namespace

Watchdog::Watchdog(const std::function<void(Budget&)>& limit, Budget::Clock::duration patience,
                   std::function<void(const Error&)> end)
    : patience_(patience), end_(std::move(end)) {
  limit(limits_);
  thread_ = std::thread([this] { watch(); });
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    done_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

bool Watchdog::is_far_beyond(Time now) {
  const uint64_t most = std::max(limits_.memory_limit(), Budget::kLeastProcessLimit);
  if (process_memory(now) / 21 > most / 20) return true;
  if (now < limits_.deadline() && !*limits_.stop_flag()) {
    over_since_ = Time::max();
    return false;
  }
  if (over_since_ == Time::max()) {
    over_since_ = now;
    worked_before_ = cpu_time();
  }
  // On a busy machine the work may not have had its turn yet.
  return now - over_since_ > patience_ && cpu_time() - worked_before_ > patience_ / 4;
}

void Watchdog::watch() {
  const milliseconds pause =
      limits_.memory_limit() < kSoonReached ? kBetweenLooksAtMemory : kBetweenLooks;
  std::unique_lock<std::mutex> lock(mutex_);
  while (!changed_.wait_for(lock, pause, [this] { return done_; })) {
    if (!is_far_beyond(Budget::Clock::now())) continue;
    (void)limits_.spent();  // so that it knows why
    return end_(limits_.why());
  }
}

}  // namespace grundy::cli
