// Places: classes of residues of a position, so that divisions leave no remainder and most cases of
// a formula can't apply.
//
// A formula with cases modulo 2 and 3 is stated six times for a game of one coordinate n: once with
// n = 6·q, once with n = 6·q + 1, and so on, q a natural number. What a certificate says of n is
// then said of q without remainders.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "check/logic.h"
#include "check/text.h"

namespace grundy {

/// The checker takes so many classes of residues at most.
constexpr int64_t kMostResidueClasses = 1000;

/// Σ numbers[from + i]·variables[i] + the last number.
logic::Linear linear(const Row& row, size_t from, const std::vector<logic::Linear>& variables);

/// A position in one class: coordinate i leaves residues[i] modulo the modulus i.
struct ClassPlace {
  std::vector<logic::Linear> coordinates;
  std::vector<int64_t> residues;
};

/// For each coordinate the least common multiple of the moduli in the cases; nothing when they make
/// more than kMostResidueClasses classes.
std::optional<std::vector<int64_t>> moduli_of(const Certificate& certificate, size_t arity);
/// Calls visit(residues) for all classes that the position can be in, until it gives false.
void for_each_class(const std::vector<int64_t>& moduli, const std::vector<logic::Linear>& position,
                    const std::function<bool(const std::vector<int64_t>&)>& visit);
/// The position in that class: the problem gets variables for the quotients and requires the
/// residues.
ClassPlace place_in(logic::Problem& problem, const std::vector<int64_t>& moduli,
                    std::vector<logic::Linear> position, const std::vector<int64_t>& residues);

/// Whether the residues let case i apply.
bool case_is_possible(const Certificate::Case& one, const std::vector<int64_t>& residues);
/// Case i of the certificate applies at the place: its conditions hold, and those of no case before
/// it.
logic::Condition case_applies(const Certificate& certificate, size_t i, const ClassPlace& place);
/// The conditions of the case hold at a place where it is possible.
logic::Condition holds(const Certificate::Case& one, const ClassPlace& place);
/// The coefficients of its value there, highest power first; each division is taken to leave no
/// remainder.
std::vector<logic::Linear> case_value(logic::Problem& problem, const Certificate& certificate,
                                      size_t i, const ClassPlace& place);

}  // namespace grundy
