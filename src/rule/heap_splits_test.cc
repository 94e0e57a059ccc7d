#include "rule/heap_splits.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace grundy {
namespace {

using Heaps = std::vector<uint64_t>;

HeapCode code(std::string_view text) {
  Attempt<HeapCode> result = parse_heap_code(text);
  EXPECT_TRUE(result.ok()) << text << ": " << result.error().message();
  return result ? *std::move(result) : HeapCode{};
}

std::vector<Heaps> splits(const HeapCode& code, uint64_t n) {
  std::vector<Heaps> result;
  EXPECT_EQ(for_each_split(code, n,
                           [&](std::span<const uint64_t> heaps) {
                             result.emplace_back(heaps.begin(), heaps.end());
                             return true;
                           }),
            Listing::complete);
  return result;
}

std::string listed(const std::vector<Heaps>& splits) {
  std::string text;
  for (const Heaps& heaps : splits)
    text += (text.empty() ? "" : "  ") +
            (heaps.empty() ? "-" : fmt::format("{}", fmt::join(heaps, ",")));
  return text;
}

TEST(HeapSplitsTest, TheOrderIsThatOfCgsuite) {
  struct Case {
    const char* code;
    uint64_t heap;
    const char* moves;
  };
  const Case kCases[] = {
      {"0.3", 9, "8"},
      {"0.7", 9, "8  1,7  2,6  3,5  4,4"},
      {"0.77", 9, "8  1,7  2,6  3,5  4,4  7  1,6  2,5  3,4"},
      {"4.0", 8, "1,7  2,6  3,5  4,4"},
      {"4!.0", 8, "1,7  2,6  3,5"},
      {"0.3F", 9, "8  7  1,6  2,5  3,4  1,1,5  1,2,4  1,3,3  2,2,3"},
      {"0.3F?", 9, "8  7  1,6  2,5  3,4  1,1,5  1,2,4  1,3,3  2,2,3"},
      {"0.3F!", 9, "8  7  1,6  2,5  3,4  1,2,4"},
      {"0.3f", 11, "10  9  1,8  2,7  3,6  4,5  1,1,7  1,2,6  1,3,5  1,4,4  2,2,5  2,3,4  3,3,3"},
      {"0.3f?", 11, "10  9  1,8  2,7  3,6  4,5  1,1,7  1,2,6  1,3,5  1,4,4  2,2,5  2,3,4"},
      {"0.3f!", 11, "10  9  1,8  2,7  3,6  4,5  1,2,6  1,3,5  2,3,4"},
      {"0.*3", 7,
       "6  1,5  2,4  3,3  1,1,4  1,2,3  2,2,2  1,1,1,3  1,1,2,2  1,1,1,1,2  1,1,1,1,1,1  5"},
      {"0.*?3", 7, "6  1,5  2,4  1,1,4  1,2,3  1,1,1,3  1,1,2,2  1,1,1,1,2  5"},
      {"0.*!3", 7, "6  1,5  2,4  1,2,3  5"},
      {"0.[3]", 7, "6  5  4  3  2  1  -"},
      {"0.[2]", 7, "6  5  4  3  2  1"},
      {"0.3[1]", 7, "6  -"},
      {"0.7[03]", 7, "6  1,5  2,4  3,3  4  2  -"},
      {"80.0", 7, "1,1,6  1,2,5  1,3,4  2,2,4  2,3,3"},
      {"0.*=", 11, "10  5,5  2,2,2,2,2  1,1,1,1,1,1,1,1,1,1"},
      {"{2+}=.0", 10, "5,5  2,2,2,2,2  1,1,1,1,1,1,1,1,1,1"},
      {"0.{0,1,3+}", 1, "-"},
      {"0.{0,1,3+}", 2, "1"},
      {"0.{0,1,3+}", 7, "6  1,1,4  1,2,3  2,2,2  1,1,1,3  1,1,2,2  1,1,1,1,2  1,1,1,1,1,1"},
      {"0.{1,3+}", 1, ""},
      {"0.{2,3?+}", 7, "1,5  2,4  3,3  1,1,4  1,2,3  1,1,1,3  1,1,2,2  1,1,1,1,2"},
      {"0.{3!,3=}", 10, "1,2,6  1,3,5  2,3,4  3,3,3"},
      {"0.{2!+,2=+}", 7, "1,5  2,4  3,3  1,2,3  2,2,2  1,1,1,1,1,1"},
  };
  for (const Case& one : kCases)
    EXPECT_EQ(listed(splits(code(one.code), one.heap)), one.moves) << one.code;
}

// --- the definition, from the code as it is written ---

struct Written {
  uint64_t count;
  bool or_more;
  char suffix;  // ' ' for none
  std::string text() const {
    return fmt::format("{}{}{}", count, suffix == ' ' ? "" : std::string(1, suffix),
                       or_more ? "+" : "");
  }
  bool allows(const Heaps& heaps) const {
    if (heaps.size() < count || (heaps.size() > count && !or_more)) return false;
    if (heaps.size() < 2) return true;
    const std::set<uint64_t> sizes(heaps.begin(), heaps.end());
    return suffix == ' ' || (suffix == '!' && sizes.size() == heaps.size()) ||
           (suffix == '?' && sizes.size() > 1) || (suffix == '=' && sizes.size() == 1);
  }
};

using WrittenDigit = std::vector<Written>;

std::string text(const WrittenDigit& digit) {
  std::string text = "{";
  for (const Written& one : digit) text += (text.size() > 1 ? "," : "") + one.text();
  return text + "}";
}

/// All partitions of n, parts rising, in the order of their numbers of parts and then of the
/// dictionary.
const std::vector<Heaps>& partitions(uint64_t n) {
  static std::map<uint64_t, std::vector<Heaps>> known;
  std::vector<Heaps>& result = known[n];
  if (!result.empty()) return result;
  Heaps parts;
  const auto extend = [&](auto&& self, uint64_t least, uint64_t left) -> void {
    if (left == 0) result.push_back(parts);
    for (uint64_t part = least; part <= left; ++part) {
      parts.push_back(part);
      self(self, part, left - part);
      parts.pop_back();
    }
  };
  extend(extend, 1, n);
  std::sort(result.begin(), result.end(), [](const Heaps& a, const Heaps& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  return result;
}

void add_allowed(const WrittenDigit& digit, uint64_t left, std::vector<Heaps>& result) {
  for (const Heaps& heaps : partitions(left)) {
    if (std::any_of(digit.begin(), digit.end(),
                    [&](const Written& one) { return one.allows(heaps); }))
      result.push_back(heaps);
  }
}

constexpr uint64_t kMost = 17;  // two tokens taken, and 15 are enough for five different heaps

std::vector<WrittenDigit> all_digits() {
  const WrittenDigit kClauses = {{0, false, ' '}, {1, false, '?'}, {2, false, ' '}, {2, false, '!'},
                                 {2, false, '?'}, {2, false, '='}, {3, false, ' '}, {3, false, '!'},
                                 {3, false, '?'}, {3, false, '='}, {4, false, '!'}, {4, false, '?'},
                                 {0, true, ' '},  {1, true, '='},  {2, true, '!'},  {2, true, '?'},
                                 {2, true, '='},  {3, true, '!'},  {3, true, '?'},  {4, true, ' '},
                                 {5, true, '?'}};
  std::vector<WrittenDigit> result = {{}};
  for (size_t i = 0; i < kClauses.size(); ++i) {
    result.push_back({kClauses[i]});
    for (size_t j = i + 1; j < kClauses.size(); ++j) {
      result.push_back({kClauses[i], kClauses[j]});
      for (size_t k = j + 1; k < kClauses.size(); ++k)
        result.push_back({kClauses[i], kClauses[j], kClauses[k]});
    }
  }
  return result;
}

// Codes of one digit behind the point, and every other of them followed by another one: the same
// moves, and equal exactly when the moves are.
TEST(HeapSplitsTest, AllSmallCodes) {
  const std::vector<WrittenDigit> digits = all_digits();
  std::map<std::vector<std::vector<Heaps>>, std::pair<HeapCode, std::string>> by_moves;
  std::map<std::string, HeapCode> by_text;
  size_t two_forms = 0;
  for (size_t d = 0; d < digits.size(); ++d) {
    std::vector<WrittenDigit> after = {digits[d]};
    if (d % 2 == 1) after.push_back(digits[d * 37 % digits.size()]);
    std::string written = "0.";
    for (const WrittenDigit& digit : after) written += text(digit);
    const HeapCode read = code(written);
    std::vector<std::vector<Heaps>> moves;
    for (uint64_t n = 0; n <= kMost; ++n) {
      std::vector<Heaps>& wanted = moves.emplace_back();
      for (uint64_t taken = 1; taken <= after.size() && taken <= n; ++taken)
        add_allowed(after[taken - 1], n - taken, wanted);
      ASSERT_EQ(splits(read, n), wanted) << written << ", " << n;
      for (uint64_t taken = 1; taken <= 2 && taken <= n; ++taken) {
        std::vector<Heaps> allowed;
        for (const Heaps& heaps : partitions(n - taken)) {
          if (read.digit(static_cast<int64_t>(taken)).allows(heaps)) allowed.push_back(heaps);
        }
        std::vector<Heaps> defined;
        if (taken <= after.size()) add_allowed(after[taken - 1], n - taken, defined);
        ASSERT_EQ(allowed, defined) << written << ", " << n;
      }
    }
    const std::string form = read.text();
    ASSERT_EQ(code(form).text(), form) << written;
    ASSERT_EQ(code(form), read) << written;
    const auto [known, fresh] = by_moves.try_emplace(moves, read, form);
    ASSERT_EQ(known->second.first, read)
        << form << " and " << known->second.second << " have the same moves";
    if (known->second.second != form) {
      ++two_forms;
      EXPECT_NE(form.find('2'), std::string::npos) << form;  // 2! beside numbers with ?
      EXPECT_NE((form + known->second.second).find("2!"), std::string::npos)
          << form << ", " << known->second.second;
    }
    const auto [same, first] = by_text.try_emplace(form, read);
    ASSERT_EQ(same->second, read) << form;
  }
  EXPECT_GT(by_moves.size(), 500U);
  EXPECT_GT(two_forms, 0U);
  // Codes with different moves differ.
  for (auto it = by_moves.begin(); it != by_moves.end(); ++it) {
    const auto next = std::next(it);
    if (next != by_moves.end()) {
      ASSERT_FALSE(it->second.first == next->second.first) << it->second.second;
    }
  }
}

TEST(HeapSplitsTest, RandomLongCodes) {
  std::mt19937_64 random(11);
  const std::vector<WrittenDigit> digits = all_digits();
  const auto pick = [&] {
    return random() % 3 == 0 ? WrittenDigit{} : digits[random() % digits.size()];
  };
  size_t refused = 0;
  for (int round = 0; round < 600; ++round) {
    std::vector<WrittenDigit> before(random() % 4);
    for (size_t i = 0; i < before.size(); ++i) {
      before[i] = random() % 2 == 0 ? WrittenDigit{{1 + random() % (before.size() - i + 2),
                                                    random() % 2 == 0, " !?="[random() % 4]}}
                                    : WrittenDigit{};
    }
    std::vector<WrittenDigit> after(random() % 3);
    std::vector<WrittenDigit> repeat(random() % 4);
    for (WrittenDigit& digit : after) digit = pick();
    for (WrittenDigit& digit : repeat) digit = pick();
    std::string written;
    for (const WrittenDigit& digit : before) written += text(digit);
    written += ".";
    for (const WrittenDigit& digit : after) written += text(digit);
    if (before.empty() && after.empty() && repeat.empty()) continue;
    if (!repeat.empty()) {
      written += "[";
      for (const WrittenDigit& digit : repeat) written += text(digit);
      written += "]";
    }
    // By definition, with the moves that make no progress.
    std::vector<std::vector<Heaps>> moves;
    bool progress = true;
    for (uint64_t n = 0; n <= kMost; ++n) {
      std::vector<Heaps>& wanted = moves.emplace_back();
      for (size_t i = 0; i < before.size(); ++i)
        add_allowed(before[i], n + before.size() - 1 - i, wanted);
      for (const Heaps& heaps : wanted)
        progress = progress && (heaps.empty() ? n > 0 : heaps.back() < n);
      for (uint64_t taken = 1; taken <= n; ++taken) {
        if (taken <= after.size()) {
          add_allowed(after[taken - 1], n - taken, wanted);
        } else if (!repeat.empty()) {
          add_allowed(repeat[(taken - after.size() - 1) % repeat.size()], n - taken, wanted);
        }
      }
    }
    const Attempt<HeapCode> read = parse_heap_code(written);
    ASSERT_EQ(read.ok(), progress) << written << (read ? "" : ": " + read.error().message());
    if (!read) {
      ++refused;
      continue;
    }
    for (uint64_t n = 0; n <= kMost; ++n)
      ASSERT_EQ(splits(*read, n), moves[n]) << written << ", " << n;
    EXPECT_EQ(code(read->text()).text(), read->text()) << written;
    EXPECT_EQ(code(read->text()), *read) << written;
  }
  EXPECT_GT(refused, 50U);
}

TEST(HeapSplitsTest, FewMovesOfAHugeHeapAreHadAtOnce) {
  for (const char* text : {"0.3F!", "0.*", "0.*!", "0.*?", "0.[3]", "0.[00{7!,9?}]", "{1000}.0",
                           "{3!+}.[*]", "0.[{1000!}]", "{2!+,5=+}.0", "0.{3!,3=}"}) {
    for (const uint64_t n : {uint64_t{1'000'000'007}, uint64_t{1} << 62}) {
      size_t seen = 0;
      Patience patience(5000);
      const Listing end = for_each_split(
          code(text), n,
          [&](std::span<const uint64_t> heaps) {
            EXPECT_TRUE(std::is_sorted(heaps.begin(), heaps.end()));
            return ++seen < 5;
          },
          &patience);
      EXPECT_EQ(end, Listing::stopped) << text;
      EXPECT_EQ(seen, 5U) << text;
    }
  }
}

TEST(HeapSplitsTest, AListingKnowsItsLimits) {
  const auto all = [](std::span<const uint64_t>) { return true; };
  EXPECT_EQ(for_each_split(code("{2+}=.0"), 2 * kMostHeaps, all), Listing::too_many_heaps);
  EXPECT_EQ(for_each_split(code("0.[1]"), uint64_t{1} << 62, all), Listing::complete);
  Patience patience(1000);
  EXPECT_EQ(for_each_split(code("0.*"), 100, all, &patience), Listing::out_of_patience);
  Patience few(1000);
  EXPECT_EQ(for_each_split(code("{3+}=.0"), (uint64_t{1} << 61) - 1, all, &few),
            Listing::out_of_patience);  // a prime
}

}  // namespace
}  // namespace grundy
