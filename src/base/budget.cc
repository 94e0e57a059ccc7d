#include "base/budget.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/process_memory.h"

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
      watched_limit_(whole.watched_limit_),
      effort_(whole.effort_),
      seconds_(whole.seconds_),
      deadline_(whole.deadline_),
      step_limit_(steps > UINT64_MAX / whole.effort_ ? UINT64_MAX : steps * whole.effort_),
      stop_(whole.stop_) {}

void Budget::set_time_limit(double seconds) {
  seconds_ = std::max(seconds, 0.0);
  deadline_ = Clock::time_point::max();
  if (seconds_ < 1e9) {
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(seconds_));
  }
}

Budget::Share::Share(Budget& budget, double fraction) : budget_(budget), whole_(budget.deadline_) {
  if (!budget.has_time_limit()) return;
  const auto left = std::chrono::duration<double>(whole_ - Clock::now());
  budget.deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(left * fraction);
}

Budget::Share::Share(Budget& budget, Clock::duration most)
    : budget_(budget), whole_(budget.deadline_) {
  budget.deadline_ = std::min(whole_, Clock::now() + most);
}

void Budget::set_progress(std::function<void(const Progress&)> report) {
  report_ = std::move(report);
  next_report_ = Clock::now() + kReportInterval;
}

bool Budget::spent() const {
  if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return true;
  if (out_of_steps()) return true;
  if (deadline_ == Clock::time_point::max() && watched_limit_ == UINT64_MAX) return false;
  const Clock::time_point now = Clock::now();
  return now >= deadline_ || process_is_too_large(now);
}

void Budget::watch_process_memory() {
  // A little more, for what the process had before and for what comes until somebody asks.
  watched_limit_ = std::max(memory_limit_, kLeastProcessLimit);
  watched_limit_ += std::min(watched_limit_ / 64, UINT64_MAX - 1 - watched_limit_);
}

void Budget::forgive_memory() {
  give_back_freed_memory();
  too_large_ = false;
}

bool Budget::process_is_too_large(Clock::time_point now) const {
  if (watched_limit_ == UINT64_MAX) return false;
  if (too_large_.load(std::memory_order_relaxed)) return true;
  if (process_memory(now) <= watched_limit_) return false;
  too_large_ = true;
  return true;
}

Error Budget::why() const {
  if (stop_ != nullptr && stop_->load(std::memory_order_relaxed))
    return Error::ended("interrupted");
  if (out_of_steps()) return Error::declined("too many steps");
  if (too_large_ && Clock::now() < deadline_) {
    return Error::ended(
        fmt::format("the work needs more memory than the memory limit of {} leaves; it is raised "
                    "with --memory-limit",
                    format_bytes(memory_limit_)));
  }
  return Error::ended(fmt::format(
      "not finished within the time limit of {} s; a longer one is given with --time-limit",
      seconds_));
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
  return Error::ended(fmt::format("{} would need {}, more than the memory limit of {} leaves; {}",
                                  what, format_bytes(bytes), format_bytes(memory_limit_),
                                  helps
                                      ? "it is raised with --memory-limit"
                                      : fmt::format("this machine has {}", format_bytes(machine))));
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
  // 1023.95 would be shown as 1024.0.
  for (; amount >= 1023.95 && unit + 1 < std::size(units); ++unit) amount /= 1024;
  std::string text = fmt::format("{:.1f}", amount);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text + " " + units[unit];
}

}  // namespace grundy
