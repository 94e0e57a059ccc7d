// The helpers of a server, and the questions that wait for one.
//
// A question is given to a helper that is free, or waits. Its lines are handed on as they come. A
// question that nobody wants any more is stopped: by SIGINT, and when that does not help within a
// second by SIGKILL; then another helper takes the place. So is one that takes longer than its
// time, and a helper that ends by itself.
//
//   auto job = pool.submit("value {\"sum\": \"nim(3)\"}", [](std::string line, bool last) { … });
//   if (job == nullptr) …   // too many wait
//   pool.stop(job);
//
// All of it runs on the thread of the io_context.
#pragma once
#include <boost/asio/io_context.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>  // Boost.Asio 1.74 needs it under g++ 12
#include <vector>

namespace grundy::web {

struct PoolOptions {
  size_t jobs = 2;
  size_t waiting = 16;
  double time_limit = 20;            // of an answer; what takes a second longer is stopped
  std::vector<std::string> command;  // the helper's words, the first the path of its program
};

class Pool {
 public:
  /// Called with each line of the answer; with the last one the question is done.
  using Listener = std::function<void(std::string line, bool last)>;
  struct Job {
    std::string line;
    Listener listener;  // empty: nobody listens any more
    bool waits = true;
  };
  using JobPointer = std::shared_ptr<Job>;

  Pool(boost::asio::io_context& context, PoolOptions options);
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  /// Ends all helpers at once.
  ~Pool();

  /// Null when too many wait.
  JobPointer submit(std::string line, Listener listener);
  /// The listener is not called again.
  void stop(const JobPointer& job);
  size_t working() const;
  size_t waiting() const { return queue_.size(); }

 private:
  class Helper;
  void assign();

  boost::asio::io_context& context_;
  PoolOptions options_;
  std::vector<std::shared_ptr<Helper>> helpers_;
  std::deque<JobPointer> queue_;
};

}  // namespace grundy::web
