#include "rewriting/products.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"
#include "rule/print.h"

namespace grundy {
namespace {

/// The line once products are solved.
std::string line_of(const std::string& line) {
  Rulebook book;
  EXPECT_TRUE(book.load_text("rules", "game g(n)\n  " + line + "\n")) << line;
  const Attempt<const Rule*> rule = book.rule("g");
  EXPECT_TRUE(rule) << line;
  MoveLine solved = (*rule)->moves[0];
  solve_products(solved);
  return print_move(solved);
}

TEST(Products, TellTheLaterVariable) {
  EXPECT_EQ(line_of("-> g(m)  for k in 2..n, m in 1..n  if k*m = n and m % 2 = 1"),
            "-> g(m)  for k in 2..n, m = n/k  if m%2 = 1 and n%k = 0");
  EXPECT_EQ(line_of("-> g(m)  for k in 2..n + 1, m in 1..n - 1  if n = m*k"),
            "-> g(m)  for k in 2..n + 1, m = n/k  if 1 <= m and m <= n - 1 and n%k = 0");
  EXPECT_EQ(line_of("-> g(z)  for z in 1..n-1, y = n/z  if y*z = n"),
            "-> g(z)  for z in 1..n - 1, y = n/z  if n%z = 0");
}

/// The earlier one may be 0, the later one is told otherwise, or the whole mentions it.
TEST(Products, AreLeftAsTheyAre) {
  for (const char* line : {"-> g(m)  for k <= n, m <= n - 1  if k*m = n",
                           "-> g(m)  for k in 2..n, m in {1, 2}  if k*m = n",
                           "-> g(m)  for k in 2..n, m in 1..n - 1  if k*m = m",
                           "-> g(n - m)  for k in 2..n, m = n - k  if k*m = n"})
    EXPECT_EQ(line_of(line), line);
}

}  // namespace
}  // namespace grundy
