#include "engine/ordinal/answers.h"

#include <fmt/format.h>

#include "engine/ordinal/formula_text.h"

namespace grundy {
namespace {

Error gave_up() { return Error::declined("too many steps of isl"); }

}  // namespace

Attempt<MoveSet> options_of_value(const RuleGame& game, const OptionSets& moves,
                                  const isl::Map& known, const Coordinates& position,
                                  const Ordinal& value, size_t limit, Budget& budget) {
  MoveSet result;
  const auto powers = static_cast<size_t>(isl_map_dim(known.keep(), isl_dim_out));
  if (value >= Ordinal::power_of_omega(powers)) return result;
  std::vector<Natural> coefficients;
  for (size_t j = 0; j < powers; ++j) coefficients.push_back(value.coefficient(powers - 1 - j));
  isl::Set options = moves.options(position);
  const isl::Set wanted = with_coordinates(
      isl::Set(isl_set_universe(isl_space_range(isl_map_get_space(known.keep())))), coefficients);
  options = isl::Set(isl_set_intersect(
      options.take(), isl_map_domain(isl_map_intersect_range(known.copy(), wanted.copy()))));
  if (!options) return gave_up();
  const auto at = [&](const std::vector<Natural>& point) {
    return game.at(Coordinates(point.begin(), point.end()));
  };
  if (isl_set_is_bounded(options.keep()) == isl_bool_false && limit > 0) {
    // The least stands for all.
    const std::string condition = condition_text(options, game.rule()->coordinates);
    const auto least = take_least(options);
    if (!least) return least.error();
    result.moves.push_back({{at(*least)}, condition});
    result.all = false;
    return result;
  }
  while (isl_set_is_empty(options.keep()) == isl_bool_false) {
    if (result.moves.size() == limit) {
      result.all = false;
      break;
    }
    if (budget.spent()) return budget.why();
    const auto least = take_least(options);
    if (!least) return least.error();
    result.moves.push_back({{at(*least)}, ""});
  }
  return result;
}

std::string cases_text(const Formula& formula, const std::vector<std::string>& coordinates) {
  std::string text;
  for (size_t i = 0; i < formula.cases.size(); ++i) {
    const std::string condition = condition_text(formula, i, coordinates);
    const bool when = condition != "always" && condition != "otherwise";
    text += fmt::format("  {}{} {}\n", value_text(formula.cases[i], coordinates), when ? " if" : "",
                        condition);
  }
  return text;
}

}  // namespace grundy
