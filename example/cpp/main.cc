// What the installed library answers: who wins a sum, a game of one's own, a table, a theorem with
// its certificate, counts, a sequence, misère play, a game against the machine, and a long call
// that is stopped.
#include <grundy/grundy.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <thread>

namespace {

constexpr const char* kThirds =
    "# Take at least one stone and at most a third of the pile, rounded up.\n"
    "game thirds(n)\n"
    "  -> thirds(n - k)    for k in 1..(n + 2)/3\n";

/// The value, or the end of the program with the reason on standard error.
template <class T>
T require(grundy::Result<T> result) {
  if (result) return *std::move(result);
  std::cerr << result.error().text();
  std::exit(1);
}

void solve(grundy::Session& session) {
  const grundy::Answer answer = require(session.solve("kayles(10) + nim(3)"));
  std::cout << "outcome " << grundy::letter(answer.outcome) << ", value " << answer.value->text()
            << '\n';
  for (const grundy::Move& move : answer.winning_moves) std::cout << move.text() << '\n';
}

void own_rules(grundy::Session& session) {
  const grundy::Result<void> slip =
      session.load_rules("thirds.game", "game thirds(n)\n  -> thirds(n - k)  for k in 1..m\n");
  const grundy::Diagnostic& first = slip.error().diagnostics[0];
  std::cout << first.source << ", line " << first.line << ", column " << first.column << ": "
            << first.message << '\n';
  if (const auto loaded = session.load_rules("thirds.game", kThirds); !loaded)
    std::cerr << loaded.error().text();
}

void table(grundy::Session& session) {
  const grundy::Table table = require(session.table("thirds", {{0, 10}}));
  for (const uint32_t value : table.small_values()) std::cout << value << ' ';
  std::cout << '\n';
}

void theorem(grundy::Session& session) {
  const grundy::Theorem theorem = require(session.prove("subtract[{1, 3, 4}]"));
  const std::string certificate = require(session.certificate(theorem));
  std::cout << "period " << theorem.period()->period << (theorem.is_proved() ? ", proved" : "")
            << "; its certificate is "
            << (require(session.check(certificate)).accepted ? "accepted" : "rejected") << '\n';
}

void counts(grundy::Session& session) {
  const grundy::Counts counts = require(session.count("kayles", {{1, 1000}}));
  std::cout << counts.of(0).text() << " of " << counts.positions().text() << " rows are lost, and "
            << require(session.count_tuples(counts, 2, 0)).text() << " pairs of rows\n";
}

void sequence(grundy::Session& session) {
  const grundy::Sequence grundys = require(session.sequence("grundys", 100'000));
  std::cout << "code " << grundys.code() << ", largest value " << grundys.largest().first << " at "
            << grundys.largest().second << (grundys.law() ? ", a law\n" : ", no law\n");
}

void misere(grundy::Session& session) {
  const grundy::Quotient quotient = require(session.quotient("kayles"));
  std::cout << "misère kayles: genus of 5 pins " << require(session.genus("kayles(5)")).text
            << ", quotient of order " << quotient.order() << '\n';
}

void play(grundy::Session& session) {
  grundy::Match match = require(session.play("nim{1, 2, 4}"));
  for (bool machine = true; !match.over(); machine = !machine) {
    // The machine plays well; the other player takes the first move there is.
    const grundy::Move move =
        machine ? require(match.advise()).move : require(match.moves(0)).moves.front();
    std::cout << (machine ? "machine: " : "player: ") << move.text() << '\n';
    if (!match.make(move)) return;
  }
}

void stop() {
  std::atomic<bool> flag{false};
  grundy::SessionOptions options;
  options.stop = &flag;
  grundy::Session session(options);
  std::thread impatient([&flag] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    flag = true;
  });
  const grundy::Result<grundy::Value> value = session.value("octal[0.106](1000000000)");
  impatient.join();
  std::cout << (value ? value->text() : value.error().message()) << '\n';
}

}  // namespace

int main() {
  grundy::Session session;
  solve(session);
  own_rules(session);
  table(session);
  theorem(session);
  counts(session);
  sequence(session);
  misere(session);
  play(session);
  stop();
}
