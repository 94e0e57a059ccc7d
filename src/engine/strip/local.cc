#include "engine/strip/local.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "rule/extent.h"

namespace grundy::strip {
namespace {

constexpr size_t kNoCell = SIZE_MAX;

using Shapes = std::set<LocalRule::Shape>;

/// The place that shapes are read off: its cells by column, and where each cell stands.
struct LongPlace {
  LongPlace(const Frieze& frieze, size_t length)
      : ring(frieze.is_ring()),
        rows(frieze.height()),
        columns(length),
        place(frieze.place(length)) {
    cells = frieze.cells(*place);
    at.resize(place->cells());
    for (size_t i = 0; i < cells.size(); ++i) {
      if (cells[i] != Frieze::kNoCell) at[cells[i]] = i;
    }
  }
  /// Whether the cells of the shape are there, when it begins in this column.
  bool has(const LocalRule::Shape& shape, size_t column) const {
    if (!ring && column + shape.columns > columns) return false;
    return std::all_of(shape.cells.begin(), shape.cells.end(), [&](const LocalRule::Cell& cell) {
      return cells[(column * rows + cell.at) % cells.size()] != Frieze::kNoCell;
    });
  }

  bool ring;
  size_t rows, columns;
  PlacePointer place;
  std::vector<size_t> cells;  // column by column
  std::vector<size_t> at;     // by cell
};

/// Placements that differ in where they lie along the board are one shape. On a ring a placement
/// begins behind the first half of the columns that it leaves free.
Shapes shapes_of(const std::vector<CodedPlacement>& placements, const LongPlace& board) {
  Shapes shapes;
  for (const CodedPlacement& placement : placements) {
    std::vector<bool> has(board.columns, false);
    for (const CodedCell& cell : placement) has[board.at[cell.cell] / board.rows] = true;
    size_t first = static_cast<size_t>(std::find(has.begin(), has.end(), true) - has.begin());
    if (board.ring) {
      for (size_t free = 0, column = 0; column < 2 * board.columns; ++column) {
        if (has[column % board.columns] && 2 * free >= board.columns)
          first = column % board.columns;
        free = has[column % board.columns] ? 0 : free + 1;
      }
    }
    LocalRule::Shape shape;
    for (const CodedCell& cell : placement) {
      const size_t at =
          (board.at[cell.cell] + board.cells.size() - first * board.rows) % board.cells.size();
      shape.cells.push_back({at, cell.reads, cell.becomes});
      shape.columns = std::max(shape.columns, at / board.rows + 1);
    }
    std::sort(shape.cells.begin(), shape.cells.end());
    shapes.insert(std::move(shape));
  }
  return shapes;
}

size_t count_fitting(const Shapes& shapes, const LongPlace& board) {
  size_t count = 0;
  for (const LocalRule::Shape& shape : shapes) {
    for (size_t column = 0; column < board.columns; ++column)
      count += board.has(shape, column) ? 1 : 0;
  }
  return count;
}

}  // namespace

Attempt<LocalRule> LocalRule::of(const Rule& rule, const Frieze& frieze, Budget& budget) {
  const BoardRule& board = *rule.board;
  const Attempt<size_t> most = drawn_extent(rule);
  if (!most) return most.error();
  const LongPlace place(frieze, frieze.is_ring() ? 2 * *most + 1 : *most + 1);
  const Alphabet alphabet(board.letters);
  const Attempt<BoardCode> code = board_code(rule, place.place, alphabet, budget);
  if (!code) return code.error();
  // A ring has no ends.
  if ((code->asks_for_ends && !frieze.is_ring()) || !code->reaches.empty() || !code->over.empty())
    return Error::declined("what stands far away decides which moves there are");
  LocalRule result;
  result.rows_ = place.rows;
  result.shortest_ = place.columns;
  for (size_t i = 0; i < board.letters.size(); ++i) {
    if (!board.letters[i]) continue;
    result.letters_.push_back(static_cast<char>(i));
    result.class_of_.push_back(
        static_cast<char>(code->class_of_letter[alphabet.number(static_cast<char>(i))]));
  }
  const auto keep = [&](const std::vector<CodedPlacement>& placements, std::vector<Shape>& to) {
    if (std::any_of(placements.begin(), placements.end(),
                    [](const auto& one) { return one.empty(); }))
      return false;
    const Shapes shapes = shapes_of(placements, place);
    if (count_fitting(shapes, place) != placements.size()) return false;
    for (const Shape& shape : shapes) {
      for (const Cell& cell : shape.cells) {
        if ((cell.reads & 1) != 0) return false;
      }
      result.reach_ = std::max(result.reach_, shape.columns);
    }
    to.assign(shapes.begin(), shapes.end());
    return true;
  };
  if (!keep(code->moves, result.moves_) || !keep(code->never, result.never_))
    return Error::declined("its moves are not the same all along the board");
  return result;
}

char LocalRule::class_of(grundy::Cell cell) const {
  const size_t at = is_letter_cell(cell) ? letters_.find(letter_of(cell)) : Word::npos;
  return at == Word::npos ? '\0' : class_of_[at];
}

std::string LocalRule::text(const Word& word) const {
  std::string text;
  for (size_t row = 0; row < rows_; ++row) {
    if (row > 0) text += '|';
    for (size_t column = 0; column < columns(word); ++column) {
      const char c = word[column * rows_ + row];
      text += c == '\0'
                  ? '_'
                  : letters_[static_cast<size_t>(std::find(class_of_.begin(), class_of_.end(), c) -
                                                 class_of_.begin())];
    }
  }
  return text;
}

bool LocalRule::stands(const Shape& shape, size_t base, const Word& word) const {
  return std::all_of(shape.cells.begin(), shape.cells.end(), [&](const Cell& cell) {
    return (cell.reads >> static_cast<unsigned>(word[base + cell.at]) & 1) != 0;
  });
}

bool LocalRule::play(const Shape& move, size_t column, const Word& word, Word& after) const {
  const size_t base = column * rows_;
  if (column + move.columns > columns(word) || !stands(move, base, word)) return false;
  after = word;
  for (const Cell& cell : move.cells)
    after[base + cell.at] =
        static_cast<char>(cell.becomes[static_cast<unsigned char>(word[base + cell.at])]);
  for (const Shape& never : never_) {
    const size_t from = column + 1 > never.columns ? column + 1 - never.columns : 0;
    for (size_t at = from; at < column + move.columns && at + never.columns <= columns(word);
         ++at) {
      if (stands(never, at * rows_, after)) return false;
    }
  }
  return true;
}

bool LocalRule::fits(const Shape& shape, size_t base, const std::vector<ClassSet>& can) const {
  return std::all_of(shape.cells.begin(), shape.cells.end(),
                     [&](const Cell& cell) { return (cell.reads & can[base + cell.at]) != 0; });
}

/// What stands for certain after the placement and must not, if there is such a thing; `where` is
/// its first cell.
const LocalRule::Shape* LocalRule::refusal(const Shape& shape, size_t base,
                                           const std::vector<ClassSet>& can, size_t& where) const {
  const size_t column = base / rows_;
  for (const Shape& never : never_) {
    const size_t from = column + 1 > never.columns ? column + 1 - never.columns : 0;
    for (size_t at = from;
         at < column + shape.columns && (at + never.columns) * rows_ <= can.size(); ++at) {
      bool meets = false;
      const bool certain =
          std::all_of(never.cells.begin(), never.cells.end(), [&](const Cell& one) {
            const size_t cell = at * rows_ + one.at;
            const auto own = std::find_if(shape.cells.begin(), shape.cells.end(),
                                          [&](const Cell& mine) { return base + mine.at == cell; });
            if (own == shape.cells.end())
              return std::has_single_bit(can[cell]) && (can[cell] & ~one.reads) == 0;
            meets = true;
            for (size_t k = 0; k < own->becomes.size(); ++k) {
              if (((can[cell] & own->reads) >> k & 1) != 0 &&
                  (one.reads >> own->becomes[k] & 1) == 0)
                return false;
            }
            return true;
          });
      if (meets && certain) {
        where = at * rows_;
        return &never;
      }
    }
  }
  return nullptr;
}

LocalRule::View LocalRule::look(const Word& word) const {
  View view;
  look(word, view, nullptr);
  return view;
}

Attempt<LocalRule::View> LocalRule::look(const Word& word, const Budget& budget) const {
  View view;
  BudgetMeter meter(budget);
  if (!look(word, view, &meter)) return budget.why();
  return view;
}

bool LocalRule::look(const Word& word, View& view, BudgetMeter* meter) const {
  const size_t length = columns(word);
  bool spent = false;
  const auto is_spent = [&] { return spent = spent || (meter != nullptr && meter->spent()); };
  const auto for_each = [&](const std::vector<Shape>& shapes, const auto& visit) {
    for (const Shape& shape : shapes) {
      for (size_t column = 0; column + shape.columns <= length && !is_spent(); ++column)
        visit(shape, column * rows_);
    }
  };
  // Refused placements are left out until no more are refused.
  std::set<std::pair<const Shape*, size_t>> refused;
  size_t where = 0;
  for (bool more = true; more;) {
    view.can.clear();
    for (const char c : word)
      view.can.push_back(static_cast<ClassSet>(1u << static_cast<unsigned>(c)));
    for (bool grows = true; grows;) {
      grows = false;
      for_each(moves_, [&](const Shape& shape, size_t base) {
        if (!fits(shape, base, view.can) || refused.contains({&shape, base})) return;
        for (const Cell& cell : shape.cells) {
          ClassSet& can = view.can[base + cell.at];
          const auto reads = static_cast<ClassSet>(can & cell.reads);
          for (size_t k = 0; k < cell.becomes.size(); ++k) {
            if ((reads >> k & 1) == 0 || (can >> cell.becomes[k] & 1) != 0) continue;
            can = static_cast<ClassSet>(can | 1u << cell.becomes[k]);
            grows = true;
          }
        }
      });
    }
    more = false;
    if (never_.empty()) break;
    for_each(moves_, [&](const Shape& shape, size_t base) {
      if (!fits(shape, base, view.can) || refusal(shape, base, view.can, where) == nullptr) return;
      more = refused.insert({&shape, base}).second || more;
    });
  }
  // Placements that fit and are not refused: what may change, and what is together.
  std::vector<bool> live(word.size(), false);
  for_each(moves_, [&](const Shape& shape, size_t base) {
    if (!fits(shape, base, view.can) || refused.contains({&shape, base})) return;
    for (const Cell& cell : shape.cells) {
      for (size_t k = 0; k < cell.becomes.size(); ++k) {
        if (((cell.reads & view.can[base + cell.at]) >> k & 1) != 0 && cell.becomes[k] != k)
          live[base + cell.at] = true;
      }
    }
  });
  std::vector<size_t> root(word.size());
  std::iota(root.begin(), root.end(), size_t{0});
  const auto find = [&](size_t i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  // A live cell, and all that is kept with it.
  std::vector<std::pair<size_t, std::vector<size_t>>> links;
  // What is refused, and what refuses it.
  std::vector<std::pair<std::vector<size_t>, std::vector<size_t>>> frozen;
  const auto add_link = [&](const std::vector<size_t>& cells) {
    size_t first = kNoCell;
    for (const size_t cell : cells) {
      if (!live[cell]) continue;
      if (first == kNoCell) first = cell;
      root[find(cell)] = find(first);
    }
    if (first != kNoCell) links.emplace_back(first, cells);
    return first != kNoCell;
  };
  const auto cells_of = [](const Shape& shape, size_t base) {
    std::vector<size_t> cells;
    for (const Cell& cell : shape.cells) cells.push_back(base + cell.at);
    return cells;
  };
  for_each(moves_, [&](const Shape& shape, size_t base) {
    if (!fits(shape, base, view.can)) return;
    std::vector<size_t> cells = cells_of(shape, base);
    if (!refused.contains({&shape, base})) {
      add_link(cells);
      return;
    }
    const Shape* never = refusal(shape, base, view.can, where);
    const std::vector<size_t> refusing = cells_of(*never, where);
    std::vector<size_t> both = cells;
    both.insert(both.end(), refusing.begin(), refusing.end());
    if (!add_link(both)) frozen.emplace_back(std::move(cells), refusing);
  });
  for_each(never_, [&](const Shape& shape, size_t base) {
    if (fits(shape, base, view.can)) add_link(cells_of(shape, base));
  });
  if (spent) return false;
  // The parts, from left to right.
  view.part.assign(word.size(), kNoPart);
  std::vector<int32_t> number(word.size(), kNoPart);
  std::vector<std::map<size_t, char>> kept;
  for (size_t cell = 0; cell < word.size(); ++cell) {
    if (is_spent()) return false;
    if (!live[cell]) continue;
    int32_t& part = number[find(cell)];
    if (part == kNoPart) {
      part = static_cast<int32_t>(kept.size());
      kept.emplace_back();
    }
    view.part[cell] = part;
  }
  for (const auto& [first, cells] : links) {
    if (is_spent()) return false;
    for (const size_t cell : cells) kept[static_cast<size_t>(view.part[first])][cell] = word[cell];
  }
  for (const auto& cells : kept) {
    if (is_spent()) return false;
    const auto has = [&](size_t cell) { return cells.contains(cell); };
    for (const auto& [refused_cells, refusing] : frozen) {
      if (std::all_of(refused_cells.begin(), refused_cells.end(), has) &&
          !std::all_of(refusing.begin(), refusing.end(), has))
        view.tangled = true;
    }
    // Cells of class 0 are as good as none, wherever they stand.
    size_t first = kNoCell;
    size_t last = 0;
    for (const auto& [cell, c] : cells) {
      if (c == '\0') continue;
      first = std::min(first, cell / rows_);
      last = cell / rows_;
    }
    Part part;
    part.first = first;
    part.word.assign((last - first + 1) * rows_, '\0');
    for (const auto& [cell, c] : cells) {
      if (cell / rows_ >= first && cell / rows_ <= last) part.word[cell - first * rows_] = c;
    }
    view.parts.push_back(std::move(part));
  }
  return true;
}

}  // namespace grundy::strip
