#include "engine/board/row_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "engine/board/fingerprint.h"
#include "engine/board/pairs.h"
#include "engine/board/part_store.h"

namespace grundy {

Attempt<std::unique_ptr<RowSearch>> RowSearch::of(const BoardPosition& position) {
  Attempt<RowCode> code = row_code(position);
  if (!code) return std::move(code).error();
  return std::unique_ptr<RowSearch>(new RowSearch(*std::move(code)));
}

Attempt<void> RowSearch::keep_in(PartStore& store, Budget& budget) {
  return store.keep(table_, fingerprint(code_), budget);
}

std::optional<RowSearch::Numbered> RowSearch::board_of(const BoardPosition& position) const {
  const std::optional<uint32_t> mode = code_.mode(position.coordinates);
  if (!mode || *position.board.place != *code_.place) return {};
  Numbered board{{}, *mode};
  for (const Cell cell : position.board.cells) {
    const std::optional<uint8_t> letter = code_.letter(cell);
    if (!letter) return {};
    board.letters.push_back(*letter);
  }
  return board;
}

std::vector<RowMover::Part> RowSearch::parts_of(const BoardPosition& position) {
  const Numbered board = *board_of(position);
  const std::span<const RowMover::Part> found = mover_.parts(board.letters, board.mode);
  std::vector<RowMover::Part> parts(found.begin(), found.end());
  std::sort(parts.begin(), parts.end(), [](const RowMover::Part& a, const RowMover::Part& b) {
    return std::tie(a.cost, a.key.low, a.key.high) < std::tie(b.cost, b.key.low, b.key.high);
  });
  return play_ends_ ? without_pairs(parts) : parts;
}

Attempt<uint64_t> RowSearch::value(const BoardPosition& position, Budget& budget) {
  const std::vector<RowMover::Part> parts = parts_of(position);
  uint64_t value = 0;
  for (const RowMover::Part& part : parts) {
    InSet<RowMover> search(mover_, table_, budget);
    search.set_play_ends(play_ends_);
    if (parts.size() > 1)
      search.set_subject(fmt::format("the value of one of its {} parts", parts.size()));
    Attempt<uint64_t> one = search.value(part);
    work_ += search.work();
    if (!one) return one;
    value ^= *one;
  }
  return value;
}

Attempt<bool> RowSearch::has_value(const BoardPosition& position, uint64_t value, Budget& budget) {
  InSet<RowMover> search(mover_, table_, budget);
  search.set_play_ends(play_ends_);
  Attempt<bool> has = search.has_value(parts_of(position), value);
  work_ += search.work();
  return has;
}

std::vector<std::string> RowSearch::facts() const {
  std::vector<std::string> facts;
  if (code_.modes.size() > 1)
    facts.push_back(fmt::format("{} tuples of coordinates", code_.modes.size()));
  if (mover_.symmetries() > 1) facts.push_back(fmt::format("{} symmetries", mover_.symmetries()));
  facts.push_back(fmt::format("{} of {} parts of options known at once", work_.hits, work_.parts));
  facts.push_back(
      fmt::format("{} questions answered, {} by the listing alone", work_.cuts, work_.first_cuts));
  facts.push_back(table_.fact());
  return facts;
}

}  // namespace grundy
