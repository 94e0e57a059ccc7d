#include "session/batch_crew.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>

#include "base/parallel.h"

namespace grundy {
namespace {

/// Answers that take less are not worth a thread.
constexpr auto kShortBatch = std::chrono::milliseconds(2);
/// With fewer games for a worker, lines are dealt out one by one.
constexpr size_t kGamesForWorker = 2;
/// Tasks for a worker, at least, however many lines are on one game.
constexpr size_t kTasksForWorker = 4;

/// The rules change with such a line, for all lines behind it.
bool brings_rules(const AskedLine& line) {
  return line.line.text.find("using ") != std::string::npos;
}
/// What is read from a file can't be read again for sure.
bool reads_file(const AskedLine& line) { return line.line.text.find('@') != std::string::npos; }

}  // namespace

struct BatchCrew::Worker {
  Session& session;
  Budget& budget;
  uint64_t texts = 0;  // bytes of the budget for lines that were read

  /// Gives up all that was computed.
  void forget() {
    Budget nothing;
    nothing.set_memory_limit(0);
    session.solvers().make_room(nothing);
    if (budget.memory_used() > texts) budget.give_back_memory(budget.memory_used() - texts);
    budget.forgive_memory();
  }
};

struct BatchCrew::Helper {
  Helper(const BatchOptions& options, const Session& first, const Budget& whole,
         uint64_t memory_limit)
      : budget(whole, UINT64_MAX) {
    session.take_rules(first);
    session.share_store(first);
    if (options.conjectures) session.allow_conjectures();
    budget.set_memory_limit(memory_limit);
  }
  Session session;
  Budget budget;
};

/// Lines that are dealt out.
struct BatchCrew::Chunk {
  Chunk(const std::vector<AskedLine>& asked, const Take& take_answer)
      : lines(asked), take(take_answer), answers(asked.size()) {}

  std::optional<Task> next() {
    const std::lock_guard lock(mutex);
    if (!ended && next_task < tasks.size()) return tasks[next_task++];
    end_now();
    return {};
  }
  void end() {
    const std::lock_guard lock(mutex);
    end_now();
  }
  /// False when the work is done before that time.
  bool wait_until(Budget::Clock::time_point time) {
    std::unique_lock lock(mutex);
    return !wake.wait_until(lock, time, [&] { return ended; });
  }
  void put(size_t line, Attempt<std::string> answer) {
    const std::lock_guard lock(mutex);
    answers[line] = std::move(answer);
    for (; next_line < answers.size() && answers[next_line]; ++next_line) {
      take(lines[next_line], *answers[next_line]);
      answers[next_line] = std::string();
    }
  }
  std::vector<size_t> left() {
    const std::lock_guard lock(mutex);
    std::vector<size_t> result;
    for (size_t i = next_task; i < tasks.size(); ++i)
      result.insert(result.end(), tasks[i].begin(), tasks[i].end());
    return result;
  }

  const std::vector<AskedLine>& lines;
  const Take& take;
  std::vector<Task> tasks;
  bool by_game = false;                       // values are asked for together within a task
  Budget::Clock::time_point helpers_begin{};  // not earlier

  std::mutex mutex;  // of all below
  std::condition_variable wake;
  bool ended = false;
  size_t next_task = 0;
  std::vector<std::optional<Attempt<std::string>>> answers;
  size_t next_line = 0;  // whose answer is taken next

 private:
  void end_now() {
    ended = true;
    wake.notify_all();
  }
};

BatchCrew::BatchCrew(const BatchOptions& options, Session& session, Budget& budget)
    : options_(options),
      session_(session),
      budget_(budget),
      threads_(budget.threads()),
      memory_limit_(budget.memory_limit()) {}

BatchCrew::~BatchCrew() = default;

Attempt<void> BatchCrew::value_all(const std::vector<const AskedLine*>& lines,
                                   Worker& worker) const {
  if (options_.play != Play::normal) return {};
  std::vector<const Question*> questions;
  for (const AskedLine* line : lines) {
    for (const Question& question : line->questions) questions.push_back(&question);
  }
  return value_together(worker.session, questions, worker.budget);
}

std::vector<BatchCrew::Task> BatchCrew::tasks_by_game(const std::vector<AskedLine>& lines,
                                                      const Task& dealt) const {
  std::map<const Game*, size_t> places;
  std::vector<Task> games;
  for (const size_t i : dealt) {
    const auto [place, is_new] = places.try_emplace(leading_game(lines[i].questions), games.size());
    if (is_new) games.emplace_back();
    games[place->second].push_back(i);
  }
  if (games.size() < kGamesForWorker * threads_) return {};
  const size_t most = std::max<size_t>(1, dealt.size() / (kTasksForWorker * threads_));
  std::vector<Task> tasks;
  for (const Task& game : games) {
    for (size_t i = 0; i < game.size(); i += most) {
      const auto begin = game.begin() + static_cast<std::ptrdiff_t>(i);
      tasks.emplace_back(begin,
                         begin + static_cast<std::ptrdiff_t>(std::min(most, game.size() - i)));
    }
  }
  return tasks;
}

void BatchCrew::hire() {
  if (!helpers_.empty()) return;
  const uint64_t part = (memory_limit_ - std::min(memory_limit_, budget_.memory_used())) / threads_;
  while (helpers_.size() + 1 < threads_)
    helpers_.push_back(std::make_unique<Helper>(options_, session_, budget_, part));
  budget_.set_memory_limit(memory_limit_ - part * helpers_.size());
}

void BatchCrew::dismiss() {
  helpers_.clear();
  budget_.set_memory_limit(memory_limit_);
}

bool BatchCrew::answer_task(Chunk& chunk, const Task& task, Worker& worker,
                            const LineReader& line) const {
  const auto lacks_memory = [](const Attempt<std::string>& answer) {
    return !answer && answer.error().is_end;
  };
  for (const size_t i : task) {
    Attempt<std::string> answer = answer_line(options_, line(i), worker.session, worker.budget);
    if (lacks_memory(answer)) {
      worker.forget();
      if (!worker.budget.spent())
        answer = answer_line(options_, line(i), worker.session, worker.budget);
      if (lacks_memory(answer)) worker.forget();
    }
    if (worker.budget.spent()) return false;
    if (!lacks_memory(answer) || helpers_.empty()) chunk.put(i, std::move(answer));
  }
  return true;
}

void BatchCrew::work(Chunk& chunk, Worker& worker, const LineReader& line) const {
  while (const auto task = chunk.next()) {
    if (chunk.by_game) {
      std::vector<const AskedLine*> lines;
      for (const size_t i : *task) lines.push_back(&line(i));
      if (!value_all(lines, worker)) return chunk.end();
    }
    if (!answer_task(chunk, *task, worker, line)) return chunk.end();
  }
}

void BatchCrew::help(Helper& helper, Chunk& chunk) const {
  if (!chunk.wait_until(chunk.helpers_begin)) return;
  Worker worker{helper.session, helper.budget};
  std::map<size_t, AskedLine> read;
  const LineReader line = [&](size_t i) -> const AskedLine& {
    const auto known = read.find(i);
    if (known != read.end()) return known->second;
    const uint64_t before = helper.budget.memory_used();
    AskedLine asked = read_line(options_, chunk.lines[i].line, helper.session, helper.budget);
    worker.texts += helper.budget.memory_used() - before;
    return read.emplace(i, std::move(asked)).first->second;
  };
  if (!chunk.by_game) {
    std::vector<const AskedLine*> lines;
    for (const size_t i : chunk.left()) {
      if (helper.budget.spent()) return chunk.end();
      lines.push_back(&line(i));
    }
    if (!value_all(lines, worker)) return chunk.end();
  }
  work(chunk, worker, line);
  helper.budget.give_back_memory(worker.texts);
}

Attempt<void> BatchCrew::answer(const std::vector<AskedLine>& lines, uint64_t texts,
                                const Take& take) {
  Chunk chunk(lines, take);
  Worker first{session_, budget_, texts};
  const bool new_rules = std::any_of(lines.begin(), lines.end(), brings_rules);
  if (new_rules) dismiss();
  const bool alone = threads_ == 1 || new_rules;
  Task own;  // of the first worker
  Task dealt;
  for (size_t i = 0; i < lines.size(); ++i)
    (lines[i].error || reads_file(lines[i]) ? own : dealt).push_back(i);
  if (!alone) chunk.tasks = tasks_by_game(lines, dealt);
  chunk.by_game = !chunk.tasks.empty();

  const auto start = Budget::Clock::now();
  if (!chunk.by_game) {
    std::vector<const AskedLine*> all;
    for (const AskedLine& line : lines) all.push_back(&line);
    if (auto valued = value_all(all, first); !valued) return valued;
    for (const size_t i : dealt) chunk.tasks.push_back({i});
  }
  const auto now = Budget::Clock::now();
  chunk.helpers_begin = now + std::max<Budget::Clock::duration>(kShortBatch, now - start);

  const LineReader line = [&](size_t i) -> const AskedLine& { return lines[i]; };
  if (!answer_task(chunk, own, first, line)) return budget_.why();
  if (alone || chunk.tasks.size() < 2) {
    work(chunk, first, line);
  } else {
    work_together(chunk, first, line);
  }
  if (budget_.spent()) return budget_.why();
  return finish(chunk, first, line);
}

void BatchCrew::work_together(Chunk& chunk, Worker& first, const LineReader& line) {
  hire();
  const unsigned engine_threads = budget_.threads();
  budget_.set_threads(1);
  std::exception_ptr failure;
  in_parallel(static_cast<unsigned>(helpers_.size()) + 1, [&](unsigned worker) {
    try {
      if (worker > 0) return help(*helpers_[worker - 1], chunk);
      work(chunk, first, line);
    } catch (...) {
      // What a helper could not do is left over for the first worker.
      if (worker > 0) return;
      failure = std::current_exception();
      chunk.end();
    }
  });
  budget_.set_threads(engine_threads);
  if (failure) std::rethrow_exception(failure);
}

Attempt<void> BatchCrew::finish(Chunk& chunk, Worker& first, const LineReader& line) {
  Task left;
  for (size_t i = 0; i < chunk.answers.size(); ++i) {
    if (!chunk.answers[i]) left.push_back(i);
  }
  if (left.empty()) return {};
  dismiss();
  threads_ = 1;  // as of now memory is too short for two
  if (!answer_task(chunk, left, first, line)) return budget_.why();
  return {};
}

}  // namespace grundy
