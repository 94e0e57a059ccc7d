#include "engine/loopy/rule_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "analysis/closed_box.h"
#include "code/moves.h"
#include "code/vm.h"
#include "engine/table/dense_store.h"
#include "engine/table/follow.h"

namespace grundy {
namespace {

constexpr int64_t kGraphLimit = INT64_MAX / 2;  // of a coordinate
constexpr uint32_t kPositionsBetweenLooks = 256;
// Of its cells so many are followed one by one before it is taken as a whole.
constexpr uint64_t kPartOfBox = 32;
constexpr uint64_t kBytesOfCell = 64;  // of its graph and its labels

}  // namespace

/// Takes the machine's bundles apart into arcs.
class RuleGraph::Listener {
 public:
  static constexpr uint32_t kMovesInAStep = 4;  // a look into the hash table each

  Listener(MemoStore& store, const Rule& rule, std::vector<uint32_t>& targets, uint64_t most)
      : store_(store),
        table_(store.target(&rule)),
        targets_(targets),
        most_(most),
        point_(rule.arity()) {}

  bool options(const NestCode& nest, const Bundle& bundle) {
    const PartCode& part = nest.parts[0];
    for (size_t j = 0; j < bundle.count; ++j) {
      if (bundle.mask != nullptr && bundle.mask[j] == 0) continue;
      const int64_t step = bundle.steps != nullptr ? bundle.steps[j] : static_cast<int64_t>(j);
      for (size_t i = 0; i < point_.size(); ++i) {
        const int64_t* from = bundle.value(part, i);
        point_[i] =
            nest.strided ? from[0] + step * part.distance[i] : from[part.per_lane[i] ? j : 0];
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
  return !rule.is_alias && !rule.moves_by_code && rule.arity() > 0 &&
         std::all_of(rule.moves.begin(), rule.moves.end(),
                     [&](const MoveLine& line) { return only_part(rule, line) != nullptr; });
}

Sum RuleGraph::at(uint32_t vertex) const {
  std::vector<int64_t> coordinates;
  if (box_) {
    coordinates = box_->cells().position(vertex);
  } else {
    store_->locate(vertex, coordinates);
  }
  return {game_.at(coordinates)};
}

Error RuleGraph::too_many(uint32_t vertex) const {
  return Error::declined(
      fmt::format("play can lead to more than {} positions by {} moves, such as {}", store_->met(),
                  targets_.size(), to_string(at(vertex))));
}

Attempt<RuleGraph::Followed> RuleGraph::follow(Budget& budget) {
  const std::vector<EndlessMove>& endless = game_.facts().endless();
  Machine machine(*program_, budget);
  Listener listener(*store_, rule_, targets_, limits_.options);
  std::vector<int64_t> here;
  while (size() < store_->met()) {
    const uint32_t vertex = size();
    if (vertex % kPositionsBetweenLooks == 0) {
      budget.progress("positions", vertex);
      if (fills_box(budget)) return Followed::fills_box;
      if (budget.spent()) return budget.why();
      const uint64_t bytes = 4 * (targets_.capacity() + begins_.capacity());
      if (bytes > charged_) {
        if (!budget.take_memory(bytes - charged_))
          return budget.too_large("the graph of positions", bytes);
        charged_ = bytes;
      }
      if (store_->met() > limits_.sums) return too_many(vertex);
    }
    store_->locate(vertex, here);
    for (const EndlessMove& move : endless) {
      if (applies(move, here)) return grows_for_ever(&rule_, here, move);
    }
    if (*std::max_element(here.begin(), here.end()) > program_->limit)
      return Error::declined(
          fmt::format("a coordinate of {} is beyond {}", to_string(at(vertex)), program_->limit),
          Error::Cause::beyond_64_bits);
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
  return Followed::all;
}

/// Looks for a box when as many positions were met as it takes to be worth it; whether the box is
/// to be taken now.
bool RuleGraph::fills_box(Budget& budget) {
  if (store_->met() < try_box_at_) return false;
  if (!box_most_.empty()) return true;
  try_box_at_ = UINT64_MAX;
  auto box = closed_box(game_.facts(), corner_);
  if (!box) return false;
  box_most_ = *std::move(box);
  const uint64_t cells = DenseStore::cells({{&rule_, box_most_}});
  if (cells > limits_.sums || cells > budget.memory_limit() / kBytesOfCell) return false;
  try_box_at_ = cells / kPartOfBox;
  return store_->met() >= try_box_at_;
}

Attempt<std::vector<int64_t>> RuleGraph::coordinates(const Sum& start) const {
  if (start.size() != 1 || start[0].game != &game_)
    return Error::internal(to_string(start, kShownBytes, 100) + " is no position of " +
                           game_.name());
  return small_coordinates(rule_, game_.coordinates(start[0]));
}

/// Nothing when one lies outside of the box.
std::optional<std::vector<uint32_t>> RuleGraph::cells(
    std::span<const std::vector<int64_t>> starts) const {
  std::vector<uint32_t> result;
  result.reserve(starts.size());
  for (const std::vector<int64_t>& start : starts) {
    if (!box_->cells().has(start)) return std::nullopt;
    result.push_back(box_->cells().cell(start));
  }
  return result;
}

void RuleGraph::clear() {
  ++restarts_;
  store_.reset();
  begins_ = {0};
  targets_ = {};
  charged_ = 0;
  options_ = 0;
}

Attempt<std::vector<uint32_t>> RuleGraph::follow_from(std::span<const std::vector<int64_t>> starts,
                                                      Budget& budget) {
  const uint64_t before = budget.memory_used();
  const auto forget = [&] {
    clear();
    budget.give_back_memory(budget.memory_used() - before);
  };
  if (!program_) program_ = lower(rule_, kGraphLimit);
  if (!program_)
    return Error::declined(
        fmt::format("the rule of '{}' is too long for the machine", rule_.full_name));
  if (!store_) store_ = std::make_unique<MemoStore>(std::vector<const Rule*>{&rule_}, budget);
  store_->charge(budget);
  std::vector<uint32_t> result;
  result.reserve(starts.size());
  for (const std::vector<int64_t>& start : starts) {
    result.push_back(static_cast<uint32_t>(store_->find(store_->target(&rule_), start)));
    if (!store_->failed()) continue;
    Error failed = budget.too_large("the graph of positions", store_->needed());
    forget();
    return failed;
  }
  auto followed = follow(budget);
  if (followed && *followed == Followed::all) return result;
  forget();
  if (!followed) return std::move(followed).error();
  auto box = BoxArcs::of(rule_, box_most_, budget);
  if (box) {
    box_ = *std::move(box);
    return *cells(starts);
  }
  if (budget.spent()) return std::move(box).error();
  try_box_at_ = UINT64_MAX;
  return follow_from(starts, budget);
}

Attempt<std::vector<uint32_t>> RuleGraph::reach(std::span<const Sum> starts, Budget& budget) {
  std::vector<std::vector<int64_t>> points;
  points.reserve(starts.size());
  const std::vector<int64_t> corner = corner_;
  corner_.resize(rule_.arity());
  for (const Sum& start : starts) {
    auto point = coordinates(start);
    if (!point) return std::move(point).error();
    for (size_t i = 0; i < corner_.size(); ++i) corner_[i] = std::max(corner_[i], (*point)[i]);
    points.push_back(*std::move(point));
  }
  if (box_) {
    if (auto known = cells(points)) return *std::move(known);
    budget.give_back_memory(box_->bytes());
    box_.reset();
    ++restarts_;
  }
  if (corner_ != corner) {  // the box that was found is too small
    box_most_.clear();
    try_box_at_ = kLeastForBox;
  }
  return follow_from(points, budget);
}

}  // namespace grundy
