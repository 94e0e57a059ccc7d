// Whether two graphs with labels are the same but for the numbers of their vertices, by trying
// everything.
#pragma once
#include <cstdint>
#include <vector>

namespace grundy::reference {

struct LabelledGraph {
  std::vector<uint64_t> rows;  // by vertex: the set of its neighbours, at most 64
  std::vector<uint64_t> labels;
};

class SameGraph {
 public:
  SameGraph(const LabelledGraph& a, const LabelledGraph& b) : a_(a), b_(b) {}
  bool found() { return a_.rows.size() == b_.rows.size() && place(0); }

 private:
  bool place(size_t vertex) {
    if (vertex == a_.rows.size()) return true;
    for (size_t to = 0; to < b_.rows.size(); ++to) {
      if ((taken_ >> to & 1) != 0 || a_.labels[vertex] != b_.labels[to] || !fits(vertex, to))
        continue;
      taken_ |= uint64_t{1} << to;
      to_.push_back(to);
      if (place(vertex + 1)) return true;
      to_.pop_back();
      taken_ &= ~(uint64_t{1} << to);
    }
    return false;
  }
  bool fits(size_t vertex, size_t to) const {
    for (size_t other = 0; other < vertex; ++other) {
      if ((a_.rows[vertex] >> other & 1) != (b_.rows[to] >> to_[other] & 1)) return false;
    }
    return true;
  }

  const LabelledGraph& a_;
  const LabelledGraph& b_;
  std::vector<size_t> to_;
  uint64_t taken_ = 0;
};

}  // namespace grundy::reference
