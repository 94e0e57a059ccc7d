// How a board of drawn moves falls apart: what drawn.h says, read off the list of placements.
#include <algorithm>
#include <bit>
#include <numeric>

#include "check/drawn.h"

namespace grundy {

/// The cells of an excluded pattern that stands for certain after the placement, or one that does
/// not reach what it must.
std::optional<DrawnMoves::Witness> DrawnMoves::refusal(const Placement& placement,
                                                       const std::vector<uint16_t>& can) const {
  const auto is_certain = [&](const Spot& named) {
    const uint16_t letters = can[named.cell];
    const auto own = std::find_if(placement.begin(), placement.end(),
                                  [&](const Spot& spot) { return spot.cell == named.cell; });
    if (own == placement.end()) return std::has_single_bit(letters) && (letters & named.reads) != 0;
    for (size_t i = 0; i < letters_.size(); ++i) {
      if (((letters & own->reads) >> i & 1) != 0 && (named.reads >> own->becomes[i] & 1) == 0)
        return false;
    }
    return true;
  };
  for (const Spot& spot : placement) {
    for (const size_t i : never_at_[spot.cell]) {
      if (!std::all_of(never_[i].begin(), never_[i].end(), is_certain)) continue;
      Witness cells;
      for (const Spot& named : never_[i]) cells.push_back(named.cell);
      return cells;
    }
  }
  if (walks_.empty()) return std::nullopt;
  return stranded(placement, can);
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
            if ((spot.reads & look.can[spot.cell]) >> i & 1)
              all = static_cast<uint16_t>(all | 1u << spot.becomes[i]);
          }
          more = more || all != look.can[spot.cell];
          look.can[spot.cell] = all;
        }
      }
    }
    again = false;
    for (size_t p = 0; p < placements_.size() && !(never_.empty() && walks_.empty()); ++p) {
      if (refused[p] || !fits(placements_[p]) || !refusal(placements_[p], look.can)) continue;
      refused[p] = true;
      again = true;
    }
  }
  std::vector<bool> live(board.size(), false);
  for (size_t p = 0; p < placements_.size(); ++p) {
    if (refused[p] || !fits(placements_[p])) continue;
    for (const Spot& spot : placements_[p]) {
      for (size_t i = 0; i < letters_.size(); ++i) {
        if (((spot.reads & look.can[spot.cell]) >> i & 1) != 0 &&
            spot.becomes[i] != static_cast<int8_t>(i))
          live[spot.cell] = true;
      }
    }
  }
  // Cells that are joined: live ones, and those that walks may go through.
  std::vector<bool> node = live;
  for (size_t i = 0; i < board.size(); ++i) {
    for (const Walk& walk : walks_)
      node[i] = node[i] || (look.can[i] & (walk.from | walk.through)) != 0;
  }
  // What joins them, and what is refused where nothing is live, each with what refuses it.
  std::vector<Witness> joints;
  std::vector<std::pair<const Placement*, Witness>> frozen;
  const auto has_live = [&](const Witness& cells) {
    return std::any_of(cells.begin(), cells.end(), [&](uint32_t cell) { return live[cell]; });
  };
  const auto cells_of = [](const Placement& placement) {
    Witness cells;
    for (const Spot& spot : placement) cells.push_back(spot.cell);
    return cells;
  };
  for (size_t p = 0; p < placements_.size(); ++p) {
    if (!fits(placements_[p])) continue;
    Witness joint = cells_of(placements_[p]);
    std::optional<Witness> why;
    if (refused[p]) why = refusal(placements_[p], look.can);
    if (why) joint.insert(joint.end(), why->begin(), why->end());
    if (has_live(joint)) {
      joints.push_back(std::move(joint));
    } else if (why) {
      frozen.emplace_back(&placements_[p], *std::move(why));
    }
  }
  for (const Placement& never : never_) {
    if (fits(never) && has_live(cells_of(never))) joints.push_back(cells_of(never));
  }
  // The steps of walks: {u, v}, or {u} with the end v.
  std::vector<std::pair<uint32_t, uint32_t>> ends;
  for (uint32_t cell = 0; cell < next_.size(); ++cell) {
    for (const uint32_t next : next_[cell]) {
      const bool is_step = std::any_of(walks_.begin(), walks_.end(), [&](const Walk& walk) {
        return (look.can[cell] & (walk.from | walk.through)) != 0 &&
               (look.can[next] & (walk.through | walk.target)) != 0;
      });
      if (!is_step) continue;
      if (node[next]) {
        joints.push_back({cell, next});
      } else {
        ends.emplace_back(cell, next);
      }
    }
  }
  std::vector<size_t> root(board.size());
  std::iota(root.begin(), root.end(), size_t{0});
  const auto find = [&](size_t i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  const auto first_node = [&](const Witness& joint) {
    return *std::find_if(joint.begin(), joint.end(), [&](uint32_t cell) { return node[cell]; });
  };
  for (const Witness& joint : joints) {
    for (const uint32_t cell : joint) {
      if (node[cell]) root[find(cell)] = find(first_node(joint));
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
  const auto keep = [&](size_t part, uint32_t cell) {
    if (part == Look::kNoPart) return;
    const int8_t letter = board[cell];
    const bool stays = !twin_.empty() && !live[cell] && letter != kGone &&
                       static_cast<size_t>(letter) < twin_.size() &&
                       twin_[static_cast<size_t>(letter)] >= 0;
    look.parts[part][cell] = stays ? twin_[static_cast<size_t>(letter)] : letter;
  };
  for (const Witness& joint : joints) {
    for (const uint32_t cell : joint) keep(index[find(first_node(joint))], cell);
  }
  for (const auto& [cell, end] : ends) keep(index[find(cell)], end);
  look.is_whole = !over_.empty();
  for (const auto& [placement, why] : frozen) {
    for (const Cells& part : look.parts) {
      const auto has = [&](uint32_t cell) { return part[cell] != kGone; };
      look.is_whole =
          look.is_whole || (walks_.empty() &&
                            std::all_of(placement->begin(), placement->end(),
                                        [&](const Spot& spot) { return has(spot.cell); }) &&
                            !std::all_of(why.begin(), why.end(), has));
    }
  }
  if (look.is_whole) look.parts.assign(1, board);
  return look;
}

std::vector<DrawnMoves::Cells> DrawnMoves::parts(const Cells& board) const {
  std::vector<Cells> result = look(board).parts;
  for (Cells& part : result) part = representative(contracted_ == 0 ? part : contracted(part));
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace grundy
