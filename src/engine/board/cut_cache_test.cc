#include "engine/board/cut_cache.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace grundy {
namespace {

template <size_t W>
void expect_cuts_right_or_missing(size_t classes) {
  CutCache<W> cache(classes);
  std::mt19937_64 random(classes);
  std::map<Planes<W>, Planes<W>> images;
  size_t told = 0;
  size_t values = 0;
  // Of parts met before, some of them no places any more.
  std::vector<std::pair<size_t, Planes<W>>> places;
  for (int round = 0; round < 60'000; ++round) {
    Planes<W> cut{};
    Planes<W> image{};
    const uint64_t number = 1 + (random() & random() & 0xFFFF);
    for (size_t k = 0; k + 1 < classes; ++k) {
      cut[k].words[W - 1] = number << k;
      image[k].words[0] = number % 128 + k;  // parts share images
    }
    const size_t place = cache.place_of(cache.hash(cut));
    if (cache.has(place, cut)) {
      ++told;
      EXPECT_EQ(cache.image(place), image);
      EXPECT_EQ(cache.cost(place), number % 128 + 1);
      if (const auto value = cache.value(place)) {
        ++values;
        EXPECT_EQ(*value, number % 128);
      }
    } else {
      cache.put(place, cut, image, number % 128 + 1);
    }
    places.emplace_back(place, image);
    const auto& [before, its] = places[random() % places.size()];
    cache.learn(before, its, its[0].words[0]);
  }
  EXPECT_GT(told, 10'000u);
  EXPECT_GT(values, 1'000u);
}

TEST(CutCache, WhatIsToldIsRight) {
  expect_cuts_right_or_missing<1>(2);
  expect_cuts_right_or_missing<1>(3);
  expect_cuts_right_or_missing<2>(4);
  expect_cuts_right_or_missing<8>(3);
}

}  // namespace
}  // namespace grundy
