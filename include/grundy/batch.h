/// @file Batch: questions in lines of text, answered in a line each, in their order and by several
/// threads.
///
/// @code
/// grundy::Session session;
/// grundy::Batch batch = *session.batch({.what = grundy::BatchOptions::Question::value});
/// if (!batch.read({{1, "kayles(10)"}, {2, "nim(3) + nim(6)"}, {3, "nym(3)"}}).ok()) return;
/// const grundy::Result<void> all =
///     batch.answer([](const grundy::BatchLine& line, const grundy::Result<std::string>& answer) {
///       std::cout << line.number << ": " << (answer ? *answer : answer.error().message()) << '\n';
///     });
/// std::cout << (all ? "done" : "ended by a limit") << '\n';
/// // 1: 2
/// // 2: 5
/// // 3: unknown game 'nym'; did you mean 'nim'?
/// // done
/// @endcode
///
/// The lines share games and tables, which are filled once as far as the farthest position; each
/// further thread has a session of its own with the same rules.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grundy/outcome.h"
#include "grundy/value.h"

namespace grundy::face {

struct BatchOptions {
  /// Of a line: the value of its sum; who wins, with the value and a move; whether its two sums,
  /// "SUM = SUM", are equal.
  enum class Question : uint8_t { value, solve, equal };
  Question what = Question::value;
  Play play = Play::normal;           ///< Of solve.
  size_t moves = 1;                   ///< Winning moves listed in JSON.
  std::optional<Counted> count = {};  ///< Of solve: Session::count_winning_moves.
  std::string term = {};  ///< Of solve: Session::extreme_winning_move; empty: not asked.
  Extreme which = Extreme::least;
  bool outcome = false;      ///< Of solve: SolveOptions::outcome.
  bool conjectures = false;  ///< Session::allow_conjectures.
  bool json = false;  ///< The answer is a JSON object, as `--batch --json` writes it; else a text
                      ///< with tabs.
};

struct BatchLine {
  size_t number = 0;  ///< Whatever tells the user which line it is.
  std::string text;
};

/// Begun by Session::batch, whose thread is the first of those that work; used until the session's
/// task ends.
class Batch {
 public:
  struct Rep;  // the library's own
  /// Takes the answer to a line, without the end of the line, or what is wrong with it.
  using Take = std::function<void(const BatchLine&, const Result<std::string>&)>;

  Batch(Batch&&) noexcept;
  Batch& operator=(Batch&&) noexcept;
  ~Batch();

  /// Reads lines, for answer(). What is wrong with one is told there; the error is that of a limit.
  Result<void> read(std::vector<BatchLine> lines);
  /// Calls `take`, never twice at a time, by any of the threads, for each line that was read, in
  /// their order. An error where a limit ended the work: then `take` was not called for the lines
  /// that are left. `take` asks the session nothing.
  Result<void> answer(const Take& take);

 private:
  friend struct Inside;
  explicit Batch(std::unique_ptr<Rep> rep);
  std::unique_ptr<Rep> rep_;
};

}  // namespace grundy::face
