// Which parts of a board are alike: moved, turned, with letters exchanged; of graphs, with vertices
// renamed.
#include <algorithm>
#include <numeric>

#include "check/drawn.h"
#include "check/graph_form.h"

namespace grundy {

DrawnMoves::Cells DrawnMoves::representative(const Cells& part) const {
  if (place_->is_graph())
    return first_met_.try_emplace(graph_form(*place_, part), part).first->second;
  return least_image(part);
}

DrawnMoves::Cells DrawnMoves::least_image(const Cells& part) const {
  if (!moves_freely_) return part;
  const size_t columns = place_->columns;
  size_t top = place_->rows, bottom = 0, left = columns, right = 0;
  for (size_t i = 0; i < part.size(); ++i) {
    if (part[i] == kGone) continue;
    top = std::min(top, i / columns);
    bottom = std::max(bottom, i / columns);
    left = std::min(left, i % columns);
    right = std::max(right, i % columns);
  }
  if (top > bottom) return part;
  const size_t height = bottom - top + 1;
  const size_t width = right - left + 1;
  Cells best;
  for (const Image& turn : images_) {
    const size_t down = turn.exchange ? width : height;
    const size_t across = turn.exchange ? height : width;
    if (down > place_->rows || across > columns) continue;
    Cells image(part.size(), kGone);
    for (size_t r = 0; r < height; ++r) {
      for (size_t c = 0; c < width; ++c) {
        size_t row = turn.exchange ? c : r;
        size_t column = turn.exchange ? r : c;
        if (turn.rows) row = down - 1 - row;
        if (turn.columns) column = across - 1 - column;
        const int8_t letter = part[(top + r) * columns + left + c];
        if (letter != kGone)
          image[row * columns + column] = turn.letters[static_cast<uint8_t>(letter)];
      }
    }
    if (best.empty() || image < best) best = std::move(image);
  }
  return best;
}

/// The placement turned about the upper left corner and then moved, its letters exchanged; it is
/// shorter where it does not lie on the board.
DrawnMoves::Placement DrawnMoves::image_of(const Placement& placement, const Image& image,
                                           int64_t down, int64_t right) const {
  const auto rows = static_cast<int64_t>(place_->rows);
  const auto columns = static_cast<int64_t>(place_->columns);
  Placement result;
  for (const Spot& spot : placement) {
    int64_t row = spot.cell / columns;
    int64_t column = spot.cell % columns;
    if (image.exchange) std::swap(row, column);
    if (row >= rows || column >= columns) break;
    if (image.rows) row = rows - 1 - row;
    if (image.columns) column = columns - 1 - column;
    row += down;
    column += right;
    if (row < 0 || row >= rows || column < 0 || column >= columns) break;
    Spot turned;
    turned.cell = static_cast<uint32_t>(row * columns + column);
    if (!is_there(turned.cell)) break;
    std::iota(turned.becomes.begin(), turned.becomes.end(), int8_t{0});
    for (size_t i = 0; i < letters_.size(); ++i) {
      const auto letter = static_cast<uint8_t>(image.letters[i]);
      if ((spot.reads >> i & 1) != 0)
        turned.reads = static_cast<uint16_t>(turned.reads | 1u << letter);
      turned.becomes[letter] = image.letters[static_cast<uint8_t>(spot.becomes[i])];
    }
    result.push_back(turned);
  }
  std::sort(result.begin(), result.end(),
            [](const Spot& a, const Spot& b) { return a.cell < b.cell; });
  return result;
}

/// Whether this takes every placement to one, where it fits on the board.
bool DrawnMoves::keeps(const Image& image, int64_t down, int64_t right) const {
  const auto keeps_list = [&](const std::vector<Placement>& list) {
    return std::all_of(list.begin(), list.end(), [&](const Placement& placement) {
      const Placement moved = image_of(placement, image, down, right);
      return moved.size() < placement.size() || std::binary_search(list.begin(), list.end(), moved);
    });
  };
  return keeps_list(placements_) && keeps_list(never_) && keeps_list(over_);
}

bool DrawnMoves::keeps_by_step(int64_t down, int64_t right) const {
  Image none;
  std::iota(none.letters.begin(), none.letters.end(), int8_t{0});
  return keeps(none, down, right) && keeps(none, -down, -right);
}

void DrawnMoves::find_images() {
  Image image;
  std::iota(image.letters.begin(), image.letters.end(), int8_t{0});
  images_ = {image};
  if (place_->is_graph()) return;
  moves_freely_ = keeps_by_step(1, 0) && keeps_by_step(0, 1);
  if (!moves_freely_) return;
  const auto keeps_walks = [&] {
    std::vector<Walk> turned;
    for (const Walk& walk : walks_) {
      Walk one;
      for (size_t i = 0; i < letters_.size(); ++i) {
        const auto bit = static_cast<uint16_t>(1u << image.letters[i]);
        if ((walk.from >> i & 1) != 0) one.from |= bit;
        if ((walk.target >> i & 1) != 0) one.target |= bit;
        if ((walk.through >> i & 1) != 0) one.through |= bit;
      }
      turned.push_back(one);
    }
    std::sort(turned.begin(), turned.end());
    return turned == walks_;
  };
  const auto keeps_steps = [&] {
    return walks_.empty() || std::all_of(directions_.begin(), directions_.end(), [&](Direction d) {
             if (image.exchange) std::swap(d.down, d.right);
             if (image.rows) d.down = -d.down;
             if (image.columns) d.right = -d.right;
             return std::find(directions_.begin(), directions_.end(), d) != directions_.end();
           });
  };
  // Letters are exchanged with each other, and their twins alike.
  const size_t own = letters_.size() - twin_signs_.size();
  std::vector<int8_t> order(own);
  std::iota(order.begin(), order.end(), int8_t{0});
  do {
    std::copy(order.begin(), order.end(), image.letters.begin());
    bool fits = true;
    for (size_t i = 0; i < twin_.size(); ++i) {
      const int8_t twin = twin_[static_cast<size_t>(order[i])];
      fits = fits && (twin < 0) == (twin_[i] < 0);
      if (fits && twin_[i] >= 0) image.letters[static_cast<uint8_t>(twin_[i])] = twin;
    }
    if (!fits || !keeps_walks()) continue;
    for (const bool exchange : {false, true}) {
      if (exchange && place_->rows == 1) continue;
      for (const bool rows : {false, true}) {
        if (rows && place_->rows == 1) continue;
        for (const bool columns : {false, true}) {
          image.exchange = exchange;
          image.rows = rows;
          image.columns = columns;
          const bool is_first =
              !exchange && !rows && !columns && std::is_sorted(order.begin(), order.end());
          if (!is_first && keeps_steps() && keeps(image, 0, 0)) images_.push_back(image);
        }
      }
    }
  } while (own <= kMostExchanged && std::next_permutation(order.begin(), order.end()));
}

}  // namespace grundy
