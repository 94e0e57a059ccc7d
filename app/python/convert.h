// Values, errors and arrays, from C++ to Python and back. All of it needs the interpreter's lock.
#pragma once
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <utility>
#include <vector>

#include "face/face.h"

namespace grundy::python {

namespace py = pybind11;

/// What the Python side gives: `wrap` makes an Ordinal or a Loopy of a Value that is no number,
/// `error` an exception of (kind, ended, messages, text).
void set_hooks(py::object wrap, py::object error);

/// An int, or what `wrap` makes.
py::object to_python(const face::Value& value);
/// An int, or an object with a Value as `_value`.
face::Value value_of(py::handle object);
/// Raises the exception for the error.
[[noreturn]] void raise(const face::Error& error);

/// The value, or the exception.
template <class T>
T checked(face::Result<T> result) {
  if (!result) raise(result.error());
  return *std::move(result);
}
inline void checked(const face::Result<void>& result) {
  if (!result) raise(result.error());
}

/// The numbers as the narrowest of uint8, uint16, uint32.
py::array narrow(std::span<const uint32_t> values);
/// Likewise; objects where a value is infinite, or 2^32 and more.
py::array array_of(const std::vector<face::Value>& values);

/// A message about a place: message, source, line, column, excerpt, caret, length, severity.
py::tuple diagnostic(const face::Diagnostic& one);

void define_values(py::module_& module);
void define_session(py::module_& module);
void define_arrays(py::module_& module);
void define_command(py::module_& module);
void define_functions(py::module_& module);

}  // namespace grundy::python
