#include "engine/table/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/table/cells.h"
#include "engine/table/sweep/sweeper.h"

namespace grundy {
namespace {

Error not_compiled(const Rule& rule) {
  return Error::declined(fmt::format("'{}' is not compiled for this table", rule.full_name));
}

/// The plan of the rule for the box.
Attempt<SweepPlan> plan_for(const Rule& rule, std::span<const int64_t> most,
                            std::vector<std::pair<size_t, size_t>> within, Budget& budget,
                            const SweepWays& ways) {
  if (!JitSweep::available()) return not_compiled(rule);
  std::optional<SweepPlan> plan =
      plan_sweep(rule, most, std::move(within), ways.least_work, budget);
  if (!plan)
    return Error::declined(fmt::format(
        "no order of '{}' is known in which every move goes back within a box", rule.full_name));
  return *std::move(plan);
}

}  // namespace

Attempt<SweptTable> SweptTable::fill(const Rule& rule, std::span<const int64_t> most,
                                     std::vector<std::pair<size_t, size_t>> within, Budget& budget,
                                     Work& work, const SweepWays& ways) {
  Attempt<SweepPlan> plan = plan_for(rule, most, std::move(within), budget, ways);
  if (!plan) return std::move(plan).error();
  return fill(*std::move(plan), budget, work, ways);
}

Attempt<SweptTable> SweptTable::fill(SweepPlan plan, Budget& budget, Work& work,
                                     const SweepWays& ways) {
  if (!JitSweep::available()) return not_compiled(*plan.rule);
  for (;;) {
    Sweeper sweeper(plan, nullptr, budget, ways);
    auto outcome = sweeper.run(work);
    if (!outcome) return std::move(outcome).error();
    if (*outcome == Sweeper::Outcome::filled)
      return SweptTable(std::move(plan), sweeper.width(), sweeper.take_cells());
    if (*outcome == Sweeper::Outcome::not_compiled) return not_compiled(*plan.rule);
    for (SweepLine& line : plan.lines) line.running.reset();
  }
}

Attempt<TableFile> SweptTable::fill_file(const Rule& rule, std::span<const int64_t> most,
                                         const std::string& path, Budget& budget, Work& work,
                                         const SweepWays& ways) {
  Attempt<SweepPlan> plan = plan_for(rule, most, {}, budget, ways);
  if (!plan) return std::move(plan).error();
  if (JitSweep::compile(*plan, {}, budget) == nullptr) return not_compiled(rule);
  Attempt<TableFile> file = TableFile::open(
      path, TableLayout::of(rule, most, plan->stride, plan->first, plan->cells), budget);
  if (!file) return std::move(file).error();
  for (;;) {
    Sweeper sweeper(*plan, &*file, budget, ways);
    auto outcome = sweeper.run(work);
    if (!outcome) return std::move(outcome).error();
    if (*outcome == Sweeper::Outcome::filled) return file;
    if (*outcome == Sweeper::Outcome::not_compiled) break;
    for (SweepLine& line : plan->lines) line.running.reset();
  }
  file->abandon();
  return not_compiled(rule);
}

bool SweptTable::covers(std::span<const int64_t> coordinates) const {
  for (size_t i = 0; i < most_.size(); ++i) {
    if (coordinates[i] > most_[i]) return false;
  }
  return std::all_of(within_.begin(), within_.end(), [&](const auto& pair) {
    return coordinates[pair.first] <= coordinates[pair.second];
  });
}

uint32_t SweptTable::value(std::span<const int64_t> coordinates) const {
  int64_t cell = first_;
  for (size_t i = 0; i < coordinates.size(); ++i) cell += stride_[i] * coordinates[i];
  return read_cell(cells_.data(), width_, static_cast<uint64_t>(cell));
}

}  // namespace grundy
