#include "engine/board/tested_lists.h"

#include <fmt/format.h>

#include <optional>

#include "engine/board/lost_lists.h"
#include "engine/board/outcome_solver.h"

namespace grundy {
namespace {

constexpr double kFarList = 1e6;  // positions below one that the search of lists goes through
constexpr size_t kMostLooked = 100'000;  // looked at for a winning move

class TestedListsSolver final : public OutcomeSolver {
 public:
  explicit TestedListsSolver(const BoardGame& game) : game_(game) {}

  std::string_view engine() const override { return "conjecture about lists"; }
  std::string knows() const override {
    if (!law_ || !*law_) return "a condition of who loses is looked for in small lists, and tested";
    return fmt::format("a position of {} is lost exactly if {}, tested on {}",
                       game_.board_rule().full_name, (*law_)->text(), tested_on_);
  }
  double cost(std::span<const Position> positions) const override {
    return tells_only_who_wins(positions) ? cost::kNothing : cost::kNever;
  }
  bool tells_only_who_wins(std::span<const Position> positions) const override {
    return (!law_ || *law_) && std::any_of(positions.begin(), positions.end(),
                                           [&](const Position& one) { return is_far(one); });
  }

  Attempt<std::vector<Value>> values(std::span<const Position>, Budget&) override {
    return Error::declined("of long lists the conjecture knows who wins, and no value");
  }
  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override {
    if (play == Play::misere) return Solver::outcome(position, play, budget);
    const Attempt<bool> lost = is_lost(game_.position(position), budget);
    if (!lost) return lost.error();
    return *lost ? Outcome::P : Outcome::N;
  }
  Attempt<MoveSet> winning_moves(const Position& position, Play play, size_t limit,
                                 Budget& budget) override {
    if (play == Play::misere) return Solver::winning_moves(position, play, limit, budget);
    MoveSet result;
    size_t options = 0;
    Attempt<bool> failed = true;
    const auto listed = game_.list_options(
        position,
        [&](const Sum& option) {
          if (++options > kMostLooked || result.moves.size() == limit) {
            result.all = false;
            result.untold = true;
            return false;
          }
          if (option.size() > 1 || (!option.empty() && option[0].game != &game_)) {
            result.untold = true;
            return true;
          }
          const Attempt<bool> lost =
              option.empty() ? Attempt<bool>(true) : is_lost(game_.position(option[0]), budget);
          if (!lost) {
            failed = lost.error();
            return false;
          }
          if (*lost) result.moves.push_back({option, ""});
          return true;
        },
        budget);
    if (!failed) return failed.error();
    if (!listed) return listed.error();
    if (result.moves.empty() && result.untold && limit > 0)
      return Error::declined(fmt::format("none of the first {} moves is seen to win", kMostLooked));
    return result;
  }

 private:
  bool is_far(const Position& position) const {
    if (position.game != &game_) return false;
    double below = 1;
    const BoardPosition here = game_.position(position);
    for (const int64_t n : here.sets[0]) below *= static_cast<double>(n) + 1;
    return below > kFarList;
  }
  Attempt<bool> is_lost(const BoardPosition& position, Budget& budget) {
    if (!law_) {
      law_.emplace();
      const Attempt<SmallLists> small = SmallLists::of(game_, budget);
      if (!small) return forgotten(small.error(), budget);
      Attempt<std::optional<TermText>> guessed = small->guess(budget);
      if (!guessed) return forgotten(guessed.error(), budget);
      *law_ = *std::move(guessed);
      tested_on_ = small->described();
    }
    if (!*law_) return Error::declined("no condition fits the small lists that are lost");
    Patience patience(budget);
    const Attempt<int64_t> holds = (*law_)->at(position, &patience);
    if (!holds) return holds.error();
    return *holds != 0;
  }
  Error forgotten(Error error, const Budget& budget) {
    if (budget.spent()) law_.reset();
    return error;
  }

  const BoardGame& game_;
  std::optional<std::optional<TermText>> law_;  // null: none was found; once it was looked for
  std::string tested_on_;
};

class TestedListsEngine final : public Engine {
 public:
  std::string_view name() const override { return "conjecture about lists"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* board = as<BoardGame>(&game);
    if (board == nullptr || !SmallLists::are_positions_of(board->board_rule())) return nullptr;
    return std::make_unique<TestedListsSolver>(*board);
  }
};

}  // namespace

const Engine* tested_lists_engine() {
  static const TestedListsEngine engine;
  return &engine;
}

}  // namespace grundy
