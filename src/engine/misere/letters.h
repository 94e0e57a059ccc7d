// Letters: the positions that a quotient is made of, numbered so that every option is a sum of
// letters before.
//
// Heaps of take-and-break games are letters without end: heap n of game k has the number closed +
// n·games + k. Before them stand the letters of finite games, as many as they have positions. A
// word is a multiset of letters, sorted, and stands for their sum.
//
//   Letters letters({moves_of_kayles}, {});
//   letters.for_each_option(3, [](Letters::Word option) { ... });
//   // of a heap of 3: 2; 1 and 1; 1
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/heap/moves.h"

namespace grundy::misere {

class Letters {
 public:
  using Word = std::span<const uint32_t>;

  /// `closed[i]`: the options of letter i, words of letters before i.
  Letters(std::vector<heap::Moves> games, std::vector<std::vector<std::vector<uint32_t>>> closed)
      : games_(std::move(games)), closed_(std::move(closed)) {}

  const std::vector<heap::Moves>& games() const { return games_; }
  uint32_t closed() const { return static_cast<uint32_t>(closed_.size()); }
  bool is_heap(uint32_t letter) const { return letter >= closed(); }
  uint32_t heap(size_t game, uint64_t size) const {
    return closed() + static_cast<uint32_t>(size * games_.size() + game);
  }
  size_t game_of(uint32_t letter) const { return (letter - closed()) % games_.size(); }
  uint64_t size_of(uint32_t letter) const { return (letter - closed()) / games_.size(); }
  /// How many tokens the letter has; no move makes them more.
  uint64_t tokens(uint32_t letter) const { return is_heap(letter) ? size_of(letter) : 0; }
  /// Letters with heaps below this size.
  uint32_t below(uint64_t size) const {
    return closed() + static_cast<uint32_t>(size * games_.size());
  }

  /// Calls visit(word) for every option, perhaps more than once. Empty heaps are letters of words,
  /// too.
  template <class Visit>
  void for_each_option(uint32_t letter, Visit&& visit) const {
    for_each_simple_option(letter, visit);
    for_each_parting(letter, [&](size_t game, uint64_t left) {
      for (uint64_t a = 1; 2 * a < left; ++a) {
        const uint32_t pair[2] = {heap(game, a), heap(game, left - a)};
        visit(Word(pair, 2));
      }
    });
  }

  /// Of the options, all but two different heaps.
  template <class Visit>
  void for_each_simple_option(uint32_t letter, Visit&& visit) const {
    if (!is_heap(letter)) {
      for (const auto& option : closed_[letter]) visit(Word(option));
      return;
    }
    const size_t game = game_of(letter);
    const uint64_t size = size_of(letter);
    const heap::Moves& moves = games_[game];
    const auto halve = [&](uint64_t take) {
      if (take >= size || (size - take) % 2 != 0) return;
      const uint32_t half = heap(game, (size - take) / 2);
      const uint32_t pair[2] = {half, half};
      visit(Word(pair, 2));
    };
    for (const uint64_t take : moves.whole) {
      if (take == size && take > 0) visit(Word());
    }
    for (const uint64_t take : moves.one) {
      const uint32_t left = heap(game, size - take);
      if (take > 0 && take < size) visit(Word(&left, 1));
    }
    for (const heap::Split& split : moves.two) {
      if (!split.different) halve(split.take);
    }
    for (const uint64_t take : moves.equal) halve(take);
  }

  /// Calls visit(game, left) where so many tokens may be left as any two different heaps.
  template <class Visit>
  void for_each_parting(uint32_t letter, Visit&& visit) const {
    if (!is_heap(letter)) return;
    const size_t game = game_of(letter);
    const uint64_t size = size_of(letter);
    for (const heap::Split& split : games_[game].two) {
      if (split.take < size) visit(game, size - split.take);
    }
  }

 private:
  std::vector<heap::Moves> games_;
  std::vector<std::vector<std::vector<uint32_t>>> closed_;
};

}  // namespace grundy::misere
