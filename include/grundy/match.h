/// @file
/// Match: a game between a user and a machine that does not err.
///
/// @code
/// grundy::Session session;
/// grundy::Match match = *session.play("nim{1, 2}");
/// const grundy::Advice advice = *match.advise();
/// std::cout << advice.move.text() << (advice.outcome == grundy::Outcome::N ? " wins" : " delays")
///           << '\n';
/// if (!match.make(*match.read("2: nim(1)"))) return;
/// while (!match.over() && match.make(match.advise()->move)) {
/// }
/// std::cout << (match.last_mover_wins() ? "normal play" : "misère play") << '\n';
/// // nim(2) → nim(1) wins
/// // normal play
/// @endcode
#pragma once
#include <cstdint>
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
  std::string in_words;  ///< "forced(m, n) with m = 1 and n >= 4", where a game has positions with
                         ///< infinitely many.
};

/// Moves of a part in a row, by the things that they take.
struct NamedMoves {
  std::vector<std::string> names;  ///< "hit 3-4", the leftmost first.
  bool all = true;                 ///< Nothing was left out.
};

/// A move for the player whose turn it is.
struct Advice {
  /// For the player whose turn it is: N wins by the move, D keeps the draw.
  Outcome outcome = Outcome::P;
  Move move;  ///< The fastest winning one known, one that keeps a draw, or one that is hard to
              ///< answer.
  std::string why;    ///< A sentence about the position and the move.
  std::string where;  ///< What to do, without the move; empty where only the move can be said.
};

/// Begun by Session::play. The limits, the stop flag and the progress callback are those of the
/// session.
///
/// Heaps whose rule has a `show` line stand in rows of at most 60 things, out of which moves take
/// neighbours: their players name a move by what it takes, "hit 3-4", or "hit 3-4 in 2" where there
/// are several rows.
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
  /// Whether the last move gave its player another turn.
  bool moves_again() const;
  /// When the game is over: whether the player who made the last move has won.
  bool last_mover_wins() const { return play() == Play::normal; }

  /// The move that is meant by the whole new sum, by what one part becomes, or by "2: nim(1)"
  /// (parts from 1), or by the things in a row that it takes. The input error tells why it is none,
  /// and which legal moves are like it.
  Result<Move> read(std::string_view text);
  /// The move as players name it: "hit 3-4" in a row, "kayles(4) → kayles(1)" elsewhere. An input
  /// error where the move is not of a part as it stands.
  Result<std::string> describe(const Move& move);
  /// Makes a legal move; an input error, and nothing is changed, for others.
  Result<void> make(const Move& move);
  /// Undoes the last move that was made; an input error when there is none.
  Result<void> take_back();
  /// What to do here; an input error when the game is over. Declined in misère play that is too
  /// long to be searched.
  Result<Advice> advise();
  /// Any move, which is not thought about: the one of this number, counted through the first 200 of
  /// each part and around.
  Result<Advice> any_move(uint64_t number);
  /// At most `limit` different moves of part `part`, from 0.
  Result<MoveList> moves(size_t part, size_t limit = 200);

  /// Whether part `part`, from 0, stands in a row.
  bool in_row(size_t part) const;
  /// The rows that have things left, each with the numbers of its things below it; lines, or empty.
  std::string picture() const;
  /// The part as players call it: "treblecross(5)" for a heap of the code behind that name; its
  /// text elsewhere.
  std::string name(size_t part) const;
  /// At most `limit` names of moves of a part in a row; an input error for others.
  Result<NamedMoves> named_moves(size_t part, size_t limit = 200);

 private:
  friend struct Inside;
  explicit Match(std::unique_ptr<Rep> rep);
  std::unique_ptr<Rep> rep_;
};

}  // namespace grundy::face
