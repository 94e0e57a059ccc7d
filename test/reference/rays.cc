#include "reference/rays.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace grundy::reference {
namespace {

constexpr int64_t kWindow = 140;
constexpr int64_t kMostPeriod = 24;
constexpr int64_t kMostOmegas = 20;

/// A slice that is known for ever: from `first` on, V(n + period) = V(n) + step[n % period].
struct Slice {
  std::vector<RayValue> values;  // of the window
  int64_t first = 0;
  int64_t period = 1;
  std::vector<int64_t> steps;
};

/// first, first + step, first + 2·step, …, with this coefficient of ω.
struct Progression {
  int64_t omegas;
  int64_t first;
  int64_t step;
};

struct Taken {
  std::set<RayValue> single;
  std::vector<Progression> progressions;

  bool contains(const RayValue& value) const {
    if (single.count(value) > 0) return true;
    return std::any_of(progressions.begin(), progressions.end(), [&](const Progression& p) {
      return p.omegas == value.first && value.second >= p.first &&
             (value.second - p.first) % p.step == 0;
    });
  }

  RayValue mex() const {
    for (int64_t omegas = 0;; ++omegas) {
      // Beyond all single values and starts, what is taken repeats with the common multiple of the
      // steps.
      int64_t far = 0;
      int64_t repeat = 1;
      for (const auto& [a, b] : single) far = std::max(far, b + 1);
      for (const Progression& p : progressions) {
        far = std::max(far, p.first + 1);
        repeat = std::lcm(repeat, p.step);
      }
      for (int64_t b = 0; b < far + repeat; ++b) {
        if (!contains({omegas, b})) return {omegas, b};
      }
    }
  }
};

bool applies(const RayLine& line, int64_t m, int64_t n) {
  switch (line.only) {
    case RayLine::Only::always:
      return true;
    case RayLine::Only::n_even:
      return n % 2 == 0;
    case RayLine::Only::n_odd:
      return n % 2 == 1;
    case RayLine::Only::m_odd:
      return m % 2 == 1;
    case RayLine::Only::n_at_least_two:
      return n >= 2;
  }
  return true;
}

/// The slice's values at from, from + step, … up to `last`, or for ever.
void add_values(const Slice& slice, int64_t from, int64_t step, std::optional<int64_t> last,
                Taken& taken) {
  const auto value = [&](int64_t n) {
    const int64_t turns = n < kWindow ? 0 : (n - kWindow) / slice.period + 1;
    const int64_t inside = n - turns * slice.period;
    RayValue result = slice.values[static_cast<size_t>(inside)];
    result.second += turns * slice.steps[static_cast<size_t>(inside % slice.period)];
    return result;
  };
  const int64_t common = std::lcm(slice.period, step);
  const int64_t settled = std::max(from, slice.first);
  for (int64_t n = from; last ? n <= *last : n < settled + step; n += step)
    taken.single.insert(value(n));
  if (last) return;
  for (int64_t n = from; n < settled + common + step; n += step) {
    if (n < settled) continue;
    const RayValue here = value(n);
    const int64_t growth = value(n + common).second - here.second;
    if (growth == 0) {
      taken.single.insert(here);
    } else {
      taken.progressions.push_back({here.first, here.second, growth});
    }
  }
}

/// The least period, and from where on.
bool settle(Slice& slice) {
  const auto& v = slice.values;
  for (int64_t period = 1; period <= kMostPeriod; ++period) {
    int64_t first = kWindow - 2 * period;
    for (; first > 0; --first) {
      const auto n = static_cast<size_t>(first - 1);
      const auto p = static_cast<size_t>(period);
      const bool goes_on = v[n].first == v[n + p].first && v[n].first == v[n + 2 * p].first &&
                           v[n + 2 * p].second - v[n + p].second == v[n + p].second - v[n].second &&
                           v[n + p].second >= v[n].second;
      if (!goes_on) break;
    }
    if (first > kWindow / 2) continue;
    slice.first = first;
    slice.period = period;
    slice.steps.assign(static_cast<size_t>(period), 0);
    for (int64_t n = first; n < first + period; ++n) {
      slice.steps[static_cast<size_t>(n % period)] =
          v[static_cast<size_t>(n + period)].second - v[static_cast<size_t>(n)].second;
    }
    return true;
  }
  return false;
}

}  // namespace

std::string RayGame::to_text() const {
  std::string text = "game g(m, n)\n";
  for (const RayLine& line : lines) {
    const std::string to = line.drop == 0 ? "c" : fmt::format("m - {}", line.drop);
    const std::string binder = line.drop == 0 && line.kind != RayLine::Kind::lower ? "c < m, " : "";
    const std::string bound = fmt::format("{}*n + {}", line.factor, line.low);
    switch (line.kind) {
      case RayLine::Kind::lower:
        text += line.high == 0
                    ? "  -> g(m, k) for k < n"
                    : fmt::format("  -> g(m, n - k) for k in {}..{}", line.low, line.high);
        break;
      case RayLine::Kind::any:
        text += fmt::format("  -> g({}, k) for {}k >= {}", to, binder, bound);
        break;
      case RayLine::Kind::below:
        text += fmt::format("  -> g({}, k) for {}k <= {}", to, binder, bound);
        break;
      case RayLine::Kind::steps:
        text += fmt::format("  -> g({}, n + {} + {}*k) for {}k", to, line.low, line.high, binder);
        break;
    }
    switch (line.only) {
      case RayLine::Only::always:
        break;
      case RayLine::Only::n_even:
        text += "  if n % 2 = 0";
        break;
      case RayLine::Only::n_odd:
        text += "  if n % 2 = 1";
        break;
      case RayLine::Only::m_odd:
        text += "  if m % 2 = 1";
        break;
      case RayLine::Only::n_at_least_two:
        text += "  if n >= 2";
        break;
    }
    text += "\n";
  }
  return text;
}

std::optional<std::vector<std::vector<RayValue>>> RayGame::values(int64_t greatest_m,
                                                                  int64_t greatest_n) const {
  std::vector<Slice> slices;
  for (int64_t m = 0; m <= greatest_m; ++m) {
    Slice slice;
    for (int64_t n = 0; n < kWindow; ++n) {
      Taken taken;
      for (const RayLine& line : lines) {
        if (!applies(line, m, n)) continue;
        if (line.kind == RayLine::Kind::lower) {
          const int64_t low = line.high == 0 ? 1 : line.low;
          const int64_t high = line.high == 0 ? n : std::min(n, line.high);
          for (int64_t k = low; k <= high; ++k)
            taken.single.insert(slice.values[static_cast<size_t>(n - k)]);
          continue;
        }
        for (int64_t to = line.drop == 0 ? 0 : m - line.drop; to < m && to >= 0; ++to) {
          const Slice& other = slices[static_cast<size_t>(to)];
          const int64_t bound = line.factor * n + line.low;
          if (line.kind == RayLine::Kind::any) add_values(other, bound, 1, std::nullopt, taken);
          if (line.kind == RayLine::Kind::below) add_values(other, 0, 1, bound, taken);
          if (line.kind == RayLine::Kind::steps)
            add_values(other, n + line.low, line.high, std::nullopt, taken);
          if (line.drop != 0) break;
        }
      }
      slice.values.push_back(taken.mex());
      if (slice.values.back().first > kMostOmegas) return std::nullopt;
    }
    if (!settle(slice)) return std::nullopt;
    slices.push_back(std::move(slice));
  }
  std::vector<std::vector<RayValue>> result;
  for (const Slice& slice : slices)
    result.emplace_back(slice.values.begin(),
                        slice.values.begin() + static_cast<std::ptrdiff_t>(greatest_n) + 1);
  return result;
}

}  // namespace grundy::reference
