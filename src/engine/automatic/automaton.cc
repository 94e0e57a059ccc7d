#include "engine/automatic/automaton.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace grundy::automatic {
namespace {

/// The states that words lead to, renumbered from the start on in the order of the letters.
Automaton reached(const Automaton& a) {
  constexpr uint32_t kUnseen = UINT32_MAX;
  std::vector<uint32_t> number(a.states(), kUnseen);
  std::vector<uint32_t> order{a.start};
  number[a.start] = 0;
  Automaton result{a.letters, 0, {}, {}};
  for (size_t i = 0; i < order.size(); ++i) {
    result.accepting.push_back(a.accepting[order[i]]);
    for (uint32_t letter = 0; letter < a.letters; ++letter) {
      const uint32_t to = a.next(order[i], letter);
      if (number[to] == kUnseen) {
        number[to] = static_cast<uint32_t>(order.size());
        order.push_back(to);
      }
      result.target.push_back(number[to]);
    }
  }
  return result;
}

}  // namespace

bool Automaton::is_sink(uint32_t state) const {
  if (accepting[state] != 0) return false;
  for (uint32_t letter = 0; letter < letters; ++letter) {
    if (next(state, letter) != state) return false;
  }
  return true;
}

Automaton minimal(const Automaton& automaton) {
  const Automaton a = reached(automaton);
  std::vector<uint32_t> kind(a.accepting.begin(), a.accepting.end());
  size_t count = 0;
  std::vector<uint32_t> row(a.letters + 1);
  for (;;) {
    std::unordered_map<std::string_view, uint32_t> kinds;
    std::vector<std::vector<uint32_t>> rows;  // keys; their places must not change
    rows.reserve(a.states());
    std::vector<uint32_t> finer(a.states());
    for (uint32_t state = 0; state < a.states(); ++state) {
      row[0] = kind[state];
      for (uint32_t letter = 0; letter < a.letters; ++letter)
        row[letter + 1] = kind[a.next(state, letter)];
      const std::string_view bytes(reinterpret_cast<const char*>(row.data()),
                                   row.size() * sizeof(uint32_t));
      auto found = kinds.find(bytes);
      if (found == kinds.end()) {
        rows.push_back(row);
        const std::string_view kept(reinterpret_cast<const char*>(rows.back().data()),
                                    bytes.size());
        found = kinds.emplace(kept, static_cast<uint32_t>(kinds.size())).first;
      }
      finer[state] = found->second;
    }
    kind = std::move(finer);
    if (kinds.size() == count) break;
    count = kinds.size();
  }
  Automaton merged{a.letters, kind[a.start], std::vector<uint32_t>(count * a.letters),
                   std::vector<char>(count)};
  for (uint32_t state = 0; state < a.states(); ++state) {
    merged.accepting[kind[state]] = a.accepting[state];
    for (uint32_t letter = 0; letter < a.letters; ++letter)
      merged.target[size_t{kind[state]} * a.letters + letter] = kind[a.next(state, letter)];
  }
  return reached(merged);
}

std::vector<char> live_states(const Automaton& a) {
  std::vector<std::vector<uint32_t>> from(a.states());
  for (uint32_t state = 0; state < a.states(); ++state) {
    for (uint32_t letter = 0; letter < a.letters; ++letter) {
      auto& list = from[a.next(state, letter)];
      if (list.empty() || list.back() != state) list.push_back(state);
    }
  }
  std::vector<char> live = a.accepting;
  std::vector<uint32_t> left;
  for (uint32_t state = 0; state < a.states(); ++state) {
    if (live[state] != 0) left.push_back(state);
  }
  while (!left.empty()) {
    const uint32_t state = left.back();
    left.pop_back();
    for (const uint32_t before : from[state]) {
      if (live[before] == 0) {
        live[before] = 1;
        left.push_back(before);
      }
    }
  }
  return live;
}

}  // namespace grundy::automatic
