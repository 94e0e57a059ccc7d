#include "session/code_words.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/text.h"

namespace grundy {
namespace {

constexpr size_t kMostGaps = 3;          // of the numbers in "take 1, 3, 5, … tokens"
constexpr size_t kMostSentenceRows = 8;  // of a sentence

/// "2 or more heaps, all different".
std::string words_of(const HeapClause& clause) {
  const std::string number = !clause.or_more     ? fmt::format("{}", clause.count)
                             : clause.count == 0 ? "any number of"
                                                 : fmt::format("{} or more", clause.count);
  switch (clause.shape) {
    case Shape::any:
      break;
    case Shape::different:
      return fmt::format("{} heaps, all different", number);
    case Shape::not_all_equal:
      return fmt::format("{} heaps, not all equal", number);
    case Shape::equal:
      return fmt::format("{} equal heaps", number);
  }
  return fmt::format("{} heaps", number);
}

/// "0, 1 or 2 heaps; or 3 heaps, all different".
std::string words_of(const HeapDigit& digit) {
  std::vector<uint32_t> plain;  // numbers of heaps without a condition
  std::string others;
  for (const HeapClause& clause : digit.clauses) {
    if (!clause.or_more && (clause.shape == Shape::any || clause.count < 2)) {
      plain.push_back(clause.count);
    } else {
      others += (others.empty() ? "" : "; or ") + words_of(clause);
    }
  }
  if (plain.empty()) return others;
  std::string text = fmt::format("{}", plain.back());
  plain.pop_back();
  if (!plain.empty()) text = fmt::format("{} or {}", fmt::join(plain, ", "), text);
  text += text == "1" || text == "0 or 1" ? " heap" : " heaps";
  return others.empty() ? text : text + "; or " + others;
}

/// "3 tokens", "1, 3, 5, … tokens".
std::string tokens(const CodeRow& row) {
  std::string text = fmt::format("{}", std::abs(row.taken));
  for (size_t i = 1; row.every > 0 && i < kMostGaps; ++i)
    text += fmt::format(", {}", row.taken + static_cast<int64_t>(i * row.every));
  if (row.every > 0) text += ", …";
  return text + (row.every == 0 && std::abs(row.taken) == 1 ? " token" : " tokens");
}

}  // namespace

std::string CodeRow::words() const {
  if (taken == 0) return "take nothing, leave " + words_of(*digit);
  return fmt::format("{} {}, leave {}", taken < 0 ? "add" : "take", tokens(*this),
                     words_of(*digit));
}

std::vector<CodeRow> rows_of(const HeapCode& code) {
  std::vector<CodeRow> result;
  const auto add = [&](const HeapDigit& digit, int64_t taken, size_t every) {
    if (!digit.empty()) result.push_back({&digit, taken, every});
  };
  for (size_t i = code.before.size(); i-- > 0;) add(code.before[i], -static_cast<int64_t>(i), 0);
  int64_t taken = 1;
  for (const HeapDigit& digit : code.after) add(digit, taken++, 0);
  for (const HeapDigit& digit : code.repeat) add(digit, taken++, code.repeat.size());
  return result;
}

std::string sentence(const HeapCode& code) {
  const std::vector<CodeRow> rows = rows_of(code);
  if (rows.empty()) return "There are no moves.";
  std::vector<std::string> clauses;
  for (size_t i = 0; i < rows.size();) {
    if (clauses.size() == kMostSentenceRows) {
      clauses.emplace_back("…");
      break;
    }
    const CodeRow& first = rows[i];
    std::vector<std::string> numbers = {fmt::format("{}", first.taken)};
    size_t next = i + 1;
    for (; first.taken > 0 && first.every == 0 && next < rows.size(); ++next) {
      if (rows[next].every > 0 || !(*rows[next].digit == *first.digit)) break;
      numbers.push_back(fmt::format("{}", rows[next].taken));
    }
    i = next;
    if (numbers.size() == 1) {
      clauses.push_back(first.words());
    } else {
      const std::string last = numbers.back();
      numbers.pop_back();
      clauses.push_back(fmt::format("take {} or {} tokens, leave {}", fmt::join(numbers, ", "),
                                    last, words_of(*first.digit)));
    }
  }
  std::string text =
      fmt::format("{}{}", fmt::join(clauses, "; "), clauses.back() == "…" ? "" : ".");
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace grundy
