#include "engine/misere/tame.h"

#include <fmt/format.h>

#include "base/text.h"
#include "engine/algebra.h"
#include "engine/misere/genus.h"
#include "game/nim_heap.h"

namespace grundy::misere {
namespace {

constexpr uint64_t kMostTamePositions = 50'000;
constexpr uint64_t kLargestTameHeap = 10'000;  // whose options are listed
constexpr size_t kNamedTameParts = 16;

Attempt<HeapCounts> counts_of(const Sum& sum, GenusFinder& finder, std::string* genus = nullptr) {
  const auto found = finder.of(sum);
  if (!found) return found.error();
  if (!found->tame)
    return Error::declined(fmt::format("{} is not tame", to_string(found->witness)));
  if (genus != nullptr) *genus = found->genus.text();
  return HeapCounts{Natural(found->genus.normal), found->genus.is_fickle() ? 0U : 1U};
}

}  // namespace

Attempt<Judged> judge_tame(const std::vector<Position>& parts, size_t limit, Budget& budget) {
  const Algebra& algebra = misere_nim();
  GenusFinder finder(budget, kMostTamePositions);
  std::vector<grundy::Element> elements;
  grundy::Element total = HeapCounts{};
  Judged result;
  result.reason = "By their genera the parts are tame, like nim heaps:\n";
  for (const Position& part : parts) {
    if (const auto size = heap_size(part);
        size && (!size->is_small() || size->small() > kLargestTameHeap))
      return Error::declined("a nim heap is too large to list its moves");
    std::string genus;
    const Attempt<HeapCounts> counts = counts_of({part}, finder, &genus);
    if (!counts) return counts.error();
    elements.emplace_back(*counts);
    total = algebra.add(total, elements.back());
    if (elements.size() > kNamedTameParts) continue;
    result.reason +=
        fmt::format("  {}  {}, {} {}\n", shortened_to(to_string(part), 60), genus,
                    counts->large > 0 ? "firm" : "fickle", counts->exclusive_or.to_string());
  }
  const auto& [sum, firm] = std::get<HeapCounts>(total);
  result.reason +=
      fmt::format("Their numbers have the nim-sum {}; {} lost where it is {}.\n", sum.to_string(),
                  firm > 0 ? "with a firm part the sum is" : "without a firm part the sum is",
                  firm > 0 ? "0" : "1");
  result.outcome = algebra.outcome(total);
  if (result.outcome == Outcome::P) return result;
  for (size_t i = 0; i < parts.size() && (result.all || result.winning_moves.empty()); ++i) {
    const grundy::Element rest = algebra.without(total, elements[i]);
    Attempt<MoveSet> moves =
        options_where(parts[i], limit - result.winning_moves.size(), budget,
                      [&](const Sum& option) -> Attempt<bool> {
                        const Attempt<HeapCounts> counts = counts_of(option, finder);
                        if (!counts) return counts.error();
                        return algebra.outcome(algebra.add(rest, *counts)) == Outcome::P;
                      });
    if (!moves) return std::move(moves).error();
    result.all = result.all && moves->all;
    for (Move& move : moves->moves) result.winning_moves.emplace_back(i, std::move(move));
  }
  return result;
}

}  // namespace grundy::misere
