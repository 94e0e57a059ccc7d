// Split<W>: the independent parts of a board, derived from its placements.
//
// Problem: a board falls apart into regions that no sequence of moves ever brings together; a
// search over sums of parts is faster by orders of magnitude, and nobody wants to say for each game
// what falls apart.
// Idea: can(c) is the least family of sets of classes that has each cell's class and what any
// placement that fits `can` writes, writes that `never` forbids under every choice left aside. A
// placement that fits `can` is possible; others never are, as every board that play reaches fits
// `can` (induction over the moves). A cell is live when a possible placement changes it. Two live
// cells are linked when one possible placement, an instance of `never` that is possible, or a step
// that `reaches` may walk has both: two stones of Nogo that differ in colour are neighbours on no
// walk. A move changes, and depends on, cells of one class of linked cells and on frozen cells,
// which stay as they are: so the position is the sum of these classes, each with the frozen cells
// that its placements have.
// Where moves keep the order of stones in a row, `can` keeps to their ranges (ranges.h).
// Example: rows X O X # O O of clobber: the last two can't change; three cells are one part.
// Cost: where cells are only ever taken away (Cram), one pass over the shapes; else passes until
// nothing changes, or one pass with larger sets, where the first boards fall apart as well by
// these.
#pragma once
#include <vector>

#include "engine/board/closure.h"
#include "engine/board/links.h"
#include "engine/board/ranges.h"
#include "engine/board/shift_code.h"

namespace grundy {

template <size_t W>
class Split {
 public:
  /// With the shapes of its moves and of what `never` may stand.
  Split(const BoardCode& code, const std::vector<ShiftShape<W>>& moves,
        std::vector<ShiftShape<W>> never)
      : classes_(code.classes),
        board_(Mask<W>::first(code.place->cells())),
        moves_(favourable(moves)),
        closure_(code.classes, board_, never),
        never_(std::move(never)),
        open_never_(favourable(never_)),
        whole_(!code.over.empty()),
        now_(code.classes) {
    for (auto* list : {&moves_, &never_, &open_never_}) {
      for (ShiftShape<W>& shape : *list) note_distances(shape);
    }
    reaches_ = code.reaches;
    for (const CodedReach& reach : reaches_)
      walked_ = static_cast<ClassSet>(walked_ | reach.from | reach.target | reach.through);
    for (const auto& [a, b] : code.steps) {
      const uint32_t low = std::min(a, b);
      const size_t index = links_.number(std::max(a, b) - low);
      step_links_.resize(std::max(step_links_.size(), index + 1));
      step_links_[index].add(low);
    }
    by_mask_ = links_.distances() > kMostDistances;
    shrinks_ = never_.empty() && (walked_ & 1) == 0;
    for (const ShiftShape<W>& shape : moves_) {
      for (const auto& cell : shape.cells) {
        for (size_t k = 0; k < classes_; ++k)
          shrinks_ = shrinks_ &&
                     ((cell.reads >> k & 1) == 0 || cell.becomes[k] == k || cell.becomes[k] == 0);
      }
    }
    find_core();
    if (never_.empty() && walked_ == 0 && !whole_ && core_.size() == moves_.size()) {
      ranges_ = Ranges<W>::of(code, moves_);
      if (ranges_) way_ = Way::exact;
    }
  }

  /// The shapes that are looked at.
  size_t core() const { return core_.size(); }
  /// Where moves only ever take cells away: all that may ever be possible is seen at one look, as a
  /// drawing that asks for a free cell is taken to fit any.
  bool shrinks() const { return shrinks_; }
  /// Whether one pass tells the parts.
  bool is_quick() const { return shrinks_ || way_ == Way::rough; }
  /// Where stones in a row never pass each other.
  bool keeps_order() const { return ranges_.has_value(); }
  /// Positions are not taken apart: a pattern anywhere ends play.
  bool is_whole() const { return whole_; }

  /// take(planes) for every part of the board.
  template <class Take>
  void parts(const Planes<W>& planes, const Take& take) {
    if (whole_) {
      take(planes);
      return;
    }
    now_.assign(planes, board_);
    if (way_ == Way::rough) {
      link_roughly(now_);
      cut(planes, true, take);
      return;
    }
    if (shrinks_) {
      link_cells(core_, now_, kNothingBlocked);
      cut(planes, false, take);
      return;
    }
    const Sets<W>& now = now_;
    Sets<W> can(classes_);
    Blocked blocked{};
    if (ranges_) reach_ = ranges_->reach(now);
    closure_.settle(now, can, blocked, ranges_ ? &reach_ : nullptr);
    link_cells(core_, can, blocked);
    const uint64_t measure = cut(planes, false, take);
    if (way_ != Way::trial) return;
    link_roughly(now);
    if (cut(planes, true, [](const Planes<W>&) {}) != measure) {
      way_ = Way::exact;
    } else if (++trials_ == kTrials) {
      way_ = Way::rough;
    }
  }

 private:
  static constexpr size_t kMostDistances = 12;
  static constexpr size_t kMostImplied = 20'000;  // placements
  static constexpr size_t kFewShapes = 17;        // not worth the trouble
  static constexpr size_t kMostChoices = 16;
  using Blocked = typename Closure<W>::Cells;  // by class: cells that can't get it, or alone can
  static constexpr Blocked kNothingBlocked{};
  static constexpr unsigned kTrials = 256;
  /// Whether `can` is found by the passes above, or every cell taken to be of all classes that
  /// moves ever make of its own: sound as well, faster, and as fine in many games. Both are tried
  /// on the first boards.
  enum class Way : uint8_t { exact, trial, rough };
  /// A board on which every cell is of all classes that moves may make of its own.
  struct SetView {
    const Sets<W>& now;
    const std::array<ClassSet, size_t{1} << kMostClasses>& sources;
    const Mask<W>& of(ClassSet set) const { return now.of(sources[set]); }
    const Mask<W>& of_class(size_t k) const { return of(static_cast<ClassSet>(1u << k)); }
  };
  /// A cell that may be nothing, or must not have some letters: what has been cut away is nothing,
  /// and so the cell is kept whatever it has.
  std::vector<ShiftShape<W>> favourable(std::vector<ShiftShape<W>> shapes) const {
    for (ShiftShape<W>& shape : shapes) {
      for (auto& cell : shape.cells) {
        if ((cell.reads & 1) != 0) {
          cell.reads = static_cast<ClassSet>((1u << classes_) - 1);
          cell.any = true;
        }
        shape.is_solid = shape.is_solid && cell.moving == cell.reads;
      }
    }
    return shapes;
  }

  void note_distances(ShiftShape<W>& shape) {
    for (size_t i = 1; i < shape.cells.size(); ++i)
      shape.cells[i].link = static_cast<uint32_t>(
          links_.number(shape.cells[i].distance - shape.cells[i - 1].distance));
  }

  /// Leaves placements out that others imply: on a board that has what such a placement asks, and
  /// whose other cells are unknown, the others change its cells to what it does, and link them all.
  /// Fitting boards fit those that have more, so this holds wherever it stands. The long moves of
  /// Amazons are made of short ones.
  void find_core() {
    find_rough();
    size_t placements = 0;
    for (const ShiftShape<W>& shape : moves_) placements += shape.anchors.count();
    if (!never_.empty() || whole_ || by_mask_ || placements > kMostImplied ||
        moves_.size() < kFewShapes) {
      for (const ShiftShape<W>& shape : moves_) add_to_core(shape);
      return;
    }
    for (const ShiftShape<W>& shape : moves_) {
      ShiftShape<W> needed = shape;
      needed.anchors = {};
      shape.anchors.for_each([&](size_t anchor) {
        if (!is_implied(shape, anchor)) needed.anchors.add(anchor);
      });
      if (needed.anchors.any()) add_to_core(std::move(needed));
    }
  }

  /// The classes that moves may make of each, and the shapes that link what all link when cells are
  /// of all these.
  void find_rough() {
    for (size_t k = 0; k < classes_; ++k) becomes_[k] = static_cast<ClassSet>(1u << k);
    for (bool more = true; more;) {
      more = false;
      for (const ShiftShape<W>& shape : moves_) {
        for (const auto& cell : shape.cells) {
          for (size_t from = 0; from < classes_; ++from) {
            for (size_t k = 0; k < classes_; ++k) {
              if ((becomes_[from] & cell.reads) >> k & 1 &&
                  (becomes_[from] >> cell.becomes[k] & 1) == 0) {
                becomes_[from] = static_cast<ClassSet>(becomes_[from] | 1u << cell.becomes[k]);
                more = true;
              }
            }
          }
        }
      }
    }
    for (size_t set = 0; set < rough_sources_.size(); ++set) {
      for (size_t k = 0; k < classes_; ++k) {
        if ((becomes_[k] & set) != 0)
          rough_sources_[set] = static_cast<ClassSet>(rough_sources_[set] | 1u << k);
      }
    }
    size_t placements = 0;
    for (const ShiftShape<W>& shape : moves_) placements += shape.anchors.count();
    if (!never_.empty() || whole_ || by_mask_ || shrinks_ || placements > kMostImplied) return;
    way_ = Way::trial;
    needed_ = static_cast<ClassSet>((1u << classes_) - 2);
    for (const ShiftShape<W>& shape : moves_) {
      ClassSet reads = 0;
      for (const auto& cell : shape.cells)
        reads = static_cast<ClassSet>(reads | (std::has_single_bit(cell.reads) ? cell.reads : 0));
      needed_ &= reads;
      ShiftShape<W> needed = shape;
      needed.anchors = {};
      shape.anchors.for_each([&](size_t anchor) {
        if (!is_linked_roughly(shape, anchor)) needed.anchors.add(anchor);
      });
      if (needed.anchors.any()) rough_.push_back(std::move(needed));
    }
  }

  bool is_linked_roughly(const ShiftShape<W>& shape, size_t anchor) {
    Sets<W> can(classes_);
    Mask<W> cells;
    for (const auto& cell : shape.cells) {
      const Mask<W> here = Mask<W>::bit(anchor + cell.distance);
      cells |= here;
      ClassSet sure = static_cast<ClassSet>((1u << classes_) - 1);
      for (size_t k = 0; k < classes_; ++k) {
        if ((cell.reads >> k & 1) != 0) sure &= becomes_[k];
      }
      for (size_t k = 0; k < classes_; ++k) {
        if ((sure >> k & 1) != 0) can.add(k, here);
      }
    }
    link_cells(rough_, can, {});
    return cells.is_within(live_) && links_.flood(Mask<W>::bit(anchor)) == cells;
  }

  void link_roughly(const Sets<W>& now) { link_cells(rough_, SetView{now, rough_sources_}, {}); }

  /// Hands every class of linked cells to take; a number that is the same for the same parts.
  /// Roughly linked ones may have no cell of a class that every move needs: no move is ever made
  /// there.
  template <class Take>
  uint64_t cut(const Planes<W>& planes, bool rough, const Take& take) {
    uint64_t measure = 0;
    Mask<W> rest = conducts_;
    const Mask<W>* runs = links_.runs();
    while (rest.any()) {
      const size_t seed = rest.least();
      const Mask<W> part =
          runs == nullptr ? links_.flood(Mask<W>::bit(seed))
                          : Mask<W>::first(runs->least_missing(seed) + 1) & ~Mask<W>::first(seed);
      rest &= ~part;
      if (!part.meets(live_)) continue;
      Mask<W> kept = part;
      for (const typename Links<W>::Edge& edge : links_.edges()) {
        if (edge.linked.meets(part)) kept |= edge.kept;
      }
      Planes<W> cut{};
      bool alive = true;
      for (size_t k = 0; k + 1 < classes_; ++k) {
        cut[k] = planes[k] & kept;
        alive = alive && (!rough || (needed_ >> (k + 1) & 1) == 0 || cut[k].any());
      }
      if (!alive) continue;
      if (way_ == Way::trial) {
        uint64_t cells = 0;
        for (size_t k = 0; k + 1 < classes_; ++k) cells += cut[k].count();
        measure += 1'000'000 + cells;
      }
      take(cut);
    }
    return measure;
  }

  /// Asked for every choice of a class for each cell: a board has one at a time.
  bool is_implied(const ShiftShape<W>& shape, size_t anchor) {
    size_t choices = 1;
    for (const auto& cell : shape.cells) {
      choices *= static_cast<size_t>(std::popcount(cell.reads));
      if (choices > kMostChoices) return false;
    }
    for (size_t choice = 0; choice < choices; ++choice) {
      Sets<W> can(classes_);
      Mask<W> cells;
      Mask<W> idle;  // as good as no cell
      std::vector<std::pair<size_t, size_t>> made;
      size_t rest = choice;
      for (const auto& cell : shape.cells) {
        const size_t here = anchor + cell.distance;
        const auto count = static_cast<size_t>(std::popcount(cell.reads));
        ClassSet reads = cell.reads;
        for (size_t skip = rest % count; skip > 0; --skip)
          reads &= static_cast<ClassSet>(reads - 1);
        rest /= count;
        const auto k = static_cast<size_t>(std::countr_zero(reads));
        cells.add(here);
        can.add(k, Mask<W>::bit(here));
        made.emplace_back(here, cell.becomes[k]);
        if (k == 0 && !cell.changes) idle.add(here);
      }
      closure_.close(can, {});
      for (const auto& [here, k] : made) {
        if (!can.of_class(k).has(here)) return false;
      }
      link_cells(core_, can, {});
      cells &= ~(idle & ~live_);
      if (!cells.is_within(live_) || !cells.has(anchor) ||
          links_.flood(Mask<W>::bit(anchor)) != cells)
        return false;
    }
    return true;
  }

  void add_to_core(ShiftShape<W> shape) {
    closure_.add(shape);
    core_.push_back(std::move(shape));
  }

  template <class Can>
  void link_cells(const std::vector<ShiftShape<W>>& shapes, const Can& can,
                  const Blocked& blocked) {
    links_.clear();
    Mask<W> live;
    at_.resize(shapes.size());
    for (size_t i = 0; i < shapes.size(); ++i) {
      const ShiftShape<W>& shape = shapes[i];
      const Mask<W> at = closure_.possible(shape, can, blocked);
      at_[i] = at;
      if (!at.any()) continue;
      if (!shape.is_solid || by_mask_) {
        for (const auto& cell : shape.cells) {
          if (cell.changes) live |= at.up(cell.distance) & can.of(cell.moving);
        }
        continue;
      }
      // All its cells are live, and so nothing but their links is to be noted.
      at_[i] = {};
      uint32_t before = 0;
      for (const auto& cell : shape.cells) {
        if (cell.distance > 0) links_.add(cell.link, at.up(before));
        live |= at.up(cell.distance);
        before = cell.distance;
      }
    }
    live_ = live;
    conducts_ = live_;
    const Mask<W> gone = board_ & ~can.of(static_cast<ClassSet>((1u << classes_) - 2));  // for ever
    if (walked_ != 0) {
      const Mask<W> walked = can.of(walked_) & ~gone;
      conducts_ |= walked;
      for (size_t i = 0; i < step_links_.size(); ++i) {
        Mask<W> pairs;
        for (const CodedReach& reach : reaches_) {
          const Mask<W> before = can.of(static_cast<ClassSet>(reach.from | reach.through)) & walked;
          const Mask<W> after =
              can.of(static_cast<ClassSet>(reach.through | reach.target)) & walked;
          pairs |=
              (before & after.down(links_.distance(i))) | (after & before.down(links_.distance(i)));
        }
        pairs &= step_links_[i];
        if (!by_mask_) {
          links_.add(i, pairs);
          continue;
        }
        pairs.for_each([&](size_t cell) {
          const Mask<W> both = Mask<W>::bit(cell) | Mask<W>::bit(cell + links_.distance(i));
          links_.add({both, both});
        });
      }
    }
    for (size_t i = 0; i < shapes.size(); ++i) link_shape(shapes[i], at_[i], gone);
    for (const ShiftShape<W>& shape : open_never_) link_shape(shape, stands(shape, can), gone);
    for (const ShiftShape<W>& shape : never_) {
      for (size_t i = 0; i < shape.cells.size(); ++i) {
        // Frozen cells that keep a live one from getting a class belong to it.
        const Mask<W> kept = sets_of_blocked(blocked, shape.cells[i]);
        if (!kept.meets(live_)) continue;
        const Mask<W> at = closure_.surely_but(shape, i, can, live_);
        if (!at.meets(kept.down(shape.cells[i].distance))) continue;
        at.for_each([&](size_t anchor) { add_edge(shape, anchor, gone); });
      }
    }
    if (!never_.empty()) keep_blocked(can, blocked, gone);
  }

  /// A frozen cell that is kept for a part must stay frozen there: with it is kept all that blocks
  /// it, and what blocks that. One blocker of several would not do: it may be frozen only since the
  /// cell is blocked by another.
  template <class Can>
  void keep_blocked(const Can& can, const Blocked& blocked, const Mask<W>& gone) {
    blocked_ = {};
    blockers_.resize(Mask<W>::kBits);
    for (const ShiftShape<W>& shape : never_) {
      for (size_t i = 0; i < shape.cells.size(); ++i) {
        const auto& cell = shape.cells[i];
        const Mask<W> stopped = sets_of_blocked(blocked, cell) & ~live_;
        if (!stopped.any()) continue;
        closure_.surely_but(shape, i, can, stopped).for_each([&](size_t anchor) {
          const size_t here = anchor + cell.distance;
          Mask<W> cells;
          for (const auto& other : shape.cells) cells.add(anchor + other.distance);
          cells &= ~gone;
          if (conducts_.has(here)) links_.add({cells & conducts_, cells});
          blockers_[here] = blocked_.has(here) ? blockers_[here] | cells : cells;
          blocked_.add(here);
        });
      }
    }
    for (typename Links<W>::Edge& edge : links_.edges()) {
      Mask<W> added, seen;
      for (Mask<W> left = edge.kept & blocked_; left.any();
           left = (edge.kept | added) & blocked_ & ~seen) {
        left.for_each([&](size_t here) { added |= blockers_[here]; });
        seen |= left;
      }
      edge.kept |= added;
      edge.linked |= added & conducts_;
    }
  }
  Mask<W> sets_of_blocked(const Blocked& blocked, const typename ShiftShape<W>::Cell& cell) const {
    Mask<W> result;
    for (size_t k = 0; k < classes_; ++k) {
      if ((cell.reads >> k & 1) != 0) result |= blocked[k];
    }
    return result;
  }

  void link_shape(const ShiftShape<W>& shape, const Mask<W>& at, const Mask<W>& gone) {
    if (!at.any()) return;
    Mask<W> all_conduct = at;
    if (by_mask_) {
      all_conduct = {};
    } else {
      for (const auto& cell : shape.cells) all_conduct &= conducts_.down(cell.distance);
      for (size_t i = 1; i < shape.cells.size(); ++i)
        links_.add(shape.cells[i].link, all_conduct.up(shape.cells[i - 1].distance));
    }
    (at & ~all_conduct).for_each([&](size_t anchor) { add_edge(shape, anchor, gone); });
  }

  void add_edge(const ShiftShape<W>& shape, size_t anchor, const Mask<W>& gone) {
    typename Links<W>::Edge edge;
    for (const auto& cell : shape.cells) {
      const size_t here = anchor + cell.distance;
      if (conducts_.has(here)) edge.linked.add(here);
      if (!gone.has(here)) edge.kept.add(here);
    }
    if (edge.linked.any()) links_.add(edge);
  }

  size_t classes_;
  Mask<W> board_;
  std::vector<ShiftShape<W>> moves_;
  std::vector<ShiftShape<W>> core_;  // moves whose links and letters are those of all
  Closure<W> closure_;               // of these
  // Moves whose links are those of all, when cells are taken roughly.
  std::vector<ShiftShape<W>> rough_;
  std::vector<ShiftShape<W>> never_;
  std::vector<ShiftShape<W>> open_never_;
  bool whole_;
  bool shrinks_ = false;
  std::optional<Ranges<W>> ranges_;
  Blocked reach_{};  // with ranges: by class, the cells that may get it
  Way way_ = Way::exact;
  unsigned trials_ = 0;
  std::array<ClassSet, kMostClasses> becomes_{};  // by class: what moves may make of it
  // By set: classes of which moves may make one of it.
  std::array<ClassSet, size_t{1} << kMostClasses> rough_sources_{};
  ClassSet needed_ = 0;   // classes without which there is no move
  bool by_mask_ = false;  // too many distances: cells are linked placement by placement
  std::vector<CodedReach> reaches_;
  ClassSet walked_ = 0;
  std::vector<Mask<W>> step_links_;  // by distance
  // Of the position at hand.
  Sets<W> now_;
  Links<W> links_;
  std::vector<Mask<W>> at_;
  Mask<W> blocked_;                // frozen cells that others keep from becoming what they may
  std::vector<Mask<W>> blockers_;  // by cell: these others, and the cell
  Mask<W> live_;
  Mask<W> conducts_;
};

}  // namespace grundy
