// grundy: who wins an impartial combinatorial game, and why.
//
//   #include <grundy/grundy.h>
//   #include <iostream>
//
//   int main() {
//     grundy::Solver solver;
//     grundy::Solution solution = solver.solve("kayles(10) + nim(3)");
//     if (!solution.ok()) {
//       std::cerr << solution.error;
//       return 1;
//     }
//     std::cout << solution.outcome << ' ' << solution.value << '\n';          // N 1
//     for (const grundy::Move& move : solution.winning_moves) {
//       std::cout << solution.parts[move.part].position << " -> " << move.to << '\n';
//     }
//   }
//
// Sums and rule files are written as doc/language.md says. Nothing here throws for wrong input: a Solution without an
// answer has the reason in `error`. A Solver keeps what it has computed and is used by one thread at a time; different
// Solvers are independent.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace grundy {
inline namespace face {

/// What a Solution is worth.
enum class Status {
  answered,
  declined,     // understood, but not answered: infinitely many moves, a limit, play that need not end
  wrong_input,  // the sum, a rule file or another file is wrong
  internal_error,
};

struct SolvedPart {
  std::string position;  // "kayles(10)"
  std::string value;     // an ordinal, "2" or "ω·2+5"; empty where it is not known, and in misère play
};

struct Move {
  size_t part = 0;        // which part to move in, from 0
  std::string to;         // what that part becomes, in the sum notation
  std::string condition;  // when this is the least of infinitely many moves: all of them
};

struct Solution {
  Status status = Status::answered;
  std::string error;  // when not answered: where and why, as the program shows it
  char outcome = 0;   // 'N': the player to move wins; 'P': the other player wins
  std::string value;  // of the sum; empty where it is not known, and in misère play
  std::vector<SolvedPart> parts;
  std::vector<Move> winning_moves;
  bool all_winning_moves = true;

  bool ok() const { return status == Status::answered; }
};

struct SolverOptions {
  bool misere = false;        // who can't move wins
  size_t max_moves = 16;      // winning moves listed; at least one is, where there is one
  double time_limit = 0;      // seconds for a call; 0: none
  uint64_t memory_limit = 0;  // bytes for a call; 0: three quarters of the machine's memory
};

class Solver {
 public:
  explicit Solver(SolverOptions options = {});
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;
  ~Solver();

  /// Makes the games of a rule file, or of a text in the rule language, known. Empty when all is well, else what is
  /// wrong.
  std::string load_rules_file(const std::string& path);
  std::string load_rules(std::string_view name, std::string_view text);

  /// Who wins the sum, its value, and the winning moves.
  Solution solve(std::string_view sum);
  /// The value alone: outcome and moves are left out.
  Solution value(std::string_view sum);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace face
}  // namespace grundy
