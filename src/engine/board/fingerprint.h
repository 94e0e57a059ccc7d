// Fingerprints: names for what the parts in a table are parts of, by which a store (part_store.h)
// keeps them.
//
// Problem: a key tells parts of one board from each other; the same key means something else in
// another game, on another place, or where another number stands for a letter.
// Idea: all that keys and values depend on, in one order, as a SHA-256. Names of games and lines
// don't matter, so that two rule files that lay the same moves share what is known. Where a rule is
// followed move by move its text stands for it, with that of all rules that play may lead to.
// Example: cram(5x8), and a game of one's own with the line `.. -> ##` asked on 5 rows of 8.
// Whoever changes how keys are made or what they are keys of, or corrects a search that gave wrong
// values, gives kPartKeys another number: no value that was kept before is used then.
#pragma once
#include <string>

#include "engine/board/board_code.h"
#include "engine/board/row_code.h"
#include "engine/board/subset_code.h"

namespace grundy {

/// 64 hexadecimal digits.
std::string fingerprint(const BoardCode& code);
std::string fingerprint(const RowCode& code);
std::string fingerprint(const SubsetCode& code);
std::string fingerprint(const Rule& rule);
std::string fingerprint(const Place& place);
std::string fingerprint(const std::string& name);

}  // namespace grundy
