#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "session/json.h"
#include "session/table.h"

namespace grundy {
namespace {

constexpr size_t kPieceOfText = 1 << 16;  // bytes given to the sink at a time
constexpr size_t kPageWidth = 100;        // characters

/// Collects text and hands it on in pieces.
class Writer {
 public:
  explicit Writer(const Sink& sink) : sink_(sink) {}
  ~Writer() { sink_(buffer_); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void text(std::string_view text) {
    buffer_.append(text);
    if (buffer_.size() >= kPieceOfText) flush();
  }
  void cell(const Table& table, size_t i) { table.append_cell(i, buffer_); }
  /// Behind two spaces, flush right.
  void column(const Table& table, size_t i, size_t width) {
    buffer_.append(2 + width - std::min(width, table.cell_width(i)), ' ');
    cell(table, i);
  }

 private:
  void flush() {
    sink_(buffer_);
    buffer_.clear();
  }
  const Sink& sink_;
  std::string buffer_;
};

/// Calls visit(number of the first, coordinates of the row) for each row, in which only the last
/// coordinate changes.
template <class Visit>
void for_each_row(const Table& table, Visit&& visit) {
  Coordinates position;
  for (const Range& range : table.box) position.push_back(range.first);
  const uint64_t length = *table.box.back().count.to_uint64();
  for (size_t first = 0; first < table.values.size(); first += length) {
    visit(first, static_cast<const Coordinates&>(position));
    for (size_t i = position.size() - 1; i-- > 0;) {
      if (position[i] != table.box[i].last()) {
        position[i] = position[i] + Natural(1);
        break;
      }
      position[i] = table.box[i].first;
    }
  }
}

/// Natural numbers from one on, in decimal.
class Counter {
 public:
  explicit Counter(const Natural& first) : text_(first.to_string()) {}
  const std::string& text() const { return text_; }
  void next() {
    size_t i = text_.size();
    while (i > 0 && text_[i - 1] == '9') text_[--i] = '0';
    if (i > 0) {
      ++text_[i - 1];
    } else {
      text_.insert(text_.begin(), '1');
    }
  }

 private:
  std::string text_;
};

uint64_t count_of(const Range& range) { return *range.count.to_uint64(); }

/// One axis: rows of ten, of five or of one, as wide as the page allows; their starts are multiples
/// of that.
void write_rows(const Table& table, const Range& range, const std::string& name, Writer& out) {
  size_t value_width = 0;
  for (size_t i = 0; i < table.values.size(); ++i)
    value_width = std::max(value_width, table.cell_width(i));
  const size_t label_width = std::max(range.last().to_string().size(), name.size());
  uint64_t columns = 10;
  const auto line_width = [&] {
    return label_width + 1 + columns * (std::max<size_t>(value_width, 2) + 2);
  };
  while (columns > 1 && line_width() > kPageWidth) columns = columns == 10 ? 5 : 1;
  value_width = std::max<size_t>(value_width, columns > 1 ? 2 : 5);

  // Places before the first in its row.
  const uint64_t skipped = (range.first % Natural(columns)).small();
  const uint64_t end = skipped + table.values.size();
  out.text(padded_left(name, label_width) + " ");
  if (columns == 1) {
    out.text("  " + padded_left("value", value_width));
  } else {
    for (uint64_t i = 0; i < std::min(columns, end); ++i)
      out.text("  " + padded_left(fmt::format("+{}", i), value_width));
  }
  out.text("\n");
  Natural label = range.first - Natural(skipped);
  for (uint64_t row = 0; row < end; row += columns, label = label + Natural(columns)) {
    out.text(padded_left(label.to_string(), label_width) + " ");
    for (uint64_t i = row; i < std::min(row + columns, end); ++i) {
      if (i < skipped) {
        out.text(std::string(2 + value_width, ' '));
      } else {
        out.column(table, i - skipped, value_width);
      }
    }
    out.text("\n");
  }
}

/// Two axes: a grid; `first` is the index of its upper left value, values of a row follow each
/// other.
void write_grid(const Table& table, size_t down, size_t across, uint64_t first, Writer& out) {
  const uint64_t rows = count_of(table.box[down]);
  const uint64_t columns = count_of(table.box[across]);
  const std::string corner = table.coordinates[down] + " \\ " + table.coordinates[across];
  const size_t label_width = std::max(table.box[down].last().to_string().size(), corner.size());
  std::vector<std::string> heads;
  std::vector<size_t> widths;
  Counter head(table.box[across].first);
  for (uint64_t c = 0; c < columns; ++c, head.next()) {
    heads.push_back(head.text());
    widths.push_back(heads.back().size());
  }
  for (uint64_t r = 0; r < rows; ++r) {
    for (uint64_t c = 0; c < columns; ++c)
      widths[c] = std::max(widths[c], table.cell_width(first + r * columns + c));
  }
  out.text(padded_left(corner, label_width) + " ");
  for (uint64_t c = 0; c < columns; ++c) out.text("  " + padded_left(heads[c], widths[c]));
  out.text("\n");
  Natural label = table.box[down].first;
  for (uint64_t r = 0; r < rows; ++r, label = label + Natural(1)) {
    out.text(padded_left(label.to_string(), label_width) + " ");
    for (uint64_t c = 0; c < columns; ++c) {
      out.column(table, first + r * columns + c, widths[c]);
    }
    out.text("\n");
  }
}

}  // namespace

void write_text(const Table& table, const Sink& sink) {
  Writer out(sink);
  const std::vector<size_t> axes = table.axes();
  out.text(table.title());
  for (size_t i = 0; i < axes.size(); ++i) {
    out.text(fmt::format("{} {} = {}", i == 0 ? " for" : ",", table.coordinates[axes[i]],
                         table.box[axes[i]].to_string()));
  }
  out.text("\n\n");
  if (axes.size() == 1)
    return write_rows(table, table.box[axes[0]], table.coordinates[axes[0]], out);

  const size_t down = axes[axes.size() - 2];
  const size_t across = axes.back();
  const uint64_t size = count_of(table.box[down]) * count_of(table.box[across]);
  std::vector<Natural> outer;  // where the slice lies
  for (size_t i = 0; i + 2 < axes.size(); ++i) outer.push_back(table.box[axes[i]].first);
  for (uint64_t first = 0; first < table.values.size(); first += size) {
    if (!outer.empty()) {
      if (first > 0) out.text("\n");
      for (size_t i = 0; i < outer.size(); ++i) {
        out.text(fmt::format("{}{} = {}", i == 0 ? "" : ", ", table.coordinates[axes[i]],
                             outer[i].to_string()));
      }
      out.text("\n");
    }
    write_grid(table, down, across, first, out);
    for (size_t i = outer.size(); i-- > 0;) {
      const Range& range = table.box[axes[i]];
      if (outer[i] != range.last()) {
        outer[i] = outer[i] + Natural(1);
        break;
      }
      outer[i] = range.first;
    }
  }
}

void write_csv(const Table& table, const Sink& sink) {
  Writer out(sink);
  for (const std::string& name : table.coordinates) out.text(name + ",");
  out.text(table.cells());
  out.text("\n");
  for_each_row(table, [&](size_t first, const Coordinates& position) {
    std::string outer;
    for (size_t i = 0; i + 1 < position.size(); ++i) outer += position[i].to_string() + ",";
    Counter last(position.back());
    const uint64_t length = count_of(table.box.back());
    for (size_t i = first; i < first + length; ++i, last.next()) {
      const bool large = table.values.number(i) == ValueList::kLarge;
      const bool commas = !table.genera.empty() ? table.genera[i].find(',') != std::string::npos
                                                : large && table.values[i].is_loopy() &&
                                                      table.values[i].exits().size() > 1;
      out.text(outer);
      out.text(last.text());
      out.text(commas ? ",\"" : ",");
      out.cell(table, i);
      out.text(commas ? "\"\n" : "\n");
    }
  });
}

namespace {

std::string in_json(const Natural& number) {
  JsonWriter json;
  json.value(number);
  return json.take();
}

}  // namespace

void write_json(const Table& table, const Sink& sink) {
  JsonWriter json;
  json.begin_object();
  json.key("game").value(table.game);
  json.key("coordinates").begin_array();
  for (const std::string& name : table.coordinates) json.value(name);
  json.end_array();
  json.key("box").begin_array();
  for (const Range& range : table.box)
    json.begin_array().value(range.first).value(range.last()).end_array();
  json.end_array();
  if (!table.conjecture.empty())
    json.key("conjectures").begin_array().value(table.conjecture).end_array();
  constexpr const char* kKeys[] = {"values", "outcomes", "genera", "remoteness", "suspense"};
  json.key(kKeys[static_cast<size_t>(table.holds)]).begin_array();
  Writer out(sink);
  out.text(json.take());
  for_each_row(table, [&](size_t first, const Coordinates& position) {
    std::string outer;
    for (size_t i = 0; i + 1 < position.size(); ++i) outer += in_json(position[i]) + ", ";
    const uint64_t length = count_of(table.box.back());
    const bool is_number =
        in_json(table.box.back().last()).front() != '"';  // and so are those before it
    Counter last(position.back());
    Natural large = position.back();
    for (size_t i = first; i < first + length; ++i, last.next()) {
      out.text(i == 0 ? "[[" : ", [[");
      out.text(outer);
      out.text(is_number ? last.text() : in_json(large));
      out.text("], \"");
      out.cell(table, i);
      out.text("\"]");
      if (!is_number) large = large + Natural(1);
    }
  });
  out.text("]}\n");
}

Attempt<void> write_bfile(const Table& table, const Sink& sink) {
  if (table.holds == Cells::outcomes)
    return Error::input("a b-file lists numbers, and outcomes are none; --format csv takes them");
  const std::vector<size_t> axes = table.axes();
  if (axes.size() > 1) {
    std::vector<std::string> names;
    for (size_t axis : axes) names.push_back(table.coordinates[axis]);
    return Error::input(fmt::format(
        "a b-file lists one coordinate, and {} vary here; --box fixes a coordinate by {}=0",
        enumeration(names), names[0]));
  }
  const Natural& first = table.box[axes[0]].first;
  for (size_t i = 0; i < table.values.size() && !table.values.all_small(); ++i) {
    if (table.values[i].is_finite()) continue;
    return Error::input(fmt::format(
        "a b-file lists finite values, and that of {} = {} is {}; --format csv takes any",
        table.coordinates[axes[0]], (first + Natural(i)).to_string(), table.values[i].to_string()));
  }
  Writer out(sink);
  Counter place(first);
  for (size_t i = 0; i < table.values.size(); ++i, place.next()) {
    out.text(place.text());
    out.text(" ");
    out.cell(table, i);
    out.text("\n");
  }
  return {};
}

}  // namespace grundy
