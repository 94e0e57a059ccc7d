// stair([a1, a2, …]): staircase nim. ai coins lie on step i; a move takes at least one coin from
// one step i down to step i - 1. Step 0 is the ground, coins there are out of play. The first entry
// of the list is step 1.
//
// Theorem. The value is a1 ⊕ a3 ⊕ a5 ⊕ … (Sprague 1937; an exercise in Ferguson, Game Theory, part
// I, chapter 2).
// Proof. Play ends because Σ i·ai falls. Every move changes the number of coins on exactly one odd
// step: from an odd step they leave, from an even one they come to the odd step below. So no move
// keeps the exclusive-or v. And every w < v is reached: some odd step i has the leading bit of d =
// v ⊕ w, so that ai ⊕ d < ai (Bouton 1901), and ai - (ai ⊕ d) of its coins go down. So v is the
// mex.
//
// The moves to a given value are at most one a step: from an odd step i the coins that make ai ⊕ d
// of it, from an even one those that make a(i-1) ⊕ d of the step below. All of them are found in
// linear time.
#include "engine/family/families.h"
#include "engine/family/listing.h"
#include "game/key.h"

namespace grundy {
namespace {

constexpr std::string_view kStairExample = "stair([3, 1, 4])";
constexpr size_t kShownSteps = 12;

/// The number of coins on each step, from step 1.
std::vector<Natural> coins_of(const Position& position) {
  std::vector<Natural> coins;
  for (KeyReader reader(position.key); !reader.done();) coins.push_back(reader.natural());
  return coins;
}

class StairGame final : public FamilyGame {
 public:
  Position at(std::span<const Natural> coins) const {
    Position position{this, {}};
    for (const Natural& number : coins) append(position.key, number);
    return position;
  }

  std::string name() const override { return "stair"; }
  std::string text(const Position& position, size_t limit) const override {
    const std::vector<Natural> coins = coins_of(position);
    return "stair(" +
           list_text(
               0, coins.size(), [&](size_t i) { return coins[i]; }, limit) +
           ")";
  }
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget& budget) const override {
    std::vector<Natural> coins = coins_of(position);
    uint64_t listed = 0;
    for (size_t i = 0; i < coins.size(); ++i) {
      const std::vector<Natural> before = coins;
      while (!coins[i].is_zero()) {
        coins[i] = coins[i] - Natural(1);
        if (i > 0) coins[i - 1] = coins[i - 1] + Natural(1);
        if (++listed % 4096 == 0 && budget.spent()) return budget.why();
        if (!sink({at(coins)})) return Ended::stopped;
      }
      coins = before;
    }
    return Ended::complete;
  }
  /// Empty steps at the top say nothing.
  Attempt<Sum> normal_form(const Position& position, Budget&) const override {
    std::vector<Natural> coins = coins_of(position);
    while (!coins.empty() && coins.back().is_zero()) coins.pop_back();
    return Sum{at(coins)};
  }
  std::string move_in_words(const Position& from, const Sum& to) const override {
    const std::vector<Natural> before = coins_of(from), after = coins_of(to.front());
    size_t i = before.size() - 1;
    while (before[i] == after[i]) --i;  // coins leave the highest step that changes
    const Natural taken = before[i] - after[i];
    return taken.to_string() + (taken == Natural(1) ? " coin" : " coins") + " from step " +
           std::to_string(i + 1) + (i == 0 ? " to the ground" : " to step " + std::to_string(i));
  }

 protected:
  Attempt<std::shared_ptr<const Analysis>> analyse(const Position& position,
                                                   Budget& budget) const override;
};

class StairAnalysis final : public Analysis {
 public:
  StairAnalysis(const StairGame& game, std::vector<Natural> coins)
      : game_(game), coins_(std::move(coins)) {
    for (size_t i = 0; i < coins_.size(); i += 2) value_ = value_ ^ coins_[i];
  }

  Attempt<Ordinal> value(Budget&) const override { return Ordinal(value_); }

  Attempt<MoveSet> moves_to(const Ordinal& value, size_t limit, Budget& budget) const override {
    MoveSet set;
    if (!value.is_finite()) return set;
    const Natural difference = value_ ^ value.finite();
    if (difference.is_zero()) return set;  // no option has the value of the position itself
    for (size_t i = 0; i < coins_.size(); ++i) {
      if (i % 4096 == 0 && budget.spent()) return budget.why();
      const Natural taken = coins_to_take(i, difference);
      if (taken.is_zero()) continue;
      if (set.moves.size() == limit) {
        set.all = false;
        break;
      }
      set.moves.push_back(move(i, taken));
    }
    return set;
  }

  std::string explanation() const override {
    std::string text =
        "Only the odd steps count. Coins that come down to an odd step can be taken on at once, to "
        "the even step below,\n"
        "so what lies on even steps is of no use; and taking coins away from an odd step is a move "
        "in nim.\n";
    std::string sum;
    size_t shown = 0;
    for (size_t i = 0; i < coins_.size(); i += 2) {
      if (coins_[i].is_zero()) continue;
      if (++shown > kShownSteps) {
        sum += " ⊕ …";
        break;
      }
      text += "  step " + std::to_string(i + 1) + ": " + short_digits(coins_[i]) + "\n";
      sum += (sum.empty() ? "" : " ⊕ ") + short_digits(coins_[i]);
    }
    if (shown == 0) return text + "There are no coins on odd steps: the value is 0.\n";
    return text + "Value: " + sum + (shown == 1 ? "" : " = " + short_digits(value_)) + "\n";
  }

 private:
  /// How many coins go down from step i + 1 so that the value changes by exclusive-or with
  /// `difference`; 0 for none.
  Natural coins_to_take(size_t i, const Natural& difference) const {
    if (i % 2 == 0) {
      const Natural left = coins_[i] ^ difference;
      return left < coins_[i] ? coins_[i] - left : Natural(0);
    }
    const Natural below = coins_[i - 1] ^ difference;
    if (below < coins_[i - 1]) return 0;
    const Natural taken = below - coins_[i - 1];
    return taken <= coins_[i] ? taken : Natural(0);
  }

  Move move(size_t i, const Natural& taken) const {
    std::vector<Natural> after = coins_;
    after[i] = after[i] - taken;
    if (i > 0) after[i - 1] = after[i - 1] + taken;
    return {{game_.at(after)}, ""};
  }

  const StairGame& game_;
  std::vector<Natural> coins_;  // coins_[i] lie on step i + 1
  Natural value_;
};

Attempt<std::shared_ptr<const Analysis>> StairGame::analyse(const Position& position,
                                                            Budget&) const {
  return std::shared_ptr<const Analysis>(
      std::make_shared<StairAnalysis>(*this, coins_of(position)));
}

class StairFamily final : public Family {
 public:
  std::string_view name() const override { return "stair"; }
  std::string_view example() const override { return kStairExample; }
  std::string_view documentation() const override {
    return "Staircase nim: take at least one coin from a step of a staircase down to the next "
           "lower step.\n"
           "The list holds the numbers of coins on the steps 1, 2, 3, …; step 0 is the ground, "
           "where coins are out of play.\n"
           "The value is the exclusive-or of the numbers on the odd steps 1, 3, 5, …: whoever gets "
           "coins onto an odd step sees\n"
           "them taken on to the even step below (Sprague 1937; Ferguson, Game Theory, part I, "
           "chapter 2).\n"
           "The steps stand in the sum or in a file with one number a line:\n"
           "  stair([3, 1, 4])       3 coins on step 1, 1 on step 2, 4 on step 3: value 3 ⊕ 4 = 7\n"
           "  stair(@steps.txt)\n";
  }
  Attempt<Position> read(std::span<const ParameterArgument> parameters,
                         std::span<const Argument> arguments, Games& games,
                         Budget& budget) const override {
    if (Attempt<void> fits = check_arguments(name(), kStairExample, 1, 1, parameters, arguments);
        !fits)
      return fits.error();
    Attempt<std::vector<Natural>> coins = read_number_list(arguments[0], kStairExample, budget);
    if (!coins) return std::move(coins).error();
    return games.get<StairGame>("stair").at(*coins);
  }
};

}  // namespace

const Family* stair_family() {
  static const StairFamily family;
  return &family;
}

}  // namespace grundy
