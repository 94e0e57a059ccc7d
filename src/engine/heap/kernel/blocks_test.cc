// The inner loops of the kernels against their definitions, on every instruction set of this
// machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <set>

#include "engine/heap/kernel/dense_block.h"
#include "engine/heap/kernel/sparse_block.h"
#include "engine/heap/kernel/stream_block.h"
#include "generate/instruction_sets.h"

namespace grundy::heap {
namespace {

/// Numbers of 32 bits.
struct Random {
  explicit Random(uint32_t seed) : engine(seed) {}
  uint32_t operator()() { return static_cast<uint32_t>(engine()); }
  std::mt19937 engine;
};

/// Random values in two planes, with room before and behind.
struct Planes {
  static constexpr uint64_t kPad = 64;
  Planes(uint64_t positions, uint32_t below, uint32_t seed)
      : low(positions + 2 * kPad), high(positions + 2 * kPad) {
    Random random(seed);
    for (uint64_t i = kPad; i < positions + kPad; ++i) {
      const uint32_t value = random() % below;
      low[i] = static_cast<uint8_t>(value);
      high[i] = static_cast<uint8_t>(value >> 8);
    }
  }
  uint32_t at(uint64_t n) const {
    return low[kPad + n] | static_cast<uint32_t>(high[kPad + n]) << 8;
  }
  uint8_t* low_plane() { return low.data() + kPad; }
  uint8_t* high_plane() { return high.data() + kPad; }
  std::vector<uint8_t> low;
  std::vector<uint8_t> high;
};

TEST(Sieve, IsASetOfValuesFromAMultipleOf64On) {
  Sieve sieve;
  EXPECT_TRUE(sieve.empty());
  sieve.first = 640;
  std::set<uint32_t> values = {640, 700, 1023, 1024, 1500, 1663};
  for (const uint32_t v : values) sieve.words[v / 64 % Sieve::kWords] |= uint64_t{1} << v % 64;
  sieve.remove(5000);
  while (!values.empty()) {
    ASSERT_FALSE(sieve.empty());
    EXPECT_EQ(sieve.least(), *values.begin());
    sieve.remove(*values.begin());
    values.erase(values.begin());
  }
  EXPECT_TRUE(sieve.empty());
}

// What is found is in the sieve, or differs by a multiple of its size; nothing that is in it is
// missed.
TEST(DenseBlock, SiftsNimSumsOfPairs) {
  generate::for_each_target([] {
    for (const bool wide : {false, true}) {
      Planes planes(4000, wide ? 3000 : 256, 7);
      Random random(8);
      for (int tries = 0; tries < 20; ++tries) {
        Sieve sieve;
        sieve.first = wide ? random() % 20 * 64 : 0;
        for (int k = 0; k < 30; ++k) {
          const uint32_t v = sieve.first + random() % (wide ? Sieve::kValues : 256);
          sieve.words[v / 64 % Sieve::kWords] |= uint64_t{1} << v % 64;
        }
        const uint64_t count = 1 + random() % 4;
        const uint64_t from = 100 + random() % 500;
        const uint64_t m = 3000 + random() % 500;
        Found found;
        sift(planes.low_plane(), wide ? planes.high_plane() : nullptr, m, from, count, sieve,
             found);
        std::multiset<uint32_t> wanted;
        for (uint64_t a = from; a < from + count * kChunk; ++a) {
          const uint32_t value = planes.at(a) ^ planes.at(m - a);
          if (sieve.words[value / 64 % Sieve::kWords] >> value % 64 & 1) wanted.insert(value);
        }
        std::multiset<uint32_t> got;
        for (size_t i = 0; i < found.count; ++i)
          got.insert(found.low[i] | (wide ? static_cast<uint32_t>(found.high[i]) << 8 : 0));
        ASSERT_EQ(got, wanted);
      }
    }
  });
}

TEST(SparseBlock, MarksTheCodesOfEntries) {
  generate::for_each_target([] {
    for (const uint32_t capacity : {128u, 256u, 1024u}) {
      for (const bool by_parity : {false, true}) {
        Planes planes(4096 + kBlock, capacity, capacity);
        Random random(9);
        auto block = std::make_unique<Block>();
        block->low = planes.low_plane();
        block->high = capacity > 256 ? planes.high_plane() : nullptr;
        block->first = 4096;
        block->capacity = capacity;
        block->by_parity = by_parity;
        std::vector<Entry> entries;
        std::vector<std::pair<uint64_t, uint32_t>> plain;  // distance and code
        for (int i = 0; i < 40; ++i) {
          plain.emplace_back(kBlock + random() % 4000, random() % capacity);
          entries.push_back(entry_of(plain.back().first, plain.back().second));
        }
        for (unsigned window = 0; window * kWindow < capacity / 2 && window < kMaxWindows;
             ++window) {
          const uint32_t wanted = random() % 2;
          uint64_t words[kBlock] = {};
          mark_window(*block, entries, wanted, window, kWindow / kGroup, words);
          for (uint64_t lane = 0; lane < kBlock; ++lane) {
            const uint32_t of_class = by_parity && lane % 2 != 0 ? 1 - wanted : wanted;
            uint64_t marked = 0;
            for (const auto& [distance, code] : plain) {
              const uint32_t option = planes.at(block->first + lane - distance) ^ code;
              if ((option >= capacity / 2) != (of_class == 1)) continue;
              const uint32_t index = option % (capacity / 2);
              if (index / kWindow == window) marked |= uint64_t{1} << index % kWindow;
            }
            ASSERT_EQ(words[lane], marked) << capacity << ' ' << window << ' ' << lane;
          }
        }
      }
    }
  });
}

TEST(SparseBlock, FindsAPair) {
  generate::for_each_target([] {
    for (const bool wide : {false, true}) {
      Planes planes(5000, wide ? 2000 : 256, 10);
      Random random(11);
      for (int tries = 0; tries < 200; ++tries) {
        const uint64_t m = 2000 + random() % 2500;
        const uint64_t from = 65 + random() % 100;
        const uint64_t to = std::min<uint64_t>(m / 2, from + random() % 700);
        const uint32_t code = random() % (wide ? 2048 : 256);
        const uint64_t a =
            find_pair(planes.low_plane(), wide ? planes.high_plane() : nullptr, m, from, to, code);
        uint64_t first = from;
        while (first <= to && (planes.at(first) ^ planes.at(m - first)) != code) ++first;
        ASSERT_EQ(a != 0, first <= to);
        if (a == 0) continue;
        ASSERT_LE(a, first);
        ASSERT_LT(first - a, 128u);  // two registers
      }
    }
  });
}

TEST(StreamBlock, CodesAreIndicesWithABitForHighOnes) {
  for (uint32_t index = 0; index < 32; ++index) {
    EXPECT_EQ(stream_index(stream_code(index)), index);
    EXPECT_EQ(stream_code(index) >= 128, index >= kLowCodes);
  }
}

// Each code is the least index that no mark gives, from the codes before it.
TEST(StreamBlock, CodesByTheirDefinition) {
  generate::for_each_target([] {
    constexpr uint64_t kBefore = 2048, kCount = 4 * kStreamBlock;
    Random random(12);
    std::vector<Mark> near, far;
    for (const uint64_t distance : {1, 3, 17, 63})
      near.emplace_back(distance, stream_code(random() % 8));
    for (const uint64_t distance : {64, 100, 128, 1000, 1500})
      far.emplace_back(distance, stream_code(random() % 8));
    std::vector<uint8_t> codes(kBefore + kCount + 64);
    for (uint64_t i = 0; i < kBefore; ++i) codes[i] = stream_code(random() % 8);
    std::vector<uint8_t> wanted = codes;
    for (uint64_t i = kBefore; i < kBefore + kCount; ++i) {
      std::set<uint32_t> options;
      for (const std::vector<Mark>* marks : {&near, &far}) {
        for (const Mark& mark : *marks)
          options.insert(stream_index(static_cast<uint8_t>(wanted[i - mark.distance] ^ mark.code)));
      }
      uint32_t least = 0;
      while (options.count(least) > 0) ++least;
      wanted[i] = stream_code(least);
    }
    ASSERT_EQ(stream_codes(near, far, codes.data() + kBefore, kCount), kCount);
    for (uint64_t i = kBefore; i < kBefore + kCount; ++i)
      ASSERT_EQ(codes[i], wanted[i]) << i - kBefore;
    auto rows = std::make_unique<Rows[]>(1);
    stream_rows(codes.data() + kBefore, kCount, 128, rows[0]);
    for (uint32_t c = 0; c < kLowCodes; ++c) {
      for (uint64_t i = 0; i < kCount; ++i)
        ASSERT_EQ((rows[0][c][(128 + i) / 8] >> i % 8 & 1) != 0, codes[kBefore + i] == c)
            << c << ' ' << i;
    }
  });
}

TEST(StreamBlock, FindsACodeBehind) {
  generate::for_each_target([] {
    Random random(13);
    constexpr uint64_t kMost = 1000;
    std::vector<uint8_t> last(kMost + 200), backwards(kMost + 200);
    for (uint8_t& code : last) code = static_cast<uint8_t>(random());
    for (uint8_t& code : backwards) code = static_cast<uint8_t>(random());
    for (int tries = 0; tries < 300; ++tries) {
      const uint8_t* const end = last.data() + kMost + 100;
      const uint8_t* const first = backwards.data() + kMost + 100;
      const uint64_t count = 1 + random() % kMost;
      const auto code = static_cast<uint8_t>(random());
      const uint64_t k = stream_find(end, first, count, code);
      uint64_t least = 0;
      while (least < count &&
             (end[-static_cast<int64_t>(least)] ^ first[-static_cast<int64_t>(least)]) != code)
        ++least;
      if (least == count) {
        ASSERT_EQ(k, count);
        continue;
      }
      ASSERT_LT(k, count);
      ASSERT_GE(k, least);
      ASSERT_EQ(end[-static_cast<int64_t>(k)] ^ first[-static_cast<int64_t>(k)], code);
    }
  });
}

}  // namespace
}  // namespace grundy::heap
