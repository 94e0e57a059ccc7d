#include "engine/law/take_away.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "engine/law/take_away_values.h"
#include "engine/rule_solver.h"

namespace grundy {
namespace {

constexpr int64_t kMostValued = 4'000'000;  // heaps of which values are found
constexpr size_t kMostParts = 4'000'000;    // of Schwenk's numbers
constexpr double kStepsOfHeap = 0x1p6;   // of a table, in place of a search for a law, seldom there
constexpr double kSecondsOfHeap = 2e-6;  // what a table of values takes at least
constexpr size_t kMostShown = 10;

class TakeAwaySolver final : public RuleSolver {
 public:
  TakeAwaySolver(const RuleGame& game, TakeAwayRule take_away)
      : RuleSolver(game), take_away_(std::move(take_away)) {}

  std::string_view engine() const override { return "take-away"; }
  std::string knows() const override {
    return "a heap of which a move takes as much as the last one allows";
  }
  double cost(std::span<const Position> positions) const override {
    const Natural last = greatest(positions);
    if (last > Natural(static_cast<uint64_t>(kMostValued)))
      return take_away_.never_allows_less() ? cost::kBook : cost::kNever;
    if (values_ && last <= Natural(static_cast<uint64_t>(values_->last()))) return cost::kNothing;
    return kStepsOfHeap * static_cast<double>(last.small());
  }
  bool tells_only_who_wins(std::span<const Position> positions) const override {
    return take_away_.never_allows_less() &&
           (is_too_long_ || greatest(positions) > Natural(static_cast<uint64_t>(kMostValued)));
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    std::vector<std::vector<int64_t>> all;
    int64_t last = 0;
    for (const Coordinates& position : positions) {
      auto here = small_coordinates(rule(), position);
      if (!here) return std::move(here).error();
      last = std::max(last, (*here)[take_away_.heap()]);
      all.push_back(*std::move(here));
    }
    if (last > kMostValued)
      return Error::declined(
          fmt::format("who wins is known by Schwenk's theorem, values only of "
                      "heaps up to {}",
                      kMostValued));
    is_too_long_ = !has_time_for(last, budget);
    if (is_too_long_)
      return Error::declined(
          "who wins is known by Schwenk's theorem, values take longer than there is "
          "time");
    if (auto found = find_values(last, budget); !found) return std::move(found).error();
    std::vector<Ordinal> result;
    for (const std::vector<int64_t>& here : all)
      result.emplace_back(Natural(values_->value(here[take_away_.heap()], most_of(here))));
    return result;
  }

  Attempt<bool> has_value(const Position& position, const Value& value, Budget& budget) override {
    const auto here = small_coordinates(rule(), game().coordinates(position));
    if (!here) return here.error();
    if (!value.is_zero() || !take_away_.never_allows_less())
      return Solver::has_value(position, value, budget);
    const auto parts = parts_of((*here)[take_away_.heap()], budget);
    if (!parts) return parts.error();
    return parts->empty() || most_of(*here) < (*parts)[0];
  }
  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override {
    if (play == Play::misere) return Solver::outcome(position, play, budget);
    const auto is_lost = has_value(position, Value(uint64_t{0}), budget);
    if (!is_lost) return is_lost.error();
    return *is_lost ? Outcome::P : Outcome::N;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    const auto here = small_coordinates(rule(), position);
    if (!here) return here.error();
    const int64_t heap = (*here)[take_away_.heap()];
    MoveSet result;
    const auto add = [&](int64_t taken) {
      if (result.moves.size() == limit) {
        result.all = false;
        return false;
      }
      std::vector<int64_t> to(2);
      to[take_away_.heap()] = heap - taken;
      to[take_away_.memory()] = take_away_.memory_after(heap, taken);
      result.moves.push_back({{game().at(to)}, ""});
      return true;
    };
    if (value.is_zero() && take_away_.never_allows_less()) {
      const auto parts = parts_of(heap, budget);
      if (!parts) return parts.error();
      int64_t taken = 0;
      for (size_t i = 0; i < parts->size(); ++i) {
        taken += (*parts)[i];
        if (taken > most_of(*here)) break;
        const bool wins = i + 1 == parts->size() || take_away_.most_after(taken) < (*parts)[i + 1];
        if (wins && !add(taken)) break;
      }
      return result;
    }
    if (heap > kMostValued) return Error::declined("values of such heaps are not known");
    if (auto found = find_values(heap, budget); !found) return std::move(found).error();
    if (!value.is_small()) return result;
    for (int64_t taken = 1; taken <= std::min(heap, most_of(*here)); ++taken) {
      if (values_->value(heap - taken, take_away_.most_after(taken)) == value.small() &&
          !add(taken))
        break;
    }
    return result;
  }

  std::string explanation(const Position& position) override {
    if (!take_away_.never_allows_less()) return {};
    const auto here = small_coordinates(rule(), game().coordinates(position));
    Budget budget;
    const auto parts = here ? parts_of((*here)[take_away_.heap()], budget)
                            : Attempt<std::vector<int64_t>>(here.error());
    if (!parts || parts->empty()) return {};
    const auto shown =
        parts->begin() + static_cast<std::ptrdiff_t>(std::min(kMostShown / 2, parts->size()));
    return fmt::format(
        "{}.\n{} is {}.\nAt most {} may be taken, so who is to move {}.\n", numbers_text(),
        (*here)[take_away_.heap()],
        parts->size() == 1
            ? "one of them"
            : fmt::format("{}{}, the least of which is {}", fmt::join(parts->begin(), shown, " + "),
                          shown == parts->end() ? "" : " + …", (*parts)[0]),
        most_of(*here), most_of(*here) < (*parts)[0] ? "loses" : "wins");
  }

  std::optional<LawInWords> law(Budget& budget) override {
    if (!take_away_.never_allows_less() || !parts_of(1'000'000, budget)) return std::nullopt;
    const std::vector<std::string>& names = rule().coordinates;
    const std::string& heap = names[take_away_.heap()];
    return LawInWords{
        fmt::format("{}. Write {} as a sum of some of them, the greatest that fits first, then the "
                    "greatest that fits in what is left. {} is lost exactly if less than the least "
                    "of them may be taken.",
                    numbers_text(), heap, position_text()),
        "Schwenk's theorem. Who takes the least part h leaves the other parts, of which none may "
        "be taken next. Who takes j < h leaves those parts and h - j, of which the least part may "
        "be taken: else it would make, with the parts of j, another sum for h.",
        false};
  }

 private:
  std::string position_text() const {
    return fmt::format("{}({})", rule().name, fmt::join(rule().coordinates, ", "));
  }
  Natural greatest(std::span<const Position> positions) const {
    Natural last;
    for (const Position& one : positions)
      last = std::max(last, game().coordinates(one)[take_away_.heap()]);
    return last;
  }
  int64_t most_of(const std::vector<int64_t>& here) const {
    return std::min(here[take_away_.heap()], take_away_.most(here[take_away_.memory()]));
  }

  /// Where who wins is known without them, values are not begun that would not be ready.
  bool has_time_for(int64_t last, const Budget& budget) const {
    if (!take_away_.never_allows_less() || !budget.has_time_limit()) return true;
    if (values_ && values_->last() >= last) return true;
    const std::chrono::duration<double> left = budget.deadline() - Budget::Clock::now();
    return left.count() > kSecondsOfHeap * static_cast<double>(last);
  }
  Attempt<void> find_values(int64_t last, Budget& budget) {
    if (values_ && values_->last() >= last) return {};
    auto found = TakeAwayValues::find(
        take_away_, std::min(kMostValued, std::max(last, values_ ? 2 * values_->last() : 0)),
        budget);
    if (!found) return std::move(found).error();
    values_ = *std::move(found);
    return {};
  }

  /// The parts of the heap, the least one first.
  Attempt<std::vector<int64_t>> parts_of(int64_t heap, Budget& budget) {
    while (numbers_.back() <= heap) {
      if (numbers_.size() % 1024 == 0 && budget.spent()) return budget.why();
      if (numbers_.size() == kMostParts)
        return Error::declined(fmt::format("more than {} heaps below are lost", kMostParts));
      // The least number after which the last one may be taken.
      while (take_away_.most_after(numbers_[allows_]) < numbers_.back()) ++allows_;
      numbers_.push_back(numbers_.back() + numbers_[allows_]);
    }
    std::vector<int64_t> parts;
    for (int64_t rest = heap; rest > 0; rest -= parts.back())
      parts.push_back(*(std::upper_bound(numbers_.begin(), numbers_.end(), rest) - 1));
    std::reverse(parts.begin(), parts.end());
    return parts;
  }
  std::string numbers_text() const {
    return fmt::format("The heaps that are lost, if all but one may be taken, are {}, …",
                       fmt::join(numbers_.begin(),
                                 numbers_.begin() + static_cast<std::ptrdiff_t>(
                                                        std::min(kMostShown, numbers_.size())),
                                 ", "));
  }

  TakeAwayRule take_away_;
  std::vector<int64_t> numbers_ = {1};  // Schwenk's
  size_t allows_ = 0;                   // the first after which the last one may be taken
  std::optional<TakeAwayValues> values_;
  bool is_too_long_ = false;  // to find the values that were asked for last
};

class TakeAwayEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "take-away"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    auto take_away = TakeAwayRule::of(*game.rule());
    return take_away ? std::make_unique<TakeAwaySolver>(game, *std::move(take_away)) : nullptr;
  }
};

}  // namespace

const Engine* take_away_engine() {
  static const TakeAwayEngine engine;
  return &engine;
}

}  // namespace grundy
