#include "session/choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "analysis/interval.h"
#include "game/board_game.h"
#include "game/games.h"
#include "rule/board_meaning.h"
#include "session/marked_moves.h"
#include "session/winning.h"

namespace grundy {
namespace {

using Options = std::unordered_set<Sum, HashSum>;
using Choice = std::vector<int64_t>;

/// Whether each choice of the rule leads to an option of its own: one line with at most one
/// variable, on which a coordinate depends.
bool leads_elsewhere(const Rule& rule) {
  if (rule.moves.size() != 1) return false;
  const MoveLine& line = rule.moves[0];
  const Part* part = only_part(rule, line);
  if (line.binders.empty()) return true;
  if (part == nullptr || line.binders.size() != 1 || line.binders[0].slots.size() != 1)
    return false;
  return std::any_of(
      part->coordinates.begin(), part->coordinates.end(), [&](const Expr& coordinate) {
        int64_t factor = 0;
        return linear_factor(coordinate, line.binders[0].slots[0], factor) && factor != 0;
      });
}

/// The variables that a line chooses.
std::vector<Expr> binders_of(const MoveLine& line) {
  std::vector<Expr> result;
  for (const Binder& binder : line.binders) {
    for (const size_t number : binder.slots) result.push_back(slot(number));
  }
  return result;
}

class ChoiceCount {
 public:
  ChoiceCount(Session& session, const Question& question, const Answer& answer, Budget& budget)
      : session_(session), question_(question), answer_(answer), budget_(budget) {}
  ChoiceCount(const ChoiceCount&) = delete;
  ChoiceCount& operator=(const ChoiceCount&) = delete;
  ~ChoiceCount() { budget_.give_back_memory(taken_); }

  Attempt<std::optional<Natural>> count() {
    if (!has_values_of_parts(answer_)) {
      if (auto listed = list_winning(); !listed) return std::move(listed).error();
    }
    std::unordered_map<Position, Natural, HashPosition> known;
    Natural total;
    for (size_t i = 0; i < question_.parts.size(); ++i) {
      const Position& part = question_.parts[i];
      if ((i & 1023) == 0 && budget_.spent()) return budget_.why();
      if (const auto before = known.find(part); before != known.end()) {
        total = total + before->second;
        continue;
      }
      Attempt<std::optional<Natural>> count = count_of(i);
      if (!count || !*count) return count;
      total = total + **count;
      known.emplace(part, **count);
    }
    return std::optional<Natural>(std::move(total));
  }

 private:
  /// The winning options of all parts, where values don't tell them.
  Attempt<void> list_winning() {
    Attempt<Answer> all = session_.solve(question_, answer_.play, SIZE_MAX, budget_);
    if (!all) return std::move(all).error();
    listed_.emplace();
    for (SumMove& move : all->winning_moves) {
      Winning& winning = (*listed_)[question_.parts[move.part]];
      winning.endless = winning.endless || !move.move.condition.empty();
      winning.options.insert(sorted(std::move(move.move.to)));
    }
    if (!all->all_winning_moves && std::none_of(listed_->begin(), listed_->end(),
                                                [](const auto& one) { return one.second.endless; }))
      return Error::declined("not all winning moves are known");
    return {};
  }

  Attempt<std::optional<Natural>> count_of(size_t number) {
    const Position& part = question_.parts[number];
    const BoardGame* board = board_game(part);
    const RuleGame* game = board != nullptr ? nullptr : rule_game(part);
    const Rule* rule = game == nullptr ? nullptr : &game->games().copies().counted(*game->rule());
    const bool by_options = board == nullptr && (rule == nullptr || rule->is_alias ||
                                                 rule->moves_by_code || leads_elsewhere(*rule));
    if (by_options && !listed_)
      return session_.solvers()
          .of(*part.game)
          .count_moves_to(part, winning_target(answer_, number), budget_);
    const Attempt<Winning> winning = winning_of(number);
    if (!winning) return winning.error();
    if (winning->endless) return std::optional<Natural>();
    if (by_options) return std::optional<Natural>(winning->options.size());
    if (winning->options.empty()) return std::optional<Natural>(0);
    return board != nullptr ? count_on_board(*board, part, winning->options)
                            : count_by_rule(*game, *rule, part, winning->options);
  }

  struct Winning {
    Options options;
    bool endless = false;
  };
  Attempt<Winning> winning_of(size_t number) {
    const Position& part = question_.parts[number];
    if (listed_) {
      const auto at = listed_->find(part);
      return at == listed_->end() ? Winning{} : at->second;
    }
    Attempt<MoveSet> moves =
        session_.solvers()
            .of(*part.game)
            .moves_to(part, winning_target(answer_, number), SIZE_MAX, budget_);
    if (!moves) return std::move(moves).error();
    Winning result;
    result.endless = !moves->all;
    for (Move& move : moves->moves) {
      result.endless = result.endless || !move.condition.empty();
      result.options.insert(sorted(std::move(move.to)));
    }
    return result;
  }

  static Error too_many(const Position& part) {
    return Error::declined(
        fmt::format("the choices of {} are too many to be looked at one by one; --count results "
                    "counts what they lead to",
                    to_string(part)));
  }

  Attempt<std::optional<Natural>> count_by_rule(const RuleGame& game, const Rule& rule,
                                                const Position& part, const Options& winning) {
    const auto coordinates = small_coordinates(rule, game.coordinates(part));
    if (!coordinates) return coordinates.error();
    const bool many = has_many_moves(game, *coordinates);
    if (many && winning.size() > kMovesOneAfterAnother) return too_many(part);
    Natural total;
    for (const MoveLine& line : rule.moves) {
      std::vector<Expr> numbers = binders_of(line);
      if (numbers.size() > kMostNumbers) return too_many(part);
      const Rule made = with_numbers(rule, line, std::move(numbers));
      std::set<Choice> choices;
      if (!many) {
        if (auto listed = add(game, made, *coordinates, winning, choices); !listed)
          return std::move(listed).error();
      }
      for (const Sum& option : winning) {
        if (!many) break;
        if (option.size() > kMostPartsInAnyOrder) return too_many(part);
        Sum to = option;
        do {
          const std::optional<Rule> narrow = that_leads_to(made, to);
          if (!narrow) continue;
          if (auto listed = add(game, *narrow, *coordinates, winning, choices); !listed)
            return std::move(listed).error();
        } while (std::next_permutation(to.begin(), to.end()));
      }
      total = total + Natural(choices.size());
    }
    return std::optional<Natural>(std::move(total));
  }

  /// Adds the choices of the line that lead to a winning option.
  Attempt<void> add(const RuleGame& game, const Rule& made, const std::vector<int64_t>& coordinates,
                    const Options& winning, std::set<Choice>& choices) {
    bool fits = true;
    MoveLister lister;
    auto listed = lister.for_each_move(made, coordinates, budget_, [&](RuleSum sum) {
      Choice choice = std::move(sum.back().coordinates);
      sum.pop_back();
      if (winning.contains(sorted(game.answered(made.moves[0].reply, game.sum_of(sum)))))
        fits = keep(std::move(choice), choices);
      return fits;
    });
    if (!fits) return out_of_memory();
    return listed;
  }

  Attempt<std::optional<Natural>> count_on_board(const BoardGame& game, const Position& part,
                                                 const Options& winning) {
    const BoardPosition here = game.position(part);
    for (const NaturalSet& set : here.sets) {
      if (std::any_of(set.begin(), set.end(),
                      [](int64_t number) { return number > kMovesOneByOne; }))
        return too_many(part);
    }
    std::set<Choice> choices;
    bool fits = true;
    Patience patience(budget_);
    const Fault fault = board_moves_by_definition(
        here,
        [&](const BoardMove& move) {
          if (move.line != BoardMove::kNoLine && winning.contains(sorted(game.answered(move))))
            fits = keep(choice_of(move), choices);
          return fits;
        },
        &patience);
    if (!fits) return out_of_memory();
    if (budget_.spent()) return budget_.why();
    if (fault.kind != Fault::Kind::none) return Error::declined(describe(fault.kind));
    return std::optional<Natural>(choices.size());
  }

  /// The line, the values of its variables, and what it writes where; a placement met along two
  /// directions is one.
  static Choice choice_of(const BoardMove& move) {
    Choice choice = {static_cast<int64_t>(move.line)};
    choice.insert(choice.end(), move.chosen.begin(), move.chosen.end());
    for (const std::vector<int64_t>& list : move.lists) {
      choice.push_back(static_cast<int64_t>(list.size()));
      choice.insert(choice.end(), list.begin(), list.end());
    }
    std::vector<std::pair<int64_t, int64_t>> cells;
    for (size_t i = 0; i < move.changed.size(); ++i)
      cells.emplace_back(static_cast<int64_t>(move.changed[i]),
                         i < move.written.size() ? static_cast<int64_t>(move.written[i]) : -1);
    std::sort(cells.begin(), cells.end());
    for (const auto& [cell, letter] : cells) choice.insert(choice.end(), {cell, letter});
    return choice;
  }

  bool keep(Choice choice, std::set<Choice>& choices) {
    constexpr uint64_t kOfANode = 64;  // of the tree
    const uint64_t bytes = kOfANode + choice.size() * sizeof(choice[0]);
    if (!choices.insert(std::move(choice)).second) return true;
    if (!budget_.take_memory(bytes)) return false;
    taken_ += bytes;
    return true;
  }
  Error out_of_memory() const {
    return budget_.spent() ? budget_.why() : budget_.too_large("the winning choices", taken_);
  }

  static constexpr size_t kMostPartsInAnyOrder = 4;

  Session& session_;
  const Question& question_;
  const Answer& answer_;
  Budget& budget_;
  uint64_t taken_ = 0;
  std::optional<std::unordered_map<Position, Winning, HashPosition>> listed_;
};

}  // namespace

Attempt<std::optional<Natural>> count_winning_choices(Session& session, const Question& question,
                                                      const Answer& answer, Budget& budget) {
  if (!answer.mover_wins()) return std::optional<Natural>(0);
  return ChoiceCount(session, question, answer, budget).count();
}

}  // namespace grundy
