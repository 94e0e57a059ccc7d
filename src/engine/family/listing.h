// Positions made of many numbers, in the sum notation: lists and matrices are read, and written
// again, cut where they grow too long.
#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "base/reader.h"
#include "rule/position.h"
#include "value/natural.h"

namespace grundy {

/// What a move does to one of the numbers: the number at `place` (from 0) becomes `to`.
template <class Number>
struct Change {
  size_t place = 0;
  Number to{};
  friend bool operator==(const Change&, const Change&) = default;
};

/// The numbers of a position by their places.
using NumberAt = std::function<Natural(size_t)>;

/// "[3, 5, 7]" of the places begin ... end - 1; "[3, 5…]" when that is longer than `limit` bytes.
std::string list_text(size_t begin, size_t end, const NumberAt& number, size_t limit);
/// "[[1, 2], [3, 4]]"; row i holds the places row_ends[i - 1] ... row_ends[i] - 1 (the first begins
/// at 0).
std::string matrix_text(std::span<const size_t> row_ends, const NumberAt& number, size_t limit);

/// "@edges.txt", with the path in quotation marks where the sum notation needs them.
std::string file_argument(const std::string& path);

/// The digits of n, with the middle left out when there are more than some forty.
std::string short_digits(const Natural& n);

/// `text`, filled up with blanks on the right until it is `width` characters (not bytes) wide.
std::string padded(std::string text, size_t width);
/// How many characters `text` has; it is UTF-8.
size_t width_of(std::string_view text);

/// Refuses parameters for a game that has none, and any number of arguments from `least` to `most`
/// aside; `example` shows how the game is written.
Attempt<void> check_arguments(std::string_view game, std::string_view example, size_t least,
                              size_t most, std::span<const ParameterArgument> parameters,
                              std::span<const Argument> arguments);
/// A list of numbers: [3, 5, 7], or a file with one number a line.
Attempt<std::vector<Natural>> read_number_list(const Argument& argument, std::string_view example,
                                               Budget& budget);
/// Rows of numbers: [[1, 2], [3, 4]], or a file with one row a line; [] has no rows.
Attempt<std::vector<std::vector<Natural>>> read_number_rows(const Argument& argument,
                                                            std::string_view example,
                                                            RowLengths lengths, Budget& budget);

/// The error for a vertex that no edge of a file has; what vertices there are.
Error no_such_vertex(const std::string& path, const Natural& vertex, uint64_t count, uint64_t least,
                     uint64_t greatest);

}  // namespace grundy
