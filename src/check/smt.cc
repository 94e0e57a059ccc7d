#include "check/smt.h"

#include <fmt/format.h>

#include <string_view>

#include "check/process.h"

namespace grundy {
namespace {

/// The solver's answer to the script.
Attempt<std::string> ask(const std::string& solver, const std::string& script,
                         const Budget& budget) {
  std::vector<std::string> words = {solver};
  if (solver == "z3") words.emplace_back("-in");
  if (solver == "cvc5")
    words.insert(words.end(), {"--lang=smt2", "--incremental", "--decision=justification", "-"});
  Attempt<ProgramAnswer> answer = answer_of(words, script, budget);
  if (!answer) return answer.error();
  if (!answer->found)
    return Error::declined(
        fmt::format("the program '{}' is not there; install it or leave out --with", solver));
  return std::move(answer->output);
}

}  // namespace

std::string to_smt(const std::vector<Obligation>& obligations) {
  std::string text = "(set-logic QF_LIA)\n";
  for (const Obligation& obligation : obligations) {
    text += fmt::format("; line {}: {}\n(push 1)\n{}(check-sat)\n(pop 1)\n", obligation.line,
                        obligation.flaw, logic::to_smt(obligation.problem));
  }
  return text + "(exit)\n";
}

Judge judge_by_solver(std::string solver) {
  return [solver = std::move(solver)](const std::vector<Obligation>& obligations,
                                      const Budget& budget) -> Attempt<Judgement> {
    const auto answer = ask(solver, to_smt(obligations), budget);
    if (!answer) return answer.error();
    std::string_view left = *answer;
    for (const Obligation& obligation : obligations) {
      const size_t end = std::min(left.find('\n'), left.size());
      const std::string_view line = left.substr(0, end);
      left.remove_prefix(std::min(end + 1, left.size()));
      if (line == "unsat") continue;
      if (line == "sat") return Judgement{false, obligation.line, obligation.flaw};
      if (line == "unknown")
        return Judgement{false, obligation.line,
                         fmt::format("too hard for {} whether {}", solver, obligation.flaw), false};
      return Error::declined(
          fmt::format("'{}' answers '{}' where sat or unsat is expected", solver, line));
    }
    return Judgement{true, 0, ""};
  };
}

}  // namespace grundy
