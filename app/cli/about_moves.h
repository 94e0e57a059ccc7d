// What `grundy solve` may be asked about winning moves beside a list of some: how many there are, the least one.
#pragma once
#include <string>

#include "cli/command.h"

namespace grundy::cli {

struct AboutMoves {
  bool count = false;
  std::string least;     // a term
  std::string greatest;  // a term
  bool any() const { return count || !least.empty() || !greatest.empty(); }
};

void add_move_options(Command& command, AboutMoves& place);

/// Solves the sum, answers what was asked about moves behind it, and ends the command.
int solve_about_moves(const std::string& sum, face::Play play, size_t moves, const AboutMoves& about, Context& context);

}  // namespace grundy::cli
