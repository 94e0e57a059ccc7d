#include "engine/finite/graph.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>

#include "value/mex.h"

namespace grundy {
namespace {

// Steps between two questions whether the budget is spent.
constexpr uint64_t kSteps = uint64_t{1} << 16;
// Edges are kept as pairs of 32 bits, so are their places.
constexpr uint64_t kMostEdges = UINT32_MAX - 1;

// Edges whose vertices are looked up together.
constexpr size_t kBatch = 64;

struct Edge {
  uint32_t from;
  uint32_t to;
};

// Mixes all bits of a name into all bits of the result (the finalizer of SplitMix64, Steele, Lea and Flood 2014).
uint64_t mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// Memory taken from a budget until the end of the scope.
class Lease {
 public:
  explicit Lease(Budget& budget) : budget_(budget) {}
  ~Lease() { budget_.give_back_memory(bytes_); }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  bool take(uint64_t bytes) {
    if (!budget_.take_memory(bytes)) return false;
    bytes_ += bytes;
    return true;
  }

 private:
  Budget& budget_;
  uint64_t bytes_ = 0;
};

// "3 -> 7 -> 9 -> 3", beginning with cycle[first]; the middle of a long one is left out.
std::string cycle_text(const Graph& graph, std::span<const Graph::Vertex> cycle, size_t first) {
  constexpr size_t kHead = 8, kTail = 4;
  const size_t n = cycle.size();
  const auto name = [&](size_t i) { return std::to_string(graph.name(cycle[(first + i) % n])); };
  std::string text = name(0);
  for (size_t i = 1; i <= n; ++i) {
    if (n > kHead + kTail + 1 && i == kHead) {
      text += " -> …";
      i = n - kTail;
    }
    text += " -> " + name(i);
  }
  if (n > kHead + kTail + 1) text += " of " + std::to_string(n) + " vertices";
  return text;
}

}  // namespace

// The first slot, from this one on, that is free or may hold the name.
size_t VertexNumbering::first_match(uint64_t mixed, size_t from) const {
  const size_t mask = slots_.size() - 1;
  size_t i = from & mask;
  while (slots_[i] != kFree && slots_[i] >> 32 != mixed >> 32) i = (i + 1) & mask;
  return i;
}

// The slot that holds the name, or the free one where it belongs.
size_t VertexNumbering::slot(uint64_t name) const {
  const uint64_t mixed = mix(name);
  size_t i = first_match(mixed, mixed);
  while (slots_[i] != kFree && names_[static_cast<uint32_t>(slots_[i])] != name) i = first_match(mixed, i + 1);
  return i;
}

bool VertexNumbering::grow(Budget& budget) {
  const size_t count = slots_.empty() ? 64 : 2 * slots_.size();
  const size_t room = count / 4 * 3;
  const uint64_t before = bytes();
  if (!budget.take_memory(count * sizeof(Slot) + room * sizeof(uint64_t))) return false;
  slots_ = {};
  slots_.assign(count, kFree);
  names_.reserve(room);
  for (size_t i = 0; i < names_.size(); ++i) {
    const uint64_t mixed = mix(names_[i]);
    size_t free = mixed & (count - 1);
    while (slots_[free] != kFree) free = (free + 1) & (count - 1);
    slots_[free] = (mixed >> 32 << 32) | i;
  }
  budget.give_back_memory(before);
  return true;
}

bool VertexNumbering::number(std::span<const uint64_t> names, std::span<uint32_t> numbers, Budget& budget) {
  if (slots_.empty() && !grow(budget)) return false;
  const size_t mask = slots_.size() - 1;
  for (const uint64_t name : names) __builtin_prefetch(&slots_[mix(name) & mask]);
  for (const uint64_t name : names) {
    const Slot likely = slots_[first_match(mix(name), mix(name))];
    if (likely != kFree) __builtin_prefetch(&names_[static_cast<uint32_t>(likely)]);
  }
  for (size_t k = 0; k < names.size(); ++k) {
    if (names_.size() == names_.capacity() && !grow(budget)) return false;
    const size_t i = slot(names[k]);
    if (slots_[i] == kFree) {
      if (names_.size() == kNone) return false;
      slots_[i] = (mix(names[k]) >> 32 << 32) | names_.size();
      names_.push_back(names[k]);
    }
    numbers[k] = static_cast<uint32_t>(slots_[i]);
  }
  return true;
}

uint32_t VertexNumbering::find(uint64_t name) const {
  return slots_.empty() ? kNone : static_cast<uint32_t>(slots_[slot(name)]);
}

// The edges in the order of the file, in blocks, so that growing neither copies nor needs twice the memory.
class Graph::EdgeList {
 public:
  struct Block {
    std::unique_ptr<Edge[]> edges;
    size_t size = 0;
    size_t capacity = 0;
    std::span<Edge> span() const { return {edges.get(), size}; }
  };

  explicit EdgeList(Budget& budget) : memory_(budget) {}

  bool push(Edge edge) {
    if (blocks_.empty() || blocks_.back().size == blocks_.back().capacity) {
      const size_t capacity = std::clamp<size_t>(size_, kFirst, kMost);
      if (!memory_.take(capacity * sizeof(Edge))) return false;
      blocks_.push_back({std::unique_ptr<Edge[]>(new Edge[capacity]), 0, capacity});
    }
    Block& block = blocks_.back();
    block.edges[block.size++] = edge;
    ++size_;
    return true;
  }
  size_t size() const { return size_; }
  std::span<const Block> blocks() const { return blocks_; }

 private:
  static constexpr size_t kFirst = 1024, kMost = size_t{1} << 18;
  Lease memory_;
  std::vector<Block> blocks_;
  size_t size_ = 0;
};

Result<Graph> Graph::read(const std::string& path, Budget& budget) {
  return build({path, [&] { return NumberReader::open(path, budget); }}, budget);
}

Result<Graph> Graph::parse(std::string_view text, const std::string& source, Budget& budget, size_t chunk) {
  return build({source, [&] { return Result<NumberReader>(NumberReader(text, source, budget, chunk)); }}, budget);
}

std::optional<Graph::Vertex> Graph::find(uint64_t name) const {
  if (numbering_.size() != 0) {
    const uint32_t v = numbering_.find(name);
    return v == VertexNumbering::kNone ? std::nullopt : std::optional<Vertex>(v);
  }
  if (name >= worths_.size() || worths_[name] == kAbsent) return {};
  return static_cast<Vertex>(name);
}

uint64_t Graph::bytes() const {
  return numbering_.bytes() + begins_.capacity() * sizeof(uint32_t) + targets_.capacity() * sizeof(Vertex) +
         worths_.capacity() * sizeof(uint32_t);
}

Result<Graph> Graph::build(Source source, Budget& budget) {
  Graph graph;
  if (Result<void> done = graph.fill(source, budget); !done) {
    budget.give_back_memory(graph.bytes());
    return std::move(done).error();
  }
  return graph;
}

Result<void> Graph::fill(Source& source, Budget& budget) {
  {
    EdgeList edges(budget);
    Result<NumberReader> reader = source.open();
    if (!reader) return std::move(reader).error();
    if (!reader->can_be_reopened()) source.open = nullptr;
    reader->set_noun("vertex number");
    if (Result<void> done = read_edges(*reader, edges, budget); !done) return done;
    if (Result<void> done = sort_edges(edges, budget); !done) return done;
  }
  return find_values(source, budget);
}

Result<void> Graph::read_edges(NumberReader& reader, EdgeList& edges, Budget& budget) {
  bool by_own_numbers = true;
  std::array<uint64_t, 2 * kBatch> names;  // from and to of up to kBatch edges
  std::array<uint32_t, 2 * kBatch> numbers;
  const auto number = [&](size_t count) -> Result<void> {
    if (numbering_.number(std::span(names).first(count), std::span(numbers).first(count), budget)) return {};
    return budget.too_large("the vertices of " + reader.source(), 2 * numbering_.bytes());
  };
  const auto number_all_anew = [&]() -> Result<void> {
    by_own_numbers = false;
    for (const EdgeList::Block& block : edges.blocks()) {
      if (budget.spent()) return budget.why();
      for (size_t begin = 0; begin < block.size; begin += kBatch) {
        const std::span<Edge> batch = block.span().subspan(begin, std::min(kBatch, block.size - begin));
        for (size_t i = 0; i < batch.size(); ++i) names[2 * i] = batch[i].from, names[2 * i + 1] = batch[i].to;
        if (Result<void> done = number(2 * batch.size()); !done) return done;
        for (size_t i = 0; i < batch.size(); ++i) batch[i] = {numbers[2 * i], numbers[2 * i + 1]};
      }
    }
    return {};
  };

  smallest_ = UINT64_MAX;
  for (bool more = true; more;) {
    size_t count = 0;
    while (count < names.size() && (more = reader.next_row(std::span(names).subspan(count, 2)))) count += 2;
    if (reader.failed()) return reader.error();
    for (size_t i = 0; i < count; ++i) {
      smallest_ = std::min(smallest_, names[i]);
      largest_ = std::max(largest_, names[i]);
    }
    if (by_own_numbers && largest_ >= kAbsent) {
      const std::array<uint64_t, 2 * kBatch> read = names;
      if (Result<void> done = number_all_anew(); !done) return done;
      names = read;
    }
    if (by_own_numbers) {
      for (size_t i = 0; i < count; ++i) numbers[i] = static_cast<uint32_t>(names[i]);
    } else if (Result<void> done = number(count); !done) {
      return done;
    }
    if (edges.size() + count / 2 > kMostEdges) {
      return Error::declined(reader.source() + " has more than " + std::to_string(kMostEdges) + " edges");
    }
    for (size_t i = 0; i < count; i += 2) {
      if (!edges.push({numbers[i], numbers[i + 1]})) {
        return budget.too_large("the edges of " + reader.source(), (edges.size() + 1) * sizeof(Edge));
      }
    }
  }
  if (edges.size() == 0) smallest_ = 0;
  if (by_own_numbers && largest_ >= 2 * edges.size() + 1024) return number_all_anew();
  return {};
}

// Makes begins_ and targets_: a stable counting sort by the first vertex.
Result<void> Graph::sort_edges(const EdgeList& edges, Budget& budget) {
  size_t vertices = numbering_.size();
  if (vertices == 0 && edges.size() > 0) vertices = largest_ + 1;
  const uint64_t bytes = (vertices + 1) * sizeof(uint32_t) + edges.size() * sizeof(Vertex);
  if (!budget.take_memory(bytes)) return budget.too_large("the graph", bytes);
  begins_.resize(vertices + 1);
  targets_.resize(edges.size());
  for (const EdgeList::Block& block : edges.blocks()) {
    if (budget.spent()) return budget.why();
    for (const Edge& edge : block.span()) ++begins_[edge.from];
  }
  uint32_t end = 0;
  for (uint32_t& begin : begins_) begin = end += begin;
  // begins_[v] is now where the out-neighbours of v end; filled in from the last to the first, it becomes where they
  // begin.
  for (size_t i = edges.blocks().size(); i-- > 0;) {
    if (budget.spent()) return budget.why();
    const std::span<const Edge> block = edges.blocks()[i].span();
    for (size_t k = block.size(); k-- > 0;) targets_[--begins_[block[k].from]] = block[k].to;
  }
  return {};
}

Result<void> Graph::find_values(const Source& source, Budget& budget) {
  const size_t vertices = begins_.size() - 1;
  Lease scratch(budget);
  const uint64_t bytes = vertices * 3 * sizeof(uint32_t);
  if (!scratch.take(2 * bytes / 3) || !budget.take_memory(bytes / 3)) {
    return budget.too_large("the values of the vertices", bytes);
  }
  worths_.assign(vertices, kAbsent);

  std::vector<uint32_t> in_degrees(vertices);
  for (const Vertex v : targets_) ++in_degrees[v];
  // Each vertex before its out-neighbours.
  std::vector<Vertex> order;
  order.reserve(vertices);
  for (size_t v = 0; v < vertices; ++v) {
    if (in_degrees[v] == 0 && successors(static_cast<Vertex>(v)).empty()) continue;
    ++vertex_count_;
    worths_[v] = 0;
    if (in_degrees[v] == 0) order.push_back(static_cast<Vertex>(v));
  }
  for (size_t i = 0; i < order.size(); ++i) {
    if (i % kSteps == 0 && budget.spent()) return budget.why();
    for (const Vertex v : successors(order[i])) {
      if (--in_degrees[v] == 0) order.push_back(v);
    }
  }
  if (order.size() < vertex_count_) return cycle_error(std::move(order), in_degrees, source);

  MexSet values;
  for (size_t i = order.size(); i-- > 0;) {
    if (i % kSteps == 0) {
      if (budget.spent()) return budget.why();
      budget.progress("vertices", order.size() - i, order.size());
    }
    const std::span<const Vertex> options = successors(order[i]);
    bool leads_to_lost = false;
    uint32_t mex = 0;
    if (options.size() < 64) {
      uint64_t present =
          0;  // bit x: some option has the value x; the mex is at most options.size(), larger ones do not count
      for (const Vertex v : options) {
        const uint32_t worth = worths_[v];
        if (worth < 128) present |= uint64_t{1} << (worth >> 1);
        leads_to_lost |= (worth & 1) != 0;
      }
      mex = static_cast<uint32_t>(std::countr_one(present));
    } else {
      for (const Vertex v : options) {
        const uint32_t worth = worths_[v];
        if (worth >> 1 <= options.size()) values.insert(worth >> 1);
        leads_to_lost |= (worth & 1) != 0;
      }
      mex = values.mex();
      values.clear();
    }
    const bool lost_misere = !options.empty() && !leads_to_lost;
    worths_[order[i]] = 2 * mex + (lost_misere ? 1 : 0);
  }
  return {};
}

// The vertices that are left, those with an in-degree, each have an in-neighbour among themselves: going from one to
// the next in-neighbour must come back. The file is read again to see which line completes the cycle.
Error Graph::cycle_error(std::vector<Vertex> scratch, std::span<const uint32_t> in_degrees,
                         const Source& source) const {
  std::vector<Vertex>& before = scratch;
  before.assign(in_degrees.size(), kAbsent);
  Vertex v = 0;
  for (size_t u = 0; u < in_degrees.size(); ++u) {
    if (in_degrees[u] == 0) continue;
    for (const Vertex w : successors(static_cast<Vertex>(u))) before[w] = static_cast<Vertex>(u);
    v = static_cast<Vertex>(u);
  }
  std::vector<bool> seen(in_degrees.size());
  for (; !seen[v]; v = before[v]) seen[v] = true;
  std::vector<Vertex> cycle;
  seen.assign(seen.size(), false);
  for (; !seen[v]; v = before[v]) {
    seen[v] = true;
    cycle.push_back(v);
  }
  std::reverse(cycle.begin(), cycle.end());

  if (source.open != nullptr) {
    Result<NumberReader> reader = source.open();
    if (!reader) return std::move(reader).error();
    size_t missing = cycle.size();
    std::array<uint64_t, 2> row{};
    while (reader->next_row(row)) {
      const std::optional<Vertex> from = find(row[0]), to = find(row[1]);
      if (!from || !to || !seen[*to] || before[*to] != *from) continue;
      seen[*to] = false;
      if (--missing > 0) continue;
      const size_t first = static_cast<size_t>(std::find(cycle.begin(), cycle.end(), *to) - cycle.begin());
      return reader->error_at_row("this edge closes the cycle " + cycle_text(*this, cycle, first) +
                                  ", so play need not end");
    }
  }
  return Error::input(source.name + " has the cycle " + cycle_text(*this, cycle, 0) + ", so play need not end");
}

}  // namespace grundy
