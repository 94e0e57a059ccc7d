// grundy play, as it is used.
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "run_program.h"

namespace {

using namespace std::string_literals;

using grundy::test::Finished;
using grundy::test::run_program;
using grundy::test::Running;

Finished play(const std::vector<std::string>& arguments, const std::string& typed) {
  std::vector<std::string> words = {"play"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_program(GRUNDY_PROGRAM, words, typed);
}

constexpr const char* kInvitation =
    "You move first (`machine` lets the machine begin, `help` explains).\n";

TEST(Play, AGameFromBeginToEnd) {
  const Finished run = play({"nim{1, 2}"}, "hint\nhint\nhint\n2: nim(1)\n1: 0\n");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out,
            std::string("  1: nim(1)  ●\n  2: nim(2)  ●●\n") + kInvitation +
                "You can win. `hint` again tells where.\n"
                "To win, change part 2, nim(2), from value 2 to 1. `hint` again tells the move.\n"
                "nim(2) → nim(1) (part 2) wins: the nim-sum of the values is 3; this part's value "
                "goes from 2 to 1, "
                "which makes it 0.\n"
                "You: nim(2) → nim(1)\n"
                "Machine: nim(1) → 0\n"
                "  1: nim(1)  ●\n"
                "You: nim(1) → 0\n"
                "There is no move left: you win.\n");
}

TEST(Play, MisereAndTheMachineBegins) {
  const Finished run = play({"--play", "misere", "nim{1, 2}"}, "machine\nnim(0)\n");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out,
            std::string("Misère play: who can't move wins.\n  1: nim(1)  ●\n  2: nim(2)  ●●\n") +
                kInvitation +
                "Machine: nim(2) → 0\n"
                "  1: nim(1)  ●\n"
                "You: nim(1) → 0\n"
                "There is no move left, and who can't move wins: the machine wins.\n");
}

TEST(Play, TakesBackWrongAndRightMoves) {
  const Finished run = play({"octal[0.77](3)"},
                            "undo\noctal[0.77](4)\noctal[0.77](2)\nundo\nmachine\nundo\noctal[0.77]"
                            "(1) + octal[0.77](1)\n");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out, std::string("  1: octal[0.77](3)  ●●●\n") + kInvitation +
                         "there is no move of yours to take back\n"
                         "octal[0.77](3) can't become octal[0.77](4); it can become "
                         "'octal[0.77](2)', 'octal[0.77](1)' "
                         "and 'octal[0.77](1) + octal[0.77](1)'\n"
                         "You: octal[0.77](3) → octal[0.77](2)\n"
                         "Machine: octal[0.77](2) → 0\n"
                         "There is no move left: the machine wins.\n");
  const Finished longer = play({"nim{3, 3}"}, "1: nim(2)\nundo\nundo\nmachine\n");
  EXPECT_EQ(longer.status, 0);
  EXPECT_EQ(longer.out, std::string("  1: nim(3)  ●●●\n  2: nim(3)  ●●●\n") + kInvitation +
                            "You: nim(3) → nim(2)\n"
                            "Machine: nim(3) → nim(2)\n"
                            "  1: nim(2)  ●●\n  2: nim(2)  ●●\n"
                            "  1: nim(3)  ●●●\n  2: nim(3)  ●●●\n"
                            "there is no move of yours to take back\n"
                            "Machine: nim(3) → nim(2)\n"
                            "  1: nim(2)  ●●\n  2: nim(3)  ●●●\n");
}

TEST(Play, AnswersQuestions) {
  const Finished run =
      play({"nim{2, 2} + octal[0.77](1)"},
           "moves\nmoves 3\nmoves 9\nsum\nhint\nHINT\nhint\npass\nhint\nhint\npass\nq\n");
  EXPECT_EQ(run.status, 0);
  const std::string sum = "  1: nim(2)  ●●\n  2: nim(2)  ●●\n  3: octal[0.77](1)  ●\n";
  EXPECT_EQ(
      run.out,
      sum + kInvitation +
          "  1: nim(2) → nim(1), 0\n  2: nim(2) → nim(1), 0\n  3: octal[0.77](1) → 0\n"
          "  3: octal[0.77](1) → 0\n"
          "there is no part '9'\n" +
          sum +
          "You can win. `hint` again tells where.\n"
          "To win, change part 3, octal[0.77](1), from value 1 to 0. `hint` again tells the move.\n"
          "octal[0.77](1) → 0 (part 3) wins: the nim-sum of the values is 1; this part's value "
          "goes from 1 to 0, "
          "which makes it 0.\n"
          "Machine: octal[0.77](1) → 0\n"
          "  1: nim(2)  ●●\n  2: nim(2)  ●●\n"
          "Every move loses against perfect play: the nim-sum of the values is 0; every move "
          "changes it, and "
          "the other player makes it 0 again.\n"
          "Hard to answer: nim(2) → nim(1) (part 1)\n"
          "a player has to move when it is their turn; the machine can only begin\n");
  const std::string help = play({"nim(1)"}, "help\n").out;
  for (const char* command : {"sum", "moves", "hint", "undo", "machine", "quit"}) {
    EXPECT_NE(help.find(std::string("\n  ") + command + " "), std::string::npos) << command;
  }
}

TEST(Play, ShortWaysToWriteAMove) {
  const Finished run = play({"nim{5, 4}"}, "take 9 from 1\ntake 1\nTake 1 from 1\n2: 2\nQ\n");
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(
      run.out.find(
          "part 1 has only 5\nfrom which part? write 'take 1 from 1'\nYou: nim(5) → nim(4)\n"),
      std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("You: nim(4) → nim(2)\n"), std::string::npos) << run.out;
  EXPECT_NE(play({"octal[0.77](5)"}, "3\n").out.find("You: octal[0.77](5) → octal[0.77](3)\n"),
            std::string::npos);
}

TEST(Play, TheMachineGivesItsReasons) {
  const Finished run = play({"nim{1, 2}"}, "why\nmachine\nwhy\nundo\n1: 0\n");
  EXPECT_NE(run.out.find("the machine has not moved yet\nMachine: nim(2) → nim(1)\n"),
            std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("the nim-sum of the values is 3; this part's value goes from 2 to 1, "
                         "which makes it 0.\n"),
            std::string::npos);
  const Finished explained = play({"nim{1, 2}"}, "Explain on\nmachine\n");
  EXPECT_NE(explained.out.find("Machine: nim(2) → nim(1): the nim-sum of the values is 3; "),
            std::string::npos);
}

TEST(Play, BoardsAreDrawn) {
  const Finished run = play({"wythoff(1, 2)"}, "board\n");
  EXPECT_TRUE(run.out.ends_with("  1: wythoff(1, 2)\n     · · ·\n     · · ●\n")) << run.out;
}

TEST(Play, PinsAndCrossesInARow) {
  const Finished pins =
      play({"kayles(7)"}, "moves\nhint\nhint\nhint\nhit 4\nundo\nHit 9\nkayles(6)\nq\n");
  EXPECT_EQ(pins.status, 0);
  EXPECT_TRUE(pins.out.starts_with(
      std::string("  |||||||\n  1234567\n  1: kayles(7)\n") + kInvitation +
      "  1: kayles(7) → hit 1, hit 2, hit 3, hit 4, hit 5, hit 6, hit 7, hit 1-2, hit 2-3, hit "
      "3-4, hit 4-5, hit 5-6, …\n"
      "You can win. `hint` again tells where.\n"
      "To win, find a move to value 0. `hint` again tells the move.\n"
      "hit 5-6 wins: the value becomes 0: "))
      << pins.out;
  EXPECT_NE(pins.out.find("You: hit 4\nMachine: hit "), std::string::npos) << pins.out;
  EXPECT_NE(pins.out.find("'Hit 9' is no move now; `moves` lists them\nYou: hit 1\n"),
            std::string::npos)
      << pins.out;
  const Finished strip = play({"treblecross(5)"}, "cross 3\n");
  EXPECT_EQ(strip.out, std::string("  _____\n  12345\n  1: treblecross(5)\n") + kInvitation +
                           "You: cross 3\nThere is no move left: you win.\n");
}

TEST(Play, RulesAreGuessed) {
  const Finished run = play({"--guess", "bounded(9)"},
                            "moves\n1: 4\nguess -> bounded(n - 1)\nguess -> bounded(n - k) for k "
                            "in 1..3\nguess -> or\nrules\nq\n");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out,
            std::string("The rules are hidden. Try moves; `guess -> …` compares a rule of yours "
                        "with them, `rules` shows "
                        "them.\n  1: bounded(9)  ●●●●●●●●●\n") +
                kInvitation +
                "the rules are hidden: try a move, or `hint`; `rules` shows them\n"
                "that is no move here\n"
                "Not yet: the game has a move from bounded(2) that your rule does not have.\n"
                "Right: your rule has the same moves from all 31 positions with n <= 30.\n"
                "your rule:2:6: error: expected '0' or a position such as nim(n - 1), found the "
                "keyword 'or'\n    -> or\n    "
                "   ^~\n"
                "game bounded[K = 3](n)\n  -> bounded(n - k)              for k in 1..K\n");
}

// Random moves are the same for one seed, and differ among seeds.
TEST(Play, Strengths) {
  std::set<std::string> games;
  for (const char* seed : {"1", "2", "3", "4", "5", "6"}) {
    const Finished once =
        play({"--strength", "random", "--seed", seed, "nim{3, 5, 9}"}, "machine\n");
    EXPECT_EQ(once.out,
              play({"--strength", "random", "--seed", seed, "nim{3, 5, 9}"}, "machine\n").out);
    games.insert(once.out);
  }
  EXPECT_GT(games.size(), 1U);
  EXPECT_NE(
      play({"--strength", "errs", "--seed", "1", "nim{1, 2}"}, "machine\n").out.find("Machine: "),
      std::string::npos);
}

TEST(Play, WhatIsNotAMoveChangesNothing) {
  const std::string noise =
      "\n  \n# a remark\n\0\xff(\nnim(\n-1\n"s + std::string(3'000'000, 'x') + "\nsum\n";
  const Finished run = play({"nim(2)"}, noise);
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.out.find("that line is too long to be a move\n"), std::string::npos);
  EXPECT_TRUE(run.out.ends_with("  1: nim(2)  ●●\n"));
  EXPECT_EQ(run.out.find("You: "), std::string::npos);
}

TEST(Play, EndsWithTheInput) {
  for (const char* typed : {"", "quit\nnim(0)\n", "exit", "nim(1"}) {
    const Finished run = play({"nim(2)"}, typed);
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.out.find("You: "), std::string::npos);
  }
}

TEST(Play, PositionsWithoutAMove) {
  EXPECT_EQ(play({"nim(0)"}, "").out, "There is no move: the player to move loses.\n");
  EXPECT_EQ(play({"--play", "misere", "kayles(0)"}, "").out,
            "Misère play: who can't move wins.\nThere is no move: the player to move wins.\n");
}

TEST(Play, Refusals) {
  const Finished json = play({"--json", "nim(2)"}, "");
  EXPECT_EQ(json.status, 2);
  EXPECT_TRUE(json.out.starts_with("{\"error\": "));
  EXPECT_NE(
      json.out.find(
          "play is a conversation without a JSON form; `grundy solve --json` names winning moves"),
      std::string::npos);
  EXPECT_EQ(json.err, "");
  EXPECT_EQ(play({"nim(2"}, "").status, 2);
}

TEST(Play, Lists) {
  const Finished run = play({"moore[k=2]([3, 5, 7])"}, "moore[k=2]([3, 3, 3])\nquit\n");
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.out.find("You: moore[k=2]([3, 5, 7]) → moore[k=2]([3, 3, 3])\nMachine: "),
            std::string::npos)
      << run.out;
}

TEST(Play, InfinitelyManyMoves) {
  const Finished run =
      play({"forced(1, 2)"},
           "moves\nforced(1, 3)\nhint\nhint\nhint\nforced(0, 1000)\nhint\nforced(0, 0)\n");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out, std::string("  1: forced(1, 2)\n") + kInvitation +
                         "  1: forced(1, 2) → forced(0, 2), forced(0, 3), forced(0, 4), forced(0, "
                         "5), forced(0, 6), forced(0, "
                         "7), forced(0, 8), forced(0, 9), forced(0, 10), forced(1, 0), forced(1, "
                         "1), …   (`moves 1` shows more)\n"
                         "     all: forced(m, n) with m = 1 and 0 <= n <= 1 or m = 0 and n >= 2\n"
                         "forced(1, 2) can't become forced(1, 3); it can become forced(m, n) with "
                         "m = 1 and 0 <= n <= 1 or m = "
                         "0 and n >= 2\n"
                         "You can win. `hint` again tells where.\n"
                         "To win, find a move to value 0. `hint` again tells the move.\n"
                         "forced(1, 2) → forced(1, 1) wins: the value becomes 0: every move from "
                         "there leads to another value, "
                         "and you can go back to 0.\n"
                         "You: forced(1, 2) → forced(0, 1000)\n"
                         "Machine: forced(0, 1000) → 0\n"
                         "There is no move left: the machine wins.\n");
}

TEST(Play, ControlCEndsIt) {
  Running running(GRUNDY_PROGRAM, {"play", "nim(2)"});
  running.type("sum\n");
  running.wait_until([&] { return running.output().find(kInvitation) != std::string::npos; });
  running.interrupt();
  const Finished run = running.finish();
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.err, "error: interrupted\n");
}

}  // namespace
