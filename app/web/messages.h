// Messages as the page shows them: each with its place, how long that is, and the correction where
// there is one.
//
//   {"severity": "error", "message": "unknown game 'kayle'; did you mean 'kayles'?", "source":
//   "sum", "line": 1,
//    "column": 1, "length": 5, "fix": "kayles"}
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "session/json.h"

namespace grundy::web {

void add_messages(JsonWriter& json, const std::vector<Diagnostic>& messages);
/// {"error": {"kind": …, "messages": […]}}
std::string error_line(const Error& error);

/// The text that a message ends with, "…; did you mean 'kayles'?"; empty where it offers none.
std::string correction(std::string_view message);

/// The error at the place where a sum, or a text of rules, names a file to be read; nothing where
/// it names none.
std::optional<Error> names_file(std::string_view source, std::string_view text);

}  // namespace grundy::web
