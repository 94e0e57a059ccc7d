// Words that statements, proofs and their forms for papers share: what a theorem's game, positions
// and domain are called, and lines that are broken between words.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "engine/ordinal/formula_text.h"
#include "proof/theorem.h"

namespace grundy {

/// The game as it is called in the theorem.
std::string game_name(const Theorem& theorem);
/// The coordinates of its positions.
std::vector<std::string> own_coordinates(const Theorem& theorem);
/// A position of the game of this name: "g(1, 2)", with brackets where lists are written, "g([1,
/// 2])".
std::string position_with(const Theorem& theorem, const std::string& game,
                          const std::vector<std::string>& numbers);
/// "kayles(n)"
std::string position_name(const Theorem& theorem);
/// " with k >= 1": of which positions, or letters, the theorem speaks.
std::string domain_phrase(const Theorem& theorem);
/// "the player to move wins (N) in at most n + 1 moves".
std::string outcome_phrase(const OutcomeLaw::StatedOutcome& one, bool latex);
/// "3 cases", "1 case".
std::string counted(size_t count, const char* noun);
/// The text for LaTeX outside of mathematics.
std::string latex_escaped(std::string_view text);
void replace_all(std::string& text, std::string_view from, std::string_view to);

/// The proof of a proved theorem, one line for each paragraph.
std::string proof_paragraphs(const Theorem& theorem, Notation notation);

}  // namespace grundy
