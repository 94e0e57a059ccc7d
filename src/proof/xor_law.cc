#include "proof/xor_law.h"

#include <fmt/format.h>

#include <numeric>

namespace grundy {
namespace {

constexpr int64_t kGreatestDivisor = 12;

/// d·(⌊a/d⌋ ^^ ⌊b/d⌋ ^^ …) + r, where r is a number or, below 0, the sum of the coordinates modulo
/// d.
struct XorLaw {
  int64_t divisor;
  int64_t rest;

  int64_t at(const std::vector<int64_t>& point) const {
    int64_t sum = 0;
    for (const int64_t c : point) sum ^= c / divisor;
    const int64_t total = std::accumulate(point.begin(), point.end(), int64_t{0});
    return divisor * sum + (rest < 0 ? total % divisor : rest);
  }
};

bool fits(const XorLaw& law, const Sample& sample) {
  bool all = true;
  for_each_point(sample.size, [&](size_t index, const std::vector<int64_t>& point) {
    return all = law.at(point) == sample.values[index];
  });
  return all;
}

/// The coordinates, each by `each`, with `between` them.
template <class Each>
std::string joined(const std::vector<std::string>& names, std::string_view between,
                   const Each& each) {
  std::string text;
  for (const std::string& name : names)
    text += (text.empty() ? "" : std::string(between)) + each(name);
  return text;
}

FormulaLaw written(const XorLaw& law, const std::vector<std::string>& names) {
  const auto plain = [](const std::string& name) { return name; };
  const auto letter = [](const std::string& name) {
    return name.size() == 1 ? name : "\\mathrm{" + name + "}";
  };
  std::string text;
  std::string latex;
  if (law.divisor == 1) {
    text = joined(names, " ^^ ", plain);
    latex = joined(names, " \\oplus ", letter);
  } else {
    const int64_t d = law.divisor;
    text = fmt::format("{}*({})", d, joined(names, " ^^ ", [&](const auto& name) {
                         return fmt::format("{}/{}", name, d);
                       }));
    latex = fmt::format("{} \\cdot ({})", d, joined(names, " \\oplus ", [&](const auto& name) {
                          return fmt::format("\\lfloor {}/{} \\rfloor", letter(name), d);
                        }));
    if (law.rest < 0) {
      text += fmt::format(" + ({}) % {}", joined(names, " + ", plain), d);
      latex += fmt::format(" + (({}) \\bmod {})", joined(names, " + ", letter), d);
    }
  }
  if (law.rest > 0) {
    text += fmt::format(" + {}", law.rest);
    latex += fmt::format(" + {}", law.rest);
  }
  FormulaLaw result;
  result.cases = {{"always", text}};
  result.latex = {{"\\text{always}", latex}};
  return result;
}

}  // namespace

std::optional<FormulaLaw> xor_law(const Rule& rule, const Sample& sample) {
  if (rule.arity() < 2 || sample.powers != 1) return std::nullopt;
  for (int64_t d = 1; d <= kGreatestDivisor; ++d) {
    for (int64_t rest = d == 1 ? 0 : -1; rest < d; ++rest) {
      const XorLaw law{d, rest};
      if (fits(law, sample)) return written(law, rule.coordinates);
    }
  }
  return std::nullopt;
}

}  // namespace grundy
