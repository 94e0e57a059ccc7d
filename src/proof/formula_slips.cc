#include "proof/formula_slips.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/text.h"

namespace grundy::proof {
namespace {

constexpr size_t kMostListed = 60;
constexpr std::string_view kLettersOfNames =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

/// The signs of Python and C in those of rules: ==, &&, ||, !, and `in` with a list or tuple.
std::string with_our_signs(std::string text) {
  for (const auto& [theirs, ours] :
       {std::pair{"==", "="}, {" && ", " and "}, {"&&", " and "}, {" || ", " or "}, {"||", " or "}})
    text = replaced(std::move(text), theirs, ours);
  for (const auto& [open, close] : {std::pair{"in (", ')'}, {"in [", ']'}}) {
    for (size_t at = 0; (at = text.find(open, at)) != text.npos; ++at) {
      const size_t end = text.find(close, at);
      if (end == text.npos) break;
      text[at + 3] = '{';
      text[end] = '}';
    }
  }
  return text;
}

/// 'return n % 7;'.
std::string_view without_return(std::string_view text) {
  if (!text.starts_with("return ")) return text;
  text = trimmed(text.substr(7));
  if (text.ends_with(';')) text.remove_suffix(1);
  return trimmed(text);
}

/// 'n even: 0, n odd: 1', 'if n is even 0, if n is odd 1'.
std::string of_parity(std::string_view text, std::string_view n) {
  const size_t even = text.find("even"), odd = text.find("odd");
  if (even == text.npos || odd == text.npos) return "";
  const auto value_after = [&](size_t at) {
    const size_t begin = text.find_first_of("0123456789", at);
    const size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
    return begin == text.npos ? std::string() : std::string(text.substr(begin, end - begin));
  };
  const std::string of_even = value_after(even), of_odd = value_after(odd);
  if (of_even.empty() || of_odd.empty()) return "";
  return fmt::format("{} if {} % 2 = 0; {} otherwise", of_even, n, of_odd);
}

/// 'A if C else B if D else E'.
std::string of_else(std::string_view text) {
  if (text.find(" else ") == text.npos || text.starts_with("if ") || text.find(';') != text.npos)
    return "";
  const size_t last = text.rfind(" else ");
  const std::string_view end = trimmed(text.substr(last + 6));
  if (end.find(" if ") != end.npos || text.find(" if ") > text.find(" else ")) return "";
  return fmt::format("{}; {} otherwise",
                     replaced(std::string(text.substr(0, last)), " else ", "; "), end);
}

/// 'if C then A else if D then B else E', with colons or 'elif' too.
std::string of_then(std::string_view text) {
  std::string left(text);
  left = replaced(replaced(std::move(left), "elif ", "else if "), ", else ", " else ");
  std::string result;
  while (left.starts_with("if ")) {
    const size_t end = left.find(" else ");
    const std::string part = left.substr(3, end == left.npos ? left.npos : end - 3);
    const size_t then = part.find(" then ");
    if (then == part.npos || end == left.npos) return "";
    result += fmt::format("{} if {}; ", trimmed(std::string_view(part).substr(then + 6)),
                          trimmed(std::string_view(part).substr(0, then)));
    left = trimmed(std::string_view(left).substr(end + 6));
  }
  return result.empty() ? "" : fmt::format("{}{} otherwise", result, left);
}

/// 'C ? A : D ? B : E'.
std::string of_question(std::string_view text) {
  std::string result;
  while (text.find('?') != text.npos) {
    const size_t question = text.find('?'), colon = text.find(':', question);
    if (colon == text.npos) return "";
    result += fmt::format("{} if {}; ", trimmed(text.substr(question + 1, colon - question - 1)),
                          trimmed(text.substr(0, question)));
    text = text.substr(colon + 1);
  }
  return result.empty() ? "" : fmt::format("{}{} otherwise", result, trimmed(text));
}

/// The numbers of '0, 1, 2, 3' or '[0 1 2 3]'; none where something else stands there.
std::vector<int64_t> numbers_of(std::string_view text) {
  std::vector<int64_t> numbers;
  for (size_t i = 0; i < text.size();) {
    if (std::string_view(" ,[](){}").find(text[i]) != std::string_view::npos) {
      ++i;
      continue;
    }
    const std::string_view rest = text.substr(i);
    if (rest == "…" || rest == "..." || rest == "etc" || rest == "usw.") break;
    int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), number);
    if (error != std::errc() || number < 0 || numbers.size() == kMostListed) return {};
    numbers.push_back(number);
    i = static_cast<size_t>(end - text.data());
  }
  return numbers;
}

/// The first values, taken for a period; with the remainder that chooses one, as in '[0, 1, 2][n % 3]',
/// or without.
std::string of_values(std::string_view text, std::string_view n) {
  const size_t index = text.find("][");
  if (index != text.npos && text.ends_with(']')) text = text.substr(0, index + 1);
  const std::vector<int64_t> values = numbers_of(text);
  if (values.size() < 2) return "";
  const auto repeats_after = [&](size_t p) {
    for (size_t i = p; i < values.size(); ++i) {
      if (values[i] != values[i - p]) return false;
    }
    return true;
  };
  size_t period = 1;
  while (!repeats_after(period)) ++period;
  std::map<int64_t, std::vector<size_t>> places;
  bool is_remainder = true;
  for (size_t i = 0; i < period; ++i) {
    places[values[i]].push_back(i);
    is_remainder = is_remainder && values[i] == static_cast<int64_t>(i);
  }
  if (period == 1) return std::to_string(values[0]);
  if (is_remainder) return fmt::format("{} % {}", n, period);
  std::string result;
  for (const auto& [value, rests] : places) {
    if (value == places.rbegin()->first) {
      result += fmt::format("{} otherwise", value);
    } else if (rests.size() == 1) {
      result += fmt::format("{} if {} % {} = {}; ", value, n, period, rests[0]);
    } else {
      result += fmt::format("{} if {} % {} in {{{}}}; ", value, n, period, fmt::join(rests, ", "));
    }
  }
  return result;
}

bool is_all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/// "3 if n ≡ 5 (mod 7), 0 otherwise" with n % 7 = 5, and words of German cases; empty for others.
std::string of_congruences(std::string_view text) {
  std::string result = replaced(replaced(std::string(text), " wenn ", " if "), " falls ", " if ");
  if (const size_t last = result.rfind("sonst "); last != result.npos)
    result = result.substr(0, last) + std::string(trimmed(result.substr(last + 6))) + " otherwise";
  result = replaced(std::move(result), " sonst", " otherwise");
  bool is_congruence = false;
  for (size_t at = result.find("≡"); at != result.npos; at = result.find("≡")) {
    const size_t open = result.find("(mod ", at);
    const size_t close = open == result.npos ? open : result.find(')', open);
    if (close == result.npos) return {};
    const std::string rest(trimmed(std::string_view(result).substr(at + 3, open - at - 3)));
    const std::string divisor = result.substr(open + 5, close - open - 5);
    const std::string right = is_all_digits(rest) ? rest : rest + " % " + divisor;
    result = std::string(trimmed(result.substr(0, at))) + " % " + divisor + " = " + right +
             result.substr(close + 1);
    is_congruence = true;
  }
  if (is_congruence) result = replaced(std::move(result), ", ", "; ");
  return result == text ? std::string() : result;
}

/// n^2 and n² as n**2 for a coordinate or a bracket n; ^^, phi^2 and powers of ω are left alone.
std::string with_powers(std::string_view text, std::span<const std::string> coordinates) {
  std::string result;
  const auto is_behind_base = [&] {
    return result.ends_with(')') ||
           std::any_of(coordinates.begin(), coordinates.end(), [&](const std::string& name) {
             const size_t begin = result.size() - std::min(result.size(), name.size());
             return result.ends_with(name) &&
                    (begin == 0 ||
                     std::isalnum(static_cast<unsigned char>(result[begin - 1])) == 0);
           });
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("^^")) {
      result += "^^";
      ++i;
    } else if ((rest.starts_with("²") || rest.starts_with("³")) && is_behind_base()) {
      result += rest.starts_with("²") ? "**2" : "**3";
      ++i;
    } else if (rest[0] == '^' && is_behind_base()) {
      result += "**";
    } else {
      result += rest[0];
    }
  }
  return result;
}

/// 'n ^ 1', '(n & 3)^1' and 'a^b' with ^^ behind a coordinate, a number or a bracket, where no power
/// is meant; empty for others.
std::string of_carets(std::string_view text, std::span<const std::string> coordinates) {
  const bool has_bits = text.find('&') != text.npos || text.find("^^") != text.npos;
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] != '^') continue;
    if (text.substr(i).starts_with("^^")) {
      result += text[++i];
      continue;
    }
    const std::string_view before = trimmed(text.substr(0, i)), after = trimmed(text.substr(i + 1));
    const size_t name = before.find_last_not_of(kLettersOfNames) + 1;
    const size_t digits = std::min(after.find_first_not_of("0123456789"), after.size());
    const bool is_power = !has_bits && (digits > 1 || (digits == 1 && after[0] >= '2'));
    const bool is_term =
        before.ends_with(')') || is_all_digits(before.substr(name)) ||
        std::find(coordinates.begin(), coordinates.end(), before.substr(name)) != coordinates.end();
    if (!is_term || is_power) return {};
    result += '^';
  }
  return result == text ? std::string() : result;
}

/// How many round brackets are open at the end; less than 0 where one was closed too often.
int64_t open_brackets(std::string_view text) {
  int64_t depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth < 0) return -1;
  }
  return depth;
}

}  // namespace

FormulaSlip formula_slip(std::string_view given, std::span<const std::string> coordinates) {
  const std::string_view text = trimmed(given);
  const auto in_cases = [](std::string meant) {
    return FormulaSlip{"a formula is written in cases", with_our_signs(std::move(meant))};
  };
  if (const std::string_view bare = without_return(text); bare != text) {
    const FormulaSlip inner = formula_slip(bare, coordinates);
    return {"a formula is a term",
            inner.meant.empty() ? with_our_signs(std::string(bare)) : inner.meant};
  }
  if (const size_t equals = text.find(")="), spaced = text.find(") ="),
      at = std::min(equals, spaced);
      at != text.npos && text.find('(', at) != text.npos && text.starts_with("g(") &&
      trimmed(text.substr(text.find('=', at) + 1)).starts_with("g("))
    return {"a formula tells each value by the numbers alone, without values of other positions",
            ""};
  if (std::string meant = of_then(text); !meant.empty()) return in_cases(std::move(meant));
  if (std::string meant = of_else(text); !meant.empty()) return in_cases(std::move(meant));
  if (std::string meant = of_question(text); !meant.empty()) return in_cases(std::move(meant));
  if (coordinates.size() == 1) {
    if (std::string meant = of_values(text, coordinates[0]); !meant.empty())
      return {"values that repeat are told by a remainder", std::move(meant)};
    if (std::string meant = of_parity(text, coordinates[0]); !meant.empty())
      return in_cases(std::move(meant));
  }
  if (std::string meant = of_congruences(text); !meant.empty()) return in_cases(std::move(meant));
  std::string rounded = replaced(replaced(std::string(text), "⌊", "("), "⌋", ")");
  const bool rounds = rounded != text;
  if (rounds && rounded.starts_with('(') && rounded.find(')') == rounded.size() - 1)
    rounded = rounded.substr(1, rounded.size() - 2);
  std::string divided = replaced(replaced(rounded, " modulo ", " % "), " mod ", " % ");
  const bool divides = divided != rounded;
  if (std::string meant = of_carets(divided, coordinates); !meant.empty())
    return {"a nim-sum is written a ^^ b", std::move(meant)};
  std::string meant = with_powers(divided, coordinates);
  const bool raises = meant != divided;
  if (rounds || divides || raises)
    return {rounds    ? "a quotient is rounded down anyway"
            : divides ? "a remainder is written with %"
                      : "a power is written n**2",
            std::move(meant)};
  const bool has_words =
      std::any_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
  if (const int64_t open = open_brackets(text); open > 0 && has_words)
    return {"a bracket is not closed",
            std::string(text) + std::string(static_cast<size_t>(open), ')')};
  if (text.size() > 1 && open_brackets(text) < 0 &&
      open_brackets(text.substr(0, text.size() - 1)) == 0)
    return {"a bracket is closed that was not opened",
            std::string(text.substr(0, text.size() - 1))};
  return {};
}

}  // namespace grundy::proof
