// Codeforces 1149E as one would hand it in.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
  int n, m;
  if (scanf("%d %d", &n, &m) != 2) return 1;
  std::vector<int> tax(n);
  for (int& h : tax) {
    if (scanf("%d", &h) != 1) return 1;
  }
  std::vector<std::vector<int>> out(n);
  std::vector<int> indegree(n);
  for (int i = 0; i < m; ++i) {
    int u, v;
    if (scanf("%d %d", &u, &v) != 2) return 1;
    out[u - 1].push_back(v - 1);
    ++indegree[v - 1];
  }
  std::vector<int> order;
  for (int v = 0; v < n; ++v) {
    if (indegree[v] == 0) order.push_back(v);
  }
  for (size_t i = 0; i < order.size(); ++i) {
    for (const int u : out[order[i]]) {
      if (--indegree[u] == 0) order.push_back(u);
    }
  }
  std::vector<int> level(n), mark(n + 1, -1), sum(n + 1);
  for (int i = n - 1; i >= 0; --i) {
    const int v = order[i];
    for (const int u : out[v]) mark[level[u]] = v;
    while (mark[level[v]] == v) ++level[v];
    sum[level[v]] ^= tax[v];
  }
  int top = n;
  while (top >= 0 && sum[top] == 0) --top;
  if (top < 0) {
    puts("LOSE");
    return 0;
  }
  int city = 0;
  while (level[city] != top || (tax[city] ^ sum[top]) > tax[city]) ++city;
  tax[city] ^= sum[top];
  for (const int u : out[city]) {
    if (level[u] > top) continue;
    tax[u] ^= sum[level[u]];
    sum[level[u]] = 0;
  }
  puts("WIN");
  for (const int h : tax) printf("%d ", h);
  puts("");
}
