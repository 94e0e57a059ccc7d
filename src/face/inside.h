// What the public types keep inside, and how they are made from the library's own and back.
//
// A Home is what a session keeps. Sums, theorems and matches share it, so that it lives as long as one of them does.
// Every question is asked within `guarded`, which lets no exception out, and with a Call, whose Budget has the session's
// limits and is charged with what the session's solvers hold.
//
//   return guarded([&]() -> Result<Value> {
//     Call call(*home_);
//     return Inside::result(home_->session.value(Inside::question(sum), call.budget), Inside::value);
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
#include "session/law.h"
#include "session/match.h"
#include "session/quotient.h"
#include "session/sequence.h"
#include "session/session.h"
#include "session/table.h"

namespace grundy::face {

struct Home {
  SessionOptions options;
  grundy::Session session;
};

/// One question to a session.
struct Call {
  explicit Call(Home& home);
  Budget budget;
};

struct Value::Rep {
  grundy::Value value;
};
using Homes = std::vector<std::shared_ptr<Home>>;  // each once; one, or none for nim heaps, unless sessions are mixed
struct Position::Rep {
  Homes homes;
  grundy::Position position;
};
struct Sum::Rep {
  Homes homes;
  Question question;
};
struct Answer::Rep {
  grundy::Answer answer;
  double seconds = 0;
};
struct Theorem::Rep {
  std::shared_ptr<Home> home;
  grundy::Theorem theorem;
  std::shared_ptr<const LetteredGame> game = {};  // of a theorem with letters: has its rule
};
struct Match::Rep {
  explicit Rep(std::shared_ptr<Home> its_home) : home(std::move(its_home)) {}
  /// Gives the match the budget of a new call.
  void begin_call();

  std::shared_ptr<Home> home;
  Play play = Play::normal;
  std::optional<Budget> budget;
  std::optional<grundy::Match> match;
};
struct Table::Rep {
  std::string game;
  Box box;
  grundy::Table table;
  std::string engine;
};

struct Inside {
  static Error error(const grundy::Error& error);
  static grundy::Error error(const Error& error);
  static Diagnostic diagnostic(const grundy::Diagnostic& diagnostic);
  static grundy::Diagnostic diagnostic(const Diagnostic& diagnostic);
  static Error input(std::string message) { return error(grundy::Error::input(std::move(message))); }

  static Value value(const grundy::Value& value);
  static grundy::Value value(const Value& value);
  static Outcome outcome(grundy::Outcome outcome) { return static_cast<Outcome>(outcome); }
  static grundy::Play play(Play play) { return static_cast<grundy::Play>(play); }

  static Position position(const Homes& homes, grundy::Position position);
  static const grundy::Position& position(const Position& position);
  static Sum sum(const std::shared_ptr<Home>& home, std::vector<grundy::Position> parts);
  static Sum sum(const std::shared_ptr<Home>& home, const grundy::Sum& parts);
  static const Question& question(const Sum& sum);
  static const Homes& homes(const Position& position);
  static const Homes& homes(const Sum& sum);
  static Move move(const std::shared_ptr<Home>& home, size_t part, const grundy::Position& from, const grundy::Sum& to,
                   std::string condition = {});

  /// The library's own session within a public one.
  static grundy::Session& session(Session& session) { return session.home_->session; }

  static Answer answer(const std::shared_ptr<Home>& home, const Sum& sum, grundy::Answer answer, double seconds);
  static const Answer::Rep* rep(const Answer& answer) { return answer.rep_.get(); }
  static Table table(Table::Rep rep) { return Table(std::make_shared<const Table::Rep>(std::move(rep))); }
  static Theorem theorem(std::shared_ptr<Home> home, FoundLaw law);
  static const Theorem::Rep& rep(const Theorem& theorem) { return *theorem.rep_; }
  static BoardTheorem theorem(PositionTheorem theorem);
  static const Table::Rep& rep(const Table& table) { return *table.rep_; }
  static Sequence sequence(SequenceAnswer answer, const SessionOptions& options);
  static Quotient quotient(std::shared_ptr<Home> home, QuotientAnswer answer);
  static const Quotient::Rep& rep(const Quotient& quotient) { return *quotient.rep_; }
  /// The box as ranges of the rule's coordinates.
  static Attempt<std::vector<grundy::Range>> ranges(const Rule& rule, const Box& box);
  static Match match(std::unique_ptr<Match::Rep> rep) { return Match(std::move(rep)); }

  /// An error where a part of the sum is of another session.
  static Result<void> belongs(const Sum& sum, const std::shared_ptr<Home>& home);

  /// What `make` makes of a value, or the error.
  template <class T, class Make>
  static auto result(Attempt<T> attempt, Make&& make) -> Result<std::remove_cvref_t<std::invoke_result_t<Make, T>>> {
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
    return Inside::error(grundy::Error::ended("there is no memory left"));
  } catch (const std::exception& exception) {
    return Inside::error(grundy::Error::internal(exception.what()));
  } catch (...) {
    return Inside::error(grundy::Error::internal("an exception of unknown kind"));
  }
}

}  // namespace grundy::face
