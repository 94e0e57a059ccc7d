#include "engine/finite/worths.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <memory>
#include <thread>
#include <vector>

#include "base/lease.h"
#include "base/parallel.h"
#include "value/mex.h"

namespace grundy {
namespace {

// Of a vertex that has out-neighbours but no worth yet, and of one on the path of a walk. kNoWorth is what has no
// out-neighbours, until an edge to it is seen.
constexpr Worth kUnknown = kNoWorth - 1;
constexpr Worth kOpen = kNoWorth - 2;

constexpr size_t kWalking = 16;  // walks of a thread that have turns
constexpr size_t kWalks = 64;    // and all of them, those that wait included
// Out-neighbours that are looked at in one turn, and, between two questions whether the budget is spent, turns of each
// walk and out-neighbours whose worths are gathered.
constexpr uint32_t kTurn = 1 << 12;
constexpr uint32_t kRounds = 1 << 10;
constexpr size_t kGathered = 1 << 16;
// Vertices that a thread takes at a time to begin walks from.
constexpr uint64_t kRoots = 1 << 10;

// What the threads share.
struct Search {
  const Adjacency& graph;
  std::span<Worth> worths;
  bool falling;
  Budget& budget;
  unsigned threads;
  std::atomic<uint64_t> next_root{0};
  std::atomic<uint64_t> valued{0};
  std::atomic<unsigned> active{0};  // threads with walks that do not wait
  std::atomic<bool> out_of_memory{false};

  // Worths are written once, apart from kOpen, and nothing else is told by them: no order is needed.
  Worth worth(uint32_t v) const { return __atomic_load_n(&worths[v], __ATOMIC_RELAXED); }
  void set_worth(uint32_t v, Worth worth) const { __atomic_store_n(&worths[v], worth, __ATOMIC_RELAXED); }
  /// Opens a vertex; false when it is open or has its worth.
  bool open(uint32_t v) const {
    Worth unknown = kUnknown;
    return __atomic_compare_exchange_n(&worths[v], &unknown, kOpen, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  }
  bool must_end() const { return out_of_memory.load(std::memory_order_relaxed) || budget.spent(); }
};

// The edges from the root of a walk to where it is, by their places among the targets.
class Path {
 public:
  explicit Path(Budget& budget) : memory_(budget) {}

  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }
  /// The edge with `after` edges behind it.
  uint32_t last(size_t after = 0) const {
    const size_t i = size_ - 1 - after;
    return (*blocks_[i / kBlock])[i % kBlock];
  }
  /// False when there is no memory left.
  bool push(uint32_t edge) {
    if (size_ == blocks_.size() * kBlock) {
      if (!memory_.take(sizeof(Block))) return false;
      blocks_.push_back(std::make_unique<Block>());
    }
    (*blocks_[size_ / kBlock])[size_ % kBlock] = edge;
    ++size_;
    return true;
  }
  void pop() {
    --size_;
    if (size_ + 2 * kBlock > blocks_.size() * kBlock) return;
    blocks_.pop_back();
    memory_.give_back(sizeof(Block));
  }

 private:
  static constexpr size_t kBlock = 1024;
  using Block = std::array<uint32_t, kBlock>;
  Lease memory_;
  std::vector<std::unique_ptr<Block>> blocks_;  // at most one more than is needed
  size_t size_ = 0;
};

struct Walk {
  // What is done in the next turn, each with what the turn before has asked for.
  enum class Stage { begin, list, look_up, look };

  explicit Walk(Budget& budget) : path(budget) {}

  Stage stage = Stage::begin;
  bool root_is_open = false;
  uint32_t root = 0;
  uint32_t vertex = 0;
  uint32_t next = 0;  // among the targets: the first out-neighbour of the vertex that may have no worth
  Path path;
};

// One thread's walks.
class Walker {
 public:
  explicit Walker(Search& search) : search_(search), graph_(search.graph) {}

  /// Walks until there is nothing left to begin from, or all that is left waits for other threads and they wait too.
  void run() {
    ++search_.active;
    bool active = true;
    unsigned idle = 0;
    for (uint32_t round = 1;; ++round) {
      while (walking_.size() < kWalking && may_begin()) walking_.push_back(std::make_unique<Walk>(search_.budget));
      for (size_t i = 0; i < walking_.size();) {
        if (const Turn turn = take_turn(*walking_[i]); turn == Turn::on) {
          ++i;
        } else {
          if (turn == Turn::waits) waiting_.push_back(std::move(walking_[i]));
          std::swap(walking_[i], walking_.back());
          walking_.pop_back();
        }
      }
      if (round % kRounds == 0 && !report()) break;
      if (!walking_.empty() && round % kWalks != 0) continue;
      wake();
      if (!walking_.empty() || may_begin()) {
        if (!active) ++search_.active;
        active = true;
        idle = 0;
        continue;
      }
      if (waiting_.empty()) break;
      if (active) --search_.active;
      active = false;
      if (search_.threads == 1) break;
      // Another thread may not yet have seen that it can go on.
      constexpr unsigned kPatience = 1000;
      if (search_.active == 0 && ++idle == kPatience) break;
      if (search_.must_end()) break;
      std::this_thread::yield();
    }
    if (active) --search_.active;
    report();
  }

  bool is_done() const { return walking_.empty() && waiting_.empty(); }
  /// Takes over all walks of another thread, which has ended.
  void adopt(Walker& other) {
    for (std::unique_ptr<Walk>& walk : other.waiting_) waiting_.push_back(std::move(walk));
    other.waiting_.clear();
  }

 private:
  enum class Turn { on, waits, ends };
  using Stage = Walk::Stage;

  bool may_begin() const { return !no_root_left_ && walking_.size() + waiting_.size() < kWalks; }

  bool report() {
    search_.budget.progress("vertices", search_.valued += std::exchange(valued_, 0), graph_.vertices());
    return !search_.must_end();
  }

  /// The walks that wait no longer have turns again.
  void wake() {
    for (size_t i = 0; i < waiting_.size();) {
      if (search_.worth(graph_.targets[waiting_[i]->next]) == kOpen) {
        ++i;
        continue;
      }
      walking_.push_back(std::move(waiting_[i]));
      std::swap(waiting_[i], waiting_.back());
      waiting_.pop_back();
    }
  }

  Turn take_turn(Walk& walk) {
    switch (walk.stage) {
      case Stage::begin:
        return begin(walk);
      case Stage::list:
        walk.next = graph_.begins[walk.vertex];
        __builtin_prefetch(&graph_.targets[walk.next]);
        walk.stage = Stage::look_up;
        return Turn::on;
      case Stage::look_up: {
        const uint32_t end = graph_.begins[walk.vertex + 1];
        for (uint32_t i = walk.next; i < walk.next + std::min(kAhead, end - walk.next); ++i) {
          __builtin_prefetch(&search_.worths[graph_.targets[i]]);
        }
        walk.stage = Stage::look;
        return Turn::on;
      }
      case Stage::look:
        return look(walk);
    }
    return Turn::ends;
  }

  /// Gives vertices their worth, one after another, up to one that must wait for an out-neighbour: there the walk
  /// begins.
  Turn begin(Walk& walk) {
    if (root_ == roots_end_) {
      const uint64_t vertices = graph_.vertices();
      root_ = std::min(search_.next_root.fetch_add(kRoots, std::memory_order_relaxed), vertices);
      roots_end_ = std::min(root_ + kRoots, vertices);
      no_root_left_ = root_ == vertices || !report();
      if (no_root_left_) return Turn::ends;
    }
    while (root_ < roots_end_) {
      const auto v = static_cast<uint32_t>(search_.falling ? root_ : graph_.vertices() - 1 - root_);
      ++root_;
      if (search_.worth(v) != kUnknown) continue;
      uint32_t next = graph_.begins[v];
      const uint32_t end = graph_.begins[v + 1];
      const uint32_t pause = next + std::min(kTurn, end - next);
      pass(next, pause, search_.falling ? kBeyond : -kBeyond, graph_.targets.size());
      if (next == end) {
        value(v);
        continue;
      }
      walk.root = walk.vertex = v;
      walk.root_is_open = false;
      walk.next = next;
      walk.stage = Stage::look;
      break;
    }
    return Turn::on;
  }

  /// Moves `next` past out-neighbours that have their worth, and those that have none themselves, but not past `pause`;
  /// asks for the worth of the one `ahead` places from each, if that is before `end`. Gives the worth where it stops.
  Worth pass(uint32_t& next, uint32_t pause, size_t ahead, size_t end) {
    for (; next < pause; ++next) {
      if (next + ahead < end) __builtin_prefetch(&search_.worths[graph_.targets[next + ahead]]);
      const uint32_t to = graph_.targets[next];
      const Worth worth = search_.worth(to);
      if (worth < kOpen) continue;
      if (worth != kNoWorth) return worth;
      search_.set_worth(to, 0);
      ++valued_;
    }
    return 0;
  }

  void value(uint32_t v) {
    search_.set_worth(v, worth_of(graph_.successors(v)));
    ++valued_;
  }

  /// Goes on to an out-neighbour without worth, or back.
  Turn look(Walk& walk) {
    const uint32_t end = graph_.begins[walk.vertex + 1];
    const uint32_t pause = walk.next + std::min(kTurn, end - walk.next);
    const Worth worth = pass(walk.next, pause, kAhead, end);
    if (walk.next == end) {
      go_back(walk);
    } else if (worth == kOpen) {
      return Turn::waits;
    } else if (worth == kUnknown) {
      go_on(walk);
    }
    return Turn::on;
  }

  void go_on(Walk& walk) {
    if (!walk.root_is_open && !search_.open(walk.root)) {
      walk.stage = Stage::begin;  // another walk has come to the root
      return;
    }
    walk.root_is_open = true;
    const uint32_t to = graph_.targets[walk.next];
    if (!search_.open(to)) return;
    if (!walk.path.push(walk.next)) {
      search_.out_of_memory = true;
      return;
    }
    walk.vertex = to;
    __builtin_prefetch(&graph_.begins[to]);
    walk.stage = Stage::list;
  }

  void go_back(Walk& walk) {
    value(walk.vertex);
    Path& path = walk.path;
    if (path.empty()) {
      walk.stage = Stage::begin;
      return;
    }
    walk.next = path.last() + 1;
    path.pop();
    walk.vertex = path.empty() ? walk.root : graph_.targets[path.last()];
    // What is needed some steps further back is asked for now.
    __builtin_prefetch(&graph_.begins[walk.vertex]);
    if (path.size() > 2 * kBack) __builtin_prefetch(&graph_.targets[path.last(2 * kBack)]);
    if (path.size() > kBack) {
      const uint32_t before = graph_.targets[path.last(kBack)];
      __builtin_prefetch(&graph_.begins[before]);
      __builtin_prefetch(&search_.worths[before], 1);
    }
  }

  /// Of a vertex whose out-neighbours have theirs.
  Worth worth_of(std::span<const uint32_t> options) {
    bool leads_to_lost = false;
    uint32_t mex = 0;
    if (options.size() < 64) {
      // Bit x: some option has the value x. The mex is at most options.size(), larger values do not count.
      uint64_t present = 0;
      for (const uint32_t v : options) {
        const Worth worth = search_.worth(v);
        if (worth < 128) present |= uint64_t{1} << (worth >> 1);
        leads_to_lost |= (worth & 1) != 0;
      }
      mex = static_cast<uint32_t>(std::countr_one(present));
    } else {
      for (size_t i = 0; i < options.size(); ++i) {
        if (i % kGathered == 0 && search_.must_end()) return 0;
        if (i + kAhead < options.size()) __builtin_prefetch(&search_.worths[options[i + kAhead]]);
        const Worth worth = search_.worth(options[i]);
        values_.insert(worth >> 1);
        leads_to_lost |= (worth & 1) != 0;
      }
      mex = values_.mex();
      values_.clear();
    }
    return 2 * mex + (!options.empty() && !leads_to_lost ? 1 : 0);
  }

  // How far in advance memory is asked for: out-neighbours of a vertex, those of vertices taken one after another, and
  // steps back.
  static constexpr uint32_t kAhead = 16;
  static constexpr size_t kBeyond = 64;
  static constexpr size_t kBack = 8;

  Search& search_;
  const Adjacency& graph_;
  std::vector<std::unique_ptr<Walk>> walking_;
  std::vector<std::unique_ptr<Walk>> waiting_;
  uint64_t root_ = 0;  // [root_, roots_end_): what this thread has yet to begin from, counted from where walks begin
  uint64_t roots_end_ = 0;
  bool no_root_left_ = false;
  uint64_t valued_ = 0;  // and not yet reported
  MexSet values_;
};

}  // namespace

Result<bool> find_worths(const Adjacency& graph, bool falling, std::span<Worth> worths, Budget& budget) {
  const auto threads =
      static_cast<unsigned>(std::clamp<uint64_t>(graph.vertices() / kRoots, 1, std::max(1U, budget.threads())));
  Search search{graph, worths, falling, budget, threads};
  in_parallel(threads, [&](unsigned i) {
    const uint64_t end = worths.size() * (i + 1) / threads;
    for (uint64_t v = worths.size() * i / threads; v < end; ++v) {
      worths[v] = graph.begins[v] == graph.begins[v + 1] ? kNoWorth : kUnknown;
    }
  });
  std::vector<std::unique_ptr<Walker>> walkers;
  for (unsigned i = 0; i < threads; ++i) walkers.push_back(std::make_unique<Walker>(search));
  in_parallel(threads, [&](unsigned i) { walkers[i]->run(); });
  const auto is_done = [](const std::unique_ptr<Walker>& walker) { return walker->is_done(); };
  bool done = std::all_of(walkers.begin(), walkers.end(), is_done);
  if (!done) {
    // Threads that waited for each other may have left walks that need wait no longer, and not begun others.
    search.threads = 1;
    search.next_root = 0;
    Walker last(search);
    for (const std::unique_ptr<Walker>& walker : walkers) last.adopt(*walker);
    last.run();
    done = last.is_done();
  }
  if (budget.spent()) return budget.why();
  if (search.out_of_memory) {
    return budget.too_large("the paths along the graph", graph.vertices() * sizeof(uint32_t));
  }
  return done;
}

}  // namespace grundy
