// Links<W>: which cells of a board belong together.
//
// Problem: the parts of a board are the classes of cells that chains of links join; there are
// hundreds of links and few distances between linked cells.
// Idea: for each distance a mask of the cells that are linked to the one so far behind, so that a
// flood fill is a few shifts a round. Cells that no such mask tells are linked by an edge, a set of
// cells at once; it may ask for cells that stay with the part though they link nothing.
// Example: a row of Cram has one distance, 1, and its parts are the runs of that one mask.
// Cost: two shifts a distance and a test an edge in each round of the fill; longer boards follow
// chains by doubling.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/board/mask.h"

namespace grundy {

template <size_t W>
class Links {
 public:
  struct Edge {
    Mask<W> linked;
    Mask<W> kept;  // with the part of those
  };

  /// The number of a distance, a new one where it was not asked for before.
  size_t number(uint32_t distance) {
    const auto found = std::find(distances_.begin(), distances_.end(), distance);
    if (found != distances_.end()) return static_cast<size_t>(found - distances_.begin());
    distances_.push_back(distance);
    return distances_.size() - 1;
  }
  size_t distances() const { return distances_.size(); }
  uint32_t distance(size_t number) const { return distances_[number]; }

  void clear() {
    edges_.clear();
    links_.assign(distances_.size(), {});
  }
  /// Each of these cells and the one so far behind it.
  void add(size_t number, const Mask<W>& cells) { links_[number] |= cells; }
  void add(const Edge& edge) { edges_.push_back(edge); }
  std::vector<Edge>& edges() { return edges_; }

  /// Where nothing but neighbours in a row is linked, the links: parts are runs of them.
  const Mask<W>* runs() const {
    if (!edges_.empty()) return nullptr;
    const Mask<W>* runs = nullptr;
    for (size_t i = 0; i < links_.size(); ++i) {
      if (distances_[i] == 1) {
        runs = &links_[i];
      } else if (links_[i].any()) {
        return nullptr;
      }
    }
    return runs;
  }

  /// All cells that links lead to from these.
  Mask<W> flood(Mask<W> part) const {
    for (Mask<W> before; before != part;) {
      before = part;
      for (size_t i = 0; i < links_.size(); ++i) {
        if constexpr (W == 1) {
          part |= (part & links_[i]).up(distances_[i]) | (part.down(distances_[i]) & links_[i]);
        } else {
          part = along(part, links_[i], distances_[i]);
        }
      }
      for (const Edge& edge : edges_) {
        if (edge.linked.meets(part)) part |= edge.linked;
      }
    }
    return part;
  }

 private:
  /// The cells that chains of links lead to. Links of 1, 2, 4, … in a row are followed at once;
  /// where those of s lead nowhere new longer chains do not either, as each begins at a cell where
  /// a shorter one goes on.
  static Mask<W> along(Mask<W> part, const Mask<W>& links, size_t distance) {
    Mask<W> chains = links;
    for (size_t by = distance; by < Mask<W>::kBits; by *= 2) {
      const Mask<W> next = (part & chains).up(by) | (part.down(by) & chains);
      if (next.is_within(part)) break;
      part |= next;
      chains &= chains.down(by);
    }
    return part;
  }

  std::vector<uint32_t> distances_;
  std::vector<Mask<W>> links_;  // by distance: cells linked to the one so far behind
  std::vector<Edge> edges_;
};

}  // namespace grundy
