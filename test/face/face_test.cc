// The public face as its users see it: each method on good and on bad input, limits, and what may
// be moved and shared.
#include <grundy/grundy.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <unordered_set>

namespace {

using grundy::Session;

template <class T>
grundy::Error refused(const grundy::Result<T>& result, grundy::Error::Kind kind) {
  grundy::Error none{grundy::Error::Kind::internal, {grundy::Diagnostic{}}, false};
  EXPECT_FALSE(result.ok());
  if (result) return none;
  EXPECT_EQ(result.error().kind, kind) << result.error().text();
  return result.error();
}

constexpr auto kInput = grundy::Error::Kind::input;
constexpr auto kDeclined = grundy::Error::Kind::declined;

TEST(Face, ValuesAreNumbersOrdinalsAndLoops) {
  const grundy::Value five = 5;
  EXPECT_TRUE(five.is_finite());
  EXPECT_EQ(five.to_uint64(), 5u);
  EXPECT_EQ(five.outcome(), grundy::Outcome::N);
  EXPECT_EQ(grundy::Value().outcome(), grundy::Outcome::P);
  EXPECT_TRUE(grundy::Value().terms().empty());

  const grundy::Value large = *grundy::Value::parse("100000000000000000000");
  EXPECT_TRUE(large.is_finite());
  EXPECT_FALSE(large.to_uint64());
  EXPECT_EQ(large.text(), "100000000000000000000");
  EXPECT_EQ(grundy::Value(UINT64_MAX).to_uint64(), UINT64_MAX);

  const grundy::Value infinite = *grundy::Value::parse("w^2*3 + 5");
  EXPECT_FALSE(infinite.is_finite());
  ASSERT_EQ(infinite.terms().size(), 2u);
  EXPECT_EQ(infinite.terms()[0].exponent, 2);
  EXPECT_EQ(infinite.terms()[0].coefficient, 3);
  EXPECT_EQ(infinite.text(), "ω^2·3+5");
  EXPECT_EQ(infinite.json(), R"({"text": "ω^2·3+5", "cnf": [[2, 3], [0, 5]]})");

  const grundy::Value loop = grundy::Value::loopy({2, 0, 2});
  EXPECT_TRUE(loop.is_loopy());
  EXPECT_EQ(loop.exits(), (std::vector<uint64_t>{0, 2}));
  EXPECT_EQ(loop.outcome(), grundy::Outcome::N);
  EXPECT_EQ(grundy::Value::loopy({1}).outcome(), grundy::Outcome::D);
  EXPECT_EQ(nim_sum(loop, 3), grundy::Value::loopy({3, 1}));
  EXPECT_EQ(nim_sum(five, 3), 6);

  EXPECT_LT(five, large);
  EXPECT_LT(large, infinite);
  EXPECT_LT(infinite, loop);
  EXPECT_EQ(std::hash<grundy::Value>()(five),
            std::hash<grundy::Value>()(*grundy::Value::parse("5")));
  EXPECT_NE(refused(grundy::Value::parse("w^^2"), kInput).message(), "");
}

TEST(Face, SumsAreValues) {
  Session session;
  const grundy::Sum sum = *session.read("kayles(4) + nim(3) + *2");
  ASSERT_EQ(sum.size(), 3u);
  EXPECT_EQ(sum[0].text(), "kayles(4)");
  EXPECT_EQ(sum[0].game(), "kayles");
  EXPECT_EQ(sum[2].game(), "*");
  const grundy::Sum again = *session.read("nim(3) + *2 + kayles(4)");
  EXPECT_NE(sum, again);
  EXPECT_EQ(sum.sorted(), again.sorted());
  EXPECT_EQ(sum.sorted().hash(), again.sorted().hash());
  EXPECT_EQ(sum[0], again[2]);
  EXPECT_EQ(std::unordered_set<grundy::Position>(sum.begin(), sum.end()).size(), 3u);
  EXPECT_EQ((sum + again).text(), "kayles(4) + nim(3) + *2 + nim(3) + *2 + kayles(4)");
  EXPECT_EQ((sum + again).text(20), "kayles(4) + nim(3) + *2 + …");
  EXPECT_EQ(grundy::Sum().text(), "0");
  EXPECT_EQ(grundy::Sum() + sum, sum);
  EXPECT_EQ(grundy::Sum({sum[0], sum[1], sum[2]}), sum);
  EXPECT_EQ(grundy::Position().text(), "*0");
  EXPECT_EQ(session.value(grundy::Sum())->text(), "0");
}

TEST(Face, SumsOutliveTheirSessionAndBelongToIt) {
  grundy::Sum sum;
  {
    Session session;
    sum = *session.read("kayles(4) + nim(3)");
  }
  EXPECT_EQ(sum.text(), "kayles(4) + nim(3)");
  Session other;
  EXPECT_NE(sum, *other.read("kayles(4) + nim(3)"));
  EXPECT_EQ(refused(other.solve(sum), kInput).message(), "the sum has a part of another session");
  refused(other.value(sum + *other.read("nim(1)")), kInput);
  refused(other.play(sum), kInput);
  const grundy::Sum heap = *Session().read("*3");
  EXPECT_EQ(other.value(heap)->text(), "3");
}

TEST(Face, SolvesAndExplains) {
  Session session;
  const grundy::Result<grundy::Answer> answer = session.solve("kayles(10) + nim(3)");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->outcome, grundy::Outcome::N);
  EXPECT_EQ(answer->value, grundy::Value(1));
  EXPECT_EQ(answer->values[0], grundy::Value(2));
  ASSERT_EQ(answer->winning_moves.size(), 2u);
  EXPECT_EQ(answer->winning_moves[1].text(), "nim(3) → nim(2)");
  EXPECT_TRUE(answer->all_winning_moves);
  EXPECT_NE(answer->json().find(R"("outcome": "N", "value": {"text": "1")"), std::string::npos)
      << answer->json();
  EXPECT_NE(session.explain(*answer)->find("nim-sum"), std::string::npos);
  EXPECT_NE(session.plan(answer->sum)->find("kayles"), std::string::npos);
  for (const grundy::Move& move : answer->winning_moves) {
    grundy::Sum after = move.to;
    for (size_t i = 0; i < answer->sum.size(); ++i) {
      if (i != move.part) after = after + grundy::Sum({answer->sum[i]});
    }
    EXPECT_EQ(session.solve(after)->outcome, grundy::Outcome::P) << move.text();
  }

  const auto misere = session.solve("kayles(8) + nim(2)", {grundy::Play::misere, 1});
  ASSERT_TRUE(misere.ok());
  EXPECT_FALSE(misere->value);
  EXPECT_EQ(misere->play, grundy::Play::misere);
  EXPECT_EQ(session.solve("nim{1, 2, 3, 4}", {grundy::Play::normal, 1})->winning_moves.size(), 1u);

  const grundy::Error error = refused(session.solve("kayles(10) + nym(3)"), kInput);
  EXPECT_EQ(error.diagnostics[0].line, 1u);
  EXPECT_EQ(error.diagnostics[0].column, 14u);
  EXPECT_EQ(error.diagnostics[0].source, "sum");
  EXPECT_EQ(error.text(),
            "sum:1:14: error: unknown game 'nym'; did you mean 'nim'?\n  kayles(10) + nym(3)\n     "
            "          ^~~\n");
  EXPECT_EQ(refused(session.explain(grundy::Answer()), kInput).message(),
            "the answer is not one of Session::solve");
}

TEST(Face, ComparesSums) {
  Session session;
  const auto equal = session.equal("kayles(3)", "nim(3)");
  ASSERT_TRUE(equal.ok());
  EXPECT_TRUE(equal->equal);
  EXPECT_FALSE(equal->witness);
  const auto unequal = session.equal("kayles(4)", "kayles(5)");
  ASSERT_TRUE(unequal.ok());
  EXPECT_FALSE(unequal->equal);
  ASSERT_TRUE(unequal->witness);
  EXPECT_TRUE(unequal->played);
  EXPECT_NE(unequal->outcomes[0], unequal->outcomes[1]);
  const std::string json =
      R"json({"equal": false, "sums": ["kayles(4)", "kayles(5)"], "values": [{"text": "1", "cnf": [[0, 1]]}, )json"
      R"json({"text": "4", "cnf": [[0, 4]]}], "witness": "*1", "outcomes": ["P", "N"], "checked_by_play": true})json";
  EXPECT_EQ(unequal->json(), json + "\n");
  refused(session.equal("kayles(3", "nim(3)"), kInput);
  refused(session.equal("kayles(3)", "nim(3"), kInput);
}

TEST(Face, ReadsRulesAndSaysWhatIsWrongAndWhere) {
  Session session;
  const grundy::Error error = refused(
      session.load_rules("thirds.game", "game thirds(n)\n  -> thirds(n - k)  for k in 1..m\n"),
      kInput);
  EXPECT_EQ(error.diagnostics[0].source, "thirds.game");
  EXPECT_EQ(error.diagnostics[0].line, 2u);
  EXPECT_EQ(error.diagnostics[0].excerpt, "  -> thirds(n - k)  for k in 1..m");
  refused(session.value("thirds(3)"), kInput);

  ASSERT_TRUE(
      session
          .load_rules("thirds.game",
                      "# Thirds.\ngame thirds(n)\n  -> thirds(n - k)  for k in 1..(n+2)/3\n")
          .ok());
  EXPECT_EQ(session.value("thirds(10)")->text(), "4");
  EXPECT_TRUE(session.take_warnings().empty());
  EXPECT_EQ(session.game("thirds")->signature, "thirds(n)");
  EXPECT_EQ(session.game("thirds")->documentation, std::vector<std::string>{"Thirds."});
  EXPECT_NE(refused(session.game("kailes"), kInput).message().find("did you mean 'kayles'"),
            std::string::npos);
  EXPECT_GT(session.games().size(), 50u);

  ASSERT_TRUE(
      session.load_rules("slip.game", "game slip(n)\n  -> slip(n - 1) if n >= 1 and n < 0\n").ok());
  const auto warnings = session.take_warnings();
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].severity, grundy::Diagnostic::Severity::warning);
  EXPECT_EQ(warnings[0].line, 2u);
  refused(session.load_rules_file("no/such.game"), kInput);
}

TEST(Face, TablesAreNumbersWhereTheyAreSmall) {
  Session session;
  const auto table = session.table("wythoff", *session.read_box("wythoff", "b=1..3, a=0..1"));
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table->game(), "wythoff");
  EXPECT_EQ(table->coordinates(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(table->box(), (grundy::Box{{0, 1}, {1, 3}}));
  const auto values = table->small_values();
  EXPECT_EQ(std::vector<uint32_t>(values.begin(), values.end()),
            (std::vector<uint32_t>{1, 2, 3, 2, 0, 4}));
  EXPECT_EQ(*table->at({1, 3}), 4);
  refused(table->at({0, 0}), kInput);
  refused(table->at({1}), kInput);

  const auto infinite = session.table("stones[K=2]", {{2, 4}, {7, 7}});
  ASSERT_TRUE(infinite.ok());
  EXPECT_TRUE(infinite->small_values().empty());
  ASSERT_EQ(infinite->size(), 3u);
  for (size_t i = 0; i < 3; ++i)
    EXPECT_EQ((*infinite)[i], *session.value("stones[K=2](" + std::to_string(2 + i) + ", 7)"));

  refused(session.table("wythoff", {{0, 1}}), kInput);
  refused(session.table("wythoff", {{0, 1}, {3, 2}}), kInput);
  refused(session.table("wythoff", {{0, 1}, {0, *grundy::Value::parse("w")}}), kInput);
  refused(session.read_box("wythoff", "a=0..1"), kInput);
  refused(session.table("wythof", {{0, 1}, {0, 1}}), kInput);
  EXPECT_FALSE(
      refused(session.table("wythoff", {{0, 1}, {0, UINT64_MAX}}), kDeclined).message().empty());

  const auto path =
      std::filesystem::temp_directory_path() / ("face_test_" + std::to_string(getpid()) + ".table");
  ASSERT_TRUE(session.table_to_file("wythoff", {{0, 20}, {0, 20}}, path.string()).ok());
  EXPECT_GT(std::filesystem::file_size(path), 200u);
  std::filesystem::remove(path);
}

TEST(Face, MoreEffortFindsMore) {
  Session session;
  const auto usual = session.prove("octal[0.376]");
  ASSERT_TRUE(usual.ok());
  EXPECT_EQ(usual->status(), grundy::Theorem::Status::unknown);
  EXPECT_NE(usual->text().find("`prove --effort 10` takes more steps"), std::string::npos);
  grundy::ProveOptions more;
  more.effort = 10;
  EXPECT_EQ(session.prove("octal[0.376]", more)->period()->period, 4u);
  more.effort = grundy::ProveOptions::kMostEffort + 1;
  EXPECT_FALSE(session.prove("octal[0.376]", more).ok());
}

TEST(Face, TheoremsHaveTypesAndCertificates) {
  Session session;
  const auto law = session.prove("subtract[{1, 3, 4}]");
  ASSERT_TRUE(law.ok());
  EXPECT_TRUE(law->is_proved());
  EXPECT_EQ(law->kind(), grundy::Theorem::Kind::period);
  EXPECT_EQ(law->period()->period, 7u);
  EXPECT_EQ(law->period()->preperiod, 0u);
  EXPECT_EQ(law->period()->values, (std::vector<uint32_t>{0, 1, 0, 1, 2, 3, 2}));
  EXPECT_TRUE(law->period()->exceptions.empty());
  const std::string certificate = *session.certificate(*law);
  EXPECT_TRUE(session.check(certificate)->accepted);
  EXPECT_EQ(session.check(certificate + certificate)->certificates, 2u);
  std::string wrong = certificate;
  wrong[wrong.rfind('2')] = '1';
  const auto judged = session.check(wrong);
  ASSERT_TRUE(judged.ok());
  EXPECT_FALSE(judged->accepted);
  EXPECT_GT(judged->line, 0u);
  EXPECT_NE(judged->reason, "");
  refused(session.check(certificate, "sorcery"), kInput);
  refused(session.check_file("no/such.cert"), kInput);

  const auto cases = session.prove("forced", {{}, "n >= m: n - m; n < m: w + m - n - 1", ""});
  ASSERT_TRUE(cases.ok());
  EXPECT_TRUE(cases->is_proved());
  EXPECT_EQ(cases->kind(), grundy::Theorem::Kind::cases);
  ASSERT_EQ(cases->cases().size(), 2u);
  EXPECT_EQ(cases->cases()[0].condition, "n >= m");
  EXPECT_NE(cases->latex().find("\\begin{theorem}"), std::string::npos);
  EXPECT_NE(cases->json().find(R"("status": "proved")"), std::string::npos);

  const auto refuted = session.prove("king", {{}, "min(a, b) % 2 = 0: max(a, b) % 2; 3", ""});
  ASSERT_TRUE(refuted.ok());
  EXPECT_EQ(refuted->status(), grundy::Theorem::Status::refuted);
  EXPECT_EQ(refuted->refutation()->position, (std::vector<uint64_t>{1, 1}));
  EXPECT_EQ(refuted->refutation()->value, "2");
  EXPECT_EQ(refuted->latex(), "");
  refused(session.certificate(*refuted), kDeclined);

  const grundy::Error slip =
      refused(session.prove("king", {{}, "min(a, b) % 2 = : 1", ""}), kInput);
  EXPECT_EQ(slip.diagnostics[0].source, "formula");
  refused(session.prove("nosuchgame"), kInput);
}

TEST(Face, PlaysAgainstTheMachine) {
  Session session;
  auto begun = session.play("nim{1, 2}");
  ASSERT_TRUE(begun.ok());
  grundy::Match match = *std::move(begun);
  EXPECT_FALSE(match.over());
  EXPECT_EQ(match.parts().text(), "nim(1) + nim(2)");
  refused(match.take_back(), kInput);
  refused(match.read("nim(7)"), kInput);
  refused(match.moves(2), kInput);
  const auto moves = match.moves(1);
  ASSERT_TRUE(moves.ok());
  EXPECT_EQ(moves->moves.size(), 2u);
  EXPECT_TRUE(moves->all);

  const grundy::Move first = *match.read("2: nim(1)");
  EXPECT_EQ(first.text(), "nim(2) → nim(1)");
  const auto advice = match.advise();
  ASSERT_TRUE(advice.ok());
  EXPECT_EQ(advice->outcome, grundy::Outcome::N);
  EXPECT_EQ(advice->move.text(), first.text());
  ASSERT_TRUE(match.make(first).ok());
  refused(match.make(first), kInput);
  ASSERT_TRUE(match.take_back().ok());
  grundy::Move illegal = first;
  illegal.to = *session.read("nim(5)");
  refused(match.make(illegal), kInput);
  illegal.part = 9;
  refused(match.make(illegal), kInput);

  while (!match.over()) {
    const auto next = match.advise();
    ASSERT_TRUE(next.ok());
    ASSERT_TRUE(match.make(next->move).ok());
  }
  EXPECT_TRUE(match.last_mover_wins());
  refused(match.advise(), kInput);
  refused(match.read("nim(0)"), kInput);
  EXPECT_FALSE(session.play("nim{1, 2}", grundy::Play::misere)->last_mover_wins());
  refused(session.play("nim{1, 2"), kInput);
}

TEST(Face, TheStopFlagEndsALongCall) {
  std::atomic<bool> stop{false};
  bool told = false;
  grundy::SessionOptions options;
  options.stop = &stop;
  options.progress = [&](const grundy::Progress&) {
    told = true;
    stop = true;  // at the first sign of life
    throw std::runtime_error("dropped");
  };
  Session session(options);
  const grundy::Error error = refused(session.value("octal[0.106](1000000000)"), kDeclined);
  EXPECT_TRUE(told);
  EXPECT_TRUE(error.ended);
  EXPECT_EQ(error.message(), "interrupted");
  stop = false;
  EXPECT_EQ(session.value("kayles(10)")->text(), "2");
}

TEST(Face, ATimeLimitEndsALongCall) {
  grundy::SessionOptions options;
  options.time_limit = 1e-3;
  Session session(options);
  EXPECT_TRUE(refused(session.value("octal[0.106](1000000000)"), kDeclined).ended);
}

TEST(Face, AStoreOutlivesItsSession) {
  const auto path =
      std::filesystem::temp_directory_path() / ("face_test_" + std::to_string(getpid()) + ".store");
  const auto positions = [](Session& session) {
    const auto found = session.evaluate(*session.read("cram(4x5)"));
    EXPECT_TRUE(found);
    EXPECT_EQ(found->value, 2);
    return found->work.positions;
  };
  {
    Session first;
    ASSERT_TRUE(first.use_store(path));
    EXPECT_GT(positions(first), 0u);
    ASSERT_TRUE(first.save_store());
    EXPECT_TRUE(first.take_warnings().empty());
    Session second;
    ASSERT_TRUE(second.use_store(path));
    EXPECT_EQ(second.take_warnings().size(), 1u);  // it is in use
    EXPECT_EQ(positions(second), 0u);
    ASSERT_TRUE(first.use_store(path));
    EXPECT_TRUE(first.take_warnings().empty());
    EXPECT_EQ(positions(first), 0u);
  }
  Session last;
  ASSERT_TRUE(last.use_store(path));
  EXPECT_EQ(positions(last), 0u);
  refused(last.use_store(std::filesystem::temp_directory_path()), kInput);
  EXPECT_GT(positions(last), 0u);
  EXPECT_TRUE(last.save_store());
  std::filesystem::remove(path);
}

TEST(Face, SessionsMove) {
  Session session;
  const grundy::Sum sum = *session.read("kayles(4)");
  Session moved = std::move(session);
  EXPECT_EQ(moved.value(sum)->text(), "1");
  session = Session();
  EXPECT_EQ(session.value("kayles(5)")->text(), "4");
  grundy::Match match = *moved.play(sum);
  moved = Session();
  EXPECT_EQ(match.advise()->outcome, grundy::Outcome::N);  // a match keeps its session
  grundy::Match other = std::move(match);
  match = std::move(other);
  EXPECT_EQ(match.parts().text(), "kayles(4)");
}

TEST(Face, TwoSessionsInTwoThreads) {
  std::vector<std::string> values(2);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < 2; ++i) {
    threads.emplace_back([&values, i] {
      Session session;
      for (int n = 20; n < 40; ++n) {
        const std::string heap = std::to_string(n);
        values[i] +=
            session.value("kayles(" + heap + ") + stones[K=2](4, " + heap + ")")->text() + " ";
        values[i] +=
            std::to_string(session.solve("grundys(" + heap + ") + nim(3)")->winning_moves.size()) +
            " ";
      }
      values[i] += session.prove("forced")->text();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(values[0], values[1]);
  EXPECT_GT(values[0].size(), 200u);
}

/// A game that no closed form knows: each needs a table of its own.
std::string tabulated_game(int number) {
  const std::string name = "taken" + std::to_string(number);
  return "game " + name + "(a, b)\n  -> " + name + "(a - k, b)  for k in 1..a/2 + " +
         std::to_string(number) + "\n  -> " + name + "(a, b - k)  for k in 1..b\n  -> " + name +
         "(a - 1, b - 1)  if a >= 1 and b >= 1\n";
}

TEST(Face, ALongSessionStaysWithinItsMemory) {
  grundy::SessionOptions options;
  options.memory_limit = 4 << 20;
  Session session(options);
  uint64_t most = 0;
  std::string first;
  for (int i = 1; i <= 12; ++i) {
    ASSERT_TRUE(session.load_rules("taken", tabulated_game(i)).ok());
    const auto value = session.value("taken" + std::to_string(i) + "(400, 400)");
    ASSERT_TRUE(value.ok()) << i << value.error().text();
    if (i == 1) first = value->text();
    most = std::max(most, session.memory_kept());
  }
  EXPECT_LE(most, options.memory_limit);
  EXPECT_GT(most, options.memory_limit / 8) << "the games are too small for this test";
  EXPECT_EQ(session.value("taken1(400, 400)")->text(),
            first);  // it was forgotten, and answers again
  const std::string reason = refused(session.value("taken1(40000, 40000)"), kDeclined).message();
  EXPECT_NE(reason.find("more than the memory limit"), std::string::npos) << reason;
  EXPECT_EQ(session.value("taken2(40, 40)").ok(), true);
}

}  // namespace
