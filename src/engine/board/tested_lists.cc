#include "engine/board/tested_lists.h"

#include <fmt/format.h>

#include <optional>

#include "engine/board/list_outcomes.h"
#include "engine/board/lost_lists.h"

namespace grundy {
namespace {

class TestedListsSolver final : public ListOutcomes {
 public:
  explicit TestedListsSolver(const BoardGame& game) : ListOutcomes(game) {}

  std::string_view engine() const override { return "conjecture about lists"; }
  std::string knows() const override {
    if (!law_ || !*law_) return "a condition of who loses is looked for in small lists, and tested";
    return fmt::format("a position of {} is lost exactly if {}, tested on {}",
                       game().board_rule().full_name, (*law_)->text(), tested_on_);
  }
  double cost(std::span<const Position> positions) const override {
    return tells_only_who_wins(positions) ? cost::kNothing : cost::kNever;
  }
  bool tells_only_who_wins(std::span<const Position> positions) const override {
    return (!law_ || *law_) && ListOutcomes::tells_only_who_wins(positions);
  }

 private:
  Attempt<bool> is_lost(const BoardPosition& position, Budget& budget) override {
    if (!law_) {
      law_.emplace();
      const Attempt<SmallLists> small = SmallLists::of(game(), budget);
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
