// Numbers that a run of the random comparisons is given: GRUNDY_SEED, GRUNDY_RULES, GRUNDY_SUMS.
#pragma once
#include <cstdint>
#include <cstdlib>

namespace grundy::generate {

/// The number in the environment; `otherwise` where there is none of this name.
inline uint64_t from_environment(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace grundy::generate
