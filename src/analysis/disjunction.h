// Conditions as unions of conjunctions: linear forms that are 0 or natural, and atoms.
#pragma once
#include <optional>
#include <vector>

#include "analysis/atoms.h"
#include "rule/rule.h"

namespace grundy {

constexpr size_t kMostPieces = 96;  // of a line, before they are joined

struct Conjunction {
  std::vector<LinearForm> zero;
  std::vector<LinearForm> natural;
  std::vector<Literal> literals;
  std::vector<LinearForm> positive = {};  // not said, but to be shown: divisors
};
using Disjunction = std::vector<Conjunction>;

inline Conjunction joined(Conjunction a, const Conjunction& b) {
  a.zero.insert(a.zero.end(), b.zero.begin(), b.zero.end());
  a.natural.insert(a.natural.end(), b.natural.begin(), b.natural.end());
  a.literals.insert(a.literals.end(), b.literals.begin(), b.literals.end());
  a.positive.insert(a.positive.end(), b.positive.begin(), b.positive.end());
  return a;
}
inline std::optional<Disjunction> both(const std::optional<Disjunction>& a,
                                       const std::optional<Disjunction>& b) {
  if (!a || !b || a->size() * b->size() > kMostPieces) return std::nullopt;
  Disjunction result;
  for (const Conjunction& one : *a) {
    for (const Conjunction& other : *b) result.push_back(joined(one, other));
  }
  return result;
}
inline std::optional<Disjunction> either(std::optional<Disjunction> a,
                                         const std::optional<Disjunction>& b) {
  if (!a || !b || a->size() + b->size() > kMostPieces) return std::nullopt;
  a->insert(a->end(), b->begin(), b->end());
  return a;
}

/// A term that is not affine, and the dimension that stands for it.
struct TermDefinition {
  // mul, div, mod, gcd, isqrt (of first), power (base^second, or first^second if base is 0),
  // bit_and, bit_or, bit_xor
  Op op = Op::mul;
  LinearForm first;
  LinearForm second;
  int64_t base = 0;
  LinearForm value;  // at first the dimension
};

}  // namespace grundy
