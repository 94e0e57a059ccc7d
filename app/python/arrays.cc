// Graphs as arrays of arcs.
#include "python/convert.h"
#include "python/worker.h"

namespace grundy::python {

void define_arrays(py::module_& module) {
  module.def("graph_values", [](uint32_t vertices, const py::array_t<uint32_t, py::array::c_style>& arcs,
                                const py::tuple& limits) {
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
