// The normal form of rules about lists: printed, equal for other words, different for other games.
#include "analysis/list_form.h"

#include <gtest/gtest.h>

#include <string>

#include "language/rulebook.h"

namespace grundy {
namespace {

std::string form_of(const std::string& coordinates, const std::string& moves) {
  Rulebook book;
  const auto loaded = book.load_text("test", "game g(" + coordinates + ")\n" + moves);
  EXPECT_TRUE(loaded.ok()) << (loaded.ok() ? "" : loaded.error().to_string());
  return list_form(**book.rule("g")).value_or("none");
}

TEST(ListForm, Printed) {
  EXPECT_EQ(form_of("[a]", "  -> g(a[i -> a[i] - k]) for i in 1..len(a), k in 1..a[i]\n"),
            "list \n0<=-1+L0[v0]-y1 & 0<=-1+v0 & 0<=len(L0)-v0 & 0<=y1 -> "
            "(L0[1..-1+v0]+[y1]+L0[1+v0..len(L0)])");
  EXPECT_EQ(form_of("n, bag [a]",
                    "  lose if n > len(a)\n"
                    "  -> g(n + 1, a - [x] + [x - 1]) for x in a if all(y <= x for y in a)\n"),
            "number bag \nlose 0<=-1+c0-len(L1)\n"
            "0<=-1+L1[v0] & 0<=-1+v0 & 0<=len(L1)-v0 & "
            "none{0<=-1+L1[q0]-L1[v0] & 0<=-1+q0 & 0<=len(L1)-q0} -> "
            "(1+c0, L1 -[L1[v0]] +[-1+L1[v0]])");
  EXPECT_EQ(form_of("n", "  -> g(n - 1)\n"), "none");
}

TEST(ListForm, OtherWords) {
  EXPECT_EQ(form_of("[a]", "  -> g(a[i -> k]) for i in 1..len(a), k < a[i]\n"),
            form_of("[b]", "  -> g(b[j -> b[j] - t]) for j in 1..len(b), t in 1..b[j]\n"));
  EXPECT_EQ(form_of("[a]", "  -> g(a[2..len(a)] + [a[1] - k]) for k in 1..min(a[1], 3)\n"),
            form_of("[a]", "  -> g(a[1 -> []] + [m]) for m < a[1] if a[1] - m <= 3\n"));
  EXPECT_EQ(form_of("bag [a]", "  -> g(a - [x, y] + [x + y]) for x in a, y in a\n"),
            form_of("bag [a]", "  -> g(a - [x, y] + [y + x]) for y in a, x in a\n"));
  EXPECT_EQ(form_of("bag [a]", "  -> g(a - [max(a)]) if len(a) > 0\n"),
            form_of("bag [a]", "  -> g(a[1..len(a)-1]) if 1 <= len(a)\n"));
  EXPECT_EQ(form_of("[a]", "  -> g(a + [1]) if all(x > 1 and x < 9 for x in a)\n"),
            form_of("[a]",
                    "  -> g(a + [1]) if not any(x >= 9 for x in a) and "
                    "not any(a[i] <= 1 for i in 1..len(a))\n"));
}

TEST(ListForm, OtherGames) {
  const auto differ = [](const std::string& coordinates, const std::string& a,
                         const std::string& b) {
    const std::string first = form_of(coordinates, a), second = form_of(coordinates, b);
    EXPECT_TRUE(first != second || first == "none") << first;
  };
  // Where m is another name of k, k - 5 and k - 7 are still two numbers.
  differ("[a]", "  -> g([k - 5, m]) for k < 20, m = k\n", "  -> g([k - 7, m]) for k < 20, m = k\n");
  differ("[a]", "  -> g([k - 5, m]) for k < 20, m = k if k + 3 < len(a)\n",
         "  -> g([k - 7, m]) for k < 20, m = k if k + 1 < len(a)\n");
  // What is added before may be what is taken.
  differ("bag [a]", "  -> g(a - [k] + [m]) for k < 4, m < 4\n",
         "  -> g(a + [m] - [k]) for k < 4, m < 4\n");
  // Without its last number an empty list is empty; no number can be taken from it.
  differ("bag [a]", "  -> g(a - [max(a)])\n", "  -> g(a[1..len(a)-1])\n");
  // A sum counts a value as often as it comes.
  differ("n, [a]", "  -> g(n - 1, a) if sum(k for k in {n, 2*n - n}) > 3\n",
         "  -> g(n - 1, a) if sum(k for k in {n}) > 3\n");
  // Lists have an order.
  differ("[a]", "  -> g(a + [1] - [2])\n", "  -> g(a - [2] + [1])\n");
  EXPECT_NE(form_of("[a]", "  -> g(a - [x]) for x in a\n"),
            form_of("[a]", "  -> g(a[i -> []]) for i in 1..len(a)\n"));
}

}  // namespace
}  // namespace grundy
