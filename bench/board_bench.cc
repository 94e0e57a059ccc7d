// Boards against moves, parts and images that are written by hand
// (test/reference/boards_by_hand.h): the same search in sets of values, on one thread, first
// compared in the value it finds.
//
//   board_bench [--large]       --large: boards of some seconds and more
//
// Prints the expansions and options, which are the same on every machine and sign the order of
// moves, the CPU times, and how many times as long the made rule takes as the one by hand, an
// option and in all.
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>

#include "engine/board/board_mover.h"
#include "engine/board/in_set.h"
#include "language/rulebook.h"
#include "reference/boards_by_hand.h"

namespace {

using namespace grundy;

struct Timed {
  uint64_t value = 0;
  SearchWork work;
  double seconds = 0;
};

template <class Mover>
Timed timed(Mover& mover, const typename Mover::Part& part) {
  Budget budget;
  PartTable table;
  InSet<Mover> search(mover, table, budget);
  const std::clock_t start = std::clock();
  const Attempt<uint64_t> value = search.value(part);
  Timed result{value.ok() ? *value : 0, search.work(),
               static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC};
  if (!value) {
    fmt::print(stderr, "{}\n", value.error().message());
    std::exit(1);
  }
  return result;
}

template <class Hand>
void compare(Rulebook& book, const char* game, size_t rows, size_t columns,
             std::string_view start) {
  Budget budget;
  const Rule& rule = **book.rule(game);
  const Alphabet alphabet(rule.board->letters);
  const BoardCode code =
      *board_code(rule, rectangle(SpaceKind::grid, rows, columns), alphabet, budget);
  BoardMover<1> mover(code);
  Planes<1> planes{};
  for (size_t cell = 0; cell < rows * columns; ++cell) {
    const uint8_t k = code.class_of_letter[alphabet.number(
        start[(cell / columns + cell % columns) % start.size()])];
    if (k > 0) planes[k - 1u].add(cell);
  }
  const Timed made = timed(mover, mover.parts(planes).at(0));
  Hand hand(static_cast<int>(rows), static_cast<int>(columns));
  const Timed by_hand = timed(hand, hand.start());
  if (made.value != by_hand.value) {
    fmt::print(stderr, "{} {}x{}: {} and, by hand, {}\n", game, rows, columns, made.value,
               by_hand.value);
    std::exit(1);
  }
  const auto an_option = [](const Timed& one) {
    return 1e9 * one.seconds / static_cast<double>(one.work.options);
  };
  fmt::print("{:<14} {:>5} {:>12} {:>12} {:>9.2f} {:>9.2f} {:>9.0f} {:>9.0f} {:>7.2f} {:>7.2f}\n",
             fmt::format("{} {}x{}", game, rows, columns), made.value, made.work.expansions,
             made.work.options, made.seconds, by_hand.seconds, an_option(made), an_option(by_hand),
             an_option(made) / an_option(by_hand), made.seconds / by_hand.seconds);
}

}  // namespace

int main(int argc, char** argv) {
  const bool large = argc > 1 && std::string_view(argv[1]) == "--large";
  Rulebook book;
  fmt::print("{:<14} {:>5} {:>12} {:>12} {:>9} {:>9} {:>9} {:>9} {:>7} {:>7}\n", "board", "value",
             "expansions", "options", "s", "hand s", "ns/option", "hand", "ratio", "in all");
  compare<reference::HandCram>(book, "cram", 4, 7, ".");
  compare<reference::HandCram>(book, "cram", 5, 6, ".");
  compare<reference::HandCram>(book, "cram", 4, 9, ".");
  compare<reference::HandClobber>(book, "clobber", 3, 6, "XO");
  compare<reference::HandClobber>(book, "clobber", 4, 5, "XO");
  compare<reference::HandNogo>(book, "nogo", 3, 5, ".");
  compare<reference::HandNogo>(book, "nogo", 4, 4, ".");
  if (large) {
    compare<reference::HandCram>(book, "cram", 5, 8, ".");
    compare<reference::HandCram>(book, "cram", 4, 11, ".");
  }
  return 0;
}
