// How often an item of a drawn row stands, when runs are written out.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "rule/board.h"

namespace grundy {

/// Runs without a number of their own take one of `counts`, in order; `open` is the next.
/// number(term) is the value of a term. Nothing where there is no such row, or the item would stand
/// less than never or more than `most` times.
template <class Number>
std::optional<int64_t> times_of(const Item& item, std::span<const size_t> counts, size_t& open,
                                size_t most, const Number& number) {
  int64_t times = 1;
  if (item.repeat == Item::Repeat::times) times = number(item.times);
  if (item.repeat == Item::Repeat::star || item.repeat == Item::Repeat::plus) {
    if (open >= counts.size()) return std::nullopt;
    times = static_cast<int64_t>(counts[open++]);
    if (item.repeat == Item::Repeat::plus && times == 0) return std::nullopt;
  }
  if (times < 0 || times > static_cast<int64_t>(most)) return std::nullopt;
  return times;
}

}  // namespace grundy
