#include "session/code_words.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

std::string sentence_of(const char* code) {
  const Attempt<HeapCode> read = parse_heap_code(code);
  EXPECT_TRUE(read.ok()) << code;
  return sentence(*read);
}

TEST(CodeWords, Sentences) {
  EXPECT_EQ(sentence_of("0.77"), "Take 1 or 2 tokens, leave 0, 1 or 2 heaps.");
  EXPECT_EQ(sentence_of("0.137"),
            "Take 1 token, leave 0 heaps; take 2 tokens, leave 0 or 1 heap; take 3 tokens, leave "
            "0, 1 or 2 heaps.");
  EXPECT_EQ(sentence_of("4.3"), "Take nothing, leave 2 heaps; take 1 token, leave 0 or 1 heap.");
  EXPECT_EQ(sentence_of("0.3303"), "Take 1, 2 or 4 tokens, leave 0 or 1 heap.");
  EXPECT_EQ(sentence_of("0.[3]"), "Take 1, 2, 3, … tokens, leave 0 or 1 heap.");
  EXPECT_EQ(sentence_of("0.7!"), "Take 1 token, leave 0 or 1 heap; or 2 heaps, all different.");
  EXPECT_EQ(sentence_of("80.0"), "Add 1 token, leave 3 heaps.");
  EXPECT_EQ(sentence_of("0.0"), "There are no moves.");
}

TEST(CodeWords, LongCodesAreCut) {
  EXPECT_EQ(sentence_of("0.1212121212"),
            "Take 1 token, leave 0 heaps; take 2 tokens, leave 1 heap; take 3 tokens, leave 0 "
            "heaps; take 4 tokens, "
            "leave 1 heap; take 5 tokens, leave 0 heaps; take 6 tokens, leave 1 heap; take 7 "
            "tokens, leave 0 heaps; "
            "take 8 tokens, leave 1 heap; …");
}

}  // namespace
}  // namespace grundy
