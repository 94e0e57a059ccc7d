#include "base/budget.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace grundy {
namespace {

constexpr auto kReportInterval = std::chrono::milliseconds(100);

/// The machine's memory in bytes; where it is not told, a modest guess.
uint64_t physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_size <= 0) return uint64_t{2} << 30;
  return static_cast<uint64_t>(pages) * static_cast<uint64_t>(page_size);
}

}  // namespace

Budget::Budget() : memory_limit_(physical_memory() / 4 * 3) {}

Budget::Budget(const Budget& whole, uint64_t steps)
    : memory_limit_(whole.memory_limit_),
      seconds_(whole.seconds_),
      deadline_(whole.deadline_),
      step_limit_(steps),
      stop_(whole.stop_) {}

void Budget::set_time_limit(double seconds) {
  seconds_ = std::max(seconds, 0.0);
  deadline_ = Clock::time_point::max();
  if (seconds_ < 1e9) {
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds_));
  }
}

Budget::Share::Share(Budget& budget, double fraction) : budget_(budget), whole_(budget.deadline_) {
  if (!budget.has_time_limit()) return;
  const auto left = std::chrono::duration<double>(whole_ - Clock::now());
  budget.deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(left * fraction);
}

void Budget::set_progress(std::function<void(const Progress&)> report) {
  report_ = std::move(report);
  next_report_ = Clock::now() + kReportInterval;
}

bool Budget::spent() const {
  if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return true;
  if (out_of_steps()) return true;
  return deadline_ != Clock::time_point::max() && Clock::now() >= deadline_;
}

Error Budget::why() const {
  if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return Error::ended("interrupted");
  if (out_of_steps()) return Error::declined("too many steps");
  return Error::ended(
      fmt::format("not finished within the time limit of {} s; a longer one is given with --time-limit", seconds_));
}

bool Budget::take_memory(uint64_t bytes) {
  uint64_t used = memory_used_.load(std::memory_order_relaxed);
  do {
    if (used > memory_limit_ || bytes > memory_limit_ - used) return false;
  } while (!memory_used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
  return true;
}

Error Budget::too_large(std::string_view what, uint64_t bytes) const {
  const uint64_t machine = physical_memory();
  const bool helps = machine == 0 || bytes < machine;
  return Error::ended(fmt::format(
      "{} would need {}, more than the memory limit of {} leaves; {}", what, format_bytes(bytes),
      format_bytes(memory_limit_),
      helps ? "it is raised with --memory-limit" : fmt::format("this machine has {}", format_bytes(machine))));
}

void Budget::progress(std::string_view what, uint64_t done, uint64_t total) const {
  if (!report_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_report_.load(std::memory_order_relaxed)) return;
  const std::unique_lock<std::mutex> lock(reporting_, std::try_to_lock);
  if (!lock || now < next_report_.load(std::memory_order_relaxed)) return;
  report_({what, done, total});
  next_report_.store(Clock::now() + kReportInterval, std::memory_order_relaxed);
}

std::string format_bytes(uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  const char* const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  auto amount = static_cast<double>(bytes) / 1024;
  size_t unit = 0;
  for (; amount >= 1023.95 && unit + 1 < std::size(units); ++unit) amount /= 1024;  // 1023.95 would be shown as 1024.0
  std::string text = fmt::format("{:.1f}", amount);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text + " " + units[unit];
}

}  // namespace grundy
