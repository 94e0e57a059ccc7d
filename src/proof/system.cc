#include "proof/system.h"

#include <fmt/format.h>

#include "analysis/system.h"
#include "proof/automatic.h"
#include "proof/formula.h"
#include "proof/lost_conditions.h"
#include "proof/search.h"
#include "proof/theorem_words.h"

namespace grundy {
namespace {

constexpr unsigned long kSystemOperations = 12'000'000;  // of isl
constexpr size_t kMostCoordinates = 3;                   // of each game
constexpr size_t kMostTriedConditions = 2;               // of each game

/// A formula of the game with this number, as a part of the system's formula.
void append_lifted(Formula& whole, const Formula& formula, int64_t game) {
  const auto lift = [&](std::vector<int64_t>& coefficients) {
    coefficients.insert(coefficients.begin(), 0);
    coefficients.resize(whole.arity, 0);
  };
  for (Case one : formula.cases) {
    for (HalfSpace& condition : one.conditions) lift(condition.coefficients);
    for (Congruence& congruence : one.congruences) lift(congruence.coefficients);
    for (AffineValue& value : one.value) lift(value.coefficients);
    if (!one.moduli.empty()) {
      one.moduli.insert(one.moduli.begin(), 1);
      one.residues.insert(one.residues.begin(), 0);
      one.moduli.resize(whole.arity, 1);
      one.residues.resize(whole.arity, 0);
    }
    std::vector<int64_t> is_game(whole.arity, 0);
    is_game[0] = 1;
    one.conditions.insert(one.conditions.begin(), {is_game, -game});
    is_game[0] = -1;
    one.conditions.insert(one.conditions.begin(), {is_game, game});
    const AffineValue nothing{std::vector<int64_t>(whole.arity, 0)};
    one.value.insert(one.value.begin(), whole.powers - one.value.size(), nothing);
    whole.cases.push_back(std::move(one));
  }
}

/// The values that a claim gives the game with this number, at positions of the system.
isl::Map lifted(const isl::Map& values, int game, size_t arity) {
  isl_map* map = values.copy();
  const auto own = static_cast<unsigned>(isl_map_dim(map, isl_dim_in));
  map = isl_map_insert_dims(map, isl_dim_in, own, static_cast<unsigned>(arity) - 1 - own);
  map = isl_map_insert_dims(map, isl_dim_in, 0, 1);
  map = isl_map_fix_si(map, isl_dim_in, 0, game);
  return isl::Map(
      isl_map_intersect_domain(map, naturals(isl_map_get_ctx(values.keep()), arity).take()));
}

/// Positions with a greater first coordinate than the games' numbers have no moves.
void append_rest(Formula& whole) {
  const AffineValue nothing{std::vector<int64_t>(whole.arity, 0)};
  whole.cases.push_back({{}, {}, std::vector<AffineValue>(whole.powers, nothing)});
}

/// "two(a, b)"
std::string name_of(const Rule& rule) { return position_name(unknown(rule, "")); }

/// The positions of one game where the mover loses, in the coordinates of the system.
std::vector<std::string> lost_conditions_of(const System& system, size_t game, Budget& budget) {
  const Rule& rule = *system.games[game];
  const Attempt<Sample> sample = few_values(rule, budget);
  if (!sample || sample->powers != 1) return {};
  const auto first = system.rule->coordinates.begin() + 1;
  auto conditions =
      lost_conditions({first, first + static_cast<std::ptrdiff_t>(rule.arity())}, *sample);
  if (conditions.size() > kMostTriedConditions) conditions.resize(kMostTriedConditions);
  return conditions;
}

/// Where the games are lost for the mover, as one condition of the system.
std::string joined_conditions(const System& system, const std::vector<std::string>& conditions) {
  const std::string& mode = system.rule->coordinates[0];
  std::string lost_if = fmt::format("{} >= {}", mode, system.games.size());
  for (size_t i = 0; i < conditions.size(); ++i)
    lost_if += fmt::format(" or {} = {} and ({})", mode, system.number(i), conditions[i]);
  return lost_if;
}

}  // namespace

Attempt<std::optional<Theorem>> prove_lost_in_system(const Rule& rule,
                                                     const std::optional<std::string>& lost_if,
                                                     Budget& budget) {
  std::optional<System> system = as_system(rule, kMostCoordinates);
  if (!system) return std::optional<Theorem>();
  std::vector<std::vector<std::string>> tried;
  for (size_t i = 0; i < system->games.size(); ++i) {
    tried.push_back(i == 0 && lost_if ? std::vector{*lost_if}
                                      : lost_conditions_of(*system, i, budget));
    if (budget.spent()) return budget.why();
    if (tried.back().empty()) return std::optional<Theorem>();
  }
  std::vector<size_t> choice(tried.size(), 0);
  for (;;) {
    std::vector<std::string> conditions;
    for (size_t i = 0; i < tried.size(); ++i) conditions.push_back(tried[i][choice[i]]);
    std::string whole = joined_conditions(*system, conditions);
    auto proof = proof_of_lost(*system->rule, whole, {}, budget);
    if (!proof) return std::move(proof).error();
    if (*proof) {
      SystemProof together;
      for (size_t i = 1; i < system->games.size(); ++i)
        together.others.push_back(
            {name_of(*system->games[i]), system->number(i), {{conditions[i], ""}}});
      together.number = system->number(0);
      together.rule = std::move(system->rule);
      together.whole = std::make_shared<const Theorem>(Theorem{
          together.rule.get(), AutomaticStatement{std::move(whole)}, Proved{**std::move(proof)}});
      return std::optional(
          Theorem{&rule, AutomaticStatement{conditions[0]}, Proved{std::move(together)}});
    }
    size_t i = 0;
    while (i < choice.size() && ++choice[i] == tried[i].size()) choice[i++] = 0;
    if (i == choice.size()) return std::optional<Theorem>();
  }
}

Attempt<std::optional<SystemProof>> prove_in_system(const Rule& rule, const FormulaLaw& law,
                                                    const Claim* claim, Budget& budget) {
  const auto none = std::optional<SystemProof>();
  std::optional<System> system = as_system(rule, kMostCoordinates);
  if (!system || (!law.formula && claim == nullptr)) return none;
  const isl::Context context = isl::make_context(kSystemOperations);
  const isl::Patience patience(budget, context.get());
  const Decision decision(context.get(), *system->rule);
  if (!decision.obstacle().empty()) return none;
  SystemProof proof;
  Formula whole;
  whole.arity = system->rule->arity();
  whole.powers = law.formula ? law.formula->powers : claim->powers;
  for (size_t i = 1; i < system->games.size(); ++i) {
    const Rule& other = *system->games[i];
    const Attempt<Theorem> found = prove_formula(other, {}, budget);
    if (!found) return found.error();
    const FormulaLaw* formula = found->formula();
    if (formula == nullptr || !formula->formula || formula->formula->powers > whole.powers)
      return none;
    append_lifted(whole, *formula->formula, static_cast<int64_t>(system->number(i)));
    proof.others.push_back({position_name(*found), system->number(i), formula->cases});
  }
  const auto own = static_cast<int64_t>(system->number(0));
  if (law.formula) append_lifted(whole, *law.formula, own);
  append_rest(whole);
  isl::Map values = to_map(context.get(), whole);
  if (!law.formula) {
    const isl::Map claimed = to_map(context.get(), *claim);
    if (!claimed) return none;
    isl_set* here = isl_set_fix_si(naturals(context.get(), whole.arity).take(), isl_dim_set, 0,
                                   static_cast<int>(own));
    values = isl::Map(isl_map_union(isl_map_subtract_domain(values.take(), here),
                                    lifted(claimed, static_cast<int>(own), whole.arity).take()));
  }
  if (!values) return none;
  std::string reason;
  const std::vector<int64_t> classes =
      law.formula ? moduli(whole) : std::vector<int64_t>(whole.arity, 1);
  const Verdict verdict = decision.decide(values, classes, reason);
  if (budget.spent()) return budget.why();
  if (verdict.kind != Verdict::Kind::proved) return none;
  proof.number = system->number(0);
  proof.rule = std::move(system->rule);
  FormulaLaw stated = law_of(*proof.rule, whole);
  if (!law.formula) {
    stated.cases.insert(stated.cases.end(), law.cases.begin(), law.cases.end());
    stated.formula.reset();
  }
  proof.whole = std::make_shared<const Theorem>(
      Theorem{proof.rule.get(), std::move(stated),
              Proved{FormulaProof{*decision.descent(), decision.has_sums()}}});
  return std::optional(std::move(proof));
}

}  // namespace grundy
