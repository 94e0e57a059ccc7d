// Laws that one automaton reads off the digits, as theorems.
//
// A law is found and proved by engine/automatic. Here it gets a name where a formula fits: each
// candidate is compiled to its own automaton and compared, so that a name is proved too. A user's
// formula with ^^ or % is decided likewise.
//
//   game n2(a, b) -> n2(x, b) for x < a; -> n2(a, y) for y < b      the value of n2(a, b) is a ^^ b
#pragma once
#include <optional>
#include <string>

#include "base/attempt.h"
#include "base/budget.h"
#include "proof/claim_text.h"
#include "proof/prove.h"
#include "proof/theorem.h"

namespace grundy {

/// Of the positions of a domain; with `outcomes` a law of lost positions alone. Status proved,
/// unknown with the reason, or refuted: a move leaves the domain; an error when the budget is
/// spent.
Attempt<Theorem> prove_automatic(const Rule& rule, const Budget& budget,
                                 const automatic::Domain& domain = {}, bool outcomes = false);

/// Whether the claim is the law of the game, decided in its numeration. Declines with the reason
/// what is out of reach.
Attempt<std::variant<AutomaticProof, Refuted>> decide_by_automata(const Rule& rule,
                                                                  const Claim& claim,
                                                                  const automatic::Domain& domain,
                                                                  const Budget& budget);

/// Steps of automata for a claim that another method left open.
constexpr uint64_t kDecisionSteps = 20'000'000;

/// Proves that a position of the domain is lost exactly if the condition holds. Nothing if
/// kDecisionSteps are not enough, or it is false. An error when the budget is spent.
Attempt<std::optional<AutomaticProof>> proof_of_lost(const Rule& rule, const std::string& lost_if,
                                                     const automatic::Domain& domain,
                                                     const Budget& budget);

/// Refuted when a move leaves the domain.
Attempt<std::optional<Theorem>> refute_domain(const Rule& rule, const automatic::Domain& domain,
                                              const Budget& budget);

}  // namespace grundy
