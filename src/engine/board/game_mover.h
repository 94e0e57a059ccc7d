// GameMover: options of positions of any game for the search in set, as the game lists them.
//
// Conditions over cells and moves that lead to other games have neither shift programs nor rows
// (row_code.h) nor patterns of letters (word_code.h); they are searched all the same, each under a
// key that any run gives it (position_keys.h). Positions lie on one stack, their words in as few
// bytes as the largest needs. Those of sets and lists go there from the rule's meaning at once,
// without a Position between; a list has the least numbers that play alike (list_numbers.h). A
// few options of such a game wait before the table is asked for them: by then their lines are in
// the cache.
// Cost: a listing of options by definition for each part that is looked at.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/lease.h"
#include "engine/board/list_numbers.h"
#include "engine/board/packed_words.h"
#include "engine/board/part_table.h"
#include "engine/board/position_keys.h"
#include "game/game.h"

namespace grundy {

class GameMover {
 public:
  struct Part {
    size_t at = 0;  // on the stack: the game, then its words, packed
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
  uint64_t cost(const Part& part) const { return 1 + packed_count(words(part)); }
  void prefetch_from(const PartTable& table) { table_ = &table; }
  size_t mark() const { return stack_.size(); }
  void release(size_t mark) { stack_.resize(mark); }

  /// Equal options may come again where the game is one of sets or lists.
  template <class Take>
  Attempt<void> options(const Part& part, const Take& take) {
    const Game& game = *reinterpret_cast<const Game*>(static_cast<uintptr_t>(stack_[part.at]));
    const BoardGame* board = as<BoardGame>(&game);
    if (board != nullptr && lists_at_once(*board)) return options_of_lists(*board, part, take);
    unpack(words(part), words_);
    const Position here{&game, Key(words_.begin(), words_.end())};
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
    explicit Lister(const BoardGame& game)
        : moves(game.board_rule()),
          falls_apart(game.element() != nullptr),
          numbers(falls_apart ? std::nullopt : ListNumbers::of(game.board_rule())) {}
    BoardMoves moves;
    BoardPosition here;
    bool falls_apart;
    std::optional<ListNumbers> numbers;
  };
  static constexpr uint32_t kListedAhead = 8;

  static bool lists_at_once(const BoardGame& game) {
    return !game.has_bound_replies() && !game.board_rule().board->has_board();
  }
  Lister& lister_of(const BoardGame& game) {
    return listers_.try_emplace(&game, game).first->second;
  }

  template <class Take>
  Attempt<void> options_of_lists(const BoardGame& game, const Part& part, const Take& take) {
    Lister& lister = lister_of(game);
    unpack(words(part), words_);
    game.read(words_, lister.here);
    Patience patience(budget_);
    std::optional<Error> failed;
    std::array<std::vector<Part>, kListedAhead> listed;
    uint32_t count = 0;
    const auto taken = [&](uint32_t number) {
      return take(std::span<const Part>(listed[number % kListedAhead]), number);
    };
    bool goes_on = true;
    const Fault fault = lister.moves.list(
        lister.here,
        [&](BoardMove& move) {
          goes_on = count < kListedAhead || taken(count - kListedAhead);
          if (!goes_on) return false;
          std::vector<Part>& sum = listed[count++ % kListedAhead];
          sum.clear();
          for (BoardPosition& to : move.to) {
            auto added = to.game == &game.board_rule() && !lister.falls_apart
                             ? add(game, to, sum)
                             : add_parts(game.sum_of({to})[0], sum);
            if (!added) failed = std::move(added).error();
            if (failed) return false;
          }
          return true;
        },
        &patience);
    if (failed) return *std::move(failed);
    if (fault.kind != Fault::Kind::none) return BoardGame::error_of(fault, lister.here, budget_);
    for (uint32_t i = count - std::min(count, kListedAhead); goes_on && i < count; ++i)
      goes_on = taken(i);
    return {};
  }

  std::span<const uint64_t> words(const Part& part) const {
    return std::span(stack_).subspan(part.at + 1);
  }

  Attempt<void> add_parts(const Position& position, std::vector<Part>& sum) {
    const Attempt<Sum> normal = position.game->normal_form(position, budget_);
    if (!normal) return normal.error();
    for (const Position& part : *normal) {
      const BoardGame* board = as<BoardGame>(part.game);
      if (board != nullptr && lists_at_once(*board)) {
        BoardPosition lists = board->position(part);
        if (auto added = add(*board, lists, sum); !added) return added;
        continue;
      }
      const PartKey key = keys_.key(part);
      if (!push(*part.game, {part.key.data(), part.key.size()}, &key, sum)) return no_room();
    }
    return {};
  }

  /// A position of sets and lists that does not fall apart.
  Attempt<void> add(const BoardGame& game, BoardPosition& position, std::vector<Part>& sum) {
    Lister& lister = lister_of(game);
    if (lister.numbers) lister.numbers->reduce(position);
    words_.clear();
    game.write(position, words_);
    if (!push(game, words_, nullptr, sum)) return no_room();
    return {};
  }

  /// Under this key, or that of the packed words.
  bool push(const Game& game, std::span<const uint64_t> words, const PartKey* key,
            std::vector<Part>& sum) {
    if (!memory_.room_for(1 + packed_size(words), stack_)) return false;
    const size_t at = stack_.size();
    stack_.push_back(reinterpret_cast<uintptr_t>(&game));
    pack(words, stack_);
    sum.push_back({at, key != nullptr ? *key : keys_.key(game, std::span(stack_).subspan(at + 1))});
    if (table_ != nullptr) table_->prefetch(sum.back().key);
    return true;
  }

  Error no_room() const {
    return budget_.too_large("the options along a line of play", memory_.bytes());
  }

  PositionKeys& keys_;
  Budget& budget_;
  Lease memory_;  // of the stack
  std::vector<uint64_t> stack_;
  std::vector<uint64_t> words_;  // of one position
  const PartTable* table_ = nullptr;
  std::map<const BoardGame*, Lister> listers_;
};

}  // namespace grundy
