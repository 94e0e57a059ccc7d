#include "language/board_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/read_board.h"
#include "rule/print_board.h"

namespace grundy {
namespace {

std::string column_name(size_t column) {
  std::string name;
  for (size_t n = column + 1; n > 0; n = (n - 1) / 26)
    name.insert(name.begin(), static_cast<char>('a' + (n - 1) % 26));
  return name;
}

std::string graph_text(const Board& board, const Space& space) {
  const Place& place = *board.place;
  const char joint = place.kind == SpaceKind::arcs ? '>' : '-';
  const Cell bare_vertex = space.numbers ? 0 : letter_cell('.');
  const Cell bare_edge = space.numbers ? 0 : letter_cell('-');
  std::vector<char> met(place.vertices.size(), 0);
  std::string text;
  for (size_t i = 0; i < place.edges.size(); ++i) {
    const Place::Edge& edge = place.edges[i];
    met[edge.from] = met[edge.to] = 1;
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", place.vertices[edge.from], joint,
                        place.vertices[edge.to]);
    if (place.edge_cells && board.cells[place.vertices.size() + i] != bare_edge)
      text += "=" + cell_text(board.cells[place.vertices.size() + i]);
  }
  for (size_t v = 0; v < place.vertices.size(); ++v) {
    if (met[v] == 0 && board.cells[v] == bare_vertex)
      text += fmt::format("{}{}", text.empty() ? "" : ", ", place.vertices[v]);
  }
  bool first = true;
  for (size_t v = 0; v < place.vertices.size(); ++v) {
    if (board.cells[v] == bare_vertex) continue;
    text += fmt::format("{}{}={}",
                        text.empty() ? ""
                        : first      ? "; "
                                     : ", ",
                        place.vertices[v], cell_text(board.cells[v]));
    first = false;
  }
  return "{" + text + "}";
}

bool needs_quotes(const std::string& text) {
  size_t rows = 0;
  size_t columns = 0;
  if (text.empty() || text.front() == '@' || text.front() == '{' || is_size(text, rows, columns))
    return true;
  int64_t depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '{' || c == '[') ++depth;
    if ((c == ')' || c == '}' || c == ']') && --depth < 0) return true;
    if (c == ',') return true;
  }
  return depth != 0;
}

}  // namespace

std::string cell_text(Cell cell) {
  return is_letter_cell(cell) ? std::string(1, letter_of(cell)) : std::to_string(cell);
}

std::string to_string(const Board& board, const Space& space) {
  const Place& place = *board.place;
  if (place.is_graph()) return graph_text(board, space);
  std::string text;
  for (size_t cell = 0; cell < board.cells.size(); ++cell) {
    if (cell > 0) text += cell % place.columns == 0 ? "|" : space.numbers ? " " : "";
    text += cell_text(board.cells[cell]);
  }
  return needs_quotes(text) ? "\"" + text + "\"" : text;
}

std::string to_string(const BoardPosition& position) {
  std::string text;
  size_t sets = 0;
  for (size_t i = 0; i < position.coordinates.size(); ++i) {
    const CoordinateKind kind =
        position.game->board ? position.game->board->kinds[i] : CoordinateKind::number;
    if (kind != CoordinateKind::number) {
      const std::string elements = fmt::format("{}", fmt::join(position.sets[sets++], ", "));
      text += (i == 0 ? "" : ", ") + (is_list(kind) ? "[" + elements + "]" : "{" + elements + "}");
    } else {
      text += fmt::format("{}{}", i == 0 ? "" : ", ", position.coordinates[i]);
    }
  }
  if (position.board.place)
    text += (text.empty() ? "" : ", ") + to_string(position.board, position.game->board->space);
  return fmt::format("{}({})", position.game->full_name, text);
}

std::string cell_name(const Place& place, size_t cell) {
  if (place.is_graph()) {
    if (!place.is_edge(cell)) return std::to_string(place.vertices[cell]);
    const Place::Edge& edge = place.edges[cell - place.vertices.size()];
    return fmt::format("({}{}{})", place.vertices[edge.from],
                       place.kind == SpaceKind::arcs ? ">" : "-", place.vertices[edge.to]);
  }
  if (place.kind == SpaceKind::grid || place.kind == SpaceKind::torus)
    return fmt::format("{}{}", column_name(cell % place.columns), cell / place.columns + 1);
  return std::to_string(cell + 1);
}

std::string drawing(const Board& board, const Space& space) {
  if (!board.place ||
      !(board.place->kind == SpaceKind::grid || board.place->kind == SpaceKind::torus))
    return {};
  const Place& place = *board.place;
  size_t width = column_name(place.columns - 1).size();
  for (const Cell cell : board.cells) width = std::max(width, cell_text(cell).size());
  const size_t margin = std::to_string(place.rows).size();
  std::string text = std::string(margin + 2, ' ');
  for (size_t c = 0; c < place.columns; ++c) text += fmt::format(" {:>{}}", column_name(c), width);
  text += "\n";
  for (size_t r = 0; r < place.rows; ++r) {
    text += fmt::format("  {:>{}}", r + 1, margin);
    if (space.hex) text += std::string(r * (width + 1) / 2, ' ');
    for (size_t c = 0; c < place.columns; ++c)
      text += fmt::format(" {:>{}}", cell_text(board.cells[r * place.columns + c]), width);
    text += "\n";
  }
  return text;
}

namespace {

/// What the line looks for, if it is letters alone; empty for others.
std::string letters_of(const BoardLine& line) {
  std::string result;
  if (line.steps.empty() || line.steps[0].left.size() != 1) return "";
  for (const Item& item : line.steps[0].left[0]) {
    if (item.kind != Item::Kind::letters || item.listed.empty()) return "";
    result += item.listed[0];
  }
  return result;
}

/// What some lines look for, one behind the other, twice where it is short; empty where that is not
/// letters alone.
std::string looked_for(const BoardRule& board) {
  constexpr size_t kLong = 6;
  std::string result;
  for (const BoardLine& line : board.lines) {
    if (result.size() < kLong) result += letters_of(line);
  }
  return result.size() < 4 ? result + result : result;
}

/// A row with moves of a board whose free cells have none; else the size that is given.
std::string example_row(const BoardRule& board, std::string_view size) {
  const std::string row = looked_for(board);
  const bool has_pieces = std::all_of(board.lines.begin(), board.lines.end(), [](const auto& line) {
    return letters_of(line).find_first_not_of(".#") != std::string::npos;
  });
  return has_pieces && !row.empty() ? row : std::string(size);
}

std::string example_word(const BoardRule& board) {
  if (std::string word = looked_for(board); !word.empty()) return word;
  for (size_t c = 1; c < board.letters.size(); ++c) {
    if (board.letters[c] && c != '.' && c != '#') return std::string(2, static_cast<char>(c));
  }
  return "..";
}

}  // namespace

std::string example_position(const Rule& rule) {
  const BoardRule& board = *rule.board;
  std::string text;
  for (size_t i = 0; i < rule.arity(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ",
                        board.kinds[i] == CoordinateKind::set ? "{1, 2, 4}"
                        : is_list(board.kinds[i])             ? "[3, 5, 7]"
                                                              : rule.coordinates[i]);
  const auto add = [&](std::string_view one) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", one);
  };
  switch (board.space.kind) {
    case SpaceKind::none:
      break;
    case SpaceKind::strip:
    case SpaceKind::ring:
      add(example_row(board, "1x8"));
      break;
    case SpaceKind::grid:
    case SpaceKind::torus:
      add(example_row(board, "3x4"));
      break;
    case SpaceKind::graph:
      add("{1-2, 2-3}");
      break;
    case SpaceKind::arcs:
      add("{1>2, 1>3}");
      break;
    case SpaceKind::word:
      add(example_word(board));
      break;
  }
  return fmt::format("{}({})", rule.name, text);
}

}  // namespace grundy
