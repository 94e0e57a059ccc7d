#include "engine/automatic/numeration.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace grundy::automatic {

Numeration::Numeration(std::string name, int digits, std::vector<int64_t> recurrence,
                       std::vector<int64_t> first, std::vector<int> follows)
    : name_(std::move(name)),
      digits_(digits),
      recurrence_(std::move(recurrence)),
      first_(std::move(first)),
      follows_(std::move(follows)) {}

Numeration Numeration::base(int k) {
  return {fmt::format("base {}", k), k, {k}, {1}, std::vector<int>(static_cast<size_t>(k), 0)};
}

Numeration Numeration::quadratic(int a, int b) {
  std::vector<int> follows;
  for (int digit = 0; digit <= a; ++digit) follows.push_back(digit == a ? 1 : 0);
  for (int digit = 0; digit <= a; ++digit) follows.push_back(digit < b ? 0 : -1);
  return {a == 1 ? "zeckendorf" : fmt::format("quadratic {} {}", a, b),
          a + 1,
          {a, b},
          {1, a + 1},
          std::move(follows)};
}

Numeration Numeration::tribonacci() {
  return {"tribonacci", 2, {1, 1, 1}, {1, 2, 4}, {0, 1, 0, 2, 0, -1}};
}

std::optional<Numeration> Numeration::named(std::string_view name) {
  const auto number_at = [&](size_t begin, size_t end) -> int {
    int n = 0;
    const std::string_view text = name.substr(begin, end - begin);
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    return error == std::errc() && rest == text.data() + text.size() && n >= 1 && n <= 16 ? n : 0;
  };
  if (name == "zeckendorf") return zeckendorf();
  if (name == "tribonacci") return tribonacci();
  if (name.starts_with("base ")) {
    const int k = number_at(5, name.size());
    return k >= 2 ? std::optional(base(k)) : std::nullopt;
  }
  if (name.starts_with("quadratic ")) {
    const size_t blank = name.find(' ', 10);
    if (blank == std::string_view::npos) return std::nullopt;
    const int a = number_at(10, blank);
    const int b = number_at(blank + 1, name.size());
    return 1 <= b && b <= a ? std::optional(quadratic(a, b)) : std::nullopt;
  }
  return std::nullopt;
}

int64_t Numeration::term(size_t i) const {
  std::vector<int64_t> terms = first_;
  while (terms.size() <= i) {
    int64_t next = 0;
    for (size_t j = 0; j < recurrence_.size(); ++j)
      next += recurrence_[j] * terms[terms.size() - 1 - j];
    terms.push_back(next);
  }
  return terms[i];
}

std::vector<int> Numeration::word(const Natural& n) const {
  if (digits_ == 2 && is_base()) {
    std::vector<int> bits(n.bit_length());
    for (size_t i = 0; i < bits.size(); ++i) bits[bits.size() - 1 - i] = n.bit(i) ? 1 : 0;
    return bits;
  }
  std::vector<Natural> terms;
  for (size_t i = 0;; ++i) {
    Natural next = i < first_.size() ? Natural(static_cast<uint64_t>(first_[i])) : Natural(0);
    for (size_t j = 0; i >= first_.size() && j < recurrence_.size(); ++j)
      next = next + Natural(static_cast<uint64_t>(recurrence_[j])) * terms[i - 1 - j];
    if (next > n) break;
    terms.push_back(std::move(next));
  }
  std::vector<int> result;
  Natural left = n;
  while (!terms.empty()) {
    int digit = 0;
    for (; left >= terms.back(); ++digit) left = left - terms.back();
    result.push_back(digit);
    terms.pop_back();
  }
  return result;
}

Natural Numeration::number(const std::vector<int>& word) const {
  if (digits_ == 2 && is_base()) {
    std::vector<uint64_t> words((word.size() + 63) / 64, 0);
    for (size_t i = 0; i < word.size(); ++i) {
      if (word[word.size() - 1 - i] != 0) words[i / 64] |= uint64_t{1} << (i % 64);
    }
    return Natural::from_words(words);
  }
  Natural sum;
  std::vector<Natural> terms;
  for (size_t i = 0; i < word.size(); ++i) {
    Natural next = i < first_.size() ? Natural(static_cast<uint64_t>(first_[i])) : Natural(0);
    for (size_t j = 0; i >= first_.size() && j < recurrence_.size(); ++j)
      next = next + Natural(static_cast<uint64_t>(recurrence_[j])) * terms[i - 1 - j];
    sum = sum + Natural(static_cast<uint64_t>(word[word.size() - 1 - i])) * next;
    terms.push_back(std::move(next));
  }
  return sum;
}

}  // namespace grundy::automatic
