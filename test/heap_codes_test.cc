// Take-and-break codes as games: values, moves and winners against the definition, and the command
// that explains them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "analysis/order.h"
#include "analysis/relation.h"
#include "code/program.h"
#include "engine/heap/heap.h"
#include "engine/loopy/loopy_engine.h"
#include "engine/search/by_definition.h"
#include "engine/table/finite.h"
#include "reference/positions.h"
#include "reference/rules.h"
#include "rule/heap_splits.h"
#include "rule/print.h"
#include "run_program.h"
#include "session/session.h"

namespace grundy {
namespace {

using test::run_program;

constexpr int64_t kMost = 20;

std::string random_code_text(std::mt19937_64& random) {
  const auto digit = [&](bool progress) {
    const char* const kLarge[] = {"*", "{4+}", "{0,1,5}", "{3!,4=,6+}", "{2+}",
                                  "G", "O?",   "{2,3!+}", "{2=+}"};
    const char* const kSplits[] = {"0", "0", "4", "8", "C!", "8=", "{2+}=", "{4}", "{3?+}"};
    std::string text = progress            ? kSplits[random() % std::size(kSplits)]
                       : random() % 3 == 0 ? kLarge[random() % std::size(kLarge)]
                                           : std::string(1, "0123456789ABCDEF"[random() % 16]);
    if (text.find_first_of("!?=") == text.npos && random() % 3 == 0) text += "!?="[random() % 3];
    return text;
  };
  std::string text = random() % 8 == 0 ? "80." : digit(true) + ".";
  for (uint64_t i = random() % 3; i > 0; --i) text += digit(false);
  if (random() % 3 == 0) text += "[" + digit(false) + (random() % 2 == 0 ? digit(false) : "") + "]";
  return text;
}

/// Values by the definition of a code: every split that the digits allow, found among all
/// partitions.
std::vector<uint64_t> values_of(const HeapCode& code) {
  std::vector<uint64_t> values;
  for (int64_t n = 0; n <= kMost; ++n) {
    std::set<uint64_t> options;
    std::vector<uint64_t> heaps;
    const auto extend = [&](auto&& self, const HeapDigit& digit, uint64_t least,
                            uint64_t left) -> void {
      if (left == 0 && digit.allows(heaps)) {
        uint64_t nim_sum = 0;
        for (const uint64_t heap : heaps) nim_sum ^= values.at(heap);
        options.insert(nim_sum);
      }
      for (uint64_t heap = least; heap <= left; ++heap) {
        heaps.push_back(heap);
        self(self, digit, heap, left - heap);
        heaps.pop_back();
      }
    };
    for (int64_t taken = 1 - static_cast<int64_t>(code.before.size()); taken <= n; ++taken)
      extend(extend, code.digit(taken), 1, static_cast<uint64_t>(n - taken));
    uint64_t mex = 0;
    while (options.contains(mex)) ++mex;
    values.push_back(mex);
  }
  return values;
}

TEST(HeapCodes, RandomCodesByDefinition) {
  std::mt19937_64 random(21);
  size_t by_code = 0;
  Session session;
  Budget budget;
  for (int round = 0; round < 100; ++round) {
    const std::string text = random_code_text(random);
    const auto rule = session.game(fmt::format("code[{}]", text), budget);
    ASSERT_TRUE(rule.ok()) << text << rule.error().to_string();
    by_code += (*rule)->moves_by_code;
    const std::vector<uint64_t> wanted = values_of(*(*rule)->code);
    reference::Evaluator evaluator(**rule);
    std::vector<Coordinates> positions(kMost + 1, Coordinates(1));
    for (size_t n = 0; n <= kMost; ++n) positions[n][0] = Natural(n);
    const auto values = evaluator.values(positions, budget);
    ASSERT_TRUE(values.ok()) << text << values.error().to_string();
    for (size_t n = 0; n <= kMost; ++n)
      ASSERT_EQ((*values)[n], Ordinal(wanted[n])) << text << ", " << n;
    // The moves, by name and with their values.
    const int64_t n = 9 + round % 3;
    const Coordinates position = {Natural(static_cast<uint64_t>(n))};
    std::set<std::string> moves;
    std::map<uint64_t, size_t> of_value;
    moves_by_definition(**rule, {n}, 100, [&](RuleSum sum) {
      std::sort(sum.begin(), sum.end());
      uint64_t value = 0;
      for (const RulePosition& part : sum)
        value ^= wanted[static_cast<size_t>(part.coordinates[0])];
      if (moves.insert(to_string(sum)).second) ++of_value[value];
    });
    std::set<Sum> options;
    const auto listed = evaluator.game().options(
        evaluator.game().at(position),
        [&](const Sum& to) {
          options.insert(sorted(to));
          return true;
        },
        budget);
    ASSERT_TRUE(listed.ok() && *listed == Ended::complete) << text;
    ASSERT_EQ(options.size(), moves.size()) << text;
    for (const auto& [value, count] : of_value) {
      const auto to = evaluator.moves_to(position, Ordinal(value), 1'000'000, budget);
      ASSERT_TRUE(to.ok() && to->all) << text;
      ASSERT_EQ(to->moves.size(), count) << text << ", value " << value;
      ASSERT_EQ(evaluator.moves_to(position, Ordinal(value), count - 1, budget)->all, false);
      for (const Move& move : to->moves) {
        const std::string left = to_string(move.to);
        const auto after = session.read(left, budget);
        ASSERT_TRUE(after.ok()) << left;
        ASSERT_EQ(*session.value(*after, budget), Value(value)) << left;
      }
    }
  }
  EXPECT_GT(by_code, 25U);
}

// Sums with games of every kind, other games that lead to codes, and other names for them.
TEST(HeapCodes, InSumsAndRules) {
  Session session;
  Budget budget;
  const auto loaded =
      session.rulebook().load_text("test.game",
                                   "game g(n)\n  -> code[0.*=](n - 1) + g(n - 3)\n  -> g(n - 2)\n"
                                   "game other(n) = code[{4+}.7](n + 1) + g(n)\n"
                                   "game loop(n)\n  -> loop(n) + code[0.*](n)\n");
  ASSERT_TRUE(loaded.ok()) << loaded.error().to_string();
  for (const char* text : {"code[0.*](9) + nim(3)", "g(11)", "g(8) + code[0.7[03]](5)", "other(7)",
                           "other(6) + *2", "code[{4+}.7](11) + code[0.*!3](6)", "code[0.G](12)"}) {
    const auto question = session.read(text, budget);
    ASSERT_TRUE(question.ok()) << question.error().to_string();
    const auto resolved = reference::rule_sum(question->parts);
    ASSERT_TRUE(resolved.has_value()) << text;
    const RuleSum& sum = *resolved;
    for (const Play play : {Play::normal, Play::misere}) {
      const auto answer = session.solve(*question, play, 1000, budget);
      ASSERT_TRUE(answer.ok()) << text << answer.error().to_string();
      reference::WholeSum whole(play == Play::misere, 100, 1'000'000);
      const auto wins = whole.mover_wins(sum);
      ASSERT_TRUE(wins.has_value()) << text;
      EXPECT_EQ(answer->mover_wins(), *wins) << text;
      EXPECT_EQ(answer->winning_moves.empty(), !*wins) << text;
    }
  }
  const auto endless = session.read("loop(4)", budget);
  ASSERT_TRUE(endless.ok());
  const auto answer = session.solve(*endless, Play::normal, 1, budget);
  ASSERT_FALSE(answer.ok());
  EXPECT_TRUE(answer.error().message().starts_with(
      "play need not end: loop(4) comes again; play can lead to more"))
      << answer.error().message();
}

TEST(HeapCodes, WhatIsNotWrittenOutIsDeclinedAndNotGuessed) {
  Session session;
  Budget budget;
  const auto rule = session.game("code[0.*]", budget);
  ASSERT_TRUE(rule.ok());
  EXPECT_EQ(print_rule(**rule), "game code(n) = code[0.*](n)\n");
  EXPECT_EQ(lower(**rule, 100), nullptr);
  EXPECT_FALSE(sweep_order(**rule).has_value());
  EXPECT_FALSE(reachable_boxes({{*rule, {9}}}).has_value());
  const isl::Context context = isl::make_context(10'000);
  EXPECT_FALSE(line_relations(context.get(), **rule).has_value());
  EXPECT_FALSE(move_relation(context.get(), **rule).has_value());
  for (const Engine* engine : engines()) {
    EXPECT_EQ(
        reference::Evaluator::of(*engine, **rule).has_value(),
        engine == heap_engine() || engine == by_definition_engine() || engine == loopy_engine())
        << engine->name();
  }
  const auto large = session.read("code[0.*](100000000000000000000000)", budget);
  EXPECT_EQ(session.value(*large, budget).error().kind, Error::Kind::declined);
  Budget short_time;
  short_time.set_time_limit(0.05);
  const auto slow = session.read("code[0.*](100000)", budget);
  EXPECT_EQ(session.value(*slow, short_time).error().kind, Error::Kind::declined);
}

TEST(HeapCodes, ErrorsAreShownInTheSum) {
  Session session;
  Budget budget;
  EXPECT_EQ(session.read("nim(2) + code[0.7{3](5)", budget).error().to_string(),
            "sum:1:18: error: this brace has no closing '}'\n"
            "  nim(2) + code[0.7{3](5)\n"
            "                   ^\n");
  EXPECT_EQ(session.rulebook()
                .load_text("a.game", "game a(n)\n  -> code[40.0](n - 1)\n")
                .error()
                .to_string(),
            "a.game:2:11: error: the digit 4 adds 1 token and lets a move lead from a heap of 1 to "
            "1+1, where a heap is "
            "no smaller, so that play need not end\n"
            "    -> code[40.0](n - 1)\n"
            "            ^\n");
}

TEST(HeapCodes, TheCommand) {
  const auto run = [](const std::vector<std::string>& arguments) {
    const auto finished = run_program(GRUNDY_PROGRAM, arguments, "");
    return fmt::format("{}{}{}", finished.status, finished.out.empty() ? "" : " " + finished.out,
                       finished.err.empty() ? "" : " " + finished.err);
  };
  EXPECT_EQ(run({"code", "--normalise", "0.{0!,2!,3!+}"}), "0 0.{0,2+}!\n");
  EXPECT_EQ(run({"code", "--heap", "5", "{2!,3?}.0*=[30]"}),
            "0 {2!,3?}.0*=[30]\n"
            "  {2!,3?}  take nothing, leave 2 heaps, all different; or 3 heaps, not all equal\n"
            "  *=       take 2 tokens, leave any number of equal heaps\n"
            "  3        take 3, 5, 7, … tokens, leave 0 or 1 heap\n"
            "\n"
            "Moves from a heap of 5:\n"
            "  1,4\n  2,3\n  1,1,3\n  1,2,2\n  3\n  1,1,1\n  2\n  -\n");
  EXPECT_EQ(run({"code", "--heap", "9", "0.[0]"}),
            "0 0.0\n  There are no moves.\n\nMoves from a heap of 9: none\n");
  EXPECT_EQ(run({"code", "--heap", "40", "--moves", "2", "G.0"}),
            "0 G.0\n  G  take nothing, leave 4 heaps\n\nMoves from a heap of 40:\n  1,1,1,37\n  "
            "1,1,2,36\n  … and 476 "
            "more\n");
  EXPECT_EQ(run({"code", "--heap", "1000000000", "--moves", "1", "0.*"}),
            "0 0.*\n  *  take 1 token, leave any number of heaps\n\nMoves from a heap of "
            "1000000000:\n  999999999\n"
            "  … and at least 100000 more\n");
  EXPECT_EQ(run({"code", "--heap", "1000000000000000000000000000000", "0.*"}),
            "1 error: declined: moves are listed from heaps of at most 2^62 tokens\n");
  EXPECT_EQ(run({"code", "--heap", "-1", "0.*"}).substr(0, 1), "2");
  EXPECT_EQ(run({"code", "subtract[{1, 3, 4}]"}),
            "2 error: 'subtract[{1, 3, 4}]' is a game and no code; its code is 0.3033\n");
  EXPECT_EQ(run({"code", "wythoff(1, 2)"}),
            "2 error: 'wythoff' is a game and no code; its moves are none that a code could say\n");
  EXPECT_EQ(run({"code", "0.$"}),
            "2 code:1:3: error: expected a digit (0 to Z, '*' or numbers of heaps in braces), '[' "
            "or the end, found '$'\n"
            "  0.$\n    ^\n");
}

}  // namespace
}  // namespace grundy
