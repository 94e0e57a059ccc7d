// The sum notation: nim(3) + 3*kayles(7) + *5 + nim{@heaps.txt} + moore[k=2]([3, 5]) using my.game
//
// Behind a colon stands what an ordinal sum has above: nim(3) : kayles(4). all(…), some(…), one(…),
// upto[k](…) and then(…) play sums together in other ways (game/compound.h).
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "language/syntax.h"
#include "rule/position.h"
#include "value/ordinal.h"

namespace grundy {

/// An entry of a list, 3 or 5..9.
struct HeapRange {
  Natural first;
  Natural last;
};

/// One part as it is written; `times` of them, and for a heap list one for each entry.
struct SumPartSyntax {
  enum class Kind { nimber, position, list, again, compound };
  Kind kind = Kind::position;
  Span span;
  Span name_span;
  Natural times = 1;
  Ordinal nimber;
  std::string name;
  std::string code;  // octal[0.137]
  Span code_span;
  std::vector<ParameterSyntax> parameters;
  std::vector<Argument> arguments;  // position
  bool entailing = false;           // the next move must be made in it
  bool on_board = false;  // position of a game of cells or sets: what stands between its brackets
  Span board_span;
  // Compound: the sums that are played together, as `name` says.
  std::vector<std::vector<SumPartSyntax>> components;
  std::string pace;                          // compound: "short", "long" or nothing
  Natural most;                              // upto[most]
  std::vector<HeapRange> heaps;              // list: nim{3, 5..9}
  std::vector<std::vector<Natural>> tuples;  // list: wythoff{(1, 2), (3, 4)}
  std::string file;                          // list: nim{@file}
};

struct SumSyntax {
  std::vector<SumPartSyntax> parts;
  std::string rules;  // the file behind `using`, or empty
};

/// Whether a name is a game's whose positions have cells or sets, so that its arguments are read by
/// that game.
using IsBoardGame = std::function<bool(std::string_view name)>;

/// Errors are located in `text`, called `source`. "0" is the empty sum.
Attempt<SumSyntax> parse_sum(std::string_view source, std::string_view text,
                             const IsBoardGame& is_board_game = {});

/// The natural number that stands there, written as coordinates are: 7, 10^9 + 7, 3*2^20.
Attempt<Natural> parse_number(std::string_view source, std::string_view text, Span span);

}  // namespace grundy
