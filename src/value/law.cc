#include "value/law.h"

#include <algorithm>

namespace grundy {

Natural Law::at(const Natural& n) const {
  if (n < Natural(values.size())) return values[n.small()];
  const Natural beyond = n - preperiod;
  const Natural turns = beyond / period;
  return Natural(values[preperiod + (beyond % period).small()]) + turns * saltus;
}

std::vector<Natural> Law::places(const Natural& value, const Natural& end, size_t limit,
                                 bool& all) const {
  std::vector<Natural> result;
  all = true;
  auto add = [&](const Natural& n) {
    if (n >= end) return;
    if (result.size() < limit) {
      result.push_back(n);
    } else {
      all = false;
    }
  };
  for (uint64_t n = 0; n < preperiod && all; ++n) {
    if (Natural(values[n]) == value) add(n);
  }
  std::vector<Natural> periodic;
  for (uint64_t r = 0; r < period; ++r) {
    const Natural first = values[preperiod + r];
    if (saltus == 0) {
      if (first == value) periodic.emplace_back(preperiod + r);
    } else if (value >= first && ((value - first) % saltus).is_zero()) {
      periodic.push_back(Natural(preperiod + r) + (value - first) / saltus * period);
    }
  }
  std::sort(periodic.begin(), periodic.end());
  if (saltus != 0) {
    for (const Natural& n : periodic) add(n);
    return result;
  }
  // Without a saltus they come again in every period.
  for (Natural turn = 0; all && !periodic.empty() && periodic.front() + turn < end;
       turn = turn + period) {
    for (const Natural& n : periodic) {
      add(n + turn);
      if (!all) break;
    }
  }
  return result;
}

}  // namespace grundy
