#include "engine/family/subtract_pair.h"

#include <fmt/format.h>

#include <algorithm>

namespace grundy {
namespace {

constexpr uint64_t kLongTable = uint64_t{1} << 24;  // greatest number from which no table is made

class PairSolver final : public RuleSolver {
 public:
  PairSolver(const RuleGame& game, uint64_t a, uint64_t b) : RuleSolver(game), a_(a), b_(b) {}
  std::string_view engine() const override { return "subtract"; }
  std::string knows() const override {
    return fmt::format("a subtraction game: {} or {} may be taken, with a law for all such pairs",
                       a_, b_);
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& /*budget*/) override {
    std::vector<Ordinal> result;
    for (const Coordinates& position : positions)
      result.emplace_back(Natural(value_of_pair(a_, b_, position[0])));
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& /*budget*/) override {
    MoveSet result;
    for (const uint64_t taken : {a_, b_}) {
      if (Natural(taken) > position[0]) continue;
      const Natural left = position[0] - Natural(taken);
      if (Ordinal(Natural(value_of_pair(a_, b_, left))) != value) continue;
      if (result.moves.size() == limit) {
        result.all = false;
        break;
      }
      result.moves.push_back({{game().at({left})}, ""});
    }
    return result;
  }

  std::string explanation(const Position& /*position*/) override {
    return fmt::format("The values of {} are periodic from 0 on, with period {}.\n",
                       rule().full_name, a_ + b_);
  }

 private:
  uint64_t a_, b_;
};

}  // namespace

uint64_t value_of_pair(uint64_t a, uint64_t b, const Natural& n) {
  const Natural r = n % (Natural(a) + Natural(b));
  if (r % (Natural(a) + Natural(a)) >= Natural(a)) return 1;
  return r < Natural(b) ? 0 : 2;
}

std::unique_ptr<RuleSolver> pair_solver(const RuleGame& game) {
  const auto& set = game.facts().subtraction_set();
  if (!set || set->all_but || set->numbers.size() != 2 || set->numbers[1] < kLongTable)
    return nullptr;
  return std::make_unique<PairSolver>(game, set->numbers[0], set->numbers[1]);
}

}  // namespace grundy
