#include "analysis/linear_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace grundy {
namespace {

constexpr int64_t kLargestTextFactor = int64_t{1} << 50;

}  // namespace

std::optional<LinearText> LinearText::plus(const LinearText& other, int64_t factor) const {
  LinearText sum = *this;
  const auto add = [&](int64_t& to, int64_t number) {
    int64_t product = 0;
    return !__builtin_mul_overflow(number, factor, &product) &&
           !__builtin_add_overflow(to, product, &to) && to <= kLargestTextFactor &&
           to >= -kLargestTextFactor;
  };
  if (!add(sum.constant, other.constant)) return std::nullopt;
  for (const auto& [text, number] : other.factors) {
    if (!add(sum.factors[text], number)) return std::nullopt;
  }
  std::erase_if(sum.factors, [](const auto& one) { return one.second == 0; });
  return sum;
}

std::string LinearText::text() const {
  std::string result;
  if (constant != 0 || factors.empty()) result = fmt::format("{}", constant);
  for (const auto& [atom, factor] : factors) {
    if (factor == 1 || factor == -1) {
      result += factor < 0 ? "-" : result.empty() ? "" : "+";
    } else {
      result += fmt::format("{}{}*", factor < 0 || result.empty() ? "" : "+", factor);
    }
    result += atom;
  }
  return result;
}

std::set<std::string> TextConditions::texts() const {
  std::map<std::string, LinearText> kept;
  for (const LinearText& one : bounds_) kept.emplace(one.text(), one);
  for (auto at = kept.begin(); at != kept.end();)
    at = follows(at->first, at->second, kept) ? kept.erase(at) : std::next(at);
  std::set<std::string> result = others_;
  for (const auto& [text, sum] : kept) result.insert("0<=" + text);
  return result;
}

bool TextConditions::is_natural(const LinearText& sum) const {
  return sum.constant >= 0 &&
         std::all_of(sum.factors.begin(), sum.factors.end(),
                     [&](const auto& one) { return one.second > 0 && is_natural_(one.first); });
}

bool TextConditions::follows(const std::string& name, const LinearText& sum,
                             const std::map<std::string, LinearText>& from) const {
  if (is_natural(sum)) return true;
  for (auto a = from.begin(); a != from.end(); ++a) {
    if (a->first == name) continue;
    const auto rest = sum.plus(a->second, -1);
    if (!rest) continue;
    if (is_natural(*rest)) return true;
    for (auto b = std::next(a); b != from.end(); ++b) {
      if (b->first == name) continue;
      const auto less = rest->plus(b->second, -1);
      if (less && is_natural(*less)) return true;
    }
  }
  return false;
}

}  // namespace grundy
