// Misère quotients against what is published about them (misere.tsv).
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "analysis/heap_code.h"
#include "engine/misere/universe.h"
#include "game/games.h"
#include "session/session.h"

namespace grundy::misere {
namespace {

uint64_t number(const std::string& text) { return std::stoull(text); }

TEST(KnownMisere, Quotients) {
  std::ifstream file(GRUNDY_SOURCE_DIR "/test/known/misere.tsv");
  size_t checked = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    SCOPED_TRACE(line);
    std::istringstream in(line);
    std::string code, heaps, order, lost, period, preperiod;
    ASSERT_TRUE(in >> code >> heaps >> order >> lost >> period >> preperiod);
    Session session;
    Budget budget;
    const auto rule = session.game("octal[" + code + "]", budget);
    ASSERT_TRUE(rule);
    auto universe = Universe::of_games({&session.games().of(named_game(**rule))}, budget);
    ASSERT_TRUE(universe);
    ASSERT_TRUE(heaps == "all" ? (*universe)->settle(budget) : (*universe)->take(number(heaps)));
    const Monoid& monoid = (*universe)->quotient().monoid();
    EXPECT_EQ(monoid.order(), number(order));
    if (lost != "-") {
      EXPECT_EQ(monoid.p_portion(), number(lost));
    }
    if (period != "-") {
      ASSERT_EQ((*universe)->periods().size(), 1U);
      EXPECT_EQ((*universe)->periods()[0], (heap::Period{number(preperiod), number(period)}));
    }
    ++checked;
  }
  EXPECT_EQ(checked, 5U);
}

}  // namespace
}  // namespace grundy::misere
