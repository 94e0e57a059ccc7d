#include "cli/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>

namespace grundy::cli {
namespace {

constexpr uint64_t kMost = 1'000'000'000'000'000'000;

/// Digits, with single underscores between them; more than kMost is kMost + 1.
std::optional<uint64_t> digits(std::string_view text) {
  uint64_t number = 0;
  bool digit = false;
  for (const char c : text) {
    if (c == '_' && digit) {
      digit = false;
      continue;
    }
    if (c < '0' || c > '9') return std::nullopt;
    digit = true;
    const auto d = static_cast<uint64_t>(c - '0');
    number = number > (kMost - d) / 10 ? kMost + 1 : 10 * number + d;
    if (number > kMost) number = kMost + 1;
  }
  if (!digit) return std::nullopt;
  return number;
}

}  // namespace

Attempt<uint64_t> parse_count(std::string_view text, std::string_view option) {
  const size_t mark = text.find_first_of("eE^");
  std::optional<uint64_t> number = digits(text.substr(0, mark));
  if (number && mark != text.npos) {
    const std::optional<uint64_t> exponent = digits(text.substr(mark + 1));
    const bool power = text[mark] == '^';
    const uint64_t factor = power ? *number : 10;
    if (power) number = 1;
    if (!exponent) number.reset();
    for (uint64_t i = 0; number && i < *exponent && factor != 1 && *number != 0 && *number <= kMost;
         ++i)
      number = factor > kMost / *number ? kMost + 1 : *number * factor;
  }
  if (!number)
    return Error::input(fmt::format(
        "{} takes a natural number such as 1000000, 1e6 or 10^6, not '{}'", option, text));
  if (*number > kMost)
    return Error::input(fmt::format("{} is at most 10^18, not '{}'", option, text));
  return *number;
}

Attempt<double> parse_duration(std::string_view text, std::string_view option) {
  const std::string copy(text);
  char* end = nullptr;
  const double number = std::strtod(copy.c_str(), &end);
  const std::string_view unit(end);
  const double factor = unit.empty() || unit == "s" ? 1
                        : unit == "m"               ? 60
                        : unit == "h"               ? 3600
                        : unit == "d"               ? 86400
                                                    : 0;
  const double seconds = number * factor;
  if (end == copy.c_str() || !(seconds > 0) || !std::isfinite(seconds))
    return Error::input(
        fmt::format("{} takes a time such as 90s, 30m or 2h, not '{}'", option, text));
  return seconds;
}

Attempt<uint64_t> parse_size(std::string_view text) {
  char* end = nullptr;
  const std::string copy(text);
  const double number = std::strtod(copy.c_str(), &end);
  std::string unit(end);
  if (unit.ends_with("iB")) unit.resize(unit.size() - 2);
  if (unit.ends_with("B")) unit.resize(unit.size() - 1);
  double factor = 1;
  const std::string_view units = "KMGT";
  const bool known =
      unit.empty() ||
      (unit.size() == 1 && units.find(static_cast<char>(std::toupper(unit[0]))) != units.npos);
  if (end == copy.c_str() || !known || !(number > 0)) {
    return Error::input(fmt::format("'{}' is no memory size; an example is 4GiB", text));
  }
  if (!unit.empty())
    factor = std::pow(
        1024, static_cast<double>(units.find(static_cast<char>(std::toupper(unit[0]))) + 1));
  return static_cast<uint64_t>(std::clamp(number * factor, 1.0, 9e18));
}

}  // namespace grundy::cli
