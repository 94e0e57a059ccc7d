#include "analysis/running_steps.h"

#include <algorithm>

#include "analysis/interval.h"
#include "rule/meaning.h"

namespace grundy {
namespace {

constexpr size_t kMostCoordinates = 3;  // up to which diagonal steps are tried

}  // namespace

std::vector<std::vector<int64_t>> steps_to_try(const MoveLine& line, const Part& part,
                                               std::span<const SweepStep> order) {
  const size_t arity = part.coordinates.size();
  std::vector<std::vector<int64_t>> result;
  size_t codes = 1;
  for (size_t i = 0; i < arity && arity <= kMostCoordinates; ++i) codes *= 3;
  // By place in the sweep order; positive: later.
  auto add = [&](const std::vector<int64_t>& along) {
    std::vector<int64_t> step(arity);
    for (size_t i = 0; i < arity; ++i)
      step[order[i].coordinate] = order[i].descending ? -along[i] : along[i];
    if (std::find(result.begin(), result.end(), step) == result.end())
      result.push_back(std::move(step));
  };
  auto forward = [](const std::vector<int64_t>& along) {
    const auto first = std::find_if(along.begin(), along.end(), [](int64_t a) { return a != 0; });
    return first == along.end() ? 0 : *first;
  };
  if (line.binders.size() == 1) {
    std::vector<int64_t> along(arity);
    for (size_t i = 0; i < arity; ++i) {
      int64_t factor = 0;
      linear_factor(part.coordinates[order[i].coordinate], line.binders[0].slots[0], factor);
      along[i] = std::clamp<int64_t>(order[i].descending ? -factor : factor, -1, 1);
    }
    if (forward(along) < 0) {
      for (int64_t& a : along) a = -a;
    }
    if (forward(along) != 0) add(along);
  }
  for (size_t i = arity; i-- > 0;) {
    std::vector<int64_t> along(arity);
    along[i] = 1;
    add(along);
  }
  for (size_t code = 1; code < codes; ++code) {
    std::vector<int64_t> along(arity);
    size_t rest = code;
    for (size_t i = arity; i-- > 0; rest /= 3)
      along[i] = rest % 3 == 2 ? -1 : static_cast<int64_t>(rest % 3);
    if (forward(along) > 0) add(along);
  }
  return result;
}

SmallPositions::SmallPositions(const Rule& rule, const MoveLine& line, std::span<const int64_t> box)
    : one_(rule), box_(box) {
  one_.moves = {line};
  for (size_t lowered = 0; lowered <= box.size(); ++lowered) {
    std::vector<int64_t>& position = positions_.emplace_back();
    for (size_t i = 0; i < box.size(); ++i)
      position.push_back(std::min(box[i], i == lowered ? kLow : kHigh));
  }
}

bool SmallPositions::allow(const std::vector<int64_t>& step) {
  return std::all_of(
      positions_.begin(), positions_.end(), [&](const std::vector<int64_t>& position) {
        std::vector<int64_t> before = position;
        for (size_t i = 0; i < step.size(); ++i) {
          before[i] -= step[i];
          if (before[i] < 0 || before[i] > box_[i]) return true;
        }
        const auto here = options(position);
        const auto there = options(before);
        if (!here || !there) return true;
        const auto without = [](const Options& a, const Options& b) {
          return std::count_if(a.begin(), a.end(),
                               [&](const auto& option) { return !b.contains(option); });
        };
        return without(*here, *there) <= 1 && without(*there, *here) <= 1;
      });
}

std::optional<SmallPositions::Options> SmallPositions::options(
    const std::vector<int64_t>& position) {
  Options result;
  const auto add = [&](RuleSum sum) { result.insert(std::move(sum[0].coordinates)); };
  const Fault fault = moves_by_definition(one_, position, 2 * kHigh, add, &patience_);
  if (fault.kind != Fault::Kind::none) return std::nullopt;
  return result;
}

}  // namespace grundy
