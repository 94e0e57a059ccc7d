#include "proof/parametric.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "analysis/affine.h"
#include "analysis/descent.h"
#include "analysis/relation.h"
#include "check/parametric.h"
#include "proof/claim.h"
#include "proof/claim_text.h"
#include "proof/law_rows.h"
#include "proof/letter_guess.h"
#include "proof/search.h"
#include "proof/term_latex.h"
#include "rule/evaluate.h"
#include "rule/print.h"

namespace grundy {
namespace {

constexpr unsigned long kMeasureOperations = 10'000'000;  // of isl
constexpr uint64_t kLetterGuessSteps = 400'000'000;       // of one domain
constexpr size_t kMostTriedLaws = 4;                      // of one domain
constexpr int64_t kMostLetterRemainders = 6;
constexpr size_t kMostLetterCases = 8;
constexpr size_t kManyLetterCases = 4;  // above which another domain may do with fewer
constexpr int64_t kMostBorrowed = 2;

/// Sides of the table: of a letter, and of the game's number.
std::pair<int64_t, int64_t> table_sides(size_t letters) {
  switch (letters) {
    case 1:
      return {30, 160};
    case 2:
      return {10, 72};
    case 3:
      return {6, 60};
    default:
      return {4, 40};
  }
}

struct Domain {
  std::string text;  // empty: all natural numbers
  std::vector<Expr> conditions;
  Descent descent{};  // why play ends for these letters
};

class LetterProof {
 public:
  LetterProof(const LetteredGame& game, const ProveOptions& options, Budget& budget)
      : game_(game), rule_(*game.rule), options_(options), budget_(budget) {}

  Attempt<Theorem> prove(const LetterQuestion& question) {
    std::optional<Claim> law;
    if (question.formula) {
      Attempt<Claim> claim = read_claim(rule_, *question.formula);
      if (!claim) return std::move(claim).error();
      law = *std::move(claim);
    }
    std::vector<std::vector<Domain>> domains;
    if (question.where) {
      Attempt<Domain> one = domain(*question.where);
      if (!one) return std::move(one).error();
      domains.push_back({*std::move(one)});
    } else {
      for (const std::vector<std::string>& group : domain_texts()) {
        domains.emplace_back();
        for (const std::string& text : group) domains.back().push_back(*domain(text));
      }
    }
    if (const std::string obstacle = find_descents(domains); !obstacle.empty()) {
      // A game of some more coordinates may have a law by digits.
      if (question.where) return unknown(obstacle);
      Attempt<Theorem> whole = law ? prove_claim(rule_, *question.formula, options_, budget_)
                                   : grundy::prove(rule_, options_, budget_);
      if (whole && !whole->is_proved() && whole->refutation() == nullptr) return unknown(obstacle);
      if (whole) whole->letters = named("");
      return whole;
    }
    compute_table();
    if (budget_.spent()) return budget_.why();
    Attempt<Theorem> result = law ? decide(*law, *question.formula, domains) : find(domains);
    if (budget_.spent()) return budget_.why();
    return result;
  }

 private:
  size_t letters() const { return game_.letters; }

  ParameterLetters named(const std::string& domain) const {
    return {letters(), game_.name, domain};
  }

  Theorem unknown(std::string reason) const {
    Theorem result = grundy::unknown(rule_, std::move(reason));
    result.letters = named("");
    return result;
  }

  /// Why play ends in each domain, those being left out where no reason is found; otherwise what
  /// stands in the way of a law with divisions by letters.
  std::string find_descents(std::vector<std::vector<Domain>>& domains) const {
    const auto leads_to_sum = [](const MoveLine& line) { return line.parts.size() > 1; };
    if (std::any_of(rule_.moves.begin(), rule_.moves.end(), leads_to_sum))
      return "a move leads to a sum of positions, and nim-sums of values with letters are not "
             "decided";
    const isl::Context context = isl::make_context(kMeasureOperations);
    const auto moves = move_relation(context.get(), rule_);
    if (!moves)
      return "its moves are not affine: products of letters and coordinates are not decided";
    for (std::vector<Domain>& group : domains) {
      std::erase_if(group, [&](Domain& domain) {
        auto descent = find_descent(within(*moves, domain));
        if (descent) domain.descent = *std::move(descent);
        return !descent;
      });
    }
    std::erase_if(domains, [](const std::vector<Domain>& group) { return group.empty(); });
    return domains.empty() ? "no measure was found that every move lowers" : "";
  }

  /// The moves of games with such letters.
  isl::Map within(isl::Map moves, const Domain& domain) const {
    MoveLine line;
    line.slot_names = rule_.coordinates;
    for (const Expr& condition : domain.conditions) {
      AffineSpace space(isl_map_get_ctx(moves.keep()), line, rule_.arity());
      bool exact = true;
      const isl::Set letters = space.set(condition, exact);
      if (letters && space.dimensions() == rule_.arity())
        moves = isl::Map(isl_map_intersect_domain(moves.copy(), letters.copy()));
    }
    return moves;
  }

  /// The domains that are tried, in groups; one of an earlier group is preferred: "k >= 1", "1 <= a
  /// <= b" before "1 <= a <= b <= 2*a".
  std::vector<std::vector<std::string>> domain_texts() const {
    const std::vector<std::string> names(
        rule_.coordinates.begin(),
        rule_.coordinates.begin() + static_cast<std::ptrdiff_t>(letters()));
    const auto from = [&](int64_t least) {
      std::string all;
      for (const std::string& name : names)
        all += fmt::format("{}{} >= {}", all.empty() ? "" : " and ", name, least);
      return all;
    };
    if (letters() == 1) return {{"", from(1)}, {from(2)}, {from(3)}};
    const std::string rising = fmt::format("1 <= {}", fmt::join(names, " <= "));
    std::vector<std::vector<std::string>> result = {
        {"", from(1), rising}, {fmt::format("1 <= {}", fmt::join(names, " < ")), from(2)}};
    if (letters() == 2) {
      result.push_back({fmt::format("{} <= 2*{}", rising, names[0])});
      result.push_back({fmt::format("1 <= {} and 2*{} <= {}", names[0], names[0], names[1])});
    }
    return result;
  }

  Attempt<Domain> domain(const std::string& text) const {
    Domain result{text, {}};
    if (text.empty()) return result;
    Attempt<Claim> claim = read_claim(rule_, text + ": 0");
    if (!claim) {
      Error error = std::move(claim).error();
      for (Diagnostic& one : error.diagnostics) one.source = "--where";
      return error;
    }
    if (claim->cases.empty()) return Error::input("the letters' domain is empty");
    result.conditions = claim->cases.front().conditions;
    for (const Expr& condition : result.conditions) {
      for (size_t slot = letters(); slot < claim->slot_names.size(); ++slot) {
        if (mentions(condition, slot))
          return Error::input(
              fmt::format("'{}' is no letter; --where says for which letters the law is to hold",
                          claim->slot_names[slot]));
      }
    }
    return result;
  }

  static bool holds(const Domain& domain, const std::vector<int64_t>& point) {
    Environment slots(point.begin(), point.end());
    Fault fault;
    return std::all_of(domain.conditions.begin(), domain.conditions.end(),
                       [&](const Expr& c) { return evaluate(c, slots, fault) != 0; });
  }

  /// Values of small letters; from 0 on, or, where these are unknown, from 1 on.
  void compute_table() {
    const auto [side, length] = table_sides(letters());
    const size_t numbers = rule_.arity() - letters();
    std::vector<int64_t> size(letters(), side);
    for (size_t i = 0; i < numbers; ++i) size.push_back(numbers == 1 ? length : 12);
    table_.names = rule_.coordinates;
    for (int64_t least = 0; least <= 1; ++least) {
      table_.points.clear();
      for_each_point(size, [&](size_t /*index*/, std::vector<int64_t> point) {
        for (size_t i = 0; i < letters(); ++i) point[i] += least;
        table_.points.push_back(std::move(point));
        return true;
      });
      auto values = values_at(rule_, table_.points, budget_);
      if (!values) continue;
      table_.values = *std::move(values);
      return;
    }
    table_.points.clear();
  }

  LetterTable part(const Domain& domain) const {
    LetterTable result{table_.names, {}, {}};
    for (size_t i = 0; i < table_.points.size(); ++i) {
      if (!holds(domain, table_.points[i])) continue;
      result.points.push_back(table_.points[i]);
      result.values.push_back(table_.values[i]);
    }
    return result;
  }

  /// What is wrong with the law at a point with this value, or nothing.
  static std::optional<Refuted> wrong_at(const Claim& law, const std::vector<int64_t>& point,
                                         int64_t true_value) {
    const auto value = evaluate(law, point);
    if (law.losing) {
      if (value.has_value() == (true_value == 0)) return std::nullopt;
      return Refuted{point, value ? "lost for the mover" : "won by the mover",
                     true_value == 0 ? "lost" : "won", ""};
    }
    const bool single = value && value->size() == 1;
    if (single && value->front() == true_value) return std::nullopt;
    return Refuted{point, single ? std::to_string(value->front()) : "", std::to_string(true_value),
                   ""};
  }

  /// The least point by the sum of coordinates where the law is wrong, or none.
  static std::optional<Refuted> disagreement(const Claim& law, const LetterTable& table) {
    std::optional<Refuted> best;
    int64_t best_sum = 0;
    for (size_t i = 0; i < table.points.size(); ++i) {
      const std::vector<int64_t>& point = table.points[i];
      const int64_t sum = std::accumulate(point.begin(), point.end(), int64_t{0});
      if (best && sum >= best_sum) continue;
      if (auto wrong = wrong_at(law, point, table.values[i])) {
        best = *std::move(wrong);
        best_sum = sum;
      }
    }
    return best;
  }

  Theorem theorem(const Claim& law, const Domain& domain,
                  std::variant<Unknown, Conjectured, Refuted, Proved> standing) {
    if (law.losing) {
      Theorem lost{&rule_, AutomaticStatement{law.cases[0].condition}, std::move(standing)};
      lost.letters = named(domain.text);
      return lost;
    }
    Theorem result{&rule_, law_as_written(law), std::move(standing)};
    std::vector<StatedCase>& latex = std::get<FormulaLaw>(result.statement).latex;
    for (size_t i = 0; i < law.cases.size(); ++i) {
      const ClaimCase& one = law.cases[i];
      std::string conditions;
      for (const Expr& c : one.conditions)
        conditions += (conditions.empty() ? "" : " \\text{ and } ") + latex_term(c, law.slot_names);
      if (!conditions.empty()) latex[i].condition = std::move(conditions);
      if (one.coefficients.size() == 1)
        latex[i].value = latex_term(one.coefficients.front(), law.slot_names);
    }
    result.letters = named(domain.text);
    return result;
  }

  /// The proof, or why there is none.
  Attempt<ParametricProof> proof(const Claim& law, const Domain& domain) {
    Attempt<Certificate> rows = law_rows(law, domain.conditions, letters());
    if (!rows) return rows.error();
    rows->rule = print_rule(rule_);
    rows->game = rule_.name;
    for (const std::vector<int64_t>& measure : domain.descent.measures)
      rows->measures.push_back({measure, 0});
    std::string reason;
    for (int64_t borrow = 1; borrow <= kMostBorrowed; ++borrow) {
      rows->borrow = {{borrow}, 0};
      const Attempt<Judgement> judgement = check_parametric(*rows, budget_);
      if (!judgement) return judgement.error();
      if (judgement->accepted) return ParametricProof{domain.descent, to_text(*rows)};
      reason = judgement->reason;
    }
    return Error::declined(reason);
  }

  /// A user's law: the first domain where it can be proved.
  Attempt<Theorem> decide(const Claim& law, const std::string& formula,
                          const std::vector<std::vector<Domain>>& domains) {
    std::optional<Theorem> refuted;
    std::optional<Theorem> tested;
    for (const std::vector<Domain>& group : domains) {
      for (const Domain& domain : group) {
        const LetterTable here = part(domain);
        if (auto found = disagreement(law, here)) {
          if (&group == domains.data()) refuted = theorem(law, domain, *std::move(found));
          continue;
        }
        Attempt<ParametricProof> proved = proof(law, domain);
        if (proved) return theorem(law, domain, Proved{*std::move(proved)});
        if (budget_.spent()) return budget_.why();
        if (tested) continue;
        if (domain.text.empty()) {
          Attempt<Theorem> affine = prove_claim(rule_, formula, options_, budget_);
          if (affine) affine->letters = named("");
          if (!affine || affine->is_proved() || affine->refutation() != nullptr) return affine;
        }
        if (here.points.empty())
          return unknown("its values are not known, and " + proved.error().message());
        std::vector<int64_t> size(rule_.arity(), 0);
        for (const auto& point : here.points) {
          for (size_t i = 0; i < size.size(); ++i) size[i] = std::max(size[i], point[i] + 1);
        }
        tested = theorem(law, domain, Conjectured{size, proved.error().message()});
      }
    }
    return tested ? *std::move(tested) : *std::move(refuted);
  }

  /// A law that is found: of the first group of domains with one, that of the fewest cases; of a
  /// later group where that has half as many and the first has many.
  Attempt<Theorem> find(const std::vector<std::vector<Domain>>& domains) {
    std::string tried;
    std::optional<Theorem> chosen;
    for (const std::vector<Domain>& group : domains) {
      std::optional<Theorem> best;
      for (const Domain& domain : group) {
        if (rule_.arity() != letters() + 1) break;
        const size_t fewer = best     ? best->formula()->cases.size()
                             : chosen ? chosen->formula()->cases.size() / 2 + 1
                                      : kMostLetterCases + 1;
        if (auto found = find_in(domain, fewer, tried)) best = std::move(found);
        if (budget_.spent()) return budget_.why();
      }
      if (best) chosen = std::move(best);
      if (chosen && chosen->formula()->cases.size() <= kManyLetterCases) break;
    }
    for (int64_t by = 2; !chosen && by <= kMostLetterRemainders; ++by) {
      for (const Domain& domain : domains.front()) {
        if (rule_.arity() != 2) break;
        chosen = find_by_remainder(domain, by);
        if (budget_.spent()) return budget_.why();
        if (chosen) break;
      }
    }
    if (chosen) return *std::move(chosen);
    const auto [side, length] = table_sides(letters());
    std::string reason = fmt::format(
        "no law of at most {} cases, with periods that are small sums of letters, was found from "
        "letters below {} and numbers below {}, and proved{}",
        kMostLetterCases, side, length, tried);
    Attempt<Theorem> affine = grundy::prove(rule_, options_, budget_);
    if (!affine) return affine;
    affine->letters = named("");
    if (affine->is_proved() || affine->slices() != nullptr) return affine;
    if (table_.points.empty()) reason = affine->reason();
    return unknown(std::move(reason));
  }

  /// The law with the fewest cases, fewer than `fewer`, of those that are guessed and can be
  /// proved.
  std::optional<Theorem> find_in(const Domain& domain, size_t fewer, std::string& tried) {
    const LetterTable here = part(domain);
    const Budget guesses(budget_, kLetterGuessSteps);
    std::vector<Claim> laws;
    guess_laws(here, guesses, [&](const std::string& text) {
      Attempt<Claim> law = read_claim(rule_, text);
      if (!law || law->cases.size() >= fewer || disagreement(*law, here)) return true;
      laws.push_back(*std::move(law));
      return laws.back().cases.size() > 1;
    });
    std::stable_sort(laws.begin(), laws.end(), [](const Claim& a, const Claim& b) {
      return a.cases.size() < b.cases.size();
    });
    if (laws.size() > kMostTriedLaws) laws.resize(kMostTriedLaws);
    for (const Claim& law : laws) {
      Attempt<ParametricProof> proved = proof(law, domain);
      if (proved) return theorem(law, domain, Proved{*std::move(proved)});
      if (budget_.spent()) return std::nullopt;
      if (!tried.empty()) continue;
      tried =
          fmt::format("; one of {} cases fits the tables{}, but {}", law.cases.size(),
                      domain.text.empty() ? "" : " for " + domain.text, proved.error().message());
    }
    return std::nullopt;
  }

  /// A law that has other cases for each remainder of the letter. The cases of each remainder are
  /// guessed alone; then all of them are proved as one law.
  std::optional<Theorem> find_by_remainder(const Domain& domain, int64_t by) {
    const LetterTable here = part(domain);
    const std::string letter = here.names.at(0);
    std::map<std::string, std::vector<int64_t>> guessed;  // a law, and the remainders it is for
    for (int64_t rest = 0; rest < by; ++rest) {
      LetterTable some{here.names, {}, {}};
      for (size_t i = 0; i < here.points.size(); ++i) {
        if (here.points[i][0] % by != rest) continue;
        some.points.push_back(here.points[i]);
        some.values.push_back(here.values[i]);
      }
      const Budget guesses(budget_, kLetterGuessSteps);
      std::string found;
      guess_laws(some, guesses, [&](const std::string& text) {
        const Attempt<Claim> law = read_claim(rule_, text);
        if (law && !disagreement(*law, some)) found = text;
        return found.empty();
      });
      if (found.empty()) return std::nullopt;
      guessed[found].push_back(rest);
    }
    const auto last = std::max_element(
        guessed.begin(), guessed.end(),
        [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    std::string cases;
    for (const auto& [law, rests] : guessed) {
      if (law == last->first) continue;
      const std::string here_is =
          rests.size() == 1 ? fmt::format("{} % {} = {}", letter, by, rests[0])
                            : fmt::format("{} % {} in {{{}}}", letter, by, fmt::join(rests, ", "));
      for (size_t at = 0; at < law.size();) {
        const size_t end = std::min(law.find("; ", at), law.size());
        const std::string one = law.substr(at, end - at);
        const size_t colon = one.find(": ");
        cases += colon == one.npos ? fmt::format("{}: {}; ", here_is, one)
                                   : fmt::format("{} and {}; ", here_is, one);
        at = end + 2;
      }
    }
    const Attempt<Claim> law = read_claim(rule_, cases + last->first);
    if (!law || law->cases.size() > kMostLetterCases || disagreement(*law, here))
      return std::nullopt;
    Attempt<ParametricProof> proved = proof(*law, domain);
    if (!proved) return std::nullopt;
    return theorem(*law, domain, Proved{*std::move(proved)});
  }

  const LetteredGame& game_;
  const Rule& rule_;
  const ProveOptions& options_;
  Budget& budget_;
  LetterTable table_;
};

}  // namespace

Attempt<Theorem> prove_for_letters(const LetteredGame& game, const LetterQuestion& question,
                                   const ProveOptions& options, Budget& budget) {
  return LetterProof(game, options, budget).prove(question);
}

}  // namespace grundy
