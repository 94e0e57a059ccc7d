#include "check/played.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "language/board_text.h"
#include "language/read_board.h"
#include "rewriting/targets.h"
#include "rule/board_meaning.h"
#include "rule/meaning.h"
#include "rule/name.h"

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
    return (binder.kind == Binder::Kind::range && binder.high.empty()) ||
           (binder.set && binder.set->complement);
  };
  return std::any_of(rule.moves.begin(), rule.moves.end(), [&](const MoveLine& line) {
    return std::any_of(line.binders.begin(), line.binders.end(), is_unbounded);
  });
}

Error no_listing(const Fault& fault) {
  return Error::declined(
      fault.kind == Fault::Kind::out_of_patience
          ? fmt::format("a position has options among more than {} choices", kMostPlayedChoices)
          : describe(fault.kind));
}

Error too_many_options() {
  return Error::declined(fmt::format("a position has more than {} options", kMostPlayedOptions));
}

}  // namespace

PlayedPositions::PlayedPositions(const Rule& rule, const Budget& budget)
    : games_{&rule}, budget_(budget) {
  const auto add = [&](const auto& parts) {
    for (const auto& part : parts) {
      if (std::find(games_.begin(), games_.end(), part.game) == games_.end())
        games_.push_back(part.game);
    }
  };
  for (size_t i = 0; i < games_.size(); ++i) {
    const Rule& game = *games_[i];
    for (const MoveLine& line : game.moves) add(line.parts);
    if (game.board == nullptr && has_reply_words(game)) {
      for (const Reply reply : {Reply::anywhere, Reply::here, Reply::same_player})
        by_reply_.emplace(std::pair(&game, reply), with_reply(game, reply));
    }
    if (game.board == nullptr) continue;
    for (const BoardLine& line : game.board->lines) add(line.parts);
  }
}

Attempt<PlayedPositions::Part> PlayedPositions::read(std::string_view text) const {
  const auto game = std::find_if(games_.begin(), games_.end(), [&](const Rule* one) {
    return text.starts_with(one->name + "(");
  });
  if (game == games_.end() || !text.ends_with(")"))
    return Error::input("the position is of another game");
  if (text.find('@') != std::string_view::npos)
    return Error::input("the position is in another file");
  const Rule& rule = **game;
  const Span inside{rule.name.size() + 1, text.size() - 1};
  if (rule.board != nullptr) return read_board_position(rule, "position", text, inside, budget_);
  auto numbers = numbers_in(text.substr(inside.begin, inside.end - inside.begin), rule.arity());
  if (!numbers)
    return Error::input(fmt::format("expected {} natural numbers in brackets", rule.arity()));
  return Part{&rule, *std::move(numbers), {}, {}};
}

Attempt<PlayedPositions::Part> PlayedPositions::read_first(std::string_view text) const {
  const Rule& rule = *games_.front();
  const std::string whole = name_with_all_parameters(rule) + "(";
  const std::string own = rule.name + "(";
  if (text.starts_with(whole)) return read(own + std::string(text.substr(whole.size())));
  if (!text.starts_with(own)) return Error::input("the position is of another game");
  return read(text);
}

std::string PlayedPositions::text(const Part& part) const {
  return part.game->name + to_string(part).substr(part.game->full_name.size());
}

std::string PlayedPositions::text(const Option& option) const {
  if (option.empty()) return "0";
  std::string result;
  for (const Part& part : option) result += (result.empty() ? "" : " + ") + text(part);
  return result;
}

Attempt<std::vector<PlayedPositions::Option>> PlayedPositions::options(const Part& part) const {
  return listed(part, std::nullopt);
}

Attempt<std::vector<PlayedPositions::Option>> PlayedPositions::options(const Part& part,
                                                                       Reply reply) const {
  return listed(part, reply);
}

Attempt<std::vector<PlayedPositions::Option>> PlayedPositions::listed(
    const Part& part, std::optional<Reply> reply) const {
  if (budget_.spent()) return budget_.why();
  if (part.game->is_alias) return Error::declined("the game is another name for a sum");
  if (part.game->board == nullptr) {
    const auto lines = reply ? by_reply_.find({part.game, *reply}) : by_reply_.end();
    if (lines != by_reply_.end()) return options_by_numbers(part, lines->second);
    if (reply && *reply != Reply::anywhere) return std::vector<Option>{};
    return options_by_numbers(part, *part.game);
  }
  std::vector<Option> result;
  Patience patience(kMostPlayedChoices);
  const auto take = [&](BoardMove move) {
    const Reply own = move.line == BoardMove::kNoLine ? Reply::anywhere
                                                      : part.game->board->lines[move.line].reply;
    if (reply && own != *reply) return true;
    result.push_back(std::move(move.to));
    return result.size() <= kMostPlayedOptions;
  };
  const Fault fault = board_moves_by_definition(part, take, &patience);
  if (fault.kind != Fault::Kind::none) return no_listing(fault);
  if (result.size() > kMostPlayedOptions) return too_many_options();
  return result;
}

Attempt<std::vector<PlayedPositions::Option>> PlayedPositions::options_by_numbers(
    const Part& part, const Rule& rule) const {
  if (is_endless(rule)) return Error::declined("a position may have infinitely many options");
  std::vector<Option> result;
  Patience patience(kMostPlayedChoices);
  const auto take = [&](const RuleSum& sum) {
    if (result.size() > kMostPlayedOptions) return;
    Option option;
    for (const RulePosition& one : sum) option.push_back({one.game, one.coordinates, {}, {}});
    result.push_back(std::move(option));
  };
  const Fault fault = moves_by_definition(rule, part.coordinates, INT64_MAX, take, &patience);
  if (budget_.spent()) return budget_.why();
  if (fault.kind != Fault::Kind::none) return no_listing(fault);
  if (result.size() > kMostPlayedOptions) return too_many_options();
  return result;
}

std::vector<PlayedPositions::Part> PlayedPositions::parts(Option option) const {
  std::sort(option.begin(), option.end());
  return option;
}

}  // namespace grundy
