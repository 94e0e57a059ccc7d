#include "engine/misere/quotient.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>

#include "analysis/heap_code.h"
#include "engine/misere/judge.h"
#include "engine/misere/structure.h"
#include "engine/search/play_out.h"
#include "session/session.h"

namespace grundy::misere {
namespace {

struct Subject {
  Session session;
  Budget budget;
  std::unique_ptr<Universe> universe;

  const RuleGame* game(const std::string& name) {
    const auto rule = session.game(name, budget);
    EXPECT_TRUE(rule) << name;
    return &session.games().of(named_game(**rule));
  }
  void take(const std::vector<std::string>& names) {
    std::vector<const RuleGame*> games;
    for (const std::string& name : names) games.push_back(game(name));
    universe = *Universe::of_games(games, budget);
    const auto settled = universe->settle(budget);
    EXPECT_TRUE(settled) << names[0] << ": " << settled.error().message();
  }
  const Monoid& monoid() const { return universe->quotient().monoid(); }
};

/// Calls visit for all sums of heaps of the games with so many tokens at most.
void for_each_sum(const std::vector<const RuleGame*>& games, int64_t tokens,
                  const std::function<void(const Sum&)>& visit) {
  Sum sum;
  const std::function<void(size_t, int64_t, int64_t)> extend = [&](size_t game, int64_t least,
                                                                   int64_t left) {
    visit(sum);
    for (size_t g = game; g < games.size(); ++g) {
      for (int64_t n = g == game ? least : 1; n <= left; ++n) {
        sum.push_back(games[g]->at(std::vector<int64_t>{n}));
        extend(g, n, left - n);
        sum.pop_back();
      }
    }
  };
  extend(0, 1, tokens);
}

void expect_outcomes_of_play(const std::vector<std::string>& names, int64_t tokens) {
  Subject subject;
  subject.take(names);
  PlayOut play(Play::misere, subject.budget);
  size_t wrong = 0;
  for_each_sum(subject.universe->games(), tokens, [&](const Sum& sum) {
    const auto element = subject.universe->element(sum, subject.budget);
    ASSERT_TRUE(element);
    const auto wins = play.mover_wins(std::vector<Position>(sum.begin(), sum.end()));
    ASSERT_TRUE(wins);
    if (subject.monoid().in_p(*element) == *wins && ++wrong < 4) ADD_FAILURE() << to_string(sum);
  });
}

/// Who loses sums of heaps, by the digits of an octal code and nothing else.
class ByDefinition {
 public:
  explicit ByDefinition(std::string digits) : digits_(std::move(digits)) { digits_.erase(1, 1); }

  bool is_lost(const std::vector<int64_t>& heaps) {
    if (const auto known = known_.find(heaps); known != known_.end()) return known->second;
    bool any = false;
    bool lost = true;
    const auto look = [&](size_t i, std::vector<int64_t> left) {
      any = true;
      for (size_t j = 0; j < heaps.size(); ++j) {
        if (j != i) left.push_back(heaps[j]);
      }
      std::sort(left.begin(), left.end());
      if (is_lost(left)) lost = false;
    };
    for (size_t i = 0; i < heaps.size(); ++i) {
      for (int64_t take = 0; take < static_cast<int64_t>(digits_.size()) && take <= heaps[i];
           ++take) {
        const int digit = digits_[static_cast<size_t>(take)] - '0';
        const int64_t rest = heaps[i] - take;
        if ((digit & 1) != 0 && rest == 0) look(i, {});
        if ((digit & 2) != 0 && rest > 0 && take > 0) look(i, {rest});
        for (int64_t a = 1; (digit & 4) != 0 && 2 * a <= rest; ++a) look(i, {a, rest - a});
      }
    }
    return known_[heaps] = any && lost;
  }

 private:
  std::string digits_;
  std::map<std::vector<int64_t>, bool> known_;
};

void expect_outcomes_by_definition(const std::string& code, int64_t tokens) {
  Subject subject;
  subject.take({"octal[" + code + "]"});
  ByDefinition play(code);
  for_each_sum(subject.universe->games(), tokens, [&](const Sum& sum) {
    std::vector<int64_t> heaps;
    Element product = 0;
    for (const Position& part : sum) {
      const uint64_t size = rule_game(part)->coordinates(part)[0].small();
      heaps.push_back(static_cast<int64_t>(size));
      const uint32_t letter =
          letter_of(subject.universe->quotient(), subject.universe->periods(), 0, size);
      product = subject.monoid().times(product, subject.universe->quotient().images()[letter]);
    }
    ASSERT_EQ(subject.monoid().in_p(product), play.is_lost(heaps))
        << code << ": " << to_string(sum);
  });
}

TEST(MisereQuotient, HasTheOutcomesByDefinition) {
  size_t games = 0;
  for (const char* code :
       {"0.01",  "0.02",  "0.05",  "0.11",  "0.12",  "0.123", "0.13",  "0.147", "0.15",  "0.2",
        "0.21",  "0.22",  "0.23",  "0.3",   "0.31",  "0.32",  "0.33",  "0.331", "0.333", "0.34",
        "0.341", "0.5",   "0.51",  "0.52",  "0.53",  "0.7",   "0.71",  "0.72",  "0.73",  "0.75",
        "0.77",  "0.771", "0.772", "0.773", "0.001", "0.012", "0.103", "0.111", "0.112", "0.122",
        "0.133", "0.212", "0.232", "0.301", "0.303", "0.311", "0.322", "0.332", "4.3",   "4.75"}) {
    expect_outcomes_by_definition(code, 12);
    ++games;
  }
  EXPECT_EQ(games, 50U);
  expect_outcomes_by_definition("0.77", 20);
}

TEST(MisereQuotient, HasTheOutcomesOfPlay) {
  for (const char* code :
       {"octal[0.123]", "kayles", "octal[0.75]", "octal[0.644]", "octal[0.3]", "octal[0.12]",
        "octal[0.15]", "octal[0.53]", "octal[0.72]", "octal[4.3]"})
    expect_outcomes_of_play({code}, 11);
}

TEST(MisereQuotient, OfSubtractionGamesHasTheOutcomesOfPlay) {
  for (const char* game : {"subtract[{1, 2}]", "subtract[{2, 5, 7}]", "subtract[{1, 4, 6}]"})
    expect_outcomes_of_play({game}, 14);
}

TEST(MisereQuotient, OfSeveralGamesHasTheOutcomesOfPlay) {
  expect_outcomes_of_play({"octal[0.123]", "octal[0.75]"}, 9);
  expect_outcomes_of_play({"octal[0.75]", "subtract[{1, 2}]", "octal[0.3]"}, 9);
}

// Plambeck and Siegel 2008: 0.123 (§1), Kayles (§6, after Sibert and Conway 1992), 0.75 (§2).
TEST(MisereQuotient, AgreesWithPublishedOnes) {
  const auto expect = [](const char* game, size_t order, size_t p, uint64_t preperiod,
                         uint64_t period) {
    Subject subject;
    subject.take({game});
    EXPECT_EQ(subject.monoid().order(), order) << game;
    EXPECT_EQ(subject.monoid().p_portion(), p) << game;
    ASSERT_EQ(subject.universe->periods().size(), 1U);
    EXPECT_EQ(subject.universe->periods()[0], (heap::Period{preperiod, period})) << game;
    EXPECT_FALSE(is_tame(subject.monoid())) << game;
  };
  expect("octal[0.123]", 20, 5, 5, 5);
  expect("kayles", 40, 9, 71, 12);
  expect("octal[0.75]", 8, 2, 8, 2);
}

TEST(MisereQuotient, OfNimIsTame) {
  for (const auto& [largest, order] :
       std::vector<std::pair<int, size_t>>{{0, 1}, {1, 2}, {2, 6}, {3, 6}, {4, 10}, {7, 10}}) {
    Subject subject;
    const Sum nim = {subject.game("nim")->at(std::vector<int64_t>{largest})};
    subject.universe = *Universe::of(nim, subject.budget);
    ASSERT_TRUE(subject.universe->settle(subject.budget));
    EXPECT_EQ(subject.monoid().order(), order) << largest;
    EXPECT_TRUE(is_tame(subject.monoid())) << largest;
  }
}

TEST(MisereQuotient, GivesAllWinningMoves) {
  Subject subject;
  const auto question =
      subject.session.read("kayles(9) + octal[0.123](7) + nim(3)", subject.budget);
  ASSERT_TRUE(question);
  const auto judged = judge(question->parts, 1000, subject.budget);
  ASSERT_TRUE(judged);
  const auto played = PlayOut(Play::misere, subject.budget).solve(question->parts, 1000);
  ASSERT_TRUE(played);
  EXPECT_EQ(judged->outcome == Outcome::N, played->mover_wins);
  EXPECT_EQ(judged->winning_moves.size(), played->winning_moves.size());
}

// Positions beside heaps, one at a time, and all winning moves, against play.
TEST(MisereQuotient, DecidesWhatStandsBesideAsPlayDoes) {
  Subject subject;
  for (const char* text :
       {"kayles(8) + nim(4)", "kayles(5) + kayles(6) + octal[0.123](8)", "octal[0.75](9) + nim(5)",
        "kayles(7) + octal[0.123](11) + nim(2)", "octal[0.15](12) + subtract[{2, 3}](9)",
        "kayles(9) + nim(3) + nim(4)", "dawson(9) + kayles(4) + nim(4)"}) {
    const auto question = subject.session.read(text, subject.budget);
    ASSERT_TRUE(question) << text;
    const auto judged = judge(question->parts, 1000, subject.budget);
    ASSERT_TRUE(judged) << text << ": " << judged.error().message();
    const auto played = PlayOut(Play::misere, subject.budget).solve(question->parts, 1000);
    ASSERT_TRUE(played) << text;
    EXPECT_EQ(judged->outcome == Outcome::N, played->mover_wins) << text;
    if (judged->all) {
      EXPECT_EQ(judged->winning_moves.size(), played->winning_moves.size()) << text;
    }
  }
}

// Sums of no more tokens than one has, whatever the quotient says of larger ones: all of them
// against play.
TEST(MisereQuotient, OfBoundedTokensHasTheOutcomesOfPlay) {
  for (const char* text :
       {"kayles(13) + nim(2)", "kayles(14) + octal[0.123](9)", "octal[0.15](14) + nim(4)"}) {
    Subject subject;
    const auto question = subject.session.read(text, subject.budget);
    ASSERT_TRUE(question) << text;
    auto universe =
        Universe::of_its_tokens({question->parts.begin(), question->parts.end()}, subject.budget);
    ASSERT_TRUE(universe) << text;
    ASSERT_TRUE((*universe)->settle(subject.budget)) << text;
    const Position beside = question->parts[1];
    const auto place = (*universe)->place_beside({beside});
    ASSERT_TRUE(place) << text;
    const auto tokens = static_cast<int64_t>(*(*universe)->most_tokens());
    PlayOut play(Play::misere, subject.budget);
    size_t wrong = 0;
    for_each_sum((*universe)->games(), tokens, [&](const Sum& sum) {
      std::vector<Position> together(sum.begin(), sum.end());
      for (const size_t s : {size_t{0}, *place}) {
        const auto element = (*universe)->element(sum, subject.budget);
        ASSERT_TRUE(element);
        if (s != 0) together.push_back(beside);
        const auto wins = play.mover_wins(together);
        ASSERT_TRUE(wins);
        if ((*universe)->quotient().monoid().is_lost(*element, s) == *wins && ++wrong < 4)
          ADD_FAILURE() << text << ": " << to_string(sum);
      }
    });
  }
}

// 0.123(77) is 0 in every sum, so that far heaps of kayles are decided by the quotient of kayles.
TEST(MisereQuotient, TakesTheCanonicalFormOfWhatStandsBeside) {
  Subject subject;
  const auto question = subject.session.read(
      "kayles(1000000000000000000) + octal[0.123](77) + nim(3)", subject.budget);
  ASSERT_TRUE(question);
  const auto judged = judge(question->parts, 4, subject.budget);
  ASSERT_TRUE(judged);
  EXPECT_EQ(judged->outcome, Outcome::N);
  EXPECT_EQ(judged->winning_moves.size(), 4U);
}

TEST(MisereQuotient, DeclinesOtherGamesWithTheReason) {
  Subject subject;
  const auto why = [&](const char* game) {
    const auto universe = Universe::of_games({subject.game(game)}, subject.budget);
    return universe ? std::string() : universe.error().message();
  };
  EXPECT_NE(why("chomp2").find("take-and-break"), std::string::npos);
  EXPECT_NE(why("code[0.8]").find("at most two heaps"), std::string::npos);
  EXPECT_NE(why("code[0.3[3]]").find("finitely many digits"), std::string::npos);
}

// Grundy's game, whose heap of 29 makes the quotient large.
TEST(MisereQuotient, ThatTakesTooManyStepsIsThatOfTheHeapsBefore) {
  const auto of_grundys_game = [](Budget& budget) {
    return Quotient(Letters({*heap::simple_moves(*parse_heap_code("4!.0"))}, {}), budget);
  };
  const Budget whole;
  Budget some(whole, 20'000'000);
  Quotient quotient = of_grundys_game(some);
  EXPECT_FALSE(take_heaps(quotient, 40));
  ASSERT_TRUE(some.out_of_steps());
  const size_t heaps = quotient.images().size();
  EXPECT_GT(heaps, 10U);
  Budget budget;
  Quotient again = of_grundys_game(budget);
  ASSERT_TRUE(take_heaps(again, heaps - 1));
  EXPECT_EQ(quotient.images(), again.images());
  EXPECT_EQ(quotient.monoid().order(), again.monoid().order());
}

// Random sums that are larger than those all of which are tried.
TEST(MisereQuotient, OfLargerSumsHasTheOutcomesByDefinition) {
  std::mt19937 random(20);
  for (const char* code : {"0.77", "0.75", "0.123", "0.644", "0.53", "0.72", "0.156", "0.44"}) {
    Subject subject;
    subject.take({fmt::format("octal[{}]", code)});
    const Quotient& quotient = subject.universe->quotient();
    ByDefinition play(code);
    for (int i = 0; i < 3; ++i) {
      std::vector<int64_t> heaps;
      Element product = 0;
      for (int64_t left = 22; left > 0; left -= heaps.back()) {
        heaps.push_back(std::min<int64_t>(left, 4 + static_cast<int64_t>(random() % 12)));
        const uint32_t letter = letter_of(quotient, subject.universe->periods(), 0,
                                          static_cast<uint64_t>(heaps.back()));
        product = subject.monoid().times(product, quotient.images()[letter]);
      }
      std::sort(heaps.begin(), heaps.end());
      EXPECT_EQ(subject.monoid().in_p(product), play.is_lost(heaps))
          << code << ": " << fmt::format("{}", fmt::join(heaps, " "));
    }
  }
}

// ⟨a, b | a² = 1, b³ = b⟩ with P = {a, b²}.
TEST(MisereStructure, OfNimUpToTwo) {
  Subject subject;
  subject.universe =
      *Universe::of({subject.game("nim")->at(std::vector<int64_t>{2})}, subject.budget);
  ASSERT_TRUE(subject.universe->settle(subject.budget));
  const Monoid& monoid = subject.monoid();
  std::vector<std::string> texts;
  for (const Relation& one : relations(monoid))
    texts.push_back(word_text(one.word, Script::text) + " = " +
                    element_text(monoid, one.equal, Script::text));
  EXPECT_EQ(texts, (std::vector<std::string>{"a² = 1", "b³ = b"}));
  const std::vector<Component> parts = components(monoid);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(kernel(monoid, parts), 1U);
  EXPECT_EQ(parts[1].elements.size(), 4U);
  EXPECT_EQ(parts[1].group, 4U);
}

}  // namespace
}  // namespace grundy::misere
