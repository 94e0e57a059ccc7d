#include "engine/family/subtract.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/engine.h"
#include "engine/family/families.h"
#include "engine/family/subtract_pair.h"
#include "engine/known_sequence.h"

namespace grundy {
namespace {

constexpr uint64_t kFirstLook = 1024;  // values before the first look for a period

}  // namespace

SubtractionValues::SubtractionValues(TakenNumbers numbers) : growing_(numbers) {}

Attempt<void> SubtractionValues::list_numbers(const Natural& n, Budget& budget) {
  if (!growing_ || n < Natural(listed_)) return {};
  // As in extend_to, where a value takes so much at most.
  if (n >= Natural(UINT32_MAX / 2) || 12 * n.small() > budget.memory_limit()) {
    return budget.too_large(
        "a table of all positions up to what is asked for",
        n.is_small() && n.small() < UINT64_MAX / 12 ? 12 * n.small() : UINT64_MAX);
  }
  const uint64_t end = std::max(2 * listed_, n.small() + 1);
  Attempt<std::vector<uint64_t>> numbers = growing_->below(end, budget);
  if (!numbers) return std::move(numbers).error();
  set_.numbers = *std::move(numbers);
  listed_ = end;
  mark_.resize(set_.numbers.size() + 2, 0);
  bits_.reset();
  bits_end_ = 0;
  return {};
}

/// Rows for positions below `end`, when they pay.
Attempt<void> SubtractionValues::prepare_bits(uint64_t end, Budget& budget) {
  if (set_.all_but || end <= bits_end_) return {};
  bits_.reset();
  bits_end_ = end;
  if (set_.numbers.empty() || !ReachBits::pays(set_.numbers, end)) return {};
  bits_.emplace(set_.numbers, end);
  while (bits_ && bits_->size() < values_.size()) {
    if (bits_->size() % 4096 == 0 && budget.spent()) {
      bits_end_ = 0;
      return budget.why();
    }
    if (!bits_->add(values_[bits_->size()])) bits_.reset();
  }
  return {};
}

SubtractionValues::SubtractionValues(SubtractionSet set) : set_(std::move(set)) {
  if (!set_.all_but) mark_.resize(set_.numbers.size() + 2, 0);
}

uint32_t SubtractionValues::next_finite() {
  const uint64_t n = values_.size();
  if (bits_) {
    const uint32_t value = bits_->next();
    if (!bits_->add(value)) bits_.reset();
    return value;
  }
  for (const uint64_t s : set_.numbers) {
    if (s > n) break;
    mark_[values_[n - s]] = n + 1;
  }
  uint32_t mex = 0;
  while (mark_[mex] == n + 1) ++mex;
  return mex;
}

uint32_t SubtractionValues::next_all_but() {
  const uint64_t n = values_.size();
  const auto fresh = static_cast<uint32_t>(last_place_.size());
  uint32_t best = fresh;
  for (const uint64_t e : set_.numbers) {
    if (e > n) break;
    const uint32_t value = values_[n - e];
    if (value >= best) continue;
    // Every place of this value has to be one from which n is not reached.
    bool free = true;
    for (uint64_t place = last_place_[value]; free;) {
      free = std::binary_search(set_.numbers.begin(), set_.numbers.end(), n - place);
      if (place_before_[place] == place) break;
      place = place_before_[place];
    }
    if (free) best = value;
  }
  below_new_.push_back(fresh - best);
  if (best == fresh) {
    place_before_.push_back(n);
    last_place_.push_back(n);
  } else {
    place_before_.push_back(last_place_[best]);
    last_place_[best] = n;
  }
  return best;
}

void SubtractionValues::look_for_period() {
  const uint64_t window = set_.numbers.empty() ? 1 : set_.numbers.back();
  const std::vector<uint32_t>& sequence = set_.all_but ? below_new_ : values_;
  const auto period = repeated_window<uint32_t>(sequence, window);
  if (!period) return;
  Law law;
  law.period = *period;
  // From the window on everything is periodic, the values with their saltus too; they may have been
  // so before.
  uint64_t start = sequence.size() - law.period;
  if (set_.all_but) law.saltus = values_.back() - values_[start - 1];
  while (start > 0 && values_[start - 1] + law.saltus == values_[start - 1 + law.period]) --start;
  law.preperiod = start;
  law.values.assign(values_.begin(),
                    values_.begin() + static_cast<std::ptrdiff_t>(start + law.period));
  law_ = std::move(law);
}

Attempt<void> SubtractionValues::extend_to(const Natural& n, Budget& budget) {
  if (auto listed = list_numbers(n, budget); !listed) return listed;
  uint64_t look = kFirstLook;
  while (look < values_.size()) look *= 2;
  while (!law_ && n >= Natural(values_.size())) {
    // 4 bytes a value (and 16 more for all-but sets), 8 for the look for a period.
    const uint64_t bytes = look / 2 * (set_.all_but ? 28 : 12);
    if (values_.size() >= UINT32_MAX / 2 || !budget.take_memory(bytes)) {
      Error error = budget.too_large(fmt::format("a table of more than {} values", values_.size()),
                                     taken_ + bytes);
      error.diagnostics.front().message += "; no period was found up to there";
      return error;
    }
    taken_ += bytes;
    const bool reached = n < Natural(look);
    const uint64_t end = reached ? n.small() + 1 : look;
    // Somewhat farther, so that asking for one position after another does not begin anew each
    // time.
    if (auto prepared = prepare_bits(std::min(look, end + end / 8 + 64), budget); !prepared)
      return prepared;
    while (values_.size() < end) {
      if (values_.size() % 4096 == 0) {
        if (budget.spent()) return budget.why();
        budget.progress("values", values_.size(), n.is_small() ? n.small() : 0);
      }
      values_.push_back(set_.all_but ? next_all_but() : next_finite());
    }
    if (values_.size() == look) {
      if (!growing_) look_for_period();
      look *= 2;
    }
  }
  return {};
}

Natural SubtractionValues::at(const Natural& n) const {
  return law_ ? law_->at(n) : Natural(values_[n.small()]);
}

std::vector<Natural> SubtractionValues::places(const Natural& value, const Natural& end,
                                               size_t limit, bool& all) const {
  if (law_) return law_->places(value, end, limit, all);
  std::vector<Natural> result;
  all = true;
  for (uint64_t n = 0; Natural(n) < end; ++n) {
    if (Natural(values_[n]) != value) continue;
    if (result.size() == limit) {
      all = false;
      break;
    }
    result.emplace_back(n);
  }
  return result;
}

namespace {

class SubtractSolver final : public RuleSolver {
 public:
  /// `near`: of far positions others may know a law.
  SubtractSolver(const RuleGame& game, SubtractionValues values, bool near = false)
      : RuleSolver(game), values_(std::move(values)), near_(near) {}
  std::string_view engine() const override { return "subtract"; }
  std::string knows() const override {
    const SubtractionSet& set = values_.set();
    if (set.all_but)
      return fmt::format("a subtraction game: all numbers but {} may be taken", set.numbers.size());
    if (values_.is_growing()) return "a subtraction game: the numbers of a sequence may be taken";
    return fmt::format("a subtraction game: {} numbers may be taken, at most {}",
                       set.numbers.size(), set.numbers.empty() ? 0 : set.numbers.back());
  }

  bool leaves_room() const override { return values_.is_growing(); }
  double cost(std::span<const Position> positions) const override {
    return near_ || values_.is_growing() ? cost_of_table(positions) / cost::kTakenAtOnce
                                         : cost::kNothing;
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    return values_of_sequence(rule(), values_, positions, budget);
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    MoveSet result;
    if (!value.is_finite()) return result;
    const Natural& n = position[0];
    if (auto known = values_.extend_to(n, budget); !known)
      return named(rule(), std::move(known).error());
    const SubtractionSet& set = values_.set();
    auto add = [&](const Natural& to) {
      if (result.moves.size() < limit) {
        result.moves.push_back({{game().at({to})}, ""});
      } else {
        result.all = false;
      }
    };
    if (set.all_but) {
      // Places of the value that are left out of the options are at most as many as there are
      // numbers in the set.
      for (const Natural& to :
           values_.places(value.finite(), n, limit + set.numbers.size(), result.all)) {
        const auto taken = (n - to).to_uint64();
        if (!taken || !std::binary_search(set.numbers.begin(), set.numbers.end(), *taken)) add(to);
      }
      return result;
    }
    for (const uint64_t s : set.numbers) {
      if (Natural(s) > n) break;
      if (values_.at(n - s) == value.finite()) add(n - s);
    }
    return result;
  }

  std::string explanation(const Position&) override {
    const auto& law = values_.law();
    if (!law) return {};
    if (law->saltus != 0) {
      return fmt::format(
          "The values of {} are arithmetic periodic from {} on: g(n + {}) = g(n) + {}.\n",
          rule().full_name, law->preperiod, law->period, law->saltus);
    }
    return fmt::format("The values of {} are periodic from {} on, with period {}.\n",
                       rule().full_name, law->preperiod, law->period);
  }

  Work work() const override { return {values_.computed(), 0, {}, {}}; }

 private:
  SubtractionValues values_;
  bool near_;
};

bool is_affine(const RuleGame& game) { return game.facts().relation(Effort::quick).ok(); }

std::unique_ptr<RuleSolver> of_taken_numbers(const RuleGame& game) {
  const auto numbers = TakenNumbers::of(*game.rule());
  if (!numbers || !numbers->many()) return nullptr;
  return std::make_unique<SubtractSolver>(game, SubtractionValues(*numbers), is_affine(game));
}

class SubtractEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "subtract"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    if (auto pair = pair_solver(game)) return pair;
    if (const auto& set = game.facts().subtraction_set())
      return std::make_unique<SubtractSolver>(game, SubtractionValues(*set));
    return is_affine(game) ? nullptr : of_taken_numbers(game);
  }
};

/// For moves that may have a law, which is asked for far out.
class TakenNumbersEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "taken numbers"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    return is_affine(game) ? of_taken_numbers(game) : nullptr;
  }
};

}  // namespace

const Engine* taken_numbers_engine() {
  static const TakenNumbersEngine engine;
  return &engine;
}

const Engine* subtract_engine() {
  static const SubtractEngine engine;
  return &engine;
}

}  // namespace grundy
