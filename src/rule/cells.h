// BoardRule: the moves of a game of cells, drawn as patterns: typed, immutable, closed, beside the
// Rule that owns it.
//
// A Pattern is rows of Items; a Step lays one on the board and writes another in its place.
// Variables, cell names and numbers seen have slots, as everywhere: the coordinates first (a set's
// slot holds nothing), then the names and variables of the line in the order in which they appear,
// last those inside `all`, `any`, `some` and the like. A slot holds a number, a letter (as a Cell)
// or, for a cell's name, the cell's number on the board.
//
//   s .* q:. -> . .* s  then  q:s .* . -> s .* #    for s in XO
//     steps[0]  left  {slot s} {letters . star} {letters . named q}
//               right {letters .} {letters . star} {slot s}
//     steps[1]  left  {slot s named q, known} {letters . star} {letters .}   right  …
//     binders   s in {-'X', -'O'} (Binder::Kind::in_set)
#pragma once
#include <bitset>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rule/rule.h"
#include "rule/space.h"

namespace grundy {

/// What a cell holds: a natural number, or a letter.
using Cell = int64_t;
/// Letters are printable ASCII, and their cells negative numbers in the same order.
using Letters = std::bitset<128>;
constexpr Cell letter_cell(char letter) {
  return static_cast<Cell>(static_cast<unsigned char>(letter)) - 128;
}
constexpr bool is_letter_cell(Cell cell) { return cell < 0; }
constexpr char letter_of(Cell cell) { return static_cast<char>(cell + 128); }
inline bool has_letter(const Letters& letters, Cell cell) {
  return cell < 0 && cell >= -128 && letters[static_cast<size_t>(cell + 128)];
}

constexpr size_t kNoSlot = SIZE_MAX;

/// One item of a row.
struct Item {
  enum class Kind : uint8_t {
    any,      // ?; on the right: the cell stays as it is
    letters,  // one of `letters`; `listed` in the written order, [TH]
    slot,     // the letter or number of `slot`: a variable, or (binds) a name that is bound to the
              // number seen here
    term,     // on boards of numbers: `term`; on the right, `slot` first gets the number that stood
              // there, if it has one
    cell,     // the cell of a name seen before, whatever it holds
    edge,     // $: beyond the board
    group,    // ( … ), repeated
  };
  enum class Repeat : uint8_t { once, star, plus, times };
  Kind kind = Kind::any;
  Letters letters;
  std::string listed;
  size_t slot = kNoSlot;
  bool binds = false;
  Expr term;
  std::vector<Item> group;
  Repeat repeat = Repeat::once;
  Expr times;
  bool all = false;        // !: after the run the item does not fit once more
  size_t named = kNoSlot;  // u: the slot of the name that this cell has
  bool known = false;  // the name was given before: it must be that very cell, which closes a path
  Span span;

  bool is_run() const { return repeat != Repeat::once; }
};
using CellRow = std::vector<Item>;
using Pattern = std::vector<CellRow>;

/// u reaches B through C: a walk by single steps from u to another cell that is B, all cells
/// between being C.
struct CellReach {
  bool negated = false;       // reaches no B
  std::vector<Item> target;   // one item
  std::vector<Item> through;  // one item, or none: the walk is one step
};

/// One drawn step of a move.
struct Step {
  enum class Kind : uint8_t {
    laid,   // left -> right, laid anywhere
    every,  // every cell that is `item` and stands in the relation becomes `written`, all at once
  };
  Kind kind = Kind::laid;
  Pattern left;
  Pattern right;
  std::vector<Direction> along;  // this step's own directions; empty: the game's
  std::string along_text;
  // every ITEM that FROM reaches / that reaches TARGET … -> WRITTEN
  std::vector<Item> item;
  std::vector<Item> written;
  size_t from = kNoSlot;  // u, or none: the cell itself walks
  CellReach reach;
  Span span;
};

/// A condition over cells; the payload of Op::cells and Op::cell_count.
struct CellCondition {
  enum class Kind : uint8_t {
    some,           // some CELLS, laid in all directions of the game; `no` is its negation
    every_reaches,  // every ITEM reaches …
    some_reaches,   // some ITEM reaches …
    reaches,        // the cell named `from` reaches …
    count,          // count(ITEM): how many cells are ITEM (Op::cell_count)
    member,         // `term` in the set or list of coordinate `from`
    greatest,       // the greatest element of that set, -1 for none (Op::cell_count)
    sorted,         // no element of the list of `from` is less than the one before it
    element,        // a[i], i being the second operand (Op::cell_count, as all that follow)
    length,         // len(a)
    fold,           // sum(a), or sum(T for …): the node's quantifier, T being its condition
    elements,       // k in a: the whole of Binder::values; `no`: equal neighbours once
    below,          // [d] <= a, likewise
  };
  enum class Fold : uint8_t { sum, product, min, max, bit_xor, bit_or, bit_and, gcd, count };
  Kind kind = Kind::some;
  bool no = false;  // written as `no`: the negation is part of the node
  Pattern pattern;
  std::vector<Item> item;  // one
  size_t from = kNoSlot;
  CellReach reach;
  Expr term;
  Fold fold = Fold::sum;
  Span span;
};
/// Whether it speaks of lists: the node's first operand is then the slot of the list, if it has
/// one.
inline bool is_of_list(const CellCondition& condition) {
  return condition.kind >= CellCondition::Kind::sorted;
}

struct ListPiece;
/// a + [x, y] - b[1..k]: pieces, one behind the other.
using ListTerm = std::vector<ListPiece>;

/// What a part has at a coordinate that is a set: the elements of a listing, or {element for
/// binders if condition}. At one that is a list, `list`.
struct SetTerm {
  std::vector<Expr> elements;
  std::vector<Binder> binders;
  std::vector<Expr> condition;
  ListTerm list;
};

/// A list, or some of its places, or the list with other elements at some places; or a listing.
struct ListPiece {
  struct Change {
    Expr first;                // places
    Expr last;                 // the same as the first where one is written
    std::vector<Expr> number;  // one, which stands there now, or none:
    ListTerm list;
  };
  // Behind a minus: its elements leave the list, each the first one that is equal.
  bool taken = false;
  size_t from = kNoSlot;  // the coordinate, or none:
  SetTerm listed;
  std::vector<Expr> slice;  // first and last place, or none: all
  std::vector<Change> changes;
};

/// A position that a move leads to; see Part. The board, if the game has one, is the changed one.
struct BoardPart {
  const Rule* game = nullptr;
  std::vector<Expr> coordinates;  // one for each coordinate; that of a set stands for nothing
  std::vector<SetTerm> sets;      // one for each set, in order
  std::vector<Binder> binders;
  std::vector<Expr> condition;
  Span span;
};

struct BoardLine {
  std::vector<Step> steps;  // none: the board stays as it is
  std::vector<Binder> binders;
  std::vector<Expr> conditions;  // on the board before the move; may speak of the names and numbers
                                 // that the steps bind
  bool to = false;               // leads to `parts`; else to the same game with the board changed
  std::vector<BoardPart> parts;
  Reply reply = Reply::anywhere;
  std::vector<std::string> slot_names;
  std::vector<bool> is_letter_slot;  // by slot: holds a letter (for s in XO)
  std::vector<bool> is_cell_slot;    // by slot: names a cell
  Span span;
};

/// The position of the game itself to which each move of the line leads, if it names exactly one;
/// else null.
const BoardPart* only_part(const Rule& rule, const BoardLine& line);

/// What a position must never show, or after which there is no move.
struct BoardClause {
  bool wins = false;  // among `ends`: whose turn it is has won, else lost
  Expr condition;
  std::vector<std::string> slot_names;
  Span span;
};

struct BoardRule {
  Space space;
  std::vector<CoordinateKind> kinds;  // of the rule's coordinates
  Letters letters;                    // those of the lines and of `start`, and always '.' and '#'
  std::vector<BoardLine> lines;
  std::vector<BoardClause> always;
  std::vector<BoardClause> over;
  std::vector<BoardClause> ends;  // win if, lose if: the first one that holds

  bool has_board() const { return space.kind != SpaceKind::none; }
  /// How many coordinates are sets, lists or bags.
  size_t sets() const;
  /// The place of a coordinate's set or list among those of a position.
  size_t set_of(size_t coordinate) const;
};

}  // namespace grundy
