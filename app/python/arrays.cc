// Graphs as arrays of arcs, and dicts of dicts or of lists read into such arrays.
#include "python/convert.h"
#include "python/node_numbers.h"
#include "python/worker.h"

namespace grundy::python {
namespace {

using Arcs = py::array_t<uint32_t, py::array::c_style>;

/// A container of one node's targets, held: a dict, a list or a tuple.
py::object row_of(const py::object& targets) {
  PyObject* row = targets.ptr();
  return PyDict_Check(row) != 0 || PyList_Check(row) != 0 || PyTuple_Check(row) != 0
             ? targets
             : py::list(targets);
}

[[noreturn]] void changed() { throw std::runtime_error("the graph changed while it was read"); }

/// Reads {node: targets} into numbered nodes and arcs, in three steps with what they need fetched
/// ahead: rows of targets, the targets of some rows, their numbers. Python code, such as a node's
/// own __eq__, may change the graph in between: so rows are held, and so are targets while any such
/// code runs.
class GraphReader {
 public:
  /// In an open graph nodes may be named by arcs alone.
  GraphReader(const py::dict& adjacency, bool open)
      : open_(open), numbers_(read_rows(adjacency)), arcs_(shape()) {
    at_ = arcs_.mutable_data();
    end_ = at_ + 2 * count_;
    for (size_t v = 0; v < rows_.size(); ++v) {
      if (v + kAhead < rows_.size()) expect(rows_[v + kAhead]);
      take_targets(static_cast<uint32_t>(v));
      if (targets_.size() >= kTogether) number_targets();
    }
    number_targets();
    if (at_ != end_) changed();
  }

  py::tuple result() { return py::make_tuple(numbers_.nodes(), std::move(arcs_)); }

 private:
  static constexpr size_t kAhead = 8;         // rows, and twice as many targets
  static constexpr size_t kTogether = 4'096;  // targets whose numbers are looked up together

  struct Target {
    PyObject* node;
    uint32_t from;
  };
  struct Other {
    uint32_t* to;  // where the number belongs
    PyObject* node;
    Py_hash_t hash = NodeNumbers::kNoHash;
    NodeNumbers::Slot like = {};
  };
  struct Held {
    uint32_t* to;
    py::object node;
  };

  /// Fills rows_ and count_; the nodes in their order.
  py::list read_rows(const py::dict& adjacency) {
    py::list nodes(adjacency.size());
    std::vector<std::pair<PyObject*, PyObject*>> entries;
    entries.reserve(adjacency.size());
    PyObject* node = nullptr;
    PyObject* targets = nullptr;
    for (py::ssize_t place = 0; PyDict_Next(adjacency.ptr(), &place, &node, &targets) != 0;)
      entries.emplace_back(node, targets);
    for (size_t v = 0; v < entries.size(); ++v) {
      Py_INCREF(entries[v].first);
      PyList_SET_ITEM(nodes.ptr(), static_cast<py::ssize_t>(v), entries[v].first);
      rows_.push_back(py::reinterpret_borrow<py::object>(entries[v].second));
    }
    for (py::object& row : rows_) {
      row = row_of(row);
      count_ += py::len(row);
    }
    if (rows_.size() != adjacency.size()) changed();
    return nodes;
  }
  std::vector<py::ssize_t> shape() const { return {static_cast<py::ssize_t>(count_), 2}; }
  static void expect(const py::object& row) {
    if (PyDict_Check(row.ptr()) != 0)
      __builtin_prefetch(reinterpret_cast<PyDictObject*>(row.ptr())->ma_keys);
  }
  void take_targets(uint32_t from) {
    PyObject* row = rows_[from].ptr();
    if (PyDict_Check(row) != 0) {
      PyObject* target = nullptr;
      for (py::ssize_t place = 0; PyDict_Next(row, &place, &target, nullptr) != 0;)
        targets_.push_back({target, from});
      return;
    }
    const auto size = static_cast<size_t>(PySequence_Fast_GET_SIZE(row));
    PyObject** members = PySequence_Fast_ITEMS(row);
    for (size_t i = 0; i < size; ++i) targets_.push_back({members[i], from});
  }
  void number_targets() {
    if (targets_.size() > static_cast<size_t>(end_ - at_) / 2) changed();
    for (size_t i = 0; i < targets_.size(); ++i) {
      if (i + 2 * kAhead < targets_.size()) numbers_.expect(targets_[i + 2 * kAhead].node);
      const auto [node, from] = targets_[i];
      const uint32_t to = numbers_.seen(node);
      *at_++ = from;
      *at_++ = to;
      if (to == NodeNumbers::kNone) others_.push_back({at_ - 1, node});
    }
    targets_.clear();
    if (!others_.empty()) number_others();
  }
  /// Of objects that are no node by their address: first those that compare without Python code,
  /// then the rest.
  void number_others() {
    for (size_t i = 0; i < others_.size(); ++i) {
      if (i + 2 * kAhead < others_.size()) __builtin_prefetch(others_[i + 2 * kAhead].node);
      others_[i].hash = numbers_.plain_hash(others_[i].node);
    }
    for (Other& one : others_) one.like = numbers_.like(one.hash);
    for (const Other& one : others_) {
      if (NodeNumbers::same(one.node, one.like.node)) {
        *one.to = one.like.number;
      } else {
        held_.push_back({one.to, py::reinterpret_borrow<py::object>(one.node)});
      }
    }
    others_.clear();
    for (const auto& [to, node] : held_) {
      *to = numbers_.equal(node);
      if (*to == NodeNumbers::kNone && !open_) changed();
      if (*to == NodeNumbers::kNone) *to = numbers_.add(node);
    }
    held_.clear();
  }

  bool open_;
  size_t count_ = 0;
  std::vector<py::object> rows_;
  NodeNumbers numbers_;
  Arcs arcs_;
  uint32_t* at_ = nullptr;
  uint32_t* end_ = nullptr;
  std::vector<Target> targets_;
  std::vector<Other> others_;
  std::vector<Held> held_;
};

}  // namespace

void define_arrays(py::module_& module) {
  module.def("read_graph", [](const py::dict& adjacency, bool open) {
    return GraphReader(adjacency, open).result();
  });
  module.def("graph_values", [](uint32_t vertices, const Arcs& arcs, const py::tuple& limits) {
    Worker worker;
    const std::span<const uint32_t> pairs(arcs.data(), static_cast<size_t>(arcs.size()));
    const face::GraphValues graph =
        checked(worker.ask(Limits::of(limits), [&](const face::SessionOptions& options) {
          return face::graph_values(vertices, pairs, options);
        }));
    py::array_t<bool> lost(static_cast<py::ssize_t>(graph.lost.size()));
    std::copy(graph.lost.begin(), graph.lost.end(), lost.mutable_data());
    py::dict infinite;
    for (const auto& [v, value] : graph.infinite) infinite[py::int_(v)] = to_python(value);
    return py::make_tuple(narrow(graph.values), infinite, lost, graph.cycle);
  });
}

}  // namespace grundy::python
