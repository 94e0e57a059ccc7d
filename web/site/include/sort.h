// Sorting as merging, in a third of the code that the standard library spends on each kind of element; read before every
// source. Being constrained, these are chosen before std::sort and std::stable_sort, and keep the order of equals as both may.
//
// Runs of 16 are sorted by insertion; then neighbours are merged, the left one moved aside: n log n comparisons at most.
#pragma once
#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

namespace std {

template <class Iterator, class Less>
requires true void stable_sort(Iterator first, Iterator last, Less less) {
  constexpr ptrdiff_t kRun = 16;
  const ptrdiff_t count = last - first;
  for (ptrdiff_t from = 0, at = 1; at < count; ++at) {
    if (at == from + kRun) from = at;
    auto one = move(first[at]);
    ptrdiff_t to = at;
    for (; to > from && less(one, first[to - 1]); --to) first[to] = move(first[to - 1]);
    first[to] = move(one);
  }
  vector<typename iterator_traits<Iterator>::value_type> left;
  for (ptrdiff_t width = kRun; width < count; width *= 2) {
    for (ptrdiff_t from = 0; from + width < count; from += 2 * width) {
      const Iterator middle = first + (from + width), end = first + min(from + 2 * width, count);
      Iterator to = first + from, right = middle;
      left.clear();
      for (Iterator at = to; at != middle; ++at) left.push_back(move(*at));
      for (auto& one : left) {
        for (; right != end && less(*right, one); ++right, ++to) *to = move(*right);
        *to++ = move(one);
      }
    }
  }
}

template <class Iterator, class Less>
requires true void sort(Iterator first, Iterator last, Less less) {
  stable_sort(first, last, less);
}

template <class Iterator>
requires true void stable_sort(Iterator first, Iterator last) {
  stable_sort(first, last, less<>());
}

template <class Iterator>
requires true void sort(Iterator first, Iterator last) { stable_sort(first, last, less<>()); }

}  // namespace std
