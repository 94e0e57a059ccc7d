#include "engine/family/levels.h"

#include <algorithm>

namespace grundy {
namespace {

constexpr size_t kTableLevels = 20;
constexpr size_t kTableWidth = 60;  // of the column of numbers, some more for the last one

std::string power_of_omega(size_t level) {
  if (level == 0) return "1";
  if (level == 1) return "ω";
  return "ω^" + std::to_string(level);
}

Error misere_declined(const std::string& game) {
  return Error::declined(
      "the outcome of " + game +
      " under misère play is not known: its positions have infinitely many moves, and the theorem "
      "behind its values holds for normal play only");
}

}  // namespace

Attempt<Routes> finite_routes(Attempt<std::vector<std::vector<uint32_t>>> sequences) {
  if (!sequences) return std::move(sequences).error();
  Routes routes;
  for (std::vector<uint32_t>& sequence : *sequences)
    routes.routes.push_back({std::move(sequence), ""});
  return routes;
}

Attempt<Ended> LevelGame::list_options(const Position& position, const OptionSink& sink,
                                       Budget&) const {
  std::vector<Natural> numbers = this->numbers(position);
  bool all = true;
  for (size_t i = 0; i < numbers.size(); ++i) {
    const Natural before = numbers[i];
    if (before.is_zero()) continue;
    all = all && !sets_others(position, i);
    while (!numbers[i].is_zero()) {
      numbers[i] = numbers[i] - Natural(1);
      if (!sink({with(position, numbers)})) return Ended::stopped;
    }
    numbers[i] = before;
  }
  return all ? Ended::complete : Ended::endless;
}

Attempt<bool> LevelGame::has_options(const Position& position, Budget&) const {
  const std::vector<Natural> all = numbers(position);
  return std::any_of(all.begin(), all.end(),
                     [](const Natural& number) { return !number.is_zero(); });
}

Attempt<bool> LevelGame::is_option(const Position& position, const Sum& to, Budget&) const {
  if (to.size() > 1 || (to.size() == 1 && to[0].game != this)) return false;
  const std::vector<Natural> before = numbers(position);
  const std::vector<Natural> after =
      to.empty() ? std::vector<Natural>(before.size()) : numbers(to[0]);
  if (after.size() != before.size() || (!to.empty() && with(to[0], before) != position))
    return false;
  std::vector<size_t> changed;
  for (size_t i = 0; i < before.size(); ++i) {
    if (before[i] != after[i]) changed.push_back(i);
  }
  return !changed.empty() && is_one_move(position, changed, before, after);
}

std::string LevelGame::move_in_words(const Position& from, const Sum& to) const {
  const std::vector<Natural> before = numbers(from), after = numbers(to.front());
  std::vector<size_t> changed;
  for (size_t i = 0; i < before.size(); ++i) {
    if (before[i] != after[i]) changed.push_back(i);
  }
  std::stable_sort(changed.begin(), changed.end(),
                   [&](size_t i, size_t j) { return rank(from, i) > rank(from, j); });
  std::string text;
  for (const size_t i : changed) {
    if (!text.empty()) text += ", ";
    text += place_name(from, i) + ": " + before[i].to_string() + " → " + after[i].to_string();
  }
  return text;
}

LevelAnalysis::LevelAnalysis(const LevelGame& game, const Position& position,
                             std::vector<uint32_t> levels)
    : game_(game),
      position_(position),
      numbers_(game.numbers(position)),
      levels_(std::move(levels)),
      sums_(level_sums<Natural>(numbers_, levels_)) {}

Attempt<Ordinal> LevelAnalysis::value(Budget&) const {
  std::vector<Ordinal::Term> terms;
  for (uint32_t level : changed_levels<Natural>(sums_))
    terms.push_back({Ordinal(uint64_t{level}), sums_[level]});
  return Ordinal::from_terms(std::move(terms));
}

Attempt<bool> LevelAnalysis::is_lost(Play play, Budget&) const {
  if (play == Play::misere) return misere_declined(game_.name());
  return std::all_of(sums_.begin(), sums_.end(), [](const Natural& sum) { return sum.is_zero(); });
}

Attempt<MoveSet> LevelAnalysis::moves_to(const Ordinal& value, size_t limit, Budget& budget) const {
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
    set.moves.push_back(move(std::move(route), difference));
  }
  return set;
}

Attempt<MoveSet> LevelAnalysis::winning_moves(Play play, size_t limit, Budget& budget) const {
  if (play == Play::misere) return misere_declined(game_.name());
  return moves_to(Ordinal(), limit, budget);
}

Move LevelAnalysis::move(Route route, std::span<const Natural> difference) const {
  std::vector<Natural> after = numbers_;
  for (const Change<Natural>& change :
       changes_of<Natural>(route.places, numbers_, levels_, difference))
    after[change.place] = change.to;
  return {{game_.with(position_, after)}, std::move(route.condition)};
}

std::string LevelAnalysis::explanation() const {
  const size_t height = sums_.size();
  const size_t lowest = height > kTableLevels ? height - kTableLevels : 0;
  std::vector<std::string> numbers(height - lowest);
  std::vector<size_t> left_out(height - lowest, 0);
  for (size_t i = 0; i < numbers_.size(); ++i) {
    if (levels_[i] < lowest) continue;
    std::string& row = numbers[levels_[i] - lowest];
    if (row.size() < kTableWidth) {
      row += (row.empty() ? "" : ", ") + game_.place_name(position_, i) + ": " +
             short_digits(numbers_[i]);
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
    text += "The highest power with a coefficient other than 0 is " +
            power_of_omega(levels.front()) +
            ": a winning move lowers a number on that level so that its coefficient becomes 0, and "
            "mends the lower ones with the numbers it may set freely.\n";
  }
  return text;
}

}  // namespace grundy
