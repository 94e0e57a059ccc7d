// What `grundy solve` may be asked about winning moves beside a list of some: how many there are,
// the least one.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"

namespace grundy::cli {

struct AboutMoves {
  std::string count;     // "choices" or "results"; empty: not asked
  std::string least;     // a term
  std::string greatest;  // a term
  bool any() const { return !count.empty() || !least.empty() || !greatest.empty(); }
};

/// What is counted, where it was asked.
std::optional<face::Counted> counted(const AboutMoves& about);
/// Which of least and greatest is sought, and of which term.
Attempt<std::pair<face::Extreme, std::string>> sought(const AboutMoves& about);

void add_move_options(Command& command, AboutMoves& place);

/// What was asked about the moves of an answer; of a game with outcomes alone, for each player who
/// may begin.
Attempt<face::AboutMoves> answer_about_sum(const AboutMoves& about, const face::Answer& answer,
                                           face::Session& session);
Attempt<std::vector<face::AboutOutcomeMoves>> answer_about_starts(const AboutMoves& about,
                                                                  const face::OutcomeAnswer& answer,
                                                                  face::Session& session);
/// The same behind an empty line; empty where nothing was asked.
std::string in_words(const face::AboutMoves& asked);
std::string in_words(const std::vector<face::AboutOutcomeMoves>& asked,
                     const std::string& position);

}  // namespace grundy::cli
