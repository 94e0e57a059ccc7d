#include "engine/family/subtract.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/engine.h"
#include "engine/family/families.h"
#include "engine/family/subtract_pair.h"
#include "engine/known_sequence.h"
#include "rule/evaluate.h"

namespace grundy {
namespace {

constexpr uint64_t kFirstLook = 1024;  // values before the first look for a period

bool is_slot(const Expr& e, size_t s) { return e.op == Op::slot && e.value == static_cast<int64_t>(s); }

constexpr size_t kBinder = 1;  // the slot of k; the position's is 0

/// k, and products of such terms: at least k, and greater for a greater k.
bool grows(const Expr& e) {
  return is_slot(e, kBinder) || (e.op == Op::mul && std::all_of(e.args.begin(), e.args.end(), grows));
}

/// Whether two such terms are the same.
bool same(const Expr& a, const Expr& b) {
  return a.op == b.op && a.value == b.value &&
         std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), same);
}

/// The term that a line takes: n -> n - term, for k from a number on, where nothing else depends on n.
const Expr* taken_term(const Rule& rule, const MoveLine& line) {
  if (line.parts.size() != 1 || line.parts[0].game != &rule || !line.parts[0].binders.empty()) return nullptr;
  if (line.binders.size() != 1 || line.binders[0].kind != Binder::Kind::range || line.binders[0].slots.size() != 1 ||
      line.binders[0].slots[0] != kBinder)
    return nullptr;
  const Expr& to = line.parts[0].coordinates[0];
  if (to.op != Op::sub || !is_slot(to.args[0], 0) || !grows(to.args[1])) return nullptr;
  const Expr& term = to.args[1];
  const Binder& k = line.binders[0];
  if (!k.low.empty() && (k.low[0].op != Op::constant || k.low[0].value < 0)) return nullptr;
  // What is left is no less than nothing anyway; k is at most the term, and so at most n.
  if (!k.high.empty() && !is_slot(k.high[0], 0)) return nullptr;
  const auto ends = [&](const Expr& c) { return c.op == Op::le && is_slot(c.args[1], 0) && same(c.args[0], term); };
  const bool ended = std::any_of(line.conditions.begin(), line.conditions.end(), ends);
  if (k.high.empty() && !ended) return nullptr;
  const bool free = std::all_of(line.conditions.begin(), line.conditions.end(),
                                [&](const Expr& c) { return ends(c) || !mentions(c, 0); });
  return free ? &term : nullptr;
}

/// The numbers below `end` that a line lets take; false when a condition has no value or patience is over.
bool list_taken(const MoveLine& line, const Expr& term, uint64_t end, Patience& patience,
                std::vector<uint64_t>& numbers) {
  Environment slots(line.slot_names.size(), 0);
  Fault fault;
  const std::vector<Expr>& low = line.binders[0].low;
  for (int64_t k = low.empty() ? 0 : low[0].value; static_cast<uint64_t>(k) < end; ++k) {
    slots[kBinder] = k;
    const int64_t number = evaluate(term, slots, fault, &patience);
    if (patience.over() || fault.kind != Fault::Kind::none) return false;
    if (static_cast<uint64_t>(number) >= end) break;
    const bool taken = std::all_of(line.conditions.begin(), line.conditions.end(), [&](const Expr& c) {
      return mentions(c, 0) || evaluate(c, slots, fault, &patience) != 0;
    });
    if (fault.kind != Fault::Kind::none) return false;
    if (taken) numbers.push_back(static_cast<uint64_t>(number));
  }
  return true;
}

}  // namespace

std::optional<TakenNumbers> TakenNumbers::of(const Rule& rule) {
  if (rule.is_alias || rule.arity() != 1 || rule.moves.empty()) return std::nullopt;
  std::vector<uint64_t> numbers;
  Patience patience(uint64_t{100'000});
  for (const MoveLine& line : rule.moves) {
    const Expr* term = taken_term(rule, line);
    if (term == nullptr || !list_taken(line, *term, 64, patience, numbers)) return std::nullopt;
  }
  // Taking none would change nothing.
  if (std::find(numbers.begin(), numbers.end(), 0) != numbers.end()) return std::nullopt;
  return TakenNumbers(rule);
}

bool TakenNumbers::many() const {
  constexpr uint64_t kLooked = 4096;
  constexpr uint64_t kOneIn = 32;
  std::vector<uint64_t> numbers;
  Patience patience(uint64_t{100'000});
  for (const MoveLine& line : rule_->moves) {
    if (!list_taken(line, *taken_term(*rule_, line), kLooked, patience, numbers)) return false;
  }
  return numbers.size() >= kLooked / kOneIn;
}

Attempt<std::vector<uint64_t>> TakenNumbers::below(uint64_t end, Budget& budget) const {
  std::vector<uint64_t> numbers;
  Patience patience(budget);
  for (const MoveLine& line : rule_->moves) {
    if (list_taken(line, *taken_term(*rule_, line), end, patience, numbers)) continue;
    if (budget.spent()) return budget.why();
    return Error::declined(fmt::format("a condition of {} has no value for a number below {}", rule_->full_name, end));
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

SubtractionValues::SubtractionValues(TakenNumbers numbers) : growing_(numbers) {}

Attempt<void> SubtractionValues::list_numbers(const Natural& n, Budget& budget) {
  if (!growing_ || n < Natural(listed_)) return {};
  // As in extend_to, where a value takes so much at most.
  if (n >= Natural(UINT32_MAX / 2) || 12 * n.small() > budget.memory_limit()) {
    return budget.too_large("a table of all positions up to what is asked for",
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
  // From the window on everything is periodic, the values with their saltus too; they may have been so before.
  uint64_t start = sequence.size() - law.period;
  if (set_.all_but) law.saltus = values_.back() - values_[start - 1];
  while (start > 0 && values_[start - 1] + law.saltus == values_[start - 1 + law.period]) --start;
  law.preperiod = start;
  law.values.assign(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(start + law.period));
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
      Error error = budget.too_large(fmt::format("a table of more than {} values", values_.size()), taken_ + bytes);
      error.diagnostics.front().message += "; no period was found up to there";
      return error;
    }
    taken_ += bytes;
    const bool reached = n < Natural(look);
    const uint64_t end = reached ? n.small() + 1 : look;
    // Somewhat farther, so that asking for one position after another does not begin anew each time.
    if (auto prepared = prepare_bits(std::min(look, end + end / 8 + 64), budget); !prepared) return prepared;
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

Natural SubtractionValues::at(const Natural& n) const { return law_ ? law_->at(n) : Natural(values_[n.small()]); }

std::vector<Natural> SubtractionValues::places(const Natural& value, const Natural& end, size_t limit,
                                               bool& all) const {
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
  SubtractSolver(const RuleGame& game, SubtractionValues values) : RuleSolver(game), values_(std::move(values)) {}
  std::string_view engine() const override { return "subtract"; }
  std::string knows() const override {
    const SubtractionSet& set = values_.set();
    if (set.all_but) return fmt::format("a subtraction game: all numbers but {} may be taken", set.numbers.size());
    if (values_.is_growing()) return "a subtraction game: the numbers of a sequence may be taken";
    return fmt::format("a subtraction game: {} numbers may be taken, at most {}", set.numbers.size(),
                       set.numbers.empty() ? 0 : set.numbers.back());
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget& budget) override {
    return values_of_sequence(rule(), values_, positions, budget);
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit, Budget& budget) override {
    MoveSet result;
    if (!value.is_finite()) return result;
    const Natural& n = position[0];
    if (auto known = values_.extend_to(n, budget); !known) return named(rule(), std::move(known).error());
    const SubtractionSet& set = values_.set();
    auto add = [&](const Natural& to) {
      if (result.moves.size() < limit) {
        result.moves.push_back({{game().at({to})}, ""});
      } else {
        result.all = false;
      }
    };
    if (set.all_but) {
      // Places of the value that are left out of the options are at most as many as there are numbers in the set.
      for (const Natural& to : values_.places(value.finite(), n, limit + set.numbers.size(), result.all)) {
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
      return fmt::format("The values of {} are arithmetic periodic from {} on: g(n + {}) = g(n) + {}.\n",
                         rule().full_name, law->preperiod, law->period, law->saltus);
    }
    return fmt::format("The values of {} are periodic from {} on, with period {}.\n", rule().full_name, law->preperiod,
                       law->period);
  }

  Work work() const override { return {values_.computed(), 0, {}, {}}; }

 private:
  SubtractionValues values_;
};

class SubtractEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "subtract"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    if (auto pair = pair_solver(game)) return pair;
    if (const auto& set = game.facts().subtraction_set())
      return std::make_unique<SubtractSolver>(game, SubtractionValues(*set));
    const auto numbers = TakenNumbers::of(rule);
    return numbers && numbers->many() ? std::make_unique<SubtractSolver>(game, SubtractionValues(*numbers)) : nullptr;
  }
};

}  // namespace

const Engine* subtract_engine() {
  static const SubtractEngine engine;
  return &engine;
}

}  // namespace grundy
