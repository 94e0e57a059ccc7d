#include "reference/board_values.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>

#include "engine/board/value_set.h"
#include "language/board_text.h"
#include "language/rulebook.h"
#include "rule/board_clauses.h"
#include "rule/board_meaning.h"

namespace grundy {
namespace {

using Classes = std::vector<uint8_t>;

/// Misère play where it is known to end, of the board and beside another one or a nim heap.
void compare_misere(BoardDefinition& definition, PlaceSearch& search, const Cells& cells,
                    const Cells& other, const std::string& where) {
  constexpr size_t kMostCellsOfTwo = 6;
  Budget budget;
  const auto agree = [&](const std::vector<Cells>& boards, uint64_t heap) {
    const Attempt<bool> wins = search.wins_misere(boards, {&heap, 1}, UINT64_MAX, budget);
    if (!wins) return wins.error().message();
    return std::string(*wins == definition.wins_misere(boards, heap) ? "" : "another player wins");
  };
  const std::string alone = agree({cells}, 0);
  if (alone == "play might not end") return;
  EXPECT_EQ(alone, "") << where;
  if (cells.size() > kMostCellsOfTwo || other.empty()) return;
  EXPECT_EQ(agree({cells}, 1 + cells.size() % 3), "") << where;
  EXPECT_EQ(agree({cells, other}, 0), "") << where << " beside " << to_string(definition.at(other));
}

class Comparison {
 public:
  Comparison(const Rule& rule, const PlacePointer& place)
      : alphabet_(rule.board->letters), definition_(rule, place) {
    Attempt<BoardCode> code = board_code(rule, place, alphabet_, budget_);
    EXPECT_TRUE(code.ok()) << rule.name << ": " << code.error().to_string();
    if (!code) return;
    class_of_letter_ = code->class_of_letter;
    Attempt<std::unique_ptr<PlaceSearch>> made = place_search(*code, alphabet_);
    EXPECT_TRUE(made.ok()) << rule.name << ": " << made.error().to_string();
    if (made) search_ = *std::move(made);
  }

  /// `round` chooses what else is asked.
  void compare(const Cells& cells, size_t round, const std::string& seed) {
    if (search_ == nullptr || !definition_.is_legal(cells)) return;
    const auto where = [&] {
      return fmt::format("{}, {}", to_string(definition_.at(cells)), seed);
    };
    std::set<Classes> expected;
    for (const Cells& option : definition_.options(cells)) expected.insert(classes(option));
    std::set<Classes> found;
    for (const Classes& option : search_->options(cells)) found.insert(option);
    ASSERT_EQ(found, expected) << where();

    // A move changes cells of one part.
    const std::vector<Classes> parts = search_->parts(cells);
    const Classes now = classes(cells);
    for (const Classes& option : found) {
      size_t touched = 0;
      for (const Classes& part : parts) {
        bool all = true;
        for (size_t i = 0; i < now.size(); ++i)
          all = all && (option[i] == now[i] || part[i] != 0 || now[i] == 0);
        touched += all ? 1 : 0;
      }
      ASSERT_GE(touched, 1u) << where();
    }

    const Attempt<uint64_t> value = search_->value(cells, budget_);
    ASSERT_TRUE(value.ok()) << where() << ": " << value.error().to_string();
    ASSERT_EQ(*value, definition_.value(cells)) << where();
    const Attempt<bool> has = search_->has_value(cells, *value + round % 2, budget_);
    ASSERT_TRUE(has.ok());
    ASSERT_EQ(*has, round % 2 == 0) << where();
    compare_misere(definition_, *search_, cells, round % 6 == 0 ? before_ : Cells(), where());
    before_ = cells;
  }

 private:
  Classes classes(const Cells& cells) const {
    Classes result;
    for (const Cell cell : cells)
      result.push_back(class_of_letter_[alphabet_.number(letter_of(cell))]);
    return result;
  }

  Budget budget_;
  Alphabet alphabet_;
  BoardDefinition definition_;
  std::vector<uint8_t> class_of_letter_;
  std::unique_ptr<PlaceSearch> search_;
  Cells before_;
};

}  // namespace

BoardPosition BoardDefinition::at(const Cells& cells) const {
  BoardPosition position;
  position.game = &rule_;
  position.board = {place_, cells};
  return position;
}

bool BoardDefinition::is_legal(const Cells& cells) const {
  Fault fault;
  return broken_clause(at(cells), fault) == nullptr;
}

std::set<Cells> BoardDefinition::options(const Cells& cells) const {
  std::set<Cells> result;
  const Fault fault = board_moves_by_definition(at(cells), [&](const BoardMove& move) {
    result.insert(move.to.at(0).board.cells);
    return true;
  });
  EXPECT_EQ(fault.kind, Fault::Kind::none);
  return result;
}

uint64_t BoardDefinition::value(const Cells& cells) {
  const auto known = values_.find(cells);
  if (known != values_.end()) return known->second;
  ValueSet found;
  for (const Cells& option : options(cells)) found.add(value(option));
  return values_[cells] = found.mex();
}

bool BoardDefinition::wins_misere(const std::vector<Cells>& boards, uint64_t heap) {
  const auto known = wins_.find({boards, heap});
  if (known != wins_.end()) return known->second;
  bool moves = heap > 0;
  bool wins = false;
  for (uint64_t less = 0; less < heap; ++less) wins = wins || !wins_misere(boards, less);
  for (size_t i = 0; i < boards.size() && !wins; ++i) {
    for (const Cells& option : options(boards[i])) {
      moves = true;
      std::vector<Cells> next = boards;
      next[i] = option;
      wins = !wins_misere(next, heap);
      if (wins) break;
    }
  }
  return wins_[{boards, heap}] = wins || !moves;
}

void compare_boards(const Rule& rule, const PlacePointer& place, const std::string& letters,
                    int rounds, uint64_t seed) {
  Comparison comparison(rule, place);
  std::mt19937_64 random(seed);
  for (int round = 0; round < rounds && !testing::Test::HasFailure(); ++round) {
    Cells cells;
    for (size_t i = 0; i < place->cells(); ++i)
      cells.push_back(letter_cell(letters[random() % letters.size()]));
    comparison.compare(cells, static_cast<size_t>(round), fmt::format("seed {}", seed));
  }
}

void compare_all_boards(const Rule& rule, const PlacePointer& place, const std::string& letters) {
  Comparison comparison(rule, place);
  size_t boards = 1;
  for (size_t i = 0; i < place->cells(); ++i) boards *= letters.size();
  for (size_t board = 0; board < boards && !testing::Test::HasFailure(); ++board) {
    Cells cells;
    size_t rest = board;
    for (size_t i = 0; i < place->cells(); ++i, rest /= letters.size())
      cells.push_back(letter_cell(letters[rest % letters.size()]));
    comparison.compare(cells, board, fmt::format("board {}", board));
  }
}

PlacePointer graph_place(size_t vertices, std::vector<Place::Edge> edges, bool edge_cells) {
  auto place = std::make_shared<Place>();
  place->kind = SpaceKind::graph;
  place->edge_cells = edge_cells;
  for (size_t i = 0; i < vertices; ++i) place->vertices.push_back(static_cast<int64_t>(i + 1));
  std::sort(edges.begin(), edges.end());
  place->edges = std::move(edges);
  return place;
}

void compare_examples(const std::vector<BoardExample>& examples,
                      const std::vector<PlacePointer>& places, int rounds) {
  Rulebook rules;
  for (const BoardExample& example : examples) {
    const auto loaded = rules.load_text("test", example.text);
    ASSERT_TRUE(loaded.ok()) << example.text << loaded.error().to_string();
    const std::string text = example.text;
    const size_t begin = text.find("game ") + 5;
    const Attempt<const Rule*> rule = rules.rule(text.substr(begin, text.find(' ', begin) - begin));
    ASSERT_TRUE(rule.ok()) << example.text;
    for (const PlacePointer& place : places) {
      SCOPED_TRACE(example.text);
      compare_boards(**rule, place, example.letters, rounds, 17 + place->cells());
      if (testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace grundy
