// Theorems in words: the statement, the proof, what there is to say where nothing is proved, and
// LaTeX.
#pragma once
#include <string>
#include <vector>

#include "proof/theorem.h"

namespace grundy {

/// "For all natural numbers m and n: …", a line for each case.
std::string statement(const Theorem& theorem);
/// Behind the statement of a period: " The value of g(n) is n % 1007 / 7." where the values begin
/// with 0 and rise in equal steps, a line with the first values where they are few; empty for
/// others.
std::string values_in_words(const Theorem& theorem);
/// "every move lowers (m, n) lexicographically"; of a theorem that is proved, or has slices.
std::string why_play_ends(const Theorem& theorem);
/// "Proof. Play ends: …" of a proved theorem, in lines of at most 100 columns.
std::string proof_text(const Theorem& theorem);
/// Why a theorem is not proved, how far it was tested, which slices are known, where it fails;
/// empty when it is proved.
std::string remarks(const Theorem& theorem);
// For LaTeX, with the packages amsmath and amsthm.

/// A formula in its cases, or a recurrence "g(n + 12) = g(n) …", for mathematical mode; empty for
/// other laws.
std::string latex_law(const Theorem& theorem);
/// The coordinates in mathematical mode.
std::vector<std::string> latex_names(const Theorem& theorem);
/// How the game is played: a paragraph, with its rule.
std::string latex_game(const Theorem& theorem);
/// The statement of a theorem that is proved (environment theorem) or conjectured (environment
/// conjecture).
std::string latex_statement(const Theorem& theorem);
/// The statement, and the proof of a theorem that is proved.
std::string latex(const Theorem& theorem);

}  // namespace grundy
