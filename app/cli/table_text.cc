#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "cli/table.h"
#include "session/json.h"

namespace grundy::cli {
namespace {

constexpr size_t kPiece = 1 << 16;  // bytes given to the sink at a time
constexpr size_t kPageWidth = 100;  // characters

/// Collects text and hands it on in pieces.
class Writer {
 public:
  explicit Writer(const Sink& sink) : sink_(sink) {}
  ~Writer() { sink_({buffer_.data(), buffer_.size()}); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void text(std::string_view text) {
    buffer_.append(text.data(), text.data() + text.size());
    if (buffer_.size() < kPiece) return;
    sink_({buffer_.data(), buffer_.size()});
    buffer_.clear();
  }
  void value(const Natural& n) { text(n.to_string()); }
  void value(const Value& value) {
    if (!value.is_loopy() && value.ordinal().is_small()) {
      fmt::format_to(std::back_inserter(buffer_), "{}", value.ordinal().small());
    } else {
      text(value.to_string());
    }
  }

 private:
  const Sink& sink_;
  fmt::memory_buffer buffer_;
};

/// Calls visit(coordinates, value) for all positions in order.
template <class Visit>
void for_each_position(const Table& table, Visit&& visit) {
  Coordinates position;
  for (const Range& range : table.box) position.push_back(range.first);
  for (const Value& value : table.values) {
    visit(static_cast<const Coordinates&>(position), value);
    for (size_t i = position.size(); i-- > 0;) {
      if (position[i] != table.box[i].last()) {
        position[i] = position[i] + Natural(1);
        break;
      }
      position[i] = table.box[i].first;
    }
  }
}

uint64_t count_of(const Range& range) { return *range.count.to_uint64(); }

/// One axis: rows of ten, of five or of one, as wide as the page allows; their starts are multiples of that.
void write_rows(const Table& table, const Range& range, const std::string& name, Writer& out) {
  size_t value_width = 0;
  for (size_t i = 0; i < table.values.size(); ++i) value_width = std::max(value_width, text_width(table.cell(i)));
  const size_t label_width = std::max(range.last().to_string().size(), name.size());
  uint64_t columns = 10;
  const auto line_width = [&] { return label_width + 1 + columns * (std::max<size_t>(value_width, 2) + 2); };
  while (columns > 1 && line_width() > kPageWidth) columns = columns == 10 ? 5 : 1;
  value_width = std::max<size_t>(value_width, columns > 1 ? 2 : 5);

  const uint64_t skipped = (range.first % Natural(columns)).small();  // places before the first in its row
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
      out.text("  " + padded_left(i < skipped ? "" : table.cell(i - skipped), value_width));
    }
    out.text("\n");
  }
}

/// Two axes: a grid; `first` is the index of its upper left value, values of a row follow each other.
void write_grid(const Table& table, size_t down, size_t across, uint64_t first, Writer& out) {
  const uint64_t rows = count_of(table.box[down]);
  const uint64_t columns = count_of(table.box[across]);
  const std::string corner = table.coordinates[down] + " \\ " + table.coordinates[across];
  const size_t label_width = std::max(table.box[down].last().to_string().size(), corner.size());
  std::vector<std::string> heads;
  std::vector<size_t> widths;
  Natural head = table.box[across].first;
  for (uint64_t c = 0; c < columns; ++c, head = head + Natural(1)) {
    heads.push_back(head.to_string());
    widths.push_back(heads.back().size());
    for (uint64_t r = 0; r < rows; ++r) {
      widths[c] = std::max(widths[c], text_width(table.cell(first + r * columns + c)));
    }
  }
  out.text(padded_left(corner, label_width) + " ");
  for (uint64_t c = 0; c < columns; ++c) out.text("  " + padded_left(heads[c], widths[c]));
  out.text("\n");
  Natural label = table.box[down].first;
  for (uint64_t r = 0; r < rows; ++r, label = label + Natural(1)) {
    out.text(padded_left(label.to_string(), label_width) + " ");
    for (uint64_t c = 0; c < columns; ++c) {
      out.text("  " + padded_left(table.cell(first + r * columns + c), widths[c]));
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
    out.text(
        fmt::format("{} {} = {}", i == 0 ? " for" : ",", table.coordinates[axes[i]], table.box[axes[i]].to_string()));
  }
  out.text("\n\n");
  if (axes.size() == 1) return write_rows(table, table.box[axes[0]], table.coordinates[axes[0]], out);

  const size_t down = axes[axes.size() - 2];
  const size_t across = axes.back();
  const uint64_t size = count_of(table.box[down]) * count_of(table.box[across]);
  std::vector<Natural> outer;  // where the slice lies
  for (size_t i = 0; i + 2 < axes.size(); ++i) outer.push_back(table.box[axes[i]].first);
  for (uint64_t first = 0; first < table.values.size(); first += size) {
    if (!outer.empty()) {
      if (first > 0) out.text("\n");
      for (size_t i = 0; i < outer.size(); ++i) {
        out.text(fmt::format("{}{} = {}", i == 0 ? "" : ", ", table.coordinates[axes[i]], outer[i].to_string()));
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
  out.text(table.misere ? "outcome\n" : "value\n");
  size_t index = 0;
  for_each_position(table, [&](const Coordinates& position, const Value& value) {
    for (const Natural& c : position) {
      out.value(c);
      out.text(",");
    }
    const bool quoted = value.is_loopy() && value.exits().size() > 1;  // it has commas
    if (quoted) out.text("\"");
    out.text(table.cell(index++));
    out.text(quoted ? "\"\n" : "\n");
  });
}

void write_json(const Table& table, const Sink& sink) {
  JsonWriter json;
  json.begin_object();
  json.key("game").value(table.game);
  json.key("coordinates").begin_array();
  for (const std::string& name : table.coordinates) json.value(name);
  json.end_array();
  json.key("box").begin_array();
  for (const Range& range : table.box) json.begin_array().value(range.first).value(range.last()).end_array();
  json.end_array();
  json.key(table.misere ? "outcomes" : "values").begin_array();
  uint64_t done = 0;
  for_each_position(table, [&](const Coordinates& position, const Value&) {
    json.begin_array().begin_array();
    for (const Natural& c : position) json.value(c);
    json.end_array().value(table.cell(done)).end_array();
    if (++done % 1024 == 0) sink(json.take());
  });
  json.end_array().end_object();
  sink(json.take() + "\n");
}

Attempt<void> write_bfile(const Table& table, const Sink& sink) {
  if (table.misere) return Error::input("a b-file lists numbers, and outcomes are none; --format csv takes them");
  const std::vector<size_t> axes = table.axes();
  if (axes.size() > 1) {
    std::vector<std::string> names;
    for (size_t axis : axes) names.push_back(table.coordinates[axis]);
    return Error::input(fmt::format("a b-file lists one coordinate, and {} vary here; --box fixes a coordinate by {}=0",
                                    enumeration(names), names[0]));
  }
  const Natural& first = table.box[axes[0]].first;
  for (size_t i = 0; i < table.values.size(); ++i) {
    if (table.values[i].is_finite()) continue;
    return Error::input(fmt::format("a b-file lists finite values, and that of {} = {} is {}; --format csv takes any",
                                    table.coordinates[axes[0]], (first + Natural(i)).to_string(),
                                    table.values[i].to_string()));
  }
  Writer out(sink);
  for (size_t i = 0; i < table.values.size(); ++i) {
    out.value(first + Natural(i));
    out.text(" ");
    out.value(table.values[i]);
    out.text("\n");
  }
  return {};
}

}  // namespace grundy::cli
