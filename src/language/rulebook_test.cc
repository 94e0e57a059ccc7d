// Rule files as the user meets them: whole messages with their carets, warnings, and which games
// are taken.
#include "language/rulebook.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "language/builtin.h"
#include "rule/print.h"

namespace grundy {
namespace {

std::string errors(const std::string& text) {
  Rulebook book;
  const auto loaded = book.load_text("my.game", text);
  return loaded ? "" : loaded.error().to_string();
}

std::string warnings(const std::string& text) {
  Rulebook book;
  const auto loaded = book.load_text("my.game", text);
  EXPECT_TRUE(loaded) << loaded.error().to_string();
  std::string result;
  for (const Diagnostic& warning : book.take_warnings()) result += warning.to_string();
  EXPECT_TRUE(book.take_warnings().empty());
  return result;
}

TEST(RulebookTest, ErrorsShowTheLineAndThePlace) {
  EXPECT_EQ(errors("game a(n)\n\t-> kayle(n - 1)  # ω\n"),
            "my.game:2:5: error: unknown game 'kayle'; did you mean 'kayles'?\n"
            "   -> kayle(n - 1)  # ω\n"
            "      ^~~~~\n");
  EXPECT_EQ(errors("game a(n)\r\n  -> a(n - 1) fro k < n\r\n"),
            "my.game:2:15: error: expected '+', 'for', 'if' or the end of the line, found 'fro'; "
            "did you mean 'for'?\n"
            "    -> a(n - 1) fro k < n\n"
            "                ^~~\n");
  EXPECT_EQ(errors("game a(n)\n  -> a(n ≤ 3)\n  -> a(n - 1) if n\n"),
            "my.game:2:10: error: expected ',' or ')', found '≤'\n"
            "    -> a(n ≤ 3)\n"
            "           ^\n"
            "my.game:3:18: error: expected a condition such as 'k <= n', found a number\n"
            "    -> a(n - 1) if n\n"
            "                   ^\n");
  EXPECT_EQ(errors(""),
            "my.game:1:1: error: the file has no game; it begins with a line such as 'game "
            "nim(n)'\n  \n  ^\n");
  EXPECT_EQ(
      errors("game a(n"),
      "my.game:1:9: error: expected ',' or ')', found the end of the text; did you mean ')'?\n"
      "  game a(n\n"
      "          ^\n");
}

TEST(RulebookTest, APositionIsWrittenWithItsGame) {
  const auto message = [](const std::string& coordinates, const std::string& move) {
    const std::string text = errors("game g(" + coordinates + ")\n  -> " + move + "\n");
    return text.substr(0, text.find('\n'));
  };
  const std::string leads =
      "my.game:2:6: error: a move leads to a position of a game; did you mean ";
  EXPECT_EQ(message("n", "n - k for k in 1..n"), leads + "'g(n - k)'?");
  EXPECT_EQ(message("n", "n"), leads + "'g(n)'?");
  EXPECT_EQ(message("n", "2 if n > 2"), leads + "'g(2)'?");
  EXPECT_EQ(message("n", "2*g(n - 1) if n > 2"), "");
  EXPECT_EQ(message("n", "n/2 if n > 1"), leads + "'g(n/2)'?");
  EXPECT_EQ(message("n, m", "(m, n - (m + 1)) if m > 1"), leads + "'g(m, n - (m + 1))'?");
  EXPECT_EQ(message("n, m", "n - 1, m"), leads + "'g(n - 1, m)'?");
  EXPECT_EQ(message("[a]", "[x - 1 for x in a]"), leads + "'g([x - 1 for x in a])'?");
  EXPECT_EQ(message("[a]", "a[1 -> []] if len(a) > 0"), leads + "'g(a[1 -> []])'?");
  EXPECT_EQ(message("n", "sum(n - i for i < n)"),
            "my.game:2:10: error: a move leads to a position of a game; did you mean 'g(n - i)'?");
  EXPECT_EQ(message("n", "h(n)"), "my.game:2:6: error: unknown game 'h'; did you mean 'g'?");
  EXPECT_EQ(message("n", "nim"),
            "my.game:2:9: error: expected '(' and the coordinates of 'nim', found the end of the "
            "line");
  EXPECT_EQ(message("n", "("), leads + "'g('?");
  EXPECT_EQ(errors("game g(n)\n  -> g(n - 1)\ngame k(n) = n\n").substr(0, 21),
            "my.game:3:14: error: ");
  EXPECT_EQ(errors("game g(n)\n  -> g(n - 1)\ngame k(n) = n\n").find("a move"), std::string::npos);
}

TEST(RulebookTest, WarningsShowTheLineAndThePlace) {
  EXPECT_EQ(warnings("game a[K = 2](n)\n  -> a(n - 1)  for k < n\n"),
            "my.game:1:8: warning: the parameter 'K' is never used\n"
            "  game a[K = 2](n)\n"
            "         ^\n"
            "my.game:2:20: warning: the bound variable 'k' is never used: all its choices give the "
            "same move\n"
            "    -> a(n - 1)  for k < n\n"
            "                     ^\n");
  EXPECT_EQ(warnings("game a(n)\n  -> a(k)  for k < n\n  -> a(j)  for j <= n - 1\n"),
            "my.game:3:3: warning: this move is the same as an earlier one\n"
            "    -> a(j)  for j <= n - 1\n"
            "    ^~~~~~~~~~~~~~~~~~~~~~~\n");
  EXPECT_EQ(warnings("game a(n)\n  -> a(k)  for k < n\n"), "");
}

TEST(RulebookTest, CopiesAreATermInBrackets) {
  EXPECT_EQ(errors("game g(n)\n  -> (n/d)*g(d) for d in 1..n-1 if n % d = 0\n"), "");
  EXPECT_NE(errors("game g(n)\n  -> n/d*g(d) for d in 1..n-1 if n % d = 0\n")
                .find("how many copies is a number, a name or a term in brackets: '(n/d)*g(d)'"),
            std::string::npos);
}

TEST(RulebookTest, SlipsOfBinders) {
  const auto found = [](const std::string& binders) {
    return errors("game g(n)\n  -> g(n - k) for " + binders + "\n");
  };
  EXPECT_NE(found("k | n").find("that k divides n is written 'k in 1..n if n % k = 0'"),
            std::string::npos);
  EXPECT_NE(found("k in {1..3}, if n > 5").find("no comma stands before 'if'"), std::string::npos);
  EXPECT_NE(found("k <= n - k").find("the ends of 'k' can't speak of 'k' itself"),
            std::string::npos);
}

TEST(RulebookTest, TermsOverRanges) {
  const auto of_term = [](const std::string& term) {
    return errors("game a(n)\n  -> a(n - 1) if " + term + " > 2\n");
  };
  for (const char* term : {"count(k > 1 for k in 1..n)", "max(k for k in 1..n)",
                           "sum(k*j for k < n, j in 1..k if k % j = 0)"})
    EXPECT_EQ(of_term(term), "");
  EXPECT_NE(of_term("sum(n)").find("'sum' needs its choices here: sum(k for k in 1..n)"),
            std::string::npos);
  EXPECT_NE(of_term("sum(k for k >= 1)").find("'k' needs an upper end here"), std::string::npos);
  EXPECT_NE(of_term("count(k for k < n)").find("expected a condition"), std::string::npos);
}

TEST(RulebookTest, TermsWithAName) {
  // Its variables are none of the line, in games of numbers as in those of lists.
  EXPECT_EQ(errors("let t = sum(k for k in 1..3)\n"
                   "game a(n)\n  let u = count(n % k = 0 for k in 1..n)\n"
                   "  -> a(n - k) for k in 1..t if k <= u and u % k = 0\n"
                   "game b([a])\n  let u = count(a[k] > 0 for k in 1..len(a)) + len(a)\n"
                   "  -> b(a[1 -> a[1] - k]) for k in 1..u if u % k = 0\n"),
            "");
  EXPECT_NE(errors("game b([a])\n  let u = count(sum(d) = 3 for [d] <= a)\n  -> b(a) if u = 1\n")
                .find("a 'let' term has no choice among lists"),
            std::string::npos);
}

TEST(RulebookTest, ManyErrorsInOneRunButNotEndlesslyMany) {
  std::string text = "game a(n)\n";
  for (int i = 0; i < 15; ++i) text += "  -> a(n - x)\n  -> a(n - 1\n";
  const std::string found = errors(text);
  EXPECT_EQ(std::count(found.begin(), found.end(), '^'), 20);
  EXPECT_NE(found.find("unknown variable 'x'"), std::string::npos);
  EXPECT_NE(found.find("expected ',' or ')'"), std::string::npos);
}

TEST(RulebookTest, AllGamesOfAFileAreTakenOrNone) {
  Rulebook book;
  EXPECT_FALSE(
      book.load_text("x", "game mine(n)\n  -> mine(n - 1)\ngame nim(n)\n  -> nim(oops)\n"));
  EXPECT_EQ(book.find("mine"), nullptr);
  EXPECT_EQ(book.find("nim")->source->name, "games/nim.game");
  ASSERT_TRUE(book.load_text("x", "game mine(n)\n  -> nim(n - 1)\ngame nim(n)\n  -> nim(n - 2)\n"));
  EXPECT_EQ(book.find("nim")->source->name, "x");
  const auto mine = book.rule("mine");
  ASSERT_TRUE(mine);
  EXPECT_EQ((*mine)->moves[0].parts[0].game, *book.rule("nim"));
}

TEST(RulebookTest, EqualParametersGiveTheSameRule) {
  Rulebook book;
  const auto number = [](std::string name, int64_t value) {
    ParameterValue result;
    result.name = std::move(name);
    result.number = value;
    return result;
  };
  const auto plain = book.rule("stones");
  ASSERT_TRUE(plain);
  EXPECT_EQ(*book.rule("stones", {number("K", 1)}), *plain);
  EXPECT_EQ(*book.rule("stones", {number("", 1)}), *plain);
  const auto two = book.rule("stones", {number("", 2)});
  ASSERT_TRUE(two);
  EXPECT_NE(*two, *plain);
  EXPECT_EQ(*book.rule("stones", {number("K", 2)}), *two);
  EXPECT_EQ((*plain)->full_name, "stones");
  EXPECT_EQ((*two)->full_name, "stones[K=2]");
  EXPECT_EQ((*two)->moves[0].parts[0].game, *two);
  EXPECT_EQ(*book.code_rule("octal", "0.77"), *book.code_rule("octal", " .770"));
}

TEST(RulebookTest, TheRuleOfAGameThatTurnsOutWrongIsNotKept) {
  Rulebook book;
  ASSERT_TRUE(
      book.load_text("x", "game a[K = 1](n)\n  -> a(n - 4/K)\ngame b[K = 1](n)\n  -> a[K=K](n)\n"));
  ParameterValue zero;
  zero.name = "K";
  for (int i = 0; i < 3; ++i) {
    const auto made = book.rule("b", {zero});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().to_string(),
              "x:2:12: error: division by zero\n    -> a(n - 4/K)\n             ^~~\n");
  }
  EXPECT_TRUE(book.rule("b"));
}

TEST(RulebookTest, KeepsDocumentation) {
  Rulebook book;
  ASSERT_TRUE(
      book.load_text("x",
                     "# not this\n\n# One.\n#\n#   Two.  \ngame a(n)\n  # nor this\n  -> a(n - 1)\n"
                     "game b(n)\n  -> b(n - 1)\n"));
  EXPECT_EQ(book.find("a")->syntax.documentation, (std::vector<std::string>{"One.", "", "  Two."}));
  EXPECT_TRUE(book.find("b")->syntax.documentation.empty());
}

TEST(RulebookTest, LinesGoOnWhereTheyMust) {
  EXPECT_EQ(errors("game a(\n  n,\n  m\n)\n  -> a(n - 1,\n       m)\n     + nim(n)\n  -> nim(k)\n  "
                   "   for k\n"
                   "\n     # a comment between\n     if k <= n\n     and k >= m\n"),
            "");
}

TEST(RulebookTest, SuggestsNamesThatAreNear) {
  Rulebook book;
  EXPECT_EQ(book.suggestion("kayels"), "; did you mean 'kayles'?");
  EXPECT_EQ(book.suggestion("wythof"), "; did you mean 'wythoff'?");
  EXPECT_EQ(book.suggestion("nom"), "; did you mean 'nim'?");
  EXPECT_EQ(book.suggestion("nothing_like_it"), "");
  EXPECT_EQ(book.suggestion("foo", {"food"}), "; did you mean 'food'?");
  EXPECT_EQ(book.suggestion(std::string(1000, 'x')), "");
}

TEST(RulebookTest, ReadsFiles) {
  Rulebook book;
  const auto missing = book.load_file("no/such.game");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message(), "can't open 'no/such.game': No such file or directory");
  const auto directory = book.load_file("/");
  ASSERT_FALSE(directory);
  EXPECT_EQ(directory.error().message(), "'/' is a directory, not a file");
}

TEST(RulebookTest, CodesOfTakeAndBreakGames) {
  Rulebook book;
  const auto message = [&](const char* name, const char* code) {
    const auto made = book.code_rule(name, code);
    return made ? print_rule(**made) : made.error().message();
  };
  EXPECT_EQ(message("octal", "0.07"),
            "game octal(n)\n  -> 0  if n = 2\n  -> octal(n - 2)  if 2 < n\n"
            "  -> octal(a) + octal(n - 2 - a)  for a in 1..(n - 2)/2\n");
  EXPECT_EQ(
      message("octal", "0.8"),
      "'8' is no digit of the code '0.8'; octal[…] has the digits 0 to 7, code[…] others, too");
  EXPECT_EQ(message("octal", "7"), "the code '7' has no point; write 0.7");
  EXPECT_EQ(message("octal", "0.7.7"), "the code '0.7.7' has two points");
  EXPECT_EQ(message("octal", "10.7"),
            "the code '10.7' has more than one digit in front of its point");
  EXPECT_EQ(message("octal", ""), "the code has no digits; an example is octal[0.137](50)");
  EXPECT_EQ(message("octal", "3.7"),
            "the digit 3 before the point lets a move leave the heap as it is, so that play need "
            "not end");
}

TEST(RulebookTest, BuiltinGamesAreDocumentedAndWithoutSlips) {
  ASSERT_GE(builtin_games().size(), 20u);
  for (const BuiltinGame& game : builtin_games()) {
    Rulebook book;
    const auto loaded = book.load_text("again/" + std::string(game.file), std::string(game.text));
    EXPECT_TRUE(loaded) << loaded.error().to_string();
    for (const Diagnostic& warning : book.take_warnings()) ADD_FAILURE() << warning.to_string();
  }
  Rulebook book;
  std::set<std::string> names;
  for (const BuiltinGame& game : builtin_games()) {
    for (const GameSyntax& syntax :
         parse_rules(std::string(game.file), std::string(game.text)).file.games) {
      names.insert(syntax.name);
      EXPECT_EQ(book.find(syntax.name)->source->name, game.file) << syntax.name;
    }
  }
  EXPECT_EQ(std::vector(names.begin(), names.end()), book.names());
  for (const std::string& name : book.names()) {
    const auto& documentation = book.find(name)->syntax.documentation;
    ASSERT_GE(documentation.size(), 2u) << name;
    const bool written = std::any_of(
        documentation.begin(), documentation.end(),
        [&](const std::string& line) { return line.find("ritten " + name) != std::string::npos; });
    EXPECT_TRUE(written) << name << ": how is a position written?";
  }
}

TEST(RulebookTest, FilesAreReadUnlessRefused) {
  const std::string path = testing::TempDir() + "rulebook_set.txt";
  std::string numbers;
  for (int i = 1; i <= 30; ++i) numbers += std::to_string(i * i) + "\n";
  std::ofstream(path) << numbers;
  const std::string text =
      "game x[S](n)\n  -> x(n - k)  for k in S\ngame y(n)\n  -> x[@" + path + "](n - 1)\n";
  Rulebook book;
  ASSERT_TRUE(book.load_text("files", text));
  EXPECT_EQ((*book.rule("y"))->moves[0].parts[0].game->full_name, "x[@" + path + "]")
      << "a long set by its file";
  Rulebook careful;
  careful.refuse_files();
  const auto refused = careful.load_text("files", text);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message().find("is written out, not read from a file"),
            std::string::npos);
}

TEST(RulebookTest, ParametersWithoutValuesGiveNoEqualMoves) {
  Rulebook book;
  ASSERT_TRUE(
      book.load_text("x", "game x[A, B](n)\n  -> x(n / A)  if n > 0\n  -> x(n / B)  if n > 0\n"));
  EXPECT_TRUE(book.take_warnings().empty());
}

}  // namespace
}  // namespace grundy
