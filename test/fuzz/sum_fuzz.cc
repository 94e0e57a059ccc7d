// Any bytes as a sum: an error, or parts that print and read back as the same sum.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "session/session.h"

namespace {

using namespace grundy;

constexpr uint64_t kBytes = uint64_t{4} << 20;   // for the sum: some ten thousand parts
constexpr uint64_t kEnough = uint64_t{1} << 30;  // for what is known to fit

void require(bool holds, const char* what, const std::string& about = "") {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n%s\n", what, about.c_str());
  std::abort();
}

void check_error(const Error& error, bool uses_rules) {
  require(!error.diagnostics.empty() && !error.message().empty(), "an error says something");
  require(error.kind != Error::Kind::internal, "the program knows what it does", error.message());
  // What is wrong with a rule file has its place there, or none when there is no such file.
  const bool located =
      error.diagnostics[0].line > 0 || error.kind == Error::Kind::declined || uses_rules;
  require(located, "an error has a place", error.message());
  const std::string text = error.to_string();
  require(std::none_of(text.begin(), text.end(), [](char c) { return c == '\0' || c == '\x1B'; }),
          "it can be printed");
}

void check_same(const Position& a, const Position& b) {
  require(a == b, "a part is read alike", to_string(a));
  require(to_string(a) == to_string(b), "a part is printed alike", to_string(a));
}

/// Whether the text can name files: what is in them is not known here, and reading one may never
/// end.
bool reads_elsewhere(std::string_view text) {
  return text.find('/') != text.npos &&
         (text.find('@') != text.npos || text.find("using") != text.npos);
}

/// A session used some hundred times: most of the time would go into reading the built-in games.
/// The games that it has made for earlier inputs change nothing.
Session& session() {
  constexpr uint64_t kUses = 256;
  static uint64_t uses = 0;
  static std::unique_ptr<Session> current;
  if (uses++ % kUses == 0) current = std::make_unique<Session>();
  return *current;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (reads_elsewhere(text)) return 0;
  Session& reader = session();
  Budget budget;
  budget.set_memory_limit(kBytes);
  const Attempt<Question> question = reader.read(text, budget);
  if (!question) {
    check_error(question.error(), text.find("using") != text.npos);
    return 0;
  }
  const std::string printed = sum_text(question->parts, SIZE_MAX);
  if (printed.find("…") != printed.npos) return 0;  // a long list is printed cut
  Budget more;
  more.set_memory_limit(kEnough);
  const Attempt<Question> again = reader.read(printed, more);
  require(again.ok(), "a sum that is printed can be read", printed);
  require(again->parts.size() == question->parts.size(),
          "a sum that is printed and read has as many parts", printed);
  for (size_t i = 0; i < question->parts.size(); ++i)
    check_same(question->parts[i], again->parts[i]);
  return 0;
}
