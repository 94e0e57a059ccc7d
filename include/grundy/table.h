/// @file
/// Table: the values of all positions of a box.
///
/// @code
/// grundy::Session session;
/// const grundy::Result<grundy::Table> table = session.table("wythoff", {{0, 2}, {0, 3}});
/// std::cout << table->coordinates()[0] << " and " << table->coordinates()[1]
///           << ", the last one fastest:";
/// for (const uint32_t value : table->small_values()) std::cout << ' ' << value;
/// std::cout << "\nat (2, 2): " << table->at({2, 2})->text() << '\n';
/// // a and b, the last one fastest: 0 1 2 3 1 2 0 4 2 0 1 5
/// // at (2, 2): 1
/// @endcode
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grundy/position.h"

namespace grundy::face {

/// The natural numbers first, …, last; first <= last.
struct Range {
  Value first;
  Value last;
  friend bool operator==(const Range&, const Range&) = default;
};

/// A range for each coordinate of a game, in their order.
using Box = std::vector<Range>;

/// What a table has of each position: its value; who wins, as a letter: P or N, D for a draw, and L
/// or R where Left or Right wins whoever begins; its genus, in misère play; or how many moves play
/// lasts when the winner hurries and the loser delays (remoteness) or the other way round
/// (suspense), ∞ for draws.
enum class Cells { values, outcomes, genera, remoteness, suspense };

/// The last number of each coordinate if nobody asks for a box: such a table fits on a page.
uint64_t usual_bound(size_t coordinates);

struct TableOptions {
  Cells cells = Cells::values;
  Play play = Play::normal;
  bool with_text = false;  ///< A text of the table is kept, and its memory counts.
};

/// How a table is written: in columns, for programs, as a b-file of the OEIS, for LaTeX (package
/// booktabs), as a picture.
enum class TableFormat { text, csv, json, bfile, latex, svg };

/// How a picture looks.
struct PictureStyle {
  std::optional<std::string> title;  ///< In place of the usual one; empty: none.
  bool origin_below = false;         ///< Rows of a heat map grow upwards.
  bool steps = false;  ///< One coordinate: a line of steps, with numbers where there is room.
  bool grey = false;   ///< For print.
};

/// Is given a long text piece by piece, in order.
using Sink = std::function<void(std::string_view)>;

/// How a file of values came about.
struct FilledFile {
  std::string engine;
  Work work;
};

/// Values of a game whose positions are numbers, below one another in memory: the last coordinate
/// changes fastest.
class Table {
 public:
  struct Rep;  // the library's own

  /// With its parameters: "stones[K=2]".
  const std::string& game() const;
  /// Their names.
  const std::vector<std::string>& coordinates() const;
  const Box& box() const;
  Cells cells() const;
  /// Positions of the box.
  size_t size() const;
  /// Where all values are below 2^32 - 1: they, four bytes each; of outcomes 0 for P, 1 for N, 2
  /// for L, 3 for R. Empty where a value is larger, infinite or ∞(K). Valid as long as a copy of
  /// the table is.
  std::span<const uint32_t> small_values() const;
  /// The value of position `index` in the table's order; requires index < size().
  Value operator[](size_t index) const;
  /// What the table has of position `index`, "5", "ω", "P", "3^1431"; requires index < size().
  std::string cell(size_t index) const;
  /// The value at these coordinates; an input error outside of the box.
  Result<Value> at(const std::vector<Value>& coordinates) const;
  /// The table in this format. Declined where the format has no room for its values or its
  /// coordinates; `style` is for pictures.
  Result<std::string> written(TableFormat format, const PictureStyle& style = {}) const;
  /// Likewise, without having the whole text at once.
  Result<void> write(TableFormat format, const Sink& sink, const PictureStyle& style = {}) const;
  /// The law, tested and not proved, on which values rest; or empty.
  const std::string& conjecture() const;
  /// The engine that found the values.
  const std::string& engine() const;
  const Work& work() const;

 private:
  friend struct Inside;
  explicit Table(std::shared_ptr<const Rep> rep) : rep_(std::move(rep)) {}
  std::shared_ptr<const Rep> rep_;
};

}  // namespace grundy::face
