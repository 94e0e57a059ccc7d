// The values of all positions of a box, and the forms they are written in.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/engine.h"
#include "rule/position.h"
#include "rule/rule.h"
#include "value/ordinal.h"

namespace grundy::cli {

/// The numbers first, first + 1, …, `count` of them, at least one.
struct Range {
  Natural first;
  Natural count = 1;

  Natural last() const { return first + count - Natural(1); }
  /// "0..20", or "3".
  std::string to_string() const;
  friend bool operator==(const Range&, const Range&) = default;
};

/// A range for each coordinate of the game, from "m=0..5, n=3"; the order is free. Errors show the place.
Attempt<std::vector<Range>> parse_box(std::string_view text, const Rule& rule);

/// Asks the evaluator for the values of the box's positions from number `first` on, and calls visit(values) for one
/// piece after another. The last coordinate changes fastest.
Attempt<void> ask_piecewise(const std::vector<Range>& box, uint64_t first, Evaluator& evaluator, Budget& budget,
                            const std::function<Attempt<void>(std::vector<Ordinal>)>& visit);

/// Writes the values, which must be below 2^32, to a packed file (doc/tables.md); goes on with a file that an earlier
/// run began.
Attempt<void> write_packed(const Rule& rule, const std::vector<Range>& box, Evaluator& evaluator,
                           const std::string& path, Budget& budget);

struct Table {
  std::string game;  // with its parameters
  std::vector<std::string> coordinates;
  std::vector<Range> box;
  std::vector<Ordinal> values;  // the last coordinate changes fastest

  /// The coordinates that take more than one value, or just the last one when none does.
  std::vector<size_t> axes() const;
  /// "stones[K=2](4, s)": coordinates of one value are written as that value, but for axes.
  std::string name() const;
};

/// Called with pieces of the output, in order.
using Sink = std::function<void(std::string_view)>;

/// Aligned columns: rows of ten for one axis, a grid for two, a list of grids for more.
void write_text(const Table& table, const Sink& sink);
/// A header of the coordinates' names and "value", then a row for each position (RFC 4180).
void write_csv(const Table& table, const Sink& sink);
/// {"game": …, "coordinates": […], "box": [[first, last], …], "values": [[[coordinates], "value"], …]}
void write_json(const Table& table, const Sink& sink);
/// "n a(n)" on each line, the b-file format of the OEIS. One axis and finite values only.
Attempt<void> write_bfile(const Table& table, const Sink& sink);
/// A scatter plot for one axis, a heat map for two.
Attempt<void> write_svg(const Table& table, const Sink& sink);

}  // namespace grundy::cli
