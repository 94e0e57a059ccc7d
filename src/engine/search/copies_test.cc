// Games whose moves lead to many equal positions, against the definition, and against the same with
// few of them.
#include "engine/search/copies.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "engine/plan.h"
#include "engine/sum.h"
#include "game/copies.h"
#include "generate/environment.h"
#include "reference/loaded_game.h"
#include "reference/rules.h"
#include "session/session.h"

namespace grundy {
namespace {

using reference::LoadedGame;

constexpr int64_t kMostHeap = 16;

/// A rule of two games, with counts of all kinds; `many` stands for 1000000000 or 1000000001, or
/// for 2 or 3.
class CopiesRules {
 public:
  explicit CopiesRules(uint64_t seed) : random_(seed) {}

  std::string rules(int64_t even, int64_t odd) {
    std::string text = "game d(n) = " + sum(even, odd) + "\n";
    for (const char* name : {"g", "h"}) {
      text += fmt::format("game {}(n)\n", name);
      for (uint64_t lines = 1 + below(3); lines > 0; --lines) {
        const uint64_t how = below(4);
        text += fmt::format("  -> {}{}\n", sum(even, odd),
                            how == 0   ? ""
                            : how == 1 ? "  for a in 1..n"
                            : how == 2 ? "  if n % 3 != 1"
                                       : "  if 6 / (n - 4) < 3");
      }
    }
    return text;
  }

 private:
  uint64_t below(uint64_t end) { return random_() % end; }
  std::string pick(std::initializer_list<const char*> list) {
    return *(list.begin() + below(list.size()));
  }
  std::string part() {
    const std::string name = pick({"g", "g", "h", "d"});
    // Another name may not lead to itself, and play has to end.
    return fmt::format("{}({})", name == "d" ? "h" : name,
                       pick({"n - 1", "n - 2", "n / 2 - 1", "n - 5", "(n - 1) / 2"}));
  }
  std::string sum(int64_t even, int64_t odd) {
    std::string text;
    for (uint64_t parts = 1 + below(2); parts > 0; --parts) {
      const std::string count =
          below(2) == 0   ? pick({"0", "1", "2", "3", "4", "5", "6", "9", "33", "34"})
          : below(2) == 0 ? std::to_string(below(2) == 0 ? even : odd)
                          : pick({"n", "(n % 4)", "(n - 3)", "(12 / (n + 1))"});
      const uint64_t how = below(4);
      text += text.empty() ? "" : " + ";
      const std::string one = part();
      text += how == 0   ? fmt::format("sum({} for i in 2..{} + 1)", one, count)
              : how == 1 ? fmt::format("sum({} for i < {}, j < 3 if j != 1)", one, count)
              : how == 2 ? fmt::format("sum({} + {} for i < {})", one, part(), count)
                         : fmt::format("sum({} for i < {})", one, count);
    }
    return text;
  }
  std::mt19937_64 random_;
};

TEST(Copies, ValuesByDefinition) {
  const auto [seed, count] = std::pair(generate::from_environment("GRUNDY_SEED", 1),
                                       generate::from_environment("GRUNDY_RULES", 60));
  uint64_t compared = 0, faults = 0;
  for (uint64_t i = 0; i < count; ++i) {
    const std::string few = CopiesRules(seed + i).rules(2, 3);
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={}\n{}", seed + i, few));
    LoadedGame small(few);
    LoadedGame large(CopiesRules(seed + i).rules(1'000'000'000, 1'000'000'001));
    ASSERT_FALSE(HasFailure());
    Plan few_plan(*small.game), many_plan(*large.game);
    reference::Values values(0, 100'000, 1000);
    for (int64_t n = 0; n <= kMostHeap; ++n) {
      const auto wanted = values.value(RulePosition{small.game->rule(), {n}});
      const Position one = small.game->at(std::vector<int64_t>{n}),
                     many = large.game->at(std::vector<int64_t>{n});
      const auto found = few_plan.values({&one, 1}, small.budget);
      const auto far = many_plan.values({&many, 1}, large.budget);
      if (!wanted) {  // a term has no value somewhere; in pairs that cancel it does not matter
        ++faults;
        continue;
      }
      ++compared;
      ASSERT_TRUE(found.ok()) << n << ": " << found.error().message();
      ASSERT_TRUE(far.ok()) << n << ": " << far.error().message();
      EXPECT_EQ((*found)[0], Value(*wanted)) << n;
      EXPECT_EQ((*far)[0], Value(*wanted)) << n;
      // Every option has the value that its parts have, and together they have all smaller ones.
      std::set<uint64_t> seen;
      for (Plan* plan : {&few_plan, &many_plan}) {
        const Position& here = plan == &few_plan ? one : many;
        seen.clear();
        const auto listed = here.game->options(
            here,
            [&](const Sum& option) {
              const auto value = plan->value_of(option, small.budget);
              EXPECT_TRUE(value.ok());
              if (value) seen.insert(value->ordinal().finite().small());
              return true;
            },
            small.budget);
        EXPECT_TRUE(listed.ok());
        EXPECT_FALSE(seen.contains(*wanted)) << n;
        for (uint64_t v = 0; v < *wanted; ++v) EXPECT_TRUE(seen.contains(v)) << n;
      }
    }
  }
  EXPECT_GT(compared, count);
  EXPECT_GT(faults, 0U);
}

/// Positions one by one.
RuleSum written_out(const Sum& sum) {
  RuleSum result;
  for (const Position& part : sum) {
    const auto* copies = as<CopiesGame>(part.game);
    const Position one = copies == nullptr ? part : copies->one(part);
    const uint64_t count = copies == nullptr ? 1 : copies->count(part).small();
    const auto coordinates = small_coordinates(*one.game->rule(), rule_game(one)->coordinates(one));
    result.insert(result.end(), count, RulePosition{one.game->rule(), *coordinates});
  }
  std::sort(result.begin(), result.end());
  return result;
}

TEST(Copies, OptionsByDefinition) {
  const auto [seed, count] = std::pair(generate::from_environment("GRUNDY_SEED", 1),
                                       generate::from_environment("GRUNDY_RULES", 60));
  uint64_t compared = 0;
  for (uint64_t i = 0; i < count; ++i) {
    const std::string text = CopiesRules(seed + i).rules(10, 17);
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={}\n{}", seed + i, text));
    LoadedGame one(text);
    for (const char* name : {"g", "h", "d"}) {
      const RuleGame& game = one.games.of(**one.book.rule(name));
      for (int64_t n = 0; n <= kMostHeap; ++n) {
        if (game.rule()->is_alias) {
          bool natural = true;
          Fault fault;
          RuleSum wanted = resolve_alias(*game.rule(), {n}, natural, fault);
          std::sort(wanted.begin(), wanted.end());
          const auto form = game.normal_form(game.at(std::vector<int64_t>{n}), one.budget);
          ASSERT_EQ(form.ok(), natural && fault.kind == Fault::Kind::none) << n;
          if (form) {
            EXPECT_EQ(to_string(written_out(*form)), to_string(wanted)) << n;
          }
          continue;
        }
        const reference::Moves moves = reference::moves_gently(*game.rule(), {n}, 0);
        std::set<RuleSum> wanted, found;
        for (RuleSum sum : moves.results) {
          std::sort(sum.begin(), sum.end());
          wanted.insert(std::move(sum));
        }
        const auto listed = game.options(
            game.at(std::vector<int64_t>{n}),
            [&](const Sum& option) {
              found.insert(written_out(option));
              return true;
            },
            one.budget);
        if (!listed) continue;
        ASSERT_EQ(moves.fault.kind, Fault::Kind::none) << n;
        EXPECT_EQ(found, wanted) << n;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, count);
}

TEST(Copies, TermsWithoutAValue) {
  for (const char* count : {"10", "11", "n + 6"}) {
    SCOPED_TRACE(count);
    LoadedGame one(
        fmt::format("game g(n)\n  -> sum(g(12 / (n - 4)) for i < {})  if n > 3\n", count));
    const Position here = one.game->at(std::vector<int64_t>{4});
    const auto value = Plan(*one.game).values({&here, 1}, one.budget);
    ASSERT_FALSE(value.ok());
    EXPECT_NE(value.error().message().find("division by zero"), std::string::npos)
        << value.error().message();
  }
  LoadedGame none(
      "game g(n)\n  -> sum(g(12 / (n - 4)) for i < n - 4)  if n = 4\n  -> 20*g(n - 6)  if n = 5\n");
  for (const int64_t n : {4, 5}) {
    const Position here = none.game->at(std::vector<int64_t>{n});
    const auto value = Plan(*none.game).values({&here, 1}, none.budget);
    ASSERT_TRUE(value.ok()) << value.error().message();
    EXPECT_EQ((*value)[0], Value(n == 4 ? 1 : 0))
        << "without copies there is a move, without a position none";
  }
}

/// Who wins sums with so many copies in misère play, against the same with few of them, played out.
TEST(Copies, MiserePlay) {
  const std::string tame =
      "game g(n)\n  -> sum(g(n / 2) for i < {})  if n % 2 = 0 and n > 0\n  -> g(n - 1)  if n > 0\n";
  Session session;
  for (const auto& [many, few] : std::vector<std::pair<std::string, std::string>>{
           {"1000000000*kayles(4) + kayles(3)", "4*kayles(4) + kayles(3)"},
           {"1000000001*kayles(4)", "5*kayles(4)"},
           {"1000000000*kayles(1) + nim(2)", "2*kayles(1) + nim(2)"},
           {"1000000001*kayles(2) + kayles(1)", "5*kayles(2) + kayles(1)"},
           {"1000000001*nim(1)", "nim(1)"},
           {"1000000000*wythoff(1, 2) + wythoff(2, 3)", "2*wythoff(1, 2) + wythoff(2, 3)"}}) {
    SCOPED_TRACE(many);
    Budget budget;
    std::optional<Outcome> outcome;
    for (const std::string& text : {many, few}) {
      const auto question = session.read(text, budget);
      ASSERT_TRUE(question.ok());
      const auto answer = session.solve(*question, Play::misere, 1, budget);
      ASSERT_TRUE(answer.ok()) << answer.error().message();
      if (outcome) {
        EXPECT_EQ(answer->outcome, *outcome);
      }
      outcome = answer->outcome;
    }
  }
  for (int64_t n = 0; n < 12; ++n) {
    LoadedGame many(fmt::format(fmt::runtime(tame), 1'000'000'000)),
        few(fmt::format(fmt::runtime(tame), 2));
    Solvers solvers;
    Budget budget;
    const auto found =
        solve_sum({many.game->at(std::vector<int64_t>{n})}, Play::misere, 4, solvers, budget);
    ASSERT_TRUE(found.ok()) << found.error().message();
    reference::WholeSum whole(true, 0, 1'000'000);
    const auto wanted = whole.mover_wins({RulePosition{few.game->rule(), {n}}});
    ASSERT_TRUE(wanted.has_value());
    EXPECT_EQ(found->mover_wins(), *wanted) << n;
  }
}

/// A pile that is dealt out in shares that are as equal as can be.
TEST(Copies, SharesByDefinition) {
  for (const char* text :
       {"game g(n)\n  -> sum(g((n + i)/m) for i < m)  for m in 2..n\n",
        "game g(n)\n  -> sum(g((i + n - 1)/m) for i in 0..m-1)  for m in 2..n if m % 3 != 1\n",
        "game g(n)\n  -> sum(g((n + i)/3) for i < 3)  if n >= 3\n  -> g(n - 1)  if n % 2 = 0\n",
        "game g(n, k)\n  -> sum(g((n + i)/m, k - 1) for i < m)  for m in 2..n if k > 0\n",
        // A number of shares that may be 0, and other terms, are left.
        "game g(n)\n  -> sum(g((n + i)/m) for i < m)  for m < n if m > 1\n",
        "game g(n)\n  -> sum(g((n + i)/(m + 1)) for i < m)  for m in 2..n\n",
        "game g(n)\n  -> sum(g((n + 2*i)/m) for i < m)  for m in 3..n if n > 5\n"}) {
    LoadedGame one(text);
    Plan plan(*one.game);
    reference::Values values(0, 100'000, 1000);
    for (int64_t n = 0; n <= 24; ++n) {
      std::vector<int64_t> point(one.game->rule()->arity(), 3);
      point[0] = n;
      const auto wanted = values.value(RulePosition{one.game->rule(), point});
      const Position here = one.game->at(point);
      const auto found = plan.values({&here, 1}, one.budget);
      ASSERT_TRUE(wanted.has_value() && found.ok()) << text << n;
      EXPECT_EQ((*found)[0], Value(*wanted)) << text << n;
    }
  }
}

TEST(Copies, OfAPosition) {
  LoadedGame one("game g(n)\n  -> g(n - 1) + g(n - 1)\n  -> 0  if n = 2\n");
  const Position heap = one.game->at(std::vector<int64_t>{4});
  for (const uint64_t count : {0U, 1U, 8U, 9U, 1000U, 1001U}) {
    const Sum copies = copies_of(heap, count, one.games, kMostListedCopies);
    EXPECT_EQ(copies.size(), count <= 8 ? count : 1);
    if (copies.size() != 1 || count == 1) continue;
    EXPECT_EQ(to_string(copies), fmt::format("{}*g(4)", count));
    const auto form = copies[0].game->normal_form(copies[0], one.budget);
    ASSERT_TRUE(form.ok());
    EXPECT_EQ(form->size(), count <= 1000 ? count : 1);
    Plan plan(*copies[0].game);
    const auto values = plan.values({copies.data(), 1}, one.budget);
    ASSERT_TRUE(values.ok()) << values.error().message();
    const auto single = Plan(*one.game).values({&heap, 1}, one.budget);
    EXPECT_EQ((*values)[0], count % 2 == 0 ? Value() : (*single)[0]);
  }
  const Sum huge = copies_of(heap, Natural::pow(10, 30), one.games, kMostListedCopies);
  std::set<std::string> options;
  ASSERT_TRUE(huge[0]
                  .game
                  ->options(
                      huge[0],
                      [&](const Sum& option) {
                        options.insert(to_string(option));
                        return true;
                      },
                      one.budget)
                  .ok());
  EXPECT_EQ(options, std::set<std::string>{"999999999999999999999999999999*g(4) + g(3) + g(3)"});
}

TEST(Copies, PlayThatGoesRound) {
  // Ten times ∞ is not 0.
  LoadedGame one("game g(n)\n  -> g(n)\n  -> 10*g(n - 1)\n");
  const Position here = one.game->at(std::vector<int64_t>{2});
  const auto values = copies_engine()->open(*one.game)->values({&here, 1}, one.budget);
  ASSERT_FALSE(values.ok());
  EXPECT_EQ(values.error().cause, Error::Cause::cycle);
  LoadedGame many("game g(n)\n  -> g(n)\n  -> 1000000000*g(n - 1)\n");
  Solvers solvers;
  const auto solved =
      solve_sum({many.game->at(std::vector<int64_t>{2})}, Play::normal, 4, solvers, many.budget);
  ASSERT_FALSE(solved.ok());
  EXPECT_NE(solved.error().message().find("too many where play can go round"), std::string::npos);
  // A pair that is left out leaves a game in which play ends.
  LoadedGame pair("game g(n)\n  -> 4*g(n)\n  -> g(n - 1)\n");
  const Position there = pair.game->at(std::vector<int64_t>{3});
  EXPECT_FALSE(copies_engine()->open(*pair.game)->values({&there, 1}, pair.budget).ok());
}

}  // namespace
}  // namespace grundy
