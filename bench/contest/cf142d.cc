// Codeforces 142D as one would hand it in.
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  int n, m, k;
  std::cin >> n >> m >> k;
  bool green_is_free = false, red_is_free = false;
  std::vector<int> gaps;
  for (int i = 0; i < n; ++i) {
    std::string line;
    std::cin >> line;
    int greens = 0, reds = 0, green = 0, red = 0;
    for (int j = 0; j < m; ++j) {
      if (line[j] == 'G') {
        ++greens;
        green = j;
      } else if (line[j] == 'R') {
        ++reds;
        red = j;
      }
    }
    if (greens > 0 && reds > 0) {
      gaps.push_back(std::abs(green - red) - 1);
    } else if (greens > 0 && greens < m) {
      green_is_free = true;
    } else if (reds > 0 && reds < m) {
      red_is_free = true;
    }
  }
  if (green_is_free && red_is_free) {
    std::cout << "Draw\n";
    return 0;
  }
  bool first = green_is_free;
  if (!green_is_free && !red_is_free) {
    for (int bit = 0; bit < 30; ++bit) {
      int count = 0;
      for (const int gap : gaps) count += gap >> bit & 1;
      first = first || count % (k + 1) != 0;
    }
  }
  std::cout << (first ? "First\n" : "Second\n");
}
