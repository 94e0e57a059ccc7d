#include "engine/board/graph_form.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace grundy {
namespace {

constexpr size_t kNoLevel = SIZE_MAX;  // go on where you are

uint64_t bit_of(size_t vertex) { return uint64_t{1} << vertex; }
size_t least_of(uint64_t set) { return static_cast<size_t>(std::countr_zero(set)); }
bool is_single(uint64_t set) { return (set & (set - 1)) == 0; }
uint64_t stir(uint64_t hash, uint64_t more) {
  hash = (hash ^ more) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 29;
}

}  // namespace

std::span<const uint64_t> GraphForm::of(const ColouredGraph& graph, uint64_t most) {
  graph_ = &graph;
  left_ = most;
  kinds_.resize(graph.kinds);
  std::iota(kinds_.begin(), kinds_.end(), uint8_t{0});
  std::sort(kinds_.begin(), kinds_.end(),
            [&](uint8_t a, uint8_t b) { return graph.names[a] < graph.names[b]; });
  gave_up_ = false;
  symmetries_.clear();
  Cells cells = by_colour();
  const Cells colours = cells;
  refine(cells, {colours.sets.data(), colours.count});
  descend(cells, 0, true);
  if (gave_up_) return {};
  return least_;
}

void GraphForm::insert(Cells& cells, size_t at, Set set) {
  for (size_t i = cells.count++; i > at; --i) cells.sets[i] = cells.sets[i - 1];
  cells.sets[at] = set;
}

/// Ascending colours.
GraphForm::Cells GraphForm::by_colour() const {
  Cells cells;
  std::array<uint64_t, kMostFormVertices> colours;
  for (size_t v = 0; v < graph_->vertices; ++v) {
    const uint64_t colour = graph_->colours[v];
    const auto end = colours.begin() + static_cast<std::ptrdiff_t>(cells.count);
    const auto at = std::lower_bound(colours.begin(), end, colour);
    const auto index = static_cast<size_t>(at - colours.begin());
    if (at == end || *at != colour) {
      std::copy_backward(at, end, end + 1);
      *at = colour;
      insert(cells, index, 0);
    }
    cells.sets[index] |= bit_of(v);
  }
  return cells;
}

/// Splits cells until all vertices of one have as many neighbours in any other; first by those
/// sets. Gives a number that tells how the cells were split, whatever the vertices are called.
uint64_t GraphForm::refine(Cells& cells, std::span<const Set> by) const {
  std::array<Set, 2 * kMostFormVertices> queue;
  size_t end = 0;
  for (const Set set : by) queue[end++] = set;
  uint64_t trace = 0;
  for (size_t at = 0; at < end && cells.count < graph_->vertices; ++at) {
    for (const uint8_t kind : kinds_)
      trace = stir(trace, split(cells, kind, queue[at], queue, end));
  }
  return trace;
}

/// Splits cells by how many neighbours vertices have in the set; all pieces but the largest will be
/// split by, too: the largest tells nothing more, as the whole cell has been or will be used.
uint64_t GraphForm::split(Cells& cells, size_t kind, Set by,
                          std::array<Set, 2 * kMostFormVertices>& queue, size_t& end) const {
  std::array<Set, 7> digits;
  size_t length = 0;
  for (; by != 0; by &= by - 1) {
    Set carry = graph_->rows[kind][least_of(by)];
    for (size_t i = 0; carry != 0; ++i) {
      if (i == length) {
        digits[length++] = carry;
        break;
      }
      carry &= std::exchange(digits[i], digits[i] ^ carry);
    }
  }
  uint64_t trace = length;
  if (length == 0) return trace;
  for (size_t first = 0, end_of_cell = 1; first < cells.count;
       first = end_of_cell, end_of_cell = first + 1) {
    const Set cell = cells.sets[first];
    if (is_single(cell)) continue;
    for (size_t digit = length; digit-- > 0;) {
      const Set odd = digits[digit] & cell;
      if (odd == 0 || odd == cell) continue;
      // Pieces whose counts agree in the higher digits are split in two, in place.
      for (size_t piece = first; piece < end_of_cell; ++piece) {
        const Set one = cells.sets[piece] & odd;
        if (one == 0 || one == cells.sets[piece]) continue;
        insert(cells, piece + 1, one);
        cells.sets[piece++] ^= one;
        ++end_of_cell;
      }
    }
    if (end_of_cell == first + 1) continue;
    trace = stir(trace, first << 8 | (end_of_cell - first));
    size_t largest = first;
    for (size_t piece = first + 1; piece < end_of_cell; ++piece) {
      if (std::popcount(cells.sets[piece]) > std::popcount(cells.sets[largest])) largest = piece;
    }
    for (size_t piece = first; piece < end_of_cell; ++piece) {
      if (piece != largest) queue[end++] = cells.sets[piece];
    }
  }
  return trace;
}

/// Whether all pairs of a vertex of one cell and one of the other are of the same kinds.
bool GraphForm::is_uniform(Set from, Set to) const {
  const size_t vertex = least_of(from);
  const Set others = to & ~bit_of(vertex);
  for (size_t kind = 0; kind < graph_->kinds; ++kind) {
    const Set row = graph_->rows[kind][vertex] & others;
    if (row != 0 && row != others) return false;
  }
  return true;
}

/// The first of the smallest cells whose vertices still need an order; empty: none is left.
GraphForm::Set GraphForm::target(const Cells& cells) const {
  Set best = 0;
  for (size_t i = 0; i < cells.count; ++i) {
    const Set cell = cells.sets[i];
    if (is_single(cell) || (best != 0 && std::popcount(cell) >= std::popcount(best))) continue;
    for (size_t other = 0; other < cells.count; ++other) {
      if (is_single(cells.sets[other]) || is_uniform(cell, cells.sets[other])) continue;
      best = cell;
      break;
    }
  }
  return best;
}

/// Tries all orders that agree with the cells; `less`: whatever they lead to is less than the least
/// form so far. Gives the depth to go back to, where a symmetry shows that nothing new is to be
/// found below that.
size_t GraphForm::descend(const Cells& cells, size_t depth, bool less) {
  const Set cell = target(cells);
  if (cell == 0) return leaf(cells, depth, less);
  Set tried = 0;
  for (Set rest = cell; rest != 0; rest &= rest - 1) {
    const size_t vertex = least_of(rest);
    if (tried != 0 && is_image_of_tried(vertex, tried, depth)) continue;
    tried |= bit_of(vertex);
    if (left_ == 0) {
      gave_up_ = true;
      return kNoLevel;
    }
    --left_;
    Cells next;
    for (size_t i = 0; i < cells.count; ++i) {
      if (cells.sets[i] == cell) {
        next.sets[next.count++] = bit_of(vertex);
        next.sets[next.count++] = cell & ~bit_of(vertex);
      } else {
        next.sets[next.count++] = cells.sets[i];
      }
    }
    path_[depth] = static_cast<uint8_t>(vertex);
    const Set by = bit_of(vertex);
    traces_[depth] = refine(next, {&by, 1});
    bool below = less;
    if (!below) {
      if (depth >= least_depth_ || traces_[depth] > least_traces_[depth]) continue;
      below = traces_[depth] < least_traces_[depth];
    }
    const size_t back = descend(next, depth + 1, below);
    if (gave_up_ || back < depth) return back;
    less = false;  // what lay below was no more than the least form, which begins as here
  }
  return kNoLevel;
}

size_t GraphForm::leaf(const Cells& cells, size_t depth, bool less) {
  if (!less && depth > least_depth_) return kNoLevel;
  Vertices order;
  Vertices place;
  size_t size = 0;
  for (size_t i = 0; i < cells.count; ++i) {
    for (Set rest = cells.sets[i]; rest != 0; rest &= rest - 1) {
      place[least_of(rest)] = static_cast<uint8_t>(size);
      order[size++] = static_cast<uint8_t>(least_of(rest));
    }
  }
  words_.clear();
  words_.push_back(size << 8 | kinds_.size());
  for (size_t i = 0; i < size; ++i) words_.push_back(graph_->colours[order[i]]);
  for (const uint8_t kind : kinds_) {
    words_.push_back(graph_->names[kind]);
    for (size_t i = 0; i < size; ++i) {
      Set row = 0;
      for (Set rest = graph_->rows[kind][order[i]]; rest != 0; rest &= rest - 1)
        row |= bit_of(place[least_of(rest)]);
      words_.push_back(row);
    }
  }
  if (!less && depth == least_depth_) {
    if (words_ > least_) return kNoLevel;
    if (words_ == least_) {
      Symmetry found{{}, 0};
      for (size_t i = 0; i < size; ++i) {
        found.image[least_order_[i]] = order[i];
        if (least_order_[i] == order[i]) found.fixed |= bit_of(order[i]);
      }
      if (symmetries_.size() < kMostSymmetries) symmetries_.push_back(found);
      size_t level = 0;
      while (level < depth && path_[level] == least_path_[level]) ++level;
      return level;
    }
  }
  std::swap(least_, words_);
  least_order_ = order;
  least_depth_ = depth;
  std::copy_n(path_.begin(), depth, least_path_.begin());
  std::copy_n(traces_.begin(), depth, least_traces_.begin());
  return kNoLevel;
}

bool GraphForm::is_image_of_tried(size_t vertex, Set tried, size_t depth) const {
  Set before = 0;
  for (size_t i = 0; i < depth; ++i) before |= bit_of(path_[i]);
  // All that the symmetries lead to from it, forwards and backwards.
  Set reached = bit_of(vertex);
  for (Set seen = 0; seen != reached;) {
    seen = reached;
    for (const Symmetry& one : symmetries_) {
      if ((before & ~one.fixed) != 0) continue;
      for (size_t v = 0; v < graph_->vertices; ++v) {
        const Set both = bit_of(v) | bit_of(one.image[v]);
        if ((both & reached) != 0) reached |= both;
      }
    }
  }
  return (reached & tried) != 0;
}

}  // namespace grundy
