// A misère quotient as text, LaTeX and JSON.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "engine/misere/universe.h"
#include "session/session.h"

namespace grundy {

struct QuotientAnswer {
  std::string game;
  bool for_ever = false;          // the quotient of all heaps
  std::optional<uint64_t> upto;   // else of heaps up to this
  std::unique_ptr<Budget> share;  // counted steps of the universe, where the user set no time limit
  std::unique_ptr<misere::Universe> universe;
};

/// What the universe of the answer may use: counted steps where the user set no time limit.
Budget& share_of(QuotientAnswer& answer, Budget& budget);
/// The quotient of heaps up to a bound, or of all; where there is none, the reason and what is known.
Attempt<void> take_or_settle(const QuotientAnswer& answer, Budget& budget);
/// The quotient of all heaps of one game. Ends by counted steps where the user set no time limit.
Attempt<QuotientAnswer> quotient_of_game(Session& session, const Rule& rule, Budget& budget);

std::string quotient_text(const QuotientAnswer& answer);
std::string quotient_latex(const QuotientAnswer& answer);
std::string quotient_json(const QuotientAnswer& answer);
/// The same object where there is no quotient.
std::string declined_quotient_json(const std::string& game, const std::string& reason);

}  // namespace grundy
