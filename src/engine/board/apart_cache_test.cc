#include "engine/board/apart_cache.h"

#include <gtest/gtest.h>

#include <random>

namespace grundy {
namespace {

/// Boards of a number each, with parts that the number tells.
template <size_t W>
void expect_parts_right_or_missing(size_t classes) {
  ApartCache<W> cache(classes);
  std::mt19937_64 random(classes);
  const auto made = [&](uint64_t number) {
    Planes<W> planes{};
    for (size_t k = 0; k + 1 < classes; ++k) planes[k].words[W - 1] = number << k;
    return planes;
  };
  size_t told = 0;
  for (int round = 0; round < 60'000; ++round) {
    const uint64_t number = 1 + (random() & random() & 0xFFFF);
    const Planes<W> board = made(number);
    const uint64_t hash = number * 0x9E3779B97F4A7C15;
    const size_t count = number % 4;  // 3: more than are kept
    const bool allowed = number % 5 != 0;
    std::vector<Planes<W>> parts;
    if (const auto known =
            cache.parts(hash, board, [&](const Planes<W>& part) { parts.push_back(part); })) {
      ++told;
      EXPECT_EQ(*known, allowed);
      EXPECT_TRUE(!allowed || count < 3);
      ASSERT_EQ(parts.size(), allowed ? count : 0);
      for (size_t i = 0; i < parts.size(); ++i) EXPECT_EQ(parts[i], made(number + i + 1));
    } else if (allowed) {
      for (size_t i = 0; i < count; ++i) parts.push_back(made(number + i + 1));
      cache.put(hash, board, count, [&](size_t i) -> const Planes<W>& { return parts[i]; });
    } else {
      cache.put_refused(hash, board);
    }
  }
  EXPECT_GT(told, 10'000u);
}

TEST(ApartCache, WhatIsToldIsRight) {
  expect_parts_right_or_missing<1>(2);
  expect_parts_right_or_missing<1>(5);
  expect_parts_right_or_missing<2>(4);
  expect_parts_right_or_missing<8>(3);
}

}  // namespace
}  // namespace grundy
