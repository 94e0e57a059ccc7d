#include "engine/graph/arcs.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

using Pairs = std::vector<std::pair<uint64_t, uint64_t>>;

struct Read {
  Read(const std::string& text, Budget& budget)
      : reader(text, "arcs", budget), list(ArcList::read(reader, numbering, names, budget)) {}

  VertexNumbering numbering;
  NameRange names;
  NumberReader reader;
  Attempt<ArcList> list;
};

Pairs arcs_of(const ArcList& list) {
  Pairs arcs;
  for (const ArcList::Block& block : list.blocks()) {
    for (const Arc& arc : block.span()) arcs.emplace_back(arc.from, arc.to);
  }
  return arcs;
}

Pairs arcs_of(const ArcStream& stream) {
  Pairs arcs;
  for (unsigned part = 0; part < stream.parts(); ++part) {
    const auto visit = [&](std::span<const uint64_t> numbers) {
      for (size_t i = 0; i < numbers.size(); i += 2) arcs.emplace_back(numbers[i], numbers[i + 1]);
      return true;
    };
    EXPECT_EQ(stream.scan(part, visit, [](size_t) { return true; }), ArcStream::End::done);
  }
  return arcs;
}

TEST(Arcs, SmallNamesAreUsedAsTheyAre) {
  Budget budget;
  const Read read("7 3\n3 1\n7 1\n", budget);
  ASSERT_TRUE(read.list.ok());
  EXPECT_EQ(arcs_of(*read.list), (Pairs{{7, 3}, {3, 1}, {7, 1}}));
  EXPECT_EQ(read.numbering.size(), 0u);
  EXPECT_EQ(read.names.smallest, 1u);
  EXPECT_EQ(read.names.largest, 7u);
}

TEST(Arcs, LargeNamesAreNumberedAlsoWhenTheyComeLate) {
  Budget budget;
  for (const uint64_t large : {uint64_t{1} << 20, uint64_t{1} << 40}) {
    std::string text;
    Pairs wanted;
    for (uint64_t i = 0; i < 1000; ++i) {
      text += std::to_string(i + 1) + " " + std::to_string(i) + "\n";
      wanted.emplace_back(i == 0 ? 0 : i + 1, i == 0 ? 1 : i == 1 ? 0 : i);
    }
    text += std::to_string(large) + " 5\n";
    const Read read(text, budget);
    ASSERT_TRUE(read.list.ok());
    EXPECT_EQ(read.numbering.size(), 1002u);
    EXPECT_EQ(read.names.largest, large);
    Pairs named;
    for (const auto& [from, to] : arcs_of(*read.list))
      named.emplace_back(read.numbering.name(static_cast<uint32_t>(from)),
                         read.numbering.name(static_cast<uint32_t>(to)));
    for (uint64_t i = 0; i < 1000; ++i) EXPECT_EQ(named[i], std::pair(i + 1, i));
    EXPECT_EQ(named.back(), (std::pair<uint64_t, uint64_t>(large, 5)));
  }
}

TEST(Arcs, StreamsOfTextsAndListsAreTheSame) {
  Budget budget;
  std::string text;
  for (uint64_t i = 0; i < 9000; ++i)
    text += std::to_string(i * 7919 % 4001) + " " + std::to_string(i * 104729 % 3001) + "\n";
  const Read read(text, budget);
  ASSERT_TRUE(read.list.ok());
  const Pairs wanted = arcs_of(*read.list);
  ASSERT_EQ(wanted.size(), 9000u);
  for (const unsigned threads : {1, 3, 20}) {
    const PairSource source(text, 256);
    EXPECT_EQ(arcs_of(ArcStream(source, threads)), wanted);
    const ArcStream listed(*read.list, threads);
    EXPECT_LE(listed.parts(), threads);
    EXPECT_EQ(arcs_of(listed), wanted);
  }
}

TEST(Arcs, WithoutMemory) {
  Budget budget;
  budget.set_memory_limit(5000);
  std::string text;
  for (uint64_t i = 0; i < 2000; ++i) text += "1 0\n";
  const Read read(text, budget);
  ASSERT_FALSE(read.list.ok());
  EXPECT_TRUE(read.list.error().is_end) << read.list.error().message();
}

}  // namespace
}  // namespace grundy
