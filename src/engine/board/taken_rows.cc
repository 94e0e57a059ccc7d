#include "engine/board/taken_rows.h"

#include <algorithm>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "game/board_game.h"

namespace grundy {
namespace {

bool is_plain(const Item& item) {
  return item.kind == Item::Kind::letters && item.slot == kNoSlot && item.named == kNoSlot &&
         !item.known;
}

/// One cell to the right and one to the left, so that a row has the same moves at both ends.
bool are_both_ways(const std::vector<Direction>& directions) {
  return directions == std::vector<Direction>{{0, -1}, {0, 1}};
}

void mark(std::vector<uint8_t>& met, uint64_t value) {
  if (value >= met.size()) met.resize(std::max<size_t>(2 * met.size(), value + 1));
  met[value] = 1;
}

}  // namespace

std::optional<TakenRows::Take> TakenRows::take_of(const BoardLine& line, Letters& letters) {
  if (line.to || line.steps.size() != 1 || !line.binders.empty() || !line.conditions.empty())
    return {};
  const Step& step = line.steps[0];
  if (step.kind != Step::Kind::laid || step.left.size() != 1 || step.right.size() != 1 ||
      !(step.along.empty() || are_both_ways(step.along)))
    return {};
  Take take;
  for (const Item& item : step.left[0]) {
    const bool is_last = &item == &step.left[0].back();
    if (!is_plain(item) || item.repeat == Item::Repeat::times ||
        (item.all && (!item.is_run() || !is_last)))
      return {};
    if (letters.none()) letters = item.letters;
    if (item.letters != letters || (take.is_open && item.is_run())) return {};
    if (item.repeat != Item::Repeat::star) ++take.least;
    take.is_open = take.is_open || item.is_run();
    take.at_an_end = item.all;
  }
  const Letters& written = step.right[0].front().letters;
  const bool writes_one =
      std::all_of(step.right[0].begin(), step.right[0].end(),
                  [&](const Item& item) { return is_plain(item) && item.letters == written; });
  if (!writes_one || written.count() != 1 || (written & letters).any() || take.least == 0)
    return {};
  char letter = 0;
  while (!has_letter(written, letter_cell(letter))) ++letter;
  take.written = letter_cell(letter);
  return take;
}

std::optional<TakenRows> TakenRows::of(const Rule& rule) {
  const BoardRule& board = *rule.board;
  if (rule.arity() > 0 || board.space.kind != SpaceKind::strip || board.space.numbers ||
      board.space.edges || !are_both_ways(board.space.directions) || !board.always.empty() ||
      !board.over.empty() || !board.ends.empty())
    return {};
  TakenRows rows;
  bool has_runs = false;
  for (const BoardLine& line : board.lines) {
    std::optional<Take> take = take_of(line, rows.letters_);
    if (!take) return {};
    has_runs = has_runs || take->is_open;
    rows.takes_.push_back(*std::move(take));
  }
  if (!has_runs) return {};
  rows.values_.push_back(0);
  return rows;
}

/// The value of the next length.
void TakenRows::add() {
  const size_t length = values_.size();
  std::vector<uint8_t> met;
  for (Take& take : takes_) {
    if (take.least > length) continue;
    const size_t left = length - take.least;
    std::vector<uint8_t>& here = take.is_open ? take.met : met;
    const size_t most = take.at_an_end ? 0 : left / 2;
    for (size_t a = 0; a <= most; ++a) mark(here, values_[a] ^ values_[left - a]);
  }
  const auto has = [](const std::vector<uint8_t>& some, uint64_t value) {
    return value < some.size() && some[value] != 0;
  };
  const auto always_has = [&](uint64_t value) {
    return std::any_of(takes_.begin(), takes_.end(),
                       [&](const Take& take) { return has(take.met, value); });
  };
  while (always_has(least_)) ++least_;
  uint64_t mex = least_;
  while (has(met, mex) || always_has(mex)) ++mex;
  values_.push_back(mex);
}

Attempt<uint64_t> TakenRows::value(size_t length, Budget& budget) {
  while (values_.size() <= length) {
    if (budget.spent()) return budget.why();
    add();
  }
  return values_[length];
}

Attempt<void> TakenRows::moves_to(uint64_t value, size_t first, size_t length, Budget& budget,
                                  std::vector<Taken>& found) {
  if (auto known = this->value(length, budget); !known) return std::move(known).error();
  std::set<std::tuple<size_t, size_t, Cell>> seen;
  for (size_t line = 0; line < takes_.size(); ++line) {
    const Take& take = takes_[line];
    for (size_t count = take.least; count <= (take.is_open ? length : std::min(take.least, length));
         ++count) {
      if (budget.spent()) return budget.why();
      const size_t left = length - count;
      for (size_t from = 0; from <= left; from += take.at_an_end ? std::max<size_t>(left, 1) : 1) {
        if ((values_[from] ^ values_[left - from]) != value ||
            !seen.emplace(from, count, take.written).second)
          continue;
        const bool to_the_right = take.at_an_end && from > 0;
        found.push_back({line, to_the_right, first + from + (to_the_right ? 0 : count - 1), count,
                         first + from, take.written});
      }
    }
  }
  return {};
}

namespace {

class TakenRowsSolver final : public Solver {
 public:
  TakenRowsSolver(const BoardGame& game, TakenRows rows) : game_(game), rows_(std::move(rows)) {}
  std::string_view engine() const override { return "taken rows"; }
  std::string knows() const override { return "rows of which neighbours are taken"; }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    std::vector<Value> result;
    for (const Position& position : positions) {
      Attempt<uint64_t> one = value(game_.position(position).board, budget);
      if (!one) return std::move(one).error();
      result.emplace_back(*one);
    }
    return result;
  }

  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) override {
    MoveSet result;
    if (!value.is_finite() || !value.ordinal().is_small()) return result;
    const BoardPosition here = game_.position(position);
    Attempt<uint64_t> all = this->value(here.board, budget);
    if (!all) return std::move(all).error();
    std::vector<TakenRows::Taken> found;
    for (const Row& row : rows_of(here.board)) {
      Attempt<uint64_t> own = rows_.value(row.length, budget);
      if (!own) return std::move(own).error();
      const uint64_t rest = *own ^ *all ^ value.ordinal().small();
      if (auto listed = rows_.moves_to(rest, row.first, row.length, budget, found); !listed)
        return std::move(listed).error();
    }
    std::sort(found.begin(), found.end());
    result.all = found.size() <= limit;
    for (const TakenRows::Taken& taken : std::span(found).first(std::min(limit, found.size()))) {
      BoardPosition to = here;
      std::fill_n(to.board.cells.begin() + static_cast<std::ptrdiff_t>(taken.first), taken.count,
                  taken.written);
      result.moves.push_back({{game_.at(to)}, ""});
    }
    return result;
  }

 private:
  struct Row {
    size_t first;  // cell
    size_t length;
  };
  std::vector<Row> rows_of(const Board& board) const {
    std::vector<Row> result;
    bool goes_on = false;
    for (size_t cell = 0; cell < board.cells.size(); ++cell) {
      const bool is_taken = rows_.is_taken(board.cells[cell]);
      if (is_taken && !goes_on) result.push_back({cell, 0});
      if (is_taken) ++result.back().length;
      goes_on = is_taken;
    }
    return result;
  }

  Attempt<uint64_t> value(const Board& board, Budget& budget) {
    uint64_t sum = 0;
    for (const Row& row : rows_of(board)) {
      Attempt<uint64_t> one = rows_.value(row.length, budget);
      if (!one) return one;
      sum ^= *one;
    }
    return sum;
  }

  const BoardGame& game_;
  TakenRows rows_;
};

class TakenRowsEngine final : public Engine {
 public:
  std::string_view name() const override { return "taken rows"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* board = as<BoardGame>(&game);
    if (board == nullptr) return nullptr;
    std::optional<TakenRows> rows = TakenRows::of(board->board_rule());
    return rows ? std::make_unique<TakenRowsSolver>(*board, *std::move(rows)) : nullptr;
  }
};

}  // namespace

const Engine* taken_rows_engine() {
  static const TakenRowsEngine engine;
  return &engine;
}

}  // namespace grundy
