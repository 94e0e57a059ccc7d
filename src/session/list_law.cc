#include "session/list_law.h"

#include <fmt/format.h>

#include "base/text.h"
#include "engine/board/lost_lists.h"

namespace grundy {
namespace {

constexpr std::string_view kLost = "lost:";

/// The numbers of a position, those of its list in their place.
std::vector<int64_t> numbers_of(const BoardPosition& position) {
  std::vector<int64_t> result;
  for (size_t i = 0; i < position.coordinates.size(); ++i) {
    if (position.game->board->kinds[i] == CoordinateKind::number) {
      result.push_back(position.coordinates[i]);
    } else {
      result.insert(result.end(), position.sets[0].begin(), position.sets[0].end());
    }
  }
  return result;
}

}  // namespace

std::vector<std::optional<size_t>> brackets_of(const Rule& rule) {
  std::vector<std::optional<size_t>> brackets;
  for (const CoordinateKind kind : rule.board->kinds)
    brackets.push_back(kind == CoordinateKind::number ? std::nullopt : std::optional<size_t>(1));
  return brackets;
}

Attempt<Theorem> law_of_lists(const BoardGame& game, const std::optional<std::string>& formula,
                              Budget& budget) {
  const Rule& rule = game.board_rule();
  if (formula && !trimmed(*formula).starts_with(kLost))
    return Error::input(
        fmt::format("of lists of any length the claim is who loses: 'lost: CONDITION', as in "
                    "'lost: xor({}) = 0'",
                    rule.coordinates.front()));
  const Attempt<SmallLists> small = SmallLists::of(game, budget);
  if (!small) return small.error();
  Theorem theorem =
      unknown(rule, "no plain condition holds exactly at the small lists that are lost");
  theorem.brackets = brackets_of(rule);
  const auto state = [&](const TermText& condition) {
    theorem.statement = AutomaticStatement{condition.text()};
    theorem.standing =
        Conjectured{{}, "lists of any length are beyond the provers", small->described()};
  };
  if (!formula) {
    const Attempt<std::optional<TermText>> guessed = small->guess(budget);
    if (!guessed) return guessed.error();
    if (*guessed) state(**guessed);
    return theorem;
  }
  const Attempt<TermText> claimed =
      small->condition(trimmed(trimmed(*formula).substr(kLost.size())));
  if (!claimed) return claimed.error();
  const auto refuted = small->refutation(*claimed, budget);
  if (!refuted) return refuted.error();
  state(*claimed);
  if (*refuted) {
    const auto& [position, lost] = **refuted;
    theorem.standing =
        Refuted{numbers_of(position), lost ? "won by the mover" : "lost for the mover",
                lost ? "lost" : "won", ""};
  }
  return theorem;
}

}  // namespace grundy
