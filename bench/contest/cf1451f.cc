// Codeforces 1451F as one would hand it in.
#include <iostream>
#include <vector>

int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  int cases;
  std::cin >> cases;
  while (cases-- > 0) {
    int n, m;
    std::cin >> n >> m;
    std::vector<int> diagonals(n + m);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < m; ++j) {
        int a;
        std::cin >> a;
        diagonals[i + j] ^= a;
      }
    }
    bool lost = true;
    for (const int x : diagonals) lost = lost && x == 0;
    std::cout << (lost ? "Jeel\n" : "Ashish\n");
  }
}
