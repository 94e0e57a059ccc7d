// Reading lines of numbers and writing the numbers of an answer, for all contest problems.
//
// Lines count: a number too many or too few on a line is an error at its place. Blank lines and
// comments are passed over, as in every file of numbers (base/reader.h).
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "base/reader.h"
#include "value/natural.h"

namespace grundy::contest {

/// Where the input comes from, and what messages call it.
inline constexpr const char* kStandardInput = "/dev/stdin";

/// Reads the next line, which must hold exactly row.size() numbers; each below 2^63 when they are
/// words. `what` names them when the input ends too soon: "the number of cases".
Attempt<void> read_line(NumberReader& reader, std::string_view what, std::span<uint64_t> row);
Attempt<void> read_line(NumberReader& reader, std::string_view what, std::span<Natural> row);
/// Likewise for a line of `count` numbers, which are added to `list`.
Attempt<void> read_line(NumberReader& reader, std::string_view what, uint64_t count,
                        std::vector<uint64_t>& list);
/// An error when anything but blank lines is left.
Attempt<void> read_end(NumberReader& reader);

/// Adds a line "3 5 7"; declines when there is no memory for it.
Attempt<void> append_line(std::string& text, std::span<const uint64_t> numbers, Budget& budget);

}  // namespace grundy::contest
