// The values of all positions of a box, and the forms they are written in.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "engine/search/play_length.h"
#include "session/misere_table.h"
#include "session/outcome_table.h"
#include "session/tabulate.h"
#include "value/value.h"

namespace grundy {

/// What a table has of each position: its value, who wins, its genus, or how many moves play lasts.
enum class Cells { values, outcomes, genera, remoteness, suspense };

struct Table {
  std::string game;  // with the values of its parameters
  std::vector<std::string> coordinates;
  std::vector<Range> box;
  ValueList values;  // the last coordinate changes fastest; outcomes as outcome_table.h has them
  Cells holds = Cells::values;           // what `values` are; lengths of play are ∞ for draws
  bool misere = false;                   // in misère play
  std::vector<std::string> genera = {};  // where these are asked for
  std::string conjecture = {};  // the law, tested and not proved, on which values rest; or empty

  /// The coordinates that take more than one value, or just the last one when none does.
  std::vector<size_t> axes() const;
  /// "stones[K=2](4, s)": coordinates of one value are written as that value, but for axes.
  std::string name() const;
  /// What stands for position i: its value, or who wins, or its genus.
  std::string cell(size_t i) const;
  size_t cell_width(size_t i) const;
  void append_cell(size_t i, std::string& text) const;
  /// "Grundy values of wythoff(a, b)".
  std::string title() const;
  /// "value", "outcome", "genus", "remoteness" or "suspense".
  const char* cells() const;
  /// Whether values are numbers of moves.
  bool has_lengths() const { return holds == Cells::remoteness || holds == Cells::suspense; }
};

/// How a picture looks.
struct PictureStyle {
  std::optional<std::string> title;  // in place of the table's; empty: none
  bool origin_below = false;         // rows of a heat map grow upwards
  bool steps = false;                // one axis: a line of steps, with numbers where there is room
  bool grey = false;                 // for print
};

/// Some of the positions of a table's box.
struct PositionSet {
  std::string where;  // the condition as it was written; empty: all
  std::vector<std::pair<Coordinates, size_t>> members;  // with their places in the table
};

/// A table without its values, named with the values of its parameters.
Table table_of(const TabledGame& game, std::vector<Range> box);
/// Fills in the values of all positions of the box; refuses what the memory limit does not allow,
/// with a text of it when it `keeps_text`.
Attempt<Tabulated> fill_table(Session& session, const Rule& rule, Table& table, bool keeps_text,
                              Budget& budget);
/// Fills in who wins in normal play; `game` tells whether Left and Right have moves of their own.
Attempt<Tabulated> fill_table_with_outcomes(Session& session, const TabledGame& game, Table& table,
                                            bool keeps_text, Budget& budget);
/// Fills in what misère play has: outcomes or genera.
Attempt<Tabulated> fill_table_in_misere(Session& session, const Rule& rule, MisereCells cells,
                                        Table& table, Budget& budget);
/// Fills in how many moves play lasts, when the winner hurries (remoteness) or delays (suspense).
Attempt<Tabulated> fill_table_with_lengths(Session& session, const Rule& rule, Play play, Pace pace,
                                           Table& table, Budget& budget);
/// The positions that the condition `where` takes, unless it is empty; of two that differ by
/// exchanged coordinates the one whose first of these is not larger, when that is asked for.
Attempt<PositionSet> chosen_positions(Session& session, const TabledGame& game, const Table& table,
                                      const std::string& where, bool up_to_symmetry);

/// Called with pieces of the output, in order.
using Sink = std::function<void(std::string_view)>;

/// Aligned columns: rows of ten for one axis, a grid for two, a list of grids for more.
void write_text(const Table& table, const Sink& sink);
/// A header of the coordinates' names and "value", then a row for each position (RFC 4180).
void write_csv(const Table& table, const Sink& sink);
/// {"game": …, "coordinates": […], "box": [[first, last], …], "values": [[[coordinates], "value"],
/// …]}
void write_json(const Table& table, const Sink& sink);
/// "n a(n)" on each line, the b-file format of the OEIS. One axis and numbers only.
Attempt<void> write_bfile(const Table& table, const Sink& sink);
/// A scatter plot or steps for one axis, a heat map for two.
Attempt<void> write_svg(const Table& table, const PictureStyle& style, const Sink& sink);
/// A tabular of LaTeX (package booktabs); one or two axes.
Attempt<void> write_latex(const Table& table, const Sink& sink);

/// In one of the forms text, csv, json, latex, bfile and svg; `style` is for the last.
Attempt<void> write_table(const Table& table, std::string_view format, const PictureStyle& style,
                          const Sink& sink);

/// The members in one of the forms text, csv, json, latex and bfile. A b-file is a list of one
/// coordinate, named `column` where the game has several: "0 0", "1 1", "2 3" for the smaller heaps
/// of Wythoff's lost positions.
Attempt<void> write_set(const Table& box, const PositionSet& set, std::string_view format,
                        std::string_view column, const Sink& sink);

/// An ordinal for LaTeX's mathematical mode.
std::string latex_value(const Value& value);

}  // namespace grundy
