#include "proof/automatic.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/automatic/search.h"
#include "proof/automatic_text.h"
#include "proof/digit_function.h"
#include "proof/lost_conditions.h"

namespace grundy {
namespace {

using automatic::AutomaticLaw;
using automatic::LawKind;
using automatic::Relation;
using automatic::Track;
using automatic::Workshop;

// A candidate has to fit the values below it before it is compiled,.
constexpr int64_t kTestedSide = 8;
constexpr int64_t kGuessedSide = 64;  // or before it is decided where no law of values was learned

std::vector<Track> law_tracks(size_t count) {
  std::vector<Track> result;
  for (size_t i = 0; i < count; ++i) result.push_back(static_cast<Track>(i));
  return result;
}

/// The positions of a case: those of which its conditions hold, where its calls have a value. With
/// `value`, joined with {(x, v)}: v is the case's value.
Attempt<Relation> positions_of_case(Workshop& shop, const ClaimCase& one,
                                    std::optional<Track> value) {
  std::vector<Relation> parts;
  std::vector<Track> inner;
  for (const ClaimCall& call : one.calls) {
    const auto slot = static_cast<Track>(call.slot);
    const Track argument = automatic::kFirstFreeTrack + 10 + slot;
    auto of_argument = automatic::graph_of_term(shop, call.argument, argument);
    if (!of_argument) return of_argument;
    auto graph = graph_of(shop, call.function, argument, slot);
    if (!graph) return graph;
    parts.push_back(*std::move(of_argument));
    parts.push_back(*std::move(graph));
    inner.push_back(argument);
    inner.push_back(slot);
  }
  for (const Expr& condition : one.conditions) {
    auto where = automatic::positions_where(shop, condition);
    if (!where) return where;
    parts.push_back(*std::move(where));
  }
  if (value) {
    auto term = automatic::graph_of_term(shop, one.coefficients.back(), *value);
    if (!term) return term;
    parts.push_back(*std::move(term));
  }
  return shop.exists_all(std::move(parts), inner);
}

/// {(x, v)}: v, of track arity, is the claimed value of x; of a claim of lost positions, these.
Attempt<Relation> graph_of_claim(Workshop& shop, const Claim& claim) {
  const auto value = automatic::kFirstFreeTrack;
  std::vector<Track> tracks = law_tracks(claim.arity);
  Relation graph = shop.truth(false), before = shop.truth(false);
  for (const ClaimCase& one : claim.cases) {
    auto where = positions_of_case(shop, one, std::nullopt);
    if (!where) return where;
    auto here = claim.losing ? where : positions_of_case(shop, one, value);
    if (!here) return here;
    graph = shop.either(graph, shop.without(*here, before));
    before = shop.either(before, *where);
  }
  if (!claim.losing) tracks.push_back(value);
  graph = shop.both(graph, shop.anything(tracks));
  if (shop.failed()) return Error::declined(shop.failure());
  return shop.instance(graph.automaton, law_tracks(tracks.size()));
}

/// The law's automaton says nothing else than the claim, about the domain.
bool is_law(Workshop& shop, const Claim& claim, const automatic::Domain& domain,
            const AutomaticLaw& law) {
  auto graph = graph_of_claim(shop, claim);
  for (size_t i = 0; graph && i < domain.conditions.size(); ++i) {
    const auto where = automatic::positions_where(shop, domain.conditions[i]);
    if (!where) return false;
    graph = shop.both(*graph, *where);
  }
  return graph && !shop.failed() && graph->automaton == law.automaton;
}

/// Formulas that laws of base 2 often have, in the language of rules.
std::vector<std::string> candidate_formulas(const std::vector<std::string>& names) {
  std::vector<std::string> result{fmt::format("{}", fmt::join(names, " ^^ "))};
  if (names.size() == 1) {
    for (const int k : {2, 3, 4, 5}) {
      result.push_back(fmt::format("{} % {}", names[0], k));
      result.push_back(fmt::format("{} / {}", names[0], k));
    }
    return result;
  }
  for (size_t i = 0; i < names.size(); ++i) {
    for (const int k : {2, 3, 4}) {
      std::vector<std::string> terms = names;
      terms[i] += fmt::format("/{}", k);
      result.push_back(fmt::format("{}", fmt::join(terms, " ^^ ")));
    }
  }
  if (names.size() != 2) return result;
  for (int h = 2; h <= 8; ++h)
    result.push_back(
        fmt::format("{0}*({1}/{0} ^^ {2}/{0}) + ({1} + {2}) % {0}", h, names[0], names[1]));
  for (int s = 0; s <= 3; ++s) {
    for (int t = 0; t <= 3; ++t) {
      if (s + t == 0) continue;
      const auto shifted = [](const std::string& name, int by) {
        return by == 0 ? name : fmt::format("({} + {})", name, by);
      };
      const std::string sum = shifted(names[0], s) + " ^^ " + shifted(names[1], t);
      result.push_back((s ^ t) == 0 ? sum : fmt::format("({}) - {}", sum, s ^ t));
    }
  }
  return result;
}

/// n + d, or (b - 1)*n + d, is c times a power of the base b; or that, and 0 or 1.
std::vector<std::string> power_conditions(const std::string& n, int base) {
  std::vector<std::string> powers, result;
  for (int d = 0; d <= 4; ++d) {
    const std::string term = d == 0 ? n : fmt::format("{} + {}", n, d);
    powers.push_back(fmt::format("ispower({}, {})", term, base));
    for (const int c : {3, 5, 7})
      powers.push_back(fmt::format("({0}) % {1} = 0 and ispower(({0})/{1}, {2})", term, c, base));
    if (base > 2) powers.push_back(fmt::format("ispower({}*{} + {}, {})", base - 1, n, d, base));
  }
  for (const std::string& one : powers) {
    for (const std::string& before : {std::string(), n + " = 0 or ", n + " <= 1 or "})
      result.push_back("lost: " + before + one);
  }
  return result;
}

/// Conditions that lost positions of one or two coordinates often meet, and those that fit the box.
std::vector<std::string> candidate_conditions(const std::vector<std::string>& names,
                                              const automatic::Numeration& numeration,
                                              const automatic::ValueBox& box) {
  std::vector<std::string> result;
  if (names.size() == 1 && numeration.is_base())
    result = power_conditions(names[0], numeration.digits());
  if (names.size() == 2) {
    const auto with = [&](const char* text) {
      return fmt::format(fmt::runtime(text), names[0], names[1]);
    };
    result = {
        with("lost: {0} = {1}"), with("lost: min({0}, {1}) = floor(abs({0} - {1})*phi)"),
        with("lost: abs({0} - {1}) % 2 = 0 and min({0}, {1}) = floor(abs({0} - {1})/2*sqrt(2))"),
        with("lost: {0} & {1} = 0")};
  }
  Sample sample{std::vector<int64_t>(names.size(), box.side), 1, {}};
  for (const uint32_t value : box.values)
    sample.values.push_back(value == automatic::ValueBox::kOutside ? 1 : value);
  for (const std::string& text : lost_conditions(names, sample)) result.push_back("lost: " + text);
  return result;
}

/// Whether the claim gives the values of the box, or says where they are 0.
bool fits(const Claim& claim, const automatic::ValueBox& box) {
  std::vector<int64_t> x(box.arity, 0);
  for (const uint32_t value : box.values) {
    const auto claimed = evaluate(claim, x);
    const bool right = value == automatic::ValueBox::kOutside ||
                       (claim.losing ? claimed.has_value() == (value == 0)
                                     : claimed && claimed->back() == static_cast<int64_t>(value));
    if (!right) return false;
    for (size_t i = x.size(); i-- > 0;) {
      if (++x[i] < box.side) break;
      x[i] = 0;
    }
  }
  return true;
}

FormulaLaw always(const std::string& formula) {
  FormulaLaw law;
  law.cases.push_back({"always", formula});
  law.latex.push_back({"\\text{always}", latex_formula(formula)});
  return law;
}

/// The formula that is this law of values, or the condition of lost positions; nothing when no
/// candidate is.
std::optional<std::string> name_of(const Rule& rule, const automatic::Domain& domain,
                                   const AutomaticLaw& law, const Budget& budget) {
  const bool base2 = law.numeration.is_base() && law.numeration.digits() == 2;
  const bool losing = law.kind == LawKind::losing;
  if (law.kind == LawKind::powers || (!losing && !base2)) return std::nullopt;
  const int64_t side = !losing             ? kTestedSide
                       : rule.arity() == 1 ? kGuessedSide
                       : rule.arity() == 2 ? 20
                                           : kTestedSide;
  const auto box = automatic::value_box(rule, domain, side, budget);
  if (!box) return std::nullopt;
  for (const std::string& text : losing
                                     ? candidate_conditions(rule.coordinates, law.numeration, *box)
                                     : candidate_formulas(rule.coordinates)) {
    auto claim = read_claim(rule, text);
    if (!claim || claim->powers != 1 || !fits(*claim, *box)) continue;
    if (claim->numeration && claim->numeration->name() != law.numeration.name()) continue;
    Workshop shop(law.numeration, budget);
    if (is_law(shop, *claim, domain, law)) return losing ? claim->cases[0].condition : text;
  }
  return std::nullopt;
}

/// A formula for the values that is proved where no law of them was learned: its automaton may have
/// many states.
std::optional<Theorem> guessed_law(const Rule& rule, const automatic::Domain& domain,
                                   const Budget& budget) {
  if (rule.arity() != 1 || automatic::usual_numeration(rule).is_base()) return std::nullopt;
  const auto box = automatic::value_box(rule, domain, kGuessedSide, budget);
  if (!box) return std::nullopt;
  for (const std::string& text : candidate_formulas(rule.coordinates)) {
    const auto claim = read_claim(rule, text);
    if (!claim || claim->powers != 1 || !fits(*claim, *box)) continue;
    auto decided = decide_by_automata(rule, *claim, domain, budget);
    auto* proof = decided ? std::get_if<AutomaticProof>(&*decided) : nullptr;
    if (proof != nullptr)
      return Theorem{&rule, always(text), Proved{std::move(*proof)}, {}, domain.text};
  }
  return std::nullopt;
}

}  // namespace

Attempt<std::optional<Theorem>> refute_domain(const Rule& rule, const automatic::Domain& domain,
                                              const Budget& budget) {
  if (domain.conditions.empty()) return std::optional<Theorem>();
  auto leaving = automatic::leaving_move(rule, domain, budget);
  if (budget.spent()) return budget.why();
  if (!leaving) return std::move(leaving).error();
  if (!*leaving) return std::optional<Theorem>();
  Refuted refuted;
  for (const Natural& c : (*leaving)->from)
    refuted.position.push_back(static_cast<int64_t>(c.small()));
  std::vector<std::string> to;
  for (const Natural& c : (*leaving)->to) to.push_back(c.to_string());
  refuted.flaw =
      fmt::format("a move leads to {}({}), which is outside", rule.name, fmt::join(to, ", "));
  return std::optional(Theorem{&rule, ClosedStatement{}, std::move(refuted), {}, domain.text});
}

Attempt<Theorem> prove_automatic(const Rule& rule, const Budget& budget,
                                 const automatic::Domain& domain, bool outcomes) {
  auto leaves = refute_domain(rule, domain, budget);
  if (budget.spent()) return budget.why();
  if (!leaves) return unknown(rule, leaves.error().message());
  if (*leaves) return **std::move(leaves);
  automatic::LawSearch search;
  search.domain = domain;
  search.values = !outcomes;
  auto found = automatic::find_law(rule, search, budget);
  if (budget.spent()) return budget.why();
  if (!outcomes && (!found || found->law.kind == LawKind::losing)) {
    if (auto guessed = guessed_law(rule, domain, budget)) return *std::move(guessed);
  }
  if (!found) return unknown(rule, found.error().message());
  AutomaticProof proof{found->law, found->measures, found->subsets, domain};
  Statement statement = AutomaticStatement{};
  if (const auto name = name_of(rule, domain, found->law, budget)) {
    if (found->law.kind == LawKind::losing) {
      statement = AutomaticStatement{*name};
    } else {
      statement = always(*name);
    }
  }
  return Theorem{&rule, std::move(statement), Proved{std::move(proof)}, {}, domain.text};
}

Attempt<std::variant<AutomaticProof, Refuted>> decide_by_automata(const Rule& rule,
                                                                  const Claim& claim,
                                                                  const automatic::Domain& domain,
                                                                  const Budget& budget) {
  using Decided = std::variant<AutomaticProof, Refuted>;
  if (claim.powers != 1) return Error::declined("automata read finite values");
  Workshop shop(claim.numeration ? *claim.numeration : automatic::usual_numeration(rule), budget);
  const auto graph = graph_of_claim(shop, claim);
  if (!graph) return graph.error();
  auto moves = automatic::read_moves(shop, rule, domain);
  if (!moves) return std::move(moves).error();
  const LawKind kind = claim.losing ? LawKind::losing : LawKind::values;
  // Of positions outside the domain nothing is claimed.
  Relation inside = shop.both(*graph, moves->domain);
  const auto verdict = automatic::decide_law(shop, *moves, kind, inside.automaton);
  if (verdict.kind == automatic::LawVerdict::Kind::unknown) return Error::declined(verdict.flaw);
  if (verdict.kind == automatic::LawVerdict::Kind::proved) {
    return Decided(AutomaticProof{{kind, shop.numeration(), std::move(inside.automaton)},
                                  moves->measures,
                                  shop.greatest_subsets(),
                                  domain});
  }
  Refuted refuted;
  for (const Natural& c : verdict.position) {
    if (!c.is_small()) return Error::declined("it fails at a position of many digits");
    refuted.position.push_back(static_cast<int64_t>(c.small()));
  }
  if (const auto claimed = evaluate(claim, refuted.position))
    refuted.claimed = std::to_string(claimed->back());
  refuted.flaw = verdict.flaw;
  return Decided(std::move(refuted));
}

Attempt<std::optional<AutomaticProof>> proof_of_lost(const Rule& rule, const std::string& lost_if,
                                                     const automatic::Domain& domain,
                                                     const Budget& budget) {
  const Attempt<Claim> claim = read_claim(rule, "lost: " + lost_if);
  if (!claim) return std::optional<AutomaticProof>();
  const Budget part(budget, kDecisionSteps);
  auto decided = decide_by_automata(rule, *claim, domain, part);
  if (budget.spent()) return budget.why();
  auto* proof = decided ? std::get_if<AutomaticProof>(&*decided) : nullptr;
  return proof == nullptr ? std::nullopt : std::optional(std::move(*proof));
}

}  // namespace grundy
