#include "check/outcomes.h"

#include <gtest/gtest.h>

#include "check/check.h"
#include "reference/certificates.h"

namespace grundy {
namespace {

// The even numbers are lost in n moves; 1 is won in 3, other odd ones in n - 2.
const char* const kWalk =
    "grundy-certificate 1\n"
    "rule game walk(n)\n"
    "rule   -> walk(n - 3)\n"
    "rule   -> walk(n + 1)  if n >= 1\n"
    "game walk\n"
    "kind outcomes\n"
    "case\n"
    "residue 0 2 0\n"
    "value 1 0 0\n"
    "value 1 1 0\n"
    "case\n"
    "if 1 -3\n"
    "value 1 0 1\n"
    "value 1 1 -2\n"
    "case\n"
    "value 1 0 1\n"
    "value 1 0 3\n"
    "end\n";

// Who can step back and forth between 1 and 2 need not go to 0, nor home from 1.
const char* const kStay =
    "grundy-certificate 1\n"
    "rule game stay(n)\n"
    "rule   -> stay(n + 1)  if n >= 1\n"
    "rule   -> stay(n - 1)  if n >= 3\n"
    "rule   -> stay(0)  if n = 5\n"
    "game stay\n"
    "kind outcomes\n"
    "case\n"
    "if -1 0\n"
    "value 1 0 0\n"
    "value 1 0 0\n"
    "case\n"
    "if 1 -5\n"
    "if -1 5\n"
    "value 1 0 1\n"
    "value 1 0 1\n"
    "case\n"
    "value 1 0 2\n"
    "value 1 0 0\n"
    "end\n";

TEST(CheckOutcomes, RightOnesAreAccepted) {
  EXPECT_TRUE(reference::judged(kWalk).accepted) << reference::judged(kWalk).reason;
  EXPECT_TRUE(reference::judged(kStay).accepted) << reference::judged(kStay).reason;
}

TEST(CheckOutcomes, EachFieldCounts) {
  struct Slip {
    const char* text;
    const char* from;
    const char* to;
    size_t line;
    const char* reason;
  };
  const Slip slips[] = {
      {kWalk, "residue 0 2 0", "residue 0 2 1", 15,
       "no move to a lost position lowers the counter at n = 0"},
      {kWalk, "residue 0 2 0\n", "", 7, "a move from a lost position leads to one that is not won"},
      {kWalk, "value 1 0 0\nvalue 1 1 0", "value 1 0 1\nvalue 1 1 0", 7,
       "no move to a lost position lowers"},
      {kWalk, "value 1 1 0", "value 1 1 -1", 10, "the counter is no natural number at n = 0"},
      {kWalk, "value 1 1 0", "value 2 1 1", 10, "the counter is no natural number"},
      {kWalk, "if 1 -3", "if 1 -5", 7,
       "a move from a lost position does not lower the counter at n = 2"},
      {kWalk, "value 1 1 -2", "value 1 1 0", 7,
       "a move from a lost position does not lower the counter"},
      {kWalk, "value 1 0 3", "value 1 0 2", 15,
       "no move to a lost position lowers the counter at n = 1"},
      {kWalk, "case\nvalue 1 0 1\nvalue 1 0 3\n", "", 11, "no case tells the outcome at n = 1"},
      {kWalk, "value 1 0 3", "value 1 0 1\nvalue 1 0 3", 15, "expected two lines 'value'"},
      {kWalk, "value 1 0 1", "value 1 0 3", 13, "the outcome is 0, 1 or 2"},
      {kWalk, "value 1 0 1", "value 1 1 1", 13, "the outcome is 0, 1 or 2"},
      {kWalk, "value 1 1 0", "value 0 1 0", 10, "a divisor is at least 1"},
      {kWalk, "residue 0 2 0", "residue 1 2 0", 8, "there is no such coordinate"},
      {kWalk, "if 1 -3", "if 1", 12, "expected 2 numbers"},
      {kWalk, "walk(n - 3)", "walk(n - 4)", 0, ""},
      {kWalk, "if n >= 1", "if n >= 0", 0, ""},
      {kWalk, "end\n", "measure 1\nend\n", 18, "no measure is lowered by every move here"},
      {kWalk, "end\n", "witness 1 2\nend\n", 0, "a line 'witness' has one number"},
      {kStay, "if n >= 3", "if n >= 1", 0, "a move from a drawn position leads to a lost one"},
      {kStay, "if n = 5", "if n = 6", 0, ""},
      {kStay, "if -1 5", "if -1 6", 0, "no move to a lost position lowers the counter at n = 6"},
      {kStay, "value 1 0 2", "value 1 0 1", 0, "no move to a lost position lowers"},
      {kStay, "stay(n + 1)  if n >= 1", "stay(n + 1)  if n = 2", 0,
       "no move leads to a drawn position"},
  };
  for (const Slip& slip : slips) {
    const Judgement judgement =
        reference::judged(reference::changed(slip.text, slip.from, slip.to));
    const std::string shown = std::string(slip.from) + " -> " + slip.to + ": " + judgement.reason;
    EXPECT_FALSE(judgement.accepted) << shown;
    EXPECT_TRUE(judgement.decided) << shown;
    EXPECT_TRUE(slip.line == 0 || judgement.line == slip.line) << shown << judgement.line;
    EXPECT_NE(judgement.reason.find(slip.reason), std::string::npos) << shown;
  }
}

}  // namespace
}  // namespace grundy
