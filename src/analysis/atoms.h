// Atoms: what is not affine in the moves of a rule, as named predicates over linear forms.
//
// An atom has one form, whatever it was read from: "n - y divides n" and "n - y divides y" are the
// same. Of each atom some affine consequences are known, by which sets are compared (pieces.h): a
// prime is 2, or 3, or 1 or 5 modulo 6.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/linear.h"

namespace grundy {

/// A predicate over linear forms whose dimensions are the coordinates of a position, then those of
/// the parts that a move leads to.
struct Atom {
  enum class Kind : uint8_t {
    divides,   // terms[0] >= 1 divides terms[1]
    coprime,   // the greatest common divisor of the two terms, which are natural, is 1
    prime,     // terms[0] is a prime
    square,    // terms[0] is the square of a natural number
    power,     // terms[0] is factor·base^i for a natural number i
    power_of,  // terms[0] >= 1, and terms[1] is terms[0]^i for some i >= 1
    within,    // both terms are natural, and each 1 among the binary digits of terms[0] is one of
               // terms[1]
  };
  Kind kind = Kind::divides;
  int64_t base = 0;
  int64_t factor = 1;
  std::vector<LinearForm> terms;
};
/// Equal atoms are the same predicate, if both are canonical.
bool operator==(const Atom& a, const Atom& b);
/// The same predicate in one form: terms of `divides` and `coprime` are changed by multiples of
/// each other, and of a and b - a, which are `within` b together, one is taken.
Atom canonical(Atom atom);

struct Literal {
  Atom atom;
  bool holds = true;
};
/// Where the literal may be true: an affine set that follows from it.
isl::Set facts_of(isl_ctx* context, size_t dimensions, const Literal& literal);

/// The first squares and powers, by which facts about the others begin; the last one is where the
/// others begin.
std::vector<int64_t> first_squares();
std::vector<int64_t> first_powers(int64_t b);

struct Piece {
  std::vector<Literal> literals;
  isl::Set pairs;  // the coordinates of a position, then those of all parts, one part after another
  // Told only where all numbers have at most so many binary digits; 0: everywhere. A binder up to
  // 60 for an exponent is as good as one without an end where numbers are less than 2^60.
  unsigned most_bits = 0;
};

/// The piece without the atoms whose first term has few values on it.
Piece with_few_values(isl_ctx* context, size_t dimensions, Piece piece);

/// "divides(n - m, n)", with these names for the dimensions.
std::string atom_text(const Atom& atom, const std::vector<std::string>& names);

}  // namespace grundy
