#include "engine/ordinal/sample.h"

namespace grundy {

Sample part_of(const Sample& sample, const std::vector<int64_t>& size) {
  Sample part{size, sample.powers, {}};
  for_each_point(sample.size, [&](size_t index, const std::vector<int64_t>& point) {
    for (size_t i = 0; i < size.size(); ++i) {
      if (point[i] >= size[i]) return true;
    }
    const auto first = sample.values.begin() + static_cast<std::ptrdiff_t>(index * sample.powers);
    part.values.insert(part.values.end(), first,
                       first + static_cast<std::ptrdiff_t>(sample.powers));
    return true;
  });
  return part;
}

std::optional<std::vector<int64_t>> disagreement(const Formula& formula, const Sample& sample) {
  std::optional<std::vector<int64_t>> where;
  for_each_point(sample.size, [&](size_t index, const std::vector<int64_t>& point) {
    const auto values = evaluate(formula, point);
    if (!values ||
        !std::equal(values->begin(), values->end(),
                    sample.values.begin() + static_cast<std::ptrdiff_t>(index * sample.powers)))
      where = point;
    return !where;
  });
  return where;
}

}  // namespace grundy
