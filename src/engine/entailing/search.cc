#include "engine/entailing/search.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/entailing/nimstring.h"
#include "engine/entailing/nimstring_solver.h"
#include "engine/round.h"
#include "game/bound.h"
#include "game/copies.h"
#include "game/key.h"

namespace grundy {
namespace {

constexpr size_t kMostWaiting = 64;  // options of one position that wait at a time
constexpr size_t kMostOnTheLine = size_t{1} << 20;
// Heaps beyond are looked at one by one: a move may halve them.
constexpr uint64_t kFar = 20'000'000;

Natural size_of(const Position& heap) {
  return static_cast<const RuleGame*>(heap.game)->coordinates(heap)[0];
}

Error no_finite_value(const Position& part, const Value& value) {
  return Error::declined(
      fmt::format("{} has the value {}; beside moves that bind the answer only finite values are "
                  "understood",
                  to_string(part), value.to_string()));
}

bool is_far(const Value& value) { return !value.is_loopy() && !(value < Value(NimberSet::kEnd)); }

/// Many equal positions are one or none, unless they are loony.
Attempt<Value> of_copies(const Natural& count, const Value& one) {
  if (count.is_zero()) return Value();
  return one.is_loony() || count.bit(0) ? one : Value();
}

}  // namespace

bool EntailingSearch::is_searched(const Position& position) {
  return position.game->has_bound_replies() && as<CopiesGame>(position.game) == nullptr &&
         as<NimstringGame>(position.game) == nullptr;
}

Work EntailingSearch::work() const {
  Work work = work_;
  for (const auto& [game, plan] : plans_) work += plan->work();
  for (const auto& [game, table] : heaps_) {
    if (table) work += table->work();
  }
  return work;
}

HeapTable* EntailingSearch::heaps(const Game* game) {
  const auto [found, made] = heaps_.try_emplace(game);
  if (made && game->rule() != nullptr)
    found->second = HeapTable::of(static_cast<const RuleGame&>(*game));
  return found->second.get();
}

std::optional<EntailingSearch::Heap> EntailingSearch::tabulated(const Position& position) {
  const HeapTable* table = heaps(position.game);
  if (table == nullptr) return std::nullopt;
  const Natural n = size_of(position);
  if (!n.is_small() || n.small() >= table->size()) return std::nullopt;
  return Heap{table, n.small()};
}

Attempt<EntailingSearch::Option> EntailingSearch::parts_of(const Sum& option,
                                                           Budget& budget) const {
  Option result;
  for (const Position& part : option) {
    if (binds(part)) {
      result.bound = &part;
      continue;
    }
    Attempt<Sum> normal = part.game->normal_form(part, budget);
    if (!normal) return std::move(normal).error();
    result.free.insert(result.free.end(), normal->begin(), normal->end());
  }
  return result;
}

Attempt<std::optional<Value>> EntailingSearch::known_value(const Position& part, Budget& budget) {
  if (const CopiesGame* copies = as<CopiesGame>(part.game)) {
    auto one = known_value(copies->one(part), budget);
    if (!one || !*one) return one;
    auto value = of_copies(copies->count(part), **one);
    if (!value) return std::move(value).error();
    return std::optional<Value>(*std::move(value));
  }
  if (is_searched(part)) {
    if (const auto heap = tabulated(part)) return std::optional<Value>(heap->table->value(heap->n));
    const auto found = known_.find(part);
    if (found == known_.end()) return std::optional<Value>();
    if (found->second.state == State::open)
      return comes_again(fmt::format("{} comes again", to_string(part)));
    return std::optional<Value>(found->second.value);
  }
  if (const auto found = others_.find(part); found != others_.end())
    return std::optional<Value>(found->second);
  std::unique_ptr<Plan>& plan = plans_[part.game];
  if (!plan) plan = std::make_unique<Plan>(*part.game);
  auto values = plan->values({&part, 1}, budget);
  if (!values) return std::move(values).error();
  const Value& value = values->front();
  if (!value.is_finite() && !value.is_loony()) return no_finite_value(part, value);
  others_.emplace(part, value);
  return std::optional<Value>(value);
}

const NimberSet* EntailingSearch::known_replies(const Position& within) {
  if (const auto heap = tabulated(within)) return &heap->table->set(heap->n);
  const auto found = known_.find(within);
  return found == known_.end() || found->second.state == State::open ? nullptr : &found->second.set;
}

Attempt<NimberSet> EntailingSearch::replies(const Position& position,
                                            std::vector<Position>& waiting, Budget& budget) {
  NimberSet set;
  std::optional<Error> failed;
  const auto take = [&](const Sum& listed) -> Attempt<void> {
    ++work_.options;
    Attempt<Option> option = parts_of(listed, budget);
    if (!option) return std::move(option).error();
    Value value;
    bool is_complete = true;
    for (const Position& part : option->free) {
      auto known = known_value(part, budget);
      if (!known) return std::move(known).error();
      if (!*known) {
        const CopiesGame* copies = as<CopiesGame>(part.game);
        waiting.push_back(copies == nullptr ? part : copies->one(part));
        is_complete = false;
      } else {
        value = nim_sum(value, **known);
      }
    }
    const BoundGame* game = option->bound == nullptr ? nullptr : as<BoundGame>(option->bound->game);
    const NimberSet* bound = nullptr;
    if (game != nullptr) {
      const Position within = game->within(*option->bound);
      if (auto found = known_.find(within);
          found != known_.end() && found->second.state == State::open)
        return comes_again(fmt::format("{} comes again", to_string(within)));
      bound = known_replies(within);
      if (bound == nullptr) waiting.push_back(within);
    }
    if (!is_complete || (game != nullptr && bound == nullptr)) return {};
    if (is_far(value)) return no_finite_value(option->free[0], value);
    const uint64_t number = value.is_loony() ? 0 : value.ordinal().small();
    if (game != nullptr && !value.is_loony()) {
      set.add_missing(*bound, number);
    } else if (game != nullptr) {
      if (!bound->has_all_beyond()) set.add_all();
    } else if (option->bound != nullptr) {
      value.is_loony() ? set.add_all() : set.add_all_but(number);
    } else if (!value.is_loony()) {
      set.add(number);
    }
    return {};
  };
  const auto listed = position.game->options(
      position,
      [&](const Sum& option) {
        if (auto taken = take(option); !taken) failed = std::move(taken).error();
        return !failed && waiting.size() < kMostWaiting;
      },
      budget);
  if (failed) return *std::move(failed);
  if (!listed) return listed.error();
  if (*listed == Ended::endless)
    return Error::declined(fmt::format("{} has infinitely many moves", to_string(position)));
  return set;
}

Attempt<void> EntailingSearch::find(const Position& start, Budget& budget) {
  std::vector<Position> line = {start};
  const auto give_up = [&](Error error) {
    std::erase_if(known_, [](const auto& one) { return one.second.state == State::open; });
    return error;
  };
  while (!line.empty()) {
    const Position position = line.back();
    if (known_replies(position) != nullptr) {
      line.pop_back();
      continue;
    }
    if (budget.spent()) return give_up(budget.why());
    budget.progress("positions", work_.positions);
    if (line.size() > kMostOnTheLine) {
      return give_up(Error::declined(
          fmt::format("more than {} positions wait for each other's values", kMostOnTheLine)));
    }
    const Natural n = heaps(position.game) == nullptr ? Natural() : size_of(position);
    if (HeapTable* table = heaps(position.game); table != nullptr && n < Natural(kFar)) {
      const Attempt<bool> filled = table->fill(n.small(), budget);
      if (!filled) return give_up(filled.error());
      if (*filled) continue;
      heaps_[position.game] = nullptr;
    }
    known_[position].state = State::open;
    std::vector<Position> waiting;
    auto set = replies(position, waiting, budget);
    if (!set) return give_up(std::move(set).error());
    const uint64_t bytes =
        waiting.empty()
            ? set->bytes() + sizeof(Known) + sizeof(Position) + bytes_beyond(position) + 64
            : waiting.size() * (sizeof(Position) + bytes_beyond(position));
    if (!budget.take_memory(bytes))
      return give_up(budget.too_large("the positions that were met", bytes));
    if (!waiting.empty()) {
      line.insert(line.end(), waiting.begin(), waiting.end());
      continue;
    }
    Known& known = known_[position];
    known.value = set->value();
    known.set = *std::move(set);
    known.state = State::known;
    ++work_.positions;
    line.pop_back();
  }
  return {};
}

Attempt<Value> EntailingSearch::value(const Position& position, Budget& budget) {
  return value(Sum{position}, budget);
}

Attempt<Value> EntailingSearch::value(const Sum& sum, Budget& budget) {
  Attempt<Option> parts = parts_of(sum, budget);
  if (!parts) return std::move(parts).error();
  if (parts->bound != nullptr) {
    return Error::declined(
        fmt::format("'{}' binds the next move, so that it has no value; who wins can be asked",
                    to_string(*parts->bound)));
  }
  Value total;
  for (const Position& part : parts->free) {
    const CopiesGame* copies = as<CopiesGame>(part.game);
    const Position one = copies == nullptr ? part : copies->one(part);
    if (is_searched(one)) {
      if (auto found = find(one, budget); !found) return std::move(found).error();
    }
    auto value = known_value(part, budget);
    if (!value) return std::move(value).error();
    total = nim_sum(total, **value);
  }
  return total;
}

Attempt<bool> EntailingSearch::wins_bound(const Position& position, const Value& rest,
                                          Budget& budget) {
  const BoundGame* game = as<BoundGame>(position.game);
  if (game == nullptr) {
    // The turn goes back: who has it then wins, unless the rest is 0.
    return rest.is_zero();
  }
  const Position within = game->within(position);
  if (auto found = find(within, budget); !found) return std::move(found).error();
  const NimberSet& set = *known_replies(within);
  if (rest.is_loony() || is_far(rest)) return set.has_all_beyond();
  return set.contains(rest.ordinal().small());
}

Attempt<bool> EntailingSearch::wins_by(const Sum& option, const Value& rest, Budget& budget) {
  const auto at = binding_part(option);
  Sum free = option;
  if (at) free.erase(free.begin() + static_cast<std::ptrdiff_t>(*at));
  auto value = this->value(free, budget);
  if (!value) return std::move(value).error();
  const Value beside = nim_sum(*value, rest);
  if (!at) return beside.is_zero();
  auto wins = wins_bound(option[*at], beside, budget);
  if (!wins) return wins;
  return !*wins;
}

namespace {

class EntailingSolver final : public Solver {
 public:
  std::string_view engine() const override { return "entailing moves"; }
  std::string knows() const override { return "the replies beside every number"; }
  Work work() const override { return search_.work(); }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    return values_one_by_one(positions, budget);
  }
  Attempt<Value> value_of(const Sum& option, Budget& budget) override {
    return search_.value(option, budget);
  }
  /// Whether who moves in the position loses beside a rest of this value.
  Attempt<bool> has_value(const Position& position, const Value& value, Budget& budget) override {
    if (!binds(position)) return Solver::has_value(position, value, budget);
    auto wins = search_.wins_bound(position, value, budget);
    if (!wins) return wins;
    return !*wins;
  }
  /// Moves that win beside a rest of this value.
  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) override {
    return options_where(position, limit, budget,
                         [&](const Sum& option) { return search_.wins_by(option, value, budget); });
  }
  Attempt<std::optional<Natural>> count_moves_to(const Position& position, const Value& value,
                                                 Budget& budget) override {
    auto moves = moves_to(position, value, SIZE_MAX, budget);
    if (!moves) return std::move(moves).error();
    return std::optional<Natural>(moves->moves.size());
  }

 private:
  EntailingSearch search_;
};

class EntailingEngine final : public Engine {
 public:
  std::string_view name() const override { return "entailing moves"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    if (as<NimstringGame>(&game) != nullptr) return nimstring_solver();
    return game.has_bound_replies() ? std::make_unique<EntailingSolver>() : nullptr;
  }
};

}  // namespace

const Engine* entailing_engine() {
  static const EntailingEngine engine;
  return &engine;
}

}  // namespace grundy
