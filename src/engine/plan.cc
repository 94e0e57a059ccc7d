#include "engine/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/automatic/answers.h"
#include "engine/board/board.h"
#include "engine/board/hackenbush_rule.h"
#include "engine/board/taken_rows.h"
#include "engine/board/tested_lists.h"
#include "engine/board/together.h"
#include "engine/board/tuples.h"
#include "engine/entailing/search.h"
#include "engine/family/families.h"
#include "engine/family/infinity.h"
#include "engine/graph/delay.h"
#include "engine/heap/heap.h"
#include "engine/law/bounded.h"
#include "engine/law/hidden_nim.h"
#include "engine/law/lowest.h"
#include "engine/law/nim_rows.h"
#include "engine/law/nim_sums.h"
#include "engine/law/periodic.h"
#include "engine/law/residues.h"
#include "engine/law/rising.h"
#include "engine/law/take.h"
#include "engine/law/take_away.h"
#include "engine/law/tested.h"
#include "engine/law/window.h"
#include "engine/loopy/loopy_engine.h"
#include "engine/loopy/value_law.h"
#include "engine/ordinal/law.h"
#include "engine/ordinal/mixed.h"
#include "engine/ordinal/ordinal.h"
#include "engine/search/book.h"
#include "engine/search/by_definition.h"
#include "engine/search/compounds.h"
#include "engine/search/copies.h"
#include "engine/search/first_reply.h"
#include "engine/search/onward.h"
#include "engine/search/other_name.h"
#include "engine/search/parts.h"
#include "engine/search/rewriting.h"
#include "engine/search/rewritten.h"
#include "engine/sprouts/sprouts.h"
#include "engine/strip/strip.h"
#include "engine/table/finite.h"
#include "game/board_game.h"
#include "game/games.h"
#include "rewriting/win_at_ends.h"

namespace grundy {
namespace {

enum class Role {
  ordinary,
  settles,      // where it is made for a game, no later engine does better
  stands_for,   // the same, until it declines
  searches,     // for a law, which there may not be
  knows,        // the law of who wins, where it is made for a game
  last_resort,  // works through all positions, in the hope that they are few
  after_cycle,  // asked only where an engine before it has met a cycle
  after_64,     // asked only where an engine before it has met numbers beyond 64 bits
};

/// An engine with its place among the others.
struct EngineEntry {
  const Engine* engine;
  Role role;
  bool is_certain = true;  // its answers are proved; others are asked where conjectures are allowed
  double share = 0.5;      // of the time that is left, where it is not the last one
};

std::span<const EngineEntry> engine_entries() {
  using enum Role;
  static const EngineEntry kEngineEntries[] = {
      {entailing_engine(), settles},
      {nim_engine(), settles},
      {other_name_engine(), stands_for},
      {copies_engine(), stands_for},
      {take_engine(), settles},
      {infinity_engine(), settles},
      {compound_engine(), ordinary},
      {subtract_engine(), settles},
      {nim_but_engine(), settles},
      {taken_numbers_engine(), ordinary},
      {labelled_graph_engine(), settles},
      {hackenbush_rule_engine(), stands_for},
      {sprouts_engine(), settles},
      {family_engine(), ordinary},
      {closed_form_engine(), settles},
      {ordinal_engine(), ordinary},
      {mixed_engine(), ordinary},
      {book_engine(), searches},
      {parts_engine(), ordinary},
      {rewritten_engine(), searches},
      {hidden_nim_engine(), searches},
      {nim_rows_engine(), searches},
      {take_away_engine(), knows, true, 0.9},
      {nim_sums_engine(), stands_for},
      {residues_engine(), searches},
      {window_engine(), searches},
      {lowest_engine(), searches},
      {rising_engine(), searches},
      {bounded_engine(), searches},
      {periodic_engine(), searches},
      {law_engine(), searches},
      {automatic_engine(), searches},
      {tested_engine(), searches, false},
      {heap_engine(), settles},
      {onward_engine(), ordinary},
      {first_reply_engine(), searches},
      {finite_engine(), ordinary},
      {together_engine(), ordinary},
      {tuples_engine(), ordinary},
      {taken_rows_engine(), ordinary},
      {tested_lists_engine(), ordinary, false},
      {strip_engine(), searches},
      {board_engine(), ordinary, true, 0.9},  // what comes after it seldom gets as far
      {by_definition_engine(), last_resort},
      {exact_engine(), after_64},
      {loopy_engine(), after_cycle},
      {value_law_engine(), searches},
  };
  return kEngineEntries;
}

const EngineEntry& entry_of(const Engine* engine) {
  return *std::find_if(engine_entries().begin(), engine_entries().end(),
                       [&](const EngineEntry& one) { return one.engine == engine; });
}
Role role_of(const Engine* engine) { return entry_of(engine).role; }
bool is_of_laws(Role role) { return role == Role::searches || role == Role::knows; }
bool waits_for_others(const Engine* engine) {
  return role_of(engine) == Role::after_cycle || role_of(engine) == Role::after_64;
}

}  // namespace

std::span<const Engine* const> engines() {
  static const auto kEngines = [] {
    std::vector<const Engine*> list;
    for (const EngineEntry& entry : engine_entries()) {
      if (entry.is_certain) list.push_back(entry.engine);
    }
    return list;
  }();
  return kEngines;
}

Plan::Plan(const Game& game, Engines engines, PartStore* store)
    : game_(game), asked_(engines), store_(store) {
  for (const EngineEntry& entry : engine_entries())
    steps_.push_back({entry.engine, State::unopened, nullptr, ""});
}

bool Plan::open(size_t step) {
  Step& here = steps_[step];
  if (here.state == State::unopened) {
    const bool settled = std::any_of(
        steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(step), [](const Step& s) {
          return s.solver && role_of(s.engine) == Role::settles && !s.solver->leaves_room();
        });
    const bool stood_for = std::any_of(
        steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(step), [](const Step& s) {
          return s.solver && role_of(s.engine) == Role::stands_for && s.state != State::declined;
        });
    if (stood_for) return false;
    const Role role = role_of(here.engine);
    const bool allowed = (asked_ == Engines::conjectures || entry_of(here.engine).is_certain) &&
                         (asked_ != Engines::laws || is_of_laws(role) || role == Role::settles) &&
                         (asked_ != Engines::as_written || here.engine != rewritten_engine()) &&
                         game_.has_bound_replies() == (here.engine == entailing_engine());
    if (!settled && allowed) here.solver = here.engine->open(game_);
    if (here.solver && store_ != nullptr) here.solver->use_store(*store_);
    here.state = here.solver ? State::open : State::not_made;
  }
  return here.solver != nullptr;
}

bool Plan::is_last(size_t step) {
  for (size_t later = step + 1; later < steps_.size(); ++later) {
    if (!waits_for_others(steps_[later].engine) && open(later)) return false;
  }
  return true;
}

Error Plan::nobody(std::vector<std::pair<std::string, Error>> reasons) const {
  if (reasons.empty()) return Error::declined(fmt::format("no engine takes '{}'", game_.name()));
  std::stable_sort(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) {
    return a.second.message().size() < b.second.message().size();
  });
  if (reasons.size() == 1) return std::move(reasons.front().second);
  Error error = std::move(reasons.front().second);
  std::string& message = error.diagnostics.front().message;
  for (size_t i = 1; i < reasons.size(); ++i) {
    if (message.find(reasons[i].second.message()) == message.npos)
      message += "; " + reasons[i].second.message();
  }
  return error;
}

template <class Answer, class Ask>
Attempt<Answer> Plan::ask(size_t first, bool quick, std::span<const Position> positions,
                          Budget& budget, const Ask& question) {
  std::vector<std::pair<std::string, Error>> reasons;
  // Boards rarely get a value any other way.
  const bool on_board = as<BoardGame>(&game_) != nullptr;
  bool is_over = false;
  std::vector<size_t> stopped;  // these were, at the end of their share of the time
  // An answer, or an error that ends the search; nothing if the next step is to be asked.
  const auto ask_step = [&](size_t i, bool is_last) -> std::optional<Attempt<Answer>> {
    Step& step = steps_[i];
    const uint64_t before = budget.memory_used();
    const bool has_share = budget.has_time_limit() && !is_last;
    Attempt<Answer> answer = [&] {
      if (!has_share) return question(*step.solver);
      const Budget::Share share(budget, entry_of(step.engine).share);
      return question(*step.solver);
    }();
    const uint64_t after = budget.memory_used();
    held_ += after > before ? after - before : 0;
    if (answer) {
      step.state = State::answered;
      answered_ = i;
      return answer;
    }
    if (answer.error().kind != Error::Kind::declined) return answer;
    if (budget.spent()) return budget.why();
    if (answer.error().is_end) {
      if (!has_share || quick) return answer;
      stopped.push_back(i);
      return std::nullopt;
    }
    step.state = State::declined;
    step.why = answer.error().message();
    if (step.solver->is_last_word()) return answer;
    reasons.emplace_back(step.engine->name(), std::move(answer).error());
    is_over = (quick || on_board) && step.solver->tells_only_who_wins(positions);
    return std::nullopt;
  };

  // What costs nothing is asked at once, in the order of the list; the others wait, the cheapest
  // first.
  std::vector<std::pair<double, size_t>> waiting;
  for (size_t i = first; i < steps_.size() && !is_over; ++i) {
    const Role role = role_of(steps_[i].engine);
    if (quick && role == Role::last_resort && !on_board) continue;
    if (waits_for_others(steps_[i].engine) && i != first) continue;
    if (!open(i)) continue;
    // A question about the last answer goes to the engine that gave it first.
    const double price = first > 0 && i == first     ? cost::kNothing
                         : role == Role::last_resort ? cost::kLastResort
                                                     : steps_[i].solver->cost(positions);
    if (price > cost::kNothing) {
      if (price < cost::kNever) waiting.emplace_back(price, i);
      continue;
    }
    if (auto answer = ask_step(i, waiting.empty() && is_last(i))) return *std::move(answer);
  }
  std::stable_sort(waiting.begin(), waiting.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  while (!waiting.empty() && !is_over) {
    const auto [price, i] = waiting.front();
    waiting.erase(waiting.begin());
    if (auto answer = ask_step(i, waiting.empty())) return *std::move(answer);
    // A search may go on, with more patience and for a higher price.
    const double again = steps_[i].solver->cost(positions);
    if (again <= price || again == cost::kNever || reasons.empty()) continue;
    reasons.pop_back();  // it has not said its last word
    const auto later = std::find_if(waiting.begin(), waiting.end(),
                                    [&](const auto& one) { return one.first > again; });
    waiting.insert(later, {again, i});
  }
  for (size_t i = first; i < steps_.size() && !is_over; ++i) {
    if (!waits_for_others(steps_[i].engine) || i == first) continue;
    const auto awaited = role_of(steps_[i].engine) == Role::after_cycle
                             ? Error::Cause::cycle
                             : Error::Cause::beyond_64_bits;
    const auto is_awaited = [&](const auto& reason) { return reason.second.cause == awaited; };
    if (std::none_of(reasons.begin(), reasons.end(), is_awaited) || !open(i)) continue;
    if (auto answer = ask_step(i, is_last(i))) return *std::move(answer);
  }

  // No other engine had an answer: they may go on, in turn.
  while (!stopped.empty() && !is_over) {
    const size_t i = stopped.front();
    stopped.erase(stopped.begin());
    if (auto answer = ask_step(i, stopped.empty())) return *std::move(answer);
  }

  // A question that follows an answer is that solver's.
  if (first > 0 && !reasons.empty() && reasons.front().first == steps_[first].engine->name())
    return std::move(reasons.front().second);
  // That no law was found says nothing if another engine says why it can't do without one.
  const auto is_search = [](const auto& reason) {
    const std::span<const EngineEntry> all = engine_entries();
    return std::any_of(all.begin(), all.end(), [&](const EngineEntry& one) {
      return one.role == Role::searches && one.engine->name() == reason.first;
    });
  };
  if (!std::all_of(reasons.begin(), reasons.end(), is_search)) std::erase_if(reasons, is_search);
  return nobody(std::move(reasons));
}

std::string_view Plan::engine() const {
  if (steps_[answered_].solver) return steps_[answered_].solver->engine();
  for (const Step& step : steps_) {
    if (step.solver) return step.solver->engine();
  }
  return "none";
}

Attempt<std::vector<Value>> Plan::values(std::span<const Position> positions, Budget& budget) {
  return ask<std::vector<Value>>(
      0, false, positions, budget, [&](Solver& solver) -> Attempt<std::vector<Value>> {
        auto values = solver.values(positions, budget);
        if (values || positions.size() != 1 || budget.spent() ||
            !solver.tells_only_who_wins(positions))
          return values;
        // Who knows who wins knows the value of a lost position.
        const Attempt<Outcome> outcome = solver.outcome(positions[0], Play::normal, budget);
        if (!outcome || *outcome != Outcome::P) return values;
        return std::vector<Value>{Value()};
      });
}

Attempt<std::vector<Value>> Plan::quick_values(std::span<const Position> positions,
                                               Budget& budget) {
  return ask<std::vector<Value>>(0, true, positions, budget, [&](Solver& solver) {
    return solver.quick_values(positions, budget);
  });
}

std::vector<Position> Plan::own_of(const Sum& sum) const {
  std::vector<Position> own;
  std::copy_if(sum.begin(), sum.end(), std::back_inserter(own),
               [&](const Position& one) { return one.game == &game_; });
  return own;
}

Attempt<Value> Plan::value_of(const Sum& option, Budget& budget) {
  return ask<Value>(answered_, false, own_of(option), budget,
                    [&](Solver& solver) { return solver.value_of(option, budget); });
}

std::optional<size_t> Plan::step_that_sees_win(const Position& position) {
  for (size_t i = 0; i < steps_.size(); ++i) {
    if (open(i) && steps_[i].solver->sees_win(position)) return i;
  }
  return std::nullopt;
}

Attempt<bool> Plan::has_value(const Position& position, const Value& value, Budget& budget) {
  if (value == Value() && step_that_sees_win(position)) return false;
  return ask<bool>(0, false, {&position, 1}, budget,
                   [&](Solver& solver) { return solver.has_value(position, value, budget); });
}

Attempt<Outcome> Plan::outcome(const Position& position, Play play, Budget& budget) {
  if (play == Play::normal) {
    if (const auto step = step_that_sees_win(position)) {
      answered_ = *step;  // it knows a winning move
      steps_[*step].state = State::answered;
      return Outcome::N;
    }
  }
  return ask<Outcome>(0, play == Play::misere, {&position, 1}, budget,
                      [&](Solver& solver) { return solver.outcome(position, play, budget); });
}

Attempt<bool> Plan::wins_misere(const Sum& sum, uint64_t most, Budget& budget) {
  return ask<bool>(0, true, own_of(sum), budget,
                   [&](Solver& solver) { return solver.wins_misere(sum, most, budget); });
}

Attempt<MoveSet> Plan::moves_to(const Position& position, const Value& value, size_t limit,
                                Budget& budget) {
  return ask<MoveSet>(answered_, false, {&position, 1}, budget, [&](Solver& solver) {
    return solver.moves_to(position, value, limit, budget);
  });
}

Attempt<std::optional<Natural>> Plan::count_moves_to(const Position& position, const Value& value,
                                                     Budget& budget) {
  return ask<std::optional<Natural>>(answered_, false, {&position, 1}, budget, [&](Solver& solver) {
    return solver.count_moves_to(position, value, budget);
  });
}

Attempt<MoveSet> Plan::winning_moves(const Position& position, Play play, size_t limit,
                                     Budget& budget) {
  return ask<MoveSet>(answered_, false, {&position, 1}, budget, [&](Solver& solver) {
    return solver.winning_moves(position, play, limit, budget);
  });
}

std::string Plan::explanation(const Position& position) {
  return steps_[answered_].solver ? steps_[answered_].solver->explanation(position) : "";
}

std::optional<LawInWords> Plan::law(Budget& budget) {
  for (size_t i = 0; i < steps_.size() && !budget.spent(); ++i) {
    if (!is_of_laws(role_of(steps_[i].engine)) || !open(i)) continue;
    if (auto law = steps_[i].solver->law(budget)) return law;
  }
  return std::nullopt;
}

Attempt<std::optional<std::vector<ValuePiece>>> Plan::pieces(const Natural& last, Budget& budget) {
  for (size_t i = 0; i < steps_.size(); ++i) {
    if (budget.spent()) return budget.why();
    if (role_of(steps_[i].engine) != Role::searches || !open(i)) continue;
    auto pieces = steps_[i].solver->pieces(last, budget);
    if (pieces ? pieces->has_value() : pieces.error().kind != Error::Kind::declined) return pieces;
  }
  return std::optional<std::vector<ValuePiece>>();
}

std::string Plan::conjecture() const {
  for (const Step& step : steps_) {
    if (step.state == State::answered && !entry_of(step.engine).is_certain)
      return step.solver->knows();
  }
  return {};
}

Work Plan::work() const {
  Work work;
  for (const Step& step : steps_) {
    if (step.solver) work += step.solver->work();
  }
  return work;
}

RoundSolver* Plan::round_solver() const {
  const Step& step = steps_[answered_];
  return step.state == State::answered ? step.solver->round() : nullptr;
}

std::optional<uint64_t> Plan::moves_to_end(const Sum& sum, Budget& budget) {
  RoundSolver* solver = round_solver();
  return solver == nullptr ? std::nullopt : solver->moves_to_end(sum, budget);
}

std::optional<uint64_t> Plan::delay(const Sum& sum, Budget& budget) {
  RoundSolver* solver = round_solver();
  return solver == nullptr ? delay_where_play_ends(sum) : solver->delay(sum, budget);
}

bool Plan::tells_only_who_wins(std::span<const Position> positions) const {
  return std::any_of(steps_.begin(), steps_.end(), [&](const Step& step) {
    return step.solver != nullptr && step.solver->tells_only_who_wins(positions);
  });
}

bool Plan::is_tabulated() {
  for (size_t i = 0; i < steps_.size(); ++i) {
    if (role_of(steps_[i].engine) == Role::searches || !open(i)) continue;
    return steps_[i].engine == finite_engine();
  }
  return false;
}

std::string Plan::describe() {
  std::string text;
  size_t number = 0;
  for (size_t i = 0; i < steps_.size(); ++i) {
    if (!open(i)) continue;
    const Step& step = steps_[i];
    if (step.state == State::open && waits_for_others(step.engine)) continue;
    const std::string knows = step.solver->knows();
    text += fmt::format("  {}. {}{}{}: {}\n", ++number, step.engine->name(),
                        knows.empty() ? "" : ", ", knows,
                        step.state == State::answered   ? "answered"
                        : step.state == State::declined ? "left: " + step.why
                                                        : "not asked");
  }
  return text;
}

const RuleGame* Solvers::with_win_at_ends(const RuleGame& game) {
  const auto [known, is_new] = with_win_at_ends_.try_emplace(game.id(), nullptr);
  if (is_new) {
    // What ends play is read off lines that say directly what a move may be.
    const auto direct = with_solved_bounds(*game.rule());
    const auto lines = direct ? direct->rule({}) : nullptr;
    if (auto rule = grundy::with_win_at_ends(lines ? *lines : *game.rule()))
      known->second = &game.games().of_own(std::move(rule));
  }
  return known->second;
}

Plan& Solvers::of(const Game& game) {
  CachedPlan& kept = plans_[game.id()];
  if (!kept.plan)
    kept.plan = std::make_unique<Plan>(
        game, conjectures_ ? Plan::Engines::conjectures : Plan::Engines::proved, store_.get());
  kept.used = question_;
  return *kept.plan;
}

void Solvers::use_store(std::shared_ptr<PartStore> store) {
  plans_.clear();
  store_ = std::move(store);
}

uint64_t Solvers::held() const {
  uint64_t held = 0;
  for (const auto& [id, kept] : plans_) held += kept.plan->held();
  return held;
}

void Solvers::make_room(Budget& budget) {
  ++question_;
  uint64_t held = this->held();
  while (held > budget.memory_limit() / 2) {
    const auto oldest = std::min_element(
        plans_.begin(), plans_.end(),
        [](const auto& a, const auto& b) { return a.second.used < b.second.used; });
    held -= oldest->second.plan->held();
    plans_.erase(oldest);
  }
  // A budget that goes on with a session has taken it.
  if (budget.memory_used() == 0) budget.take_memory(held);
}

}  // namespace grundy
