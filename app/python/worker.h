// A session with a standing thread: work goes on without the interpreter's lock, and the caller
// looks after signals.
//
// Problem: a long answer must not stop other Python threads, and Ctrl-C has to end it soon; Python
// runs the handlers of signals on its main thread only, between its own instructions.
// Idea: the work is handed to a thread that waits for it. The caller waits without the lock, and
// takes it every 50 ms to run the handlers and to tell the progress; when a handler raises, the
// stop flag goes up, the end of the work is awaited, and the exception goes out. Threads that ask
// the same session take turns, without the lock.
// Cost: some 20 microseconds a question; a new thread for each would cost ten times as much.
#pragma once
#include <pybind11/pybind11.h>
#include <sys/types.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>

#include "face/face.h"

namespace grundy::python {

namespace py = pybind11;

/// What a question may use: seconds, bytes, threads (0: no limit of one's own), and whom to tell
/// how far it is.
struct Limits {
  double seconds = 0;
  uint64_t memory = 0;
  unsigned threads = 0;
  py::object progress = py::none();  // progress(what, done, total), or None

  /// From (seconds, bytes, threads, progress).
  static Limits of(const py::tuple& limits);
};

class Worker {
 public:
  Worker() = default;
  /// In the child of a fork the thread isn't there, and is left alone.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// What `work(options)` gives back, found on the thread; the options have the limits, the flag
  /// and the progress.
  template <class Work>
  auto ask(const Limits& limits, Work&& work) {
    using Answer = std::invoke_result_t<Work, const face::SessionOptions&>;
    const Turn turn(*this);
    std::optional<Answer> answer;
    const face::SessionOptions options = begin(limits);
    run([&] { answer.emplace(work(options)); }, limits.progress);
    return *std::move(answer);
  }
  /// What `work()` gives back, at once, on this thread: for what never takes long.
  template <class Work>
  auto quickly(Work&& work) {
    const Turn turn(*this);
    return work();
  }

 private:
  /// While it lives, no other thread asks.
  class Turn {
   public:
    explicit Turn(Worker& worker);
    ~Turn() { worker_.turn_.unlock(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Worker& worker_;
  };

  face::SessionOptions begin(const Limits& limits);
  void run(std::function<void()> work, const py::object& progress);
  void stand();
  /// Runs handlers of signals, and tells the progress when there is news. An exception of theirs
  /// goes out.
  void look(const py::object& progress);

  std::timed_mutex turn_;
  std::atomic<bool> stop_{false};
  std::mutex mutex_;  // of the following
  std::condition_variable changed_;
  std::function<void()> work_;
  bool ending_ = false;
  bool news_ = false;
  std::string what_;
  uint64_t done_ = 0;
  uint64_t total_ = 0;
  std::thread* thread_ = nullptr;
  pid_t process_ = 0;
};

}  // namespace grundy::python
