// The plan of a game of each kind, step by step: which engines it has, which is asked, and why one
// was left.
#include <gtest/gtest.h>

#include "base/text.h"
#include "session/session.h"

namespace grundy {
namespace {

/// The sum and the steps of its plan once it is solved.
std::string plan_of(const std::string& sum) {
  Session session;
  Budget budget;
  budget.set_memory_limit(uint64_t{1} << 30);
  const auto question = session.read(sum, budget);
  EXPECT_TRUE(question.ok()) << question.error().to_string();
  if (!question) return {};
  EXPECT_TRUE(session.solve(*question, Play::normal, 16, budget).ok()) << sum;
  std::string text = sum + "\n";
  for (const std::string_view line : lines_of(session.plan(*question))) {
    if (line.size() > 2 && line[2] >= '0' && line[2] <= '9') text += std::string(line) + "\n";
  }
  return text;
}

TEST(Plan, StepsOfGamesOfEachKind) {
  std::string all;
  for (const char* sum :
       {"nim(5)", "subtract[{1, 3, 4}](20)", "kayles(10)", "lasker(30)", "squares(50)",
        "wythoff(3, 5)", "lasker(100000000000)", "forced(2, 1)", "stones[K=2](4, 7)",
        "treblecross(9)", "windup[places=10, S={2, 3}](1)", "moore[k=2]([3, 5, 7])",
        "nullify([[1, 2], [3, 4]])", "cram(3x4)", "euclid(1000000000000, 7)"})
    all += plan_of(sum);
  EXPECT_EQ(all, R"(nim(5)
  1. nim, a nim heap: its size is its value: answered
subtract[{1, 3, 4}](20)
  1. subtract, a subtraction game: 3 numbers may be taken, at most 4: answered
kayles(10)
  1. book, the rule is looked up in the book of theorems: not asked
  2. automaton, far out a law by digits is sought and proved: not asked
  3. heap, the take-and-break game 0.77: answered
lasker(30)
  1. book, the rule is looked up in the book of theorems: not asked
  2. automaton, far out a law by digits is sought and proved: not asked
  3. heap, the take-and-break game 4.[3]: answered
squares(50)
  1. book, the rule is looked up in the book of theorems: not asked
  2. rewritten, conditions on a variable are its bounds: not asked
  3. residues, powers, primes or squares that are taken: their residues are looked at: not asked
  4. window, whether the options of a heap are the last few: then it is as a chain: not asked
  5. periodic, bounded moves: far out a period is sought and proved: not asked
  6. law, affine moves: far out a formula is sought and proved: not asked
  7. automaton, far out a law by digits is sought and proved: not asked
  8. first reply, far out the first winning reply is looked for: not asked
  9. table: answered
wythoff(3, 5)
  1. book, the rule is looked up in the book of theorems: not asked
  2. rewritten, conditions on a variable are its bounds: not asked
  3. hidden nim, lines that change numbers by multiples of one: not asked
  4. periodic, bounded moves: far out a period is sought and proved: not asked
  5. law, affine moves: far out a formula is sought and proved: not asked
  6. automaton, far out a law by digits is sought and proved: not asked
  7. first reply, far out the first winning reply is looked for: not asked
  8. table: answered
lasker(100000000000)
  1. book, the rule is looked up in the book of theorems: left: the game is not in the book of theorems
  2. automaton, an automaton (11 states) in base 2, proved for all positions: answered
  3. heap, the take-and-break game 4.[3]: left: no period is proved by its first 16384 values
forced(2, 1)
  1. closed form, a theorem: forced(m, n) is n - m if n >= m, and ω + (m - 1 - n) if n < m: answered
stones[K=2](4, 7)
  1. closed form, a theorem: stones[K=2](b, s) is ω·b + (s - 2·b) if s >= 2·b; otherwise ω·x + y·2 + (s mod 2), where (x, y) is the entry of column ⌊s/2⌋ in row b of the stones table: answered
treblecross(9)
  1. other name, each position is a sum of others: answered
windup[places=10, S={2, 3}](1)
  1. book, the rule is looked up in the book of theorems: left: the game is not in the book of theorems
  2. residues, powers, primes or squares that are taken: their residues are looked at: left: the residues of the numbers that are taken tell no period
  3. window, whether the options of a heap are the last few: then it is as a chain: left: the options of a heap are not the last few
  4. periodic, bounded moves: far out a period is sought and proved: left: play need not end: a cycle of 4 moves, windup[places=10, S={2, 3}](1) → windup[places=10, S={2, 3}](4) → windup[places=10, S={2, 3}](7) → windup[places=10, S={2, 3}](9) → windup[places=10, S={2, 3}](1)
  5. law, affine moves: far out a formula is sought and proved: left: no law was found quickly
  6. automaton, far out a law by digits is sought and proved: left: no automaton of few states reads its values in base 2, base 10, zeckendorf, quadratic 2 1, quadratic 3 1; play need not end: a cycle of 4 moves, windup[places=10, S={2, 3}](1) → windup[places=10, S={2, 3}](4) → windup[places=10, S={2, 3}](7) → windup[places=10, S={2, 3}](9) → windup[places=10, S={2, 3}](1)
  7. first reply, far out the first winning reply is looked for: not asked
  8. table: left: play need not end: a cycle of 4 moves, windup[places=10, S={2, 3}](1) → windup[places=10, S={2, 3}](4) → windup[places=10, S={2, 3}](7) → windup[places=10, S={2, 3}](9) → windup[places=10, S={2, 3}](1)
  9. loopy, all positions that play can lead to, where it goes round: answered
moore[k=2]([3, 5, 7])
  1. closed form, the theorem of its family: answered
  2. by definition, the options of every position: not asked
nullify([[1, 2], [3, 4]])
  1. closed form, the theorem of its family: answered
  2. by definition, the options of every position: not asked
cram(3x4)
  1. strips, boards of a few rows: far out parts are sought that repeat: not asked
  2. board, a search over independent parts: answered
  3. by definition, the options of every position: not asked
euclid(1000000000000, 7)
  1. book, a theorem: Euclid's game (Cole and Davie 1969; values by Nivasch 2006 and by Cairns, Ho and Lengyel 2011): answered
  2. hidden nim, lines that change numbers by multiples of one: left: no terms are seen that each move changes one of
  3. periodic, bounded moves: far out a period is sought and proved: not asked
  4. law, affine moves: far out a formula is sought and proved: not asked
  5. automaton, far out a law by digits is sought and proved: not asked
  6. first reply, far out the first winning reply is looked for: not asked
  7. table: not asked
)");
}

TEST(Plan, SumsOfManyPartsEndTheListingOfMoves) {
  Session session;
  ASSERT_TRUE(
      session
          .load_rules("rules.game", "game trie(n)\n  -> sum(trie(n - 1 - i) for i < j) for j < n\n")
          .ok());
  Budget budget;
  const auto solved = [&](const char* sum) {
    return session.solve(*session.read(sum, budget), Play::normal, 5, budget);
  };
  const auto far = solved("trie(10^18)");
  ASSERT_TRUE(far.ok()) << far.error().to_string();
  EXPECT_EQ(*far->values[0], Value(262144));
  ASSERT_EQ(far->winning_moves.size(), 1u);
  EXPECT_TRUE(far->winning_moves[0].move.to.empty());
  EXPECT_TRUE(far->more_are_untold);
  EXPECT_FALSE(far->all_winning_moves);
  // The winning move is far behind.
  const auto other = solved("trie(10^18) + nim(2^17)");
  ASSERT_TRUE(other.ok()) << other.error().to_string();
  EXPECT_EQ(other->outcome, Outcome::N);
  const auto near = solved("trie(1000)");
  ASSERT_TRUE(near.ok());
  EXPECT_TRUE(near->all_winning_moves);
  EXPECT_EQ(near->winning_moves.size(), 1u);
}

}  // namespace
}  // namespace grundy
