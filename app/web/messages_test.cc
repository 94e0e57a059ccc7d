#include "web/messages.h"

#include <gtest/gtest.h>

namespace grundy::web {
namespace {

TEST(WebMessages, ACorrectionIsReadOffTheMessage) {
  EXPECT_EQ(correction("unknown game 'kayle'; did you mean 'kayles'?"), "kayles");
  EXPECT_EQ(correction("this range is reversed; did you mean 3..5?"), "3..5");
  EXPECT_EQ(correction("did you mean it"), "");
  EXPECT_EQ(correction("expected a number"), "");
}

/// The place that is refused, as text; nothing when none is.
std::string refused(std::string_view source, std::string_view text) {
  const std::optional<Error> error = names_file(source, text);
  if (!error) return "nothing";
  const Diagnostic& one = error->diagnostics[0];
  return one.excerpt.substr(one.caret, one.caret_length);
}

TEST(WebMessages, FilesAreFoundWhereverTheyAreNamed) {
  EXPECT_EQ(refused("sum", "nim{@a.txt} + nim(3)"), "@a.txt");
  EXPECT_EQ(refused("sum", "nim{@\"a b.txt\"}"), "@\"a b.txt\"");
  EXPECT_EQ(refused("sum", "nim{@\"a b.txt"), "@\"a b.txt");
  EXPECT_EQ(refused("sum", "dag(@/dev/zero, 17)"), "@/dev/zero");
  EXPECT_EQ(refused("sum", "nim(3) using my.game"), "using my.game");
  EXPECT_EQ(refused("sum", "nim(3)\tusing\tmy.game"), "using my.game");
  EXPECT_EQ(refused("sum", "@"), "@");
  EXPECT_EQ(refused("game", "stones[K=@k.txt]"), "@k.txt");
  EXPECT_EQ(refused("rules", "# me@example\nlet S = @s.txt\n"), "@s.txt");
  EXPECT_EQ(refused("rules", "# me@example\ngame using(n)\n"), "nothing");
  EXPECT_EQ(refused("sum", "brackets(using)"), "nothing");
  EXPECT_EQ(refused("sum", "musing(3)"), "nothing");
}

}  // namespace
}  // namespace grundy::web
