#include "engine/heap/regularity.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace grundy::heap {
namespace {

constexpr uint64_t kMostSearched = 1 << 15;  // values
constexpr uint64_t kTurns = 6;
constexpr uint64_t kMostOrigin = 16;
constexpr size_t kLevels = 4;  // powers of two
constexpr uint64_t kMostIrregular = 4;

class RegularitySearch {
 public:
  explicit RegularitySearch(std::vector<int64_t> g) : g_(std::move(g)) {}

  std::optional<Regularity> find() {
    for (uint64_t p = 1; kTurns * p <= g_.size(); ++p) {
      if (auto found = with_period(p)) return found;
    }
    return std::nullopt;
  }

  std::optional<Regularity> with_period(uint64_t p) const {
    const uint64_t end = g_.size();
    Regularity result;
    result.period = p;
    // Most classes grow alike: the saltus is the middle one of the last steps.
    std::vector<int64_t> steps;
    for (uint64_t n = end - p; n < end; ++n) steps.push_back(g_[n] - g_[n - p]);
    std::nth_element(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(p / 2),
                     steps.end());
    const int64_t saltus = steps[p / 2];
    if (saltus <= 0) return std::nullopt;
    result.saltus = static_cast<uint64_t>(saltus);
    std::vector<uint64_t> irregular;
    uint64_t growing = 0;
    for (uint64_t n = end - p; n < end; ++n) {
      const int64_t step = g_[n] - g_[n - p];
      const uint64_t from = steady_from(n, p);
      if ((step != saltus && step != 0) || from > end / 3) {
        irregular.push_back(n % p);
        if (irregular.size() > kMostIrregular) return std::nullopt;
        continue;
      }
      growing += step == saltus ? 1 : 0;
      if (step == 0) result.repeats.push_back(n % p);
      if (from >= p) result.preperiod = std::max(result.preperiod, from - p + 1);
    }
    if (2 * growing < p || growing == p) return std::nullopt;
    for (const uint64_t residue : irregular) {
      const auto origin = ruler_origin(residue, p, saltus);
      if (!origin) return std::nullopt;
      result.rulers.push_back({residue, *origin});
    }
    std::sort(result.repeats.begin(), result.repeats.end());
    std::sort(result.rulers.begin(), result.rulers.end(),
              [](const auto& a, const auto& b) { return a.residue < b.residue; });
    return result;
  }

 private:
  /// From here on all steps by p to position n are the same.
  uint64_t steady_from(uint64_t n, uint64_t p) const {
    const int64_t step = g_[n] - g_[n - p];
    while (n >= p && g_[n] - g_[n - p] == step) n -= p;
    return n;
  }

  std::optional<uint64_t> ruler_origin(uint64_t residue, uint64_t p, int64_t saltus) const {
    std::vector<int64_t> left;
    for (uint64_t n = residue, k = 0; n < g_.size(); n += p, ++k)
      left.push_back(g_[n] - saltus * static_cast<int64_t>(k));
    for (uint64_t origin = 0; origin <= kMostOrigin; ++origin) {
      // By exponent: the number, and how often it came.
      std::map<int, std::pair<int64_t, uint64_t>> levels;
      bool good = true;
      for (uint64_t k = origin + 1; k < left.size() && good; ++k) {
        if (std::has_single_bit(k - origin)) continue;
        auto& [number, count] =
            levels.try_emplace(std::countr_zero(k - origin), left[k], 0).first->second;
        good = number == left[k];
        ++count;
      }
      if (!good) continue;
      std::set<int64_t> numbers;
      for (const auto& [exponent, level] : levels) {
        if (level.second > 1) numbers.insert(level.first);
      }
      if (numbers.size() >= kLevels) return origin;
    }
    return std::nullopt;
  }

  std::vector<int64_t> g_;
};

}  // namespace

std::optional<Regularity> apparent_regularity(const Values& values, uint64_t end) {
  const auto first = [&](uint64_t count) {
    std::vector<uint32_t> g(count);
    values.copy(0, g);
    return RegularitySearch({g.begin(), g.end()});
  };
  if (end < kTurns) return std::nullopt;
  const auto seen = first(std::min(end, kMostSearched)).find();
  return seen && end > kMostSearched ? first(end).with_period(seen->period) : seen;
}

std::optional<Regularity> apparent(const Values& values, uint64_t end) {
  if (const auto law = apparent_law(values, end))
    return Regularity{law->preperiod, law->period, law->saltus, {}, {}};
  return apparent_regularity(values, end);
}

std::string_view kind(const Regularity& regularity) {
  if (!regularity.rulers.empty()) return "ruler";
  return regularity.repeats.empty() ? "periodic" : "sapp";
}

std::string describe(const Regularity& regularity, std::string_view name) {
  const uint64_t p = regularity.period;
  std::string text;
  if (!regularity.repeats.empty()) {
    text += fmt::format("for n = {} modulo {}, where it is that of {}(n)",
                        fmt::join(regularity.repeats, ", "), p, name);
  }
  for (const Regularity::Ruler& ruler : regularity.rulers) {
    const std::string place = ruler.origin == 0 ? "k" : fmt::format("k - {}", ruler.origin);
    text += fmt::format(
        "{}for n = {}·k + {}, where {}(n) is {}·k and a number that only the greatest power of two "
        "tells that divides {}, unless {} is a power of two itself",
        text.empty() ? "" : "; and ", p, ruler.residue, name, regularity.saltus, place, place);
  }
  return text;
}

}  // namespace grundy::heap
