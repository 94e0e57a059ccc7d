// Writes the values of a heap game to files: packed, one to four bytes a value, or as text.
#pragma once
#include <string>

#include "base/budget.h"
#include "engine/heap/run.h"

namespace grundy {

/// Writes the values of positions 0 … end - 1, all known, packed (doc/checkpoint.md); the file is
/// whole or not there.
Attempt<void> write_packed(const heap::Run& run, uint64_t end, const std::string& path,
                           Budget& budget);
/// Likewise as lines "n value", the b-file of the OEIS.
Attempt<void> write_bfile(const heap::Run& run, uint64_t end, const std::string& path,
                          Budget& budget);

}  // namespace grundy
