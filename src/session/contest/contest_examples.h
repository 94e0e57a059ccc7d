// An input and its answer for every contest problem, for tests.
#pragma once
#include <string>

namespace grundy::contest {

struct Example {
  std::string id;
  std::string input;
  std::string output;
};
inline const Example kExamples[] = {
    {"abc206F", "1\n3\n2 4\n1 3\n1 2\n", "Alice\n"},
    {"cf142D", "2 3 1\nR-G\nRG-\n", "First\n"},
    {"cf1149E", "4 2\n2 1 1 5\n1 2\n3 4\n", "WIN\n1 5 1 5\n"},
    {"cf1451F", "2\n1 3\n0 0 5\n2 2\n0 1\n1 0\n", "Ashish\nJeel\n"},
    {"moore", "2 3\n3 5 7\n", "First\n3 3 3\n"},
    {"stones", "2 2\n4 7\n0 3\n", "First\n1 4 3\n"},
};

}  // namespace grundy::contest
