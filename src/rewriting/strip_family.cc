#include "rewriting/strip_family.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "language/read_board.h"

namespace grundy {
namespace {

constexpr size_t kMostFamilyRows = 16;
constexpr size_t kMostFamilyCells = 4096;
constexpr int64_t kMostLettered = 24;  // vertices

bool is_name(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

std::string_view inside(std::string_view text) {
  const size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) return {};
  return text.substr(open + 1, text.size() - open - 2);
}

/// 1xn
struct NamedSize {
  size_t rows = 0;
  std::string name;
};
std::optional<NamedSize> named_size(std::string_view text) {
  NamedSize size;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size.rows);
  const auto read = static_cast<size_t>(end - text.data());
  if (error != std::errc() || read >= text.size() || text[read] != 'x' ||
      !is_name(text.substr(read + 1)))
    return std::nullopt;
  size.name = text.substr(read + 1);
  return size;
}

/// path n; 1=T
struct NamedGraph {
  std::string_view name, size, letters;
};
std::optional<NamedGraph> named_graph(std::string_view text) {
  if (!begins_with_graph_name(text)) return std::nullopt;
  const auto trimmed = [](std::string_view part) {
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    return part;
  };
  const size_t blank = text.find(' ');
  const size_t end = std::min(text.find_first_of(",;"), text.size());
  return NamedGraph{text.substr(0, blank),
                    trimmed(text.substr(blank, std::max(end, blank) - blank)),
                    end == text.size() ? std::string_view() : text.substr(end + 1)};
}

/// X(XO){n}O
struct RunInRow {
  std::string left, period, right, name;
};
std::optional<RunInRow> run_in(std::string_view row) {
  std::string cells;
  for (const char c : row) {
    if (c != ' ') cells.push_back(c);
  }
  const size_t open = cells.find('{');
  const size_t close = cells.find('}');
  if (open == std::string::npos || close == std::string::npos || close < open || open == 0)
    return std::nullopt;
  RunInRow run;
  run.name = cells.substr(open + 1, close - open - 1);
  run.right = cells.substr(close + 1);
  size_t begin = open - 1;
  if (cells[begin] == ')') {
    begin = cells.find('(');
    run.period = cells.substr(begin + 1, open - begin - 2);
  } else {
    run.period = cells.substr(begin, 1);
  }
  run.left = cells.substr(0, begin);
  const auto is_plain = [](const std::string& text) {
    return text.find_first_of("(){}") == std::string::npos;
  };
  if (!is_name(run.name) || run.period.empty() || !is_plain(run.left) || !is_plain(run.period) ||
      !is_plain(run.right))
    return std::nullopt;
  return run;
}

std::string columns_of(const std::vector<std::string>& rows) {
  std::string result;
  for (size_t column = 0; column < rows[0].size(); ++column) {
    for (const std::string& row : rows) result.push_back(row[column]);
  }
  return result;
}

/// 1=T, 3=T: the letter of each vertex.
Attempt<std::map<int64_t, char>> letters_in(const Rule& rule, std::string_view text) {
  std::map<int64_t, char> letters;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find_first_of(",;", begin), text.size());
    std::string entry;
    for (const char c : text.substr(begin, end - begin)) {
      if (c != ' ') entry.push_back(c);
    }
    int64_t vertex = 0;
    const auto [at, error] = std::from_chars(entry.data(), entry.data() + entry.size(), vertex);
    if (error != std::errc() || entry.data() + entry.size() - at != 2 || *at != '=' || vertex < 1)
      return Error::input(
          "behind a family of graphs stand letters of its first vertices, as in path n; 1=T");
    if (vertex > kMostLettered)
      return Error::input(
          fmt::format("the letters of a family stand on vertices 1 to {}", kMostLettered));
    if (!has_letter(rule.board->letters, letter_cell(at[1])))
      return Error::input(fmt::format("{} has no '{}'", rule.full_name, at[1]));
    letters[vertex] = at[1];
    begin = end + 1;
  }
  return letters;
}

Attempt<StripFamily> graphs_in(const Rule& rule, const NamedGraph& graph) {
  if (!is_played_on_graphs(*rule.board))
    return Error::input(
        fmt::format("'{}' has directions and is not played on graphs", rule.full_name));
  StripFamily family;
  size_t rows = 1;
  const auto grid = graph.name == "grid" ? named_size(graph.size) : std::nullopt;
  if (grid) rows = grid->rows;
  if (rows == 0 || rows > kMostFamilyRows)
    return Error::input(fmt::format("a family of grids has 1 to {} rows", kMostFamilyRows));
  family.name = grid ? grid->name : std::string(graph.size);
  const std::optional<Frieze> frieze = named_frieze(graph.name, rule.board->space, rows);
  if (!frieze)
    return Error::input(fmt::format("a {} graph has no columns that repeat", graph.name));
  if (!is_name(family.name) || (graph.name == "grid" && !grid))
    return Error::input(
        "a family of graphs is path n, cycle n, ladder n, caterpillar n or grid 2xn");
  family.frieze = *frieze;
  const Attempt<std::map<int64_t, char>> letters = letters_in(rule, graph.letters);
  if (!letters) return letters.error();
  const size_t edges = frieze->height() - frieze->rows;
  const std::string column = std::string(frieze->rows, '.') + std::string(edges, '-');
  StripColumns columns{"", column, "", 0};
  const int64_t lettered = letters->empty() ? 0 : letters->rbegin()->first;
  for (int64_t v = 1; v <= lettered; ++v) {
    columns.left += column;
    if (const auto one = letters->find(v); one != letters->end())
      columns.left[columns.left.size() - column.size()] = one->second;
  }
  columns.more = -lettered;
  family.first = std::max<int64_t>(1, lettered);
  if (edges > 0 && !frieze->closed) {
    columns.right = column;
    std::fill(columns.right.end() - static_cast<std::ptrdiff_t>(frieze->rails.size()),
              columns.right.end(), kNoCellSign);
    --columns.more;
    family.first = lettered + 1;
  }
  family.members.push_back(std::move(columns));
  return family;
}

}  // namespace

std::string StripFamily::columns(int64_t n) const {
  const auto q = static_cast<int64_t>(members.size());
  const StripColumns& member = members[static_cast<size_t>(n % q)];
  std::string columns = member.left;
  for (int64_t i = n / q + member.more; i > 0; --i) columns += member.period;
  return columns + member.right;
}

std::string name_in_family(std::string_view text) {
  const std::string_view board = inside(text);
  if (const auto graph = named_graph(board)) {
    const auto size = named_size(graph->size);
    return size ? size->name : std::string(graph->size);
  }
  if (const auto size = named_size(board)) return size->name;
  const auto run = run_in(board.substr(0, board.find('|')));
  return run ? run->name : "";
}

bool is_strip_family(std::string_view text) {
  const std::string_view board = inside(text);
  if (const auto graph = named_graph(board))
    return std::any_of(graph->size.begin(), graph->size.end(),
                       [](char c) { return c >= 'a' && c <= 'z' && c != 'x'; });
  return named_size(board) || run_in(board.substr(0, board.find('|')));
}

Attempt<StripFamily> read_strip_family(const Rule& rule, std::string_view text) {
  const std::string_view board = inside(text);
  if (rule.board == nullptr || !rule.board->has_board() || rule.board->space.numbers)
    return Error::input(fmt::format("{} has no boards of letters", rule.full_name));
  if (const auto graph = named_graph(board)) return graphs_in(rule, *graph);
  const SpaceKind kind = rule.board->space.kind;
  if (rule.board->space.is_graph() || kind == SpaceKind::word)
    return Error::input(fmt::format("{} has no boards of columns", rule.full_name));
  StripFamily family;
  const auto check = [&](size_t rows) -> Attempt<void> {
    if (rule.board->space.is_line() && rows > 1)
      return Error::input(fmt::format("a {} has one row", name_of(kind)));
    if (rows == 0 || rows > kMostFamilyRows || text.size() > kMostFamilyCells)
      return Error::input(fmt::format("a family of boards has 1 to {} rows", kMostFamilyRows));
    return {};
  };
  if (const auto size = named_size(board)) {
    if (auto bad = check(size->rows); !bad) return std::move(bad).error();
    family.name = size->name;
    family.frieze = board_frieze(kind, size->rows);
    family.first = is_cyclic(kind) ? 1 : 0;
    std::vector<std::string> start = rule.board->space.start;
    if (start.empty()) start = {"."};
    std::vector<std::string> rows;
    for (size_t i = 0; i < size->rows; ++i) rows.push_back(start[i % start.size()]);
    const std::string period = columns_of(rows);
    for (size_t columns = 0; columns < rows[0].size(); ++columns)
      family.members.push_back({"", period, period.substr(0, columns * size->rows), 0});
    return family;
  }
  std::vector<std::string> left, period, right;
  for (size_t begin = 0; begin <= board.size();) {
    const size_t end = std::min(board.find('|', begin), board.size());
    const auto run = run_in(board.substr(begin, end - begin));
    if (!run) return Error::input("each row of a family has one run, as in X.{n}O or (XO){n}");
    if (!left.empty() &&
        (run->left.size() != left[0].size() || run->period.size() != period[0].size() ||
         run->right.size() != right[0].size() || run->name != family.name))
      return Error::input(
          "the rows of a family have equally many cells before, in and behind their run");
    family.name = run->name;
    left.push_back(run->left);
    period.push_back(run->period);
    right.push_back(run->right);
    begin = end + 1;
  }
  if (auto bad = check(left.size()); !bad) return std::move(bad).error();
  family.frieze = board_frieze(kind, left.size());
  family.members.push_back({columns_of(left), columns_of(period), columns_of(right), 0});
  family.first = is_cyclic(kind) && family.columns(0).empty() ? 1 : 0;
  for (const std::string* cells :
       {&family.members[0].left, &family.members[0].period, &family.members[0].right}) {
    for (const char c : *cells) {
      if (!has_letter(rule.board->letters, letter_cell(c)))
        return Error::input(fmt::format("{} has no '{}'", rule.full_name, c));
    }
  }
  return family;
}

}  // namespace grundy
