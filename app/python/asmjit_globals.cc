// Three functions of asmjit's that complain to `stderr`. Debian's libasmjit.a has them in an object
// that can't go into a shared library; as they are here, that object is left out.
#include <asmjit/core/globals.h>

#include <cstdio>
#include <cstdlib>

ASMJIT_BEGIN_NAMESPACE
namespace DebugUtils {

const char* errorAsString(Error /*error*/) noexcept { return "no machine code could be made"; }

void debugOutput(const char* text) noexcept { std::fputs(text, stderr); }

void assertionFailed(const char* file, int line, const char* message) noexcept {
  std::fprintf(stderr, "asmjit, %s:%d: %s\n", file, line, message);
  std::abort();
}

}  // namespace DebugUtils
ASMJIT_END_NAMESPACE
