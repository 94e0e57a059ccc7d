// Rule games that a theorem solves at any size, infinite ordinal values included, recognised by
// their moves.
//
// The moves of the rule file are made an integer relation (analysis/relation) and compared with the
// family's: however a rule is written, and whatever order its coordinates have, it is recognised
// exactly when it is the same game.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/isl.h"
#include "value/natural.h"
#include "value/ordinal.h"

namespace grundy {

/// The coordinates of a position, in the order of the closed form.
using Naturals = std::vector<Natural>;

/// One solved game. Its only position without a move is (0, …, 0).
class ClosedForm {
 public:
  virtual ~ClosedForm() = default;
  virtual std::string_view name() const = 0;
  /// The value in a sentence, for `game`, the name and coordinates as the user has them: "forced(m,
  /// n)".
  virtual std::string theorem(const std::vector<std::string>& coordinates) const = 0;
  virtual Ordinal value(const Naturals& position) const = 0;
  /// All options of exactly this value; in each of these families they are finitely many.
  virtual std::vector<Naturals> moves_to(const Naturals& position, const Ordinal& value) const = 0;
};

/// Whether two relations are the same; false as well when isl gives up.
bool same_relation(const isl::Map& moves, const std::string& text);

// Each looks at a relation and gives the closed form when it is one of the family's.
std::unique_ptr<ClosedForm> recognise_cascade(const isl::Map& moves);
std::unique_ptr<ClosedForm> recognise_increases(const isl::Map& moves);
std::unique_ptr<ClosedForm> recognise_stones(const isl::Map& moves);

}  // namespace grundy
