#include "session/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace grundy {
namespace {

struct Played {
  explicit Played(const std::string& sum) : match(session, Play::normal, budget, 0) {
    const Attempt<Question> question = session.read(sum, budget);
    EXPECT_TRUE(question.ok());
    EXPECT_TRUE(match.begin(question->parts).ok());
    rows.emplace(session, match, budget, question->parts);
  }
  /// The picture after these moves, or why one is none.
  std::string after(const std::vector<std::string>& moves) {
    for (const std::string& text : moves) {
      const Attempt<std::optional<PartMove>> move = rows->read(text);
      if (!move) return move.error().message();
      if (!*move) return "no verb";
      EXPECT_TRUE(rows->make(**move).ok());
    }
    return rows->picture();
  }
  Session session;
  Budget budget;
  Match match;
  std::optional<Rows> rows;
};

TEST(Rows, PinsAreHitWhereTheyStand) {
  EXPECT_EQ(Played("kayles(7)").after({}), "  |||||||\n  1234567\n");
  EXPECT_EQ(Played("kayles(7)").after({"hit 7"}), "  ||||||.\n  1234567\n");
  EXPECT_EQ(Played("kayles(7)").after({"hit 3-4", "HIT 6"}), "  ||..|.|\n  1234567\n");
  EXPECT_EQ(Played("kayles(7)").after({"hit 3", "hit 3"}),
            "'hit 3' is no move now; `moves` lists them");
  EXPECT_EQ(Played("kayles(7)").after({"hit 3-5"}), "'hit 3-5' is no move now; `moves` lists them");
  EXPECT_EQ(Played("kayles(7)").after({"hit"}), "write 'hit 3' or 'hit 3-4'");
  EXPECT_EQ(Played("kayles(7)").after({"take 3"}), "no verb");
  EXPECT_EQ(Played("kayles(1) + kayles(3)").after({"hit 2"}), "in which row? write 'hit 2 in 1'");
  EXPECT_EQ(Played("kayles(1) + kayles(3)").after({"hit 2 in 2"}),
            "  row 1: |\n         1\n  row 2: |.|\n         123\n");
  EXPECT_TRUE(Played("nim(7) + kayles(100)").rows->empty());
}

// A cross takes its cell and two on either side: what stands beside it is no move any more.
TEST(Rows, TreblecrossIsAStrip) {
  Played play("treblecross(8)");
  EXPECT_EQ(play.rows->name(play.match.parts()[0]), "treblecross(8)");
  EXPECT_EQ(play.after({"cross 3"}), "  __X_____\n  12345678\n");
  EXPECT_EQ(play.after({"cross 4"}), "'cross 4' is no move now; `moves` lists them");
  EXPECT_EQ(play.after({"cross 5"}), "'cross 5' is no move now; `moves` lists them");
  EXPECT_EQ(play.after({"cross 8"}), "");
  EXPECT_TRUE(play.match.over());
  play.rows->take_back();
  play.rows->take_back();
  EXPECT_EQ(play.rows->picture(), "  ________\n  12345678\n");
}

/// A cross may be written in a cell with no cross on it or within two of it; the row's names are
/// those cells.
TEST(Rows, NamesAreTheMovesOnTheStrip) {
  std::mt19937_64 random(5);
  for (int game = 0; game < 30; ++game) {
    const uint64_t cells = 3 + random() % 14;
    Played play("treblecross(" + std::to_string(cells) + ")");
    std::vector<char> strip(cells, 0);
    while (!play.match.over()) {
      std::set<std::string> wanted;
      for (uint64_t i = 0; i < cells; ++i) {
        bool free = true;
        for (uint64_t j = i < 2 ? 0 : i - 2; j < std::min(i + 3, cells); ++j)
          free = free && strip[j] == 0;
        if (free) wanted.insert("cross " + std::to_string(i + 1));
      }
      std::vector<std::string> names;
      for (size_t part = 0; part < play.match.parts().size(); ++part) {
        bool all = false;
        const auto moves = play.rows->moves(part, 100, all);
        ASSERT_TRUE(moves.ok() && all);
        names.insert(names.end(), moves->begin(), moves->end());
      }
      EXPECT_EQ(std::set<std::string>(names.begin(), names.end()), wanted);
      const std::string& chosen = names[random() % names.size()];
      play.after({chosen});
      strip[std::stoul(chosen.substr(6)) - 1] = 1;
    }
  }
}

}  // namespace
}  // namespace grundy
