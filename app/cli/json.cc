#include "cli/json.h"

#include <fmt/format.h>

#include <iterator>

namespace grundy::cli {

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

JsonWriter& JsonWriter::value(double number) {
  separate();
  fmt::format_to(std::back_inserter(text_), "{:.6g}", number);
  return *this;
}

JsonWriter& JsonWriter::value(const Natural& number) {
  constexpr uint64_t kExact = uint64_t{1} << 53;  // beyond, readers that keep numbers as doubles would change it
  if (number.is_small() && number.small() <= kExact) return value(number.small());
  return value(number.to_string());
}

JsonWriter& JsonWriter::value(const Ordinal& ordinal) {
  begin_object();
  key("text").value(ordinal.to_string());
  key("cnf").begin_array();
  for (const Ordinal::Term& term : ordinal.terms()) {
    begin_array();
    if (term.exponent.is_finite()) {
      value(term.exponent.finite());
    } else {
      value(term.exponent);
    }
    value(term.coefficient);
    end_array();
  }
  return end_array().end_object();
}

JsonWriter& JsonWriter::null() {
  separate();
  text_ += "null";
  return *this;
}

}  // namespace grundy::cli
