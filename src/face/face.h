// The public face, seen from inside the project, where its types keep their full names:
// grundy::face::Session stands beside grundy::Session. Only this header includes <grundy/grundy.h>
// (tools/layers).
#pragma once
#define GRUNDY_INSIDE
#include "base/attempt.h"
#include "base/json.h"
#include "grundy/grundy.h"

namespace grundy::face {

/// The library's own error.
grundy::Error inner(const Error& error);

inline void write_json(JsonWriter& json, const Value& value) { json.raw(value.json()); }

}  // namespace grundy::face
