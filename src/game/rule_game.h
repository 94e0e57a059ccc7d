// A rule file's game: positions are coordinates of any size, options those that the rule's moves
// lead to.
//
// Finite moves are listed by the machine (code/moves.h), or by definition where 64 bits do not hold
// a number (rule/exact.h); those of games with infinitely many by the move relation, as a set of
// integers, the least first. The listing is not thread-safe: a game is used by one thread at a
// time.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "analysis/facts.h"
#include "code/moves.h"
#include "game/game.h"
#include "rule/exact.h"
#include "rule/position.h"
#include "rule/rule.h"

namespace grundy {

class Games;

class RuleGame final : public Game {
 public:
  static constexpr char kKind = 0;

  /// `games` has the games that moves lead to, and outlives this one.
  RuleGame(const Rule& rule, Games& games);

  /// The position with these coordinates, as many as the rule has.
  Position at(const Coordinates& coordinates) const;
  Position at(const std::vector<int64_t>& coordinates) const;
  Coordinates coordinates(const Position& position) const;
  /// What is known of the rule before a value is computed, found once.
  const Facts& facts() const { return facts_; }
  bool is_nim() const { return is_nim_; }
  Games& games() const { return games_; }
  /// A sum in the notation of rules as positions.
  Sum sum_of(const RuleSum& sum) const;
  Sum sum_of(const ExactSum& sum) const;

  /// What a move leads to, with what binds the answer (game/bound.h).
  Sum answered(Reply reply, Sum to) const;

  const void* kind() const override { return &kKind; }
  std::string name() const override { return rule_.full_name; }
  std::string text(const Position& position, size_t limit) const override;
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget& budget) const override;
  Attempt<bool> has_options(const Position& position, Budget& budget) const override;
  bool is_endless() const override { return facts_.has_infinitely_many_moves(); }
  std::string why_unlisted() const override;
  bool has_bound_replies() const override { return meets_reply_words_; }
  Attempt<bool> is_option(const Position& position, const Sum& to, Budget& budget) const override;
  std::string options_in_words(const Position& position) const override;
  Attempt<Sum> normal_form(const Position& position, Budget& budget) const override;
  const Rule* rule() const override { return &rule_; }

 private:
  const RuleGame& game_of(const Rule& rule) const;
  /// The lines whose moves are answered in the same way, as a rule.
  struct Lines {
    Reply reply;
    const Rule* rule;
    std::unique_ptr<const Rule> own;
  };
  static std::vector<Lines> by_reply(const Rule& listed);
  /// The game that the rule has copies of, else null.
  const Rule* single_game(const Rule& rule) const;
  void add_copies(Sum& sum, const Position& position, const Natural& count) const;
  /// The moves as a relation, for an endless game that has one; else null.
  const OptionSets* option_sets() const;
  /// The options of a position in 64 bits.
  Attempt<Ended> listed_options(const std::vector<int64_t>& coordinates, const OptionSink& sink,
                                Budget& budget) const;
  Attempt<Ended> exact_options(const Coordinates& coordinates, const OptionSink& sink,
                               Budget& budget) const;
  using ListPart = std::function<Attempt<Ended>(const RuleGame& game, const Position& part,
                                                const OptionSink& sink)>;
  static Attempt<Ended> options_of_sum(const Sum& whole, const OptionSink& sink, Budget& budget,
                                       const ListPart& list);

  const Rule& rule_;
  const Rule& listed_;  // the same, equal parts of a move counted (rewriting/copies.h)
  Games& games_;
  const std::vector<Lines> lines_;
  bool is_nim_;
  bool meets_reply_words_;
  Facts facts_;
  mutable MoveLister lister_;
};

/// The position's game when it is a rule file's, else null.
inline const RuleGame* rule_game(const Position& position) {
  return position.game->rule() == nullptr ? nullptr : static_cast<const RuleGame*>(position.game);
}

/// Whether those who work in 64 bits take the coordinates: they are below 2^62.
bool fits_64_bits(const Coordinates& coordinates);
/// Coordinates for those; declines beyond.
Attempt<std::vector<int64_t>> small_coordinates(const Rule& rule, const Coordinates& coordinates);

/// "kayles(7)": the game's name with its parameters, and the coordinates.
std::string position_text(const Rule& rule, const Coordinates& coordinates);

}  // namespace grundy
