// `every X reaches . through X`: cells that must reach others, and how a board falls apart then.
//
// Problem: a stone of nogo lives by a free cell any number of steps away, so moves far from each
// other may depend on one another.
// Idea: a step from u to v may belong to a walk if u can be what walks or what they go through, and
// v that or a target. A walk that is needed ends at the first target it meets. So walks from a cell
// stay among cells that such steps join, but for the last one, if that is a target for ever: a cell
// that is not live, and that no walk goes through, ends walks from all sides. All other cells of
// such a step are joined, live or not, and a placement joins, with its live cells, those that walks
// may go through. Then every cell of a part that must reach something reaches it within the part,
// or nowhere: on boards that fit, a walk of the whole board is one of the part. Cells of other
// parts reach what they reached before a move.
//
// A placement is refused when after it a cell u holds for certain a letter that must reach
// something, and from u no steps through cells that can have letters to go through lead to one that
// can be a target. The part keeps u, and has no walk that the board does not have; so it is refused
// in the part as well. And no move changes a cell of a part that is not live on the board: the part
// has the letter's twin there, which no placement changes.
//
// On a strip on which moves fill single cells, two neighbours that hold the same letter, which no
// move reads, are one: where it must reach something it is also gone through and no target, so each
// of the two reaches what the other does, and walks through one go through both. The cells behind
// move up by one.
//
// Example: in nogo(..X.OX..) nobody fills the fourth cell any more, as X would leave no free cell
// to O, and O none to itself; it is written '-', and the board falls apart into ..X- and X.. there.
#include <algorithm>
#include <bit>

#include "check/drawn.h"

namespace grundy {

/// Letters that stay, for letters that moves may change.
Attempt<void> DrawnMoves::add_twins() {
  for (const Walk& walk : walks_) {
    if ((walk.from & walk.target) != 0)
      return Error::declined("what must reach something may be what it reaches");
  }
  const size_t own = letters_.size();
  twin_.assign(own, -1);
  std::string signs = "-=+*~:;,";
  for (size_t i = 0; i < own; ++i) {
    const bool changes =
        std::any_of(placements_.begin(), placements_.end(), [&](const Placement& placement) {
          return std::any_of(placement.begin(), placement.end(), [&](const Spot& spot) {
            return spot.becomes[i] != static_cast<int8_t>(i);
          });
        });
    if (!changes) continue;
    while (!signs.empty() && letters_.find(signs.front()) != std::string::npos) signs.erase(0, 1);
    if (signs.empty() || letters_.size() == kMostLetters)
      return Error::declined("it has too many letters");
    const auto twin = static_cast<int8_t>(letters_.size());
    twin_[i] = twin;
    twin_signs_.emplace_back(signs.front(), letters_[i]);
    letters_.push_back(signs.front());
    signs.erase(0, 1);
    const auto bit = static_cast<uint16_t>(1u << twin);
    for (auto* list : {&placements_, &never_, &over_}) {
      for (Placement& placement : *list) {
        for (Spot& spot : placement) {
          spot.becomes[static_cast<uint8_t>(twin)] = twin;
          if ((spot.reads >> i & 1) != 0 && spot.becomes[i] == static_cast<int8_t>(i))
            spot.reads |= bit;
        }
      }
    }
    for (Walk& walk : walks_) {
      for (uint16_t* set : {&walk.from, &walk.target, &walk.through}) {
        if ((*set >> i & 1) != 0) *set |= bit;
      }
    }
  }
  return {};
}

/// Whether every cell reaches what it must.
bool DrawnMoves::all_reach(const Cells& board) const {
  const auto is_in = [&](size_t cell, uint16_t set) {
    return board[cell] != kGone && (set >> board[cell] & 1) != 0;
  };
  return std::all_of(walks_.begin(), walks_.end(), [&](const Walk& walk) {
    std::vector<char> good(board.size(), 0);
    for (bool more = true; more;) {
      more = false;
      for (size_t cell = 0; cell < board.size(); ++cell) {
        if (good[cell] != 0 || !is_in(cell, static_cast<uint16_t>(walk.from | walk.through)))
          continue;
        const bool now = std::any_of(next_[cell].begin(), next_[cell].end(), [&](uint32_t next) {
          return is_in(next, walk.target) || (good[next] != 0 && is_in(next, walk.through));
        });
        good[cell] = now ? 1 : 0;
        more = more || now;
      }
    }
    for (size_t cell = 0; cell < board.size(); ++cell) {
      if (is_in(cell, walk.from) && good[cell] == 0) return false;
    }
    return true;
  });
}

/// A cell of the placement, or next to one, that after it for certain does not reach what it must.
std::optional<DrawnMoves::Witness> DrawnMoves::stranded(const Placement& placement,
                                                        const std::vector<uint16_t>& can) const {
  const auto after = [&](uint32_t cell) {
    const auto own = std::find_if(placement.begin(), placement.end(),
                                  [&](const Spot& spot) { return spot.cell == cell; });
    if (own == placement.end()) return can[cell];
    uint16_t letters = 0;
    for (size_t i = 0; i < letters_.size(); ++i) {
      if (((can[cell] & own->reads) >> i & 1) != 0)
        letters = static_cast<uint16_t>(letters | 1u << own->becomes[i]);
    }
    return letters;
  };
  const auto is_stranded_on = [&](uint32_t cell, const Walk& walk) {
    const uint16_t letters = after(cell);
    if (letters == 0 || (letters & ~walk.from) != 0) return false;
    const auto ends = [&](uint32_t next) { return (after(next) & walk.target) != 0; };
    if (std::any_of(next_[cell].begin(), next_[cell].end(), ends)) return false;
    std::vector<char> met(can.size(), 0);
    std::vector<uint32_t> walkers = {cell};
    met[cell] = 1;
    while (!walkers.empty()) {
      const uint32_t here = walkers.back();
      walkers.pop_back();
      for (const uint32_t next : next_[here]) {
        if (met[next] != 0) continue;
        met[next] = 1;
        if (ends(next)) return false;
        if ((after(next) & walk.through) != 0) walkers.push_back(next);
      }
    }
    return true;
  };
  const auto is_stranded = [&](uint32_t cell) {
    return std::any_of(walks_.begin(), walks_.end(),
                       [&](const Walk& walk) { return is_stranded_on(cell, walk); });
  };
  for (const Spot& spot : placement) {
    if (is_stranded(spot.cell)) return Witness{spot.cell};
  }
  for (const Spot& spot : placement) {
    for (const uint32_t near : next_[spot.cell]) {
      if (is_stranded(near)) return Witness{near};
    }
  }
  return std::nullopt;
}

void DrawnMoves::find_contracted() {
  if (walks_.empty() || !moves_freely_ || !never_.empty() || !over_.empty()) return;
  for (size_t cell = 0; cell < next_.size(); ++cell) {
    std::vector<uint32_t> beside;
    if (cell > 0) beside.push_back(static_cast<uint32_t>(cell - 1));
    if (cell + 1 < next_.size()) beside.push_back(static_cast<uint32_t>(cell + 1));
    std::vector<uint32_t> near = next_[cell];
    std::sort(near.begin(), near.end());
    if (near != beside) return;
  }
  uint16_t read = 0;
  for (const Placement& placement : placements_) {
    if (placement.size() != 1) return;
    read |= placement.front().reads;
  }
  for (size_t i = 0; i < letters_.size(); ++i) {
    const bool is_one = std::all_of(walks_.begin(), walks_.end(), [&](const Walk& walk) {
      return (walk.from >> i & 1) == 0 || (walk.through >> i & 1) != 0;
    });
    if (is_one && (read >> i & 1) == 0) contracted_ = static_cast<uint16_t>(contracted_ | 1u << i);
  }
}

DrawnMoves::Cells DrawnMoves::contracted(Cells part) const {
  for (size_t i = 1; i < part.size(); ++i) {
    if (part[i] == kGone || part[i] != part[i - 1] || (contracted_ >> part[i] & 1) == 0) continue;
    part.erase(part.begin() + static_cast<std::ptrdiff_t>(i));
    part.push_back(kGone);
    --i;
  }
  return part;
}

}  // namespace grundy
