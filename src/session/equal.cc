#include "session/equal.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/misere/judge.h"
#include "engine/misere/structure.h"
#include "engine/search/play_out.h"
#include "engine/search/retrograde.h"
#include "game/nim_heap.h"
#include "value/mex.h"

namespace grundy {
namespace {

constexpr uint64_t kPlayedStates = 400'000;       // for the check by play, which is a courtesy
constexpr uint64_t kQuotientSteps = 100'000'000;  // for the quotient of both sums, some ten seconds
constexpr uint64_t kWitnessSteps = 5'000'000;     // for one sum with what may tell them apart
constexpr uint64_t kMostWitness = 8;              // the largest heap that is tried

/// A number n, beside which one is lost and the other not, or one won and the other drawn: the less
/// of two numbers, the number beside ∞ or loony, where both are ∞ the least exit that one alone
/// has, and a loony one is won beside what ∞ has not for an exit.
Ordinal heap_that_separates(const Value& a, const Value& b) {
  if (!a.is_loopy() || !b.is_loopy()) return std::min(a, b).ordinal();
  if (a.is_loony() || b.is_loony()) return Ordinal(mex((a.is_loony() ? b : a).exits()));
  std::vector<uint64_t> exits;
  std::set_symmetric_difference(a.exits().begin(), a.exits().end(), b.exits().begin(),
                                b.exits().end(), std::back_inserter(exits));
  return exits.front();
}

Attempt<Outcome> outcome_by_play(const std::vector<Position>& parts, Budget& budget) {
  const Attempt<bool> wins = PlayOut(Play::normal, budget, kPlayedStates).mover_wins(parts);
  if (wins) return *wins ? Outcome::N : Outcome::P;
  const Sum sum(parts.begin(), parts.end());
  if (is_cycle(wins.error())) {
    auto back = Retrograde::of({&sum, 1}, Play::normal, Retrograde::kCourtesy, budget);
    if (back) return back->outcome(sum, budget);
  }
  if (budget.spent()) return budget.why();
  auto near = Retrograde::of({&sum, 1}, Play::normal, Retrograde::kNear, budget);
  if (!near) return std::move(near).error();
  Attempt<Outcome> outcome = near->outcome(sum, budget);
  if (outcome && *outcome == Outcome::D) return wins.error();
  return outcome;
}

}  // namespace

Attempt<Comparison> compare(Session& session, const Question& a, const Question& b,
                            Budget& budget) {
  Comparison result;
  const std::array<const Question*, 2> questions = {&a, &b};
  for (size_t i = 0; i < 2; ++i) {
    Attempt<Value> value = session.value(*questions[i], budget);
    if (!value) return std::move(value).error();
    result.values[i] = *std::move(value);
  }
  result.equal = result.values[0] == result.values[1];
  if (result.equal) return result;
  const Ordinal apart = heap_that_separates(result.values[0], result.values[1]);
  result.witness = nim_heap(apart);
  result.played = true;
  for (size_t i = 0; i < 2; ++i) {
    result.outcomes[i] = nim_sum(result.values[i], apart).outcome();
    std::vector<Position> together = questions[i]->parts;
    together.push_back(*result.witness);
    const Attempt<Outcome> outcome = outcome_by_play(together, budget);
    if (!outcome) {
      if (budget.spent()) return outcome.error();
      result.played = false;
    } else if (*outcome != result.outcomes[i]) {
      return Error::internal(
          fmt::format("play and theory differ on {}", sum_text(together, 10'000)));
    }
  }
  return result;
}

namespace {

/// Notes who wins each sum with the witness, by the theory; then by play, where that is small.
Attempt<void> tell_apart(const std::array<const Question*, 2>& questions,
                         const std::array<bool, 2>& lost, Sum witness, MisereComparison& result,
                         Budget& budget) {
  result.witness = std::move(witness);
  result.played = true;
  for (size_t i = 0; i < 2; ++i) {
    result.outcomes[i] = lost[i] ? Outcome::P : Outcome::N;
    std::vector<Position> together = questions[i]->parts;
    together.insert(together.end(), result.witness.begin(), result.witness.end());
    const Attempt<bool> wins = PlayOut(Play::misere, budget, kPlayedStates).mover_wins(together);
    if (!wins) {
      if (budget.spent()) return wins.error();
      result.played = false;
    } else if (*wins == lost[i]) {
      return Error::internal(
          fmt::format("play and theory differ on {}", sum_text(together, 10'000)));
    }
  }
  return {};
}

/// What may tell sums apart: nothing, nim heaps, and small heaps of their games.
std::vector<Sum> witnesses(const std::vector<Position>& parts) {
  std::vector<Sum> result = {{}};
  for (uint64_t n = 1; n <= kMostWitness; ++n) result.push_back({nim_heap(Ordinal(Natural(n)))});
  std::vector<const Game*> games;
  for (const Position& part : parts) {
    if (!misere::is_taken_whole(part) ||
        std::find(games.begin(), games.end(), part.game) != games.end())
      continue;
    games.push_back(part.game);
    for (int64_t n = 1; n <= static_cast<int64_t>(kMostWitness); ++n)
      result.push_back({rule_game(part)->at(std::vector<int64_t>{n})});
  }
  return result;
}

Attempt<bool> is_lost_in_misere(const std::vector<Position>& parts, Budget& budget) {
  Budget share(budget, kWitnessSteps);
  if (const auto judged = misere::judge(parts, 1, share)) return judged->outcome == Outcome::P;
  if (budget.spent()) return budget.why();
  const Attempt<bool> wins = PlayOut(Play::misere, budget, kPlayedStates).mover_wins(parts);
  if (!wins) return wins.error();
  return !*wins;
}

/// Whether one of some witnesses is seen to tell the sums apart.
Attempt<bool> search_witness(const std::array<const Question*, 2>& questions,
                             const std::vector<Position>& all, MisereComparison& result,
                             Budget& budget) {
  for (const Sum& witness : witnesses(all)) {
    std::array<bool, 2> lost{};
    bool known = true;
    for (size_t i = 0; i < 2 && known; ++i) {
      std::vector<Position> together = questions[i]->parts;
      together.insert(together.end(), witness.begin(), witness.end());
      const Attempt<bool> one = is_lost_in_misere(together, budget);
      if (!one && budget.spent()) return one.error();
      known = one.ok();
      lost[i] = known && *one;
    }
    if (!known || lost[0] == lost[1]) continue;
    if (auto told = tell_apart(questions, lost, witness, result, budget); !told)
      return std::move(told).error();
    return true;
  }
  return false;
}

}  // namespace

Attempt<MisereComparison> compare_misere(const Question& a, const Question& b, Budget& budget) {
  const std::array<const Question*, 2> questions = {&a, &b};
  std::vector<Position> all = a.parts;
  all.insert(all.end(), b.parts.begin(), b.parts.end());
  Budget share(budget, kQuotientSteps);
  MisereComparison result;
  Attempt<std::unique_ptr<misere::Universe>> found = misere::universe_of(all, share);
  if (!found) {
    if (budget.spent()) return budget.why();
    const Attempt<bool> apart = search_witness(questions, all, result, budget);
    if (!apart) return apart.error();
    if (*apart) return result;
    return std::move(found).error();
  }
  const misere::Universe& universe = **found;
  const misere::Monoid& monoid = universe.quotient().monoid();
  result.quotient = misere::introduction(universe);
  std::array<misere::Element, 2> elements{};
  for (size_t i = 0; i < 2; ++i) {
    const auto element =
        universe.element(Sum(questions[i]->parts.begin(), questions[i]->parts.end()), budget);
    if (!element) return Error::declined("a sum has no element in the quotient");
    elements[i] = *element;
    result.elements[i] = misere::element_text(monoid, elements[i], misere::Script::text);
  }
  result.equal = elements[0] == elements[1];
  if (result.equal) return result;
  misere::Element between = 0;
  const auto lost = [&](size_t i) { return monoid.in_p(monoid.times(elements[i], between)); };
  while (between + 1 < monoid.order() && lost(0) == lost(1)) ++between;
  if (lost(0) == lost(1))
    return Error::internal("a quotient has two elements that nothing tells apart");
  if (auto told =
          tell_apart(questions, {lost(0), lost(1)}, universe.sum_of(between), result, budget);
      !told)
    return std::move(told).error();
  return result;
}

}  // namespace grundy
