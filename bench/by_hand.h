// Games of rules_bench written by hand in C++, twice: as a contestant would who needs an answer
// soon, and as well as we can with what is known of the game but its law. All fill the whole table
// and give the last position's value.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace by_hand {

using Value = uint32_t;
using Intervals = std::vector<std::pair<size_t, size_t>>;

/// The values seen at one position, in the usual way: an entry counts when it holds the position's
/// number.
struct Seen {
  std::vector<Value> stamps = std::vector<Value>(1 << 16);
  Value now = 0;
  void clear() { ++now; }
  void insert(Value v) { stamps[v] = now; }
  Value mex() const {
    Value v = 0;
    while (stamps[v] == now) ++v;
    return v;
  }
};

namespace naive {

/// One heap; list(n, take) calls take(k) for every number k that may be taken from n.
template <class List>
Value take_away(size_t n, List&& list) {
  std::vector<Value> g(n + 1);
  Seen seen;
  for (size_t i = 0; i <= n; ++i) {
    seen.clear();
    list(i, [&](size_t k) { seen.insert(g[i - k]); });
    g[i] = seen.mex();
  }
  return g[n];
}

inline Value squares(size_t n) {
  return take_away(n, [](size_t i, auto&& take) {
    for (size_t k = 1; k * k <= i; ++k) take(k * k);
  });
}
inline Value subtract(size_t n, size_t most) {
  return take_away(n, [&](size_t i, auto&& take) {
    for (size_t k = 1; k <= most && k <= i; ++k) take(k);
  });
}
inline Value powers(size_t n) {
  return take_away(n, [](size_t i, auto&& take) {
    for (size_t k = 1; k <= i; k *= 2) take(k);
  });
}
inline Value primes(size_t n) {
  std::vector<bool> composite(n + 1);
  for (size_t p = 2; p * p <= n; ++p) {
    for (size_t q = p * p; q <= n && !composite[p]; q += p) composite[q] = true;
  }
  return take_away(n, [&](size_t i, auto&& take) {
    for (size_t p = 2; p <= i; ++p) {
      if (!composite[p]) take(p);
    }
  });
}
inline Value divisors(size_t n) {
  return take_away(n, [](size_t i, auto&& take) {
    for (size_t d = 1; d * d <= i; ++d) {
      if (i % d != 0) continue;
      take(d);
      take(i / d);
    }
  });
}
inline Value nondivisors(size_t n) {
  return take_away(n, [](size_t i, auto&& take) {
    for (size_t d = 1; d <= i; ++d) {
      if (i % d != 0) take(d);
    }
  });
}
inline Value coprime(size_t n) {
  return take_away(n, [](size_t i, auto&& take) {
    for (size_t k = 1; k < i; ++k) {
      if (std::gcd(k, i) == 1) take(i - k);
    }
  });
}

/// Kayles (take one or two) and Grundy's game, by all splits.
inline Value kayles(size_t n) {
  std::vector<Value> g(n + 1);
  Seen seen;
  for (size_t i = 1; i <= n; ++i) {
    seen.clear();
    for (size_t taken = 1; taken <= 2 && taken <= i; ++taken) {
      for (size_t a = 0; 2 * a <= i - taken; ++a) seen.insert(g[a] ^ g[i - taken - a]);
    }
    g[i] = seen.mex();
  }
  return g[n];
}
inline Value grundys(size_t n) {
  std::vector<Value> g(n + 1);
  Seen seen;
  for (size_t i = 1; i <= n; ++i) {
    seen.clear();
    for (size_t a = 1; 2 * a < i; ++a) seen.insert(g[a] ^ g[i - a]);
    g[i] = seen.mex();
  }
  return g[n];
}

/// A board of (n + 1)² cells; list(a, b, go) calls go(c, d) for every option.
template <class List>
Value board(size_t n, List&& list) {
  const size_t width = n + 1;
  std::vector<Value> g(width * width);
  Seen seen;
  for (size_t a = 0; a <= n; ++a) {
    for (size_t b = 0; b <= n; ++b) {
      seen.clear();
      list(a, b, [&](size_t c, size_t d) { seen.insert(g[c * width + d]); });
      g[a * width + b] = seen.mex();
    }
  }
  return g.back();
}
inline Value rook(size_t n) {
  return board(n, [](size_t a, size_t b, auto&& go) {
    for (size_t c = 0; c < a; ++c) go(c, b);
    for (size_t c = 0; c < b; ++c) go(a, c);
  });
}
inline Value wythoff(size_t n) {
  return board(n, [](size_t a, size_t b, auto&& go) {
    for (size_t c = 0; c < a; ++c) go(c, b);
    for (size_t c = 0; c < b; ++c) go(a, c);
    for (size_t k = 1; k <= std::min(a, b); ++k) go(a - k, b - k);
  });
}
inline Value king(size_t n) {
  return board(n, [](size_t a, size_t b, auto&& go) {
    if (a > 0) go(a - 1, b);
    if (b > 0) go(a, b - 1);
    if (a > 0 && b > 0) go(a - 1, b - 1);
  });
}
inline Value euclid(size_t n) {
  return board(n, [](size_t a, size_t b, auto&& go) {
    if (a == 0 || b == 0) return;
    for (size_t k = 1; a <= b && k * a <= b; ++k) go(a, b - k * a);
    for (size_t k = 1; b < a && k * b <= a; ++k) go(a - k * b, b);
  });
}
inline Value chomp3(size_t n) {
  const size_t w = n + 1;
  std::vector<Value> g(w * w * w);
  Seen seen;
  for (size_t a = 1; a <= n; ++a) {
    for (size_t b = 0; b <= a; ++b) {
      for (size_t c = 0; c <= b; ++c) {
        seen.clear();
        for (size_t k = 1; k < a; ++k)
          seen.insert(g[(k * w + std::min(k, b)) * w + std::min(k, c)]);
        for (size_t k = 0; k < b; ++k) seen.insert(g[(a * w + k) * w + std::min(k, c)]);
        for (size_t k = 0; k < c; ++k) seen.insert(g[(a * w + b) * w + k]);
        g[(a * w + b) * w + c] = seen.mex();
      }
    }
  }
  return g.back();
}
/// n stones, at most q may be taken, and then at most twice as many.
inline Value fibonacci(size_t n) {
  std::vector<std::vector<Value>> g(n + 1);
  Seen seen;
  for (size_t i = 0; i <= n; ++i) {
    g[i].resize(i + 1);
    for (size_t q = 1; q <= i; ++q) {
      seen.clear();
      for (size_t k = 1; k <= q; ++k) seen.insert(g[i - k][std::min(2 * k, i - k)]);
      g[i][q] = seen.mex();
    }
  }
  return g[n][n - 1];
}
inline Value intervals(size_t most, const Intervals& list) {
  const size_t w = most + 1;
  std::vector<Value> g(w * w);
  Seen seen;
  for (size_t length = 1; length < most; ++length) {
    for (size_t l = 1; l + length <= most; ++l) {
      const size_t r = l + length;
      seen.clear();
      for (const auto& [a, b] : list) {
        if (l <= a && b <= r) seen.insert(g[l * w + a] ^ g[b * w + r]);
      }
      g[l * w + r] = seen.mex();
    }
  }
  return g[w + most];
}

}  // namespace naive

namespace best {

/// The values seen at one position, a byte each.
struct Marks {
  std::vector<uint8_t> bytes = std::vector<uint8_t>(1 << 16);
  uint8_t now = 0;
  void clear() {
    if (++now != 0) return;
    std::fill(bytes.begin(), bytes.end(), 0);
    now = 1;
  }
  void insert(Value v) { bytes[v] = now; }
  Value mex() const {
    Value v = 0;
    while (bytes[v] == now) ++v;
    return v;
  }
};

/// One heap, from which the numbers of an ascending list may be taken; values below 256.
inline Value take_listed(size_t n, const std::vector<uint32_t>& list) {
  std::vector<uint8_t> g(n + 1);
  Marks seen;
  size_t count = 0;
  for (size_t i = 0; i <= n; ++i) {
    while (count < list.size() && list[count] <= i) ++count;
    seen.clear();
    const uint8_t* here = g.data() + i;
    for (size_t k = 0; k < count; ++k) seen.insert(*(here - list[k]));
    g[i] = static_cast<uint8_t>(seen.mex());
  }
  return g[n];
}
inline Value squares(size_t n) {
  std::vector<uint32_t> list;
  for (size_t k = 1; k * k <= n; ++k) list.push_back(static_cast<uint32_t>(k * k));
  return take_listed(n, list);
}
/// Values are below 32.
inline Value powers(size_t n) {
  std::vector<uint8_t> g(n + 1);
  for (size_t i = 1; i <= n; ++i) {
    uint32_t seen = 0;
    for (size_t k = 1; k <= i; k *= 2) seen |= uint32_t{1} << g[i - k];
    g[i] = static_cast<uint8_t>(std::countr_one(seen));
  }
  return g[n];
}
inline Value primes(size_t n) {
  std::vector<bool> composite(n + 1);
  std::vector<uint32_t> list;
  for (size_t p = 2; p <= n; ++p) {
    if (composite[p]) continue;
    list.push_back(static_cast<uint32_t>(p));
    for (size_t q = p * p; q <= n; q += p) composite[q] = true;
  }
  return take_listed(n, list);
}
/// The last `most` values as counts: one comes in, one goes out.
inline Value subtract(size_t n, size_t most) {
  std::vector<uint8_t> g(n + 1);
  std::vector<uint32_t> count(256);
  std::vector<uint64_t> set(4);
  for (size_t i = 0; i <= n; ++i) {
    if (i > 0 && count[g[i - 1]]++ == 0) set[g[i - 1] / 64] |= uint64_t{1} << g[i - 1] % 64;
    if (i > most && --count[g[i - 1 - most]] == 0)
      set[g[i - 1 - most] / 64] &= ~(uint64_t{1} << g[i - 1 - most] % 64);
    size_t word = 0;
    while (~set[word] == 0) ++word;
    g[i] = static_cast<uint8_t>(64 * word + static_cast<size_t>(std::countr_one(set[word])));
  }
  return g[n];
}
/// Every position's divisors by going through the multiples of each number, in blocks that stay in
/// the cache.
inline Value divisors(size_t n) {
  constexpr size_t kBlock = 1 << 15;
  std::vector<uint8_t> g(n + 1);
  std::vector<std::vector<uint32_t>> of(kBlock);
  for (size_t first = 0; first <= n; first += kBlock) {
    const size_t end = std::min(n + 1, first + kBlock);
    for (auto& list : of) list.clear();
    for (size_t d = 1; d < end; ++d) {
      for (size_t m = std::max(d, (first + d - 1) / d * d); m < end; m += d)
        of[m - first].push_back(static_cast<uint32_t>(d));
    }
    for (size_t i = first; i < end; ++i) {
      uint64_t seen = 0;
      for (const uint32_t d : of[i - first]) seen |= uint64_t{1} << g[i - d];
      g[i] = static_cast<uint8_t>(std::countr_one(seen));
    }
  }
  return g[n];
}

/// Rows, columns and diagonals as sets that only grow.
template <bool kDiagonals>
Value lines(size_t n) {
  const size_t width = n + 1;
  const size_t words = (4 * width + 64) / 64;
  std::vector<uint16_t> g(width * width);
  std::vector<uint64_t> row(words);
  std::vector<uint64_t> columns(width * words);
  std::vector<uint64_t> diagonals(kDiagonals ? 2 * width * words : words);
  std::vector<uint32_t> column_full(width);
  for (size_t a = 0; a <= n; ++a) {
    std::fill(row.begin(), row.end(), 0);
    size_t row_full = 0;
    for (size_t b = 0; b <= n; ++b) {
      uint64_t* column = columns.data() + b * words;
      uint64_t* diagonal = diagonals.data() + (kDiagonals ? (n + b - a) * words : 0);
      while (~row[row_full] == 0) ++row_full;
      while (~column[column_full[b]] == 0) ++column_full[b];
      size_t word = std::max<size_t>(row_full, column_full[b]);
      auto seen = [&] {
        return kDiagonals ? row[word] | column[word] | diagonal[word] : row[word] | column[word];
      };
      while (~seen() == 0) ++word;
      const size_t value = 64 * word + static_cast<size_t>(std::countr_one(seen()));
      const uint64_t bit = uint64_t{1} << value % 64;
      row[word] |= bit;
      column[word] |= bit;
      if (kDiagonals) diagonal[word] |= bit;
      g[a * width + b] = static_cast<uint16_t>(value);
    }
  }
  return g.back();
}
inline Value rook(size_t n) { return lines<false>(n); }
inline Value wythoff(size_t n) { return lines<true>(n); }

/// Each value waits for its left neighbour's, which therefore stays in a register.
inline Value king(size_t n) {
  const size_t width = n + 1;
  std::vector<uint8_t> g(width * width);
  std::vector<uint8_t> above(width);  // the row before, as the bits that its values exclude
  for (size_t a = 0; a <= n; ++a) {
    uint8_t* row = g.data() + a * width;
    unsigned left = 31;  // excludes nothing
    unsigned corner = 0;
    for (size_t b = 0; b <= n; ++b) {
      const unsigned earlier = corner | above[b];
      corner = above[b];
      left = static_cast<unsigned>(std::countr_one(earlier | 1U << left));
      row[b] = static_cast<uint8_t>(left);
      above[b] = static_cast<uint8_t>(1U << left);
    }
  }
  return g.back();
}
/// Symmetric: the half a <= b, where all options of (a, b) lie in the row of a. Values below 65536.
inline Value euclid(size_t n) {
  Marks seen;
  const size_t width = n + 1;
  std::vector<uint16_t> table(width * width);
  for (size_t a = 0; a <= n; ++a) {
    for (size_t b = a; b <= n; ++b) {
      uint16_t value = 0;
      if (a > 0) {
        seen.clear();
        const uint16_t* row = table.data() + a * width;
        for (size_t to = b; to >= a;) {
          to -= a;
          seen.insert(row[to]);
        }
        value = static_cast<uint16_t>(seen.mex());
      }
      table[a * width + b] = table[b * width + a] = value;
    }
  }
  return table.back();
}
/// For every (b, c) the positions with more in the first row, for every (a, c) those with more in
/// the second, as sets.
inline Value chomp3(size_t n) {
  const size_t w = n + 1;
  constexpr size_t kWords = 16;
  std::vector<uint16_t> g(w * w * w);
  auto at = [&](size_t a, size_t b, size_t c) { return g[(a * w + b) * w + c]; };
  struct Set {
    uint64_t words[kWords] = {};
    void insert(size_t v) { words[v / 64] |= uint64_t{1} << v % 64; }
  };
  // Options by the first row of (a, b, c), for the last a that was done.
  std::vector<Set> first(w * w);
  std::vector<Set> second(w);
  for (size_t a = 1; a <= n; ++a) {
    std::fill(second.begin(), second.end(), Set());
    for (size_t b = 0; b <= a; ++b) {
      Set third;
      for (size_t c = 0; c <= b; ++c) {
        Set& one = first[b * w + c];
        if (b == a) {
          for (size_t k = 1; k < a; ++k) one.insert(at(k, k, std::min(k, c)));
        } else if (a > 1) {
          one.insert(at(a - 1, std::min(a - 1, b), c));
        }
        Set& two = second[c];
        if (b == c) {
          for (size_t k = 0; k < b; ++k) two.insert(at(a, k, k));
        } else {
          two.insert(at(a, b - 1, std::min(b - 1, c)));
        }
        if (c > 0) third.insert(at(a, b, c - 1));
        size_t word = 0;
        auto seen = [&] { return one.words[word] | two.words[word] | third.words[word]; };
        while (~seen() == 0) ++word;
        g[(a * w + b) * w + c] =
            static_cast<uint16_t>(64 * word + static_cast<size_t>(std::countr_one(seen())));
      }
    }
  }
  return g.back();
}
inline Value fibonacci(size_t n) {
  std::vector<std::vector<uint8_t>> g(n + 1);
  for (size_t i = 0; i <= n; ++i) {
    g[i].resize(i + 1);
    uint64_t seen = 0;
    for (size_t q = 1; q <= i; ++q) {
      seen |= uint64_t{1} << g[i - q][std::min(2 * q, i - q)];
      g[i][q] = static_cast<uint8_t>(std::countr_one(seen));
    }
  }
  return g[n][n - 1];
}
/// For every left end the intervals behind it, ordered by their right ends: those within [l, r]
/// come first.
inline Value intervals(size_t most, Intervals list) {
  std::sort(list.begin(), list.end(),
            [](const auto& x, const auto& y) { return x.second < y.second; });
  const size_t w = most + 1;
  std::vector<uint8_t> g(w * w);
  std::vector<std::pair<const uint8_t*, const uint8_t*>> inside;
  std::vector<size_t> right;
  Marks seen;
  for (size_t l = most; l-- > 1;) {
    inside.clear();
    right.clear();
    for (const auto& [a, b] : list) {
      if (a < l) continue;
      inside.emplace_back(g.data() + l * w + a, g.data() + b * w);
      right.push_back(b);
    }
    size_t count = 0;
    for (size_t r = l + 1; r <= most; ++r) {
      while (count < right.size() && right[count] <= r) ++count;
      seen.clear();
      for (size_t i = 0; i < count; ++i) seen.insert(*inside[i].first ^ inside[i].second[r]);
      g[l * w + r] = static_cast<uint8_t>(seen.mex());
    }
  }
  return g[w + most];
}

}  // namespace best
}  // namespace by_hand
