#include "engine/law/residues.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

#include "analysis/pieces.h"
#include "analysis/subtraction_set.h"
#include "engine/law/residue_classes.h"
#include "engine/rule_solver.h"
#include "rule/evaluate.h"

namespace grundy {
namespace {

constexpr unsigned long kResidueSteps = 300'000;  // of isl

/// Infinitely many numbers, from the one with the index `first` on: c·b^i, the primes, or i².
struct TakenSequence {
  Atom::Kind kind = Atom::Kind::power;
  int64_t factor = 1;
  int64_t base = 2;
  int64_t first = 0;

  /// Calls visit with the numbers up to `most`, ascending, until it gives false.
  template <class Visit>
  void each(const Natural& most, Visit&& visit) const {
    if (kind == Atom::Kind::power) {
      const Natural ratio(static_cast<uint64_t>(base));
      Natural number = Natural(static_cast<uint64_t>(factor)) *
                       Natural::pow(ratio, static_cast<uint64_t>(first));
      for (; number <= most && visit(number); number = number * ratio) {
      }
      return;
    }
    int64_t index = 0;
    for (Natural i(0);; i = i + Natural(1)) {
      const Natural number = kind == Atom::Kind::square ? i * i : i;
      if (number > most || (kind == Atom::Kind::prime && !number.is_small())) return;
      if (kind == Atom::Kind::prime && !is_prime(static_cast<int64_t>(number.small()))) continue;
      if (index++ >= first && !visit(number)) return;
    }
  }

  /// Which residues modulo p the numbers may have.
  std::vector<char> residues(uint64_t p) const {
    std::vector<char> result(p);
    if (kind == Atom::Kind::prime) {
      for (uint64_t rest = 0; rest < p; ++rest) result[rest] = std::gcd(rest, p) == 1 ? 1 : 0;
      each(Natural(p), [&](const Natural& prime) {
        result[prime.small() % p] = 1;
        return true;
      });
    } else if (kind == Atom::Kind::square) {
      for (uint64_t i = 0; i < p; ++i) result[i * i % p] = 1;
    } else {
      const uint64_t ratio = static_cast<uint64_t>(base) % p;
      uint64_t rest = static_cast<uint64_t>(factor) % p;
      for (int64_t i = 0; i < first; ++i) rest = rest * ratio % p;
      for (uint64_t i = 0; i <= p; ++i, rest = rest * ratio % p) result[rest] = 1;
    }
    return result;
  }
};

/// What a game takes: numbers by themselves, and sequences.
struct TakenNumbers {
  std::set<int64_t> numbers;
  std::vector<TakenSequence> sequences;
  bool more = false;  // than the least of them, by numbers that are known by their remainders alone
};

/// The sequence that the piece takes, if these are all moves of it: n - y is one of its numbers,
/// from some index on.
std::optional<TakenSequence> sequence_of(isl_ctx* context, const Piece& piece) {
  if (piece.literals.size() != 1 || !piece.literals[0].holds) return std::nullopt;
  const Atom& atom = piece.literals[0].atom;
  const LinearForm& taken = atom.terms[0];
  using Kind = Atom::Kind;
  const bool is_sequence =
      atom.kind == Kind::power || atom.kind == Kind::prime || atom.kind == Kind::square;
  // The term is n - y.
  if (!is_sequence || taken.constant != 0 || taken.coefficients != std::vector<int64_t>{1, -1})
    return std::nullopt;
  TakenSequence sequence{atom.kind, atom.factor, atom.base, 0};
  const isl::Set facts = facts_of(context, 2, piece.literals[0]);
  const isl::Set wanted(isl_set_intersect(piece.pairs.copy(), facts.copy()));
  constexpr int64_t kMostFirst = 60;
  const Natural most(uint64_t{1} << 62);
  bool found = false;
  sequence.each(most, [&](const Natural& least) {
    const std::string from = fmt::format("{{ [n, y] : y >= 0 and n - y >= {} }}", least.small());
    const isl::Set from_first(
        isl_set_intersect(isl_set_read_from_str(context, from.c_str()), facts.copy()));
    found = isl_set_is_equal(from_first.keep(), wanted.keep()) == isl_bool_true;
    return !found && ++sequence.first <= kMostFirst;
  });
  return found ? std::optional(sequence) : std::nullopt;
}

/// Nothing if the rule takes anything else.
std::optional<TakenNumbers> taken_by(const Rule& rule) {
  const isl::Context context = isl::make_context(kResidueSteps);
  const auto lines = pieces_of(context.get(), rule);
  if (!lines || lines->size() != 1 || lines->front().parts != std::vector<PartKind>{{&rule, false}})
    return std::nullopt;
  TakenNumbers taken;
  isl_set* numbers = isl_set_empty(isl_space_set_alloc(context.get(), 0, 2));
  bool all = true;
  for (const Piece& piece : lines->front().pieces) {
    if (piece.literals.empty()) {
      numbers = isl_set_union(numbers, piece.pairs.copy());
    } else if (const auto sequence = sequence_of(context.get(), piece)) {
      taken.sequences.push_back(*sequence);
    } else {
      all = false;
    }
  }
  isl_map* moves = isl_map_move_dims(isl_map_from_range(numbers), isl_dim_in, 0, isl_dim_out, 0, 1);
  const isl::Map pairs(isl_map_coalesce(moves));
  if (!all || !pairs || taken.sequences.empty()) return std::nullopt;
  if (isl_map_is_empty(pairs.keep()) == isl_bool_true) return taken;
  const auto set = found_set(pairs);
  if (!set || set->all_but) return std::nullopt;
  for (const uint64_t number : set->numbers) taken.numbers.insert(static_cast<int64_t>(number));
  return taken;
}

/// The law of such a game: values of the first heaps, again and again.
struct ResidueLaw {
  std::vector<uint32_t> period;
  std::vector<int64_t> least;  // of the numbers that are taken, whose game has this period
  TakenNumbers taken;
};

/// The least numbers that are taken.
std::vector<int64_t> least_taken(const TakenNumbers& taken, int64_t most, size_t count) {
  std::set<int64_t> result = taken.numbers;
  for (const TakenSequence& one : taken.sequences) {
    size_t had = 0;
    one.each(Natural(static_cast<uint64_t>(most)), [&](const Natural& number) {
      result.insert(static_cast<int64_t>(number.small()));
      return ++had < count;
    });
  }
  result.erase(0);  // 0 is a square, and no move
  std::vector<int64_t> least(result.begin(), result.end());
  if (least.size() > count) least.resize(count);
  return least;
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
    const bool repeats =
        std::equal(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(most),
                   values.begin() + static_cast<std::ptrdiff_t>(p));
    if (repeats) return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(p)};
  }
  return {};
}

std::vector<char> residues_of(const std::vector<int64_t>& numbers, uint64_t p) {
  std::vector<char> has(p);
  for (const int64_t t : numbers) has[static_cast<uint64_t>(t) % p] = 1;
  return has;
}
bool are_among(const std::vector<char>& some, const std::vector<char>& all) {
  return std::equal(some.begin(), some.end(), all.begin(),
                    [](char one, char other) { return one <= other; });
}

/// Whether every number that is taken is congruent to one of `some` modulo p; `some` has all that
/// are at most its last.
bool has_all_residues(const TakenNumbers& taken, const std::vector<int64_t>& some, uint64_t p) {
  const std::vector<char> has = residues_of(some, p);
  const auto is_had = [&](int64_t n) { return has[static_cast<uint64_t>(n) % p] != 0; };
  return std::all_of(taken.numbers.begin(), taken.numbers.end(), is_had) &&
         std::all_of(taken.sequences.begin(), taken.sequences.end(),
                     [&](const TakenSequence& one) { return are_among(one.residues(p), has); });
}

constexpr size_t kMostOfThem = 12;  // numbers that may tell the period

/// By the first few of the least numbers that are taken whose game has a period that fits; `taken`
/// are then empty.
template <class Fits>
std::optional<ResidueLaw> law_of_least(const std::vector<int64_t>& least, const Fits& fits) {
  for (size_t count = 1; count <= least.size(); ++count) {
    const std::vector<int64_t> some(least.begin(),
                                    least.begin() + static_cast<std::ptrdiff_t>(count));
    std::vector<uint32_t> period = pure_period_of(some);
    if (!period.empty() && fits(some, period.size()))
      return ResidueLaw{std::move(period), some, {}};
  }
  return std::nullopt;
}

/// Of numbers that are known by their remainders alone.
std::optional<ResidueLaw> law_by_classes(const Rule& rule) {
  constexpr int64_t kLargest = 64;
  constexpr size_t kLongest = 512;
  const auto classes = ResidueClasses::of(rule);
  auto least = classes ? classes->least(kLargest) : std::nullopt;
  if (!least || least->empty() || least->front() < 1) return std::nullopt;
  if (least->size() > kMostOfThem) least->resize(kMostOfThem);
  auto law = law_of_least(*least, [&](const std::vector<int64_t>& some, size_t p) {
    // Where other numbers are taken from some heaps, each is at least its remainder.
    return p <= kLongest && (classes->is_exact() || some.back() < static_cast<int64_t>(p)) &&
           are_among(classes->residues(static_cast<int64_t>(p)), residues_of(some, p));
  });
  if (law) law->taken = {{law->least.begin(), law->least.end()}, {}, true};
  return law;
}

std::optional<ResidueLaw> residue_law(const Rule& rule) {
  std::optional<TakenNumbers> taken = taken_by(rule);
  if (!taken) return law_by_classes(rule);
  constexpr int64_t kMostTaken = 50'000;
  auto law = law_of_least(least_taken(*taken, kMostTaken, kMostOfThem),
                          [&](const std::vector<int64_t>& some, uint64_t p) {
                            return has_all_residues(*taken, some, p);
                          });
  if (law) law->taken = *std::move(taken);
  return law;
}

class ResiduesSolver final : public RuleSolver {
 public:
  explicit ResiduesSolver(const RuleGame& game) : RuleSolver(game) {}
  std::string_view engine() const override { return "residues"; }
  std::string knows() const override {
    return law_ ? "a theorem: the value is " + theorem()
                : "powers, primes or squares that are taken: their residues are looked at";
  }

  double cost(std::span<const Position>) const override {
    if (!searched_) return cost::kResidues;
    return law_ ? cost::kNothing : cost::kNever;
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    if (auto found = find(); !found) return std::move(found).error();
    std::vector<Ordinal> result;
    for (const Coordinates& one : positions) {
      if (result.size() % 1024 == 0 && budget.spent()) return budget.why();
      result.emplace_back(value_of_heap(one[0]));
    }
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    if (auto found = find(); !found) return std::move(found).error();
    const Natural& n = position[0];
    if (law_->taken.more && !is_far(position))
      return RuleSolver::moves_to(position, value, limit, budget);
    MoveSet result;
    std::set<Natural> seen;
    bool spent = false;
    /// False when there are enough.
    const auto add = [&](const Natural& taken) {
      if (spent || taken.is_zero() || taken > n || Ordinal(value_of_heap(n - taken)) != value)
        return !spent;
      if (!seen.insert(taken).second) return true;
      result.all = result.moves.size() < limit;
      if (result.all) result.moves.push_back({{game().at(Coordinates{n - taken})}, ""});
      return result.all;
    };
    for (const int64_t one : law_->taken.numbers) {
      if (!add(Natural(static_cast<uint64_t>(one)))) return result;
    }
    const uint64_t p = law_->period.size();
    for (const TakenSequence& one : law_->taken.sequences) {
      const std::vector<char> residues = one.residues(p);
      // Residues that lead to the value, and occur among more than the primes that divide p.
      uint64_t often = 0;
      for (uint64_t rest = 0; rest < p; ++rest) {
        const bool is_wanted = Ordinal(value_of_heap(n + Natural(p) - Natural(rest))) == value;
        if (residues[rest] != 0 && is_wanted &&
            (one.kind != Atom::Kind::prime || std::gcd(rest, p) == 1))
          ++often;
      }
      one.each(often > 0 ? n : std::min(n, Natural(p)), [&](const Natural& number) {
        spent = spent || budget.spent();
        return add(number);
      });
      if (spent) return budget.why();
      if (!result.all) break;
    }
    result.all = result.all && !law_->taken.more;
    return result;
  }
  Attempt<std::optional<Natural>> count_moves_to(const Position& position, const Value& value,
                                                 Budget& budget) override {
    if (auto found = find(); !found) return std::move(found).error();
    if (law_->taken.more && is_far(game().coordinates(position)))
      return Error::declined("the moves are too many to be counted");
    return RuleSolver::count_moves_to(position, value, budget);
  }

  std::string explanation(const Position&) override { return law_ ? in_words().says + "\n" : ""; }
  std::optional<LawInWords> law(Budget&) override {
    if (!find()) return std::nullopt;
    return in_words();
  }

 private:
  /// Whether the moves are too many to be looked through.
  bool is_far(const Coordinates& position) const {
    const Position here = game().at(position);
    return any_is_far({&here, 1}, cost::kLookedThrough);
  }

  Attempt<void> find() {
    if (!searched_) law_ = residue_law(rule());
    searched_ = true;
    if (law_) return {};
    return Error::declined("the residues of the numbers that are taken tell no period");
  }

  LawInWords in_words() const {
    return {fmt::format("The value of {} is {}.", rule().coordinates[0], theorem()),
            fmt::format("Who takes one of {{{0}}} plays a game with these values. Each number s "
                        "that may be taken is congruent modulo {1} to one of them, t <= s; so {2} "
                        "- s has the value of {2} - t, which is an option already.",
                        fmt::join(law_->least, ", "), law_->period.size(), rule().coordinates[0])};
  }

  std::string theorem() const {
    const std::string& n = rule().coordinates[0];
    const std::vector<uint32_t>& period = law_->period;
    bool counts = true;
    for (size_t i = 0; i < period.size(); ++i) counts = counts && period[i] == i;
    if (counts) return fmt::format("{} mod {}", n, period.size());
    return fmt::format(
        "that of {} mod {}: {}{}", n, period.size(),
        fmt::join(period.begin(), period.begin() + std::min<std::ptrdiff_t>(std::ssize(period), 40),
                  ", "),
        period.size() > 40 ? ", …" : "");
  }

  uint64_t value_of_heap(const Natural& n) const {
    return law_->period[(n % Natural(law_->period.size())).small()];
  }

  std::optional<ResidueLaw> law_;
  bool searched_ = false;
};

class ResiduesEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "residues"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    return takes_from_one_heap(rule) && !rule.moves_by_code ? std::make_unique<ResiduesSolver>(game)
                                                            : nullptr;
  }
};

}  // namespace

const Engine* residues_engine() {
  static const ResiduesEngine engine;
  return &engine;
}

}  // namespace grundy
