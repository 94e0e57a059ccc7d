#include "reference/sweeps.h"

#include <fmt/format.h>

#include <atomic>
#include <set>

#include "code/moves.h"
#include "engine/finite/sweep.h"
#include "reference/rules.h"
#include "rule/print.h"
#include "run_program.h"

namespace grundy::reference {
namespace {

using Point = std::vector<int64_t>;
using Orders = std::vector<std::pair<size_t, size_t>>;

/// The values of all cells in the sweep's order, by the moves that the machine gives.
class ByMachine {
 public:
  ByMachine(const Rule& rule, const SweepPlan& plan) : rule_(rule), plan_(plan) {}

  /// False when a position has no moves to give, or (a difference) a move does not go back in the order.
  bool fill() {
    Budget budget;
    budget.set_time_limit(20);
    Point point(plan_.most.size());
    for (uint64_t cell = 0; cell < plan_.cells; ++cell) {
      auto rest = static_cast<int64_t>(cell);
      for (size_t i = plan_.order.size(); i-- > 0;) {
        const SweepStep& step = plan_.order[i];
        const int64_t size = plan_.most[step.coordinate] + 1;
        point[step.coordinate] = step.descending ? size - 1 - rest % size : rest % size;
        rest /= size;
      }
      std::set<uint32_t> seen;
      bool inside = true;
      const auto ran = lister_.for_each_move(rule_, point, budget, [&](const RuleSum& sum) {
        uint32_t value = 0;
        for (const RulePosition& part : sum) {
          int64_t at = plan_.first;
          for (size_t i = 0; i < part.coordinates.size(); ++i) {
            inside = inside && part.game == &rule_ && part.coordinates[i] <= plan_.most[i];
            if (inside) at += plan_.stride[i] * part.coordinates[i];
          }
          inside = inside && at < static_cast<int64_t>(cell);
          if (inside) value ^= values_[static_cast<size_t>(at)];
        }
        seen.insert(value);
        return inside;
      });
      if (!ran) {
        // A term without a value, however one reads the rule: then there must be no table.
        constexpr int64_t kMostChoices = 60;
        fault_ = moves_gently(rule_, point, kMostChoices).fault.kind != Fault::Kind::none;
        return false;
      }
      if (!inside) {
        difference_ = fmt::format("a move from {} does not go back", to_string(RuleSum{{&rule_, point}}));
        return false;
      }
      uint32_t mex = 0;
      while (seen.contains(mex)) ++mex;
      values_.push_back(mex);
      points_.push_back(point);
    }
    return true;
  }
  const std::string& difference() const { return difference_; }
  bool fault() const { return fault_; }

  /// The table in a file, by a run that ends at some place and another that goes on.
  std::string compare_in_file(bool sets, unsigned threads, uint64_t pieces, SweepCounts& counts) const {
    const test::Folder folder;
    const std::string path = folder.file("table");
    std::atomic<bool> stop = false;
    uint64_t left = pieces;
    SweepWays ways{sets ? 0 : 1e300, sets ? 0 : UINT64_MAX, true, plan_.cells / 5 + 1, [&] { stop = --left == 0; }};
    for (const bool first : {true, false}) {
      Budget budget;
      budget.set_threads(threads);
      budget.set_stop_flag(&stop);
      Work work;
      auto file = SweptTable::fill_file(rule_, plan_.most, path, budget, work, ways);
      if (!file && !first) return "in a file: " + file.error().to_string();
      counts.resumed += !file;
      if (!file) {
        stop = false;
        ways.after_keeping = nullptr;
        continue;
      }
      if (!*file) return "not compiled for a file";
      for (size_t cell = 0; cell < values_.size(); ++cell) {
        const uint32_t value = (*file)->cell(cell);
        if (value == values_[cell]) continue;
        return fmt::format("in a file, {} is {} and not {}, {} running sets, {} threads, {} pieces{}",
                           to_string(RuleSum{{&rule_, points_[cell]}}), values_[cell], value, sets ? "with" : "without",
                           threads, pieces, first ? "" : ", resumed");
      }
      counts.values += values_.size();
      return "";
    }
    return "a second run ended early";
  }

  /// One way to fill the table against the values.
  std::string compare(const Orders& within, bool sets, unsigned threads, SweepCounts& counts) const {
    Budget budget;
    budget.set_threads(threads);
    Work work;
    const auto filled = SweptTable::fill(rule_, plan_.most, within, budget, work, {sets ? 0 : 1e300, 0, true});
    if (!filled) return filled.error().to_string();
    if (!filled->has_value()) {
      ++counts.not_compiled;
      return "";
    }
    for (size_t cell = 0; cell < values_.size(); ++cell) {
      const Point& point = points_[cell];
      if (!(*filled)->covers(point)) {
        if (within.empty()) return "a position of the box is not covered";
        continue;
      }
      const uint32_t value = (*filled)->value(point);
      if (value != values_[cell]) {
        return fmt::format("{} is {} and not {}, {} running sets, {} threads, {}", to_string(RuleSum{{&rule_, point}}),
                           values_[cell], value, sets ? "with" : "without", threads,
                           within.empty() ? "whole box" : "within kept orders");
      }
      ++counts.values;
    }
    return "";
  }

 private:
  const Rule& rule_;
  const SweepPlan& plan_;
  MoveLister lister_;
  std::vector<uint32_t> values_;
  std::vector<Point> points_;
  std::string difference_;
  bool fault_ = false;
};

}  // namespace

std::string compare_sweeps(const Rule& rule, const Point& most, SweepCounts& counts) {
  const auto boxes = reachable_boxes({{&rule, most}});
  if (!boxes || boxes->size() != 1) return "";
  const Point& box = boxes->begin()->second;
  uint64_t cells = 1;
  for (const int64_t c : box) {
    cells *= static_cast<uint64_t>(c) + 1;
    if (cells > 50'000) return "";
  }
  Budget ample;
  const auto plan = plan_sweep(rule, box, {}, 0, ample);
  if (!plan) return "";
  ByMachine wanted(rule, *plan);
  if (!wanted.fill()) {
    if (!wanted.fault()) return wanted.difference();
    ++counts.faults;
    Budget budget;
    Work work;
    const auto filled = SweptTable::fill(rule, box, {}, budget, work, {0, 0, true});
    return filled && filled->has_value() ? "a table where a term has no value" : "";
  }
  for (const SweepLine& line : plan->lines) {
    counts.running += line.running.has_value();
    counts.shrinking += line.running && !line.running->removed.empty();
  }
  const Orders kept = kept_orders(rule);
  counts.kept += !kept.empty();
  const uint64_t before = counts.not_compiled;
  for (const auto& [sets, threads] : {std::pair(false, 1U), {true, 1U}, {true, 2U}}) {
    std::string difference = wanted.compare({}, sets, threads, counts);
    if (counts.not_compiled > before) return "";
    if (difference.empty() && !kept.empty()) difference = wanted.compare(kept, sets, threads, counts);
    if (!difference.empty()) return difference;
  }
  // Files wait for the disk, so that there is one for each third table only.
  const uint64_t number = counts.tables++;
  if (number % 3 != 1) return "";
  return wanted.compare_in_file(number % 4 != 0, 1 + number % 2, 1 + number % 4, counts);
}

}  // namespace grundy::reference
