#include "reference/sweeps.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "code/moves.h"
#include "engine/table/fill.h"
#include "engine/table/sweep.h"
#include "reference/rules.h"
#include "rule/print.h"
#include "run_program.h"

namespace grundy::reference {
namespace {

using Point = std::vector<int64_t>;

constexpr uint64_t kMostCells = 50'000;
constexpr uint64_t kMostMoves = 10'000'000;  // of all positions of a box
constexpr uint64_t kSomeMoves = 200'000;     // of those of a box taken at random
constexpr double kMostSeconds = 20;          // for them, where few choices are moves

/// One way to fill a table.
struct Way {
  bool sets = false;  // running sets, wherever there are any
  unsigned threads = 1;
  bool tiles = true;   // where there can be some
  bool kept = false;   // only what lies within kept orders
  bool verify = true;  // every option is checked to lie where values are known
  // When more: in a file, by a run that ends after so many pieces and another that goes on.
  uint64_t pieces = 0;
};

std::string to_text(const Way& way) {
  std::string text = fmt::format(
      "{} running sets, {} threads, {}, {}, {}", way.sets ? "with" : "without", way.threads,
      way.tiles ? "in tiles" : "in order", way.kept ? "within kept orders" : "whole box",
      way.verify ? "verified" : "not verified");
  if (way.pieces > 0) text += fmt::format(", in a file, ended after {} pieces", way.pieces);
  return text;
}

/// The values of all cells in the sweep's order, by the moves that the machine gives.
class ByMachine {
 public:
  ByMachine(const Rule& rule, const SweepPlan& plan, uint64_t most_moves)
      : rule_(rule), plan_(plan), most_moves_(most_moves) {}

  enum class End {
    filled,
    fault,     // a term without a value, however one reads the rule: then there must be no table
    no_moves,  // otherwise a position has no moves to give
    too_long,
    leaves_box,
    difference,  // a move does not go back in the order
  };

  End fill() {
    Budget budget;
    budget.set_time_limit(kMostSeconds);
    Point point(plan_.most.size());
    std::vector<bool> seen;
    uint64_t moves = 0;
    for (uint64_t cell = 0; cell < plan_.cells; ++cell) {
      auto rest = static_cast<int64_t>(cell);
      for (size_t i = plan_.order.size(); i-- > 0;) {
        const SweepStep& step = plan_.order[i];
        const int64_t size = plan_.most[step.coordinate] + 1;
        point[step.coordinate] = step.descending ? size - 1 - rest % size : rest % size;
        rest /= size;
      }
      seen.clear();
      End end = End::filled;
      const auto ran = lister_.for_each_move(rule_, point, budget, [&](const RuleSum& sum) {
        uint32_t value = 0;
        for (const RulePosition& part : sum) {
          int64_t at = plan_.first;
          for (size_t i = 0; i < part.coordinates.size() && end == End::filled; ++i) {
            if (part.game != &rule_ || part.coordinates[i] > plan_.most[i]) end = End::leaves_box;
            at += plan_.stride[i] * part.coordinates[i];
          }
          if (end == End::filled && at >= static_cast<int64_t>(cell)) end = End::difference;
          if (end != End::filled) return false;
          value ^= values_[static_cast<size_t>(at)];
        }
        if (seen.size() <= value) seen.resize(value + 1);
        seen[value] = true;
        if (++moves > most_moves_) end = End::too_long;
        return end == End::filled;
      });
      if (!ran) {
        if (budget.spent()) return End::too_long;
        constexpr int64_t kMostChoices = 60;
        return moves_gently(rule_, point, kMostChoices).fault.kind != Fault::Kind::none
                   ? End::fault
                   : End::no_moves;
      }
      if (end == End::difference)
        difference_ =
            fmt::format("a move from {} does not go back", to_string(RuleSum{{&rule_, point}}));
      if (end != End::filled) return end;
      const auto mex = std::find(seen.begin(), seen.end(), false) - seen.begin();
      values_.push_back(static_cast<uint32_t>(mex));
      points_.push_back(point);
    }
    return End::filled;
  }
  const std::string& difference() const { return difference_; }

  /// The table by this plan for the same box, or in a file, against the values.
  std::string compare(SweepPlan plan, const Way& way, SweepCounts& counts) const {
    return way.pieces > 0 ? compare_in_file(way, counts)
                          : compare_in_memory(std::move(plan), way, counts);
  }

 private:
  static SweepWays ways_of(const Way& way) {
    return {way.sets ? 0 : 1e300, way.tiles ? 0 : UINT64_MAX, way.verify};
  }

  std::string compare_in_memory(SweepPlan plan, const Way& way, SweepCounts& counts) const {
    Budget budget;
    budget.set_threads(way.threads);
    Work work;
    const auto filled = SweptTable::fill(std::move(plan), budget, work, ways_of(way));
    if (!filled) {
      if (!is_open(filled.error())) return filled.error().to_string();
      ++counts.not_compiled;
      return "";
    }
    for (size_t cell = 0; cell < values_.size(); ++cell) {
      const Point& point = points_[cell];
      if (!filled->covers(point)) {
        if (!way.kept) return "a position of the box is not covered";
        continue;
      }
      const uint32_t value = filled->value(point);
      if (value != values_[cell]) return differs(cell, value, way);
      ++counts.values;
    }
    return "";
  }

  std::string compare_in_file(const Way& way, SweepCounts& counts) const {
    const test::Folder folder;
    const std::string path = folder.file("table");
    std::atomic<bool> stop = false;
    uint64_t left = way.pieces;
    SweepWays ways = ways_of(way);
    ways.piece = plan_.cells / 5 + 1;
    ways.after_keeping = [&] { stop = --left == 0; };
    ++counts.files;
    for (const bool first : {true, false}) {
      Budget budget;
      budget.set_threads(way.threads);
      budget.set_stop_flag(&stop);
      Work work;
      auto file = SweptTable::fill_file(rule_, plan_.most, path, budget, work, ways);
      if (!file && is_open(file.error())) {
        ++counts.not_compiled;
        return "";
      }
      if (!file && !first) return "in a file: " + file.error().to_string();
      counts.resumed += !file;
      if (!file) {
        stop = false;
        ways.after_keeping = nullptr;
        continue;
      }
      for (size_t cell = 0; cell < values_.size(); ++cell) {
        const uint32_t value = file->cell(cell);
        if (value != values_[cell]) return differs(cell, value, way);
      }
      counts.values += values_.size();
      return "";
    }
    return "a second run ended early";
  }

  std::string differs(size_t cell, uint32_t value, const Way& way) const {
    return fmt::format("{} is {} and not {}, {}", to_string(RuleSum{{&rule_, points_[cell]}}),
                       values_[cell], value, to_text(way));
  }

  const Rule& rule_;
  const SweepPlan& plan_;
  uint64_t most_moves_;
  MoveLister lister_;
  std::vector<uint32_t> values_;
  std::vector<Point> points_;
  std::string difference_;
};

std::optional<SweepPlan> plan_for(const Rule& rule, const Point& box, const Way& way) {
  Budget ample;
  std::vector<std::pair<size_t, size_t>> within;
  if (way.kept) within = kept_orders(rule);
  return plan_sweep(rule, box, std::move(within), way.sets ? 0 : 1e300, ample);
}

bool is_small(const Point& box) {
  uint64_t cells = 1;
  for (const int64_t c : box) {
    cells *= static_cast<uint64_t>(c) + 1;
    if (cells > kMostCells) return false;
  }
  return true;
}

/// `closed`: no move may leave the box; otherwise that is found out.
std::string compare_ways(const Rule& rule, const Point& box, bool closed, uint64_t most_moves,
                         std::span<const Way> ways, SweepCounts& counts) {
  auto plan = plan_for(rule, box, ways[0]);
  if (!plan) return "";
  ByMachine wanted(rule, *plan, most_moves);
  using End = ByMachine::End;
  switch (wanted.fill()) {
    case End::filled:
      break;
    case End::fault: {
      ++counts.faults;
      Budget budget;
      Work work;
      const auto filled = SweptTable::fill(rule, box, {}, budget, work, {0, 0, true});
      return filled ? "a table where a term has no value" : "";
    }
    case End::no_moves:
      return "";
    case End::too_long:
      ++counts.too_long;
      return "";
    case End::leaves_box:
      return closed ? "a move leaves the box" : "";
    case End::difference:
      return wanted.difference();
  }
  ++counts.tables;
  const uint64_t before = counts.not_compiled;
  for (const Way& way : ways) {
    auto by = &way == &ways[0] ? plan : plan_for(rule, box, way);
    if (!by) return "no plan";
    for (const SweepLine& line : by->lines) {
      counts.running += line.running.has_value();
      counts.shrinking += line.running && line.running->shrinks();
      counts.moved += line.running && !line.running->gained.empty();
    }
    counts.kept += !by->within.empty();
    std::string difference = wanted.compare(*std::move(by), way, counts);
    if (counts.not_compiled > before) return "";
    if (!difference.empty()) return difference;
  }
  return "";
}

}  // namespace

std::string compare_sweeps(const Rule& rule, const Point& most, SweepCounts& counts) {
  const auto boxes = reachable_boxes({{&rule, most}});
  if (!boxes || boxes->size() != 1) return "";
  const Point& box = boxes->begin()->second;
  if (!is_small(box)) return "";
  std::vector<Way> ways;
  for (const auto& [sets, threads] : {std::pair(false, 1U), {true, 1U}, {true, 2U}}) {
    ways.push_back({.sets = sets, .threads = threads});
    if (!kept_orders(rule).empty())
      ways.push_back({.sets = sets, .threads = threads, .kept = true});
  }
  ways.push_back({.sets = true, .tiles = false, .verify = false});
  // Files wait for the disk, so that there is one for each third table only.
  const uint64_t number = counts.tables;
  if (number % 3 == 1)
    ways.push_back({.sets = number % 4 != 0,
                    .threads = static_cast<unsigned>(1 + number % 2),
                    .tiles = number % 4 == 0,
                    .pieces = 1 + number % 4});
  return compare_ways(rule, box, true, kMostMoves, ways, counts);
}

std::string compare_some_sweep(const Rule& rule, std::mt19937_64& random, SweepCounts& counts) {
  const auto below = [&](uint64_t n) { return random() % n; };
  const auto one_in = [&](uint64_t n) { return below(n) == 0; };
  // Small boxes, as they are asked for; or larger ones, with the boxes that can be reached from
  // there.
  const bool large = one_in(20);
  const size_t row = std::min<size_t>(rule.arity(), 4) - 1;
  constexpr uint64_t kLeast[2][4] = {{20, 4, 1, 1}, {100, 14, 5, 3}};
  constexpr uint64_t kRange[2][4] = {{40, 13, 6, 2}, {500, 20, 6, 2}};
  Point box(rule.arity());
  for (int64_t& most : box)
    most = static_cast<int64_t>(kLeast[large][row] + below(kRange[large][row]));
  if (large) {
    const auto boxes = reachable_boxes({{&rule, box}});
    if (!boxes || boxes->size() != 1) return "";
    box = boxes->begin()->second;
    if (!is_small(box)) return "";
  }
  Way way = {.sets = one_in(2),
             .tiles = !one_in(3),
             .kept = rule.arity() > 1 && one_in(4),
             .verify = !one_in(4)};
  // Where a sum turns out to be no move, some of its positions have been read: they must not lie
  // outside the table.
  const bool sums = std::any_of(rule.moves.begin(), rule.moves.end(), [](const MoveLine& line) {
    return std::any_of(line.parts.begin(), line.parts.end(),
                       [](const Part& part) { return !part.binders.empty(); });
  });
  if (!large && sums) way.verify = true;
  if (way.tiles && one_in(20)) way.threads = static_cast<unsigned>(2 + below(2));
  if (!way.kept && one_in(40)) way.pieces = 1 + below(4);
  return compare_ways(rule, box, large, kSomeMoves, {&way, 1}, counts);
}

}  // namespace grundy::reference
