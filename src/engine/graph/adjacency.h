// The out-neighbours of all vertices, in one array, sorted out of a stream of arcs.
//
// A counting sort by the first vertex that goes through the arcs twice and stays within the caches:
//
//   survey       counts the arcs of each part of the stream by stretches of vertices
//   distribute   brings each arc to its place among those of its bucket, a stretch of vertices;
//                every part knows its own places beforehand, so the order of the arcs stays and the
//                parts go on at the same time
//   sort         sorts each bucket by vertex where it is
//
// In between an arc takes 40 bits, 32 when there are at most 2^21 vertices: where it goes to, and
// the place of its first vertex in the bucket. With E arcs and V vertices
//
//   while it is made   5·E (4·E) + 4·V bytes, V/64 for each part of the stream, and 4 MiB for each
//                      thread
//   afterwards         4·E + 4·V
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "base/large_array.h"
#include "engine/graph/arcs.h"

namespace grundy {

/// How many arcs begin in each stretch of 2^bits() vertices: the longer ones, the more vertices
/// there are.
class ArcCounts {
 public:
  void add(uint64_t vertex) {
    if (vertex >> bits_ >= counts_.size()) make_room(vertex);
    ++counts_[vertex >> bits_];
  }
  unsigned bits() const { return bits_; }
  /// Those of stretch number `stretch` when stretches are of 2^bits vertices, `bits` at least
  /// bits().
  uint32_t of(uint64_t stretch, unsigned bits) const;

 private:
  // So many stretches are in the fastest cache; there are more only when there are 2^22 vertices or
  // more.
  static constexpr size_t kFew = size_t{1} << 13;
  static constexpr unsigned kMostBits = 8;
  void make_room(uint64_t vertex);
  void coarsen();

  std::vector<uint32_t> counts_;
  unsigned bits_ = 0;
};

/// What one pass over the arcs tells.
struct ArcSurvey {
  uint64_t arcs = 0;
  NameRange names{UINT64_MAX, 0};
  uint64_t falling = 0;           // arcs to a smaller number
  uint64_t rising = 0;            // arcs to a greater one
  std::vector<ArcCounts> counts;  // by part of the stream

  /// Declines a stream that is not regular, or has a vertex of `limit` or beyond: it can be read as
  /// a list. Ends when time is over.
  static Attempt<ArcSurvey> of(const ArcStream& stream, uint64_t limit, Budget& budget);
};

struct Adjacency {
  LargeArray<uint32_t> begins;  // the out-neighbours of v are targets[begins[v], begins[v + 1])
  // In the order of the stream, but where 2^19 arcs or more are in one bucket.
  LargeArray<uint32_t> targets;

  uint32_t vertices() const { return static_cast<uint32_t>(begins.size() - 1); }
  std::span<const uint32_t> successors(uint32_t v) const {
    return targets.span().subspan(begins[v], begins[v + 1] - begins[v]);
  }

  /// The bytes that making it takes, but for the small change.
  static uint64_t bytes_needed(const ArcSurvey& survey, uint32_t vertices);
  /// Of a stream with this survey, for vertices below `vertices`. The caller accounts for the
  /// memory. An error that names `source` when the stream is no longer what it was; declined: time
  /// is over.
  static Attempt<Adjacency> of(const ArcStream& stream, const ArcSurvey& survey, uint32_t vertices,
                               const std::string& source, Budget& budget);
};

}  // namespace grundy
