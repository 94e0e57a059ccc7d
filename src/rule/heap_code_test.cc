#include "rule/heap_code.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

namespace grundy {
namespace {

std::string normal(std::string_view text) {
  const Attempt<HeapCode> code = parse_heap_code(text);
  return code ? code->text() : code.error().message();
}

/// Line:column and message, as "1:3: …".
std::string problem(std::string_view text) {
  const Attempt<HeapCode> code = parse_heap_code(text);
  if (code) return "read as " + code->text();
  const Diagnostic& diagnostic = code.error().diagnostics[0];
  return fmt::format("{}: {}", diagnostic.column, diagnostic.message);
}

TEST(HeapCodeTest, StandardFormIsThatOfCgsuite) {
  const std::pair<const char*, const char*> kForms[] = {
      {"04.30", "4.3"},
      {"04.00[30]", "4.00[30]"},
      {"04.00[00]", "4.0"},
      {"00.00[00]", "0.0"},
      {"0.{1,2!}", "0.6!"},
      {"0.{0!,2!,3!}", "0.D!"},
      {"0.{0!,2!,3}", "0.{0,2!,3}"},
      {"0.{0!,2!,3!+}", "0.{0,2+}!"},
      {"0.{0!,2,3!+}", "0.{0,2,3!+}"},
      {"0.{0!,3+}", "0.{0,3+}"},
      {"0.{0,2!,4!+}", "0.{0,2,4+}!"},
      {"0.{0!,2!,4+}", "0.{0,2!,4+}"},
      {"0.{0!,2!,4?+}", "0.{0,2!,4?+}"},
      {"0.{0!,2?,4?+}", "0.{0,2,4+}?"},
      {"0.{0!,2=,4?+}", "0.{0,2=,4?+}"},
      {"0.{0!,2=,3?,4?+}", "0.{0,2=,3?+}"},
      {"0.{0!,2?,3?,4?+}", "0.{0,2+}?"},
      {"0.{0,1!,2,3,4+}", "0.*"},
      {"0.{0,1,2!,3!,4!+}", "0.*!"},
      // and what follows from these
      {"0.[33]", "0.[3]"},
      {"0.3[3]", "0.[3]"},
      {"0.303[03]", "0.[30]"},
      {"0.7[03]", "0.70[30]"},
      {"0.[0]", "0.0"},
      {".77", "0.77"},
      {"0.", "0.0"},
      {" 0 . 7 7 ", "0.77"},
      {"0.f", "0.F"},
      {"0.z", "0.Z"},
      {"0.{0,1,5}", "0.Z"},
      {"0.{2,5}", "0.{2,5}"},
      {"0.{}", "0.0"},
      {"0.{3,2}", "0.C"},
      {"0.{2,3,2}", "0.C"},
      {"0.{0+}", "0.*"},
      {"0.{1+}!", "0.{1+}!"},
      {"0.{3+,5}", "0.{3+}"},
      {"0.{3!+,5}", "0.{3!,4!,5,6!+}"},
      {"0.3!", "0.3"},
      {"0.4?", "0.4!"},
      {"0.{2!,2=}", "0.4"},
      {"0.{3!,3=}", "0.{3!,3=}"},
      {"0.{3!,3?}", "0.8?"},
      {"0.{3?,3=}", "0.8"},
      {"0.{2,3!+,3=+}", "0.{2!+,2=+}"},
      {"{2+}=.0", "{2+}=.0"},
      {"80.0", "80.0"},
      {"90.0", "80.0"},
      {"10.3", "0.3"},
  };
  for (const auto& [text, form] : kForms) EXPECT_EQ(normal(text), form) << text;
}

TEST(HeapCodeTest, WhatIsNoCodeIsSaid) {
  const std::pair<const char*, const char*> kProblems[] = {
      {"", "1: the code has no digits; an example is 0.137"},
      {" . ", "1: the code has no digits; an example is 0.137"},
      {"7", "1: the code '7' has no point; write 0.7"},
      {"0.7.7", "4: the code '0.7.7' has two points"},
      {"0.7$",
       "4: expected a digit (0 to Z, '*' or numbers of heaps in braces), '[' or the end, found "
       "'$'"},
      {"0.7\n",
       "4: expected a digit (0 to Z, '*' or numbers of heaps in braces), '[' or the end, found the "
       "byte 0x0a"},
      {"[3].7", "1: digits that repeat come at the end of a code, as in 0.[3]"},
      {"0.[3", "3: this bracket has no closing ']'"},
      {"0.[", "3: this bracket has no closing ']'"},
      {"0.[]", "4: expected a digit (0 to Z, '*' or numbers of heaps in braces), found ']'"},
      {"0.[3]3", "6: the digits that repeat are the last; nothing comes behind ']'"},
      {"0.]",
       "3: expected a digit (0 to Z, '*' or numbers of heaps in braces), '[' or the end, found "
       "']'"},
      {"0.{1,", "6: expected a number of heaps, found the end of the code"},
      {"0.{1", "3: this brace has no closing '}'"},
      {"0.{1 2}", "6: expected ',' or '}', found '2'"},
      {"0.{*}", "4: expected a number of heaps, found '*'"},
      {"0.{-1}", "4: expected a number of heaps, found '-'"},
      {"0.{1001}", "4: a code counts at most 1000 heaps"},
      {"0.{99999999999999999999999}", "4: a code counts at most 1000 heaps"},
      {"0.{3+!}", "4: the suffix comes before the '+'; write 3!+"},
      {"0.{3!=}", "6: a second suffix; a number of heaps takes one of '!', '?' and '='"},
      {"0.F!?", "5: a second suffix; a number of heaps takes one of '!', '?' and '='"},
      {"0.!", "3: the suffix '!' stands behind no digit"},
      {"0.{2!,3}=",
       "3: suffixes both in the braces and behind them; write '=' behind each number that it is "
       "meant for"},
      {"2.0",
       "1: the digit 2 before the point lets a move leave the heap as it is, so that play need not "
       "end"},
      {"1.0",
       "1: the digit 1 before the point lets a move take away the empty heap, which is none; 0 "
       "heaps are left "
       "only where tokens are taken"},
      {"20.017",
       "1: the digit 2 adds 1 token and lets a move lead from a heap of 1 to 2, where a heap is no "
       "smaller, so "
       "that play need not end"},
      {"40.0",
       "1: the digit 4 adds 1 token and lets a move lead from a heap of 1 to 1+1, where a heap is "
       "no smaller, "
       "so that play need not end"},
      {"04=00.0",
       "2: the digit 4= adds 2 tokens and lets a move lead from a heap of 0 to 1+1, where a heap "
       "is no "
       "smaller, so that play need not end"},
  };
  for (const auto& [text, message] : kProblems) EXPECT_EQ(problem(text), message) << text;
  EXPECT_TRUE(parse_heap_code("0." + std::string(HeapCode::kMaxDigits - 1, '7')));
  EXPECT_EQ(problem("0." + std::string(HeapCode::kMaxDigits, '7')),
            "1002: a code has at most 1000 digits");
  EXPECT_EQ(problem("0.[" + std::string(HeapCode::kMaxDigits - 2, '0') + "3]"),
            "1: a code has at most 1000 digits, and this one's standard form 1998");
}

TEST(HeapCodeTest, AnyTextIsReadOrRefused) {
  constexpr std::string_view kPieces[] = {
      "0", "3", "7", "F", "z", ".", ".", "*",  "{",     "}", "{2", ",3",  "4+}",
      "[", "]", "!", "?", "=", "+", " ", "0.", "{0,1}", "é", "\n", "999", "{1000=+}"};
  std::mt19937_64 random(8);
  size_t read = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = random() % 2 == 0 ? "0." : "";
    for (uint64_t i = random() % 10; i > 0; --i) text += kPieces[random() % std::size(kPieces)];
    const Attempt<HeapCode> code = parse_heap_code(text);
    if (!code) {
      const Diagnostic& diagnostic = code.error().diagnostics[0];
      ASSERT_EQ(diagnostic.line, 1U) << text;
      ASSERT_FALSE(diagnostic.message.empty()) << text;
      continue;
    }
    ++read;
    ASSERT_EQ(normal(code->text()), code->text()) << text;
    ASSERT_EQ(*parse_heap_code(code->text()), *code) << text;
  }
  EXPECT_GT(read, 1000U);
}

}  // namespace
}  // namespace grundy
