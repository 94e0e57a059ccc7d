// A misère quotient as text, LaTeX, a picture and JSON.
#pragma once
#include <optional>
#include <string>

#include "cli/context.h"
#include "engine/misere/universe.h"

namespace grundy::cli {

struct QuotientAnswer {
  std::string game;
  bool for_ever = false;          // the quotient of all heaps
  std::optional<uint64_t> upto;   // else of heaps up to this
  std::unique_ptr<Budget> share;  // counted steps of the universe, where the user set no time limit
  std::unique_ptr<misere::Universe> universe;
};

/// The quotient of all heaps of one game. Ends by counted steps where the user set no time limit.
Attempt<QuotientAnswer> quotient_of_game(const Rule& rule, Context& context);

std::string quotient_text(const QuotientAnswer& answer);
std::string quotient_latex(const QuotientAnswer& answer);
/// The elements in their archimedean components, a row each, those of P filled.
std::string quotient_svg(const QuotientAnswer& answer);
std::string quotient_json(const QuotientAnswer& answer);
/// The same object where there is no quotient.
std::string declined_quotient_json(const std::string& game, const std::string& reason);

}  // namespace grundy::cli
