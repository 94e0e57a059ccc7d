// Random rule files. They use the whole language; most of the games end because every move is made to lower some
// measure, and some do not.
#pragma once
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace grundy::generate {

struct RandomGame {
  std::string name;
  size_t arity = 1;
};

struct RandomRules {
  std::string text;               // the whole rule file
  std::vector<RandomGame> games;  // the first one is the one to ask about
  size_t unbounded = 0;           // the greatest number of binders of one line that only conditions keep finite
};

/// The rule file of this seed: the same for ever on every machine. Games are called g0, g1, …
RandomRules random_rules(uint64_t seed);

}  // namespace grundy::generate
