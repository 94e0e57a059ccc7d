// How a board of drawn moves falls apart, and which parts are alike: what drawn.h says, read off the list of placements.
#include <algorithm>
#include <bit>
#include <numeric>

#include "check/drawn.h"

namespace grundy {

/// The excluded pattern that stands for certain after the placement, or null.
const DrawnMoves::Placement* DrawnMoves::refusal(const Placement& placement, const std::vector<uint16_t>& can) const {
  const auto is_certain = [&](const Spot& named) {
    const uint16_t letters = can[named.cell];
    const auto own =
        std::find_if(placement.begin(), placement.end(), [&](const Spot& spot) { return spot.cell == named.cell; });
    if (own == placement.end()) return std::has_single_bit(letters) && (letters & named.reads) != 0;
    for (size_t i = 0; i < letters_.size(); ++i) {
      if (((letters & own->reads) >> i & 1) != 0 && (named.reads >> own->becomes[i] & 1) == 0) return false;
    }
    return true;
  };
  for (const Spot& spot : placement) {
    for (const size_t i : never_at_[spot.cell]) {
      if (std::all_of(never_[i].begin(), never_[i].end(), is_certain)) return &never_[i];
    }
  }
  return nullptr;
}

DrawnMoves::Look DrawnMoves::look(const Cells& board) const {
  Look look;
  look.part.assign(board.size(), Look::kNoPart);
  const auto fits = [&](const Placement& placement) {
    return std::all_of(placement.begin(), placement.end(),
                       [&](const Spot& spot) { return (spot.reads & look.can[spot.cell]) != 0; });
  };
  std::vector<bool> refused(placements_.size(), false);
  for (bool again = true; again;) {
    look.can.assign(board.size(), 0);
    for (size_t i = 0; i < board.size(); ++i) {
      if (board[i] != kGone) look.can[i] = static_cast<uint16_t>(1u << board[i]);
    }
    for (bool more = true; more;) {
      more = false;
      for (size_t p = 0; p < placements_.size(); ++p) {
        if (refused[p] || !fits(placements_[p])) continue;
        for (const Spot& spot : placements_[p]) {
          uint16_t all = look.can[spot.cell];
          for (size_t i = 0; i < letters_.size(); ++i) {
            if ((spot.reads & look.can[spot.cell]) >> i & 1) all = static_cast<uint16_t>(all | 1u << spot.becomes[i]);
          }
          more = more || all != look.can[spot.cell];
          look.can[spot.cell] = all;
        }
      }
    }
    again = false;
    for (size_t p = 0; p < placements_.size() && !never_.empty(); ++p) {
      if (refused[p] || !fits(placements_[p]) || refusal(placements_[p], look.can) == nullptr) continue;
      refused[p] = true;
      again = true;
    }
  }
  std::vector<bool> live(board.size(), false);
  for (size_t p = 0; p < placements_.size(); ++p) {
    if (refused[p] || !fits(placements_[p])) continue;
    for (const Spot& spot : placements_[p]) {
      for (size_t i = 0; i < letters_.size(); ++i) {
        if (((spot.reads & look.can[spot.cell]) >> i & 1) != 0 && spot.becomes[i] != static_cast<int8_t>(i))
          live[spot.cell] = true;
      }
    }
  }
  // What joins live cells, and what is refused where nothing is live, each with what refuses it.
  std::vector<Placement> joints;
  std::vector<std::pair<const Placement*, const Placement*>> frozen;
  const auto first_live = [&](const Placement& placement) {
    const auto at = std::find_if(placement.begin(), placement.end(), [&](const Spot& spot) { return live[spot.cell]; });
    return at == placement.end() ? board.size() : size_t{at->cell};
  };
  for (size_t p = 0; p < placements_.size(); ++p) {
    if (!fits(placements_[p])) continue;
    Placement joint = placements_[p];
    const Placement* never = refused[p] ? refusal(joint, look.can) : nullptr;
    if (never != nullptr) joint.insert(joint.end(), never->begin(), never->end());
    if (first_live(joint) != board.size()) {
      joints.push_back(std::move(joint));
    } else if (never != nullptr) {
      frozen.emplace_back(&placements_[p], never);
    }
  }
  for (const Placement& never : never_) {
    if (fits(never) && first_live(never) != board.size()) joints.push_back(never);
  }
  std::vector<size_t> root(board.size());
  std::iota(root.begin(), root.end(), size_t{0});
  const auto find = [&](size_t i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  for (const Placement& joint : joints) {
    const size_t first = first_live(joint);
    for (const Spot& spot : joint) {
      if (live[spot.cell]) root[find(spot.cell)] = find(first);
    }
  }
  std::vector<size_t> index(board.size(), Look::kNoPart);  // by root: the part
  for (size_t i = 0; i < board.size(); ++i) {
    if (!live[i]) continue;
    size_t& part = index[find(i)];
    if (part == Look::kNoPart) {
      part = look.parts.size();
      look.parts.emplace_back(board.size(), kGone);
    }
    look.part[i] = part;
  }
  for (const Placement& joint : joints) {
    Cells& part = look.parts[look.part[first_live(joint)]];
    for (const Spot& spot : joint) part[spot.cell] = board[spot.cell];
  }
  look.is_whole = !over_.empty();
  for (const auto& [placement, never] : frozen) {
    for (const Cells& part : look.parts) {
      const auto has = [&](const Spot& spot) { return part[spot.cell] != kGone; };
      look.is_whole = look.is_whole || (std::all_of(placement->begin(), placement->end(), has) &&
                                        !std::all_of(never->begin(), never->end(), has));
    }
  }
  if (look.is_whole) look.parts.assign(1, board);
  return look;
}

std::vector<DrawnMoves::Cells> DrawnMoves::parts(const Cells& board) const {
  std::vector<Cells> result = look(board).parts;
  for (Cells& part : result) part = least_image(part);
  std::sort(result.begin(), result.end());
  return result;
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
  const size_t height = bottom - top + 1;
  const size_t width = right - left + 1;
  Cells best;
  for (const Turn& turn : turns_) {
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
        image[row * columns + column] = part[(top + r) * columns + left + c];
      }
    }
    if (best.empty() || image < best) best = std::move(image);
  }
  return best;
}

/// Whether moving by a step, or turning about the upper left corner, takes every placement to one, where it fits on the
/// board.
bool DrawnMoves::keeps(bool moved, size_t down, size_t right, Turn turn) const {
  return keeps(placements_, moved, down, right, turn) && keeps(never_, moved, down, right, turn) &&
         keeps(over_, moved, down, right, turn);
}

bool DrawnMoves::keeps(const std::vector<Placement>& list, bool moved, size_t down, size_t right, Turn turn) const {
  const size_t rows = place_->rows;
  const size_t columns = place_->columns;
  for (const bool back : {false, true}) {
    if (back && !moved) break;
    for (const Placement& placement : list) {
      Placement image;
      for (Spot spot : placement) {
        size_t row = spot.cell / columns;
        size_t column = spot.cell % columns;
        if (turn.exchange) std::swap(row, column);
        if (row >= rows || column >= columns) break;
        if (turn.rows) row = rows - 1 - row;
        if (turn.columns) column = columns - 1 - column;
        if (back && (row < down || column < right)) break;
        row = back ? row - down : row + down;
        column = back ? column - right : column + right;
        if (row >= rows || column >= columns) break;
        spot.cell = static_cast<uint32_t>(row * columns + column);
        if (!is_there(spot.cell)) break;
        image.push_back(spot);
      }
      if (image.size() < placement.size()) continue;
      std::sort(image.begin(), image.end(), [](const Spot& a, const Spot& b) { return a.cell < b.cell; });
      if (!std::binary_search(list.begin(), list.end(), image)) return false;
    }
  }
  return true;
}

void DrawnMoves::find_turns() {
  const Turn none{false, false, false};
  moves_freely_ = keeps(true, 1, 0, none) && keeps(true, 0, 1, none);
  turns_.push_back(none);
  if (!moves_freely_) return;
  for (const bool exchange : {false, true}) {
    if (exchange && place_->kind == SpaceKind::strip) continue;
    for (const bool rows : {false, true}) {
      for (const bool columns : {false, true}) {
        const Turn turn{exchange, rows, columns};
        if ((exchange || rows || columns) && keeps(false, 0, 0, turn)) turns_.push_back(turn);
      }
    }
  }
}

}  // namespace grundy
