// Errors and their places, as text and from the errors inside.
#include "face/inside.h"

namespace grundy::face {

std::string Diagnostic::text() const { return Inside::diagnostic(*this).to_string(); }

std::string Error::text() const { return Inside::error(*this).to_string(); }

grundy::Error inner(const Error& error) { return Inside::error(error); }

Diagnostic Inside::diagnostic(const grundy::Diagnostic& diagnostic) {
  return {static_cast<Diagnostic::Severity>(diagnostic.severity),
          diagnostic.message,
          diagnostic.source,
          diagnostic.line,
          diagnostic.column,
          diagnostic.excerpt,
          diagnostic.caret,
          diagnostic.caret_length};
}

Error Inside::error(const grundy::Error& error) {
  Error result;
  result.kind = static_cast<Error::Kind>(error.kind);
  result.ended = error.is_end;
  for (const grundy::Diagnostic& one : error.diagnostics)
    result.diagnostics.push_back(diagnostic(one));
  return result;
}

grundy::Diagnostic Inside::diagnostic(const Diagnostic& diagnostic) {
  return {static_cast<grundy::Diagnostic::Severity>(diagnostic.severity),
          diagnostic.message,
          diagnostic.source,
          diagnostic.line,
          diagnostic.column,
          diagnostic.excerpt,
          diagnostic.caret,
          diagnostic.caret_length};
}

grundy::Error Inside::error(const Error& error) {
  grundy::Error result{static_cast<grundy::Error::Kind>(error.kind), {}, error.ended};
  for (const Diagnostic& one : error.diagnostics) result.diagnostics.push_back(diagnostic(one));
  return result;
}

}  // namespace grundy::face
