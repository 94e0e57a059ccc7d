// Runs the rule files beside this one. Comment lines say what is expected of a file:
//
//   # expect: SUM = VALUE             the value of a sum, compared with the definition where that
//                                     is possible
//   # options: POSITION = SUM; SUM    everything that a move leads to, unbounded variables up to
//                                     20; "none" for no move
//   # refused: SUM: MESSAGE           the sum can't be read or has no value, and this is what the
//                                     user is told
//   # error: LINE:COLUMN: MESSAGE     the file is not accepted; all its errors, in their order
//   # warning: LINE:COLUMN: MESSAGE   all its warnings, in their order
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "game/board_game.h"
#include "reference/positions.h"
#include "reference/rules.h"
#include "session/session.h"

namespace grundy {
namespace {

constexpr int64_t kLimit = 20;
constexpr size_t kMostPositions = 20'000;
constexpr int64_t kLargest = 10'000;  // coordinate

struct Directive {
  std::string kind;
  std::string text;
  size_t line = 0;
};

std::vector<Directive> directives_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<Directive> result;
  std::string line;
  for (size_t number = 1; std::getline(file, line); ++number) {
    for (const char* kind : {"expect", "options", "refused", "error", "warning"}) {
      const std::string mark = fmt::format("# {}: ", kind);
      if (line.starts_with(mark)) result.push_back({kind, line.substr(mark.size()), number});
    }
  }
  return result;
}

std::vector<std::string> files() {
  std::vector<std::string> result;
  for (const auto& entry :
       std::filesystem::directory_iterator(GRUNDY_SOURCE_DIR "/test/language")) {
    if (entry.path().extension() == ".game") result.push_back(entry.path().stem().string());
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// The text in front of the first mark and that behind it.
std::pair<std::string, std::string> split(const std::string& text, const std::string& mark) {
  const size_t at = text.find(mark);
  return at == text.npos ? std::pair{text, std::string()}
                         : std::pair{text.substr(0, at), text.substr(at + mark.size())};
}

/// The parts that are positions of rule games, other names resolved; nothing when there are others,
/// or moves bind the answer, of which the definition of values knows nothing.
std::optional<RuleSum> rule_sum(const Question& question) {
  for (const Position& part : question.parts) {
    if (part.game->rule() == nullptr || part.game->has_bound_replies()) return std::nullopt;
  }
  return reference::rule_sum(question.parts);
}

void expect_value(Session& session, const Directive& directive) {
  const auto [sum, value] = split(directive.text, " = ");
  Budget budget;
  const auto question = session.read(sum, budget);
  ASSERT_TRUE(question) << question.error().to_string();
  const auto found = session.value(*question, budget);
  ASSERT_TRUE(found) << found.error().to_string();
  EXPECT_EQ(found->to_string(), value);
  const auto parts = rule_sum(*question);
  if (!parts) return;
  reference::Values values(kLimit, kMostPositions, kLargest);
  const auto defined = values.value(*parts);
  if (defined) {
    EXPECT_EQ(fmt::format("{}", *defined), value) << "by definition";
  } else {
    EXPECT_TRUE(values.trouble() == reference::Trouble::large ||
                values.trouble() == reference::Trouble::never_ends);
  }
}

void expect_options(Session& session, const Directive& directive) {
  const auto [position, expected] = split(directive.text, " = ");
  Budget budget;
  const auto question = session.read(position, budget);
  ASSERT_TRUE(question) << question.error().to_string();
  std::set<std::string> found;
  if (question->parts.size() == 1 &&
      (board_game(question->parts[0]) != nullptr || question->parts[0].game->has_bound_replies())) {
    const auto listed = question->parts[0].game->options(
        question->parts[0],
        [&](const Sum& to) {
          found.insert(to_string(to));
          return true;
        },
        budget);
    ASSERT_TRUE(listed) << listed.error().to_string();
  } else {
    const auto parts = rule_sum(*question);
    ASSERT_TRUE(parts && parts->size() == 1);
    const reference::Moves moves =
        reference::moves(*parts->front().game, parts->front().coordinates, kLimit);
    EXPECT_EQ(moves.fault.kind, Fault::Kind::none);
    for (const RuleSum& sum : moves.results) found.insert(to_string(sum));
  }
  std::set<std::string> wanted;
  for (size_t begin = 0; expected != "none" && begin < expected.size();) {
    size_t end = begin;
    for (int depth = 0; end < expected.size() && (depth > 0 || expected[end] != ';');
         ++end)  // graphs have their own ;
      depth += expected[end] == '{' ? 1 : expected[end] == '}' ? -1 : 0;
    wanted.insert(expected.substr(begin, end - begin));
    begin = end + 2;
  }
  EXPECT_EQ(found, wanted);
}

void expect_refusal(Session& session, const Directive& directive) {
  // The message may hold ": " as well: the sum ends where its brackets are closed.
  size_t end = 0;
  int depth = 0;
  do {
    end = directive.text.find_first_of("()[]{}:", end == 0 ? 0 : end + 1);
    ASSERT_NE(end, std::string::npos);
    const char c = directive.text[end];
    depth += c == '(' || c == '[' || c == '{' ? 1 : c == ':' ? 0 : -1;
  } while (depth > 0 || directive.text[end] != ':');
  const std::string sum = directive.text.substr(0, end);
  Budget budget;
  const auto question = session.read(sum, budget);
  const Error* error = question ? nullptr : &question.error();
  Attempt<Value> value = Value();
  if (question) {
    value = session.value(*question, budget);
    ASSERT_FALSE(value) << value->to_string();
    error = &value.error();
  }
  EXPECT_EQ(error->told(), directive.text.substr(end + 2));
}

class LanguageTest : public testing::TestWithParam<std::string> {};

TEST_P(LanguageTest, DoesWhatItsCommentsSay) {
  // So that messages name the files in the same way everywhere.
  std::filesystem::current_path(GRUNDY_SOURCE_DIR);
  const std::string path = fmt::format("test/language/{}.game", GetParam());
  std::vector<std::string> errors;
  std::vector<std::string> warnings;
  size_t checks = 0;
  const std::vector<Directive> directives = directives_of(path);
  for (const Directive& directive : directives) {
    if (directive.kind == "error") errors.push_back(directive.text);
    if (directive.kind == "warning") warnings.push_back(directive.text);
  }
  Session session;
  const auto placed = [](const std::vector<Diagnostic>& found, Diagnostic::Severity severity) {
    std::vector<std::string> result;
    for (const Diagnostic& d : found) {
      EXPECT_EQ(d.severity, severity);
      result.push_back(fmt::format("{}:{}: {}", d.line, d.column, d.message));
    }
    return result;
  };
  const auto loaded = session.load_rules(path);
  EXPECT_EQ(loaded ? std::vector<std::string>()
                   : placed(loaded.error().diagnostics, Diagnostic::Severity::error),
            errors);
  if (loaded) {
    EXPECT_EQ(placed(session.take_warnings(), Diagnostic::Severity::warning), warnings);
  }
  for (const Directive& directive : directives) {
    SCOPED_TRACE(
        fmt::format("{}:{}: {}: {}", path, directive.line, directive.kind, directive.text));
    ++checks;
    if (directive.kind == "expect") expect_value(session, directive);
    if (directive.kind == "options") expect_options(session, directive);
    if (directive.kind == "refused") expect_refusal(session, directive);
  }
  EXPECT_GT(checks, 0u) << "the file expects nothing";
}

INSTANTIATE_TEST_SUITE_P(Files, LanguageTest, testing::ValuesIn(files()),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace grundy
