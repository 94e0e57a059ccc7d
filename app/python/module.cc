// grundy._core: the public face as Python sees it. All that users see is typed Python over it, in
// app/python/grundy.
#include "python/convert.h"

PYBIND11_MODULE(_core, module) {
  module.doc() = "The engines of grundy; use the package, not this module.";
#ifdef GRUNDY_JIT
  module.attr("native_code") = true;
#else
  module.attr("native_code") = false;
#endif
  module.attr("version") = GRUNDY_VERSION;
  grundy::python::define_values(module);
  grundy::python::define_session(module);
  grundy::python::define_arrays(module);
  grundy::python::define_command(module);
  grundy::python::define_functions(module);
}
