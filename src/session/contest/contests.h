// The contest problems that `grundy contest` answers, one file each.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/attempt.h"
#include "base/budget.h"
#include "base/reader.h"
#include "session/contest/lines.h"

namespace grundy::contest {

struct Contest {
  std::string_view id;     // cf1451F
  std::string_view title;  // with the source
  /// Reads the problem's input, standard input where no text is given; the text that the judge
  /// expects.
  Attempt<std::string> (*answer)(std::optional<std::string_view> input, Budget& budget);
};

std::span<const Contest> contests();

// Each reads a given text, so that tests need no process for each input.
Attempt<std::string> abc206f(NumberReader& reader);
Attempt<std::string> cf142d(LineReader& lines);
Attempt<std::string> cf1149e(NumberReader& reader);
Attempt<std::string> cf1451f(NumberReader& reader);
Attempt<std::string> moore(NumberReader& reader);
Attempt<std::string> stones(NumberReader& reader);

}  // namespace grundy::contest
