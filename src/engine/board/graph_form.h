// GraphForm: words that small coloured graphs share exactly when they are isomorphic.
//
// Problem: parts of a game on a graph that are alike but for the names of their vertices play
// alike; a table is to have them once.
// Idea: vertices are sorted into cells, by colour and then by how many neighbours they have in each
// cell, until that tells no more of them apart. Where cells are left that it can't split, each
// vertex of one is set before the others in turn, and the least adjacency matrix of all these
// orders is the form (McKay 1981, "Practical graph isomorphism"). Two orders of the same matrix are
// a symmetry: vertices that symmetries take to ones tried before, all that was set before staying,
// are left out. Cells joined to each other and in themselves completely or not at all need no
// order: leaves of one star, say.
// Example: a path of three vertices is the cells {ends}, {middle}; its form is the matrix in this
// order.
// Cost: neighbours are counted for all vertices at once, in a few words whose bits are the digits
// of the counts: a microsecond for a graph of 20 vertices without symmetries. Regular graphs may
// need many orders; who asks says how many.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace grundy {

constexpr size_t kMostFormVertices = 64;
constexpr size_t kMostPairKinds = 12;

/// Vertices have a colour. A pair (v, w) may be of several kinds, each a name and, by v, the set of
/// those w; what a kind is backwards is a kind, too, and may be the same.
struct ColouredGraph {
  using Rows = std::array<uint64_t, kMostFormVertices>;
  size_t vertices = 0;
  Rows colours{};
  size_t kinds = 0;
  std::array<uint64_t, kMostPairKinds> names{};  // all different
  std::array<Rows, kMostPairKinds> rows{};
};

class GraphForm {
 public:
  /// The form of the graph; empty where more than `most` vertices had to be set before others. Good
  /// until the next call.
  std::span<const uint64_t> of(const ColouredGraph& graph, uint64_t most);

 private:
  using Set = uint64_t;
  using Vertices = std::array<uint8_t, kMostFormVertices>;
  struct Cells {
    std::array<Set, kMostFormVertices> sets;
    size_t count = 0;
  };
  struct Symmetry {
    Vertices image;
    Set fixed;
  };

  static void insert(Cells& cells, size_t at, Set set);
  Cells by_colour() const;
  uint64_t refine(Cells& cells, std::span<const Set> by) const;
  uint64_t split(Cells& cells, size_t kind, Set by, std::array<Set, 2 * kMostFormVertices>& queue,
                 size_t& end) const;
  bool is_uniform(Set from, Set to) const;
  Set target(const Cells& cells) const;
  size_t descend(const Cells& cells, size_t depth, bool less);
  size_t leaf(const Cells& cells, size_t depth, bool less);
  bool is_image_of_tried(size_t vertex, Set tried, size_t depth) const;

  static constexpr size_t kMostSymmetries = 32;

  const ColouredGraph* graph_ = nullptr;
  std::vector<uint8_t> kinds_;  // in the order of their names
  uint64_t left_ = 0;           // vertices that may still be set before others
  bool gave_up_ = false;
  // The line of vertices that is being set, and what the refinement after each of them looked like;
  // those of the least form.
  std::array<uint8_t, kMostFormVertices> path_{};
  std::array<uint64_t, kMostFormVertices> traces_{};
  std::array<uint8_t, kMostFormVertices> least_path_{};
  std::array<uint64_t, kMostFormVertices> least_traces_{};
  size_t least_depth_ = 0;
  Vertices least_order_{};
  std::vector<uint64_t> least_;
  std::vector<uint64_t> words_;
  std::vector<Symmetry> symmetries_;
};

}  // namespace grundy
