#include "engine/heap/kernel/stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>

#include "engine/heap/kernel/encoding.h"
#include "engine/heap/sequence.h"
#include "generate/instruction_sets.h"

namespace grundy::heap {
namespace {

/// A game, and values by the other kernels: so many chunks more than a stream needs.
struct Known {
  explicit Known(const std::string& text, uint64_t chunks = 0)
      : moves(*simple_moves(code_of(text))), values(first_values(text)) {
    if (chunks == 0) return;
    const Character character = find_character(moves, values);
    EXPECT_NE(character.mask, 0U) << text;
    EXPECT_TRUE(Sparse(moves, values, character).advance(Stream::kStart + chunks * Stream::kChunk))
        << text;
  }
  static HeapCode code_of(const std::string& text) { return *parse_heap_code(text); }
  static Values first_values(const std::string& text) {
    Sequence sequence(code_of(text));
    Budget budget;
    EXPECT_TRUE(sequence.extend(Stream::kStart, budget)) << text;
    return sequence.values();
  }

  Moves moves;
  Values values;
};

void compare(const std::string& text, uint64_t chunks) {
  SCOPED_TRACE(text);
  const Known known(text, chunks);
  std::optional<Stream> stream = Stream::open(known.moves, known.values);
  ASSERT_TRUE(stream);
  for (uint64_t k = 0; k < chunks; ++k) {
    const auto done = stream->advance();
    ASSERT_TRUE(done) << done.error().message();
    for (uint64_t i = Stream::kChunk; i > 0; --i) {
      const uint64_t n = stream->size() - i;
      ASSERT_EQ(stream->value(n, stream->end()[-static_cast<int64_t>(i)]), known.values.at(n)) << n;
    }
  }
}

/// All kinds of characters: by parity and not, the lowest bit of the mask 1 and 2.
TEST(Streams, AgreeWithTheOtherKernels) {
  for (const char* code :
       {"0.054", "0.104", "0.106", "0.160", "0.167", "0.454", "4.406", "0.044", "0.145", "0.156",
        "0.176", "0.340", "0.352", "0.356", "0.372", "0.516", "0.770", "4.06"})
    compare(code, 20);
}

/// A sequence takes the stream from its start on, and wherever it goes on after values of before.
TEST(Streams, TellTheValuesOfSequences) {
  for (const char* text : {"0.106", "0.454", "0.104"}) {
    constexpr uint64_t kChunks = 20;
    const Known known(text, kChunks);
    const uint64_t end = Stream::kStart + kChunks * Stream::kChunk - 77;
    std::vector<uint32_t> all(end);
    known.values.copy(0, all);
    for (const uint64_t from : {uint64_t{0}, Stream::kStart, Stream::kStart + 5056}) {
      Sequence sequence(Known::code_of(text));
      Budget budget;
      ASSERT_TRUE(sequence.append(std::span(all).first(from), budget));
      ASSERT_TRUE(sequence.extend(end - 10'000, budget));
      ASSERT_TRUE(sequence.extend(end, budget));
      EXPECT_EQ(sequence.state().kernel, "stream") << text << " from " << from;
      for (uint64_t n = 0; n < end; ++n) ASSERT_EQ(sequence.at(n), all[n]) << text << " at " << n;
    }
  }
}

TEST(Streams, AgreeOnEveryInstructionSet) {
  generate::for_each_target([] {
    for (const char* code : {"0.106", "0.454", "0.352"}) compare(code, 2);
  });
}

TEST(Streams, AreForFewRaresOnly) {
  // No move to two heaps; two heaps that have to be equal; many rares.
  for (const char* code : {"0.333", "4=.3", "0.6"}) {
    const Known known(code);
    EXPECT_FALSE(Stream::open(known.moves, known.values)) << code;
  }
  const HeapCode code = *parse_heap_code("0.106");
  Sequence short_of(code);
  Budget budget;
  ASSERT_TRUE(short_of.extend(1000, budget));
  EXPECT_FALSE(Stream::open(*simple_moves(code), short_of.values()));
}

/// A window that the game never has: some rare value is no option then, and that is told.
TEST(Streams, ClaimNothingThatIsNotCovered) {
  const Known known("0.106");
  generate::for_each_target([&] {
    std::optional<Stream> stream = Stream::open(known.moves, known.values);
    ASSERT_TRUE(stream);
    stream->go_to(Stream::kStart, std::vector<uint8_t>(Stream::kKept, 15));
    const auto done = stream->advance();
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().kind, Error::Kind::declined);
    EXPECT_NE(done.error().message().find("is not seen to be an option"), std::string::npos)
        << done.error().message();
    EXPECT_EQ(stream->size(), Stream::kStart);
  });
}

TEST(StreamBlocks, EndBeforeAnIndexOf32) {
  std::vector<Mark> far;
  for (uint8_t flip = 0; flip < kLowCodes; ++flip) {
    far.emplace_back(kStreamBlock, flip);
    far.emplace_back(2 * kStreamBlock, flip);
  }
  generate::for_each_target([&] {
    for (uint64_t place = 0; place < kStreamBlock; ++place) {
      std::vector<uint8_t> codes(3 * kStreamBlock, 0);
      EXPECT_EQ(stream_codes({}, far, codes.data() + 2 * kStreamBlock, kStreamBlock), kStreamBlock);
      EXPECT_EQ(codes.back(), stream_code(16));
      codes[kStreamBlock + place] = stream_code(16);
      EXPECT_EQ(stream_codes({}, far, codes.data() + 2 * kStreamBlock, kStreamBlock), place);
    }
  });
}

// Few and many near marks, from codes that are random at first, against the least index by
// definition.
TEST(StreamBlocks, CodesAreTheLeastThatNoMarkHas) {
  std::mt19937 random(20261122);
  for (int round = 0; round < 120; ++round) {
    std::vector<Mark> near;
    std::vector<Mark> far;
    const uint64_t least = round % 3 == 0 ? 1 + random() % 20 : 1;
    for (size_t count = random() % (round % 2 == 0 ? 7 : 40); count > 0; --count)
      near.emplace_back(least + random() % (kStreamBlock - least),
                        static_cast<uint8_t>(random() % kLowCodes));
    for (size_t count = random() % 12; count > 0; --count)
      far.emplace_back(kStreamBlock + random() % 300, static_cast<uint8_t>(random() % kLowCodes));
    std::sort(near.begin(), near.end(),
              [](const Mark& a, const Mark& b) { return a.distance < b.distance; });
    constexpr uint64_t kBefore = 512;
    constexpr uint64_t kCount = 12 * kStreamBlock;
    std::vector<uint8_t> start(kBefore + kCount, 0);
    for (uint64_t i = 0; i < kBefore; ++i)
      start[i] = stream_code(static_cast<uint32_t>(random() % (round % 5 == 0 ? 32 : kLowCodes)));
    std::vector<uint8_t> expected = start;
    uint64_t end = kCount;
    for (uint64_t i = 0; i < kCount && end == kCount; ++i) {
      uint32_t word = 0;
      for (const auto* marks : {&near, &far}) {
        for (const Mark& m : *marks)
          word |=
              1U << stream_index(static_cast<uint8_t>(expected[kBefore + i - m.distance] ^ m.code));
      }
      const auto index = static_cast<uint32_t>(std::countr_one(word));
      if (index == 32) {
        end = i;
      } else {
        expected[kBefore + i] = stream_code(index);
      }
    }
    generate::for_each_target([&] {
      std::vector<uint8_t> codes = start;
      ASSERT_EQ(stream_codes(near, far, codes.data() + kBefore, kCount), end) << "round " << round;
      codes.resize(kBefore + end);
      ASSERT_TRUE(std::equal(codes.begin(), codes.end(), expected.begin())) << "round " << round;
    });
  }
}

/// Random codes and witnesses for each mask, against what the values say.
TEST(StreamBlocks, GapsAreWhereLesserRareValuesAreNotLedTo) {
  std::mt19937 random(20260102);
  Rows rows = {};
  for (const uint32_t mask : {1U, 13U, 2U, 30U, 4U, 44U, 8U, 16U, 48U}) {
    const Encoding encoding(mask, 6);
    Order order{1U << std::countr_zero(mask), {0, 0}};
    for (uint32_t parity = 0; parity < 2; ++parity) {
      for (uint32_t i = 0; i < 32; ++i)
        order.below[parity] |=
            static_cast<uint32_t>(encoding.value(i, parity) < encoding.value(i, parity ^ 1)) << i;
    }
    // Parity 0 has common values of class 1.
    const auto is_less = [&](uint32_t rare, uint32_t common, uint64_t n) {
      const auto parity = static_cast<uint32_t>(n % 2);
      return encoding.value(rare, parity) < encoding.value(common, parity ^ 1);
    };
    std::vector<uint8_t> codes(kRowsBefore + kRowsChunk);
    for (uint8_t& code : codes)
      code = stream_code(random() % 64 == 0 ? 16 + random() % 16 : random() % kLowCodes);
    std::vector<RowMark> marks[kLowCodes];
    std::vector<std::pair<uint32_t, uint64_t>> wanted[kLowCodes];  // code and distance
    for (uint32_t i = 0; i < kLowCodes; ++i) {
      for (int k = 0; k < 20; ++k) {
        const auto code = static_cast<uint32_t>(random() % kLowCodes);
        const uint64_t bytes = random() % (kRowsBefore / 8 + 1);
        marks[i].emplace_back(code, bytes);
        wanted[i].emplace_back(code, 8 * bytes);
      }
    }
    std::vector<std::pair<uint32_t, uint32_t>> expected;
    for (uint32_t n = 0; n < kRowsChunk; ++n) {
      const uint8_t* const here = codes.data() + kRowsBefore + n;
      for (uint32_t i = 0; i < 32; ++i) {
        for (uint32_t common = 0; common < 32; ++common)
          ASSERT_EQ(order.is_less(i, common, n), is_less(i, common, n));
      }
      for (uint32_t i = 0; i < kLowCodes; ++i) {
        bool led_to = !is_less(i, stream_index(*here), n);
        for (const auto& [code, distance] : wanted[i])
          led_to = led_to || here[-static_cast<int64_t>(distance)] == code;
        if (!led_to) expected.emplace_back(n, i);
      }
      if (*here >= kLowCodes) expected.emplace_back(n, kLowCodes);
    }
    generate::for_each_target([&] {
      stream_rows(codes.data(), kRowsBefore, 0, rows);
      stream_rows(codes.data() + kRowsBefore, kRowsChunk, kRowsBefore, rows);
      std::vector<std::pair<uint32_t, uint32_t>> gaps;
      stream_gaps(rows, marks, order, gaps);
      std::sort(gaps.begin(), gaps.end());
      EXPECT_EQ(gaps, expected) << "mask " << mask;
    });
  }
}

}  // namespace
}  // namespace grundy::heap
