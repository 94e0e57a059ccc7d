// The value of a drawing of Sprouts, and a certificate of it, for the checker (check/sprouts.h).
//
// Problem: a search that lists thousands of lands says "0", and nobody can tell whether it is
// right.
// Idea: the engine is asked for values only. Which claims are written, their options, and how lands
// are written are those of the checker's own slow listing. For a value v: an option for each value
// below it, and for each other option why it is not v. For "not v": an option that has the value v,
// one that the search has met if there is one.
// Example: sprouts(3) has the value 1 by a dozen claims.
// Cost: the checker's listing of the options of each claim, twice.
#pragma once
#include <string>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/sprouts.h"
#include "game/position.h"

namespace grundy {

/// The checker has accepted the text.
struct SproutsTheorem {
  SproutsCertificate claims;
  std::string certificate;
};
/// Of a position of sprouts.
Attempt<SproutsTheorem> prove_sprouts(const Position& position, Budget& budget);

/// "sprouts(5)"
std::string position_of(const SproutsCertificate& certificate);
/// "sprouts(5) has the value 1."
std::string statement(const SproutsCertificate& certificate);
/// The theorem and how it is proved.
std::string to_text(const SproutsTheorem& theorem);

}  // namespace grundy
