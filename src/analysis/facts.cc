#include "analysis/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "analysis/heap_code.h"
#include "analysis/nest.h"
#include "analysis/pieces.h"
#include "analysis/print.h"
#include "analysis/symmetry.h"
#include "base/text.h"
#include "rule/print.h"

namespace grundy {
namespace {

constexpr std::array<unsigned long, 3> kStepsByEffort = {200'000, 10'000'000,
                                                         100'000'000};  // of isl, by effort

unsigned long steps(Effort effort) { return kStepsByEffort.at(static_cast<size_t>(effort)); }

/// The fact, which `find` gives when it is not known yet.
template <class T, class Find>
const T& once(std::optional<T>& known, Find&& find) {
  if (!known) known.emplace(find());
  return *known;
}

/// Why line_relations gave nothing, though isl did not give up.
std::string why_no_lines(const Rule& rule) {
  if (rule.is_alias) return "it is another name for a sum";
  if (rule.moves_by_code) return "its moves are listed from its code";
  for (const MoveLine& line : rule.moves) {
    for (const Part& part : line.parts) {
      if (!part.binders.empty()) return "a move leads to a sum without a fixed number of parts";
      if (part.game->is_alias) return "a move leads to another name for a sum";
    }
  }
  return "a term or condition is not affine";
}

/// Whether each of the loops that list the moves is seen to end.
bool all_loops_end(const Rule& rule) {
  return !has_open_binder(rule) ||
         std::all_of(rule.moves.begin(), rule.moves.end(), [&](const MoveLine& line) {
           const std::vector<Nest> nests = nests_of(rule, line);
           return std::all_of(nests.begin(), nests.end(), [](const Nest& nest) {
             return std::all_of(nest.loops.begin(), nest.loops.end(),
                                [](const Loop& loop) { return loop.end == Loop::End::finite; });
           });
         });
}

/// Whether every position has finitely many options; nothing when isl gives up.
std::optional<bool> is_finite(const LineRelation& line) {
  const auto arity = static_cast<unsigned>(isl_map_dim(line.moves.keep(), isl_dim_in));
  const isl::Set options(
      isl_map_range(isl_map_move_dims(line.moves.copy(), isl_dim_param, 0, isl_dim_in, 0, arity)));
  const isl_bool bounded = isl_set_is_bounded(options.keep());
  if (bounded == isl_bool_error) return std::nullopt;
  return bounded == isl_bool_true;
}

}  // namespace

Facts::Facts(const Rule& rule) : rule_(rule) {}

isl_ctx* Facts::context(unsigned long steps) const {
  if (!context_) context_ = isl::make_context(steps);
  isl::allow(context_.get(), steps);
  return context_.get();
}

/// The fact as the least effort finds it that is enough, up to this one: so it is the same whatever
/// was asked before.
template <class T, class Find>
const Facts::Found<T>& Facts::by_effort(ByEffort<T>& known, Effort effort, Find&& find) const {
  for (size_t i = 0;; ++i) {
    const auto tried = static_cast<Effort>(i);
    std::optional<Found<T>>& here = known.at(i);
    if (!here) here.emplace(find(tried));
    if (tried == effort || !here->gave_up) return *here;
  }
}

bool Facts::is_nim() const { return grundy::is_nim(rule_); }

bool Facts::splits() const {
  const auto many = [](const std::vector<Part>& parts) {
    return parts.size() > 1 || std::any_of(parts.begin(), parts.end(),
                                           [](const Part& part) { return !part.binders.empty(); });
  };
  if (rule_.moves_by_code) return rule_.code->unbounded() || rule_.code->greatest_count() > 1;
  return std::any_of(rule_.moves.begin(), rule_.moves.end(),
                     [&](const MoveLine& line) { return many(line.parts); });
}

bool Facts::stays_in_game() const {
  return !rule_.is_alias &&
         std::all_of(rule_.moves.begin(), rule_.moves.end(), [&](const MoveLine& line) {
           return std::all_of(line.parts.begin(), line.parts.end(),
                              [&](const Part& part) { return part.game == &rule_; });
         });
}

const std::vector<const Rule*>& Facts::reachable_games() const {
  return once(reachable_games_, [&] { return grundy::reachable_games({&rule_}); });
}

bool Facts::has_open_binder() const { return grundy::has_open_binder(rule_); }

bool Facts::has_infinitely_many_moves() const {
  return once(has_infinitely_many_moves_, [&] {
    if (grundy::has_infinitely_many_moves(rule_)) return true;
    // Conditions with remainders or distances bound no loop that is seen; isl knows.
    return !all_loops_end(rule_) && finitely_many_options(Effort::patient) == false;
  });
}

const std::optional<std::pair<size_t, size_t>>& Facts::symmetry() const {
  return once(symmetry_, [&] { return exchangeable_coordinates(rule_); });
}

const Facts::Found<Attempt<std::vector<LineRelation>>>& Facts::found_lines(Effort effort) const {
  using Lines = Attempt<std::vector<LineRelation>>;
  return by_effort(lines_, effort, [&](Effort tried) -> Found<Lines> {
    isl_ctx* here = context(steps(tried));
    if (auto lines = line_relations(here, rule_)) return {*std::move(lines), false};
    if (!isl::gave_up(here)) return {Error::declined(why_no_lines(rule_)), false};
    return {
        Error::declined(fmt::format("isl needs more than {} steps for its moves", steps(tried))),
        true};
  });
}

const Attempt<std::vector<LineRelation>>& Facts::lines(Effort effort) const {
  return found_lines(effort).fact;
}

const Facts::Found<Attempt<isl::Map>>& Facts::found_relation(Effort effort) const {
  return by_effort(relation_, effort, [&](Effort tried) -> Found<Attempt<isl::Map>> {
    if (!rule_.is_alias && !stays_in_game())
      return {Error::declined("moves lead to other games"), false};
    if (std::any_of(rule_.moves.begin(), rule_.moves.end(),
                    [](const MoveLine& line) { return line.parts.size() != 1; }))
      return {Error::declined("moves lead to sums"), false};
    const auto& [lines, gave_up] = found_lines(tried);
    if (!lines) return {lines.error(), gave_up};
    isl_ctx* here = context(steps(tried));
    isl::Map moves = to_option(here, *lines, rule_.arity());
    if (moves) return {std::move(moves), false};
    return {
        Error::declined(fmt::format("isl needs more than {} steps for its moves", steps(tried))),
        true};
  });
}

const Attempt<isl::Map>& Facts::relation(Effort effort) const {
  return found_relation(effort).fact;
}

const std::optional<Descent>& Facts::descent(Effort effort) const {
  using Order = std::optional<Descent>;
  const auto find = [&](Effort tried) -> Found<Order> {
    const auto& [lines, gave_up] = found_lines(tried);
    if (!lines || !stays_in_game()) return {std::nullopt, gave_up};
    const auto& [moves, moves_gave_up] = found_relation(tried);
    if (moves_gave_up) return {std::nullopt, true};
    isl_ctx* here = context(steps(tried));
    Order order = find_descent(moves ? *moves : to_parts(*lines, rule_.arity()));
    return {std::move(order), isl::gave_up(here)};
  };
  return by_effort(descent_, effort, find).fact;
}

std::optional<std::vector<size_t>> Facts::coordinate_order(Effort effort) const {
  const std::optional<Descent>& order = descent(effort);
  return order ? grundy::coordinate_order(*order, rule_.arity()) : std::nullopt;
}

std::optional<bool> Facts::finitely_many_options(Effort effort) const {
  using Answer = std::optional<bool>;
  const auto find = [&](Effort tried) -> Found<Answer> {
    const auto& [lines, gave_up] = found_lines(tried);
    if (!lines) return {std::nullopt, gave_up};
    isl_ctx* here = context(steps(tried));
    for (const LineRelation& line : *lines) {
      const Answer finite = is_finite(line);
      if (!finite) return {std::nullopt, isl::gave_up(here)};
      if (!*finite) return {false, false};
    }
    return {true, false};
  };
  return by_effort(finitely_many_options_, effort, find).fact;
}

const OptionSets* Facts::option_sets() const {
  const auto& sets = once(option_sets_, [&]() -> std::optional<OptionSets> {
    if (rule_.arity() == 0) return std::nullopt;
    const Attempt<isl::Map>& moves = relation(Effort::patient);
    if (!moves) return std::nullopt;
    return OptionSets(context_, *moves);
  });
  return sets ? &*sets : nullptr;
}

const std::optional<HeapCode>& Facts::heap_code() const {
  return once(heap_code_, [&] { return heap_code_of(rule_); });
}

const std::optional<SubtractionSet>& Facts::subtraction_set() const {
  return once(subtraction_set_, [&]() -> std::optional<SubtractionSet> {
    if (!takes_from_one_heap(rule_)) return std::nullopt;
    if (auto set = written_set(rule_)) return set;
    const Attempt<isl::Map>& moves = relation(Effort::quick);
    context(steps(Effort::quick));
    return moves ? found_set(*moves) : std::nullopt;
  });
}

const std::optional<std::vector<SweepStep>>& Facts::sweep_order() const {
  return once(sweep_order_, [&] { return grundy::sweep_order(rule_); });
}

const std::vector<EndlessMove>& Facts::endless() const {
  return once(endless_, [&] { return endless_moves(rule_); });
}

namespace {

/// "one position of the same game".
std::string where_moves_lead(const Facts& facts) {
  const Rule& rule = facts.rule();
  if (rule.moves.empty() && !rule.moves_by_code) return "nowhere";
  std::string games;
  for (const Rule* game : facts.reachable_games()) {
    if (game != &rule) games += (games.empty() ? "" : ", ") + game->full_name;
  }
  return fmt::format(
      "{} of {}", facts.splits() ? "sums of positions" : "one position",
      games.empty() ? "the same game" : "games among " + rule.full_name + ", " + games);
}

constexpr unsigned long kStepsOfNormalForm = 300'000;  // of isl
constexpr size_t kLongestForm = 160;

std::string text_of(const SubtractionSet& set) {
  constexpr size_t kShown = 20;
  if (set.all_but && set.numbers.empty()) return "all numbers";
  const auto shown = std::span(set.numbers).first(std::min(kShown, set.numbers.size()));
  return fmt::format("{}{{{}{}}}", set.all_but ? "all but " : "", fmt::join(shown, ", "),
                     shown.size() < set.numbers.size() ? ", …" : "");
}

}  // namespace

std::string describe(const Facts& facts) {
  const Rule& rule = facts.rule();
  std::string text;
  const auto add = [&](std::string_view name, std::string_view fact) {
    text += fmt::format("{}: {}\n", name, fact);
  };
  if (rule.is_alias) {
    add("another name for", print_alias(rule));
  } else {
    const auto& lines = facts.lines(Effort::patient);
    add("moves", lines ? "an affine relation" : "no affine relation: " + lines.error().message());
    const isl::Context context = isl::make_context(kStepsOfNormalForm);
    if (const auto pieces = pieces_of(context.get(), rule)) {
      for (const std::string& one : pieces_text(rule, *pieces))
        add("normal form", shortened_to(one, kLongestForm));
    }
    add("moves lead to", where_moves_lead(facts));
    if (const std::optional<bool> finite = facts.finitely_many_options(Effort::patient)) {
      add("options", *finite ? "finitely many" : "infinitely many");
    } else {
      add("options", all_loops_end(rule) ? "finitely many" : "perhaps infinitely many");
    }
  }
  if (const auto& descent = facts.descent(Effort::patient))
    add("play ends", describe(*descent, rule.coordinates));
  for (const EndlessMove& move : facts.endless())
    add("play need not end", print_endless(rule, move));
  if (facts.is_nim()) add("game", "nim");
  if (const auto& set = facts.subtraction_set()) add("subtraction set", text_of(*set));
  if (const auto& code = facts.heap_code()) add("take-and-break code", code->text());
  if (const auto& pair = facts.symmetry())
    add("symmetry",
        fmt::format("{} and {}", rule.coordinates[pair->first], rule.coordinates[pair->second]));
  if (const auto& order = facts.sweep_order()) add("table order", print_order(rule, *order));
  return text;
}

}  // namespace grundy
