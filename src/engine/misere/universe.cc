#include "engine/misere/universe.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "analysis/heap_code.h"
#include "engine/round.h"
#include "game/copies.h"
#include "game/games.h"
#include "game/nim_heap.h"

namespace grundy::misere {

Attempt<heap::Moves> moves_of(const RuleGame& game) {
  const Facts& facts = game.facts();
  if (const auto& set = facts.subtraction_set(); set && !set->all_but) {
    heap::Moves moves;
    moves.whole = set->numbers;
    moves.one = set->numbers;
    return moves;
  }
  if (const auto& code = facts.heap_code()) {
    if (auto moves = heap::simple_moves(*code)) return *std::move(moves);
    return Error::declined(code->repeat.empty()
                               ? "quotients are of codes that leave at most two heaps"
                               : "quotients are of codes with finitely many digits");
  }
  return Error::declined(
      "a quotient of all positions is known only for take-and-break games and finite subtraction "
      "sets");
}

Attempt<std::unique_ptr<Universe>> Universe::of(const Sum& sum, Budget& budget) {
  std::unique_ptr<Universe> result(new Universe);
  Attempt<Sum> live = live_parts(sum, budget);
  if (!live) return std::move(live).error();
  std::vector<heap::Moves> moves;
  for (Position& part : *live) part = single(part);
  for (const Position& part : *live) {
    const RuleGame* game = rule_game(part);
    if (game != nullptr) {
      if (result->number_.contains(game)) continue;
      if (auto simple = moves_of(*game)) {
        result->number_[game] = moves.size();
        result->games_.push_back(game);
        moves.push_back(*std::move(simple));
        continue;
      }
    }
    if (auto closed = result->close(part, budget); !closed) return std::move(closed).error();
  }
  for (const Position& part : *live) {
    if (!result->number_.contains(part.game)) continue;
    const Natural size = rule_game(part)->coordinates(part)[0];
    result->largest_ = std::max(result->largest_, size.to_uint64().value_or(UINT64_MAX));
  }
  result->quotient_ =
      std::make_unique<Quotient>(Letters(std::move(moves), result->options_), budget);
  return result;
}

Attempt<std::unique_ptr<Universe>> Universe::with_beside(const Sum& sum, Budget& budget) {
  return beside(sum, false, budget);
}

Attempt<std::unique_ptr<Universe>> Universe::of_its_tokens(const Sum& sum, Budget& budget) {
  return beside(sum, true, budget);
}

Attempt<std::unique_ptr<Universe>> Universe::beside(const Sum& sum, bool bounded, Budget& budget) {
  std::unique_ptr<Universe> result(new Universe);
  Attempt<Sum> live = live_parts(sum, budget);
  if (!live) return std::move(live).error();
  std::vector<heap::Moves> moves;
  Sum rest;
  Natural tokens;
  for (const Position& part : *live) {
    const RuleGame* game = rule_game(part);
    if (game != nullptr && !result->number_.contains(game)) {
      if (auto simple = moves_of(*game);
          simple && !(simple->two.empty() && simple->equal.empty())) {
        result->number_[game] = moves.size();
        result->games_.push_back(game);
        moves.push_back(*std::move(simple));
      }
    }
    if (game == nullptr || !result->number_.contains(game)) {
      rest.push_back(part);
      continue;
    }
    const Natural size = game->coordinates(part)[0];
    tokens = tokens + size;
    result->largest_ = std::max(result->largest_, size.to_uint64().value_or(UINT64_MAX));
  }
  if (result->games_.empty()) return Error::declined("no part is a heap that may be split");
  const Sum start = sorted(rest);
  if (auto found = result->find_forms(start, budget); !found) return std::move(found).error();
  if (bounded) {
    if (tokens > Natural(kMostTokens))
      return Error::declined(fmt::format("heaps have more than {} tokens", kMostTokens));
    result->most_tokens_ = tokens.small();
  }
  Beside beside = result->forms_.closure(result->form_of_.at(start), result->places_);
  result->quotient_ = std::make_unique<Quotient>(Letters(std::move(moves), {}), std::move(beside),
                                                 result->most_tokens_.value_or(UINT64_MAX), budget);
  return result;
}

Attempt<void> Universe::find_forms(const Sum& start, Budget& budget) {
  struct Frame {
    Sum sum;
    std::vector<Sum> options;
    size_t next = 0;
  };
  form_of_[Sum{}] = 0;
  std::vector<Frame> stack;
  std::unordered_set<Sum, HashSum> open;
  const auto push = [&](const Sum& sum) -> Attempt<void> {
    if (form_of_.size() + stack.size() > kMostBeside)
      return Error::declined(
          fmt::format("at most {} positions may stand beside heaps", kMostBeside));
    if (!open.insert(sum).second) return comes_again("a position comes again");
    if (budget.spent()) return budget.why();
    Frame frame{sum, {}, 0};
    for (size_t part = 0; part < sum.size(); ++part) {
      if (const auto size = heap_size(sum[part]);
          size && (!size->is_small() || size->small() > kMostBeside))
        return Error::declined(
            fmt::format("at most {} positions may stand beside heaps", kMostBeside));
      std::optional<Error> failed;
      const auto listed = sum[part].game->options(
          sum[part],
          [&](const Sum& option) {
            Attempt<Sum> live = live_parts(replaced(sum, part, option), budget);
            if (!live) {
              failed = std::move(live).error();
              return false;
            }
            frame.options.push_back(sorted(*std::move(live)));
            return frame.options.size() <= size_t{kMostBeside} * sum.size();
          },
          budget);
      if (failed) return *std::move(failed);
      if (!listed) return listed.error();
      if (*listed != Ended::complete)
        return Error::declined(fmt::format("{} has too many moves", to_string(sum[part])));
    }
    std::sort(frame.options.begin(), frame.options.end());
    frame.options.erase(std::unique(frame.options.begin(), frame.options.end()),
                        frame.options.end());
    stack.push_back(std::move(frame));
    return {};
  };
  if (start.empty()) return {};
  if (auto pushed = push(start); !pushed) return pushed;
  while (!stack.empty()) {
    Frame& frame = stack.back();
    while (frame.next < frame.options.size() && form_of_.contains(frame.options[frame.next]))
      ++frame.next;
    if (frame.next < frame.options.size()) {
      const Sum next = frame.options[frame.next];
      if (auto pushed = push(next); !pushed) return pushed;
      continue;
    }
    std::vector<Form> options;
    for (const Sum& option : frame.options) options.push_back(form_of_.at(option));
    form_of_[frame.sum] = forms_.of(std::move(options));
    open.erase(frame.sum);
    stack.pop_back();
  }
  return {};
}

std::optional<Form> Universe::form_beside(const Sum& sum) const {
  Budget unlimited;
  const Attempt<Sum> live = live_parts(sum, unlimited);
  if (!live) return std::nullopt;
  if (live->empty()) return 0;
  const auto form = form_of_.find(sorted(*live));
  if (form == form_of_.end()) return std::nullopt;
  return form->second;
}

std::optional<size_t> Universe::place_beside(const Sum& sum) const {
  const std::optional<Form> form = form_beside(sum);
  if (form == 0) return 0;
  const auto place = std::lower_bound(places_.begin(), places_.end(), form.value_or(UINT32_MAX));
  if (place == places_.end() || *place != form) return std::nullopt;
  return static_cast<size_t>(place - places_.begin());
}

Attempt<std::unique_ptr<Universe>> Universe::of_games(const std::vector<const RuleGame*>& games,
                                                      Budget& budget) {
  std::unique_ptr<Universe> result(new Universe);
  std::vector<heap::Moves> moves;
  for (const RuleGame* game : games) {
    if (result->number_.contains(game)) continue;
    Attempt<heap::Moves> simple = moves_of(*game);
    if (!simple) return std::move(simple).error();
    result->number_[game] = moves.size();
    result->games_.push_back(game);
    moves.push_back(*std::move(simple));
  }
  result->largest_ = UINT64_MAX;
  result->quotient_ = std::make_unique<Quotient>(Letters(std::move(moves), {}), budget);
  return result;
}

/// Numbers the positions that the start can lead to, options first.
Attempt<void> Universe::close(const Position& start, Budget& budget) {
  struct Frame {
    Position position;
    std::vector<Sum> options;
    size_t next = 0;
  };
  std::vector<Frame> stack;
  std::unordered_map<Position, bool, HashPosition> open;
  const auto push = [&](const Position& position) -> Attempt<void> {
    if (closed_.size() + stack.size() > kMostClosed)
      return Error::declined(fmt::format("a quotient takes at most {} positions of {}", kMostClosed,
                                         to_string(start)));
    if (const auto size = heap_size(position);
        size && (!size->is_small() || size->small() > kMostClosed))
      return Error::declined(fmt::format("a quotient takes nim heaps of at most {}", kMostClosed));
    if (budget.spent()) return budget.why();
    if (open[position]) return comes_again("a position comes again");
    open[position] = true;
    Frame frame{position, {}, 0};
    std::optional<Error> failed;
    const auto listed = position.game->options(
        position,
        [&](const Sum& option) {
          Attempt<Sum> live = live_parts(option, budget);
          if (!live) {
            failed = std::move(live).error();
            return false;
          }
          frame.options.push_back(sorted(*std::move(live)));
          return true;
        },
        budget);
    if (failed) return *std::move(failed);
    if (!listed) return listed.error();
    if (*listed == Ended::endless)
      return Error::declined(fmt::format("{} has infinitely many moves", to_string(position)));
    std::sort(frame.options.begin(), frame.options.end());
    frame.options.erase(std::unique(frame.options.begin(), frame.options.end()),
                        frame.options.end());
    stack.push_back(std::move(frame));
    return {};
  };
  if (letters_.contains(start)) return {};
  if (auto pushed = push(start); !pushed) return pushed;
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const Position* missing = nullptr;
    while (frame.next < frame.options.size() && missing == nullptr) {
      for (const Position& part : frame.options[frame.next]) {
        if (!letters_.contains(part)) missing = &part;
      }
      if (missing == nullptr) ++frame.next;
    }
    if (missing != nullptr) {
      const Position next = *missing;
      if (auto pushed = push(next); !pushed) return pushed;
      continue;
    }
    std::vector<std::vector<uint32_t>> words;
    for (const Sum& option : frame.options) {
      std::vector<uint32_t>& word = words.emplace_back();
      for (const Position& part : option) word.push_back(letters_.at(part));
    }
    open[frame.position] = false;
    letters_[frame.position] = static_cast<uint32_t>(closed_.size());
    closed_.push_back(frame.position);
    options_.push_back(std::move(words));
    stack.pop_back();
  }
  return {};
}

Attempt<void> Universe::settle(Budget& budget) {
  if (most_tokens_) return take(largest_);
  Attempt<std::vector<heap::Period>> periods = misere::settle(*quotient_, largest_, budget);
  if (!periods) return std::move(periods).error();
  periods_ = *std::move(periods);
  return {};
}

Attempt<void> Universe::take(uint64_t upto) {
  return take_heaps(*quotient_, games_.empty() ? 0 : upto);
}

Element Universe::power_of(Element x, const Natural& count) const {
  const auto [index, period] = quotient_->monoid().index_and_period(x);
  if (count < Natural(index)) return quotient_->monoid().power(x, count.small());
  return quotient_->monoid().power(x, index + ((count - Natural(index)) % Natural(period)).small());
}

std::optional<Element> Universe::of_live(const Position& position) const {
  if (const auto* copies = as<CopiesGame>(position.game)) {
    const std::optional<Element> one = of_live(copies->one(position));
    return one ? std::optional(power_of(*one, copies->count(position))) : std::nullopt;
  }
  if (const auto closed = letters_.find(position); closed != letters_.end())
    return quotient_->images()[closed->second];
  const auto game = number_.find(position.game);
  if (game == number_.end()) return std::nullopt;
  const Natural size = static_cast<const RuleGame*>(position.game)->coordinates(position)[0];
  uint32_t letter = UINT32_MAX;
  if (!periods_.empty()) {
    const auto& [n0, period, saltus] = periods_[game->second];
    const uint64_t place =
        size < Natural(n0) ? size.small() : n0 + ((size - Natural(n0)) % Natural(period)).small();
    letter = quotient_->letters().heap(game->second, place);
  } else if (size.is_small() && size.small() <= largest_) {
    letter = quotient_->letters().heap(game->second, size.small());
  }
  if (letter >= quotient_->images().size()) return std::nullopt;
  return quotient_->images()[letter];
}

std::optional<Element> Universe::element(const Position& position, Budget& budget) const {
  return element(Sum{position}, budget);
}

std::optional<Element> Universe::element(const Sum& sum, Budget& budget) const {
  const Attempt<Sum> live = live_parts(sum, budget);
  if (!live) return std::nullopt;
  Element result = 0;
  for (const Position& part : *live) {
    const std::optional<Element> one = of_live(part);
    if (!one) return std::nullopt;
    result = quotient_->monoid().times(result, *one);
  }
  return result;
}

Position Universe::position(uint32_t letter) const {
  const Letters& letters = quotient_->letters();
  if (!letters.is_heap(letter)) return closed_[letter];
  return games_[letters.game_of(letter)]->at(
      std::vector<int64_t>{static_cast<int64_t>(letters.size_of(letter))});
}

Sum Universe::sum_of(Element x) const {
  Sum result;
  for (const uint32_t generator : quotient_->monoid().word(x))
    result.push_back(position(quotient_->monoid().generators()[generator]));
  return result;
}

}  // namespace grundy::misere
