// Rows of a witness: terms of isl as the rows of numbers that certificates are made of.
//
// isl writes ⌊(n + 1)/2⌋ as a division within a term; a certificate names it first, by a line
// `let`, as a further variable. Example: with the variables n, s the term ⌊(n + 1)/2⌋ - s becomes
// `let 2 1 0 1` and the row 0 -1 1 0.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/isl.h"
#include "check/text.h"

namespace grundy {

class WitnessRows {
 public:
  /// Rows over so many variables. In isl's terms the first dimensions are the position's
  /// coordinates divided by their moduli, the others are variables as they are.
  WitnessRows(size_t variables, const std::vector<int64_t>& moduli);
  /// d·aff with integer coefficients, d its denominator: coefficients of the variables and lets so
  /// far, then the constant.
  Row row(isl_aff* aff, int64_t& d);
  /// The same for a term that is an integer wherever it is used.
  Row exact(isl_aff* aff);
  /// The row coordinate - modulus·quotient - residue.
  Row residue(size_t coordinate, int64_t modulus, int64_t residue) const;
  /// Gives rows made before the last let a 0 for each later one.
  void widen(std::vector<Row>& rows) const;
  bool failed() const { return failed_; }
  std::vector<Row> take_lets() { return std::move(lets_); }

 private:
  /// The variable ⌊aff⌋.
  size_t let(isl_aff* aff);

  int64_t integer(isl_val* value);

  size_t variables_;
  std::vector<size_t> columns_;  // of the dimensions
  std::vector<Row> lets_;        // each as wide as the variables were when it was made
  bool failed_ = false;
};

}  // namespace grundy
