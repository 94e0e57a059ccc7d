#include "session/match.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "proof/position.h"
#include "reference/positions.h"
#include "reference/rules.h"
#include "rule/meaning.h"

namespace grundy {
namespace {

using reference::WholeSum;

RulePosition position(const Position& part) { return reference::rule_position(part); }
template <class Parts>
RuleSum sum_of(const Parts& parts) {
  RuleSum sum;
  for (const Position& part : parts) sum.push_back(position(part));
  return sum;
}

/// Everything a game needs.
struct PlayedTable {
  explicit PlayedTable(const std::string& sum, Play play = Play::normal)
      : match(session, play, budget, 0) {
    Attempt<Question> question = session.read(sum, budget);
    EXPECT_TRUE(question.ok()) << question.error().to_string();
    Attempt<void> begun = match.begin(question->parts);
    if (!begun) refusal = begun.error().message();
  }
  std::string read(const std::string& text) {
    Attempt<PartMove> move = match.read(text);
    return move ? match.describe(*move) : move.error().to_string();
  }

  Session session;
  Budget budget;
  Match match;
  std::string refusal;
};

const char* const kSums[] = {
    "nim{1, 2, 3}",
    "kayles(7) + nim(2)",
    "*3 + dawson(6) + nim(1)",
    "grundys(8) + *1",
    "wythoff(3, 2) + squares(6)",
    "octal[0.137](5) + 2*kayles(3)",
    "subtract[{1, 3, 4}](9) + half(6)",
    "kayles(0) + nim(0) + euclid(4, 7)",
};

/// Whether the machine wins against all moves, each answered by claims; `answered` counts the
/// answers.
bool wins_by_claims(Match& match, bool machine_moves, size_t& answered) {
  if (match.over()) return !machine_moves;
  if (machine_moves) {
    const Attempt<Match::Advice> advice = match.advise();
    if (!advice || advice->outcome != Outcome::N ||
        !advice->why.starts_with("the certificate says"))
      return false;
    ++answered;
    match.make(advice->move);
    const bool wins = wins_by_claims(match, match.moves_again(), answered);
    match.take_back();
    return wins;
  }
  for (size_t i = 0; i < match.parts().size(); ++i) {
    bool all = true;
    const Attempt<std::vector<PartMove>> list = match.moves(i, 1000, all);
    if (!list) return false;
    for (const PartMove& move : *list) {
      match.make(move);
      const bool wins = wins_by_claims(match, !match.moves_again(), answered);
      match.take_back();
      if (!wins) return false;
    }
  }
  return true;
}

TEST(Match, ACertificateAnswersEveryMove) {
  for (const char* sum :
       {"cram(3x3)", "cram(2x4)", "nogo(1x5)", "nogo(1x4)", "chomp(3x3)", "node_kayles(path 6)",
        "toads[A=1, B=2, J=1, F=0](X.OO.)", "wythoff(3, 5)", "wythoff(4, 5)", "sprouts(2)",
        "sprouts(3)", "sprouts(4)", "sprouts(0.AB.}AB.2.})", "top_entails(5)", "top_entails(7)",
        "top_entails(9)"}) {
    PlayedTable table(sum);
    Attempt<Question> question = table.session.read(sum, table.budget);
    Attempt<PositionTheorem> theorem = prove_position(question->parts[0], table.budget);
    ASSERT_TRUE(theorem.ok()) << sum << theorem.error().message();
    auto strategy = Strategy::read(theorem->certificate, table.budget);
    ASSERT_TRUE(strategy.ok()) << sum;
    Match match(table.session, Play::normal, table.budget, 0);
    ASSERT_TRUE(match.begin(question->parts[0], *strategy).ok()) << sum;
    size_t answered = 0;
    EXPECT_TRUE(wins_by_claims(match, theorem->claims.value != 0, answered)) << sum;
    EXPECT_GT(answered, 0U) << sum;
  }
}

TEST(Match, ACertificateIsOfOnePosition) {
  PlayedTable table("cram(2x2)");
  const auto parts = table.session.read("cram(2x3)", table.budget)->parts;
  const PositionTheorem theorem = *prove_position(parts[0], table.budget);
  Match match(table.session, Play::normal, table.budget, 0);
  EXPECT_EQ(match.begin(table.match.parts()[0], *Strategy::read(theorem.certificate, table.budget))
                .error()
                .message(),
            "the certificate is about cram(...|...)");
  std::string forged = theorem.certificate;
  forged.replace(forged.find("\nvalue "), 8, "\nvalue 9");
  EXPECT_EQ(Strategy::read(forged, table.budget).error().kind, Error::Kind::input);
  EXPECT_EQ(Strategy::read("", table.budget).error().message(),
            "only certificates of one position can be played by");
  std::string other = theorem.certificate;
  other.replace(other.find(". . -> # #"), 10, "# . -> # #");
  EXPECT_FALSE(Strategy::read(other, table.budget).ok());
}

TEST(Match, MovesOnBoardsHaveNames) {
  PlayedTable one("cram(..|.#)");
  EXPECT_EQ(one.read("a1-b1"), one.read("cram(##|.#)"));
  EXPECT_NE(one.read("b1-b2").find("error"), std::string::npos);
  PlayedTable two("cram(...) + cram(..) + 2*cram(..|..)");
  EXPECT_EQ(two.read("2: a1-b1"), two.read("2: cram(##)"));
  EXPECT_EQ(two.read("a2-b2"), two.read("3: cram(..|##)"));
  EXPECT_NE(two.read("a1-b1").find("'a1-b1' is a move of several parts"), std::string::npos);
}

TEST(Match, ListsExactlyTheMovesOfTheDefinition) {
  for (const char* text : kSums) {
    PlayedTable table(text);
    WholeSum reference(false, 100, 100'000);
    const auto dead = [&](const RulePosition& one) { return reference.options(one).empty(); };
    for (size_t i = 0; i < table.match.parts().size(); ++i) {
      std::set<RuleSum> expected;
      for (RuleSum option : reference.options(position(table.match.parts()[i]))) {
        std::erase_if(option, dead);
        std::sort(option.begin(), option.end());
        expected.insert(option);
      }
      bool all = false;
      std::set<RuleSum> listed;
      Attempt<std::vector<PartMove>> moves = table.match.moves(i, 10'000, all);
      ASSERT_TRUE(moves.ok());
      for (const PartMove& move : *moves) {
        EXPECT_EQ(move.part, i);
        RuleSum sum = sum_of(move.to);
        std::sort(sum.begin(), sum.end());
        EXPECT_TRUE(listed.insert(sum).second) << "twice";
      }
      EXPECT_TRUE(all);
      EXPECT_EQ(listed, expected) << text << " part " << i;
      EXPECT_FALSE(expected.empty()) << "a part without moves was kept";
    }
  }
}

TEST(Match, AcceptsTypedMovesOnlyIfTheyAreLegal) {
  std::mt19937 random(20240611);
  size_t legal = 0;
  size_t illegal = 0;
  for (const char* text :
       {"kayles(5)", "nim(4)", "*3", "grundys(7)", "wythoff(2, 3)", "dawson(5)"}) {
    PlayedTable table(text);
    WholeSum reference(false, 100, 100'000);
    const Position part = table.match.parts().at(0);
    std::set<RuleSum> expected;
    for (RuleSum option : reference.options(position(part))) {
      std::erase_if(option,
                    [&](const RulePosition& one) { return reference.options(one).empty(); });
      std::sort(option.begin(), option.end());
      expected.insert(option);
    }
    for (int round = 0; round < 300; ++round) {
      RuleSum typed;
      for (uint64_t count = random() % 3; count > 0; --count) {
        RulePosition one = position(part);
        for (int64_t& c : one.coordinates) c = static_cast<int64_t>(random() % 8);
        typed.push_back(one);
      }
      std::string sum;
      for (const RulePosition& one : typed) {
        sum += (sum.empty() ? "" : " + ") + (one.game == nullptr
                                                 ? "*" + std::to_string(one.coordinates[0])
                                                 : to_string(RuleSum{one}));
      }
      if (sum.empty()) sum = "0";
      std::erase_if(typed, [&](const RulePosition& one) { return reference.options(one).empty(); });
      std::sort(typed.begin(), typed.end());
      const bool expect = expected.count(typed) > 0;
      Attempt<PartMove> move = table.match.read((round % 2 == 0 ? "1: " : "") + sum);
      EXPECT_EQ(move.ok(), expect) << text << " → " << sum;
      (expect ? legal : illegal) += 1;
    }
  }
  EXPECT_GT(legal, 200U);
  EXPECT_GT(illegal, 200U);
}

TEST(Match, TheMachinePlaysPerfectly) {
  std::mt19937 random(7);
  size_t won = 0;
  for (const Play play : {Play::normal, Play::misere}) {
    for (const char* text : kSums) {
      for (int game = 0; game < 4; ++game) {
        PlayedTable table(text, play);
        ASSERT_EQ(table.refusal, "");
        WholeSum reference(play == Play::misere, 100, 1'000'000);
        bool machine_turn = game % 2 == 0;
        bool machine_wins = false;  // once it can, for ever
        while (!table.match.over()) {
          const std::optional<bool> mover_wins = reference.mover_wins(sum_of(table.match.parts()));
          ASSERT_TRUE(mover_wins.has_value());
          EXPECT_TRUE(!machine_wins || *mover_wins == machine_turn);
          PartMove move;
          if (machine_turn) {
            Attempt<Match::Advice> advice = table.match.advise();
            ASSERT_TRUE(advice.ok()) << advice.error().to_string();
            EXPECT_EQ(advice->wins(), *mover_wins) << sum_text(table.match.parts(), 200);
            machine_wins = *mover_wins;
            move = advice->move;
          } else {
            bool all = true;
            const size_t part = random() % table.match.parts().size();
            Attempt<std::vector<PartMove>> moves = table.match.moves(part, 1000, all);
            ASSERT_TRUE(moves.ok());
            move = moves->at(random() % moves->size());
          }
          // What it does is a move by the definition.
          RuleSum to = sum_of(move.to);
          std::sort(to.begin(), to.end());
          std::set<RuleSum> options;
          for (RuleSum option : reference.options(position(table.match.parts()[move.part]))) {
            std::erase_if(option,
                          [&](const RulePosition& one) { return reference.options(one).empty(); });
            std::sort(option.begin(), option.end());
            options.insert(option);
          }
          EXPECT_TRUE(options.count(to) > 0) << table.match.describe(move);
          table.match.make(move);
          machine_turn = !machine_turn;
        }
        const bool machine_made_last = !machine_turn;
        EXPECT_TRUE(!machine_wins || machine_made_last == table.match.last_mover_wins());
        won += machine_wins ? 1 : 0;
      }
    }
  }
  EXPECT_GT(won, 30U);
}

TEST(Match, TakesBackMoveByMove) {
  std::mt19937 random(3);
  for (const char* text : kSums) {
    PlayedTable table(text);
    std::vector<std::vector<std::string>> before;
    while (!table.match.over()) {
      before.push_back({});
      for (const Position& part : table.match.parts()) before.back().push_back(to_string(part));
      bool all = true;
      const size_t part = random() % table.match.parts().size();
      Attempt<std::vector<PartMove>> moves = table.match.moves(part, 1000, all);
      ASSERT_TRUE(moves.ok());
      table.match.make(moves->at(random() % moves->size()));
    }
    for (; !before.empty(); before.pop_back()) {
      table.match.take_back();
      std::vector<std::string> now;
      for (const Position& part : table.match.parts()) now.push_back(to_string(part));
      EXPECT_EQ(now, before.back());
    }
  }
}

TEST(Match, UnderstandsMovesInThreeWays) {
  PlayedTable table("kayles(4) + nim(3) + nim(3)");
  EXPECT_EQ(table.read("kayles(2) + kayles(1)"), "kayles(4) → kayles(2) + kayles(1)");
  EXPECT_EQ(table.read(" 1 : kayles(2)+kayles(1)"), "kayles(4) → kayles(2) + kayles(1)");
  EXPECT_EQ(table.read("nim(3) + kayles(2) + kayles(0) + nim(3)"), "kayles(4) → kayles(2)");
  EXPECT_EQ(table.read("nim(1)"), "nim(3) → nim(1)") << "equal parts are one choice";
  EXPECT_EQ(table.read("3: 0"), "nim(3) → 0");
  EXPECT_EQ(table.read("kayles(4) + nim(3)"), "nim(3) → 0");
  PlayedTable two("nim(1) + nim(2)");
  EXPECT_EQ(two.read("nim(2)"), "nim(1) → 0");
  EXPECT_EQ(two.read("0"), "error: that can be more than one move; say which: '1: 0' or '2: 0'\n");
  EXPECT_EQ(two.read("nim(1)"),
            "error: that can be more than one move; say which: '2: 0' or '2: nim(1)'\n");
  PlayedTable alias("dawson(5)");
  EXPECT_EQ(alias.read("dawson(2)"), alias.read("octal[0.137](2)"));
}

TEST(Match, SaysWhyAMoveIsNone) {
  PlayedTable table("kayles(6) + nim(3) + wythoff(4, 4)");
  EXPECT_EQ(table.read("nim(4)"),
            "error: nim(3) can't become nim(4): a heap only becomes smaller; it can become "
            "'nim(2)', 'nim(1)' and '0'\n");
  EXPECT_EQ(table.read("kayles(3)"),
            "error: kayles(6) can't become kayles(3); legal moves like that are 'kayles(5)', "
            "'kayles(4)', 'kayles(3) + "
            "kayles(2)' and "
            "'kayles(3) + kayles(1)'\n");
  EXPECT_EQ(table.read("nim(4) + kayles(6) + wythoff(4, 4)"), table.read("2: nim(4)"));
  EXPECT_EQ(table.read("wythoff(4, 4) + nim(3) + kayles(6)"),
            "error: that is the sum as it stands; a move has to change a part\n");
  EXPECT_EQ(table.read("4: 0"), "error: there is no part '4'; the parts are 1 to 3\n");
  EXPECT_EQ(table.read("0: 0"), "error: there is no part '0'; the parts are 1 to 3\n");
  EXPECT_EQ(table.read("x: 0"), "error: there is no part 'x'; the parts are 1 to 3\n");
  EXPECT_TRUE(table.read("half(2)").starts_with(
      "error: no part can become half(2); a move is what one part becomes, such as '1: "));
  EXPECT_TRUE(table.read("kayle(2)")
                  .starts_with("sum:1:1: error: unknown game 'kayle'; did you mean 'kayles'?\n"));
  EXPECT_TRUE(table.read("").starts_with("sum:1:1: error: expected"));
  EXPECT_TRUE(table.read("*w").starts_with("error: no part can become *"));
}

TEST(Match, HeapsOfAnySize) {
  PlayedTable table("nim(100000000000000000000000) + *(w^2+4) + *7");
  EXPECT_EQ(table.read("nim(99999999999999999999999)"),
            "nim(100000000000000000000000) → nim(99999999999999999999999)");
  EXPECT_EQ(table.read("*(w^2+3)"), "*(ω^2+4) → *(ω^2+3)");
  EXPECT_TRUE(table.read("*(w^2+5)").starts_with("error: "));
  Attempt<Match::Advice> advice = table.match.advise();
  ASSERT_TRUE(advice.ok());
  EXPECT_TRUE(advice->wins());
  EXPECT_EQ(table.match.describe(advice->move), "*(ω^2+4) → *100000000000000000000007");
  bool all = true;
  EXPECT_EQ(table.match.moves(1, 5, all)->size(), 5U);
  EXPECT_FALSE(all);
}

TEST(Match, AnswersByTheImage) {
  PlayedTable large("cram(9x10)");  // no search ends on it
  Attempt<Match::Advice> first = large.match.advise();
  ASSERT_TRUE(first.ok());
  EXPECT_TRUE(first->why.starts_with("the board is the same when turned by 180 degrees then"))
      << first->why;
  std::mt19937 random(7);
  size_t by_image = 0;
  for (const char* text : {"cram(3x4)", "cram(4x4)", "cram(2x5)", "cram(4x5)"}) {
    for (int game = 0; game < 6; ++game) {
      PlayedTable table(text);
      while (!table.match.over()) {
        Attempt<Match::Advice> advice = table.match.advise();
        ASSERT_TRUE(advice.ok()) << advice.error().to_string();
        const Attempt<Answer> answer =
            table.session.solve({table.match.parts()}, Play::normal, 200, table.budget);
        ASSERT_TRUE(answer.ok());
        EXPECT_EQ(advice->wins(), answer->mover_wins());
        const bool is_image = advice->why.starts_with("the board is the same");
        by_image += is_image ? 1 : 0;
        if (advice->wins()) {
          table.match.make(advice->move);
          const Attempt<Answer> after =
              table.session.solve({table.match.parts()}, Play::normal, 1, table.budget);
          EXPECT_TRUE(after && !after->mover_wins()) << advice->why;
          table.match.take_back();
        }
        bool all = true;
        const auto moves = table.match.moves(0, 200, all);
        ASSERT_TRUE(moves.ok());
        table.match.make((*moves)[random() % moves->size()]);
      }
    }
  }
  EXPECT_GT(by_image, 20U);
}

/// Who moves again is not answered, so no image is spoken of.
TEST(Match, NoImageWhereAMoveIsNotAnswered) {
  Session session;
  Budget budget;
  ASSERT_TRUE(session.rulebook().load_text("x.game", "game more on grid\n  .. -> again ##\n").ok());
  Match match(session, Play::normal, budget, 0);
  const auto question = session.read("more(2x2)", budget);
  ASSERT_TRUE(question.ok() && match.begin(question->parts).ok());
  const Attempt<Match::Advice> advice = match.advise();
  ASSERT_TRUE(advice.ok());
  EXPECT_EQ(advice->why.find("image"), std::string::npos) << advice->why;
}

TEST(Match, RefusesWhatItCannotTell) {
  EXPECT_EQ(PlayedTable("moore[k=2]([3, 5]) + nim(1)").refusal, "");
  Session session;
  Budget budget;
  ASSERT_TRUE(session.rulebook()
                  .load_text("x.game", "game product(m, n)\n  -> product(m - 1, k)  for k >= n*n\n")
                  .ok());
  Match match(session, Play::normal, budget, 0);
  const auto question = session.read("product(2, 3)", budget);
  ASSERT_TRUE(question.ok());
  EXPECT_EQ(match.begin(question->parts).error().message(),
            "to play, it has to be known what is a move, and product(2, 3) may have infinitely "
            "many that are "
            "not affine, or lead to sums or other games");
  EXPECT_NE(PlayedTable("kayles(99999999999999999999)").refusal, "");
}

TEST(Match, ASearchInMiserePlayEndsWithTheBudget) {
  Session session;
  Budget budget;
  const auto question = session.read("nogo(3x4)", budget);
  ASSERT_TRUE(question.ok());
  budget.set_time_limit(0);
  Match match(session, Play::misere, budget, 0);
  EXPECT_EQ(match.begin(question->parts).error().message(), budget.why().message());
}

const char* const kEndlessRules = R"(
game twice(m, n)
  -> twice(m, k)              for k < n
  -> twice(m - 1, k)          for k >= 2*n         if m > 0
game beside(m, n, c)
  -> beside(m, k, c)          for k < n
  -> beside(m - 1, k, c)      for k                if m > 0
  -> beside(x, y, k)          for k < c, x, y
# Values are known slice by slice only.
game twist(b, s)
  -> twist(b, t)              for t < s
  -> twist(c, t)              for c < b, t >= (b - c)*2 + c
game other(n) = forced(2, n)
)";

/// One for all tables, so that the laws are found once.
Session& endless_session() {
  static Session session;
  static const bool loaded = session.rulebook().load_text("x.game", kEndlessRules).ok();
  EXPECT_TRUE(loaded);
  return session;
}

/// A sum of games with infinitely many moves.
struct EndlessTable {
  explicit EndlessTable(const std::string& sum)
      : session(endless_session()), match(session, Play::normal, budget, 0) {
    Attempt<Question> question = session.read(sum, budget);
    EXPECT_TRUE(question.ok()) << question.error().to_string();
    Attempt<void> begun = match.begin(question->parts);
    EXPECT_TRUE(begun.ok()) << begun.error().to_string();
  }
  std::string read(const std::string& text) {
    Attempt<PartMove> move = match.read(text);
    return move ? match.describe(*move) : move.error().to_string();
  }

  Session& session;
  Budget budget;
  Match match;
};

// Some move of every position here has its unbounded variable below.
constexpr int64_t kFarEnough = 30;

bool has_option(const RulePosition& position) {
  bool found = false;
  moves_by_definition(*position.game, position.coordinates, kFarEnough,
                      [&](const RuleSum&) { found = true; });
  return found;
}

/// Every option by definition with bound variables up to `limit`, those without a move of their own
/// as 0.
std::set<RuleSum> options_by_definition(const RulePosition& position, int64_t limit) {
  std::set<RuleSum> result;
  moves_by_definition(*position.game, position.coordinates, limit, [&](RuleSum sum) {
    std::erase_if(sum, [](const RulePosition& one) { return !has_option(one); });
    result.insert(std::move(sum));
  });
  return result;
}

/// Whether a move leads to this position; to one without a move, for 0.
bool is_option_by_definition(const RulePosition& from, const RuleSum& to) {
  const int64_t limit =
      to.empty() ? 4 : *std::max_element(to[0].coordinates.begin(), to[0].coordinates.end());
  bool found = false;
  moves_by_definition(*from.game, from.coordinates, limit, [&](const RuleSum& sum) {
    found = found || sum == to || (to.empty() && !has_option(sum[0]));
  });
  return found;
}

const char* const kEndlessSums[] = {
    "forced(2, 1)",
    "forced(3, 2) + free(2, 1)",
    "stones[K=2](3, 4) + nim(3)",
    "beside(1, 2, 1) + *(w+1)",
    "twice(2, 1) + *w",
    "twist(3, 4) + strict(1, 2)",
    "other(1) + kayles(3)",
    "cascade2(1, 2) + anydrop(1, 1)",
    "stones(2, 1)",
};

TEST(MatchWithInfinitelyManyMoves, AcceptsExactlyTheMovesOfTheDefinition) {
  std::mt19937 random(5);
  size_t legal = 0;
  size_t illegal = 0;
  for (const char* text : {"forced(2, 3)", "free(1, 2)", "stones[K=2](3, 4)", "beside(1, 1, 1)",
                           "twice(2, 1)", "twist(2, 3)", "cascade3(1, 0, 2)", "anydrop(3, 0)"}) {
    EndlessTable table(text);
    const RulePosition from = position(table.match.parts().at(0));
    const std::set<RuleSum> options = options_by_definition(from, 12);
    for (int round = 0; round < 150; ++round) {
      RulePosition to = from;
      for (int64_t& c : to.coordinates)
        c = static_cast<int64_t>(random() % (random() % 2 == 0 ? 4 : 12));
      const bool expect = options.count(has_option(to) ? RuleSum{to} : RuleSum{}) > 0;
      EXPECT_EQ(table.match.read(to_string(RuleSum{to})).ok(), expect)
          << text << " → " << to_string(RuleSum{to});
      (expect ? legal : illegal) += 1;
    }
    bool all = false;
    const auto listed = table.match.moves(0, 100, all);
    ASSERT_TRUE(listed.ok());
    EXPECT_FALSE(all);
    EXPECT_GE(listed->size(), 10U);
    for (const PartMove& move : *listed)
      EXPECT_TRUE(options.count(sum_of(move.to)) > 0) << table.match.describe(move);
  }
  EXPECT_GT(legal, 100U);
  EXPECT_GT(illegal, 100U);
}

TEST(MatchWithInfinitelyManyMoves, TheMachinePlaysPerfectly) {
  std::mt19937 random(8);
  size_t won = 0;
  for (const char* text : kEndlessSums) {
    for (int game = 0; game < 4; ++game) {
      EndlessTable table(text);
      bool machine_turn = game % 2 == 0;
      bool machine_wins = false;  // once it can, for ever
      while (!table.match.over()) {
        PartMove move;
        if (machine_turn) {
          Attempt<Match::Advice> advice = table.match.advise();
          ASSERT_TRUE(advice.ok()) << advice.error().to_string();
          EXPECT_TRUE(advice->wins() || !machine_wins) << text;
          machine_wins = advice->wins();
          move = advice->move;
          const Position& from = table.match.parts()[move.part];
          if (from.game->rule() != nullptr) {
            EXPECT_TRUE(is_option_by_definition(position(from), sum_of(move.to)))
                << table.match.describe(move);
          }
        } else {
          bool all = true;
          const size_t part = random() % table.match.parts().size();
          Attempt<std::vector<PartMove>> moves = table.match.moves(part, 1000, all);
          ASSERT_TRUE(moves.ok());
          move = moves->at(random() % moves->size());
          EXPECT_TRUE(table.match.read(std::to_string(part + 1) + ": " + to_string(move.to)).ok());
        }
        table.match.make(move);
        machine_turn = !machine_turn;
      }
      EXPECT_TRUE(!machine_wins || !machine_turn) << "the machine made the last move";
      won += machine_wins ? 1 : 0;
    }
  }
  EXPECT_GT(won, 20U);
}

TEST(MatchWithInfinitelyManyMoves, MovesAreDescribed) {
  EndlessTable table("forced(2, 1) + nim(1)");
  EXPECT_EQ(table.match.moves_in_words(0), "forced(m, n) with m = 2 and n = 0 or m = 1 and n > 0");
  EXPECT_EQ(table.match.moves_in_words(1), "");
  EXPECT_EQ(table.read("forced(1, 0)"),
            "error: forced(2, 1) can't become forced(1, 0); it can become forced(m, n) with m = 2 "
            "and n = 0 or m = 1 "
            "and n > 0\n");
  EXPECT_EQ(table.read("forced(1, 99999999999999999999999)"),
            "forced(2, 1) → forced(1, 99999999999999999999999)");
  EXPECT_TRUE(
      table.read("1: free(1, 1)").starts_with("error: forced(2, 1) can't become free(1, 1); "));
  EndlessTable huge("free(100000000000000000000, 2)");
  EXPECT_EQ(huge.read("free(99999999999999999999, 5)"),
            "free(100000000000000000000, 2) → free(99999999999999999999, 5)");
  EXPECT_TRUE(huge.read("free(99999999999999999998, 5)").starts_with("error: "));
}

}  // namespace
}  // namespace grundy
