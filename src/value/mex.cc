// The finite sets are simple. With rays, ordinals are looked at one stretch λ, λ+1, λ+2, … (λ = 0,
// ω, ω·2, …) at a time: the ordinals of a stretch that are in the set form finitely many arithmetic
// progressions of naturals, a single value being one of step 0. A stretch can be full only if it
// has a ray, so one of the first stretches, at most one more than there are rays, has a gap.
//
// The first gap of a stretch is looked for by a sieve over the first numbers. Two facts make that
// end.
//
// With k rays of steps greater than k and m values, some of the first (k+1)(m+1) naturals is free:
// each ray takes at most m + 1 of them, so that the rays leave at least m + 1.
//
// Otherwise there is a step d <= k. With a prime p dividing it, the naturals are split into their p
// residue classes, each of which is again such a problem, and a smaller one: in one class this ray
// has the step d/p, in the others it is absent. Numbers of any size are so skipped in one step.
#include "value/mex.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

namespace grundy {
namespace {

/// The naturals start + step·i, i = 0, 1, 2, …; step 0: start alone.
struct Progression {
  Natural start;
  Natural step;
};

uint64_t least_prime_factor(uint64_t n) {
  for (uint64_t p = 2; p * p <= n; ++p) {
    if (n % p == 0) return p;
  }
  return n;
}

/// Euclid's algorithm: the x with a·x = 1 mod m, for coprime a and m, m >= 1 below 2^31.
uint64_t inverse_modulo(uint64_t a, uint64_t m) {
  auto r0 = static_cast<int64_t>(m), r1 = static_cast<int64_t>(a % m);
  int64_t x0 = 0, x1 = 1;
  while (r1 != 0) {
    const int64_t q = r0 / r1;
    r0 = std::exchange(r1, r0 - q * r1);
    x0 = std::exchange(x1, x0 - q * x1);
  }
  return static_cast<uint64_t>(x0 < 0 ? x0 + static_cast<int64_t>(m) : x0) % m;
}

/// The t for which prime·t + c is in `set`.
std::vector<Progression> restricted(const std::vector<Progression>& set, uint64_t prime,
                                    uint64_t c) {
  std::vector<Progression> result;
  for (const Progression& p : set) {
    // Start + ahead = c mod prime.
    const uint64_t ahead = (c + prime - (p.start % prime).small()) % prime;
    const uint64_t step = (p.step % prime).small();
    if (step == 0) {
      if (ahead == 0) result.push_back({(p.start - c) / prime, p.step / prime});
    } else {
      // The first term in the class.
      const uint64_t i = ahead * inverse_modulo(step, prime) % prime;
      result.push_back({(p.start + p.step * i - c) / prime, p.step});
    }
  }
  return result;
}

/// Drops rays that are part of another of the same step, and what lies at `limit` or beyond.
std::vector<Progression> reduced(const std::vector<Progression>& set,
                                 const std::optional<Natural>& limit) {
  std::vector<Progression> result;
  std::map<std::pair<Natural, Natural>, Natural> starts;  // of rays, by step and residue
  for (const Progression& p : set) {
    if (limit && p.start >= *limit) continue;
    if (p.step.is_zero()) {
      result.push_back(p);
    } else if (const auto [known, fresh] = starts.try_emplace({p.step, p.start % p.step}, p.start);
               !fresh) {
      known->second = std::min(known->second, p.start);
    }
  }
  for (const auto& [key, start] : starts) result.push_back({start, key.first});
  return result;
}

/// The least natural below `limit` (none: no limit) in no progression, when there is one.
std::optional<Natural> least_gap(std::vector<Progression> set, std::optional<Natural> limit) {
  for (const Progression& p : set) {
    if (p.step == 1 && (!limit || p.start < *limit)) limit = p.start;
  }
  set = reduced(set, limit);
  const auto rays = static_cast<uint64_t>(std::count_if(
      set.begin(), set.end(), [](const Progression& p) { return !p.step.is_zero(); }));
  Natural least_step = rays + 1;
  for (const Progression& p : set) {
    if (!p.step.is_zero()) least_step = std::min(least_step, p.step);
  }
  const bool split = least_step <= rays;

  for (uint64_t length = 64 + 2 * set.size();; length *= 2) {
    std::vector<bool> taken(limit && *limit < length ? limit->small() : length);
    for (const Progression& p : set) {
      if (p.start >= taken.size()) continue;
      const uint64_t step = p.step.is_small() && !p.step.is_zero() ? p.step.small() : taken.size();
      for (uint64_t n = p.start.small(); n < taken.size();
           n += std::min<uint64_t>(step, taken.size()))
        taken[n] = true;
    }
    const auto gap = std::find(taken.begin(), taken.end(), false);
    if (gap != taken.end()) return static_cast<uint64_t>(gap - taken.begin());
    if (limit && *limit == taken.size()) return std::nullopt;
    if (split) break;
  }

  const uint64_t prime = least_prime_factor(least_step.small());
  std::optional<Natural> best;
  for (uint64_t c = 0; c < prime && (!limit || c < *limit); ++c) {
    std::optional<Natural> class_limit;
    if (limit) class_limit = (*limit - c + (prime - 1)) / prime;
    if (const std::optional<Natural> t =
            least_gap(restricted(set, prime, c), std::move(class_limit))) {
      best = *t * prime + c;
      limit = best;
    }
  }
  return best;
}

}  // namespace

uint64_t mex(std::span<const uint64_t> values) {
  if (values.size() < 64) {
    uint64_t seen = 0;
    for (uint64_t value : values) seen |= value < 64 ? uint64_t{1} << value : 0;
    return static_cast<uint64_t>(std::countr_one(seen));
  }
  std::vector<bool> seen(values.size() + 1);
  for (uint64_t value : values) {
    if (value < seen.size()) seen[value] = true;
  }
  return static_cast<uint64_t>(std::find(seen.begin(), seen.end(), false) - seen.begin());
}

Ordinal mex(std::span<const Ordinal> values) {
  // n values leave one of 0 … n free.
  std::vector<uint64_t> small;
  for (const Ordinal& value : values) {
    if (value.is_small() && value.small() <= values.size()) small.push_back(value.small());
  }
  return mex(small);
}

Ordinal mex(std::span<const Ordinal> values, std::span<const Ray> rays) {
  if (rays.empty()) return mex(values);
  std::map<Ordinal, std::vector<Progression>> stretches;
  for (const Ordinal& value : values)
    stretches[value.limit_part()].push_back({value.coefficient(0), 0});
  for (const Ray& ray : rays) {
    assert(!ray.step.is_zero());
    stretches[ray.start.limit_part()].push_back({ray.start.coefficient(0), ray.step});
  }
  for (Ordinal stretch;; stretch = stretch + Ordinal::omega()) {
    const auto found = stretches.find(stretch);
    if (found == stretches.end()) return stretch;
    if (const std::optional<Natural> gap = least_gap(std::move(found->second), std::nullopt))
      return stretch + *gap;
  }
}

void MexSet::clear() {
  if (++stamp_ != 0) return;
  std::fill(stamps_.begin(), stamps_.end(), 0);
  stamp_ = 1;
}

void MexSet::grow(uint32_t value) {
  constexpr uint64_t kAll = uint64_t{1} << 32;
  stamps_.resize(
      std::max<uint64_t>(uint64_t{value} + 1, std::min<uint64_t>(2 * stamps_.size(), kAll)));
}

}  // namespace grundy
