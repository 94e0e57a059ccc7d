// The kernels against loops over all moves, the choice of kernel against the dense one, and proved
// periods.
//
// GRUNDY_HEAPS is how many values of some fifty games are compared (default 6000); 200000 take some
// three minutes.
#include "engine/heap/sequence.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <random>
#include <string_view>

#include "base/instruction_sets.h"
#include "engine/heap/kernel/dense.h"
#include "engine/heap/kernel/few.h"
#include "engine/heap/kernel/sets.h"
#include "engine/heap/kernel/sparse.h"
#include "engine/heap/kernel/split_sets.h"
#include "engine/heap/kernel/totals.h"
#include "engine/heap/period.h"
#include "reference/heap_values.h"

namespace grundy::heap {
namespace {

/// Whether the long tests are wanted.
bool all_kernel_tests() {
  const char* wanted = std::getenv("GRUNDY_KERNELS");
  return wanted != nullptr && std::string_view(wanted) == "all";
}

/// By definition, for codes of two heaps, the mex of all options, for positions from g.size() to
/// end - 1.
void reference(const Moves& moves, uint64_t end, std::vector<uint32_t>& g) {
  std::vector<uint64_t> seen(1 << 17, 0);
  for (uint64_t n = g.size(); n < end; ++n) {
    for (const uint64_t take : moves.whole) {
      if (take == n && n > 0) seen[0] = n + 1;
    }
    for (const uint64_t take : moves.one) {
      if (take < n) seen[g[n - take]] = n + 1;
    }
    for (const Split& split : moves.two) {
      for (uint64_t a = 1; 2 * a + split.take <= n; ++a) {
        const uint64_t b = n - split.take - a;
        if (a != b || !split.different) seen[g[a] ^ g[b]] = n + 1;
      }
    }
    for (const uint64_t take : moves.equal) {
      if (n > take && (n - take) % 2 == 0) seen[0] = n + 1;
    }
    uint32_t mex = 0;
    while (seen[mex] == n + 1) ++mex;
    g.push_back(mex);
  }
}

std::vector<uint32_t> reference(const Moves& moves, uint64_t end) {
  std::vector<uint32_t> g;
  reference(moves, end, g);
  return g;
}

std::vector<uint32_t> all_of(const Values& values, uint64_t end) {
  std::vector<uint32_t> result(end);
  values.copy(0, result);
  return result;
}

/// The values by each kernel that takes the game, against the reference.
void compare_kernels(const std::string& text, uint64_t end) {
  SCOPED_TRACE(text);
  const HeapCode code = reference::heap_code(text);
  const auto moves = simple_moves(code);
  ASSERT_TRUE(moves);
  const std::vector<uint32_t> expected = reference(*moves, end);
  Values dense_values;
  Dense dense(*moves, dense_values);
  const uint64_t start = (Sparse::kStart + 2 * moves->last_digit() + kBlock) / kBlock * kBlock;
  dense.advance(start);
  if (!moves->two.empty() && start < end) {
    const Character character = find_character(*moves, dense_values);
    if (character.mask != 0) {
      Values values = dense_values;
      Sparse sparse(*moves, values, character);
      ASSERT_TRUE(sparse.advance(end));
      EXPECT_EQ(all_of(values, end), expected) << "sparse";
      if (Few::accepts(*moves, dense_values, character)) {
        values = dense_values;
        Few few(*moves, values, character);
        const bool to_the_end = few.advance(end);
        const uint64_t known = std::min<uint64_t>(end, values.size());
        EXPECT_TRUE(to_the_end || known < end);
        EXPECT_EQ(all_of(values, known),
                  std::vector<uint32_t>(expected.begin(),
                                        expected.begin() + static_cast<std::ptrdiff_t>(known)))
            << "few";
      }
    }
  }
  dense.advance(end);
  EXPECT_EQ(all_of(dense_values, end), expected) << "dense";
}

/// Every third code of three octal digits; the whole world takes too long with sanitizers.
TEST(Kernels, OctalCodes) {
#ifdef NDEBUG
  constexpr unsigned kStep = 1;
#else
  constexpr unsigned kStep = 13;
#endif
  for (unsigned digits = 1; digits < 512; digits += kStep) {
    compare_kernels(fmt::format("0.{:03o}", digits), 2000);
  }
}

TEST(Kernels, SplitsWithoutTaking) {
  for (const char* code : {"4.0", "4!.0", "4=.0", "4.3", "4!.3", "4!.07", "4.064", "4!.4!", "0.4=7",
                           "0.6!6", "0.14!"}) {
    compare_kernels(code, 2000);
  }
}

/// Values beyond one byte, and games whose class of common values changes on the way.
TEST(Kernels, LargeValues) {
  for (const char* code : {"0.142", "0.6", "0.172"}) compare_kernels(code, 9000);
  for (const char* code : {"4!.0", "0.14", "0.376", "0.007"}) compare_kernels(code, 6000);
}

/// Values of several sieves, as they would take too long to come up: the kernel goes on after
/// values that are given.
template <class Kernel>
void compare_after(const std::string& text, uint32_t below, uint64_t given, std::mt19937& random) {
  SCOPED_TRACE(fmt::format("{} after {} values below {}", text, given, below));
  const Moves moves = *simple_moves(reference::heap_code(text));
  Values values;
  values.make_fit(below - 1);
  std::vector<uint32_t> expected;
  for (uint64_t n = 0; n < given; ++n) {
    expected.push_back(static_cast<uint32_t>(random() % below));
    values.push(expected.back());
  }
  reference(moves, given + 32, expected);
  Kernel(moves, values).advance(given + 32);
  EXPECT_EQ(all_of(values, given + 32), expected);
}

TEST(Kernels, DenseAfterAnyValues) {
  std::mt19937 random(20260102);
  const int64_t all = instruction_sets();
  for (int64_t rest = all; rest != 0; rest &= rest - 1) {
    limit_instruction_sets(rest & -rest);
    for (const char* text : {"0.07", "0.6", "4!.4=3", "0.0406"}) {
      compare_after<Dense>(text, 200, 5000, random);
      compare_after<Dense>(text, 1000, 14'000, random);
      compare_after<Dense>(text, 1500, 20'000, random);
      compare_after<Dense>(text, 2048, 40'000, random);
      compare_after<Dense>(text, 5000, 70'000, random);
      compare_after<Dense>(text, 70'000, 2000, random);
    }
  }
  limit_instruction_sets(0);
}

TEST(Kernels, TotalsAfterAnyValues) {
  std::mt19937 random(20260103);
  for (const char* text : {"0.07", "4!.4=3", "0.04060007777"}) {
    compare_after<Totals>(text, 200, 5000, random);
    compare_after<Totals>(text, 1500, 20'000, random);
    compare_after<Totals>(text, 5000, 30'000, random);
    compare_after<Totals>(text, 70'000, 2000, random);
  }
}

/// Games of many splits are computed by totals, from the first value on.
TEST(Sequence, ManySplits) {
  for (const char* text : {"0.0007777777777777777", "4.00077{2!}{2!}77"}) {
    SCOPED_TRACE(text);
    const auto moves = simple_moves(reference::heap_code(text));
    ASSERT_TRUE(moves);
    Budget budget;
    Sequence sequence(reference::heap_code(text));
    ASSERT_TRUE(sequence.extend(4000, budget));
    EXPECT_EQ(all_of(sequence.values(), 4000), reference(*moves, 4000));
  }
}

/// Whatever the threads come to do; values pass one byte in the last game.
TEST(Kernels, SparseInSeveralThreads) {
  for (const char* text : {"4!.0", "0.36", "0.6"}) {
    SCOPED_TRACE(text);
    constexpr uint64_t kEnd = 11'000;
    const Moves moves = *simple_moves(reference::heap_code(text));
    Values values;
    Dense dense(moves, values);
    dense.advance(2048);
    const Values start = values;
    const Character character = find_character(moves, start);
    dense.advance(kEnd);
    for (const unsigned threads : {1, 2, 3}) {
      Values found = start;
      Sparse sparse(moves, found, character);
      Budget budget;
      ASSERT_TRUE(sparse.advance(5000, budget, threads));
      ASSERT_TRUE(sparse.advance(kEnd, budget, threads));
      EXPECT_EQ(all_of(found, kEnd), all_of(values, kEnd)) << threads << " threads";
    }
  }
}

/// However soon the work ends: the others are told, and mark nothing before they know where the
/// kernel is.
TEST(Kernels, SparseInThreadsThatHaveLittleToDo) {
  const Moves moves = *simple_moves(reference::heap_code("4!.0"));
  Values values;
  Dense dense(moves, values);
  dense.advance(4096);
  Values found = values;
  dense.advance(8192);
  Sparse sparse(moves, found, find_character(moves, found));
  Budget spent;
  std::atomic<bool> stop = true;
  spent.set_stop_flag(&stop);
  Budget budget;
  for (uint64_t end = 4096; end <= 8192; end += 64) {
    ASSERT_TRUE(sparse.advance(8192, spent, 3));
    ASSERT_TRUE(sparse.advance(end, budget, 3));
    ASSERT_EQ(found.size(), end);
  }
  EXPECT_EQ(all_of(found, 8192), all_of(values, 8192));
}

TEST(Kernels, EveryInstructionSet) {
  const int64_t all = instruction_sets();
  for (int64_t rest = all; rest != 0; rest &= rest - 1) {
    limit_instruction_sets(rest & -rest);
    for (const char* code : {"0.106", "4!.0", "0.454", "0.156"}) compare_kernels(code, 3000);
    compare_kernels("0.6", 11'000);
  }
  limit_instruction_sets(0);
}

TEST(Kernels, SetsOfTwoHeaps) {
  for (const char* text : {"0.77", "0.137", "4!.0", "0.6", "4=.3", "0.16!"}) {
    const HeapCode code = reference::heap_code(text);
    Values values;
    Budget budget;
    Sets sets(code, values);
    ASSERT_TRUE(sets.advance(100, budget));
    ASSERT_TRUE(sets.advance(400, budget));
    EXPECT_EQ(all_of(values, 400), reference(*simple_moves(code), 400)) << text;
  }
}

/// By definition, for codes of digits 0 to F: a loop over all pairs and triples.
std::vector<uint32_t> by_triples(const HeapCode& code, uint64_t end) {
  std::vector<uint32_t> g(end);
  std::vector<uint64_t> seen(1024, UINT64_MAX);
  for (uint64_t n = 0; n < end; ++n) {
    for (uint64_t take = 1; take <= std::min<uint64_t>(n, code.after.size()); ++take) {
      const HeapDigit& digit = code.digit(static_cast<int64_t>(take));
      const uint64_t rest = n - take;
      if (rest == 0 && digit.arrangements(0) != 0) seen[0] = n;
      if (rest > 0 && digit.arrangements(1) != 0) seen[g[rest]] = n;
      const bool three = digit.arrangements(3) != 0;
      if (digit.arrangements(2) != 0) {
        for (uint64_t a = 1; 2 * a <= rest; ++a) seen[g[a] ^ g[rest - a]] = n;
      }
      for (uint64_t a = 1; three && 3 * a <= rest; ++a) {
        for (uint64_t b = a; a + 2 * b <= rest; ++b) seen[g[a] ^ g[b] ^ g[rest - a - b]] = n;
      }
    }
    while (seen[g[n]] == n) ++g[n];
  }
  return g;
}

TEST(Kernels, TwoHexadecimalDigits) {
#ifdef NDEBUG
  constexpr uint64_t kEnd = 500;
#else
  constexpr uint64_t kEnd = 100;
#endif
  for (unsigned digits = 1; digits < 256; ++digits) {
    const std::string text = fmt::format("0.{:02X}", digits);
    const HeapCode code = reference::heap_code(text);
    const std::vector<uint32_t> expected = by_triples(code, kEnd);
    if (digits % 37 == 0) {
      EXPECT_EQ(reference::heap_values(code, 50),
                std::vector<uint32_t>(expected.begin(), expected.begin() + 50))
          << text;
    }
    Sequence sequence(code);
    Budget budget;
    ASSERT_TRUE(sequence.extend(kEnd, budget));
    EXPECT_EQ(all_of(sequence.values(), kEnd), expected) << text;
    Values values;
    SplitSets splits(code, values);
    ASSERT_TRUE(splits.advance(kEnd / 3, budget));
    ASSERT_TRUE(splits.advance(kEnd, budget));
    EXPECT_EQ(all_of(values, kEnd), expected) << text;
  }
}

/// The two kernels for codes beyond two heaps, far enough for several words of values, and from
/// values of before.
TEST(Kernels, SplitsAgainstSets) {
  for (const char* text :
       {"0.3F",     "0.18",     "8.0",        "0.0F8",     "C.3",       "0.[37]",  "0.5[04]",
        "4!.[03]",  "0.[4!2]",  "0.8[12]",    "0.B4=",     "0.4!8",     "0.[2=4]", "0.{4}",
        "0.8!",     "0.[8]",    "80.0",       "0.G",       "0.{2+}",    "0.*",     "0.C?",
        "0.{3!}4",  "0.[F]",    "G00.1",      "8!0.7",     "0.{6?,3=}", "0.8!C",   "0.[G?]",
        "0.{5+}8!", "0.3{4=+}", "0.{3!,3=}7", "0.[0{4+}]", "0.O?"}) {
    SCOPED_TRACE(text);
    const HeapCode code = reference::heap_code(text);
    ASSERT_TRUE(SplitSets::accepts(code));
    Budget budget;
    Values expected;
    ASSERT_TRUE(Sets(code, expected).advance(400, budget));
    Values values;
    ASSERT_TRUE(SplitSets(code, values).advance(250, budget));
    ASSERT_TRUE(SplitSets(code, values).advance(400, budget));
    EXPECT_EQ(all_of(values, 400), all_of(expected, 400));
  }
  for (const char* text : {"0.G!", "0.[8!]", "8!00.0", "0.{3+}?", "0.{3+}!", "0.{3!+,3=+}"})
    EXPECT_FALSE(SplitSets::accepts(reference::heap_code(text))) << text;
}

/// Random codes of all kinds: many heaps, conditions, repeating digits, added tokens. With
/// GRUNDY_KERNELS=all 10^4 of them to 60, or to 36 when there is no greatest number of heaps, and
/// so as many splits as partitions.
TEST(Kernels, RandomCodes) {
  std::mt19937 random(20260101);
  const std::vector<std::string> digits = {
      "0",       "1",         "2",    "3",  "4",    "5",       "6",       "7",     "8",
      "9",       "C",         "F",    "4!", "8!",   "8?",      "8=",      "C=",    "F?",
      "7!",      "{2+}",      "{3+}", "*",  "*!",   "*=",      "{2!,3?}", "{3+}?", "{2+}!",
      "{0,2+}=", "{1,3=,4+}", "G",    "O",  "{4?}", "{3!,3=}", "{5+}",    "P?"};
  auto some = [&](unsigned least, unsigned most) {
    std::string text;
    for (unsigned k = least + static_cast<unsigned>(random() % (most - least + 1)); k > 0; --k) {
      text += digits[random() % digits.size()];
    }
    return text;
  };
  const bool all = all_kernel_tests();
  int compared = 0;
  while (compared < (all ? 10'000 : 300)) {
    std::string text = random() % 3 == 0 ? digits[random() % digits.size()] : std::string("0");
    text += "." + some(0, 3);
    if (random() % 3 == 0) text += "[" + some(1, 3) + "]";
    const auto code = parse_heap_code(text);
    if (!code) continue;  // play would not end
    const uint64_t end = !all ? 24 : code->unbounded() ? 36 : 60;
    Sequence sequence(*code);
    Budget budget;
    ASSERT_TRUE(sequence.extend(5, budget));
    ASSERT_TRUE(sequence.extend(end, budget));
    EXPECT_EQ(all_of(sequence.values(), end), reference::heap_values(*code, end)) << text;
    ++compared;
    if (!SplitSets::accepts(*code)) continue;
    // Farther, with values of several words.
    constexpr uint64_t kFar = 150;
    Values expected;
    ASSERT_TRUE(Sets(*code, expected).advance(kFar, budget));
    Values values;
    ASSERT_TRUE(SplitSets(*code, values).advance(kFar, budget));
    EXPECT_EQ(all_of(values, kFar), all_of(expected, kFar)) << text;
  }
}

/// The sparse kernel is expected to pay where few positions are rare, and there only.
TEST(Cost, OfRarePositions) {
  auto sparse_by_dense = [](const char* text, uint64_t end) {
    const Moves moves = *simple_moves(reference::heap_code(text));
    Values values;
    Dense(moves, values).advance(end);
    const std::vector<uint32_t> all = all_of(values, end);
    return Sparse::cost(moves, values, find_character(moves, values)) /
           Dense::cost(moves, values, *std::max_element(all.begin(), all.end()));
  };
  for (const char* text : {"4!.0", "0.36", "0.376", "0.64", "0.106"})
    EXPECT_LT(sparse_by_dense(text, 20'000), 0.5) << text;
  for (const char* text : {"0.06", "0.007", "0.004", "0.136"})
    EXPECT_GT(sparse_by_dense(text, 20'000), 0.8) << text;
}

/// A character that suits the last values alone is dear: pairs with the rares of before are looked
/// at for ever.
TEST(Cost, CountsAllRares) {
  Values values;
  for (uint64_t n = 0; n < 1 << 14; ++n) values.push(n < 1 << 13 ? 1 : 2);
  const Moves moves = *simple_moves(reference::heap_code("0.07"));
  const double both = Sparse::cost(moves, values, {.mask = 3});
  EXPECT_GT(Sparse::cost(moves, values, {.mask = 2}), both + (1 << 13) / 64.0);
  EXPECT_LT(both, 1000);
}

/// What is chosen as the game goes on, against the dense kernel.
TEST(Sequence, IsThatOfTheDenseKernel) {
  const char* const text = std::getenv("GRUNDY_HEAPS");
  const uint64_t end = text == nullptr ? 6000 : std::strtoull(text, nullptr, 10);
  for (const char* code :
       {"4!.0",  "4.0",   "4!.3",  "4!.07", "0.06",  "0.007", "0.004", "0.14",  "0.142", "0.172",
        "0.36",  "0.376", "0.6",   "0.64",  "0.16",  "0.56",  "0.74",  "0.76",  "0.104", "0.106",
        "0.114", "0.125", "0.135", "0.136", "0.146", "0.150", "0.156", "0.161", "0.163", "0.165",
        "0.167", "0.174", "0.204", "0.205", "0.206", "0.224", "0.244", "0.264", "0.312", "0.316",
        "0.324", "0.336", "0.344", "0.356", "0.364", "0.404", "0.406", "0.454", "0.644", "0.744",
        "0.776", "4.06",  "4.064", "4.344", "0.6!6", "0.14!", "0.4=7", "0.0007"}) {
    const Moves moves = *simple_moves(reference::heap_code(code));
    Values values;
    Dense(moves, values).advance(end);
    Sequence sequence(reference::heap_code(code));
    Budget budget;
    ASSERT_TRUE(sequence.extend(end, budget));
    EXPECT_EQ(all_of(sequence.values(), end), all_of(values, end)) << code;
  }
}

/// What is chosen changes nothing, and neither does an interruption.
TEST(Sequence, GoesOnAfterValuesOfBefore) {
  for (const char* text : {"0.106", "4!.0", "0.142"}) {
    const HeapCode code = reference::heap_code(text);
    Budget budget;
    Sequence whole(code);
    ASSERT_TRUE(whole.extend(20'000, budget));
    EXPECT_EQ(all_of(whole.values(), 5000), reference(*simple_moves(code), 5000));
    for (const uint64_t known : {1, 77, 3000, 12'345}) {
      Sequence rest(code);
      ASSERT_TRUE(rest.append(all_of(whole.values(), known), budget));
      ASSERT_TRUE(rest.extend(20'000, budget));
      EXPECT_EQ(all_of(rest.values(), 20'000), all_of(whole.values(), 20'000))
          << text << " from " << known;
    }
  }
}

TEST(Period, OfKnownGames) {
  // Guy and Smith 1956, and tables of octal games; least pre-periods with g(0) = 0 counted.
  struct Case {
    const char* code;
    uint64_t preperiod;
    uint64_t period;
  };
  for (const Case& c : {Case{"0.77", 71, 12}, Case{"0.07", 53, 34}, Case{"0.137", 52, 34},
                        Case{"0.156", 3479, 349}, Case{"0.165", 5181, 1550}, Case{"4.7", 0, 0}}) {
    const HeapCode code = reference::heap_code(c.code);
    const Moves moves = *simple_moves(code);
    Sequence sequence(code);
    Budget budget;
    ASSERT_TRUE(sequence.extend(16'000, budget));
    const auto period = proved_period(sequence.values(), moves);
    if (c.period == 0) {
      EXPECT_FALSE(period && period->period == 1) << c.code;
      continue;
    }
    ASSERT_TRUE(period) << c.code;
    EXPECT_EQ(*period, (Period{c.preperiod, c.period})) << c.code;
    EXPECT_LE(window(moves, *period), sequence.size());
  }
}

TEST(Period, IsNotClaimedBeforeTheWindowIsKnown) {
  const HeapCode code = reference::heap_code("0.77");
  Sequence sequence(code);
  Budget budget;
  // 2·71 + 2·12 + 2 + 1 values.
  for (uint64_t n = 1; n <= 400; ++n) {
    Values values;
    ASSERT_TRUE(sequence.extend(400, budget));
    for (uint64_t i = 0; i < n; ++i) values.push(sequence.at(i));
    EXPECT_EQ(proved_period(values, *simple_moves(code)).has_value(), n >= 169) << n;
  }
}

/// What is claimed for ever holds as far as ten times the window, for all codes of two digits and
/// conditions.
TEST(Period, HoldsFarBeyondTheWindow) {
  int claimed = 0;
  for (const char* first : {"0", "4", "4!", "4="}) {
    for (const char* a : {"0", "1", "2", "3", "4!", "4=", "5!", "6=", "7", "7!", "7="}) {
      for (const char* b : {"0", "1", "3", "4=", "6!", "7!"}) {
        const std::string text = std::string(first) + "." + a + b;
        const HeapCode code = reference::heap_code(text);
        const Moves moves = *simple_moves(code);
        Values values;
        Dense dense(moves, values);
        std::optional<Period> period;
        for (uint64_t size = 16; size <= 400 && !period; size += 3) {
          dense.advance(size);
          period = proved_period(values, moves);
        }
        if (!period) continue;
        ++claimed;
        const uint64_t end = 10 * window(moves, *period);
        dense.advance(end);
        for (uint64_t n = period->preperiod; n + period->period < end; ++n) {
          ASSERT_EQ(values.at(n), values.at(n + period->period)) << text << " at " << n;
        }
      }
    }
  }
  EXPECT_GT(claimed, 100);
}

TEST(Period, Exceptions) {
  const HeapCode code = reference::heap_code("0.77");
  Sequence sequence(code);
  Budget budget;
  ASSERT_TRUE(sequence.extend(400, budget));
  const auto period = proved_period(sequence.values(), *simple_moves(code));
  ASSERT_TRUE(period);
  // Winning Ways, chapter 4.
  EXPECT_EQ(exceptions(sequence.values(), *period),
            (std::vector<uint64_t>{0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70}));
}

}  // namespace
}  // namespace grundy::heap
