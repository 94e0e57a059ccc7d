#include "engine/board/together.h"

#include <algorithm>
#include <map>

#include "engine/board/outcome_solver.h"
#include "engine/family/moore.h"
#include "engine/plan.h"
#include "game/board_game.h"
#include "rewriting/list_together.h"

namespace grundy {
namespace {

constexpr double kFarForTogether = 1e9;  // options in a table of all positions below
// They are tuples (tuples.h), for which laws of the values are sought.
constexpr size_t kFewNumbers = 4;

class TogetherSolver final : public OutcomeSolver {
 public:
  TogetherSolver(const BoardGame& game, LoweredTogether lowered)
      : game_(game), lowered_(std::move(lowered)) {
    if (lowered_.one) plan_.emplace(games_.of(*lowered_.one));
  }

  std::string_view engine() const override { return "lists lowered together"; }
  std::string knows() const override {
    return lowered_.one ? "a position is lost exactly if each of its numbers is" : "Moore's nim";
  }

  bool tells_only_who_wins(std::span<const Position> positions) const override {
    return std::any_of(positions.begin(), positions.end(),
                       [&](const Position& one) { return is_far(one); });
  }

  Attempt<std::vector<Value>> values(std::span<const Position>, Budget&) override {
    return Error::declined(
        "who wins is known where several numbers are lowered together, but no law of the values");
  }

  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override {
    const NaturalSet piles = game_.position(position).sets[0];
    if (!lowered_.one) {
      const std::vector<uint64_t> words(piles.begin(), piles.end());
      return moore_is_lost(words, most_of(piles), play) ? Outcome::P : Outcome::N;
    }
    if (play == Play::misere) return Solver::outcome(position, play, budget);
    for (const int64_t pile : piles) {
      const auto lost = is_lost(pile, budget);
      if (!lost) return lost.error();
      if (!*lost) return Outcome::N;
    }
    return Outcome::P;
  }

  Attempt<MoveSet> winning_moves(const Position& position, Play play, size_t limit,
                                 Budget& budget) override {
    BoardPosition to = game_.position(position);
    NaturalSet& piles = to.sets[0];
    MoveSet result;
    if (!lowered_.one) {
      const std::vector<uint64_t> words(piles.begin(), piles.end());
      const auto changes = moore_winning_move(words, most_of(piles), play);
      if (changes.empty()) return result;
      const auto full =
          piles.size() - static_cast<size_t>(std::count(piles.begin(), piles.end(), 0));
      result.all = play == Play::normal && full <= most_of(piles);  // nothing may be left then
      for (const Change<uint64_t>& change : changes)
        piles[change.place] = static_cast<int64_t>(change.to);
    } else {
      if (play == Play::misere) return Solver::winning_moves(position, play, limit, budget);
      bool is_won = false;
      for (int64_t& pile : piles) {
        const auto lost = is_lost(pile, budget);
        if (!lost) return lost.error();
        if (*lost) continue;
        is_won = true;
        auto moves = plan_->moves_to(number(pile), Value(), 2, budget);
        if (!moves) return moves;
        result.all = result.all && moves->all && moves->moves.size() == 1;
        pile = static_cast<int64_t>(*lowered_to(moves->moves.front()).to_uint64());
      }
      if (!is_won) return MoveSet{};
    }
    if (game_.board_rule().board->kinds[0] == CoordinateKind::bag)
      std::sort(piles.begin(), piles.end());
    if (limit > 0) {
      result.moves.push_back({{game_.at(to)}, ""});
    } else {
      result.all = false;
    }
    return result;
  }

  Work work() const override { return plan_ ? plan_->work() : Work{}; }

 private:
  bool is_far(const Position& position) const {
    if (position.game != &game_) return false;
    const NaturalSet piles = game_.position(position).sets[0];
    const uint64_t most = most_of(piles);
    const auto full = piles.size() - static_cast<size_t>(std::count(piles.begin(), piles.end(), 0));
    // Of the values, or few options.
    const bool has_laws = lowered_.one || most == 1 || most >= full;
    if (piles.size() <= kFewNumbers && has_laws) return false;
    double cells = 1, longest = 1;
    for (const int64_t pile : piles) {
      cells *= static_cast<double>(pile) + 1;
      longest = std::max(longest, static_cast<double>(pile) + 1);
    }
    double options = longest;  // where all may be lowered those of neighbours are almost the same
    for (uint64_t i = 1; i < most && most < piles.size() && options < kFarForTogether; ++i)
      options *= longest;
    return cells * options > kFarForTogether;
  }
  uint64_t most_of(const NaturalSet& piles) const {
    return std::max<uint64_t>(1,
                              std::min<uint64_t>(lowered_.most.value_or(UINT64_MAX), piles.size()));
  }

  Position number(int64_t pile) const {
    return games_.of(*lowered_.one).at(Coordinates{Natural(static_cast<uint64_t>(pile))});
  }
  /// What stands there after the move of a number; no part stands for 0.
  static Natural lowered_to(const Move& move) {
    return move.to.empty() ? Natural() : rule_game(move.to[0])->coordinates(move.to[0])[0];
  }
  Attempt<bool> is_lost(int64_t pile, Budget& budget) {
    const auto known = lost_.find(pile);
    if (known != lost_.end()) return known->second;
    const Position here = number(pile);
    auto value = plan_->values({&here, 1}, budget);
    if (!value) return std::move(value).error();
    if ((*value)[0].is_loopy()) return Error::declined("play of a number alone need not end");
    return lost_[pile] = (*value)[0].is_zero();
  }

  const BoardGame& game_;
  LoweredTogether lowered_;
  mutable Games games_;  // of the game of one number
  std::optional<Plan> plan_;
  std::map<int64_t, bool> lost_;
};

class TogetherEngine final : public Engine {
 public:
  std::string_view name() const override { return "lists lowered together"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* board = as<BoardGame>(&game);
    if (board == nullptr) return nullptr;
    auto lowered = lowered_together(board->board_rule());
    return lowered ? std::make_unique<TogetherSolver>(*board, *std::move(lowered)) : nullptr;
  }
};

}  // namespace

const Engine* together_engine() {
  static const TogetherEngine engine;
  return &engine;
}

}  // namespace grundy
