// Settled<W>: cells of a strip that no move may fill any more.
//
// Problem: on strips of nogo a cell that neither player may fill keeps its neighbours alive for ever. Told as a class of its
// own it lets the strip fall apart there; but asking each move whether it is allowed costs more than all the rest.
// Idea: where stones of a group must reach the target of all walks through stones of their group, a run of them lives by the cells
// at its two ends. A cell may be filled by a stone of the group if a target or a run that has another end lies on
// either side, and by any other stone if no run beside it lives by this cell alone. Both are found for all cells at once.
// Example: in X.X.O the first free cell is settled for O, who would take an end that X needs, and X may fill it.
// Cost: some ten operations on masks a condition; other conditions try every move.
#pragma once
#include <vector>

#include "engine/board/shift_code.h"

namespace grundy {

template <size_t W>
class Settled {
 public:
  Settled(const BoardCode& code, const std::vector<ShiftShape<W>>& moves) : open_(code.open), settled_(code.settled) {
    if (settled_ == 0) return;
    for (const ShiftShape<W>& shape : moves) fills_.push_back({shape.cells.front().becomes[open_], shape.anchors});
    const size_t cells = code.place->cells();
    in_runs_ = code.steps.size() == 2 * (cells - 1);
    for (const auto& [from, to] : code.steps) in_runs_ = in_runs_ && (from + 1 == to || to + 1 == from);
    for (const CodedReach& reach : code.reaches) {
      in_runs_ = in_runs_ && reach.from == reach.through;
      groups_.push_back(reach.from);
    }
  }

  /// Whether the code has such cells.
  bool any() const { return settled_ > 0; }

  /// The board with these cells told; `allowed(planes)`: whether a move may lead there.
  template <class Allowed>
  Planes<W> told(const Planes<W>& planes, const Allowed& allowed) const {
    Planes<W> result = planes;
    const Mask<W> fillable = in_runs_ ? fillable_in_runs(planes) : fillable_by_trial(planes, allowed);
    result[settled_ - 1] |= planes[open_ - 1] & ~fillable;
    result[open_ - 1] = planes[open_ - 1] & fillable;
    return result;
  }

  /// Of a strip where in_runs().
  Mask<W> fillable_in_runs(const Planes<W>& planes) const {
    const Mask<W> target = planes[open_ - 1] | planes[settled_ - 1];
    std::array<Mask<W>, kMostClasses> by_class{};
    for (const Fill& fill : fills_) by_class[fill.becomes] |= fill.cells & planes[open_ - 1];
    for (const ClassSet group : groups_) {
      Mask<W> runs;
      for (size_t k = 1; k < kMostClasses; ++k) {
        if ((group >> k & 1) != 0) runs |= planes[k - 1];
      }
      // Runs with a target below, above.
      const Mask<W> below = filled<&Mask<W>::up>(runs & target.up(1), runs);
      const Mask<W> above = filled<&Mask<W>::down>(runs & target.down(1), runs);
      if (!runs.is_within(below | above)) return {};
      const Mask<W> joins = (target | below).up(1) | (target | above).down(1);
      const Mask<W> kills = (runs & ~above).down(1) | (runs & ~below).up(1);
      for (size_t k = 0; k < kMostClasses; ++k) by_class[k] &= (group >> k & 1) != 0 ? joins : ~kills;
    }
    Mask<W> result;
    for (const Mask<W>& cells : by_class) result |= cells;
    return result;
  }
  template <class Allowed>
  Mask<W> fillable_by_trial(const Planes<W>& planes, const Allowed& allowed) const {
    Mask<W> result;
    for (const Fill& fill : fills_) {
      (planes[open_ - 1] & fill.cells & ~result).for_each([&](size_t cell) {
        Planes<W> filled = planes;
        filled[open_ - 1] &= ~Mask<W>::bit(cell);
        if (fill.becomes > 0) filled[fill.becomes - 1].add(cell);
        if (allowed(filled)) result.add(cell);
      });
    }
    return result;
  }
  bool in_runs() const { return in_runs_; }

 private:
  struct Fill {
    size_t becomes;
    Mask<W> cells;
  };

  /// The seeds, and the cells of the same run that lie the given way of them.
  template <Mask<W> (Mask<W>::*Way)(size_t) const>
  static Mask<W> filled(Mask<W> seeds, Mask<W> runs) {
    for (size_t by = 1; by < Mask<W>::kBits; by *= 2) {
      const Mask<W> more = seeds | ((seeds.*Way)(by)&runs);
      if (more == seeds) break;
      seeds = more;
      runs &= (runs.*Way)(by);
    }
    return seeds;
  }

  size_t open_;
  size_t settled_;
  std::vector<Fill> fills_;
  std::vector<ClassSet> groups_;
  bool in_runs_ = false;
};

}  // namespace grundy
