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
/// A Session keeps what it has computed for the next question. It is used by one thread at a time;
/// different Sessions are independent. A Session that was moved from can be assigned to and
/// destroyed, nothing else. Sums and rule files are written as doc/language.md says.
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

#include "grundy/batch.h"
#include "grundy/contest.h"
#include "grundy/count.h"
#include "grundy/dataset.h"
#include "grundy/game.h"
#include "grundy/match.h"
#include "grundy/misere.h"
#include "grundy/outcome.h"
#include "grundy/sequence.h"
#include "grundy/setter.h"
#include "grundy/table.h"
#include "grundy/theorem.h"

namespace grundy::face {

struct Home;  // what a session keeps; the library's own

/// How far a long computation is: `done` of `total` (0: not known), counted in what `what` names,
/// "positions".
struct Progress {
  std::string_view what;
  uint64_t done = 0;
  uint64_t total = 0;
};

struct SessionOptions {
  unsigned threads = 0;       ///< That a call may use; 0: as many as the machine has cores.
  uint64_t memory_limit = 0;  ///< Bytes for all that the session keeps and computes; 0: three
                              ///< quarters of the machine's.
  /// The memory limit is one of the whole process: for a program that does nothing else. What the
  /// library did not count then ends a call as well.
  bool whole_process = false;
  double time_limit = 0;  ///< Seconds for a call, or for a task (Session::begin_task); 0: none.
  /// While it is true, calls end soon: declined, with Error::ended.
  const std::atomic<bool>* stop = nullptr;
  /// Called at most some ten times a second in a long call, never twice at a time, by any of the
  /// call's threads. What it throws is dropped.
  std::function<void(const Progress&)> progress;
};

/// The winning move for which a term is least or greatest.
struct ExtremeMove {
  int64_t value = 0;  ///< Of the term.
  Move move;
};

/// What was asked about the winning moves beside a list of some, for the JSON object of an answer.
struct AboutMoves {
  /// What count_winning_moves() gave; nothing: not asked.
  std::optional<std::optional<Value>> count = {};
  Counted counted = Counted::choices;
  std::string term = {};  ///< That is to be least or greatest; empty: not asked.
  Extreme which = Extreme::least;
  std::optional<ExtremeMove> extreme = {};  ///< What extreme_winning_move() gave.
};

/// Who wins a sum, and by which moves.
struct Answer {
  Sum sum;
  Play play = Play::normal;
  Outcome outcome = Outcome::P;
  std::optional<Value> value;  ///< None in misère play, and where only the outcome is known.
  std::vector<std::optional<Value>> values;  ///< Of the parts.
  /// At least one where there is one, unless `why_unlisted` says why not.
  std::vector<Move> winning_moves;
  bool all_winning_moves = true;  ///< None was left out.
  /// Why no winning move was found, though it is known who wins; or empty.
  std::string why_unlisted;
  std::vector<std::string> engines;  ///< In the order of their first use.
  /// Laws, tested and not proved, on which the answer rests.
  std::vector<std::string> conjectures;
  Work work;

  /// How many moves play lasts when the winner hurries and the loser delays; nothing for draws, and
  /// where play is too long to be looked through.
  std::optional<uint64_t> remoteness() const;
  /// The JSON object of `grundy solve --json` (doc/cli.md), with the seconds that the call took.
  std::string json(const AboutMoves& asked = {}) const;

 private:
  friend struct Inside;
  struct Rep;
  std::shared_ptr<const Rep> rep_;
};

/// The value of a sum, and where it came from.
struct Evaluation {
  Sum sum;
  Value value;
  std::vector<Value> values;             ///< Of the parts.
  std::vector<std::string> engines;      ///< In the order of their first use.
  std::vector<std::string> conjectures;  ///< Laws, tested and not proved, on which the value rests.
  Work work;

  /// {"sum": …, "value": …}, with "conjectures" where there are some.
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
  /// In normal play, find out only who wins: the answer has no values, and a search for it can take
  /// far less.
  bool outcome = false;
};

/// Pages for pupils about a sum, as SVG.
struct Worksheet {
  std::string questions;
  std::string answers;  ///< The same page filled in.
};

/// What was derived from the rules of a game; from the drawings of a game of cells, for one board.
struct BoardFacts {
  std::string position;  ///< "euclid(a, b)"; a board of the usual size for a game alone.
  /// "letters", "symmetries", "parts", …, each in words.
  std::vector<std::pair<std::string, std::string>> facts;
};

struct ProveOptions {
  /// Conjectures are tested on all positions with coordinates up to this; nothing: as far as is
  /// quick.
  std::optional<uint64_t> upto = {};
  /// A formula to prove or refute, "n >= m: n - m; n < m: w + m - n - 1" (doc/prove.md); nothing: a
  /// law is looked for.
  std::optional<std::string> formula = {};
  /// A folder that keeps how far a search is, and from which it goes on; empty: none.
  std::string checkpoint = {};
  /// A condition on the coordinates: the law is to be of these positions only; with letters, of
  /// these values of them.
  std::optional<std::string> where = {};
  /// "k" or "a, b": the law is to hold for all values of these parameters; the game is written with
  /// them, "subtract[{1..k}]". Goes with formula and where alone.
  std::optional<std::string> letters = {};
  /// The law is wanted with a certificate: one that has none gives way to a law by digits that has
  /// one.
  bool certified = false;
  /// So many times the usual steps are taken before a search for a law gives up; 0: the usual ones,
  /// and within a time limit ten times as many each time. At most kMostEffort.
  uint64_t effort = 0;
  static constexpr uint64_t kMostEffort = 1'000'000;
};

class Session {
 public:
  explicit Session(SessionOptions options = {});
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  const SessionOptions& options() const;
  /// From the next call on, each of which has the limits for itself.
  void set_options(SessionOptions options);
  /// From now on calls share the limits of time and memory, until this is called again or options
  /// are set: time is counted from here, and what the calls give back counts as memory in use.
  void begin_task();
  /// Bytes that the session keeps, as far as they are counted: at most half of the memory limit
  /// when a call begins. The games that were not asked for longest are forgotten first.
  uint64_t memory_kept() const;

  /// Makes the games of a rule file known; they take the place of built-in ones of the same name.
  /// All or none.
  Result<void> load_rules_file(const std::string& path);
  /// Likewise a text; diagnostics call it `name`.
  Result<void> load_rules(std::string_view name, std::string_view text);
  /// Warnings about legal lines that are surely slips, in rules that were loaded since the last
  /// call, and about the store.
  std::vector<Diagnostic> take_warnings();

  /// From now on values that searches find of parts of boards are kept in this file, and those that
  /// it has are used (doc/boards.md). It is made when there is none; while another session or
  /// process adds to it, it is read only, and a warning says so. The session forgets what it has
  /// computed; after an error it has no store.
  Result<void> use_store(const std::string& path);
  /// What was found is in the file when this returns; that happens now and then by itself, and at
  /// the end. An error, once, where something could not be written: values that are there stay, and
  /// no more are added.
  Result<void> save_store();

  /// From now on answers may rest on laws that were tested and not proved, where no other way is
  /// quick, and say so.
  void allow_conjectures();

  /// All games by name.
  std::vector<Game> games() const;
  /// The game of this name, without parameters.
  Result<Game> game(std::string_view name) const;
  /// The book of theorems, by name.
  std::vector<BookTheorem> theorems() const;

  /// The names of the coordinates of a game, which is written with its parameters, "stones[K=2]".
  /// An input error for games whose positions are not numbers.
  Result<std::vector<std::string>> coordinates(std::string_view game);

  /// What a sum may be asked: its value, or who wins alone.
  enum class Asks { values, outcomes };
  /// Reads a sum; files that it names are read, and `using FILE` loads that rule file. Refuses
  /// games with outcomes alone, which have no value, unless that is all that is asked; then
  /// Sum::has_outcome_only() tells them.
  Result<Sum> read(std::string_view sum, Asks asks = Asks::values);

  /// Who wins, the values and the winning moves. Declined where no engine can tell.
  Result<Answer> solve(const Sum& sum, const SolveOptions& options = {});
  Result<Answer> solve(std::string_view sum, const SolveOptions& options = {});
  /// The value alone; where it comes from as well.
  Result<Value> value(const Sum& sum);
  Result<Value> value(std::string_view sum);
  Result<Evaluation> evaluate(const Sum& sum);
  /// The values of many positions of a game, asked for together: `coordinates` has those of the
  /// first position, then those of the second, and so on.
  Result<std::vector<Value>> values(std::string_view game, std::span<const uint64_t> coordinates);
  /// At most `limit` different moves of a position. Declined where it can't be told what they are.
  Result<MoveList> options(const Position& position, size_t limit = 1000);
  /// Whether the sums have the same value.
  Result<Comparison> equal(const Sum& a, const Sum& b);
  Result<Comparison> equal(std::string_view a, std::string_view b);
  /// Who wins and why, in words and small tables, as `grundy solve` writes it.
  Result<std::string> explain(const Answer& answer);
  /// What was derived from the rules of a game, "euclid", or of a game of cells or one of its
  /// boards, "cram(3x3)". Declined for games of lists and those without rules.
  Result<BoardFacts> board_facts(std::string_view board);
  /// The facts about each game of the sum, the engines in the order in which they are asked, and
  /// what became of each.
  Result<std::string> plan(const Sum& sum);

  /// Begins to answer questions in lines, and a task with it, unless one has begun.
  Result<Batch> batch(const BatchOptions& options);

  /// How many winning moves there are; nothing: infinitely many. Declined where they are not all
  /// known.
  using Counted = face::Counted;
  Result<std::optional<Value>> count_winning_moves(const Answer& answer,
                                                   Counted counted = Counted::choices);
  /// The winning move that makes a term in coordinates and binders of the rule least, or greatest;
  /// nothing where no winning move binds the term's names.
  using Extreme = face::Extreme;
  Result<std::optional<ExtremeMove>> extreme_winning_move(const Answer& answer, Extreme extreme,
                                                          std::string_view term);
  /// The same for the player who begins in start `start` of a game with outcomes alone.
  Result<std::optional<Value>> count_winning_moves(const OutcomeAnswer& answer, size_t start,
                                                   Counted counted = Counted::choices);
  Result<std::optional<OutcomeExtreme>> extreme_winning_move(const OutcomeAnswer& answer,
                                                             size_t start, Extreme extreme,
                                                             std::string_view term);
  /// Of a lost sum: each move with the move that answers it, a line each, at most `limit` of a
  /// part.
  Result<std::string> replies(const Sum& sum, Play play = Play::normal, size_t limit = 16);
  /// Pages with questions about the sum, and with the answers; of at most eight parts with values
  /// below 1024.
  Result<Worksheet> worksheet(std::string_view sum);
  /// Who wins a position of a game of which only that is asked; an input error for others, which
  /// solve() answers.
  Result<OutcomeAnswer> solve_outcome(const Sum& position, const SolveOptions& options = {});
  Result<OutcomeAnswer> solve_outcome(std::string_view position, const SolveOptions& options = {});
  /// The board of a sum of one part, as SVG, with a winning move marked. An input error for other
  /// positions, and for boards of more than 2000 cells.
  Result<std::string> drawn(const Answer& answer);

  /// In misère play. Declined where too many positions have to be looked at, or play need not end.
  Result<Genus> genus(const Sum& sum);
  Result<Genus> genus(std::string_view sum);
  /// Of all heaps of a game or of several, "kayles + octal[0.123]", or of heaps up to a bound; or
  /// of what a sum of positions can become. Declined where none is found; ends by counted steps
  /// where there is no time limit. `game`, where it is given, gets the name of what was asked for,
  /// after an error as far as it was read.
  Result<Quotient> quotient(std::string_view what, std::optional<uint64_t> upto = {},
                            std::string* game = nullptr);
  /// A certificate of one game's quotient for ever, for check().
  Result<std::string> certificate(const Quotient& quotient);
  /// Whether a sum of the same games tells the sums apart.
  Result<MisereComparison> equal_in_misere(const Sum& a, const Sum& b);
  Result<MisereComparison> equal_in_misere(std::string_view a, std::string_view b);

  /// A take-and-break game worked out as far as heaps of `upto`, at least; `checkpoint` is a folder
  /// that keeps the values, and from which the work goes on; empty: none. `watch` is told how far
  /// it is. An input error for other games.
  Result<Sequence> sequence(std::string_view game, uint64_t upto,
                            const std::string& checkpoint = {}, const SequenceWatch& watch = {});
  /// The code of a take-and-break game, "0.77" of kayles; an input error for other games.
  Result<std::string> code_of_game(std::string_view game);
  /// A take-and-break code, read.
  Result<Code> code(std::string_view text);
  /// At most `limit` moves by a code from a heap of at most CodeMoves::kLargestHeap tokens.
  Result<CodeMoves> code_moves(std::string_view code, uint64_t heap, size_t limit = 1000);

  /// How many positions of the box have each value, of those that meet the condition, "value = 0
  /// and a < b"; empty: of all. With a weight, a term such as "100 - n", each counts as often as its
  /// weight says; declined where the weights of a value sum up to less than 0.
  Result<Counts> count(std::string_view game, const Box& box, std::string_view where = {},
                       std::string_view weight = {});
  /// The positions of a game of one coordinate in pieces of equal values, or outcomes where it has
  /// no values; an input error for other games.
  Result<std::vector<Piece>> pieces(std::string_view game, const Range& range);
  /// How many ordered tuples of `size` counted positions, repeats allowed, have this nim-sum; the
  /// remainder modulo `modulus` where there is one, a natural number of at least 1. Declines
  /// infinite values, and numbers too long to be written.
  Result<Value> count_tuples(const Counts& counts, const Value& size, uint64_t nim_sum,
                             const std::optional<Value>& modulus = {});

  /// The box that is written "m=0..5, n=3", the coordinates in any order.
  Result<Box> read_box(std::string_view game, std::string_view box);
  /// The values of all positions of the box, or what else the options ask of each. The game is
  /// written with its parameters, "stones[K=2]". Who wins comes in place of values in misère play,
  /// and where a game has none: its play ends by `win if` or `lose if`, or Left and Right have
  /// moves of their own. The table's memory is bounded by the session's limit while it is made, and
  /// the user's from then on. Declined where a position has no such answer.
  Result<Table> table(std::string_view game, const Box& box, const TableOptions& options = {});
  /// The positions of a table of values or of outcomes that meet a condition, "value = 0 and a <=
  /// b" or "outcome = P"; empty: all. Of two that differ by exchanged coordinates only one, when
  /// that is asked for.
  Result<std::vector<std::vector<Value>>> positions_where(const Table& table,
                                                          std::string_view where,
                                                          bool up_to_symmetry = false);
  /// Writes these positions, and their values where the format has room. A b-file is a list of one
  /// coordinate, named `column` where the game has several. An input error for pictures.
  Result<void> write_where(const Table& table, std::string_view where, bool up_to_symmetry,
                           TableFormat format, const Sink& sink, std::string_view column = {});
  /// Writes the values, below 2^32, to a file of doc/tables.md; goes on with one that an earlier
  /// call began.
  Result<FilledFile> table_to_file(std::string_view game, const Box& box, const std::string& path);

  /// Compares a formula, written as for prove(), with the rule at the 100,000 smallest positions
  /// within the limits, then at random ones.
  Result<StressReport> stress_formula(std::string_view game, const std::string& formula,
                                      const SetterOptions& options = {});
  /// Compares a program, which a shell runs once for each position: it reads the coordinates,
  /// numbers on one line, and writes the value, or who wins where there is no value or the options
  /// ask for that. So many of the smallest positions are tried, and as many random ones.
  Result<StressReport> stress_program(std::string_view game, const std::string& program,
                                      const SetterOptions& options = {});
  /// Positions for tests: the corners of the limits, small ones, then as many lost as others where
  /// there are as many; fewer than asked for where the limits have no more.
  Result<std::vector<TestPosition>> test_positions(std::string_view game,
                                                   const SetterOptions& options = {});

  /// The strongest law that is found and proved; of status unknown or conjectured where none is.
  /// The search ends by counted steps, at the same place on every machine.
  Result<Theorem> prove(std::string_view game, const ProveOptions& options = {});
  /// Whether what a mathematician says of the values is true: "g(n + 12) = g(n) for n >= 71"
  /// (doc/prove.md). Without a law that settles it, it is tested for variables up to `upto`, as far
  /// as is quick when that is not given.
  Result<ClaimJudgement> judge_claim(std::string_view game, std::string_view claim,
                                     std::optional<uint64_t> upto = {});
  /// A certificate of a proved theorem, for check() and for programs of others
  /// (doc/certificate.md).
  Result<std::string> certificate(const Theorem& theorem);
  /// The proof of a law by digits as sentences for another decider, "walnut" or "mona"; the
  /// statement of a period of heaps for "lean". Declined for other laws.
  Result<std::string> exported(const Theorem& theorem, std::string_view decider);
  /// A theorem or conjecture for a paper: the game, what holds, its proof, and the fingerprint of
  /// its certificate, which is `certificate` or, where that is not given, made for it; empty: there
  /// is none.
  Result<std::string> paper(const Theorem& theorem,
                            std::optional<std::string_view> certificate = {});
  /// The value of one position, with a proof. Declined where the game has parameters or leads to
  /// other games, where play may go round, and where there are infinitely many options.
  Result<BoardTheorem> prove_board(const Sum& board);
  Result<BoardTheorem> prove_board(std::string_view board);
  /// The values of boards of every length, "cram(1xn)" (doc/prove.md), with a proof.
  Result<BoardsTheorem> prove_boards(std::string_view family);
  /// Re-checks the certificates of a text, one after another, without trusting what found them.
  /// `solver` decides, "z3" or "cvc5", found in PATH; empty: isl; "grundy-verify": isl, and then
  /// the checker that Coq verified.
  Result<Judgement> check(std::string_view certificate, std::string_view solver = {});
  /// Those of a file of at most 32 MiB.
  Result<Judgement> check_file(const std::string& path, std::string_view solver = {});
  /// Which checkers accept a certificate, as a sentence: this one, and the one that Coq verified
  /// where it is there. Each has a few seconds.
  Result<std::string> acceptance(std::string_view certificate);

  /// How the position's game is written in the rule language; empty for games whose positions are
  /// not numbers, and for take-and-break codes.
  std::string rules(const Position& position) const;
  /// Whether lines of moves, separated by ';', are rules of the position's game, "-> coins(n - k)
  /// for k in 1..2": a sentence, with a position where the moves are others. Declined for games
  /// that are not of numbers, or have positions with infinitely many moves.
  Result<std::string> compare_with_guess(const Position& position, std::string_view lines);

  /// Random positions with their values, moves and distances, a line of JSON each (doc/dataset.md);
  /// `sink` is given the lines in pieces. Declined where play may go round.
  Result<std::vector<DatasetSummary>> dataset(const DatasetOptions& options, const Sink& sink);

  /// The answer to an input of a contest problem, as its judge expects it; nothing: standard input
  /// is read.
  Result<std::string> answer_contest(std::string_view id,
                                     std::optional<std::string_view> input = {});

  /// Begins a game. Refuses sums of which it can't be told what the moves are, or who wins.
  Result<Match> play(const Sum& sum, Play play = Play::normal);
  Result<Match> play(std::string_view sum, Play play = Play::normal);
  /// Begins a game on the position of a certificate, a file of at most 32 MiB, with normal play.
  /// Advice comes from what the certificate says of positions, without a search; an input error
  /// where it is not accepted, or is of another kind.
  Result<Match> play_by(const std::string& certificate);

 private:
  friend struct Inside;
  std::shared_ptr<Home> home_;
};

}  // namespace grundy::face
