#include "cli/context.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/file.h"
#include "base/json.h"
#include "base/parallel.h"

namespace grundy::cli {

namespace {

constexpr std::chrono::milliseconds kPatience(130);
constexpr std::chrono::seconds kPatienceForSaving(10);

}  // namespace

std::atomic<bool> interrupted{false};

Context::Context(CommonOptions options) : options_(std::move(options)) {}

void Context::limit(Budget& budget) {
  budget.set_stop_flag(stop_flag());
  if (options_.time_limit > 0) budget.set_time_limit(options_.time_limit);
  if (options_.memory_limit > 0) budget.set_memory_limit(options_.memory_limit);
  if (owns_process()) budget.watch_process_memory();
  budget.set_threads(options_.threads > 0 ? options_.threads : processors());
  if (!options_.quiet || report_) {
    budget.set_progress([this](const Progress& progress) { show_progress(progress); });
  }
}

Attempt<void> Context::prepare() {
  face::SessionOptions limits;
  limits.threads = options_.threads;
  limits.memory_limit = options_.memory_limit;
  limits.whole_process = owns_process();
  limits.time_limit = options_.time_limit;
  limits.stop = stop_flag();
  if (!options_.quiet || report_) {
    limits.progress = [this](const face::Progress& progress) {
      show_progress({progress.what, progress.done, progress.total});
    };
  }
  face_.set_options(std::move(limits));
  face_.begin_task();
  if (owns_process()) watch(kPatience);
  for (const std::string& path : options_.rules) {
    if (auto loaded = face_.load_rules_file(path); !loaded) return face::inner(loaded.error());
  }
  return {};
}

void Context::watch(Budget::Clock::duration patience) {
  watchdog_ = std::make_unique<Watchdog>([this](Budget& budget) { limit(budget); }, patience,
                                         [this](const Error& error) { end_at_once(error); });
}

void Context::allow_saving() {
  if (watchdog_ == nullptr) return;
  watchdog_.reset();
  watch(kPatienceForSaving);
}

void Context::set_line(const std::string* name, size_t line) {
  batch_.name = name;
  batch_.line = line;
}

void Context::end_at_once(Error error) {
  // What is half written is written first.
  const std::lock_guard<std::recursive_mutex> lock(writing_);
  const size_t line = batch_.line;
  if (line > 0) {
    error.diagnostics.front().message =
        fmt::format("stopped at line {} of {}: {}", line, *batch_.name, error.message());
  }
  if (!options_.json) {
    clear_progress();
    say(error.to_string());
  } else {
    write(error_json(error, line) + "\n");
  }
  std::fflush(stderr);
  _exit(kNotKnown);
}

void Context::show_progress(const Progress& progress) {
  if (report_) return report_({progress.what, progress.done, progress.total});
  if (said_ != nullptr) return;
  const double seconds = this->seconds();
  if (seconds < 1 || progress.done < early_.done) {
    early_ = {progress.done, seconds};
    return;
  }
  if (isatty(STDERR_FILENO) == 0) return;
  const uint64_t total = goal_.total > 0 ? goal_.total : progress.total;
  const uint64_t done = std::max(progress.done, goal_.begin);
  // The rate is that of this run: an early count, of a checkpoint for example, is not part of it.
  const double rate = static_cast<double>(progress.done - early_.done) / (seconds - early_.seconds);
  std::string line = fmt::format("{} {}, {:.3g} a second", done, progress.what, rate);
  if (done < total && rate > 0) {
    const double share = static_cast<double>(done) / static_cast<double>(total);
    constexpr int kBar = 30;
    const int full = static_cast<int>(share * kBar);
    line = fmt::format("[{}{}] {:3.0f} %  {}, {:.0f} s left", std::string(full, '#'),
                       std::string(kBar - full, '.'), 100 * share, line,
                       static_cast<double>(total - done) / rate);
  }
  if (!goal_.note.empty()) line += "; " + goal_.note;
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
  progress_shown_ = true;
}

void Context::clear_progress() {
  if (progress_shown_) std::fprintf(stderr, "\r\033[K");
  progress_shown_ = false;
}

void Context::say(const std::string& text) {
  if (said_ != nullptr) {
    *said_ += text;
  } else {
    std::fputs(text.c_str(), stderr);
  }
}

bool Context::write(std::string_view text) {
  if (out_text_ != nullptr) {
    *out_text_ += text;
    return true;
  }
  const std::lock_guard<std::recursive_mutex> lock(writing_);
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

void Context::print(std::string_view text) {
  pending_ += text;
  if (!out_.empty() || pending_.size() < (1 << 16) || broken_) return;
  broken_ = !write(pending_);
  pending_.clear();
}

bool Context::flush() {
  if (!broken_) broken_ = !write(pending_);
  pending_.clear();
  return !broken_;
}

int Context::fail(const Error& error) {
  watchdog_.reset();
  clear_progress();
  if (!options_.json) say(error.to_string());
  if (options_.json) {
    pending_ = error_json(error) + "\n";
  } else {
    pending_.clear();
  }
  out_.clear();  // a file of that name stays as it was
  switch (error.kind) {
    case Error::Kind::input:
      return kWrongInput;
    case Error::Kind::declined:
      return kNotKnown;
    case Error::Kind::internal:
      return kInternal;
  }
  return kInternal;
}

int Context::fail(const face::Error& error) { return fail(face::inner(error)); }

void Context::tell(std::string_view line) {
  if (options_.quiet) return;
  clear_progress();
  say(fmt::format("grundy: {}\n", line));
}

void Context::show_warnings() {
  for (const face::Diagnostic& warning : face_.take_warnings()) {
    if (!options_.quiet) say(warning.text());
  }
}

void Context::show_stats(const std::vector<std::string>& engines, const face::Work& work) {
  if (!options_.stats) return;
  clear_progress();
  const double seconds = this->seconds();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::string how;
  if (!work.passes.empty()) how += fmt::format("passes: {}\n", fmt::join(work.passes, "; "));
  if (!work.limit.empty()) how += fmt::format("limited by: {}\n", work.limit);
  say(fmt::format(
      "engine: {}\n{}positions: {} ({:.3g} a second)\noptions: {} ({:.3g} a second)\nseconds: "
      "{:.4f}\npeak memory: {}\n",
      fmt::join(engines, ", "), how, work.positions, static_cast<double>(work.positions) / seconds,
      work.options, static_cast<double>(work.options) / seconds, seconds,
      format_bytes(static_cast<uint64_t>(usage.ru_maxrss) * 1024)));
}

int Context::finish_with(std::string_view law, const face::Result<std::string>& certificate,
                         const std::string& out) {
  if (!certificate) return finish(certificate.error());
  print(law);
  if (!flush()) return finish(kWrongInput);
  print_to(out);
  print(*certificate);
  // First the file: the checkers may take seconds.
  const int status = finish(kAnswered);
  if (status != kAnswered || options_.quiet) return status;
  if (const face::Result<std::string> accepted = face().acceptance(*certificate))
    tell(fmt::format("{}: {}", out, *accepted));
  return status;
}

int Context::finish_late(const face::Error& error) {
  say(fmt::format("grundy: {}\n", error.message()));
  return kWrongInput;
}

int Context::finish(int status) {
  watchdog_.reset();
  clear_progress();
  if (!out_.empty()) {
    const Attempt<void> done = write_file(out_, pending_);
    if (done) return status;
    say(fmt::format("grundy: {}\n", done.error().message()));
    return kWrongInput;
  }
  if (!broken_) broken_ = !write(pending_);
  if (!broken_) return status;
  say(fmt::format("grundy: can't write to standard output: {}\n", std::strerror(errno)));
  return kWrongInput;
}

}  // namespace grundy::cli
