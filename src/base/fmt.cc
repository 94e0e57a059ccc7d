// The functions of fmt, compiled once. Debian has them as a shared library only, and a program
// without shared libraries starts twice as fast; in the headers of every source they would cost a
// second each. CMake keeps every inline function of this file in its object.
#define FMT_HEADER_ONLY
#include <fmt/format.h>

namespace grundy {

/// Calls the door to all other functions of fmt, the templates included.
std::string formatted(fmt::string_view format, fmt::format_args arguments) {
  return fmt::vformat(format, arguments);
}

}  // namespace grundy
