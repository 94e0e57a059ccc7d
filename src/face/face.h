// The public face, seen from inside the project, where its types keep their full names: grundy::face::Session stands
// beside grundy::Session. Only this header includes <grundy/grundy.h> (tools/layers).
#pragma once
#define GRUNDY_INSIDE
#include "base/attempt.h"
#include "grundy/grundy.h"

namespace grundy {

class Session;

namespace face {

/// The library's own session within a public one, and its own error.
grundy::Session& inner(Session& session);
grundy::Error inner(const Error& error);

}  // namespace face
}  // namespace grundy
