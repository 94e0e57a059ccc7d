#include "engine/entailing/string_search.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace grundy {
namespace {

constexpr int kSmallPart = 14;       // strings of a part whose value is found at once
constexpr size_t kLongChain = 3;     // coins; more make no difference,
constexpr size_t kLongLoop = 4;      // nor in a loop
constexpr uint32_t kMostValue = 31;  // of a part; values stay far below
constexpr uint64_t kOfAnEntry = 64;  // bytes of a part that is kept
constexpr size_t kGround = SIZE_MAX;

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

/// A chain of coins with two strings each, between two coins with more, or the ground.
struct Chain {
  size_t from = 0;
  size_t to = 0;
  uint64_t coins = 0;
};

}  // namespace

uint64_t StringSearch::coins_of(uint64_t strings) const {
  uint64_t coins = 0;
  each_bit(strings,
           [&](size_t i) { coins |= bit(frame_.ends[i].first) | bit(frame_.ends[i].second); });
  return coins & ~uint64_t{1};
}

std::optional<uint64_t> StringSearch::taken(uint64_t strings, uint64_t suspects) const {
  for (suspects &= ~uint64_t{1}; suspects != 0;) {
    const auto coin = static_cast<size_t>(std::countr_zero(suspects));
    suspects &= suspects - 1;
    const uint64_t last = frame_.of_coin[coin] & strings;
    if (std::popcount(last) != 1) continue;
    const size_t next = frame_.other_end(static_cast<size_t>(std::countr_zero(last)), coin);
    if (next != 0) {
      const uint64_t others = frame_.of_coin[next] & strings & ~last;
      if (std::popcount(others) == 1) {
        // Two coins that can be left to the other player, unless the cut that leaves them takes a
        // coin itself.
        const size_t behind = frame_.other_end(static_cast<size_t>(std::countr_zero(others)), next);
        if (behind == 0 || std::popcount(frame_.of_coin[behind] & strings) != 1)
          return std::nullopt;
      }
      suspects |= bit(next);
    }
    strings &= ~last;
  }
  return strings;
}

std::vector<uint64_t> StringSearch::parts(uint64_t strings) const {
  std::vector<uint64_t> result;
  while (strings != 0) {
    uint64_t part = strings & ~(strings - 1), coins = 0;
    for (uint64_t more = coins_of(part); more != 0; more = coins_of(part) & ~coins) {
      coins |= more;
      each_bit(more, [&](size_t coin) { part |= frame_.of_coin[coin] & strings; });
    }
    strings &= ~part;
    result.push_back(part);
  }
  return result;
}

StringSearch::PartKey StringSearch::key_of(uint64_t part) const {
  const uint64_t coins = coins_of(part);
  std::vector<size_t> junctions;
  std::vector<size_t> number(frame_.of_coin.size(), kGround);
  each_bit(coins, [&](size_t coin) {
    if (std::popcount(frame_.of_coin[coin] & part) < 3) return;
    number[coin] = junctions.size();
    junctions.push_back(coin);
  });
  if (junctions.empty()) {  // a chain from ground to ground, or a loop
    const auto count = static_cast<uint64_t>(std::popcount(coins));
    const bool is_loop = static_cast<uint64_t>(std::popcount(part)) == count;
    return {is_loop ? mixed(1, std::min<uint64_t>(count, kLongLoop))
                    : mixed(2, std::min<uint64_t>(count, kLongChain)),
            0};
  }
  std::vector<Chain> chains;
  uint64_t walked = 0;
  for (size_t from = 0; from < junctions.size(); ++from) {
    each_bit(frame_.of_coin[junctions[from]] & part, [&](size_t string) {
      if (walked >> string & 1) return;
      Chain chain{from, kGround, 0};
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
      chains.push_back(chain);
    });
  }

  // What each coin sees tells them apart; of coins that see the same, one is marked, and all look
  // again.
  const size_t count = junctions.size();
  std::vector<uint64_t> seen(count, 1), next(count);
  for (const Chain& chain : chains) {
    if (chain.to == kGround || chain.to == chain.from)
      seen[chain.from] += mixed(chain.to == kGround ? 7 : 9, chain.coins);
  }
  const auto look = [&] {
    for (int round = count < 4 ? 2 : count < 8 ? 3 : 4; round > 0; --round) {
      for (size_t i = 0; i < count; ++i) next[i] = mixed(seen[i], 3);
      for (const Chain& chain : chains) {
        if (chain.to == kGround || chain.to == chain.from) continue;
        next[chain.from] += mixed(seen[chain.to], chain.coins + 11);
        next[chain.to] += mixed(seen[chain.from], chain.coins + 11);
      }
      for (size_t i = 0; i < count; ++i) seen[i] = mixed(next[i], 5);
    }
  };
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  look();
  for (size_t marks = 0; marks < count; ++marks) {
    std::sort(order.begin(), order.end(),
              [&](size_t a, size_t b) { return seen[a] != seen[b] ? seen[a] < seen[b] : a < b; });
    const auto same = std::adjacent_find(order.begin(), order.end(),
                                         [&](size_t a, size_t b) { return seen[a] == seen[b]; });
    if (same == order.end()) break;
    seen[*same] = mixed(seen[*same], 99 + marks);
    look();
  }
  std::vector<size_t> place(count);
  for (size_t i = 0; i < count; ++i) place[order[i]] = i;

  std::vector<uint64_t> words;
  for (const Chain& chain : chains) {
    const uint64_t a = place[chain.from], b = chain.to == kGround ? 255 : place[chain.to];
    words.push_back(std::min(a, b) << 16 | std::max(a, b) << 8 | chain.coins);
  }
  std::sort(words.begin(), words.end());
  PartKey key{count, ~uint64_t{count}};
  for (const uint64_t word : words) {
    key.first = mixed(key.first, word + 1);
    key.second = mixed(key.second + 0xA5A5A5A5, word * 31 + 7);
  }
  return key;
}

StringSearch::Known& StringSearch::known(const PartKey& key) {
  const auto [found, made] = known_.try_emplace(key);
  if (made && !budget_->take_memory(kOfAnEntry) && !stopped_)
    stopped_ = budget_->too_large("the parts that were met", kOfAnEntry);
  return found->second;
}

bool StringSearch::stops() {
  if (stopped_) return true;
  budget_->progress("parts", ++work_.positions);
  if (work_.positions % 256 == 0 && budget_->spent()) stopped_ = budget_->why();
  return stopped_.has_value();
}

uint32_t StringSearch::value_of_part(uint64_t part) {
  if (std::popcount(part) > kSmallPart) {
    uint32_t value = 0;
    while (!has_value(part, value) && !stopped_ && value < kMostValue) ++value;
    return value;
  }
  const PartKey key = key_of(part);
  if (const uint8_t value = known(key).value; value != kUnknown || stops()) return value;
  uint32_t values = 0;
  each_bit(part, [&](size_t string) {
    const auto left = taken(part & ~bit(string),
                            bit(frame_.ends[string].first) | bit(frame_.ends[string].second));
    if (!left || stopped_) return;
    uint32_t sum = 0;
    for (const uint64_t one : parts(*left)) sum ^= value_of_part(one);
    values |= uint32_t{1} << (sum & kMostValue);
  });
  const auto value = static_cast<uint8_t>(std::countr_one(values));
  if (!stopped_) known(key).value = value;
  return value;
}

bool StringSearch::sum_has_value(uint64_t strings, uint32_t value) {
  const std::vector<uint64_t> all = parts(strings);
  const auto largest = std::max_element(all.begin(), all.end(), [](uint64_t a, uint64_t b) {
    return std::popcount(a) < std::popcount(b);
  });
  for (auto one = all.begin(); one != all.end(); ++one) {
    if (one != largest) value ^= value_of_part(*one);
  }
  return all.empty() ? value == 0 : has_value(*largest, value);
}

std::optional<bool> StringSearch::known_to_have(uint64_t strings, uint32_t value) {
  uint64_t large = 0;
  for (const uint64_t part : parts(strings)) {
    if (std::popcount(part) <= kSmallPart) {
      value ^= value_of_part(part);
    } else if (large != 0) {
      return std::nullopt;
    } else {
      large = part;
    }
  }
  if (large == 0) return value == 0;
  const auto found = known_.find(key_of(large));
  if (found == known_.end() || value > kMostValue) return std::nullopt;
  if (found->second.value != kUnknown) return found->second.value == value;
  return found->second.not_values >> value & 1 ? std::optional(false) : std::nullopt;
}

/// Whether no move leads to something of this value, and no less number is the value.
bool StringSearch::has_value(uint64_t part, uint32_t value) {
  if (std::popcount(part) <= kSmallPart) return value_of_part(part) == value;
  if (value > kMostValue) return false;
  const PartKey key = key_of(part);
  const Known before = known(key);
  if (before.value != kUnknown || (before.not_values >> value & 1)) return before.value == value;
  if (stops()) return false;
  bool has = true;
  // What is known already ends the question at once; then the smallest option is asked first.
  std::vector<uint64_t> open;
  each_bit(part, [&](size_t string) {
    if (!has || stopped_) return;
    const auto left = taken(part & ~bit(string),
                            bit(frame_.ends[string].first) | bit(frame_.ends[string].second));
    if (!left) return;
    const std::optional<bool> is_known = known_to_have(*left, value);
    has = !is_known.value_or(false);
    if (!is_known) open.push_back(*left);
  });
  std::stable_sort(open.begin(), open.end(),
                   [](uint64_t a, uint64_t b) { return std::popcount(a) < std::popcount(b); });
  for (const uint64_t left : open) {
    if (!has || stopped_) break;
    has = !sum_has_value(left, value);
  }
  for (uint32_t less = 0; less < value && has && !stopped_; ++less) has = !has_value(part, less);
  if (stopped_) return false;
  Known& now = known(key);
  if (has) {
    now.value = static_cast<uint8_t>(value);
  } else {
    now.not_values |= uint32_t{1} << value;
  }
  return has;
}

Attempt<Value> StringSearch::value(uint64_t strings, Budget& budget) {
  budget_ = &budget;
  stopped_.reset();
  const auto left = taken(strings, coins_of(strings));
  if (!left) return Value::loony();
  uint64_t sum = 0;
  for (const uint64_t part : parts(*left)) sum ^= value_of_part(part);
  if (stopped_) return *stopped_;
  return Value(sum);
}

}  // namespace grundy
