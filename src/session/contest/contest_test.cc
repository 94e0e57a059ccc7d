// What all contest problems have in common.
#include "session/contest/contest_test.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>

#include "reference/family_positions.h"
#include "session/contest/contest_examples.h"
#include "session/session.h"

namespace grundy::contest {
namespace {

std::string answer_of(const std::string& id, std::string_view text) {
  if (id == "cf142D") return answer_to(cf142d, text);
  if (id == "cf1149E") return answer_to(cf1149e, text);
  if (id == "cf1451F") return answer_to(cf1451f, text);
  if (id == "moore") return answer_to(moore, text);
  EXPECT_EQ(id, "stones");
  return answer_to(stones, text);
}

TEST(Contest, EveryProblemHasAnExample) {
  ASSERT_EQ(contests().size(), std::size(kExamples));
  for (size_t i = 0; i < contests().size(); ++i) EXPECT_EQ(contests()[i].id, kExamples[i].id);
}

// Any text has an answer or an error of the input that names its place.
TEST(Contest, ChangedInputsNeverDoHarm) {
  constexpr uint64_t kSeed = 33;
  std::mt19937_64 random(kSeed);
  constexpr std::string_view kAlphabet = "0123456789-GR \n\n#,x";
  size_t answers = 0, errors = 0;
  for (const Example& example : kExamples) {
    if (example.id == "abc206F") continue;
    for (int round = 0; round < 10'000; ++round) {
      std::string text = example.input;
      for (size_t edits = 1 + random() % 4; edits > 0; --edits) {
        const size_t place = random() % (text.size() + 1);
        const char c = kAlphabet[random() % kAlphabet.size()];
        switch (random() % 3) {
          case 0:
            text.insert(place, 1, c);
            break;
          case 1:
            text.erase(place, 1 + random() % 3);
            break;
          default:
            text.replace(place, 1, 1, c);
        }
      }
      const std::string result = answer_of(example.id, text);
      const bool is_error = result.find("error: ") != result.npos;
      ASSERT_TRUE(!is_error || result.starts_with("in:") ||
                  result.starts_with("error: in: the graph has a cycle"))
          << example.id << ", seed " << kSeed << ": " << text << result;
      ++(is_error ? errors : answers);
    }
  }
  EXPECT_GT(answers, 1000u);
  EXPECT_GT(errors, 1000u);
}

TEST(Contest, StopsWhenAskedOrOutOfMemory) {
  const std::atomic<bool> stop = true;
  for (const Example& example : kExamples) {
    if (example.id == "abc206F") continue;
    for (const bool is_stopped : {true, false}) {
      Budget budget;
      if (is_stopped) {
        budget.set_stop_flag(&stop);
      } else {
        budget.set_memory_limit(1);
      }
      const auto declines = [&](const Attempt<std::string>& answer) {
        EXPECT_FALSE(answer.ok()) << example.id;
        if (answer.ok()) return;
        EXPECT_EQ(answer.error().kind, Error::Kind::declined) << example.id;
      };
      NumberReader reader(example.input, "in", budget);
      LineReader lines(example.input, "in", budget);
      if (example.id == "cf142D") declines(cf142d(lines));
      if (example.id == "cf1149E") declines(cf1149e(reader));
      if (example.id == "cf1451F") declines(cf1451f(reader));
      if (example.id == "moore") declines(moore(reader));
      if (example.id == "stones") declines(stones(reader));
    }
  }
}

// "Nim in which stones may also be added is nim": right when at least one must be added, wrong when
// nothing may be, for that passes the turn. A pile of n with m additions left, each of up to three
// stones.
TEST(Contest, AdditionsOfNothingAreNotNothing) {
  const reference::TemporaryFile file(
      "game something(m, n)\n"
      "  -> something(m, k)      for k < n\n"
      "  -> something(m - 1, k)  for k in n + 1..n + 3  if m > 0\n"
      "game nothing(m, n)\n"
      "  -> nothing(m, k)        for k < n\n"
      "  -> nothing(m - 1, k)    for k in n..n + 3      if m > 0\n");
  Session session;
  Budget budget;
  ASSERT_TRUE(session.load_rules(file.path()).ok());
  const auto value = [&](const std::string& game, uint64_t m, uint64_t n) {
    const Attempt<Question> question =
        session.read(game + "(" + std::to_string(m) + ", " + std::to_string(n) + ")", budget);
    EXPECT_TRUE(question.ok());
    return *session.value(*question, budget);
  };
  std::vector<std::pair<uint64_t, uint64_t>> failures;
  for (uint64_t m = 0; m <= 2; ++m) {
    for (uint64_t n = 0; n <= 6; ++n) {
      EXPECT_EQ(value("something", m, n), Ordinal(n)) << m << ' ' << n;
      // The least counterexample, by the number of additions and stones.
      if (m + n <= 1 && value("nothing", m, n) != Ordinal(n)) failures.emplace_back(m, n);
    }
  }
  EXPECT_EQ(failures, (std::vector<std::pair<uint64_t, uint64_t>>{{1, 0}}));
}

}  // namespace
}  // namespace grundy::contest
