// A game of cells or sets: positions are boards, sets and numbers, options are read off the rule.
//
// A key is the number of the place (its shape or graph, as this game has met it), the coordinates,
// the sets, each with its size, and the cells, eight letters a word or one number a word. Options
// are listed by definition (rule/board_meaning.h), equal ones once. The listing is not thread-safe:
// a game is used by one thread at a time.
//
//   const BoardGame& cram = board_game(games, rule);
//   Position here = cram.at(*read_board_position(rule, "sum", text, span, budget));
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/list_ends.h"
#include "game/games.h"
#include "rewriting/fixed_lists.h"
#include "rule/board_meaning.h"
#include "value/outcome.h"

namespace grundy {

struct StripRuns;

class BoardGame final : public Game {
 public:
  static constexpr char kKind = 0;

  BoardGame(const Rule& rule, Games& games);

  Position at(const BoardPosition& position) const;
  BoardPosition position(const Position& position) const;
  /// The words of a position's key, behind others.
  template <class Words>
  void write(const BoardPosition& position, Words& words) const;
  /// The position with these words, in place of another one of this game.
  void read(std::span<const uint64_t> words, BoardPosition& result) const;
  /// Why the moves of the position could not be listed.
  static Error error_of(const Fault& fault, const BoardPosition& position, const Budget& budget);
  /// The rule, whose `board` is not null. (Game::rule() is for games of numbers.)
  const Rule& board_rule() const { return rule_; }
  Games& games() const { return games_; }
  /// Parts in terms of the rules as positions.
  Sum sum_of(const BoardSum& sum) const;
  /// What a move leads to, with what binds the answer (game/bound.h).
  Sum answered(const BoardMove& move) const;
  /// The board with coordinates; empty for games without one, and where the text shows as much.
  std::string drawn(const Position& position) const;
  /// The names of the moves with what they lead to, each result once: "b1-c1", "b2=X", "a1-a4 k=3".
  Attempt<std::vector<std::pair<Sum, std::string>>> named_moves(const Position& position,
                                                                Budget& budget) const;

  /// Of a list whose elements are played apart (rewriting/list_parts.h) the game of one element,
  /// else null.
  const RuleGame* element() const;
  /// The heaps that a position is the sum of, in their order: elements of a list that is played
  /// apart, runs of a strip of which neighbours are taken (rewriting/strip_runs.h). Nothing for
  /// other games.
  std::optional<Sum> heaps(const Position& position) const;
  /// The position in which a move of the heap of this number has led to these heaps.
  std::optional<Position> with_heap(const Position& position, size_t number, const Sum& to) const;
  /// Of a list whose moves tell where play ends, too (analysis/list_ends.h): the game of its lines
  /// alone, which is to be played so; null for others.
  const BoardGame* without_ends(Play play) const;
  /// The game of numbers that lists of these lengths are (rewriting/fixed_lists.h); declined where
  /// there is none.
  Attempt<const RuleGame*> with_lengths(const FixedLengths& wanted, const Budget& budget) const;

  const void* kind() const override { return &kKind; }
  std::string name() const override { return rule_.full_name; }
  std::string text(const Position& position, size_t limit) const override;
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget& budget) const override;
  std::string move_in_words(const Position& from, const Sum& to) const override;
  bool has_bound_replies() const override { return meets_reply_words_; }
  Attempt<Sum> normal_form(const Position& position, Budget& budget) const override;

 private:
  const StripRuns* runs() const;

  const Rule& rule_;
  Games& games_;
  bool meets_reply_words_;
  mutable std::optional<std::shared_ptr<const StripRuns>> runs_;  // null: none; once that was asked
  // Of lists that are sums, once that was asked.
  mutable std::optional<std::unique_ptr<const Rule>> element_;
  mutable std::optional<std::optional<ListWithoutEnds>> without_ends_;
  mutable std::map<FixedLengths, std::unique_ptr<const Rule>> written_;
  mutable std::vector<PlacePointer> places_;
  mutable std::map<Place, size_t> numbers_;  // of places
  mutable Key named_;                        // the position whose moves were named last
  mutable std::unordered_map<Sum, std::string, HashSum> names_;
};

/// The game of a rule with cells or sets; made when it is first asked for.
const BoardGame& board_game(Games& games, const Rule& rule);
/// The position's game when it is one of cells or sets, else null.
const BoardGame* board_game(const Position& position);

}  // namespace grundy
