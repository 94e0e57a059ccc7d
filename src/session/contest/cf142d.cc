// Codeforces 142D, Help Shrek and Donkey 2: n, m and k, and n lines of m cells; '-' is an empty
// one, G a soldier of Shrek, who begins, R one of Donkey. A line has at most two soldiers. A move
// selects 1 to k of one's own soldiers and either attacks or retreats with all of them: each goes
// at least one cell along its line, towards an enemy in the line or away from it, and where there
// is none in any direction; no soldier passes or reaches a cell where one stands or stood. Who
// can't move loses; play may go on for ever. The answer is First, Second or Draw.
//
// Theorem. A line is free for a player when it has soldiers of that player only, and an empty cell.
//   Both players have free lines: Draw. Proof. Neither ever runs out of moves.
//   One of them has: that player wins. Proof. The player attacks somewhere as long as some line has
//   two enemies and empty cells between them, and otherwise moves in a free line. In the latter
//   case the opponent must retreat, which opens such a line, or has no move. Soldiers that only
//   ever go forward do so finitely often, so that is the end. Neither has: it is Moore's nim with k
//   (engine/family/moore.cc), where the piles are the numbers of cells between enemies. Proof. The
//   winner of that game plays it, never retreating. Attacks of the opponent are its moves. When
//   soldiers of the opponent retreat, which are at most k, those in front of them follow as far, so
//   that the piles are what they were. Again soldiers that only go forward do so finitely often, so
//   the opponent is the one to run out of moves.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/family/moore.h"
#include "session/contest/contests.h"
#include "session/contest/input.h"

namespace grundy::contest {
namespace {

/// The soldiers of one line of the board, from left to right.
struct Soldiers {
  static constexpr size_t kMost = 2;
  size_t count = 0;
  char colours[kMost] = {};
  size_t columns[kMost] = {};
};

/// The first place from `pos` on that is no empty cell. Eight cells at a time: lines may be long,
/// and most of their cells are empty.
size_t skip_empty_cells(std::string_view line, size_t pos) {
  constexpr uint64_t kEmpty = 0x2D2D2D2D2D2D2D2D;  // "--------"
  for (uint64_t cells; line.size() - pos >= sizeof cells; pos += sizeof cells) {
    std::memcpy(&cells, line.data() + pos, sizeof cells);
    if (cells != kEmpty) break;
  }
  while (pos < line.size() && line[pos] == '-') ++pos;
  return pos;
}

Attempt<Soldiers> read_soldiers(LineReader& lines, uint64_t width) {
  const Attempt<std::optional<std::string_view>> read = lines.next();
  if (!read) return read.error();
  if (!*read)
    return lines.error_at(0, 0, "expected a line of the board, found the end of the input");
  const std::string_view line = **read;
  Soldiers soldiers;
  for (size_t pos = skip_empty_cells(line, 0); pos < line.size();
       pos = skip_empty_cells(line, pos + 1)) {
    if (line[pos] != 'G' && line[pos] != 'R')
      return lines.error_at(pos, pos + 1, "expected '-', 'G' or 'R'");
    if (soldiers.count == Soldiers::kMost)
      return lines.error_at(pos, pos + 1, "a line has at most two soldiers");
    soldiers.colours[soldiers.count] = line[pos];
    soldiers.columns[soldiers.count] = pos;
    ++soldiers.count;
  }
  if (line.size() != width) {
    return lines.error_at(0, line.size(),
                          fmt::format("this line of the board has {} cell{}, not {}", line.size(),
                                      line.size() == 1 ? "" : "s", width));
  }
  return soldiers;
}

struct Header {
  uint64_t height = 0;
  uint64_t width = 0;
  uint64_t k = 0;
};

Attempt<Header> read_header(LineReader& lines) {
  const Attempt<std::optional<std::string_view>> line = lines.next();
  if (!line) return line.error();
  if (!*line)
    return lines.error_at(0, 0, "expected the numbers n, m and k, found the end of the input");
  NumberReader reader(**line, lines.source(), lines.budget());
  // It takes the line for the first one.
  const auto moved = [&](Error error) {
    error.diagnostics.front().line += lines.line_number() - 1;
    return error;
  };
  uint64_t row[3];
  if (Attempt<void> read = read_line(reader, "the numbers n, m and k", row); !read)
    return moved(std::move(read).error());
  const Header header{row[0], row[1], row[2]};
  if (header.height == 0 || header.width == 0)
    return moved(reader.error_at_row("a board has at least one line and one column"));
  if (header.k == 0)
    return moved(reader.error_at_row("k is 0, but a move selects at least one soldier"));
  return header;
}

}  // namespace

Attempt<std::string> cf142d(LineReader& lines) {
  const Attempt<Header> header = read_header(lines);
  if (!header) return header.error();
  std::vector<uint64_t> distances;
  bool first_is_free = false, second_is_free = false;
  for (uint64_t i = 0; i < header->height; ++i) {
    const Attempt<Soldiers> soldiers = read_soldiers(lines, header->width);
    if (!soldiers) return soldiers.error();
    if (soldiers->count == 2 && soldiers->colours[0] != soldiers->colours[1]) {
      if (Attempt<void> room = make_room(distances, lines.source(), lines.budget()); !room)
        return std::move(room).error();
      distances.push_back(soldiers->columns[1] - soldiers->columns[0] - 1);
    } else if (soldiers->count > 0 && soldiers->count < header->width) {
      (soldiers->colours[0] == 'G' ? first_is_free : second_is_free) = true;
    }
  }
  const Attempt<std::optional<std::string_view>> rest = lines.next();
  if (!rest) return rest.error();
  if (*rest) return lines.error_at(0, (*rest)->size(), "expected the end of the input");

  if (first_is_free && second_is_free) return std::string("Draw\n");
  if (first_is_free) return std::string("First\n");
  if (second_is_free) return std::string("Second\n");
  // More than one soldier a line can't be selected.
  const uint64_t k = std::clamp<uint64_t>(distances.size(), 1, header->k);
  return std::string(moore_is_lost(distances, k, Play::normal) ? "Second\n" : "First\n");
}

}  // namespace grundy::contest
