// What the analyses find, as text: for tests that compare it as a whole, and for people who ask
// why.
//
//   nest            for a in n/2..n - 1: -> kayles(a) + kayles(n - a - 1)
//   order           a rising, then b falling
//   running set     from (a - 1, b): with wythoff(a - 1, b)
//   relation        { [n] -> [n'] : 0 <= n' < n }
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analysis/endless.h"
#include "analysis/interval.h"
#include "analysis/nest.h"
#include "analysis/order.h"
#include "analysis/relation.h"
#include "analysis/running.h"
#include "rule/rule.h"

namespace grundy {

/// "0..9", "0..", "..": without the bounds that there are not.
std::string print_interval(const Interval& interval);
/// The loops from the outermost to the innermost, with the conditions between them, and what the
/// move leads to. A loop's end that no condition shows is "..?"; terms that may be negative, of
/// which the choice is no move then, come last.
std::string print_nest(const MoveLine& line, const Nest& nest);
/// "a rising, then b falling".
std::string print_order(const Rule& rule, std::span<const SweepStep> order);
/// "b <= a, c <= b".
std::string print_pairs(const Rule& rule, std::span<const std::pair<size_t, size_t>> pairs);
/// "kayles: 0..9; nim: 0..3", by name.
std::string print_boxes(const Boxes& boxes);
/// The step back, and the options that are added and removed, each with its conditions.
std::string print_running_set(const Rule& rule, const RunningSet& set);
/// isl's text. The coordinates of what a move leads to have one more prime for each part.
std::string print_relation(const Rule& rule, const LineRelation& line);
/// "up(a, b) grows by (1, 0) for ever where b <= a".
std::string print_endless(const Rule& rule, const EndlessMove& move);

}  // namespace grundy
