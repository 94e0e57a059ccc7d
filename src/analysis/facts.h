// Facts: all that is known of one game before a value is computed.
//
// Several engines ask the same of a Rule: its moves as an integer relation, an order that every
// move lowers, the take-and-break code that it is. Facts finds each of these when it is first asked
// for, once, and keeps it. Nothing here computes a value or looks at a single position.
//
//   const Facts facts(rule);                       // costs nothing
//   if (facts.is_nim()) …                          // reads the rule
//   const auto& moves = facts.relation(Effort::quick);
//   if (!moves) return moves.error();              // "a term or condition is not affine"
//   isl_ctx* context = facts.context(200'000);     // for more questions about it, in so many steps
//
// What isl finds costs a millisecond or two for most rules, and for long ones as much as the effort
// allows: an answer depends on the effort alone, never on what was asked before. All facts are of
// one context of isl, which is no place for two threads: a Facts, and all that it has handed out,
// is used by one thread at a time.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/descent.h"
#include "analysis/endless.h"
#include "analysis/isl.h"
#include "analysis/order.h"
#include "analysis/positions.h"
#include "analysis/relation.h"
#include "analysis/subtraction_set.h"
#include "rule/heap_code.h"
#include "rule/rule.h"

namespace grundy {

/// How many steps of isl one fact may take.
enum class Effort : uint8_t {
  quick,     // 200,000: some milliseconds
  patient,   // ten million: some seconds
  thorough,  // a hundred million: a minute
};

class Facts {
 public:
  /// The rule must outlive the facts.
  explicit Facts(const Rule& rule);
  Facts(const Facts&) = delete;
  Facts& operator=(const Facts&) = delete;

  const Rule& rule() const { return rule_; }

  // What the rule shows at once.

  /// Whether the one move is "lower the only coordinate to anything smaller".
  bool is_nim() const;
  /// Whether some move may lead to a sum of two positions or more.
  bool splits() const;
  /// Whether all that a move leads to are positions of the game itself.
  bool stays_in_game() const;
  /// All games that moves can lead to, one after another, this one included.
  const std::vector<const Rule*>& reachable_games() const;
  /// Whether some binder is written without an end (nest.h).
  bool has_open_binder() const;
  /// Whether some loop has no end: a position may then have infinitely many moves (nest.h).
  bool has_infinitely_many_moves() const;
  /// Two coordinates that may change places (symmetry.h).
  const std::optional<std::pair<size_t, size_t>>& symmetry() const;

  // What isl finds.

  /// The moves line by line; declined, with the reason, when they are no affine relation.
  const Attempt<std::vector<LineRelation>>& lines(Effort effort) const;
  /// position → option, when every move leads to one position of the game itself; declined, with
  /// the reason, otherwise.
  const Attempt<isl::Map>& relation(Effort effort) const;
  /// The context of the relations, from now on with so many steps; to be asked for anew before each
  /// computation, because finding another fact changes the number.
  isl_ctx* context(unsigned long steps) const;
  /// A lexicographic order of measures that every move lowers in each part that it leads to, by
  /// which play ends. Nothing where lines() declines, moves lead to other games, or none is found.
  const std::optional<Descent>& descent(Effort effort) const;
  /// When the measures of the descent are single coordinates: those, then the others.
  std::optional<std::vector<size_t>> coordinate_order(Effort effort) const;
  /// Whether every position has finitely many options; nothing when that is not known.
  std::optional<bool> finitely_many_options(Effort effort) const;
  /// The options of a position as a set; null where relation(Effort::patient) declines
  /// or there are no coordinates.
  const OptionSets* option_sets() const;
  /// The take-and-break code that the game is, however it is written (heap_code.h).
  const std::optional<HeapCode>& heap_code() const;
  /// The subtraction game that it is, however it is written.
  const std::optional<SubtractionSet>& subtraction_set() const;
  /// The order in which a table of the game can be filled (order.h).
  const std::optional<std::vector<SweepStep>>& sweep_order() const;
  /// Moves that can be made for ever (endless.h).
  const std::vector<EndlessMove>& endless() const;

 private:
  template <class T>
  struct Found {
    T fact;
    bool gave_up;  // more steps may find it
  };
  template <class T>
  using ByEffort = std::array<std::optional<Found<T>>, 3>;

  template <class T, class Find>
  const Found<T>& by_effort(ByEffort<T>& known, Effort effort, Find&& find) const;
  const Found<Attempt<std::vector<LineRelation>>>& found_lines(Effort effort) const;
  const Found<Attempt<isl::Map>>& found_relation(Effort effort) const;

  const Rule& rule_;
  // Before the objects in it; made when it is needed.
  mutable isl::Context context_;
  mutable ByEffort<Attempt<std::vector<LineRelation>>> lines_;
  mutable ByEffort<Attempt<isl::Map>> relation_;
  mutable ByEffort<std::optional<Descent>> descent_;
  mutable ByEffort<std::optional<bool>> finitely_many_options_;
  mutable std::optional<std::vector<const Rule*>> reachable_games_;
  mutable std::optional<bool> has_infinitely_many_moves_;
  mutable std::optional<std::optional<std::pair<size_t, size_t>>> symmetry_;
  mutable std::optional<std::optional<OptionSets>> option_sets_;
  mutable std::optional<std::optional<HeapCode>> heap_code_;
  mutable std::optional<std::optional<SubtractionSet>> subtraction_set_;
  mutable std::optional<std::optional<std::vector<SweepStep>>> sweep_order_;
  mutable std::optional<std::vector<EndlessMove>> endless_;
};

/// The facts, one a line, "take-and-break code: 0.77"; what does not hold is left out. Finds those
/// that are not yet known, with Effort::patient.
std::string describe(const Facts& facts);

}  // namespace grundy
