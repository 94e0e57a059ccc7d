// The face of the library inside the program: texts in, answers out.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/explain.h"
#include "engine/sum.h"
#include "game/games.h"
#include "language/rulebook.h"

namespace grundy {

/// A sum, understood.
struct Question {
  std::vector<Position> parts;
  bool outcomes_only = false;  // one part, in which play ends otherwise than by a lack of moves, or
  bool has_sides = false;  // Left and Right have moves of their own: its last coordinate is whose
                           // turn it is, Left's
};

/// What a question may be about.
enum class Asks { values, outcomes };

class Session {
 public:
  /// The games of a rule file can be used from now on.
  Attempt<void> load_rules(const std::string& path, Budget* budget = nullptr);
  /// Likewise the games of a text, which messages call `name`.
  Attempt<void> load_rules(std::string name, std::string text, Budget* budget = nullptr);
  /// Makes the games of the other session's rule files known here.
  void take_rules(const Session& other);
  /// What searches find is kept in this file, made by this version of the program, and what is
  /// there is used.
  Attempt<void> use_store(const std::string& path, std::string_view version);
  void share_store(const Session& other) { solvers_.use_store(other.solvers_.store()); }
  Attempt<void> save_store();
  Rulebook& rulebook() { return rulebook_; }
  const Rulebook& rulebook() const { return rulebook_; }
  /// Warnings about the rule files read since the last call, and about the store.
  std::vector<Diagnostic> take_warnings();

  /// Reads a sum in the notation of doc/language.md; files it names are read, and `using FILE`
  /// loads that rule file. Who asks for values gets an error for games that have outcomes alone
  /// (session/outcomes.h).
  Attempt<Question> read(std::string_view sum, Budget& budget, Asks asks = Asks::values);
  /// The game of this text, of numbers or not: "some", "stones[K=2]".
  Attempt<const Rule*> named_game(std::string_view text, Budget& budget);
  /// A game of numbers by itself, as in `grundy table 'stones[K=2]'`.
  Attempt<const Rule*> game(std::string_view text, Budget& budget, Asks asks = Asks::values);

  /// The game with its moves written out, of another name for a sum (session/alias_moves.h); the
  /// rule itself where that can't be done.
  const Rule& with_moves(const Rule& rule);

  Attempt<Answer> solve(const Question& question, Play play, size_t move_limit, Budget& budget,
                        Sought sought = Sought::value) {
    solvers_.make_room(budget);
    return solve_sum(question.parts, play, move_limit, solvers_, budget, sought);
  }
  /// The values, with the engines that found them; no moves.
  Attempt<Answer> evaluate(const Question& question, Budget& budget) {
    solvers_.make_room(budget);
    return value_of_sum(question.parts, solvers_, budget);
  }
  /// The value of the sum.
  Attempt<Value> value(const Question& question, Budget& budget) {
    Attempt<Answer> answer = evaluate(question, budget);
    if (!answer) return std::move(answer).error();
    return *std::move(answer->value);
  }
  /// Who wins and why, in words and small tables (engine/explain.h).
  std::string explain(const Question& question, const Answer& answer, Budget& budget) {
    return grundy::explain(question.parts, answer, solvers_, budget);
  }
  /// For each game of the question: its facts, which engines are asked in which order, and what
  /// became of them.
  std::string plan(const Question& question);
  Solvers& solvers() { return solvers_; }
  /// From now on answers may rest on laws that were tested and not proved, and say so.
  void allow_conjectures() { solvers_.allow_conjectures(); }
  Games& games() { return games_; }

 private:
  /// Loads and takes down which games came in.
  Attempt<void> note_loaded(Budget* budget, const std::function<Attempt<void>()>& load);

  Rulebook rulebook_;
  Games games_;
  Solvers solvers_;
  std::map<const Rule*, std::unique_ptr<const Rule>> with_moves_;
  std::vector<std::string> loaded_;  // names of games that came with rule files, for warnings
};

}  // namespace grundy
