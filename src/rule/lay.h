// Patterns laid on a board by trying everything.
//
// A Layer knows the board as it is now and the slots; match() calls back for each placement with
// the cells it covers. Slots of names, of numbers seen and of variables that no choice has bound
// yet are bound on the way and free again afterwards.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "rule/board.h"
#include "rule/evaluate.h"

namespace grundy {

/// Where one row of a pattern lies.
struct LaidRow {
  std::vector<size_t> cells;
  std::vector<const Item*> items;  // of each cell
  std::vector<int64_t> runs;       // how often each open run is repeated, in order
  std::vector<int64_t> times;      // how often each run is, open or not
};
using Placement = std::vector<LaidRow>;

/// The cells one step away, along the game's directions.
std::vector<size_t> cells_next_to(const Space& space, const Place& place, size_t cell);

/// The neighbours of each cell of a graph. Place::neighbours says the same, but looks through all
/// edges for one cell.
class GraphNeighbours {
 public:
  explicit GraphNeighbours(const Place& place);
  std::vector<size_t> of(size_t cell) const;

 private:
  const Place& place_;
  std::vector<size_t> begin_;  // by vertex: its first entry among the edges
  std::vector<size_t> edges_;  // numbers of edges, vertex by vertex, ascending
};

class Layer {
 public:
  /// `open`: by slot, whether the variable has no value yet; null when all have. `binders`: those
  /// of the line; what a variable of a set of its own can't be is no longer tried.
  Layer(const Space& space, const Board& board, const std::vector<bool>& letter_slots,
        Environment& slots, std::vector<char>* open, Fault& fault, Patience* patience,
        std::span<const Binder> binders = {})
      : space_(space),
        board_(board),
        letter_slots_(letter_slots),
        slots_(slots),
        open_(open),
        fault_(fault),
        patience_(patience),
        binders_(binders) {}

  /// Each placement of the pattern, along these directions (empty: the game's); visit gives false
  /// to stop. False when stopped or after a fault.
  bool match(const Pattern& pattern, const std::vector<Direction>& along,
             const std::function<bool(const Placement&)>& visit);
  /// Whether the one item fits the cell; names and variables are bound by it.
  bool fits(const Item& item, size_t cell);
  /// Whether the relation holds for the walker's cell.
  bool reaches(size_t from, const CellReach& reach);
  /// The cells that are reached from here; `through` as in CellReach.
  std::vector<size_t> reached(size_t from, const std::vector<Item>& through);

 private:
  struct Turn {
    Direction row;
    Direction next;
  };
  using Next = std::function<bool()>;

  /// Every cell that a walk from here ends on, the nearest first; visit gives false to stop.
  void walk(size_t from, const std::vector<Item>& through,
            const std::function<bool(size_t)>& visit);
  std::vector<Turn> turns(const Pattern& pattern, const std::vector<Direction>& along) const;
  bool match_rows(const Pattern& pattern, const Turn& turn, size_t row, const Next& done);
  bool match_items(const CellRow& row, size_t item, const Turn& turn, const Next& done);
  bool match_run(const CellRow& row, size_t item, int64_t repeats, int64_t wanted, const Turn& turn,
                 const Next& done);
  bool match_once(const Item& item, const Turn& turn, const Next& done);
  bool match_group(const CellRow& group, size_t item, const Turn& turn, const Next& done);
  bool fits_once_more(const Item& item, const Turn& turn);
  const GraphNeighbours& graph();
  /// Cells that may come next.
  std::vector<size_t> next_cells(const Turn& turn);
  bool spent();
  bool is_open(size_t slot) const {
    return open_ != nullptr && slot < open_->size() && (*open_)[slot] != 0;
  }
  /// Whether a set from which the variable is chosen has the value.
  bool may_be(size_t slot, int64_t value) const;
  void bind(size_t slot, int64_t value);
  void unbind(size_t mark);

  const Space& space_;
  const Board& board_;
  const std::vector<bool>& letter_slots_;
  Environment& slots_;
  std::vector<char>* open_;
  Fault& fault_;
  Patience* patience_;
  std::span<const Binder> binders_;
  std::optional<GraphNeighbours> graph_;  // once asked for
  Placement placement_;
  std::vector<char> used_;
  std::vector<char> seen_;     // all 0 between walks
  size_t start_ = 0;           // where the present row begins
  std::vector<size_t> trail_;  // open slots that were bound
};

}  // namespace grundy
