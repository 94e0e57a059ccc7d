// Solves a sum, and a game of its own, with the installed library.
#include <grundy/grundy.h>

#include <iostream>

int main() {
  grundy::Solver solver;
  const grundy::Solution solution = solver.solve("kayles(10) + nim(3)");
  if (!solution.ok()) {
    std::cerr << solution.error;
    return 1;
  }
  std::cout << "outcome " << solution.outcome << ", value " << solution.value << '\n';
  for (const grundy::Move& move : solution.winning_moves) {
    std::cout << solution.parts[move.part].position << " -> " << move.to << '\n';
  }

  const std::string wrong = solver.load_rules("thirds.game",
                                              "# Take at least one stone and at most a third of the pile, rounded up.\n"
                                              "game thirds(n)\n"
                                              "  -> thirds(n - k)    for k in 1..(n + 2)/3\n");
  if (!wrong.empty()) {
    std::cerr << wrong;
    return 1;
  }
  for (int n = 0; n <= 10; ++n) {
    std::cout << solver.value("thirds(" + std::to_string(n) + ")").value << (n < 10 ? " " : "\n");
  }
  return 0;
}
