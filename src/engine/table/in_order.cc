#include "engine/table/in_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "analysis/order.h"
#include "code/program.h"
#include "engine/table/dense_marks.h"

namespace grundy {
namespace {

constexpr uint64_t kOrderInterval = 256;  // positions between two looks at the budget

/// Goes on to the next position; the last coordinate of the order changes fastest.
void to_next(std::vector<int64_t>& position, const std::vector<SweepStep>& order,
             const std::vector<int64_t>& size) {
  for (size_t i = order.size(); i-- > 0;) {
    const SweepStep& step = order[i];
    int64_t& c = position[step.coordinate];
    const int64_t last = size[step.coordinate] - 1;
    if (c != (step.descending ? 0 : last)) {
      c += step.descending ? -1 : 1;
      return;
    }
    c = step.descending ? last : 0;
  }
}

}  // namespace

Attempt<void> fill_in_order(DenseStore& store, const Rule& game, Work& work, Budget& budget) {
  if (game.moves.empty())
    return Error::declined(fmt::format("'{}' has no moves to put in order", game.full_name));
  const auto order = sweep_order(game);
  if (!order)
    return Error::declined(
        fmt::format("no order of '{}' is known in which every move goes back", game.full_name));
  const DenseStore::Target table = store.target(&game);
  int64_t limit = 0;
  uint64_t cells = 1;
  for (const int64_t size : table->size) {
    limit = std::max(limit, size - 1);
    cells *= static_cast<uint64_t>(size);
  }
  const Runner<DenseStore> runner(lower(game, limit), store);
  if (!runner.program)
    return Error::declined(
        fmt::format("the rule of '{}' is too long for the machine", game.full_name));
  Machine machine(*runner.program, budget);
  MexSet seen;
  DenseMarks marks(store, runner, seen);
  std::vector<int64_t> position(game.arity());
  for (const SweepStep& step : *order)
    position[step.coordinate] = step.descending ? table->size[step.coordinate] - 1 : 0;
  for (uint64_t done = 0; done < cells; ++done) {
    if (done % kOrderInterval == 0) {
      if (budget.spent()) return budget.why();
      budget.progress("positions", done, cells);
    }
    seen.clear();
    const bool complete = machine.run(position, marks);
    if (!complete && machine.halt().kind == Halt::Kind::spent) return budget.why();
    if (!complete || !marks.pending().empty())
      return Error::declined(
          fmt::format("{} has no value of its own", to_string(RuleSum{{&game, position}})));
    store.value(store.find(table, position)) = seen.mex();
    to_next(position, *order, table->size);
  }
  store.set_in_order();
  work.positions += cells;
  work.options += marks.count();
  return {};
}

}  // namespace grundy
