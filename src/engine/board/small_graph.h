// SmallGraph: a graph of at most 64 vertices with labels, and a key that isomorphic ones have in
// common.
//
// Problem: parts of a board may be drawn in many ways and still be one graph; comparing them pair
// by pair is out of the question.
// Idea: each vertex has a colour, which is mixed with those of its neighbours again and again; if
// vertices keep the same colour, one of those with the least such colour is given another, and
// mixing goes on (colour refinement with individualisation, McKay 1981). Once all colours differ
// they name the vertices, and the key is a hash of the names, labels and neighbours.
// Graphs of equal keys are isomorphic, but for a hash of 128 bits: a map from name to name is an
// isomorphism. Which of several vertices of the same colour was taken does not matter for that;
// where they were not images of each other, isomorphic graphs may have different keys.
// Example: a path of four vertices, in whatever order they are added.
// Cost: two multiplications a vertex and an addition a neighbour in each round; six rounds tell
// most graphs.
#pragma once
#include <array>
#include <cstdint>

#include "engine/board/part_table.h"

namespace grundy {

class SmallGraph {
 public:
  static constexpr size_t kMost = 64;

  void clear() { size_ = 0; }
  /// Its number; there is room. The neighbours by their numbers: of those added before, both ways
  /// are to be told.
  size_t add(uint64_t neighbours) {
    neighbours_[size_] = neighbours;
    return size_++;
  }
  /// The other way is told already.
  void join(size_t vertex, size_t to) { neighbours_[vertex] |= uint64_t{1} << to; }
  void set_label(size_t vertex, uint64_t label) { labels_[vertex] = label; }

  PartKey key() const;

 private:
  size_t size_ = 0;
  std::array<uint64_t, kMost> neighbours_;
  std::array<uint64_t, kMost> labels_;
};

}  // namespace grundy
