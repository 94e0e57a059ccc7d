// Writes JSON, one value after another, into a text, so that an answer with a million parts needs
// no tree of them: writer.begin_object().key("equal").value(true).end_object() is {"equal": true}.
//
// What a type is in JSON stands beside the type: json.value(x) calls write_json(json, x) of the
// namespace of x.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/attempt.h"

namespace grundy {

class JsonWriter {
 public:
  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool truth);
  JsonWriter& value(uint64_t number);
  JsonWriter& value(int64_t number);
  JsonWriter& value(double number);
  /// Of a type with a write_json(JsonWriter&, const T&) beside it.
  template <class T>
  requires std::is_class_v<T> && requires(JsonWriter& json, const T& thing) {
    write_json(json, thing);
  }
  JsonWriter& value(const T& thing) {
    write_json(*this, thing);
    return *this;
  }
  JsonWriter& null();
  /// A value that is JSON already.
  JsonWriter& raw(std::string_view json);
  /// The text so far; the writer's own becomes empty, and writing goes on behind it.
  std::string take() { return std::move(text_); }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();
  void quote(std::string_view text);

  std::string text_;
  bool first_ = true;  // whether the innermost object or array is still empty
  bool after_key_ = false;
};

/// {"error": {"kind": …, "messages": […]}}, with the line of a batch unless that is 0; without the
/// end of the line.
std::string error_json(const Error& error, size_t line = 0);

}  // namespace grundy
