#include "base/attempt.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

Diagnostic place(std::string_view text, size_t begin, size_t end) {
  return locate(Diagnostic::Severity::error, "message", "file", text, {begin, end});
}

std::string repeated(std::string_view text, size_t times) {
  std::string result;
  while (times-- > 0) result += text;
  return result;
}

/// How many characters of valid UTF-8.
size_t length(std::string_view text) {
  size_t characters = 0;
  for (char c : text) characters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return characters;
}

TEST(DiagnosticTest, ShowsTheLineAndTheCaret) {
  const std::string text = "game a(n)\n  -> kayle(n)\n";
  const size_t at = text.find("kayle");
  EXPECT_EQ(
      locate(Diagnostic::Severity::error, "unknown game 'kayle'", "my.game", text, {at, at + 5})
          .to_string(),
      "my.game:2:6: error: unknown game 'kayle'\n"
      "    -> kayle(n)\n"
      "       ^~~~~\n");
  EXPECT_EQ(locate(Diagnostic::Severity::warning, "odd", "sum", "x", {0, 1}).to_string(),
            "sum:1:1: warning: odd\n"
            "  x\n"
            "  ^\n");
}

TEST(DiagnosticTest, WithoutAPlace) {
  EXPECT_EQ(Error::input("no such file").to_string(), "error: no such file\n");
  Diagnostic diagnostic;
  diagnostic.message = "it is a directory";
  diagnostic.source = "games";
  EXPECT_EQ(Error::at(diagnostic).to_string(), "games: error: it is a directory\n");
}

TEST(DiagnosticTest, EveryPlaceOfASmallText) {
  const std::string text = "ab\n\ncd\r\ne";
  const std::pair<size_t, size_t> places[] = {{1, 1}, {1, 2}, {1, 3}, {2, 1}, {3, 1},
                                              {3, 2}, {3, 3}, {3, 3}, {4, 1}, {4, 2}};
  const char* const lines[] = {"", "ab", "", "cd", "e"};
  for (size_t begin = 0; begin <= text.size() + 3; ++begin) {
    const auto [line, column] = places[std::min(begin, text.size())];
    for (size_t end = begin; end <= text.size() + 5; ++end) {
      const Diagnostic d = place(text, begin, end);
      ASSERT_EQ(d.line, line) << begin;
      ASSERT_EQ(d.column, column) << begin;
      ASSERT_EQ(d.excerpt, lines[line]) << begin;
      ASSERT_EQ(d.caret, column - 1) << begin;
      ASSERT_GE(d.caret_length, 1u);
      ASSERT_LE(d.caret + d.caret_length, std::max(d.excerpt.size(), d.caret + 1));
    }
  }
  EXPECT_EQ(place("", 0, 0).to_string(), "file:1:1: error: message\n  \n  ^\n");
  EXPECT_EQ(place("abcdef\nxyz", 1, 9).caret_length, 5u);  // to the end of the line
}

TEST(DiagnosticTest, CountsCharactersNotBytes) {
  const std::string text = "ω·ω+€𝄞x";
  const Diagnostic d = place(text, text.find('x'), text.size());
  EXPECT_EQ(d.column, 7u);
  EXPECT_EQ(d.excerpt, text);
  EXPECT_EQ(d.caret, 6u);
  EXPECT_EQ(place(text, 2, 8).caret_length, 4u);  // "·ω+€": the last one is begun
  EXPECT_EQ(place(text, 1, 2).column, 1u);        // within the first character
}

TEST(DiagnosticTest, ShowsNothingATerminalActsUpon) {
  EXPECT_EQ(place("a\tb", 2, 3).excerpt, "a b");
  EXPECT_EQ(place(std::string_view("a\0b\x1b[31m\x7f", 9), 2, 3).excerpt, "a?b?[31m?");
  EXPECT_EQ(place("\xC2\x9B|\xC2\xA0|", 0, 1).excerpt,
            "?|\xC2\xA0|");  // a control code of two bytes; a space
  // Not UTF-8, a question mark a byte: a lone continuation, a cut character, overlong forms, a
  // surrogate, beyond U+10FFFF.
  EXPECT_EQ(place("\x80|", 0, 1).excerpt, "?|");
  EXPECT_EQ(place("\xCF|", 0, 1).excerpt, "?|");
  EXPECT_EQ(place("\xE2\x82", 0, 1).excerpt, "??");
  EXPECT_EQ(place("\xC0\xAF|\xE0\x80\xAF|\xF0\x80\x80\x80", 0, 1).excerpt, "??|???|????");
  EXPECT_EQ(place("\xED\xA0\x80|\xED\x9F\xBF", 0, 1).excerpt, "???|\xED\x9F\xBF");
  EXPECT_EQ(place("\xF4\x90\x80\x80|\xF4\x8F\xBF\xBF|\xFF", 0, 1).excerpt,
            "????|\xF4\x8F\xBF\xBF|?");
  EXPECT_EQ(place("\xFF\xFFz", 2, 3).column, 3u);
}

TEST(DiagnosticTest, CutsLongLines) {
  for (const char* filler : {".", "ω"}) {
    for (size_t total : {99u, 100u, 101u, 150u, 1000u}) {
      for (size_t before = 0; before < total; before += total < 200 ? 1 : 13) {
        const std::string start = repeated(filler, before);
        const std::string text =
            "first\n" + start + "X" + repeated(filler, total - before - 1) + "\nlast";
        const size_t at = 6 + start.size();
        const Diagnostic d = place(text, at, at + 1);
        ASSERT_EQ(d.column, before + 1);
        ASSERT_LE(length(d.excerpt), 102u);
        ASSERT_GE(length(d.excerpt), std::min<size_t>(total, 100));
        const size_t shown = d.excerpt.find('X');
        ASSERT_NE(shown, std::string::npos) << total << " " << before;
        ASSERT_EQ(length(d.excerpt.substr(0, shown)), d.caret) << total << " " << before;
        ASSERT_EQ(d.caret_length, 1u);
        ASSERT_EQ(d.excerpt.find("…") == std::string::npos, total <= 100);
        if (total > 150 && before > 100 && before < total - 100) {
          ASSERT_TRUE(d.excerpt.starts_with("…") && d.excerpt.ends_with("…"));
        }
      }
    }
  }
}

TEST(DiagnosticTest, AVeryLongLine) {
  const std::string text(20'000'000, 'x');
  const Diagnostic d = place(text, 10'000'000, 20'000'000);
  EXPECT_EQ(d.column, 10'000'001u);
  EXPECT_EQ(length(d.excerpt), 102u);
  EXPECT_EQ(d.caret, 51u);
  EXPECT_EQ(d.caret_length, 50u);
  EXPECT_EQ(place(text, text.size(), text.size()).caret, 101u);
}

TEST(ErrorTest, KindsAndSeveralDiagnostics) {
  EXPECT_EQ(Error::input("a").kind, Error::Kind::input);
  EXPECT_EQ(Error::declined("a").kind, Error::Kind::declined);
  EXPECT_EQ(Error::internal("a").kind, Error::Kind::internal);
  EXPECT_EQ(Error::declined("a").message(), "a");
  Error error = Error::at(place("ab", 0, 1));
  error.diagnostics.push_back(place("ab", 1, 2));
  EXPECT_EQ(error.to_string(),
            "file:1:1: error: message\n  ab\n  ^\nfile:1:2: error: message\n  ab\n   ^\n");
}

TEST(AttemptTest, HoldsAValueOrAnError) {
  const Attempt<std::string> good = std::string("yes");
  EXPECT_TRUE(good.ok());
  EXPECT_EQ(*good, "yes");
  EXPECT_EQ(good->size(), 3u);
  Attempt<std::string> bad = Error::input("no");
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.error().message(), "no");
  EXPECT_TRUE(Attempt<void>().ok());
  EXPECT_FALSE(Attempt<void>(Error::input("no")).ok());
  EXPECT_EQ(*Attempt<std::string>(std::string(100, 'x')), std::string(100, 'x'));
}

}  // namespace
}  // namespace grundy
