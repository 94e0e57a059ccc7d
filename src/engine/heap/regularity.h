// Regularities of heap games beyond the arithmetic period, as they show in finitely many values; no
// theorem says here that they go on.
//
// The values split into classes of positions modulo p, and most classes grow by the saltus s from
// place to place. Of the others
//   - some repeat: split arithmetic periodic and periodic, *sapp* (Horrocks and Nowakowski,
//     Integers 3, 2003, G1);
//   - some go by a ruler (Grossman and Nowakowski, Games of No Chance 4, 2015): with an origin o,
//     the value at place k of the class is s·k plus a number that depends on nothing but the power
//     of two that divides k - o. Where k - o is that power itself, the number is another one. The
//     game 0.2048 is of this kind.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/heap/period.h"
#include "engine/heap/values.h"

namespace grundy::heap {

struct Regularity {
  struct Ruler {
    uint64_t residue = 0;
    uint64_t origin = 0;
    friend bool operator==(const Ruler&, const Ruler&) = default;
  };
  uint64_t preperiod = 0;  // classes that grow or repeat do so from here on
  uint64_t period = 1;
  uint64_t saltus = 0;
  std::vector<uint64_t> repeats;  // residues modulo the period, rising
  std::vector<Ruler> rulers;      // by residue
  friend bool operator==(const Regularity&, const Regularity&) = default;
};

/// The regularity of the least period that the known values g(0), …, g(end - 1) show: six turns at
/// least, half of the classes growing, and one that doesn't; of a ruler, four powers of two with
/// different numbers, at two places each. It is seen in the first values, some ten thousand, and
/// holds for all.
std::optional<Regularity> apparent_regularity(const Values& values, uint64_t end);

/// The regularity of any kind that these values show, proved or not: the law of apparent_law,
/// without classes that repeat or go by a ruler and with saltus 0 when it is a period, or else the
/// regularity of apparent_regularity.
std::optional<Regularity> apparent(const Values& values, uint64_t end);

/// "periodic", with a saltus or without one, "sapp" or "ruler".
std::string_view kind(const Regularity& regularity);

/// Where the classes that do not grow are, and what holds there: "for n = 2 modulo 13, …", lines of
/// a sentence; `name` is the game's.
std::string describe(const Regularity& regularity, std::string_view name);

}  // namespace grundy::heap
