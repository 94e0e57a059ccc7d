/// @file
/// Match: a game between a user and a machine that does not err.
///
/// @code
/// grundy::Session session;
/// grundy::Match match = *session.play("nim{1, 2}");
/// const grundy::Advice advice = *match.advise();
/// std::cout << advice.move.text() << (advice.outcome == grundy::Outcome::N ? " wins" : " delays") << '\n';
/// if (!match.make(*match.read("2: nim(1)"))) return;
/// while (!match.over() && match.make(match.advise()->move)) {
/// }
/// std::cout << (match.last_mover_wins() ? "normal play" : "misère play") << '\n';
/// // nim(2) → nim(1) wins
/// // normal play
/// @endcode
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "grundy/position.h"

namespace grundy::face {

/// Moves of one part.
struct MoveList {
  std::vector<Move> moves;
  bool all = true;       ///< Nothing was left out.
  std::string in_words;  ///< "forced(m, n) with m = 1 and n >= 4", where a game has positions with infinitely many.
};

/// A move for the player whose turn it is.
struct Advice {
  Outcome outcome = Outcome::P;  ///< For the player whose turn it is: N wins by the move, D keeps the draw.
  Move move;          ///< The fastest winning one known, one that keeps a draw, or one that is hard to answer.
  std::string why;    ///< A sentence about the position and the move.
  std::string where;  ///< What to do, without the move; empty where only the move can be said.
};

/// Begun by Session::play. The limits, the stop flag and the progress callback are those of the session.
class Match {
 public:
  struct Rep;  // the library's own

  Match(Match&&) noexcept;
  Match& operator=(Match&&) noexcept;
  ~Match();

  /// The parts that still have a move, aliases written out.
  Sum parts() const;
  Play play() const;
  /// Whether there is no move left.
  bool over() const;
  /// When the game is over: whether the player who made the last move has won.
  bool last_mover_wins() const { return play() == Play::normal; }

  /// The move that is meant by the whole new sum, by what one part becomes, or by "2: nim(1)" (parts from 1). The input
  /// error tells why it is none, and which legal moves are like it.
  Result<Move> read(std::string_view text);
  /// Makes a legal move; an input error, and nothing is changed, for others.
  Result<void> make(const Move& move);
  /// Undoes the last move that was made; an input error when there is none.
  Result<void> take_back();
  /// What to do here; an input error when the game is over. Declined in misère play that is too long to be searched.
  Result<Advice> advise();
  /// At most `limit` different moves of part `part`, from 0.
  Result<MoveList> moves(size_t part, size_t limit = 200);

 private:
  friend struct Inside;
  explicit Match(std::unique_ptr<Rep> rep);
  std::unique_ptr<Rep> rep_;
};

}  // namespace grundy::face
