#include "engine/misere/judge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/heap_code.h"
#include "base/text.h"
#include "engine/misere/structure.h"
#include "game/games.h"

namespace grundy::misere {
namespace {

constexpr uint64_t kQuotientSteps = 30'000'000;
constexpr uint64_t kSmallHeap = 40;       // up to here the quotient of all heaps is not needed
constexpr uint64_t kListedHeap = 20'000;  // options of larger heaps are listed as far as they are different
constexpr uint64_t kBoundedHeap = 400;    // up to here the heaps below may do, where all have no quotient
constexpr size_t kNamedParts = 16;
constexpr size_t kNamedGenerators = 12;

const RuleGame* taken_game(const Position& position) {
  const RuleGame* game = rule_game(position);
  if (game == nullptr || game->rule()->arity() != 1) return nullptr;
  const RuleGame& named = game->games().of(named_game(*game->rule()));
  return moves_of(named) ? &named : nullptr;
}

Natural largest_heap(const std::vector<Position>& parts) {
  Natural largest;
  for (const Position& part : parts) {
    if (taken_game(part) != nullptr) largest = std::max(largest, rule_game(part)->coordinates(part)[0]);
  }
  return largest;
}

/// Winning moves of a heap too large to list all of them: heaps a <= b that are left have the same element when a is
/// one period larger, so that the first ones show whether there are any.
Attempt<MoveSet> of_large_heap(const Universe& universe, const Position& part, Element rest, size_t limit,
                               Budget& budget) {
  const RuleGame& game = *static_cast<const RuleGame*>(part.game);
  const Natural size = game.coordinates(part)[0];
  const auto& games = universe.games();
  const auto number = static_cast<size_t>(std::find(games.begin(), games.end(), &game) - games.begin());
  if (number == games.size() || universe.periods().empty())
    return Error::declined("the heap is too large to list its moves");
  const heap::Period& period = universe.periods()[number];
  const heap::Moves& moves = universe.quotient().letters().games()[number];
  MoveSet result;
  const Monoid& monoid = universe.quotient().monoid();
  const auto offer = [&](const Sum& to) {
    const std::optional<Element> element = universe.element(to, budget);
    if (!element || !monoid.in_p(monoid.times(rest, *element))) return;
    if (result.moves.size() == limit) {
      result.all = false;
    } else {
      result.moves.push_back({to, ""});
    }
  };
  const auto heap = [&](const Natural& n) { return game.at(Coordinates{n}); };
  for (const uint64_t take : moves.one) offer({heap(size - Natural(take))});
  for (const heap::Split& split : moves.two) {
    const Natural left = size - Natural(split.take);
    for (uint64_t a = 1; a < period.preperiod + period.period + 1 && result.all; ++a) {
      if ((a & 1023) == 0 && budget.spent()) return budget.why();
      const size_t before = result.moves.size();
      offer({heap(Natural(a)), heap(left - Natural(a))});
      // The same again with a larger by any number of periods.
      if (a >= period.preperiod && result.moves.size() > before) result.all = false;
    }
  }
  for (const uint64_t take : moves.equal) {
    const Natural left = size - Natural(take);
    if (left.bit(0)) continue;
    const Natural half = left >> 1;
    offer({heap(half), heap(half)});
  }
  return result;
}

Attempt<MoveSet> winning(const Universe& universe, const Position& part, Element rest, size_t limit, Budget& budget) {
  if (taken_game(part) != nullptr && rule_game(part)->coordinates(part)[0] > Natural(kListedHeap)) {
    const Attempt<Sum> live = live_parts({part}, budget);
    if (!live) return live.error();
    if (live->size() != 1) return Error::declined("the heap is too large to list its moves");
    return of_large_heap(universe, live->front(), rest, limit, budget);
  }
  const Monoid& monoid = universe.quotient().monoid();
  return options_where(part, limit, budget, [&](const Sum& option) -> Attempt<bool> {
    const std::optional<Element> element = universe.element(option, budget);
    if (!element) return Error::internal("an option has no element in the quotient");
    return monoid.in_p(monoid.times(rest, *element));
  });
}

std::string reason_of(const Universe& universe, const std::vector<Position>& parts,
                      const std::vector<Element>& elements, Element product) {
  const Monoid& monoid = universe.quotient().monoid();
  std::string text = introduction(universe) + ":\n";
  std::vector<std::pair<std::string, std::string>> rows;
  for (size_t i = 0; i < std::min(parts.size(), kNamedParts); ++i)
    rows.emplace_back(shortened_to(to_string(parts[i]), 60), element_text(monoid, elements[i], Script::text));
  if (parts.size() > kNamedParts) rows.emplace_back(fmt::format("… and {} more", parts.size() - kNamedParts), "");
  const bool lost = monoid.in_p(product);
  if (parts.size() > 1) rows.emplace_back("product", element_text(monoid, product, Script::text));
  rows.back().second += lost ? "   in P" : "   not in P";
  size_t width = 0;
  for (const auto& [name, element] : rows) width = std::max(width, text_width(name));
  for (const auto& [name, element] : rows) {
    std::string line = "  " + padded_right(name, width) + "  " + element;
    while (line.back() == ' ') line.pop_back();
    text += line + "\n";
  }
  return text;
}

}  // namespace

bool is_taken_whole(const Position& position) { return taken_game(position) != nullptr; }

std::string introduction(const Universe& universe) {
  const Monoid& monoid = universe.quotient().monoid();
  std::vector<std::string> games;
  for (const RuleGame* game : universe.games()) games.push_back(game->name());
  std::vector<std::string> generators;
  const std::vector<uint32_t>& letters = monoid.generators();
  for (size_t g = 0; g < std::min(letters.size(), kNamedGenerators); ++g)
    generators.push_back(fmt::format("{} = {}", generator_name(g), to_string(universe.position(letters[g]), 60)));
  if (letters.size() > kNamedGenerators) generators.emplace_back("…");
  return fmt::format("In the misère quotient{}, of order {}{}{}",
                     games.empty() ? std::string() : " of " + enumeration(games), monoid.order(),
                     generators.empty() ? "" : ", with ", fmt::join(generators, ", "));
}

Attempt<std::unique_ptr<Universe>> universe_of(const std::vector<Position>& parts, Budget& budget) {
  const Sum sum(parts.begin(), parts.end());
  const Natural largest = largest_heap(parts);
  std::optional<Error> why;
  for (const bool whole : {false, true, false}) {
    // Small heaps: those below alone first; large ones: all heaps first, and only then those below.
    const bool small = largest <= Natural(kSmallHeap);
    if (!whole && (why ? small || largest > Natural(kBoundedHeap) : !small)) continue;
    Attempt<std::unique_ptr<Universe>> universe = Universe::of(sum, whole, budget);
    if (!universe) return std::move(universe).error();
    const Attempt<void> settled = (*universe)->settle(budget);
    if (settled) return universe;
    why = settled.error();
    if (budget.spent()) break;
  }
  return *std::move(why);
}

namespace {

/// The parts' elements in a quotient.
struct Elements {
  std::unique_ptr<Universe> universe;
  std::vector<Element> list;
};

Attempt<Elements> elements_of(const std::vector<Position>& parts, Budget& budget) {
  Attempt<std::unique_ptr<Universe>> found = universe_of(parts, budget);
  if (!found) return std::move(found).error();
  Elements result{*std::move(found), {}};
  for (const Position& one : parts) {
    const std::optional<Element> element = result.universe->element(one, budget);
    if (!element) return Error::declined(fmt::format("{} has no element in the quotient", to_string(one)));
    result.list.push_back(*element);
  }
  return result;
}

}  // namespace

Attempt<Judged> judge(const std::vector<Position>& parts, size_t limit, Budget& budget) {
  if (parts.empty()) return Judged{};
  Budget part(budget, kQuotientSteps);
  const Attempt<Elements> found = elements_of(parts, part);
  if (!found) return found.error();
  const Universe& universe = *found->universe;
  const Monoid& monoid = universe.quotient().monoid();
  const std::vector<Element>& elements = found->list;
  std::vector<Element> behind(parts.size() + 1, 0);  // products of the parts from here on
  for (size_t i = parts.size(); i-- > 0;) behind[i] = monoid.times(elements[i], behind[i + 1]);
  Judged result;
  result.outcome = monoid.in_p(behind[0]) ? Outcome::P : Outcome::N;
  if (result.outcome == Outcome::P) return result;
  Element before = 0;
  for (size_t i = 0; i < parts.size() && (result.all || result.winning_moves.empty()); ++i) {
    const Element rest = monoid.times(before, behind[i + 1]);
    Attempt<MoveSet> moves = winning(universe, parts[i], rest, limit - result.winning_moves.size(), budget);
    if (!moves) return std::move(moves).error();
    result.all = result.all && moves->all;
    for (Move& move : moves->moves) result.winning_moves.emplace_back(i, std::move(move));
    before = monoid.times(before, elements[i]);
  }
  return result;
}

std::string reason(const std::vector<Position>& parts, Budget& budget) {
  Budget part(budget, kQuotientSteps);
  const Attempt<Elements> found = elements_of(parts, part);
  if (!found) return {};
  Element product = 0;
  for (const Element x : found->list) product = found->universe->quotient().monoid().times(product, x);
  return reason_of(*found->universe, parts, found->list, product);
}

}  // namespace grundy::misere
