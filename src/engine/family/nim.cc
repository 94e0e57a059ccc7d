// nim(n): the value of a heap is its size (Bouton 1901; Sprague 1935, Grundy 1939).
//
// Recognised in every rule file whose one move is "lower the only coordinate to anything smaller",
// whatever it is called. The engine takes nim heaps *n, infinite ones too, likewise.

#include "engine/family/families.h"
#include "game/nim_heap.h"

namespace grundy {
namespace {

class NimSolver final : public Solver {
 public:
  std::string_view engine() const override { return "nim"; }
  std::string knows() const override { return "a nim heap: its size is its value"; }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget&) override {
    std::vector<Value> result;
    result.reserve(positions.size());
    for (const Position& position : positions) result.emplace_back(*heap_size(position));
    return result;
  }

  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget&) override {
    MoveSet result;
    if (value.is_loopy() || value.ordinal() >= *heap_size(position)) return result;
    if (limit == 0) {
      result.all = false;
    } else {
      result.moves.push_back({{heap_like(position, value.ordinal())}, ""});
    }
    return result;
  }
};

class NimEngine final : public Engine {
 public:
  std::string_view name() const override { return "nim"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const bool is_heap = &game == &nim_heaps() ||
                         (game.rule() != nullptr && static_cast<const RuleGame&>(game).is_nim());
    return is_heap ? std::make_unique<NimSolver>() : nullptr;
  }
};

}  // namespace

const Engine* nim_engine() {
  static const NimEngine engine;
  return &engine;
}

}  // namespace grundy
