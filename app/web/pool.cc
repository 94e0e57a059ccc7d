#include "web/pool.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <csignal>

#include "web/messages.h"

namespace grundy::web {

namespace asio = boost::asio;
using Failure = boost::system::error_code;

namespace {

constexpr std::chrono::seconds kPatience{1};
constexpr size_t kLongestLine = size_t{64} << 20;

}  // namespace

/// One process, and the question it is at. A new process is begun when there is none and a question
/// comes.
class Pool::Helper : public std::enable_shared_from_this<Helper> {
 public:
  Helper(Pool& pool, asio::io_context& context)
      : pool_(&pool), socket_(context), timer_(context), buffer_(kLongestLine) {}

  bool is_free() const { return job_ == nullptr; }
  bool works_on(const JobPointer& job) const { return job_ == job; }

  bool begin() {
    if (pid_ > 0) return true;
    Failure failure;
    socket_ = asio::local::stream_protocol::socket(socket_.get_executor());
    asio::local::stream_protocol::socket theirs(socket_.get_executor());
    asio::local::connect_pair(socket_, theirs, failure);
    if (failure) return false;
    pid_ = spawn(theirs.native_handle());
    buffer_.consume(buffer_.size());
    if (pid_ <= 0) return false;
    read();
    return true;
  }

  void work(const JobPointer& job) {
    job_ = job;
    job_->waits = false;
    interrupted_ = false;
    if (!begin()) return fail("no helper can be started");
    line_ = job->line + "\n";
    asio::async_write(socket_, asio::buffer(line_),
                      [self = shared_from_this()](Failure, size_t) {});
    const auto limit = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::duration<double>(std::min(pool_->options_.time_limit, 1e9)));
    wait(limit + kPatience, job);
  }

  /// Asks the answer to end; what does not is ended.
  void interrupt() {
    if (interrupted_ || pid_ <= 0) return;
    interrupted_ = true;
    kill(pid_, SIGINT);
    wait(kPatience, job_);
  }

  /// Forgets the pool; nothing is heard of the helper any more.
  void end() {
    pool_ = nullptr;
    job_ = nullptr;
    end_process();
  }

 private:
  pid_t spawn(int socket) const {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // Ctrl-C is the server's
    std::vector<char*> words;
    for (const std::string& word : pool_->options_.command)
      words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    pid_t pid = -1;
    const int failed = posix_spawn(&pid, words[0], &actions, &attributes, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failed == 0 ? pid : -1;
  }

  void end_process() {
    Failure ignored;
    timer_.cancel(ignored);
    socket_.close(ignored);
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

  void read() {
    asio::async_read_until(
        socket_, buffer_, '\n',
        [self = shared_from_this(), pid = pid_](Failure failure, size_t size) {
          if (self->pool_ == nullptr || self->pid_ != pid) return;
          if (failure)
            return self->fail(
                "the helper at work on it has ended, and another one has taken its place");
          const auto* const begin = static_cast<const char*>(self->buffer_.data().data());
          std::string line(begin, size - 1);
          self->buffer_.consume(size);
          self->heard(std::move(line));
          if (self->pid_ == pid) self->read();
        });
  }

  void heard(std::string line) {
    if (job_ == nullptr) return;
    const bool last = !line.starts_with("{\"progress\"");
    const JobPointer job = job_;
    if (last) {
      Failure ignored;
      timer_.cancel(ignored);
      job_ = nullptr;
    }
    if (job->listener) job->listener(std::move(line), last);
    if (last && pool_ != nullptr) pool_->assign();
  }

  /// The process is ended; its question, if there is one, is answered with an error.
  void fail(const std::string& why) {
    end_process();
    if (job_ == nullptr) return;
    const Error error =
        interrupted_ ? Error::ended("the answer was stopped") : Error::internal(why);
    heard(error_line(error));
  }

  void wait(std::chrono::milliseconds time, const JobPointer& job) {
    timer_.expires_after(time);
    timer_.async_wait([self = shared_from_this(), job](Failure failure) {
      if (failure || self->pool_ == nullptr || self->job_ != job) return;
      if (self->interrupted_) return self->fail("");
      self->interrupt();
    });
  }

  Pool* pool_;
  asio::local::stream_protocol::socket socket_;
  asio::steady_timer timer_;
  asio::streambuf buffer_;
  std::string line_;  // what is being sent
  pid_t pid_ = -1;
  JobPointer job_;
  bool interrupted_ = false;
};

Pool::Pool(asio::io_context& context, PoolOptions options)
    : context_(context), options_(std::move(options)) {
  for (size_t i = 0; i < options_.jobs; ++i) {
    helpers_.push_back(std::make_shared<Helper>(*this, context_));
    helpers_.back()->begin();
  }
}

Pool::~Pool() {
  for (const auto& helper : helpers_) helper->end();
}

Pool::JobPointer Pool::submit(std::string line, Listener listener) {
  const bool is_one_free = working() < helpers_.size();
  if (!is_one_free && queue_.size() >= options_.waiting) return nullptr;
  auto job = std::make_shared<Job>(Job{std::move(line), std::move(listener)});
  queue_.push_back(job);
  assign();
  return job;
}

void Pool::assign() {
  while (!queue_.empty()) {
    const auto free = std::find_if(helpers_.begin(), helpers_.end(),
                                   [](const auto& one) { return one->is_free(); });
    if (free == helpers_.end()) return;
    const JobPointer job = queue_.front();
    queue_.pop_front();
    (*free)->work(job);
  }
}

void Pool::stop(const JobPointer& job) {
  job->listener = nullptr;
  if (job->waits) {
    queue_.erase(std::remove(queue_.begin(), queue_.end(), job), queue_.end());
    return;
  }
  for (const auto& helper : helpers_) {
    if (helper->works_on(job)) helper->interrupt();
  }
}

size_t Pool::working() const {
  return static_cast<size_t>(std::count_if(helpers_.begin(), helpers_.end(),
                                           [](const auto& one) { return !one->is_free(); }));
}

}  // namespace grundy::web
