// The lower edge of the options of a heap, where these are all heaps from there on: decided by integer sets.
//
// The moves { n → m : n - ⌊n/3⌋ ≤ m < n } have the edge l(n) = n - ⌊n/3⌋; it grows by 0 or 1 with n.
#pragma once
#include <optional>

#include "analysis/facts.h"
#include "value/natural.h"

namespace grundy {

class WindowEdge {
 public:
  /// The edge of a game of one coordinate; nothing when some options between l(n) and n are left out, l moves otherwise
  /// than by 0 or 1, or isl gives up.
  static std::optional<WindowEdge> of(const Facts& facts);

  /// l(n): the least option of n, n itself when it has none.
  Natural lowest(const Natural& n) const;

 private:
  WindowEdge(const Facts& facts, isl_pw_aff* edge) : facts_(&facts), edge_(edge) {}

  const Facts* facts_;  // whose context it is
  isl::PwAff edge_;
};

}  // namespace grundy
