#include "engine/board/facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/board/mirror.h"
#include "engine/board/place_search.h"

namespace grundy {
namespace {

std::string letters_of_class(const BoardCode& code, const Alphabet& alphabet, size_t k) {
  std::string text;
  for (size_t i = 0; i + 1 < alphabet.size(); ++i) {
    if (code.class_of_letter[i] == k) text += alphabet.letter(i);
  }
  return text.size() == 1 ? text : "[" + text + "]";
}

/// A number read off a board: how many cells have the class, or the sum of their rows or columns.
struct BoardCount {
  enum class What : uint8_t { cells, rows, columns };
  What what;
  size_t of_class;

  int64_t of(size_t cell, size_t columns) const {
    if (what == What::cells) return 1;
    return static_cast<int64_t>(what == What::rows ? cell / columns : cell % columns);
  }
  /// The least and the greatest change by a move.
  std::pair<int64_t, int64_t> change(const CodedPlacement& move, const BoardCode& code) const {
    int64_t least = 0;
    int64_t most = 0;
    for (const CodedCell& cell : move) {
      int64_t low = INT64_MAX;
      int64_t high = INT64_MIN;
      for (size_t k = 0; k < code.classes; ++k) {
        if ((cell.reads >> k & 1) == 0) continue;
        const int64_t here = (int64_t{cell.becomes[k] == of_class} - int64_t{k == of_class}) *
                             of(cell.cell, code.place->columns);
        low = std::min(low, here);
        high = std::max(high, here);
      }
      least += low;
      most += high;
    }
    return {least, most};
  }
  std::string text(const BoardCode& code, const Alphabet& alphabet) const {
    const std::string letters = letters_of_class(code, alphabet, of_class);
    return what == What::cells ? "the number of " + letters
                               : fmt::format("the sum of the {} of {}",
                                             what == What::rows ? "rows" : "columns", letters);
  }
};

std::string mirror_of(const BoardCode& code, const Mirrors& mirrors, const Alphabet& alphabet,
                      const Board& board) {
  std::vector<uint8_t> classes;
  for (const Cell cell : board.cells)
    classes.push_back(code.class_of_letter[alphabet.number(letter_of(cell))]);
  return mirrors.of(classes);
}

}  // namespace

std::string why_play_ends(const BoardCode& code, const Alphabet& alphabet) {
  std::vector<const CodedPlacement*> left;
  for (const CodedPlacement& move : code.moves) left.push_back(&move);
  if (left.empty()) return "there is no move";
  std::vector<BoardCount> counts;
  for (const auto what :
       {BoardCount::What::cells, BoardCount::What::rows, BoardCount::What::columns}) {
    const bool is_on_board =
        what == BoardCount::What::cells ||
        (!code.place->is_graph() && (what == BoardCount::What::columns || code.place->rows > 1));
    for (size_t k = 0; k < code.classes && is_on_board; ++k) {
      // Cells of class 0 may be none at all, and are not counted.
      if (k > 0) counts.push_back({what, k});
    }
  }
  std::string text;
  while (!left.empty()) {
    bool found = false;
    for (const BoardCount& count : counts) {
      for (const int64_t sign : {-1, 1}) {
        const auto worst = [&](const CodedPlacement* move) {
          const auto [least, most] = count.change(*move, code);
          return sign < 0 ? most : -least;
        };
        if (!std::all_of(left.begin(), left.end(),
                         [&](const CodedPlacement* move) { return worst(move) <= 0; }))
          continue;
        const size_t before = left.size();
        std::erase_if(left, [&](const CodedPlacement* move) { return worst(move) < 0; });
        if (left.size() == before) continue;
        text += fmt::format("{} {} {}",
                            text.empty() ? (left.empty() ? "every move" : "moves") : ", or else",
                            sign < 0 ? (text.empty() && left.empty() ? "lowers" : "lower")
                                     : (text.empty() && left.empty() ? "raises" : "raise"),
                            count.text(code, alphabet));
        found = true;
        break;
      }
      if (found) break;
    }
    if (!found) return {};
  }
  return text;
}

BoardMirrors::BoardMirrors(const Rule& rule, const Board& board, Budget& budget) {
  if (!rule.board || !board.place || !rule.board->ends.empty()) return;
  if (std::any_of(rule.board->lines.begin(), rule.board->lines.end(),
                  [](const BoardLine& line) { return line.reply != Reply::anywhere; }))
    return;
  alphabet_.emplace(rule.board->letters);
  Attempt<BoardCode> code = board_code(rule, board.place, *alphabet_, budget);
  if (!code) return;
  code_.emplace(*std::move(code));
  mirrors_.emplace(*code_);
}

std::string BoardMirrors::of(const Board& board) const {
  if (!mirrors_ || !board.place || *board.place != *code_->place) return {};
  return mirror_of(*code_, *mirrors_, *alphabet_, board);
}

Attempt<std::vector<std::pair<std::string, std::string>>> board_facts(const Rule& rule,
                                                                      const Board& board,
                                                                      Budget& budget) {
  const Alphabet alphabet(rule.board->letters);
  Attempt<BoardCode> code = board_code(rule, board.place, alphabet, budget);
  if (!code) return std::move(code).error();
  const auto search = place_search(*code, alphabet);
  if (!search) return search.error();
  std::vector<std::pair<std::string, std::string>> facts;
  std::string letters;
  const size_t classes = code->classes - (code->settled > 0 ? 1 : 0);
  for (size_t k = 0; k < classes; ++k) {
    const std::string text = letters_of_class(*code, alphabet, k);
    if (text == "[]") continue;
    letters += letters.empty() ? "" : "; ";
    letters += k == 0            ? text + " as good as no cell"
               : text.size() > 1 ? text + " as one letter"
                                 : text;
  }
  facts.emplace_back("letters", letters);
  std::string derived;
  for (const std::string& one : (*search)->derived())
    derived += (derived.empty() ? "" : "; ") + one;
  if (!derived.empty()) facts.emplace_back("drawings", derived);
  std::vector<size_t> sizes;
  size_t taken = 0;
  for (const std::vector<uint8_t>& part : (*search)->parts(board.cells)) {
    sizes.push_back(static_cast<size_t>(
        std::count_if(part.begin(), part.end(), [](uint8_t k) { return k > 0; })));
    taken += sizes.back();
  }
  std::sort(sizes.rbegin(), sizes.rend());
  const size_t cells = board.cells.size();
  std::string parts = fmt::format("{} of {} cells", sizes.size(), fmt::join(sizes, ", "));
  if (sizes.empty()) parts = "none";
  if (taken < cells)
    parts += fmt::format("; {} cells stand in none, or only beside one", cells - taken);
  facts.emplace_back("parts", parts);
  if (const std::string mirror = mirror_of(*code, Mirrors(*code), alphabet, board);
      !mirror.empty() && !sizes.empty())
    facts.emplace_back("mirror",
                       "the same when " + mirror + ", where the second player answers: value 0");
  const std::string ends = why_play_ends(*code, alphabet);
  facts.emplace_back("play ends",
                     ends.empty() ? "no counts of letters, rows and columns tell; a search sees it"
                                  : "as " + ends);
  return facts;
}

}  // namespace grundy
