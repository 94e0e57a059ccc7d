#include "engine/family/stones.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace grundy {
namespace {

// Every formula is written once, for uint64_t, Word and Natural. No intermediate result of the
// formulas reaches 4b² + 8b for row b (doc/stones.md, section 6): with b < kHalfWordLimit they stay
// below 2^63, with b <= kStonesWordLimit below 2^126.
constexpr uint64_t kHalfWordLimit = uint64_t{1} << 30;
__extension__ typedef unsigned __int128 Word;

template <class N>
struct StoneCell {
  N x;
  N y;
};

template <class N>
struct NimPlace {
  N row;
  N index;
};

uint64_t to_word(Word n) { return static_cast<uint64_t>(n); }

Natural square_root(const Natural& n) { return n.isqrt(); }

/// floor(sqrt(n)) for n < 2^126. The double is off by a factor of at most 1 + 2^-51, a step of
/// Newton's then by less than 1.
Word square_root(Word n) {
  if (n == 0) return 0;
  const Word guess = static_cast<Word>(std::sqrt(static_cast<double>(n))) + 1;
  Word root = (guess + n / guess) / 2;
  while (root * root > n) --root;
  while ((root + 1) * (root + 1) <= n) ++root;
  return root;
}

/// Likewise for n < 2^63, where already the double is off by at most 1.
uint64_t square_root(uint64_t n) {
  auto root = static_cast<uint64_t>(std::sqrt(static_cast<double>(n)));
  while (root * root > n) --root;
  while ((root + 1) * (root + 1) <= n) ++root;
  return root;
}

template <class N>
N ceil_quotient(const N& a, const N& b) {
  return (a + b - 1) / b;
}

/// P_x(t) = Σ_{i<t} (1 + ⌈i / w⌉), w = x + 1.
template <class N>
N block_start(const N& w, const N& t) {
  if (t == 0) return 0;
  const N q = (t - 1) / w;
  const N r = (t - 1) % w;
  return t + w * (q * (q + 1) / 2) + r * (q + 1);
}

/// τ: the t with P_x(t) <= y < P_x(t + 1), w = x + 1. P_x(qw + 1) = 1 + w·q(q + 3)/2, and from
/// there to P_x((q + 1)w + 1) every step is q + 2.
template <class N>
N block_of(const N& w, const N& y) {
  if (y == 0) return 0;
  const N rest = y - 1;
  const N q = (square_root(rest / w * 8 + 9) - 3) / 2;
  return q * w + 1 + (rest - w * (q * (q + 3) / 2)) / (q + 2);
}

/// The row in which the pairs of level w - 1 and index J - 1 begin: w + Σ_{p>=1} max(0, J - pw).
template <class N>
N level_start(const N& w, const N& J) {
  const N p = J / w;
  return p * J + w - p * (p + 1) / 2 * w;
}

/// The least w >= 2 with level_start(w, J) <= b, when level_start(1, J) > b >= J. level_start is
/// the maximum over p >= 1 of pJ - (p - 1)(p + 2)/2·w, so w is the greatest ⌈2(pJ - b) / ((p - 1)(p
/// + 2))⌉; that fraction grows up to the greater root of J·p² - 2b·p + 2J - b and falls from there.
template <class N>
N level_width(const N& b, const N& J) {
  const N root = (b + square_root((b - J) * (b + 2 * J))) / J;
  const N first = std::max(root, N(2));
  N w = 2;
  for (const N& p : {first, first + 1}) {
    if (p * J > b) w = std::max(w, ceil_quotient<N>(2 * (p * J - b), (p - 1) * (p + 2)));
  }
  return w;
}

/// T(b, j) for j < b.
template <class N>
StoneCell<N> table_cell(const N& b, const N& j) {
  const N J = j + 1;
  const N first = j * J / 2;  // P_0(j)
  if (b > first) return {0, first + (b - 1 - first) % J};
  const N w = level_width(b, J);
  const N x = w - 1;
  // On level x the rows of index j are cut into intervals m = 2, …, last, the m-th of length 1 +
  // ⌈(j - xm)/w⌉, up to where level x - 1 begins. Counted back from there, i = 0, 1, …, the length
  // is at least 1 + ix/w and below 3 + ix/w, so that `back` of them reach down to b, and at most 6
  // of these are too many.
  const N last = j / x;
  const N distance = level_start(x, J) - b;
  const N back = std::min<N>(square_root(2 * w * distance / x) + 1, last - 1);
  N m = last + 1 - back;
  N t = j - x * m;
  const auto before = [&] { return 2 * x + 1 + (m - 2) * J - x * ((m - 2) * (m - 1) / 2); };
  N start = block_start(w, t) + before();
  while (start + 1 + ceil_quotient(t, w) <= b) {
    start = start + 1 + ceil_quotient(t, w);
    m = m + 1;
    t = t - x;
  }
  return {x, b - before()};
}

/// The m-th row of (x, y) is x for m = 1 and 2x + y + 1 + n(τ + 1) + x·n(n + 3)/2 for m = n + 2.
template <class N>
NimPlace<N> last_place(const N& b, const N& x, const N& y) {
  const N second = 2 * x + y + 1;
  if (b < second) return {x, x + y};
  const N tau = block_of<N>(x + 1, y);
  const N rest = b - second;
  N n = 0;
  if (x == 0) {
    n = rest / (tau + 1);
  } else {
    const N linear = 2 * (tau + 1) + 3 * x;  // x·n² + linear·n <= 2·rest
    n = (square_root(linear * linear + 8 * x * rest) - linear) / (2 * x);
  }
  return {second + n * (tau + 1) + x * (n * (n + 3) / 2), x * (n + 2) + tau};
}

std::optional<uint64_t> word(const Natural& n) {
  if (n.is_small() && n.small() <= kStonesWordLimit) return n.small();
  return std::nullopt;
}

Ordinal below_omega_squared(const Natural& x, const Natural& n) {
  return x.is_zero() ? Ordinal(n) : Ordinal::power_of_omega(1, x) + Ordinal(n);
}

}  // namespace

StonesWordCell stones_table_word(uint64_t b, uint64_t j) {
  assert(b <= kStonesWordLimit && j <= kStonesWordLimit);
  if (j >= b) return {b, j - b};
  if (b < kHalfWordLimit) {
    const auto cell = table_cell<uint64_t>(b, j);
    return {cell.x, cell.y};
  }
  const auto cell = table_cell<Word>(b, j);
  return {to_word(cell.x), to_word(cell.y)};
}

StonesCell stones_table(const Natural& b, const Natural& j) {
  if (j >= b) return {b, j - b};
  if (const auto small = word(b)) {
    const StonesWordCell cell = stones_table_word(*small, j.small());
    return {cell.x, cell.y};
  }
  const auto cell = table_cell<Natural>(b, j);
  return {cell.x, cell.y};
}

StonesPlace stones_last_place(const Natural& b, const StonesCell& cell) {
  assert(cell.x <= b);
  const auto small_b = word(b);
  const auto small_y = word(cell.y);
  if (small_b && small_y) {
    const auto place = last_place<Word>(*small_b, cell.x.small(), *small_y);
    return {to_word(place.row), to_word(place.index)};
  }
  const auto place = last_place<Natural>(b, cell.x, cell.y);
  return {place.row, place.index};
}

Ordinal stones_value(const Natural& K, const Natural& b, const Natural& s) {
  if (K.is_zero()) return below_omega_squared(b, s);
  const StonesCell cell = stones_table(b, s / K);
  return below_omega_squared(cell.x, cell.y * K + s % K);
}

std::optional<StonesPosition> stones_move(const Natural& K, const Natural& b, const Natural& s,
                                          const Ordinal& target) {
  const Natural x = target.coefficient(1);
  const Natural n = target.coefficient(0);
  if (x > b || below_omega_squared(x, n) != target) return std::nullopt;
  StonesPosition to{x, n};  // for K = 0
  if (!K.is_zero()) {
    const StonesPlace place = stones_last_place(b, {x, n / K});
    to = {place.row, place.index * K + n % K};
  }
  if (to.stones == b && to.pebbles >= s) return std::nullopt;
  return to;
}

StonesRow::StonesRow(uint64_t b) : b_(b) { assert(1 <= b && b <= kStonesWordLimit); }

void StonesRow::advance() {
  assert(index_ + 1 < b_);
  start_ += ceil_ + m_ - 1;
  base_ += m_ - 2;
  ++index_;
  if (slack_ > 0) {
    --slack_;
  } else {
    ++ceil_;
    slack_ = cell_.x;
  }
  while (start_ > b_) {
    if (m_ == 2) {
      enter_next_level();
    } else {
      step_down();
    }
  }
  cell_.y = cell_.x == 0 ? start_ - 1 + (b_ - start_) % (index_ + 1) : b_ - base_;
}

/// To the last interval of the next level: it ends where the second interval of this level begins.
void StonesRow::enter_next_level() {
  const uint64_t x = ++cell_.x;
  m_ = index_ / x;
  const uint64_t t = index_ % x;
  ceil_ = t > 0 ? 1 : 0;
  slack_ = t > 0 ? x + 1 - t : 0;
  start_ -= 1 + ceil_;
  base_ = 2 * x + 1 + (m_ - 2) * (index_ + 1) - x * ((m_ - 2) * (m_ - 1) / 2);
}

void StonesRow::step_down() {
  base_ -= index_ + 1 - cell_.x * (m_ - 2);
  --m_;
  if (slack_ < cell_.x) {  // t + x = t + w - 1
    ++slack_;
    ++ceil_;
  } else {
    slack_ = 0;
  }
  start_ -= 1 + ceil_;
}

std::vector<StonesWordCell> stones_row(uint64_t b) {
  std::vector<StonesWordCell> row;
  if (b == 0) return row;
  row.reserve(b);
  StonesRow walk(b);
  row.push_back(walk.cell());
  while (row.size() < b) {
    walk.advance();
    row.push_back(walk.cell());
  }
  return row;
}

}  // namespace grundy
