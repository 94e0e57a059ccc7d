#include "engine/graph/rule_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "code/moves.h"
#include "code/vm.h"
#include "engine/table/follow.h"

namespace grundy {
namespace {

constexpr int64_t kGraphLimit = INT64_MAX / 2;  // of a coordinate
constexpr uint32_t kPositionsBetweenLooks = 256;

}  // namespace

/// Takes the machine's bundles apart into arcs.
class RuleGraph::Listener {
 public:
  Listener(MemoStore& store, const Rule& rule, std::vector<uint32_t>& targets, uint64_t most)
      : store_(store), table_(store.target(&rule)), targets_(targets), most_(most), point_(rule.arity()) {}

  bool options(const NestCode& nest, const Bundle& bundle) {
    const PartCode& part = nest.parts[0];
    for (size_t j = 0; j < bundle.count; ++j) {
      if (bundle.mask != nullptr && bundle.mask[j] == 0) continue;
      const int64_t step = bundle.steps != nullptr ? bundle.steps[j] : static_cast<int64_t>(j);
      for (size_t i = 0; i < point_.size(); ++i) {
        const int64_t* from = bundle.value(part, i);
        point_[i] = nest.strided ? from[0] + step * part.distance[i] : from[part.per_lane[i] ? j : 0];
      }
      targets_.push_back(static_cast<uint32_t>(store_.find(table_, point_)));
    }
    return targets_.size() <= most_ && !store_.failed();
  }
  bool sum(const MoveLine&, const RuleSum& sum) {
    targets_.push_back(static_cast<uint32_t>(store_.find(table_, sum[0].coordinates)));
    return targets_.size() <= most_ && !store_.failed();
  }

 private:
  MemoStore& store_;
  MemoStore::Target table_;
  std::vector<uint32_t>& targets_;
  uint64_t most_;
  std::vector<int64_t> point_;
};

bool RuleGraph::suits(const RuleGame& game) {
  const Rule& rule = *game.rule();
  return !rule.is_alias && !rule.moves_by_code && rule.arity() > 0 && game.facts().stays_in_game() &&
         !game.facts().splits() &&
         std::all_of(rule.moves.begin(), rule.moves.end(), [](const MoveLine& line) { return line.parts.size() == 1; });
}

Sum RuleGraph::at(uint32_t vertex) const {
  std::vector<int64_t> coordinates;
  store_->locate(vertex, coordinates);
  return {game_.at(coordinates)};
}

Attempt<uint32_t> RuleGraph::number(const Sum& start, Budget& budget) {
  if (start.size() != 1 || start[0].game != &game_)
    return Error::internal(to_string(start, kShownBytes, 100) + " is no position of " + game_.name());
  auto coordinates = small_coordinates(rule_, game_.coordinates(start[0]));
  if (!coordinates) return std::move(coordinates).error();
  const PositionId id = store_->find(store_->target(&rule_), *coordinates);
  if (store_->failed()) return budget.too_large("the graph of positions", store_->needed());
  return static_cast<uint32_t>(id);
}

Error RuleGraph::too_many(uint32_t vertex) const {
  return Error::declined(fmt::format("play can lead to more than {} positions by {} moves, such as {}", store_->met(),
                                     targets_.size(), to_string(at(vertex))));
}

Attempt<void> RuleGraph::follow(Budget& budget) {
  const std::vector<EndlessMove>& endless = game_.facts().endless();
  Machine machine(*program_, budget);
  Listener listener(*store_, rule_, targets_, limits_.options);
  std::vector<int64_t> here;
  while (size() < store_->met()) {
    const uint32_t vertex = size();
    if (vertex % kPositionsBetweenLooks == 0) {
      budget.progress("positions", vertex);
      if (budget.spent()) return budget.why();
      const uint64_t bytes = 4 * (targets_.capacity() + begins_.capacity());
      if (bytes > charged_) {
        if (!budget.take_memory(bytes - charged_)) return budget.too_large("the graph of positions", bytes);
        charged_ = bytes;
      }
      if (store_->met() > limits_.sums) return too_many(vertex);
    }
    store_->locate(vertex, here);
    for (const EndlessMove& move : endless) {
      if (applies(move, here)) return grows_for_ever(&rule_, here, move);
    }
    if (*std::max_element(here.begin(), here.end()) > program_->limit)
      return Error::declined(fmt::format("a coordinate of {} is beyond {}", to_string(at(vertex)), program_->limit));
    const size_t first = targets_.size();
    const bool complete = machine.run(here, listener);
    if (store_->failed()) return budget.too_large("the graph of positions", store_->needed());
    if (!complete && machine.halt().kind == Halt::Kind::stopped) return too_many(vertex);
    if (!complete) return halt_error(rule_, here, machine.halt(), budget);
    options_ += targets_.size() - first;
    const auto begin = targets_.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, targets_.end());
    targets_.erase(std::unique(begin, targets_.end()), targets_.end());
    begins_.push_back(static_cast<uint32_t>(targets_.size()));
  }
  return {};
}

Attempt<std::vector<uint32_t>> RuleGraph::reach(std::span<const Sum> starts, Budget& budget) {
  const uint64_t before = budget.memory_used();
  if (!program_) program_ = lower(rule_, kGraphLimit);
  if (!program_) return Error::declined(fmt::format("the rule of '{}' is too long for the machine", rule_.full_name));
  if (!store_) store_ = std::make_unique<MemoStore>(std::vector<const Rule*>{&rule_}, budget);
  store_->charge(budget);
  std::optional<Error> failed;
  std::vector<uint32_t> result;
  result.reserve(starts.size());
  for (const Sum& start : starts) {
    Attempt<uint32_t> vertex = number(start, budget);
    if (!vertex) {
      failed = std::move(vertex).error();
      break;
    }
    result.push_back(*vertex);
  }
  if (!failed) {
    if (auto followed = follow(budget); !followed) failed = std::move(followed).error();
  }
  if (!failed) return result;
  store_.reset();
  begins_ = {0};
  targets_ = {};
  charged_ = 0;
  budget.give_back_memory(budget.memory_used() - before);
  return *std::move(failed);
}

}  // namespace grundy
