#include "proof/claim.h"

#include <algorithm>
#include <numeric>

#include "proof/automatic.h"
#include "proof/claim_text.h"
#include "proof/formula.h"
#include "proof/search.h"
#include "proof/system.h"
#include "value/ordinal.h"

namespace grundy {
namespace {

constexpr unsigned long kClaimOperations = 12'000'000;  // of isl

std::string claimed_text(const Claim& claim, const std::vector<int64_t>& position) {
  const auto value = evaluate(claim, position);
  return value ? value_with(*value).to_string() : "";
}

/// The map with leading coefficients 0, so that values have `powers` of them.
isl::Map with_powers(const isl::Map& values, size_t powers) {
  const auto has = static_cast<size_t>(isl_map_dim(values.keep(), isl_dim_out));
  const auto more = static_cast<unsigned>(powers - has);
  isl_map* map = isl_map_insert_dims(values.copy(), isl_dim_out, 0, more);
  for (unsigned i = 0; i < more; ++i) map = isl_map_fix_si(map, isl_dim_out, i, 0);
  return isl::Map(map);
}

/// The positions at which two value maps differ.
isl::Set difference(const isl::Map& a, const isl::Map& b) {
  isl_set* only_a = isl_map_domain(isl_map_subtract(a.copy(), b.copy()));
  return isl::Set(isl_set_union(only_a, isl_map_domain(isl_map_subtract(b.copy(), a.copy()))));
}

/// The least position by the sum of coordinates where the claim is not the sample's value. All
/// positions of smaller sum are in the sample when the sum is below its sides.
std::optional<Refuted> least_disagreement(const Claim& claim, const automatic::Domain& domain,
                                          const Sample& sample) {
  std::optional<Refuted> best;
  int64_t best_sum = 0;
  for_each_point(sample.size, [&](size_t index, const std::vector<int64_t>& point) {
    const int64_t true_value = sample.values[index];
    const int64_t sum = std::accumulate(point.begin(), point.end(), int64_t{0});
    if ((best && sum >= best_sum) || !automatic::is_inside(domain, point)) return true;
    const auto value = evaluate(claim, point);
    if (claim.losing) {
      if (value.has_value() == (true_value == 0)) return true;
      best_sum = sum;
      best = Refuted{point, value ? "lost for the mover" : "won by the mover",
                     true_value == 0 ? "lost" : "won", ""};
      return true;
    }
    const bool right =
        value && value->back() == true_value &&
        std::all_of(value->begin(), value->end() - 1, [](int64_t c) { return c == 0; });
    if (right) return true;
    best_sum = sum;
    best = Refuted{point, claimed_text(claim, point), std::to_string(true_value), ""};
    return true;
  });
  return best;
}

const char* describe(Verdict::Flaw flaw) {
  switch (flaw) {
    case Verdict::Flaw::none:
      break;
    case Verdict::Flaw::no_value:
      return "the formula gives no value";
    case Verdict::Flaw::two_values:
      return "the formula gives two values";
    case Verdict::Flaw::option_with_same_value:
      return "an option has the same value by the formula";
    case Verdict::Flaw::value_too_large:
      return "by the formula some smaller value is the value of no option";
  }
  return "";
}

}  // namespace

std::optional<std::vector<int64_t>> least_by_sum(const isl::Set& set) {
  const auto arity = static_cast<unsigned>(isl_set_dim(set.keep(), isl_dim_set));
  isl_set* with_sum = isl_set_insert_dims(set.copy(), isl_dim_set, 0, 1);
  isl_constraint* sum =
      isl_constraint_alloc_equality(isl_local_space_from_space(isl_set_get_space(with_sum)));
  sum = isl_constraint_set_coefficient_si(sum, isl_dim_set, 0, -1);
  for (unsigned i = 1; i <= arity; ++i)
    sum = isl_constraint_set_coefficient_si(sum, isl_dim_set, static_cast<int>(i), 1);
  with_sum = isl_set_lexmin(isl_set_add_constraint(with_sum, sum));
  if (with_sum == nullptr || isl_set_is_empty(with_sum) != isl_bool_false) {
    isl_set_free(with_sum);
    return std::nullopt;
  }
  isl_point* point = isl_set_sample_point(with_sum);
  std::vector<int64_t> result;
  for (unsigned i = 1; i <= arity; ++i) {
    const isl::Val value(isl_point_get_coordinate_val(point, isl_dim_set, static_cast<int>(i)));
    result.push_back(isl_val_get_num_si(value.keep()));
  }
  isl_point_free(point);
  return result;
}

std::string latex_code(const std::string& text) {
  std::string result = "\\texttt{";
  for (size_t k = 0; k < text.size(); ++k) {
    const std::string_view omega = "ω";
    if (text.compare(k, omega.size(), omega) == 0) {
      result += "w";
      k += omega.size() - 1;
    } else if (text[k] == '^') {
      result += "\\^{}";
    } else {
      if (std::string_view("%_&#{}$").find(text[k]) != std::string_view::npos) result += '\\';
      result += text[k];
    }
  }
  return result + "}";
}

FormulaLaw law_as_written(const Claim& claim) {
  FormulaLaw law;
  for (size_t i = 0; i < claim.cases.size(); ++i) {
    const ClaimCase& one = claim.cases[i];
    const bool plain = one.condition.empty();
    const std::string condition = !plain ? one.condition : i == 0 ? "always" : "otherwise";
    law.cases.push_back({condition, one.value});
    law.latex.push_back(
        {plain ? "\\text{" + condition + "}" : latex_code(condition), latex_code(one.value)});
  }
  return law;
}

std::string text_of(const FormulaLaw& law) {
  std::string text;
  for (const auto& [condition, value] : law.cases) {
    const bool plain = condition == "always" || condition == "otherwise";
    text += (text.empty() ? "" : "; ") + (plain ? "" : condition + ": ") + value;
  }
  return text;
}

Attempt<Theorem> prove_claim(const Rule& rule, std::string_view text, const ProveOptions& options,
                             Budget& budget) {
  if (rule.is_alias) return unknown(rule, "it is another name for a sum");
  if (rule.arity() == 0) return unknown(rule, "it has no coordinates");
  if (!options.checkpoint.empty())
    return Error::input(
        "--checkpoint keeps the search for a period, and a formula is decided without one");
  const Attempt<Claim> claim = read_claim(rule, text);
  if (!claim) return claim.error();
  automatic::Domain domain;
  if (!options.where.empty()) {
    auto read = read_domain(rule, options.where);
    if (!read) return std::move(read).error();
    domain = *std::move(read);
    auto leaves = refute_domain(rule, domain, budget);
    if (!leaves)
      return budget.spent() ? Attempt<Theorem>(budget.why())
                            : unknown(rule, leaves.error().message());
    if (*leaves) return **std::move(leaves);
  }
  const auto claimed = [&](auto standing) {
    Statement statement = AutomaticStatement{claim->losing ? claim->cases[0].condition : ""};
    if (!claim->losing) statement = law_as_written(*claim);
    return Theorem{&rule, std::move(statement), std::move(standing), {}, domain.text};
  };
  const isl::Context context = isl::make_context(kClaimOperations);
  const isl::Patience patience(budget, context.get());
  const Decision decision(context.get(), rule);
  // The values come first, as far as is quick. Where infinitely many moves have an affine relation,
  // the decision below is the quicker test.
  const isl::Map values = to_map(context.get(), *claim);
  std::optional<Sample> sample;
  if (decision.finite() || !decision.obstacle().empty() || !values) {
    auto computed = values_to_test(rule, options, budget);
    if (budget.spent()) return budget.why();
    if (computed) {
      sample = *std::move(computed);
      if (auto found = least_disagreement(*claim, domain, *sample))
        return claimed(*std::move(found));
    }
  }
  const auto undecided = [&](std::string reason) {
    while (sample && !options.upto) {
      auto more = more_values_to_test(rule, sample->size, budget);
      if (!more) break;
      sample = *std::move(more);
      if (auto found = least_disagreement(*claim, domain, *sample))
        return claimed(*std::move(found));
    }
    return sample ? claimed(Conjectured{sample->size, std::move(reason)})
                  : claimed(Unknown{std::move(reason), std::nullopt});
  };
  const isl::Set everywhere = naturals(context.get(), rule.arity());
  const auto decide_by_digits = [&]() -> Attempt<Theorem> {
    auto decided = decide_by_automata(rule, *claim, domain, budget);
    if (!decided) return std::move(decided).error();
    if (auto* proof = std::get_if<AutomaticProof>(&*decided))
      return claimed(Proved{std::move(*proof)});
    return claimed(std::get<Refuted>(*std::move(decided)));
  };
  const bool is_for_digits = !values || !domain.conditions.empty() || !decision.obstacle().empty();
  if (is_for_digits) {
    Attempt<Theorem> decided = decide_by_digits();
    if (decided) return decided;
    if (budget.spent()) return budget.why();
    if (claim->losing && domain.conditions.empty()) {
      auto together = prove_lost_in_system(rule, claim->cases[0].condition, budget);
      if (!together) return std::move(together).error();
      if (*together) return **std::move(together);
    }
    if (claim->is_by_digits() || !domain.conditions.empty())
      return undecided(decided.error().message());
  }
  if (const std::string obstacle = decision.obstacle(); !obstacle.empty()) {
    auto proof = prove_in_system(rule, law_as_written(*claim), &*claim, budget);
    if (!proof) return std::move(proof).error();
    return *proof ? claimed(Proved{**std::move(proof)}) : undecided(obstacle);
  }
  if (!values) return undecided("the formula is not affine");
  std::string reason;
  const Verdict verdict = decision.decide(values, std::vector<int64_t>(rule.arity(), 1), reason);
  if (verdict.kind == Verdict::Kind::unknown && budget.spent()) return budget.why();
  if (verdict.kind == Verdict::Kind::proved)
    return claimed(Proved{FormulaProof{*decision.descent(), decision.has_sums()}});
  if (verdict.kind == Verdict::Kind::unknown && !is_for_digits) {
    Attempt<Theorem> decided = decide_by_digits();
    if (decided) return decided;
    if (budget.spent()) return budget.why();
  }
  if (verdict.kind == Verdict::Kind::unknown && sample) return undecided(reason);
  // The law itself, where one is found, tells which positions have another value.
  const Attempt<Theorem> law = prove(rule, options, budget);
  if (!law) return law.error();
  const auto compare = [&](const Formula& formula,
                           const isl::Set& where) -> std::optional<Refuted> {
    isl_ctx_reset_operations(context.get());
    const size_t powers = std::max(formula.powers, claim->powers);
    const isl::Map truth = with_powers(to_map(context.get(), formula), powers);
    const isl::Set wrong(
        isl_set_intersect(difference(with_powers(values, powers), truth).take(), where.copy()));
    const auto at = least_by_sum(wrong);
    if (!at) return std::nullopt;
    return Refuted{*at, claimed_text(*claim, *at), value_with(*evaluate(formula, *at)).to_string(),
                   ""};
  };
  if (law->is_proved() && law->formula() != nullptr && law->formula()->formula) {
    if (auto found = compare(*law->formula()->formula, everywhere))
      return claimed(*std::move(found));
  }
  std::optional<Refuted> least;
  if (const ProvedSlices* slices = law->slices()) {
    const auto key = [](const Refuted& r) {
      return std::pair(std::accumulate(r.position.begin(), r.position.end(), int64_t{0}),
                       r.position);
    };
    for (size_t at = 0; at < slices->formulas.size(); ++at) {
      isl_set* where =
          isl_set_fix_si(everywhere.copy(), isl_dim_set, static_cast<unsigned>(slices->coordinate),
                         static_cast<int>(at));
      auto found = compare(slices->formulas[at], isl::Set(where));
      if (found && (!least || key(*found) < key(*least))) least = std::move(found);
    }
  }
  if (least) return claimed(*std::move(least));
  if (verdict.kind == Verdict::Kind::unknown) return undecided(reason);
  return claimed(Refuted{verdict.position, claimed_text(*claim, verdict.position), "",
                         describe(verdict.flaw)});
}

}  // namespace grundy
