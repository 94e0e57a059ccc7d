#include "engine/board/symmetries.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>
#include <span>

namespace grundy {
namespace {

/// A cell and the number of its kind.
using KindCell = uint64_t;

KindCell kind_cell(size_t cell, size_t kind) { return uint64_t{cell} << 32 | kind; }

/// What cells are read for and become.
class CellKinds {
 public:
  size_t number(const CodedCell& cell) {
    const auto [at, fresh] = numbers_.try_emplace(alone(cell), kinds_.size());
    if (fresh) kinds_.push_back(at->first);
    return at->second;
  }
  /// By kind: that with exchanged classes; nothing where no cell has it.
  std::vector<std::optional<size_t>> images(const std::vector<uint8_t>& classes) const {
    std::vector<std::optional<size_t>> result;
    for (const CodedCell& kind : kinds_) {
      CodedCell image = kind;
      image.reads = 0;
      for (size_t k = 0; k < classes.size(); ++k) {
        if ((kind.reads >> k & 1) != 0)
          image.reads = static_cast<ClassSet>(image.reads | 1u << classes[k]);
        image.becomes[classes[k]] = classes[kind.becomes[k]];
      }
      const auto at = numbers_.find(image);
      result.push_back(at == numbers_.end() ? std::nullopt : std::optional(at->second));
    }
    return result;
  }

 private:
  static CodedCell alone(CodedCell cell) {
    cell.cell = 0;
    return cell;
  }
  std::map<CodedCell, size_t> numbers_;
  std::vector<CodedCell> kinds_;
};

/// Placements, each as its cells in ascending order.
class PlacementSet {
 public:
  using Cells = std::span<const KindCell>;

  void add(Cells cells) {
    if (2 * starts_.size() >= slots_.size()) grow();
    const size_t slot = slot_of(cells);
    if (slots_[slot] != 0) return;
    cells_.insert(cells_.end(), cells.begin(), cells.end());
    starts_.push_back(cells_.size());
    slots_[slot] = starts_.size() - 1;
  }
  bool has(Cells cells) const { return !slots_.empty() && slots_[slot_of(cells)] != 0; }
  size_t size() const { return starts_.size() - 1; }
  Cells operator[](size_t i) const {
    return Cells(cells_).subspan(starts_[i], starts_[i + 1] - starts_[i]);
  }

 private:
  /// Where the placement is noted, or will be.
  size_t slot_of(Cells cells) const {
    uint64_t hash = cells.size();
    for (const KindCell cell : cells) {
      hash = (hash ^ cell) * 0x9E3779B97F4A7C15;
      hash ^= hash >> 32;
    }
    size_t slot = hash & (slots_.size() - 1);
    const auto is_here = [&](Cells one) {
      return std::equal(one.begin(), one.end(), cells.begin(), cells.end());
    };
    while (slots_[slot] != 0 && !is_here((*this)[slots_[slot] - 1]))
      slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }
  void grow() {
    slots_.assign(std::max<size_t>(64, 2 * slots_.size()), 0);
    for (size_t i = 0; i < size(); ++i) slots_[slot_of((*this)[i])] = i + 1;
  }

  std::vector<KindCell> cells_;
  std::vector<size_t> starts_ = {0};
  std::vector<size_t> slots_;  // 1 and a number
};

class SymmetryFinder {
 public:
  explicit SymmetryFinder(const BoardCode& code)
      : code_(code), steps_(code.steps.begin(), code.steps.end()) {}

  /// Turns below that.
  std::vector<BoardSymmetry> found(size_t turns) {
    std::vector<BoardSymmetry> result;
    const bool square = code_.place->kind == SpaceKind::grid;
    std::vector<uint8_t> classes(code_.classes);
    for (size_t turn = 0; turn < turns; ++turn) {
      if (!square && (turn & 1) != 0) continue;
      std::iota(classes.begin(), classes.end(), uint8_t{0});
      do {
        if (keeps(turn, classes)) result.push_back({turn, classes});
      } while (std::next_permutation(classes.begin() + 1, classes.end()));
    }
    return result;
  }

 private:
  using Lists = std::array<PlacementSet, 3>;

  /// The placements that may stand on parts within these cells: beyond is nothing, and a cell that
  /// may be nothing asks no more there.
  const Lists& those_within(const std::vector<bool>& cells) {
    const auto [at, fresh] = within_.try_emplace(cells);
    if (!fresh) return at->second;
    size_t i = 0;
    std::vector<KindCell> inside;
    for (const auto* list : {&code_.moves, &code_.never, &code_.over}) {
      PlacementSet& set = at->second[i++];
      for (const CodedPlacement& placement : *list) {
        inside.clear();
        bool stands = true;
        for (const CodedCell& cell : placement) {
          if (cells[cell.cell]) {
            inside.push_back(kind_cell(cell.cell, kinds_.number(cell)));
          } else {
            stands = stands && (cell.reads & 1) != 0;
          }
        }
        if (stands) set.add(inside);
      }
    }
    return at->second;
  }

  /// Whether the image of every placement that fits is one.
  bool keeps(size_t turn, const std::vector<uint8_t>& classes) {
    const size_t cells = code_.place->cells();
    std::vector<std::optional<uint32_t>> to(cells);
    std::vector<bool> before(cells);  // the cells of parts that fit, and their images
    std::vector<bool> after(cells);
    for (size_t cell = 0; cell < cells; ++cell) {
      to[cell] = turned_cell(*code_.place, cell, turn);
      before[cell] = to[cell].has_value();
      if (to[cell]) after[*to[cell]] = true;
    }
    const Lists& those_before = those_within(before);
    const Lists& images = those_within(after);
    const std::vector<std::optional<size_t>> kinds = kinds_.images(classes);
    std::vector<KindCell> image;
    for (size_t list = 0; list < images.size(); ++list) {
      for (size_t i = 0; i < those_before[list].size(); ++i) {
        image.clear();
        for (const KindCell cell : those_before[list][i]) {
          const std::optional<size_t> kind = kinds[cell & UINT32_MAX];
          if (!kind) return false;
          image.push_back(kind_cell(*to[cell >> 32], *kind));
        }
        std::sort(image.begin(), image.end());
        if (!images[list].has(image)) return false;
      }
    }
    return keeps_reaches(classes) && keeps_steps(to);
  }

  bool keeps_reaches(const std::vector<uint8_t>& classes) const {
    const auto mapped = [&](ClassSet set) {
      ClassSet result = 0;
      for (size_t k = 0; k < classes.size(); ++k) {
        if ((set >> k & 1) != 0) result = static_cast<ClassSet>(result | 1u << classes[k]);
      }
      return result;
    };
    return std::all_of(code_.reaches.begin(), code_.reaches.end(), [&](const CodedReach& reach) {
      const CodedReach image{mapped(reach.from), mapped(reach.target), mapped(reach.through)};
      return std::any_of(code_.reaches.begin(), code_.reaches.end(), [&](const CodedReach& other) {
        return other.from == image.from && other.target == image.target &&
               other.through == image.through;
      });
    });
  }
  bool keeps_steps(const std::vector<std::optional<uint32_t>>& to) const {
    return std::all_of(code_.steps.begin(), code_.steps.end(), [&](const auto& step) {
      const auto a = to[step.first];
      const auto b = to[step.second];
      return !a || !b || steps_.contains({*a, *b});
    });
  }

  const BoardCode& code_;
  std::set<std::pair<uint32_t, uint32_t>> steps_;
  CellKinds kinds_;
  std::map<std::vector<bool>, Lists> within_;
};

}  // namespace

std::optional<uint32_t> turned_cell(const Place& place, size_t cell, size_t turn) {
  if (turn == 0) return static_cast<uint32_t>(cell);
  size_t row = cell / place.columns;
  size_t column = cell % place.columns;
  if (turn >= 4) std::swap(row, column);
  if (row >= place.rows || column >= place.columns) return std::nullopt;
  if ((turn & 1) != 0) row = place.rows - 1 - row;
  if ((turn & 2) != 0) column = place.columns - 1 - column;
  return static_cast<uint32_t>(row * place.columns + column);
}

std::vector<std::vector<uint8_t>> exchanges_of(const BoardCode& code) {
  std::vector<std::vector<uint8_t>> result;
  for (BoardSymmetry& one : SymmetryFinder(code).found(1)) result.push_back(std::move(one.classes));
  return result;
}

std::vector<BoardSymmetry> symmetries_of(const BoardCode& code) {
  return SymmetryFinder(code).found(code.place->kind == SpaceKind::grid ? kTurns : kTurns / 2);
}

}  // namespace grundy
