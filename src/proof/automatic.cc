#include "proof/automatic.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/automatic/search.h"
#include "proof/automatic_text.h"

namespace grundy {
namespace {

using automatic::AutomaticLaw;
using automatic::LawKind;
using automatic::Moves;
using automatic::Numeration;
using automatic::Relation;
using automatic::Track;
using automatic::Workshop;

constexpr int64_t kTestedSide = 8;  // a candidate has to fit the values below it before it is compiled

std::vector<Track> law_tracks(size_t count) {
  std::vector<Track> result;
  for (size_t i = 0; i < count; ++i) result.push_back(static_cast<Track>(i));
  return result;
}

/// {(x, v)}: v, of track arity, is the claimed value of x. Nothing when a term is out of reach.
std::optional<Relation> graph_of(Workshop& shop, const Claim& claim) {
  const auto value = automatic::kFirstFreeTrack;
  Relation graph = shop.truth(false), before = shop.truth(false);
  for (const ClaimCase& one : claim.cases) {
    Relation here = shop.negation(before);
    for (const Expr& condition : one.conditions) {
      auto where = automatic::positions_where(shop, condition);
      if (!where) return std::nullopt;
      here = shop.both(here, *where);
    }
    before = shop.either(before, here);
    auto term = automatic::graph_of_term(shop, one.coefficients.back(), value);
    if (!term) return std::nullopt;
    graph = shop.either(graph, shop.both(here, *term));
  }
  std::vector<Track> tracks = law_tracks(claim.arity);
  tracks.push_back(value);
  graph = shop.both(graph, shop.anything(tracks));
  if (shop.failed()) return std::nullopt;
  return shop.instance(graph.automaton, law_tracks(claim.arity + 1));
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
    result.push_back(fmt::format("{0}*({1}/{0} ^^ {2}/{0}) + ({1} + {2}) % {0}", h, names[0], names[1]));
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

/// Whether the claim gives the values of the box.
bool fits(const Claim& claim, const automatic::ValueBox& box) {
  std::vector<int64_t> x(box.arity, 0);
  for (const uint32_t value : box.values) {
    const auto claimed = evaluate(claim, x);
    if (!claimed || claimed->back() != static_cast<int64_t>(value)) return false;
    for (size_t i = x.size(); i-- > 0;) {
      if (++x[i] < box.side) break;
      x[i] = 0;
    }
  }
  return true;
}

/// The formula that is this law of values; nothing when no candidate is.
std::optional<std::string> name_of(const Rule& rule, const AutomaticLaw& law, const Budget& budget) {
  const bool base2 = law.numeration.is_base() && law.numeration.digits() == 2;
  if (law.kind != LawKind::values || !base2) return std::nullopt;
  const auto box = automatic::value_box(rule, kTestedSide, budget);
  if (!box) return std::nullopt;
  for (const std::string& text : candidate_formulas(rule.coordinates)) {
    const auto claim = read_claim(rule, text);
    if (!claim || claim->powers != 1 || !fits(*claim, *box)) continue;
    Workshop shop(law.numeration, budget);
    const auto graph = graph_of(shop, *claim);
    if (graph && graph->automaton == law.automaton) return text;
  }
  return std::nullopt;
}

}  // namespace

Attempt<Theorem> prove_automatic(const Rule& rule, const Budget& budget) {
  auto found = automatic::find_law(rule, {}, budget);
  if (budget.spent()) return budget.why();
  if (!found) return unknown(rule, found.error().message());
  AutomaticProof proof{found->law, found->measures, found->subsets};
  Statement statement = AutomaticStatement{};
  if (const auto name = name_of(rule, found->law, budget)) {
    FormulaLaw formula;
    formula.cases.push_back({"always", *name});
    formula.latex.push_back({"\\text{always}", latex_formula(*name)});
    statement = std::move(formula);
  }
  return Theorem{&rule, std::move(statement), Proved{std::move(proof)}};
}

std::optional<std::variant<AutomaticProof, Refuted>> decide_by_automata(const Rule& rule, const Claim& claim,
                                                                        const Budget& budget) {
  if (claim.powers != 1) return std::nullopt;
  Workshop shop(Numeration::base(2), budget);
  const auto graph = graph_of(shop, claim);
  if (!graph) return std::nullopt;
  auto moves = automatic::read_moves(shop, rule);
  if (!moves) return std::nullopt;
  const auto verdict = automatic::decide_law(shop, *moves, LawKind::values, graph->automaton);
  if (verdict.kind == automatic::LawVerdict::Kind::unknown) return std::nullopt;
  if (verdict.kind == automatic::LawVerdict::Kind::proved) {
    return AutomaticProof{
        {LawKind::values, shop.numeration(), graph->automaton}, moves->measures, shop.greatest_subsets()};
  }
  Refuted refuted;
  for (const Natural& c : verdict.position) {
    if (!c.is_small()) return std::nullopt;
    refuted.position.push_back(static_cast<int64_t>(c.small()));
  }
  if (const auto claimed = evaluate(claim, refuted.position)) refuted.claimed = std::to_string(claimed->back());
  refuted.flaw = verdict.flaw;
  return refuted;
}

}  // namespace grundy
