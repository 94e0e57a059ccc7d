#include "engine/loopy/value_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/loopy/box_graph.h"
#include "engine/loopy/outcome_law.h"
#include "engine/ordinal/answers.h"
#include "engine/ordinal/formula_value.h"
#include "engine/ordinal/guess.h"
#include "engine/round.h"

namespace grundy {
namespace {

constexpr size_t kValueLawCases = 16;
constexpr size_t kMostLoopyKinds = 12;
constexpr uint64_t kValueLawGuessSteps = 20'000'000;
constexpr unsigned long kValueLawOperations = 5'000'000;  // of isl, for one guess

/// Exits of a law are below this.
constexpr uint64_t kMostExit = 64;

uint64_t least_outside(const std::vector<uint64_t>& exits) {
  uint64_t least = 0;
  while (std::find(exits.begin(), exits.end(), least) != exits.end()) ++least;
  return least;
}

/// The claims about one law, as sets of integer points that have to be empty.
class ValueClaims {
 public:
  ValueClaims(const isl::Map& moves, const LoopyValueLaw& law) : moves_(moves), law_(law) {
    told_ = to_map(isl_map_get_ctx(moves.keep()), law.formula);
  }

  std::optional<bool> hold() {
    if (!told_ || isl_map_is_single_valued(told_.keep()) != isl_bool_true) return std::nullopt;
    const isl::Map with_number(isl_map_fix_si(told_.copy(), isl_dim_out, 0, 0));
    const auto column = [&](unsigned i) {
      isl_map* one = isl_map_project_out(with_number.copy(), isl_dim_out, i + 1, 2 - i);
      return isl::Map(isl_map_project_out(one, isl_dim_out, 0, i));
    };
    number_ = column(1);
    isl_map* counter = isl_map_project_out(with_number.copy(), isl_dim_out, 0, 2);
    counter_ = isl::Map(counter);
    options_ = isl::Map(isl_map_apply_range(moves_.copy(), number_.copy()));
    cover_everything();
    numbers_are_values();
    for (size_t kind = 1; kind <= law_.kinds.size(); ++kind) exits_are_those_of_options(kind);
    if (gave_up_) return std::nullopt;
    return all_;
  }

 private:
  void empty(isl_set* set) {
    const isl::Set owned(set);
    if (!all_ || gave_up_) return;
    const isl_bool empty = isl_set_is_empty(owned.keep());
    gave_up_ = gave_up_ || empty == isl_bool_error;
    all_ = all_ && empty == isl_bool_true;
  }
  void empty(isl_map* map) { empty(isl_map_domain(map)); }

  isl::Set of_kind(size_t kind) const {
    return isl::Set(
        isl_map_domain(isl_map_fix_si(told_.copy(), isl_dim_out, 0, static_cast<int>(kind))));
  }

  void cover_everything() {
    isl_set* everywhere = isl_set_universe(isl_space_domain(isl_map_get_space(told_.keep())));
    for (unsigned i = 0; i < law_.formula.arity; ++i)
      everywhere = isl_set_lower_bound_si(everywhere, isl_dim_set, i, 0);
    isl_set* told = isl_set_empty(isl_set_get_space(everywhere));
    for (size_t kind = 0; kind <= law_.kinds.size(); ++kind)
      told = isl_set_union(told, of_kind(kind).take());
    empty(isl_set_subtract(everywhere, told));
  }

  /// { x → y : the column of y is less }, or equal.
  static isl::Map compared(const isl::Map& column, isl_map* relation) {
    return isl::Map(isl_map_apply_range(isl_map_apply_range(column.copy(), relation),
                                        isl_map_reverse(column.copy())));
  }

  void numbers_are_values() {
    isl_space* numbers = isl_space_range(isl_map_get_space(number_.keep()));
    empty(isl_map_intersect(options_.copy(), number_.copy()));
    isl_map* below = isl_map_apply_range(number_.copy(), isl_map_lex_gt(isl_space_copy(numbers)));
    below = isl_map_lower_bound_si(below, isl_dim_out, 0, 0);
    empty(isl_map_subtract(below, options_.copy()));
    // { x → z : the same number, a smaller counter }, and those options from which such a z is
    // reached.
    const isl::Map same =
        compared(number_, isl_map_identity(isl_space_map_from_set(isl_space_copy(numbers))));
    const isl::Map less = compared(counter_, isl_map_lex_gt(isl_space_copy(numbers)));
    const isl::Map back(isl_map_intersect(same.copy(), less.copy()));
    const isl::Map answered(isl_map_apply_range(back.copy(), isl_map_reverse(moves_.copy())));
    isl_map* smaller = compared(number_, isl_map_lex_gt(numbers)).take();
    isl_map* others =
        isl_map_subtract(isl_map_intersect_domain(moves_.copy(), of_kind(0).take()), smaller);
    empty(isl_map_subtract(others, answered.copy()));
  }

  void exits_are_those_of_options(size_t kind) {
    const std::vector<uint64_t>& exits = law_.kinds[kind - 1];
    const isl::Set here = of_kind(kind);
    const isl::Map found(isl_map_intersect_domain(options_.copy(), here.copy()));
    isl_set* numbers = isl_set_empty(isl_space_range(isl_map_get_space(number_.keep())));
    for (const uint64_t exit : exits) {
      isl_set* one = isl_set_universe(isl_set_get_space(numbers));
      numbers = isl_set_union(numbers, isl_set_fix_si(one, isl_dim_set, 0, static_cast<int>(exit)));
    }
    const isl::Map wanted(isl_map_from_domain_and_range(here.copy(), numbers));
    empty(isl_map_subtract(found.copy(), wanted.copy()));
    empty(isl_map_subtract(wanted.copy(), found.copy()));
    const uint64_t least = least_outside(exits);
    isl_set* unanswered = isl_set_empty(isl_set_get_space(here.keep()));
    for (size_t other = 1; other <= law_.kinds.size(); ++other) {
      const std::vector<uint64_t>& there = law_.kinds[other - 1];
      if (std::find(there.begin(), there.end(), least) == there.end())
        unanswered = isl_set_union(unanswered, of_kind(other).take());
    }
    empty(isl_set_subtract(here.copy(),
                           isl_map_domain(isl_map_intersect_range(moves_.copy(), unanswered))));
  }

  const isl::Map& moves_;
  const LoopyValueLaw& law_;
  isl::Map told_;     // position → kind, number, counter
  isl::Map number_;   // of positions with one
  isl::Map counter_;  // of the same
  isl::Map options_;  // position → numbers of its options
  bool all_ = true;
  bool gave_up_ = false;
};

/// Answers by the law; the moves and their values are listed as for other games.
class ValueLawSolver final : public RoundSolver {
 public:
  explicit ValueLawSolver(const RuleGame& game) : game_(game) {}
  std::string_view engine() const override { return "law"; }
  std::string knows() const override {
    return law_ ? "a law of numbers and ∞, proved for all positions"
                : "affine moves that can be made for ever: a law of numbers and ∞ is sought and "
                  "proved";
  }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    if (auto found = find(budget); !found) return std::move(found).error();
    std::vector<Value> result;
    result.reserve(positions.size());
    for (size_t i = 0; i < positions.size(); ++i) {
      if ((i & 1023) == 0 && budget.spent()) return budget.why();
      result.push_back(value(game_.coordinates(positions[i])));
    }
    return result;
  }
  Attempt<Value> value_of(const Sum& option, Budget& budget) override {
    auto values = this->values({option.data(), option.size()}, budget);
    if (!values) return std::move(values).error();
    return values->at(0);
  }
  /// Options beyond 64 bits are found as integer sets, the others are listed.
  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) override {
    const Coordinates point = game_.coordinates(position);
    const bool far =
        std::any_of(point.begin(), point.end(), [](const Natural& c) { return !c.is_small(); });
    if (!far || value.is_loopy()) return Solver::moves_to(position, value, limit, budget);
    if (auto found = find(budget); !found) return std::move(found).error();
    const OptionSets* moves = game_.facts().option_sets();
    if (moves == nullptr) return none();
    const isl::Map told = to_map(moves->context(), law_->formula);
    const isl::Map known(isl_map_project_out(told.copy(), isl_dim_out, 2, 1));  // kind and number
    return options_of_value(game_, *moves, known, point, value.ordinal(), limit, budget);
  }
  /// Of one position, by a law of its own.
  std::optional<uint64_t> moves_to_end(const Sum& sum, Budget& budget) override {
    if (sum.size() != 1) return std::nullopt;
    find_counts(budget);
    if (!counts_) return std::nullopt;
    const Ordinal told = value_at(*counts_, game_.coordinates(sum[0]));  // ω·outcome + counter
    const Natural outcome = told.coefficient(1);
    if (outcome.is_small() &&
        outcome_of_number(static_cast<int64_t>(outcome.small())) == Outcome::D)
      return std::nullopt;
    return told.coefficient(0).to_uint64();
  }
  std::optional<uint64_t> delay(const Sum&, Budget&) override {
    return std::nullopt;
  }  // ranks may grow without end

 private:
  Error none() const { return Error::declined("no law of numbers and ∞ was found quickly"); }

  Attempt<void> find(Budget& budget) {
    if (law_) return {};
    if (searched_) return none();
    const auto& moves = game_.facts().relation(Effort::patient);
    if (!moves) return none();
    const isl::Patience patience(budget, game_.facts().context(kValueLawOperations));
    Attempt<LoopyValueLaw> found = loopy_value_law(*game_.rule(), *moves, budget);
    searched_ = found || !budget.spent();
    if (!found) return std::move(found).error();
    law_ = *std::move(found);
    law_->formula = by_residues(law_->formula);
    return {};
  }

  void find_counts(Budget& budget) {
    if (counted_) return;
    const auto& moves = game_.facts().relation(Effort::patient);
    if (!moves) return;
    game_.facts().context(kValueLawOperations);
    const Attempt<Formula> law = outcome_law(*game_.rule(), *moves, budget);
    counted_ = !budget.spent();
    if (!law) return;
    isl_ctx_reset_operations(isl_map_get_ctx(moves->keep()));
    if (counts_moves(*moves, *law) == true) counts_ = by_residues(*law);
  }

  Value value(const Coordinates& point) const {
    const Ordinal told = value_at(law_->formula, point);  // ω²·kind + ω·number + counter
    const Natural kind = told.coefficient(2);
    if (kind.is_zero()) return Value(Ordinal(told.coefficient(1)));
    return Value::loopy(law_->kinds[kind.to_uint64().value() - 1]);
  }

  const RuleGame& game_;
  std::optional<LoopyValueLaw> law_;
  bool searched_ = false;
  std::optional<Formula> counts_;  // {outcome, moves to the end}, by residues
  bool counted_ = false;
};

class ValueLawEngine final : public Engine {
 public:
  std::string_view name() const override { return "loopy law"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* rule = as<RuleGame>(&game);
    if (rule == nullptr || rule->rule()->is_alias || rule->rule()->moves_by_code ||
        rule->rule()->arity() == 0)
      return nullptr;
    const Facts& facts = rule->facts();
    if (facts.endless().empty() || !facts.stays_in_game() || facts.splits()) return nullptr;
    return std::make_unique<ValueLawSolver>(*rule);
  }
};

}  // namespace

std::optional<bool> is_value_law(const isl::Map& moves, const LoopyValueLaw& law) {
  return ValueClaims(moves, law).hold();
}

Attempt<LoopyValueLaw> loopy_value_law(const Rule& rule, const isl::Map& moves, Budget& budget) {
  const auto none = [&] {
    return Error::declined(
        fmt::format("no law of numbers and ∞ is known for '{}'", rule.full_name));
  };
  const size_t arity = rule.arity();
  if (arity == 0 || arity > kLoopyLawCoordinates) return none();
  const LoopyTrial& trial = kLoopyTrials[arity - 1];
  const auto sides = [&](int64_t side) { return std::vector<int64_t>(arity, side); };
  const Attempt<BoxGraph> graph = box_graph(rule, sides(trial.labelled), budget);
  if (!graph) return graph.error();
  const auto labels = LoopyLabels::of(graph->arcs(), budget);
  if (!labels) return labels.error();
  LoopyValueLaw law;
  Sample test{sides(trial.test), 3, {}};
  for_each_point(test.size, [&](size_t /*index*/, const std::vector<int64_t>& point) {
    const uint32_t v = graph->cells.cell(point);
    if (!labels->is_infinite(v)) {
      test.values.insert(test.values.end(),
                         {0, int64_t{labels->number(v)}, int64_t{labels->rank(v)}});
      return true;
    }
    const std::vector<uint64_t> exits = labels->value(graph->arcs(), v).exits();
    auto kind = std::find(law.kinds.begin(), law.kinds.end(), exits);
    if (kind == law.kinds.end()) kind = law.kinds.insert(kind, exits);
    test.values.insert(test.values.end(), {kind - law.kinds.begin() + 1, 0, 0});
    return law.kinds.size() <= kMostLoopyKinds && (exits.empty() || exits.back() < kMostExit);
  });
  if (test.points() * 3 != test.values.size() || law.kinds.size() > kMostLoopyKinds) return none();
  size_t points = 1;
  for (const int64_t side : test.size) points *= static_cast<size_t>(side);
  if (test.points() != points) return none();
  const Sample sample = part_of(test, sides(trial.guess));
  const Budget guesses(budget, kValueLawGuessSteps);
  for (int64_t modulus = 1; modulus <= trial.modulus; ++modulus) {
    if (budget.spent()) return budget.why();
    if (guesses.out_of_steps()) break;
    auto guessed = guess(sample, modulus, kValueLawCases, guesses);
    if (!guessed || disagreement(*guessed, test)) continue;
    law.formula = *std::move(guessed);
    isl_ctx_reset_operations(isl_map_get_ctx(moves.keep()));
    if (is_value_law(moves, law) == true) return law;
  }
  return none();
}

const Engine* value_law_engine() {
  static const ValueLawEngine engine;
  return &engine;
}

}  // namespace grundy
