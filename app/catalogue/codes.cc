#include "catalogue/codes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "base/checksum.h"
#include "catalogue/family.h"
#include "engine/heap/redundant.h"
#include "session/code_words.h"

namespace grundy::catalogue {
namespace {

constexpr std::string_view kDigits = "0123456789ABCDEF";
constexpr uint64_t kMostOfFamily = 100'000;

/// The codes of a family with this first part, "0.", and all digits behind it.
Attempt<std::vector<HeapCode>> all_codes(const std::string& first, uint64_t base, uint64_t digits) {
  uint64_t count = 1;
  for (uint64_t i = 0; i < digits; ++i) count *= base;
  std::vector<HeapCode> codes;
  for (uint64_t number = 0; number < count; ++number) {
    std::string text;
    for (uint64_t left = number; text.size() < digits; left /= base)
      text.insert(text.begin(), kDigits[left % base]);
    Attempt<HeapCode> code = parse_heap_code(first + text);
    if (!code) return std::move(code).error();
    codes.push_back(*std::move(code));
  }
  std::stable_sort(codes.begin(), codes.end(), [](const HeapCode& a, const HeapCode& b) {
    return a.after.size() < b.after.size();
  });
  return codes;
}

/// "hex<=2" for hex<3 and hex=2; empty for other words.
std::string family_meant(std::string_view word) {
  const size_t sign = word.find_first_of("<=");
  if (sign == word.npos || word.substr(sign, 2) == "<=") return "";
  const std::string_view name = word.substr(0, sign);
  const std::string_view number = word.substr(sign + 1);
  uint64_t digits = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), digits);
  const bool known = name == "octal" || name == "octal4" || name == "hex" || name == "hex4";
  if (!known || error != std::errc() || end != number.data() + number.size()) return "";
  if (word[sign] == '<' && digits == 0) return "";
  return fmt::format("{}<={}", name, word[sign] == '<' ? digits - 1 : digits);
}

Attempt<std::vector<HeapCode>> parse_family(std::string_view word) {
  const size_t sign = word.find("<=");
  if (sign == word.npos) {
    if (const std::string meant = family_meant(word); !meant.empty())
      return Error::input(fmt::format("'{}' is no family of codes; did you mean {}?", word, meant));
    Attempt<HeapCode> code = parse_heap_code(word);
    if (!code) return std::move(code).error();
    return std::vector<HeapCode>{*std::move(code)};
  }
  std::string_view name = word.substr(0, sign);
  const bool octal = name.starts_with("octal");
  const uint64_t base = octal ? 8 : 16;
  const bool known = octal || name.starts_with("hex");
  name.remove_prefix(known ? (octal ? 5 : 3) : 0);
  const std::string_view number = word.substr(sign + 2);
  uint64_t digits = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), digits);
  if (!known || (!name.empty() && name != "4") || error != std::errc() ||
      end != number.data() + number.size()) {
    return Error::input(fmt::format(
        "'{}' is no family of codes; octal<=3, octal4<=3, hex<=2 and hex4<=2 are examples", word));
  }
  uint64_t count = 1;
  for (uint64_t i = 0; i < digits && count <= kMostOfFamily; ++i) count *= base;
  if (count > kMostOfFamily)
    return Error::input(fmt::format("the family '{}' has more than {} games", word, kMostOfFamily));
  return all_codes(name == "4" ? "4." : "0.", base, digits);
}

}  // namespace

std::string code_in_words(const std::string& code) {
  const Attempt<HeapCode> read = parse_heap_code(code);
  return read ? sentence(*read) : "";
}

std::vector<std::string> notes_on_codes(std::string_view text) {
  std::vector<std::string> notes;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t point = word.find('.');
    if (point == word.npos || point + 1 == word.size()) continue;
    const std::string_view digits = word.substr(point + 1);
    if (digits.find_first_not_of('d') != digits.npos) continue;
    notes.push_back(fmt::format(
        "'{}' is one game, with the digit D (13) in each place; all games of {} digits are "
        "octal<={} or hex<={}",
        word, digits.size(), digits.size(), digits.size()));
  }
  return notes;
}

Attempt<std::vector<HeapCode>> parse_families(std::string_view text) {
  if (is_rule_family(text)) return parse_rule_family(text);
  std::vector<HeapCode> result;
  std::set<std::string> seen;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    Attempt<std::vector<HeapCode>> family = parse_family(word);
    if (!family) return std::move(family).error();
    for (HeapCode& code : *family) {
      if (seen.insert(code.text()).second) result.push_back(std::move(code));
    }
  }
  if (result.empty()) return Error::input("no codes are given; an example is --codes 'octal<=3'");
  return result;
}

std::vector<HeapCode> of_shard(std::vector<HeapCode> codes, uint64_t shard, uint64_t shards) {
  std::vector<HeapCode> result;
  for (HeapCode& code : codes) {
    if (checksum(heap::without_redundant(code).text()) % shards == shard - 1)
      result.push_back(std::move(code));
  }
  return result;
}

}  // namespace grundy::catalogue
