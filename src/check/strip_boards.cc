#include "check/strip_boards.h"

#include <algorithm>

namespace grundy {

Attempt<StripBoards> StripBoards::of(const Rule& rule, const StripFamily& family,
                                     const StripParts& parts, int64_t far,
                                     const StripParts::Number& number) {
  StripBoards boards;
  boards.rule_ = &rule;
  boards.family_ = family;
  for (const StripColumns& member : family.members) {
    const StripPart columns{member.left, member.period, member.right};
    if (!parts.are_allowed(columns))
      return Error::input("the boards are no positions: see `always`");
    Member& one = boards.members_.emplace_back();
    if (family.frieze.is_ring()) {
      one.moves = member.left.empty() && member.right.empty();
      Attempt<std::vector<StripParts::Moves>> to = parts.rings(columns, far, number);
      if (!to) return std::move(to).error();
      one.to = *std::move(to);
      one.from = parts.rings_from(columns, one.to) - member.more;
      for (StripParts::Moves& moves : one.to) moves.taken -= member.more;
      continue;
    }
    const auto [part, copies] = normal_part(columns, parts.rows());
    StripParts::Moves& word = one.to.emplace_back();
    word.one = number(part);
    if (!word.one) return Error::declined("the boards are of no part");
    word.taken = -(copies + member.more);
  }
  return boards;
}

size_t StripBoards::ends(const StripFamily& family) {
  size_t most = 0;
  for (const StripColumns& member : family.members)
    most = std::max(most, (member.left.size() + member.right.size()) / family.frieze.height());
  return most;
}

int64_t StripBoards::preperiod(int64_t of_parts) const {
  int64_t most = of_parts;
  for (const Member& member : members_) {
    most = std::max(most, member.from);
    for (const StripParts::Moves& moves : member.to) most = std::max(most, of_parts + moves.taken);
  }
  return std::max(family_.first, most * turns());
}

Attempt<std::vector<uint32_t>> StripBoards::values(StripValues& values, int64_t end,
                                                   const Budget& budget) const {
  int64_t needed = 0;
  for (const Member& member : members_) {
    for (const StripParts::Moves& moves : member.to)
      needed = std::max(needed, end / turns() + 1 - moves.taken);
  }
  if (auto known = values.extend(needed, budget); !known) return std::move(known).error();
  std::vector<uint32_t> result;
  for (int64_t n = family_.first; n < end; ++n) {
    const Member& member = members_[static_cast<size_t>(n % turns())];
    if (n / turns() < member.from) {
      const Attempt<uint32_t> small = played(n, budget);
      if (!small) return small.error();
      result.push_back(*small);
      continue;
    }
    std::vector<uint32_t> found;
    for (StripParts::Moves moves : member.to) {
      const Attempt<uint32_t> one = values.option(moves, n / turns(), budget);
      if (!one) return one.error();
      found.push_back(*one);
    }
    uint32_t value = 0;
    if (!member.moves) value = found.front();
    while (member.moves && std::find(found.begin(), found.end(), value) != found.end()) ++value;
    result.push_back(value);
  }
  return result;
}

/// The value of a ring that is laid as it is.
Attempt<uint32_t> StripBoards::played(int64_t n, const Budget& budget) const {
  const std::string columns = family_.columns(n);
  const PlacePointer place = family_.frieze.place(columns.size() / family_.frieze.height());
  const Attempt<DrawnMoves> moves = DrawnMoves::of(*rule_, place);
  if (!moves) return moves.error();
  Board board{place, std::vector<Cell>(place->cells())};
  const std::vector<size_t> cells = family_.frieze.cells(*place);
  for (size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] != Frieze::kNoCell) board.cells[cells[i]] = letter_cell(columns[i]);
  }
  const Attempt<DrawnMoves::Cells> letters = moves->cells(board);
  if (!letters) return letters.error();
  if (!moves->is_allowed(*letters))
    return Error::input("the boards are no positions: see `always`");
  return DrawnValues(false).value(*moves, *letters, budget);
}

}  // namespace grundy
