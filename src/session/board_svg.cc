#include "session/board_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/svg.h"
#include "game/board_game.h"
#include "language/board_text.h"

namespace grundy {
namespace {

constexpr double kSide = 36;    // of a square
constexpr double kMargin = 40;  // for coordinates
constexpr double kTop = 34;     // for the title
constexpr double kDot = 15;     // radius of a vertex

class BoardPainter {
 public:
  BoardPainter(const BoardPosition& position, const std::vector<size_t>& marked,
               const std::string& title)
      : board_(position.board),
        place_(*board_.place),
        space_(position.game->board->space),
        marked_(marked) {
    const bool round = place_.is_graph() || place_.kind == SpaceKind::ring;
    points_ = place_.is_graph() ? place_.vertices.size() : board_.cells.size();
    radius_ = std::max(60.0, static_cast<double>(points_) * (kDot + 9) / std::numbers::pi);
    const double shift = space_.hex ? kSide / 2 * static_cast<double>(place_.rows) : 0;
    width_ = round ? 2 * (radius_ + kMargin)
                   : 2 * kMargin + shift + kSide * static_cast<double>(place_.columns);
    const double height = round ? 2 * (radius_ + kMargin) + kTop
                                : kTop + 2 * kMargin + kSide * static_cast<double>(place_.rows);
    // Letters of the title are about 8 pixels wide.
    width_ = std::max(width_, 20 + 8.0 * static_cast<double>(title.size()));
    Svg svg(width_, height, title);
    svg.text(10, 20, 14, Anchor::start, title);
    if (round) {
      draw_circle(svg);
    } else {
      draw_rows(svg);
    }
    picture_ = {svg.take(), width_, height};
  }
  BoardPicture take() { return std::move(picture_); }

 private:
  bool is_marked(size_t cell) const {
    return std::find(marked_.begin(), marked_.end(), cell) != marked_.end();
  }
  std::string ink(size_t cell) const { return is_marked(cell) ? oklch(0.6, 0.2, 30) : "#222"; }
  /// Free cells are empty, walls are dark.
  std::string content(size_t cell) const {
    const Cell here = board_.cells[cell];
    if (is_letter_cell(here) && (letter_of(here) == '.' || letter_of(here) == '#')) return "";
    return cell_text(here);
  }
  std::string filling(size_t cell) const {
    const bool is_wall = is_letter_cell(board_.cells[cell]) && letter_of(board_.cells[cell]) == '#';
    return is_wall ? "#555" : is_marked(cell) ? oklch(0.93, 0.06, 90) : "#fff";
  }

  void draw_rows(Svg& svg) const {
    const bool has_rows = place_.kind == SpaceKind::grid || place_.kind == SpaceKind::torus;
    for (size_t cell = 0; cell < board_.cells.size(); ++cell) {
      const size_t row = cell / place_.columns;
      const size_t column = cell % place_.columns;
      const double left = kMargin + kSide * static_cast<double>(column) +
                          (space_.hex ? kSide / 2 * static_cast<double>(row) : 0);
      const double top = kTop + kMargin + kSide * static_cast<double>(row);
      if (space_.hex) {
        draw_hexagon(svg, left + kSide / 2, top + kSide / 2, cell);
      } else {
        svg.rectangle(left + 1, top + 1, kSide - 2, kSide - 2, filling(cell));
        svg.frame(left + 1, top + 1, kSide - 2, kSide - 2, ink(cell));
      }
      svg.text(left + kSide / 2, top + kSide / 2, 16, Anchor::middle, content(cell));
      // Coordinates of grids are "b1"; of other places numbers.
      const std::string name = cell_name(place_, cell);
      const size_t digits = std::min(name.find_first_of("0123456789"), name.size());
      if (row == 0)
        svg.text(left + kSide / 2, top - 12, 12, Anchor::middle,
                 has_rows ? name.substr(0, digits) : name, "#777");
      if (column == 0 && has_rows)
        svg.text(left - 10, top + kSide / 2, 12, Anchor::end, name.substr(digits), "#777");
    }
  }

  void draw_hexagon(Svg& svg, double x, double y, size_t cell) const {
    std::string corners;
    for (int i = 0; i < 6; ++i) {
      const double angle = std::numbers::pi * (i + 0.5) / 3;
      corners +=
          fmt::format("{}{},{}", i == 0 ? "" : " ", length(x + kSide * 0.55 * std::cos(angle)),
                      length(y + kSide * 0.55 * std::sin(angle)));
    }
    svg.raw(fmt::format("<polygon points=\"{}\" fill=\"{}\" stroke=\"{}\"/>\n", corners,
                        filling(cell), ink(cell)));
  }

  struct Point {
    double x, y;
  };
  Point point(size_t i, double radius) const {
    const double angle =
        2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(points_);
    return {radius_ + kMargin + radius * std::sin(angle),
            kTop + radius_ + kMargin - radius * std::cos(angle)};
  }

  /// Which way an arc leads.
  static void draw_tip(Svg& svg, Point from, Point to) {
    const double turn = std::atan2(to.y - from.y, to.x - from.x) * 180 / std::numbers::pi;
    svg.raw(
        fmt::format("<path d=\"M-5,-5 L5,0 L-5,5 z\" fill=\"#999\" transform=\"translate({} {}) "
                    "rotate({})\"/>\n",
                    length(from.x + 0.75 * (to.x - from.x)),
                    length(from.y + 0.75 * (to.y - from.y)), length(turn)));
  }

  void draw_circle(Svg& svg) const {
    for (size_t i = 0; i < place_.edges.size(); ++i) {
      const Point from = point(place_.edges[i].from, radius_);
      const Point to = point(place_.edges[i].to, radius_);
      const size_t cell = points_ + i;
      const bool is_cell = place_.edge_cells;
      // Cut.
      if (is_cell && is_letter_cell(board_.cells[cell]) && letter_of(board_.cells[cell]) == '#')
        continue;
      svg.line(from.x, from.y, to.x, to.y, is_cell ? ink(cell) : "#999");
      if (place_.kind == SpaceKind::arcs) draw_tip(svg, from, to);
      if (!is_cell || cell_text(board_.cells[cell]) == "-") continue;
      svg.text((from.x + to.x) / 2, (from.y + to.y) / 2 - 9, 13, Anchor::middle, content(cell),
               ink(cell));
    }
    for (size_t i = 0; i < points_; ++i) {
      const Point at = point(i, radius_);
      svg.raw(fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\"/>\n",
                          length(at.x), length(at.y), length(kDot), filling(i), ink(i)));
      svg.text(at.x, at.y, 14, Anchor::middle, content(i));
      const Point name = point(i, radius_ + kDot + 11);
      svg.text(name.x, name.y, 12, Anchor::middle, cell_name(place_, i), "#777");
    }
  }

  const Board& board_;
  const Place& place_;
  const Space& space_;
  const std::vector<size_t>& marked_;
  size_t points_ = 0;
  double radius_ = 0;
  double width_ = 0;
  BoardPicture picture_;
};

}  // namespace

BoardPicture board_picture(const BoardPosition& position, const std::vector<size_t>& marked,
                           const std::string& title) {
  return BoardPainter(position, marked, title).take();
}

Attempt<std::string> board_svg(const Question& question, const Answer& answer) {
  const BoardGame* game = question.parts.size() == 1 ? board_game(question.parts[0]) : nullptr;
  if (game == nullptr || !game->board_rule().board->has_board())
    return Error::input("--draw is for one board");
  const BoardPosition here = game->position(question.parts[0]);
  if (here.board.cells.size() > kMostDrawnCells)
    return Error::input(fmt::format("--draw is for boards of at most {} cells", kMostDrawnCells));
  const std::string value = answer.value ? ", value " + answer.value->to_string() : "";
  std::string title = to_string(here) + value;
  std::vector<size_t> marked;
  if (!answer.winning_moves.empty()) {
    const Sum& to = answer.winning_moves[0].move.to;
    title += ", won by " + game->move_in_words(question.parts[0], to);
    const BoardGame* next = to.size() == 1 ? board_game(to[0]) : nullptr;
    const Board after = next != nullptr ? next->position(to[0]).board : Board();
    for (size_t i = 0; i < std::min(after.cells.size(), here.board.cells.size()); ++i) {
      if (after.cells[i] != here.board.cells[i]) marked.push_back(i);
    }
  }
  return board_picture(here, marked, title).svg;
}

}  // namespace grundy
