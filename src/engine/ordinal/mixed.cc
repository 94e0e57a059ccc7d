#include "engine/ordinal/mixed.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>

#include "analysis/facts.h"
#include "analysis/positions.h"
#include "analysis/relation.h"
#include "engine/heap/known_values.h"
#include "engine/ordinal/formula_value.h"
#include "engine/ordinal/law.h"
#include "engine/ordinal/ordinal.h"
#include "game/games.h"

namespace grundy {
namespace {

constexpr size_t kMixedDepth = 1000;  // moves in a row
// Of the parts that take finitely many positions, in one line.
constexpr size_t kMixedChoices = 4096;
constexpr unsigned long kMixedSteps = 5'000'000;  // of isl, for one position
constexpr unsigned kMixedBits = 10;               // of a coefficient in nim-sums of sets
// Values in which the period of a take-and-break game is looked for.
constexpr uint64_t kMixedTable = 4096;
constexpr uint64_t kMixedCases = 400;  // of the law of such a game

using Where = std::pair<const Rule*, Coordinates>;

/// The law of a take-and-break game whose period is proved by a short table: each value before the
/// period, and a case for each residue.
Attempt<Formula> periodic_law(const HeapCode& code, Budget& budget) {
  heap::KnownValues values(code);
  if (auto known = values.extend_to(kMixedTable, budget); !known) return known.error();
  const auto& law = values.period();
  if (!law || law->preperiod + law->period > kMixedCases)
    return Error::declined("no short period is proved");
  Formula formula{1, 1, {}};
  const auto value = [&](uint64_t n) { return static_cast<int64_t>(values.at(n).small()); };
  for (uint64_t n = 0; n < law->preperiod; ++n)
    formula.cases.push_back(
        {{{{-1}, static_cast<int64_t>(n)}}, {}, {{{0}, value(n), 1, 0}}, {1}, {0}});
  const auto period = static_cast<int64_t>(law->period);
  const auto saltus = static_cast<int64_t>(law->saltus);
  for (uint64_t n = law->preperiod; n < law->preperiod + law->period; ++n) {
    const auto first = static_cast<int64_t>(n);
    // g(n + k·p) = g(n) + k·s, a quotient without a remainder.
    formula.cases.push_back({{},
                             {},
                             {{{saltus}, value(n) * period - saltus * first, period, 0}},
                             {period},
                             {first % period}});
  }
  return formula;
}

/// The law of a game that is known without its values: "n" of nim, a proved formula or a proved
/// period of others.
Attempt<Formula> law_of_game(const RuleGame& game, Budget& budget) {
  if (game.is_nim()) return by_residues(Formula{1, 1, {Case{{}, {}, {{{1}, 0, 1, 0}}}}});
  if (const auto& code = game.facts().heap_code()) {
    if (Attempt<Formula> law = periodic_law(*code, budget); law || budget.spent()) return law;
  }
  return game.facts().has_infinitely_many_moves() ? ordinal_law(game, budget)
                                                  : quick_law(game, budget);
}

class MixedSolver final : public Solver {
 public:
  explicit MixedSolver(const RuleGame& game)
      : game_(game), context_(isl::make_context(kMixedSteps)) {}

  std::string_view engine() const override { return "mixed"; }
  std::string knows() const override {
    return "infinitely many moves into games whose values are a law";
  }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    std::vector<Value> result;
    for (const Position& position : positions) {
      const RuleGame* game = rule_game(position);
      if (game == nullptr) return Error::declined("it is no game of rules");
      const Attempt<Ordinal> value =
          value_of_rule({game->rule(), game->coordinates(position)}, budget);
      if (!value) return value.error();
      result.emplace_back(*value);
    }
    return result;
  }

  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) override {
    MoveSet result;
    if (value.is_loopy()) return result;
    const Rule& rule = *game_.rule();
    const auto coefficients = coefficients_of(value.ordinal());
    if (auto known = prepare(budget); !known) return known.error();
    if (!coefficients) return result;
    std::set<Sum> seen;
    for (const LineRelation& line : *lines_.at(&rule)) {
      const auto parts = spread(line, game_.coordinates(position), budget);
      if (!parts) return parts.error();
      for (const Choice& choice : *parts) {
        Attempt<isl::Set> options = options_of_value(line, choice, *coefficients);
        if (!options) return options.error();
        const bool infinite = choice.open && isl_set_is_bounded(options->keep()) != isl_bool_true;
        while (isl_set_is_empty(options->keep()) == isl_bool_false) {
          if (result.moves.size() == limit) {
            result.all = false;
            return result;
          }
          const std::string condition = infinite ? condition_of(line, *choice.open, *options) : "";
          const auto least = take_least(*options);
          if (!least) return least.error();
          Sum sum = sum_at(line, choice, *least);
          if (seen.insert(sorted(sum)).second) result.moves.push_back({std::move(sum), condition});
          if (infinite) {
            result.all = false;
            break;
          }
        }
      }
    }
    return result;
  }

 private:
  /// A choice of the parts that take finitely many positions, with the nim-sum of their values;
  /// where one part takes infinitely many, the set of its positions.
  struct Choice {
    std::vector<Coordinates> parts;  // empty coordinates for the open one
    Ordinal value;
    std::optional<size_t> open;
    isl::Set positions;
  };

  /// The relations of all games that are met and the laws of those that have one; how many powers
  /// of ω are needed.
  Attempt<void> prepare(Budget& budget) {
    if (powers_ > 0) return {};
    size_t powers = 0;
    for (const Rule* rule : game_.facts().reachable_games()) {
      if (rule->is_alias) return Error::declined("a move leads to another name for a sum");
      const RuleGame& game = game_.games().of(*rule);
      if (rule != game_.rule()) {
        Attempt<Formula> law = law_of_game(game, budget);
        if (budget.spent()) return budget.why();
        if (law) {
          powers = std::max(powers, law->powers);
          laws_.emplace(rule, *std::move(law));
          continue;
        }
      }
      isl::allow(context_.get(), kMixedSteps);
      auto lines = line_relations(context_.get(), *rule);
      if (!lines) return not_linear(*rule);
      lines_.emplace(rule, std::move(lines));
    }
    if (!lines_.contains(game_.rule())) return Error::declined("its moves are not affine");
    powers_ = powers + 1;
    return {};
  }

  /// Names the first line that is beyond what is decided of infinitely many moves.
  Error not_linear(const Rule& rule) {
    for (const MoveLine& line : rule.moves) {
      isl::allow(context_.get(), kMixedSteps);
      if (line_relation(context_.get(), rule, line)) continue;
      return Error::declined(
          fmt::format("infinitely many moves are decided only where all lines have linear "
                      "conditions and remainders: not `{}`",
                      rule.source->text.substr(line.span.begin, line.span.end - line.span.begin)));
    }
    return Error::declined(fmt::format("the moves of '{}' are not written out", rule.full_name));
  }

  std::optional<std::vector<uint64_t>> coefficients_of(const Ordinal& value) const {
    if (value >= Ordinal::power_of_omega(static_cast<uint64_t>(powers_))) return std::nullopt;
    std::vector<uint64_t> result;
    for (size_t j = 0; j < powers_; ++j) {
      const auto coefficient =
          value.coefficient(static_cast<uint64_t>(powers_ - 1 - j)).to_uint64();
      if (!coefficient) return std::nullopt;
      result.push_back(*coefficient);
    }
    return result;
  }

  Attempt<Ordinal> value_of_rule(const Where& where, Budget& budget) {
    if (auto known = prepare(budget); !known) return known.error();
    if (const auto law = laws_.find(where.first); law != laws_.end())
      return value_at(law->second, where.second);
    if (const auto known = known_.find(where); known != known_.end()) return known->second;
    if (budget.spent()) return budget.why();
    if (!path_.insert(where).second)
      return Error::declined(
          fmt::format("play need not end from {}", position_text(*where.first, where.second)));
    Attempt<Ordinal> value =
        path_.size() > kMixedDepth
            ? Attempt<Ordinal>(Error::declined(fmt::format(
                  "more than {} moves in a row, none of them known by a law", kMixedDepth)))
            : least_outside(where, budget);
    path_.erase(where);
    if (value) known_.emplace(where, *value);
    return value;
  }

  /// The least ordinal that is no option's value.
  Attempt<Ordinal> least_outside(const Where& where, Budget& budget) {
    isl_space* space = isl_space_set_alloc(context_.get(), 0, static_cast<unsigned>(powers_));
    isl::Set free(isl_set_universe(space));
    for (unsigned j = 0; j < powers_; ++j)
      free = isl::Set(isl_set_lower_bound_si(free.take(), isl_dim_set, j, 0));
    const auto lines = lines_.find(where.first);
    if (lines == lines_.end())
      return Error::declined(
          fmt::format("the values of '{}' are not known", where.first->full_name));
    for (const LineRelation& line : *lines->second) {
      const auto choices = spread(line, where.second, budget);
      if (!choices) return choices.error();
      for (const Choice& choice : *choices) {
        Attempt<isl::Set> values = values_of(line, choice);
        if (!values) return values.error();
        free = isl::Set(isl_set_subtract(free.take(), values->take()));
      }
    }
    if (!free) return gave_up();
    if (isl_set_is_empty(free.keep()) != isl_bool_false)
      return Error::declined(
          fmt::format("a value is beyond the powers of ω that are tried, ω^{}", powers_ - 1));
    const auto least = take_least(free);
    if (!least) return least.error();
    std::vector<Ordinal::Term> terms;
    for (size_t j = 0; j < powers_; ++j) terms.push_back({powers_ - 1 - j, (*least)[j]});
    return Ordinal::from_terms(std::move(terms));
  }

  static Error gave_up() { return Error::declined("too many steps of isl"); }

  /// The options of a line, choice by choice of the parts that take finitely many positions.
  Attempt<std::vector<Choice>> spread(const LineRelation& line, const Coordinates& position,
                                      Budget& budget) {
    isl::allow(context_.get(), kMixedSteps);
    isl::Set domain(isl_set_universe(isl_space_domain(isl_map_get_space(line.moves.keep()))));
    domain =
        with_coordinates(std::move(domain), std::vector<Natural>(position.begin(), position.end()));
    const isl::Set options(
        isl_map_range(isl_map_intersect_domain(line.moves.copy(), domain.take())));
    if (!options) return gave_up();
    std::vector<Choice> result;
    if (isl_set_is_empty(options.keep()) == isl_bool_true) return result;
    // Which part is open, and where the coordinates of each begin.
    std::vector<unsigned> begin = {0};
    for (const Rule* part : line.parts)
      begin.push_back(begin.back() + static_cast<unsigned>(part->arity()));
    const unsigned size = begin.back();
    std::optional<size_t> open;
    for (size_t p = 0; p < line.parts.size(); ++p) {
      isl_set* one =
          isl_set_project_out(options.copy(), isl_dim_set, begin[p + 1], size - begin[p + 1]);
      const isl::Set positions(isl_set_project_out(one, isl_dim_set, 0, begin[p]));
      if (isl_set_is_bounded(positions.keep()) == isl_bool_true) continue;
      if (open) return Error::declined("two parts of a move take infinitely many positions");
      if (!laws_.contains(line.parts[p]))
        return Error::declined(
            fmt::format("infinitely many moves into '{}', whose values are not known as a law",
                        line.parts[p]->full_name));
      open = p;
    }
    isl::Set closed(options);
    const unsigned open_begin = open ? begin[*open] : size;
    const unsigned open_size = open ? begin[*open + 1] - open_begin : 0;
    if (open)
      closed = isl::Set(isl_set_project_out(closed.take(), isl_dim_set, open_begin, open_size));
    while (isl_set_is_empty(closed.keep()) == isl_bool_false) {
      if (result.size() == kMixedChoices)
        return Error::declined(
            fmt::format("a line with more than {} moves beside infinitely many", kMixedChoices));
      const auto point = take_least(closed);
      if (!point) return point.error();
      Choice choice;
      choice.open = open;
      isl::Set here = options;
      size_t at = 0;
      for (size_t p = 0; p < line.parts.size(); ++p) {
        Coordinates& coordinates = choice.parts.emplace_back();
        if (open && p == *open) continue;
        for (unsigned i = begin[p]; i < begin[p + 1]; ++i) {
          coordinates.push_back((*point)[at]);
          const auto number = (*point)[at++].to_uint64();
          if (!number || *number > INT64_MAX) return Error::declined("a coordinate beyond 2^63");
          here = isl::Set(
              isl_set_fix_val(here.take(), isl_dim_set, i,
                              isl_val_int_from_ui(context_.get(), static_cast<uint64_t>(*number))));
        }
        const Attempt<Ordinal> value = value_of_rule({line.parts[p], coordinates}, budget);
        if (!value) return value.error();
        choice.value = nim_sum(choice.value, *value);
        isl::allow(context_.get(), kMixedSteps);
      }
      if (open) {
        here = isl::Set(isl_set_project_out(here.take(), isl_dim_set, open_begin + open_size,
                                            size - open_begin - open_size));
        choice.positions = isl::Set(isl_set_project_out(here.take(), isl_dim_set, 0, open_begin));
      }
      result.push_back(std::move(choice));
    }
    return result;
  }

  /// position → value of a game with a law, with the engine's number of powers.
  isl::Map law_map(const Rule* rule) const {
    const Formula& law = laws_.at(rule);
    const auto more = static_cast<unsigned>(powers_ - law.powers);
    isl_map* map = isl_map_insert_dims(to_map(context_.get(), law).take(), isl_dim_out, 0, more);
    for (unsigned i = 0; i < more; ++i) map = isl_map_fix_si(map, isl_dim_out, i, 0);
    return isl::Map(map);
  }

  /// The values v with v ⊕ `value` in the set.
  Attempt<isl::Set> nim_sums(isl::Set set, const Ordinal& value) const {
    const auto coefficients = coefficients_of(value);
    if (!coefficients) return gave_up();
    std::string names;
    for (size_t j = 0; j < powers_; ++j) names += fmt::format("{}a{}", j == 0 ? "" : ", ", j);
    for (size_t j = 0; j < powers_; ++j) {
      const uint64_t c = (*coefficients)[j];
      if (c == 0) continue;
      const auto bits = static_cast<unsigned>(std::bit_width(c));
      if (bits > kMixedBits)
        return Error::declined(fmt::format(
            "a nim-sum of infinitely many values with one of {} or more", 1U << kMixedBits));
      const uint64_t modulus = uint64_t{1} << bits;
      std::string pieces;
      for (uint64_t r = 0; r < modulus; ++r) {
        std::string to = names;
        const std::string name = fmt::format("a{}", j);
        const size_t at = to.find(name);
        to.replace(
            at, name.size(),
            fmt::format("{} + {}", name, static_cast<int64_t>(r ^ c) - static_cast<int64_t>(r)));
        pieces += fmt::format("{}[{}] -> [{}] : {} mod {} = {}", r == 0 ? "" : "; ", names, to,
                              name, modulus, r);
      }
      isl_map* map = isl_map_read_from_str(context_.get(), fmt::format("{{ {} }}", pieces).c_str());
      set = isl::Set(isl_set_coalesce(isl_set_apply(set.take(), map)));
    }
    if (!set) return gave_up();
    return set;
  }

  /// The values of the options of a choice.
  Attempt<isl::Set> values_of(const LineRelation& line, const Choice& choice) const {
    if (!choice.open) {
      const auto coefficients = coefficients_of(choice.value);
      if (!coefficients) return gave_up();
      return single(*coefficients);
    }
    isl_set* values =
        isl_set_apply(choice.positions.copy(), law_map(line.parts[*choice.open]).take());
    return nim_sums(isl::Set(isl_set_coalesce(values)), choice.value);
  }

  isl::Set single(const std::vector<uint64_t>& coefficients) const {
    isl_space* space = isl_space_set_alloc(context_.get(), 0, static_cast<unsigned>(powers_));
    const std::vector<Natural> numbers(coefficients.begin(), coefficients.end());
    return with_coordinates(isl::Set(isl_set_universe(space)), numbers);
  }

  /// The positions of the open part that give the option this value; without an open part one point
  /// or none.
  Attempt<isl::Set> options_of_value(const LineRelation& line, const Choice& choice,
                                     const std::vector<uint64_t>& coefficients) const {
    if (!choice.open) {
      const bool has = coefficients_of(choice.value) == coefficients;
      isl_space* none = isl_space_set_alloc(context_.get(), 0, 0);
      return isl::Set(has ? isl_set_universe(none) : isl_set_empty(none));
    }
    Attempt<isl::Set> wanted = nim_sums(single(coefficients), choice.value);
    if (!wanted) return wanted.error();
    isl_map* law =
        isl_map_intersect_range(law_map(line.parts[*choice.open]).take(), wanted->take());
    isl::Set options(isl_set_intersect(choice.positions.copy(), isl_map_domain(law)));
    if (!options) return gave_up();
    return options;
  }

  static std::string condition_of(const LineRelation& line, size_t open,
                                  const isl::Set& positions) {
    return condition_text(positions, line.parts[open]->coordinates);
  }

  Sum sum_at(const LineRelation& line, const Choice& choice,
             const std::vector<Natural>& open) const {
    Sum sum;
    for (size_t p = 0; p < line.parts.size(); ++p) {
      const bool is_open = choice.open && p == *choice.open;
      const Coordinates at = is_open ? Coordinates(open.begin(), open.end()) : choice.parts[p];
      sum.push_back(game_.games().of(*line.parts[p]).at(at));
    }
    return sum;
  }

  const RuleGame& game_;
  isl::Context context_;  // before the objects in it
  std::map<const Rule*, std::optional<std::vector<LineRelation>>> lines_;
  std::map<const Rule*, Formula> laws_;  // by residues
  size_t powers_ = 0;                    // values are below ω^powers_; 0: nothing is prepared
  std::map<Where, Ordinal> known_;
  std::set<Where> path_;  // positions that are being valued
};

class MixedEngine final : public Engine {
 public:
  std::string_view name() const override { return "mixed"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    if (game.rule() == nullptr) return nullptr;
    const auto& rule_game = static_cast<const RuleGame&>(game);
    const Facts& facts = rule_game.facts();
    const Rule& rule = facts.rule();
    if (rule.is_alias || rule.moves_by_code || rule.arity() == 0 ||
        !facts.has_infinitely_many_moves())
      return nullptr;
    return facts.option_sets() != nullptr ? nullptr : std::make_unique<MixedSolver>(rule_game);
  }
};

}  // namespace

const Engine* mixed_engine() {
  static const MixedEngine engine;
  return &engine;
}

}  // namespace grundy
