#include "proof/system.h"

#include "analysis/system.h"
#include "proof/formula.h"
#include "proof/search.h"
#include "proof/theorem_words.h"
#include "rule/name.h"

namespace grundy {
namespace {

constexpr unsigned long kSystemOperations = 12'000'000;  // of isl
constexpr size_t kMostCoordinates = 3;                   // of each game

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

}  // namespace

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
