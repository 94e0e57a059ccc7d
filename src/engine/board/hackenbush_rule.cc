// Green hackenbush as a game of cells, recognised in its rule; the theorem is in
// green_hackenbush.cc.
//
//   game hackenbush on graph with edges
//     - -> #  then every - that reaches no G through [-.] -> #
//
// Whatever the letters are: one step changes an edge, the next one all edges from which no ground
// can be reached. Vertices that no walk passes are the ends of loose edges.
// What hangs in the air at first falls with the next cut, wherever that is. So where the graph on
// the ground has value v and its cuts leave the values S, the position has the least value that is
// neither in S nor v.
#include "engine/board/hackenbush_rule.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/board/part_solver.h"
#include "engine/family/families.h"
#include "engine/family/green_hackenbush.h"
#include "game/board_game.h"

namespace grundy {
namespace {

struct HackenbushLetters {
  Letters edge;
  Letters ground;
  Letters through;
  Cell cut = 0;
  Cell fallen = 0;
};

const Letters* letters_of(const std::vector<Item>& row) {
  if (row.size() != 1 || row[0].kind != Item::Kind::letters || row[0].is_run() ||
      row[0].named != kNoSlot)
    return nullptr;
  return &row[0].letters;
}
std::optional<Cell> written_by(const std::vector<Item>& row) {
  const Letters* letters = letters_of(row);
  if (letters == nullptr || row[0].listed.size() != 1) return {};
  return letter_cell(row[0].listed[0]);
}

std::optional<HackenbushLetters> hackenbush_letters(const Rule& rule) {
  if (!rule.board || rule.arity() > 0) return {};
  const BoardRule& board = *rule.board;
  if (board.space.kind != SpaceKind::graph || !board.space.edges || board.space.numbers ||
      board.lines.size() != 1 || !board.always.empty() || !board.over.empty() ||
      !board.ends.empty())
    return {};
  const BoardLine& line = board.lines[0];
  if (line.steps.size() != 2 || !line.binders.empty() || !line.conditions.empty() || line.to)
    return {};
  const Step& cut = line.steps[0];
  const Step& fall = line.steps[1];
  if (cut.kind != Step::Kind::laid || cut.left.size() != 1 || cut.right.size() != 1 ||
      fall.kind != Step::Kind::every || fall.from != kNoSlot || !fall.reach.negated)
    return {};
  const Letters* edge = letters_of(cut.left[0]);
  const Letters* falling = letters_of(fall.item);
  const Letters* ground = letters_of(fall.reach.target);
  const Letters* through = letters_of(fall.reach.through);
  const std::optional<Cell> becomes = written_by(cut.right[0]);
  const std::optional<Cell> fallen = written_by(fall.written);
  if (edge == nullptr || edge->count() != 1 || falling == nullptr || *falling != *edge ||
      ground == nullptr || through == nullptr || !becomes || !fallen || (*edge & *through) != *edge)
    return {};
  const Letters standing = *edge | *ground | *through;
  if ((*edge & *ground).any() || has_letter(standing, *becomes) || has_letter(standing, *fallen))
    return {};
  return HackenbushLetters{*edge, *ground, *through, *becomes, *fallen};
}

/// A position; edges are numbered as they stand on the board.
struct HackenbushBoard {
  std::vector<size_t> cells;        // of the edges that stand
  std::vector<uint32_t> lower;      // by edge, one of its vertices
  std::optional<Hackenbush> state;  // none: no edge stands
  std::vector<uint32_t> loose;      // edges that hang in the air

  uint64_t grounded_value() const { return state ? state->value() : 0; }
};

class HackenbushRuleSolver final : public PartSolver {
 public:
  HackenbushRuleSolver(const BoardGame& game, const HackenbushLetters& letters)
      : game_(game), letters_(letters) {}
  std::string_view engine() const override { return "hackenbush"; }
  std::string knows() const override {
    return "a theorem: the colon principle and the fusion principle";
  }
  std::string explanation(const Position&) override {
    return "Cycles shrink to a point, each edge of theirs to a loop worth 1, and an edge below "
           "what is worth x is worth x + 1 (Conway 1976).\n";
  }

  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) override {
    MoveSet result;
    if (!value.is_finite() || !value.ordinal().is_small()) return result;
    Attempt<HackenbushBoard> board = board_of(position, budget);
    if (!board) return std::move(board).error();
    Attempt<std::vector<uint32_t>> cuts = cuts_to(*board, value.ordinal().small(), budget);
    if (!cuts) return std::move(cuts).error();
    for (const uint32_t cut : *cuts) {
      if (result.moves.size() == limit) {
        result.all = false;
        break;
      }
      result.moves.push_back({{after(position, *board, cut)}, ""});
    }
    return result;
  }

 private:
  Attempt<HackenbushBoard> board_of(const Position& position, Budget& budget) const {
    const BoardPosition here = game_.position(position);
    const Place& place = *here.board.place;
    const std::vector<Cell>& cells = here.board.cells;
    HackenbushBoard board;
    std::vector<Edge> edges;
    auto vertices = static_cast<uint32_t>(place.vertices.size() + 1);  // the ground is 0
    for (size_t v = 0; v < place.vertices.size(); ++v) {
      if (has_letter(letters_.edge, cells[v]))
        return Error::declined("a vertex with the letter of edges");
    }
    const auto vertex = [&](size_t v) {
      if (has_letter(letters_.ground, cells[v])) return uint32_t{0};
      return has_letter(letters_.through, cells[v]) ? static_cast<uint32_t>(v + 1) : vertices++;
    };
    for (size_t i = 0; i < place.edges.size(); ++i) {
      const size_t cell = place.vertices.size() + i;
      if (!has_letter(letters_.edge, cells[cell])) {
        if (has_letter(letters_.ground | letters_.through, cells[cell]))
          return Error::declined("an edge with a letter of vertices");
        continue;
      }
      board.cells.push_back(cell);
      edges.push_back({vertex(place.edges[i].from), vertex(place.edges[i].to)});
      board.lower.push_back(edges.back().a);
    }
    if (edges.empty()) return board;
    const Incidence graph(vertices, edges);
    Attempt<Hackenbush> state =
        Hackenbush::make(graph, edges.size(), 0, std::vector<bool>(edges.size()), budget);
    if (!state) return std::move(state).error();
    board.state = *std::move(state);
    for (uint32_t i = 0; i < edges.size(); ++i) {
      if (!board.state->is_grounded(edges[i].a)) board.loose.push_back(i);
    }
    return board;
  }

  /// Edges whose cutting leaves this value, one for each position that is left.
  Attempt<std::vector<uint32_t>> cuts_to(const HackenbushBoard& board, uint64_t value,
                                         Budget& budget) const {
    if (!board.state) return std::vector<uint32_t>();
    Attempt<std::vector<uint32_t>> cuts = board.state->cuts_to(value, budget);
    if (!cuts || value != board.grounded_value()) return cuts;
    for (const uint32_t edge : board.loose) {
      cuts->push_back(edge);
      if (letters_.cut == letters_.fallen) break;  // whichever is cut, all fall
    }
    return cuts;
  }

  Position after(const Position& position, const HackenbushBoard& board, uint32_t cut) const {
    BoardPosition to = game_.position(position);
    for (const uint32_t edge : board.loose) to.board.cells[board.cells[edge]] = letters_.fallen;
    if (board.state->is_grounded(board.lower[cut])) {
      for (const uint32_t edge : board.state->gone_with(cut))
        to.board.cells[board.cells[edge]] = letters_.fallen;
    }
    to.board.cells[board.cells[cut]] = letters_.cut;
    return game_.at(to);
  }

  Attempt<uint64_t> value_of_one(const Position& position, Budget& budget) override {
    Attempt<HackenbushBoard> board = board_of(position, budget);
    if (!board) return std::move(board).error();
    uint64_t value = board->grounded_value();
    if (board->loose.empty()) return value;
    while (true) {
      Attempt<std::vector<uint32_t>> cuts = cuts_to(*board, ++value, budget);
      if (!cuts) return std::move(cuts).error();
      if (cuts->empty()) return value;
    }
  }
  Attempt<bool> sum_has_value(const Sum& sum, const Value& value, Budget& budget) override {
    const Attempt<Value> own = value_of(sum, budget);
    if (!own) return own.error();
    return *own == value;
  }

  const BoardGame& game_;
  HackenbushLetters letters_;
};

class HackenbushRuleEngine final : public Engine {
 public:
  std::string_view name() const override { return "hackenbush"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* board = as<BoardGame>(&game);
    if (board == nullptr) return nullptr;
    const std::optional<HackenbushLetters> letters = hackenbush_letters(board->board_rule());
    return letters ? std::make_unique<HackenbushRuleSolver>(*board, *letters) : nullptr;
  }
};

}  // namespace

const Engine* hackenbush_rule_engine() {
  static const HackenbushRuleEngine engine;
  return &engine;
}

}  // namespace grundy
