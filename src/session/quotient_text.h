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
  bool for_ever = false;         // the quotient of all heaps
  std::optional<uint64_t> upto;  // else of heaps up to this
  std::unique_ptr<misere::Universe> universe;
};

/// The quotient of all heaps of one game.
Attempt<QuotientAnswer> quotient_of_game(Session& session, const Rule& rule, Budget& budget);

std::string quotient_text(const QuotientAnswer& answer);
std::string quotient_latex(const QuotientAnswer& answer);
std::string quotient_json(const QuotientAnswer& answer);
/// The same object where there is no quotient.
std::string declined_quotient_json(const std::string& game, const std::string& reason);

}  // namespace grundy
