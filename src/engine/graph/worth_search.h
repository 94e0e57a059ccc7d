// The state that the two ways to find worths (worths.h) share, in all threads, and how one vertex
// is valued.
#pragma once
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

#include "base/budget.h"
#include "engine/graph/adjacency.h"
#include "engine/graph/worths.h"
#include "value/mex.h"

namespace grundy {

/// Marks in place of a worth: of a vertex that has out-neighbours and no worth yet, and of one on
/// the path of a walk. A number without out-neighbours has kNoWorth until an edge to it is seen,
/// for it may be no vertex.
constexpr Worth kUnknownWorth = kNoWorth - 1;
constexpr Worth kOpenWorth = kNoWorth - 2;

/// The graph and its worths, as all threads see them.
struct WorthSearch {
  const Adjacency& graph;
  std::span<Worth> worths;
  bool from_below;  // vertices are taken from 0 on, else from the last one down
  Budget& budget;
  unsigned threads;
  std::atomic<uint64_t> next_block{0};
  std::atomic<uint64_t> valued{0};
  std::atomic<bool> out_of_memory{false};

  // A worth is written once, apart from kOpenWorth, and says nothing about other memory: relaxed
  // order is enough.
  Worth worth(uint32_t v) const { return __atomic_load_n(&worths[v], __ATOMIC_RELAXED); }
  void set_worth(uint32_t v, Worth worth) const {
    __atomic_store_n(&worths[v], worth, __ATOMIC_RELAXED);
  }
  /// Opens a vertex of unknown worth; false when it is open or has its worth.
  bool open(uint32_t v) const {
    Worth unknown = kUnknownWorth;
    return __atomic_compare_exchange_n(&worths[v], &unknown, kOpenWorth, false, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED);
  }
  /// While vertices are taken one after another: how far behind a target the one lies whose worth
  /// is asked for now; modulo 2^64.
  size_t ahead() const { return from_below ? 64 : -size_t{64}; }
  void ask_for_worth(size_t place) const { __builtin_prefetch(&worths[graph.targets[place]]); }
  bool must_end() const { return out_of_memory.load(std::memory_order_relaxed) || budget.spent(); }
};

/// Vertices that a thread takes at a time, one after another.
class VertexBlock {
 public:
  static constexpr uint64_t kSize = 1 << 10;

  bool is_empty() const { return next_ == end_; }
  /// The next one of the graph; false when there is none.
  bool refill(WorthSearch& search) {
    const uint64_t vertices = search.graph.vertices();
    next_ = std::min(search.next_block.fetch_add(kSize, std::memory_order_relaxed), vertices);
    end_ = std::min(next_ + kSize, vertices);
    return !is_empty();
  }
  uint32_t take(const WorthSearch& search) {
    const uint64_t i = next_++;
    return static_cast<uint32_t>(search.from_below ? i : search.graph.vertices() - 1 - i);
  }

 private:
  uint64_t next_ = 0;  // counted in the order in which they are taken
  uint64_t end_ = 0;
};

/// One thread's valuing of vertices.
class Valuer {
 public:
  explicit Valuer(WorthSearch& search) : search_(search), graph_(search.graph) {}

  /// Gives a vertex its worth. Where an out-neighbour has none,
  /// `at_unknown(place among the targets, worth)` may wait for it, or say false, which ends this
  /// without a worth; so does the end of the search. For each out-neighbour the worth of the target
  /// `ahead` places on is asked for, if there is one.
  template <class AtUnknown>
  bool value(uint32_t v, size_t ahead, const AtUnknown& at_unknown) {
    const size_t begin = graph_.begins[v], end = graph_.begins[v + 1];
    bool leads_to_lost = false;
    uint32_t mex = 0;
    if (end - begin < 64) {
      // Bit x: some option has the value x. The mex is at most the number of options, larger values
      // do not count.
      uint64_t present = 0;
      for (size_t i = begin; i < end; ++i) {
        if (i + ahead < graph_.targets.size()) search_.ask_for_worth(i + ahead);
        Worth worth = worth_of_target(i);
        if (worth >= kOpenWorth && !at_unknown(i, worth)) return false;
        if (worth < 128) present |= uint64_t{1} << (worth >> 1);
        leads_to_lost |= (worth & 1) != 0;
      }
      mex = static_cast<uint32_t>(std::countr_one(present));
    } else {
      values_.clear();
      for (size_t i = begin; i < end; ++i) {
        if ((i - begin) % kSteps == 0 && search_.must_end()) return false;
        if (i + kAhead < end) search_.ask_for_worth(i + kAhead);
        Worth worth = worth_of_target(i);
        if (worth >= kOpenWorth && !at_unknown(i, worth)) return false;
        values_.insert(worth >> 1);
        leads_to_lost |= (worth & 1) != 0;
      }
      mex = values_.mex();
    }
    search_.set_worth(v, 2 * mex + (begin < end && !leads_to_lost ? 1 : 0));
    ++valued_;
    return true;
  }

  /// The worth of a target, kUnknownWorth or kOpenWorth; what has no out-neighbours gets its own
  /// now.
  Worth worth_of_target(size_t place) {
    const uint32_t to = graph_.targets[place];
    const Worth worth = search_.worth(to);
    if (worth != kNoWorth) return worth;
    search_.set_worth(to, 0);
    ++valued_;
    return 0;
  }

  /// Tells the budget how far the search is; false when it must end.
  bool report() {
    search_.budget.progress("vertices", search_.valued += std::exchange(valued_, 0),
                            graph_.vertices());
    return !search_.must_end();
  }

 private:
  static constexpr size_t kSteps = 1 << 16;
  static constexpr size_t kAhead = 16;

  WorthSearch& search_;
  const Adjacency& graph_;
  uint64_t valued_ = 0;  // and not yet reported
  MexSet values_;
};

/// When all edges lead to vertices that are taken before. Ends early when the search must end.
void value_in_order(WorthSearch& search);
/// Any graph. False when there is a cycle, and maybe when the search must end.
bool value_by_walks(WorthSearch& search);

}  // namespace grundy
