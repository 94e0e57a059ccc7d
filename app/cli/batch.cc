#include "cli/batch.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/json.h"
#include "cli/batch_source.h"

namespace grundy::cli {
namespace {

class LinesInAndOut {
 public:
  LinesInAndOut(const face::BatchOptions& options, Context& context)
      : context_(context), batch_(context.face().batch(options)) {
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
      if (auto answered = answer(*std::move(lines)); !answered) return ended(face::inner(answered.error()));
      if (!context_.flush()) break;
    }
    return context_.finish(status_);
  }

 private:
  /// What was answered stays; the rest is not begun.
  int ended(const Error& error) {
    context_.flush();
    return context_.finish(error);
  }

  face::Result<void> answer(std::vector<face::BatchLine> lines) {
    if (auto read = batch_->read(std::move(lines)); !read) return read;
    context_.show_warnings();
    return batch_->answer([&](const face::BatchLine& line, const face::Result<std::string>& answer) {
      if (answer) {
        context_.print(*answer + "\n");
      } else {
        tell(line, face::inner(answer.error()));
      }
    });
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
  Budget budget_;  // of reading lines
  std::string name_;
  int status_ = kAnswered;
};

}  // namespace

int run_batch(face::BatchOptions options, const std::string& path, Context& context) {
  options.json = context.json();
  return LinesInAndOut(options, context).run(path);
}

void add_batch_option(Command& command, std::string& place) {
  command.option("--batch", "FILE", "answer each line of this file, or of standard input (-), in a line", into(place),
                 Fill::file);
}

Attempt<void> sums_or_batch(bool has_sums, const std::string& batch) {
  if (has_sums && !batch.empty()) return Error::input("a sum and --batch exclude each other");
  if (!has_sums && batch.empty()) return Error::input("expected a sum, or --batch FILE with a sum a line");
  return {};
}

}  // namespace grundy::cli
