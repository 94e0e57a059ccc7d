#include "engine/law/take.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace grundy {
namespace {

// A set of smaller numbers has a table, which shows its period.
constexpr uint64_t kManyTaken = 1 << 20;
constexpr unsigned long kTakeSteps = 200'000;  // of isl

std::optional<int64_t> extreme_of(const isl::Set& set, bool greatest) {
  isl_local_space* space = isl_local_space_from_space(isl_set_get_space(set.keep()));
  const isl::Aff number(isl_aff_var_on_domain(space, isl_dim_set, 0));
  const isl::Val value(greatest ? isl_set_max_val(set.keep(), number.keep())
                                : isl_set_min_val(set.keep(), number.keep()));
  if (!value || isl_val_is_int(value.keep()) != isl_bool_true) return std::nullopt;
  if (isl_val_cmp_si(value.keep(), 1) < 0 || isl_val_cmp_si(value.keep(), INT64_MAX / 4) > 0)
    return std::nullopt;
  return isl_val_get_num_si(value.keep());
}

/// The numbers from low to high.
isl::Set numbers_from(isl_ctx* context, int64_t low, int64_t high) {
  isl_set* set = isl_set_universe(isl_space_set_alloc(context, 0, 1));
  set = isl_set_lower_bound_val(set, isl_dim_set, 0, isl_val_int_from_si(context, low));
  return isl::Set(isl_set_upper_bound_val(set, isl_dim_set, 0, isl_val_int_from_si(context, high)));
}

/// { n → n' : n' >= 0, n - n' in numbers }.
isl::Map moves_taking(const isl::Set& numbers) {
  isl_map* all = isl_map_universe(isl_space_map_from_set(isl_set_get_space(numbers.keep())));
  isl_map* difference = isl_map_deltas_map(all);  // { [n' → n] → n - n' }
  difference = isl_map_intersect_range(difference, numbers.copy());
  isl_map* moves = isl_map_reverse(isl_set_unwrap(isl_map_domain(difference)));
  moves = isl_map_lower_bound_si(moves, isl_dim_in, 0, 0);
  return isl::Map(isl_map_lower_bound_si(moves, isl_dim_out, 0, 0));
}

class TakeSolver final : public RuleSolver {
 public:
  TakeSolver(const RuleGame& game, TakenRange taken) : RuleSolver(game), taken_(taken) {}

  std::string_view engine() const override { return "take"; }
  std::string knows() const override {
    return taken_.more == 0 ? fmt::format("take {} to {}", taken_.low, taken_.high)
                            : fmt::format("take 1 to {}, or {}", taken_.high, taken_.more);
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget&) override {
    std::vector<Ordinal> result;
    result.reserve(positions.size());
    for (const Coordinates& position : positions) result.emplace_back(taken_.value(position[0]));
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    MoveSet result;
    const Natural& n = position[0];
    const auto look = [&](const Natural& k) {
      if (k > n || Ordinal(taken_.value(n - k)) != value) return true;
      if (result.moves.size() == limit) {
        result.all = false;
        return false;
      }
      result.moves.push_back({{game().at({n - k})}, ""});
      return true;
    };
    for (Natural k = taken_.low; k <= Natural(taken_.high) && k <= n;) {
      if (budget.spent()) return budget.why();
      if (!look(k)) return result;
      k = next(n, k, value);
    }
    if (taken_.more > 0) look(Natural(taken_.more));
    return result;
  }

  std::string explanation(const Position&) override {
    const std::string& n = rule().coordinates[0];
    if (taken_.more == 0) {
      return fmt::format(
          "From {} to {} may be taken: the value of {} is ({} mod {})/{}, rounded down.\n",
          taken_.low, taken_.high, n, n, taken_.low + taken_.high, taken_.low);
    }
    if (taken_.more % (taken_.high + 1) != 0) {
      return fmt::format(
          "1 to {0} may be taken, or {1}, no multiple of {2}: the value of {3} is {3} mod {2}.\n",
          taken_.high, taken_.more, taken_.high + 1, n);
    }
    return fmt::format(
        "1 to {0} may be taken, or {1}, a multiple of {2}. With r = {3} mod {4} the value of {3} "
        "is {2} if r = {1},\n"
        "otherwise r mod {2}.\n",
        taken_.high, taken_.more, taken_.high + 1, n, taken_.more + 1);
  }

 private:
  /// The least number above k that may lead to the value.
  Natural next(const Natural& n, const Natural& k, const Ordinal& value) const {
    Natural following = k + Natural(1);
    if (taken_.more != 0 || !value.is_finite() || following > n) return following;
    // n - following falls through its block of residues; from there to the end of the value's
    // block.
    const Natural length = Natural(taken_.low) + Natural(taken_.high);
    const Natural rest = (n - following) % length;
    const Natural block = value.finite() * Natural(taken_.low);
    if (block >= length) return Natural(taken_.high) + Natural(1);
    // The block's residues are below it.
    const Natural end = std::min(block + Natural(taken_.low), length);
    if (rest >= block && rest < end) return following;
    return following +
           (rest >= end ? rest - (end - Natural(1)) : rest + length - (end - Natural(1)));
  }

  TakenRange taken_;
};

class TakeEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "take"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    if (rule.arity() != 1 || rule.moves_by_code || game.is_nim() || !game.facts().stays_in_game() ||
        game.facts().splits() || game.is_endless() || rule.moves.empty() ||
        std::any_of(rule.moves.begin(), rule.moves.end(),
                    [](const MoveLine& line) { return line.parts.empty(); }))
      return nullptr;
    // A set that is written out, of small numbers, is seen without isl.
    if (const auto& set = game.facts().subtraction_set();
        set && (set->all_but || set->numbers.empty() || set->numbers.back() < kManyTaken))
      return nullptr;
    const auto& relation = game.facts().relation(Effort::quick);
    if (!relation) return nullptr;
    game.facts().context(kTakeSteps);
    const std::optional<TakenRange> taken = taken_range(*relation);
    if (!taken || std::max(taken->high, taken->more) < kManyTaken) return nullptr;
    return std::make_unique<TakeSolver>(game, *taken);
  }
};

}  // namespace

Natural TakenRange::value(const Natural& n) const {
  if (more == 0) return n % (Natural(low) + Natural(high)) / Natural(low);
  const Natural base = Natural(high) + Natural(1);
  if (!(Natural(more) % base).is_zero()) return n % base;
  const Natural rest = n % (Natural(more) + Natural(1));
  return rest == Natural(more) ? base : rest % base;
}

std::optional<TakenRange> taken_range(const isl::Map& moves) {
  isl_ctx* context = isl_map_get_ctx(moves.keep());
  isl_map* natural = isl_map_lower_bound_si(moves.copy(), isl_dim_in, 0, 0);
  const isl::Map here(isl_map_lower_bound_si(natural, isl_dim_out, 0, 0));
  const isl::Set numbers(isl_set_coalesce(isl_map_deltas(isl_map_reverse(here.copy()))));
  if (!numbers || isl_set_is_empty(numbers.keep()) != isl_bool_false) return std::nullopt;
  const auto low = extreme_of(numbers, false);
  const auto high = extreme_of(numbers, true);
  if (!low || !high) return std::nullopt;
  const isl::Map expected = moves_taking(numbers);
  if (!expected || isl_map_is_equal(expected.keep(), here.keep()) != isl_bool_true)
    return std::nullopt;
  TakenRange result{static_cast<uint64_t>(*low), static_cast<uint64_t>(*high), 0};
  if (isl_set_is_equal(numbers.keep(), numbers_from(context, *low, *high).keep()) == isl_bool_true)
    return result;
  // 1 to j, and the greatest.
  if (*low != 1) return std::nullopt;
  const isl::Set others(
      isl_set_subtract(numbers.copy(), numbers_from(context, *high, *high).take()));
  const auto last = extreme_of(others, true);
  if (!last ||
      isl_set_is_equal(others.keep(), numbers_from(context, 1, *last).keep()) != isl_bool_true)
    return std::nullopt;
  return TakenRange{1, static_cast<uint64_t>(*last), static_cast<uint64_t>(*high)};
}

const Engine* take_engine() {
  static const TakeEngine engine;
  return &engine;
}

}  // namespace grundy
