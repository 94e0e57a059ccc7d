// The syntax tree of a rule file, before names are looked up: parse makes it, check reads it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "rule/reply.h"
#include "rule/space.h"
#include "value/natural.h"

namespace grundy {

struct TermSyntax;

/// {1, 4, 9} · {n*n for n in 1..100} · a parameter's name · @file · not SET
struct SetSyntax;
struct CellConditionSyntax;

/// k · k < e · k in a..b · k in S · (a, b) in S · k = e
struct BinderSyntax {
  enum class Kind { any, less, less_equal, greater, greater_equal, range, in_set, equal, letters };
  Kind kind = Kind::any;
  std::vector<std::string> names;  // one, or those of a tuple
  std::vector<Span> name_spans;
  std::vector<TermSyntax> bounds;  // the e of a comparison; both ends of a range
  std::vector<SetSyntax> set;      // one entry for in_set
  std::string letters;             // s in XO, in games of cells
  bool of_lists = false;           // [d] <= a
  Span span;
};

/// Terms and conditions alike; check tells them apart.
struct TermSyntax {
  enum class Kind {
    number,      // number
    name,        // name
    call,        // name(children…): min, max, gcd, isprime …
    unary,       // op child: "-", "not"
    binary,      // child op child: + - * / % ^^ and or
    chain,       // children joined by ops: a <= x < b
    in_set,      // children (one, or a tuple) in set
    in_range,    // children[0] in children[1]..children[2]
    quantifier,  // name = "all" or "any": children[0] for binders if children[1]
    cells,       // some XX, u reaches B, count(X): a question about the board
    element,     // name[children[0]]
    fold,        // name(children[0] for binders if children[1])
    choice,      // children[0] if children[1] else children[2]
  };
  Kind kind = Kind::number;
  Span span;
  Natural number;
  std::string name;  // also the operator's text
  std::vector<std::string> ops;
  std::vector<TermSyntax> children;
  std::vector<SetSyntax> set;
  std::vector<BinderSyntax> binders;
  std::vector<CellConditionSyntax> cells;  // one, for cells
  bool negated = false;                    // not in
  uint32_t depth = 1;                      // of the tree
};

struct SetSyntax {
  enum class Kind { literal, comprehension, name, file, complement };
  struct Element {
    std::vector<TermSyntax> terms;  // one, or those of a tuple, or both ends of a range
    bool is_range = false;
  };
  Kind kind = Kind::literal;
  Span span;
  std::vector<Element> elements;  // literal; comprehension: one
  std::vector<BinderSyntax> binders;
  std::vector<TermSyntax> condition;  // none or one
  std::string name;                   // name or path
  std::vector<SetSyntax> inner;       // complement: one
};

/// A name where a term stands.
inline TermSyntax term_of_name(std::string name, Span span) {
  TermSyntax result;
  result.kind = TermSyntax::Kind::name;
  result.name = std::move(name);
  result.span = span;
  return result;
}
/// `name in set`, the set being called so.
inline BinderSyntax element_of(std::string name, std::string set, Span span) {
  BinderSyntax result;
  result.kind = BinderSyntax::Kind::in_set;
  result.names = {std::move(name)};
  result.name_spans = {span};
  result.span = span;
  result.set.emplace_back();
  result.set[0].kind = SetSyntax::Kind::name;
  result.set[0].name = std::move(set);
  result.set[0].span = span;
  return result;
}

/// a[i -> x] + [y, z] - b[1..k]
struct ListSyntax {
  struct Change {
    std::vector<TermSyntax> places;  // one, or first and last
    std::vector<TermSyntax> number;  // one, or
    std::vector<ListSyntax> list;
  };
  struct Piece {
    bool taken = false;  // behind a minus
    std::string name;    // of a coordinate, or
    std::vector<SetSyntax> listed;
    std::vector<TermSyntax> slice;
    std::vector<Change> changes;
    Span span;
  };
  std::vector<Piece> pieces;
  Span span;
};

/// [K=2], [{1, 3}]
struct ParameterSyntax {
  std::string name;  // empty when given by place
  Span span;
  std::vector<TermSyntax> number;  // none or one
  std::vector<SetSyntax> set;      // none or one
};

/// 2*kayles(a) · sum(consecutive(a + i) for i < k)
struct PartSyntax {
  std::string name;
  Span span;       // the whole part
  Span name_span;  // the game's name
  uint64_t times = 1;
  std::string code;  // octal[0.137]: the text in the brackets
  Span code_span;
  std::vector<ParameterSyntax> parameters;
  std::vector<TermSyntax> arguments;
  // In games of cells and sets: for each argument one or none.
  std::vector<std::vector<SetSyntax>> argument_sets;
  std::vector<std::vector<ListSyntax>> argument_lists;
  // sum(…): the parts it repeats
  std::vector<PartSyntax> repeated;
  std::vector<BinderSyntax> binders;
  std::vector<TermSyntax> condition;
};

/// An item of a drawn row; see rule/cells.h.
struct ItemSyntax {
  enum class Kind { any, letters, name, term, edge, group, nothing };  // nothing: `u:` alone
  enum class Repeat { once, star, plus, times };
  Kind kind = Kind::any;
  std::string letters;  // in the order in which they are written
  bool negated = false;
  std::string name;  // a variable's or a cell's
  std::vector<TermSyntax> term;
  std::vector<ItemSyntax> group;
  Repeat repeat = Repeat::once;
  std::vector<TermSyntax> times;
  bool all = false;
  std::string cell_name;  // u: in front
  Span cell_name_span;
  Span span;
};

struct CellsSyntax {
  std::vector<std::vector<ItemSyntax>> rows;
  Span span;
};

/// reaches [no] TARGET [through THROUGH], from the cell of a name or from the cell at hand.
struct ReachSyntax {
  std::string from;
  Span from_span;
  bool negated = false;
  std::vector<ItemSyntax> target;  // one, or none in `every A that u reaches`
  std::vector<ItemSyntax> through;
};

/// some CELLS · no CELLS · some/every/no ITEM reaches … · u reaches … · count(ITEM)
struct CellConditionSyntax {
  enum class Kind { some, no, every, from, count };
  Kind kind = Kind::some;
  CellsSyntax cells;
  std::vector<ReachSyntax> reach;  // none or one
  Span span;
};

struct AlongSyntax {
  std::string word;  // or, when empty, the numbers
  int64_t down = 0;
  int64_t right = 0;
  Span span;
};

/// CELLS -> CELLS along …, or every ITEM that … -> ITEM.
struct StepSyntax {
  bool every = false;
  CellsSyntax left;
  CellsSyntax right;
  std::vector<ReachSyntax> reach;  // every: one
  std::vector<AlongSyntax> along;
  Span span;
};

/// What stands behind `on`.
struct SpaceSyntax {
  std::string kind;  // empty: no board, coordinates that are sets
  Span span;
  bool edges = false;
  bool numbers = false;
  std::vector<AlongSyntax> along;
  std::string start;
  Span start_span;
};

/// always CONDITION, over CONDITION
struct ClauseSyntax {
  bool always = false;
  Span span;
  TermSyntax condition;
};

/// win if CONDITION, lose if CONDITION: the game is over, and whose turn it is has won or lost.
struct EndSyntax {
  bool wins = false;
  Span span;
  TermSyntax condition;
};

struct MoveSyntax {
  enum class By { either, left, right };
  Span span;
  By by = By::either;  // who has the move
  Reply reply = Reply::anywhere;
  Span reply_span;                // of the word, where there is one
  std::vector<StepSyntax> steps;  // drawn ones; none: the line begins with ->
  bool to = false;                // the steps lead to `parts`
  std::vector<PartSyntax> parts;  // none: the game that is over
  std::vector<BinderSyntax> binders;
  std::vector<TermSyntax> condition;  // none or one
  bool is_case = false;               // of a line with a choice (choices.h)
};

struct LetSyntax {
  std::string name;
  Span span;
  TermSyntax term;
};

/// show row | hit .
struct ShowSyntax {
  std::string cell;  // one character: what stands in the row
  std::string verb;  // by which a player names a move
  std::string mark;  // one character: what a move leaves behind
};

struct GameSyntax {
  std::string name;
  Span span;  // of the name
  std::vector<std::string> documentation;
  std::vector<ParameterSyntax> parameters;  // with defaults, where there are any
  std::vector<std::string> coordinates;
  std::vector<Span> coordinate_spans;
  std::vector<CoordinateKind> coordinate_kinds;
  std::vector<SpaceSyntax> space;  // one for games of cells, sets or lists
  std::vector<ClauseSyntax> clauses;
  std::vector<LetSyntax> lets;
  std::vector<EndSyntax> ends;
  std::vector<MoveSyntax> moves;
  /// Whether Left and Right have different moves: the Rule has one more coordinate, whose turn it
  /// is (0: Left).
  bool has_sides() const {
    for (const MoveSyntax& move : moves) {
      if (move.by != MoveSyntax::By::either) return true;
    }
    return false;
  }
  /// Whether who wins is known but there are no values: ends of its own, or moves that only one
  /// player has.
  bool has_outcomes_only() const { return !ends.empty() || has_sides(); }
  std::optional<ShowSyntax> show;  // how play draws its positions
  bool is_alias = false;           // game NAME(…) = SUM
  std::vector<PartSyntax> alias;   // then its parts
};

struct FileSyntax {
  std::vector<LetSyntax> lets;  // before the first game: for the whole file
  std::vector<GameSyntax> games;
};

}  // namespace grundy
