#include "catalogue/classes.h"

#include <algorithm>

#include "engine/heap/redundant.h"

namespace grundy::catalogue {
namespace {

constexpr size_t kNear = 8;  // of the checksums, that of 2^8 values

size_t common_size(const CatalogueGame& a, const CatalogueGame& b) {
  return std::min(a.prefixes.size(), b.prefixes.size());
}

/// As far as both are known.
bool agree(const CatalogueGame& a, const CatalogueGame& b) {
  const size_t size = common_size(a, b);
  return size > 0 && a.prefixes[size - 1] == b.prefixes[size - 1];
}

/// Whether the games have the same value everywhere: one is the other without redundant moves, or
/// both have the same law and the same values before it begins.
bool same_for_ever(const CatalogueGame& a, const CatalogueGame& b) {
  if (a.same_as.value_or(a.code) == b.same_as.value_or(b.code)) return true;
  return a.period && a.period == b.period && agree(a, b) &&
         uint64_t{1} << (common_size(a, b) - 1) >= a.period->preperiod + a.period->period;
}

/// 2^k for the least k at which the checksums differ.
uint64_t differ_below(const CatalogueGame& a, const CatalogueGame& b) {
  const auto [at, other] = std::mismatch(
      a.prefixes.begin(), a.prefixes.begin() + static_cast<ptrdiff_t>(common_size(a, b)),
      b.prefixes.begin());
  return uint64_t{1} << (at - a.prefixes.begin());
}

}  // namespace

Attempt<SequenceComparison> compare_games(const HeapCode& a, const HeapCode& b, uint64_t upto,
                                          Budget& budget) {
  if (heap::without_redundant(a) == heap::without_redundant(b))
    return SequenceComparison{SequenceComparison::Kind::same, upto, {}};
  heap::Run runs[2] = {heap::Run(a), heap::Run(b)};
  uint64_t n = 0;
  for (uint64_t end = std::min<uint64_t>(1024, upto + 1);; end = std::min(4 * end, upto + 1)) {
    for (heap::Run& run : runs) {
      if (auto advanced = run.advance(end, budget); !advanced) return std::move(advanced).error();
    }
    for (; n < end; ++n) {
      if (n % 65536 == 0 && budget.spent()) return budget.why();
      const uint32_t values[2] = {runs[0].at(n), runs[1].at(n)};
      if (values[0] != values[1])
        return SequenceComparison{SequenceComparison::Kind::differ, n, {values[0], values[1]}};
    }
    const auto& law = runs[0].period();
    if (law && law == runs[1].period() && end >= law->preperiod + law->period)
      return SequenceComparison{SequenceComparison::Kind::same, n - 1, {}};
    if (end > upto) return SequenceComparison{SequenceComparison::Kind::alike, upto, {}};
  }
}

Classes classes_of(const std::vector<CatalogueGame>& games) {
  // A game that is known farther comes first, so that it stands for its class.
  std::vector<const CatalogueGame*> order;
  for (const CatalogueGame& game : games) order.push_back(&game);
  std::stable_sort(order.begin(), order.end(), [](const CatalogueGame* a, const CatalogueGame* b) {
    return a->prefixes.size() > b->prefixes.size();
  });
  std::vector<GameClass> all;
  for (const CatalogueGame* game : order) {
    const auto place = std::find_if(
        all.begin(), all.end(), [&](const GameClass& one) { return agree(*one.games[0], *game); });
    if (place != all.end()) {
      place->games.push_back(game);
    } else {
      all.push_back({{game}, false, 0});
    }
  }
  Classes result;
  for (GameClass& one : all) {
    const CatalogueGame& first = *one.games[0];
    one.proved = std::all_of(one.games.begin(), one.games.end(), [&](const CatalogueGame* game) {
      return same_for_ever(first, *game);
    });
    if (!one.games.back()->prefixes.empty())
      one.upto = (uint64_t{1} << (one.games.back()->prefixes.size() - 1)) - 1;
    std::sort(one.games.begin(), one.games.end(),
              [](const CatalogueGame* a, const CatalogueGame* b) { return a->code < b->code; });
  }
  std::sort(all.begin(), all.end(), [](const GameClass& a, const GameClass& b) {
    return a.games[0]->code < b.games[0]->code;
  });
  for (size_t i = 0; i < all.size(); ++i) {
    for (size_t j = i + 1; j < all.size(); ++j) {
      const CatalogueGame& a = *all[i].games[0];
      const CatalogueGame& b = *all[j].games[0];
      if (common_size(a, b) <= kNear || a.prefixes[kNear] != b.prefixes[kNear] || agree(a, b))
        continue;
      result.near.push_back({&a, &b, differ_below(a, b)});
    }
  }
  for (GameClass& one : all) {
    if (one.games.size() > 1) result.equal.push_back(std::move(one));
  }
  return result;
}

}  // namespace grundy::catalogue
