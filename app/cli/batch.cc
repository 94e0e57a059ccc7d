#include "cli/batch.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/batch_crew.h"
#include "cli/batch_source.h"
#include "session/json.h"

namespace grundy::cli {
namespace {

class Batch {
 public:
  Batch(BatchOptions options, Context& context)
      : options_(options), context_(context), crew_(options, context.session(), context.budget()) {}

  int run(const std::string& path) {
    Attempt<BatchSource> source = BatchSource::open(path);
    if (!source) return context_.finish(source.error());
    name_ = source->name();
    while (!source->ended()) {
      Attempt<std::vector<BatchLine>> lines = source->next(budget());
      if (!lines) return ended(lines.error());
      if (auto answered = answer(*std::move(lines)); !answered) return ended(answered.error());
      if (!context_.flush()) break;
    }
    return context_.finish(status_);
  }

 private:
  Budget& budget() { return context_.budget(); }

  /// What was answered stays; the rest is not begun.
  int ended(const Error& error) {
    context_.flush();
    return context_.finish(error);
  }

  Attempt<void> answer(std::vector<BatchLine> lines) {
    const uint64_t before = budget().memory_used();
    std::vector<AskedLine> asked;
    for (BatchLine& line : lines) {
      if (budget().spent()) return budget().why();
      asked.push_back(read_line(options_, std::move(line), context_.session(), budget()));
    }
    context_.show_warnings();
    const uint64_t after = budget().memory_used();
    auto answered = crew_.answer(asked, after > before ? after - before : 0,
                                 [&](const AskedLine& one, const Attempt<std::string>& text) {
                                   if (text) {
                                     context_.print(*text + "\n");
                                   } else {
                                     tell(one.line, text.error());
                                   }
                                 });
    if (after > before) budget().give_back_memory(after - before);
    return answered;
  }

  /// In text a line on standard error, in JSON an object in the line's place.
  void tell(const BatchLine& line, const Error& error) {
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

  BatchOptions options_;
  Context& context_;
  BatchCrew crew_;
  std::string name_;
  int status_ = kAnswered;
};

}  // namespace

int run_batch(BatchOptions options, const std::string& path, Context& context) {
  options.json = context.json();
  if (options.conjectures) context.session().allow_conjectures();
  return Batch(options, context).run(path);
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
