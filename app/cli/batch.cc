#include "cli/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <span>

#include "base/json.h"
#include "base/parallel.h"
#include "cli/batch_source.h"

namespace grundy::cli {
namespace {

/// Lines that are read and answered together share their tables, but the first answer waits for
/// them.
class BlockSize {
 public:
  explicit BlockSize(size_t threads) : least_(kLinesForThread * threads) {}
  size_t lines() const { return lines_; }
  /// The last block took so long.
  void adapt(std::chrono::duration<double> taken) {
    if (taken.count() < 0.1) {
      lines_ *= 64;
    } else if (taken.count() < 0.5) {
      lines_ *= 2;
    } else if (taken.count() > 2) {
      lines_ /= 2;
    }
    lines_ = std::clamp(lines_, least_, kMostLines);
  }

 private:
  static constexpr size_t kLinesForThread = 4;
  static constexpr size_t kMostLines = 1 << 16;
  size_t least_;
  size_t lines_ = 1;
};

class LinesInAndOut {
 public:
  LinesInAndOut(const face::BatchOptions& options, Context& context)
      : context_(context), batch_(context.face().batch(options)), block_(threads_of(context)) {
    context.limit(budget_);
  }

  int run(const std::string& path) {
    if (!batch_) return context_.finish(batch_.error());
    Attempt<BatchSource> source = BatchSource::open(path);
    if (!source) return context_.finish(source.error());
    name_ = source->name();
    while (!source->ended()) {
      Attempt<std::vector<face::BatchLine>> lines = source->next(budget_);
      if (!lines) return ended(lines.error());
      if (auto answered = answer(*std::move(lines)); !answered)
        return ended(face::inner(answered.error()));
      if (!context_.flush()) break;
    }
    return context_.finish(status_);
  }

 private:
  static size_t threads_of(const Context& context) {
    return context.options().threads > 0 ? context.options().threads : processors();
  }

  /// What was answered stays; the rest is not begun.
  int ended(Error error) {
    context_.flush();
    if (unanswered_ == 0) return context_.finish(error);
    error.diagnostics.front().message =
        fmt::format("stopped at line {} of {}: {}", unanswered_, name_, error.message());
    const int status = context_.fail(error);
    if (context_.json()) context_.print_instead(error_json(error, unanswered_) + "\n");
    return context_.finish(status);
  }

  face::Result<void> answer(std::vector<face::BatchLine> lines) {
    for (size_t begin = 0; begin < lines.size();) {
      const auto start = Budget::Clock::now();
      const size_t end = std::min(lines.size(), begin + block_.lines());
      const std::span<face::BatchLine> block(lines.data() + begin, end - begin);
      if (auto answered = answer_block(block); !answered) return answered;
      if (!context_.flush()) return {};
      block_.adapt(Budget::Clock::now() - start);
      begin = end;
    }
    return {};
  }

  face::Result<void> answer_block(std::span<face::BatchLine> block) {
    std::vector<size_t> numbers;
    for (const face::BatchLine& line : block) numbers.push_back(line.number);
    numbers.push_back(0);
    size_t answered = 0;
    work_at(numbers[0]);
    const auto begin = std::make_move_iterator(block.begin());
    if (auto read = batch_->read({begin, begin + static_cast<std::ptrdiff_t>(block.size())}); !read)
      return read;
    context_.show_warnings();
    return batch_->answer(
        [&](const face::BatchLine& line, const face::Result<std::string>& answer) {
          work_at(numbers[++answered]);
          if (answer) {
            context_.print(*answer + "\n");
          } else {
            tell(line, face::inner(answer.error()));
          }
          context_.flush();  // the next answer may take long
        });
  }

  void work_at(size_t line) {
    unanswered_ = line;
    context_.set_line(&name_, line);
  }

  /// In text a line on standard error, in JSON an object in the line's place.
  void tell(const face::BatchLine& line, const Error& error) {
    status_ = std::max<int>(status_, error.kind == Error::Kind::input      ? kWrongInput
                                     : error.kind == Error::Kind::declined ? kNotKnown
                                                                           : kInternal);
    if (context_.json()) {
      context_.print(error_json(error, line.number) + "\n");
      return;
    }
    context_.flush();
    std::fputs(fmt::format("{}:{}: {}", name_, line.number, error.to_string()).c_str(), stderr);
  }

  Context& context_;
  face::Result<face::Batch> batch_;
  BlockSize block_;
  Budget budget_;  // of reading lines
  std::string name_;
  size_t unanswered_ = 0;  // the first line that was read and not answered; 0: none
  int status_ = kAnswered;
};

}  // namespace

int run_batch(face::BatchOptions options, const std::string& path, Context& context) {
  options.json = context.json();
  return LinesInAndOut(options, context).run(path);
}

void add_batch_option(Command& command, std::string& place) {
  command.option(
      "--batch", "FILE",
      "read one sum a line from this file, or from standard input (-), and write one answer a line",
      into(place), Fill::file);
}

Attempt<void> sums_or_batch(bool has_sums, const std::string& batch) {
  if (has_sums && !batch.empty()) return Error::input("a sum and --batch exclude each other");
  if (!has_sums && batch.empty())
    return Error::input("expected a sum, or --batch FILE with a sum a line");
  return {};
}

}  // namespace grundy::cli
