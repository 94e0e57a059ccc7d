#include "engine/board/groups.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <set>

#include "language/rulebook.h"

namespace grundy {
namespace {

constexpr const char* kNogo =
    "  . -> s  for s in XO\n  always every X reaches . through X and every O reaches . through O\n";
constexpr const char* kOne = "  . -> s  for s in XO\n  always every X reaches . through X\n";
constexpr const char* kTogether =
    "  . -> s  for s in XO\n  always every [XO] reaches . through [XO]\n";

struct LaidGroups {
  LaidGroups(const std::string& space, const char* lines, const PlacePointer& place) {
    Rulebook book;
    EXPECT_TRUE(book.load_text("test", "game mine on " + space + "\n" + lines).ok());
    const Rule& rule = **book.rule("mine");
    Budget budget;
    code = *board_code(rule, place, Alphabet(rule.board->letters), budget);
    EXPECT_GT(code.settled, 0u) << space << lines;
    moves = shapes_of<1>(code.moves);
  }
  LaidGroups(const std::string& space, const char* lines, size_t rows, size_t columns)
      : LaidGroups(space, lines,
                   rectangle(space == "strip"   ? SpaceKind::strip
                             : space == "ring"  ? SpaceKind::ring
                             : space == "torus" ? SpaceKind::torus
                                                : SpaceKind::grid,
                             rows, columns)) {}
  BoardCode code;
  std::vector<ShiftShape<1>> moves;
};

/// Boards as a class for each cell, and play by the definition: each stone walks to a free cell,
/// cell by cell.
class SlowGroups {
 public:
  using Board = std::vector<uint8_t>;
  explicit SlowGroups(const BoardCode& code)
      : code_(code), cells_(code.place->cells()), steps_(cells_) {
    for (const auto& [from, to] : code.steps) steps_[from].push_back(to);
  }
  bool is_allowed(const Board& board) const {
    for (size_t cell = 0; cell < cells_; ++cell) {
      for (const CodedReach& reach : code_.reaches) {
        if ((reach.from >> board[cell] & 1) == 0) continue;
        std::set<size_t> met = {cell};
        std::vector<size_t> rest = {cell};
        bool reached = false;
        while (!rest.empty() && !reached) {
          const size_t here = rest.back();
          rest.pop_back();
          for (const size_t next : steps_[here]) {
            reached = reached || (next != cell && board[next] == code_.open);
            if ((reach.through >> board[next] & 1) != 0 && met.insert(next).second)
              rest.push_back(next);
          }
        }
        if (!reached) return false;
      }
    }
    return true;
  }
  /// Each with the cell and its new class.
  std::vector<std::pair<size_t, uint8_t>> moves(const Board& board) const {
    std::vector<std::pair<size_t, uint8_t>> result;
    for (const CodedPlacement& move : code_.moves) {
      const CodedCell& cell = move.front();
      if (board[cell.cell] != code_.open) continue;
      Board next = board;
      next[cell.cell] = cell.becomes[code_.open];
      if (is_allowed(next)) result.emplace_back(cell.cell, next[cell.cell]);
    }
    return result;
  }
  uint64_t value(const Board& board) {
    const auto at = known_.find(board);
    if (at != known_.end()) return at->second;
    uint64_t found = 0;
    for (const auto& [cell, to] : moves(board)) {
      Board next = board;
      next[cell] = to;
      found |= uint64_t{1} << value(next);
    }
    return known_[board] = static_cast<uint64_t>(std::countr_one(found));
  }

 private:
  const BoardCode& code_;
  size_t cells_;
  std::vector<std::vector<size_t>> steps_;
  std::map<Board, uint64_t> known_;
};

Planes<1> planes_of(const SlowGroups::Board& board) {
  Planes<1> planes{};
  for (size_t cell = 0; cell < board.size(); ++cell) {
    if (board[cell] > 0) planes[board[cell] - 1u].add(cell);
  }
  return planes;
}

/// Of every allowed board: the moves are those of the definition; of one part, its value is that of
/// all such parts with the same key; of several, the sum of theirs. Parts on their own are the same
/// parts again.
void expect_as_defined(const LaidGroups& game, uint64_t most) {
  Groups<1> groups(game.code, game.moves);
  SlowGroups slow(game.code);
  using Key = std::pair<uint64_t, uint64_t>;
  std::map<Key, uint64_t> values;
  std::vector<std::pair<std::vector<Key>, uint64_t>> sums;
  const size_t cells = game.code.place->cells();
  const uint64_t letters = game.code.classes - 1;
  std::mt19937_64 random(5);
  uint64_t all = 1;
  for (size_t i = 0; i < cells && all <= most; ++i) all *= letters;
  for (uint64_t i = 0; i < std::min(all, most); ++i) {
    SlowGroups::Board board(cells);
    uint64_t rest = all <= most ? i : random();
    for (uint8_t& cell : board) {
      cell = static_cast<uint8_t>(rest % letters);
      rest /= letters;
    }
    if (!slow.is_allowed(board)) continue;
    const Planes<1> planes = planes_of(board);
    std::array<Mask<1>, kMostClasses> fillable{};
    for (const auto& [cell, to] : slow.moves(board)) fillable[to].add(cell);
    ASSERT_EQ(groups.look(planes).fillable, fillable);
    std::vector<Planes<1>> parts;
    groups.parts(planes, [&](const Planes<1>& part) { parts.push_back(part); });
    std::vector<Key> keys;
    for (const Planes<1>& part : parts) {
      std::vector<Planes<1>> same;
      groups.parts(part, [&](const Planes<1>& one) { same.push_back(one); });
      ASSERT_EQ(same, std::vector<Planes<1>>{part});
      const auto key = groups.key(part);
      ASSERT_TRUE(key);
      keys.emplace_back(key->low, key->high);
    }
    if (keys.size() == 1) {
      const auto [at, fresh] = values.try_emplace(keys[0], slow.value(board));
      ASSERT_EQ(at->second, slow.value(board));
    } else {
      sums.emplace_back(keys, slow.value(board));
    }
  }
  EXPECT_GT(values.size(), 3u);
  size_t compared = 0;
  for (const auto& [keys, value] : sums) {
    uint64_t sum = 0;
    bool is_known = true;
    for (const Key& key : keys) {
      const auto at = values.find(key);
      is_known = is_known && at != values.end();
      if (is_known) sum ^= at->second;
    }
    if (!is_known) continue;
    ASSERT_EQ(sum, value);
    ++compared;
  }
  EXPECT_GT(compared, 3u);
}

TEST(Groups, AllSmallBoardsAreAsDefined) {
  for (const char* lines : {kNogo, kOne, kTogether}) {
    expect_as_defined(LaidGroups("grid", lines, 2, 3), 5000);
    expect_as_defined(LaidGroups("grid along king", lines, 2, 3), 5000);
    expect_as_defined(LaidGroups("ring", lines, 1, 6), 5000);
  }
  expect_as_defined(LaidGroups("torus", kNogo, 2, 3), 5000);
}

TEST(Groups, SomeLargerBoardsAreAsDefined) {
  for (const char* lines : {kNogo, kOne}) expect_as_defined(LaidGroups("grid", lines, 3, 3), 8000);
  expect_as_defined(LaidGroups("grid", kNogo, 2, 5), 4000);
}

TEST(Groups, GraphsAreAsDefined) {
  auto place = std::make_shared<Place>();
  place->kind = SpaceKind::graph;
  place->vertices = {1, 2, 3, 4, 5, 6};
  place->edges = {{0, 1}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {3, 4}, {4, 5}};
  for (const char* lines : {kNogo, kOne, kTogether})
    expect_as_defined(LaidGroups("graph", lines, place), 5000);
}

}  // namespace
}  // namespace grundy
