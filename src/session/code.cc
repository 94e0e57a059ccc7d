#include "session/code.h"

#include <fmt/format.h>

#include "analysis/heap_code.h"
#include "rule/heap_splits.h"

namespace grundy {
namespace {

constexpr uint64_t kMostCounted = 100'000;   // moves beyond those that are listed
constexpr uint64_t kMostSteps = 20'000'000;  // of a listing

}  // namespace

Attempt<HeapCode> read_code(Session& session, const std::string& text, Budget& budget) {
  Attempt<HeapCode> code = parse_heap_code(text);
  if (code) return code;
  const Attempt<const Rule*> game = session.game(text.substr(0, text.find('(')), budget);
  if (!game) return code;
  const auto its_code = heap_code_of(**game);
  return Error::input(fmt::format("'{}' is a game and no code; {}", (*game)->full_name,
                                  its_code ? fmt::format("its code is {}", its_code->text())
                                           : "its moves are none that a code could say"));
}

Attempt<CodeMoves> code_moves(const HeapCode& code, uint64_t heap, size_t limit, Budget& budget) {
  constexpr uint64_t kMovesBetween = 1024;  // moves between two looks at the budget
  CodeMoves result;
  Patience patience(kMostSteps);
  uint64_t bytes = 0;
  bool fits = true;
  const Listing end = for_each_split(
      code, heap,
      [&](std::span<const uint64_t> heaps) {
        if ((result.list.size() + result.more) % kMovesBetween == 0 && budget.spent()) return false;
        if (result.list.size() < limit) {
          bytes = sizeof(std::vector<uint64_t>) + heaps.size_bytes() + kMovesBetween / 16;
          fits = budget.take_memory(bytes);
          if (fits) result.list.emplace_back(heaps.begin(), heaps.end());
          return fits;
        }
        return ++result.more < kMostCounted;
      },
      &patience);
  if (!fits)
    return budget.too_large(fmt::format("a list of more than {} moves", result.list.size()), bytes);
  if (budget.spent()) return budget.why();
  result.counted = end == Listing::complete;
  return result;
}

}  // namespace grundy
