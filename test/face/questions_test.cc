// The questions beside who wins: sequences, codes, counts, misère play, games with outcomes alone,
// moves that are counted, boards, laws with parameters, and the forms of tables and theorems. Each
// is compared with another way to its answer.
#include <grundy/grundy.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace {

using grundy::Outcome;
using grundy::Play;
using grundy::Value;

std::string position(const std::string& game, uint64_t n) {
  return game + "(" + std::to_string(n) + ")";
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(FaceSequence, HasTheValuesThatATableHas) {
  grundy::Session session;
  for (const char* game : {"kayles", "grundys", "octal[0.137]", "subtract[{1, 4, 5}]"}) {
    const auto sequence = session.sequence(game, 200);
    if (std::string(game).starts_with("subtract")) {
      if (!sequence) continue;  // not every such game is seen to be a code
    }
    ASSERT_TRUE(sequence.ok()) << game << sequence.error().text();
    const auto table = session.table(game, {{0, 200}});
    ASSERT_TRUE(table.ok());
    const std::vector<uint32_t> expected(table->small_values().begin(),
                                         table->small_values().end());
    EXPECT_EQ(*sequence->values(0, 201), expected) << game;
    const auto largest = std::max_element(expected.begin(), expected.end());
    EXPECT_EQ(sequence->largest(), std::pair(*largest, uint64_t(largest - expected.begin())))
        << game;
  }
}

TEST(FaceSequence, ALawSpeaksOfAllHeapsWhereItIsProved) {
  grundy::Session session;
  const auto kayles = session.sequence("kayles", 1000);
  const auto law = kayles->law();
  ASSERT_TRUE(law && law->proved);
  EXPECT_EQ(law->period, 12u);
  EXPECT_EQ(kayles->exceptions().size(), 14u);  // Winning Ways, chapter 4
  for (const uint64_t n : {uint64_t{70}, uint64_t{5000}, uint64_t{1'000'000'000'000}})
    EXPECT_EQ(Value(*kayles->at(n)), *session.value(position("kayles", n))) << n;
  const auto open = session.sequence("octal[0.007]", 3000);
  EXPECT_FALSE(open->law() && open->law()->proved);
  EXPECT_EQ(open->at(uint64_t{1} << 40), std::nullopt);
  EXPECT_EQ(open->values(2990, 1'000'000'000).error().kind, grundy::Error::Kind::input);
  EXPECT_EQ(session.sequence("wythoff", 10).error().kind, grundy::Error::Kind::input);
  EXPECT_FALSE(session.sequence("kayles", UINT64_MAX).ok());
}

TEST(FaceSequence, WritesFiles) {
  grundy::Session session;
  const std::string path = testing::TempDir() + "/face_sequence.txt";
  ASSERT_TRUE(session.sequence("kayles", 3)->write(path, grundy::Sequence::Format::bfile).ok());
  std::ifstream file(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "0 0\n1 1\n2 2\n3 3\n");
  EXPECT_FALSE(session.sequence("kayles", 3)->write("/nowhere/at/all").ok());
}

TEST(FaceCode, IsReadAndItsMovesAreOptions) {
  grundy::Session session;
  EXPECT_EQ(session.code("04.00[30]")->text, session.code(session.code("04.00[30]")->text)->text);
  EXPECT_EQ(session.code("0.77")->digits.size(), 2u);
  EXPECT_EQ(session.code("kayles").error().kind, grundy::Error::Kind::input);
  EXPECT_TRUE(contains(session.code("kayles").error().message(), "0.77"));
  for (uint64_t n = 0; n < 12; ++n) {
    const auto options = session.options((*session.read(position("kayles", n)))[0]);
    const auto moves = session.code_moves("0.77", n);
    EXPECT_TRUE(moves->all);
    EXPECT_EQ(moves->moves.size(), options->moves.size()) << n;
  }
  EXPECT_FALSE(session.code_moves("0.77", 100, 3)->all);
  EXPECT_EQ(session.code_moves("0.77", UINT64_MAX).error().kind, grundy::Error::Kind::declined);
}

TEST(FaceCounts, CountWhatATableHas) {
  grundy::Session session;
  const grundy::Box box = {{0, 6}, {1, 5}};
  const auto table = session.table("wythoff", box);
  const auto counts = session.count("wythoff", box);
  ASSERT_TRUE(counts.ok());
  std::map<Value, uint64_t> expected;
  for (size_t i = 0; i < table->size(); ++i) ++expected[(*table)[i]];
  EXPECT_EQ(counts->counts.size(), expected.size());
  for (const auto& [value, count] : expected) EXPECT_EQ(counts->of(value), Value(count));
  EXPECT_EQ(counts->of(1000), Value(0));
  EXPECT_EQ(counts->positions(), Value(table->size()));

  uint64_t pairs = 0;
  for (const uint32_t a : table->small_values()) {
    for (const uint32_t b : table->small_values()) pairs += (a ^ b) == 3 ? 1 : 0;
  }
  EXPECT_EQ(*session.count_tuples(*counts, 2, 3), Value(pairs));
  EXPECT_EQ(*session.count_tuples(*counts, 2, 3, 7), Value(pairs % 7));
  EXPECT_FALSE(session.count_tuples(*counts, 2, 3, Value(0)).ok());

  const auto some = session.positions_where(*table, "value = 0 and a < b");
  ASSERT_TRUE(some.ok());
  EXPECT_EQ(Value(some->size()), session.count("wythoff", box, "value = 0 and a < b")->positions());
  for (const auto& one : *some) EXPECT_TRUE(table->at(one)->is_zero());
  EXPECT_FALSE(session.positions_where(*table, "value = c").ok());
  const auto square = session.table("wythoff", {{0, 4}, {0, 4}});
  EXPECT_EQ(session.positions_where(*square, "", true)->size(), 15u);
}

TEST(FaceMisere, TablesAgreeWithPlay) {
  grundy::Session session;
  const auto outcomes = session.table("kayles", {{0, 20}}, {.play = Play::misere});
  const auto genera = session.table("kayles", {{0, 20}}, {grundy::Cells::genera, Play::misere});
  ASSERT_TRUE(outcomes.ok() && genera.ok());
  for (uint64_t n = 0; n <= 20; ++n) {
    const std::string sum = position("kayles", n);
    const auto played = session.solve(sum, {.play = Play::misere});
    const auto genus = session.genus(sum);
    ASSERT_TRUE(played.ok() && genus.ok()) << n;
    EXPECT_EQ(outcomes->cell(n), std::string(1, grundy::letter(played->outcome))) << n;
    EXPECT_EQ(genus->is_lost(), played->outcome == Outcome::P) << n;
    EXPECT_EQ(genera->cell(n), genus->text) << n;
    EXPECT_EQ(Value(genus->normal), *session.value(sum)) << n;
  }
  EXPECT_EQ(outcomes->cells(), grundy::Cells::outcomes);
  EXPECT_FALSE(session.positions_where(*outcomes, "value = 0").ok());
  EXPECT_EQ(session.positions_where(*outcomes, "outcome = P")->size(), 5u);  // 1, 4, 9, 12, 20
  EXPECT_FALSE(session.table("kayles", {{0, 20}}, {grundy::Cells::genera}).ok());
}

TEST(FaceMisere, QuotientsAreThoseOfTheLiterature) {
  grundy::Session session;
  const auto kayles = session.quotient("kayles");
  ASSERT_TRUE(kayles.ok()) << kayles.error().text();
  EXPECT_EQ(kayles->order(), 40u);  // Plambeck and Siegel 2008
  EXPECT_TRUE(kayles->is_for_ever());
  EXPECT_FALSE(kayles->is_tame());
  EXPECT_EQ(kayles->periods().size(), 1u);
  EXPECT_TRUE(contains(kayles->json(), "\"order\": 40"));
  EXPECT_TRUE(contains(kayles->svg(), "<svg"));
  EXPECT_GT(kayles->elements().size(), 12u);
  EXPECT_TRUE(kayles->elements(7).empty());
  EXPECT_TRUE(session.check(*session.certificate(*kayles))->accepted);
  const auto some = session.quotient("kayles", 5);
  EXPECT_FALSE(some->is_for_ever());
  EXPECT_FALSE(session.certificate(*some).ok());
  EXPECT_FALSE(session.quotient("nym").ok());
}

TEST(FaceMisere, WitnessesTellApart) {
  grundy::Session session;
  for (const char* other : {"nim(2)", "nim(3)", "kayles(4)", "kayles(2) + nim(1)"}) {
    const auto compared = session.equal_in_misere("kayles(3)", other);
    ASSERT_TRUE(compared.ok()) << other << compared.error().text();
    if (compared->equal) {
      EXPECT_EQ(compared->elements[0], compared->elements[1]);
      continue;
    }
    for (size_t i = 0; i < 2; ++i) {
      const auto answer =
          session.solve(compared->sums[i] + compared->witness, {.play = Play::misere});
      ASSERT_TRUE(answer.ok());
      EXPECT_EQ(answer->outcome, compared->outcomes[i]) << other;
    }
    EXPECT_NE(compared->outcomes[0], compared->outcomes[1]) << other;
  }
}

TEST(FaceOutcome, GamesWithSidesAndEnds) {
  grundy::Session session;
  ASSERT_TRUE(session
                  .load_rules("ends.game",
                              "game ends(n)\n  -> ends(n - k)  for k in 1..2\n  win if n = 0\n")
                  .ok());
  for (uint64_t n = 0; n < 9; ++n) {
    // Who finds 0 has won: the player who has to leave it loses, as in misère play with an empty
    // heap that is won.
    const auto answer = session.solve_outcome(position("ends", n));
    ASSERT_TRUE(answer.ok()) << answer.error().text();
    const auto misere = session.solve(position("subtract[{1, 2}]", n), {.play = Play::misere});
    EXPECT_EQ(answer->letter, grundy::letter(misere->outcome)) << n;
    EXPECT_EQ(answer->starts.size(), 1u);
    EXPECT_EQ(answer->starts[0].is_won, n == 0);
  }
  EXPECT_FALSE(session.read("ends(3)").ok());
  EXPECT_EQ(session.solve_outcome("kayles(3)").error().kind, grundy::Error::Kind::input);
}

TEST(FaceWinning, MovesAreCountedAndChosen) {
  grundy::Session session;
  for (const char* sum : {"nim{3, 5, 7}", "kayles(10) + nim(3)", "nim{1, 1}", "wythoff(7, 3)"}) {
    const auto answer = session.solve(sum, {.moves = 1000});
    ASSERT_TRUE(answer.ok() && answer->all_winning_moves) << sum;
    const auto count = session.count_winning_moves(*answer);
    ASSERT_TRUE(count.ok()) << sum;
    EXPECT_EQ(**count, Value(answer->winning_moves.size())) << sum;
  }
  const auto answer = session.solve("kayles(10) + nim(3)");
  const auto least =
      session.extreme_winning_move(*answer, grundy::Session::Extreme::least, "n - a - b");
  ASSERT_TRUE(least.ok() && least->has_value());
  EXPECT_EQ((*least)->value, 2);
  EXPECT_EQ((*least)->move.text(), "kayles(10) → kayles(7) + kayles(1)");
  EXPECT_FALSE(session.extreme_winning_move(*answer, grundy::Session::Extreme::least, "q").ok());
  EXPECT_FALSE(session.count_winning_moves({}).ok());

  EXPECT_TRUE(contains(*session.replies(*session.read("nim{1, 2, 3}")),
                       "nim(1) → 0        nim(3) → nim(2)"));
  EXPECT_FALSE(session.replies(*session.read("nim(1)")).ok());
}

TEST(FaceBoards, AreProvedAndTheirFactsTold) {
  grundy::Session session;
  const auto theorem = session.prove_board("cram(3x3)");
  ASSERT_TRUE(theorem.ok()) << theorem.error().text();
  EXPECT_EQ(theorem->value, *session.value("cram(3x3)"));
  EXPECT_TRUE(session.check(theorem->certificate)->accepted);
  EXPECT_TRUE(contains(theorem->json(), "\"value\": 0"));
  EXPECT_FALSE(session.prove_board("cram(3x3) + cram(2x2)").ok());
  EXPECT_EQ(session.prove_board("kayles(3)")->statement, "kayles(3) has the value 3.");
  const auto facts = session.board_facts("clobber");
  ASSERT_TRUE(facts.ok());
  EXPECT_TRUE(std::any_of(facts->facts.begin(), facts->facts.end(),
                          [](const auto& f) { return f.first == "parts"; }));
  const auto of_numbers = session.board_facts("nim");
  ASSERT_TRUE(of_numbers.ok());
  EXPECT_EQ(of_numbers->position, "nim(n)");
  EXPECT_TRUE(std::any_of(of_numbers->facts.begin(), of_numbers->facts.end(), [](const auto& f) {
    return f.first == "normal form" && f.second == "n → n': n' < n";
  }));
  EXPECT_FALSE(session.board_facts("moore").ok());
}

TEST(FaceTables, AreWritten) {
  grundy::Session session;
  const auto row = session.table("kayles", {{0, 3}});
  EXPECT_EQ(*row->written(grundy::TableFormat::bfile), "0 0\n1 1\n2 2\n3 3\n");
  EXPECT_TRUE(row->written(grundy::TableFormat::csv)->starts_with("n,value\n0,0\n"));
  EXPECT_TRUE(contains(*row->written(grundy::TableFormat::json), "\"kayles\""));
  EXPECT_TRUE(contains(*row->written(grundy::TableFormat::latex), "tabular"));
  EXPECT_TRUE(contains(*row->written(grundy::TableFormat::text), "kayles"));
  EXPECT_TRUE(contains(*row->written(grundy::TableFormat::svg, {.title = "A title"}), "A title"));
  const auto infinite = session.table("forced", {{1, 1}, {0, 3}});
  EXPECT_TRUE(infinite->small_values().empty());
  EXPECT_EQ(infinite->cell(0), (*infinite)[0].text());
  EXPECT_FALSE(infinite->written(grundy::TableFormat::bfile).ok());
}

TEST(FaceTheorem, HasParametersFormsAndCitations) {
  grundy::Session session;
  const auto law = session.prove("subtract[{1..k}]", {.letters = "k"});
  ASSERT_TRUE(law.ok()) << law.error().text();
  EXPECT_TRUE(law->is_proved());
  EXPECT_TRUE(contains(law->statement(), "(k + 1)"));
  EXPECT_FALSE(session.prove("subtract[{1..k}]", {.upto = 10, .letters = "k"}).ok());

  const auto wythoff = session.prove("wythoff");
  ASSERT_TRUE(wythoff->is_proved());
  EXPECT_EQ(wythoff->kind(), grundy::Theorem::Kind::automatic);
  EXPECT_TRUE(contains(wythoff->dot(), "digraph"));
  EXPECT_TRUE(contains(wythoff->svg(), "<svg"));
  EXPECT_TRUE(contains(*session.exported(*wythoff, "walnut"), "=="));
  EXPECT_FALSE(session.exported(*wythoff, "isabelle").ok());

  const auto forced = session.prove("forced");
  EXPECT_TRUE(forced->dot().empty());
  EXPECT_EQ(session.exported(*forced, "walnut").error().kind, grundy::Error::Kind::declined);
  EXPECT_EQ(session.exported(*forced, "lean").error().kind, grundy::Error::Kind::declined);
  EXPECT_TRUE(contains(*session.exported(*session.prove("kayles"), "lean"), "heap n ≈ nim"));
  EXPECT_TRUE(contains(*session.paper(*forced), "\\begin{theorem}"));
  const auto judged = session.check(*session.certificate(*forced));
  ASSERT_TRUE(judged->accepted);
  ASSERT_EQ(judged->citations.size(), 1u);
  EXPECT_EQ(judged->citations[0].game, "forced");
  EXPECT_EQ(judged->citations[0].fingerprint.size(), 64u);
  EXPECT_TRUE(contains(judged->json("forced.cert"), judged->citations[0].fingerprint));
  EXPECT_TRUE(contains(judged->citations[0].bibtex("forced.cert"), "forced.cert"));
}

TEST(FaceSession, ConjecturesAreNamedAndPagesMade) {
  grundy::Session session;
  EXPECT_FALSE(std::string(grundy::version()).empty());
  EXPECT_TRUE(session.evaluate(*session.read("kayles(10)"))->conjectures.empty());
  session.allow_conjectures();
  EXPECT_TRUE(session.solve("kayles(10)")->conjectures.empty());
  const auto pages = session.worksheet("nim{3, 5, 6}");
  ASSERT_TRUE(pages.ok());
  EXPECT_TRUE(contains(pages->answers, "the player who moves second"));
  EXPECT_FALSE(contains(pages->questions, "the player who moves second"));
  EXPECT_FALSE(session.worksheet("0").ok());
  EXPECT_EQ((*session.read("kayles(5)"))[0].drawing(), "●●●●●");
  EXPECT_TRUE(contains((*session.read("wythoff(1, 2)"))[0].drawing(), "· · ●"));
}

}  // namespace
