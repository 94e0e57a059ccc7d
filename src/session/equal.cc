#include "session/equal.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/search/play_out.h"
#include "game/nim_heap.h"

namespace grundy {
namespace {

constexpr uint64_t kPlayedStates = 400'000;  // for the check by play, which is a courtesy

}  // namespace

Attempt<Comparison> compare(Session& session, const Question& a, const Question& b, Budget& budget) {
  Comparison result;
  const std::array<const Question*, 2> questions = {&a, &b};
  for (size_t i = 0; i < 2; ++i) {
    Attempt<Value> value = session.value(*questions[i], budget);
    if (!value) return std::move(value).error();
    result.values[i] = *std::move(value);
  }
  result.equal = result.values[0] == result.values[1];
  if (result.equal) return result;
  const Value& less = std::min(result.values[0], result.values[1]);
  result.witness = nim_heap(less.ordinal());
  result.played = true;
  for (size_t i = 0; i < 2; ++i) {
    result.outcomes[i] = nim_sum(result.values[i], less).outcome();
    std::vector<Position> together = questions[i]->parts;
    together.push_back(*result.witness);
    PlayOut search(Play::normal, budget, kPlayedStates);
    const Attempt<bool> wins = search.mover_wins(together);
    if (!wins) {
      if (budget.spent()) return wins.error();
      result.played = false;
    } else if (*wins != (result.outcomes[i] == Outcome::N)) {
      return Error::internal(fmt::format("play and theory differ on {}", sum_text(together, 10'000)));
    }
  }
  return result;
}

}  // namespace grundy
