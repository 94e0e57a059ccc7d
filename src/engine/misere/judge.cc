#include "engine/misere/judge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "analysis/heap_code.h"
#include "base/text.h"
#include "engine/misere/structure.h"
#include "game/copies.h"
#include "game/games.h"
#include "game/nim_heap.h"

namespace grundy::misere {
namespace {

constexpr uint64_t kQuotientSteps = 20'000'000;
// Options of larger heaps are listed as far as they are different.
constexpr uint64_t kListedHeap = 20'000;
// For an option of a part beside, when it needs a quotient of its own.
constexpr uint64_t kTriedSteps = 2'000'000;
constexpr size_t kMostTried = 8;
constexpr size_t kMostUnsettled = 50;
constexpr size_t kNamedParts = 16;
constexpr size_t kNamedGenerators = 12;

const RuleGame* taken_game(const Position& position) {
  const RuleGame* game = rule_game(position);
  if (game == nullptr || game->rule()->arity() != 1) return nullptr;
  const RuleGame& named = game->games().of(named_game(*game->rule()));
  return moves_of(named) ? &named : nullptr;
}

/// Winning moves of a heap too large to list all of them: heaps a <= b that are left have the same
/// element when a is one period larger, so that the first ones show whether there are any.
Attempt<MoveSet> of_large_heap(const Universe& universe, const Position& part, Element rest,
                               size_t place, size_t limit, Budget& budget) {
  const RuleGame& game = *static_cast<const RuleGame*>(part.game);
  const Natural size = game.coordinates(part)[0];
  const auto& games = universe.games();
  const auto number =
      static_cast<size_t>(std::find(games.begin(), games.end(), &game) - games.begin());
  if (number == games.size() || universe.periods().empty())
    return Error::declined("the heap is too large to list its moves");
  const heap::Period& period = universe.periods()[number];
  const heap::Moves& moves = universe.quotient().letters().games()[number];
  MoveSet result;
  const Monoid& monoid = universe.quotient().monoid();
  const auto offer = [&](const Sum& to) {
    const std::optional<Element> element = universe.element(to, budget);
    if (!element || !monoid.is_lost(monoid.times(rest, *element), place)) return;
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

/// Moves of a heap to positions that are lost together with an element and the position beside.
Attempt<MoveSet> winning(const Universe& universe, const Position& part, Element rest, size_t place,
                         size_t limit, Budget& budget) {
  if (taken_game(part) != nullptr && rule_game(part)->coordinates(part)[0] > Natural(kListedHeap)) {
    const Attempt<Sum> live = live_parts({part}, budget);
    if (!live) return live.error();
    if (live->size() != 1) return Error::declined("the heap is too large to list its moves");
    return of_large_heap(universe, live->front(), rest, place, limit, budget);
  }
  const Monoid& monoid = universe.quotient().monoid();
  return options_where(part, limit, budget, [&](const Sum& option) -> Attempt<bool> {
    const std::optional<Element> element = universe.element(option, budget);
    if (!element) return Error::internal("an option has no element in the quotient");
    return monoid.is_lost(monoid.times(rest, *element), place);
  });
}

/// The parts as a quotient sees them.
struct SumElements {
  std::unique_ptr<Budget> share;  // of the universe, which it outlives
  std::unique_ptr<Universe> universe;
  std::vector<Element> elements;  // the identity for parts that stand beside
  std::vector<size_t> beside;     // the numbers of these
  size_t place = 0;               // of all of them, beside
};

Element product_of(const SumElements& seen) {
  Element product = 0;
  for (const Element x : seen.elements)
    product = seen.universe->quotient().monoid().times(product, x);
  return product;
}

std::string reason_of(const SumElements& seen, const std::vector<Position>& parts) {
  const Universe& universe = *seen.universe;
  const Monoid& monoid = universe.quotient().monoid();
  Sum beside;
  for (const size_t i : seen.beside) beside.push_back(parts[i]);
  std::string text = introduction(universe);
  if (!beside.empty()) text += fmt::format(", beside {}", shortened_to(to_string(beside), 100));
  text += ":\n";
  const Element product = product_of(seen);
  std::vector<std::pair<std::string, std::string>> rows;
  for (size_t i = 0; i < std::min(parts.size(), kNamedParts); ++i)
    rows.emplace_back(shortened_to(to_string(parts[i]), 60),
                      std::find(seen.beside.begin(), seen.beside.end(), i) != seen.beside.end()
                          ? "beside"
                          : element_text(monoid, seen.elements[i], Script::text));
  if (parts.size() > kNamedParts)
    rows.emplace_back(fmt::format("… and {} more", parts.size() - kNamedParts), "");
  const bool lost = monoid.is_lost(product, seen.place);
  if (parts.size() > 1) rows.emplace_back("product", element_text(monoid, product, Script::text));
  rows.back().second += !seen.beside.empty() ? fmt::format("   {} beside {}", lost ? "lost" : "won",
                                                           shortened_to(to_string(beside), 60))
                        : lost               ? "   in P"
                                             : "   not in P";
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

bool is_taken_whole(const Position& position) { return taken_game(single(position)) != nullptr; }

std::string introduction(const Universe& universe) {
  const Monoid& monoid = universe.quotient().monoid();
  std::vector<std::string> games;
  for (const RuleGame* game : universe.games()) games.push_back(game->name());
  std::vector<std::string> generators;
  const std::vector<uint32_t>& letters = monoid.generators();
  for (size_t g = 0; g < std::min(letters.size(), kNamedGenerators); ++g)
    generators.push_back(
        fmt::format("{} = {}", generator_name(g), to_string(universe.position(letters[g]), 60)));
  if (letters.size() > kNamedGenerators) generators.emplace_back("…");
  const auto& tokens = universe.most_tokens();
  return fmt::format("In the misère quotient{}{}, of order {}{}{}",
                     games.empty() ? std::string() : " of " + enumeration(games),
                     tokens ? fmt::format(" with at most {} tokens", *tokens) : "", monoid.order(),
                     generators.empty() ? "" : ", with ", fmt::join(generators, ", "));
}

namespace {

using Maker = Attempt<std::unique_ptr<Universe>> (*)(const Sum& sum, Budget& budget);

Attempt<std::unique_ptr<Universe>> settled_universe(Maker make, const std::vector<Position>& parts,
                                                    Budget& budget) {
  Attempt<std::unique_ptr<Universe>> universe = make(Sum(parts.begin(), parts.end()), budget);
  if (!universe) return universe;
  if (auto settled = (*universe)->settle(budget); !settled) return std::move(settled).error();
  return universe;
}

Attempt<SumElements> seen_with(Maker make, const std::vector<Position>& parts, uint64_t steps,
                               Budget& budget) {
  auto share = std::make_unique<Budget>(budget, steps);
  Attempt<std::unique_ptr<Universe>> found = settled_universe(make, parts, *share);
  if (!found) return std::move(found).error();
  SumElements result{std::move(share), *std::move(found), {}, {}, 0};
  Sum beside;
  for (size_t i = 0; i < parts.size(); ++i) {
    const std::optional<Element> element = result.universe->element(parts[i], budget);
    if (!element) {
      result.beside.push_back(i);
      beside.push_back(parts[i]);
    }
    result.elements.push_back(element.value_or(0));
  }
  const std::optional<size_t> place = result.universe->place_beside(beside);
  if (!place)
    return Error::declined(fmt::format("{} has no element in the quotient", to_string(beside)));
  result.place = *place;
  return result;
}

Attempt<SumElements> seen_beside(const std::vector<Position>& parts, uint64_t steps,
                                 Budget& budget) {
  if (Attempt<SumElements> seen = seen_with(Universe::with_beside, parts, steps, budget);
      seen || budget.spent())
    return seen;
  return seen_with(Universe::of_its_tokens, parts, steps, budget);
}

Attempt<SumElements> seen_by_a_quotient(const std::vector<Position>& parts, Budget& budget) {
  if (Attempt<SumElements> seen = seen_beside(parts, kQuotientSteps, budget);
      seen || budget.spent())
    return seen;
  return seen_with(Universe::of, parts, kQuotientSteps, budget);
}

/// Moves of a part that stands beside.
Attempt<MoveSet> winning_beside(const SumElements& seen, const std::vector<Position>& parts,
                                size_t moved, Element product, size_t limit, Budget& budget) {
  bool all = true;
  std::map<Form, bool> tried;  // whether the others' heaps are lost beside a form that the
                               // canonical one does not have
  const auto is_lost = [&](const Sum& option, Form form) {
    if (const auto known = tried.find(form); known != tried.end()) return known->second;
    const Sum after = replaced(Sum(parts.begin(), parts.end()), moved, option);
    const auto simple =
        tried.size() < kMostTried
            ? seen_beside({after.begin(), after.end()}, kTriedSteps, budget)
            : Attempt<SumElements>(Error::declined("too many moves have forms of their own"));
    all = all && simple;
    const bool lost =
        simple && simple->universe->quotient().monoid().is_lost(product_of(*simple), simple->place);
    return tried[form] = lost;
  };
  Attempt<MoveSet> moves =
      options_where(parts[moved], limit, budget, [&](const Sum& option) -> Attempt<bool> {
        Sum after = option;
        for (const size_t i : seen.beside) {
          if (i != moved) after.push_back(parts[i]);
        }
        if (const auto place = seen.universe->place_beside(after))
          return seen.universe->quotient().monoid().is_lost(product, *place);
        const std::optional<Form> form = seen.universe->form_beside(after);
        if (!form) return Error::internal("an option has no form beside the quotient");
        return is_lost(option, *form);
      });
  if (moves) moves->all = moves->all && all;
  return moves;
}

struct MoveBeside {
  size_t part = 0;
  Sum option;
  Sum after;  // all parts
};

/// Moves of the parts that stand beside heaps, by the form of what stands there then; the simple
/// forms first.
Attempt<std::map<Form, MoveBeside>> moves_beside(const std::vector<Position>& parts,
                                                 Budget& budget) {
  const Sum sum(parts.begin(), parts.end());
  const Attempt<std::unique_ptr<Universe>> found = Universe::with_beside(sum, budget);
  if (!found) return found.error();
  const Universe& universe = **found;
  std::map<Form, MoveBeside> result;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (universe.is_heap(parts[i])) continue;
    const auto listed = parts[i].game->options(
        parts[i],
        [&](const Sum& option) {
          Sum after = replaced(sum, i, option);
          Sum beside;
          for (const Position& part : after) {
            if (!universe.is_heap(part)) beside.push_back(part);
          }
          if (const auto form = universe.form_beside(beside))
            result.try_emplace(*form, MoveBeside{i, option, std::move(after)});
          return true;
        },
        budget);
    if (!listed) return listed.error();
  }
  return result;
}

/// The moves of heaps, as far as they are not seen to lose; `listed` counts all. A move loses when
/// the other player's answer, one of the moves that lead to what is seen, wins.
Attempt<std::vector<std::pair<size_t, Move>>> not_seen_to_lose(
    const std::vector<SumElements>& answers, const std::vector<Position>& parts, size_t& listed,
    Budget& budget) {
  std::vector<std::pair<size_t, Move>> result;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!answers.front().universe->is_heap(parts[i])) continue;
    if (rule_game(parts[i])->coordinates(parts[i])[0] > Natural(kListedHeap))
      return Error::declined("the heap is too large to list its moves");
    std::vector<Element> others(answers.size(), 0);
    for (size_t a = 0; a < answers.size(); ++a) {
      const Universe& universe = *answers[a].universe;
      for (size_t j = 0; j < parts.size(); ++j) {
        if (j != i)
          others[a] = universe.quotient().monoid().times(
              others[a], universe.element(parts[j], budget).value_or(0));
      }
    }
    Attempt<MoveSet> moves =
        options_where(parts[i], kMostUnsettled, budget, [&](const Sum& option) -> Attempt<bool> {
          ++listed;
          for (size_t a = 0; a < answers.size(); ++a) {
            const Monoid& monoid = answers[a].universe->quotient().monoid();
            const std::optional<Element> element = answers[a].universe->element(option, budget);
            if (element && monoid.is_lost(monoid.times(others[a], *element), answers[a].place))
              return false;
          }
          return true;
        });
    if (!moves) return std::move(moves).error();
    if (!moves->all) return Error::declined("too many moves are not seen to lose");
    for (Move& move : moves->moves) result.emplace_back(i, std::move(move));
  }
  return result;
}

/// What is said of the moves that are not known to win.
std::string about_other_moves(const Position& moved, const std::vector<Position>& parts,
                              size_t listed,
                              const std::vector<std::pair<size_t, Move>>* unsettled) {
  std::string text;
  if (heap_size(moved)) {
    text += fmt::format(
        "No other move of {} wins: from a larger heap the other player could make this move, and "
        "from this heap it\n"
        "could go on to a smaller one. ",
        to_string(moved));
  }
  if (unsettled == nullptr)
    return text + "Whether a move of another part wins, too, was too much to find out.\n";
  text += fmt::format("{} of the {} moves of heaps lose: a move of another part answers them.\n",
                      listed - unsettled->size(), listed);
  if (unsettled->empty()) return text;
  text += "Whether one of the others wins, too, was too much to find out:\n";
  for (const auto& [part, move] : *unsettled)
    text += fmt::format("  {} → {}\n", shortened_to(to_string(parts[part]), 60),
                        shortened_to(to_string(move.to), 60));
  return text;
}

/// Who wins, when a move to something simpler beside the heaps wins.
Attempt<Judged> judge_by_a_simpler_one(const std::vector<Position>& parts, Budget& budget) {
  const Attempt<std::map<Form, MoveBeside>> moves = moves_beside(parts, budget);
  if (!moves) return moves.error();
  std::vector<SumElements> answers;
  std::optional<Judged> result;
  Position moved = parts[0];
  for (const auto& [form, move] : *moves) {
    Attempt<SumElements> seen =
        seen_beside({move.after.begin(), move.after.end()}, kQuotientSteps, budget);
    if (!seen) {
      if (result) break;
      return std::move(seen).error();
    }
    if (seen->universe->quotient().monoid().is_lost(product_of(*seen), seen->place)) {
      if (!result) {
        moved = parts[move.part];
        result = Judged{Outcome::N, {}, false, ""};
        result->reason = fmt::format("{} → {} wins. {}", shortened_to(to_string(moved), 60),
                                     shortened_to(to_string(move.option), 60),
                                     reason_of(*seen, {move.after.begin(), move.after.end()}));
      }
      result->winning_moves.push_back({move.part, Move{move.option, ""}});
    }
    answers.push_back(*std::move(seen));
  }
  if (!result) return Error::declined("no move to something simpler wins");
  size_t listed = 0;
  const auto unsettled = not_seen_to_lose(answers, parts, listed, budget);
  if (budget.spent()) return budget.why();
  const bool is_one = std::count_if(parts.begin(), parts.end(), [&](const Position& part) {
                        return !answers.front().universe->is_heap(part);
                      }) == 1;
  result->all = unsettled && unsettled->empty() && is_one && heap_size(moved);
  result->reason += about_other_moves(moved, parts, listed, unsettled ? &*unsettled : nullptr);
  return *std::move(result);
}

}  // namespace

Attempt<Judged> judge(const std::vector<Position>& parts, size_t limit, Budget& budget) {
  if (parts.empty()) return Judged{};
  const bool copies = std::any_of(parts.begin(), parts.end(), [](const Position& part) {
    return as<CopiesGame>(part.game) != nullptr;
  });
  const Attempt<SumElements> seen = copies ? seen_with(Universe::of, parts, kQuotientSteps, budget)
                                           : seen_by_a_quotient(parts, budget);
  if (!seen) {
    if (budget.spent() || copies) return seen.error();
    return judge_by_a_simpler_one(parts, budget);
  }
  const Universe& universe = *seen->universe;
  const Monoid& monoid = universe.quotient().monoid();
  const std::vector<Element>& elements = seen->elements;
  std::vector<Element> behind(parts.size() + 1, 0);  // products of the parts from here on
  for (size_t i = parts.size(); i-- > 0;) behind[i] = monoid.times(elements[i], behind[i + 1]);
  Judged result;
  result.reason = reason_of(*seen, parts);
  result.outcome = monoid.is_lost(behind[0], seen->place) ? Outcome::P : Outcome::N;
  if (result.outcome == Outcome::P) return result;
  Element before = 0;
  for (size_t i = 0; i < parts.size() && (result.all || result.winning_moves.empty()); ++i) {
    const Element rest = monoid.times(before, behind[i + 1]);
    const bool beside =
        std::find(seen->beside.begin(), seen->beside.end(), i) != seen->beside.end();
    const size_t room = limit - result.winning_moves.size();
    Attempt<MoveSet> moves = beside ? winning_beside(*seen, parts, i, behind[0], room, budget)
                                    : winning(universe, parts[i], rest, seen->place, room, budget);
    if (!moves) return std::move(moves).error();
    result.all = result.all && moves->all;
    for (Move& move : moves->moves) result.winning_moves.emplace_back(i, std::move(move));
    before = monoid.times(before, elements[i]);
  }
  return result;
}

Attempt<std::unique_ptr<Universe>> universe_of(const std::vector<Position>& parts, Budget& budget) {
  return settled_universe(Universe::of, parts, budget);
}

}  // namespace grundy::misere
