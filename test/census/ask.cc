#include "census/ask.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "base/text.h"
#include "census/regret.h"
#include "grundy/grundy.h"

namespace grundy::census {
namespace {

/// All in one line, without tabs and without blanks at its ends.
std::string one_line(std::string_view text) {
  std::string line;
  for (const std::string& part : lines_of(text)) {
    if (!line.empty()) line += ' ';
    for (const char c : trimmed(part)) line += c == '\t' ? ' ' : c;
  }
  return line;
}

Reply refusal(const face::Error& error) {
  Reply reply;
  reply.message = one_line(error.message());
  using Kind = face::Error::Kind;
  if (error.kind == Kind::input) reply.kind = Reply::Kind::refused;
  if (error.kind == Kind::declined) reply.kind = Reply::Kind::declined;
  if (error.ended && reply.message.find("time limit") != std::string::npos) {
    reply.kind = Reply::Kind::timeout;
  }
  return reply;
}

Reply answered(std::string value, std::string outcome) {
  Reply reply;
  reply.kind = Reply::Kind::answered;
  reply.value = std::move(value);
  reply.outcome = std::move(outcome);
  return reply;
}

Reply value_reply(face::Session& session, const std::string& sum) {
  const auto value = session.value(sum);
  return value ? answered(value->text(), "") : refusal(value.error());
}

Reply outcome_reply(face::Session& session, const face::Sum& sum, face::Play play) {
  const auto answer = session.solve_outcome(sum, {.play = play});
  return answer ? answered("", std::string(1, answer->letter)) : refusal(answer.error());
}

Reply solve_reply(face::Session& session, const std::string& text, face::Play play) {
  const auto sum = session.read(text, face::Session::Asks::outcomes);
  if (!sum) return refusal(sum.error());
  if (sum->has_outcome_only()) return outcome_reply(session, *sum, play);
  const auto answer = session.solve(*sum, {.play = play});
  if (!answer) return refusal(answer.error());
  return answered(answer->value ? answer->value->text() : "",
                  std::string(1, face::letter(answer->outcome)));
}

Reply theorem_reply(const face::Result<face::Theorem>& theorem) {
  if (!theorem) return refusal(theorem.error());
  if (theorem->is_proved()) return answered(one_line(theorem->statement()), "");
  Reply reply;
  reply.kind = Reply::Kind::declined;
  reply.message = one_line(theorem->text());
  return reply;
}

template <class Theorem>
Reply boards_reply(const face::Result<Theorem>& theorem) {
  return theorem ? answered(one_line(theorem->statement), "") : refusal(theorem.error());
}

Reply prove_reply(face::Session& session, const std::string& what) {
  switch (face::subject_of(what)) {
    case face::Subject::game:
    case face::Subject::lists:
      return theorem_reply(session.prove(what));
    case face::Subject::board:
      return boards_reply(session.prove_board(what));
    case face::Subject::boards:
      return boards_reply(session.prove_boards(what));
  }
  return {};
}

Reply reply_to(const Question& question, double seconds) {
  constexpr uint64_t kMemory = uint64_t{1} << 30;
  face::SessionOptions options;
  options.threads = 1;
  options.memory_limit = kMemory;
  options.time_limit = seconds;
  face::Session session(options);
  session.begin_task();
  if (!question.rules.empty()) {
    const auto loaded = session.load_rules("rules", question.rules);
    if (!loaded) return refusal(loaded.error());
  }
  if (question.command == "value") return value_reply(session, question.asked);
  if (question.command == "prove") return prove_reply(session, question.asked);
  const bool misere = question.command == "misere";
  return solve_reply(session, question.asked, misere ? face::Play::misere : face::Play::normal);
}

// A reply as it goes through a pipe: less than what a pipe takes without a reader.
constexpr size_t kLongestPart = 15'000;

std::string packed(const Reply& reply) {
  std::string text(1, static_cast<char>('0' + static_cast<int>(reply.kind)));
  for (const std::string* part : {&reply.value, &reply.outcome, &reply.message}) {
    text += '\t' + part->substr(0, kLongestPart);
  }
  return text;
}

std::string read_all(int file) {
  std::string text;
  char bytes[4096];
  for (ssize_t count = 0; (count = read(file, bytes, sizeof bytes)) > 0;) {
    text.append(bytes, static_cast<size_t>(count));
  }
  close(file);
  return text;
}

Reply unpacked(const std::string& text, int status, const rusage& usage) {
  Reply reply;
  const size_t first = text.find('\t');
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL)) {
    reply.kind = Reply::Kind::timeout;
    reply.message = "the time limit was not heeded";
  } else if (status != 0 || first == text.npos) {
    reply.message = fmt::format("the process ended with status {}", status);
  } else {
    const size_t second = text.find('\t', first + 1);
    const size_t third = text.find('\t', second + 1);
    reply.kind = static_cast<Reply::Kind>(text[0] - '0');
    reply.value = text.substr(first + 1, second - first - 1);
    reply.outcome = text.substr(second + 1, third - second - 1);
    reply.message = text.substr(third + 1);
  }
  const auto in_seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  reply.cpu = in_seconds(usage.ru_utime) + in_seconds(usage.ru_stime);
  return reply;
}

/// The processes that are at work.
class Pool {
 public:
  void start(size_t index, const Question& question, double seconds) {
    int ends[2] = {-1, -1};
    if (pipe(ends) != 0) die("no pipe can be made");
    const pid_t child = fork();
    if (child < 0) die("no process can be started");
    if (child == 0) {
      close(ends[0]);
      work(question, seconds, ends[1]);
    }
    close(ends[1]);
    running_[child] = {index, ends[0]};
  }
  bool empty() const { return running_.empty(); }
  size_t size() const { return running_.size(); }
  /// Waits for one of them.
  std::pair<size_t, Reply> finish() {
    int status = 0;
    rusage usage{};
    const pid_t child = wait4(-1, &status, 0, &usage);
    const auto found = running_.find(child);
    if (found == running_.end()) die("a process was lost");
    const auto [index, file] = found->second;
    running_.erase(found);
    return {index, unpacked(read_all(file), status, usage)};
  }

 private:
  [[noreturn]] static void work(const Question& question, double seconds, int to) {
    if (seconds > 0) {
      // Ends what does not heed the session's limit.
      const auto most = static_cast<rlim_t>(std::ceil(2 * seconds)) + 1;
      const rlimit limit{most, most + 1};
      setrlimit(RLIMIT_CPU, &limit);
    }
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    const Reply reply =
        question.engine.empty() ? reply_to(question, seconds) : reply_of_engine(question, seconds);
    const std::string text = packed(reply);
    const bool written = write(to, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    _exit(written ? 0 : 1);
  }

  std::map<pid_t, std::pair<size_t, int>> running_;
};

}  // namespace

void die(const std::string& message) {
  std::fputs(fmt::format("census: {}\n", message).c_str(), stderr);
  std::exit(2);
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) die(fmt::format("{} can't be read", path));
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void ask_all(const std::vector<Question>& questions, double seconds, unsigned jobs,
             const Take& take) {
  Pool pool;
  size_t next = 0;
  std::fflush(nullptr);  // or each process writes what is buffered
  while (next < questions.size() || !pool.empty()) {
    if (next < questions.size() && pool.size() < jobs) {
      pool.start(next, questions[next], seconds);
      ++next;
      if (isatty(2) != 0 && next % 16 == 0) {
        fmt::print(stderr, "\r{} of {}\r", next, questions.size());
      }
      continue;
    }
    const auto [index, reply] = pool.finish();
    const std::optional<double> again = take(index, reply);
    if (again) pool.start(index, questions[index], *again);
  }
}

}  // namespace grundy::census
