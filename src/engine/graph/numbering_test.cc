#include "engine/graph/numbering.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace grundy {
namespace {

TEST(VertexNumbering, NumbersAreInTheOrderOfFirstSight) {
  VertexNumbering numbering;
  Budget budget;
  EXPECT_EQ(numbering.find(0), VertexNumbering::kNone);
  std::map<uint64_t, uint32_t> wanted;
  std::mt19937_64 random(20261122);
  std::vector<uint64_t> names(64);
  std::vector<uint32_t> numbers(64);
  for (int batch = 0; batch < 200; ++batch) {
    // Few small names, which come again, and large ones that differ in high bits only.
    for (uint64_t& name : names) name = random() % 3 == 0 ? random() % 500 : random() % 5000 << 50;
    ASSERT_TRUE(numbering.number(names, numbers, budget));
    for (size_t i = 0; i < names.size(); ++i) {
      const auto number = static_cast<uint32_t>(wanted.size());
      EXPECT_EQ(numbers[i], wanted.try_emplace(names[i], number).first->second);
    }
  }
  EXPECT_EQ(numbering.size(), wanted.size());
  for (const auto& [name, number] : wanted) {
    EXPECT_EQ(numbering.find(name), number);
    EXPECT_EQ(numbering.name(number), name);
  }
  EXPECT_EQ(numbering.find(501), VertexNumbering::kNone);
  // What it has is what was taken.
  budget.set_memory_limit(numbering.bytes());
  EXPECT_FALSE(budget.take_memory(1));
  budget.give_back_memory(numbering.bytes());
  EXPECT_TRUE(budget.take_memory(numbering.bytes()));
}

TEST(VertexNumbering, WithoutMemory) {
  VertexNumbering numbering;
  Budget budget;
  budget.set_memory_limit(4000);
  std::vector<uint32_t> number(1);
  uint64_t name = 0;
  while (numbering.number({&name, 1}, number, budget)) ++name;
  EXPECT_GE(name, 48u);
  EXPECT_LT(name, 1000u);
  EXPECT_EQ(numbering.find(3), 3u) << "what was numbered stays";
}

}  // namespace
}  // namespace grundy
