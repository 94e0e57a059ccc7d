#include "proof/automatic_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace grundy {
namespace {

using automatic::AutomaticLaw;
using automatic::Automaton;

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

std::string pair_text(uint64_t a, uint64_t b) { return fmt::format("({}, {})", a, b); }

/// Whether the automaton accepts these numbers, track by track.
bool accepts(const AutomaticLaw& law, const std::vector<uint64_t>& numbers) {
  std::vector<std::vector<int>> words;
  size_t length = 0;
  for (const uint64_t n : numbers) {
    words.push_back(law.numeration.word(Natural(n)));
    length = std::max(length, words.back().size());
  }
  uint32_t state = 0;
  for (size_t i = 0; i < length; ++i) {
    uint32_t letter = 0, whole = 1;
    for (const std::vector<int>& word : words) {
      const size_t lacking = length - word.size();
      letter += i < lacking ? 0 : static_cast<uint32_t>(word[i - lacking]) * whole;
      whole *= static_cast<uint32_t>(law.numeration.digits());
    }
    state = law.automaton.next(state, letter);
  }
  return law.automaton.accepting[state] != 0;
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

std::vector<ShownState> shown_states(const AutomaticLaw& law) {
  const Automaton& a = law.automaton;
  std::vector<size_t> number(a.states(), 0);  // 0 for the sink
  size_t count = 0;
  for (uint32_t state = 0; state < a.states(); ++state) {
    if (!a.is_sink(state)) number[state] = ++count;
  }
  std::vector<ShownState> result;
  for (uint32_t state = 0; state < a.states(); ++state) {
    if (number[state] == 0) continue;
    std::map<size_t, std::vector<std::string>> letters;
    for (uint32_t letter = 0; letter < a.letters; ++letter) {
      const size_t to = number[a.next(state, letter)];
      if (to != 0) letters[to].push_back(letter_text(law, letter));
    }
    ShownState& shown = result.emplace_back();
    shown.accepting = a.accepting[state] != 0;
    for (auto& [to, list] : letters) {
      std::sort(list.begin(), list.end());
      shown.arrows.push_back({to, std::move(list)});
    }
  }
  return result;
}

std::string states_text(const AutomaticLaw& law) {
  std::string text;
  size_t number = 0;
  for (const ShownState& state : shown_states(law)) {
    text += fmt::format("  {}{}:", ++number, state.accepting ? ", accepting" : "");
    for (const ShownArrow& arrow : state.arrows)
      text += fmt::format("{} {} → {}", &arrow == &state.arrows[0] ? "" : ";",
                          fmt::join(arrow.letters, " "), arrow.to);
    text += '\n';
  }
  return text;
}

std::string first_losses(const AutomaticLaw& law, const std::vector<std::string>& names) {
  constexpr size_t kShown = 8, kFew = 3;
  if (law.kind != automatic::LawKind::losing || names.empty() || names.size() > 2) return {};
  const bool is_alone = names.size() == 1;
  const uint64_t greatest = is_alone ? 1000 : 40;
  std::vector<std::string> found;
  for (uint64_t n = 0; n <= greatest && found.size() < kShown; ++n) {
    if (is_alone && accepts(law, {n})) found.push_back(std::to_string(n));
    for (uint64_t m = 0; !is_alone && m <= n; ++m) {
      for (const auto& [a, b] : {std::pair(m, n), std::pair(n, m)}) {
        if (accepts(law, {a, b}) && (m != n || found.empty() || found.back() != pair_text(a, b)))
          found.push_back(pair_text(a, b));
      }
    }
  }
  if (found.size() < kFew) return {};
  found.resize(std::min(found.size(), kShown));
  return is_alone ? fmt::format("{} = {}", names[0], fmt::join(found, ", "))
                  : fmt::format("({}) = {}", fmt::join(names, ", "), fmt::join(found, ", "));
}

std::string dot_text(const AutomaticLaw& law, const std::string& title) {
  const std::vector<ShownState> states = shown_states(law);
  std::string text = fmt::format(
      "digraph \"{}\" {{\n  rankdir = LR;\n  node [shape = circle];\n  start [shape = point];\n",
      title);
  for (size_t i = 0; i < states.size(); ++i) {
    if (states[i].accepting) text += fmt::format("  {} [shape = doublecircle];\n", i + 1);
  }
  text += "  start -> 1;\n";
  for (size_t i = 0; i < states.size(); ++i) {
    for (const ShownArrow& arrow : states[i].arrows)
      text += fmt::format("  {} -> {} [label = \"{}\"];\n", i + 1, arrow.to,
                          fmt::join(arrow.letters, " "));
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
      result +=
          fmt::format("\\lfloor {}/{} \\rfloor", formula[i], formula.substr(i + 2, end - i - 2));
      i = std::min(end, formula.size()) - 1;
    } else {
      result += formula[i];
    }
  }
  return result;
}

}  // namespace grundy
