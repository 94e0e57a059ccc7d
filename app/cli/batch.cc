#include "cli/batch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/file.h"
#include "session/batch.h"
#include "session/json.h"
#include "session/outcomes.h"

namespace grundy::cli {
namespace {

constexpr size_t kBatchBlock = 1 << 16;          // bytes read at a time
constexpr size_t kBatchChunk = size_t{8} << 20;  // bytes whose questions are prepared together
constexpr size_t kLongestBatchLine = size_t{64} << 20;

/// Lines as they come: a chunk ends early when nothing more has arrived, so that questions typed one by one are answered
/// one by one.
class BatchSource {
 public:
  static Attempt<BatchSource> open(const std::string& path) {
    BatchSource source;
    source.name_ = path == "-" ? "standard input" : path;
    if (path == "-") return source;
    Attempt<File> file = File::open(path, O_RDONLY | O_CLOEXEC);
    if (!file) return std::move(file).error();
    source.file_.emplace(*std::move(file));
    return source;
  }

  const std::string& name() const { return name_; }
  bool ended() const { return ended_ && text_.empty(); }

  Attempt<std::vector<BatchLine>> next(Budget& budget) {
    std::vector<BatchLine> lines;
    size_t taken = 0;
    while (!ended_ && taken < kBatchChunk && (lines.empty() || ready())) {
      if (budget.spent()) return budget.why();
      const size_t before = text_.size();
      text_.resize(before + kBatchBlock);
      const ssize_t count = ::read(descriptor(), text_.data() + before, kBatchBlock);
      text_.resize(before + static_cast<size_t>(std::max<ssize_t>(count, 0)));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return Error::input(fmt::format("can't read {}: {}", name_, std::strerror(errno)));
      ended_ = count == 0;
      taken += static_cast<size_t>(count);
      if (text_.size() > kLongestBatchLine) return Error::input(fmt::format("{}: a line of more than 64 MiB", name_));
      for (BatchLine& line : take_lines(text_, number_, ended_)) lines.push_back(std::move(line));
    }
    return lines;
  }

 private:
  int descriptor() const { return file_ ? file_->descriptor() : STDIN_FILENO; }
  bool ready() const {
    pollfd here{descriptor(), POLLIN, 0};
    return ::poll(&here, 1, 0) > 0;
  }

  std::string name_;
  std::optional<File> file_;
  std::string text_;  // behind the last whole line
  size_t number_ = 0;
  bool ended_ = false;
};

/// A line with what it asks, or what is wrong with it.
struct Asked {
  BatchLine line;
  std::vector<Question> questions;
  std::optional<Error> error;
};

class Batch {
 public:
  Batch(BatchQuestion what, Play play, size_t moves, Context& context)
      : what_(what), play_(play), moves_(moves), context_(context) {}

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
  Session& session() { return context_.session(); }

  /// What was answered stays; the rest is not begun.
  int ended(const Error& error) {
    context_.flush();
    return context_.finish(error);
  }

  Attempt<void> answer(std::vector<BatchLine> lines) {
    const uint64_t before = budget().memory_used();
    std::vector<Asked> asked;
    for (BatchLine& line : lines) {
      if (budget().spent()) return budget().why();
      asked.push_back(read(std::move(line)));
    }
    context_.show_warnings();
    const uint64_t after = budget().memory_used();
    std::vector<const Question*> questions;
    for (const Asked& one : asked) {
      for (const Question& question : one.questions) questions.push_back(&question);
    }
    if (play_ == Play::normal) {
      if (auto valued = value_together(session(), questions, budget()); !valued) return valued;
    }
    for (const Asked& one : asked) {
      const Attempt<std::string> text = one.error ? Attempt<std::string>(*one.error) : answer(one);
      if (text) {
        context_.print(*text + "\n");
      } else if (budget().spent()) {
        return budget().why();
      } else {
        tell(one.line, text.error());
      }
    }
    if (after > before) budget().give_back_memory(after - before);
    return {};
  }

  Asked read(BatchLine line) {
    Asked asked{std::move(line), {}, {}};
    std::vector<std::string> sums = {asked.line.text};
    if (what_ == BatchQuestion::equal) {
      auto both = split_equation(asked.line.text);
      if (!both) {
        asked.error = both.error();
        return asked;
      }
      sums = {both->first, both->second};
    }
    for (const std::string& sum : sums) {
      Attempt<Question> question =
          session().read(sum, budget(), what_ == BatchQuestion::solve ? Asks::outcomes : Asks::values);
      if (!question) {
        asked.error = question.error();
        asked.questions.clear();
        return asked;
      }
      asked.questions.push_back(*std::move(question));
    }
    return asked;
  }

  Attempt<std::string> answer(const Asked& asked) {
    switch (what_) {
      case BatchQuestion::value:
        return value(asked.questions[0]);
      case BatchQuestion::solve:
        return solve(asked.questions[0]);
      case BatchQuestion::equal:
        return equal(asked.questions[0], asked.questions[1]);
    }
    return Error::internal("a question of no kind");
  }

  Attempt<std::string> value(const Question& question) {
    Attempt<Answer> answer = session().evaluate(question, budget());
    if (!answer) return std::move(answer).error();
    if (context_.json()) return value_json(question, *answer);
    return answer->value->to_string() + (answer->conjectures.empty() ? "" : "\tconjecture");
  }

  Attempt<std::string> solve(const Question& question) {
    const auto start = Budget::Clock::now();
    const auto seconds = [&] { return std::chrono::duration<double>(Budget::Clock::now() - start).count(); };
    if (question.outcomes_only) {
      const auto found = solve_outcome(session(), question, play_, context_.json() ? moves_ : 1, budget());
      if (!found) return found.error();
      return context_.json() ? outcome_json(session().rulebook(), question, *found, seconds())
                             : outcome_line(session().rulebook(), question, *found);
    }
    Attempt<Answer> answer = session().solve(question, play_, context_.json() ? moves_ : 1, budget());
    if (!answer) return std::move(answer).error();
    if (context_.json()) {
      std::string text = to_json(question, *answer, seconds());
      text.pop_back();  // the end of the line
      return text;
    }
    std::string text = fmt::format("{}\t{}", letter(answer->outcome), answer->value ? answer->value->to_string() : "-");
    if (!answer->winning_moves.empty()) {
      const SumMove& move = answer->winning_moves.front();
      text += fmt::format("\t{} → {}", to_string(question.parts[move.part]), to_string(move.move.to, kWholeBytes));
    }
    if (!answer->conjectures.empty()) text += "\tconjecture";
    return text;
  }

  Attempt<std::string> equal(const Question& first, const Question& second) {
    const Attempt<Value> left = session().value(first, budget());
    if (!left) return left.error();
    const Attempt<Value> right = session().value(second, budget());
    if (!right) return right.error();
    const bool same = *left == *right;
    if (!context_.json()) {
      return same ? fmt::format("equal\t{}", left->to_string())
                  : fmt::format("not equal\t{}\t{}", left->to_string(), right->to_string());
    }
    JsonWriter json;
    json.begin_object().key("equal").value(same).key("sums").begin_array();
    json.value(sum_text(first.parts, kWholeBytes)).value(sum_text(second.parts, kWholeBytes)).end_array();
    json.key("values").begin_array().value(*left).value(*right).end_array().end_object();
    return json.take();
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

  BatchQuestion what_;
  Play play_;
  size_t moves_;
  Context& context_;
  std::string name_;
  int status_ = kAnswered;
};

}  // namespace

int run_batch(BatchQuestion what, const std::string& path, Play play, size_t moves, Context& context) {
  return Batch(what, play, moves, context).run(path);
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
