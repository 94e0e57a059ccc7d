#include <fmt/format.h>

#include <algorithm>

#include "cli/table.h"

namespace grundy::cli {
namespace {

/// Opens the file of a table whose cells are in the box's order, for engines that fill no file themselves.
Attempt<TableFile> open_by_rows(const Rule& rule, const std::vector<Range>& box, const std::string& path,
                                Budget& budget) {
  std::vector<uint64_t> least;
  std::vector<uint64_t> most;
  for (const Range& range : box) {
    if (!range.last().is_small()) return Error::declined("a packed table has coordinates below 2^64");
    least.push_back(range.first.small());
    most.push_back(range.last().small());
  }
  std::optional<TableLayout> layout = TableLayout::by_rows(rule, std::move(least), std::move(most));
  if (!layout) return Error::declined("a packed table of more than 2^62 positions");
  return TableFile::open(path, *layout, budget);
}

Attempt<void> fill_by_rows(TableFile& file, const std::vector<Range>& box, Evaluator& evaluator, Budget& budget) {
  uint64_t filled = file.kept();
  auto done = ask_piecewise(box, filled, evaluator, budget, [&](const std::vector<Ordinal>& values) -> Attempt<void> {
    uint64_t largest = 0;
    for (const Ordinal& value : values) {
      if (!value.is_small() || value.small() > UINT32_MAX)
        return Error::declined(fmt::format("a packed table holds values below 2^32, not {}", value.to_string()));
      largest = std::max(largest, value.small());
    }
    const unsigned width = largest < 1U << 8 ? 1 : largest < 1U << 16 ? 2 : 4;
    if (width > file.width()) {
      if (auto widened = file.widen(width, filled); !widened) return widened;
    }
    for (const Ordinal& value : values) file.set(filled++, static_cast<uint32_t>(value.small()));
    budget.progress("positions", filled, file.layout().cells);
    return file.keep(filled);
  });
  if (done || done.error().kind != Error::Kind::declined || filled == 0) return done;
  if (auto kept = file.keep(filled, nullptr, true); !kept) return kept;
  return file.ended(done.error());
}

}  // namespace

Attempt<void> write_packed(const Rule& rule, const std::vector<Range>& box, Evaluator& evaluator,
                           const std::string& path, Budget& budget) {
  Coordinates corner;
  for (const Range& range : box) corner.push_back(range.last());
  auto filled = evaluator.fill_file(corner, path, budget);
  if (!filled) return std::move(filled).error();
  if (*filled) return (*filled)->commit();
  Attempt<TableFile> file = open_by_rows(rule, box, path, budget);
  if (!file) return std::move(file).error();
  if (auto done = fill_by_rows(*file, box, evaluator, budget); !done) {
    if (file->kept() == 0) file->abandon();
    return done;
  }
  return file->commit();
}

}  // namespace grundy::cli
