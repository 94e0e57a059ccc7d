// The values of all positions of a box, and the forms they are written in.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "session/tabulate.h"
#include "value/value.h"

namespace grundy::cli {

struct Table {
  std::string game;  // with its parameters
  std::vector<std::string> coordinates;
  std::vector<Range> box;
  std::vector<Value> values;  // the last coordinate changes fastest

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
/// "n a(n)" on each line, the b-file format of the OEIS. One axis and numbers only.
Attempt<void> write_bfile(const Table& table, const Sink& sink);
/// A scatter plot for one axis, a heat map for two.
Attempt<void> write_svg(const Table& table, const Sink& sink);

}  // namespace grundy::cli
