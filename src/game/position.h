// Position and Sum: where a game stands, as values that can be compared, ordered, hashed and kept.
//
// A Position is a game and a key, some words that only the game reads (game/key.h helps to write
// and read them): coordinates of a rule, piles of Moore's nim, the vertex of a token. Equal keys of
// one game are the same position, but a game may have several keys for positions that play alike;
// Game::normal_form chooses one.
//
//   Position here = nim_heap(5);              // *5
//   Sum sum = {here, games.of(rule).at({7})};  // *5 + kayles(7)
#pragma once
#include <boost/container/small_vector.hpp>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

namespace grundy {

class Game;

/// Where a game stands, in words that only the game reads. Three of them need no memory of their
/// own.
using Key = boost::container::small_vector<uint64_t, 3>;

struct Position {
  const Game* game = nullptr;
  Key key;

  friend bool operator==(const Position&, const Position&) = default;
  /// By the games' numbers (Game::id), then by key.
  friend std::strong_ordering operator<=>(const Position& a, const Position& b);
};

/// A disjunctive sum: a player moves in one of the parts. The parts stand in the order in which
/// they are written; `sorted` gives the multiset.
using Sum = boost::container::small_vector<Position, 2>;

/// The parts in ascending order: equal for sums of the same parts.
Sum sorted(Sum sum);

size_t hash_of(const Position& position);
size_t hash_of(const Sum& sum);

struct HashPosition {
  size_t operator()(const Position& position) const { return hash_of(position); }
};
struct HashSum {
  size_t operator()(const Sum& sum) const { return hash_of(sum); }
};

/// Bytes after which a position that is only shown is cut, and one that is to be read back.
inline constexpr size_t kShownBytes = 300;
inline constexpr size_t kWholeBytes = 100'000;

/// "kayles(7)"; cut with "…" where a list in it grows beyond `limit` bytes.
std::string to_string(const Position& position, size_t limit = kShownBytes);
/// "kayles(2) + kayles(3)"; "0" for no parts; " + …" stands for parts behind `longest` bytes.
std::string to_string(const Sum& sum, size_t limit = kShownBytes, size_t longest = SIZE_MAX);

}  // namespace grundy
