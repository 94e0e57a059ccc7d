#include "python/convert.h"

#include <algorithm>

namespace grundy::python {
namespace {

// Kept for ever: modules are not unloaded.
PyObject* wrap_hook = nullptr;
PyObject* error_hook = nullptr;

template <class Number>
py::array filled(std::span<const uint32_t> values) {
  py::array_t<Number> result(static_cast<py::ssize_t>(values.size()));
  std::transform(values.begin(), values.end(), result.mutable_data(),
                 [](uint32_t v) { return static_cast<Number>(v); });
  return result;
}

}  // namespace

void set_hooks(py::object wrap, py::object error) {
  wrap_hook = wrap.release().ptr();
  error_hook = error.release().ptr();
}

py::object to_python(const face::Value& value) {
  if (const auto small = value.to_uint64()) return py::int_(*small);
  if (value.is_finite()) {
    PyObject* number = PyLong_FromString(value.text().c_str(), nullptr, 10);
    if (number == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(number);
  }
  return py::reinterpret_borrow<py::object>(wrap_hook)(value);
}

face::Value value_of(py::handle object) {
  if (PyLong_Check(object.ptr()) != 0) {
    int overflow = 0;
    const long long small = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
    if (overflow == 0 && small >= 0) return {static_cast<uint64_t>(small)};
    if (overflow < 0 || small < 0) throw py::value_error("a value is not negative");
    return checked(face::Value::parse(py::str(object).cast<std::string>()));
  }
  return object.attr("_value").cast<face::Value>();
}

py::tuple diagnostic(const face::Diagnostic& one) {
  return py::make_tuple(one.message, one.source, one.line, one.column, one.excerpt, one.caret,
                        one.caret_length,
                        one.severity == face::Diagnostic::Severity::error ? "error" : "warning");
}

void raise(const face::Error& error) {
  static constexpr const char* kKinds[] = {"input", "declined", "internal"};
  py::list messages;
  for (const face::Diagnostic& one : error.diagnostics) messages.append(diagnostic(one));
  const py::object made = py::reinterpret_borrow<py::object>(error_hook)(
      kKinds[static_cast<size_t>(error.kind)], error.ended, messages, error.text());
  PyErr_SetObject(py::type::handle_of(made).ptr(), made.ptr());
  throw py::error_already_set();
}

py::array narrow(std::span<const uint32_t> values) {
  uint32_t all = 0;
  for (const uint32_t value : values) all |= value;
  if (all <= UINT8_MAX) return filled<uint8_t>(values);
  if (all <= UINT16_MAX) return filled<uint16_t>(values);
  return filled<uint32_t>(values);
}

py::array array_of(const std::vector<face::Value>& values) {
  std::vector<uint32_t> small;
  small.reserve(values.size());
  for (const face::Value& value : values) {
    const auto number = value.to_uint64();
    if (!number || *number > UINT32_MAX) break;
    small.push_back(static_cast<uint32_t>(*number));
  }
  if (small.size() == values.size()) return narrow(small);
  py::array result(py::dtype("O"),
                   std::vector<py::ssize_t>{static_cast<py::ssize_t>(values.size())});
  auto** data = static_cast<PyObject**>(result.mutable_data());
  for (size_t i = 0; i < values.size(); ++i) {
    Py_XDECREF(data[i]);
    data[i] = to_python(values[i]).release().ptr();
  }
  return result;
}

void define_values(py::module_& module) {
  using face::Value;
  py::class_<Value>(module, "Value")
      .def_static("parse", [](const std::string& text) { return checked(Value::parse(text)); })
      .def_static("loopy",
                  [](std::vector<uint64_t> exits) { return Value::loopy(std::move(exits)); })
      .def_static("loony", &Value::loony)
      .def_static("of", [](py::handle object) { return value_of(object); })
      .def_property_readonly("python", [](const Value& value) { return to_python(value); })
      .def_property_readonly("is_loopy", &Value::is_loopy)
      .def_property_readonly("is_loony", &Value::is_loony)
      .def_property_readonly("text", &Value::text)
      .def_property_readonly("exits", &Value::exits)
      .def_property_readonly(
          "outcome", [](const Value& v) { return std::string(1, face::letter(v.outcome())); })
      .def_property_readonly(
          "terms",
          [](const Value& value) {
            py::list result;
            for (const Value::Term& term : value.terms())
              result.append(py::make_tuple(to_python(term.exponent), to_python(term.coefficient)));
            return result;
          })
      .def("__hash__",
           [](const Value& value) { return static_cast<py::ssize_t>(value.hash() >> 2); })
      .def("compare", [](const Value& a, const Value& b) {
        const auto order = a <=> b;
        return order < 0 ? -1 : order > 0 ? 1 : 0;
      });
  module.def("nim_sum", [](py::handle a, py::handle b) {
    return to_python(nim_sum(value_of(a), value_of(b)));
  });
  module.def("set_hooks", &set_hooks);
}

}  // namespace grundy::python
