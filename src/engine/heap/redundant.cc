#include "engine/heap/redundant.h"

#include <algorithm>

#include "engine/heap/sequence.h"

namespace grundy::heap {
namespace {

/// Without the move to take j and leave so many heaps; in normal form.
HeapCode without(const HeapCode& code, uint64_t j, uint32_t heaps) {
  HeapCode result = code;
  std::vector<HeapClause>& clauses = result.after[j - 1].clauses;
  clauses.erase(std::remove_if(clauses.begin(), clauses.end(),
                               [heaps](const HeapClause& clause) { return clause.count == heaps; }),
                clauses.end());
  while (!result.after.empty() && result.after.back().empty()) result.after.pop_back();
  return result;
}

bool compares_heaps(const Moves& moves) {
  return !moves.equal.empty() || std::any_of(moves.two.begin(), moves.two.end(),
                                             [](const Split& split) { return split.different; });
}

/// g(0), …, g(end - 1).
std::vector<uint32_t> first_values(const HeapCode& code, uint64_t end) {
  Budget budget;
  Sequence sequence(code);
  std::vector<uint32_t> values;
  if (!sequence.extend(end, budget)) return values;  // only when memory is spent
  for (uint64_t n = 0; n < end; ++n) values.push_back(sequence.at(n));
  return values;
}

}  // namespace

HeapCode without_redundant(const HeapCode& code) {
  const std::optional<Moves> moves = simple_moves(code);
  if (!moves || compares_heaps(*moves)) return code;
  HeapCode result = code;
  // No step changes the values, so that those of the given game serve for all.
  const std::vector<uint32_t> values = first_values(code, code.after.size() + 1);
  if (values.empty()) return code;
  for (const uint64_t j : moves->one) {
    if (std::any_of(moves->two.begin(), moves->two.end(), [&](const Split& split) {
          return split.take < j && values[j - split.take] == 0;
        }))
      result = without(result, j, 1);
  }
  for (const uint64_t j : moves->whole) {
    HeapCode fewer = without(result, j, 0);
    if (const std::vector<uint32_t> there = first_values(fewer, j + 1);
        !there.empty() && there[j] > 0)
      result = std::move(fewer);
  }
  return result;
}

}  // namespace grundy::heap
