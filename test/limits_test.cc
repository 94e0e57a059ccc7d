// What is too much, wrong, or interrupted, through the program: the exit status, what is said, and
// that nothing half done is left behind.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

#include "limits/measured_run.h"
#include "run_program.h"

namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

using grundy::test::contents;
using grundy::test::expect_refused;
using grundy::test::Finished;
using grundy::test::Folder;
using grundy::test::fresh_path;
using grundy::test::in_shell;
using grundy::test::kAnswered;
using grundy::test::kNotKnown;
using grundy::test::kWrongInput;
using grundy::test::run_program;
using grundy::test::Running;
using grundy::test::Words;

std::string repeat(const std::string& text, size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (size_t i = 0; i < times; ++i) result += text;
  return result;
}

/// A file with this text, as long as the object lives.
class File {
 public:
  explicit File(const std::string& text) : path_(fresh_path("file")) {
    std::ofstream(path_, std::ios::binary)
        .write(text.data(), static_cast<std::streamsize>(text.size()));
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { unlink(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Finished grundy(const Words& words) { return run_program(GRUNDY_PROGRAM, words); }

Finished value_under(const std::string& rules, const std::string& sum) {
  const File file(rules);
  return grundy({"value", "--rules", file.path(), sum});
}

/// By a shell, so that descriptors can be closed; $0 is the program and $1 … are the words.
TEST(Limits, WrongRuleFiles) {
  const auto refused = [](const std::string& rules, const std::string& message) {
    SCOPED_TRACE(rules.substr(0, 100));
    expect_refused(value_under(rules, "g(1)"), kWrongInput, message);
  };
  refused("", ":1:1: error: the file has no game");
  refused("game g(n)\n  -> g(n \0- 1)\n"s, ":2:10: error: there is a byte 0x00, which no text has");
  refused("game g(n)\n  -> g(" + repeat("(", 1'000'000) + "n" + repeat(")", 1'000'000) + ")\n",
          ":2:207: error: brackets are nested deeper than 200");
  refused("game g(n)\n  -> g(n - " + repeat("9", 100'000) + ")\n",
          ":2:12: error: a number in a rule is below 2^63");
  refused("game g(n)\n  -> kayle(n - m)\n", "unknown game 'kayle'; did you mean 'kayles'?");
  refused("game g(n)\n  -> kayles(n, n)\n", ":2:6: error: 'kayles' has 1 coordinate, 2 given");
  refused("game g(n)\n  -> g(n - 3/0)\n", ":2:12: error: division by zero");
  refused("game g(n)\n  -> g(n - k)  for k in @no-such-file\n",
          "no-such-file': No such file or directory");
  refused("game g(n)\n  -> g(n - k)  for k in @/\n", "can't read '/': Is a directory");
  refused("game g(n)\n  -> g(n - k)  for k in @no\x1b-file\n",
          "no?-file': No such file or directory");
}

TEST(Limits, WrongSums) {
  const auto refused = [](const std::string& sum, const std::string& message) {
    SCOPED_TRACE(sum.substr(0, 100));
    expect_refused(grundy({"value", sum}), kWrongInput, message);
  };
  refused("", "error: expected a sum");
  refused("kayels(3)", "sum:1:1: error: unknown game 'kayels'; did you mean 'kayles'?");
  refused("nim(1) + wythoff(1)",
          "sum:1:10: error: 'wythoff' has 2 coordinates, 1 given: wythoff(a, b)");
  refused("nim(-3)", "sum:1:5: error: expected a number");
  refused("subtract[{}](3)", "sum:1:10: error: the set 'S' of 'subtract' is empty");
  refused("nim{@no-such-file}", "can't read 'no-such-file': No such file or directory");
  refused("nim{@/}", "can't read '/': Is a directory");
  refused("dag(@/, 1)", "can't read '/': Is a directory");
  refused("nim(1) using no-such-file", "can't open 'no-such-file': No such file or directory");
  refused("nim(1) using /", "'/' is a directory, not a file");
  refused("*" + repeat("(", 100'000), "error: ");
}

TEST(Limits, LinesOfAHundredMegabytes) {
  const std::string path = fresh_path("line");
  {
    std::ofstream file(path, std::ios::binary);
    const std::string part(1 << 20, '1');
    for (int i = 0; i < 100; ++i) file << part;
  }
  const std::string place = path + ":1:1: error: a heap size of more than 10000000 digits";
  expect_refused(grundy({"value", "nim{@" + path + "}"}), kWrongInput, place);
  expect_refused(grundy({"value", "--rules", path, "nim(1)"}), kWrongInput,
                 "has more than 16777216 bytes");
  unlink(path.c_str());
}

TEST(Limits, NumbersOfAHundredThousandDigits) {
  const std::string number = repeat("9876543210", 10'000);
  const Finished nim = grundy({"value", "nim(" + number + ")"});
  EXPECT_EQ(nim.status, kAnswered);
  EXPECT_TRUE(nim.out == number + "\n");
  EXPECT_EQ(grundy({"value", "kayles(" + number + ")"}).out, "7\n");  // periodic
  expect_refused(grundy({"value", "--quiet", "grundys(" + number + ")"}), kNotKnown,
                 "no period was found in the first");
  EXPECT_EQ(grundy({"value", number + "*kayles(1)"}).out, "0\n");  // an even number of them
}

TEST(Limits, PositionsWithoutAValue) {
  const std::string rules =
      "game g(n)\n  -> g(n - 5)\n"
      "game quotient(n)\n  -> g(12/(n - 3))\n"
      "game cube(n)\n  -> g(n*n*n)\n"
      "game square(n) = g(n*n)\n"
      "game below(n) = g(n - 4)\n"
      "game many(n)\n  -> sum(g(i) for i < n)\n"
      "game none[S = {}](n)\n  -> none(n - k)  for k in S\n"
      "game some[S](n)\n  -> some(n - k)  for k in S\n";
  EXPECT_EQ(value_under(rules, "g(4) + none(7)").out, "0\n");  // what leads below 0 is no move
  expect_refused(value_under(rules, "quotient(3)"), kWrongInput,
                 ":4:8: error: division by zero in a move from");
  EXPECT_EQ(value_under(rules, "cube(4000000)").out,
            "1\n");  // its option is beyond 2^63, and has a value
  EXPECT_EQ(value_under(rules, "square(4000000000)").out, "0\n");
  expect_refused(value_under(rules, "below(3)"), kWrongInput,
                 "below(3) stands for a position with a negative");
  expect_refused(value_under(rules, "many(2000000)"), kNotKnown,
                 "a sum of more than a million parts");
  expect_refused(value_under(rules, "some[{}](7)"), kWrongInput, "the set 'S' of 'some' is empty");
}

TEST(Limits, OutputThatCannotBeWritten) {
  for (const Words& words :
       {Words{"value", "nim(3)"}, Words{"table", "nim", "--upto", "50000"}, Words{"help"}}) {
    expect_refused(in_shell(GRUNDY_PROGRAM, "\"$0\" \"$@\" >&-", words), kWrongInput,
                   "can't write to standard output");
    expect_refused(in_shell(GRUNDY_PROGRAM, "\"$0\" \"$@\" >/dev/full", words), kWrongInput,
                   "can't write to standard output: No space left on device");
  }
  const Finished cut =
      in_shell(GRUNDY_PROGRAM, "{ \"$0\" \"$@\"; echo \"status $?\" >&2; } | head -c 1",
               {"table", "nim", "--upto", "50000"});
  EXPECT_EQ(cut.err, "grundy: can't write to standard output: Broken pipe\nstatus 2\n");
  EXPECT_EQ(in_shell(GRUNDY_PROGRAM, "\"$0\" \"$@\" 2>&-", {"value", "nym(3)"}).status,
            kWrongInput);
}

TEST(Limits, FilesAreWrittenWholeOrNotAtAll) {
  const Folder folder;
  const std::string file = folder.path() + "/table.csv";
  const Words words = {"table", "nim", "--upto", "20000", "--format", "csv", "--out", file};
  // No room: what was there stays, and nothing is left beside it.
  std::ofstream(file) << "as it was\n";
  expect_refused(in_shell(GRUNDY_PROGRAM, "ulimit -f 8; \"$0\" \"$@\"", words), kWrongInput,
                 "File too large");
  EXPECT_EQ(contents(file), "as it was\n");
  Words long_one = words;
  long_one[1] = "octal[0.007]";
  long_one[3] = "300000";
  long_one.insert(long_one.end(), {"--time-limit", "0.2"});
  expect_refused(grundy(long_one), kNotKnown, "time limit of 0.2 s");
  EXPECT_EQ(contents(file), "as it was\n");
  EXPECT_EQ(folder.entries(), 1u);
  EXPECT_EQ(grundy(words).status, kAnswered);
  EXPECT_TRUE(contents(file).starts_with("n,value\n0,0\n") &&
              contents(file).ends_with("\n20000,20000\n"));
  EXPECT_EQ(folder.entries(), 1u);
  // What is no file is not replaced by one.
  const std::string pipe = folder.path() + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& target : {pipe, folder.path(), folder.path() + "/none/table.csv"}) {
    expect_refused(grundy({"table", "nim", "--upto", "5", "--out", target}), kWrongInput,
                   "can't write '" + target);
  }
  EXPECT_EQ(fs::status(pipe).type(), fs::file_type::fifo);
  EXPECT_EQ(folder.entries(), 2u);
}

/// Rules whose evaluation takes for ever, one way a game.
std::string endless_rules() {
  std::string rules =
      "game condition(n)\n  -> nim(n)  if any(x < 0 for x in 0..9000000000000000)\n"
      "game nested(n)\n  -> nim(n)  if all(any(y > x for y in 0..9) for x in 0..2) and\n"
      "                  not all(x >= 0 for x in 0..9000000000000000, y in 1..0)\n"
      "game parts(n)\n  -> sum(nim(1) for i in 0..9000000000000000 if i < 0)\n"
      "game alias(n) = sum(nim(1) for i in 0..9000000000000000 if i < 0)\n"
      "game same(n)\n  -> 0  for k, j <= k  if k <= 9000000000000 and gcd(j + k, 2) < 3\n"
      "game choices(n)\n  -> nim(k)  for k in 0..9000000000000000  if gcd(k, 2) = 3\n"
      "game names0(n) = sum(nim(1) for i in 1..0)\n";
  for (int i = 1; i < 60; ++i) rules += fmt::format("game names{}(n) = 2*names{}(n)\n", i, i - 1);
  return rules + "game names(n)\n  -> names59(n)\n";
}

/// A command that does not end is killed after so many seconds of work.
// In seconds of CPU time, which a busy machine does not use up.
const std::string kNotForEver = "ulimit -t 20; ";

/// Commands that go on for ever.
std::vector<Words> endless_commands(const std::string& rules, const std::string& out) {
  std::vector<Words> result;
  for (const char* game :
       {"condition", "nested", "parts", "alias", "same", "choices", "names", "names59"})
    result.push_back({"solve", "--rules", rules, fmt::format("{}(5)", game)});
  result.push_back({"solve", "--play", "misere", "--rules", rules, "alias(5) + kayles(2)"});
  result.push_back({"play", "--rules", rules, "alias(5)"});
  result.push_back({"solve", "--play", "misere", "grundys(60) + grundys(61) + grundys(62)"});
  result.push_back({"value", "grundys(2000000)"});
  result.push_back({"table", "grundys", "--upto", "2000000", "--out", out});
  return result;
}

TEST(Limits, TimeLimitsAreObeyed) {
  const File rules(endless_rules());
  const Folder folder;
  const std::vector<Words> commands = endless_commands(rules.path(), folder.path() + "/out");
  std::vector<std::unique_ptr<Running>> runs;
  for (Words words : commands) {
    words.insert(words.begin(), {"-c", kNotForEver + "exec \"$0\" \"$@\"", GRUNDY_PROGRAM});
    words.insert(words.end(), {"--quiet", "--memory-limit", "1GiB", "--time-limit", "0.2"});
    runs.push_back(std::make_unique<Running>("/bin/sh", words));
  }
  for (size_t i = 0; i < runs.size(); ++i) {
    SCOPED_TRACE(fmt::format("{}", fmt::join(commands[i], " ")));
    expect_refused(runs[i]->finish(), kNotKnown, "not finished within the time limit of 0.2 s");
  }
  EXPECT_EQ(folder.entries(), 0u);
}

/// Whether the process has a handler for the signal.
bool catches(const std::string& pid, int signal) {
  std::ifstream status("/proc/" + pid + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("SigCgt:"))
      return (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) != 0;
  }
  return false;
}

TEST(Limits, InterruptsEndTheWork) {
  const File rules(endless_rules());
  const Folder folder;
  const Folder numbers;
  std::vector<std::unique_ptr<Running>> runs;
  const std::vector<Words> commands = endless_commands(rules.path(), folder.path() + "/out");
  const auto number_file = [&](size_t i) { return fmt::format("{}/{}", numbers.path(), i); };
  for (size_t i = 0; i < commands.size(); ++i) {
    Words words = {"-c", kNotForEver + "echo $$ >\"$1\"; shift; exec \"$0\" \"$@\"", GRUNDY_PROGRAM,
                   number_file(i)};
    words.insert(words.end(), commands[i].begin(), commands[i].end());
    words.insert(words.end(), {"--quiet", "--memory-limit", "1GiB"});
    runs.push_back(std::make_unique<Running>("/bin/sh", words));
  }
  // Once they are ready for the signal, some time to begin the work.
  const auto ready = [&](size_t i) {
    std::string pid = contents(number_file(i));
    return pid.ends_with("\n") && catches(pid.substr(0, pid.size() - 1), SIGINT);
  };
  for (size_t i = 0; i < runs.size(); ++i) {
    runs[i]->wait_until([&] { return ready(i); });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  for (const auto& run : runs) run->interrupt();
  for (size_t i = 0; i < runs.size(); ++i) {
    SCOPED_TRACE(fmt::format("{}", fmt::join(commands[i], " ")));
    expect_refused(runs[i]->finish(), kNotKnown, "interrupted");
  }
  EXPECT_EQ(folder.entries(), 0u);
}

// The program may have little more than its limit; a sanitizer takes all the addresses there are.
#ifdef __SANITIZE_ADDRESS__
const std::string kBoundAddresses;
#else
const std::string kBoundAddresses = "ulimit -v 200000; ";
#endif

TEST(Limits, MemoryLimitsAreObeyed) {
  const File rules(
      "game wide(a, b)\n  -> wide(2*a, b - 1) + wide(2*a + 1, b - 1)\n"
      "game tower(a, b)\n  -> tower(a*a + 1, b - 1)\n  -> tower(a - 1, b)\n");
  for (const Words& words :
       {Words{"value", "--rules", rules.path(), "wide(1, 40)"},
        Words{"value", "--rules", rules.path(), "tower(5, 6)"}, Words{"value", "nim{1..20000000}"},
        Words{"table", "kayles", "--upto", "1000000000"},
        Words{"solve", "--play", "misere", "grundys(40) + grundys(41) + grundys(42)"}}) {
    SCOPED_TRACE(fmt::format("{}", fmt::join(words, " ")));
    Words limited = words;
    limited.insert(limited.end(), {"--quiet", "--memory-limit", "20MiB"});
    expect_refused(in_shell(GRUNDY_PROGRAM, kBoundAddresses + "\"$0\" \"$@\"", limited), kNotKnown,
                   "the memory limit of 20 MiB leaves");
  }
}

/// Every so many questions of the table (`./dev limits` runs all), with room for sanitizers: CPU
/// time is measured, so that a busy machine changes nothing.
TEST(Limits, ASampleOfTheHardQuestions) {
  constexpr size_t kEvery = 29;
  constexpr double kMostCpuSecondsOver = 15;  // of a sanitized program
  const Folder folder;
  ASSERT_TRUE(grundy::test::make_files(GRUNDY_SOURCE_DIR, folder.path()));
  const std::vector<grundy::test::HardQuestion> questions =
      grundy::test::read_questions(GRUNDY_SOURCE_DIR);
  ASSERT_GE(questions.size(), 200U);
  for (size_t i = 0; i < questions.size(); i += kEvery) {
    SCOPED_TRACE(questions[i].words);
    for (const auto limit : {grundy::test::Limit::time, grundy::test::Limit::interrupt}) {
      const grundy::test::Measured run =
          grundy::test::measured_run(GRUNDY_PROGRAM, folder.path(), questions[i], limit);
      EXPECT_FALSE(run.killed);
      EXPECT_LE(run.status, kWrongInput) << run.said;
      EXPECT_LT(run.seconds_over, kMostCpuSecondsOver);
    }
  }
}

/// What nobody counts beforehand: lists of options, lists of positions that are met.
TEST(Limits, MemoryThatNobodyCountedEndsTheWork) {
  const File rules(
      "game wy(a, b)\n  -> wy(a - k, b)  for k in 1..a\n  -> wy(a, b - k)  for k in 1..b\n"
      "  -> wy(a - k, b - k)  for k in 1..min(a, b)\n");
  const Folder folder;
  const std::string listed =
      "solve --play misere --rules " + rules.path() + " 'wy(10^7, 10^7) + wy(3, 5)'";
  for (const std::string& words :
       {"solve --play misere 'wythoff(10^12, 3) + wythoff(3, 5)'"s, listed}) {
    SCOPED_TRACE(words);
    const grundy::test::Measured run = grundy::test::measured_run(
        GRUNDY_PROGRAM, folder.path(), {"", words}, grundy::test::Limit::memory);
    EXPECT_EQ(run.status, kNotKnown) << run.said;
#ifndef __SANITIZE_ADDRESS__  // whose own memory counts
    EXPECT_LT(static_cast<double>(run.peak), grundy::test::kMostMemory);
#endif
  }
}

}  // namespace
