// The census of games.txt: its expected answers by definition, and a sample of its questions.
// `./dev census` asks all.
#include "census/census.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "census/ask.h"
#include "reference/positions.h"
#include "reference/rules.h"
#include "session/session.h"

namespace grundy::census {
namespace {

const char* const kCensus = "test/census/games.txt";

TEST(Census, IsWrittenAsItIsRead) {
  const std::string text = contents(kCensus);
  EXPECT_EQ(census_text(read_census(text)), text);
}

TEST(Census, FillsSumsIn) {
  Graphs graphs;
  EXPECT_EQ(filled("g(${n}, ${h}) + nim(${n+t-1})", 11, graphs), "g(11, 5) + nim(13)");
  EXPECT_EQ(filled("g(T${'.'*n-1}|${'O'*h})", 4, graphs), "g(T...|OO)");
  EXPECT_EQ(contents(filled("${cycle n}", 3, graphs)), "1 2\n2 3\n3 1\n");
  EXPECT_EQ(contents(filled("${star n}", 3, graphs)), "0 1\n0 2\n");
  EXPECT_EQ(contents(filled("${wind n}", 3, graphs)), "1 2\n1 0\n2 0\n2 1\n");
}

TEST(Census, SeesWrongAnswers) {
  const std::vector<Game> games = read_census(
      "game nim\n  sizes 1, 2, 3\n  values 1, 2, ?\n  spelling built-in\n    ask nim(${n})\n    "
      "state value o-t\n"
      "game lost\n  sizes 1\n  outcomes P\n  spelling 0\n    ask 0\n");
  const auto fault = [&](size_t game, size_t size, const std::string& value,
                         const std::string& outcome) {
    Reply reply;
    reply.kind = Reply::Kind::answered;
    reply.value = value;
    reply.outcome = outcome;
    return contradiction({&games[game], games[game].spellings.data(), "solve", size}, reply);
  };
  EXPECT_EQ(fault(0, 0, "1", "N"), "");
  EXPECT_EQ(fault(0, 0, "", "N"), "");
  EXPECT_EQ(fault(0, 1, "1", "N"), "the value is 2, the answer 1");
  EXPECT_EQ(fault(0, 1, "", "P"), "the outcome is N, the answer P");
  EXPECT_EQ(fault(0, 2, "7", ""), "");
  EXPECT_EQ(fault(1, 0, "7", ""), "the outcome is P, the answer N");
  EXPECT_EQ(fault(1, 0, "∞(0)", ""), "");
  const std::vector<Cell> cells = cells_of(games);
  EXPECT_EQ(cells[0].title(), "nim, built-in: value at 1");
  EXPECT_EQ(cells[0].state(), 'o');
  EXPECT_EQ(cells[1].state(), '-');
}

/// The sum as positions of rules, if it has no others.
std::optional<RuleSum> census_sum(grundy::Session& session, const std::string& asked) {
  Budget budget;
  const auto question = session.read(asked, budget);
  if (!question) return std::nullopt;
  for (const Position& part : question->parts) {
    if (part.game->rule() == nullptr || part.game->rule()->board) return std::nullopt;
  }
  return reference::rule_sum(question->parts);
}

TEST(Census, ExpectedAnswersAreByDefinition) {
  constexpr int64_t kUnbounded = 30;
  constexpr size_t kMostPositions = 20'000;
  constexpr uint64_t kLargestSize = 12;
  const std::vector<Game> games = read_census(contents(kCensus));
  Graphs graphs;
  std::map<std::string, size_t> checked;
  std::vector<Cell> smallest;
  for (const Game& game : games) {
    const bool infinite = !game.values.empty() && game.values[0].find("ω") != std::string::npos;
    if (game.sizes[0] > kLargestSize || infinite) continue;
    for (const Spelling& spelling : game.spellings)
      smallest.push_back({&game, &spelling, "solve", 0});
  }
  for (const Cell& cell : smallest) {
    const Question question = question_of(cell, graphs);
    grundy::Session session;
    if (!question.rules.empty()) {
      ASSERT_TRUE(session.rulebook().load_text("rules", question.rules)) << question.rules;
    }
    const auto sum = census_sum(session, question.asked);
    if (!sum) continue;
    Reply reply;
    reply.kind = Reply::Kind::answered;
    if (cell.game->misere) {
      reference::WholeSum whole(true, kUnbounded, kMostPositions);
      const auto wins = whole.mover_wins(*sum);
      if (!wins) continue;
      reply.outcome = *wins ? "N" : "P";
    } else {
      reference::Values values(kUnbounded, kMostPositions, 10'000);
      const auto value = values.value(*sum);
      if (!value) continue;
      reply.value = std::to_string(*value);
    }
    EXPECT_EQ(contradiction(cell, reply), "") << cell.title();
    ++checked[cell.game->name];
  }
  EXPECT_GT(checked.size(), 35u);
}

/// About one question in so many, the same ones whatever else the census holds.
bool is_in_sample(const Cell& cell) {
  constexpr uint64_t kEvery = 12;
  uint64_t hash = 14695981039346656037u;
  for (const char c : cell.title()) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return (hash >> 20) % kEvery == 0;
}

TEST(Census, Sample) {
  const std::vector<Game> games = read_census(contents(kCensus));
  Graphs graphs;
  std::vector<Cell> cells;
  for (const Cell& cell : cells_of(games)) {
    if ((cell.state() == 'o' || cell.state() == '-') && is_in_sample(cell)) cells.push_back(cell);
  }
  EXPECT_GT(cells.size(), 100u);
  std::vector<Question> questions;
  for (const Cell& cell : cells) questions.push_back(question_of(cell, graphs));
  ask_all(questions, 0, 2, [&](size_t i, const Reply& reply) -> std::optional<double> {
    EXPECT_EQ(contradiction(cells[i], reply), "") << cells[i].title();
    const bool answered = reply.kind == Reply::Kind::answered;
    if (cells[i].state() != '-') {
      EXPECT_TRUE(answered) << cells[i].title() << ": no longer answered: " << reply.message;
    } else {
      EXPECT_FALSE(answered) << cells[i].title()
                             << ": answered now; write it down: ./dev census update '^"
                             << cells[i].game->name << "$'";
    }
    return {};
  });
}

}  // namespace
}  // namespace grundy::census
