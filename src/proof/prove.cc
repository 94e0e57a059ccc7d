#include "proof/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "analysis/relation.h"
#include "engine/engine.h"
#include "engine/family/subtract.h"
#include "engine/ordinal/guess.h"
#include "engine/ordinal/slices.h"
#include "engine/ordinal/verify.h"
#include "proof/claim.h"

namespace grundy {
namespace {

constexpr unsigned long kSteps = 100'000'000;          // of isl
constexpr uint64_t kLongestTable = uint64_t{1} << 24;  // of a subtraction game in which a period is looked for
constexpr size_t kMostCases = 24;
constexpr int64_t kGreatestModulus = 12;
constexpr double kPatience = 15;  // seconds in which guesses are made
constexpr double kQuick = 2;      // seconds in which the values for guesses are computed
constexpr int64_t kMaxPoints = int64_t{1} << 22;
constexpr int64_t kMaxValue = int64_t{1} << 40;

Theorem unknown(const Rule& rule, std::string reason) {
  Theorem theorem;
  theorem.rule = &rule;
  theorem.reason = std::move(reason);
  return theorem;
}

Result<Theorem> prove_subtraction(const Rule& rule, SubtractionSet set, Budget& budget) {
  Theorem theorem;
  theorem.rule = &rule;
  theorem.kind = Theorem::Kind::periodic;
  theorem.window = set.numbers.empty() ? 1 : set.numbers.back();
  theorem.all_but = set.all_but;
  SubtractionValues values(std::move(set));
  if (Result<void> computed = values.extend_to(kLongestTable - 1, budget); !computed) {
    if (budget.spent()) return std::move(computed).error();
    return unknown(rule, computed.error().message());
  }
  if (!values.law()) return unknown(rule, fmt::format("no period was found in the first {} values", values.computed()));
  theorem.status = Theorem::Status::proved;
  theorem.law = *values.law();
  return theorem;
}

/// The side of a box of values from which a formula is guessed, and of the one on which it is tested.
struct Sides {
  int64_t guess;
  int64_t test;
};
std::vector<Sides> sides(size_t arity) {
  switch (arity) {
    case 1:
      return {{24, 400}, {72, 400}};
    case 2:
      return {{14, 48}, {26, 48}};
    case 3:
      return {{7, 14}, {11, 18}};
    default:
      return {{5, 7}};
  }
}

/// Calls visit for the points of a box until it gives false, the last coordinate fastest.
template <class Visit>
void for_each_point(const std::vector<int64_t>& size, Visit&& visit) {
  std::vector<int64_t> point(size.size(), 0);
  for (;;) {
    if (!visit(point)) return;
    size_t i = size.size();
    while (i > 0 && point[i - 1] + 1 == size[i - 1]) point[--i] = 0;
    if (i == 0) return;
    ++point[i - 1];
  }
}

/// The values on a box by an engine; finite ones only. Declines after kQuick unless the user wants that box.
Result<Sample> values_on(const Rule& rule, const std::vector<int64_t>& size, const ProveOptions& options,
                         Budget& budget) {
  std::vector<Coordinates> points;
  int64_t count = 1;
  for (const int64_t s : size) {
    if (s > kMaxPoints / count) return Error::declined("the box has too many positions");
    count *= s;
  }
  for_each_point(size, [&](const std::vector<int64_t>& point) {
    Coordinates& coordinates = points.emplace_back();
    for (const int64_t c : point) coordinates.push_back(static_cast<uint64_t>(c));
    return true;
  });
  auto evaluator = open(rule);
  if (!evaluator) return std::move(evaluator).error();
  Budget quick;
  quick.set_time_limit(kQuick);
  quick.set_memory_limit(budget.memory_limit());
  auto values = (*evaluator)->values(points, options.upto ? budget : quick);
  if (!values) return std::move(values).error();
  Sample sample{size, 1, {}};
  for (const Ordinal& value : *values) {
    if (!value.is_small() || value.small() >= static_cast<uint64_t>(kMaxValue))
      return Error::declined("a value is infinite");
    sample.values.push_back(static_cast<int64_t>(value.small()));
  }
  return sample;
}

/// Whether every position has finitely many options.
bool finitely_many_options(const isl::Map& moves) {
  const auto arity = static_cast<unsigned>(isl_map_dim(moves.keep(), isl_dim_in));
  isl_map* from = isl_map_add_dims(moves.copy(), isl_dim_param, 0);
  from = isl_map_move_dims(from, isl_dim_param, 0, isl_dim_in, 0, arity);
  const isl::Set options(isl_map_range(from));
  return isl_set_is_bounded(options.keep()) == isl_bool_true;
}

isl::Set naturals(isl_ctx* context, size_t arity) {
  isl_set* set = isl_set_universe(isl_space_set_alloc(context, 0, static_cast<unsigned>(arity)));
  for (unsigned i = 0; i < arity; ++i) set = isl_set_lower_bound_si(set, isl_dim_set, i, 0);
  return isl::Set(set);
}

void state(Theorem& theorem, const Formula& formula) {
  const auto& names = theorem.rule->coordinates;
  for (size_t i = 0; i < formula.cases.size(); ++i) {
    theorem.cases.push_back({condition_text(formula, i, names), value_text(formula.cases[i], names)});
    theorem.latex.push_back(
        {condition_text(formula, i, names, Notation::latex), value_text(formula.cases[i], names, Notation::latex)});
  }
  theorem.formula = by_residues(formula);
}

/// Formulas guessed from a box of values and tested on a larger one, proved where the moves are known as a relation.
/// `moves` and `descent` are null for a game that has none; then, and when isl gives up, the status is conjectured.
/// Declines when the values can't be computed.
Result<Theorem> prove_by_box(const Rule& rule, const isl::Map* moves, const Descent* descent,
                             const ProveOptions& options, Budget& budget) {
  const auto start = Budget::Clock::now();
  const auto out_of_patience = [&] {
    return std::chrono::duration<double>(Budget::Clock::now() - start).count() > kPatience;
  };
  std::optional<Theorem> conjecture;
  for (const Sides& side : sides(rule.arity())) {
    const int64_t test_side =
        options.upto ? std::max(side.guess, static_cast<int64_t>(std::min<uint64_t>(*options.upto, kMaxPoints)) + 1)
                     : side.test;
    const auto test = values_on(rule, std::vector<int64_t>(rule.arity(), test_side), options, budget);
    if (!test) {
      if (budget.spent()) return budget.why();
      return test.error();
    }
    const Sample sample = part_of(*test, std::vector<int64_t>(rule.arity(), side.guess));
    for (int64_t modulus = 1; modulus <= kGreatestModulus && 2 * modulus <= side.guess; ++modulus) {
      if (budget.spent()) return budget.why();
      if (out_of_patience()) break;
      auto formula = guess(sample, modulus, kMostCases, budget);
      if (!formula || disagreement(*formula, *test)) continue;
      Theorem theorem;
      theorem.rule = &rule;
      if (moves != nullptr && descent != nullptr) {
        isl_ctx* context = isl_map_get_ctx(moves->keep());
        const Verdict verdict =
            verify(*moves, to_map(context, *formula), naturals(context, rule.arity()), moduli(*formula));
        if (verdict.kind == Verdict::Kind::refuted) continue;
        if (verdict.kind == Verdict::Kind::proved) {
          theorem.status = Theorem::Status::proved;
          theorem.descent = *descent;
          state(theorem, *formula);
          return theorem;
        }
        theorem.reason = "isl gave up";
      } else {
        theorem.reason = "its moves are not affine, or lead to sums or to other games";
      }
      if (conjecture && conjecture->cases.size() <= formula->cases.size()) continue;
      theorem.status = Theorem::Status::conjectured;
      theorem.tested = test->size;
      state(theorem, *formula);
      conjecture = std::move(theorem);
    }
    if (conjecture) return *std::move(conjecture);
  }
  return unknown(rule, "no formula was found that fits its values");
}

Result<Theorem> prove_formula(const Rule& rule, const ProveOptions& options, Budget& budget) {
  const isl::Context context = isl::make_context(kSteps);
  const auto moves = move_relation(context.get(), rule);
  const auto unless_spent = [&](Result<Theorem> result) {
    return result || budget.spent() ? std::move(result) : unknown(rule, result.error().message());
  };
  if (!moves) return unless_spent(prove_by_box(rule, nullptr, nullptr, options, budget));
  auto descent = find_descent(*moves);
  if (!descent) return unknown(rule, "no lexicographic order of affine measures was found that every move lowers");
  const auto order = coordinate_order(*descent, rule.arity());
  if (finitely_many_options(*moves)) {
    auto by_box = prove_by_box(rule, &*moves, &*descent, options, budget);
    if (by_box || budget.spent() || !order) return unless_spent(std::move(by_box));
  }
  if (!order) return unknown(rule, "play goes down in a sum of coordinates, not in one after another");
  SlicesLimits limits;
  limits.powers = rule.arity();
  Slices found(*moves, *order, limits);
  if (auto searched = found.search(budget); !searched) return std::move(searched).error();
  Theorem theorem;
  theorem.rule = &rule;
  if (!found.whole()) {
    theorem.reason = found.reason();
    for (const Formula& slice : found.slices())
      theorem.slices.push_back({order->front(), static_cast<int64_t>(theorem.slices.size()), slice});
    return theorem;
  }
  theorem.status = Theorem::Status::proved;
  theorem.descent = *std::move(descent);
  state(theorem, *found.whole());
  return theorem;
}

std::string ordinal_text(const std::vector<int64_t>& coefficients) {
  Ordinal value;
  for (size_t j = 0; j < coefficients.size(); ++j) {
    value = value + Ordinal::power_of_omega(static_cast<uint64_t>(coefficients.size() - 1 - j),
                                            static_cast<uint64_t>(coefficients[j]));
  }
  return value.to_string();
}

std::string claimed_text(const Claim& claim, const std::vector<int64_t>& position) {
  const auto value = evaluate(claim, position);
  return value ? ordinal_text(*value) : "";
}

/// The point of the set with the least sum of coordinates, of those the lexicographically least; nothing when isl gives
/// up or the set is empty.
std::optional<std::vector<int64_t>> least_by_sum(const isl::Set& set) {
  const auto arity = static_cast<unsigned>(isl_set_dim(set.keep(), isl_dim_set));
  isl_set* with_sum = isl_set_insert_dims(set.copy(), isl_dim_set, 0, 1);
  isl_constraint* sum = isl_constraint_alloc_equality(isl_local_space_from_space(isl_set_get_space(with_sum)));
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

/// A map into fewer powers of ω as one into `powers`.
isl::Map with_powers(const isl::Map& values, size_t powers) {
  const auto has = static_cast<size_t>(isl_map_dim(values.keep(), isl_dim_out));
  const auto more = static_cast<unsigned>(powers - has);
  isl_map* map = isl_map_insert_dims(values.copy(), isl_dim_out, 0, more);
  for (unsigned i = 0; i < more; ++i) map = isl_map_fix_si(map, isl_dim_out, i, 0);
  return isl::Map(map);
}

/// Where two value maps differ.
isl::Set difference(const isl::Map& a, const isl::Map& b) {
  isl_set* only_a = isl_map_domain(isl_map_subtract(a.copy(), b.copy()));
  return isl::Set(isl_set_union(only_a, isl_map_domain(isl_map_subtract(b.copy(), a.copy()))));
}

/// The least position by the sum of coordinates where the claim is not the sample's value. All positions of smaller sum
/// are in the sample when the sum is below its sides.
std::optional<Theorem::Refutation> least_disagreement(const Claim& claim, const Sample& sample) {
  std::optional<Theorem::Refutation> best;
  int64_t best_sum = 0;
  size_t index = 0;
  for_each_point(sample.size, [&](const std::vector<int64_t>& point) {
    const int64_t true_value = sample.values[index++];
    const int64_t sum = std::accumulate(point.begin(), point.end(), int64_t{0});
    if (best && sum >= best_sum) return true;
    const auto value = evaluate(claim, point);
    const bool right = value && value->back() == true_value &&
                       std::all_of(value->begin(), value->end() - 1, [](int64_t c) { return c == 0; });
    if (right) return true;
    best_sum = sum;
    best = {point, claimed_text(claim, point), std::to_string(true_value), ""};
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

/// The theorem about a claim without its status.
Theorem about(const Rule& rule, const Claim& claim) {
  Theorem theorem;
  theorem.rule = &rule;
  for (size_t i = 0; i < claim.cases.size(); ++i) {
    const ClaimCase& one = claim.cases[i];
    const std::string condition = !one.condition.empty() ? one.condition : i == 0 ? "always" : "otherwise";
    theorem.cases.push_back({condition, one.value});
    const auto typewriter = [](const std::string& text) {
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
    };
    const bool plain = one.condition.empty();
    theorem.latex.push_back({plain ? "\\text{" + condition + "}" : typewriter(condition), typewriter(one.value)});
  }
  return theorem;
}

std::string position(const Theorem& theorem) {
  return fmt::format("{}({})", theorem.rule->full_name, fmt::join(theorem.rule->coordinates, ", "));
}

}  // namespace

Result<Theorem> prove(const Rule& rule, const ProveOptions& options, Budget& budget) {
  if (rule.is_alias) return unknown(rule, "it is another name for a sum");
  if (rule.arity() == 0) return unknown(rule, "it has no coordinates");
  if (auto set = subtraction_set(rule)) return prove_subtraction(rule, *std::move(set), budget);
  return prove_formula(rule, options, budget);
}

Result<Theorem> prove_claim(const Rule& rule, std::string_view text, const ProveOptions& options, Budget& budget) {
  if (rule.is_alias) return unknown(rule, "it is another name for a sum");
  if (rule.arity() == 0) return unknown(rule, "it has no coordinates");
  const Result<Claim> claim = read_claim(rule, text);
  if (!claim) return claim.error();
  Theorem theorem = about(rule, *claim);
  const auto refute = [&](Theorem::Refutation refutation) {
    theorem.status = Theorem::Status::refuted;
    theorem.refutation = std::move(refutation);
    return theorem;
  };
  const isl::Context context = isl::make_context(kSteps);
  const auto moves = move_relation(context.get(), rule);
  // Values of a finite game, as far as is quick.
  std::optional<Sample> sample;
  if (!moves || finitely_many_options(*moves)) {
    const int64_t side = options.upto ? static_cast<int64_t>(std::min<uint64_t>(*options.upto, kMaxPoints)) + 1
                                      : sides(rule.arity()).back().test;
    auto computed = values_on(rule, std::vector<int64_t>(rule.arity(), side), options, budget);
    if (budget.spent()) return budget.why();
    if (computed) {
      sample = *std::move(computed);
      if (auto found = least_disagreement(*claim, *sample)) return refute(*std::move(found));
    }
  }
  const auto undecided = [&](std::string reason) {
    theorem.status = sample ? Theorem::Status::conjectured : Theorem::Status::unknown;
    theorem.reason = std::move(reason);
    if (sample) theorem.tested = sample->size;
    return theorem;
  };
  if (!moves) return undecided("its moves are not affine, or lead to sums or to other games");
  const isl::Map values = to_map(context.get(), *claim);
  if (!values) return undecided("the formula is not affine");
  const auto descent = find_descent(*moves);
  if (!descent) return undecided("no lexicographic order of affine measures was found that every move lowers");
  const isl::Set everywhere = naturals(context.get(), rule.arity());
  const std::vector<int64_t> one_class(rule.arity(), 1);
  const Verdict verdict = verify(*moves, values, everywhere, one_class);
  if (verdict.kind == Verdict::Kind::proved) {
    theorem.status = Theorem::Status::proved;
    theorem.descent = *descent;
    return theorem;
  }
  if (verdict.kind == Verdict::Kind::unknown && sample) return undecided("isl gave up");
  // Which positions have another value is told by the law itself, where one is found.
  const Result<Theorem> law = prove(rule, options, budget);
  if (!law) return law.error();
  const auto compare = [&](const Formula& formula, const isl::Set& where) -> std::optional<Theorem::Refutation> {
    isl_ctx_reset_operations(context.get());
    const size_t powers = std::max(formula.powers, claim->powers);
    const isl::Map truth = with_powers(to_map(context.get(), formula), powers);
    const isl::Set wrong(isl_set_intersect(difference(with_powers(values, powers), truth).take(), where.copy()));
    const auto at = least_by_sum(wrong);
    if (!at) return std::nullopt;
    return Theorem::Refutation{*at, claimed_text(*claim, *at), ordinal_text(*evaluate(formula, *at)), ""};
  };
  if (law->status == Theorem::Status::proved && law->kind == Theorem::Kind::formula) {
    if (auto found = compare(law->formula, everywhere)) return refute(*std::move(found));
  }
  std::optional<Theorem::Refutation> least;
  for (const Theorem::Slice& slice : law->slices) {
    isl_set* where = isl_set_fix_si(everywhere.copy(), isl_dim_set, static_cast<unsigned>(slice.coordinate),
                                    static_cast<int>(slice.at));
    auto found = compare(slice.formula, isl::Set(where));
    const auto key = [](const Theorem::Refutation& r) {
      return std::pair(std::accumulate(r.position.begin(), r.position.end(), int64_t{0}), r.position);
    };
    if (found && (!least || key(*found) < key(*least))) least = std::move(found);
  }
  if (least) return refute(*std::move(least));
  if (verdict.kind == Verdict::Kind::unknown) return undecided("isl gave up");
  return refute({verdict.position, claimed_text(*claim, verdict.position), "", describe(verdict.flaw)});
}

std::string statement(const Theorem& theorem) {
  const auto& names = theorem.rule->coordinates;
  if (theorem.kind == Theorem::Kind::periodic) {
    const Law& law = theorem.law;
    const std::string& n = names[0];
    return fmt::format("For all {0} >= {1} the value of {2}({0} + {3}) is that of {2}({0}){4}.", n, law.preperiod,
                       theorem.rule->full_name, law.period, law.saltus == 0 ? "" : fmt::format(" plus {}", law.saltus));
  }
  std::string text =
      fmt::format("For all natural numbers {} the value of {} is", fmt::join(names, ", "), position(theorem));
  const auto& cases = theorem.cases;
  if (cases.size() == 1 && cases[0].condition == "always") return text + " " + cases[0].value + ".";
  if (cases.size() > 2) text += ", by the first condition that holds,";
  for (const auto& [condition, value] : cases)
    text += fmt::format("\n  {}  {}{}", value, condition == "otherwise" ? "" : "if ", condition);
  return text;
}

std::string why_play_ends(const Theorem& theorem) {
  if (theorem.kind == Theorem::Kind::periodic) return "every move lowers " + theorem.rule->coordinates[0];
  return describe(theorem.descent, theorem.rule->coordinates);
}

std::string proof_text(const Theorem& theorem) {
  const Law& law = theorem.law;
  if (theorem.kind == Theorem::Kind::periodic && !theorem.all_but) {
    return fmt::format(
        "Play ends: {}. At most {} stones are taken in a move, so each value is a function of the {} values\n"
        "before it. The values from {} to {} were computed; the {} values from {} on are those from {} on. So all "
        "that\n"
        "follows is repeated.",
        why_play_ends(theorem), theorem.window, theorem.window, 0, law.preperiod + law.period + theorem.window - 1,
        theorem.window, law.preperiod + law.period, law.preperiod);
  }
  if (theorem.kind == Theorem::Kind::periodic) {
    return fmt::format(
        "Play ends: {}. Let D(n) be the number of different values below n; they are 0, …, D(n) - 1. All numbers of\n"
        "stones but some of at most {} may be taken, so that an earlier value is not excluded at n only if all its\n"
        "places are within {} of n; so D(n) - g(n) is a function of the {} such differences before it. These came\n"
        "again after {} places, and {} new values appeared in between.",
        why_play_ends(theorem), theorem.window, theorem.window, theorem.window, law.period, law.saltus);
  }
  return fmt::format(
      "Play ends: {}. So the value is the only function V for which V at each position is the least ordinal\n"
      "that is not V of an option (induction along the measure). The formula is such a function:\n"
      "  1. It has exactly one value at each position.\n"
      "  2. No option of a position has the position's value.\n"
      "  3. Every smaller ordinal is the value of an option.\n"
      "Each of these is a statement of Presburger arithmetic about the {} cases of the formula and the {} lines of\n"
      "the rule: that some set of integer points is empty. isl decided all of them.",
      why_play_ends(theorem), theorem.cases.size(), theorem.rule->moves.size());
}

std::string remarks(const Theorem& theorem) {
  const auto& names = theorem.rule->coordinates;
  std::string text;
  switch (theorem.status) {
    case Theorem::Status::proved:
      return "";
    case Theorem::Status::refuted: {
      const Theorem::Refutation& r = theorem.refutation;
      text = fmt::format("{}({})", theorem.rule->full_name, fmt::join(r.position, ", "));
      if (!r.true_value.empty()) {
        const std::string claimed =
            r.claimed.empty() ? "the formula gives no value" : "by the formula it is " + r.claimed;
        return fmt::format("The value of {} is {}; {}.", text, r.true_value, claimed);
      }
      return fmt::format("It fails at {}: {}.", text, r.flaw);
    }
    case Theorem::Status::conjectured: {
      text = "Tested on all positions with ";
      for (size_t i = 0; i < names.size(); ++i)
        text += fmt::format("{}{} <= {}", i == 0 ? "" : ", ", names[i], theorem.tested[i] - 1);
      return fmt::format("{}; not proved: {}.", text, theorem.reason);
    }
    case Theorem::Status::unknown:
      break;
  }
  text = fmt::format("No law of {} is known: {}.", theorem.rule->full_name, theorem.reason);
  for (const Theorem::Slice& slice : theorem.slices) {
    Theorem one;
    one.rule = theorem.rule;
    state(one, slice.formula);
    text += fmt::format("\n\nProved for {} = {}:", names[slice.coordinate], slice.at);
    for (const auto& [condition, value] : one.cases) {
      text += condition == "always"
                  ? fmt::format("\n  {}", value)
                  : fmt::format("\n  {}  {}{}", value, condition == "otherwise" ? "" : "if ", condition);
    }
  }
  return text;
}

std::string latex(const Theorem& theorem) {
  const auto escaped = [](const std::string& text) {
    std::string result;
    for (const char c : text) {
      if (std::string_view("%_&#{}$").find(c) != std::string_view::npos) result += '\\';
      result += c;
    }
    return result;
  };
  const auto& names = theorem.rule->coordinates;
  std::string math_names;
  for (const std::string& name : names) {
    math_names += math_names.empty() ? "" : ", ";
    math_names += name.size() == 1 ? name : "\\mathrm{" + escaped(name) + "}";
  }
  const std::string game = "\\operatorname{" + escaped(theorem.rule->full_name) + "}";
  std::string text = "\\begin{theorem}\n";
  if (theorem.kind == Theorem::Kind::periodic) {
    const Law& law = theorem.law;
    text += fmt::format(
        "For all ${0} \\ge {1}$ the Grundy value $g$ of ${2}({0})$ satisfies $g({0} + {3}) = g({0}){4}$.\n", math_names,
        law.preperiod, game, law.period, law.saltus == 0 ? "" : fmt::format(" + {}", law.saltus));
  } else {
    text += fmt::format("For all natural numbers ${0}$ the Grundy value of ${1}({0})$ is", math_names, game);
    if (theorem.latex.size() == 1) {
      text += fmt::format(" ${}$.\n", theorem.latex[0].value);
    } else {
      text += theorem.latex.size() > 2 ? ", by the first condition that holds,\n" : "\n";
      text += "\\[\n  \\begin{cases}\n";
      for (const auto& [condition, value] : theorem.latex) {
        const bool otherwise = condition == "\\text{otherwise}";
        text += fmt::format("    {} & {}{} \\\\\n", value, otherwise ? "" : "\\text{if } ", condition);
      }
      text += "  \\end{cases}\n\\]\n";
    }
  }
  text += "\\end{theorem}\n\\begin{proof}\n";
  std::string proof = escaped(proof_text(theorem));
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"…", "\\dots"}, {"·", "$\\cdot$"}}) {
    for (size_t at = proof.find(from); at != std::string::npos; at = proof.find(from, at + to.size()))
      proof.replace(at, from.size(), to);
  }
  return text + proof + "\n\\end{proof}\n";
}

}  // namespace grundy
