#include "engine/board/in_set.h"

namespace grundy {
namespace {

constexpr uint64_t kMostListed = 6;

std::string listed_values(const std::vector<uint64_t>& values) {
  std::string text;
  for (size_t i = 0; i < values.size(); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == values.size() ? " or " : ", ", values[i]);
  }
  return text;
}

}  // namespace

SearchWork& SearchWork::operator+=(const SearchWork& other) {
  expansions += other.expansions;
  options += other.options;
  parts += other.parts;
  hits += other.hits;
  cuts += other.cuts;
  first_cuts += other.first_cuts;
  return *this;
}

SearchWork operator-(const SearchWork& a, const SearchWork& b) {
  return {a.expansions - b.expansions,
          a.options - b.options,
          a.parts - b.parts,
          a.hits - b.hits,
          a.cuts - b.cuts,
          a.first_cuts - b.first_cuts};
}

/// The value is the least that no option has; `open` options fill at most so many gaps.
std::string partial_value(const ValueSet& found, uint64_t open) {
  std::vector<uint64_t> possible;
  std::vector<uint64_t> excluded;
  for (uint64_t value = 0; possible.size() <= std::min(open, kMostListed); ++value) {
    (found.has(value) ? excluded : possible).push_back(value);
  }
  while (!excluded.empty() && excluded.back() > possible.back()) excluded.pop_back();
  std::string text = open < kMostListed ? listed_values(possible)
                                        : fmt::format("at most {}", found.count() + open);
  if (!excluded.empty()) text += ", not " + listed_values(excluded);
  return text;
}

}  // namespace grundy
