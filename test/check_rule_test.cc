// What the checker of proofs takes the lines of random rule files to mean, against the definition:
// choice by choice.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "check/rule.h"
#include "generate/rules.h"
#include "language/rulebook.h"
#include "rule/meaning.h"

namespace grundy {
namespace {

using Point = std::vector<int64_t>;

/// Where the line leads to from the point with these values of its binders.
std::set<Point> by_definition(const Rule& rule, const MoveLine& line, const Point& point,
                              const Point& chosen, Fault& fault) {
  Rule one;
  one.name = one.full_name = rule.name;
  one.coordinates = rule.coordinates;
  one.moves = {line};
  for (size_t i = 0; i < chosen.size(); ++i)
    one.moves[0].conditions.push_back(apply(Op::eq, {slot(point.size() + i), constant(chosen[i])}));
  std::set<Point> result;
  fault = moves_by_definition(one, point, 8,
                              [&](const RuleSum& sum) { result.insert(sum[0].coordinates); });
  return result;
}

TEST(CheckRule, MeaningOfRandomLines) {
  const auto context = logic::make_context(100'000'000);
  const auto never = [] { return false; };
  std::mt19937_64 random(20261122);
  const auto numbers = [&](size_t count) {
    Point result(count);
    for (int64_t& n : result) n = static_cast<int64_t>(random() % 7);
    return result;
  };
  size_t lines = 0;
  size_t moves = 0;
  size_t others = 0;
  std::unique_ptr<Rulebook> book;
  for (uint64_t seed = 1; seed <= 1500; ++seed) {
    if (!book || seed % 500 == 0) book = std::make_unique<Rulebook>();
    const generate::RandomRules rules = generate::any_rules(seed);
    if (!book->load_text("random.game", rules.text)) continue;
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, rules.text));
    for (const auto& game : rules.games) {
      const auto rule = book->rule(game.name);
      ASSERT_TRUE(rule.ok()) << rule.error().to_string();
      for (const MoveLine& line : (*rule)->moves) {
        bool read = false;
        for (int round = 0; round < 40; ++round) {
          const Point point = numbers((*rule)->arity());
          const Point chosen = numbers(logic::binder_count(line));
          logic::Problem problem;
          std::vector<logic::Linear> slots;
          for (const Point* part : {&point, &chosen}) {
            for (const int64_t n : *part) {
              slots.push_back(problem.natural());
              problem.require(equal(slots.back(), logic::number(n)));
            }
          }
          std::string reason;
          const auto meaning = logic::meaning(problem, **rule, line, slots, reason);
          if (!meaning) break;
          read = true;
          Fault fault;
          const std::set<Point> wanted = by_definition(**rule, line, point, chosen, fault);
          ASSERT_EQ(fault.kind, Fault::Kind::none);
          problem.require(meaning->legal);
          logic::Problem other = problem;
          if (wanted.empty()) {
            ++others;
          } else {
            ++moves;
            ASSERT_EQ(wanted.size(), 1u);
            std::vector<logic::Linear> target;
            for (const int64_t n : *wanted.begin()) target.push_back(logic::number(n));
            problem.require(equal(meaning->option, target));
            other.require(negation(equal(meaning->option, target)));
            ASSERT_EQ(decide(context.get(), problem, never).kind, logic::Decision::Kind::possible);
          }
          ASSERT_EQ(decide(context.get(), other, never).kind, logic::Decision::Kind::impossible)
              << fmt::format("from ({}) with ({})", fmt::join(point, ", "),
                             fmt::join(chosen, ", "));
        }
        lines += read;
      }
    }
  }
  fmt::print("{} lines, {} moves, {} choices that are none\n", lines, moves, others);
  EXPECT_GT(lines, 500u);
  EXPECT_GT(moves, 1000u);
  EXPECT_GT(others, 1000u);
}

}  // namespace
}  // namespace grundy
