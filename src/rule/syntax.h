// The syntax tree of a rule file, before names are looked up: parse makes it, check reads it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "value/natural.h"

namespace grundy {

struct TermSyntax;

/// {1, 4, 9} · {n*n for n in 1..100} · a parameter's name · @file · not SET
struct SetSyntax;

/// k · k < e · k in a..b · k in S · (a, b) in S · k = e
struct BinderSyntax {
  enum class Kind { any, less, less_equal, greater, greater_equal, range, in_set, equal };
  Kind kind = Kind::any;
  std::vector<std::string> names;  // one, or those of a tuple
  std::vector<Span> name_spans;
  std::vector<TermSyntax> bounds;  // the e of a comparison; both ends of a range
  std::vector<SetSyntax> set;      // one entry for in_set
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
  };
  Kind kind = Kind::number;
  Span span;
  Natural number;
  std::string name;  // also the operator's text
  std::vector<std::string> ops;
  std::vector<TermSyntax> children;
  std::vector<SetSyntax> set;
  std::vector<BinderSyntax> binders;
  bool negated = false;  // not in
  uint32_t depth = 1;    // of the tree
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
  // sum(…): the parts it repeats
  std::vector<PartSyntax> repeated;
  std::vector<BinderSyntax> binders;
  std::vector<TermSyntax> condition;
};

struct MoveSyntax {
  Span span;
  std::vector<PartSyntax> parts;  // none: the game that is over
  std::vector<BinderSyntax> binders;
  std::vector<TermSyntax> condition;  // none or one
};

struct LetSyntax {
  std::string name;
  Span span;
  TermSyntax term;
};

struct GameSyntax {
  std::string name;
  Span span;  // of the name
  std::vector<std::string> documentation;
  std::vector<ParameterSyntax> parameters;  // with defaults, where there are any
  std::vector<std::string> coordinates;
  std::vector<Span> coordinate_spans;
  std::vector<LetSyntax> lets;
  std::vector<MoveSyntax> moves;
  bool is_alias = false;          // game NAME(…) = SUM
  std::vector<PartSyntax> alias;  // then its parts
};

struct FileSyntax {
  std::vector<LetSyntax> lets;  // before the first game: for the whole file
  std::vector<GameSyntax> games;
};

}  // namespace grundy
