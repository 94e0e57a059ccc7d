// ShapeTree<W>: where each of many shapes stands, asked at once.
//
// Problem: a queen of Amazons and its arrow have a thousand shapes on a board of 4 × 4 cells, and
// nearly all begin with the same steps; looking at each of them is most of the work of a search.
// Idea: the cells of a shape are put in order, first a cell with the letter that is rarest in the
// drawings (the queen), then the nearest to it. Shapes that begin alike share their beginning: a
// tree. A set of cells goes down it, and where it is empty all that follows is passed over.
// Example: X . . -> . . X and X . -> . X share X, and X with a free neighbour on its right.
// Cost: a shift and an AND for each node whose parent stands somewhere.
#pragma once
#include <cstdlib>
#include <map>
#include <vector>

#include "engine/board/shift_code.h"

namespace grundy {

template <size_t W>
class ShapeTree {
 public:
  explicit ShapeTree(const std::vector<ShiftShape<W>>& shapes) {
    std::map<ClassSet, size_t> drawn;
    for (const ShiftShape<W>& shape : shapes) {
      for (const auto& cell : shape.cells) ++drawn[cell.reads];
    }
    std::vector<Path> paths;
    for (size_t i = 0; i < shapes.size(); ++i) {
      std::vector<typename ShiftShape<W>::Cell> cells = shapes[i].cells;
      const auto rarest = std::min_element(
          cells.begin(), cells.end(),
          [&](const auto& a, const auto& b) { return drawn[a.reads] < drawn[b.reads]; });
      const auto from = static_cast<int32_t>(rarest->distance);
      Path path{{}, i};
      for (const auto& cell : cells)
        path.steps.push_back({static_cast<int32_t>(cell.distance) - from, cell.reads});
      std::sort(path.steps.begin(), path.steps.end(), [](const Step& a, const Step& b) {
        const auto far = [](const Step& s) { return std::pair(std::abs(s.distance), s.distance); };
        return far(a) < far(b);
      });
      ends_.push_back({from, shapes[i].anchors});
      paths.push_back(std::move(path));
    }
    std::sort(paths.begin(), paths.end(),
              [](const Path& a, const Path& b) { return a.steps < b.steps; });
    add(paths, 0, paths.size(), 0);
    reached_.resize(depth_);
  }

  /// take(shape, anchors) for each shape that stands somewhere.
  template <class Take>
  void stand(const Sets<W>& sets, const Take& take) {
    for (size_t i = 0; i < nodes_.size();) {
      const Node& node = nodes_[i];
      const Mask<W>& cells = sets.of(node.step.reads);
      const auto by = static_cast<size_t>(std::abs(node.step.distance));
      Mask<W> here = node.step.distance < 0 ? cells.up(by) : cells.down(by);
      if (node.depth > 0) here &= reached_[node.depth - 1];
      if (!here.any()) {
        i = node.skip;
        continue;
      }
      reached_[node.depth] = here;
      for (size_t end = node.first_end; end < node.last_end; ++end) {
        const End& one = ends_[shapes_[end]];
        if (const Mask<W> at = here.down(static_cast<size_t>(one.from)) & one.anchors; at.any())
          take(shapes_[end], at);
      }
      ++i;
    }
  }

 private:
  struct Step {
    int32_t distance;  // from the rarest cell
    ClassSet reads;
    friend auto operator<=>(const Step&, const Step&) = default;
  };
  struct Path {
    std::vector<Step> steps;
    size_t shape;
  };
  struct Node {
    Step step;
    size_t depth;
    size_t skip;  // the next node that is not below
    size_t first_end;
    size_t last_end;
  };
  struct End {
    int32_t from;  // of the rarest cell from the anchor
    Mask<W> anchors;
  };

  /// The paths first … last - 1 agree in their steps before `depth`; those that are no longer come
  /// first.
  void add(const std::vector<Path>& paths, size_t first, size_t last, size_t depth) {
    depth_ = std::max(depth_, depth);
    while (first < last && paths[first].steps.size() == depth) ++first;
    while (first < last) {
      const Step step = paths[first].steps[depth];
      size_t end = first;
      while (end < last && paths[end].steps[depth] == step) ++end;
      const size_t index = nodes_.size();
      nodes_.push_back({step, depth, 0, shapes_.size(), 0});
      for (size_t i = first; i < end && paths[i].steps.size() == depth + 1; ++i)
        shapes_.push_back(paths[i].shape);
      nodes_[index].last_end = shapes_.size();
      add(paths, first, end, depth + 1);
      nodes_[index].skip = nodes_.size();
      first = end;
    }
  }

  std::vector<Node> nodes_;     // each before those below it
  std::vector<size_t> shapes_;  // those that end at a node stand together
  std::vector<End> ends_;       // by shape
  std::vector<Mask<W>> reached_;
  size_t depth_ = 0;
};

}  // namespace grundy
