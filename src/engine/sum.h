// Disjunctive sums: the parts' values are joined by nim-sum, and the outcome, the winning moves and the reasons follow
// (Sprague 1935, Grundy 1939).
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace grundy {

/// One part of a sum: a position of a rule game, a position that answers for itself, or a nim heap *v.
struct Component {
  const Rule* rule = nullptr;
  Coordinates coordinates;                       // with a rule
  std::shared_ptr<const NativePosition> native;  // or this
  Ordinal nimber;                                // or this

  std::string to_string() const;
};

struct SumMove {
  size_t part = 0;  // from 0
  WinningMove move;
};

struct Answer {
  Play play = Play::normal;
  bool mover_wins = false;
  std::optional<Ordinal> value;                // none in misère play, and where only the outcome is known
  std::vector<std::optional<Ordinal>> values;  // of the parts
  std::vector<SumMove> winning_moves;
  bool all_winning_moves = true;
  std::vector<std::string> engines;  // in the order of their first use
  Work work;

  char outcome() const { return mover_wins ? 'N' : 'P'; }
};

/// Opened games, kept from one question to the next.
class Evaluators {
 public:
  Attempt<Evaluator*> get(const Rule& rule);

 private:
  std::map<const Rule*, std::unique_ptr<Evaluator>> open_;
};

/// Solves the sum. At most `move_limit` winning moves are listed, but at least one where there is one.
Attempt<Answer> solve_sum(const std::vector<Component>& parts, Play play, size_t move_limit, Evaluators& evaluators,
                          Budget& budget);

/// The value of a sum.
Attempt<Ordinal> value_of_sum(const std::vector<Component>& parts, Evaluators& evaluators, Budget& budget);

/// A sum as it is written; "0" for no parts, cut with "…" behind `longest` characters.
std::string sum_text(const std::vector<Component>& parts, size_t longest);

}  // namespace grundy
