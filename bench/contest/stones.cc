// Stones and pebbles as one would hand it in: the table of doc/stones.md, section 1, sorted row by
// row.
#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>

using Pair = std::pair<int, long long>;

std::vector<std::vector<Pair>> rows;

Pair h(int b, long long i) { return i < b ? rows[b][i] : Pair(b, i - b); }

/// The index of a pair in row b, or -1.
long long index_in(int b, const Pair& pair) {
  if (pair.first >= b) return pair.first == b ? pair.second + b : -1;
  const auto place = std::lower_bound(rows[b].begin(), rows[b].end(), pair);
  return place != rows[b].end() && *place == pair ? place - rows[b].begin() : -1;
}

int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  long long K;
  int n;
  std::cin >> K >> n;
  std::vector<std::pair<int, long long>> heaps(n);
  int limit = 0;
  for (auto& [b, s] : heaps) {
    std::cin >> b >> s;
    limit = std::max(limit, b);
  }
  rows.resize(limit + 1);
  for (int b = 1; b <= limit; ++b) {
    for (int c = 0; c < b; ++c) rows[b].push_back(h(c, b - 1 - c));
    std::sort(rows[b].begin(), rows[b].end());
  }
  std::vector<Pair> values;
  Pair sum(0, 0);
  for (const auto& [b, s] : heaps) {
    const auto [x, y] = h(b, s / K);
    values.emplace_back(x, y * K + s % K);
    sum.first ^= values.back().first;
    sum.second ^= values.back().second;
  }
  for (int i = 0; i < n; ++i) {
    const Pair target(values[i].first ^ sum.first, values[i].second ^ sum.second);
    if (target >= values[i]) continue;
    const auto& [b, s] = heaps[i];
    for (int c = 0; c <= b; ++c) {
      const long long index = index_in(c, {target.first, target.second / K});
      const long long left = index * K + target.second % K;
      if (index < 0 || (c < b ? c + index < b : left >= s)) continue;
      std::cout << "First\n" << i + 1 << ' ' << c << ' ' << left << '\n';
      return 0;
    }
  }
  std::cout << "Second\n";
}
