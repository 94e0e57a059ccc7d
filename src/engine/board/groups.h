// Groups<W>: stones in groups that must keep a liberty, on boards whose moves put one stone on a
// free cell.
//
// Problem: in Nogo and its like a stone is never moved, a group must always have a free neighbour,
// and most of what lies on a board says nothing any more: a group that nobody can take the last
// liberty of, a cell that nobody may fill.
// Idea: what a move is forbidden by stays: a group that has one free neighbour gets no other one,
// and a free cell without free neighbours none either. So a free cell that no stone may fill is
// free for ever; call it eternal. A group with an eternal liberty lives, and so will any stone that
// is put beside such a cell or group. What play depends on is therefore
//   the playable cells, and which of them are neighbours;
//   for each and each condition, whether a stone there has an eternal liberty for certain, through
//   the cell's neighbours; the other groups, each as its condition and the set of its liberties.
// By these the moves are known: a stone takes the last liberty of a group whose liberties are that
// cell alone; it has none itself if no neighbour is free, no eternal liberty is certain, and each
// group beside it has that liberty alone. And they tell the same of the board after a move. Two
// groups under one condition with the same liberties are as good as one, as whatever happens to a
// liberty happens to both. Cells and groups that no chain of these joins play apart.
// Example: X.O of Nogo: whoever filled the cell in the middle would take a last liberty; it is
// eternal, both stones live, and nothing is left to play.
// Cost: a flood fill a group. In a part a stone that lives is of the class of eternal cells, too,
// and only those beside a cell are kept for which they mean something.
#pragma once
#include <optional>
#include <vector>

#include "engine/board/shift_code.h"
#include "engine/board/small_graph.h"

namespace grundy {

template <size_t W>
class Groups {
 public:
  /// Of a code that has a class of eternal cells (BoardCode::settled).
  Groups(const BoardCode& code, const std::vector<ShiftShape<W>>& moves);

  bool any() const { return settled_ > 0; }
  /// Whether the board is a strip.
  bool is_row() const { return is_row_; }
  /// The class of free cells.
  size_t open() const { return open_; }

  struct Group {
    size_t condition;
    Mask<W> stones;
    Mask<W> liberties;
  };
  /// Its groups, and where stones may be put.
  struct Look {
    Mask<W> playable;
    Mask<W> eternal;
    std::array<Mask<W>, kMostClasses> fillable;  // by class of the stone
    std::vector<Group> mortal;
    std::vector<Mask<W>> living;  // by condition: stones of groups that live
  };
  const Look& look(const Planes<W>& planes);

  /// take(planes) for every part.
  template <class Take>
  void parts(const Planes<W>& planes, const Take& take);

  /// On a strip the stones of a group are as good as one.
  Planes<W> contracted(Planes<W> part) const;
  /// Of a part; nothing where it is too large, and on a strip, where images tell as much.
  std::optional<PartKey> key(const Planes<W>& part);

 private:
  struct Fill {
    size_t becomes;
    Mask<W> cells;
  };
  struct Step {
    uint32_t distance;
    Mask<W> up;    // cells from which a step leads so far up
    Mask<W> down;  // … down
  };
  struct Exchange {
    std::array<uint8_t, kMostClasses> classes{};
    std::vector<size_t> conditions;
  };

  Mask<W> beside(const Mask<W>& set) const;
  Mask<W> stones_of(const Planes<W>& planes, ClassSet classes) const;
  void find_groups(const Planes<W>& planes, const Mask<W>& free, const Mask<W>& living);
  void find_fillable(const Mask<W>& open, const Mask<W>& free);
  void find_exchanges();
  Mask<W> joined(const Mask<W>& all) const;
  Mask<W> links_in_row() const;

  size_t open_;
  size_t settled_;
  std::vector<Fill> fills_;
  std::vector<ClassSet> conditions_;  // classes of each
  std::vector<Step> steps_;
  bool is_row_ = false;
  std::vector<Exchange> exchanges_;  // that leave the game as it is
  Look look_;
  SmallGraph graph_;
};

template <size_t W>
Groups<W>::Groups(const BoardCode& code, const std::vector<ShiftShape<W>>& moves)
    : open_(code.open), settled_(code.settled) {
  if (settled_ == 0) return;
  for (const ShiftShape<W>& shape : moves) {
    const size_t becomes = shape.cells.front().becomes[open_];
    const auto same = std::find_if(fills_.begin(), fills_.end(),
                                   [&](const Fill& f) { return f.becomes == becomes; });
    if (same == fills_.end()) {
      fills_.push_back({becomes, shape.anchors});
    } else {
      same->cells |= shape.anchors;
    }
  }
  for (const CodedReach& reach : code.reaches) conditions_.push_back(reach.from);
  for (const auto& [from, to] : code.steps) {
    const uint32_t distance = std::max(from, to) - std::min(from, to);
    auto found = std::find_if(steps_.begin(), steps_.end(),
                              [&](const Step& s) { return s.distance == distance; });
    if (found == steps_.end()) found = steps_.insert(found, {distance, {}, {}});
    (to > from ? found->up : found->down).add(from);
  }
  is_row_ =
      code.is_free && code.place->rows == 1 && steps_.size() == 1 && steps_.front().distance == 1;
  find_exchanges();
}

template <size_t W>
void Groups<W>::find_exchanges() {
  Exchange one;
  for (size_t k = 0; k < kMostClasses; ++k) one.classes[k] = static_cast<uint8_t>(k);
  do {
    const auto& map = one.classes;
    if (map[0] != 0 || map[open_] != open_ || map[settled_] != settled_) continue;
    one.conditions.clear();
    for (const ClassSet set : conditions_) {
      ClassSet image = 0;
      for (size_t k = 0; k < kMostClasses; ++k) {
        if ((set >> k & 1) != 0) image = static_cast<ClassSet>(image | 1u << map[k]);
      }
      const auto at = std::find(conditions_.begin(), conditions_.end(), image);
      if (at != conditions_.end())
        one.conditions.push_back(static_cast<size_t>(at - conditions_.begin()));
    }
    const bool keeps_fills = std::all_of(fills_.begin(), fills_.end(), [&](const Fill& fill) {
      return std::any_of(fills_.begin(), fills_.end(), [&](const Fill& other) {
        return other.becomes == map[fill.becomes] && other.cells == fill.cells;
      });
    });
    if (keeps_fills && one.conditions.size() == conditions_.size()) exchanges_.push_back(one);
  } while (std::next_permutation(one.classes.begin(), one.classes.end()));
}

template <size_t W>
Mask<W> Groups<W>::beside(const Mask<W>& set) const {
  Mask<W> result;
  for (const Step& step : steps_)
    result |= (set.down(step.distance) & step.up) | (set.up(step.distance) & step.down);
  return result;
}

template <size_t W>
Mask<W> Groups<W>::stones_of(const Planes<W>& planes, ClassSet classes) const {
  Mask<W> result;
  for (size_t k = 1; k < kMostClasses; ++k) {
    if ((classes >> k & 1) != 0) result |= planes[k - 1];
  }
  return result;
}

template <size_t W>
const typename Groups<W>::Look& Groups<W>::look(const Planes<W>& planes) {
  const Mask<W>& open = planes[open_ - 1];
  Mask<W> stones;
  for (const ClassSet set : conditions_) stones |= stones_of(planes, set);
  const Mask<W> living = stones & planes[settled_ - 1];
  const Mask<W> free = open | (planes[settled_ - 1] & ~stones);
  find_groups(planes, free, living);
  find_fillable(open, free);
  look_.playable = {};
  for (const Fill& fill : fills_) look_.playable |= look_.fillable[fill.becomes];
  look_.eternal = free & ~look_.playable;
  std::erase_if(look_.mortal, [&](const Group& group) {
    if (!group.liberties.meets(look_.eternal)) return false;
    look_.living[group.condition] |= group.stones;
    return true;
  });
  return look_;
}

template <size_t W>
void Groups<W>::find_groups(const Planes<W>& planes, const Mask<W>& free, const Mask<W>& living) {
  look_.mortal.clear();
  look_.living.resize(conditions_.size());
  for (size_t i = 0; i < conditions_.size(); ++i) {
    Mask<W> rest = stones_of(planes, conditions_[i]);
    look_.living[i] = rest & living;
    rest &= ~living;
    while (rest.any()) {
      Mask<W> group = Mask<W>::bit(rest.least());
      Mask<W> around = beside(group);
      for (Mask<W> more = around & rest & ~group; more.any(); more = around & rest & ~group) {
        group |= more;
        around |= beside(more);
      }
      rest &= ~group;
      if (around.meets(look_.living[i])) {
        look_.living[i] |= group;
      } else {
        look_.mortal.push_back({i, group, around & free});
      }
    }
  }
}

template <size_t W>
void Groups<W>::find_fillable(const Mask<W>& open, const Mask<W>& free) {
  const Mask<W> has_room = beside(free);
  std::array<Mask<W>, kMostClasses> forbidden{};
  for (size_t i = 0; i < conditions_.size(); ++i) {
    Mask<W> last;  // liberties that a group would lose its life with
    // Cells where a stone of the condition has a liberty.
    Mask<W> joins = has_room | beside(look_.living[i]);
    for (const Group& group : look_.mortal) {
      if (group.condition != i) continue;
      Mask<W> others = group.liberties;
      others.remove_least();
      (others.any() ? joins : last) |= group.liberties;
    }
    for (const Fill& fill : fills_)
      forbidden[fill.becomes] |= (conditions_[i] >> fill.becomes & 1) != 0 ? ~joins : last;
  }
  look_.fillable = {};
  for (const Fill& fill : fills_)
    look_.fillable[fill.becomes] = open & fill.cells & ~forbidden[fill.becomes];
}

/// The first of the cells, and all that chains of neighbours and groups join to it.
template <size_t W>
Mask<W> Groups<W>::joined(const Mask<W>& all) const {
  Mask<W> cells = Mask<W>::bit(all.least());
  for (Mask<W> before; before != cells;) {
    before = cells;
    cells |= beside(cells) & all;
    for (const Group& group : look_.mortal) {
      if (group.liberties.meets(cells)) cells |= group.liberties;
    }
  }
  return cells;
}

/// The cells that a chain joins to the next one.
template <size_t W>
Mask<W> Groups<W>::links_in_row() const {
  const Mask<W>& cells = look_.playable;
  Mask<W> links = cells & cells.down(1);
  for (const Group& group : look_.mortal) {
    const Mask<W> both = group.stones | group.liberties;
    links |= both & both.down(1);
  }
  return links;
}

template <size_t W>
template <class Take>
void Groups<W>::parts(const Planes<W>& planes, const Take& take) {
  look(planes);
  const Mask<W> links = is_row_ ? links_in_row() : Mask<W>();
  Mask<W> rest = look_.playable;
  while (rest.any()) {
    const Mask<W> cells =
        is_row_ ? rest & Mask<W>::first(links.least_missing(rest.least()) + 1) : joined(rest);
    rest &= ~cells;
    const Mask<W> around = beside(cells);
    Planes<W> part{};
    part[open_ - 1] = cells;
    part[settled_ - 1] = around & look_.eternal;
    Mask<W> kept;
    for (const Group& group : look_.mortal) {
      if (group.liberties.meets(cells)) kept |= group.stones;
    }
    // Stones that live tell a cell beside them something where nothing else does.
    const Mask<W> doubtful = cells & ~beside(part[settled_ - 1]);
    for (size_t i = 0; i < conditions_.size(); ++i) {
      Mask<W> fillable;
      for (const Fill& fill : fills_) {
        if ((conditions_[i] >> fill.becomes & 1) != 0) fillable |= look_.fillable[fill.becomes];
      }
      const Mask<W> living = look_.living[i] & beside(doubtful & fillable);
      kept |= living;
      part[settled_ - 1] |= living;
    }
    for (size_t k = 1; k < kMostClasses; ++k) {
      if (k != open_ && k != settled_) part[k - 1] = planes[k - 1] & kept;
    }
    take(part);
  }
}

template <size_t W>
Planes<W> Groups<W>::contracted(Planes<W> part) const {
  if (!is_row_) return part;
  for (const ClassSet set : conditions_) {
    while (true) {
      const Mask<W> stones = stones_of(part, set) & ~part[settled_ - 1];
      const Mask<W> twice = stones & stones.down(1);
      if (!twice.any()) break;
      const Mask<W> before = Mask<W>::first(twice.least());
      for (Mask<W>& plane : part) plane = (plane & before) | (plane.down(1) & ~before);
    }
  }
  return part;
}

template <size_t W>
std::optional<PartKey> Groups<W>::key(const Planes<W>& part) {
  if (is_row_) return {};
  look(part);
  const size_t cells = look_.playable.count();
  if (cells + look_.mortal.size() > SmallGraph::kMost) return {};
  // The cells in their order, then the groups.
  std::array<size_t, SmallGraph::kMost> cell_of;
  size_t next = 0;
  look_.playable.for_each([&](size_t cell) { cell_of[next++] = cell; });
  const auto numbers = [&](const Mask<W>& of) {
    uint64_t result = 0;
    for (size_t i = 0; i < cells; ++i) result |= uint64_t{of.has(cell_of[i])} << i;
    return result;
  };
  std::vector<Mask<W>> safe(conditions_.size(), beside(look_.eternal));
  for (size_t i = 0; i < conditions_.size(); ++i) safe[i] |= beside(look_.living[i]);
  graph_.clear();
  for (size_t i = 0; i < cells; ++i) graph_.add(numbers(beside(Mask<W>::bit(cell_of[i]))));
  std::vector<size_t> conditions;
  for (size_t i = 0; i < look_.mortal.size(); ++i) {
    const Group& group = look_.mortal[i];
    const bool again = std::any_of(
        look_.mortal.begin(), look_.mortal.begin() + static_cast<ptrdiff_t>(i),
        [&](const Group& other) {
          return other.condition == group.condition && other.liberties == group.liberties;
        });
    if (again) continue;
    const uint64_t liberties = numbers(group.liberties);
    const size_t vertex = graph_.add(liberties);
    conditions.push_back(group.condition);
    for (uint64_t left = liberties; left != 0; left &= left - 1)
      graph_.join(static_cast<size_t>(std::countr_zero(left)), vertex);
  }
  std::optional<PartKey> best;
  for (const Exchange& exchange : exchanges_) {
    for (size_t i = 0; i < cells; ++i) {
      uint64_t label = 0;
      for (const Fill& fill : fills_)
        label |= uint64_t{look_.fillable[fill.becomes].has(cell_of[i])}
                 << exchange.classes[fill.becomes];
      for (size_t c = 0; c < conditions_.size(); ++c)
        label |= uint64_t{safe[c].has(cell_of[i])} << (kMostClasses + exchange.conditions[c]);
      graph_.set_label(i, label);
    }
    for (size_t i = 0; i < conditions.size(); ++i)
      graph_.set_label(cells + i, uint64_t{1} << 32 | exchange.conditions[conditions[i]]);
    const PartKey key = graph_.key();
    if (!best || key.high < best->high || (key.high == best->high && key.low < best->low))
      best = key;
  }
  return best;
}

}  // namespace grundy
