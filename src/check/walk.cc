#include "check/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "check/heap_values.h"

namespace grundy {
namespace {

// Compiled for AVX2 as well; the better one is taken when the program starts.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define GRUNDY_CLONES [[gnu::target_clones("avx2", "default")]]
#else
#define GRUNDY_CLONES
#endif

constexpr uint64_t kBlock = 64;
constexpr size_t kUnrolled = 12;
constexpr uint64_t kBuffer = uint64_t{1} << 18;
constexpr size_t kMostWitnesses = 48;  // of one rank
constexpr uint64_t kFewLooks = 8;      // in a step

uint32_t parity(uint32_t bits) { return static_cast<uint32_t>(std::popcount(bits)) & 1; }

/// Sets in words[i] the bit of the rank that the mark leads to, for each position i of a block.
GRUNDY_CLONES void add_mark(const uint8_t* ranks, uint32_t flip, uint32_t* words) {
  for (uint64_t i = 0; i < kBlock; ++i)
    words[i] |= 1U << ((ranks[i] ^ flip) & (WalkGame::kRanks - 1));
}

GRUNDY_CLONES void add_rows(const uint8_t* row, uint8_t pattern, uint8_t* sum, size_t size) {
  for (size_t k = 0; k < size; ++k) sum[k] |= row[k] & pattern;
}

GRUNDY_CLONES void take_row_away(const uint8_t* row, uint8_t* sum, size_t size) {
  for (size_t k = 0; k < size; ++k) sum[k] &= static_cast<uint8_t>(~row[k]);
}

template <class Open>
bool any(const Open& open) {
  uint64_t sum = 0;
  for (size_t k = 0; k < open.size(); k += 8) {
    uint64_t word = 0;
    std::memcpy(&word, open.data() + k, sizeof word);
    sum |= word;
  }
  return sum != 0;
}

template <class Open>
uint64_t count(const Open& open) {
  uint64_t result = 0;
  for (size_t k = 0; k < open.size(); k += 8) {
    uint64_t word = 0;
    std::memcpy(&word, open.data() + k, sizeof word);
    result += static_cast<uint64_t>(std::popcount(word));
  }
  return result;
}

/// Computes the ranks of a block; words[i] holds the ranks that far marks lead to. The loop over
/// the first kMarks near marks is unrolled. The result is the number of ranks before the first that
/// would be kRanks.
template <size_t kMarks>
uint64_t fill(std::span<const WalkGame::Mark> near, const uint32_t* words, uint8_t* block) {
  if (near.size() > kMarks) {
    if constexpr (kMarks < kUnrolled) return fill<kMarks + 1>(near, words, block);
  }
  std::array<const uint8_t*, kMarks> from;
  std::array<uint32_t, kMarks> flip;
  for (size_t k = 0; k < kMarks; ++k) {
    from[k] = block - near[k].distance;
    flip[k] = near[k].rank;
  }
  for (uint64_t i = 0; i < kBlock; ++i) {
    uint32_t word = words[i];
    for (size_t k = 0; k < kMarks; ++k)
      word |= 1U << ((from[k][i] ^ flip[k]) & (WalkGame::kRanks - 1));
    for (size_t k = kMarks; k < near.size(); ++k)
      word |= 1U << ((block - near[k].distance)[i] ^ near[k].rank);
    if (word == UINT32_MAX) return i;
    block[i] = static_cast<uint8_t>(std::countr_one(word));
  }
  return kBlock;
}

}  // namespace

bool WalkGame::is_common(uint64_t n, uint32_t value) const {
  return parity(value & mask) == class_of(n);
}

uint8_t WalkGame::rank(uint32_t value) const {
  const uint32_t below = (mask & (~mask + 1)) - 1;
  return static_cast<uint8_t>((value >> 1 & ~below) | (value & below));
}

Attempt<WalkGame> WalkGame::make(const HeapCode& code, uint32_t mask, bool by_parity,
                                 const Budget& budget) {
  const auto no = [](std::string_view why) { return Error::input(std::string(why)); };
  WalkGame game;
  game.mask = mask;
  game.by_parity = by_parity;
  std::vector<uint64_t> one;
  for (uint64_t take = 0; take <= code.after.size(); ++take) {
    const HeapDigit& digit = code.digit(static_cast<int64_t>(take));
    if (digit.arrangements(1) != 0) one.push_back(take);
    const unsigned two = digit.arrangements(2);
    if (two == kEqual) return no("the theorem is not about heaps that have to be equal");
    if (two != 0) game.splits.push_back(take);
  }
  if (game.splits.empty()) return no("the theorem is about moves to two heaps");
  if (code.after.size() > kMostTaken) return no(fmt::format("more than {} are taken", kMostTaken));
  if (by_parity) {
    for (const uint64_t take : game.splits) {
      if ((take - game.splits[0]) % 2 != 0)
        return no("moves to two heaps take odd and even numbers");
    }
    game.of_even = 1 ^ static_cast<uint32_t>(game.splits[0] % 2);
  }
  for (uint32_t value = 0; value < 2 * kRanks; ++value)
    game.values[parity(value & mask)][game.rank(value)] = value;
  for (uint64_t n = 0; n < 2; ++n) {
    for (uint32_t c = 0; c < kRanks; ++c) {
      for (uint32_t r = 0; r < kRanks; ++r) {
        if (game.rare(n, r) < game.common(n, c)) game.smaller[n][c] |= 1U << r;
      }
    }
  }
  auto values = heap_values(code, kStart, budget);
  if (!values) return values.error();
  game.first = *std::move(values);
  std::vector<Mark> marks;
  for (const uint64_t take : one) {
    if (game.class_of(take) == game.class_of(0)) {
      marks.push_back({take, 0});
    } else {
      game.single.push_back(take);
    }
  }
  for (uint64_t n = 0; n < kStart; ++n) {
    const uint32_t value = game.first[n];
    if (value >= 2 * kRanks) return no(fmt::format("the value of {} is 64 or more", n));
    const bool common = game.is_common(n, value);
    game.ranks.push_back(common ? game.rank(value) : kRare);
    if (common || n == 0) continue;
    if (n > kLatestRare) return no(fmt::format("{} is rare", n));
    for (const uint64_t take : game.splits) marks.push_back({n + take, game.rank(value)});
  }
  game.window = kBlock;
  for (const Mark& m : marks) {
    game.window = std::max(game.window, m.distance);
    (m.distance < kBlock ? game.near : game.far).push_back(m);
  }
  return game;
}

Walk::Walk(const WalkGame& game, uint64_t position, std::span<const uint8_t> before)
    : game_(game), ranks_(kBuffer), used_(kKept), end_(position) {
  const auto count = static_cast<std::ptrdiff_t>(std::min<size_t>(before.size(), kKept));
  std::copy(before.end() - count, before.end(),
            ranks_.begin() + static_cast<std::ptrdiff_t>(kKept) - count);
}

bool Walk::step() {
  if (used_ + kStep > ranks_.size()) {
    std::memmove(ranks_.data(), ranks_.data() + used_ - kKept, kKept);
    used_ = kKept;
  }
  for (uint64_t start = 0; start < kStep; start += kBlock) {
    uint8_t* const block = ranks_.data() + used_ + start;
    std::array<uint32_t, kBlock> words{};
    for (const WalkGame::Mark& m : game_.far) add_mark(block - m.distance, m.rank, words.data());
    if (const uint64_t known = fill<0>(game_.near, words.data(), block); known < kBlock) {
      flaw_ = fmt::format("the value of {} is 64 or more", end_ + start + known);
      return false;
    }
  }
  used_ += kStep;
  end_ += kStep;
  return true;
}

bool Walk::look() {
  const uint64_t begin = end_ - kStep;
  const uint8_t* const ranks = at(begin);
  const uint32_t used = make_rows(ranks);
  for (uint32_t rank = 0; rank < WalkGame::kRanks; ++rank) {
    Open open = asked(rank, begin, used);
    for (const Witness& w : witnesses_[rank])
      take_row_away(row(w.rank, w.bytes), open.data(), open.size());
    if (!any(open)) continue;
    if (count(open) >= kFewLooks) learn(open, rank);
    for (uint64_t byte = 0; byte < open.size(); ++byte) {
      for (uint32_t bits = open[byte]; bits != 0; bits &= bits - 1) {
        const uint64_t i = 8 * byte + static_cast<uint64_t>(std::countr_zero(bits));
        if (find(ranks + i, static_cast<uint8_t>(rank))) continue;
        flaw_ = fmt::format("the value {} of {} is not seen to be an option",
                            game_.rare(begin + i, rank), begin + i);
        return false;
      }
    }
  }
  return true;
}

/// Makes the rows of the last step, from `ranks` on, behind those of the step before; gives the
/// ranks that occur in it, as bits.
uint32_t Walk::make_rows(const uint8_t* ranks) {
  for (Row& row : rows_) {
    std::memcpy(row.data(), row.data() + kStep / 8, kBack / 8);
    std::memset(row.data() + kBack / 8, 0, kStep / 8);
  }
  uint32_t used = 0;
  for (uint64_t i = 0; i < kStep; ++i) {
    rows_[ranks[i]][(kBack + i) / 8] |= static_cast<uint8_t>(1U << i % 8);
    used |= 1U << ranks[i];
  }
  return used;
}

/// The positions whose value is greater than the rare value of this rank.
Walk::Open Walk::asked(uint32_t rank, uint64_t begin, uint32_t used) const {
  Open open{};
  for (uint32_t common = 0; common < WalkGame::kRanks; ++common) {
    if ((used >> common & 1) == 0) continue;
    const uint32_t even = game_.smaller[begin % 2][common] >> rank & 1;  // places
    const uint32_t odd = game_.smaller[1 - begin % 2][common] >> rank & 1;
    const auto pattern = static_cast<uint8_t>(even * 0x55 + odd * 0xAA);
    if (pattern != 0) add_rows(row(common, 0), pattern, open.data(), open.size());
  }
  return open;
}

/// Adds witnesses greedily, each the one that closes most of the open positions.
void Walk::learn(Open& open, uint32_t rank) {
  uint64_t left = count(open);
  while (left > 0 && witnesses_[rank].size() < kMostWitnesses) {
    std::optional<Witness> best;
    uint64_t least = left - 1;
    for (const uint64_t take : game_.splits) {
      for (uint64_t distance = (take + 8) / 8 * 8; distance <= kBack; distance += 8) {
        const uint8_t q = game_.ranks[distance - take];
        if (q == WalkGame::kRare) continue;
        const Witness witness{q ^ rank, distance / 8};
        Open rest = open;
        take_row_away(row(witness.rank, witness.bytes), rest.data(), rest.size());
        if (const uint64_t size = count(rest); size < least) {
          least = size;
          best = witness;
        }
      }
    }
    if (!best) return;
    witnesses_[rank].push_back(*best);
    take_row_away(row(best->rank, best->bytes), open.data(), open.size());
    left = least;
  }
}

/// Whether a position, whose rank stands there, has the rare value of this rank as an option.
bool Walk::find(const uint8_t* rank_of_n, uint8_t rank) const {
  for (const uint64_t take : game_.single) {
    if (rank_of_n[-static_cast<int64_t>(take)] == rank) return true;
  }
  for (const uint64_t take : game_.splits) {
    const uint8_t* const other = rank_of_n - take;
    for (uint64_t q = 1; q <= WalkGame::kDepth; ++q) {
      if ((game_.ranks[q] ^ other[-static_cast<int64_t>(q)]) == rank) return true;
    }
  }
  return false;
}

}  // namespace grundy
