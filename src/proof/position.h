// The value of one position, and a certificate of it, for the checker (check/position.h): kind
// position for boards that are drawn in rows, kind sprouts for drawings of Sprouts, kind entailing
// where moves may bind the answer, kind play for all others.
//
// Problem: a search of a hundred thousand positions says "2", and nobody can tell whether it is
// right.
// Idea: what is needed for a proof is much less than what was looked at. The engine is asked for
// values only; which claims are written, their options, parts and images are those of the checker's
// own slow listing. For a value v: an option for each value below it, and for each other option why
// it is not v. For "not v": the cheapest option that has the value v.
// Example: cram(3x3) has the value 0 by eleven claims.
// Cost: the checker's listing of the options of each claim, about a tenth of a millisecond.
#pragma once
#include <string>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/position.h"
#include "game/position.h"

namespace grundy {

/// Of Sprouts, and of games with rules; declines where play may go round, and where a position has
/// infinitely many options. The checker has accepted the text.
struct PositionTheorem {
  PositionCertificate claims;
  std::string certificate;
};
Attempt<PositionTheorem> prove_position(const Position& position, Budget& budget);

/// The position as certificates write it, its game with all parameters; declines games without
/// rules.
Attempt<std::string> certified_text(const Position& position);
/// Whether the position is the one that the certificate is about, and its game has the
/// certificate's rule; else an input error.
Attempt<void> is_about(const PositionCertificate& certificate, const Position& position,
                       const Budget& budget);

/// "cram(...|...|...) has the value 0."
std::string statement(const PositionCertificate& certificate);
/// The theorem and how it is proved.
std::string to_text(const PositionTheorem& theorem);

}  // namespace grundy
