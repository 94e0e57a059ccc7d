// nim(n): the value of a heap is its size (Bouton 1901; Sprague 1935, Grundy 1939).
//
// Recognised in every rule file whose one move is "lower the only coordinate to anything smaller", whatever it is
// called.
#include <fmt/format.h>

#include "engine/family/families.h"

namespace grundy {
namespace {

class NimEvaluator : public Evaluator {
 public:
  explicit NimEvaluator(const Rule& rule) : rule_(rule) {}
  std::string_view engine() const override { return "nim"; }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget&) override {
    std::vector<Ordinal> result;
    result.reserve(positions.size());
    for (const Coordinates& position : positions) result.emplace_back(position[0]);
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit, Budget&) override {
    MoveSet result;
    if (!value.is_finite() || value.finite() >= position[0]) return result;
    if (limit == 0) {
      result.all = false;
      return result;
    }
    result.moves.push_back({position_text(rule_, Coordinates{value.finite()}), "", ""});
    return result;
  }

  Attempt<Options> options(const Coordinates& position, size_t limit, Budget& budget) override {
    Options result;
    for (uint64_t k = 0; Natural(k) < position[0]; ++k) {
      if (k == limit) {
        result.all = false;
        break;
      }
      if (k % 4096 == 0 && budget.spent()) return budget.why();
      result.list.push_back({position_text(rule_, Coordinates{Natural(k)}), k});
    }
    return result;
  }

 private:
  const Rule& rule_;
};

class NimEngine : public Engine {
 public:
  std::string_view name() const override { return "nim"; }
  std::unique_ptr<Evaluator> open(const Rule& rule) const override {
    return is_nim(rule) ? std::make_unique<NimEvaluator>(rule) : nullptr;
  }
};

}  // namespace

const Engine* nim_engine() {
  static const NimEngine engine;
  return &engine;
}

}  // namespace grundy
