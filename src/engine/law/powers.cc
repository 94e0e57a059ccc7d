#include "engine/law/powers.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "analysis/pieces.h"
#include "analysis/subtraction_set.h"
#include "engine/rule_solver.h"
#include "rule/evaluate.h"

namespace grundy {
namespace {

constexpr unsigned long kPowerSteps = 300'000;  // of isl

/// Numbers c·b^i for i >= first.
struct Powers {
  int64_t factor = 1;
  int64_t base = 2;
  int64_t first = 0;
};

/// What a game takes: numbers by themselves, and powers.
struct NumbersAndPowers {
  std::set<int64_t> numbers;
  std::vector<Powers> powers;
};

/// The powers that the piece takes, if these are all moves of it: n - y = c·b^i, from some i on.
std::optional<Powers> powers_of(isl_ctx* context, const Piece& piece) {
  if (piece.literals.size() != 1 || !piece.literals[0].holds) return std::nullopt;
  const Atom& atom = piece.literals[0].atom;
  const LinearForm& taken = atom.terms[0];
  // The term is n - y.
  if (atom.kind != Atom::Kind::power || taken.constant != 0 || taken.coefficients != std::vector<int64_t>{1, -1})
    return std::nullopt;
  Powers powers{atom.factor, atom.base, 0};
  const isl::Set facts = facts_of(context, 2, piece.literals[0]);
  const isl::Set wanted(isl_set_intersect(piece.pairs.copy(), facts.copy()));
  constexpr int64_t kMostFirst = 60;
  int64_t least = powers.factor;
  for (; powers.first <= kMostFirst; ++powers.first) {
    isl_set* all = isl_set_read_from_str(context, fmt::format("{{ [n, y] : y >= 0 and n - y >= {} }}", least).c_str());
    const isl::Set from_first(isl_set_intersect(all, facts.copy()));
    if (isl_set_is_equal(from_first.keep(), wanted.keep()) == isl_bool_true) return powers;
    if (__builtin_mul_overflow(least, powers.base, &least)) break;
  }
  return std::nullopt;
}

/// Nothing if the rule takes anything else.
std::optional<NumbersAndPowers> taken_by(const Rule& rule) {
  const isl::Context context = isl::make_context(kPowerSteps);
  const auto lines = pieces_of(context.get(), rule);
  if (!lines || lines->size() != 1 || lines->front().parts != std::vector<PartKind>{{&rule, false}})
    return std::nullopt;
  NumbersAndPowers taken;
  isl_set* numbers = isl_set_empty(isl_space_set_alloc(context.get(), 0, 2));
  bool all = true;
  for (const Piece& piece : lines->front().pieces) {
    if (piece.literals.empty()) {
      numbers = isl_set_union(numbers, piece.pairs.copy());
    } else if (const auto powers = powers_of(context.get(), piece)) {
      taken.powers.push_back(*powers);
    } else {
      all = false;
    }
  }
  isl_map* moves = isl_map_move_dims(isl_map_from_range(numbers), isl_dim_in, 0, isl_dim_out, 0, 1);
  const isl::Map pairs(isl_map_coalesce(moves));
  if (!all || !pairs || taken.powers.empty()) return std::nullopt;
  if (isl_map_is_empty(pairs.keep()) == isl_bool_true) return taken;
  const auto set = found_set(pairs);
  if (!set || set->all_but) return std::nullopt;
  for (const uint64_t number : set->numbers) taken.numbers.insert(static_cast<int64_t>(number));
  return taken;
}

/// The law of a game that takes powers: values of the first heaps, again and again.
struct PowerLaw {
  std::vector<uint32_t> period;
  NumbersAndPowers taken;
};

std::vector<int64_t> least_taken(const NumbersAndPowers& taken, int64_t most) {
  std::set<int64_t> result = taken.numbers;
  for (const Powers& one : taken.powers) {
    int64_t number = 0;
    for (int64_t i = one.first;; ++i) {
      int64_t scale = 0;
      if (power(one.base, i, &scale) || __builtin_mul_overflow(scale, one.factor, &number) || number > most) break;
      result.insert(number);
    }
  }
  std::erase_if(result, [&](int64_t n) { return n > most; });
  return {result.begin(), result.end()};
}

/// The pure period of the subtraction game, if it is a short one.
std::vector<uint32_t> pure_period_of(const std::vector<int64_t>& taken) {
  constexpr size_t kLongest = 4096;
  const auto most = static_cast<size_t>(taken.back());
  const size_t size = 2 * kLongest + 2 * most;
  std::vector<uint32_t> values(size);
  std::vector<char> met(taken.size() + 2);
  for (size_t n = 0; n < size; ++n) {
    std::fill(met.begin(), met.end(), 0);
    for (const int64_t t : taken) {
      if (static_cast<size_t>(t) <= n) met[values[n - static_cast<size_t>(t)]] = 1;
    }
    while (met[values[n]] != 0) ++values[n];
  }
  for (size_t p = 1; p <= kLongest; ++p) {
    const bool repeats = std::equal(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(most),
                                    values.begin() + static_cast<std::ptrdiff_t>(p));
    if (repeats) return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(p)};
  }
  return {};
}

/// Whether every number that is taken is congruent to one of `some` modulo p; `some` has all that are at most its last.
bool has_all_residues(const NumbersAndPowers& taken, const std::vector<int64_t>& some, uint64_t p) {
  std::vector<char> has(p);
  for (const int64_t t : some) has[static_cast<uint64_t>(t) % p] = 1;
  for (const int64_t n : taken.numbers) {
    if (has[static_cast<uint64_t>(n) % p] == 0) return false;
  }
  return std::all_of(taken.powers.begin(), taken.powers.end(), [&](const Powers& one) {
    uint64_t rest = static_cast<uint64_t>(one.factor) % p;
    for (int64_t i = 0; i < one.first; ++i) rest = rest * (static_cast<uint64_t>(one.base) % p) % p;
    for (uint64_t i = 0; i <= p; ++i) {  // all residues that occur
      if (has[rest] == 0) return false;
      rest = rest * (static_cast<uint64_t>(one.base) % p) % p;
    }
    return true;
  });
}

std::optional<PowerLaw> power_law(const Rule& rule) {
  std::optional<NumbersAndPowers> found = taken_by(rule);
  if (!found) return std::nullopt;
  NumbersAndPowers& taken = *found;
  constexpr int64_t kMostTaken = 50'000;
  const std::vector<int64_t> all = least_taken(taken, kMostTaken);
  for (size_t count = 1; count <= std::min<size_t>(all.size(), 12); ++count) {
    const std::vector<int64_t> some(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
    std::vector<uint32_t> period = pure_period_of(some);
    if (!period.empty() && has_all_residues(taken, some, period.size()))
      return PowerLaw{std::move(period), std::move(taken)};
  }
  return std::nullopt;
}

class PowersSolver final : public RuleSolver {
 public:
  explicit PowersSolver(const RuleGame& game) : RuleSolver(game) {}
  std::string_view engine() const override { return "powers"; }
  std::string knows() const override {
    return law_ ? "a theorem: the value is " + theorem() : "powers that are taken: their residues are looked at";
  }

  double cost(std::span<const Position>) const override {
    if (!searched_) return cost::kPowers;
    return law_ ? cost::kNothing : cost::kNever;
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget& budget) override {
    if (auto found = find(); !found) return std::move(found).error();
    std::vector<Ordinal> result;
    for (const Coordinates& one : positions) {
      if (result.size() % 1024 == 0 && budget.spent()) return budget.why();
      result.emplace_back(value_of_heap(one[0]));
    }
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit, Budget& budget) override {
    if (auto found = find(); !found) return std::move(found).error();
    const Natural& n = position[0];
    MoveSet result;
    for (const Natural& one : numbers_taken(n)) {
      if (budget.spent()) return budget.why();
      if (Ordinal(value_of_heap(n - one)) != value) continue;
      result.all = result.moves.size() < limit;
      if (!result.all) break;
      result.moves.push_back({{game().at(Coordinates{n - one})}, ""});
    }
    return result;
  }

  std::string explanation(const Position&) override {
    return law_ ? "The value of " + rule().coordinates[0] + " is " + theorem() + ".\n" : "";
  }

 private:
  Attempt<void> find() {
    if (!searched_) law_ = power_law(rule());
    searched_ = true;
    if (law_) return {};
    return Error::declined("the numbers that are taken are no powers with a common period");
  }

  std::string theorem() const {
    const std::string& n = rule().coordinates[0];
    const std::vector<uint32_t>& period = law_->period;
    bool counts = true;
    for (size_t i = 0; i < period.size(); ++i) counts = counts && period[i] == i;
    if (counts) return fmt::format("{} mod {}", n, period.size());
    return fmt::format(
        "that of {} mod {}: {}{}", n, period.size(),
        fmt::join(period.begin(), period.begin() + std::min<std::ptrdiff_t>(std::ssize(period), 40), ", "),
        period.size() > 40 ? ", …" : "");
  }

  uint64_t value_of_heap(const Natural& n) const { return law_->period[(n % Natural(law_->period.size())).small()]; }

  /// All that may be taken from n, ascending.
  std::set<Natural> numbers_taken(const Natural& n) const {
    std::set<Natural> result;
    for (const int64_t one : law_->taken.numbers) {
      if (Natural(static_cast<uint64_t>(one)) <= n) result.insert(Natural(static_cast<uint64_t>(one)));
    }
    for (const Powers& one : law_->taken.powers) {
      const Natural base(static_cast<uint64_t>(one.base));
      Natural number =
          Natural(static_cast<uint64_t>(one.factor)) * Natural::pow(base, static_cast<uint64_t>(one.first));
      for (; number <= n; number = number * base) result.insert(number);
    }
    return result;
  }

  std::optional<PowerLaw> law_;
  bool searched_ = false;
};

class PowersEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "powers"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    return takes_from_one_heap(rule) && !rule.moves_by_code ? std::make_unique<PowersSolver>(game) : nullptr;
  }
};

}  // namespace

const Engine* powers_engine() {
  static const PowersEngine engine;
  return &engine;
}

}  // namespace grundy
