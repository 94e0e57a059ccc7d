#include "engine/entailing/string_mover.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace grundy {
namespace {

constexpr size_t kLongChain = 3;  // coins; more make no difference,
constexpr size_t kLongLoop = 4;   // nor in a loop
constexpr uint8_t kGround = 255;

uint64_t mixed(uint64_t hash, uint64_t word) {
  hash ^= word * 0x9E3779B97F4A7C15;
  hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93;
  return hash ^ hash >> 29;
}

template <class Visit>
void each_bit(uint64_t bits, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<size_t>(std::countr_zero(bits)));
}

constexpr uint64_t bit(size_t number) { return uint64_t{1} << number; }

constexpr bool is_one(uint64_t bits) { return bits != 0 && (bits & (bits - 1)) == 0; }

constexpr bool are_three_or_more(uint64_t bits) {
  bits &= bits - 1;
  return (bits & (bits - 1)) != 0;
}

/// A chain of coins with two strings each, between two coins with more, or the ground.
struct Chain {
  size_t from = 0;
  size_t to = 0;
  uint64_t coins = 0;
};

/// Where each string of a board goes by its symmetries but the one that leaves all; nothing for
/// coins that stand in no board.
std::vector<std::vector<size_t>> symmetries_of(const StringFrame& frame) {
  std::vector<std::vector<size_t>> result;
  const size_t rows = frame.rows, columns = frame.columns;
  const size_t between_rows = (rows + 1) * columns;
  for (unsigned turn = 1; turn < (rows == 0 ? 0 : rows == columns ? 8 : 4); ++turn) {
    auto& images = result.emplace_back(frame.ends.size());
    for (size_t i = 0; i < images.size(); ++i) {
      // By the middle of the line, in halves of a box.
      const bool is_row = i < between_rows;
      const size_t at = is_row ? i : i - between_rows, across = is_row ? columns : columns + 1;
      size_t y = 2 * (at / across) + (is_row ? 0 : 1), x = 2 * (at % across) + (is_row ? 1 : 0);
      if (turn & 1) y = 2 * rows - y;
      if (turn & 2) x = 2 * columns - x;
      if (turn & 4) std::swap(x, y);
      images[i] =
          y % 2 == 0 ? y / 2 * columns + x / 2 : between_rows + y / 2 * (columns + 1) + x / 2;
    }
  }
  return result;
}

}  // namespace

StringMover::StringMover(const StringFrame& frame) : frame_(frame), orders_(frame.ends.size()) {
  for (const std::vector<size_t>& symmetry : symmetries_of(frame)) {
    ByByte& image = images_.emplace_back();
    for (size_t i = 0; i < symmetry.size(); ++i) {
      for (size_t byte = 0; byte < 256; ++byte) {
        if (byte >> i % 8 & 1) image[i / 8][byte] |= bit(symmetry[i]);
      }
    }
  }
  // Strings across the longer side of a board first: they take it apart.
  const size_t between_rows = (frame.rows + 1) * frame.columns;
  for (size_t i = 0; i < orders_.size(); ++i) {
    const bool is_along = (i < between_rows) == (frame.columns >= frame.rows);
    orders_[i] = static_cast<uint32_t>(frame.rows != 0 && is_along ? orders_.size() + i : i);
  }
}

std::optional<StringMover::Left> StringMover::taken(Left left) const {
  for (uint64_t suspects = left.touched; suspects != 0;) {
    const auto coin = static_cast<size_t>(std::countr_zero(suspects));
    suspects &= suspects - 1;
    const uint64_t last = frame_.of_coin[coin] & left.strings;
    if (!is_one(last)) continue;
    const size_t next = frame_.other_end(static_cast<size_t>(std::countr_zero(last)), coin);
    if (next != 0) {
      const uint64_t others = frame_.of_coin[next] & left.strings & ~last;
      if (is_one(others)) {
        // Two coins that can be left to the other player, unless the cut that leaves them takes a
        // coin itself.
        const size_t behind = frame_.other_end(static_cast<size_t>(std::countr_zero(others)), next);
        if (behind == 0 || !is_one(frame_.of_coin[behind] & left.strings)) return std::nullopt;
      }
      suspects |= bit(next);
      left.touched |= bit(next);
    }
    left.strings &= ~last;
  }
  return left;
}

void StringMover::add_parts(Left left, std::vector<Part>& parts) const {
  uint64_t open = 0;  // coins that some part has
  each_bit(left.touched, [&](size_t coin) {
    if (frame_.of_coin[coin] & left.strings) open |= bit(coin);
  });
  while (open != 0) {
    uint64_t reached = open & ~(open - 1);
    uint64_t part = 0;
    for (uint64_t next = reached; next != 0 && (open & ~reached) != 0;) {
      const auto coin = static_cast<size_t>(std::countr_zero(next));
      next &= next - 1;
      const uint64_t strings = frame_.of_coin[coin] & left.strings & ~part;
      part |= strings;
      each_bit(strings, [&](size_t string) {
        const uint64_t end = bit(frame_.other_end(string, coin)) & ~uint64_t{1} & ~reached;
        reached |= end;
        next |= end;
      });
    }
    open &= ~reached;
    if (open == 0) part = left.strings;  // the last part
    left.strings &= ~part;
    parts.push_back(part_of(part));
    if (table_ != nullptr) table_->prefetch(parts.back().key);
  }
}

std::optional<std::vector<StringPart>> StringMover::parts(uint64_t strings) const {
  const std::optional<Left> left = taken({strings, coins_of(strings)});
  if (!left) return std::nullopt;
  std::vector<Part> result;
  add_parts(*left, result);
  return result;
}

uint64_t StringMover::coins_of(uint64_t strings) const {
  uint64_t coins = 0;
  each_bit(strings,
           [&](size_t i) { coins |= bit(frame_.ends[i].first) | bit(frame_.ends[i].second); });
  return coins & ~uint64_t{1};
}

StringPart StringMover::part_of(uint64_t strings) const {
  strings = least_image(strings);
  const auto junctions =
      std::count_if(frame_.of_coin.begin(), frame_.of_coin.end(),
                    [&](uint64_t of_coin) { return are_three_or_more(of_coin & strings); });
  return {strings, PartKey::of(strings, ~uint64_t{0}),
          static_cast<uint64_t>(64 * std::popcount(strings) + junctions)};
}

uint64_t StringMover::least_image(uint64_t strings) const {
  uint64_t least = strings;
  for (const ByByte& image : images_) {
    uint64_t moved = 0;
    for (size_t byte = 0; byte < 8; ++byte) moved |= image[byte][strings >> 8 * byte & 255];
    least = std::min(least, moved);
  }
  return least;
}

std::optional<PartKey> StringMover::wide_key(const Part& of) const {
  const uint64_t part = of.strings;
  const uint64_t coins = coins_of(part);
  std::array<uint8_t, 64> junctions, number;
  size_t count = 0;
  each_bit(coins, [&](size_t coin) {
    const bool is_junction = are_three_or_more(frame_.of_coin[coin] & part);
    number[coin] = is_junction ? static_cast<uint8_t>(count) : kGround;
    if (is_junction) junctions[count++] = static_cast<uint8_t>(coin);
  });
  if (count == 0) {  // a chain from ground to ground, or a loop
    const int length = std::popcount(coins);
    const bool is_loop = std::popcount(part) == length;
    return PartKey::of(is_loop ? 1 : 2,
                       std::min<uint64_t>(length, is_loop ? kLongLoop : kLongChain));
  }
  std::array<Chain, 64> all_chains;
  size_t chain_count = 0;
  uint64_t walked = 0;
  for (size_t from = 0; from < count; ++from) {
    each_bit(frame_.of_coin[junctions[from]] & part, [&](size_t string) {
      if (walked >> string & 1) return;
      Chain& chain = all_chains[chain_count++];
      chain = {from, kGround, 0};
      size_t coin = junctions[from];
      for (;;) {
        walked |= bit(string);
        coin = frame_.other_end(string, coin);
        if (coin == 0 || number[coin] != kGround) break;
        ++chain.coins;
        string = static_cast<size_t>(std::countr_zero(frame_.of_coin[coin] & part & ~bit(string)));
      }
      if (coin != 0) chain.to = number[coin];
      chain.coins = std::min<uint64_t>(chain.coins, kLongChain);
    });
  }
  const std::span chains(all_chains.data(), chain_count);

  // What each coin sees tells them apart. Coins that see the same look again, further each time;
  // where that does not help, one of them is marked.
  std::array<uint64_t, 64> seen, next;
  std::fill_n(seen.begin(), count, 1);
  for (const Chain& chain : chains) {
    if (chain.to == kGround || chain.to == chain.from)
      seen[chain.from] += mixed(chain.to == kGround ? 7 : 9, chain.coins);
  }
  const auto look = [&] {
    for (size_t i = 0; i < count; ++i) next[i] = mixed(seen[i], 3);
    for (const Chain& chain : chains) {
      if (chain.to == kGround || chain.to == chain.from) continue;
      next[chain.from] += mixed(seen[chain.to], chain.coins + 11);
      next[chain.to] += mixed(seen[chain.from], chain.coins + 11);
    }
    std::swap(seen, next);
  };
  // The coin with the least of what two coins see.
  const auto alike = [&]() -> std::optional<size_t> {
    std::optional<size_t> found;
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = i + 1; j < count; ++j) {
        if (seen[i] == seen[j] && (!found || seen[i] < seen[*found])) found = i;
      }
    }
    return found;
  };
  const size_t furthest = count < 4 ? 2 : count < 8 ? 3 : 4;
  size_t looks = 0;
  for (std::optional<size_t> same = alike(); same; same = alike()) {
    if (++looks % (furthest + 1) == 0) seen[*same] = mixed(seen[*same], 99 + looks);
    look();
  }
  std::array<uint8_t, 64> orders, place;
  const std::span order(orders.data(), count);
  std::iota(order.begin(), order.end(), uint8_t{0});
  std::sort(order.begin(), order.end(), [&](uint8_t a, uint8_t b) { return seen[a] < seen[b]; });
  for (size_t i = 0; i < count; ++i) place[order[i]] = static_cast<uint8_t>(i);

  PartKey key{count, ~uint64_t{count}};  // and a sum over the chains, in any order
  for (const Chain& chain : chains) {
    const uint64_t a = place[chain.from], b = chain.to == kGround ? kGround : place[chain.to];
    const uint64_t word = std::min(a, b) << 16 | std::max(a, b) << 8 | chain.coins;
    key.low += mixed(17, word);
    key.high += mixed(23, word);
  }
  return key;
}

}  // namespace grundy
