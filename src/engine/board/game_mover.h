// GameMover: options of positions of any game for the search in set, as the game lists them.
//
// Conditions over cells and moves that lead to other games have neither shift programs nor rows
// (row_code.h) nor patterns of letters (word_code.h); they are searched all the same, each under a
// key that any run gives it (position_keys.h). Positions lie as words on one stack; those of sets
// and lists go there from the rule's meaning at once, without a Position between.
// Cost: a listing of options by definition for each part that is looked at.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/lease.h"
#include "engine/board/part_table.h"
#include "engine/board/position_keys.h"
#include "game/game.h"

namespace grundy {

class GameMover {
 public:
  struct Part {
    size_t at = 0;  // on the stack: the game, how many words the key has, they
    PartKey key;
  };
  GameMover(PositionKeys& keys, Budget& budget) : keys_(keys), budget_(budget), memory_(budget) {}

  /// The parts of the sum's normal form.
  Attempt<std::vector<Part>> parts(const Sum& sum) {
    std::vector<Part> result;
    for (const Position& one : sum) {
      if (auto added = add_parts(one, result); !added) return std::move(added).error();
    }
    return result;
  }

  PartKey key(const Part& part) const { return part.key; }
  uint64_t cost(const Part& part) const { return 1 + stack_[part.at + 1]; }
  size_t mark() const { return stack_.size(); }
  void release(size_t mark) { stack_.resize(mark); }

  /// Equal options may come again where the game is one of sets or lists.
  template <class Take>
  Attempt<void> options(const Part& part, const Take& take) {
    const Game& game = *reinterpret_cast<const Game*>(static_cast<uintptr_t>(stack_[part.at]));
    const BoardGame* board = as<BoardGame>(&game);
    if (board != nullptr && !board->has_bound_replies() && !board->board_rule().board->has_board())
      return options_of_lists(*board, part, take);
    const Position here{&game, Key(words(part).begin(), words(part).end())};
    std::optional<Error> failed;
    uint32_t order = 0;
    auto listed = game.options(
        here,
        [&](const Sum& option) {
          auto sum = parts(option);
          if (!sum) {
            failed = std::move(sum).error();
            return false;
          }
          return take(std::span<const Part>(*sum), order++);
        },
        budget_);
    if (failed) return *std::move(failed);
    if (!listed) return std::move(listed).error();
    if (*listed == Ended::endless)
      return Error::declined(to_string(here) + " has infinitely many moves");
    return {};
  }

 private:
  struct Lister {
    explicit Lister(const Rule& rule) : moves(rule) {}
    BoardMoves moves;
    BoardPosition here;
  };

  template <class Take>
  Attempt<void> options_of_lists(const BoardGame& game, const Part& part, const Take& take) {
    Lister& lister = listers_.try_emplace(&game, game.board_rule()).first->second;
    game.read(words(part), lister.here);
    const bool falls_apart = game.element() != nullptr;
    Patience patience(budget_);
    std::optional<Error> failed;
    uint32_t order = 0;
    std::vector<Part> sum;
    const Fault fault = lister.moves.list(
        lister.here,
        [&](const BoardMove& move) {
          sum.clear();
          for (const BoardPosition& to : move.to) {
            auto added = to.game == &game.board_rule() && !falls_apart
                             ? add(game, to, sum)
                             : add_parts(game.sum_of({to})[0], sum);
            if (!added) failed = std::move(added).error();
            if (failed) return false;
          }
          return take(std::span<const Part>(sum), order++);
        },
        &patience);
    if (failed) return *std::move(failed);
    if (fault.kind != Fault::Kind::none) return BoardGame::error_of(fault, lister.here, budget_);
    return {};
  }

  std::span<const uint64_t> words(const Part& part) const {
    return std::span(stack_).subspan(part.at + 2, stack_[part.at + 1]);
  }

  Attempt<void> add_parts(const Position& position, std::vector<Part>& sum) {
    const Attempt<Sum> normal = position.game->normal_form(position, budget_);
    if (!normal) return normal.error();
    for (const Position& part : *normal) {
      const size_t at = stack_.size();
      if (!memory_.room_for(2 + part.key.size(), stack_)) return no_room();
      stack_.push_back(reinterpret_cast<uintptr_t>(part.game));
      stack_.push_back(part.key.size());
      stack_.insert(stack_.end(), part.key.begin(), part.key.end());
      sum.push_back({at, keys_.key(part)});
    }
    return {};
  }

  /// A position that does not fall apart.
  Attempt<void> add(const BoardGame& game, const BoardPosition& position, std::vector<Part>& sum) {
    const size_t at = stack_.size();
    size_t size = 2 + position.coordinates.size() + position.sets.size();
    for (const NaturalSet& set : position.sets) size += set.size();
    if (!memory_.room_for(size, stack_)) return no_room();
    stack_.push_back(reinterpret_cast<uintptr_t>(static_cast<const Game*>(&game)));
    stack_.push_back(size - 2);
    game.write(position, stack_);
    sum.push_back({at, keys_.key(game, std::span(stack_).subspan(at + 2))});
    return {};
  }

  Error no_room() const {
    return budget_.too_large("the options along a line of play", memory_.bytes());
  }

  PositionKeys& keys_;
  Budget& budget_;
  Lease memory_;  // of the stack
  std::vector<uint64_t> stack_;
  std::map<const BoardGame*, Lister> listers_;
};

}  // namespace grundy
