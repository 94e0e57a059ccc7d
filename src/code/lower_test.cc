// Programs as text (print.h).
#include <gtest/gtest.h>

#include "language/rulebook.h"
#include "reference/program_text.h"

namespace grundy {
namespace {

std::string program(const Rule& rule) {
  const auto lowered = lower(rule, 1000);
  return lowered ? print_program(*lowered) : "no program\n";
}

std::string program(const char* game) {
  Rulebook book;
  return program(**book.rule(game));
}

std::string of_rule(const std::string& text) {
  Rulebook book;
  const auto loaded = book.load_text("own.game", text);
  if (!loaded) return loaded.error().to_string();
  return program(**book.rule("x"));
}

TEST(Lower, Kayles) {
  EXPECT_EQ(program("kayles"), R"(13 registers, coordinates up to 1000, r3 = 2, r5 = -1, r10 = -2
-> kayles(a) + kayles(b), strided
  r4 = r0 / r3
  r6 = r5 + r0
  for a in r4..r6
  r7 = r6 - r1
  give kayles(r1 + 1*j)
  give kayles(r7 + -1*j)
-> kayles(a) + kayles(b), strided
  r8 = r5 + r0
  r9 = r8 / r3
  r11 = r10 + r0
  for a in r9..r11
  r12 = r11 - r1
  give kayles(r1 + 1*j)
  give kayles(r12 + -1*j)
)");
}

TEST(Lower, Chomp) {
  EXPECT_EQ(program("chomp2"), R"(8 registers, coordinates up to 1000, r3 = 1, r4 = -1
-> chomp2(k, min(k, b)), in lanes
  r5 = r4 + r0
  for k in r3..r5
  r6* = min r2* r1
  give chomp2(r2*, r6*)
-> chomp2(a, k), strided
  r7 = r4 + r1
  for k in ..r7
  give chomp2(r0, r2 + 1*j)
)");
}

TEST(Lower, Euclid) {
  EXPECT_EQ(program("euclid"), R"(29 registers, coordinates up to 1000, r3 = 0, r4 = -1, r9 = 1
-> euclid(a, b - k*a), in lanes
  r5 = r4 + r0
  r6 = r3 <= r5
  if r6
  r7 = r1 - r0
  r8 = r3 <= r7
  if r8
  r10 = r9 <= r0
  if r10
  r11 = r0 <= r1
  if r11
  r12 = r1 - r3
  r13 = max r0 r9
  r14 = r12 / r13
  for k in r9..r14, r1
  r15* = r2* * r0
  r16* = r1 - r15*
  give euclid(r0, r16*)
-> euclid(a - k*b, b), in lanes
  r17 = r4 + r1
  r18 = r3 <= r17
  if r18
  r19 = r4 + r0
  r20 = r19 - r1
  r21 = r3 <= r20
  if r21
  r22 = r9 <= r1
  if r22
  r23 = r1 < r0
  if r23
  r24 = r0 - r3
  r25 = max r1 r9
  r26 = r24 / r25
  for k in r9..r26, r0
  r27* = r2* * r1
  r28* = r0 - r27*
  give euclid(r28*, r1)
)");
}

TEST(Lower, Squares) {
  EXPECT_EQ(program("squares"), R"(6 registers, coordinates up to 1000, r2 = 1
-> squares(n - k*k), in lanes
  for k in r2..r0
  r3* = r1* * r1*
  r4* = r3* <= r0
  while r4*
  r5* = r0 - r3*
  give squares(r5*)
)");
}

TEST(Lower, TakeDivisor) {
  EXPECT_EQ(program("take_divisor"), R"(7 registers, coordinates up to 1000, r2 = 1, r4 = 0
-> take_divisor(n - d), in lanes
  for d in r2..r0
  r3* = r0 % r1*
  r5* = r3* = r4
  if r5*
  r6* = r0 - r1* where r5*
  give take_divisor(r6*)
)");
}

TEST(Lower, Stones) {
  EXPECT_EQ(program("stones"), R"(8 registers, coordinates up to 1000, r4 = -1
-> stones(b, t), strided
  r5 = r4 + r1
  for t in ..r5
  give stones(r0, r2 + 1*j)
-> stones(c, t), in lanes
  r6 = r4 + r0
  for c in ..r6
  r7 = r0 - r2
  for t in r7..
  give stones(r2, r3*)
)");
}

TEST(Lower, Consecutive) {
  EXPECT_EQ(program("consecutive"),
            R"(24 registers, coordinates up to 1000, r4 = 2, r7 = 1, r16 = 0, r17 = -1
-> sum(consecutive(a + i) for i <= k - 1), read off the rule
  r5 = r4 * r0
  r6 = isqrt r5
  for k in r4..r6, r5
  r8 = r1 * r7
  r9 = r1 - r7
  r10 = r1 * r9
  r11 = r10 / r4
  r12 = r8 + r11
  r13 = r12 <= r0
  while r13
  r14 = r0 - r11
  r15 = r14 / r1
  for a = r15
  r18 = r17 + r2
  r19 = r16 <= r18
  if r19
  r20 = r7 <= r2
  if r20
  r21 = r1 * r2
  r22 = r21 + r11
  r23 = r22 = r0
  if r23
)");
}

TEST(Lower, SetsAndValues) {
  EXPECT_EQ(
      of_rule("game x(n)\n  -> x(n - k)  for k in {1, n/2}\n  -> x(n - i*j)  for (i, j) in {(1, "
              "2), (3, 5)}\n  "
              "-> x(n - k)  for k in {2, 3, 5}\n"),
      R"(17 registers, coordinates up to 1000, r3 = 1, r4 = 2, r6 = 0, r9 = 3, r10 = -1, r15 = 5
-> x(n - k)
  r5 = r0 / r4
  for k in {r3, r5}
  r7 = r0 - r1
  r8 = r6 <= r7
  if r8
  give x(r7)
-> x(n - i*j), in lanes
  r11 = r10 + r0
  for i, j in {(1, 2), (3, 5)} within r3..r9, r11
  r12* = r1* * r2*
  r13* = r12* <= r0
  if r13*
  r14* = r0 - r12* where r13*
  give x(r14*)
-> x(n - k), strided
  for k in {2, 3, 5} within r4..r0, r15
  r16 = r0 - r1
  give x(r16 + -1*j)
)");
}

// The remainder counts where k >= 1, and a quantifier is interpreted one position at a time.
TEST(Lower, ConditionsThatDecideWhatCounts) {
  EXPECT_EQ(of_rule("game x(n)\n  -> x(k)  for k < n  if k >= 1 and n % k = 0 or k in {2, 3}\n  -> "
                    "x(k)  for k < n  if "
                    "any(j*j = k for j <= k)\n"),
            R"(15 registers, coordinates up to 1000, r3 = -1, r5 = 1, r8 = 0
-> x(k), in lanes
  r4 = r3 + r0
  for k in ..r4
  r6* = r5 <= r1*
  r7* = r0 % r1* where r6*
  r9* = r7* = r8 where r6*
  r10* = r6* and r9*
  r11* = (r1*) in {2, 3}
  r12* = r10* or r11*
  if r12*
  give x(r1*)
-> x(k)
  r13 = r3 + r0
  for k in ..r13
  r14 = any(j*j = k for j <= k)
  if r14
  give x(r1)
)");
}

TEST(Lower, OverflowIsLookedForWhereItIsPossible) {
  EXPECT_EQ(of_rule("game x(n)\n  -> x(gcd(n*n*n*n*n*n*n*n, 6))  if n >= 1\n"),
            R"(14 registers, coordinates up to 1000, r1 = 0, r2 = -1, r12 = 6
-> x(gcd(n*n*n*n*n*n*n*n, 6))
  r3 = r2 + r0
  r4 = r1 <= r3
  if r4
  r5 = r0 * r0
  r6 = r5 * r0
  r7 = r6 * r0
  r8 = r7 * r0
  r9 = r8 * r0
  r10 = r9 * r0 !
  r11 = r10 * r0 !
  r13 = gcd r11 r12 !
  give x(r13)
)");
}

TEST(Lower, CodesThatAreNotWrittenOut) {
  Rulebook book;
  EXPECT_EQ(program(**book.code_rule("code", "0.{4}")), "no program\n");
}

}  // namespace
}  // namespace grundy
