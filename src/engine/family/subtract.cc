#include "engine/family/subtract.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/relation.h"
#include "engine/family/families.h"
#include "engine/known_sequence.h"

namespace grundy {
namespace {

constexpr uint64_t kMaxNumber = uint64_t{1} << 40;  // of stones taken at once
constexpr size_t kMaxNumbers = 60'000;
constexpr size_t kMaxFoundNumbers = 64;    // when the set is found by isl
constexpr uint64_t kFirstLook = 1024;      // values before the first look for a period
constexpr unsigned long kSteps = 200'000;  // of isl

/// `for k in S` and n - k, perhaps with `if k >= 1`: the set as it stands.
std::optional<SubtractionSet> written_set(const Rule& rule) {
  if (rule.moves.size() != 1) return std::nullopt;
  const MoveLine& line = rule.moves[0];
  if (line.binders.size() != 1 || line.binders[0].kind != Binder::Kind::in_set) return std::nullopt;
  const Binder& binder = line.binders[0];
  if (binder.slots.size() != 1 || binder.set->arity > 1) return std::nullopt;
  auto is_slot = [](const Expr& e, size_t s) { return e.op == Op::slot && e.value == static_cast<int64_t>(s); };
  const Expr& to = line.parts[0].coordinates[0];
  if (to.op != Op::sub || !is_slot(to.args[0], 0) || !is_slot(to.args[1], binder.slots[0])) return std::nullopt;
  bool zero_left_out = false;
  for (const Expr& c : line.conditions) {
    const bool at_least_one =
        c.op == Op::le && c.args[0].op == Op::constant && c.args[0].value == 1 && is_slot(c.args[1], binder.slots[0]);
    if (!at_least_one) return std::nullopt;
    zero_left_out = true;
  }
  SubtractionSet result;
  result.all_but = binder.set->complement;
  bool has_zero = binder.set->complement;
  for (const int64_t k : binder.set->flat) {
    if (k == 0) {
      has_zero = !binder.set->complement;
    } else if (static_cast<uint64_t>(k) > kMaxNumber) {
      return std::nullopt;
    } else {
      result.numbers.push_back(static_cast<uint64_t>(k));
    }
  }
  if (has_zero && !zero_left_out) return std::nullopt;  // a move that changes nothing
  if (result.numbers.size() > kMaxNumbers) return std::nullopt;
  return result;
}

isl_stat collect(isl_point* point, void* user) {
  auto* numbers = static_cast<std::vector<uint64_t>*>(user);
  isl_val* value = isl_point_get_coordinate_val(point, isl_dim_set, 0);
  const bool small =
      isl_val_is_nonneg(value) == isl_bool_true && isl_val_cmp_si(value, static_cast<long>(kMaxNumber)) <= 0;
  if (small) numbers->push_back(static_cast<uint64_t>(isl_val_get_num_si(value)));
  isl_val_free(value);
  isl_point_free(point);
  return small && numbers->size() <= kMaxFoundNumbers ? isl_stat_ok : isl_stat_error;
}

/// The elements of a one-dimensional set when they are few natural numbers, sorted.
std::optional<std::vector<uint64_t>> elements(const isl::Set& set) {
  std::vector<uint64_t> result;
  if (!set || isl_set_is_bounded(set.keep()) != isl_bool_true) return std::nullopt;
  if (isl_set_foreach_point(set.keep(), collect, &result) != isl_stat_ok) return std::nullopt;
  std::sort(result.begin(), result.end());
  return result;
}

/// The set that isl finds in the moves.
std::optional<SubtractionSet> found_set(const Rule& rule) {
  const isl::Context context = isl::make_context(kSteps);
  const auto moves = move_relation(context.get(), rule);
  if (!moves) return std::nullopt;
  // { n - m }, and the game { n -> m : n - m in that set }.
  isl_map* backwards = isl_map_reverse(moves->copy());
  const isl::Set taken(isl_set_coalesce(isl_map_deltas(backwards)));
  const isl::Map difference(isl_map_read_from_str(context.get(), "{ [[n] -> [m]] -> [n - m] : n >= 0 and m >= 0 }"));
  isl_set* pairs = isl_map_domain(isl_map_intersect_range(difference.copy(), taken.copy()));
  const isl::Map game(isl_set_unwrap(pairs));
  if (isl_map_is_equal(game.keep(), moves->keep()) != isl_bool_true) return std::nullopt;
  const isl::Set others(isl_set_subtract(isl_set_read_from_str(context.get(), "{ [k] : k >= 1 }"), taken.copy()));
  for (const bool all_but : {false, true}) {
    auto numbers = elements(all_but ? others : taken);
    if (!numbers) continue;
    if (!all_but && !numbers->empty() && numbers->front() == 0) return std::nullopt;
    return SubtractionSet{*std::move(numbers), all_but};
  }
  return std::nullopt;
}

}  // namespace

std::optional<SubtractionSet> subtraction_set(const Rule& rule) {
  if (rule.is_alias || rule.arity() != 1 || rule.moves.empty()) return std::nullopt;
  for (const MoveLine& line : rule.moves) {
    if (line.parts.size() != 1 || line.parts[0].game != &rule || !line.parts[0].binders.empty()) return std::nullopt;
  }
  if (auto set = written_set(rule)) return set;
  return found_set(rule);
}

SubtractionValues::SubtractionValues(SubtractionSet set) : set_(std::move(set)) {
  if (!set_.all_but) mark_.resize(set_.numbers.size() + 2, 0);
}

uint32_t SubtractionValues::next_finite() {
  const uint64_t n = values_.size();
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

Result<void> SubtractionValues::extend_to(const Natural& n, Budget& budget) {
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
    while (values_.size() < end) {
      if (values_.size() % 4096 == 0) {
        if (budget.spent()) return budget.why();
        budget.progress("values", values_.size(), n.is_small() ? n.small() : 0);
      }
      values_.push_back(set_.all_but ? next_all_but() : next_finite());
    }
    if (values_.size() == look) {
      look_for_period();
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

class SubtractEvaluator final : public Evaluator {
 public:
  explicit SubtractEvaluator(const Rule& rule, SubtractionSet set) : rule_(rule), values_(std::move(set)) {}
  std::string_view engine() const override { return "subtract"; }

  Result<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget& budget) override {
    return values_of_sequence(rule_, values_, positions, budget);
  }

  Result<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit, Budget& budget) override {
    MoveSet result;
    if (!value.is_finite()) return result;
    const Natural& n = position[0];
    if (auto known = values_.extend_to(n, budget); !known) return named(rule_, std::move(known).error());
    const SubtractionSet& set = values_.set();
    auto add = [&](const Natural& to) {
      if (result.moves.size() < limit) {
        result.moves.push_back({text(to), "", ""});
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

  Result<Options> options(const Coordinates& position, size_t limit, Budget& budget) override {
    const Natural& n = position[0];
    if (auto known = values_.extend_to(n, budget); !known) return named(rule_, std::move(known).error());
    const SubtractionSet& set = values_.set();
    Options result;
    auto add = [&](const Natural& to) {
      if (result.list.size() < limit) {
        result.list.push_back({text(to), values_.at(to)});
      } else {
        result.all = false;
      }
    };
    if (!set.all_but) {
      for (const uint64_t s : set.numbers) {
        if (Natural(s) <= n) add(n - s);
      }
      return result;
    }
    for (uint64_t s = 1; Natural(s) <= n && result.all; ++s) {
      if (s % 4096 == 0 && budget.spent()) return budget.why();
      if (!std::binary_search(set.numbers.begin(), set.numbers.end(), s)) add(n - s);
    }
    return result;
  }

  std::string explanation() const override {
    const auto& law = values_.law();
    if (!law) return {};
    if (law->saltus != 0) {
      return fmt::format("The values of {} are arithmetic periodic from {} on: g(n + {}) = g(n) + {}.\n",
                         rule_.full_name, law->preperiod, law->period, law->saltus);
    }
    return fmt::format("The values of {} are periodic from {} on, with period {}.\n", rule_.full_name, law->preperiod,
                       law->period);
  }

  Work work() const override { return {values_.computed(), 0, {}, {}}; }

 private:
  std::string text(const Natural& n) const { return position_text(rule_, Coordinates{n}); }

  const Rule& rule_;
  SubtractionValues values_;
};

class SubtractEngine final : public Engine {
 public:
  std::string_view name() const override { return "subtract"; }
  std::unique_ptr<Evaluator> open(const Rule& rule) const override {
    auto set = subtraction_set(rule);
    return set ? std::make_unique<SubtractEvaluator>(rule, *std::move(set)) : nullptr;
  }
};

}  // namespace

const Engine* subtract_engine() {
  static const SubtractEngine engine;
  return &engine;
}

}  // namespace grundy
