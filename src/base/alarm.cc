#include "base/alarm.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace grundy {
namespace {

constexpr auto kLook = std::chrono::milliseconds(20);

}  // namespace

Alarm::Alarm(const Budget& budget, std::function<void()> ring)
    : deadline_(budget.deadline()), stop_(budget.stop_flag()), ring_(std::move(ring)) {
  if (!budget.has_time_limit() && stop_ == nullptr) return;
  try {
    thread_ = std::thread([this] { watch(); });
  } catch (const std::system_error&) {  // no thread can be had
  }
}

Alarm::~Alarm() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Alarm::watch() {
  std::unique_lock lock(mutex_);
  while (!over_) {
    const auto now = Budget::Clock::now();
    const bool stopped = stop_ != nullptr && stop_->load(std::memory_order_relaxed);
    if (stopped || now >= deadline_) {
      ring_();
      return;
    }
    changed_.wait_until(lock, std::min(deadline_, now + kLook));
  }
}

}  // namespace grundy
