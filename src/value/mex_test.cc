#include "value/mex.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace grundy {
namespace {

const Ordinal kOmega = Ordinal::omega();

bool contains(const std::vector<Ordinal>& values, const std::vector<Ray>& rays, const Ordinal& a) {
  if (std::find(values.begin(), values.end(), a) != values.end()) return true;
  return std::any_of(rays.begin(), rays.end(), [&](const Ray& ray) {
    return ray.start <= a && ray.start.limit_part() == a.limit_part() &&
           ((a.coefficient(0) - ray.start.coefficient(0)) % ray.step).is_zero();
  });
}

/// Tries one ordinal after the other; `horizon` of each stretch, after which its ordinals repeat.
Ordinal mex_by_search(const std::vector<Ordinal>& values, const std::vector<Ray>& rays,
                      uint64_t horizon) {
  for (Ordinal stretch;; stretch = stretch + kOmega) {
    for (uint64_t n = 0; n < horizon; ++n) {
      Ordinal a = stretch + Ordinal(n);
      if (!contains(values, rays, a)) return a;
    }
  }
}

Ordinal mex_of(const std::vector<Ordinal>& values, const std::vector<Ray>& rays) {
  return mex(values, rays);
}

std::string text(const std::vector<Ordinal>& values, const std::vector<Ray>& rays) {
  std::string result;
  for (const Ordinal& value : values) result += value.to_string() + " ";
  for (const Ray& ray : rays)
    result += "(" + ray.start.to_string() + ", " + ray.step.to_string() + ") ";
  return result;
}

TEST(MexTest, AllSmallSetsOfNaturals) {
  for (unsigned set = 0; set < 1u << 12; ++set) {
    std::vector<uint64_t> values;
    MexSet collected;
    uint64_t expected = 0;
    while ((set >> expected & 1) != 0) ++expected;
    for (unsigned i = 12; i-- > 0;) {
      if ((set >> i & 1) == 0) continue;
      values.insert(values.end(), 2, i);
      collected.insert(i);
    }
    ASSERT_EQ(mex(values), expected) << set;
    ASSERT_EQ(collected.mex(), expected) << set;
    values.insert(values.end(), 100, 1'000'000'000'000u);
    ASSERT_EQ(mex(values), expected) << set;
    ASSERT_EQ(mex(std::vector<Ordinal>(values.begin(), values.end())), Ordinal(expected)) << set;
  }
}

TEST(MexTest, LongRunsOfNaturals) {
  std::mt19937_64 random(1);
  for (uint64_t length : {62, 63, 64, 65, 127, 128, 1000}) {
    std::vector<uint64_t> values(length);
    std::iota(values.begin(), values.end(), 0);
    std::shuffle(values.begin(), values.end(), random);
    ASSERT_EQ(mex(values), length);
    std::vector<Ordinal> ordinals(values.begin(), values.end());
    ordinals.insert(ordinals.begin(), {kOmega, kOmega * kOmega, Ordinal(Natural::pow(10, 30))});
    ASSERT_EQ(mex(ordinals), Ordinal(length));
    const uint64_t gap = random() % length;
    std::erase(values, gap);
    ASSERT_EQ(mex(values), gap);
  }
}

TEST(MexTest, RaysBySearch) {
  std::mt19937_64 random(2);
  int limits = 0;
  for (int i = 0; i < 20'000; ++i) {
    const uint64_t steps = i % 2 == 0 ? 3 : 6, starts = 1 + random() % 12;
    std::vector<Ordinal> values;
    std::vector<Ray> rays;
    const auto somewhere = [&] {
      const uint64_t kind = random() % 8;
      const Ordinal stretch =
          kind == 7 ? kOmega * kOmega : kOmega * Ordinal(kind > 3 ? kind - 4 : 0);
      return stretch + Ordinal(random() % starts);
    };
    for (uint64_t n = random() % 10; n > 0; --n) values.push_back(somewhere());
    for (uint64_t n = random() % 12; n > 0; --n)
      rays.push_back({somewhere(), 1 + random() % steps});
    const Ordinal expected = mex_by_search(values, rays, starts + 60);  // 60 = lcm(1, …, 6)
    ASSERT_EQ(mex_of(values, rays), expected) << text(values, rays);
    limits += expected >= kOmega;
  }
  EXPECT_GT(limits, 1000);  // the case that matters does occur
}

TEST(MexTest, WholeStretches) {
  EXPECT_EQ(mex_of({}, {}), Ordinal());
  EXPECT_EQ(mex_of({}, {{0, 1}}), kOmega);
  EXPECT_EQ(mex_of({}, {{1, 1}}), Ordinal());
  EXPECT_EQ(mex_of({0}, {{1, 1}}), kOmega);
  EXPECT_EQ(mex_of({}, {{0, 2}, {1, 2}}), kOmega);
  EXPECT_EQ(mex_of({}, {{0, 2}, {3, 2}}), Ordinal(1));
  EXPECT_EQ(mex_of({1}, {{0, 2}, {3, 2}}), kOmega);
  EXPECT_EQ(mex_of({kOmega}, {{0, 1}}), kOmega + Ordinal(1));
  EXPECT_EQ(mex_of({kOmega}, {{0, 1}, {kOmega + Ordinal(1), 1}}), kOmega * Ordinal(2));
  EXPECT_EQ(mex_of({}, {{0, 1}, {kOmega * Ordinal(2), 1}}), kOmega);
  EXPECT_EQ(mex_of({}, {{0, 1}, {kOmega * kOmega, 1}}), kOmega);
  std::vector<Ray> rays;
  for (uint64_t i = 0; i < 500; ++i) rays.push_back({kOmega * Ordinal(499 - i), 1});
  EXPECT_EQ(mex_of({}, rays), kOmega * Ordinal(500));
}

TEST(MexTest, HugeStartsAndSteps) {
  const Natural huge = Natural::pow(10, 100);
  EXPECT_EQ(mex_of({}, {{0, huge}}), Ordinal(1));
  EXPECT_EQ(mex_of({0, 2, Ordinal(huge)}, {{1, huge}, {Ordinal(huge), 1}}), Ordinal(3));
  EXPECT_EQ(mex_of({}, {{0, 2}, {Ordinal(huge * 2 + 1), 2}}), Ordinal(1));
  // Everything but huge·2 + 1.
  EXPECT_EQ(mex_of({}, {{0, 2}, {1, 4}, {Ordinal(huge * 4 + 7), 4}}), Ordinal(3));
  EXPECT_EQ(mex_of({}, {{0, Natural(1) << 200}, {1, 3}, {0, 3}}), Ordinal(2));
}

TEST(MexTest, AGapThatIsFarAway) {
  // The odd multiples of 2^i, moved by -1: ray i holds the numbers whose binary form ends in
  // exactly i ones. Only numbers that end in k ones are left, the first of them 2^k - 1.
  std::vector<Ray> rays;
  for (uint64_t i = 0; i < 300; ++i) {
    rays.push_back({Ordinal((Natural(1) << i) - 1), Natural(1) << (i + 1)});
    if (i > 70 && i % 50 > 0) continue;
    ASSERT_EQ(mex_of({}, rays), Ordinal((Natural(1) << (i + 1)) - 1)) << i;
  }
  const Natural gap = (Natural(1) << 300) - 1;
  EXPECT_EQ(mex_of({Ordinal(gap)}, rays), Ordinal(gap + (Natural(1) << 300)));
  rays.push_back({Ordinal(gap), Natural(1) << 300});
  EXPECT_EQ(mex_of({}, rays), kOmega);
  rays.back() = {Ordinal(gap + (Natural(1) << 300)), Natural(1) << 300};
  EXPECT_EQ(mex_of({}, rays), Ordinal(gap));
  EXPECT_EQ(mex_of({Ordinal(gap)}, rays), kOmega);
  rays.push_back({0, 1});
  EXPECT_EQ(mex_of({}, rays), kOmega);
}

TEST(MexTest, ResiduesOfManyModuli) {
  // The residues 0 mod 2, 0 mod 3, 1 mod 4, 5 mod 6, 7 mod 12 cover all integers (Erdős); without
  // one of them there are gaps.
  const std::vector<Ray> covering = {{0, 2}, {0, 3}, {1, 4}, {5, 6}, {7, 12}};
  EXPECT_EQ(mex_of({}, covering), kOmega);
  for (size_t left_out = 0; left_out < covering.size(); ++left_out) {
    std::vector<Ray> rays = covering;
    rays.erase(rays.begin() + static_cast<std::ptrdiff_t>(left_out));
    EXPECT_EQ(mex_of({}, rays), mex_by_search({}, rays, 24)) << left_out;
  }
  // All residues modulo n but one, each once more modulo a multiple.
  for (uint64_t n : {7u, 30u, 97u, 360u, 1000u}) {
    std::vector<Ray> rays;
    for (uint64_t r = 0; r < n; ++r) {
      if (r == n / 2) continue;
      rays.push_back({r, n});
      rays.push_back({r + n, n * (r + 1)});
    }
    EXPECT_EQ(mex_of({}, rays), Ordinal(n / 2)) << n;
    rays.push_back({n / 2 + 5 * n, n});
    EXPECT_EQ(mex_of({}, rays), Ordinal(n / 2)) << n;
    EXPECT_EQ(mex_of({n / 2, n / 2 + n, n / 2 + 2 * n, n / 2 + 4 * n}, rays),
              Ordinal(n / 2 + 3 * n))
        << n;
    rays.push_back({n / 2, n});
    EXPECT_EQ(mex_of({}, rays), kOmega) << n;
  }
}

TEST(MexTest, ManyRaysAndValues) {
  std::vector<Ordinal> values;
  std::vector<Ray> rays;
  for (uint64_t i = 0; i < 100'000; ++i) {
    values.push_back(2 * i + 1);
    rays.push_back({2 * (i * 7919 % 100'000), 2});
  }
  EXPECT_EQ(mex_of(values, rays), Ordinal(200'001));
  rays.push_back({Ordinal(200'001) + Ordinal(2), 2});
  EXPECT_EQ(mex_of(values, rays), Ordinal(200'001));
  values.push_back(200'001);
  EXPECT_EQ(mex_of(values, rays), kOmega);
}

TEST(MexTest, DifferentStepsThatCoverAlmostAll) {
  // A ray for each step, always the one that takes most of what is left: the hard kind of set.
  constexpr uint64_t kHorizon = 1 << 18;
  for (uint64_t least : {2u, 3u, 4u, 5u}) {
    std::vector<Ray> rays;
    std::vector<bool> taken(kHorizon);
    for (uint64_t step = least; step < least + 45; ++step) {
      std::vector<int> free(step);
      for (uint64_t n = 0; n < kHorizon; ++n) free[n % step] += !taken[n];
      const auto best =
          static_cast<uint64_t>(std::max_element(free.begin(), free.end()) - free.begin());
      for (uint64_t n = best; n < kHorizon; n += step) taken[n] = true;
      rays.push_back({best, step});

      const auto gap = [&] {
        return static_cast<uint64_t>(std::find(taken.begin(), taken.end(), false) - taken.begin());
      };
      const Ordinal expected = gap() < kHorizon ? Ordinal(gap()) : kOmega;
      ASSERT_EQ(mex_of({}, rays), expected) << text({}, rays);
      // The same with the first half of the gaps filled.
      std::vector<Ordinal> values;
      for (uint64_t n = 0; n < kHorizon / 2; ++n) {
        if (!taken[n]) values.push_back(n);
      }
      const auto next = static_cast<uint64_t>(
          std::find(taken.begin() + kHorizon / 2, taken.end(), false) - taken.begin());
      ASSERT_EQ(mex_of(values, rays), next < kHorizon ? Ordinal(next) : kOmega) << text({}, rays);
    }
  }
}

TEST(MexTest, TheSetIsReusedAfterClear) {
  MexSet set;
  for (uint32_t round = 0; round < 1000; ++round) {
    ASSERT_EQ(set.mex(), 0u);
    const uint32_t upto = round * 7 % 300;
    for (uint32_t i = 0; i < upto; ++i) set.insert(i);
    set.insert(upto + 1);
    ASSERT_EQ(set.mex(), upto);
    set.insert(upto);
    ASSERT_EQ(set.mex(), upto + 2);
    set.clear();
  }
  set.reserve(5000);
  ASSERT_GE(set.size(), 5000u);
  for (size_t i = 0; i < 4000; ++i) set.data()[i] = set.stamp();
  EXPECT_EQ(set.mex(), 4000u);
}

}  // namespace
}  // namespace grundy
