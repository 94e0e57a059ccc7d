// Match: a game between two players on a sum: which moves there are, whether a typed one is legal,
// and which is best.
//
// The parts are positions of any games; a part is shown in its normal form and goes when it has no
// move left.
//
//   Match match(session, Play::normal, budget, 0);
//   if (auto begun = match.begin(parts); !begun) ...
//   Attempt<PartMove> move = match.read("1: kayles(2) + kayles(3)");
//   match.make(*move);
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/position.h"
#include "session/session.h"

namespace grundy {

/// One part of the sum becomes `to`, a sum of parts that still have a move.
struct PartMove {
  size_t part = 0;  // from 0
  Sum to;
  Sum option = {};  // `to` as the game lists it, where that is known: not in its normal form, with
                    // parts that are dead
};

/// The sum as messages show it, cut where it is long.
std::string shown_sum(const Sum& sum);

class Match {
 public:
  /// `budget` and `session` outlive the match. `think_seconds` bounds each thought about a move in
  /// misère play; 0: the budget does.
  Match(Session& session, Play play, Budget& budget, double think_seconds)
      : session_(session), play_(play), budget_(budget), think_seconds_(think_seconds) {}

  /// Refuses sums that can't be played: the moves of a part can't be listed.
  Attempt<void> set_up(const std::vector<Position>& parts);
  /// set_up, and refuses sums that can't be solved, too.
  Attempt<void> begin(const std::vector<Position>& parts);
  /// set_up of the certificate's position in normal play; advice comes from its claims, without any
  /// search.
  Attempt<void> begin(const Position& position, std::shared_ptr<const Strategy> strategy);

  /// The parts that still have a move; aliases are written out.
  const std::vector<Position>& parts() const { return parts_; }
  /// Whether the player to move has no move.
  bool over() const;
  /// Whether the last move gave its player another turn.
  bool moves_again() const { return moves_again_; }
  /// When the game is over: whether the player who made the last move has won.
  bool last_mover_wins() const { return play_ == Play::normal; }

  /// The move the user means by the whole new sum, by what one part becomes, or by "2: nim(1)"
  /// (parts from 1). Of a part with one number "2: 1" is short for "2: nim(1)", and "take 3 from 2"
  /// tells how much smaller it becomes. The error tells why it is none, and what legal moves are
  /// like it.
  Attempt<PartMove> read(std::string_view text);
  void make(const PartMove& move);
  bool has_moved() const { return !done_.empty(); }
  /// Undoes the last move that was made; requires has_moved().
  void take_back();

  struct Advice {
    Outcome outcome = Outcome::P;
    PartMove move;  // one that wins fast, or keeps a draw, or makes it hard for the other player
    bool wins() const { return outcome == Outcome::N; }
    std::string why;  // a sentence about the position and the move
    /// What to do, without the move: "change part 2, kayles(7), from value 2 to 1"; empty where
    /// every move loses or only the outcome is known.
    std::string where;
  };
  /// Requires that the game is not over.
  Attempt<Advice> advise();
  struct Judgement {
    Outcome outcome = Outcome::P;
    // Moves that keep the win, or the draw; at most as many as were wanted.
    std::vector<PartMove> keeping;
    bool all = true;                           // whether these are all of them
    std::vector<std::optional<Value>> values;  // of the parts, where they have some
  };
  /// Which moves keep what the position is worth. Requires that the game is not over.
  Attempt<Judgement> judge(size_t limit);
  /// Any move: the one of this number, counted through the first kAnyMoves of each part and around.
  Attempt<Advice> any_move(uint64_t number);

  /// At most `limit` different moves of part `part`; `all` tells whether that is all of them.
  Attempt<std::vector<PartMove>> moves(size_t part, size_t limit, bool& all);
  /// What part `part` can become in words, "forced(m, n) with m = 1 and n >= 4", where its game has
  /// positions with infinitely many moves; empty for other games.
  std::string moves_in_words(size_t part) const;

  /// "kayles(4) → kayles(1)", with the part's number where there are several.
  std::string describe(const PartMove& move) const;
  /// What the move does, where `to` does not show it (Game::move_in_words): "pile 2: 5 → 3". May be
  /// empty.
  std::string in_words(const PartMove& move);

 private:
  using Parts = std::vector<Position>;
  struct Done {
    size_t part;
    Position before;
    size_t count;      // of the parts that took its place
    bool moved_again;  // what moves_again() was
  };

  /// The parts with a move. An error when it can't be told what the moves of one are.
  Attempt<Sum> live(const Sum& sum);
  Parts after(const PartMove& move) const;
  Attempt<Answer> solve(const Parts& parts, size_t move_limit);
  /// Whether who must move loses, where the strategy tells it.
  std::optional<bool> is_lost_by_claims(const Parts& parts) const;
  Attempt<Advice> advise_by_claims();
  /// How the board is turned on which every move is answered by its image; empty where none is seen.
  std::string mirror_of_position();
  /// A move to such a board, if there is one.
  std::optional<Advice> advise_by_symmetry();
  /// Of moves that do not win, the one that the other player finds hardest to answer.
  Attempt<PartMove> hardest(const std::vector<PartMove>& candidates);
  Attempt<std::vector<PartMove>> delaying_moves();
  /// The winning move of the shortest play, where play is short enough to be looked through; else
  /// the first one.
  SumMove shortest_win(const Answer& answer);

  Attempt<Sum> parse(std::string_view text);
  /// Short ways to write a move, written out: "2: 1" as "2: nim(1)", "take 3 from 2"; other texts
  /// as they are.
  Attempt<std::string> written_out(std::string_view text) const;
  /// The move of a game of cells that has this name, if it is one.
  Attempt<std::optional<PartMove>> read_name(size_t part, std::string_view text);
  Attempt<PartMove> read_for_part(size_t part, std::string_view text);
  /// The part in whose place the whole sum has something else; none when that is not one part.
  std::optional<PartMove> difference(const Sum& whole) const;
  Error not_a_move(size_t part, const Sum& to);

  Session& session_;
  Play play_;
  Budget& budget_;
  double think_seconds_;
  Parts parts_;
  std::vector<Done> done_;
  bool moves_again_ = false;
  std::shared_ptr<const Strategy> strategy_;
  std::set<const Game*> known_;  // games whose moves can be told
};

}  // namespace grundy
