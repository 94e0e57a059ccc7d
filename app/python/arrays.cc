// Graphs as arrays of arcs, and dicts of dicts or of lists as such arrays.
#include "python/convert.h"
#include "python/worker.h"

namespace grundy::python {
namespace {

using Arcs = py::array_t<uint32_t, py::array::c_style>;

/// Reads arcs into an array that is large enough for those counted before.
class ArcReader {
 public:
  ArcReader(const py::dict& number, size_t arcs)
      : number_(number), arcs_({static_cast<py::ssize_t>(arcs), py::ssize_t{2}}), at_(arcs_.mutable_data()) {
    end_ = at_ + 2 * arcs;
    note_integers();
  }

  /// The targets of one vertex, keys of a dict or members of a list or another container.
  void read(py::handle source, const py::object& targets) {
    const uint32_t from = number_of(source);
    if (PyDict_Check(targets.ptr()) != 0) {
      PyObject* target = nullptr;
      for (py::ssize_t place = 0; PyDict_Next(targets.ptr(), &place, &target, nullptr) != 0;) add(from, target);
      return;
    }
    const py::list members(targets);
    for (const py::handle target : members) add(from, target);
  }

  Arcs take() {
    if (at_ != end_) changed();
    return std::move(arcs_);
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  /// Nodes that are ints of no large range are looked up in a row of numbers: a dict would touch four places of memory.
  void note_integers() {
    const size_t range = 4 * number_.size() + 64;
    std::vector<uint32_t> row(range, kNone);
    for (const auto& [node, number] : number_) {
      const size_t at = small_integer(node);
      if (at >= range) return;
      row[at] = static_cast<uint32_t>(PyLong_AsUnsignedLong(number.ptr()));
    }
    row_ = std::move(row);
  }
  /// The number that an int is, SIZE_MAX of other objects, negative and huge ones.
  static size_t small_integer(py::handle node) {
    if (PyLong_CheckExact(node.ptr()) == 0) return SIZE_MAX;
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(node.ptr(), &overflow);
    return overflow != 0 || number < 0 ? SIZE_MAX : static_cast<size_t>(number);
  }
  [[noreturn]] static void changed() { throw std::runtime_error("the graph changed while it was read"); }
  /// Of a node, which is held while its own Python code may compare it.
  uint32_t number_of(py::handle node) const {
    if (!row_.empty()) {
      const size_t at = small_integer(node);
      if (at < row_.size() && row_[at] != kNone) return row_[at];
    }
    const auto held = py::reinterpret_borrow<py::object>(node);
    PyObject* number = PyDict_GetItemWithError(number_.ptr(), held.ptr());
    if (number == nullptr && PyErr_Occurred() == nullptr) changed();
    if (number == nullptr) throw py::error_already_set();
    return static_cast<uint32_t>(PyLong_AsUnsignedLong(number));
  }
  void add(uint32_t from, py::handle target) {
    const uint32_t to = number_of(target);
    if (at_ == end_) changed();
    *at_++ = from;
    *at_++ = to;
  }

  const py::dict& number_;
  std::vector<uint32_t> row_;  // by node, or empty
  Arcs arcs_;
  uint32_t* at_;
  uint32_t* end_;
};

/// Of {node: {node, ...}}, each inner one a dict or a list, with the numbers of the nodes.
Arcs numbered_arcs(const py::dict& adjacency, const py::dict& number) {
  size_t count = 0;
  for (const auto& [source, targets] : adjacency) count += py::len(targets);
  ArcReader reader(number, count);
  for (const auto& [source, targets] : adjacency) reader.read(source, py::reinterpret_borrow<py::object>(targets));
  return reader.take();
}

}  // namespace

void define_arrays(py::module_& module) {
  module.def("numbered_arcs", &numbered_arcs);
  module.def("graph_values", [](uint32_t vertices, const Arcs& arcs, const py::tuple& limits) {
    Worker worker;
    const std::span<const uint32_t> pairs(arcs.data(), static_cast<size_t>(arcs.size()));
    const face::GraphValues graph = checked(worker.ask(Limits::of(limits), [&](const face::SessionOptions& options) {
      return face::graph_values(vertices, pairs, options);
    }));
    py::array_t<bool> lost(static_cast<py::ssize_t>(graph.lost.size()));
    std::copy(graph.lost.begin(), graph.lost.end(), lost.mutable_data());
    return py::make_tuple(narrow(graph.values), lost, graph.cycle);
  });
}

}  // namespace grundy::python
