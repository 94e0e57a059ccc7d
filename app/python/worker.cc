#include "python/worker.h"

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

namespace grundy::python {
namespace {

constexpr auto kLook = std::chrono::milliseconds(50);

void run_handlers() {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace

Limits Limits::of(const py::tuple& limits) {
  return {limits[0].cast<double>(), limits[1].cast<uint64_t>(), limits[2].cast<unsigned>(),
          limits[3]};
}

Worker::~Worker() {
  if (thread_ == nullptr || process_ != getpid()) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_->join();
  delete thread_;
}

Worker::Turn::Turn(Worker& worker) : worker_(worker) {
  if (worker_.turn_.try_lock()) return;
  while (true) {
    {
      const py::gil_scoped_release release;
      if (worker_.turn_.try_lock_for(kLook)) return;
    }
    run_handlers();
  }
}

face::SessionOptions Worker::begin(const Limits& limits) {
  stop_ = false;
  face::SessionOptions options;
  options.time_limit = limits.seconds;
  options.memory_limit = limits.memory;
  options.threads = limits.threads;
  options.stop = &stop_;
  if (!limits.progress.is_none()) {
    options.progress = [this](const face::Progress& progress) {
      const std::lock_guard<std::mutex> lock(mutex_);
      what_ = progress.what;
      done_ = progress.done;
      total_ = progress.total;
      news_ = true;
    };
  }
  if (thread_ == nullptr) {
    // Signals are for Python's threads.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = new std::thread([this] { stand(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    process_ = getpid();
  }
  return options;
}

void Worker::stand() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return work_ || ending_; });
    if (!work_) return;
    lock.unlock();
    work_();
    lock.lock();
    work_ = nullptr;
    changed_.notify_all();
  }
}

void Worker::look(const py::object& progress) {
  run_handlers();
  std::string what;
  uint64_t done = 0;
  uint64_t total = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!std::exchange(news_, false)) return;
    what = what_;
    done = done_;
    total = total_;
  }
  progress(what, done, total);
}

void Worker::run(std::function<void()> work, const py::object& progress) {
  const auto is_done = [this] { return !work_; };
  {
    const py::gil_scoped_release release;
    std::unique_lock<std::mutex> lock(mutex_);
    news_ = false;
    work_ = std::move(work);
    changed_.notify_all();
    if (changed_.wait_for(lock, kLook, is_done)) return;
  }
  try {
    while (true) {
      look(progress);
      const py::gil_scoped_release release;
      std::unique_lock<std::mutex> lock(mutex_);
      if (changed_.wait_for(lock, kLook, is_done)) return;
    }
  } catch (...) {
    stop_ = true;
    const py::gil_scoped_release release;
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, is_done);
    throw;
  }
}

}  // namespace grundy::python
