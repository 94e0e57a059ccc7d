#include "proof/theorem_text.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

Rule rule(std::vector<std::string> coordinates) {
  Rule rule;
  rule.name = rule.full_name = "g";
  rule.coordinates = std::move(coordinates);
  rule.moves.resize(2);
  return rule;
}

const Rule kHeap = rule({"n"});
const Rule kTwo = rule({"m", "n"});

HeapCode code(const char* text) { return parse_heap_code(text).value(); }

const std::vector<StatedCase> kForced = {{"n >= m", "n - m"}, {"n < m", "ω + m - n - 1"}};

TEST(TheoremText, AFormulaDecided) {
  const Theorem theorem{
      &kTwo, FormulaLaw{kForced, {{"n \\ge m", "n - m"}, {"n < m", "\\omega + m - n - 1"}}, {}},
      Proved{FormulaProof{{{{1, 0}, {0, 1}}}, false}}};
  EXPECT_EQ(statement(theorem),
            "For all natural numbers m, n the value of g(m, n) is\n"
            "  n - m  if n >= m\n"
            "  ω + m - n - 1  if n < m");
  EXPECT_EQ(why_play_ends(theorem), "every move lowers (m, n) lexicographically");
  EXPECT_EQ(
      proof_text(theorem),
      "Proof. Play ends: every move lowers (m, n) lexicographically. So the value is the only "
      "function V\n"
      "for which V at each position is the least ordinal that is not V of an option (induction "
      "along the\n"
      "measure). The formula is such a function:\n"
      "  1. It has exactly one value at each position.\n"
      "  2. No option of a position has the position's value.\n"
      "  3. Every smaller ordinal is the value of an option.\n"
      "Each of these is a statement of Presburger arithmetic about the 2 cases of the formula and "
      "the 2\n"
      "lines of the rule: that some set of integer points is empty. isl decided all of them.");
  EXPECT_EQ(remarks(theorem), "");
  EXPECT_EQ(latex(theorem),
            "\\begin{theorem}\n"
            "For all natural numbers $m, n$ the Grundy value of $\\operatorname{g}(m, n)$ is\n"
            "\\[\n"
            "  \\begin{cases}\n"
            "    n - m & \\text{if } n \\ge m \\\\\n"
            "    \\omega + m - n - 1 & \\text{if } n < m \\\\\n"
            "  \\end{cases}\n"
            "\\]\n"
            "\\end{theorem}\n"
            "\\begin{proof}\n"
            "Play ends: every move lowers $(m, n)$ lexicographically. So the value is the only "
            "function $V$ for which "
            "$V$ at each position is the least ordinal that is not $V$ of an option (induction "
            "along the measure). The "
            "formula is such a function:\n"
            "\\begin{enumerate}\n"
            "  \\item It has exactly one value at each position.\n"
            "  \\item No option of a position has the position's value.\n"
            "  \\item Every smaller ordinal is the value of an option.\n"
            "\\end{enumerate}\n"
            "Each of these is a statement of Presburger arithmetic about the 2 cases of the "
            "formula and the 2 lines of "
            "the rule: that some set of integer points is empty. isl decided all of them.\n"
            "\\end{proof}\n");
}

TEST(TheoremText, MovesToSums) {
  const Theorem theorem{&kTwo, FormulaLaw{{{"always", "n % 2"}}, {}, {}},
                        Proved{FormulaProof{{}, true}}};
  EXPECT_EQ(statement(theorem), "For all natural numbers m, n the value of g(m, n) is n % 2.");
  EXPECT_EQ(why_play_ends(theorem), "every move ends the game");
  EXPECT_NE(proof_text(theorem).find(
                "The value of a sum is the nim-sum of the values of its parts (Sprague, Grundy)."),
            std::string::npos);
}

TEST(TheoremText, SubtractionGames) {
  const Theorem finite{&kHeap, Law{0, 7, 0, {0, 0, 1, 1, 0, 2, 1}},
                       Proved{SubtractionProof{5, false}}};
  EXPECT_EQ(statement(finite), "For all n >= 0 the value of g(n + 7) is that of g(n).");
  EXPECT_EQ(proof_text(finite),
            "Proof. Play ends: every move lowers n. At most 5 stones are taken in a move, so each "
            "value is a\n"
            "function of the 5 values before it. The values from 0 to 11 were computed; the 5 "
            "values from 7 on\n"
            "are those from 0 on. So all that follows is repeated.");
  const Theorem all_but{&kHeap, Law{0, 4, 1, {0, 0, 0, 0}}, Proved{SubtractionProof{3, true}}};
  EXPECT_EQ(statement(all_but), "For all n >= 0 the value of g(n + 4) is that of g(n) plus 1.");
  EXPECT_EQ(proof_text(all_but),
            "Proof. Play ends: every move lowers n. Let D(n) be the number of different values "
            "below n; they are\n"
            "0, …, D(n) - 1. All numbers of stones but some of at most 3 may be taken, so that an "
            "earlier value\n"
            "is not excluded at n only if all its places are within 3 of n; so D(n) - g(n) is a "
            "function of the 3\n"
            "such differences before it. These came again after 4 places, and 1 new value appeared "
            "in between.");
  EXPECT_NE(latex(all_but).find("Play ends: every move lowers $n$. Let $D(n)$ be"),
            std::string::npos);
}

TEST(TheoremText, PeriodsThatRise) {
  const auto text = [](Law law) {
    return values_in_words(Theorem{&kHeap, std::move(law), Proved{SubtractionProof{5, false}}});
  };
  EXPECT_EQ(text(Law{0, 4, 0, {0, 1, 2, 3}}), " The value of g(n) is n % 4.");
  EXPECT_EQ(text(Law{0, 5, 0, {0, 0, 1, 1, 2}}), " The value of g(n) is n % 5 / 2.");
  EXPECT_EQ(text(Law{0, 1, 1, {0}}), " The value of g(n) is n.");
  EXPECT_EQ(text(Law{0, 1, 1, {3, 4}}), " The value of g(n) is n + 3.");
  EXPECT_EQ(text(Law{0, 5, 0, {0, 0, 1, 1, 0}}), "\nIts first values are 0, 0, 1, 1, 0.");
  EXPECT_EQ(text(Law{1, 3, 0, {0, 0, 1, 2}}), "\nIts first values are 0, 0, 1, 2.");
  EXPECT_EQ(text(Law{0, 3, 1, {0, 1, 2}}), "\nIts first values are 0, 1, 2.");
  EXPECT_EQ(text(Law{1, 3, 0, {0, 0, 1}}), "") << "not all are known";
  EXPECT_EQ(text(Law{0, 23, 0, std::vector<uint32_t>(23, 0)}), "") << "too many";
}

TEST(TheoremText, TakeAndBreakGames) {
  const Theorem two{&kHeap, Law{71, 12, 0, {}}, Proved{TwoHeapsProof{code("0.77"), 169}}};
  EXPECT_EQ(why_play_ends(two), "every move leaves smaller heaps");
  EXPECT_EQ(proof_text(two),
            "Proof. Play ends: every move leaves smaller heaps. The moves are those of the "
            "take-and-break code\n"
            "0.77: at most 2 are taken and at most two heaps are left. By the theorem of Guy and "
            "Smith (1956) a\n"
            "period 12 from 71 on holds for ever when it holds as far as both values are among the "
            "first 2·71 +\n"
            "2·12 + 2 + 1 = 169. These were computed from the definition, and it does.");
  const Theorem three{&kHeap, Law{1, 3, 1, {}}, Proved{ManyHeapsProof{code("0.8"), 64, 2}}};
  EXPECT_EQ(proof_text(three),
            "Proof. Play ends: every move leaves smaller heaps. The moves are those of the "
            "take-and-break code\n"
            "0.8: at most 1 are taken and at most 3 heaps are left. The first 64 values were "
            "computed from the\n"
            "definition, and the law holds among them. Two equal heaps beside others change "
            "nothing, by which all\n"
            "values below that of a position are reached; and the residues modulo 6 of heaps that "
            "may be left\n"
            "tell that none of its options has its own value. Both are finitely many comparisons "
            "(doc/heap.md),\n"
            "which were made.");
  const Theorem periodic{&kHeap, Law{0, 2, 0, {}}, Proved{ManyHeapsProof{code("0.8"), 9, 1}}};
  EXPECT_NE(proof_text(periodic).find("for ever when it does so among\nthe first 9 values"),
            std::string::npos)
      << proof_text(periodic);
  const Theorem stream{&kHeap, LongPeriod{100, 30},
                       Proved{StationsProof{code("4.406"), 1, false, {}}}};
  EXPECT_EQ(statement(stream), "For all n >= 100 the value of g(n + 30) is that of g(n).");
  EXPECT_EQ(proof_text(stream),
            "Proof. Play ends: every move leaves smaller heaps. The moves are those of the "
            "take-and-break code\n"
            "4.406: at most 3 are taken and at most two heaps are left. From a place on each value "
            "is a function\n"
            "of a window of values before it (doc/heap.md). The window came again after 30 places, "
            "and the last\n"
            "place where a value and the one 30 places on differ is 99.");
}

TEST(TheoremText, WhatIsNotProved) {
  EXPECT_EQ(remarks(unknown(kTwo, "no formula was found that fits its values")),
            "No law of g for all positions is known: no formula was found that fits its values. "
            "`prove --effort\n10` takes more steps. A formula of your own is tested by --formula, "
            "and proved where that can be\ndecided.");
  const Theorem seen{&kTwo, FormulaLaw{kForced, {}, {}}, Conjectured{{48, 49}, "isl gave up"}};
  EXPECT_EQ(remarks(seen),
            "Tested on all positions with m <= 47, n <= 48; not proved: isl gave up.");
  const Theorem regular{&kHeap, heap::Regularity{6, 13, 8, {2}, {}},
                        Conjectured{{8192}, "no theorem"}};
  EXPECT_EQ(statement(regular),
            "For all n >= 6 the value of g(n + 13) is that of g(n) plus 8, but " +
                heap::describe(*regular.regularity(), "g") + ".");
  const Theorem wrong{&kTwo, FormulaLaw{kForced, {}, {}}, Refuted{{1, 0}, "ω+1", "ω", ""}};
  EXPECT_EQ(remarks(wrong), "It fails at g(1, 0): the value is ω, by the formula it is ω+1.");
  const Theorem without{&kTwo, FormulaLaw{kForced, {}, {}}, Refuted{{1, 0}, "", "ω", ""}};
  EXPECT_EQ(remarks(without),
            "It fails at g(1, 0): the value is ω, and the formula gives no value.");
  const Theorem flawed{&kTwo, FormulaLaw{kForced, {}, {}},
                       Refuted{{1, 0}, "3", "", "the formula gives two values"}};
  EXPECT_EQ(remarks(flawed), "It fails at g(1, 0): the formula gives two values.");
}

TEST(TheoremText, Slices) {
  const Formula first{2, 1, {Case{{}, {}, {{{0, 1}, 0, 1, 0}}}}};
  const Formula second{2,
                       2,
                       {Case{{{{0, 1}, -2}}, {}, {{{0, 0}, 1, 1, 0}, {{0, 1}, -2, 1, 0}}},
                        Case{{}, {}, {{{0, 0}, 0, 1, 0}, {{0, 1}, 0, 1, 0}}}}};
  const Theorem theorem{
      &kTwo,
      {},
      Unknown{"no guess could be proved", ProvedSlices{0, {{{1, 0}, {0, 1}}}, {first, second}}}};
  EXPECT_EQ(
      remarks(theorem),
      "No law of g for all positions is known: no guess could be proved. Values are known for m = "
      "0, …, 1,\n"
      "by the theorem below; `value` and `table` use it.\n"
      "\n"
      "Theorem. The value of g(m, n) is, for m = 0, …, 1, by the first condition that holds,\n"
      "  m = 0:  n\n"
      "  m = 1:  ω + n - 2  if n >= 2\n"
      "          n  if n <= 1\n"
      "\n"
      "Proof. Play ends: every move lowers (m, n) lexicographically. Slice after slice, with the "
      "values of\n"
      "the slices before it known for ever: the formula has exactly one value at each position of "
      "the\n"
      "slice, no option has its position's value, and every smaller ordinal is the value of an "
      "option. isl\n"
      "decided each of these statements of Presburger arithmetic.");
}

}  // namespace
}  // namespace grundy
