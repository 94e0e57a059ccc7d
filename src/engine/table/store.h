// Where values are while positions are followed: the words that both stores share.
//
// A store gives every position a number (id) and keeps 32 bits a value. DenseStore has a cell for
// each position of a box of every game: 4 bytes each, the id is the cell. MemoStore has the
// positions that were met: a hash table.
//
// The code that follows positions (follow.h) and marks options (marks.h) is a template over the
// store, so that a value is read without a call. A store has
//   Target target(game)          where the positions of a game are looked up, kept for the inner
//                                loops
//   PositionId find(target, coordinates)
//   uint32_t& value(id)          or one of the marks below
//   const Rule* locate(id, coordinates)
//   failed(), met(), needed()    whether memory ended, for how many positions met, and how much
//                                would be needed
//   Marks                        what marks the options that the machine gives
#pragma once
#include <cstdint>

namespace grundy {

using PositionId = uint64_t;

/// Marks in place of a value. Values are below kOpenValue: a mex is at most the number of options,
/// and there are fewer positions than that.
constexpr uint32_t kUnknownValue = UINT32_MAX;
constexpr uint32_t kOpenValue = UINT32_MAX - 1;  // being worked on: all on the present line of play

}  // namespace grundy
