#include "check/verified.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <string>

#include "check/process.h"

namespace grundy {
namespace {

constexpr int kAllAccepted = 0;
constexpr int kSomeRejected = 1;
constexpr int kSomeUndecided = 3;

/// The file of this code: a program, or the Python module.
std::filesystem::path own_file() {
#ifndef __EMSCRIPTEN__
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(&own_file), &info) != 0 && info.dli_fname[0] == '/')
    return info.dli_fname;
#endif
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

/// Beside this program; where `./dev formal` puts it, beside the folder of the build that this
/// program, or the Python module, is in; else found in PATH.
std::string verified_program() {
  const std::filesystem::path folder = own_file().parent_path();
  for (const char* place : {".", "../formal", "../../../formal"}) {
    const std::filesystem::path program = folder / place / kVerifiedChecker;
    if (access(program.c_str(), X_OK) == 0) return program;
  }
  return std::string(kVerifiedChecker);
}

/// Its first line: "-:LINE: rejected: REASON" or "-:LINE: not decided: REASON".
Attempt<Judgement> first_complaint(std::string_view output) {
  const std::string_view line = output.substr(0, output.find('\n'));
  size_t number = 0;
  if (line.starts_with("-:")) {
    const auto [end, error] = std::from_chars(line.data() + 2, line.data() + line.size(), number);
    for (const std::string_view status : {": rejected: ", ": not decided: "}) {
      const std::string_view rest = line.substr(static_cast<size_t>(end - line.data()));
      if (error == std::errc() && rest.starts_with(status))
        return Judgement{false, number, std::string(rest.substr(status.size())),
                         status == ": rejected: "};
    }
  }
  return Error::declined(
      fmt::format("'{}' answers '{}', which is not understood", kVerifiedChecker, line));
}

}  // namespace

Attempt<Judgement> judge_by_verified(std::string_view text, const Budget& budget) {
  const Attempt<ProgramAnswer> answer = answer_of({verified_program(), "-"}, text, budget);
  if (!answer) return answer.error();
  if (!answer->found) {
    return Error::declined(fmt::format(
        "the verified checker '{}' is not there; './dev formal' builds it", kVerifiedChecker));
  }
  if (answer->status == kAllAccepted) return Judgement{true, 0, ""};
  if (answer->status == kSomeRejected || answer->status == kSomeUndecided)
    return first_complaint(answer->output);
  return Error::declined(
      fmt::format("'{}' ended with the status {}", kVerifiedChecker, answer->status));
}

}  // namespace grundy
