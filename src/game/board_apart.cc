// Positions of games of cells that are sums of heaps: lists element by element, strips run by run.
#include <algorithm>

#include "game/board_game.h"
#include "game/rule_game.h"
#include "rewriting/list_parts.h"
#include "rewriting/strip_runs.h"

namespace grundy {
namespace {

constexpr size_t kElementsBegin = 2;  // in the key of a list: behind the coordinate and the length

struct Run {
  size_t begin = 0;
  size_t length = 0;
};

std::vector<Run> runs_of(const Board& board, Cell live) {
  std::vector<Run> result;
  for (size_t i = 0; i < board.cells.size(); ++i) {
    if (board.cells[i] != live) continue;
    if (result.empty() || result.back().begin + result.back().length != i) result.push_back({i, 0});
    ++result.back().length;
  }
  return result;
}

}  // namespace

const StripRuns* BoardGame::runs() const {
  if (!runs_) {
    auto found = rule_.board->has_board() ? strip_runs(rule_) : std::nullopt;
    runs_ = found ? std::make_shared<const StripRuns>(*std::move(found)) : nullptr;
  }
  return runs_->get();
}

std::optional<Sum> BoardGame::heaps(const Position& position) const {
  Sum result;
  if (const StripRuns* runs = this->runs()) {
    const RuleGame& heap = games_.of(*runs->rule);
    for (const Run& run : runs_of(this->position(position).board, runs->live))
      result.push_back(heap.at(Coordinates{Natural(run.length)}));
    return result;
  }
  const RuleGame* one = element();
  if (one == nullptr || !new_elements(rule_)) return std::nullopt;
  for (size_t i = kElementsBegin; i < position.key.size(); ++i)
    result.push_back(one->at(Coordinates{Natural(position.key[i])}));
  return result;
}

std::optional<Position> BoardGame::with_heap(const Position& position, size_t number,
                                             const Sum& to) const {
  std::vector<uint64_t> sizes;
  for (const Position& one : to) {
    const auto size = rule_game(one)->coordinates(one)[0].to_uint64();
    if (!size) return std::nullopt;
    sizes.push_back(*size);
  }
  if (const StripRuns* runs = this->runs()) {
    BoardPosition board = this->position(position);
    const Run run = runs_of(board.board, runs->live).at(number);
    uint64_t left = 0;
    for (const uint64_t size : sizes) left += size;
    if (sizes.size() > 2 || left > run.length) return std::nullopt;
    const auto becomes = runs->becomes(static_cast<int64_t>(run.length - left));
    if (!becomes) return std::nullopt;
    const size_t begin = run.begin + (sizes.empty() ? 0 : sizes[0]);
    std::fill_n(board.board.cells.begin() + static_cast<std::ptrdiff_t>(begin), run.length - left,
                *becomes);
    return at(board);
  }
  const NewElements where = *new_elements(rule_);
  const bool is_at_end = where == NewElements::at_end;
  Position result{this, position.key};
  const auto begin = result.key.begin() + kElementsBegin;
  auto place = begin + static_cast<std::ptrdiff_t>(number);
  if (is_at_end) place = std::find(begin, place, *place);
  place = result.key.erase(place);
  result.key.insert(is_at_end ? result.key.end() : place, sizes.begin(), sizes.end());
  result.key[kElementsBegin - 1] = result.key.size() - kElementsBegin;
  if (where == NewElements::anywhere)
    std::sort(result.key.begin() + kElementsBegin, result.key.end());
  return result;
}

}  // namespace grundy
