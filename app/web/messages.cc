#include "web/messages.h"

#include <algorithm>
#include <cctype>

namespace grundy::web {
namespace {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The end of the file's name that begins at `at`.
size_t end_of_path(std::string_view text, size_t at) {
  if (at < text.size() && text[at] == '"')
    return std::min(text.find('"', at + 1), text.size() - 1) + 1;
  while (at < text.size() &&
         std::string_view(" \t\n,;)]}").find(text[at]) == std::string_view::npos)
    ++at;
  return at;
}

/// Whether the line of this place is a comment.
bool in_comment(std::string_view text, size_t at) {
  const size_t end = text.rfind('\n', at);
  const size_t begin = text.find_first_not_of(" \t", end == std::string_view::npos ? 0 : end + 1);
  return begin < at && text[begin] == '#';
}

}  // namespace

std::string correction(std::string_view message) {
  constexpr std::string_view kMeant = "did you mean ";
  constexpr std::string_view kLineEnd = "⏎";
  const size_t at = message.rfind(kMeant);
  if (at == message.npos || !message.ends_with('?')) return {};
  std::string_view text = message.substr(at + kMeant.size());
  text.remove_suffix(1);
  if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'')
    text = text.substr(1, text.size() - 2);
  // The sign stands for the end of a line.
  std::string fix(text);
  for (size_t end; (end = fix.find(kLineEnd)) != fix.npos;) fix.replace(end, kLineEnd.size(), "\n");
  return fix;
}

void add_messages(JsonWriter& json, const std::vector<Diagnostic>& messages) {
  json.begin_array();
  for (const Diagnostic& one : messages) {
    json.begin_object();
    json.key("severity").value(one.severity == Diagnostic::Severity::error ? "error" : "warning");
    json.key("message").value(one.message);
    if (one.line > 0) {
      json.key("source").value(one.source).key("line").value(uint64_t{one.line});
      json.key("column")
          .value(uint64_t{one.column})
          .key("length")
          .value(uint64_t{one.caret_length});
      if (one.more_lines > 0) json.key("more_lines").value(uint64_t{one.more_lines});
      if (const std::string fix = correction(one.message); !fix.empty()) json.key("fix").value(fix);
    }
    json.end_object();
  }
  json.end_array();
}

std::string error_line(const Error& error) {
  constexpr const char* kKinds[] = {"input", "declined", "internal"};
  JsonWriter json;
  json.begin_object().key("error").begin_object();
  json.key("kind").value(kKinds[static_cast<int>(error.kind)]).key("messages");
  add_messages(json, error.diagnostics);
  json.end_object().end_object();
  return json.take();
}

std::optional<Error> names_file(std::string_view source, std::string_view text) {
  const auto refused = [&](size_t begin, size_t end) {
    return Error::at(locate(Diagnostic::Severity::error, "files can't be read from here", source,
                            text, {begin, end}));
  };
  for (size_t at = text.find('@'); at != text.npos; at = text.find('@', at + 1)) {
    if (!in_comment(text, at)) return refused(at, end_of_path(text, at + 1));
  }
  if (source != "sum") return {};
  constexpr std::string_view kUsing = "using";
  for (size_t at = text.find(kUsing); at != text.npos; at = text.find(kUsing, at + 1)) {
    const size_t end = at + kUsing.size();
    const auto count = [&](char c) {
      return std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(at), c);
    };
    const bool word =
        (at == 0 || !in_word(text[at - 1])) && (end == text.size() || !in_word(text[end]));
    if (word && count('(') <= count(')')) return refused(at, text.size());
  }
  return {};
}

}  // namespace grundy::web
