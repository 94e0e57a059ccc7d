#include "value/json.h"

namespace grundy {

void write_json(JsonWriter& json, const Natural& number) {
  // Beyond, readers that keep numbers as doubles would change it.
  constexpr uint64_t kExact = uint64_t{1} << 53;
  if (number.is_small() && number.small() <= kExact) {
    json.value(number.small());
  } else {
    json.value(number.to_string());
  }
}

void write_json(JsonWriter& json, const Ordinal& ordinal) {
  json.begin_object();
  json.key("text").value(ordinal.to_string());
  json.key("cnf").begin_array();
  for (const Ordinal::Term& term : ordinal.terms()) {
    json.begin_array();
    if (term.exponent.is_finite()) {
      json.value(term.exponent.finite());
    } else {
      json.value(term.exponent);
    }
    json.value(term.coefficient);
    json.end_array();
  }
  json.end_array().end_object();
}

void write_json(JsonWriter& json, const Value& value) {
  if (!value.is_loopy()) {
    json.value(value.ordinal());
    return;
  }
  if (value.is_loony()) {
    json.begin_object().key("text").value(value.to_string()).key("loony").value(true).end_object();
    return;
  }
  json.begin_object().key("text").value(value.to_string()).key("loopy").begin_array();
  for (const uint64_t exit : value.exits()) json.value(exit);
  json.end_array().end_object();
}

}  // namespace grundy
