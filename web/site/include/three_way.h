// Three-way comparison of what the standard library of emscripten 3.1.6 compares by < alone; read before every source.
#pragma once
#include <array>
#include <compare>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace std {

template <class A, class B>
constexpr auto lexicographical_compare_three_way(A a, A a_end, B b, B b_end)
    -> decltype(*a <=> *b) {
  for (; a != a_end && b != b_end; ++a, ++b) {
    if (const auto order = *a <=> *b; order != 0) return order;
  }
  return (a != a_end) <=> (b != b_end);
}

template <class T, class Memory>
constexpr auto operator<=>(const vector<T, Memory>& a, const vector<T, Memory>& b)
    -> decltype(a[0] <=> b[0]) {
  return lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
}

template <class T, size_t count>
constexpr auto operator<=>(const array<T, count>& a, const array<T, count>& b)
    -> decltype(a[0] <=> b[0]) {
  return lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
}

template <class T, class Less, class Memory>
constexpr auto operator<=>(const set<T, Less, Memory>& a, const set<T, Less, Memory>& b)
    -> decltype(*a.begin() <=> *b.begin()) {
  return lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
}

inline strong_ordering operator<=>(const string& a, const string& b) { return a.compare(b) <=> 0; }

template <class A, class B>
constexpr auto operator<=>(const pair<A, B>& a, const pair<A, B>& b)
    -> common_comparison_category_t<decltype(a.first <=> b.first),
                                    decltype(a.second <=> b.second)> {
  if (const auto order = a.first <=> b.first; order != 0) return order;
  return a.second <=> b.second;
}

template <class T>
constexpr auto operator<=>(const optional<T>& a, const optional<T>& b) -> decltype(*a <=> *b) {
  return a && b ? *a <=> *b : a.has_value() <=> b.has_value();
}

}  // namespace std
