// Automata of laws as people read them: the numeration in words, the states a line each, DOT, and
// formulas in LaTeX.
#pragma once
#include <string>
#include <vector>

#include "engine/automatic/law.h"

namespace grundy {

/// "base 2"; "the Zeckendorf numeration (1, 2, 3, 5, 8, …)".
std::string numeration_text(const automatic::Numeration& numeration);

/// Letters that lead from one state to the same other one, as digits of the tracks.
struct ShownArrow {
  size_t to = 1;  // a state's number, from 1
  std::vector<std::string> letters;
};
struct ShownState {
  bool accepting = false;
  std::vector<ShownArrow> arrows;
};
/// The states but the sink, the first one first.
std::vector<ShownState> shown_states(const automatic::AutomaticLaw& law);

/// A line a state: "  1, accepting: 00 11 → 1; 01 → 2". Letters are the tracks' digits in
/// their order; those that lead where nothing is accepted are left out. The first state is 1.
std::string states_text(const automatic::AutomaticLaw& law);

/// "n = 0, 1, 3, 7, 15": the least numbers, or pairs, that a law of losing positions accepts; empty
/// where fewer than three are small, and for more coordinates.
std::string first_losses(const automatic::AutomaticLaw& law, const std::vector<std::string>& names);

/// A digraph of Graphviz.
std::string dot_text(const automatic::AutomaticLaw& law, const std::string& title);

/// "4*(a/4 ^^ b/4) + (a + b) % 4" in mathematical mode.
std::string latex_formula(const std::string& formula);

}  // namespace grundy
