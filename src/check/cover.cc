#include "check/cover.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace grundy::digits {
namespace {

constexpr size_t kMostProductStates = 50'000;
constexpr size_t kMostProductCells = 4'000'000;

struct StateHash {
  size_t operator()(const State& s) const {
    uint64_t h = s.size();
    for (const int32_t x : s) h = (h ^ static_cast<uint32_t>(x)) * 0x9E3779B97F4A7C15u;
    return static_cast<size_t>(h ^ h >> 31);
  }
};

}  // namespace

std::optional<Explored> explore(Machine& machine, const Node& root, bool until_accepted,
                                std::string& trouble, const Budget& budget) {
  Explored result;
  result.letters = machine.letters();
  if (result.letters > kMostLetters) {
    trouble = "too many numbers are read at once";
    return std::nullopt;
  }
  std::unordered_map<State, uint32_t, StateHash> number;
  std::vector<const State*> states;
  const auto number_of = [&](State state) {
    const auto [at, fresh] = number.emplace(std::move(state), static_cast<uint32_t>(states.size()));
    if (fresh) states.push_back(&at->first);
    return at->second;
  };
  number_of(machine.start());
  for (size_t i = 0; i < states.size(); ++i) {
    if ((i & 63) == 0 && budget.spent()) {
      trouble = "the budget is spent";
      return std::nullopt;
    }
    if (states.size() > kMostProductStates || states.size() * result.letters > kMostProductCells) {
      trouble = "a product has too many states";
      return std::nullopt;
    }
    result.accepting.push_back(machine.accepts(*states[i], root));
    if (until_accepted && result.accepting.back()) return result;
    for (size_t letter = 0; letter < result.letters; ++letter) {
      State to = machine.next(*states[i], letter, root);
      if (to.size() == 1 && to[0] == -1) {
        trouble = "a sum does not stay small";
        return std::nullopt;
      }
      result.next.push_back(to.empty() ? Explored::kDead : number_of(std::move(to)));
    }
  }
  return result;
}

std::vector<std::vector<uint32_t>> letters_by_kept(const Machine& machine,
                                                   const std::vector<int>& kept) {
  const auto digits = static_cast<uint32_t>(machine.system().digits);
  size_t count = 1;
  for (size_t i = 0; i < kept.size(); ++i) count *= digits;
  std::vector<std::vector<uint32_t>> result(count);
  std::vector<int> digit(static_cast<size_t>(machine.tracks()));
  for (uint32_t letter = 0; letter < machine.letters(); ++letter) {
    uint32_t left = letter;
    for (int& d : digit) {
      d = static_cast<int>(left % digits);
      left /= digits;
    }
    // All digits of the tracks that are not read.
    std::vector<uint32_t> own{0};
    uint32_t place = 1;
    for (const int track : kept) {
      std::vector<uint32_t> more;
      for (const uint32_t base : own) {
        if (track >= 0) {
          more.push_back(base + place * static_cast<uint32_t>(digit[static_cast<size_t>(track)]));
        } else {
          for (uint32_t d = 0; d < digits; ++d) more.push_back(base + place * d);
        }
      }
      own = std::move(more);
      place *= digits;
    }
    for (const uint32_t k : own) result[k].push_back(letter);
  }
  return result;
}

Judgement check_cover(const Certificate::Cover& cover, const Inclusion& inclusion,
                      const Budget& budget) {
  const Explored& a = inclusion.a;
  const size_t rows = cover.rows.size();
  if (rows == 0 || cover.labels.size() != rows)
    return rejected(cover.line, "a cover has rows, each with its labels");
  using Label = std::pair<size_t, uint32_t>;
  std::vector<std::set<Label>> labels(rows);
  for (size_t i = 0; i < rows; ++i) {
    const std::vector<int64_t>& numbers = cover.labels[i].numbers;
    if (numbers.size() % 2 != 0)
      return rejected(cover.labels[i].line, "a label is a line and a state");
    for (size_t j = 0; j < numbers.size(); j += 2) {
      const int64_t r = numbers[j], s = numbers[j + 1];
      if (r < 0 || r >= static_cast<int64_t>(inclusion.r.size()) || s < 0 ||
          s >= static_cast<int64_t>(inclusion.r[static_cast<size_t>(r)].accepting.size()))
        return rejected(cover.labels[i].line, "a label is no state");
      labels[i].emplace(static_cast<size_t>(r), static_cast<uint32_t>(s));
    }
  }
  // Leading zeros lead to the labels of the first row.
  for (size_t r = 0; r < inclusion.r.size(); ++r) {
    const Explored& one = inclusion.r[r];
    std::vector<bool> seen(one.accepting.size(), false);
    std::vector<uint32_t> left{0};
    seen[0] = true;
    while (!left.empty()) {
      const uint32_t state = left.back();
      left.pop_back();
      for (const uint32_t letter : inclusion.letters_of[r][0]) {
        const uint32_t to = one.next[state * one.letters + letter];
        if (to == Explored::kDead || seen[to]) continue;
        seen[to] = true;
        left.push_back(to);
      }
    }
    for (const auto& [line, state] : labels[0]) {
      if (line == r && !seen[state])
        return rejected(cover.labels[0].line, "a first label is not reached by zeros");
    }
  }
  constexpr uint32_t kUnset = UINT32_MAX;
  std::vector<uint32_t> state_of(rows, kUnset);
  std::vector<size_t> order{0};
  state_of[0] = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    if (budget.spent()) return {false, cover.line, "the budget is spent", false};
    const size_t row = order[i];
    const Row& targets = cover.rows[row];
    if (targets.numbers.size() != a.letters)
      return rejected(targets.line, "a row has a target for each letter");
    if (a.accepting[state_of[row]] &&
        std::none_of(labels[row].begin(), labels[row].end(),
                     [&](const Label& l) { return inclusion.r[l.first].accepting[l.second]; }))
      return rejected(cover.labels[row].line, inclusion.flaw);
    for (size_t letter = 0; letter < a.letters; ++letter) {
      const uint32_t to = a.next[state_of[row] * a.letters + letter];
      const int64_t target = targets.numbers[letter];
      if (to == Explored::kDead && target != -1)
        return rejected(targets.line, "a target where no word goes on");
      if (to == Explored::kDead) continue;
      if (target < 0 || target >= static_cast<int64_t>(rows))
        return rejected(targets.line, "a target is no row");
      const auto next = static_cast<size_t>(target);
      if (state_of[next] == kUnset) {
        state_of[next] = to;
        order.push_back(next);
      }
      if (state_of[next] != to) return rejected(targets.line, "a row goes with two states");
      std::set<Label> after;
      for (const auto& [r, state] : labels[row]) {
        const Explored& one = inclusion.r[r];
        for (const uint32_t full : inclusion.letters_of[r][letter])
          after.emplace(r, one.next[state * one.letters + full]);
      }
      if (!std::includes(after.begin(), after.end(), labels[next].begin(), labels[next].end()))
        return rejected(cover.labels[next].line, "a label follows none of the row before");
    }
  }
  return {true, 0, ""};
}

}  // namespace grundy::digits
