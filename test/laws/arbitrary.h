// Random naturals and ordinals for RapidCheck, and how it and GoogleTest show them.
#pragma once
#include <gtest/gtest.h>
// GoogleTest before RapidCheck's binding to it.
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <ostream>
#include <vector>

#include "value/ordinal.h"

namespace grundy {

inline std::ostream& operator<<(std::ostream& out, const Natural& n) {
  return out << n.to_string();
}
inline std::ostream& operator<<(std::ostream& out, const Ordinal& a) {
  return out << a.to_string();
}

/// A thousand cases a law in place of a hundred, unless the caller says otherwise.
inline const bool kManyCases = setenv("RC_PARAMS", "max_success=1000", /*overwrite=*/0) == 0;

/// Of at most `words` words; small ones, borders of the forms and large ones are all frequent.
inline rc::Gen<Natural> naturals(size_t words) {
  const auto word = rc::gen::weightedOneOf<uint64_t>(
      {{3, rc::gen::inRange<uint64_t>(0, 10)},
       {1,
        rc::gen::element<uint64_t>(Natural::kSmallLimit - 1, Natural::kSmallLimit, ~uint64_t{0})},
       {2, rc::gen::arbitrary<uint64_t>()}});
  const auto digits = rc::gen::mapcat(rc::gen::inRange<size_t>(0, words + 1), [word](size_t size) {
    return rc::gen::container<std::vector<uint64_t>>(size, word);
  });
  return rc::gen::map(digits,
                      [](const std::vector<uint64_t>& list) { return Natural::from_words(list); });
}

template <class T>
rc::Gen<T> below(uint64_t limit) {
  return rc::gen::map(rc::gen::inRange<uint64_t>(0, limit), [](uint64_t n) { return T(n); });
}

/// Of at most four terms, exponents nested at most `depth` deep.
inline rc::Gen<Ordinal> ordinals(int depth) {
  const auto coefficients =
      rc::gen::weightedOneOf<Natural>({{4, below<Natural>(5)}, {1, naturals(2)}});
  if (depth == 0) return rc::gen::map(coefficients, [](const Natural& n) { return Ordinal(n); });
  const auto exponents =
      rc::gen::weightedOneOf<Ordinal>({{3, below<Ordinal>(4)}, {1, ordinals(depth - 1)}});
  const auto term = rc::gen::construct<Ordinal::Term>(exponents, coefficients);
  const auto terms = rc::gen::mapcat(rc::gen::inRange<size_t>(0, 5), [term](size_t size) {
    return rc::gen::container<std::vector<Ordinal::Term>>(size, term);
  });
  return rc::gen::map(
      terms, [](std::vector<Ordinal::Term> list) { return Ordinal::from_terms(std::move(list)); });
}

}  // namespace grundy

namespace rc {

template <>
struct Arbitrary<grundy::Natural> {
  static Gen<grundy::Natural> arbitrary() { return gen::resize(kNominalSize, grundy::naturals(5)); }
};

template <>
struct Arbitrary<grundy::Ordinal> {
  static Gen<grundy::Ordinal> arbitrary() { return gen::resize(kNominalSize, grundy::ordinals(3)); }
};

}  // namespace rc
