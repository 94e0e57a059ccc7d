// Contest problems, answered.
#include "face/inside.h"
#include "session/contest/contests.h"

namespace grundy::face {

std::vector<ContestProblem> contest_problems() {
  std::vector<ContestProblem> result;
  for (const contest::Contest& one : contest::contests())
    result.push_back({std::string(one.id), std::string(one.title)});
  return result;
}

Result<std::string> Session::answer_contest(std::string_view id,
                                            std::optional<std::string_view> input) {
  return guarded([&]() -> Result<std::string> {
    for (const contest::Contest& one : contest::contests()) {
      if (one.id != id) continue;
      Call call(*home_);
      return Inside::result(one.answer(input, call.budget), std::identity());
    }
    return Inside::input("unknown contest problem '" + std::string(id) + "'");
  });
}

}  // namespace grundy::face
