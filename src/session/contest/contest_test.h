// What tests of the contest problems share: the answer to a text.
#pragma once
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "session/contest/contests.h"

namespace grundy::contest {

inline std::string answer_or_error(const Attempt<std::string>& answer) {
  if (answer) return *answer;
  EXPECT_EQ(answer.error().kind, Error::Kind::input);
  return answer.error().to_string();
}

/// The answer, or the text of the error, which must be one of the input.
inline std::string answer_to(Attempt<std::string> (*problem)(NumberReader&),
                             std::string_view text) {
  Budget budget;
  NumberReader reader(text, "in", budget);
  return answer_or_error(problem(reader));
}
inline std::string answer_to(Attempt<std::string> (*problem)(LineReader&), std::string_view text) {
  Budget budget;
  LineReader lines(text, "in", budget);
  return answer_or_error(problem(lines));
}

/// "3 5 7" with `end` after it.
inline std::string numbers_text(const std::vector<uint64_t>& numbers, char end = '\n') {
  std::string text;
  for (const uint64_t number : numbers) text += (text.empty() ? "" : " ") + std::to_string(number);
  return text + end;
}

/// The first word of an answer and the numbers that follow it.
struct WordAndNumbers {
  std::string word;
  std::vector<uint64_t> numbers;

  explicit WordAndNumbers(const std::string& answer) {
    std::istringstream in(answer);
    in >> word;
    for (uint64_t number; in >> number;) numbers.push_back(number);
    EXPECT_TRUE(in.eof()) << answer;
  }
};

}  // namespace grundy::contest
