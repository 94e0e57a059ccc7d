// Numbers and times as people write them on a command line.
#pragma once
#include <cstdint>
#include <string_view>

#include "base/attempt.h"

namespace grundy::cli {

/// A natural number of at most 10^18: 1000000, 1_000_000, 1e6, 10^6. Errors call it `option`.
Attempt<uint64_t> parse_count(std::string_view text, std::string_view option);

/// Seconds: 90, 90s, 1.5m, 2h, 1d; more than 0. Errors call it `option`.
Attempt<double> parse_duration(std::string_view text, std::string_view option);

}  // namespace grundy::cli
