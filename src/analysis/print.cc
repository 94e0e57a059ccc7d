#include "analysis/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "rule/print.h"

namespace grundy {
namespace {

using Names = std::vector<std::string>;

std::string joined(const std::vector<Expr>& list, const Names& names, std::string_view between) {
  std::string text;
  for (const Expr& expr : list) {
    if (!text.empty()) text += between;
    text += print_expr(expr, names);
  }
  return text;
}

/// The greatest or least of some terms.
std::string one_of(std::string_view function, const std::vector<Expr>& list, const Names& names) {
  const std::string all = joined(list, names, ", ");
  return list.size() == 1 ? all : fmt::format("{}({})", function, all);
}

std::string print_loop(const Loop& loop, const Names& names) {
  std::string binder;
  for (const size_t s : loop.slots) binder += (binder.empty() ? "" : ", ") + names[s];
  if (loop.slots.size() > 1) binder = "(" + binder + ")";
  const std::string low = loop.low.empty() ? "0" : one_of("max", loop.low, names);
  const std::string high = !loop.high.empty()              ? one_of("min", loop.high, names)
                           : loop.end == Loop::End::unseen ? "?"
                                                           : "";
  std::string text = "for " + binder;
  switch (loop.kind) {
    case Loop::Kind::range:
      text += fmt::format(" in {}..{}", low, high);
      break;
    case Loop::Kind::solved:
      text += " = " + joined(loop.low, names, ", ");
      break;
    case Loop::Kind::elements:
      text += " in " + print_set(*loop.set);
      if (!loop.low.empty() || !loop.high.empty()) text += fmt::format(" within {}..{}", low, high);
      break;
    case Loop::Kind::values:
      text += " in {" + joined(loop.values, names, ", ") + "}";
      break;
  }
  if (!loop.stop.empty()) text += " while " + joined(loop.stop, names, " and ");
  return text;
}

}  // namespace

std::string print_interval(const Interval& interval) {
  return fmt::format("{}..{}",
                     interval.low == -Interval::kInfinity ? "" : std::to_string(interval.low),
                     interval.high == Interval::kInfinity ? "" : std::to_string(interval.high));
}

std::string print_nest(const MoveLine& line, const Nest& nest) {
  // Loops over listed numbers may have slots behind those of the line (narrow.h).
  MoveLine what = line;
  for (const Loop& loop : nest.loops) {
    for (const size_t s : loop.slots) {
      while (what.slot_names.size() <= s)
        what.slot_names.push_back(fmt::format("${}", what.slot_names.size()));
    }
  }
  const Names& names = what.slot_names;
  std::string text;
  for (size_t d = 0; d < nest.guards.size(); ++d) {
    if (!nest.guards[d].empty()) text += "if " + joined(nest.guards[d], names, " and ") + ": ";
    if (d < nest.loops.size()) text += print_loop(nest.loops[d], names) + ": ";
  }
  what.binders.clear();
  what.conditions.clear();
  std::string negative;
  for (size_t p = 0; p < what.parts.size(); ++p) {
    what.parts[p].coordinates = nest.coordinates[p];
    for (size_t i = 0; i < nest.natural[p].size(); ++i) {
      if (nest.natural[p][i] || !line.parts[p].binders.empty()) continue;
      negative += (negative.empty() ? "  unless negative: " : ", ") +
                  print_expr(nest.coordinates[p][i], names);
    }
  }
  return text + print_move(what) + negative;
}

std::string print_order(const Rule& rule, std::span<const SweepStep> order) {
  std::string text;
  for (const SweepStep& step : order) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", then ", rule.coordinates[step.coordinate],
                        step.descending ? "falling" : "rising");
  }
  return text;
}

std::string print_pairs(const Rule& rule, std::span<const std::pair<size_t, size_t>> pairs) {
  std::string text;
  for (const auto& [i, j] : pairs)
    text += fmt::format("{}{} <= {}", text.empty() ? "" : ", ", rule.coordinates[i],
                        rule.coordinates[j]);
  return text;
}

std::string print_boxes(const Boxes& boxes) {
  std::vector<std::string> games;
  for (const auto& [game, most] : boxes) {
    std::string ranges;
    for (const int64_t one : most)
      ranges += (ranges.empty() ? "" : ", ") + print_interval({0, one});
    games.push_back(fmt::format("{}: {}", game->full_name, ranges));
  }
  std::sort(games.begin(), games.end());  // their order in memory means nothing
  return fmt::format("{}", fmt::join(games, "; "));
}

std::string print_running_set(const Rule& rule, const RunningSet& set) {
  std::vector<std::string> from;
  for (size_t i = 0; i < set.step.size(); ++i) {
    const int64_t by = set.step[i];
    const std::string change =
        by == 0 ? "" : fmt::format(" {} {}", by < 0 ? '+' : '-', std::abs(by));
    from.push_back(rule.coordinates[i] + change);
  }
  std::string text = fmt::format("from ({}):", fmt::join(from, ", "));
  const auto add = [&](std::string_view word, const std::vector<RunningSet::Change>& changes) {
    for (size_t i = 0; i < changes.size(); ++i) {
      text += fmt::format("{} {}({})", i == 0 ? fmt::format(" {}", word) : ",", rule.name,
                          joined(changes[i].coordinates, rule.coordinates, ", "));
      if (!changes[i].conditions.empty())
        text += " if " + joined(changes[i].conditions, rule.coordinates, " and ");
    }
  };
  add("with", set.added);
  add("without", set.removed);
  if (!set.gained.empty() || !set.lost.empty())
    text += fmt::format(" with {} and without {} stretches{}", set.gained.size(), set.lost.size(),
                        set.except.empty() ? "" : ", but for some options");
  else if (set.added.empty() && set.removed.empty())
    text += " the same";
  return text;
}

std::string print_relation(const Rule& rule, const LineRelation& line) {
  isl_map* named = line.moves.copy();
  for (size_t i = 0; i < rule.arity(); ++i)
    named = isl_map_set_dim_name(named, isl_dim_in, static_cast<unsigned>(i),
                                 rule.coordinates[i].c_str());
  unsigned at = 0;
  std::string primes;
  for (const Rule* game : line.parts) {
    primes += '\'';
    for (const std::string& coordinate : game->coordinates)
      named = isl_map_set_dim_name(named, isl_dim_out, at++, (coordinate + primes).c_str());
  }
  const isl::Map map(named);
  char* printed = isl_map_to_str(map.keep());
  std::string text = printed == nullptr ? "" : printed;
  free(printed);
  return text;
}

std::string print_endless(const Rule& rule, const EndlessMove& move) {
  std::string text = fmt::format("{}({}) grows by ({}) for ever", rule.full_name,
                                 fmt::join(rule.coordinates, ", "), fmt::join(move.step, ", "));
  if (!move.conditions.empty())
    text += " where " + joined(move.conditions, rule.coordinates, " and ");
  return text;
}

}  // namespace grundy
