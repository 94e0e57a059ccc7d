// BoardMover<W>: options of parts of a board as sums of parts; what in_set.h searches.
//
//   BoardMover<1> mover(code);
//   for (const auto& part : mover.parts(planes)) … InSet<BoardMover<1>>(mover, table,
//   budget).value(part)
#pragma once
#include <cstdlib>
#include <span>
#include <vector>

#include "engine/board/apart_cache.h"
#include "engine/board/cut_cache.h"
#include "engine/board/graph_key.h"
#include "engine/board/groups.h"
#include "engine/board/images.h"
#include "engine/board/part_table.h"
#include "engine/board/play_graph.h"
#include "engine/board/shape_tree.h"
#include "engine/board/split.h"
#include "engine/board/twin_cells.h"

namespace grundy {

template <size_t W>
struct CutPart {
  Planes<W> planes;
  PartKey key;
  uint64_t cost = 0;
  size_t place = SIZE_MAX;        // in the cache of cut parts
  std::optional<uint64_t> known;  // the value, if the cache tells
};

template <size_t W>
class BoardMover {
 public:
  using Part = CutPart<W>;

  explicit BoardMover(const BoardCode& code)
      : classes_(code.classes),
        board_(Mask<W>::first(code.place->cells())),
        moves_(shapes_of<W>(code.moves)),
        tree_(moves_),
        never_(shapes_of<W>(code.never)),
        over_(shapes_of<W>(code.over)),
        reaches_(code.reaches),
        groups_(code, moves_),
        split_(code, moves_, never_),
        twins_(code, moves_),
        images_(code),
        cuts_(code.classes, !images_.is_free() && !groups_.any()),
        met_(code.classes),
        now_(code.classes),
        column_sums_(2 * code.place->columns) {
    for (const auto& [from, to] : code.steps) add_step(from, to);
    if constexpr (W == 1) graph_key_ = GraphKey::of(code);
    if (images_.is_free()) {
      find_middles(*code.place);
    } else if (!groups_.any()) {
      names_.emplace(code, moves_, never_, over_);
    }
    for (const ShiftShape<W>& shape : moves_) placements_ += shape.anchors.count();
    if (W == 1) orders_.resize(2 * code.place->rows * column_sums_);
  }

  const Split<W>& split() const { return split_; }
  const Images<W>& images() const { return images_; }

  /// The canonical parts of a board; parts where nothing can change are left out.
  std::vector<Part> parts(const Planes<W>& planes) {
    std::vector<Part> result;
    take_apart(planes,
               [&](const Planes<W>& cut) { result.push_back(part_of(cut, cuts_.hash(cut))); });
    return result;
  }
  /// The parts as they lie on the board.
  template <class Take>
  void cut(const Planes<W>& planes, const Take& take) {
    split_.parts(planes, take);
  }
  /// The board after each move, with the first cell of its placement, until take gives false.
  template <class Take>
  void moves(const Planes<W>& planes, const Take& take) const {
    const Sets<W> sets(planes, board_, classes_);
    if (is_over(sets)) return;
    for (const ShiftShape<W>& shape : moves_) {
      for (Mask<W> at = stands(shape, sets); at.any(); at.remove_least()) {
        const size_t anchor = at.least();
        const Planes<W> next = moved(planes, shape, anchor);
        if (is_allowed(next) && !take(next, shape, anchor)) return;
      }
    }
  }

  /// The table where the values of options will be sought.
  void prefetch_from(const PartTable& table) { table_ = &table; }

  PartKey key(const Part& part) const { return part.key; }
  uint64_t cost(const Part& part) const { return part.cost; }
  /// Where more parts play alike than have the same image.
  std::optional<PartKey> wide_key(const Part& part) {
    if (groups_.any()) return groups_.key(part.planes);
    if constexpr (W == 1) {
      if (graph_key_) return graph_key_->key(part.planes);
    }
    return {};
  }
  /// Small parts first. Where moves do nothing but take cells away, a move in the middle makes up
  /// for a few cells, as far as the part is as high as it is wide; long parts, and other games, are
  /// best taken apart wherever that costs least.
  uint64_t rank(uint64_t cost, uint32_t order, uint32_t shuffle) const {
    cost = std::min(cost, kMostRanked);
    if (!split_.shrinks()) return cost << kRankBits | (uint64_t{order} + shuffle);
    const uint64_t near = (order >> kOrderBits) + 2 * shuffle + kNearEnough;
    return (cost + 1) * near << kOrderBits | (order & kMostOrder);
  }
  /// Values that are told without a look into the large table.
  std::optional<uint64_t> known(const Part& part) const { return part.known; }
  void learn(const Part& part, uint64_t value) { cuts_.learn(part.place, part.planes, value); }
  /// Whether an option may take milliseconds, as those of queens on large boards.
  bool lists_slowly() const { return W > 1 && moves_.size() > kFewShapes; }
  template <class Take>
  Attempt<void> options(const Part& part, const Take& take) {
    now_.assign(part.planes, board_);
    if (is_over(now_)) return {};
    if (groups_.any()) fillable_ = groups_.look(part.planes).fillable;
    // Moves in the middle first: they take parts apart, and the first that answers the question
    // ends the listing.
    typename Images<W>::Box box{};
    if (images_.is_free()) {
      Mask<W> all;
      for (size_t k = 0; k + 1 < classes_; ++k) all |= part.planes[k];
      if (all.any()) box = images_.box_of(all);
    }
    const uint32_t height = static_cast<uint32_t>(box.bottom - box.top) + 1;
    const uint32_t width = static_cast<uint32_t>(box.right - box.left) + 1;
    // Each option waits twice, while the next ones are made: for its place in the cache of cuts,
    // and for the large table's.
    moved_next_.reset();
    cut_next_.reset();
    take_next_.reset();
    const auto pass_on = [&] {
      if (take_next_ && !take(std::span<const Part>(found_), *take_next_)) return false;
      take_next_ = cut_next_;
      cut_next_.reset();
      if (take_next_) find_cut_ones();
      return true;
    };
    const auto cut_moved = [&] {
      if (!moved_next_ || !find_fresh(*moved_next_)) return true;
      if (!pass_on()) return false;
      const uint32_t distance = moved_next_->distance;
      cut_next_ = distance;
      if (split_.shrinks()) {
        const uint32_t squarely = 2 * distance * std::min(height, width) / std::max(height, width);
        cut_next_ = std::min(squarely, kMostOrder) << kOrderBits | std::min(distance, kMostOrder);
      }
      std::swap(cut_ones_, fresh_);
      return true;
    };
    const auto try_move = [&](const Choice& choice) {
      Moved next{moved(part.planes, moves_[choice.shape], choice.anchor), 0, choice.distance};
      if (!is_quick()) {
        next.hash = cuts_.hash(next.planes);
        met_.prefetch(next.hash);
      }
      const bool more = cut_moved();
      moved_next_ = next;
      return more;
    };
    const auto finish = [&](bool more) {
      more = more && cut_moved();
      moved_next_.reset();
      while (more && (take_next_ || cut_next_)) more = pass_on();
    };
    if (const std::vector<Choice>* order = order_in(box)) {
      standing_.assign(moves_.size(), {});
      tree_.stand(now_, [&](size_t shape, const Mask<W>& anchors) {
        standing_[shape] = allowed(shape, anchors);
      });
      bool more = true;
      for (const Choice& choice : *order) {
        more = !standing_[choice.shape].has(choice.anchor) || try_move(choice);
        if (!more) break;
      }
      finish(more);
      return {};
    }
    chosen_.clear();
    tree_.stand(now_, [&](size_t shape, const Mask<W>& anchors) {
      allowed(shape, anchors).for_each([&](size_t anchor) {
        chosen_.push_back({images_.is_free() ? from_middle(shape, anchor, box) : 0,
                           static_cast<uint32_t>(shape), static_cast<uint32_t>(anchor)});
      });
    });
    std::sort(chosen_.begin(), chosen_.end());
    bool more = true;
    for (const Choice& choice : chosen_) {
      more = try_move(choice);
      if (!more) break;
    }
    finish(more);
    return {};
  }

 private:
  static constexpr unsigned kRankBits = 32;
  static constexpr unsigned kOrderBits = 16;  // how near a move is to the middle, then its distance
  static constexpr uint32_t kMostOrder = (1u << kOrderBits) - 1;
  static constexpr uint64_t kNearEnough = 128;
  static constexpr uint64_t kMostRanked = uint64_t{1} << 30;
  static constexpr size_t kFewPlacements = 400;
  static constexpr size_t kFewShapes = 64;

  struct Step {
    uint32_t distance;
    Mask<W> up;    // cells from which a step leads so far up
    Mask<W> down;  // … down
  };

  struct Choice {
    uint32_t distance;  // from the middle
    uint32_t shape;
    uint32_t anchor;
    friend auto operator<=>(const Choice&, const Choice&) = default;
  };

  struct Cut {
    Planes<W> planes;
    uint64_t hash;  // in the cache of cuts
  };

  struct Moved {
    Planes<W> planes;
    uint64_t hash;  // in the cache of boards, if that is asked
    uint32_t distance;
  };

  struct Middle {
    int32_t row = 0;  // the sum over the cells
    int32_t column = 0;
    int32_t cells = 1;
  };
  void find_middles(const Place& place) {
    for (size_t cell = 0; cell < place.cells(); ++cell)
      cells_.push_back({static_cast<int32_t>(cell / place.columns),
                        static_cast<int32_t>(cell % place.columns), 1});
    for (const ShiftShape<W>& shape : moves_) {
      const Middle& first = cells_[shape.anchors.least()];
      Middle sum{0, 0, static_cast<int32_t>(shape.cells.size())};
      for (const auto& cell : shape.cells) {
        const Middle& here = cells_[shape.anchors.least() + cell.distance];
        sum.row += here.row - first.row;
        sum.column += here.column - first.column;
      }
      middles_.push_back(sum);
    }
  }

  /// All placements on boards of few, those in the middle of the box first; null where there are
  /// too many.
  const std::vector<Choice>* order_in(const typename Images<W>::Box& box) {
    if (W > 1 || !images_.is_free() || placements_ > kFewPlacements) return nullptr;
    std::vector<Choice>& order =
        orders_[(box.top + box.bottom) * column_sums_ + box.left + box.right];
    if (order.empty()) {
      for (size_t shape = 0; shape < moves_.size(); ++shape) {
        moves_[shape].anchors.for_each([&](size_t anchor) {
          order.push_back({from_middle(shape, anchor, box), static_cast<uint32_t>(shape),
                           static_cast<uint32_t>(anchor)});
        });
      }
      std::sort(order.begin(), order.end());
    }
    return &order;
  }

  void add_step(uint32_t from, uint32_t to) {
    const uint32_t distance = std::max(from, to) - std::min(from, to);
    auto found = std::find_if(steps_.begin(), steps_.end(),
                              [&](const Step& s) { return s.distance == distance; });
    if (found == steps_.end()) found = steps_.insert(found, {distance, {}, {}});
    (to > from ? found->up : found->down).add(from);
  }
  /// The cells from which one step leads into the set.
  Mask<W> before(const Mask<W>& set) const {
    Mask<W> result;
    for (const Step& step : steps_)
      result |= (set.down(step.distance) & step.up) | (set.up(step.distance) & step.down);
    return result;
  }

  bool is_over(const Sets<W>& sets) const {
    return std::any_of(over_.begin(), over_.end(),
                       [&](const ShiftShape<W>& shape) { return stands(shape, sets).any(); });
  }

  bool is_allowed(const Planes<W>& planes) const {
    if (never_.empty() && reaches_.empty()) return true;
    const Sets<W> sets(planes, board_, classes_);
    for (const ShiftShape<W>& shape : never_) {
      if (stands(shape, sets).any()) return false;
    }
    for (const CodedReach& reach : reaches_) {
      const Mask<W> from = sets.of(reach.from);
      const Mask<W> through = sets.of(reach.through);
      Mask<W> good = before(sets.of(reach.target));
      while (!from.is_within(good)) {
        const Mask<W> more = good | before(good & through);
        if (more == good) return false;
        good = more;
      }
    }
    return true;
  }

  /// take(planes) for every part, as it lies on the board.
  template <class Take>
  void take_apart(const Planes<W>& planes, const Take& take) {
    if (groups_.any()) return groups_.parts(planes, take);
    split_.parts(planes, take);
  }

  /// Whether a board is taken apart as quickly as it would be found in a cache.
  bool is_quick() const { return groups_.any() ? groups_.is_row() : split_.is_quick(); }

  /// Of the anchors of a move those where groups live on.
  Mask<W> allowed(size_t shape, const Mask<W>& anchors) const {
    return groups_.any() ? anchors & fillable_[moves_[shape].cells.front().becomes[groups_.open()]]
                         : anchors;
  }

  /// The parts of the newest option; false where no move may lead there.
  bool find_fresh(const Moved& option) {
    const Planes<W>& board = option.planes;
    fresh_.clear();
    const auto take = [&](const Planes<W>& cut) {
      fresh_.push_back({cut, cuts_.hash(cut)});
      cuts_.prefetch(fresh_.back().hash);
    };
    if (is_quick()) {
      const bool allowed = groups_.any() || is_allowed(board);
      if (allowed) take_apart(board, take);
      return allowed;
    }
    const uint64_t hash = option.hash;
    if (const std::optional<bool> allowed = met_.parts(hash, board, take)) return *allowed;
    if (!groups_.any() && !is_allowed(board)) {
      met_.put_refused(hash, board);
      return false;
    }
    take_apart(board, take);
    met_.put(hash, board, fresh_.size(),
             [&](size_t i) -> const Planes<W>& { return fresh_[i].planes; });
    return true;
  }

  void find_cut_ones() {
    found_.clear();
    for (const Cut& cut : cut_ones_) {
      found_.push_back(part_of(cut.planes, cut.hash));
      if (table_ != nullptr && !found_.back().known) table_->prefetch(found_.back().key);
    }
  }

  Part part_of(const Planes<W>& cut, uint64_t hash) {
    Part part;
    part.place = cuts_.place_of(hash);
    if (cuts_.has(part.place, cut)) {
      part.planes = cuts_.image(part.place);
      part.cost = cuts_.cost(part.place);
      part.known = cuts_.value(part.place);
      part.key = names_ ? cuts_.key(part.place) : key_of(part.planes);
      return part;
    }
    part.planes =
        names_ ? cut
               : images_.least(twins_.left_out(groups_.any() ? groups_.contracted(cut) : cut));
    const auto named = names_ ? names_->named(cut) : std::nullopt;
    part.key = named ? named->key : key_of(part.planes);
    Mask<W> all = part.planes[0];
    for (size_t k = 1; k + 1 < classes_; ++k) all |= part.planes[k];
    // Where what can be played is told, by the moves.
    const size_t size = named ? named->moves : all.count();
    part.cost = size * size;
    const bool is_kept = size > 0 && (names_ ? cuts_.put(part.place, cut, part.key, part.cost)
                                             : cuts_.put(part.place, cut, part.planes, part.cost));
    if (!is_kept) part.place = SIZE_MAX;
    return part;
  }

  /// The planes themselves where they have no more than two words.
  PartKey key_of(const Planes<W>& planes) const {
    if constexpr (W <= 2) {
      if ((classes_ - 1) * W <= 2) {
        return W == 2 ? PartKey::of(planes[0].words[0], planes[0].words[W - 1])
                      : PartKey::of(planes[0].words[0], planes[1].words[0]);
      }
    }
    PartKey key{0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F};
    for (size_t k = 0; k + 1 < classes_; ++k) {
      for (const uint64_t word : planes[k].words) key.add(word);
    }
    return PartKey::of(key.low, key.high);
  }

  /// How far the middle of a move is from the middle of the part.
  uint32_t from_middle(size_t shape, size_t anchor, const typename Images<W>::Box& box) const {
    const Middle& sum = middles_[shape];
    const Middle& cell = cells_[anchor];
    const auto off = [&](int32_t here, int32_t all, size_t ends) {
      return std::abs(2 * (sum.cells * here + all) - sum.cells * static_cast<int32_t>(ends)) * 8 /
             sum.cells;
    };
    return static_cast<uint32_t>(off(cell.row, sum.row, box.top + box.bottom) +
                                 off(cell.column, sum.column, box.left + box.right));
  }

  size_t classes_;
  Mask<W> board_;
  std::vector<ShiftShape<W>> moves_;
  ShapeTree<W> tree_;
  std::vector<ShiftShape<W>> never_;
  std::vector<ShiftShape<W>> over_;
  std::vector<CodedReach> reaches_;
  Groups<W> groups_;
  std::vector<Step> steps_;
  Split<W> split_;
  TwinCells<W> twins_;
  Images<W> images_;
  std::optional<GraphKey> graph_key_;
  std::optional<PlayGraph<W>> names_;  // where images are not told
  CutCache<W> cuts_;
  ApartCache<W> met_;
  std::vector<Middle> cells_;
  std::vector<Middle> middles_;  // by shape, from its anchor
  const PartTable* table_ = nullptr;
  std::optional<Moved> moved_next_;    // the newest option
  std::vector<Cut> fresh_;             // the parts of the one before it
  std::vector<Cut> cut_ones_;          // … of the one before that
  std::optional<uint32_t> cut_next_;   // its order, if it waits
  std::vector<Part> found_;            // … of the next one
  std::optional<uint32_t> take_next_;  // its order, if it waits
  std::vector<Choice> chosen_;
  Sets<W> now_;
  std::array<Mask<W>, kMostClasses> fillable_{};  // by class of a stone, of the part at hand
  std::vector<Mask<W>> standing_;                 // by shape: where it stands
  size_t placements_ = 0;                         // of moves, on the whole board
  size_t column_sums_;                            // as many as two columns have
  std::vector<std::vector<Choice>> orders_;  // by the sums of the box's rows and of its columns
};

}  // namespace grundy
