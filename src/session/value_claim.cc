#include "session/value_claim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/isl.h"
#include "analysis/relation.h"
#include "base/alarm.h"
#include "base/text.h"
#include "engine/plan.h"
#include "proof/claim.h"
#include "proof/theorem_text.h"
#include "session/claim_reader.h"
#include "session/json.h"
#include "session/law.h"
#include "session/repetition.h"

namespace grundy {
namespace {

constexpr uint64_t kMostLooked = 50'000'000;       // n that settle a claim about a period
constexpr uint64_t kMostPieces = 200;              // of a law, as an integer set
constexpr uint64_t kTested = 100'000;              // choices of the variables
constexpr uint64_t kAskedAtOnce = 1 << 12;         // choices, whose values are asked for together
constexpr uint64_t kMostKnown = 1 << 20;           // values that are kept from earlier choices
constexpr unsigned long kClaimSteps = 20'000'000;  // of isl

using Numbers = std::vector<int64_t>;

/// A law as a relation between positions and values, of not too many pieces.
std::optional<isl::Map> map_of(isl_ctx* context, const Theorem& theorem) {
  if (const FormulaLaw* formula = theorem.formula()) {
    isl::Map map;
    if (formula->formula) {
      if (formula->formula->powers == 1) map = to_map(context, *formula->formula);
    } else if (const auto read = read_claim(*theorem.rule, text_of(*formula))) {
      if (!read->losing && read->powers == 1) map = to_map(context, *read);
    }
    return map ? std::optional(std::move(map)) : std::nullopt;
  }
  const Law* law = theorem.law();
  if (law == nullptr || law->values.size() > kMostPieces) return std::nullopt;
  std::string text;
  for (uint64_t n = 0; n < law->values.size(); ++n) {
    const uint32_t value = law->values[n];
    text += text.empty() ? "{ " : "; ";
    if (n < law->preperiod) {
      text += fmt::format("[{}] -> [{}]", n, value);
    } else {
      text += fmt::format("[n] -> [v] : exists (k : k >= 0 and n = {} + {} k and v = {} + {} k)", n,
                          law->period, value, law->saltus);
    }
  }
  isl::Map map(isl_map_read_from_str(context, (text + " }").c_str()));
  return map ? std::optional(std::move(map)) : std::nullopt;
}

class ClaimJudge {
 public:
  ClaimJudge(Session& session, const Rule& rule, ValueClaim claim, Budget& budget)
      : session_(session), rule_(rule), claim_(std::move(claim)), budget_(budget) {}

  Attempt<ClaimJudgement> judge(std::string_view game, std::optional<uint64_t> upto) {
    const Attempt<FoundLaw> law = find_law(session_, game, LawQuestion(), budget_);
    if (!law && (law.error().kind != Error::Kind::declined || law.error().is_end))
      return law.error();
    if (law && law->theorem.is_proved()) {
      std::optional<Attempt<ClaimJudgement>> settled = by_repetition(law->theorem);
      if (!settled) settled = by_sets(law->theorem);
      if (settled) return *std::move(settled);
    }
    return by_tests(upto);
  }

 private:
  using Standing = ClaimJudgement::Standing;

  /// The position of the value number `i` where the variables and the values before it are so.
  Attempt<Coordinates> position(size_t i, const Numbers& numbers) const {
    Coordinates result;
    const ClaimedValue& value = claim_.values[i];
    for (const TermText& term : value.position) {
      const Attempt<int64_t> at = term.at(numbers);
      if (!at) return at.error();
      if (*at < 0)
        return Error::input(fmt::format(
            "{} is no position where {}: '{}' is negative; a condition behind 'for' says of which "
            "numbers the claim is, as in 'g(n - 3) <= n for n >= 3'",
            value.text, places(numbers), trimmed(term.text())));
      result.push_back(Natural(static_cast<uint64_t>(*at)));
    }
    return result;
  }

  /// "n = 70"
  std::string places(const Numbers& numbers) const {
    std::vector<std::string> parts;
    for (size_t i = 0; i < claim_.variables.size(); ++i)
      parts.push_back(fmt::format("{} = {}", claim_.variables[i], numbers[i]));
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  Attempt<bool> is_asked(const Numbers& variables) const {
    for (const TermText& condition : claim_.where) {
      const Attempt<int64_t> holds = condition.at(variables);
      if (!holds) return holds.error();
      if (*holds == 0) return false;
    }
    return true;
  }

  /// One variable, and values that repeat: finitely many n settle it.
  std::optional<Attempt<ClaimJudgement>> by_repetition(const Theorem& theorem) {
    const Law* law = theorem.law();
    if (law == nullptr || law->saltus != 0 || claim_.variables.size() != 1) return std::nullopt;
    const std::optional<Repeating> all = repetition(claim_, *law, kMostLooked);
    if (!all) return std::nullopt;
    const uint64_t end = all->from + all->period;
    Numbers numbers;
    for (uint64_t n = 0; n < end; ++n) {
      if (n % 1024 == 0 && budget_.spent()) return budget_.why();
      numbers.assign(1, static_cast<int64_t>(n));
      const Attempt<bool> asked = is_asked(numbers);
      if (!asked) return asked.error();
      if (!*asked) continue;
      for (size_t i = 0; i < claim_.values.size(); ++i) {
        const Attempt<Coordinates> at = position(i, numbers);
        if (!at) return at.error();
        numbers.push_back(static_cast<int64_t>(law->at((*at)[0]).small()));
      }
      const Attempt<int64_t> holds = claim_.relation.at(numbers);
      if (!holds) return holds.error();
      if (*holds == 0) return refuted(numbers, &theorem);
    }
    return proved(theorem, fmt::format("By this law both sides repeat, and the claim holds for all "
                                       "{} < {}.",
                                       claim_.variables[0], end));
  }

  /// The conditions on the variables, as they are written.
  std::vector<std::string> where() const {
    std::vector<std::string> conditions;
    for (const TermText& one : claim_.where)
      conditions.push_back(fmt::format("({})", trimmed(one.text())));
    return conditions;
  }

  /// The natural numbers of these names with which all conditions hold; nothing where some are not
  /// linear.
  static std::optional<isl::Set> integers(isl_ctx* context, const std::vector<std::string>& names,
                                          const std::vector<std::string>& conditions) {
    std::string text = fmt::format("game claim({})\n  -> 0", fmt::join(names, ", "));
    if (!conditions.empty()) text += fmt::format(" if {}", fmt::join(conditions, " and "));
    Rulebook book;
    if (!book.load_text("claim", text + "\n")) return std::nullopt;
    const Attempt<const Rule*> rule = book.rule("claim");
    if (!rule || (*rule)->moves.size() != 1) return std::nullopt;
    const auto line = line_relation(context, **rule, (*rule)->moves[0]);
    if (!line) return std::nullopt;
    return isl::Set(isl_map_domain(line->moves.copy()));
  }

  /// The variables with which the values are those of the law and the condition, if there is one,
  /// holds.
  std::optional<isl::Set> variables_with(isl_ctx* context, const isl::Map& law,
                                         std::vector<std::string> conditions) const {
    std::vector<std::string> names = claim_.variables;
    for (size_t i = 0; i < claim_.values.size(); ++i) {
      for (size_t j = 0; j < rule_.arity(); ++j) {
        names.push_back(fmt::format("at_{}_{}", i, j));
        conditions.push_back(
            fmt::format("{} = ({})", names.back(), trimmed(claim_.values[i].position[j].text())));
      }
    }
    for (size_t i = 0; i < claim_.values.size(); ++i) names.push_back(value_name(i));
    std::optional<isl::Set> all = integers(context, names, conditions);
    if (!all) return std::nullopt;
    const auto first = static_cast<unsigned>(claim_.variables.size());
    return isl::Set(isl_set_project_out(with_law(context, *std::move(all), law).take(), isl_dim_set,
                                        first, static_cast<unsigned>(names.size()) - first));
  }

  /// Where all values are those of the law.
  isl::Set with_law(isl_ctx* context, isl::Set set, const isl::Map& law) const {
    const auto arity = static_cast<unsigned>(rule_.arity());
    const isl::Set graph(isl_set_flatten(isl_map_wrap(law.copy())));
    const auto first = static_cast<unsigned>(claim_.variables.size());
    const auto values = static_cast<unsigned>(claim_.values.size());
    for (unsigned i = 0; i < values; ++i) {
      isl_space* space = isl_space_alloc(context, 0, first + values * (arity + 1), arity + 1);
      isl_map* picked = isl_map_universe(space);
      for (unsigned j = 0; j < arity; ++j)
        picked = isl_map_equate(picked, isl_dim_in, static_cast<int>(first + i * arity + j),
                                isl_dim_out, static_cast<int>(j));
      picked = isl_map_equate(picked, isl_dim_in, static_cast<int>(first + values * arity + i),
                              isl_dim_out, static_cast<int>(arity));
      set = isl::Set(
          isl_set_intersect(set.take(), isl_set_apply(graph.copy(), isl_map_reverse(picked))));
    }
    return set;
  }

  std::optional<Attempt<ClaimJudgement>> by_sets(const Theorem& theorem) {
    const isl::Context context = isl::make_context(kClaimSteps);
    const Alarm alarm(budget_, [ctx = context.get()] { isl_ctx_abort(ctx); });
    const std::optional<isl::Map> law = map_of(context.get(), theorem);
    if (!law) return std::nullopt;
    std::vector<std::string> contrary = where();
    contrary.push_back(fmt::format("not ({})", claim_.relation_of_values));
    const auto wrong = variables_with(context.get(), *law, std::move(contrary));
    // Outside, some coordinate is negative: the claim is in error there, as with_values() says.
    std::optional<isl::Set> domain = integers(context.get(), claim_.variables, where());
    std::optional<isl::Set> inside = variables_with(context.get(), *law, where());
    if (!wrong || !domain || !inside) return std::nullopt;
    const isl::Set outside(isl_set_subtract(domain->take(), inside->take()));
    for (const isl::Set* set : {&*wrong, &outside}) {
      const isl_bool empty = isl_set_is_empty(set->keep());
      if (empty == isl_bool_true) continue;
      const auto least = empty == isl_bool_false ? least_by_sum(*set) : std::nullopt;
      if (!least) return std::nullopt;
      return with_values(*least, &theorem);
    }
    return proved(theorem,
                  "With this law the claim is one about integers without products, and isl finds "
                  "that no integers contradict it.");
  }

  /// The choice of the variables with its values, which contradicts the claim.
  Attempt<ClaimJudgement> with_values(const Numbers& variables, const Theorem* theorem) {
    Numbers numbers = variables;
    if (auto filled = fill(numbers); !filled) return std::move(filled).error();
    const Attempt<int64_t> holds = claim_.relation.at(numbers);
    if (!holds) return holds.error();
    if (*holds != 0)
      return Error::internal(
          fmt::format("{}: the least counterexample is none", places(variables)));
    return refuted(numbers, theorem);
  }

  /// Adds the values to the variables.
  Attempt<void> fill(Numbers& numbers) {
    for (size_t i = 0; i < claim_.values.size(); ++i) {
      const Attempt<Coordinates> at = position(i, numbers);
      if (!at) return at.error();
      const Attempt<int64_t> value = value_at(*at);
      if (!value) return value.error();
      numbers.push_back(*value);
    }
    return {};
  }

  Attempt<int64_t> value_at(const Coordinates& at) {
    if (const auto known = known_.find(at); known != known_.end()) return known->second;
    const RuleGame& game = session_.games().of(rule_);
    const std::vector<Position> asked = {game.at(at)};
    const Attempt<std::vector<Value>> values = session_.solvers().of(game).values(asked, budget_);
    if (!values) return values.error();
    return remember(at, (*values)[0]);
  }

  Attempt<int64_t> remember(const Coordinates& at, const Value& value) {
    if (!value.is_finite() || !value.ordinal().is_small() ||
        value.ordinal().small() > uint64_t{INT64_MAX})
      return Error::declined(
          fmt::format("{} has the value {}; a claim is about values that are numbers below 2^63",
                      to_string(session_.games().of(rule_).at(at)), value.to_string()));
    const auto number = static_cast<int64_t>(value.ordinal().small());
    known_.emplace(at, number);
    return number;
  }

  /// Asks for many values at once, the first of each choice of the variables.
  Attempt<void> prepare(const std::vector<Numbers>& choices) {
    const RuleGame& game = session_.games().of(rule_);
    if (known_.size() > kMostKnown) known_.clear();
    std::vector<Coordinates> places;
    std::vector<Position> asked;
    for (const Numbers& variables : choices) {
      for (size_t i = 0; i < claim_.values.size(); ++i) {
        if (is_nested(i)) break;
        const Attempt<Coordinates> at = position(i, variables);
        if (!at) return at.error();
        if (known_.contains(*at)) continue;
        places.push_back(*at);
        asked.push_back(game.at(*at));
      }
    }
    const Attempt<std::vector<Value>> values = session_.solvers().of(game).values(asked, budget_);
    if (!values) return values.error();
    for (size_t i = 0; i < places.size(); ++i) {
      if (auto kept = remember(places[i], (*values)[i]); !kept) return std::move(kept).error();
    }
    return {};
  }

  /// Whether the position depends on other values.
  bool is_nested(size_t i) const {
    const std::vector<TermText>& terms = claim_.values[i].position;
    return std::any_of(terms.begin(), terms.end(), [&](const TermText& term) {
      for (size_t j = 0; j < claim_.values.size(); ++j) {
        if (mentions(term.exprs()[0], claim_.variables.size() + j)) return true;
      }
      return false;
    });
  }

  /// Calls visit for each choice of the variables of which the greatest is `most`, in order, until
  /// it gives false; whether it never did.
  template <class Visit>
  bool each_choice(uint64_t most, const Visit& visit) const {
    const auto top = static_cast<int64_t>(most);
    Numbers choice(claim_.variables.size(), 0);
    const size_t last = choice.size() - 1;
    for (;;) {
      const bool reached =
          std::find(choice.begin(), choice.begin() + static_cast<std::ptrdiff_t>(last), top) !=
          choice.begin() + static_cast<std::ptrdiff_t>(last);
      for (choice[last] = reached ? 0 : top; choice[last] <= top; ++choice[last]) {
        if (!visit(choice)) return false;
      }
      size_t i = last;
      while (i > 0 && choice[i - 1] == top) choice[--i] = 0;
      if (i == 0) return true;
      ++choice[i - 1];
    }
  }

  /// How far the variables go so that there are about kTested choices.
  uint64_t usual_end() const {
    const double side =
        std::pow(static_cast<double>(kTested), 1 / static_cast<double>(claim_.variables.size()));
    return static_cast<uint64_t>(side);
  }

  /// Whether the claim holds of these choices; the values of all are asked for at once.
  Attempt<std::optional<ClaimJudgement>> try_all(std::vector<Numbers>& choices) {
    if (auto ready = prepare(choices); !ready) return std::move(ready).error();
    for (Numbers& numbers : choices) {
      if (auto filled = fill(numbers); !filled) return std::move(filled).error();
      const Attempt<int64_t> holds = claim_.relation.at(numbers);
      if (!holds) return holds.error();
      if (*holds == 0) return std::optional(refuted(numbers, nullptr));
    }
    choices.clear();
    return std::optional<ClaimJudgement>();
  }

  /// Choices in the order of their greatest variable.
  Attempt<ClaimJudgement> by_tests(std::optional<uint64_t> upto) {
    const uint64_t last = claim_.is_closed ? 0 : upto.value_or(usual_end());
    std::vector<Numbers> choices;
    for (uint64_t most = 0; most <= last; ++most) {
      std::optional<Error> failed;
      each_choice(most, [&](const Numbers& choice) {
        const Attempt<bool> asked = is_asked(choice);
        if (!asked) failed = asked.error();
        if (asked && *asked) choices.push_back(choice);
        if (budget_.spent()) failed = budget_.why();
        return !failed;
      });
      if (failed) return *failed;
      if (choices.size() < kAskedAtOnce && most < last) continue;
      Attempt<std::optional<ClaimJudgement>> found = try_all(choices);
      if (!found) return std::move(found).error();
      if (*found) return **std::move(found);
      budget_.progress("values", most, last);
    }
    return tested(last);
  }

  /// " for all natural numbers n with n >= 71: g(n + 12) = g(n)"
  std::string stated() const {
    if (claim_.is_closed) return ": " + claim_.relation_text;
    const std::string with =
        claim_.where_text.empty() ? "" : fmt::format(" with {}", claim_.where_text);
    return fmt::format(" for all natural numbers {}{}: {}", fmt::join(claim_.variables, ", "), with,
                       claim_.relation_text);
  }

  ClaimJudgement judgement(Standing standing, std::string text, JsonWriter json) const {
    return {standing, std::move(text), json.end_object().take() + "\n"};
  }
  JsonWriter begin_json(std::string_view status) const {
    JsonWriter json;
    json.begin_object().key("game").value(rule_.full_name);
    json.key("claim").value(claim_.text).key("status").value(status);
    return json;
  }

  ClaimJudgement proved(const Theorem& theorem, const std::string& reason) const {
    JsonWriter json = begin_json("proved");
    json.key("by").value(statement(theorem));
    return judgement(Standing::proved,
                     fmt::format("True{}\nProof. {}\n{}\n", stated(), statement(theorem), reason),
                     std::move(json));
  }

  ClaimJudgement refuted(const Numbers& numbers, const Theorem* theorem) const {
    JsonWriter json = begin_json("refuted");
    json.key("counterexample").begin_object();
    for (size_t i = 0; i < claim_.variables.size() && !claim_.is_closed; ++i)
      json.key(claim_.variables[i]).value(static_cast<uint64_t>(numbers[i]));
    json.end_object().key("values").begin_object();
    std::vector<std::string> values;
    for (size_t i = 0; i < claim_.values.size(); ++i) {
      const int64_t value = numbers[claim_.variables.size() + i];
      const std::string text = fmt::format("{} = {}", claim_.values[i].text, value);
      if (std::find(values.begin(), values.end(), text) != values.end()) continue;
      values.push_back(text);
      json.key(claim_.values[i].text).value(static_cast<uint64_t>(value));
    }
    json.end_object();
    if (theorem != nullptr) json.key("by").value(statement(*theorem));
    const std::string at =
        claim_.is_closed ? "False:" : fmt::format("False for {}, where", places(numbers));
    return judgement(Standing::refuted, fmt::format("{} {}.\n", at, fmt::join(values, " and ")),
                     std::move(json));
  }

  ClaimJudgement tested(uint64_t last) const {
    if (claim_.is_closed) {
      JsonWriter json = begin_json("proved");
      return judgement(Standing::proved, fmt::format("True: {}\n", claim_.relation_text),
                       std::move(json));
    }
    JsonWriter json = begin_json("tested");
    json.key("upto").value(last);
    return judgement(
        Standing::tested,
        fmt::format("Tested and not proved{}\n"
                    "It holds for all {} up to {}. No proved law of {} settles it.\n",
                    stated(), fmt::join(claim_.variables, ", "), last, rule_.full_name),
        std::move(json));
  }

  Session& session_;
  const Rule& rule_;
  ValueClaim claim_;
  Budget& budget_;
  std::map<Coordinates, int64_t> known_;
};

}  // namespace

Attempt<ClaimJudgement> judge_claim(Session& session, std::string_view game, std::string_view claim,
                                    std::optional<uint64_t> upto, Budget& budget) {
  const Attempt<const Rule*> rule = session.game(game, budget);
  if (!rule) return rule.error();
  if ((*rule)->board)
    return Error::input(fmt::format("claims are about games of numbers; '{}' is played on a board",
                                    (*rule)->full_name));
  Attempt<ValueClaim> read = read_value_claim(claim, **rule);
  if (!read) return std::move(read).error();
  session.solvers().make_room(budget);
  return ClaimJudge(session, **rule, *std::move(read), budget).judge(game, upto);
}

}  // namespace grundy
