#include "engine/family/levels.h"

#include <algorithm>
#include <unordered_map>

namespace grundy {
namespace {

constexpr size_t kTableLevels = 20;
constexpr size_t kTableWidth = 60;  // of the column of numbers, some more for the last one

std::string power_of_omega(size_t level) {
  if (level == 0) return "1";
  if (level == 1) return "ω";
  return "ω^" + std::to_string(level);
}

Error misere_declined(std::string_view game) {
  return Error::declined("the outcome of " + std::string(game) +
                         " under misère play is not known: its positions have infinitely many moves, and the theorem "
                         "behind its values holds for normal play only");
}

}  // namespace

Attempt<Routes> finite_routes(Attempt<std::vector<std::vector<uint32_t>>> sequences) {
  if (!sequences) return std::move(sequences).error();
  Routes routes;
  for (std::vector<uint32_t>& sequence : *sequences) routes.routes.push_back({std::move(sequence), ""});
  return routes;
}

LevelPosition::LevelPosition(std::vector<Natural> numbers, std::vector<uint32_t> levels)
    : numbers_(std::move(numbers)), levels_(std::move(levels)), sums_(level_sums<Natural>(numbers_, levels_)) {}

Attempt<Ordinal> LevelPosition::value(Budget&) const {
  std::vector<Ordinal::Term> terms;
  for (uint32_t level : changed_levels<Natural>(sums_)) terms.push_back({Ordinal(uint64_t{level}), sums_[level]});
  return Ordinal::from_terms(std::move(terms));
}

Attempt<bool> LevelPosition::is_lost(Play play, Budget&) const {
  if (play == Play::misere) return misere_declined(game());
  return std::all_of(sums_.begin(), sums_.end(), [](const Natural& sum) { return sum.is_zero(); });
}

Attempt<MoveSet> LevelPosition::moves_to(const Ordinal& value, size_t limit, Budget& budget) const {
  std::vector<Natural> difference = sums_;
  for (const Ordinal::Term& term : value.terms()) {
    // No option has a power of ω beyond the levels there are.
    if (!term.exponent.is_small() || term.exponent.small() >= difference.size()) return MoveSet{};
    Natural& coefficient = difference[term.exponent.small()];
    coefficient = coefficient ^ term.coefficient;
  }
  while (!difference.empty() && difference.back().is_zero()) difference.pop_back();
  if (difference.empty()) return MoveSet{};  // no option has the value of the position itself
  if (budget.spent()) return budget.why();
  // One more than asked for shows whether something is left out.
  Attempt<Routes> found = routes(difference, limit == SIZE_MAX ? limit : limit + 1, budget);
  if (!found) return std::move(found).error();
  MoveSet set{.moves = {}, .all = found->all && found->routes.size() <= limit};
  if (found->routes.size() > limit) found->routes.resize(limit);
  for (Route& route : found->routes) {
    if (budget.spent()) return budget.why();
    set.moves.push_back(describe(std::move(route), difference));
  }
  return set;
}

Attempt<MoveSet> LevelPosition::winning_moves(Play play, size_t limit, Budget& budget) const {
  if (play == Play::misere) return misere_declined(game());
  return moves_to(Ordinal(), limit, budget);
}

std::string LevelPosition::to_string() const {
  return notation([this](size_t i) { return numbers_[i]; }, kShownBytes);
}

WinningMove LevelPosition::describe(Route route, std::span<const Natural> difference) const {
  WinningMove move;
  std::unordered_map<size_t, Natural> changed;
  for (const Change<Natural>& change : changes_of<Natural>(route.places, numbers_, levels_, difference)) {
    if (!move.how.empty()) move.how += ", ";
    move.how += place_name(change.place) + ": " + numbers_[change.place].to_string() + " → " + change.to.to_string();
    changed.emplace(change.place, change.to);
  }
  const NumberAt number = [&](size_t i) {
    const auto it = changed.find(i);
    return it == changed.end() ? numbers_[i] : it->second;
  };
  move.to = notation(number, kWholeBytes);
  move.condition = std::move(route.condition);
  return move;
}

std::string LevelPosition::explanation() const {
  const size_t height = sums_.size();
  const size_t lowest = height > kTableLevels ? height - kTableLevels : 0;
  std::vector<std::string> numbers(height - lowest);
  std::vector<size_t> left_out(height - lowest, 0);
  for (size_t i = 0; i < numbers_.size(); ++i) {
    if (levels_[i] < lowest) continue;
    std::string& row = numbers[levels_[i] - lowest];
    if (row.size() < kTableWidth) {
      row += (row.empty() ? "" : ", ") + place_name(i) + ": " + short_digits(numbers_[i]);
    } else {
      ++left_out[levels_[i] - lowest];
    }
  }
  for (size_t row = 0; row < numbers.size(); ++row)
    if (left_out[row] > 0) numbers[row] += ", … and " + std::to_string(left_out[row]) + " more";

  std::string text(theorem());
  text += "\n";
  if (height == 0) return text + "There are no numbers: the value is 0.\n";
  const std::string titles[] = {"power", "numbers", "exclusive-or"};
  size_t widths[] = {width_of(titles[0]), width_of(titles[1])};
  for (size_t row = 0; row < numbers.size(); ++row) {
    widths[0] = std::max(widths[0], width_of(power_of_omega(row + lowest)));
    widths[1] = std::max(widths[1], width_of(numbers[row]));
  }
  const auto line = [&](const std::string& a, const std::string& b, const std::string& c) {
    text += "  " + padded(a, widths[0]) + "  " + padded(b, widths[1]) + "  " + c + "\n";
  };
  line(titles[0], titles[1], titles[2]);
  for (size_t row = numbers.size(); row-- > 0;)
    line(power_of_omega(row + lowest), numbers[row], short_digits(sums_[row + lowest]));
  if (lowest > 0) text += "  … and " + std::to_string(lowest) + " lower levels\n";

  if (const std::vector<uint32_t> levels = changed_levels<Natural>(sums_); levels.empty()) {
    text += "Every coefficient is 0, so the value is 0: the player to move loses.\n";
  } else {
    text +=
        "The highest power with a coefficient other than 0 is " + power_of_omega(levels.front()) +
        ": a winning move lowers a number on that level so that its coefficient becomes 0, and mends the lower ones "
        "with the numbers it may set freely.\n";
  }
  return text;
}

}  // namespace grundy
