// A formula or a solution against the rule, and tests of a problem.
#include "session/setter.h"

#include "face/inside.h"

namespace grundy::face {
namespace {

SetterQuestion question_of(const SetterOptions& options) {
  SetterQuestion question{options.limits, options.count, options.seed, {}};
  if (options.answers) question.answers = {options.answers->first, options.answers->second};
  return question;
}

StressReport report_of(const grundy::StressReport& report) {
  StressReport result{report.tested, report.complete, report.random, {}};
  if (report.failure)
    result.failure = {report.failure->position, report.failure->right, report.failure->given};
  return result;
}

}  // namespace

Result<StressReport> Session::stress_formula(std::string_view game, const std::string& formula,
                                             const SetterOptions& options) {
  return guarded([&]() -> Result<StressReport> {
    Call call(*home_);
    return Inside::result(
        grundy::stress_formula(home_->session, game, formula, question_of(options), call.budget),
        report_of);
  });
}

Result<StressReport> Session::stress_program(std::string_view game, const std::string& program,
                                             const SetterOptions& options) {
  return guarded([&]() -> Result<StressReport> {
    Call call(*home_);
    return Inside::result(
        grundy::stress_program(home_->session, game, program, question_of(options), call.budget),
        report_of);
  });
}

Result<std::vector<TestPosition>> Session::test_positions(std::string_view game,
                                                          const SetterOptions& options) {
  return guarded([&]() -> Result<std::vector<TestPosition>> {
    Call call(*home_);
    return Inside::result(
        grundy::test_positions(home_->session, game, question_of(options), call.budget),
        [](const std::vector<grundy::TestPosition>& tests) {
          std::vector<TestPosition> result;
          for (const grundy::TestPosition& one : tests) result.push_back({one.input, one.answer});
          return result;
        });
  });
}

}  // namespace grundy::face
