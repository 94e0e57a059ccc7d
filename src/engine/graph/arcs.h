// The arcs (directed edges) of a graph in the order of their file, gone through in parts and as
// often as is wanted.
//
// Problem: arcs are looked at twice (adjacency.h), by several threads, and a list of them takes
// more memory than the sorted graph.
// Idea: mostly the file itself is gone through, each time anew (base/pairs.h), which keeps nothing
// of it in memory. A list of all arcs takes its place where that cannot be: for a pipe, for
// vertices whose names are so large that they have to be numbered, and for files that only
// NumberReader understands.
// Cost: the time of reading the file each time; 8 bytes an arc for a list.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "base/lease.h"
#include "base/pairs.h"
#include "base/reader.h"
#include "engine/graph/numbering.h"

namespace grundy {

struct Arc {
  uint32_t from = 0;
  uint32_t to = 0;
};

/// The least and the greatest name of a vertex; both 0 when there are none.
struct NameRange {
  uint64_t smallest = 0;
  uint64_t largest = 0;
};

/// Whether vertices of a graph with so many arcs are used by their own names; otherwise they are
/// numbered.
constexpr bool names_are_small(uint64_t largest, uint64_t arcs) {
  return largest < VertexNumbering::kNone && largest < 2 * arcs + 1024;
}

/// Arcs in memory, in blocks, so that growing neither copies nor needs twice the memory.
class ArcList {
 public:
  /// Arcs are counted in 32 bits.
  static constexpr uint64_t kMost = UINT32_MAX - 1;

  struct Block {
    std::unique_ptr<Arc[]> arcs;
    size_t size = 0;
    size_t capacity = 0;
    std::span<Arc> span() const { return {arcs.get(), size}; }
  };

  /// All lines of two numbers. `numbering` stays empty when names_are_small(); else it has the
  /// names of all vertices, in the order of their first appearance. Errors: a line is wrong;
  /// declined: no memory or time left, too many arcs.
  static Attempt<ArcList> read(NumberReader& reader, VertexNumbering& numbering, NameRange& names,
                               Budget& budget);

  uint64_t size() const { return size_; }
  std::span<const Block> blocks() const { return blocks_; }

 private:
  explicit ArcList(Budget& budget) : memory_(budget) {}
  bool push(Arc arc);

  Lease memory_;
  std::vector<Block> blocks_;
  size_t size_ = 0;
};

/// Arcs in a number of parts, one behind the other. What it is made of must outlive it.
class ArcStream {
 public:
  using End = PairSource::End;

  /// At most `threads` parts, each of a chunk or more.
  ArcStream(const PairSource& source, unsigned threads);
  ArcStream(const ArcList& list, unsigned threads);

  unsigned parts() const { return static_cast<unsigned>(places_.size() - 1); }
  /// The bytes that are read each time; 0 when none are.
  uint64_t bytes() const { return source_ == nullptr ? 0 : source_->size(); }

  /// As PairSource::scan(), for one part.
  template <class Visit, class GoOn>
  End scan(unsigned part, const Visit& visit, const GoOn& go_on) const {
    if (source_ != nullptr) return source_->scan(places_[part], places_[part + 1], visit, go_on);
    std::array<uint64_t, 1024> numbers;
    for (const ArcList::Block& block :
         blocks_.subspan(places_[part], places_[part + 1] - places_[part])) {
      if (!go_on(0)) return End::stopped;
      for (size_t begin = 0; begin < block.size; begin += numbers.size() / 2) {
        const size_t count = std::min(block.size - begin, numbers.size() / 2);
        for (size_t i = 0; i < count; ++i) {
          numbers[2 * i] = block.arcs[begin + i].from;
          numbers[2 * i + 1] = block.arcs[begin + i].to;
        }
        if (!visit(std::span<const uint64_t>(numbers).first(2 * count))) return End::stopped;
      }
    }
    return End::done;
  }

 private:
  const PairSource* source_ = nullptr;
  std::span<const ArcList::Block> blocks_;
  std::vector<uint64_t> places_;  // where the parts begin, in bytes or blocks
};

}  // namespace grundy
