// Where a game stands: the coordinates of a rule's position, and the arguments a user writes for
// games that are not given by a rule file.
#pragma once
#include <boost/container/small_vector.hpp>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/attempt.h"
#include "value/natural.h"

namespace grundy {

/// The coordinates of one position of a rule game; most games have one or two.
using Coordinates = boost::container::small_vector<Natural, 2>;

/// "(3, 4)".
std::string to_string(const Coordinates& coordinates);

/// The name behind '@' in a sum.
struct FileName {
  std::string path;
};

/// One argument as the user wrote it: 7, [3, 5, 7], [[1, 2], [3, 4]] or @file. An empty pair of
/// brackets is an empty list; rows of a matrix may differ in length (the game that gets it says
/// whether that is allowed).
struct Argument {
  std::variant<Natural, std::vector<Natural>, std::vector<std::vector<Natural>>, FileName> value;
  Span span;  // its place in the sum's text
};

/// A parameter as the user wrote it, [k=2] or just [2] (then `name` is empty): a number, a set of
/// numbers or tuples, or a file.
struct ParameterArgument {
  std::string name;
  // A set of numbers holds rows of one entry.
  std::variant<Natural, std::vector<std::vector<Natural>>, FileName> value;
  bool complement = false;  // [not {1, 2}]: all but those of the set
  Span span;
};

}  // namespace grundy
