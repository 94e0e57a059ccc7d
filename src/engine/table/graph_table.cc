#include "engine/table/graph_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/large_array.h"
#include "base/lease.h"
#include "engine/graph/box_arcs.h"
#include "engine/round.h"
#include "engine/table/store.h"
#include "rule/meaning.h"
#include "value/mex.h"

namespace grundy {
namespace {

constexpr uint64_t kCellsBetweenLooks = uint64_t{1} << 16;

class GraphTable final : public ValueTable {
 public:
  GraphTable(const Rule& rule, BoxCells cells, LargeArray<uint32_t> values)
      : rule_(&rule), cells_(std::move(cells)), values_(std::move(values)) {}
  bool covers(const Rule* game, std::span<const int64_t> coordinates) const override {
    return game == rule_ && cells_.has(coordinates) && values_[cells_.cell(coordinates)] != 0;
  }
  uint32_t value(const Rule* /*game*/, std::span<const int64_t> coordinates) const override {
    return values_[cells_.cell(coordinates)] - 1;
  }
  std::string_view way() const override { return "table, filled along the moves"; }

 private:
  const Rule* rule_;
  BoxCells cells_;
  LargeArray<uint32_t> values_;
};

/// Depth first along the arcs.
class GraphFiller {
 public:
  GraphFiller(const Rule& rule, const BoxArcs& box, Budget& budget)
      : rule_(rule), box_(box), arcs_(box.arcs()), budget_(budget), values_(arcs_.vertices()) {}

  Attempt<void> fill_from(uint32_t start) {
    if (values_[start] != 0) return {};
    push(start);
    while (!path_.empty()) {
      const uint32_t v = path_.back();
      if (next_.back() == arcs_.begins[v + 1]) {
        values_[v] = 1 + value(v);
        path_.pop_back();
        next_.pop_back();
        if (++done_ % kCellsBetweenLooks != 0) continue;
        budget_.progress("positions", done_);
        if (budget_.spent()) return budget_.why();
        continue;
      }
      const uint32_t to = arcs_.targets[next_.back()++];
      if (values_[to] == kOpenValue) return cycle(to);
      if (values_[to] == 0) push(to);
      if (path_.size() % kCellsBetweenLooks == 0 && budget_.spent()) return budget_.why();
    }
    return {};
  }
  LargeArray<uint32_t> take() { return std::move(values_); }
  uint64_t done() const { return done_; }

 private:
  void push(uint32_t v) {
    values_[v] = kOpenValue;
    path_.push_back(v);
    next_.push_back(arcs_.begins[v]);
  }
  uint32_t value(uint32_t v) {
    seen_.clear();
    for (const uint32_t to : arcs_.of(v)) seen_.insert(values_[to] - 1);
    return static_cast<uint32_t>(seen_.mex());
  }
  Error cycle(uint32_t again) const {
    constexpr size_t kShown = 4;
    const auto from = std::find(path_.begin(), path_.end(), again);
    const auto length = static_cast<size_t>(path_.end() - from);
    std::string text;
    for (size_t i = 0; i < length; ++i) {
      if (i == kShown && length > 2 * kShown) {
        text += "… → ";
        i = length - kShown + 1;
      }
      text += name(from[static_cast<std::ptrdiff_t>(i)]) + " → ";
    }
    return comes_again(fmt::format("a cycle of {} move{}, {}{}", length, length == 1 ? "" : "s",
                                   text, name(again)));
  }
  std::string name(uint32_t cell) const {
    return to_string(RuleSum{{&rule_, box_.cells().position(cell)}});
  }

  const Rule& rule_;
  const BoxArcs& box_;
  ArcSpans arcs_;
  Budget& budget_;
  // 0: none yet; kOpenValue: on the path; else one more than the value.
  LargeArray<uint32_t> values_;
  std::vector<uint32_t> path_;
  std::vector<uint32_t> next_;  // of each cell on the path, the arc to be followed next
  MexSet seen_;
  uint64_t done_ = 0;
};

}  // namespace

Attempt<std::unique_ptr<const ValueTable>> fill_by_graph(const Rule& rule,
                                                         const std::vector<int64_t>& most,
                                                         const WantedPositions& asked,
                                                         Budget& budget, Work& work) {
  auto box = BoxArcs::of(rule, most, budget);
  if (!box) return std::move(box).error();
  constexpr uint64_t kBytesOnPath = 16;  // with what vectors have too much
  const uint64_t cells = box->arcs().vertices();
  const uint64_t bytes = sizeof(uint32_t) * cells;
  const uint64_t needed = box->bytes() + bytes + kBytesOnPath * cells;
  Lease memory(budget);
  budget.give_back_memory(box->bytes());
  if (!memory.take(needed))
    return budget.too_large(fmt::format("a table of {} positions", cells), needed);
  GraphFiller filler(rule, *box, budget);
  std::optional<Error> failed;
  asked.each([&](const RulePosition& position) {
    auto filled = filler.fill_from(box->cells().cell(position.coordinates));
    if (!filled) failed = std::move(filled).error();
    return !failed;
  });
  if (failed) return *std::move(failed);
  work.positions += filler.done();
  work.options += box->arcs().targets.size();
  memory.keep(bytes);
  return std::unique_ptr<const ValueTable>(
      std::make_unique<GraphTable>(rule, box->cells(), filler.take()));
}

}  // namespace grundy
