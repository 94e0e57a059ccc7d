// Moore's nim as one would hand it in.
#include <iostream>
#include <vector>

int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  int k, n;
  std::cin >> k >> n;
  std::vector<long long> piles(n);
  for (long long& pile : piles) std::cin >> pile;
  std::vector<int> lowered;
  std::vector<char> is_lowered(n);
  for (int bit = 62; bit >= 0; --bit) {
    const long long mask = 1LL << bit;
    int r = 0;
    for (int i = 0; i < n; ++i) r += is_lowered[i] == 0 && (piles[i] & mask) != 0;
    r %= k + 1;
    const int ones = r == 0 ? 0 : k + 1 - r;  // so many of the lowered piles would balance the bit
    const bool enough = ones <= static_cast<int>(lowered.size());
    for (size_t j = 0; j < lowered.size(); ++j) {
      piles[lowered[j]] &= ~mask;
      if (enough && static_cast<int>(j) < ones) piles[lowered[j]] |= mask;
    }
    if (enough) continue;
    for (int i = 0; r > 0; ++i) {
      if (is_lowered[i] != 0 || (piles[i] & mask) == 0) continue;
      is_lowered[i] = 1;
      lowered.push_back(i);
      piles[i] &= ~mask;
      --r;
    }
  }
  if (lowered.empty()) {
    std::cout << "Second\n";
    return 0;
  }
  std::cout << "First\n";
  for (int i = 0; i < n; ++i) std::cout << piles[i] << (i + 1 < n ? ' ' : '\n');
}
