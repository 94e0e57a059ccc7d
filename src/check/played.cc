#include "check/played.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "rule/board_meaning.h"
#include "rule/board_text.h"
#include "rule/meaning.h"
#include "rule/read_board.h"

namespace grundy {
namespace {

constexpr uint64_t kMostPlayedChoices = 1'000'000;  // that a listing tries
constexpr size_t kMostPlayedOptions = 100'000;

/// "1, 0, 12": so many natural numbers.
std::optional<std::vector<int64_t>> numbers_in(std::string_view text, size_t count) {
  std::vector<int64_t> numbers;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) {
      if (!text.starts_with(", ")) return std::nullopt;
      text.remove_prefix(2);
    }
    int64_t number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number < 0) return std::nullopt;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    numbers.push_back(number);
  }
  if (!text.empty()) return std::nullopt;
  return numbers;
}

/// Of a game of numbers. On boards a variable has the values that cells and bounds give it.
bool is_endless(const Rule& rule) {
  const auto is_unbounded = [](const Binder& binder) {
    return (binder.kind == Binder::Kind::range && binder.high.empty()) || (binder.set && binder.set->complement);
  };
  return std::any_of(rule.moves.begin(), rule.moves.end(), [&](const MoveLine& line) {
    return std::any_of(line.binders.begin(), line.binders.end(), is_unbounded);
  });
}

Error no_listing(const Fault& fault) {
  return Error::declined(fault.kind == Fault::Kind::out_of_patience
                             ? fmt::format("a position has options among more than {} choices", kMostPlayedChoices)
                             : describe(fault.kind));
}

Error too_many_options() {
  return Error::declined(fmt::format("a position has more than {} options", kMostPlayedOptions));
}

}  // namespace

Attempt<PlayedPositions::Part> PlayedPositions::read(std::string_view text) const {
  const std::string opening = rule_.name + "(";
  if (!text.starts_with(opening) || !text.ends_with(")")) return Error::input("the position is of another game");
  if (text.find('@') != std::string_view::npos) return Error::input("the position is in another file");
  const Span inside{opening.size(), text.size() - 1};
  if (rule_.board != nullptr) return read_board_position(rule_, "position", text, inside, budget_);
  auto numbers = numbers_in(text.substr(inside.begin, inside.end - inside.begin), rule_.arity());
  if (!numbers) return Error::input(fmt::format("expected {} natural numbers in brackets", rule_.arity()));
  return Part{&rule_, *std::move(numbers), {}, {}};
}

std::string PlayedPositions::text(const Part& part) const { return to_string(part); }

std::string PlayedPositions::text(const Option& option) const {
  if (option.empty()) return "0";
  std::string text;
  for (const Part& part : option) text += (text.empty() ? "" : " + ") + to_string(part);
  return text;
}

Attempt<std::vector<PlayedPositions::Option>> PlayedPositions::options(const Part& part) const {
  if (budget_.spent()) return budget_.why();
  if (rule_.is_alias) return Error::declined("the game is another name for a sum");
  if (rule_.board == nullptr) return options_by_numbers(part);
  std::vector<Option> result;
  bool is_own = true;
  Patience patience(kMostPlayedChoices);
  const auto take = [&](BoardMove move) {
    is_own = std::all_of(move.to.begin(), move.to.end(), [&](const Part& one) { return one.game == &rule_; });
    result.push_back(std::move(move.to));
    return is_own && result.size() <= kMostPlayedOptions;
  };
  const Fault fault = board_moves_by_definition(part, take, &patience);
  if (fault.kind != Fault::Kind::none) return no_listing(fault);
  if (!is_own) return Error::declined("a line leads to another game");
  if (result.size() > kMostPlayedOptions) return too_many_options();
  return result;
}

Attempt<std::vector<PlayedPositions::Option>> PlayedPositions::options_by_numbers(const Part& part) const {
  if (is_endless(rule_)) return Error::declined("a position may have infinitely many options");
  std::vector<Option> result;
  bool is_own = true;
  Patience patience(kMostPlayedChoices);
  const auto take = [&](const RuleSum& sum) {
    Option option;
    for (const RulePosition& one : sum) {
      is_own = is_own && one.game == &rule_;
      option.push_back({one.game, one.coordinates, {}, {}});
    }
    if (result.size() <= kMostPlayedOptions) result.push_back(std::move(option));
  };
  const Fault fault = moves_by_definition(rule_, part.coordinates, INT64_MAX, take, &patience);
  if (budget_.spent()) return budget_.why();
  if (fault.kind != Fault::Kind::none) return no_listing(fault);
  if (!is_own) return Error::declined("a line leads to another game");
  if (result.size() > kMostPlayedOptions) return too_many_options();
  return result;
}

std::vector<PlayedPositions::Part> PlayedPositions::parts(Option option) const {
  std::sort(option.begin(), option.end());
  return option;
}

}  // namespace grundy
