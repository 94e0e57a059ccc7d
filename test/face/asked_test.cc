// What the program's commands ask beside values and moves: tasks with one limit, batches, games
// with outcomes alone, rows of things, contest problems, and the forms of numbers and tables. Each
// is compared with another way to its answer.
#include <grundy/grundy.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace {

using grundy::Value;

constexpr const char* kRace =
    "game race(n)\n  left  -> race(n - k)  for k in 1..2\n  right -> race(n - k)  for k in 1..3\n"
    "game ends(n, m)\n  -> ends(n - k, m)  for k in 1..3\n  -> ends(n, m - k)  for k in 1..2\n  "
    "win if n = 0\n";

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::string position(const std::string& game, uint64_t n) {
  return game + "(" + std::to_string(n) + ")";
}

TEST(FaceNumbers, AreReadAndWrittenOfAnySize) {
  EXPECT_EQ(Value::natural("0123"), Value(123));
  EXPECT_EQ(Value::natural("123456789012345678901234567890")->text(),
            "123456789012345678901234567890");
  for (const char* no : {"", "-1", "1 ", "ω", "1e6", "0x1"})
    EXPECT_FALSE(Value::natural(no).has_value()) << no;
  EXPECT_EQ(Value(uint64_t{1} << 53).number_json(), "9007199254740992");
  EXPECT_EQ(Value((uint64_t{1} << 53) + 1).number_json(), "\"9007199254740993\"");
  EXPECT_EQ(Value::parse("w")->number_json(), Value::parse("w")->json());
  for (uint64_t n = 0; n < 30; ++n) {
    for (uint64_t m = 1; m < 9; ++m) EXPECT_EQ(grundy::remainder(n, m), Value(n % m));
  }
  EXPECT_EQ(grundy::remainder(*Value::natural("1000000000000000000000"), 7),
            Value(6));  // 10^21, as 10^6 = 1 modulo 7
}

TEST(FaceTask, ItsCallsShareTheLimits) {
  // Of memory: two tables of which one fits.
  grundy::SessionOptions options;
  options.memory_limit = 1'000'000;
  const grundy::Box box = {{0, 149'999}};
  grundy::Session session(options);
  ASSERT_TRUE(session.table("subtract[{1, 2}]", box).ok());
  ASSERT_TRUE(session.table("subtract[{1, 2}]", box).ok());
  session.begin_task();
  ASSERT_TRUE(session.table("subtract[{1, 2}]", box).ok());
  const auto second = session.table("subtract[{1, 2}]", box);
  ASSERT_FALSE(second.ok());
  EXPECT_TRUE(second.error().ended);
  session.begin_task();
  EXPECT_TRUE(session.table("subtract[{1, 2}]", box).ok());

  // Of time: short calls, as many as one likes, end when it is over.
  options = {};
  options.time_limit = 0.05;
  session.set_options(options);
  session.begin_task();
  auto batch = session.batch({});
  ASSERT_TRUE(batch.ok());
  grundy::Result<void> read;
  while (read.ok()) read = batch->read({{1, "nim(1)"}});
  EXPECT_TRUE(read.error().ended) << read.error().text();
  session.set_options({});
  EXPECT_TRUE(session.value("nim(1)").ok());
}

TEST(FaceBatch, AnswersAsTheLinesByThemselves) {
  std::vector<grundy::BatchLine> lines;
  for (uint64_t n = 0; n < 60; ++n) {
    for (const char* game : {"kayles", "grundys", "octal[0.137]", "subtract[{1, 4, 5}]", "nym"})
      lines.push_back({lines.size() + 1, position(game, n) + " + nim(2)"});
  }
  for (const unsigned threads : {1U, 3U}) {
    grundy::SessionOptions options;
    options.threads = threads;
    grundy::Session session(options);
    grundy::Session alone;
    auto batch = session.batch({.what = grundy::BatchOptions::Question::value});
    ASSERT_TRUE(batch.ok());
    size_t taken = 0;
    for (size_t round = 0; round < 2; ++round) {
      ASSERT_TRUE(batch->read(lines).ok());
      const auto done = batch->answer(
          [&](const grundy::BatchLine& line, const grundy::Result<std::string>& answer) {
            EXPECT_EQ(line.number, taken++ % lines.size() + 1);
            const auto value = alone.value(line.text);
            ASSERT_EQ(answer.ok(), value.ok()) << line.text;
            if (value) {
              EXPECT_EQ(*answer, value->text()) << line.text;
            } else {
              EXPECT_EQ(answer.error().text(), value.error().text());
            }
          });
      EXPECT_TRUE(done.ok());
    }
    EXPECT_EQ(taken, 2 * lines.size());
  }
}

TEST(FaceOutcome, IsAskedOfASumThatWasRead) {
  grundy::Session session;
  ASSERT_TRUE(session.load_rules("race.game", kRace).ok());
  using Asks = grundy::Session::Asks;
  const auto kayles = session.read("kayles(3)", Asks::outcomes);
  EXPECT_FALSE(kayles->has_outcome_only());
  EXPECT_EQ(session.solve_outcome(*kayles).error().kind, grundy::Error::Kind::input);
  const auto race = session.read("race(5)", Asks::outcomes);
  ASSERT_TRUE(race.ok() && race->has_outcome_only());
  EXPECT_EQ(session.solve_outcome(*race)->letter, session.solve_outcome("race(5)")->letter);
  EXPECT_EQ(session.solve_outcome(grundy::Sum({(*race)[0]}))->starts.size(), 2u);
  // Nothing that asks for values takes it, taken apart and put together or not.
  const std::string refusal = session.read("race(5)").error().message();
  for (const grundy::Sum& sum :
       {*race, grundy::Sum({(*race)[0]}), *race + *kayles, race->sorted()}) {
    EXPECT_EQ(session.value(sum).error().message(), refusal);
    EXPECT_EQ(session.solve(sum).error().message(), refusal);
    EXPECT_EQ(session.genus(sum).error().message(), refusal);
    EXPECT_EQ(session.equal(sum, *kayles).error().message(), refusal);
    EXPECT_FALSE(session.play(sum).ok());
  }
  EXPECT_FALSE(session.options((*race)[0]).ok());
  EXPECT_FALSE(session.solve_outcome(*race + *kayles).ok());
  EXPECT_TRUE(session.plan(*race).ok());
}

TEST(FaceOutcome, MovesOfEachStartAreCountedAndChosen) {
  grundy::Session session;
  ASSERT_TRUE(session.load_rules("race.game", kRace).ok());
  using Extreme = grundy::Extreme;
  for (uint64_t n = 0; n < 12; ++n) {
    const auto answer = session.solve_outcome(position("race", n), {.moves = 100});
    ASSERT_TRUE(answer.ok());
    for (size_t start = 0; start < 2; ++start) {
      const auto count = session.count_winning_moves(*answer, start);
      ASSERT_TRUE(count.ok() && count->has_value()) << n;
      const std::vector<std::string>& moves = answer->starts[start].winning_moves;
      EXPECT_EQ(**count, Value(moves.size())) << n;
      const auto least = session.extreme_winning_move(*answer, start, Extreme::least, "k");
      const auto greatest = session.extreme_winning_move(*answer, start, Extreme::greatest, "k");
      ASSERT_EQ(least->has_value(), !moves.empty()) << n;
      std::set<std::string> expected(moves.begin(), moves.end());
      for (const auto& one : {*least, *greatest}) {
        if (!one) continue;
        EXPECT_EQ(one->to, position("race", n - static_cast<uint64_t>(one->value)));
        EXPECT_TRUE(expected.contains(one->to));
      }
    }
    EXPECT_FALSE(session.count_winning_moves(*answer, 2).ok());
  }
  const auto over = session.solve_outcome("ends(0, 3)");
  EXPECT_TRUE(over->starts[0].is_won);
  EXPECT_EQ(**session.count_winning_moves(*over, 0), Value(0));
  const std::vector<grundy::AboutOutcomeMoves> asked = {
      {.count = std::optional<Value>(0), .term = "k"}};
  EXPECT_TRUE(contains(over->json(asked), "\"winning_move_count\": 0, \"least\": null"));
  EXPECT_FALSE(session.count_winning_moves({}, 0).ok());
}

TEST(FaceAnswer, HasWhatWasAskedAboutMovesAndAPicture) {
  grundy::Session session;
  const auto answer = session.solve("kayles(10) + nim(3)");
  grundy::AboutMoves asked;
  asked.count = *session.count_winning_moves(*answer);
  asked.term = "n - a - b";
  asked.extreme = *session.extreme_winning_move(*answer, asked.which, asked.term);
  EXPECT_TRUE(contains(answer->json(asked),
                       "\"least\": {\"term\": \"n - a - b\", \"value\": 2, \"part\": 0, "));
  EXPECT_FALSE(contains(answer->json(), "\"least\""));
  EXPECT_FALSE(session.drawn(*answer).ok());
  EXPECT_TRUE(contains(*session.drawn(*session.solve("cram(3x5)")), "<svg"));
  EXPECT_TRUE(contains(session.genus("kayles(5)")->json(), "\"text\": \"4^146\""));
}

TEST(FaceTables, AreWrittenInPieces) {
  grundy::Session session;
  EXPECT_EQ(*session.coordinates("wythoff"), (std::vector<std::string>{"a", "b"}));
  EXPECT_FALSE(session.coordinates("cram").ok());
  const auto table = session.table("wythoff", {{0, 6}, {0, 6}}, {.with_text = true});
  ASSERT_TRUE(table.ok());
  EXPECT_GE(table->work().positions, table->size());
  for (const auto format :
       {grundy::TableFormat::text, grundy::TableFormat::csv, grundy::TableFormat::latex}) {
    std::string text;
    ASSERT_TRUE(table->write(format, [&](std::string_view piece) { text += piece; }).ok());
    EXPECT_EQ(text, *table->written(format));
  }
  std::string lost;
  const auto add = [&](std::string_view piece) { lost += piece; };
  ASSERT_TRUE(
      session.write_where(*table, "value = 0", true, grundy::TableFormat::bfile, add, "b").ok());
  std::string expected;
  size_t line = 0;
  const auto positions = session.positions_where(*table, "value = 0", true);
  ASSERT_TRUE(positions.ok());
  for (const auto& one : *positions)
    expected += std::to_string(line++) + " " + one[1].text() + "\n";
  EXPECT_EQ(lost, expected);
  EXPECT_FALSE(
      session.write_where(*table, "value = q", false, grundy::TableFormat::text, add).ok());
  const auto picture =
      session.write_where(*table, "value = 0", false, grundy::TableFormat::svg, add);
  EXPECT_EQ(picture.error().kind, grundy::Error::Kind::input);
}

TEST(FaceSequence, IsWatchedAndNamed) {
  grundy::Session session;
  EXPECT_EQ(*session.code_of_game("kayles"), "0.77");
  EXPECT_EQ(session.code_of_game("wythoff").error().kind, grundy::Error::Kind::input);
  std::vector<std::string> told;
  size_t notes = 0;
  const grundy::SequenceWatch watch{[&](std::string_view line) { told.emplace_back(line); },
                                    [&](uint64_t, std::string_view) { ++notes; }};
  const auto sequence = session.sequence("octal[0.007]", 20'000, {}, watch);
  ASSERT_TRUE(sequence.ok());
  ASSERT_EQ(told.size(), 1u);
  EXPECT_TRUE(contains(told[0], "positions up to 20000 need"));
  EXPECT_EQ(sequence->loaded(), 0u);
  EXPECT_FALSE(sequence->kernel().empty());
  const auto all = session.code_moves("0.77", 100, 1000);
  const auto some = session.code_moves("0.77", 100, 3);
  EXPECT_TRUE(some->counted);
  EXPECT_EQ(some->moves.size() + some->more, all->moves.size());
}

TEST(FaceQuotient, NamesWhatWasAskedForWhereItIsDeclined) {
  grundy::Session session;
  std::string name;
  EXPECT_TRUE(session.quotient("kayles", {}, &name).ok());
  EXPECT_EQ(name, "kayles");
  EXPECT_FALSE(session.quotient("kayles + wythoff", 5, &name).ok());
  EXPECT_TRUE(contains(name, " + wythoff")) << name;
}

TEST(FaceBoards, OfEveryLengthAreProved) {
  EXPECT_EQ(grundy::subject_of("kayles"), grundy::Subject::game);
  EXPECT_EQ(grundy::subject_of("wythoffs([a, b])"), grundy::Subject::lists);
  EXPECT_EQ(grundy::subject_of("cram(3x3)"), grundy::Subject::board);
  EXPECT_EQ(grundy::subject_of("cram(1xn)"), grundy::Subject::boards);
  grundy::Session session;
  const auto theorem = session.prove_boards("cram(1xn)");
  ASSERT_TRUE(theorem.ok()) << theorem.error().text();
  EXPECT_TRUE(session.check(theorem->certificate)->accepted);
  ASSERT_EQ(theorem->values.size(), theorem->preperiod + theorem->period);
  for (uint64_t n = 1; n < 12; ++n)
    EXPECT_EQ(Value(theorem->values[n]), *session.value("cram(1x" + std::to_string(n) + ")")) << n;
  EXPECT_TRUE(contains(theorem->json(), "\"boards\": \"cram(1xn)\""));
  const auto forced = session.prove("forced");
  const std::string certificate = *session.certificate(*forced);
  EXPECT_EQ(*session.paper(*forced, certificate), *session.paper(*forced));
  EXPECT_NE(*session.paper(*forced, ""), *session.paper(*forced));
}

TEST(FaceMatch, NamesMovesInRows) {
  grundy::Session session;
  auto match = session.play("kayles(7) + nim(2)");
  ASSERT_TRUE(match.ok());
  EXPECT_TRUE(match->in_row(0));
  EXPECT_FALSE(match->in_row(1));
  EXPECT_FALSE(match->in_row(2));
  EXPECT_EQ(match->picture(), "  |||||||\n  1234567\n");
  EXPECT_FALSE(match->named_moves(1).ok());
  const auto names = match->named_moves(0);
  ASSERT_TRUE(names.ok() && names->all);
  EXPECT_EQ(names->names.size(), 13u);  // 7 pins, 6 pairs
  EXPECT_FALSE(match->named_moves(0, 3)->all);
  for (const std::string& name : names->names) {
    const auto move = match->read(name);
    ASSERT_TRUE(move.ok()) << name;
    EXPECT_EQ(*match->describe(*move), name);
  }
  EXPECT_FALSE(match->read("hit 8").ok());
  ASSERT_TRUE(match->make(*match->read("hit 4")).ok());
  EXPECT_EQ(match->picture(), "  |||.|||\n  1234567\n");
  EXPECT_EQ(match->parts().size(), 3u);
  EXPECT_EQ(*match->describe(*match->read("3: nim(1)")), "nim(2) → nim(1)");
  ASSERT_TRUE(match->take_back().ok());
  EXPECT_EQ(match->picture(), "  |||||||\n  1234567\n");
  EXPECT_EQ(match->name(0), "kayles(7)");
}

TEST(FaceMatch, AnyMoveIsLegal) {
  grundy::Session session;
  for (const char* sum : {"kayles(6) + nim(4)", "wythoff(3, 4)", "cram(2x3)", "treblecross(5)"}) {
    for (uint64_t number = 0; number < 20; ++number) {
      auto match = session.play(sum);
      ASSERT_TRUE(match.ok()) << sum;
      size_t made = 0;
      for (; !match->over(); ++made) {
        const auto advice = match->any_move(number * 31 + made);
        ASSERT_TRUE(advice.ok());
        const auto options = session.options(advice->move.from);
        EXPECT_TRUE(std::any_of(options->moves.begin(), options->moves.end(),
                                [&](const grundy::Move& one) {
                                  auto other = session.play(grundy::Sum({one.from}));
                                  return other->make({0, one.from, one.to, {}, {}}).ok() &&
                                         other->parts().sorted() == advice->move.to.sorted();
                                }))
            << advice->move.text();
        ASSERT_TRUE(match->make(advice->move).ok());
      }
      for (size_t i = 0; i < made; ++i) EXPECT_TRUE(match->take_back().ok());
      EXPECT_FALSE(match->take_back().ok());
    }
  }
}

TEST(FaceMatch, RulesAreShownAndGuessed) {
  grundy::Session session;
  const grundy::Position position = (*session.read("subtract[{1, 2}](5)"))[0];
  EXPECT_EQ(session.rules(position), session.game("subtract")->rules);
  EXPECT_EQ(session.rules((*session.read("octal[0.77](5)"))[0]), "");
  EXPECT_EQ(session.rules(grundy::Position()), "");
  const std::string right =
      *session.compare_with_guess(position, "-> subtract(n - k) for k in 1..2");
  const std::string wrong =
      *session.compare_with_guess(position, "-> subtract(n - k) for k in 1..3");
  EXPECT_NE(right, wrong);
  EXPECT_TRUE(wrong.starts_with("Not yet")) << wrong;
  EXPECT_FALSE(session.compare_with_guess(position, "-> subtract(n -").ok());
}

TEST(FaceContest, ReadsItsInput) {
  grundy::Session session;
  for (const grundy::ContestProblem& problem : grundy::contest_problems())
    EXPECT_EQ(session.answer_contest(problem.id, "?").error().kind, grundy::Error::Kind::input)
        << problem.id;
  EXPECT_EQ(*session.answer_contest("stones", "2 2\n4 7\n0 3\n"), "First\n1 4 3\n");
  EXPECT_EQ(*session.answer_contest("cf142D", "2 3 1\nR-G\nRG-\n"), "First\n");
  EXPECT_EQ(session.answer_contest("abc1", "").error().kind, grundy::Error::Kind::input);
}

}  // namespace
