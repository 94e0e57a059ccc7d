#include "language/read_board.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "base/file.h"
#include "language/board_text.h"
#include "language/sum_syntax.h"
#include "rule/board_clauses.h"
#include "rule/frieze.h"
#include "rule/print.h"
#include "rule/print_board.h"

namespace grundy {
namespace {

constexpr uint64_t kMostNumber = 1'000'000'000'000'000'000;
constexpr size_t kMaxBoardFileBytes = size_t{64} << 20;

bool is_blank_character(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_decimal(char c) { return c >= '0' && c <= '9'; }

/// A stretch of a text, with blanks around it left out.
Span trimmed_span(std::string_view text, Span span) {
  while (span.begin < span.end && is_blank_character(text[span.begin])) ++span.begin;
  while (span.end > span.begin && is_blank_character(text[span.end - 1])) --span.end;
  return span;
}

std::string_view within(std::string_view text, Span span) {
  return text.substr(span.begin, span.end - span.begin);
}

/// Thrown inside the reader, and caught at its face.
struct BadBoard {
  Error error;
};

std::string letters_text(const Letters& letters) {
  std::vector<std::string> list;
  for (size_t c = 1; c < letters.size(); ++c) {
    if (letters[c]) list.emplace_back(1, static_cast<char>(c));
  }
  std::stable_partition(list.begin(), list.end(), [](const std::string& s) { return s == "."; });
  std::string text;
  for (size_t i = 0; i < list.size(); ++i)
    text += (i == 0 ? "" : i + 1 == list.size() ? " and " : ", ") + list[i];
  return text;
}

class BoardReader {
 public:
  BoardReader(const Rule& rule, std::string_view source, std::string_view text)
      : rule_(rule), board_rule_(*rule.board), source_(source), text_(text) {}

  BoardPosition position(Span arguments, const Budget& budget) {
    BoardPosition result;
    result.game = &rule_;
    const std::vector<Span> pieces = divided(arguments);
    const size_t wanted = rule_.arity() + (board_rule_.has_board() ? 1 : 0);
    if (pieces.size() != wanted)
      fail(arguments,
           fmt::format("'{}' is written {}; {} part{} between the brackets instead of {}",
                       rule_.name, example_position(rule_), pieces.size(),
                       pieces.size() == 1 ? "" : "s", wanted));
    for (size_t i = 0; i < rule_.arity(); ++i) {
      if (board_rule_.kinds[i] != CoordinateKind::number) {
        result.coordinates.push_back(0);
        result.sets.push_back(set(pieces[i], board_rule_.kinds[i]));
      } else {
        result.coordinates.push_back(number(pieces[i], "a natural number"));
      }
    }
    if (board_rule_.has_board()) result.board = board(pieces.back());
    Fault fault;
    Patience patience(budget);
    const BoardClause* broken = broken_clause(result, fault, &patience);
    if (fault.kind == Fault::Kind::out_of_patience) throw BadBoard{budget.why()};
    if (broken != nullptr)
      fail_at(result, *broken, board_rule_.has_board() ? pieces.back() : arguments);
    return result;
  }

 private:
  [[noreturn]] void fail(Span span, std::string message) const {
    throw BadBoard{
        Error::at(locate(Diagnostic::Severity::error, std::move(message), source_, text_, span))};
  }

  [[noreturn]] void fail_at(const BoardPosition& position, const BoardClause& clause,
                            Span span) const {
    const std::string rule = print_expr(clause.condition, clause.slot_names);
    const Breach how = breach(position, clause);
    if (how.cells.empty()) fail(span, fmt::format("no position: it breaks 'always {}'", rule));
    const size_t first = how.cells[0];
    const std::string place = cell_name(*position.board.place, first);
    if (first < cell_spans_.size()) span = cell_spans_[first];
    if (how.broken->kind != CellCondition::Kind::every_reaches) {
      std::string names;
      for (const size_t cell : how.cells)
        names += (names.empty() ? "" : "-") + cell_name(*position.board.place, cell);
      fail(span, fmt::format("no position: {} at {} (always {})",
                             print_pattern(how.broken->pattern, clause.slot_names), names, rule));
    }
    fail(span, fmt::format("no position: {} at {} reaches {} {} (always {})",
                           cell_text(position.board.cells[first]), place,
                           how.broken->reach.negated ? "a" : "no",
                           print_pattern({how.broken->reach.target}, clause.slot_names), rule));
  }

  /// At commas outside brackets and quotes, as many pieces as the game has; the board is the last
  /// one.
  std::vector<Span> divided(Span arguments) const {
    std::vector<Span> pieces;
    size_t depth = 0;
    size_t begin = arguments.begin;
    for (size_t at = arguments.begin; at < arguments.end; ++at) {
      const char c = text_[at];
      if (c == '"') {
        const size_t close = text_.find('"', at + 1);
        if (close == text_.npos || close >= arguments.end)
          fail({at, at + 1}, "the board has no closing '\"'");
        at = close;
      } else if (c == '(' || c == '{' || c == '[') {
        ++depth;
      } else if ((c == ')' || c == '}' || c == ']') && depth > 0) {
        --depth;
      } else if (c == ',' && depth == 0) {
        pieces.push_back(trimmed_span(text_, {begin, at}));
        begin = at + 1;
      }
    }
    const Span last = trimmed_span(text_, {begin, arguments.end});
    if (last.begin < last.end || !pieces.empty()) pieces.push_back(last);
    return pieces;
  }

  int64_t number(Span span, std::string_view what) const {
    const std::string_view written = within(text_, span);
    if (written.empty() || !is_decimal(written[0]))
      fail(span, fmt::format("expected {}, found '{}'", what, written.substr(0, 40)));
    const Attempt<Natural> number = std::all_of(written.begin(), written.end(), is_decimal)
                                        ? Attempt<Natural>(*Natural::parse(written))
                                        : parse_number(source_, text_, span);
    if (!number) throw BadBoard{number.error()};
    if (*number > Natural(kMostNumber))
      fail(span, fmt::format("a number {} is at most 10^18", board_rule_.has_board()
                                                                 ? "on a board or beside it"
                                                                 : "in a position of this game"));
    return static_cast<int64_t>(number->small());
  }

  NaturalSet set(Span span, CoordinateKind kind) const {
    const std::string_view text = within(text_, span);
    const bool of_list = is_list(kind);
    if (text.size() < 2 || text.front() != (of_list ? '[' : '{') ||
        text.back() != (of_list ? ']' : '}'))
      fail(span,
           of_list ? "expected a list such as [3, 5, 7]" : "expected a set such as {1, 2, 4}");
    NaturalSet result;
    size_t begin = span.begin + 1;
    for (size_t at = begin; at < span.end; ++at) {
      if (text_[at] != ',' && at + 1 != span.end) continue;
      const Span one = trimmed_span(text_, {begin, at});
      if (one.begin == one.end && result.empty() && at + 1 == span.end) break;
      const std::string_view range = within(text_, one);
      if (const size_t dots = range.find(".."); dots != range.npos) {
        const int64_t low = number(trimmed_span(text_, {one.begin, one.begin + dots}), "a number");
        const int64_t high =
            number(trimmed_span(text_, {one.begin + dots + 2, one.end}), "a number");
        if (high - low > 10'000'000) fail(one, "a set has at most 10000000 elements");
        for (int64_t value = low; value <= high; ++value) result.push_back(value);
      } else {
        result.push_back(number(one, "a natural number"));
      }
      begin = at + 1;
    }
    if (kind != CoordinateKind::list) std::sort(result.begin(), result.end());
    if (kind == CoordinateKind::set)
      result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  Cell letter(size_t at) const {
    const char c = text_[at];
    if (c > ' ' && c < 0x7F && board_rule_.letters[static_cast<size_t>(c)]) return letter_cell(c);
    size_t end = at + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80) ++end;
    fail({at, end}, fmt::format("{} has no '{}': its letters are {}", rule_.name,
                                text_.substr(at, end - at), letters_text(board_rule_.letters)));
  }

  Cell cell(Span span) const {
    const std::string_view text = within(text_, span);
    if (board_rule_.space.numbers && !text.empty() && is_decimal(text[0]))
      return number(span, "a number");
    if (text.size() != 1)
      fail(span,
           fmt::format("expected one letter{}", board_rule_.space.numbers ? " or a number" : ""));
    return letter(span.begin);
  }

  std::vector<Cell> row(Span span) {
    std::vector<Cell> cells;
    for (size_t at = span.begin; at < span.end;) {
      if (is_blank_character(text_[at])) {
        ++at;
        continue;
      }
      size_t end = at + 1;
      if (board_rule_.space.numbers) {
        while (end < span.end && !is_blank_character(text_[end])) ++end;
        cells.push_back(cell({at, end}));
      } else {
        cells.push_back(letter(at));
      }
      cell_spans_.push_back({at, end});
      at = end;
    }
    return cells;
  }

  Board board(Span span) {
    const Space& space = board_rule_.space;
    std::string_view text = within(text_, span);
    const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    if (quoted) {
      span = {span.begin + 1, span.end - 1};
      text = within(text_, span);
    }
    if (!quoted && !text.empty() && text.front() == '@') return from_file(span);
    if (!quoted && !text.empty() && text.front() == '{') return graph(span);
    if (space.is_graph() || (!quoted && begins_with_graph_name(text))) return graph(span);
    size_t rows = 0;
    size_t columns = 0;
    if (!quoted && is_size(text, rows, columns)) return sized(rows, columns, span);
    if (!quoted && looks_like_size(text)) fail_too_large(span);
    if (text.empty() && space.kind != SpaceKind::word)
      fail({span.begin, span.begin + 1}, "expected a board");
    std::vector<Span> lines;
    size_t begin = span.begin;
    for (size_t at = span.begin; at <= span.end; ++at) {
      if (at < span.end && text_[at] != '|') continue;
      lines.push_back({begin, at});
      begin = at + 1;
    }
    return from_rows(lines, span);
  }

  Board from_rows(const std::vector<Span>& lines, Span span) {
    Board result;
    const SpaceKind kind = board_rule_.space.kind;
    if (lines.size() > 1 && !board_rule_.space.is_grid())
      fail(lines[1], fmt::format("a {} has one row", name_of(kind)));
    size_t columns = 0;
    for (size_t i = 0; i < lines.size(); ++i) {
      const std::vector<Cell> cells = row(lines[i]);
      if (i == 0) columns = cells.size();
      if (cells.size() != columns)
        fail(trimmed_span(text_, lines[i]),
             fmt::format("row {} has {} cell{}, row 1 has {}", i + 1, cells.size(),
                         cells.size() == 1 ? "" : "s", columns));
      result.cells.insert(result.cells.end(), cells.begin(), cells.end());
      check_size(result.cells.size(), 1, span);
    }
    if (columns == 0 && kind != SpaceKind::word) fail(span, "expected a board");
    result.place = rectangle(kind, lines.size(), columns);
    return result;
  }

  void check_size(size_t rows, size_t columns, Span span) const {
    if (columns != 0 && rows > kMaxCells / columns) fail_too_large(span);
  }
  [[noreturn]] void fail_too_large(Span span) const {
    fail(span, fmt::format("a board has at most {} cells", kMaxCells));
  }
  /// "1x999999999999", whatever its numbers.
  static bool looks_like_size(std::string_view text) {
    const size_t x = text.find('x');
    const auto is_number = [](std::string_view digits) {
      return !digits.empty() && std::all_of(digits.begin(), digits.end(), is_decimal);
    };
    return x != text.npos && is_number(text.substr(0, x)) && is_number(text.substr(x + 1));
  }

  Board sized(size_t rows, size_t columns, Span span) {
    const Space& space = board_rule_.space;
    if (rows == 0 || columns == 0) fail(span, "a board has at least one cell");
    if (rows > 1 && !space.is_grid())
      fail(span, fmt::format("a {} has one row: 1x{}", name_of(space.kind), columns));
    check_size(rows, columns, span);
    Board result;
    result.place = rectangle(space.kind, rows, columns);
    const Cell nothing = space.numbers ? 0 : letter_cell('.');
    std::vector<std::vector<Cell>> start;
    for (const std::string& line : space.start) {
      auto& cells = start.emplace_back();
      for (size_t at = 0; at < line.size();) {
        if (line[at] == ' ') {
          ++at;
          continue;
        }
        size_t end = at + 1;
        if (space.numbers) {
          while (end < line.size() && line[end] != ' ') ++end;
        }
        const bool natural = space.numbers && is_decimal(line[at]);
        cells.push_back(natural ? std::stoll(line.substr(at, end - at)) : letter_cell(line[at]));
        at = end;
      }
    }
    for (size_t r = 0; r < rows; ++r) {
      for (size_t c = 0; c < columns; ++c) {
        const auto* line = start.empty() ? nullptr : &start[r % start.size()];
        result.cells.push_back(line == nullptr || line->empty() ? nothing
                                                                : (*line)[c % line->size()]);
      }
    }
    return result;
  }

  Board from_file(Span span) {
    std::string path(within(text_, {span.begin + 1, span.end}));
    if (path.size() >= 2 && path.front() == '"' && path.back() == '"')
      path = path.substr(1, path.size() - 2);
    Attempt<std::string> read = read_file(path, kMaxBoardFileBytes);
    if (!read) {
      Error error = std::move(read).error();
      if (error.diagnostics[0].line == 0) fail(span, error.message());
      throw BadBoard{std::move(error)};
    }
    BoardReader file(rule_, path, *read);
    const std::string& text = *read;
    if (board_rule_.space.is_graph()) return file.graph({0, text.size()});
    std::vector<Span> lines;
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      const Span line = trimmed_span(text, {begin, end});
      if (line.begin < line.end) lines.push_back(line);
      begin = end + 1;
    }
    return file.from_rows(lines, {0, text.size()});
  }

  // Graphs.
  struct GraphText {
    struct WrittenEdge {
      int64_t from;
      int64_t to;
      Cell label;
      bool labelled;
      Span span;
    };
    std::vector<WrittenEdge> edges;
    std::map<int64_t, Cell> labels;
    std::vector<int64_t> vertices;
  };

  Cell nothing() const { return board_rule_.space.numbers ? 0 : letter_cell('.'); }

  void named_graph(Span span, GraphText& graph) const {
    const std::string_view text = within(text_, span);
    const size_t blank = text.find(' ');
    const std::string_view name = text.substr(0, blank);
    const Span rest = trimmed_span(text_, {span.begin + std::min(blank, text.size()), span.end});
    const auto edge = [&](int64_t a, int64_t b) {
      graph.edges.push_back({a, b, letter_cell('-'), false, span});
    };
    size_t rows = 1;
    size_t columns = 0;
    if (name == "grid") {
      if (!is_size(within(text_, rest), rows, columns) || rows == 0 || columns == 0)
        fail(rest, "expected rows and columns, as in grid 3x4");
      check_size(rows, columns, rest);
    } else {
      const int64_t n = number(rest, fmt::format("its size, as in {} 5", name));
      const int64_t most = name == "complete" ? 2000 : 1'000'000;
      if (n < 1 || n > most) fail(rest, fmt::format("the size behind '{}' is 1 to {}", name, most));
      columns = static_cast<size_t>(n);
    }
    if (const std::optional<Frieze> frieze = named_frieze(name, board_rule_.space, rows)) {
      const PlacePointer place = frieze->place(columns);
      graph.vertices.insert(graph.vertices.end(), place->vertices.begin(), place->vertices.end());
      for (const Place::Edge& one : place->edges)
        edge(place->vertices[one.from], place->vertices[one.to]);
      return;
    }
    const auto n = static_cast<int64_t>(columns);
    for (int64_t v = 1; v <= n; ++v) graph.vertices.push_back(v);
    for (int64_t v = 2; v <= n; ++v) {
      if (name == "star") edge(1, v);
      for (int64_t u = 1; name == "complete" && u < v; ++u) edge(u, v);
    }
  }

  void graph_entry(Span span, GraphText& graph) const {
    const std::string_view text = within(text_, span);
    if (text.empty()) return;
    if (begins_with_graph_name(text)) return named_graph(span, graph);
    const size_t equals = text.find('=');
    const std::string_view ends = text.substr(0, equals);
    const size_t line = ends.find_first_of("->");
    std::optional<Cell> label;
    if (equals != text.npos) label = cell(trimmed_span(text_, {span.begin + equals + 1, span.end}));
    const Span head = trimmed_span(text_, {span.begin, span.begin + ends.size()});
    if (line == ends.npos) {
      const int64_t vertex =
          number(head, "a vertex such as 3, an edge such as 1-2 or a letter such as 1=T");
      graph.vertices.push_back(vertex);
      if (label) graph.labels[vertex] = *label;
      return;
    }
    const bool arcs = board_rule_.space.kind == SpaceKind::arcs;
    if ((ends[line] == '>') != arcs)
      fail(head, arcs ? "an arc is written 1>2" : "an edge is written 1-2");
    const int64_t from = number(trimmed_span(text_, {span.begin, span.begin + line}), "a vertex");
    const int64_t to =
        number(trimmed_span(text_, {span.begin + line + 1, span.begin + ends.size()}), "a vertex");
    graph.vertices.push_back(from);
    graph.vertices.push_back(to);
    if (label && !board_rule_.space.edges) fail(span, "the edges of this game hold no letters");
    graph.edges.push_back({from, to,
                           label.value_or(board_rule_.space.numbers ? 0 : letter_cell('-')),
                           label.has_value(), span});
  }

  Board graph(Span span) {
    const Space& space = board_rule_.space;
    if (!is_played_on_graphs(board_rule_))
      fail(span, fmt::format("'{}' has directions and is not played on graphs", rule_.name));
    if (span.begin < span.end && text_[span.begin] == '{') {
      if (text_[span.end - 1] != '}')
        fail({span.begin, span.begin + 1}, "the graph has no closing '}'");
      span = {span.begin + 1, span.end - 1};
    }
    GraphText written;
    size_t begin = span.begin;
    for (size_t at = span.begin; at <= span.end; ++at) {
      if (at < span.end && text_[at] != ',' && text_[at] != ';' && text_[at] != '\n') continue;
      graph_entry(trimmed_span(text_, {begin, at}), written);
      begin = at + 1;
    }
    std::sort(written.vertices.begin(), written.vertices.end());
    written.vertices.erase(std::unique(written.vertices.begin(), written.vertices.end()),
                           written.vertices.end());
    if (written.vertices.empty()) fail(span, "expected a graph such as {1-2, 2-3; 1=T} or path 5");
    if (written.vertices.size() > kMaxCells)
      fail(span, fmt::format("a board has at most {} cells", kMaxCells));
    auto place = std::make_shared<Place>();
    place->kind = space.is_graph() ? space.kind : SpaceKind::graph;
    place->edge_cells = space.edges;
    place->vertices = written.vertices;
    const auto index = [&](int64_t vertex) {
      return static_cast<size_t>(
          std::lower_bound(place->vertices.begin(), place->vertices.end(), vertex) -
          place->vertices.begin());
    };
    std::vector<std::pair<Place::Edge, Cell>> edges;
    for (const auto& one : written.edges) {
      Place::Edge edge{index(one.from), index(one.to)};
      if (place->kind == SpaceKind::graph && edge.from > edge.to) std::swap(edge.from, edge.to);
      if (edge.from == edge.to && !space.edges) fail(one.span, "a loop means nothing to this game");
      edges.emplace_back(edge, one.label);
    }
    std::stable_sort(edges.begin(), edges.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    Board result;
    for (const int64_t vertex : place->vertices) {
      const auto label = written.labels.find(vertex);
      result.cells.push_back(label == written.labels.end() ? nothing() : label->second);
    }
    for (size_t i = 0; i < edges.size(); ++i) {
      if (!space.edges && i > 0 && edges[i].first == edges[i - 1].first)
        fail(span,
             fmt::format("the edge {}-{} is given twice", place->vertices[edges[i].first.from],
                         place->vertices[edges[i].first.to]));
      place->edges.push_back(edges[i].first);
      if (space.edges) result.cells.push_back(edges[i].second);
    }
    result.place = std::move(place);
    return result;
  }

  const Rule& rule_;
  const BoardRule& board_rule_;
  std::string_view source_;
  std::string_view text_;
  std::vector<Span> cell_spans_;  // of a board of rows
};

}  // namespace

bool begins_with_graph_name(std::string_view text) {
  static constexpr std::array<std::string_view, 7> kNamedGraphs = {
      "path", "cycle", "ladder", "caterpillar", "grid", "complete", "star"};
  return std::any_of(kNamedGraphs.begin(), kNamedGraphs.end(), [&](std::string_view name) {
    return text.starts_with(name) && text.size() > name.size() && text[name.size()] == ' ';
  });
}

bool is_played_on_graphs(const BoardRule& rule) {
  if (rule.space.is_graph()) return true;
  if (rule.space.kind != SpaceKind::grid || !rule.space.along.empty()) return false;
  return std::all_of(rule.lines.begin(), rule.lines.end(), [](const BoardLine& line) {
    return std::all_of(line.steps.begin(), line.steps.end(), [](const Step& step) {
      return step.along.empty() && step.left.size() <= 1;
    });
  });
}

bool is_size(std::string_view text, size_t& rows, size_t& columns) {
  const size_t x = text.find('x');
  if (x == text.npos || x == 0 || x + 1 == text.size() || text.size() > 20) return false;
  const auto number = [](std::string_view digits, size_t& value) {
    if (digits.size() > 9 ||
        !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }))
      return false;
    value = std::stoull(std::string(digits));
    return true;
  };
  return number(text.substr(0, x), rows) && number(text.substr(x + 1), columns);
}

Attempt<BoardPosition> read_board_position(const Rule& rule, std::string_view source,
                                           std::string_view text, Span arguments,
                                           const Budget& budget) {
  try {
    return BoardReader(rule, source, text).position(arguments, budget);
  } catch (BadBoard& bad) {
    return std::move(bad.error);
  }
}

}  // namespace grundy
