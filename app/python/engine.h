// A session on its standing thread, as Python asks it.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "python/convert.h"
#include "python/worker.h"

namespace grundy::python {

using face::Sum;

struct Engine {
  face::Session session;
  Worker worker;

  /// What `question(session)` gives back, or the exception.
  template <class Question>
  auto ask(const py::tuple& limits, Question&& question) {
    return checked(worker.ask(Limits::of(limits), [&](const face::SessionOptions& options) {
      session.set_options(options);
      auto result = question(session);
      session.set_options({});
      return result;
    }));
  }
};

/// The first and the last number of each coordinate.
using Ranges = std::vector<std::pair<py::object, py::object>>;

face::Box box_of(const Ranges& ranges);

/// Adds the methods about laws to the class.
void define_laws(py::module_& module, py::class_<Engine>& asked);

}  // namespace grundy::python
