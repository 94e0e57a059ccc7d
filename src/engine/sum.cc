#include "engine/sum.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "engine/algebra.h"
#include "engine/entailing/judge.h"
#include "engine/misere/judge.h"
#include "engine/misere/tame.h"
#include "engine/search/growing.h"
#include "engine/search/other_name.h"
#include "engine/search/play_length.h"
#include "engine/search/play_out.h"
#include "engine/search/retrograde.h"
#include "game/board_game.h"
#include "game/copies.h"
#include "game/games.h"
#include "game/nim_heap.h"

namespace grundy {
namespace {

// Where play can go round:
constexpr size_t kMovesLookedAt = 10'000;  // of each part
constexpr size_t kMostPartsWorkedBack = 32;

// Of boards in misère play: quicker than a look for a quotient.
constexpr uint64_t kFewPositions = 20'000;

/// For each part, the value of all others; in time that does not depend on their number.
class ValuesBeside {
 public:
  explicit ValuesBeside(const std::vector<std::optional<Value>>& values) : values_(values) {
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i]->is_loopy()) {
        loopy_.push_back(i);
      } else {
        numbers_ = nim_sum(numbers_, values[i]->ordinal());
      }
    }
  }
  Value operator[](size_t part) const {
    const bool is_loopy = values_[part]->is_loopy();
    Value numbers = is_loopy ? Value(numbers_) : Value(nim_sum(numbers_, values_[part]->ordinal()));
    const size_t others = loopy_.size() - (is_loopy ? 1 : 0);
    if (others == 0) return numbers;
    return others > 1 ? Value::loopy({})
                      : nim_sum(numbers, *values_[loopy_[loopy_[0] == part ? 1 : 0]]);
  }

 private:
  const std::vector<std::optional<Value>>& values_;
  Ordinal numbers_;            // the nim-sum of those that are numbers
  std::vector<size_t> loopy_;  // the other parts
};

/// The sum of all delays but one; nothing where one of them is not known, or it is beyond 63 bits.
std::optional<uint64_t> sum_without(const std::vector<std::optional<uint64_t>>& delays,
                                    size_t part) {
  uint64_t total = 0;
  for (size_t i = 0; i < delays.size(); ++i) {
    if (i == part) continue;
    if (!delays[i] || __builtin_add_overflow(total, *delays[i], &total) ||
        total >= uint64_t{1} << 63)
      return std::nullopt;
  }
  return total;
}

/// Whether the position is many equal ones, or moves lead to such.
bool has_copies(const Position& position) {
  const RuleGame* game = rule_game(position);
  return as<CopiesGame>(position.game) != nullptr ||
         (game != nullptr && game->games().copies().has_copies(*game->rule()));
}

class SumSolver {
 public:
  SumSolver(const std::vector<Position>& parts, Play play, size_t limit, Solvers& solvers,
            Budget& budget, Sought sought = Sought::value)
      : parts_(parts),
        limit_(std::max<size_t>(limit, 1)),
        solvers_(solvers),
        budget_(budget),
        sought_(sought) {
    answer_.play = play;
    answer_.values.resize(parts.size());
  }

  Attempt<Answer> solve();
  Attempt<Answer> value();

 private:
  /// The values of the parts, game by game; those that are declined are left out, with the reason.
  /// `quick`: without engines that work through all positions.
  Attempt<void> find_values(bool quick);
  Attempt<void> solve_in(const Algebra& algebra, const std::vector<Element>& elements);
  /// Moves may bind the answer.
  Attempt<void> solve_entailing();
  Attempt<void> solve_normal();
  Attempt<void> solve_misere();
  /// With boards and lists that are sums of heaps as these heaps; false where there are none, or
  /// that is no help.
  Attempt<bool> solve_heaps();
  /// One part has no value: whether it has that of the rest decides.
  Attempt<void> decide_by_one(size_t unknown);
  Attempt<void> decide_alone();
  /// A list that is won where it has no move, as misère play; false for others.
  Attempt<bool> decide_without_ends();
  /// The same in misère play, as the game that is won at its ends.
  Attempt<void> decide_by_ends();
  /// Those of the only part.
  Attempt<void> take_winning_moves(Attempt<MoveSet> moves);
  /// Boards of one game, and nim heaps, in misère play; declines after about `most` positions.
  Attempt<void> decide_together(uint64_t most);
  Attempt<void> play_out();
  /// Values are known, and play can go round.
  Attempt<void> solve_round();
  std::vector<std::optional<uint64_t>> delays_of_parts();
  /// Each option of each part, by who wins then: drawing and losing moves, and with `winning` those
  /// that win.
  Attempt<void> sort_moves(
      bool winning, const std::function<Attempt<Outcome>(size_t part, const Sum& to)>& after);
  /// Neither values nor play that ends: working back from the ends of play.
  Attempt<void> work_back();
  void order_winning_moves();
  Attempt<void> note_unlisted(const Error& error);
  /// The value is missing; where who wins is known, the error says so.
  Error with_what_is_known(Error error);
  /// Who wins where play can go on for ever and far away, if that is seen in the positions nearest
  /// to this one: what lies beyond counts as undecided, and a win is a win. More of them are looked
  /// at each time.
  bool look_near();
  bool any_grows_far();
  Error undecided() const;
  /// By a misère quotient of the games; declines where there is none, or more work than it saves.
  Attempt<void> by_quotient();
  void note_conjecture(const Plan& plan) {
    auto& list = answer_.conjectures;
    std::string law = plan.conjecture();
    if (!law.empty() && std::find(list.begin(), list.end(), law) == list.end())
      list.push_back(std::move(law));
  }
  void take(misere::Judged judged, std::string_view engine);
  void add_work(const Plan& plan, const Work& before) {
    Work done = plan.work();
    done.positions -= before.positions;
    done.options -= before.options;
    answer_.work += done;
  }
  void use(std::string_view engine) {
    auto& list = answer_.engines;
    if (std::find(list.begin(), list.end(), engine) == list.end()) list.emplace_back(engine);
  }

  const std::vector<Position>& parts_;
  size_t limit_;
  Solvers& solvers_;
  Budget& budget_;
  Sought sought_;
  Answer answer_;
  std::optional<Error> too_much_;  // memory that looking near would take
  std::vector<Error> declined_;    // why values are missing, one error a game
};

Attempt<void> SumSolver::find_values(bool quick) {
  std::vector<const Game*> games;
  std::unordered_map<const Game*, std::vector<size_t>> members;
  BudgetMeter meter(budget_);
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (meter.spent()) return budget_.why();
    std::vector<size_t>& list = members[parts_[i].game];
    if (list.empty()) games.push_back(parts_[i].game);
    if (!answer_.values[i]) list.push_back(i);
  }
  declined_.clear();
  for (const Game* game : games) {
    const std::vector<size_t>& list = members.at(game);
    if (list.empty()) continue;
    Plan& plan = solvers_.of(*game);
    std::vector<Position> positions;
    positions.reserve(list.size());
    for (const size_t i : list) {
      if (meter.spent()) return budget_.why();
      positions.push_back(parts_[i]);
    }
    const Work before = plan.work();
    auto values = quick ? plan.quick_values(positions, budget_) : plan.values(positions, budget_);
    if (!values) {
      if (values.error().kind != Error::Kind::declined || budget_.spent())
        return std::move(values).error();
      declined_.push_back(std::move(values).error());
      // Together they are too much; some may have a value.
      if (list.size() > 1 && list.size() <= 64) {
        for (const size_t i : list) {
          auto one = plan.quick_values({&parts_[i], 1}, budget_);
          if (one) answer_.values[i] = std::move(one->front());
        }
        if (std::all_of(list.begin(), list.end(),
                        [&](size_t i) { return answer_.values[i].has_value(); }))
          declined_.pop_back();
      }
      continue;
    }
    for (size_t j = 0; j < list.size(); ++j) answer_.values[list[j]] = std::move((*values)[j]);
    use(plan.engine());
    note_conjecture(plan);
    add_work(plan, before);
  }
  return {};
}

// Who wins is said even if no winning move is found; an interruption ends the work.
Attempt<void> SumSolver::note_unlisted(const Error& error) {
  const std::atomic<bool>* stop = budget_.stop_flag();
  const bool is_interrupted = stop != nullptr && stop->load(std::memory_order_relaxed);
  if (error.kind != Error::Kind::declined || is_interrupted) return error;
  answer_.why_unlisted = error.message();
  answer_.all_winning_moves = false;
  return {};
}

/// Every part has an element.
Attempt<void> SumSolver::solve_in(const Algebra& algebra, const std::vector<Element>& elements) {
  if (elements.empty()) {  // who can't move loses, or wins
    answer_.outcome = answer_.play == Play::normal ? Outcome::P : Outcome::N;
    return {};
  }
  Element total = elements.front();
  BudgetMeter meter(budget_);
  for (size_t i = 1; i < elements.size(); ++i) {
    if (meter.spent()) return budget_.why();
    total = algebra.add(total, elements[i]);
  }
  answer_.outcome = algebra.outcome(total);
  if (!answer_.mover_wins()) return {};

  std::unordered_map<Position, MoveSet, HashPosition> known;  // equal parts have equal moves
  const bool repeatable = parts_.size() > 1 && parts_.size() < 100'000;
  for (size_t i = 0;
       i < parts_.size() && (answer_.all_winning_moves || answer_.winning_moves.empty()); ++i) {
    if ((i & 1023) == 0 && budget_.spent()) return budget_.why();
    const size_t room = limit_ - answer_.winning_moves.size();
    MoveSet found;
    const auto before = known.find(parts_[i]);
    if (repeatable && before != known.end() && before->second.moves.size() <= room) {
      found = before->second;
    } else {
      for (const Value& target : algebra.targets(algebra.without(total, elements[i]))) {
        auto moves = solvers_.of(*parts_[i].game)
                         .moves_to(parts_[i], target, room - found.moves.size(), budget_);
        if (!moves) {
          if (auto noted = note_unlisted(moves.error()); !noted) return noted;
          found.all = false;
          break;
        }
        found.all = found.all && moves->all;
        answer_.more_are_untold = answer_.more_are_untold || moves->untold;
        std::move(moves->moves.begin(), moves->moves.end(), std::back_inserter(found.moves));
      }
      if (repeatable && found.all) known.emplace(parts_[i], found);
    }
    answer_.all_winning_moves = answer_.all_winning_moves && found.all;
    for (Move& move : found.moves) {
      if (!move.condition.empty()) answer_.all_winning_moves = false;
      answer_.winning_moves.push_back({i, std::move(move)});
    }
  }
  if (!answer_.winning_moves.empty()) answer_.why_unlisted.clear();
  if (answer_.play == Play::normal && answer_.winning_moves.empty() && answer_.why_unlisted.empty())
    return Error::internal("no winning move was found in a won position");
  return {};
}

Attempt<void> SumSolver::solve_entailing() {
  if (answer_.play == Play::misere) return play_out();
  Attempt<Answer> judged = judge_entailing(parts_, limit_, solvers_, budget_);
  if (!judged) return std::move(judged).error();
  answer_ = *std::move(judged);
  return {};
}

Attempt<bool> SumSolver::decide_without_ends() {
  const BoardGame* game = parts_.size() == 1 ? board_game(parts_[0]) : nullptr;
  const BoardGame* lines = game != nullptr ? game->without_ends(Play::misere) : nullptr;
  const bool has_elements = lines != nullptr && parts_[0].key.size() > 2;
  if (!has_elements) return false;
  const std::vector<Position> there = {{lines, parts_[0].key}};
  Attempt<Answer> answer = SumSolver(there, Play::misere, limit_, solvers_, budget_).solve();
  if (!answer) return std::move(answer).error();
  for (SumMove& move : answer->winning_moves) {
    for (Position& part : move.move.to) part.game = game;
  }
  answer_ = *std::move(answer);
  answer_.play = Play::normal;
  return true;
}

Attempt<void> SumSolver::solve_normal() {
  if (const Attempt<bool> decided = decide_without_ends(); !decided || *decided)
    return decided ? Attempt<void>() : decided.error();
  if (any_grows_far()) return look_near() ? Attempt<void>() : undecided();
  // Each try has half of the time that is left; what comes next has the rest.
  const auto tried = [&](const auto& question) {
    const Budget::Share share(budget_, 0.5);
    return question();
  };
  if (sought_ == Sought::outcome && parts_.size() == 1) {
    if (tried([&] { return decide_by_one(0); })) return {};
    if (budget_.spent()) return budget_.why();
  }
  if (auto found = find_values(true); !found) return found;
  std::vector<size_t> unknown;
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (!answer_.values[i]) unknown.push_back(i);
  }
  if (unknown.size() == 1 && parts_.size() == 1) {
    if (tried([&] { return decide_alone(); })) return {};
    if (budget_.spent()) return budget_.why();
  }
  if (unknown.size() == 1 && parts_.size() > 1) {
    if (decide_by_one(unknown.front())) return {};
    if (budget_.spent()) return budget_.why();
  }
  if (!unknown.empty()) {
    Attempt<void> found = tried([&] { return find_values(false); });
    if (budget_.spent()) return budget_.why();
    if (!found && found.error().kind != Error::Kind::declined) return found;
    if (!found) declined_.push_back(found.error());
    if (!declined_.empty()) {
      // The reasons for the values are what the user wants to know when playing out is too much as
      // well. Where play goes round a search of one position, which met no end, would not end
      // either.
      const bool goes_round = std::any_of(declined_.begin(), declined_.end(), is_cycle);
      if (goes_round ? (parts_.size() > 1 && work_back()) || look_near() : play_out().ok())
        return {};
      return budget_.spent() ? budget_.why() : std::move(declined_.front());
    }
  }
  std::vector<Element> elements;
  elements.reserve(parts_.size());
  Value total;
  BudgetMeter meter(budget_);
  for (const auto& value : answer_.values) {
    if (meter.spent()) return budget_.why();
    elements.emplace_back(*value);
    total = nim_sum(total, *value);
  }
  answer_.value = std::move(total);
  answer_.goes_round = std::any_of(parts_.begin(), parts_.end(), [&](const Position& part) {
    return solvers_.of(*part.game).goes_round();
  });
  if (answer_.goes_round) return solve_round();
  return solve_in(value_algebra(), elements);
}

/// Of the parts that have a number (graph/delay.h).
std::vector<std::optional<uint64_t>> SumSolver::delays_of_parts() {
  std::vector<std::optional<uint64_t>> delays;
  delays.reserve(parts_.size());
  for (size_t i = 0; i < parts_.size(); ++i)
    delays.push_back(answer_.values[i]->is_finite()
                         ? solvers_.of(*parts_[i].game).delay({parts_[i]}, budget_)
                         : std::nullopt);
  return delays;
}

Attempt<void> SumSolver::solve_round() {
  answer_.outcome = answer_.value->outcome();
  const ValuesBeside beside(answer_.values);
  if (answer_.outcome == Outcome::D) {
    return sort_moves(false, [&](size_t part, const Sum& to) -> Attempt<Outcome> {
      Attempt<Value> value = solvers_.of(*parts_[part].game).value_of(to, budget_);
      if (!value) return std::move(value).error();
      return nim_sum(*value, beside[part]).outcome();
    });
  }
  std::optional<Retrograde> back;
  const Sum whole(parts_.begin(), parts_.end());
  if (parts_.size() > 1 && parts_.size() <= kMostPartsWorkedBack) {
    if (auto found = Retrograde::of({&whole, 1}, Play::normal, Retrograde::kCourtesy, budget_))
      back = *std::move(found);
    if (budget_.spent()) return budget_.why();
  }
  const auto moves_to_end = [&](const Sum& sum) {
    return back                ? back->moves_to_end(sum, budget_)
           : parts_.size() > 1 ? std::nullopt
                               : solvers_.of(*parts_[0].game).moves_to_end(sum, budget_);
  };
  answer_.moves_to_end = moves_to_end(whole);
  const std::vector<std::optional<uint64_t>> delays =
      back ? std::vector<std::optional<uint64_t>>(parts_.size()) : delays_of_parts();
  if (answer_.outcome == Outcome::P) {
    if (!answer_.moves_to_end) answer_.moves_at_most = sum_without(delays, parts_.size());
    return {};
  }
  for (size_t i = 0; i < parts_.size(); ++i) {
    const Value target = beside[i];
    if (target.is_loopy()) continue;
    auto moves = solvers_.of(*parts_[i].game)
                     .moves_to(parts_[i], target, std::max(limit_, kMovesLookedAt), budget_);
    if (!moves) return std::move(moves).error();
    answer_.all_winning_moves = answer_.all_winning_moves && moves->all;
    answer_.more_are_untold = answer_.more_are_untold || moves->untold;
    const std::optional<uint64_t> others = sum_without(delays, i);
    for (Move& move : moves->moves) {
      std::optional<uint64_t> length = moves_to_end(replaced(whole, i, move.to)), most;
      if (length) ++*length;
      if (!length && others) most = solvers_.of(*parts_[i].game).delay(move.to, budget_);
      if (most && __builtin_add_overflow(*most, *others + 1, &*most)) most.reset();
      answer_.winning_moves.push_back({i, std::move(move), length, most});
    }
  }
  order_winning_moves();
  if (!answer_.winning_moves.empty())
    answer_.moves_at_most = answer_.winning_moves[0].moves_at_most;
  if (answer_.winning_moves.empty())
    return Error::internal("no winning move was found in a won position");
  return {};
}

void SumSolver::order_winning_moves() {
  auto& moves = answer_.winning_moves;
  std::stable_sort(moves.begin(), moves.end(), [](const SumMove& a, const SumMove& b) {
    const auto rank = [](const SumMove& move) {
      return std::pair(move.moves_to_end.value_or(UINT64_MAX),
                       move.moves_at_most.value_or(UINT64_MAX));
    };
    return rank(a) < rank(b);
  });
  if (moves.size() <= limit_) return;
  moves.resize(limit_);
  answer_.all_winning_moves = false;
}

Attempt<void> SumSolver::sort_moves(
    bool winning, const std::function<Attempt<Outcome>(size_t part, const Sum& to)>& after) {
  for (size_t i = 0; i < parts_.size(); ++i) {
    std::unordered_set<Sum, HashSum> seen;
    std::optional<Error> failed;
    const auto listed = parts_[i].game->options(
        parts_[i],
        [&](Sum option) {
          if (!seen.insert(sorted(option)).second) return true;
          Attempt<Outcome> outcome = after(i, option);
          if (!outcome) {
            failed = std::move(outcome).error();
            return false;
          }
          const bool wins = *outcome == Outcome::P;
          auto& list = wins                     ? answer_.winning_moves
                       : *outcome == Outcome::D ? answer_.drawing_moves
                                                : answer_.losing_moves;
          if (wins ? winning : list.size() < limit_) {
            list.push_back({i, {std::move(option), ""}});
          } else {
            (wins                     ? answer_.all_winning_moves
             : *outcome == Outcome::D ? answer_.all_drawing_moves
                                      : answer_.all_losing_moves) = false;
          }
          return seen.size() < kMovesLookedAt;
        },
        budget_);
    if (failed) return *std::move(failed);
    if (!listed) return listed.error();
    if (*listed != Ended::complete)
      answer_.all_winning_moves = answer_.all_drawing_moves = answer_.all_losing_moves = false;
  }
  return {};
}

Attempt<void> SumSolver::work_back() {
  const Sum whole(parts_.begin(), parts_.end());
  auto back = Retrograde::of({&whole, 1}, answer_.play, Retrograde::kDecision, budget_);
  if (!back) return std::move(back).error();
  Attempt<Outcome> outcome = back->outcome(whole, budget_);
  if (!outcome) return std::move(outcome).error();
  use("retrograde analysis");
  answer_.goes_round = true;
  answer_.outcome = *outcome;
  answer_.moves_to_end = back->moves_to_end(whole, budget_);
  if (*outcome == Outcome::P) return {};
  auto sorted = sort_moves(true, [&](size_t part, const Sum& to) {
    return back->outcome(replaced(whole, part, to), budget_);
  });
  if (!sorted) return sorted;
  for (SumMove& move : answer_.winning_moves) {
    move.moves_to_end = back->moves_to_end(replaced(whole, move.part, move.move.to), budget_);
    if (move.moves_to_end) ++*move.moves_to_end;
  }
  order_winning_moves();
  if (*outcome == Outcome::N) {
    answer_.drawing_moves.clear();
    answer_.losing_moves.clear();
  }
  return {};
}

Error SumSolver::undecided() const {
  if (budget_.spent()) return budget_.why();
  if (too_much_) return *too_much_;
  return Error::declined(
      fmt::format("who wins is undecided: play can lead to ever greater numbers, and neither "
                  "player is seen to win among the {} nearest positions",
                  kFarthestPositions));
}

bool SumSolver::any_grows_far() {
  return std::any_of(parts_.begin(), parts_.end(),
                     [&](const Position& part) { return grows_far(part, budget_); });
}

bool SumSolver::look_near() {
  const Sum whole(parts_.begin(), parts_.end());
  auto near = nearest_positions({&whole, 1}, answer_.play, budget_, [&](Retrograde& found) {
    const Attempt<Outcome> outcome = found.outcome(whole, budget_);
    return outcome ? Attempt<bool>(*outcome != Outcome::D) : outcome.error();
  });
  if (!near) {
    if (near.error().is_end) too_much_ = near.error();
    return false;
  }
  const Attempt<Outcome> outcome = near->outcome(whole, budget_);
  if (!outcome || *outcome == Outcome::D) return false;
  use("retrograde analysis of the nearest positions");
  answer_.outcome = *outcome;
  answer_.moves_at_most = near->moves_to_end(whole, budget_);
  if (*outcome == Outcome::P) return true;
  const auto sorted = sort_moves(true, [&](size_t part, const Sum& to) {
    return near->outcome(replaced(whole, part, to), budget_);
  });
  for (SumMove& move : answer_.winning_moves) {
    move.moves_at_most = near->moves_to_end(replaced(whole, move.part, move.move.to), budget_);
    if (move.moves_at_most) ++*move.moves_at_most;
  }
  order_winning_moves();
  // What is not seen to be won may be won by play that goes far away.
  answer_.all_winning_moves = answer_.all_winning_moves && answer_.drawing_moves.empty();
  answer_.drawing_moves.clear();
  answer_.losing_moves.clear();
  return sorted.ok() && !answer_.winning_moves.empty();
}

Attempt<void> SumSolver::decide_by_ends() {
  const RuleGame* game = rule_game(parts_[0]);
  const RuleGame* ended = game != nullptr ? solvers_.with_win_at_ends(*game) : nullptr;
  if (ended == nullptr) return Error::declined("not every move leads to a position of the game");
  Plan& plan = solvers_.of(*ended);
  const Work before = plan.work();
  const Position here = ended->at(game->coordinates(parts_[0]));
  const Budget::Share share(budget_, 0.5);
  Attempt<Outcome> outcome = plan.outcome(here, Play::normal, budget_);
  add_work(plan, before);
  if (!outcome) return std::move(outcome).error();
  if (*outcome == Outcome::D || plan.goes_round())
    return Error::declined("where play can go round, the value tells more");
  answer_.outcome = *outcome;
  note_conjecture(plan);
  use(std::string(plan.engine()) + ", misère");
  if (const std::string law = plan.explanation(here); !law.empty()) {
    answer_.reason =
        "Misère play is normal play where a position without moves has one, which ends play. "
        "There:\n" +
        law;
  }
  if (!answer_.mover_wins()) return {};
  Attempt<MoveSet> moves = plan.moves_to(here, Value(), limit_, budget_);
  if (moves) {
    // The end is the only move where it is one: who can't move has won.
    std::erase_if(moves->moves, [](const Move& move) { return move.to.empty(); });
    for (Move& move : moves->moves) {
      for (Position& part : move.to) part = game->at(ended->coordinates(part));
    }
  }
  return take_winning_moves(std::move(moves));
}

Attempt<void> SumSolver::decide_alone() {
  Plan& plan = solvers_.of(*parts_[0].game);
  const Work before = plan.work();
  Attempt<Outcome> outcome = plan.outcome(parts_[0], answer_.play, budget_);
  if (!outcome) return std::move(outcome).error();
  add_work(plan, before);
  if (plan.goes_round()) return Error::declined("where play can go round, the value tells more");
  answer_.outcome = *outcome;
  note_conjecture(plan);
  use(std::string(plan.engine()) + (answer_.play == Play::misere ? ", misère" : ""));
  if (!answer_.mover_wins()) return {};
  return take_winning_moves(plan.winning_moves(parts_[0], answer_.play, limit_, budget_));
}

Attempt<void> SumSolver::take_winning_moves(Attempt<MoveSet> moves) {
  if (!moves) return note_unlisted(moves.error());
  answer_.all_winning_moves = moves->all;
  answer_.more_are_untold = moves->untold;
  for (Move& move : moves->moves) answer_.winning_moves.push_back({0, std::move(move)});
  return {};
}

Attempt<void> SumSolver::decide_together(uint64_t most) {
  const Game* game = nullptr;
  for (const Position& part : parts_) {
    if (board_game(part) == nullptr && !heap_size(part))
      return Error::declined("a part is no board");
    if (heap_size(part)) continue;
    if (game != nullptr && game != part.game) return Error::declined("boards of two games");
    game = part.game;
  }
  if (game == nullptr) return Error::declined("there is no board");
  Plan& plan = solvers_.of(*game);
  const Work before = plan.work();
  const Sum whole(parts_.begin(), parts_.end());
  const Attempt<bool> wins = plan.wins_misere(whole, most, budget_);
  if (!wins) return wins.error();
  const auto is_lost_after = [&](size_t part, const Sum& option) -> Attempt<bool> {
    const Sum after = replaced(whole, part, option);
    if (after.empty()) return false;
    Attempt<bool> other = plan.wins_misere(after, most, budget_);
    if (!other) return other;
    return !*other;
  };
  answer_.outcome = *wins ? Outcome::N : Outcome::P;
  for (size_t i = 0; i < parts_.size() && *wins && answer_.all_winning_moves; ++i) {
    const size_t room = limit_ - answer_.winning_moves.size();
    auto moves = options_where(parts_[i], room, budget_,
                               [&](const Sum& option) { return is_lost_after(i, option); });
    if (!moves) {
      answer_.winning_moves.clear();
      return std::move(moves).error();
    }
    answer_.all_winning_moves = moves->all;
    for (Move& move : moves->moves) answer_.winning_moves.push_back({i, std::move(move)});
  }
  add_work(plan, before);
  use(std::string(plan.engine()) + ", misère");
  return {};
}

Attempt<void> SumSolver::decide_by_one(size_t unknown) {
  Value rest;
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (i != unknown) rest = nim_sum(rest, *answer_.values[i]);
  }
  if (rest.is_loopy())
    return Error::declined("beside " + rest.to_string() +
                           " more than the value of the rest matters");
  Plan& plan = solvers_.of(*parts_[unknown].game);
  const Work before = plan.work();
  Attempt<bool> cancels = plan.has_value(parts_[unknown], rest, budget_);
  if (!cancels) return std::move(cancels).error();
  add_work(plan, before);
  if (plan.goes_round()) return Error::declined("where play can go round, the value tells more");
  use(plan.engine());
  note_conjecture(plan);
  answer_.outcome = *cancels ? Outcome::P : Outcome::N;
  if (*cancels) return {};
  Attempt<MoveSet> moves = plan.moves_to(parts_[unknown], rest, limit_, budget_);
  if (!moves) return note_unlisted(moves.error());
  // The other parts may have winning moves too, to values that the part is not known to have.
  answer_.all_winning_moves = parts_.size() == 1 && moves->all;
  answer_.more_are_untold = moves->untold || (parts_.size() > 1 && moves->all);
  for (Move& move : moves->moves) answer_.winning_moves.push_back({unknown, std::move(move)});
  if (answer_.winning_moves.empty()) return Error::declined("a winning move is not known");
  return {};
}

Attempt<void> SumSolver::play_out() {
  PlayOut search(answer_.play, budget_);
  Attempt<PlayOut::Found> found = search.solve(parts_, limit_);
  if (!found && is_cycle(found.error())) {
    auto back = work_back();
    return back || !look_near() ? back : Attempt<void>();
  }
  if (!found) return std::move(found).error();
  use("search");
  answer_.outcome = found->mover_wins ? Outcome::N : Outcome::P;
  answer_.all_winning_moves = found->all;
  for (auto& [part, to] : found->winning_moves)
    answer_.winning_moves.push_back({part, {std::move(to), ""}});
  return {};
}

Attempt<bool> SumSolver::solve_heaps() {
  std::vector<Position> heaps;
  std::vector<std::pair<size_t, std::optional<size_t>>> owners;  // a part, and which of its heaps
  bool any = false;
  for (size_t i = 0; i < parts_.size(); ++i) {
    const BoardGame* board = board_game(parts_[i]);
    const std::optional<Sum> apart = board == nullptr ? std::nullopt : board->heaps(parts_[i]);
    any = any || apart;
    if (!apart) {
      heaps.push_back(parts_[i]);
      owners.emplace_back(i, std::nullopt);
      continue;
    }
    for (size_t j = 0; j < apart->size(); ++j) {
      heaps.push_back((*apart)[j]);
      owners.emplace_back(i, j);
    }
  }
  if (!any || heaps.empty()) return false;
  Attempt<Answer> answer = SumSolver(heaps, answer_.play, limit_, solvers_, budget_).solve();
  if (!answer) {
    if (budget_.spent()) return budget_.why();
    return false;
  }
  for (auto* moves : {&answer->winning_moves, &answer->drawing_moves, &answer->losing_moves}) {
    for (SumMove& move : *moves) {
      const auto [part, heap] = owners[move.part];
      move.part = part;
      if (!heap) continue;
      const auto to = board_game(parts_[part])->with_heap(parts_[part], *heap, move.move.to);
      if (!to) return false;
      move.move.to = {*to};
    }
  }
  answer->values.assign(parts_.size(), std::nullopt);
  answer_ = *std::move(answer);
  return true;
}

Attempt<void> SumSolver::solve_misere() {
  if (any_grows_far()) return look_near() ? Attempt<void>() : undecided();
  if (const Attempt<bool> by_heaps = solve_heaps(); !by_heaps || *by_heaps)
    return by_heaps ? Attempt<void>() : by_heaps.error();
  std::vector<Element> elements;
  BudgetMeter meter(budget_);
  for (const Position& part : parts_) {
    if (meter.spent()) return budget_.why();
    if (auto element = misere_element(part)) elements.push_back(*std::move(element));
  }
  if (elements.size() == parts_.size()) {
    use("nim, misère");
    return solve_in(misere_nim(), elements);
  }
  if (parts_.size() > 1) {
    if (decide_together(kFewPositions)) return {};
    if (budget_.spent()) return budget_.why();
  }
  // Where no part has heaps of all sizes, its genera are quicker than a quotient.
  const bool are_many = parts_.size() > 1 || has_copies(parts_[0]);
  if (are_many && std::none_of(parts_.begin(), parts_.end(), misere::is_taken_whole)) {
    if (auto judged = misere::judge_tame(parts_, limit_, budget_)) {
      take(*std::move(judged), misere::kTameEngine);
      return {};
    }
    if (budget_.spent()) return budget_.why();
  }
  // The closure of one position is what play goes through, too: a quotient of it would save
  // nothing.
  if (are_many || misere::is_taken_whole(parts_[0])) {
    if (by_quotient()) return {};
    if (budget_.spent()) return budget_.why();
  }
  if (parts_.size() > 1) {
    if (decide_together(UINT64_MAX)) return {};
  } else {
    if (decide_by_ends()) return {};
    if (budget_.spent()) return budget_.why();
    if (decide_alone()) return {};
  }
  if (budget_.spent()) return budget_.why();
  return play_out();
}

Attempt<void> SumSolver::by_quotient() {
  Attempt<misere::Judged> judged = misere::judge(parts_, limit_, budget_);
  if (!judged) return std::move(judged).error();
  take(*std::move(judged), misere::kQuotientEngine);
  return {};
}

void SumSolver::take(misere::Judged judged, std::string_view engine) {
  use(engine);
  answer_.outcome = judged.outcome;
  answer_.all_winning_moves = judged.all;
  answer_.reason = std::move(judged.reason);
  for (auto& [part, move] : judged.winning_moves)
    answer_.winning_moves.push_back({part, std::move(move)});
}

Attempt<Answer> SumSolver::solve() {
  const bool may_bind = std::any_of(parts_.begin(), parts_.end(), [](const Position& part) {
    return part.game->has_bound_replies();
  });
  auto solved = may_bind                       ? solve_entailing()
                : answer_.play == Play::normal ? solve_normal()
                                               : solve_misere();
  if (!solved) return std::move(solved).error();
  if (sought_ == Sought::outcome) {
    answer_.value.reset();
    answer_.values.assign(parts_.size(), std::nullopt);
  }
  return std::move(answer_);
}

Error SumSolver::with_what_is_known(Error error) {
  if (parts_.size() == 1 && !error.diagnostics.empty() &&
      solvers_.of(*parts_[0].game).tells_only_who_wins(parts_))
    error.diagnostics.front().message += "; solve tells who wins, by a law";
  return error;
}

Attempt<Answer> SumSolver::value() {
  if (any_grows_far()) {
    if (!look_near()) return undecided();
    if (answer_.outcome == Outcome::P) {
      answer_.value = Value();
      return std::move(answer_);
    }
    answer_ = {};
    answer_.values.resize(parts_.size());
  }
  if (auto found = find_values(false); !found) return with_what_is_known(std::move(found).error());
  if (!declined_.empty()) {
    const bool is_lost = std::any_of(declined_.begin(), declined_.end(), is_cycle) && look_near() &&
                         answer_.outcome == Outcome::P;
    if (!is_lost) return with_what_is_known(std::move(declined_.front()));
    answer_.value = Value();
    return std::move(answer_);
  }
  Value total;
  BudgetMeter meter(budget_);
  for (const auto& value : answer_.values) {
    if (meter.spent()) return budget_.why();
    total = nim_sum(total, *value);
  }
  answer_.outcome = total.outcome();
  answer_.value = std::move(total);
  return std::move(answer_);
}

}  // namespace

std::string sum_text(const std::vector<Position>& parts, size_t longest) {
  if (parts.empty()) return "0";
  std::string text;
  for (const Position& part : parts) {
    if (text.size() > longest) return text + " + …";
    if (!text.empty()) text += " + ";
    text += to_string(part);
  }
  return text;
}

namespace {

Attempt<Answer> solve_named(const std::vector<Position>& parts, size_t move_limit, Solvers& solvers,
                            Budget& budget, Sought sought) {
  const Attempt<NamedSum> sum = NamedSum::of(parts, budget);
  if (!sum) return sum.error();
  Attempt<Answer> answer =
      SumSolver(sum->whole(), Play::misere, move_limit, solvers, budget, sought).solve();
  if (!answer) return answer;
  for (auto* moves : {&answer->winning_moves, &answer->drawing_moves, &answer->losing_moves}) {
    for (SumMove& move : *moves)
      std::tie(move.part, move.move.to) = sum->as_named(move.part, move.move.to);
  }
  answer->values.assign(parts.size(), std::nullopt);
  return answer;
}

}  // namespace

Attempt<Answer> solve_sum(const std::vector<Position>& parts, Play play, size_t move_limit,
                          Solvers& solvers, Budget& budget, Sought sought) {
  if (play == Play::misere && NamedSum::has_names(parts))
    return solve_named(parts, move_limit, solvers, budget, sought);
  return SumSolver(parts, play, move_limit, solvers, budget, sought).solve();
}

std::optional<uint64_t> length_of_play(const std::vector<Position>& parts, const Answer& answer) {
  if (answer.goes_round || answer.moves_to_end || answer.outcome == Outcome::D)
    return answer.moves_to_end;
  const auto length = short_play(Sum(parts.begin(), parts.end()), answer.play, Budget());
  return length ? std::optional(length->moves) : std::nullopt;
}

Attempt<Answer> value_of_sum(const std::vector<Position>& parts, Solvers& solvers, Budget& budget) {
  return SumSolver(parts, Play::normal, 0, solvers, budget).value();
}

}  // namespace grundy
