// The Grundy value of one vertex of a graph in a file, as one would write it in a contest: numbers
// from a buffer, a counting sort of the edges, Kahn's algorithm, and the mex by stamps.
#include <cstdio>
#include <cstdlib>
#include <vector>

FILE* in;
char buffer[1 << 16];
size_t at = 0, filled = 0;

int get() {
  if (at == filled) {
    at = 0;
    filled = fread(buffer, 1, sizeof buffer, in);
    if (filled == 0) return -1;
  }
  return buffer[at++];
}

bool number(unsigned& x) {
  int c = get();
  while (c != -1 && (c < '0' || c > '9')) c = get();
  if (c == -1) return false;
  for (x = 0; c >= '0' && c <= '9'; c = get()) x = 10 * x + (c - '0');
  return true;
}

int main(int argc, char** argv) {
  if (argc < 3 || (in = fopen(argv[1], "r")) == nullptr) return 1;
  const unsigned wanted = strtoul(argv[2], nullptr, 10);
  std::vector<unsigned> from, to;
  unsigned n = wanted + 1;
  for (unsigned u, v; number(u) && number(v);) {
    from.push_back(u);
    to.push_back(v);
    if (u >= n) n = u + 1;
    if (v >= n) n = v + 1;
  }
  const size_t m = from.size();
  std::vector<unsigned> begin(n + 1), out(m), indegree(n);
  for (size_t i = 0; i < m; ++i) {
    ++begin[from[i] + 1];
    ++indegree[to[i]];
  }
  for (unsigned v = 0; v < n; ++v) begin[v + 1] += begin[v];
  std::vector<unsigned> next(begin.begin(), begin.end() - 1);
  for (size_t i = 0; i < m; ++i) out[next[from[i]]++] = to[i];
  std::vector<unsigned> order;
  order.reserve(n);
  for (unsigned v = 0; v < n; ++v) {
    if (indegree[v] == 0) order.push_back(v);
  }
  for (size_t i = 0; i < order.size(); ++i) {
    const unsigned v = order[i];
    for (unsigned k = begin[v]; k < begin[v + 1]; ++k) {
      if (--indegree[out[k]] == 0) order.push_back(out[k]);
    }
  }
  if (order.size() < n) return 1;
  std::vector<unsigned> value(n), stamp(n + 1);
  for (unsigned i = n; i-- > 0;) {
    const unsigned v = order[i];
    for (unsigned k = begin[v]; k < begin[v + 1]; ++k) stamp[value[out[k]]] = i + 1;
    while (stamp[value[v]] == i + 1) ++value[v];
  }
  printf("%u\n", value[wanted]);
}
