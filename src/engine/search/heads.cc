#include "engine/search/heads.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/plan.h"
#include "game/board_game.h"
#include "rewriting/strip_heads.h"

namespace grundy {
namespace {

class HeadsSolver final : public Solver {
 public:
  HeadsSolver(const BoardGame& game, StripHeads heads)
      : game_(game),
        heads_(std::move(heads)),
        heap_(game.games().of_own(std::move(heads_.rule))),
        plan_(heap_) {}

  std::string_view engine() const override { return plan_.engine(); }
  std::string knows() const override {
    return heads_.is_sum ? "a strip of coins is the sum of its heads"
                         : "a head alone is a heap of its place";
  }

  double cost(std::span<const Position> positions) const override {
    return std::all_of(positions.begin(), positions.end(),
                       [&](const Position& one) { return places(one); })
               ? cost::kNothing
               : cost::kNever;
  }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    std::vector<Value> result;
    if (auto found = find(positions, budget); !found) return std::move(found).error();
    for (const Position& one : positions) result.push_back(nim_sum_of(*places(one)));
    return result;
  }

  Attempt<Value> value_of(const Sum& option, Budget& budget) override {
    Attempt<std::vector<Value>> all = values({option.data(), option.size()}, budget);
    if (!all) return std::move(all).error();
    Value total;
    for (const Value& one : *all) total = nim_sum(total, one);
    return total;
  }

  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) override {
    if (auto found = find({&position, 1}, budget); !found) return std::move(found).error();
    const std::vector<uint64_t> here = *places(position);
    const Value change = nim_sum(nim_sum_of(here), value);
    MoveSet result;
    std::set<Key> seen;
    for (const uint64_t place : here) {
      if (!result.all) break;
      auto moves = plan_.moves_to(heap(place), nim_sum(values_.at(place), change), limit, budget);
      if (!moves) return std::move(moves).error();
      result.all = result.all && moves->all;
      for (const Move& move : moves->moves) {
        Position to = turned(position, place, move.to);
        if (!seen.insert(to.key).second) continue;
        if (result.moves.size() == limit) {
          result.all = false;
          break;
        }
        result.moves.push_back({{std::move(to)}, move.condition});
      }
    }
    return result;
  }

  std::string explanation(const Position& position) override {
    constexpr size_t kShown = 12;
    const auto here = places(position);
    if (!here || !heads_.is_sum || here->empty()) return {};
    std::string text =
        "The heads are a sum: a coin that is turned twice is as before, as two equal games "
        "cancel.\n";
    for (size_t i = 0; i < std::min(here->size(), kShown); ++i) {
      const auto known = values_.find((*here)[i]);
      if (known == values_.end()) return {};
      text += "  the head at place " + std::to_string((*here)[i]) + ": " +
              known->second.to_string() + "\n";
    }
    if (here->size() > kShown)
      text += "  … and " + std::to_string(here->size() - kShown) + " more\n";
    return text;
  }

  Work work() const override { return plan_.work(); }

 private:
  Position heap(uint64_t place) const { return heap_.at(Coordinates{Natural(place)}); }

  /// The places of the heads, ascending; nothing if the board has other letters, or more heads than
  /// are understood.
  std::optional<std::vector<uint64_t>> places(const Position& position) const {
    if (position.game != &game_) return std::nullopt;
    const Board board = game_.position(position).board;
    std::vector<uint64_t> result;
    for (size_t i = 0; i < board.cells.size(); ++i) {
      const Cell cell = board.cells[heads_.from_left ? i : board.cells.size() - 1 - i];
      if (cell == heads_.head) {
        result.push_back(i + 1);
      } else if (cell != heads_.tail) {
        return std::nullopt;
      }
    }
    if (!heads_.is_sum && result.size() > 1) return std::nullopt;
    return result;
  }

  /// The board where a move of the head at `place` has been made, which led to `to` as a heap.
  Position turned(const Position& position, uint64_t place, const Sum& to) const {
    BoardPosition board = game_.position(position);
    const auto turn = [&](uint64_t number) {
      Cell& cell =
          board.board.cells[heads_.from_left ? number - 1 : board.board.cells.size() - number];
      cell = cell == heads_.head ? heads_.tail : heads_.head;
    };
    turn(place);
    for (const Position& part : to) turn(*heap_.coordinates(part)[0].to_uint64());
    return game_.at(board);
  }

  Attempt<void> find(std::span<const Position> positions, Budget& budget) {
    std::set<uint64_t> missing;
    for (const Position& position : positions) {
      const auto here = places(position);
      if (!here) return Error::declined("the strip has other letters than heads and tails");
      for (const uint64_t place : *here) {
        if (!values_.contains(place)) missing.insert(place);
      }
    }
    if (missing.empty()) return {};
    std::vector<Position> asked;
    for (const uint64_t place : missing) asked.push_back(heap(place));
    Attempt<std::vector<Value>> values = plan_.values(asked, budget);
    if (!values) return std::move(values).error();
    size_t next = 0;
    for (const uint64_t place : missing) values_[place] = std::move((*values)[next++]);
    return {};
  }

  Value nim_sum_of(const std::vector<uint64_t>& places) const {
    Value total;
    for (const uint64_t place : places) total = nim_sum(total, values_.at(place));
    return total;
  }

  const BoardGame& game_;
  StripHeads heads_;  // its rule is the heap's
  const RuleGame& heap_;
  Plan plan_;
  std::map<uint64_t, Value> values_;  // of heads, by their places
};

class HeadsEngine final : public Engine {
 public:
  std::string_view name() const override { return "heads"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* board = as<BoardGame>(&game);
    if (board == nullptr || !board->board_rule().board->has_board()) return nullptr;
    auto heads = strip_heads(board->board_rule());
    return heads ? std::make_unique<HeadsSolver>(*board, *std::move(heads)) : nullptr;
  }
};

}  // namespace

const Engine* heads_engine() {
  static const HeadsEngine engine;
  return &engine;
}

}  // namespace grundy
