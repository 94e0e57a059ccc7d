// Numbers, ordinals and values in JSON (doc/cli.md).
#pragma once
#include "base/json.h"
#include "value/value.h"

namespace grundy {

/// A number, or beyond 2^53 a string of digits.
void write_json(JsonWriter& json, const Natural& number);
/// {"text": "ω·2+5", "cnf": [[1, 2], [0, 5]]}
void write_json(JsonWriter& json, const Ordinal& ordinal);
/// The same, or {"text": "∞(0, 2)", "loopy": [0, 2]}.
void write_json(JsonWriter& json, const Value& value);

}  // namespace grundy
