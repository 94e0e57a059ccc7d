// Heap games against what is published about them: periods (periods.tsv) and games with equal
// values (equal.txt).
//
// Periods whose proof needs more than GRUNDY_KNOWN positions (environment; 700000 when it is not
// set) are left out: 10^9 checks all but that of 0.106, in half a minute and 600 MB. For this one
// there is a certificate, in data/.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "check/check.h"
#include "engine/heap/kernel/dense.h"
#include "engine/heap/sequence.h"

namespace grundy::heap {
namespace {

std::vector<std::string> lines(const char* path) {
  std::ifstream file(path);
  std::vector<std::string> result;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') result.push_back(line);
  }
  return result;
}

HeapCode code_of(const std::string& text) {
  auto code = parse_heap_code(text);
  EXPECT_TRUE(code) << text;
  return *std::move(code);
}

std::vector<uint32_t> values_of(const std::string& text, uint64_t end) {
  Sequence sequence(code_of(text));
  Budget budget;
  EXPECT_TRUE(sequence.extend(end, budget)) << text;
  std::vector<uint32_t> result(end);
  sequence.values().copy(0, result);
  return result;
}

/// The positions at the beginning with the value 0, but one: sources leave them out where a game is
/// the same as one whose heaps are smaller.
uint64_t idle(const Values& values) {
  uint64_t n = 0;
  while (n + 1 < values.size() && values.at(n + 1) == 0) ++n;
  return n;
}

/// So many values from the last 0 of the beginning on.
std::vector<uint32_t> reduced(const std::string& text, uint64_t end) {
  constexpr uint64_t kMostIdle = 10;
  std::vector<uint32_t> values = values_of(text, end + kMostIdle);
  size_t n = 0;
  while (n < kMostIdle && values[n + 1] == 0) ++n;
  values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(n));
  values.resize(end);
  return values;
}

struct Published {
  std::string code;
  uint64_t period = 0;
  std::string counted;  // how `number` is to be read
  uint64_t number = 0;
  std::string source;

  static Published read(const std::string& line) {
    Published result;
    std::istringstream in(line);
    in >> result.code >> result.period >> result.counted >> result.number >> std::ws;
    EXPECT_TRUE(std::getline(in, result.source) && !result.source.empty()) << line;
    return result;
  }
  /// The least n0 from which on the values are periodic.
  uint64_t preperiod(const Values& values) const {
    if (counted == "from") return number;
    if (counted == "last") return number + 1;
    EXPECT_EQ(counted, "reduced") << code;
    if (number > 0) return number + idle(values);
    // Then the positions that are left out may belong to the period.
    uint64_t n = idle(values);
    while (n > 0 && values.at(n - 1) == values.at(n - 1 + period)) --n;
    return n;
  }
};

TEST(KnownHeaps, Periods) {
  constexpr uint64_t kMost = 700'000;
  const char* text = std::getenv("GRUNDY_KNOWN");
  const uint64_t most = text == nullptr ? kMost : std::strtoull(text, nullptr, 10);
  size_t checked = 0;
  for (const std::string& line : lines(GRUNDY_SOURCE_DIR "/test/known/periods.tsv")) {
    SCOPED_TRACE(line);
    const Published published = Published::read(line);
    const HeapCode code = code_of(published.code);
    const Moves moves = *simple_moves(code);
    // One more for what "last" counts, and for what "reduced" does not count.
    const uint64_t enough =
        window(moves, {published.number + 1 + moves.last_digit(), published.period});
    if (enough > most) continue;
    Sequence sequence(code);
    Budget budget;
    ASSERT_TRUE(sequence.extend(enough, budget));
    const auto proved = proved_period(sequence.values(), moves);
    ASSERT_TRUE(proved);
    EXPECT_EQ(proved->period, published.period);
    EXPECT_EQ(proved->preperiod, published.preperiod(sequence.values()));
    ++checked;
  }
  EXPECT_GE(checked, 100u);
}

/// The certificate of 0.106 says what is published. To check it takes an hour or two.
TEST(KnownHeaps, LongestPeriod) {
  std::ifstream file(GRUNDY_SOURCE_DIR "/data/octal106.cert");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  Certificate certificate;
  Judgement judgement;
  ASSERT_TRUE(read_certificate(text, certificate, judgement)) << judgement.reason;
  EXPECT_EQ(certificate.code, "0.106");
  bool found = false;
  for (const std::string& line : lines(GRUNDY_SOURCE_DIR "/test/known/periods.tsv")) {
    const Published published = Published::read(line);
    if (published.code != certificate.code) continue;
    EXPECT_EQ(certificate.preperiod.numbers,
              std::vector<int64_t>{static_cast<int64_t>(published.number)});
    EXPECT_EQ(certificate.period.numbers,
              std::vector<int64_t>{static_cast<int64_t>(published.period)});
    found = true;
  }
  EXPECT_TRUE(found);
  Budget budget;
  budget.set_time_limit(3);
  const auto checked = check_certificate(text, judge_by_isl, budget);
  ASSERT_FALSE(checked);
  EXPECT_NE(checked.error().message().find("values were checked"), std::string::npos)
      << checked.error().message();
}

/// Once a period is proved the values are copied; they are those of the kernels still.
TEST(KnownHeaps, ValuesBeyondTheProof) {
  for (const char* code : {"0.77", "0.07", "0.176", "0.055", "4.024", "0.124"}) {
    constexpr uint64_t kEnd = 5000;
    Sequence sequence(code_of(code));
    Budget budget;
    ASSERT_TRUE(sequence.extend(kEnd, budget));
    EXPECT_TRUE(sequence.period()) << code;
    const auto moves = simple_moves(code_of(code));
    Values values;
    Dense(*moves, values).advance(kEnd);
    for (uint64_t n = 0; n < kEnd; ++n)
      ASSERT_EQ(sequence.at(n), values.at(n)) << code << " at " << n;
  }
}

/// Each line of equal.txt is a class, and no two classes are one.
TEST(KnownHeaps, EqualGames) {
  constexpr uint64_t kMost = 600;  // the latest first difference is at 519
  std::map<std::vector<uint32_t>, std::string> classes;
  size_t games = 0;
  for (const std::string& line : lines(GRUNDY_SOURCE_DIR "/test/known/equal.txt")) {
    std::istringstream in(line);
    std::vector<uint32_t> first;
    for (std::string code; in >> code;) {
      const std::vector<uint32_t> values = reduced(code, kMost);
      if (first.empty()) {
        first = values;
        const auto [other, is_new] = classes.emplace(values, code);
        EXPECT_TRUE(is_new) << code << " and " << other->second;
      }
      ASSERT_EQ(values, first) << code << " in the class " << line;
      ++games;
    }
  }
  EXPECT_EQ(games, 1023u);
}

/// The first position where the reduced values differ, `end` when none below does.
uint64_t first_difference(const std::string& a, const std::string& b, uint64_t end) {
  const std::vector<uint32_t> left = reduced(a, end);
  const std::vector<uint32_t> right = reduced(b, end);
  return static_cast<uint64_t>(std::mismatch(left.begin(), left.end(), right.begin()).first -
                               left.begin());
}

/// Of those in ERRATA.md, the ones about equal games; the others are in periods.tsv and
/// NoPeriodIsClaimed.
TEST(KnownHeaps, ErrataAreErrata) {
  constexpr uint64_t kEnd = 4000;
  EXPECT_EQ(first_difference("0.27", "0.26", kEnd), kEnd);
  EXPECT_EQ(first_difference("0.27", "0.06", kEnd), 2u);
  EXPECT_EQ(first_difference("0.314", "0.31", kEnd), 5u);
  EXPECT_EQ(first_difference("0.161", "0.36", kEnd), 519u);
}

/// Guy and Smith's theorem is not for games with any number of heaps, for which another program
/// takes it.
TEST(KnownHeaps, NoPeriodIsClaimed) {
  for (const char* text : {"{2+}=.0", "0.3*=", "0.{2+}=", "0.0{2+}="}) {
    Sequence sequence(code_of(text));
    Budget budget;
    for (const uint64_t end : {100, 500, 1500}) {
      ASSERT_TRUE(sequence.extend(end, budget));
      EXPECT_FALSE(sequence.period()) << text;
      EXPECT_FALSE(apparent_law(sequence.values(), sequence.size())) << text;
    }
  }
  // Splits into equally many tokens: to 1 and to the powers of 3 below, each an odd number of
  // times.
  const std::vector<uint32_t> values = values_of("{2+}=.0", 2500);
  uint32_t k = 0;
  for (uint64_t power = 1; power < values.size(); power *= 3) EXPECT_EQ(values[power], k++);
}

}  // namespace
}  // namespace grundy::heap
