#include <algorithm>

#include "arbitrary.h"
#include "value/mex.h"

namespace grundy {
namespace {

bool on_a_ray(const std::vector<Ray>& rays, const Ordinal& a) {
  return std::any_of(rays.begin(), rays.end(), [&](const Ray& ray) {
    return ray.start <= a && ray.start.limit_part() == a.limit_part() &&
           ((a.coefficient(0) - ray.start.coefficient(0)) % ray.step).is_zero();
  });
}

bool contains(const std::vector<Ordinal>& values, const std::vector<Ray>& rays, const Ordinal& a) {
  return std::find(values.begin(), values.end(), a) != values.end() || on_a_ray(rays, a);
}

RC_GTEST_PROP(MexLaws, TheMexOfASetOfOrdinals, (const std::vector<Ordinal>& some)) {
  std::vector<Ordinal> values = some;
  for (const auto n : *rc::gen::container<std::vector<uint64_t>>(rc::gen::inRange<uint64_t>(0, 12)))
    values.push_back(n);
  const Ordinal result = mex(values);
  RC_ASSERT(!contains(values, {}, result));
  RC_ASSERT(result.is_small());
  for (uint64_t n = 0; n < result.small(); ++n) RC_ASSERT(contains(values, {}, n));
}

RC_GTEST_PROP(MexLaws, TheMexWithRays, ()) {
  const auto place = rc::gen::map(
      rc::gen::pair(rc::gen::inRange<uint64_t>(0, 3), rc::gen::inRange<uint64_t>(0, 8)),
      [](const auto& p) {
        return Ordinal::from_terms({{1, p.first}, {0, p.second}});
      });
  const auto step = rc::gen::map(rc::gen::element<uint64_t>(1, 2, 3, 4, 6, 12),
                                 [](uint64_t n) { return Natural(n); });
  const auto values = *rc::gen::container<std::vector<Ordinal>>(place);
  auto rays = *rc::gen::container<std::vector<Ray>>(rc::gen::construct<Ray>(place, step));
  if (*rc::gen::arbitrary<bool>()) rays.push_back({*place, 1});

  const Ordinal result = mex(values, rays);
  RC_ASSERT(!contains(values, rays, result));
  // Everything smaller is in the set. From 8 on a stretch repeats with period 12.
  const Natural stretches = result.coefficient(1);
  for (uint64_t k = 0; Natural(k) <= stretches; ++k) {
    for (uint64_t n = 0; n < 8 + 12; ++n) {
      const Ordinal a = Ordinal::from_terms({{1, k}, {0, n}});
      if (a < result) RC_ASSERT(contains(values, rays, a));
    }
  }
  RC_ASSERT(result.degree() <= Ordinal(1));
}

RC_GTEST_PROP(MexLaws, StretchingASetStretchesItsMex, ()) {
  // Multiply all numbers of a set by f and add all numbers that are no multiples of f: the mex is
  // multiplied by f.
  const auto number = rc::gen::inRange<uint64_t>(0, 9);
  const auto ray = rc::gen::construct<Ray>(
      rc::gen::map(number, [](uint64_t n) { return Ordinal(n); }),
      rc::gen::map(rc::gen::inRange<uint64_t>(1, 9), [](uint64_t n) { return Natural(n); }));
  auto rays = *rc::gen::container<std::vector<Ray>>(ray);
  auto values = *rc::gen::container<std::vector<uint64_t>>(number);
  std::vector<Ordinal> set(values.begin(), values.end());
  Ordinal expected = mex(set, rays);
  for (const auto f :
       *rc::gen::container<std::vector<uint64_t>>(rc::gen::inRange<uint64_t>(2, 6))) {
    for (Ordinal& value : set) value = value * Ordinal(f);
    for (Ray& r : rays) r = {r.start * Ordinal(f), r.step * f};
    for (uint64_t residue = 1; residue < f; ++residue) rays.push_back({residue, f});
    if (expected.is_finite()) expected = expected * Ordinal(f);
    RC_ASSERT(mex(set, rays) == expected);
    if (rays.size() > 60) break;
  }
}

}  // namespace
}  // namespace grundy
