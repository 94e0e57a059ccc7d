// Games of two coordinates in which a position may have infinitely many moves, and their values by
// definition.
//
// A move keeps m and lowers n, or lowers m and sets n to anything on a ray. The values of a slice m
// are computed one by one for a long window; beyond it they are taken to go on as they did: per
// class of residues, the coefficient of ω stays and the constant grows by the same step. The mex is
// looked for over explicit values and arithmetic progressions. This is evidence and no proof, and
// shares nothing with the engine.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace grundy::reference {

struct RayLine {
  enum class Kind {
    lower,  // g(m, n - k) for k in low..high; high = 0: to 0
    any,    // g(m - drop, k) for k >= factor·n + low; drop = 0: to any smaller m
    below,  // g(m - drop, k) for k <= factor·n + low
    steps,  // g(m - drop, n + low + high·k) for k
  };
  enum class Only { always, n_even, n_odd, m_odd, n_at_least_two };
  Kind kind = Kind::lower;
  int64_t drop = 1;
  int64_t factor = 1;
  int64_t low = 1;
  int64_t high = 1;
  Only only = Only::always;
};

/// ω·first + second.
using RayValue = std::pair<int64_t, int64_t>;

struct RayGame {
  std::vector<RayLine> lines;

  /// The game in the rule language, called g.
  std::string to_text() const;
  /// values[m][n] for m and n up to these; nothing when a slice doesn't settle down within the
  /// window.
  std::optional<std::vector<std::vector<RayValue>>> values(int64_t greatest_m,
                                                           int64_t greatest_n) const;
};

}  // namespace grundy::reference
