#include "rule/extent.h"

#include <algorithm>
#include <set>

#include "rule/evaluate.h"

namespace grundy {
namespace {

class Extent {
 public:
  explicit Extent(const BoardRule& board) : board_(board) {}

  Attempt<int64_t> of(const BoardLine& line, size_t coordinates) {
    for (const Binder& binder : line.binders) {
      if (binder.kind == Binder::Kind::range && binder.high.empty())
        return Error::declined("a line is drawn with any number of cells");
    }
    slots_ = Environment();
    slots_.resize(std::max(coordinates, line.slot_names.size()));
    Fault fault;
    int64_t most = 0;
    for_each_choice(line.binders, slots_, 0, fault, [&] {
      int64_t columns = 0;
      std::set<size_t> named;  // by the steps before
      for (size_t i = 0; i < line.steps.size(); ++i) {
        const Step& step = line.steps[i];
        if (step.kind != Step::Kind::laid) open_ = true;
        if (i > 0 && std::none_of(step.left.begin(), step.left.end(),
                                  [&](const CellRow& row) { return goes_through(row, named); }))
          open_ = true;
        for (const CellRow& row : step.left) {
          for (const Item& item : row) {
            if (item.named != kNoSlot) named.insert(item.named);
          }
        }
        columns += columns_of(step.left, step.along);
      }
      most = std::max(most, columns);
      return !open_;
    });
    return told(fault, most);
  }

  Attempt<int64_t> of(const BoardClause& clause, size_t coordinates) {
    slots_ = Environment();
    slots_.resize(std::max(coordinates, clause.slot_names.size()));
    int64_t most = 0;
    add(clause.condition, most);
    return told(Fault(), most);
  }

 private:
  Attempt<int64_t> told(const Fault& fault, int64_t most) const {
    if (fault.kind != Fault::Kind::none) return Error::declined(describe(fault.kind));
    if (open_) return Error::declined("a line is drawn with any number of cells");
    if (most > kMostExtent) return Error::declined("a line is drawn with too many cells");
    return most;
  }

  static bool goes_through(const CellRow& row, const std::set<size_t>& named) {
    return std::any_of(row.begin(), row.end(), [&](const Item& item) {
      return (item.known && named.contains(item.named)) ||
             (item.kind == Item::Kind::cell && named.contains(item.slot));
    });
  }

  void add(const Expr& expr, int64_t& most) {
    if (expr.over_cells) most = std::max(most, columns_of(expr.over_cells->pattern, {}));
    for (const Expr& arg : expr.args) add(arg, most);
    if (!expr.quantifier) return;
    for (const Binder& binder : expr.quantifier->binders)
      open_ = open_ || (binder.kind == Binder::Kind::range && binder.high.empty());
    if (open_) return;
    Fault fault;
    for_each_choice(expr.quantifier->binders, slots_, 0, fault, [&] {
      add(expr.quantifier->condition, most);
      return !open_;
    });
    open_ = open_ || fault.kind != Fault::Kind::none;
  }

  int64_t cells_of(const CellRow& row) {
    int64_t cells = 0;
    for (const Item& item : row) {
      int64_t times = 1;
      if (item.repeat == Item::Repeat::star || item.repeat == Item::Repeat::plus || item.all)
        open_ = true;
      if (item.repeat == Item::Repeat::times) {
        Fault fault;
        times = std::max<int64_t>(0, evaluate(item.times, slots_, fault));
        if (fault.kind != Fault::Kind::none || times > kMostExtent) open_ = true;
      }
      cells += times * (item.kind == Item::Kind::group ? cells_of(item.group) : 1);
    }
    return cells;
  }
  int64_t columns_of(const Pattern& pattern, const std::vector<Direction>& along) {
    int64_t step = 1;
    for (const Direction& direction : along.empty() ? board_.space.directions : along)
      step = std::max({step, std::abs(direction.right), std::abs(direction.down)});
    int64_t cells = 0;
    for (const CellRow& row : pattern) cells += cells_of(row);
    return cells * step;
  }

  const BoardRule& board_;
  Environment slots_;
  bool open_ = false;
};

}  // namespace

Attempt<size_t> drawn_extent(const Rule& rule) {
  const BoardRule& board = *rule.board;
  if (!board.over.empty() || !board.ends.empty())
    return Error::declined("play ends by a condition over the whole board");
  Extent extent(board);
  int64_t most = 1;
  for (const BoardLine& line : board.lines) {
    if (line.to || line.steps.empty()) return Error::declined("a line leads to other games");
    const Attempt<int64_t> cells = extent.of(line, rule.arity());
    if (!cells) return cells.error();
    most = std::max(most, *cells);
  }
  for (const BoardClause& clause : board.always) {
    const Attempt<int64_t> cells = extent.of(clause, rule.arity());
    if (!cells) return cells.error();
    most = std::max(most, *cells);
  }
  return static_cast<size_t>(most);
}

}  // namespace grundy
