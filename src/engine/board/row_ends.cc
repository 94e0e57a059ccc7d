#include "engine/board/row_ends.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace grundy {
namespace {

struct RowMove {
  const RowMode* from;
  const RowMode* to;
  const DrawnRow* row;
  const RowResult* result;
};

/// The most by which a move can raise a count.
using Rise = std::function<int64_t(const RowMove&)>;

/// Of a sum over all cells, each with the weight of its letter.
template <class Weight>
Rise rise_of_cells(const Weight& weight) {
  return [weight](const RowMove& move) {
    int64_t total = 0;
    for (const RowResult::Write& write : move.result->writes) {
      int64_t most = INT64_MIN;
      for (uint8_t letter = 1; letter < kMostRowLetters; ++letter) {
        if ((move.row->reads[write.at] >> letter & 1) != 0)
          most = std::max(most, weight(write.becomes[letter]) - weight(letter));
      }
      total += most;
    }
    return total;
  };
}

std::vector<Rise> rises_of_counts(const RowCode& code) {
  std::vector<Rise> rises;
  for (const int64_t sign : {1, -1}) {
    for (size_t i = 0; i < code.modes[0].coordinates.size(); ++i)
      rises.push_back([i, sign](const RowMove& move) {
        return sign * (move.to->coordinates[i] - move.from->coordinates[i]);
      });
    for (uint8_t letter = 1; letter <= code.last_letter(); ++letter)
      rises.push_back(rise_of_cells(
          [letter, sign](uint8_t cell) { return cell == letter ? sign : int64_t{0}; }));
    rises.push_back(rise_of_cells([&code, sign](uint8_t cell) {
      return std::max<int64_t>(0, code.letters[cell - 1u]) * sign;  // a number; letters are below 0
    }));
  }
  return rises;
}

}  // namespace

bool counts_fall(const RowCode& code) {
  std::vector<RowMove> left;
  for (const RowMode& mode : code.modes) {
    for (const DrawnRow& row : mode.rows) {
      for (const RowResult& result : row.results)
        left.push_back({&mode, &code.modes[result.mode], &row, &result});
    }
  }
  const std::vector<Rise> rises = rises_of_counts(code);
  while (!left.empty()) {
    const size_t before = left.size();
    for (const Rise& rise : rises) {
      if (std::any_of(left.begin(), left.end(),
                      [&](const RowMove& move) { return rise(move) > 0; }))
        continue;
      std::erase_if(left, [&](const RowMove& move) { return rise(move) < 0; });
    }
    if (left.size() == before) return false;
  }
  return true;
}

}  // namespace grundy
