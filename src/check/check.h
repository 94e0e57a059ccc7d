// Re-checks certificates: a small program that trusts neither an engine nor the search for laws. It sees the language
// (rule/), numbers, and isl.
//
// A certificate of kind formula says: V is the Grundy function of the game. Four claims make it a theorem (induction
// along the measures): V is defined at every position and natural there; every move lowers the measures
// lexicographically, which are natural linear functions; no move leads to a position of the same value; and each
// smaller ordinal is the value of an option, which the witnesses name. Each claim is that some conditions on integers
// can't hold together (check/logic.h). They are stated for each class of residues of the coordinates by itself:
// most divisions then leave no remainder, and most cases of the formula can't apply.
//
// A certificate of kind periodic says that the game is to take a number of a set S, or of all positive numbers but
// those of S, and what the values are for ever. The first is stated with the same conditions and witnesses; the values
// are computed anew from their definition, and the theorem about the repeated window does the rest:
//
//   S finite, t its greatest element: g(n) is a function of the t values before it, for n >= t. So if the t values
//   from q on come again p places later, everything from q on does.
//
//   All but S: let D(n) be the number of different values below n, which are 0, …, D(n) - 1, and u(n) = D(n) - g(n).
//   A value below D(n) is g(n) only if all its places are within the last t; so u(n) is a function of the t numbers u
//   before it, for n >= t. If those from q on come again p places later, g(n + p) = g(n) + D(q + p) - D(q) from q on.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/logic.h"
#include "check/text.h"

namespace grundy {

/// Something a certificate claims: that the problem has no solution.
struct Obligation {
  size_t line = 0;   // of the certificate, that fails when there is a solution
  std::string flaw;  // what a solution shows: "two values"
  logic::Problem problem;
  std::vector<std::string> names;  // of the first variables: those shown of a solution
};

/// A position of which it is known what coordinate i leaves modulo the modulus i.
struct Place {
  std::vector<logic::Linear> coordinates;
  std::vector<int64_t> residues;
};

/// For each coordinate a modulus after whose residues no case of the certificate needs to be asked for others; nothing
/// when there are more than a thousand classes of residues.
std::optional<std::vector<int64_t>> moduli_of(const Certificate& certificate, size_t arity);
/// Calls visit(residues) for all classes of residues in which the position can be, until it gives false.
void for_each_class(const std::vector<int64_t>& moduli, const std::vector<logic::Linear>& position,
                    const std::function<bool(const std::vector<int64_t>&)>& visit);
/// The position in that class: there are further variables for the quotients, and the problem requires the residues.
Place place_in(logic::Problem& problem, const std::vector<int64_t>& moduli, std::vector<logic::Linear> position,
               const std::vector<int64_t>& residues);

/// Whether the residues let case i apply.
bool case_is_possible(const Certificate::Case& one, const std::vector<int64_t>& residues);
/// Case i of the certificate applies at the place: its conditions hold, and those of no case before it.
logic::Condition case_applies(const Certificate& certificate, size_t i, const Place& place);
/// The coefficients of its value there, highest power first; each division is taken to leave no remainder.
std::vector<logic::Linear> case_value(logic::Problem& problem, const Certificate& certificate, size_t i,
                                      const Place& place);

/// Decides obligations: accepted, or the first one that fails. An error when the budget is spent.
using Judge = std::function<Attempt<Judgement>(const std::vector<Obligation>&, const Budget&)>;

/// The judge that asks isl. It gives up after a number of isl's steps, not after a time: what it answers is the same on
/// every machine.
Attempt<Judgement> judge_by_isl(const std::vector<Obligation>& obligations, const Budget& budget);

/// What the certificate claims, apart from values that can be computed. False, with the line and the reason, when it
/// claims nothing: its rule is wrong, or its numbers don't fit it.
bool state_obligations(const Certificate& certificate, std::vector<Obligation>& obligations, Judgement& judgement);

/// Whether the text is a certificate, and right. An error of kind declined when the budget is spent.
Attempt<Judgement> check_certificate(std::string_view text, const Judge& judge, const Budget& budget);

}  // namespace grundy
