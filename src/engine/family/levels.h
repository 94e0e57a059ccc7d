// What cascade, nullify, pathset and election have in common: natural numbers, each on a level 0,
// 1, 2, …, and
//
//   value = Σ over the levels l of ω^l · (exclusive-or of the numbers on level l).
//
// A move lowers one number (its head) and sets certain others, all on levels different from the
// head's, to anything. Each family says which level a number has and which sets of numbers a move
// can change together; everything else is here.
//
// Why the value is that sum, whenever (a) no number that a move changes besides its head shares the
// head's level, (b) from a head on level l a move can change one number on every level below l as
// well, and (c) play ends:
//   No option has the value v of the position: the head's level changes by exactly one number.
//   Every w < v is the value of an option: let l be the greatest level where the coefficients
//   differ; there w's is less than v's, so some number h on level l has the leading bit of d = v_l
//   ⊕ w_l, and h ⊕ d < h (Bouton 1901). Make h ⊕ d of it, and on each lower level exclusive-or one
//   number the move can reach with v_j ⊕ w_j.
// So v is the least ordinal that no option has: the mex.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/family/family.h"
#include "engine/family/listing.h"
#include "value/natural.h"
#include "value/ordinal.h"

namespace grundy {

/// The exclusive-or of the numbers on each level, level 0 first; as long as the greatest level + 1.
template <class Number>
std::vector<Number> level_sums(std::span<const Number> numbers, std::span<const uint32_t> levels) {
  std::vector<Number> sums;
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (levels[i] >= sums.size()) sums.resize(levels[i] + size_t{1});
    sums[levels[i]] = sums[levels[i]] ^ numbers[i];
  }
  return sums;
}

/// The levels on which `difference` is not 0, highest first.
template <class Number>
std::vector<uint32_t> changed_levels(std::span<const Number> difference) {
  std::vector<uint32_t> levels;
  for (size_t l = difference.size(); l-- > 0;)
    if (difference[l] != Number(0)) levels.push_back(static_cast<uint32_t>(l));
  return levels;
}

/// The numbers on `level` that become smaller by exclusive-or with `by`: the heads of moves.
template <class Number>
std::vector<uint32_t> lowered_by(const Number& by, uint32_t level, std::span<const Number> numbers,
                                 std::span<const uint32_t> levels) {
  std::vector<uint32_t> heads;
  for (size_t i = 0; i < numbers.size(); ++i)
    if (levels[i] == level && (numbers[i] ^ by) < numbers[i])
      heads.push_back(static_cast<uint32_t>(i));
  return heads;
}

/// What a route does to the numbers: each is joined with the difference of its level.
template <class Number>
std::vector<Change<Number>> changes_of(std::span<const uint32_t> route,
                                       std::span<const Number> numbers,
                                       std::span<const uint32_t> levels,
                                       std::span<const Number> difference) {
  std::vector<Change<Number>> changes;
  changes.reserve(route.size());
  for (uint32_t place : route)
    changes.push_back({place, numbers[place] ^ difference[levels[place]]});
  return changes;
}

/// All sequences that begin with one of `heads` and go on, `depth` numbers in all, from a place p
/// at step i (from 1) to one of below(p, i), which is never empty; in lexicographic order, at most
/// `limit` of them. Time and memory are those of the calls of `below` along the sequences found,
/// plus their length. Declines when they do not fit into memory.
template <class Below>
Attempt<std::vector<std::vector<uint32_t>>> descents(std::vector<uint32_t> heads, size_t depth,
                                                     size_t limit, Budget& budget, Below&& below) {
  struct Level {
    std::vector<uint32_t> choices;
    size_t chosen = 0;
  };
  std::vector<std::vector<uint32_t>> found;
  if (heads.empty() || limit == 0) return found;
  std::vector<Level> steps;
  steps.push_back({std::move(heads), 0});
  while (!steps.empty()) {
    if (Level& last = steps.back(); last.chosen == last.choices.size()) {
      steps.pop_back();
      if (!steps.empty()) ++steps.back().chosen;
    } else if (steps.size() < depth) {
      std::vector<uint32_t> choices = below(last.choices[last.chosen], steps.size());
      steps.push_back({std::move(choices), 0});
    } else {
      const uint64_t bytes =
          (found.size() + 1) * (depth * sizeof(uint32_t) + sizeof(std::vector<uint32_t>));
      if (!budget.take_memory(bytes)) return budget.too_large("the list of moves", bytes);
      budget.give_back_memory(bytes);
      if (budget.spent()) return budget.why();
      std::vector<uint32_t>& route = found.emplace_back();
      route.reserve(depth);
      for (const Level& step : steps) route.push_back(step.choices[step.chosen]);
      if (found.size() == limit) break;
      ++last.chosen;
    }
  }
  return found;
}

/// The numbers a move changes, its head first; `condition` describes the rest when it is the least
/// of infinitely many.
struct Route {
  std::vector<uint32_t> places;
  std::string condition;
};
struct Routes {
  std::vector<Route> routes;
  bool all = true;
};

/// Routes that are all there is, as long as they are fewer than were asked for.
Attempt<Routes> finite_routes(Attempt<std::vector<std::vector<uint32_t>>> sequences);

/// A game of one of these families. A position has numbers on places; the places are the same in
/// all positions that play can reach from it.
class LevelGame : public FamilyGame {
 public:
  virtual std::vector<Natural> numbers(const Position& position) const = 0;
  /// The position with other numbers on the same places.
  virtual Position with(const Position& position, std::span<const Natural> numbers) const = 0;
  /// "cell (1, 2)", "vertex 3".
  virtual std::string place_name(const Position& position, size_t place) const = 0;

  /// Moves that lower one number and leave the others: all there are, where a move can set no other
  /// number.
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget& budget) const override;
  Attempt<bool> has_options(const Position& position, Budget& budget) const override;
  bool is_endless() const override { return true; }
  Attempt<bool> is_option(const Position& position, const Sum& to, Budget& budget) const override;
  std::string move_in_words(const Position& from, const Sum& to) const override;

 protected:
  /// Whether one move can change the numbers on exactly these places, ascending and at least one,
  /// so.
  virtual bool is_one_move(const Position& position, std::span<const size_t> changed,
                           std::span<const Natural> before,
                           std::span<const Natural> after) const = 0;
  /// By which the numbers of a move are told, the greatest first: their levels.
  virtual uint64_t rank(const Position& position, size_t place) const = 0;
  /// Whether a move that lowers the number on this place may set others.
  virtual bool sets_others(const Position& position, size_t place) const = 0;
};

/// A position of one of these families, under its theorem.
class LevelAnalysis : public Analysis {
 public:
  Attempt<Ordinal> value(Budget& budget) const override;
  Attempt<bool> is_lost(Play play, Budget& budget) const override;
  Attempt<MoveSet> moves_to(const Ordinal& value, size_t limit, Budget& budget) const override;
  Attempt<MoveSet> winning_moves(Play play, size_t limit, Budget& budget) const override;
  std::string explanation() const override;

 protected:
  LevelAnalysis(const LevelGame& game, const Position& position, std::vector<uint32_t> levels);

  std::span<const Natural> numbers() const { return numbers_; }
  std::span<const uint32_t> levels() const { return levels_; }

  /// The moves that change the coefficient of every ω^l by exclusive-or with difference[l];
  /// difference has at most one entry for each level, and its last is not 0.
  virtual Attempt<Routes> routes(std::span<const Natural> difference, size_t limit,
                                 Budget& budget) const = 0;
  /// The theorem in a sentence or two.
  virtual std::string_view theorem() const = 0;

 private:
  Move move(Route route, std::span<const Natural> difference) const;

  const LevelGame& game_;
  Position position_;
  std::vector<Natural> numbers_;
  std::vector<uint32_t> levels_;
  std::vector<Natural> sums_;
};

}  // namespace grundy
