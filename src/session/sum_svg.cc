#include "session/sum_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/svg.h"
#include "game/board_game.h"
#include "game/key.h"
#include "game/nim_heap.h"
#include "game/rule_game.h"
#include "language/board_text.h"
#include "session/board_svg.h"

namespace grundy {
namespace {

constexpr size_t kMostPartsDrawn = 100;
constexpr uint64_t kMostTokens = 30;
constexpr size_t kLongestText = 100;  // bytes of a part's text
constexpr double kRow = 26;
constexpr double kEdge = 12;
constexpr double kToken = 7;  // radius
constexpr double kLetter = 8;

/// The numbers of a heap or of a position with coordinates; nothing for others.
std::optional<std::vector<Natural>> numbers_of(const Position& position) {
  if (const auto heap = heap_size(position))
    return heap->is_small() ? std::optional(std::vector{Natural(heap->small())}) : std::nullopt;
  const RuleGame* game = rule_game(position);
  if (game == nullptr) return std::nullopt;
  const Coordinates at = game->coordinates(position);
  return std::vector<Natural>(at.begin(), at.end());
}

/// The picture of a board that is not too large, or nothing.
std::optional<BoardPicture> board_of_part(const Position& position) {
  const BoardGame* game = board_game(position);
  if (game == nullptr || !game->board_rule().board->has_board()) return std::nullopt;
  const BoardPosition here = game->position(position);
  if (here.board.cells.size() > kMostDrawnCells) return std::nullopt;
  return board_picture(here, {}, to_string(here));
}

struct DrawnPart {
  std::string name;
  std::optional<BoardPicture> board;
  std::vector<Natural> numbers;

  explicit DrawnPart(const Position& position) : name(to_string(position, kLongestText)) {
    if (auto found = numbers_of(position)) {
      numbers = *std::move(found);
    } else {
      board = board_of_part(position);
    }
  }
  double height() const {
    return board ? board->height : kRow * static_cast<double>(std::max<size_t>(numbers.size(), 1));
  }
  double width(double names) const {
    if (board) return board->width;
    double widest = names;
    for (const Natural& number : numbers) {
      const bool as_dots = number <= Natural(kMostTokens);
      const double dots = 2.4 * kToken * static_cast<double>(as_dots ? number.small() : 4);
      widest = std::max(widest, names + dots + kEdge);
    }
    return widest;
  }
  void draw(Svg& svg, double top, double names) const {
    if (board) return svg.nested(0, top, board->svg);
    svg.text(kEdge, top + kRow / 2, 14, Anchor::start, name);
    double y = top + kRow / 2;
    for (const Natural& number : numbers) {
      if (number <= Natural(kMostTokens)) {
        for (uint64_t i = 0; i < number.small(); ++i)
          svg.raw(fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#345\"/>\n",
                              length(names + kToken + 2.4 * kToken * static_cast<double>(i)),
                              length(y), length(kToken)));
      } else {
        svg.text(names, y, 14, Anchor::start, number.to_string(), "#345");
      }
      y += kRow;
    }
  }
};

}  // namespace

std::string sum_svg(const std::vector<Position>& parts) {
  std::vector<DrawnPart> drawn;
  for (size_t i = 0; i < std::min(parts.size(), kMostPartsDrawn); ++i) drawn.emplace_back(parts[i]);
  size_t longest = 1;
  for (const DrawnPart& part : drawn)
    if (!part.board) longest = std::max(longest, part.name.size());
  const double names = 2 * kEdge + kLetter * static_cast<double>(longest);
  double width = names;
  double height = 2 * kEdge + (parts.size() > kMostPartsDrawn || parts.empty() ? kRow : 0);
  for (const DrawnPart& part : drawn) {
    width = std::max(width, part.width(names) + kEdge);
    height += part.height();
  }
  Svg svg(width, height,
          parts.size() == 1 ? drawn[0].name : fmt::format("a sum of {} parts", parts.size()));
  double top = kEdge;
  for (const DrawnPart& part : drawn) {
    part.draw(svg, top, names);
    top += part.height();
  }
  if (parts.size() > kMostPartsDrawn) svg.text(kEdge, top + kRow / 2, 14, Anchor::start, "…");
  if (parts.empty()) svg.text(kEdge, top + kRow / 2, 14, Anchor::start, "0");
  return svg.take();
}

}  // namespace grundy
