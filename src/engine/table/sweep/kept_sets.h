// Running sets in a file (engine/table/file.h), so that a table that was ended goes on without
// reading the options of cells anew.
//
// The bytes are words of 64 bits: one for the kind of text, the limit of the values, and then, for
// each set, the slots of the cells that later ones start from. A slot is written as the number of
// words of the set and the words, then the same for its counts; zeros at the end are left out.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "engine/table/file.h"
#include "engine/table/sweep/running_sets.h"

namespace grundy {

/// Writes the sets of the last of the first `filled` cells, for values below the limit.
Attempt<void> write_sets(const RunningSets& sets, uint64_t limit, uint64_t filled,
                         const TableFile::Sink& sink);

/// The words of such a text; nothing when it is none.
std::optional<std::vector<uint64_t>> words_of_sets(const std::string& text);
/// The limit that the words were written for.
uint64_t limit_of_sets(std::span<const uint64_t> words);
/// Fills the slots, laid out for the same limit, of the first `filled` cells; false when the words
/// do not fit.
bool read_sets(RunningSets& sets, uint64_t filled, std::span<const uint64_t> words);

}  // namespace grundy
