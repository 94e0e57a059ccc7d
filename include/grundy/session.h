/// @file
/// Session: games and rule files in, answers out.
///
/// @code
/// grundy::Session session;
/// const grundy::Result<grundy::Answer> answer = session.solve("kayles(10) + nim(3)");
/// if (!answer) {
///   std::cerr << answer.error().text();
///   return;
/// }
/// std::cout << grundy::letter(answer->outcome) << ' ' << answer->value->text() << '\n';
/// for (const grundy::Move& move : answer->winning_moves) std::cout << move.text() << '\n';
/// // N 1
/// // kayles(10) → kayles(7) + kayles(1)
/// // nim(3) → nim(2)
/// @endcode
///
/// A Session keeps what it has computed for the next question. It is used by one thread at a time; different Sessions
/// are independent. A Session that was moved from can be assigned to and destroyed, nothing else. Sums and rule files are
/// written as doc/language.md says.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grundy/game.h"
#include "grundy/match.h"
#include "grundy/table.h"
#include "grundy/theorem.h"

namespace grundy::face {

struct Home;  // what a session keeps; the library's own

/// How far a long computation is: `done` of `total` (0: not known), counted in what `what` names, "positions".
struct Progress {
  std::string_view what;
  uint64_t done = 0;
  uint64_t total = 0;
};

struct SessionOptions {
  unsigned threads = 0;  ///< That a call may use; 0: as many as the machine has cores.
  uint64_t memory_limit =
      0;                  ///< Bytes for all that the session keeps and computes; 0: three quarters of the machine's.
  double time_limit = 0;  ///< Seconds for a call; 0: none.
  const std::atomic<bool>* stop = nullptr;  ///< While it is true, calls end soon: declined, with Error::ended.
  /// Called at most some ten times a second in a long call, never twice at a time, by any of the call's threads. What it
  /// throws is dropped.
  std::function<void(const Progress&)> progress;
};

/// The work of a call.
struct Work {
  uint64_t positions = 0;
  uint64_t options = 0;
  std::vector<std::string> passes;  ///< What was done to make it less.
  std::string limit;                ///< What it consisted of, most of all; empty when that is not known.
};

/// Who wins a sum, and by which moves.
struct Answer {
  Sum sum;
  Play play = Play::normal;
  Outcome outcome = Outcome::P;
  std::optional<Value> value;                ///< None in misère play, and where only the outcome is known.
  std::vector<std::optional<Value>> values;  ///< Of the parts.
  std::vector<Move> winning_moves;           ///< At least one where there is one.
  bool all_winning_moves = true;             ///< None was left out.
  std::vector<std::string> engines;          ///< In the order of their first use.
  Work work;

  /// The JSON object of `grundy solve --json` (doc/cli.md), with the seconds that the call took.
  std::string json() const;

 private:
  friend struct Inside;
  struct Rep;
  std::shared_ptr<const Rep> rep_;
};

/// The value of a sum, and where it came from.
struct Evaluation {
  Sum sum;
  Value value;
  std::vector<Value> values;         ///< Of the parts.
  std::vector<std::string> engines;  ///< In the order of their first use.
  Work work;

  /// {"sum": …, "value": …}
  std::string json() const;
};

/// Whether two sums have the same value; when not, a position that tells them apart.
struct Comparison {
  bool equal = false;
  std::array<Sum, 2> sums;
  std::array<Value, 2> values;
  std::optional<Position> witness;    ///< A nim heap, with which one sum is won and the other lost.
  std::array<Outcome, 2> outcomes{};  ///< Of each sum with the witness.
  bool played = false;                ///< Both outcomes were found by play, too.

  /// The JSON object of `grundy equal --json`.
  std::string json() const;
};

struct SolveOptions {
  Play play = Play::normal;
  size_t moves = 16;  ///< Winning moves listed at most.
};

struct ProveOptions {
  /// Conjectures are tested on all positions with coordinates up to this; nothing: as far as is quick.
  std::optional<uint64_t> upto;
  /// A formula to prove or refute, "n >= m: n - m; n < m: w + m - n - 1" (doc/prove.md); nothing: a law is looked for.
  std::optional<std::string> formula;
  /// A folder that keeps how far a search is, and from which it goes on; empty: none.
  std::string checkpoint;
};

class Session {
 public:
  explicit Session(SessionOptions options = {});
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  const SessionOptions& options() const;
  /// From the next call on.
  void set_options(SessionOptions options);
  /// Bytes that the session keeps, as far as they are counted: at most half of the memory limit when a call begins. The
  /// games that were not asked for longest are forgotten first.
  uint64_t memory_kept() const;

  /// Makes the games of a rule file known; they take the place of built-in ones of the same name. All or none.
  Result<void> load_rules_file(const std::string& path);
  /// Likewise a text; diagnostics call it `name`.
  Result<void> load_rules(std::string_view name, std::string_view text);
  /// Warnings about legal lines that are surely slips, in rules that were loaded since the last call.
  std::vector<Diagnostic> take_warnings();

  /// All games by name.
  std::vector<Game> games() const;
  /// The game of this name, without parameters.
  Result<Game> game(std::string_view name) const;

  /// Reads a sum; files that it names are read, and `using FILE` loads that rule file.
  Result<Sum> read(std::string_view sum);

  /// Who wins, the values and the winning moves. Declined where no engine can tell.
  Result<Answer> solve(const Sum& sum, const SolveOptions& options = {});
  Result<Answer> solve(std::string_view sum, const SolveOptions& options = {});
  /// The value alone; where it comes from as well.
  Result<Value> value(const Sum& sum);
  Result<Value> value(std::string_view sum);
  Result<Evaluation> evaluate(const Sum& sum);
  /// The values of many positions of a game, asked for together: `coordinates` has those of the first position, then
  /// those of the second, and so on.
  Result<std::vector<Value>> values(std::string_view game, std::span<const uint64_t> coordinates);
  /// At most `limit` different moves of a position. Declined where it can't be told what they are.
  Result<MoveList> options(const Position& position, size_t limit = 1000);
  /// Whether the sums have the same value.
  Result<Comparison> equal(const Sum& a, const Sum& b);
  Result<Comparison> equal(std::string_view a, std::string_view b);
  /// Who wins and why, in words and small tables, as `grundy solve` writes it.
  Result<std::string> explain(const Answer& answer);
  /// The facts about each game of the sum, the engines in the order in which they are asked, and what became of each.
  Result<std::string> plan(const Sum& sum);

  /// The box that is written "m=0..5, n=3", the coordinates in any order.
  Result<Box> read_box(std::string_view game, std::string_view box);
  /// The values of all positions of the box. The game is written with its parameters, "stones[K=2]". The table's memory
  /// is bounded by the session's limit while it is made, and the user's from then on.
  Result<Table> table(std::string_view game, const Box& box);
  /// Writes the values, below 2^32, to a file of doc/tables.md; goes on with one that an earlier call began.
  Result<void> table_to_file(std::string_view game, const Box& box, const std::string& path);

  /// The strongest law that is found and proved; of status unknown or conjectured where none is. The search ends by
  /// counted steps, at the same place on every machine.
  Result<Theorem> prove(std::string_view game, const ProveOptions& options = {});
  /// A certificate of a proved theorem, for check() and for programs of others (doc/certificate.md).
  Result<std::string> certificate(const Theorem& theorem);
  /// Re-checks the certificates of a text, one after another, without trusting what found them. `solver` decides, "z3"
  /// or "cvc5", found in PATH; empty: isl.
  Result<Judgement> check(std::string_view certificate, std::string_view solver = {});
  /// Those of a file of at most 32 MiB.
  Result<Judgement> check_file(const std::string& path, std::string_view solver = {});

  /// Begins a game. Refuses sums of which it can't be told what the moves are, or who wins.
  Result<Match> play(const Sum& sum, Play play = Play::normal);
  Result<Match> play(std::string_view sum, Play play = Play::normal);

 private:
  friend struct Inside;
  std::shared_ptr<Home> home_;
};

}  // namespace grundy::face
