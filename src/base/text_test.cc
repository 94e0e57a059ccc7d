#include "base/text.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

TEST(Text, CountsCharacters) {
  EXPECT_EQ(text_width(""), 0u);
  EXPECT_EQ(text_width("kayles"), 6u);
  EXPECT_EQ(text_width("ω·2+5"), 5u);
  EXPECT_EQ(text_width("𝔾"), 1u);
  EXPECT_EQ(text_width("\xFF\xFE"), 2u);  // no UTF-8: each begins a character
}

TEST(Text, FindsTheEndOfACharacter) {
  EXPECT_EQ(character_end("ab", 0), 1u);
  EXPECT_EQ(character_end("aω·", 1), 3u);
  EXPECT_EQ(character_end("aω", 1), 3u);
  EXPECT_EQ(character_end("𝔾+", 0), 4u);
  EXPECT_EQ(character_end("\xCF", 0), 1u);  // cut off
}

TEST(Text, ShortensByCharacters) {
  EXPECT_EQ(shortened_to("kayles", 6), "kayles");
  EXPECT_EQ(shortened_to("kayles", 5), "kayle…");
  EXPECT_EQ(shortened_to("ω·ω·ω", 5), "ω·ω·ω");
  EXPECT_EQ(shortened_to("ω·ω·ω", 3), "ω·ω…");
  EXPECT_EQ(shortened_to("ω", 0), "…");
  EXPECT_EQ(shortened_to("", 0), "");
}

TEST(Text, Pads) {
  EXPECT_EQ(padded_right("ω+1", 5), "ω+1  ");
  EXPECT_EQ(padded_left("ω+1", 5), "  ω+1");
  EXPECT_EQ(padded_right("ω+1", 2), "ω+1");
  EXPECT_EQ(padded_left("ω+1", 3), "ω+1");
  EXPECT_EQ(padded_left("", 2), "  ");
}

TEST(Text, Trims) {
  EXPECT_EQ(trimmed(" \t a b \r\n"), "a b");
  EXPECT_EQ(trimmed("a"), "a");
  EXPECT_EQ(trimmed(" \n "), "");
  EXPECT_EQ(trimmed(""), "");
}

TEST(Text, SplitsIntoLines) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(lines_of(""), Lines{});
  EXPECT_EQ(lines_of("a"), Lines{"a"});
  EXPECT_EQ(lines_of("a\n"), Lines{"a"});
  EXPECT_EQ(lines_of("a\n\n b\nc"), (Lines{"a", "", " b", "c"}));
}

TEST(Text, Enumerates) {
  EXPECT_EQ(enumeration({}), "");
  EXPECT_EQ(enumeration({"a"}), "a");
  EXPECT_EQ(enumeration({"a", "b"}), "a and b");
  EXPECT_EQ(enumeration({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(enumeration({"a", "b", "c"}, "or"), "a, b or c");
}

TEST(Text, MeasuresDistances) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("kayles", "kayles"), 0u);
  EXPECT_EQ(edit_distance("kayles", "kayels"), 1u);  // neighbours swapped
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("ca", "abc"),
            3u);  // by a swap and a letter between, were letters free to take part twice: 2
}

/// The same for the two texts in either order, at least the difference of the lengths, and a
/// triangle it need not be.
TEST(Text, DistanceIsSymmetric) {
  const std::vector<std::string> texts = {"", "a", "ab", "ba", "abc", "acb", "cab", "abab", "baba"};
  for (const std::string& a : texts) {
    for (const std::string& b : texts) {
      EXPECT_EQ(edit_distance(a, b), edit_distance(b, a)) << a << ", " << b;
      EXPECT_EQ(edit_distance(a, b) == 0, a == b);
      EXPECT_GE(edit_distance(a, b) + std::min(a.size(), b.size()), std::max(a.size(), b.size()));
    }
  }
}

TEST(Text, FindsTheNearestName) {
  const std::vector<std::string> names = {"kayles", "nim", "nimble", "dawsons"};
  EXPECT_EQ(nearest_name("kayels", names), "kayles");
  EXPECT_EQ(nearest_name("kyles", names), "kayles");
  EXPECT_EQ(nearest_name("kales", names), "kayles");
  EXPECT_EQ(nearest_name("nmi", names), "nim");
  EXPECT_EQ(nearest_name("nab", names), "");  // two letters of three are too many
  EXPECT_EQ(nearest_name("dawson", names), "dawsons");
  EXPECT_EQ(nearest_name("wythoff", names), "");
  EXPECT_EQ(nearest_name("", names), "");
  EXPECT_EQ(nearest_name("nimm", {"nimb", "nima"}), "nimb");  // the first of the nearest
  EXPECT_EQ(nearest_name(std::string(101, 'a'), {std::string(101, 'a')}), "");
}

}  // namespace
}  // namespace grundy
