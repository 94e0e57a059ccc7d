// The contest problems that `grundy contest` answers, one file each.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "session/session.h"

namespace grundy::cli {

struct Contest {
  std::string_view id;     // cf1451F
  std::string_view title;  // with the source
  /// Reads the problem's input from standard input; the text that the judge expects.
  Result<std::string> (*answer)(Session& session, Budget& budget);
};

std::span<const Contest> contests();

Result<std::string> abc206f(Session& session, Budget& budget);

}  // namespace grundy::cli
