// Numbers, times and sizes of memory as people write them on a command line.
#pragma once
#include <cstdint>
#include <string_view>

#include "base/attempt.h"

namespace grundy::cli {

/// A natural number of at most 10^18: 1000000, 1_000_000, 1e6, 10^6. Errors call it `option`.
Attempt<uint64_t> parse_count(std::string_view text, std::string_view option);

/// Seconds: 90, 90s, 1.5m, 2h, 1d; more than 0. Errors call it `option`.
Attempt<double> parse_duration(std::string_view text, std::string_view option);

/// Bytes: "4GiB", "500M", "1e9"; K, M, G and T are powers of 1024, with B, iB or nothing behind
/// them. More than 0.
Attempt<uint64_t> parse_size(std::string_view text);

}  // namespace grundy::cli
