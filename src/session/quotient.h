// The misère quotient of a game, of several at once, or of what a position can become: asked for as
// a text.
//
// Problem: of some games there is a quotient of all heaps, of others of the heaps up to a bound or
// of a position's own, and of some none that is found. Idea: a universe (engine/misere/universe.h)
// of what is named takes in as much as it may.
// Example: "kayles" has a quotient of order 40. Ends by counted steps where the user set no time
// limit.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "engine/misere/universe.h"
#include "session/session.h"

namespace grundy {

struct QuotientAnswer {
  std::string game;
  bool for_ever = false;              // the quotient of all heaps
  std::optional<uint64_t> upto = {};  // else of heaps up to this
  // Counted steps of the universe, where the user set no time limit.
  std::unique_ptr<Budget> share = {};
  std::unique_ptr<misere::Universe> universe = {};
};

/// The quotient of all heaps of one game; where there is none, the reason and what is known.
Attempt<QuotientAnswer> quotient_of_game(Session& session, const Rule& rule, Budget& budget);
/// Of "kayles + octal[0.123]", all heaps of these games, or heaps up to a bound; or of a sum of
/// positions. After an error `answer` has the name of what was asked for, as far as it was read.
Attempt<void> find_quotient(Session& session, const std::string& text, std::optional<uint64_t> upto,
                            QuotientAnswer& answer, Budget& budget);

/// Of one game's quotient for ever, for the checker; what the checker does not take is declined.
Attempt<std::string> certificate_of(const QuotientAnswer& answer, Budget& budget);

}  // namespace grundy
