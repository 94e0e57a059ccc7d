// A projected automaton made deterministic: its states are sets of states.
//
// The letters of the projected automaton are those of the tracks that stay; one of them stands for
// all letters with these digits. The first set has all states that letters of value 0 lead to,
// since what was projected may be longer than what stays. Cost: the sets, exponentially many at
// worst; `fits` is asked before each.
#pragma once
#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/automatic/automaton.h"

namespace grundy::automatic {

/// `kept[letter]` is the letter, of `letters`, that stays of each. Nothing when fits(states so far)
/// is false.
template <class Fits>
std::optional<Automaton> determinised(const Automaton& a, const std::vector<uint32_t>& kept,
                                      uint32_t letters, const Fits& fits) {
  const std::vector<char> live = live_states(a);
  std::vector<std::vector<uint32_t>> letters_of(letters);
  for (uint32_t letter = 0; letter < a.letters; ++letter)
    letters_of[kept[letter]].push_back(letter);
  std::vector<char> in(a.states(), 0);
  const auto targets = [&](const std::vector<uint32_t>& from, uint32_t letter) {
    std::vector<uint32_t> result;
    for (const uint32_t state : from) {
      for (const uint32_t full : letters_of[letter]) {
        const uint32_t to = a.next(state, full);
        if (live[to] == 0 || in[to] != 0) continue;
        in[to] = 1;
        result.push_back(to);
      }
    }
    for (const uint32_t state : result) in[state] = 0;
    std::sort(result.begin(), result.end());
    return result;
  };
  using Set = std::vector<uint32_t>;
  const auto hash = [](const Set& set) {
    return std::hash<std::string_view>()(
        {reinterpret_cast<const char*>(set.data()), set.size() * sizeof(uint32_t)});
  };
  std::unordered_map<Set, uint32_t, decltype(hash)> number(0, hash);
  std::vector<const Set*> sets;
  const auto number_of = [&](Set set) {
    const auto [at, fresh] = number.emplace(std::move(set), static_cast<uint32_t>(sets.size()));
    if (fresh) sets.push_back(&at->first);
    return at->second;
  };
  std::vector<uint32_t> first;
  if (live[a.start] != 0) first.push_back(a.start);
  for (;;) {
    std::vector<uint32_t> more = targets(first, 0), all;
    std::set_union(first.begin(), first.end(), more.begin(), more.end(), std::back_inserter(all));
    if (all.size() == first.size()) break;
    first = std::move(all);
  }
  number_of(std::move(first));
  Automaton result{letters, 0, {}, {}};
  for (size_t i = 0; i < sets.size(); ++i) {
    if (!fits(sets.size())) return std::nullopt;
    const Set& here = *sets[i];
    const bool accepts =
        std::any_of(here.begin(), here.end(), [&](uint32_t s) { return a.accepting[s] != 0; });
    result.accepting.push_back(static_cast<char>(accepts ? 1 : 0));
    for (uint32_t letter = 0; letter < letters; ++letter)
      result.target.push_back(number_of(targets(here, letter)));
  }
  return result;
}

}  // namespace grundy::automatic
