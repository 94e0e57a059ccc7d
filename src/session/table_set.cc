// Sets of positions, chosen by a condition: the lost positions of Wythoff's game as a list, for a
// program, as two b-files of the OEIS, or as a table of a paper. And whole tables for papers.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "session/json.h"
#include "session/table.h"

namespace grundy {
namespace {

constexpr size_t kMostLatexColumns = 40;

void replace_each(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// A coordinate's name in LaTeX's mathematical mode.
std::string latex_coordinate(const std::string& name) {
  if (name.size() == 1) return name;
  std::string escaped = name;
  replace_each(escaped, "_", "\\_");
  return "\\mathrm{" + escaped + "}";
}

std::string latex_cell(const Table& table, size_t i) {
  if (table.genera.empty())
    return table.holds == Cells::outcomes ? table.cell(i)
                                          : "$" + latex_value(table.values[i]) + "$";
  const std::string genus = table.cell(i);
  const size_t power = genus.find('^');
  return "$" + genus.substr(0, power) + "^{" + genus.substr(power + 1) + "}$";
}

std::string tabular(const std::string& columns, const std::string& head,
                    const std::vector<std::string>& rows) {
  std::string text =
      fmt::format("% Needs booktabs.\n\\begin{{tabular}}{{{}}}\n\\toprule\n{} \\\\\n\\midrule\n",
                  columns, head);
  for (const std::string& row : rows) text += row + " \\\\\n";
  return text + "\\bottomrule\n\\end{tabular}\n";
}

void set_text(const Table& box, const PositionSet& set, const Sink& sink) {
  std::string text = fmt::format("Positions {}", box.name());
  const std::vector<size_t> axes = box.axes();
  for (size_t i = 0; i < axes.size(); ++i)
    text += fmt::format("{}{} = {}", i == 0 ? " for " : ", ", box.coordinates[axes[i]],
                        box.box[axes[i]].to_string());
  if (!set.where.empty()) text += fmt::format(" with {}", set.where);
  text += fmt::format(": {}\n\n", set.members.size());
  std::vector<std::string> heads = box.coordinates;
  heads.emplace_back(box.cells());
  std::vector<size_t> widths;
  for (const std::string& head : heads) widths.push_back(text_width(head));
  std::vector<std::vector<std::string>> rows;
  for (const auto& [position, place] : set.members) {
    std::vector<std::string>& row = rows.emplace_back();
    for (const Natural& coordinate : position) row.push_back(coordinate.to_string());
    row.push_back(box.cell(place));
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], text_width(row[i]));
  }
  const auto line = [&](const std::vector<std::string>& row) {
    for (size_t i = 0; i < row.size(); ++i)
      text += (i == 0 ? "" : "  ") + padded_left(row[i], widths[i]);
    text += "\n";
  };
  line(heads);
  for (const auto& row : rows) line(row);
  sink(text);
}

void set_csv(const Table& box, const PositionSet& set, const Sink& sink) {
  std::string text = fmt::format("{},{}\n", fmt::join(box.coordinates, ","), box.cells());
  for (const auto& [position, place] : set.members) {
    for (const Natural& coordinate : position) text += coordinate.to_string() + ",";
    text += box.cell(place) + "\n";
  }
  sink(text);
}

void set_json(const Table& box, const PositionSet& set, const Sink& sink) {
  JsonWriter json;
  json.begin_object();
  json.key("game").value(box.game);
  json.key("coordinates").begin_array();
  for (const std::string& name : box.coordinates) json.value(name);
  json.end_array();
  json.key("box").begin_array();
  for (const Range& range : box.box)
    json.begin_array().value(range.first).value(range.last()).end_array();
  json.end_array();
  json.key("where").value(set.where);
  json.key(box.holds == Cells::outcomes ? "outcomes" : "values").begin_array();
  for (const auto& [position, place] : set.members) {
    json.begin_array().begin_array();
    for (const Natural& coordinate : position) json.value(coordinate);
    json.end_array().value(box.cell(place)).end_array();
  }
  json.end_array().end_object();
  sink(json.take() + "\n");
}

void set_latex(const Table& box, const PositionSet& set, const Sink& sink) {
  std::string head;
  for (const std::string& name : box.coordinates)
    head += fmt::format("${}$ & ", latex_coordinate(name));
  std::vector<std::string> rows;
  for (const auto& [position, place] : set.members) {
    std::string& row = rows.emplace_back();
    for (const Natural& coordinate : position)
      row += fmt::format("${}$ & ", coordinate.to_string());
    row += latex_cell(box, place);
  }
  sink(tabular(std::string(box.coordinates.size() + 1, 'r'), head + box.cells(), rows));
}

Attempt<void> set_bfile(const Table& box, const PositionSet& set, std::string_view column,
                        const Sink& sink) {
  size_t at = 0;
  if (!column.empty() || box.coordinates.size() > 1) {
    at = static_cast<size_t>(std::find(box.coordinates.begin(), box.coordinates.end(), column) -
                             box.coordinates.begin());
    if (at == box.coordinates.size()) {
      std::vector<std::string> choices;
      for (const std::string& name : box.coordinates) choices.push_back("--column " + name);
      return Error::input(
          fmt::format("a b-file lists one coordinate: {}", enumeration(choices, "or")));
    }
  }
  std::string text;
  for (size_t n = 0; n < set.members.size(); ++n)
    text += fmt::format("{} {}\n", n, set.members[n].first[at].to_string());
  sink(text);
  return {};
}

}  // namespace

std::string latex_value(const Value& value) {
  if (value.is_loony()) return "\\mathrm{loony}";
  std::string text = value.to_string();
  replace_each(text, "ω", "\\omega ");
  replace_each(text, "·", "\\cdot ");
  replace_each(text, "∞", "\\infty");
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] != '^') continue;
    // The exponent is a number, ω, or stands in parentheses.
    size_t end = i + 1;
    size_t depth = 0;
    do {
      if (text[end] == '(') ++depth;
      if (text[end] == ')') --depth;
      ++end;
    } while (end < text.size() && (depth > 0 || (text[end] >= '0' && text[end] <= '9')));
    if (text.compare(i + 1, 7, "\\omega ") == 0) end = i + 8;
    result += "{" + text.substr(i + 1, end - i - 1) + "}";
    i = end - 1;
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

Attempt<void> write_latex(const Table& table, const Sink& sink) {
  const std::vector<size_t> axes = table.axes();
  if (axes.size() > 2)
    return Error::input("a table for a paper has two axes; --box fixes the other coordinates");
  std::vector<std::string> rows;
  const Range& down = table.box[axes[0]];
  const std::string name = latex_coordinate(table.coordinates[axes[0]]);
  const auto label = [&](size_t row) {
    return fmt::format("${}$", (down.first + Natural(row)).to_string());
  };
  if (axes.size() == 1) {
    for (size_t i = 0; i < table.values.size(); ++i)
      rows.push_back(label(i) + " & " + latex_cell(table, i));
    sink(tabular("rr", fmt::format("${}$ & {}", name, table.cells()), rows));
    return {};
  }
  const Range& across = table.box[axes[1]];
  const auto columns = static_cast<size_t>(across.count.to_uint64().value_or(0));
  if (columns > kMostLatexColumns)
    return Error::input(
        fmt::format("{} columns are too many for a page; --box makes them fewer", columns));
  std::string head =
      fmt::format("${} \\backslash {}$", name, latex_coordinate(table.coordinates[axes[1]]));
  for (size_t c = 0; c < columns; ++c)
    head += fmt::format(" & ${}$", (across.first + Natural(c)).to_string());
  for (size_t i = 0; i < table.values.size(); i += columns) {
    std::string row = label(i / columns);
    for (size_t c = 0; c < columns; ++c) row += " & " + latex_cell(table, i + c);
    rows.push_back(std::move(row));
  }
  sink(tabular("r" + std::string(columns, 'r'), head, rows));
  return {};
}

Attempt<void> write_set(const Table& box, const PositionSet& set, std::string_view format,
                        std::string_view column, const Sink& sink) {
  if (format == "bfile") return set_bfile(box, set, column, sink);
  if (format == "text") {
    set_text(box, set, sink);
  } else if (format == "csv") {
    set_csv(box, set, sink);
  } else if (format == "json") {
    set_json(box, set, sink);
  } else if (format == "latex") {
    set_latex(box, set, sink);
  } else {
    return Error::input(fmt::format(
        "a set of positions has no form '{}'; text, csv, json, latex and bfile have one", format));
  }
  return {};
}

}  // namespace grundy
