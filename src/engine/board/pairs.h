// Sums without pairs of equal parts, which are together 0 where play ends.
#pragma once
#include <vector>

namespace grundy {

/// Of parts of which equal ones stand side by side: each that is left over.
template <class Part>
std::vector<Part> without_pairs(const std::vector<Part>& parts) {
  std::vector<Part> alone;
  for (const Part& part : parts) {
    if (!alone.empty() && alone.back().key == part.key) {
      alone.pop_back();
    } else {
      alone.push_back(part);
    }
  }
  return alone;
}

}  // namespace grundy
