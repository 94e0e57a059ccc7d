// WordCode: the moves of a game on words as patterns of letters, ready to be laid.
//
// Problem: followed by their meaning, the moves of a word of 40 letters take milliseconds to list.
// Idea: letters are numbers. For each choice of a line's variables a pattern is pieces, one cell or
// a run of cells, each with the letters that it takes; what is written is told piece by piece, a
// letter or a map of the letter that stood there. A number that only the length of a run tells
// stays open until the run is laid. A letter that no pattern takes is a border, 0: it never
// changes, and nothing reaches over it.
// Example: `( ) ->`, of the letters ( and ), and # and . as border: one pattern of two cells,
// nothing written.
// Cost: a pattern for each choice of a line's letters; microseconds.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "rule/board.h"
#include "rule/evaluate.h"

namespace grundy {

/// A set of letters by number; 0, the border, is in none.
using WordLetters = uint32_t;
constexpr size_t kMostWordLetters = 31;
/// Letters by number, one a byte.
using WordText = std::string;

/// Some cells that lie side by side, once or again and again.
struct WordPiece {
  enum class Repeat : uint8_t { once, any, seen };
  std::vector<WordLetters> cells;
  Repeat repeat = Repeat::once;
  size_t least = 1;  // times
  size_t most = 1;   // … of `any`, SIZE_MAX for no end
  bool all = false;  // after it, it does not fit once more
  size_t slot = 0;   // of `seen`: holds how many times
  size_t width() const { return cells.size(); }
  friend auto operator<=>(const WordPiece&, const WordPiece&) = default;
};

/// What is written for one piece, or beside those that were laid.
struct WordWrite {
  static constexpr uint8_t kNothing = 0xFF;
  static constexpr size_t kNoPiece = SIZE_MAX;
  struct Cell {
    // By the letter that stood there; all the same: that is written.
    std::array<uint8_t, kMostWordLetters + 1> becomes{};
    bool copies = false;  // asks what stood there
    friend auto operator<=>(const Cell&, const Cell&) = default;
  };
  std::vector<Cell> cells;
  size_t piece = kNoPiece;  // whose cells these stand for
  bool is_run = false;      // as often as the piece was laid, or
  std::vector<Expr> times;  // so many times; none or one
};

struct WordLine {
  std::vector<WordPiece> left;
  bool from_begin = false;  // $
  bool to_end = false;
  std::vector<WordWrite> right;
  // Where numbers are seen:
  Environment slots;
  std::vector<Binder> seen;
  std::vector<Expr> conditions;

  /// Nothing is asked but the letters.
  bool is_plain() const { return seen.empty() && conditions.empty() && !has_terms; }
  bool has_terms = false;
};

struct WordCode {
  std::vector<Cell> letters;  // from letter 1 on: those that some pattern takes
  std::vector<WordLine> lines;
  bool has_ends = false;  // some line has $

  /// The border for all that no pattern takes.
  uint8_t letter(Cell cell) const;
};

/// Two lines say the same about all words.
bool is_same(const WordLine& a, const WordLine& b);

/// Declines coordinates beside the word, clauses, conditions that ask the word, lines of several
/// steps or to other games, names of cells.
Attempt<WordCode> word_code(const Rule& rule);

}  // namespace grundy
