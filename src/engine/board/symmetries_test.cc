#include "engine/board/symmetries.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "language/rulebook.h"

namespace grundy {
namespace {

BoardCode code_on(const std::string& text, size_t rows, size_t columns) {
  Rulebook book;
  const auto loaded = book.load_text("test", text);
  EXPECT_TRUE(loaded) << (loaded ? "" : loaded.error().to_string());
  const Rule& rule = **book.rule("mine");
  Budget budget;
  return *board_code(rule, rectangle(rule.board->space.kind, rows, columns),
                     Alphabet(rule.board->letters), budget);
}

/// The placements that may stand on a part within these cells, without their cells beyond, which
/// are nothing.
std::set<CodedPlacement> within(const std::vector<CodedPlacement>& list,
                                const std::set<uint32_t>& cells) {
  std::set<CodedPlacement> result;
  for (CodedPlacement placement : list) {
    const auto is_beyond = [&](const CodedCell& cell) { return !cells.contains(cell.cell); };
    if (std::any_of(placement.begin(), placement.end(), [&](const CodedCell& cell) {
          return is_beyond(cell) && (cell.reads & 1) == 0;
        }))
      continue;
    std::erase_if(placement, is_beyond);
    result.insert(placement);
  }
  return result;
}

/// By definition: the image of each placement is one.
bool keeps_placements(const BoardCode& code, size_t turn, const std::vector<uint8_t>& classes) {
  std::set<uint32_t> before;
  std::set<uint32_t> after;
  for (uint32_t cell = 0; cell < code.place->cells(); ++cell) {
    if (const auto to = turned_cell(*code.place, cell, turn)) {
      before.insert(cell);
      after.insert(*to);
    }
  }
  for (const auto* list : {&code.moves, &code.never, &code.over}) {
    const std::set<CodedPlacement> all = within(*list, after);
    for (CodedPlacement image : within(*list, before)) {
      for (CodedCell& cell : image) {
        const CodedCell from = cell;
        cell.cell = *turned_cell(*code.place, from.cell, turn);
        cell.reads = 0;
        for (size_t k = 0; k < code.classes; ++k) {
          if ((from.reads >> k & 1) != 0)
            cell.reads = static_cast<ClassSet>(cell.reads | 1u << classes[k]);
          cell.becomes[classes[k]] = classes[from.becomes[k]];
        }
      }
      std::sort(image.begin(), image.end());
      if (!all.contains(image)) return false;
    }
  }
  return true;
}

TEST(SymmetriesTest, AreThoseThatKeepThePlacements) {
  size_t found = 0;
  for (const char* text : {
           "game mine on grid\n  .. -> ##\n",
           "game mine on grid\n  XO -> .X\n  OX -> .O\n",
           "game mine on grid\n  XO -> .X\n",
           "game mine on grid\n  .. -> ##  along right\n",
           "game mine on grid\n  ..|.? -> ##|#?\n",
           "game mine on grid\n  . -> s  for s in XO\n  always no XX and no OO\n",
           "game mine on grid along king\n  s .* q:. -> . .* s  then  q:s .* . -> s .* #  for s in "
           "XO\n",
           "game mine on grid\n  . -> X\n  over some XXX\n",
           "game mine on grid\n  A B -> B .\n  B C -> C .\n  C A -> A .\n",
       }) {
    for (const auto& [rows, columns] : {std::pair<size_t, size_t>{3, 3}, {2, 4}, {4, 3}, {1, 5}}) {
      const BoardCode code = code_on(text, rows, columns);
      std::vector<std::pair<size_t, std::vector<uint8_t>>> expected;
      for (size_t turn = 0; turn < kTurns; ++turn) {
        std::vector<uint8_t> classes(code.classes);
        std::iota(classes.begin(), classes.end(), uint8_t{0});
        do {
          if (keeps_placements(code, turn, classes)) expected.emplace_back(turn, classes);
        } while (std::next_permutation(classes.begin() + 1, classes.end()));
      }
      std::vector<std::pair<size_t, std::vector<uint8_t>>> got;
      for (const BoardSymmetry& one : symmetries_of(code)) got.emplace_back(one.turn, one.classes);
      EXPECT_EQ(got, expected) << text << rows << " x " << columns;
      found += got.size();
    }
  }
  EXPECT_GT(found, 200u);
}

TEST(SymmetriesTest, WalksKeepTheirStepsAndTheirClasses) {
  const std::string nogo =
      "game mine on grid\n  . -> s  for s in XO\n  always every X reaches . through X";
  EXPECT_EQ(symmetries_of(code_on(nogo + " and every O reaches . through O\n", 3, 3)).size(), 16u);
  EXPECT_EQ(symmetries_of(code_on(nogo + "\n", 3, 3)).size(), 8u);
  const std::string right =
      "game mine on grid along right\n  . -> X\n  always every X reaches . through X\n";
  EXPECT_EQ(symmetries_of(code_on(right, 3, 3)).size(), 2u);
}

}  // namespace
}  // namespace grundy
