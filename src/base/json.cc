#include "base/json.h"

#include <fmt/format.h>

#include <iterator>

namespace grundy {

void JsonWriter::separate() {
  if (!first_ && !after_key_) text_ += ", ";
  first_ = false;
  after_key_ = false;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  text_ += bracket;
  first_ = false;
  return *this;
}

void JsonWriter::quote(std::string_view text) {
  text_ += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += c;
    } else if (c == '\n') {
      text_ += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      fmt::format_to(std::back_inserter(text_), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      text_ += c;
    }
  }
  text_ += '"';
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  text_ += ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  quote(text);
  return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
  separate();
  text_ += truth ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::value(uint64_t number) {
  separate();
  fmt::format_to(std::back_inserter(text_), "{}", number);
  return *this;
}

JsonWriter& JsonWriter::value(int64_t number) {
  separate();
  fmt::format_to(std::back_inserter(text_), "{}", number);
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  separate();
  fmt::format_to(std::back_inserter(text_), "{:.6g}", number);
  return *this;
}

JsonWriter& JsonWriter::null() {
  separate();
  text_ += "null";
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  text_ += json;
  return *this;
}

std::string error_json(const Error& error, size_t line) {
  JsonWriter json;
  json.begin_object();
  if (line > 0) json.key("line").value(uint64_t{line});
  json.key("error").begin_object();
  constexpr const char* kKinds[] = {"input", "declined", "internal"};
  json.key("kind").value(kKinds[static_cast<int>(error.kind)]);
  json.key("messages").begin_array();
  for (const Diagnostic& d : error.diagnostics) {
    json.begin_object();
    json.key("message").value(d.message);
    if (d.line > 0) {
      json.key("source").value(d.source);
      json.key("line").value(uint64_t{d.line});
      json.key("column").value(uint64_t{d.column});
    }
    json.end_object();
  }
  json.end_array().end_object().end_object();
  return json.take();
}

}  // namespace grundy
