#include "proof/automatic_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace grundy {
namespace {

using automatic::AutomaticLaw;
using automatic::Automaton;

/// States that are shown, numbered from 1 in their order; 0 for the sink.
std::vector<size_t> shown_states(const Automaton& a) {
  std::vector<size_t> result(a.states(), 0);
  size_t count = 0;
  for (uint32_t state = 0; state < a.states(); ++state) {
    if (!a.is_sink(state)) result[state] = ++count;
  }
  return result;
}

/// The digits of a letter, track by track; separated by points where a digit has two figures.
std::string letter_text(const AutomaticLaw& law, uint32_t letter) {
  const auto digits = static_cast<uint32_t>(law.numeration.digits());
  std::string text;
  for (uint32_t whole = 1; whole < law.automaton.letters; whole *= digits) {
    text += fmt::format("{}{}", digits > 10 && !text.empty() ? "." : "", letter % digits);
    letter /= digits;
  }
  return text;
}

/// For each state that is led to, by its shown number, the letters.
std::map<size_t, std::string> arrows(const AutomaticLaw& law, uint32_t state, const std::vector<size_t>& shown) {
  std::map<size_t, std::vector<std::string>> letters;
  for (uint32_t letter = 0; letter < law.automaton.letters; ++letter) {
    const size_t to = shown[law.automaton.next(state, letter)];
    if (to != 0) letters[to].push_back(letter_text(law, letter));
  }
  std::map<size_t, std::string> result;
  for (auto& [to, list] : letters) {
    std::sort(list.begin(), list.end());
    result[to] = fmt::format("{}", fmt::join(list, " "));
  }
  return result;
}

}  // namespace

std::string numeration_text(const automatic::Numeration& numeration) {
  if (numeration.is_base()) return numeration.name();
  std::vector<int64_t> terms;
  for (size_t i = 0; i < 5; ++i) terms.push_back(numeration.term(i));
  const std::string name = numeration.name() == "zeckendorf"   ? "Zeckendorf"
                           : numeration.name() == "tribonacci" ? "tribonacci"
                                                               : numeration.name();
  return fmt::format("the {} numeration ({}, …)", name, fmt::join(terms, ", "));
}

std::string states_text(const AutomaticLaw& law) {
  const std::vector<size_t> shown = shown_states(law.automaton);
  std::string text;
  for (uint32_t state = 0; state < law.automaton.states(); ++state) {
    if (shown[state] == 0) continue;
    text += fmt::format("  {}{}:", shown[state], law.automaton.accepting[state] != 0 ? ", accepting" : "");
    bool first = true;
    for (const auto& [to, letters] : arrows(law, state, shown)) {
      text += fmt::format("{} {} → {}", first ? "" : ";", letters, to);
      first = false;
    }
    text += '\n';
  }
  return text;
}

std::string dot_text(const AutomaticLaw& law, const std::string& title) {
  const std::vector<size_t> shown = shown_states(law.automaton);
  std::string text =
      fmt::format("digraph \"{}\" {{\n  rankdir = LR;\n  node [shape = circle];\n  start [shape = point];\n", title);
  for (uint32_t state = 0; state < law.automaton.states(); ++state) {
    if (shown[state] != 0 && law.automaton.accepting[state] != 0)
      text += fmt::format("  {} [shape = doublecircle];\n", shown[state]);
  }
  text += fmt::format("  start -> {};\n", shown[law.automaton.start]);
  for (uint32_t state = 0; state < law.automaton.states(); ++state) {
    if (shown[state] == 0) continue;
    for (const auto& [to, letters] : arrows(law, state, shown))
      text += fmt::format("  {} -> {} [label = \"{}\"];\n", shown[state], to, letters);
  }
  return text + "}\n";
}

std::string latex_formula(const std::string& formula) {
  std::string result;
  for (size_t i = 0; i < formula.size(); ++i) {
    if (formula.compare(i, 2, "^^") == 0) {
      result += "\\oplus";
      ++i;
    } else if (formula[i] == '%') {
      result += "\\bmod";
    } else if (formula[i] == '*') {
      result += " \\cdot ";
    } else if (i + 1 < formula.size() && formula[i + 1] == '/') {
      // name/number: a floor
      const size_t end = formula.find_first_not_of("0123456789", i + 2);
      result += fmt::format("\\lfloor {}/{} \\rfloor", formula[i], formula.substr(i + 2, end - i - 2));
      i = std::min(end, formula.size()) - 1;
    } else {
      result += formula[i];
    }
  }
  return result;
}

}  // namespace grundy
