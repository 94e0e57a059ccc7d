// grundy contest, as it is used.
#include <gtest/gtest.h>

#include "run_program.h"
#include "session/contest/contest_examples.h"

namespace grundy::contest {
namespace {

using test::Finished;
using test::run_program;

TEST(ContestProgram, AnswersFromStandardInput) {
  for (const Example& example : kExamples) {
    const Finished run = run_program(GRUNDY_PROGRAM, {"contest", example.id}, example.input);
    EXPECT_EQ(run.status, 0) << example.id;
    EXPECT_EQ(run.out, example.output) << example.id;
    EXPECT_EQ(run.err, "") << example.id;
  }
}

TEST(ContestProgram, WrongInputHasAPlace) {
  for (const Example& example : kExamples) {
    for (const std::string& input : {std::string("x\n"), std::string("-1 2 3\n")}) {
      const Finished run = run_program(GRUNDY_PROGRAM, {"contest", example.id}, input);
      EXPECT_EQ(run.status, 2) << example.id;
      EXPECT_EQ(run.out, "") << example.id;
      EXPECT_EQ(run.err.find("/dev/stdin:1:1: error: "), 0u) << example.id << ": " << run.err;
    }
    if (example.id == "abc206F") continue;
    const Finished run =
        run_program(GRUNDY_PROGRAM, {"contest", example.id}, example.input + "\n7\n");
    EXPECT_EQ(run.status, 2) << example.id;
    EXPECT_NE(run.err.find(":1: error: expected the end of the input"), std::string::npos)
        << run.err;
  }
}

TEST(ContestProgram, UnknownProblemsShowTheKnownOnes) {
  const Finished run = run_program(GRUNDY_PROGRAM, {"contest", "cf1"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err.find("error: unknown contest problem 'cf1'; there are\n"), 0u) << run.err;
  for (const Example& example : kExamples)
    EXPECT_NE(run.err.find("\n  " + example.id + " "), std::string::npos);
}

}  // namespace
}  // namespace grundy::contest
