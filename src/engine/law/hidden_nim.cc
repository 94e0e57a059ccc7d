#include "engine/law/hidden_nim.h"

#include <fmt/format.h>

#include "engine/law/hidden_heaps.h"

namespace grundy {
namespace {

class HiddenNimSolver final : public RuleSolver {
 public:
  explicit HiddenNimSolver(const RuleGame& game) : RuleSolver(game), laws_(*game.rule()) {}

  std::string_view engine() const override { return "hidden nim"; }
  std::string knows() const override {
    return last_ == nullptr ? "lines that change numbers by multiples of one"
                            : "nim in disguise: " + heaps_text();
  }
  double cost(std::span<const Position>) const override {
    return last_ != nullptr ? cost::kNothing : cost::kHiddenNim;
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    std::vector<Ordinal> result;
    for (const Coordinates& position : positions) {
      if (result.size() % 1024 == 0 && budget.spent()) return budget.why();
      const auto here = small_coordinates(rule(), position);
      if (!here) return here.error();
      if (auto found = find(*here); !found) return std::move(found).error();
      const auto value = last_->value(*here);
      if (!value) return Error::declined("a heap is beyond 2^63");
      result.emplace_back(Natural(*value));
    }
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget&) override {
    const auto here = small_coordinates(rule(), position);
    if (!here) return here.error();
    if (auto found = find(*here); !found) return std::move(found).error();
    MoveSet result;
    if (!value.is_finite() || !value.finite().is_small()) return result;
    for (const std::vector<int64_t>& to : last_->moves_to(*here, value.finite().small())) {
      if (result.moves.size() == limit) {
        result.all = false;
        break;
      }
      result.moves.push_back({{game().at(to)}, ""});
    }
    return result;
  }

  std::string explanation(const Position&) override {
    return last_ == nullptr ? ""
           : last_->most() == 0
               ? fmt::format("Each move changes one of the heaps {}, as in nim.\n", heaps_text())
               : fmt::format(
                     "Each move changes one of the heaps {} by at most {}: what counts is "
                     "their remainders by {}.\n",
                     heaps_text(), last_->most(), last_->most() + 1);
  }

 private:
  Attempt<void> find(const std::vector<int64_t>& position) {
    last_ = laws_.at(position);
    if (last_ == nullptr) return Error::declined("no terms are seen that each move changes one of");
    return {};
  }
  std::string heaps_text() const {
    std::string text;
    for (const LinearForm& heap : last_->heaps()) {
      text += (text.empty() ? "" : ", ") + linear_text(heap, rule().coordinates);
    }
    return text;
  }

  HiddenHeapsOfRule laws_;
  const HiddenHeaps* last_ = nullptr;
};

class HiddenNimEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "hidden nim"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    return game.rule()->arity() > 1 && HiddenHeapsOfRule::accepts(*game.rule())
               ? std::make_unique<HiddenNimSolver>(game)
               : nullptr;
  }
};

}  // namespace

const Engine* hidden_nim_engine() {
  static const HiddenNimEngine engine;
  return &engine;
}

}  // namespace grundy
