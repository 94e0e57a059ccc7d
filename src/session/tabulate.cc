#include "session/tabulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/costs.h"
#include "engine/table/box_table.h"
#include "engine/table/fill.h"
#include "engine/table/sweep.h"

namespace grundy {
namespace {

constexpr size_t kPiece = 1 << 16;  // positions

/// The least and the greatest coordinates as 64-bit numbers; nothing where they are larger.
std::optional<std::pair<std::vector<int64_t>, std::vector<int64_t>>> corners(
    const std::vector<Range>& box) {
  std::vector<int64_t> least, most;
  for (const Range& range : box) {
    if (!range.last().is_small() || range.last().small() > uint64_t{INT64_MAX / 2})
      return std::nullopt;
    least.push_back(static_cast<int64_t>(range.first.small()));
    most.push_back(static_cast<int64_t>(range.last().small()));
  }
  return std::pair(std::move(least), std::move(most));
}

Attempt<Tabulated> read_table(const BoxTable& table, Work work, const std::vector<Range>& box,
                              uint64_t first, Budget& budget,
                              const std::function<Attempt<void>(const ValueList&)>& visit) {
  std::vector<int64_t> point, least, most;  // corners() has seen that they are small
  const BoxWalk start(box, first);
  for (size_t i = 0; i < box.size(); ++i) {
    least.push_back(static_cast<int64_t>(box[i].first.small()));
    most.push_back(static_cast<int64_t>(box[i].last().small()));
    if (start.more()) point.push_back(static_cast<int64_t>(start.position()[i].small()));
  }
  for (bool more = start.more(); more;) {
    if (budget.spent()) return budget.why();
    ValueList values;
    values.reserve(kPiece);
    while (more && values.size() < kPiece) {
      values.push_back(table.value(point));
      size_t i = point.size();
      while (i > 0 && point[i - 1] == most[i - 1]) {
        point[i - 1] = least[i - 1];
        --i;
      }
      more = i > 0;
      if (more) ++point[i - 1];
    }
    if (auto visited = visit(values); !visited) return std::move(visited).error();
  }
  return Tabulated{std::string(table.way()), std::move(work)};
}

/// For boxes whose positions can be counted; where the engine fills no file itself, the cells are
/// in the box's order.
Attempt<TableFile> open_by_rows(const Rule& rule, const std::vector<Range>& box,
                                const std::string& path, Budget& budget) {
  std::vector<uint64_t> least;
  std::vector<uint64_t> most;
  for (const Range& range : box) {
    if (!range.last().is_small())
      return Error::declined("a packed table has coordinates below 2^64");
    least.push_back(range.first.small());
    most.push_back(range.last().small());
  }
  std::optional<TableLayout> layout = TableLayout::by_rows(rule, std::move(least), std::move(most));
  if (!layout) return Error::declined("a packed table of more than 2^62 positions");
  return TableFile::open(path, *layout, budget);
}

Attempt<Tabulated> fill_by_rows(TableFile& file, Session& session, const Rule& rule,
                                const std::vector<Range>& box, Budget& budget) {
  uint64_t filled = file.kept();
  auto done =
      tabulate(session, rule, box, filled, budget, [&](const ValueList& values) -> Attempt<void> {
        uint64_t largest = 0;
        for (const Value& value : values) {
          if (value.is_loopy() || !value.ordinal().is_small() ||
              value.ordinal().small() > UINT32_MAX)
            return Error::declined(
                fmt::format("a packed table holds values below 2^32, not {}", value.to_string()));
          largest = std::max(largest, value.ordinal().small());
        }
        const unsigned width = largest < 1U << 8 ? 1 : largest < 1U << 16 ? 2 : 4;
        if (width > file.width()) {
          if (auto widened = file.widen(width, filled); !widened) return widened;
        }
        // 2^32 - 1 is its own mark of a value that is not small
        for (size_t i = 0; i < values.size(); ++i) file.set(filled++, values.number(i));
        budget.progress("positions", filled, file.layout().cells);
        return file.keep(filled);
      });
  if (done || done.error().kind != Error::Kind::declined || filled == 0) return done;
  if (auto kept = file.keep(filled, nullptr, true); !kept) return std::move(kept).error();
  return file.ended(done.error());
}

/// Whether a law tells single values at once, where a table of so many heaps takes long.
bool has_quick_law(Plan& plan, const std::vector<Range>& box, Budget& budget) {
  if (box.size() != 1 || !box[0].last().is_small()) return false;
  const auto last = static_cast<double>(box[0].last().small());
  return last * last > cost::kChain && plan.law(budget).has_value();
}

}  // namespace

Attempt<Tabulated> tabulate(Session& session, const Rule& rule, const std::vector<Range>& box,
                            uint64_t first, Budget& budget,
                            const std::function<Attempt<void>(const ValueList&)>& visit) {
  const RuleGame& game = session.games().of(rule);
  Plan& plan = session.solvers().of(game);
  const bool is_by_law = has_quick_law(plan, box, budget);
  if (budget.spent()) return budget.why();
  if (const auto ends = corners(box); ends && !is_by_law && plan.is_tabulated()) {
    Work work;
    const Attempt<BoxTable> table = BoxTable::fill(rule, ends->first, ends->second, budget, work);
    if (table) return read_table(*table, std::move(work), box, first, budget, visit);
    if (!is_open(table.error())) return table.error();
  }
  std::vector<Position> piece;
  for (BoxWalk walk(box, first); walk.more();) {
    if (budget.spent()) return budget.why();
    piece.clear();
    for (; walk.more() && piece.size() < kPiece; walk.next())
      piece.push_back(game.at(walk.position()));
    auto values = plan.values(piece, budget);
    if (!values) return std::move(values).error();
    if (auto visited = visit(ValueList(*std::move(values))); !visited)
      return std::move(visited).error();
  }
  return Tabulated{std::string(plan.engine()), plan.work()};
}

Attempt<Tabulated> tabulate_to_file(Session& session, const Rule& rule,
                                    const std::vector<Range>& box, const std::string& path,
                                    Budget& budget) {
  if (const auto ends = corners(box);
      ends && session.solvers().of(session.games().of(rule)).is_tabulated()) {
    Work work;
    Attempt<TableFile> file = fill_box_file(rule, ends->second, path, budget, work);
    if (file) {
      if (auto done = file->commit(); !done) return std::move(done).error();
      return Tabulated{std::string(SweptTable::kSwept), std::move(work)};
    }
    if (!is_open(file.error())) return std::move(file).error();
  }
  Attempt<TableFile> file = open_by_rows(rule, box, path, budget);
  if (!file) return std::move(file).error();
  Attempt<Tabulated> done = fill_by_rows(*file, session, rule, box, budget);
  if (!done) {
    if (file->kept() == 0) file->abandon();
    return done;
  }
  if (auto committed = file->commit(); !committed) return std::move(committed).error();
  return done;
}

}  // namespace grundy
