#include "language/token.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace grundy {
namespace {

std::string tokens(std::string_view text) {
  std::string result;
  for (Lexer lexer(text);; lexer.advance()) {
    result +=
        (result.empty() ? "" : " ") + fmt::format("{}-{}", lexer.span().begin, lexer.span().end);
    result +=
        fmt::format(":{}", lexer.kind() == TokenKind::invalid ? lexer.problem() : lexer.found());
    if (lexer.kind() == TokenKind::end) return result;
  }
}

TEST(LexerTest, FindsWordsAndTheirPlaces) {
  EXPECT_EQ(tokens(""), "0-0:the end of the text");
  EXPECT_EQ(tokens("  # only a comment"), "18-18:the end of the text");
  EXPECT_EQ(tokens("a1_b 12x\r\n"),
            "0-4:'a1_b' 5-7:'12' 7-8:'x' 9-10:the end of the line 10-10:the end of the text");
  EXPECT_EQ(tokens("->-≤<=..1.2"),
            "0-2:'->' 2-3:'-' 3-6:'≤' 6-8:'<=' 8-10:'..' 10-11:'1' 11-12:'.' 12-13:'2' "
            "13-13:the end of the text");
  EXPECT_EQ(tokens("a^^b^c!=!"),
            "0-1:'a' 1-3:'^^' 3-4:'b' 4-5:'^' 5-6:'c' 6-8:'!=' 8-9:'!' 9-9:the end of the text");
  EXPECT_EQ(tokens("ω→≥≠·"),
            "0-2:'ω' 2-5:'→' 5-8:'≥' 8-11:'≠' 11-13:'·' 13-13:the end of the text");
}

TEST(LexerTest, SaysWhatIsWrongWithAWord) {
  EXPECT_EQ(tokens("=="),
            "0-2:equality is a single sign here; did you mean '='? 2-2:the end of the text");
  EXPECT_EQ(tokens("$"), "0-1:unexpected character '$' 1-1:the end of the text");
  EXPECT_EQ(tokens("é"), "0-2:unexpected character 'é' 2-2:the end of the text");
  EXPECT_EQ(tokens("\x01"), "0-1:there is a byte 0x01, which no text has 1-1:the end of the text");
  EXPECT_EQ(tokens("@ x"), "0-1:expected a file name behind '@' 2-3:'x' 3-3:the end of the text");
  EXPECT_EQ(tokens("@\"a b"), "0-5:the file name has no closing '\"' 5-5:the end of the text");
}

TEST(LexerTest, ReadsFileNames) {
  const auto path = [](std::string_view text) {
    Lexer lexer(text);
    EXPECT_EQ(lexer.kind(), TokenKind::file);
    return lexer.path();
  };
  EXPECT_EQ(path("@edges.txt)"), "edges.txt");
  EXPECT_EQ(path("@../a-b/c=d, 3"), "../a-b/c=d");
  EXPECT_EQ(path("@\"a name, with ) signs\" 3"), "a name, with ) signs");
}

TEST(LexerTest, ShortensLongWords) {
  const std::string digits(1000, '7');
  EXPECT_EQ(Lexer(digits).found(), "'77777777777777777777…' (1000 characters)");
}

TEST(LexerTest, GoesOnElsewhere) {
  Lexer lexer("octal[0.137](n)");
  lexer.seek(12);
  EXPECT_EQ(lexer.found(), "'('");
  EXPECT_EQ(lexer.previous_end(), 12u);
}

}  // namespace
}  // namespace grundy
