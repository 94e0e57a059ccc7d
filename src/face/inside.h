// What the public types keep inside, and how they are made from the library's own and back.
//
// A Home is what a session keeps. Sums, theorems and matches share it, so that it lives as long as
// one of them does. Every question is asked within `guarded`, which lets no exception out, and with
// a Call, whose Budget has the session's limits and is charged with what the session's solvers
// hold. The Budget is the Home's: of one call, or of all calls of a task, so that limits of time
// and memory count for them together.
//
//   return guarded([&]() -> Result<Value> {
//     Call call(*home_);
//     return Inside::result(home_->session.value(Inside::question(sum), call.budget),
//                           Inside::value);
//   });
#pragma once
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "face/face.h"
#include "proof/theorem.h"
#include "session/box.h"
#include "session/equal.h"
#include "session/json.h"
#include "session/law.h"
#include "session/match.h"
#include "session/outcomes.h"
#include "session/quotient.h"
#include "session/rows.h"
#include "session/sequence.h"
#include "session/session.h"
#include "session/table.h"
#include "session/value_claim.h"
#include "session/winning.h"

namespace grundy::face {

struct Home {
  SessionOptions options;
  grundy::Session session;
  std::optional<Budget> budget = {};  // of the last call, or of the task
  bool in_task = false;
};

/// One question to a session.
struct Call {
  explicit Call(Home& home);
  Budget& budget;
};

struct Value::Rep {
  grundy::Value value;
};
using Homes = std::vector<std::shared_ptr<Home>>;  // each once; one, or none for nim heaps, unless
                                                   // sessions are mixed
struct Position::Rep {
  Homes homes;
  grundy::Position position;
  bool outcome_only = false;
};
struct Sum::Rep {
  Homes homes;
  Question question;
};
struct Answer::Rep {
  grundy::Answer answer;
  double seconds = 0;
};
struct OutcomeAnswer::Rep {
  std::shared_ptr<Home> home;
  Question question;
  grundy::OutcomeAnswer answer;
  double seconds = 0;
};
struct Theorem::Rep {
  std::shared_ptr<Home> home;
  grundy::Theorem theorem;
  std::shared_ptr<const LetteredGame> game = {};  // of a theorem with letters: has its rule
};
struct Match::Rep {
  explicit Rep(std::shared_ptr<Home> its_home) : home(std::move(its_home)) {}
  /// As the match knows the move; what was not given out is checked.
  Attempt<PartMove> known(const Move& move, Budget& budget) const;

  std::shared_ptr<Home> home;
  Play play = Play::normal;
  std::optional<grundy::Match> match;  // its budget is the home's
  std::optional<Rows> rows;
  std::vector<PartMove> given;  // legal moves that were given out since the last one was made
};
struct Table::Rep {
  std::string asked;  // the game as it was written
  std::string game;
  Box box;
  grundy::Table table;
  std::string engine;
  Work work;
};

struct Inside {
  static Error error(const grundy::Error& error);
  static grundy::Error error(const Error& error);
  static Diagnostic diagnostic(const grundy::Diagnostic& diagnostic);
  static grundy::Diagnostic diagnostic(const Diagnostic& diagnostic);
  static Error input(std::string message) {
    return error(grundy::Error::input(std::move(message)));
  }

  static Value value(const grundy::Value& value);
  static grundy::Value value(const Value& value);
  static Value value(const Natural& number) { return value(grundy::Value(Ordinal(number))); }
  static Natural natural(const Value& value) { return Inside::value(value).ordinal().finite(); }
  static Outcome outcome(grundy::Outcome outcome) { return static_cast<Outcome>(outcome); }
  static grundy::Counted counted(Counted counted) { return static_cast<grundy::Counted>(counted); }
  static grundy::Extreme extreme(Extreme extreme) { return static_cast<grundy::Extreme>(extreme); }
  static grundy::Play play(Play play) { return static_cast<grundy::Play>(play); }

  static Position position(const Homes& homes, grundy::Position position,
                           bool outcome_only = false);
  static const grundy::Position& position(const Position& position);
  static Sum sum(const std::shared_ptr<Home>& home, std::vector<grundy::Position> parts);
  static Sum sum(const std::shared_ptr<Home>& home, const grundy::Sum& parts);
  static Sum sum(const std::shared_ptr<Home>& home, Question question);
  static const Question& question(const Sum& sum);
  static const Homes& homes(const Position& position);
  static const Homes& homes(const Sum& sum);
  static Move move(const std::shared_ptr<Home>& home, size_t part, const grundy::Position& from,
                   const grundy::Sum& to, std::string condition = {});

  static Answer answer(const std::shared_ptr<Home>& home, const Sum& sum, grundy::Answer answer,
                       double seconds);
  static const Answer::Rep* rep(const Answer& answer) { return answer.rep_.get(); }
  static OutcomeAnswer answer(const std::shared_ptr<Home>& home, const Sum& sum,
                              const Question& question, grundy::OutcomeAnswer answer,
                              double seconds);
  static const OutcomeAnswer::Rep* rep(const OutcomeAnswer& answer) { return answer.rep_.get(); }
  static MoveQuestions asked(const AboutMoves& asked);
  static Work work(const grundy::Work& work) {
    return {work.positions, work.options, work.passes, work.limit};
  }
  static Table table(Table::Rep rep) {
    return Table(std::make_shared<const Table::Rep>(std::move(rep)));
  }
  static Theorem theorem(std::shared_ptr<Home> home, FoundLaw law);
  static const Theorem::Rep& rep(const Theorem& theorem) { return *theorem.rep_; }
  static BoardTheorem theorem(BoardProof proof);
  static ClaimJudgement judgement(grundy::ClaimJudgement judged);
  static BoardsTheorem theorem(StripTheorem theorem);
  static const Table::Rep& rep(const Table& table) { return *table.rep_; }
  static Sequence sequence(std::shared_ptr<Home> home, SequenceAnswer answer);
  static Quotient quotient(std::shared_ptr<Home> home, QuotientAnswer answer);
  static const Quotient::Rep& rep(const Quotient& quotient) { return *quotient.rep_; }
  /// The box as ranges of the game's coordinates.
  static Attempt<std::vector<grundy::Range>> ranges(const TabledGame& game, const Box& box);
  static Match match(std::unique_ptr<Match::Rep> rep) { return Match(std::move(rep)); }
  static Batch batch(std::unique_ptr<Batch::Rep> rep);

  /// An error where a part of the sum is of another session, or of a game without values, when
  /// these are asked for.
  static Result<void> belongs(const Sum& sum, const std::shared_ptr<Home>& home,
                              Asks asks = Asks::values);

  /// What `make` makes of a value, or the error.
  template <class T, class Make>
  static auto result(Attempt<T> attempt, Make&& make)
      -> Result<std::remove_cvref_t<std::invoke_result_t<Make, T>>> {
    if (!attempt) return error(attempt.error());
    return std::invoke(std::forward<Make>(make), *std::move(attempt));
  }
  static Result<void> result(const Attempt<void>& attempt) {
    if (!attempt) return error(attempt.error());
    return {};
  }
};

/// The limits, the stop flag and the callback of a session, for a budget.
void limit(Budget& budget, const SessionOptions& options);

/// What `work` gives back; an error in place of an exception.
template <class Work>
std::invoke_result_t<Work> guarded(Work&& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return Inside::error(
        grundy::Error::ended("out of memory; --memory-limit makes the program decline in time"));
  } catch (const std::exception& exception) {
    return Inside::error(grundy::Error::internal(exception.what()));
  } catch (...) {
    return Inside::error(grundy::Error::internal("an exception of unknown kind"));
  }
}

}  // namespace grundy::face
