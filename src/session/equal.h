// Whether two sums have the same value; when not, a game that tells them apart.
//
// Equal values are all that theory says of sums: with a nim heap of the smaller value one sum is
// lost and the other won. That outcome is checked by playing both out, where they are small.
//
// In misère play sums are compared in the quotient of the games in them (engine/misere/quotient.h):
// equal elements can't be told apart by any sum of these games, and different ones are, by the
// least sum that does. Where there is no such quotient, nim heaps and small heaps of the games are
// tried.
#pragma once
#include <array>
#include <optional>

#include "session/session.h"

namespace grundy {

struct Comparison {
  bool equal = false;
  std::array<Value, 2> values;
  // Where they are not equal:
  std::optional<Position> witness;    // a nim heap
  std::array<Outcome, 2> outcomes{};  // of each sum with the witness
  bool played = false;                // both outcomes were found by play, too
};

/// An internal error when play and theory differ.
Attempt<Comparison> compare(Session& session, const Question& a, const Question& b, Budget& budget);

struct MisereComparison {
  bool equal = false;
  std::array<std::string, 2> elements;  // empty where there is no quotient
  std::string quotient;                 // "In the misère quotient of kayles, …"
  // Where they are not equal:
  Sum witness;
  std::array<Outcome, 2> outcomes{};
  bool played = false;
};

/// Declines where the games have no finite quotient, or it is too much work, and nothing is found
/// to tell them apart.
Attempt<MisereComparison> compare_misere(const Question& a, const Question& b, Budget& budget);

}  // namespace grundy
