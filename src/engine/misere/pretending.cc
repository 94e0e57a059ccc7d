#include "engine/misere/pretending.h"

#include <algorithm>
#include <optional>

namespace grundy::misere {
namespace {

/// For each p how many of the last elements are the ones p places before (the Z-function of the
/// list read backwards).
std::vector<size_t> runs(const std::vector<Element>& list) {
  const std::vector<Element> back(list.rbegin(), list.rend());
  const size_t n = back.size();
  std::vector<size_t> z(n, 0);
  for (size_t i = 1, left = 0, right = 0; i < n; ++i) {
    if (i < right) z[i] = std::min(right - i, z[i - left]);
    while (i + z[i] < n && back[z[i]] == back[i + z[i]]) ++z[i];
    if (i + z[i] > right) {
      left = i;
      right = i + z[i];
    }
  }
  return z;
}

/// The least period that the elements prove to go on.
std::optional<heap::Period> proved(const std::vector<Element>& list, const heap::Moves& moves) {
  const std::vector<size_t> run = runs(list);
  for (size_t p = 1; 2 * p < list.size(); ++p) {
    const heap::Period period{.preperiod = list.size() - p - run[p], .period = p};
    if (heap::window(moves, period) <= list.size()) return period;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Element> pretending(const Quotient& quotient, size_t game) {
  std::vector<Element> result;
  const Letters& letters = quotient.letters();
  for (uint64_t size = 0; letters.heap(game, size) < quotient.images().size(); ++size)
    result.push_back(quotient.images()[letters.heap(game, size)]);
  return result;
}

Attempt<void> take_heaps(Quotient& quotient, uint64_t upto) {
  return quotient.extend_to(quotient.letters().below(upto + 1));
}

Attempt<std::vector<heap::Period>> settle(Quotient& quotient, uint64_t upto, Budget& budget) {
  const std::vector<heap::Moves>& games = quotient.letters().games();
  for (uint64_t size = 0, next_look = 1;; ++size) {
    if (auto taken = take_heaps(quotient, games.empty() ? 0 : size); !taken)
      return std::move(taken).error();
    budget.progress("heaps", size);
    if (size == upto || games.empty()) return std::vector<heap::Period>{};
    if (size < next_look) continue;
    next_look = size + size / 16 + 1;
    std::vector<heap::Period> periods;
    for (size_t game = 0; game < games.size(); ++game) {
      const auto period = proved(pretending(quotient, game), games[game]);
      if (!period) break;
      periods.push_back(*period);
    }
    if (periods.size() == games.size()) return periods;
  }
}

uint32_t letter_of(const Quotient& quotient, const std::vector<heap::Period>& periods, size_t game,
                   uint64_t size) {
  const auto& [n0, p, saltus] = periods[game];
  return quotient.letters().heap(game, size < n0 ? size : n0 + (size - n0) % p);
}

}  // namespace grundy::misere
