/// @file
/// Contest problems: inputs of programming contests, read and answered as their judges expect it.
///
/// @code
/// grundy::Session session;
/// std::cout << grundy::contest_problems()[4].title << '\n'
///           << *session.answer_contest("moore", "2 3\n3 5 7\n");
/// // Moore's nim: k and the number of piles; the piles
/// // First
/// // 3 3 3
/// @endcode
#pragma once
#include <string>
#include <vector>

namespace grundy::face {

struct ContestProblem {
  std::string id;     ///< "cf1451F"
  std::string title;  ///< With the source.
};

/// Those that Session::answer_contest answers.
std::vector<ContestProblem> contest_problems();

}  // namespace grundy::face
