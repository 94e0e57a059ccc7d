#include "engine/board/tuples.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "engine/automatic/answers.h"
#include "engine/law/hidden_heaps.h"
#include "engine/plan.h"
#include "engine/round.h"
#include "game/board_game.h"

namespace grundy {
namespace {

constexpr size_t kMostFreely = 4;  // numbers: more are taken where the box of positions is small
constexpr uint64_t kLargestBox = uint64_t{1} << 20;  // then
constexpr size_t kMostNumbersOfTuple = 8;
constexpr uint64_t kStepsOfWriting = 1'000'000;
constexpr size_t kMostOrders = 24;  // of so many numbers as are taken freely

class TuplesSolver final : public Solver {
 public:
  explicit TuplesSolver(const BoardGame& game) : game_(game) {}

  std::string_view engine() const override {
    return last_ == nullptr ? "tuples" : last_->plan.engine();
  }
  std::string knows() const override { return "lists of fixed length are tuples"; }

  double cost(std::span<const Position> positions) const override {
    const bool are_few =
        std::all_of(positions.begin(), positions.end(), [&](const Position& position) {
          if (position.game != &game_) return true;
          const std::vector<int64_t> numbers = numbers_of(game_.position(position));
          if (numbers.size() <= kMostFreely) return !numbers.empty();
          return are_small(numbers) || is_hidden_nim(position, numbers);
        });
    return are_few ? cost::kNothing : cost::kManyNumbers;
  }

  bool tells_only_who_wins(std::span<const Position> positions) const override {
    return std::any_of(positions.begin(), positions.end(), [&](const Position& position) {
      const auto known = opened_.find(lengths_of(game_.position(position)));
      if (known == opened_.end()) return false;
      const Position here = tuple(*known->second, position);
      return known->second->plan.tells_only_who_wins({&here, 1});
    });
  }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    std::map<Tuples*, std::vector<size_t>> by_lengths;
    std::vector<Position> tuples;
    for (size_t i = 0; i < positions.size(); ++i) {
      auto there = of(positions[i], budget);
      if (!there) return std::move(there).error();
      by_lengths[*there].push_back(i);
      tuples.push_back(tuple(**there, positions[i]));
    }
    std::vector<Value> result(positions.size());
    for (const auto& [there, places] : by_lengths) {
      std::vector<Position> asked;
      for (const size_t place : places) asked.push_back(tuples[place]);
      auto values = there->plan.quick_values(asked, budget);
      if (!values) return std::move(values).error();
      last_ = there;
      for (size_t i = 0; i < places.size(); ++i) {
        if ((*values)[i].is_loopy()) return comes_again("a list stands again");
        result[places[i]] = std::move((*values)[i]);
      }
    }
    return result;
  }

  Attempt<bool> has_value(const Position& position, const Value& value, Budget& budget) override {
    auto there = of(position, budget);
    if (!there) return std::move(there).error();
    return (*there)->plan.has_value(tuple(**there, position), value, budget);
  }

  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override {
    auto there = of(position, budget);
    if (!there) return std::move(there).error();
    auto outcome = (*there)->plan.outcome(tuple(**there, position), play, budget);
    if (outcome && *outcome == Outcome::D) return comes_again("a list stands again");
    last_ = *there;
    return outcome;
  }

  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) override {
    auto there = of(position, budget);
    if (!there) return std::move(there).error();
    return as_lists(
        **there,
        (*there)->plan.moves_to(tuple(**there, position), value, tuples_for(limit), budget), limit);
  }

  Attempt<MoveSet> winning_moves(const Position& position, Play play, size_t limit,
                                 Budget& budget) override {
    auto there = of(position, budget);
    if (!there) return std::move(there).error();
    return as_lists(
        **there,
        (*there)->plan.winning_moves(tuple(**there, position), play, tuples_for(limit), budget),
        limit);
  }

  Work work() const override {
    Work work;
    for (const auto& [lengths, one] : opened_) work += one->plan.work();
    return work;
  }

 private:
  /// Lists of some lengths.
  struct Tuples {
    explicit Tuples(const RuleGame& rule_game) : game(rule_game), plan(rule_game) {}
    const RuleGame& game;
    Plan plan;
  };

  static bool are_small(const std::vector<int64_t>& numbers) {
    if (numbers.size() > kMostNumbersOfTuple) return false;
    uint64_t box = 1;
    for (const int64_t number : numbers) {
      if (static_cast<uint64_t>(number) >= kLargestBox) return false;
      box *= static_cast<uint64_t>(number) + 1;
      if (box > kLargestBox) return false;
    }
    return true;
  }

  /// Whether more numbers, and large ones, are heaps of nim in disguise: bags have none that they
  /// would not show.
  bool is_hidden_nim(const Position& position, const std::vector<int64_t>& numbers) const {
    const std::vector<CoordinateKind>& kinds = game_.board_rule().board->kinds;
    if (std::find(kinds.begin(), kinds.end(), CoordinateKind::bag) != kinds.end()) return false;
    std::vector<size_t> lengths = lengths_of(game_.position(position));
    auto known = hidden_.find(lengths);
    if (known == hidden_.end()) {
      const Budget budget;
      const Attempt<const RuleGame*> game =
          game_.with_lengths({lengths, {}}, Budget(budget, kStepsOfWriting));
      const bool accepted = game && HiddenHeapsOfRule::accepts(*(*game)->rule());
      known = hidden_.emplace(std::move(lengths), std::nullopt).first;
      if (accepted) known->second.emplace(*(*game)->rule());
    }
    return known->second && known->second->at(numbers) != nullptr;
  }

  static std::vector<size_t> lengths_of(const BoardPosition& position) {
    std::vector<size_t> result;
    for (const NaturalSet& list : position.sets) result.push_back(list.size());
    return result;
  }
  static std::vector<int64_t> numbers_of(const BoardPosition& position) {
    std::vector<int64_t> result;
    size_t list = 0;
    for (size_t i = 0; i < position.coordinates.size(); ++i) {
      if (!is_list(position.game->board->kinds[i])) {
        result.push_back(position.coordinates[i]);
        continue;
      }
      const NaturalSet& numbers = position.sets[list++];
      result.insert(result.end(), numbers.begin(), numbers.end());
    }
    return result;
  }

  Attempt<Tuples*> of(const Position& position, const Budget& budget) {
    std::vector<size_t> lengths = lengths_of(game_.position(position));
    const auto known = opened_.find(lengths);
    if (known != opened_.end()) return known->second.get();
    const Attempt<const RuleGame*> game = game_.with_lengths({lengths, {}}, budget);
    if (!game) return game.error();
    if ((*game)->rule()->arity() == 0)
      return Error::declined("lists without numbers are no tuples");
    if ((*game)->is_endless()) return Error::declined("a list has infinitely many moves");
    return opened_.emplace(std::move(lengths), std::make_unique<Tuples>(**game))
        .first->second.get();
  }
  Position tuple(const Tuples& there, const Position& position) const {
    return there.game.at(numbers_of(game_.position(position)));
  }

  /// Of how many tuples the lists are asked for: those of a bag come in several orders.
  static size_t tuples_for(size_t limit) {
    return std::min(limit, SIZE_MAX / kMostOrders) * kMostOrders;
  }

  /// A tuple as the lists that it is.
  Position lists(const Position& tuple, const std::vector<size_t>& lengths) const {
    const Rule& rule = game_.board_rule();
    const Coordinates numbers = rule_game(tuple)->coordinates(tuple);
    BoardPosition result{&rule, {}, {}, {}};
    size_t next = 0;
    for (const CoordinateKind kind : rule.board->kinds) {
      const auto number = [&] { return static_cast<int64_t>(*numbers[next++].to_uint64()); };
      result.coordinates.push_back(is_list(kind) ? 0 : number());
      if (!is_list(kind)) continue;
      NaturalSet& list = result.sets.emplace_back();
      for (size_t i = 0; i < lengths[result.sets.size() - 1]; ++i) list.push_back(number());
      if (kind == CoordinateKind::bag) std::sort(list.begin(), list.end());
    }
    return game_.at(result);
  }

  Attempt<MoveSet> as_lists(const Tuples& there, Attempt<MoveSet> moves, size_t limit) const {
    if (!moves) return moves;
    const auto lengths = std::find_if(opened_.begin(), opened_.end(),
                                      [&](const auto& one) { return one.second.get() == &there; });
    MoveSet result;
    result.all = moves->all;
    std::set<Sum> seen;
    for (Move& move : moves->moves) {
      for (Position& part : move.to) {
        if (part.game == &there.game) part = lists(part, lengths->first);
      }
      move.to = sorted(std::move(move.to));
      if (!seen.insert(move.to).second) continue;
      if (result.moves.size() == limit) {
        result.all = false;
        break;
      }
      result.moves.push_back(std::move(move));
    }
    return result;
  }

  const BoardGame& game_;
  std::map<std::vector<size_t>, std::unique_ptr<Tuples>> opened_;
  // Of longer lists.
  mutable std::map<std::vector<size_t>, std::optional<HiddenHeapsOfRule>> hidden_;
  Tuples* last_ = nullptr;
};

class TuplesEngine final : public Engine {
 public:
  std::string_view name() const override { return "tuples"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* board = as<BoardGame>(&game);
    if (board == nullptr || board->element() != nullptr) return nullptr;
    const BoardRule& rule = *board->board_rule().board;
    const bool has_list = std::any_of(rule.kinds.begin(), rule.kinds.end(), is_list);
    const bool has_set =
        std::find(rule.kinds.begin(), rule.kinds.end(), CoordinateKind::set) != rule.kinds.end();
    return rule.has_board() || has_set || !has_list ? nullptr
                                                    : std::make_unique<TuplesSolver>(*board);
  }
};

}  // namespace

const Engine* tuples_engine() {
  static const TuplesEngine engine;
  return &engine;
}

}  // namespace grundy
