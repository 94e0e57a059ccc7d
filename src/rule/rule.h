// Rule: what a game is. The one representation between the language and everything behind it:
// typed, immutable, closed (parameters are filled in, names resolved).
//
// A move line is a set of moves, one for each choice of its binders that makes its conditions true.
// Every variable of a line has a slot: the coordinates come first, then the line's binders in their
// order, then those inside `all`, `any` and `sum`. Terms are integers of any size; evaluators use
// 64 bits and notice an overflow, after which rule/exact.h is asked.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "rule/heap_code.h"
#include "rule/reply.h"

namespace grundy {

enum class Op : uint8_t {
#define OP(name, text, least, most, result, fails) name,
#include "rule/ops.def"
#undef OP
  constant,    // value
  slot,        // value: the slot's number
  in_set,      // operands (a tuple) in set
  quantifier,  // value: 1 for `all`, 0 for `any`; see Quantifier
  cells,       // a condition over the cells of a board, and
  cell_count,  // a number of theirs; see rule/cells.h
};

struct OpInfo {
  std::string_view text;
  uint8_t least;
  uint8_t most;
  bool is_condition;
  bool may_fail;
};
const OpInfo& info(Op op);

/// A finite set of numbers or tuples, sorted, without repeats; or all tuples of naturals but those.
struct NumberSet {
  size_t arity = 1;           // numbers in an element; 0 for an empty set, which fits any pattern
  std::vector<int64_t> flat;  // element i: flat[i·arity … i·arity + arity)
  bool complement = false;
  size_t size() const { return arity == 0 ? 0 : flat.size() / arity; }
  bool contains(const int64_t* tuple) const;
  friend bool operator==(const NumberSet&, const NumberSet&) = default;
  friend auto operator<=>(const NumberSet&, const NumberSet&) = default;
};
using SetPointer = std::shared_ptr<const NumberSet>;

struct Quantifier;
struct CellCondition;
struct BoardRule;

/// A term or a condition.
struct Expr {
  Op op = Op::constant;
  int64_t value = 0;
  std::vector<Expr> args;
  SetPointer set;
  std::shared_ptr<const Quantifier> quantifier;
  std::shared_ptr<const CellCondition> over_cells;
  Span span;  // in the rule's text
};

Expr constant(int64_t value);
Expr slot(size_t number);
Expr apply(Op op, std::vector<Expr> args);

/// How a bound variable ranges. Natural numbers in every case; `values` are explicit elements.
struct Binder {
  enum class Kind {
    range,   // from low (0 when empty) to high (no end when empty)
    equal,   // low
    in_set,  // the slots form an element of `set`
    values,  // the slot is one of `values`
  };
  Kind kind = Kind::range;
  std::vector<size_t> slots;  // one; several for a tuple
  std::vector<Expr> low;      // none or one
  std::vector<Expr> high;     // none or one, inclusive
  SetPointer set;
  std::vector<Expr> values;
  Span span;
};

/// all(condition for binders if filter), any(…).
struct Quantifier {
  std::vector<Binder> binders;
  std::vector<Expr> filter;  // none or one
  Expr condition;
};

class Rule;

/// A position a move leads to, or (when `binders` is not empty) one for each choice of the binders:
/// sum(… for …).
struct Part {
  const Rule* game = nullptr;
  std::vector<Expr> coordinates;
  std::vector<Binder> binders;
  std::vector<Expr> condition;  // conjuncts; only with binders
  Span span;
};

/// One line of the rule.
struct MoveLine {
  std::vector<Binder> binders;
  std::vector<Expr> conditions;  // conjuncts: those that can't fail first
  std::vector<Part> parts;       // the sum that the move leads to; none: the game that is over
  Reply reply = Reply::anywhere;
  std::vector<std::string> slot_names;  // of all slots, coordinates included
  Span span;
};

/// The text a rule was read from.
struct SourceText {
  std::string name;
  std::string text;
};

class Rule {
 public:
  std::string name;       // kayles
  std::string full_name;  // with its parameters where they are not the defaults: stones[K=2]
  std::vector<std::string> coordinates;  // names
  std::vector<MoveLine> moves;
  // The take-and-break code the game was made from, else null. Where the language can't say its
  // moves (four or more heaps) they are to be read from the code: then moves_by_code is true, and
  // `moves` is empty.
  std::shared_ptr<const HeapCode> code;
  bool moves_by_code = false;
  // The moves of a game of cells or sets (rule/cells.h); then `moves` is empty. Null for games of
  // numbers.
  std::shared_ptr<const BoardRule> board;
  bool is_alias = false;    // another name for a sum:
  std::vector<Part> alias;  // whose parts these are, in terms of the coordinates
  std::vector<std::string> alias_slot_names;
  std::shared_ptr<const SourceText> source;
  // The values of the parameters, by which families are recognised.
  std::vector<std::pair<std::string, int64_t>> number_parameters;
  std::vector<std::pair<std::string, SetPointer>> set_parameters;

  size_t arity() const { return coordinates.size(); }
};

/// The position of the game itself to which each move of the line leads, if there is exactly one,
/// it doesn't repeat (`sum(…)`) and the answer is free; else null. A line may have no part at all:
/// it leads to the game that is over.
const Part* only_part(const Rule& rule, const MoveLine& line);
/// Whether evaluating may find an operation without a value (division by 0, root of a negative
/// number).
bool may_fail(const Expr& expr);
/// Whether the slot occurs in the term.
bool mentions(const Expr& expr, size_t slot);
/// One more than the greatest slot that occurs in the term, quantifiers' own variables not counted;
/// 0 when none occurs.
size_t slot_bound(const Expr& expr);
/// The term with slot i replaced by terms[i].
Expr substitute(const Expr& expr, const std::vector<Expr>& terms);

}  // namespace grundy
