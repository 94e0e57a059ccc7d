// The games and sizes in which rules are compared with the loops of by_hand.h: rules_bench does so
// inside one process, rules_process_bench with whole programs, of which contest/by_hand.cc is the
// one by hand.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "by_hand.h"

namespace by_hand {

struct Game {
  std::string name;
  std::vector<size_t> sizes;
  std::function<std::string(size_t size)> sum;  // the same position in the notation of grundy
  Value (*naive)(size_t size);
  Value (*best)(size_t size);    // null: naive is as good as we can
  size_t most_naive = SIZE_MAX;  // beyond this size naive takes minutes
};

/// "game(a, b)"
inline std::string at(std::string game, const std::vector<size_t>& coordinates) {
  const char* separator = "(";
  for (const size_t c : coordinates) game += std::exchange(separator, ", ") + std::to_string(c);
  return game + ")";
}

/// The positions of a game with so many coordinates that are all equal.
inline std::function<std::string(size_t)> equal(const std::string& game, size_t coordinates) {
  return [=](size_t n) { return at(game, std::vector<size_t>(coordinates, n)); };
}

/// So many intervals within 1…count, the same ones each time.
inline Intervals some_intervals(size_t count) {
  Intervals list;
  uint64_t state = 12345;
  auto next = [&] {
    return state = state * 6364136223846793005U + 1442695040888963407U,
           static_cast<size_t>(state >> 40);
  };
  while (list.size() < count) {
    const size_t l = 1 + next() % (count - 1);
    const size_t r = l + 1 + next() % (count - l);
    list.emplace_back(l, r);
  }
  return list;
}

inline std::string intervals_sum(size_t count) {
  std::string list;
  for (const auto& [l, r] : some_intervals(count)) list += at(list.empty() ? "" : ", ", {l, r});
  return at("intervals[{" + list + "}]", {1, count});
}

inline std::string fibonacci_sum(size_t n) { return at("fibonacci", {n, n - 1}); }

inline std::vector<Game> games() {
  auto naive_subtract = [](size_t n) { return naive::subtract(n, 100); };
  auto best_subtract = [](size_t n) { return best::subtract(n, 100); };
  auto naive_intervals = [](size_t n) { return naive::intervals(n, some_intervals(n)); };
  auto best_intervals = [](size_t n) { return best::intervals(n, some_intervals(n)); };
  return {
      {"squares", {10'000, 1'000'000}, equal("squares", 1), naive::squares, best::squares},
      {"subtract",
       {10'000, 1'000'000},
       equal("subtract[{1..100}]", 1),
       naive_subtract,
       best_subtract},
      {"divisors", {10'000, 1'000'000}, equal("take_divisor", 1), naive::divisors, best::divisors},
      {"primes", {5'000, 50'000}, equal("take_prime", 1), naive::primes, best::primes},
      {"powers", {10'000, 1'000'000}, equal("take_power", 1), naive::powers, best::powers},
      {"nondivisors", {10'000}, equal("take_nondivisor", 1), naive::nondivisors, nullptr},
      {"coprime", {5'000}, equal("take_coprime", 1), naive::coprime, nullptr},
      {"kayles", {2'000, 100'000}, equal("kayles", 1), naive::kayles, nullptr},
      {"grundys", {2'000, 100'000}, equal("grundys", 1), naive::grundys, nullptr},
      {"wythoff", {500, 2'000, 5'000}, equal("wythoff", 2), naive::wythoff, best::wythoff, 2'000},
      {"rook", {500, 2'000, 5'000}, equal("rook", 2), naive::rook, best::rook, 2'000},
      {"king", {500, 2'000, 5'000}, equal("king", 2), naive::king, best::king},
      {"euclid", {300, 3'000}, equal("euclid", 2), naive::euclid, best::euclid},
      {"chomp", {30, 200}, equal("chomp3", 3), naive::chomp3, best::chomp3},
      {"intervals", {100, 2'000}, intervals_sum, naive_intervals, best_intervals},
      {"fibonacci", {300, 10'000}, fibonacci_sum, naive::fibonacci, best::fibonacci, 300},
  };
}

}  // namespace by_hand
