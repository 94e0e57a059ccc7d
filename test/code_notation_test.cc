// The notation of take-and-break codes against its definition: random texts of all its features,
// whose meaning is kept beside them as they are written, and the values by going through all
// splits.
//
// GRUNDY_CODES is how many codes are compared (default 1000).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <random>
#include <set>
#include <string>

#include "engine/engine.h"
#include "reference/positions.h"
#include "session/session.h"

namespace grundy {
namespace {

constexpr uint64_t kMostAdded = 3;
constexpr uint64_t kMostTokens = 25;
constexpr uint64_t kMostWithRepeat = 18;

struct Partition {
  std::vector<uint64_t> heaps;
  bool different = false;
  bool equal = false;  // two heaps or more
};

const std::vector<Partition>& partitions(uint64_t total) {
  static const auto all = [] {
    std::vector<std::vector<Partition>> result(kMostTokens + kMostAdded + 1);
    std::vector<uint64_t> heaps;
    const std::function<void(uint64_t, uint64_t)> extend = [&](uint64_t sum, uint64_t least) {
      const std::set<uint64_t> sizes(heaps.begin(), heaps.end());
      result[sum].push_back(
          {heaps, sizes.size() == heaps.size(), heaps.size() > 1 && sizes.size() == 1});
      for (uint64_t heap = least; sum + heap < result.size(); ++heap) {
        heaps.push_back(heap);
        extend(sum + heap, heap);
        heaps.pop_back();
      }
    };
    extend(0, 1);
    return result;
  }();
  return all[total];
}

/// A number of heaps as it is written, with its suffix or ' '.
struct Number {
  uint64_t count = 0;
  bool or_more = false;
  char suffix = ' ';

  bool allows(const Partition& split) const {
    const size_t heaps = split.heaps.size();
    if (heaps != count && (!or_more || heaps < count)) return false;
    if (heaps < 2 || suffix == ' ') return true;
    return suffix == '!' ? split.different : suffix == '?' ? !split.equal : split.equal;
  }
};

struct Digit {
  std::string text;
  std::vector<Number> numbers;

  bool allows(const Partition& split) const {
    return std::any_of(numbers.begin(), numbers.end(),
                       [&](const Number& one) { return one.allows(split); });
  }
};

struct Code {
  std::vector<Digit> before;  // as they are written: the last takes and adds nothing
  std::vector<Digit> after;
  std::vector<Digit> repeat;

  std::string text() const {
    std::string text;
    for (const Digit& digit : before) text += digit.text;
    text += ".";
    for (const Digit& digit : after) text += digit.text;
    if (repeat.empty()) return text;
    text += "[";
    for (const Digit& digit : repeat) text += digit.text;
    return text + "]";
  }
  /// Calls visit(split) for all moves from a heap of n.
  template <class Visit>
  void for_each_move(uint64_t n, Visit&& visit) const {
    const auto list = [&](const Digit& digit, uint64_t total) {
      for (const Partition& split : partitions(total)) {
        if (digit.allows(split)) visit(split);
      }
    };
    for (size_t i = 0; i < before.size(); ++i) list(before[i], n + before.size() - 1 - i);
    for (uint64_t take = 1; take <= n; ++take) {
      if (take <= after.size()) {
        list(after[take - 1], n - take);
      } else if (!repeat.empty()) {
        list(repeat[(take - 1 - after.size()) % repeat.size()], n - take);
      }
    }
  }
  /// Whether a move from a heap of at most kMostTokens leads to a heap that is no smaller, or to
  /// itself.
  bool is_endless() const {
    bool found = false;
    for (uint64_t n = 0; n <= kMostTokens && !found; ++n) {
      for_each_move(n, [&](const Partition& split) {
        found = found || (split.heaps.empty() ? n == 0 : split.heaps.back() >= n);
      });
    }
    return found;
  }
};

Digit random_digit(std::mt19937_64& random) {
  const auto one_in = [&](uint64_t n) { return random() % n == 0; };
  const auto suffix = [&] { return "!?="[random() % 3]; };
  Digit digit;
  char common = one_in(3) ? suffix() : ' ';
  if (one_in(10)) {
    digit.text = "*";
    digit.numbers = {{0, true, common}};
  } else if (one_in(3)) {
    const bool each = one_in(2);
    if (each) common = ' ';
    digit.text = "{";
    for (uint64_t k = random() % 4; k > 0; --k) {
      const Number number{random() % 7, one_in(4), each && one_in(2) ? suffix() : common};
      if (digit.text.size() > 1) digit.text += one_in(4) ? " , " : ",";
      digit.text += std::to_string(number.count);
      if (each && number.suffix != ' ') digit.text += number.suffix;
      if (number.or_more) digit.text += "+";
      digit.numbers.push_back(number);
    }
    digit.text += "}";
  } else {
    const uint64_t bits = one_in(3) ? random() % 36 : random() % 16;
    const std::string_view characters =
        one_in(2) ? "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" : "0123456789abcdefghijklmnopqrstuvwxyz";
    digit.text = characters[bits];
    for (uint64_t i = 0; i < 6; ++i) {
      if ((bits >> i & 1) != 0) digit.numbers.push_back({i, false, common});
    }
  }
  if (common != ' ') digit.text += common;
  return digit;
}

Code random_code(std::mt19937_64& random) {
  Code code;
  const auto add = [&](std::vector<Digit>& digits, uint64_t count) {
    for (; count > 0; --count) digits.push_back(random_digit(random));
  };
  const Digit zero{"0", {}};
  const uint64_t added = random() % 8;
  if (added == 0) {
    add(code.before, 1 + random() % (kMostAdded + 1));
  } else if (added < 3) {
    // Most digits that add tokens are refused; of many heaps some are not.
    Digit digit = random_digit(random);
    for (Number& number : digit.numbers) number.count += 2;
    digit.text = "{";
    for (const Number& number : digit.numbers) {
      digit.text += (digit.text.size() > 1 ? "," : "") + std::to_string(number.count);
      if (number.suffix != ' ') digit.text += number.suffix;
      if (number.or_more) digit.text += "+";
    }
    digit.text += "}";
    code.before.push_back(digit);
    for (uint64_t k = random() % kMostAdded; k > 0; --k) code.before.push_back(zero);
  } else if (added < 7) {
    code.before.push_back(zero);
  }
  add(code.after, random() % 4);
  if (random() % 3 == 0) add(code.repeat, 1 + random() % 3);
  if (code.before.empty() && code.after.empty() && code.repeat.empty()) code.before.push_back(zero);
  return code;
}

std::vector<uint64_t> values_of(const Code& code, uint64_t last) {
  std::vector<uint64_t> g;
  for (uint64_t n = 0; n <= last; ++n) {
    std::set<uint64_t> options;
    code.for_each_move(n, [&](const Partition& split) {
      uint64_t nim_sum = 0;
      for (const uint64_t heap : split.heaps) nim_sum ^= g[heap];
      options.insert(nim_sum);
    });
    uint64_t mex = 0;
    while (options.contains(mex)) ++mex;
    g.push_back(mex);
  }
  return g;
}

Attempt<std::vector<uint64_t>> values_of(const std::string& game, uint64_t last, Session& session) {
  Budget budget;
  const Attempt<const Rule*> rule = session.game(game, budget);
  if (!rule) return rule.error();
  reference::Evaluator evaluator(**rule);
  std::vector<Coordinates> positions(last + 1, Coordinates(1));
  for (uint64_t n = 0; n <= last; ++n) positions[n][0] = Natural(n);
  const auto values = evaluator.values(positions, budget);
  if (!values) return values.error();
  std::vector<uint64_t> result;
  for (const Ordinal& value : *values) result.push_back(value.small());
  return result;
}

TEST(CodeNotation, RandomCodes) {
  const char* const wanted = std::getenv("GRUNDY_CODES");
  const int rounds = wanted != nullptr ? std::atoi(wanted) : 1000;
  std::mt19937_64 random(20260110);
  int refused = 0;
  int with_repeat = 0;
  Session session;
  for (int round = 0; round < rounds; ++round) {
    const Code code = random_code(random);
    const std::string text = code.text();
    SCOPED_TRACE(text);
    const Attempt<HeapCode> read = parse_heap_code(text);
    if (!read) {
      ++refused;
      EXPECT_TRUE(code.is_endless()) << read.error().to_string();
      continue;
    }
    ASSERT_FALSE(code.is_endless());
    const uint64_t last = code.repeat.empty() ? kMostTokens : kMostWithRepeat;
    with_repeat += code.repeat.empty() ? 0 : 1;
    const std::vector<uint64_t> expected = values_of(code, last);
    for (const std::string& written : {text, read->text()}) {
      const auto values = values_of("code[" + written + "]", last, session);
      ASSERT_TRUE(values) << values.error().to_string();
      ASSERT_EQ(*values, expected) << written;
    }
  }
  EXPECT_GT(refused, rounds / 20);
  EXPECT_LT(refused, rounds / 2);
  EXPECT_GT(with_repeat, rounds / 10);
}

}  // namespace
}  // namespace grundy
