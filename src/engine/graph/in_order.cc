// Worths in one pass over the graph, where all edges lead to vertices that are taken before.
//
// Problem: several threads, none of which may read a worth before it is written.
// Idea: threads take blocks of vertices in order. Where an out-neighbour has no worth yet, another
// thread is about to find it, in a block that was taken before; so the thread with the first of all
// blocks that are not done has nothing to wait for, and nobody waits for ever.
// Cost: each edge once.
#include <thread>

#include "base/parallel.h"
#include "engine/graph/worth_search.h"

namespace grundy {

void value_in_order(WorthSearch& search) {
  in_parallel(search.threads, [&](unsigned) {
    Valuer valuer(search);
    const auto wait = [&](size_t place, Worth& worth) {
      constexpr unsigned kPatience = 1000;
      for (unsigned turns = 1; worth == kUnknownWorth; ++turns) {
        if (turns % kPatience == 0 && search.must_end()) return false;
        std::this_thread::yield();
        worth = search.worth(search.graph.targets[place]);
      }
      return true;
    };
    for (VertexBlock block; block.refill(search) && valuer.report();) {
      while (!block.is_empty()) {
        const uint32_t v = block.take(search);
        if (search.worth(v) == kUnknownWorth && !valuer.value(v, search.ahead(), wait)) return;
      }
    }
    valuer.report();
  });
}

}  // namespace grundy
