#include "engine/heap/definition.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "analysis/order.h"
#include "code/moves.h"
#include "engine/table/finite.h"
#include "rule/heap_splits.h"
#include "value/mex.h"

namespace grundy {
namespace {

constexpr int64_t kLargestHeap = 10'000;

class DefinitionEvaluator final : public Evaluator {
 public:
  explicit DefinitionEvaluator(const Rule& rule) : rule_(rule) {}

  std::string_view engine() const override { return "all splits"; }
  Work work() const override { return work_; }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget& budget) override {
    std::vector<Ordinal> result;
    for (const Coordinates& position : positions) {
      Attempt<RuleSum> sum = parts_of(position, budget);
      if (!sum) return std::move(sum).error();
      Attempt<uint32_t> known = value(*sum, budget);
      if (!known) return std::move(known).error();
      result.emplace_back(uint64_t{*known});
    }
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& target, size_t limit, Budget& budget) override {
    MoveSet result;
    auto visited = for_each_option(position, budget, [&](const RuleSum& to, uint32_t value) {
      if (!target.is_small() || value != target.small()) return true;
      result.all = result.moves.size() < limit;
      if (result.all) result.moves.push_back({to_string(to), "", ""});
      return result.all;
    });
    if (!visited) return std::move(visited).error();
    return result;
  }

  Attempt<Options> options(const Coordinates& position, size_t limit, Budget& budget) override {
    Options result;
    auto visited = for_each_option(position, budget, [&](const RuleSum& to, uint32_t value) {
      result.all = result.list.size() < limit;
      if (result.all) result.list.push_back({to_string(to), uint64_t{value}});
      return result.all;
    });
    if (!visited) return std::move(visited).error();
    return result;
  }

 private:
  static constexpr uint32_t kOpen = UINT32_MAX;  // on the present line of play

  Attempt<RuleSum> parts_of(const Coordinates& position, Budget& budget) const {
    auto coordinates = small_coordinates(rule_, position);
    if (!coordinates) return std::move(coordinates).error();
    return resolve_alias(rule_, *coordinates, budget);
  }

  Attempt<uint32_t> value(const RuleSum& sum, Budget& budget) {
    uint32_t result = 0;
    for (const RulePosition& part : sum) {
      Attempt<uint32_t> known = part.game->moves_by_code ? value_of_heap(part, budget) : value_by_play(part, budget);
      if (!known) return known;
      result ^= *known;
    }
    return result;
  }

  /// A heap of a code: all smaller ones come first.
  Attempt<uint32_t> value_of_heap(const RulePosition& heap, Budget& budget) {
    if (heap.coordinates[0] > kLargestHeap) {
      return Error::declined(
          fmt::format("the values of '{}' are found by listing all splits, for heaps of at "
                      "most {}",
                      heap.game->full_name, kLargestHeap));
    }
    std::vector<uint32_t>& values = heaps_[heap.game];
    const auto wanted = static_cast<uint64_t>(heap.coordinates[0]);
    Patience patience(budget);
    for (uint64_t n = values.size(); n <= wanted; ++n) {
      budget.progress("positions", n, wanted + 1);
      seen_heaps_.clear();
      const auto each = [&](std::span<const uint64_t> split) {
        uint32_t nim_sum = 0;
        for (const uint64_t one : split) nim_sum ^= values[one];
        seen_heaps_.insert(nim_sum);
        ++work_.options;
        return true;
      };
      // Of so small a heap no move leads to too many heaps.
      if (for_each_split(*heap.game->code, n, each, &patience) != Listing::complete) return budget.why();
      values.push_back(seen_heaps_.mex());
      ++work_.positions;
    }
    return values[wanted];
  }

  /// Any other position: its options are followed first, depth first. A position is listed anew when an option that was
  /// open has its value.
  Attempt<uint32_t> value_by_play(const RulePosition& start, Budget& budget) {
    if (const auto known = values_.find(start); known != values_.end()) return known->second;
    std::vector<RulePosition> line_of_play;
    const auto push = [&](const RulePosition& position) -> Attempt<void> {
      const uint64_t bytes = 2 * (sizeof(RulePosition) + 8 * position.coordinates.size()) + 64;
      if (!budget.take_memory(bytes)) return budget.too_large("the table of values", bytes);
      values_[position] = kOpen;
      line_of_play.push_back(position);
      return {};
    };
    // An error leaves no position open.
    const auto give_up = [&](Error error) {
      for (const RulePosition& position : line_of_play) values_.erase(position);
      return error;
    };
    if (auto pushed = push(start); !pushed) return give_up(std::move(pushed).error());
    while (!line_of_play.empty()) {
      if (budget.spent()) return give_up(budget.why());
      budget.progress("positions", work_.positions);
      const RulePosition position = line_of_play.back();
      std::optional<RulePosition> open;
      std::optional<Error> failed;
      seen_.clear();
      const auto ran = lister_.for_each_move(*position.game, position.coordinates, budget, [&](const RuleSum& sum) {
        uint32_t nim_sum = 0;
        for (const RulePosition& part : sum) {
          if (part.game->moves_by_code) {
            Attempt<uint32_t> known = value_of_heap(part, budget);
            if (!known) {
              failed = std::move(known).error();
              return false;
            }
            nim_sum ^= *known;
            continue;
          }
          const auto known = values_.find(part);
          if (known == values_.end() || known->second == kOpen) {
            open = part;
            return false;
          }
          nim_sum ^= known->second;
        }
        seen_.insert(nim_sum);
        ++work_.options;
        return true;
      });
      if (failed) return give_up(*std::move(failed));
      if (!ran) return give_up(ran.error());
      if (open) {
        if (values_.contains(*open)) {
          return give_up(Error::declined(fmt::format("play need not end: {} comes again", to_string(RuleSum{*open}))));
        }
        if (auto pushed = push(*open); !pushed) return give_up(std::move(pushed).error());
        continue;
      }
      values_[position] = seen_.mex();
      ++work_.positions;
      line_of_play.pop_back();
    }
    return values_.at(start);
  }

  /// Calls visit(what is left, its value) for every different option of the position.
  template <class Visit>
  Attempt<void> for_each_option(const Coordinates& position, Budget& budget, Visit&& visit) {
    Attempt<RuleSum> parts = parts_of(position, budget);
    if (!parts) return std::move(parts).error();
    // The splits of one heap are all different.
    const bool one_heap = parts->size() == 1 && parts->front().game->moves_by_code;
    std::set<RuleSum> seen;
    bool more = true;
    for (size_t i = 0; i < parts->size() && more; ++i) {
      std::optional<Error> failed;
      const RulePosition part = (*parts)[i];
      auto ran = lister_.for_each_move(*part.game, part.coordinates, budget, [&](const RuleSum& sum) {
        RuleSum after = *parts;
        after.erase(after.begin() + static_cast<std::ptrdiff_t>(i));
        after.insert(after.begin() + static_cast<std::ptrdiff_t>(i), sum.begin(), sum.end());
        if (!one_heap && !seen.insert(after).second) return true;
        Attempt<uint32_t> known = value(after, budget);
        if (!known) {
          failed = std::move(known).error();
          return false;
        }
        more = visit(after, *known);
        return more;
      });
      if (failed) return *std::move(failed);
      if (!ran) return ran;
    }
    return {};
  }

  const Rule& rule_;
  std::map<const Rule*, std::vector<uint32_t>> heaps_;  // by size
  std::map<RulePosition, uint32_t> values_;             // of positions of other games
  MexSet seen_heaps_;
  MexSet seen_;
  MoveLister lister_;
  Work work_;
};

class DefinitionEngine final : public Engine {
 public:
  std::string_view name() const override { return "all splits"; }
  std::unique_ptr<Evaluator> open(const Rule& rule) const override {
    const std::vector<const Rule*> games = reachable_games({&rule});
    const bool by_code = std::any_of(games.begin(), games.end(), [](const Rule* game) { return game->moves_by_code; });
    return by_code ? std::make_unique<DefinitionEvaluator>(rule) : nullptr;
  }
};

}  // namespace

const Engine* definition_engine() {
  static const DefinitionEngine engine;
  return &engine;
}

}  // namespace grundy
