// The examples at the head of the public headers, as a user compiles them: each test is the text of one header, which
// SameText compares, and prints what the header's last comment lines say.
#include <grundy/grundy.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

namespace {

using Lines = std::vector<std::string>;

/// The file's lines without what they are indented by, from the one behind `begin` to the one before `end`.
Lines lines_between(const std::string& path, const std::string& begin, const std::string& end,
                    size_t prefix) {
  std::ifstream file(path);
  Lines result;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    const size_t first = line.find_first_not_of(' ');
    const std::string text = first == std::string::npos ? "" : line.substr(first);
    if (inside && text == end) return result;
    if (inside) result.push_back(line.size() > prefix ? line.substr(prefix) : "");
    inside = inside || text == begin;
  }
  return {};
}

class FaceExample : public testing::Test {
 protected:
  FaceExample() : before_(std::cout.rdbuf(out_.rdbuf())) {}
  ~FaceExample() override { std::cout.rdbuf(before_); }

  /// The example is that of the header, and has printed what it says.
  void compare(const std::string& header) {
    const std::string path = GRUNDY_SOURCE_DIR "/include/grundy/" + header;
    const Lines shown = lines_between(path, "/// @code", "/// @endcode", 4);
    ASSERT_FALSE(shown.empty()) << path;
    EXPECT_EQ(shown, lines_between(GRUNDY_SOURCE_DIR "/test/face/example_test.cc", "// " + header,
                                   "// end", 2));
    Lines printed;
    for (const std::string& line : shown) {
      if (line.starts_with("// ")) printed.push_back(line.substr(3));
    }
    Lines lines;
    for (std::string line; std::getline(out_, line);) lines.push_back(line);
    EXPECT_EQ(lines, printed);
  }

 private:
  std::stringstream out_;
  std::streambuf* before_;
};

TEST_F(FaceExample, Grundy) {
  // grundy.h
  grundy::Session session;
  std::cout << session.value("kayles(10) + nim(3)")->text() << '\n';
  // 1
  // end
  compare("grundy.h");
}

TEST_F(FaceExample, Error) {
  // error.h
  grundy::Session session;
  const grundy::Result<grundy::Value> value = session.value("kayles(10) + nym(3)");
  if (!value) {
    const grundy::Diagnostic& first = value.error().diagnostics[0];
    std::cout << first.line << ':' << first.column << ' ' << first.message << '\n';
  }
  // 1:14 unknown game 'nym'; did you mean 'nim'?
  // end
  compare("error.h");
}

TEST_F(FaceExample, Value) {
  // value.h
  grundy::Session session;
  const grundy::Result<grundy::Value> value = session.value("stones[K=2](4, 7) + nim(1)");
  std::cout << value->text() << ", " << grundy::letter(value->outcome()) << '\n';
  for (const grundy::Value::Term& term : value->terms()) {
    std::cout << "omega^" << term.exponent.text() << " times " << term.coefficient.text() << '\n';
  }
  std::cout << grundy::nim_sum(*value, 1).text() << '\n';
  // ω+2, N
  // omega^1 times 1
  // omega^0 times 2
  // ω+3
  // end
  compare("value.h");
}

TEST_F(FaceExample, Position) {
  // position.h
  grundy::Session session;
  const grundy::Sum sum = *session.read("kayles(4) + nim(3)");
  std::set<grundy::Position> seen(sum.begin(), sum.end());
  std::cout << sum.text() << ": " << seen.size() << " parts, " << sum[0].game() << " first\n";
  const grundy::Sum other = *session.read("nim(3) + kayles(4)");
  std::cout << (sum == other) << (sum.sorted() == other.sorted()) << (sum + other).size() << '\n';
  // kayles(4) + nim(3): 2 parts, kayles first
  // 014
  // end
  compare("position.h");
}

TEST_F(FaceExample, Game) {
  // game.h
  grundy::Session session;
  const grundy::Result<grundy::Game> game = session.game("kayles");
  std::cout << game->signature << ": " << game->documentation[0] << '\n' << game->rules;
  // kayles(n): Kayles (Dudeney 1908, Loyd): a row of n pins; knock down one pin or two adjacent ones.
  // game kayles(n)
  //   -> kayles(a) + kayles(b)       for a <= n, b <= a       if a + b = n - 1 or a + b = n - 2
  //   show row | hit .
  // end
  compare("game.h");
}

TEST_F(FaceExample, Graph) {
  // graph.h
  const std::vector<uint32_t> arcs = {2, 1, 2, 0, 1, 0};  // 2 → 1, 2 → 0, 1 → 0
  const grundy::Result<grundy::GraphValues> graph = grundy::graph_values(3, arcs);
  std::cout << graph->values[2] << ", and after 2 → 1: " << graph->values[1] << '\n';
  // 2, and after 2 → 1: 1
  // end
  compare("graph.h");
}

TEST_F(FaceExample, Table) {
  // table.h
  grundy::Session session;
  const grundy::Result<grundy::Table> table = session.table("wythoff", {{0, 2}, {0, 3}});
  std::cout << table->coordinates()[0] << " and " << table->coordinates()[1]
            << ", the last one fastest:";
  for (const uint32_t value : table->small_values()) std::cout << ' ' << value;
  std::cout << "\nat (2, 2): " << table->at({2, 2})->text() << '\n';
  // a and b, the last one fastest: 0 1 2 3 1 2 0 4 2 0 1 5
  // at (2, 2): 1
  // end
  compare("table.h");
}

TEST_F(FaceExample, Theorem) {
  // theorem.h
  grundy::Session session;
  const grundy::Result<grundy::Theorem> theorem = session.prove("subtract[{1, 3, 4}]");
  const std::optional<grundy::Theorem::Period> law = theorem->period();
  std::cout << (theorem->is_proved() ? "proved: " : "not proved: ") << theorem->statement() << '\n';
  std::cout << "period " << law->period << " from " << law->preperiod << " on, g(10^30) = ";
  std::cout << session.value("subtract[{1, 3, 4}](1000000000000000000000000000000)")->text()
            << '\n';

  const std::string certificate = *session.certificate(*theorem);
  std::cout << (session.check(certificate)->accepted ? "accepted" : "rejected") << '\n';
  // proved: For all n >= 0 the value of subtract[{1, 3, 4}](n + 7) is that of subtract[{1, 3, 4}](n).
  // period 7 from 0 on, g(10^30) = 1
  // accepted
  // end
  compare("theorem.h");
}

TEST_F(FaceExample, Match) {
  // match.h
  grundy::Session session;
  grundy::Match match = *session.play("nim{1, 2}");
  const grundy::Advice advice = *match.advise();
  std::cout << advice.move.text() << (advice.outcome == grundy::Outcome::N ? " wins" : " delays")
            << '\n';
  if (!match.make(*match.read("2: nim(1)"))) return;
  while (!match.over() && match.make(match.advise()->move)) {
  }
  std::cout << (match.last_mover_wins() ? "normal play" : "misère play") << '\n';
  // nim(2) → nim(1) wins
  // normal play
  // end
  compare("match.h");
}

TEST_F(FaceExample, Session) {
  // session.h
  grundy::Session session;
  const grundy::Result<grundy::Answer> answer = session.solve("kayles(10) + nim(3)");
  if (!answer) {
    std::cerr << answer.error().text();
    return;
  }
  std::cout << grundy::letter(answer->outcome) << ' ' << answer->value->text() << '\n';
  for (const grundy::Move& move : answer->winning_moves) std::cout << move.text() << '\n';
  // N 1
  // kayles(10) → kayles(7) + kayles(1)
  // nim(3) → nim(2)
  // end
  compare("session.h");
}

TEST_F(FaceExample, Sequence) {
  // sequence.h
  grundy::Session session;
  const grundy::Result<grundy::Sequence> kayles = session.sequence("kayles", 1000);
  const grundy::Sequence::Law law = *kayles->law();
  std::cout << kayles->code() << " has period " << law.period << " from " << law.preperiod << " on"
            << (law.proved ? ", proved" : "") << "; g(10^12) = " << *kayles->at(1'000'000'000'000)
            << '\n';

  const grundy::Result<grundy::Code> code = session.code("0.137");
  std::cout << code->sentence << "\nFrom a heap of 3:";
  const grundy::Result<grundy::CodeMoves> moves = session.code_moves("0.137", 3);
  for (const std::vector<uint64_t>& heaps : moves->moves) {
    for (const uint64_t heap : heaps) std::cout << ' ' << heap;
    std::cout << (heaps.empty() ? " nothing;" : ";");
  }
  std::cout << '\n';
  // 0.77 has period 12 from 71 on, proved; g(10^12) = 1
  // Take 1 token, leave 0 heaps; take 2 tokens, leave 0 or 1 heap; take 3 tokens, leave 0, 1 or 2 heaps.
  // From a heap of 3: 1; nothing;
  // end
  compare("sequence.h");
}

TEST_F(FaceExample, Count) {
  // count.h
  grundy::Session session;
  const grundy::Box rows = {{1, 1000}};
  const grundy::Result<grundy::Counts> counts = session.count("kayles", rows);
  std::cout << counts->positions().text() << " rows, of which " << counts->of(1).text()
            << " have the value 1\n";
  const grundy::Result<grundy::Value> lost = session.count_tuples(*counts, 5, 0);
  std::cout << lost->text() << " times five rows are lost\n";
  const grundy::Result<grundy::Counts> cold =
      session.count("wythoff", {{0, 100}, {0, 100}}, "value = 0 and a <= b");
  std::cout << cold->positions().text() << " lost positions of Wythoff's game\n";
  // 1000 rows, of which 250 have the value 1
  // 6539466410400 times five rows are lost
  // 39 lost positions of Wythoff's game
  // end
  compare("count.h");
}

// The line is as long as in the header.
// clang-format off
TEST_F(FaceExample, Setter) {
  // setter.h
  grundy::Session session;
  const grundy::Result<grundy::StressReport> report = session.stress_formula("nim", "n % 16");
  std::cout << report->failure->position << " is " << report->failure->right << ", not " << report->failure->given << "\n";
  // nim(16) is 16, not 0
  // end
  compare("setter.h");
}
// clang-format on

TEST_F(FaceExample, Misere) {
  // misere.h
  grundy::Session session;
  const grundy::Result<grundy::Genus> genus = session.genus("kayles(5)");
  std::cout << genus->text << (genus->tame ? ", tame\n" : ", wild\n");

  const grundy::Result<grundy::Quotient> quotient = session.quotient("kayles");
  std::cout << "order " << quotient->order() << ", " << quotient->p_portion() << " in P, period "
            << quotient->periods()[0].period << " from " << quotient->periods()[0].preperiod
            << " on\n";
  const std::string certificate = *session.certificate(*quotient);
  std::cout << (session.check(certificate)->accepted ? "accepted" : "rejected") << '\n';

  const grundy::Result<grundy::MisereComparison> same =
      session.equal_in_misere("kayles(3)", "nim(3)");
  std::cout << (same->equal ? "equal" : "told apart by " + same->witness.text()) << '\n';
  // 4^146, wild
  // order 40, 9 in P, period 12 from 71 on
  // accepted
  // equal
  // end
  compare("misere.h");
}

TEST_F(FaceExample, Outcome) {
  // outcome.h
  grundy::Session session;
  const char* rules =
      "game race(n)\n"
      "  left  -> race(n - k)  for k in 1..2\n"
      "  right -> race(n - k)  for k in 1..3\n";
  if (!session.load_rules("race.game", rules)) return;
  const grundy::Result<grundy::OutcomeAnswer> answer = session.solve_outcome("race(3)");
  std::cout << answer->letter << ": Left to move " << grundy::letter(answer->starts[0].outcome)
            << ", Right to move " << grundy::letter(answer->starts[1].outcome) << '\n';
  std::cout << "Right's move: " << answer->starts[1].winning_moves[0] << '\n';
  // R: Left to move P, Right to move N
  // Right's move: race(0)
  // end
  compare("outcome.h");
}

TEST_F(FaceExample, Batch) {
  // batch.h
  grundy::Session session;
  grundy::Batch batch = *session.batch({.what = grundy::BatchOptions::Question::value});
  if (!batch.read({{1, "kayles(10)"}, {2, "nim(3) + nim(6)"}, {3, "nym(3)"}}).ok()) return;
  const grundy::Result<void> all =
      batch.answer([](const grundy::BatchLine& line, const grundy::Result<std::string>& answer) {
        std::cout << line.number << ": " << (answer ? *answer : answer.error().message()) << '\n';
      });
  std::cout << (all ? "done" : "ended by a limit") << '\n';
  // 1: 2
  // 2: 5
  // 3: unknown game 'nym'; did you mean 'nim'?
  // done
  // end
  compare("batch.h");
}

TEST_F(FaceExample, Contest) {
  // contest.h
  grundy::Session session;
  std::cout << grundy::contest_problems()[4].title << '\n'
            << *session.answer_contest("moore", "2 3\n3 5 7\n");
  // Moore's nim: k and the number of piles; the piles
  // First
  // 3 3 3
  // end
  compare("contest.h");
}

/// Whether the lines stand in the file one after another, all of them indented alike or more.
bool stands_in(const Lines& block, const Lines& file) {
  for (size_t at = 0; at + block.size() <= file.size(); ++at) {
    const size_t indent = file[at].find_first_not_of(' ');
    bool same = indent != std::string::npos;
    for (size_t i = 0; same && i < block.size(); ++i) {
      const std::string& line = file[at + i];
      same = line.size() >= indent && line.substr(indent) == block[i];
    }
    if (same) return true;
  }
  return false;
}

Lines lines_of_file(const std::string& path) {
  std::ifstream file(path);
  Lines result;
  for (std::string line; std::getline(file, line);) result.push_back(line);
  return result;
}

TEST(FaceDocument, ShowsWhatTheOutsideExampleDoes) {
  const std::string root = GRUNDY_SOURCE_DIR;
  size_t blocks = 0;
  std::string source;
  Lines block;
  for (const std::string& line : lines_of_file(root + "/doc/cpp.md")) {
    if (line == "```cpp") source = "main.cc";
    if (line == "```text") source = "expected.txt";
    if (line == "```cmake") source = "CMakeLists.txt";
    if (!line.starts_with("```")) {
      if (!source.empty()) block.push_back(line);
      continue;
    }
    if (line != "```") continue;
    EXPECT_TRUE(stands_in(block, lines_of_file(root + "/example/cpp/" + source)))
        << source << ": " << block.front();
    ++blocks;
    source.clear();
    block.clear();
  }
  EXPECT_GE(blocks, 6u);
}

}  // namespace
