#include "engine/board/word_facts.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

#include "engine/board/word_rewriting.h"

namespace grundy {
namespace {

constexpr size_t kMostExchanged = 6;  // letters
constexpr size_t kMostImages = 48;
constexpr size_t kMostCounted = 8;  // letters of which all sets are looked at
constexpr size_t kMostOrdered = 6;  // letters, beside the border

WordLetters only(size_t letter) { return WordLetters{1} << letter; }

/// What stands first in it; `reversed`: last.
WordLetters first_letters(const WordLine& line, bool reversed) {
  WordLetters letters = 0;
  for (size_t i = 0; i < line.left.size(); ++i) {
    const WordPiece& piece = reversed ? line.left[line.left.size() - 1 - i] : line.left[i];
    letters |= reversed ? piece.cells.back() : piece.cells.front();
    if (piece.least > 0) break;
  }
  return letters;
}

/// The letters of patterns that are not their first cells alone.
WordLetters later_letters(const WordLine& line, bool reversed) {
  WordLetters letters = 0;
  for (size_t i = 0; i < line.left.size(); ++i) {
    const WordPiece& piece = reversed ? line.left[line.left.size() - 1 - i] : line.left[i];
    if (i == 0 && piece.repeat == WordPiece::Repeat::once) continue;
    for (const WordLetters cell : piece.cells) letters |= cell;
  }
  return letters;
}

/// Letters S as above.
WordLetters cut_letters(const WordCode& code, bool reversed) {
  if (code.has_ends) return 0;
  WordLetters cut = 0;
  for (size_t letter = 1; letter <= code.letters.size(); ++letter) cut |= only(letter);
  for (const WordLine& line : code.lines) cut &= ~later_letters(line, reversed);
  for (WordLetters before = 0; before != cut;) {
    before = cut;
    for (const WordLine& line : code.lines) {
      const WordPiece& piece = reversed ? line.left.back() : line.left.front();
      if (piece.repeat != WordPiece::Repeat::once) continue;
      const WordWrite* write = line.right.empty() ? nullptr
                               : reversed         ? &line.right.back()
                                                  : &line.right.front();
      for (WordLetters rest = piece.cells[0] & cut; rest != 0; rest &= rest - 1) {
        const WordLetters stood = rest & (~rest + 1);
        bool stays = write != nullptr && !write->is_run;
        if (stays) {
          // What is copied may come from another cell: then each of its letters is looked at.
          const bool copies = write->cells[0].copies;
          const WordLetters asked = copies ? line.left[write->piece].cells[0] : stood;
          for (WordLetters one = asked; one != 0; one &= one - 1) {
            const uint8_t becomes =
                write->cells[0].becomes[static_cast<size_t>(std::countr_zero(one))];
            stays = stays && (becomes == WordWrite::kNothing || (cut >> becomes & 1) != 0);
          }
        }
        if (!stays) cut &= ~stood;
      }
    }
  }
  return cut;
}

WordLetters image_of(WordLetters letters, const WordImage& image) {
  WordLetters result = 0;
  for (; letters != 0; letters &= letters - 1)
    result |= only(image.letter[static_cast<size_t>(std::countr_zero(letters))]);
  return result;
}

WordLine image_of(const WordLine& line, const WordImage& image) {
  WordLine result = line;
  for (WordPiece& piece : result.left) {
    for (WordLetters& letters : piece.cells) letters = image_of(letters, image);
    if (image.reversed) std::reverse(piece.cells.begin(), piece.cells.end());
  }
  for (WordWrite& write : result.right) {
    for (WordWrite::Cell& cell : write.cells) {
      const auto before = cell.becomes;
      for (size_t letter = 0; letter < before.size(); ++letter) {
        const uint8_t becomes = before[letter];
        cell.becomes[image.letter[letter]] =
            becomes == WordWrite::kNothing ? becomes : image.letter[becomes];
      }
    }
    if (!image.reversed) continue;
    std::reverse(write.cells.begin(), write.cells.end());
    if (write.piece != WordWrite::kNoPiece) write.piece = line.left.size() - 1 - write.piece;
  }
  if (image.reversed) {
    std::reverse(result.left.begin(), result.left.end());
    std::reverse(result.right.begin(), result.right.end());
    std::swap(result.from_begin, result.to_end);
  }
  return result;
}

/// Whether the line says the same from right to left: a run with `!` looks to one side, and one
/// whose cells are written by groups of another width begins at one.
bool can_be_reversed(const WordLine& line) {
  if (std::any_of(line.left.begin(), line.left.end(),
                  [](const WordPiece& piece) { return piece.all; }))
    return false;
  return std::all_of(line.right.begin(), line.right.end(), [&](const WordWrite& write) {
    if (!write.times.empty()) return write.cells.size() == 1 && !write.cells[0].copies;
    return !write.is_run || write.cells.size() == 1 ||
           write.cells.size() == line.left[write.piece].width();
  });
}

bool keeps_patterns(const WordImage& image, const WordCode& code) {
  return std::all_of(code.lines.begin(), code.lines.end(), [&](const WordLine& line) {
    const WordLine there = image_of(line, image);
    return std::any_of(code.lines.begin(), code.lines.end(),
                       [&](const WordLine& other) { return is_same(other, there); });
  });
}

std::vector<WordImage> images_of(const WordCode& code) {
  std::vector<WordImage> images;
  if (!std::all_of(code.lines.begin(), code.lines.end(),
                   [](const WordLine& line) { return line.is_plain(); }))
    return images;
  const bool reverses = std::all_of(code.lines.begin(), code.lines.end(), can_be_reversed);
  WordImage image;
  std::iota(image.letter.begin(), image.letter.end(), uint8_t{0});
  const auto begin = image.letter.begin() + 1;
  const auto end = begin + static_cast<std::ptrdiff_t>(
                               code.letters.size() <= kMostExchanged ? code.letters.size() : 0);
  do {
    for (const bool reversed : {false, true}) {
      image.reversed = reversed;
      const bool moves = reversed || !std::is_sorted(image.letter.begin(), image.letter.end());
      if (moves && (!reversed || reverses) && images.size() < kMostImages &&
          keeps_patterns(image, code))
        images.push_back(image);
    }
  } while (std::next_permutation(begin, end));
  return images;
}

/// By how much a move by the line changes the count of these letters at most; nothing where there
/// is no end.
std::optional<int64_t> most_change(const WordLine& line, WordLetters counted) {
  const auto counts = [&](uint8_t letter) {
    return letter != WordWrite::kNothing && (counted >> letter & 1) != 0;
  };
  // What is taken away for certain.
  const auto least = [&](WordLetters letters) { return (letters & ~counted) == 0 ? 1 : 0; };
  std::vector<char> used(line.left.size(), 0);
  int64_t change = 0;
  for (const WordWrite& write : line.right) {
    if (!write.times.empty()) return {};
    const bool stands_for = write.piece != WordWrite::kNoPiece;
    if (stands_for) used[write.piece] = 1;
    if (write.is_run && write.cells.size() != line.left[write.piece].width() &&
        write.cells.size() != 1)
      return {};
    const size_t width = stands_for ? line.left[write.piece].width() : write.cells.size();
    int64_t here = 0;
    for (size_t i = 0; i < width; ++i) {
      const WordWrite::Cell& cell = write.cells[i % write.cells.size()];
      const WordLetters stood = stands_for ? line.left[write.piece].cells[i] : 0;
      if (!cell.copies) {
        here += (counts(cell.becomes[0]) ? 1 : 0) - (stands_for ? least(stood) : 0);
        continue;
      }
      int64_t worst = -1;
      for (WordLetters rest = stood; rest != 0; rest &= rest - 1) {
        const auto letter = static_cast<uint8_t>(std::countr_zero(rest));
        worst = std::max<int64_t>(
            worst, (counts(cell.becomes[letter]) ? 1 : 0) - (counts(letter) ? 1 : 0));
      }
      here += worst;
    }
    if (write.is_run) {
      if (here > 0) return {};
      here *= static_cast<int64_t>(line.left[write.piece].least);
    }
    change += here;
  }
  for (size_t i = 0; i < line.left.size(); ++i) {
    if (used[i] != 0) continue;
    for (const WordLetters cell : line.left[i].cells)
      change -= least(cell) * static_cast<int64_t>(line.left[i].least);
  }
  return change;
}

/// Whether each of these lines puts a word of the same length that comes earlier in a dictionary,
/// with some order of the letters, read from one of its ends.
bool falls_in_dictionary(const WordCode& code, const std::vector<const WordLine*>& lines) {
  WordCode part{code.letters, {}, false};
  for (const WordLine* line : lines) part.lines.push_back(*line);
  const auto moves = rewritings_of(part);
  const size_t letters = code.letters.size() + 1;
  if (!moves || letters > kMostOrdered + 1) return false;
  if (std::any_of(moves->begin(), moves->end(),
                  [](const WordRewriting& move) { return move.to.size() != move.from.size(); }))
    return false;
  WordText rank(letters, '\0');  // of each letter
  for (size_t i = 0; i < letters; ++i) rank[i] = static_cast<char>(i);
  const auto ranked = [&](const WordText& word, bool backwards) {
    WordText result;
    for (const char letter : word) result += rank[static_cast<uint8_t>(letter)];
    if (backwards) std::reverse(result.begin(), result.end());
    return result;
  };
  do {
    for (const bool backwards : {false, true}) {
      if (std::all_of(moves->begin(), moves->end(), [&](const WordRewriting& move) {
            return ranked(move.to, backwards) < ranked(move.from, backwards);
          }))
        return true;
    }
  } while (std::next_permutation(rank.begin(), rank.end()));
  return false;
}

/// Whether counts of letters, and then a dictionary, show that play ends.
bool counts_fall(const WordCode& code) {
  std::vector<const WordLine*> left;
  for (const WordLine& line : code.lines) left.push_back(&line);
  const size_t letters = code.letters.size() + 1;  // the border is counted too
  std::vector<WordLetters> kinds{~WordLetters{0}};
  for (size_t letter = 0; letter < letters; ++letter) kinds.push_back(only(letter));
  for (WordLetters set = 1; letters <= kMostCounted && set < only(letters); ++set)
    kinds.push_back(set);
  for (bool falls = true; falls && !left.empty();) {
    falls = false;
    for (const WordLetters kind : kinds) {
      std::vector<const WordLine*> rest;
      bool rises = false;
      for (const WordLine* line : left) {
        const std::optional<int64_t> change = most_change(*line, kind);
        rises = rises || !change || *change > 0;
        if (change && *change == 0) rest.push_back(line);
      }
      if (rises || rest.size() == left.size()) continue;
      left = std::move(rest);
      falls = true;
      break;
    }
  }
  return left.empty() || falls_in_dictionary(code, left);
}

}  // namespace

WordFacts::WordFacts(const WordCode& code)
    : cut_before(cut_letters(code, false)),
      cut_after(cut_letters(code, true)),
      images(images_of(code)),
      play_ends(counts_fall(code)) {
  for (const WordLine& line : code.lines) {
    first |= first_letters(line, false);
    last |= first_letters(line, true);
  }
}

}  // namespace grundy
