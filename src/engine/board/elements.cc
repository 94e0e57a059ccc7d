#include "engine/board/elements.h"

#include <algorithm>
#include <map>

#include "engine/plan.h"
#include "engine/round.h"
#include "game/board_game.h"
#include "rewriting/list_parts.h"

namespace grundy {
namespace {

constexpr size_t kElementsBegin = 2;  // in a key: behind the coordinate and the length

class ElementsSolver final : public Solver {
 public:
  ElementsSolver(const BoardGame& game, const RuleGame& element)
      : game_(game),
        element_(element),
        plan_(element),
        keeps_places_(keeps_places(game.board_rule())) {}

  std::string_view engine() const override { return plan_.engine(); }
  std::string knows() const override { return "a list is the sum of its elements"; }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    if (auto found = find(positions, budget); !found) return std::move(found).error();
    std::vector<Value> result;
    for (const Position& position : positions) result.push_back(nim_sum_of(position));
    return result;
  }

  Attempt<Value> value_of(const Sum& option, Budget& budget) override {
    if (auto found = find({option.data(), option.size()}, budget); !found)
      return std::move(found).error();
    Value total;
    for (const Position& part : option) total = nim_sum(total, nim_sum_of(part));
    return total;
  }

  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) override {
    if (!keeps_places_) return Solver::moves_to(position, value, limit, budget);
    if (auto found = find({&position, 1}, budget); !found) return std::move(found).error();
    const Value others = nim_sum(nim_sum_of(position), value);
    MoveSet result;
    for (size_t i = kElementsBegin; i < position.key.size(); ++i) {
      if (is_repeated(position, i)) continue;
      const uint64_t element = position.key[i];
      const Value target = nim_sum(others, values_.at(element));
      auto moves = plan_.moves_to(number(element), target, limit - result.moves.size(), budget);
      if (!moves) return std::move(moves).error();
      result.all = result.all && moves->all;
      for (const Move& move : moves->moves)
        result.moves.push_back(
            {{*game_.with_heap(position, i - kElementsBegin, move.to)}, move.condition});
    }
    return result;
  }

  Attempt<std::optional<Natural>> count_moves_to(const Position& position, const Value& value,
                                                 Budget& budget) override {
    if (!keeps_places_) return Solver::count_moves_to(position, value, budget);
    if (auto found = find({&position, 1}, budget); !found) return std::move(found).error();
    const Value others = nim_sum(nim_sum_of(position), value);
    Natural count;
    for (size_t i = kElementsBegin; i < position.key.size(); ++i) {
      if (is_repeated(position, i)) continue;
      const uint64_t element = position.key[i];
      auto here =
          plan_.count_moves_to(number(element), nim_sum(others, values_.at(element)), budget);
      if (!here || !*here) return here;
      count = count + **here;
    }
    return std::optional<Natural>(std::move(count));
  }

  Work work() const override { return plan_.work(); }

 private:
  bool is_bag() const { return game_.board_rule().board->kinds[0] == CoordinateKind::bag; }
  /// Whether a move of the element at `place` of the key is one of the element before it.
  bool is_repeated(const Position& position, size_t place) const {
    return is_bag() && place > kElementsBegin && position.key[place - 1] == position.key[place];
  }
  Position number(uint64_t element) const { return element_.at(Coordinates{Natural(element)}); }

  /// The values of all elements.
  Attempt<void> find(std::span<const Position> positions, Budget& budget) {
    std::vector<uint64_t> missing;
    for (const Position& position : positions) {
      for (size_t i = kElementsBegin; i < position.key.size(); ++i) {
        if (values_.try_emplace(position.key[i]).second) missing.push_back(position.key[i]);
      }
    }
    if (missing.empty()) return {};
    std::vector<Position> asked;
    for (const uint64_t element : missing) asked.push_back(number(element));
    Attempt<std::vector<Value>> values = plan_.values(asked, budget);
    const auto is_loopy = [](const Value& value) { return value.is_loopy(); };
    if (values && std::any_of(values->begin(), values->end(), is_loopy))
      values = comes_again("a number of the list stands again");
    for (size_t i = 0; i < missing.size(); ++i) {
      if (values) {
        values_[missing[i]] = std::move((*values)[i]);
      } else {
        values_.erase(missing[i]);
      }
    }
    if (!values) return std::move(values).error();
    return {};
  }

  Value nim_sum_of(const Position& position) const {
    Value total;
    for (size_t i = kElementsBegin; i < position.key.size(); ++i)
      total = nim_sum(total, values_.at(position.key[i]));
    return total;
  }

  const BoardGame& game_;
  const RuleGame& element_;
  Plan plan_;
  bool keeps_places_;  // so that a move of an element says where its numbers stand
  std::map<uint64_t, Value> values_;
};

class ElementsEngine final : public Engine {
 public:
  std::string_view name() const override { return "elements"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* board = as<BoardGame>(&game);
    const RuleGame* element = board == nullptr ? nullptr : board->element();
    return element == nullptr || element->is_endless()
               ? nullptr
               : std::make_unique<ElementsSolver>(*board, *element);
  }
};

}  // namespace

const Engine* elements_engine() {
  static const ElementsEngine engine;
  return &engine;
}

}  // namespace grundy
