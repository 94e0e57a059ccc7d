// Take-and-break codes as they are asked about: read, and their moves from a heap listed.
//
//   0.77   from a heap of 3: 2; 1,1; 1
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "rule/heap_code.h"
#include "session/session.h"

namespace grundy {

/// An error that names the code, where it has one, when the text is a game's name in place of a
/// code.
Attempt<HeapCode> read_code(Session& session, const std::string& text, Budget& budget);

/// The first moves from a heap.
struct CodeMoves {
  std::vector<std::vector<uint64_t>> list;  // the heaps that are left
  uint64_t more = 0;                        // moves counted beyond the list
  bool counted = true;                      // whether list and `more` are all moves

  bool all() const { return counted && more == 0; }
};

/// At most `limit` are listed, and 100,000 more counted; of a heap of at most 2^62 tokens.
Attempt<CodeMoves> code_moves(const HeapCode& code, uint64_t heap, size_t limit, Budget& budget);

}  // namespace grundy
