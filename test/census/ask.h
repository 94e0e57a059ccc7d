// Questions to the library, each in a process of its own, so that no answer depends on the
// questions before it and a crash costs one answer.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace grundy::census {

/// Prints a message and ends the program.
[[noreturn]] void die(const std::string& message);

/// The whole file; dies if it can't be read.
std::string contents(const std::string& path);

struct Question {
  std::string command;  // "value", "solve", "misere" (solve in misère play) or "prove"
  std::string rules;    // the text of a rule file; empty: built-in games only
  std::string asked;    // a sum; for "prove" a game
  std::string engine;   // which alone is asked for the value (regret.h); empty: the plan
};

struct Reply {
  enum class Kind : uint8_t {
    answered,
    declined,
    timeout,  // the time limit ended the computation
    refused,  // the input is wrong
    failed,   // a crash, or a fault of the library
  };
  Kind kind = Kind::failed;
  std::string value;    // of "value" and "solve"; the statement of "prove"
  std::string outcome;  // of "solve": "N", "P" or another letter
  std::string message;  // why there is no answer, in one line
  double cpu = 0;       // seconds
};

/// Called with the reply to a question. A result asks the question again with so many seconds.
using Take = std::function<std::optional<double>(size_t, const Reply&)>;

/// Asks all questions, `jobs` at a time, each with a limit of `seconds` and of 1 GiB. 0: no limit.
/// Seconds are those of a clock that the program may define; cpu_clock.cc counts CPU time.
void ask_all(const std::vector<Question>& questions, double seconds, unsigned jobs,
             const Take& take);

}  // namespace grundy::census
