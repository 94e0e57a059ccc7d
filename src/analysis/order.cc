#include "analysis/order.h"

#include <algorithm>
#include <span>

#include "analysis/affine.h"
#include "analysis/relation.h"
#include "rule/meaning.h"

namespace grundy {
namespace {

constexpr unsigned long kGameOperations = 2'000'000;    // of isl, for one game
constexpr unsigned long kConditionOperations = 20'000;  // … for one condition
constexpr int kMostOfConditions = 32;                   // of the set that the conditions are
constexpr size_t kManyDimensions = 14;                  // for sets of more than one piece
constexpr int kFewPieces = 4;                           // … which are cut by min and max, too
constexpr unsigned long kOperationsForOrders = 50'000;
constexpr size_t kMostLines = 2000;  // of a rule whose moves are looked at as sets

/// One part of one move line: the set of its moves, and where the part's coordinates are in it.
struct MoveStep {
  const Rule* game;
  size_t line;  // its number
  isl::Set moves;
  std::vector<LinearForm> target;
};

/// The steps of a rule; nothing when a term is out of isl's reach, or the moves are too many or not
/// written out. Parts repeated by sum(…) have their inner binders unbounded from the point of view
/// of the line, so that they are only handled where the target does not use them. A condition that
/// is dear to say is left out: the moves are then among those of the step.
std::optional<std::vector<MoveStep>> steps_of(isl_ctx* context, const Rule& rule) {
  if (rule.moves_by_code || rule.moves.size() > kMostLines) return std::nullopt;
  std::vector<MoveStep> steps;
  size_t parts = 0;
  for (const MoveLine& line : rule.moves) parts += line.parts.size();
  // Each part has its share of what the game may cost.
  const unsigned long share =
      std::max(kGameOperations / std::max<size_t>(parts, 1), kConditionOperations);
  for (size_t number = 0; number < rule.moves.size(); ++number) {
    for (const Part& part : rule.moves[number].parts) {
      MoveLine one = rule.moves[number];
      one.binders.insert(one.binders.end(), part.binders.begin(), part.binders.end());
      one.conditions.insert(one.conditions.end(), part.condition.begin(), part.condition.end());
      // The slots of the part's own binders may lie beyond others that are unused here: that does
      // no harm.
      AffineSpace space(context, one, rule.arity());
      MoveStep step{part.game, number, {}, {}};
      for (const Expr& coordinate : part.coordinates) {
        auto form = space.linear(coordinate);
        if (!form) return std::nullopt;
        step.target.push_back(std::move(*form));
      }
      std::vector<LinearForm> forms = step.target;
      for (const Part& other :
           rule.moves[number].parts) {  // none of its coordinates may be negative
        if (&other == &part || !other.binders.empty()) continue;
        for (const Expr& coordinate : other.coordinates) {
          if (auto form = space.linear(coordinate)) forms.push_back(std::move(*form));
        }
      }
      std::vector<isl::Set> sets;
      int pieces = 1;
      for (const Expr& condition : one.conditions) {
        bool exact = true;
        if (space.conjuncts(condition, exact, forms)) continue;
        isl::allow(context, kConditionOperations);
        isl::Set set = space.set(condition, exact);
        if (!set) continue;
        const int more = std::max(1, isl_set_n_basic_set(set.keep()));
        if (more > kMostOfConditions / pieces || (more > 1 && space.dimensions() > kManyDimensions))
          continue;
        pieces *= more;
        sets.push_back(std::move(set));
      }
      isl::allow(context, share);
      step.moves = space.facts(std::move(forms));
      if (pieces <= kFewPieces) step.moves = space.with_extremes(std::move(step.moves));
      for (isl::Set& set : sets) {
        const int missing =
            static_cast<int>(space.dimensions()) - isl_set_dim(set.keep(), isl_dim_set);
        if (missing > 0)
          set = isl::Set(isl_set_add_dims(set.take(), isl_dim_set, static_cast<unsigned>(missing)));
        step.moves = isl::Set(isl_set_intersect(step.moves.take(), set.take()));
      }
      for (LinearForm& form : step.target) form.coefficients.resize(space.dimensions());
      if (!step.moves) return std::nullopt;
      steps.push_back(std::move(step));
    }
  }
  isl::allow(context, kGameOperations);
  return steps;
}

/// {constant + Σ coefficient·dimension >= 0} or {… = 0} in the space of `like`.
isl::Set half_space(const isl::Set& like, const LinearForm& form, bool equality) {
  isl_ctx* context = isl_set_get_ctx(like.keep());
  isl_local_space* space = isl_local_space_from_space(isl_set_get_space(like.keep()));
  isl_constraint* c =
      equality ? isl_constraint_alloc_equality(space) : isl_constraint_alloc_inequality(space);
  c = isl_constraint_set_constant_val(c, isl_val_int_from_si(context, form.constant));
  for (size_t i = 0; i < form.coefficients.size(); ++i) {
    if (form.coefficients[i] == 0) continue;
    c = isl_constraint_set_coefficient_val(c, isl_dim_set, static_cast<int>(i),
                                           isl_val_int_from_si(context, form.coefficients[i]));
  }
  return isl::Set(isl_set_from_basic_set(isl_basic_set_from_constraint(c)));
}

/// Null where isl has given up, here or before.
isl::Set meet(const isl::Set& a, const LinearForm& form, bool equality) {
  if (!a) return {};
  return isl::Set(isl_set_intersect(a.copy(), half_space(a, form, equality).take()));
}

bool is_empty(const isl::Set& set) { return set && isl_set_is_empty(set.keep()) == isl_bool_true; }

/// Whether the form is negative on all of the set.
bool is_negative(const isl::Set& set, const LinearForm& form) {
  const bool same = std::all_of(form.coefficients.begin(), form.coefficients.end(),
                                [](int64_t c) { return c == 0; });
  return same ? form.constant < 0 || is_empty(set) : is_empty(meet(set, form, false));
}

}  // namespace

namespace {

/// After - before of the coordinate, turned so that a move back in the order makes it negative.
LinearForm change(const MoveStep& step, const SweepStep& along) {
  LinearForm form = step.target[along.coordinate];
  form.coefficients[along.coordinate] -= 1;
  if (along.descending) {
    for (int64_t& c : form.coefficients) c = -c;
    form.constant = -form.constant;
  }
  return form;
}

}  // namespace

std::optional<std::vector<SweepStep>> sweep_order(const Rule& rule) {
  if (rule.is_alias) return std::nullopt;
  for (const MoveLine& line : rule.moves) {
    for (const Part& part : line.parts) {
      if (part.game != &rule) return std::nullopt;
    }
  }
  const isl::Context context = isl::make_context(kGameOperations);
  auto steps = steps_of(context.get(), rule);
  if (!steps) return std::nullopt;
  std::vector<SweepStep> order;
  std::vector<bool> used(rule.arity());
  while (!steps->empty()) {
    bool found = false;
    for (size_t choice = 0; choice < 2 * rule.arity() && !found; ++choice) {
      const size_t coordinate = choice % rule.arity();
      const bool descending = choice >= rule.arity();
      if (used[coordinate]) continue;
      bool never_up = true;
      std::vector<MoveStep> left;
      for (const MoveStep& step : *steps) {
        const LinearForm up = change(step, {coordinate, descending});
        if (is_negative(step.moves, up)) continue;
        LinearForm more = up;
        more.constant -= 1;
        never_up = never_up && is_negative(step.moves, more);
        if (!never_up) break;
        isl::Set same = meet(step.moves, up, true);
        if (!same) return std::nullopt;
        left.push_back({step.game, step.line, std::move(same), step.target});
      }
      // A coordinate that nothing changes is of no use yet; one that some moves lower leaves fewer
      // or smaller steps.
      if (!never_up) continue;
      bool progress = left.size() < steps->size();
      for (size_t i = 0; !progress && i < left.size(); ++i) {
        progress =
            isl_set_is_equal(left[i].moves.keep(), (*steps)[i].moves.keep()) == isl_bool_false;
      }
      if (!progress) continue;
      order.push_back({coordinate, descending});
      used[coordinate] = true;
      steps = std::move(left);
      found = true;
    }
    if (!found) return std::nullopt;
  }
  for (size_t i = 0; i < rule.arity(); ++i) {
    if (!used[i]) order.push_back({i, false});
  }
  return order;
}

namespace {

/// Whether a move of the exact relation leads from x_i <= x_j to a part without.
bool keeps(const LineRelation& line, const Rule& rule, size_t i, size_t j) {
  const auto arity = static_cast<unsigned>(rule.arity());
  // The position, then the parts one after another.
  const isl::Set moves(isl_map_wrap(line.moves.copy()));
  if (!moves) return false;
  LinearForm before;
  before.coefficients.assign(isl_set_dim(moves.keep(), isl_dim_set), 0);
  before.coefficients[j] = 1;
  before.coefficients[i] = -1;
  isl::Set ordered = meet(moves, before, false);
  for (size_t part = 0, at = arity; part < line.parts.size(); at += line.parts[part++]->arity()) {
    if (line.parts[part] != &rule) continue;
    LinearForm after;
    after.coefficients.assign(before.coefficients.size(), 0);
    after.coefficients[at + i] = 1;
    after.coefficients[at + j] = -1;
    after.constant = -1;
    if (!is_empty(meet(ordered, after, false))) return false;
  }
  return true;
}

/// The same for a set that may be larger than the moves.
bool keeps(const MoveStep& step, size_t i, size_t j) {
  LinearForm before;
  before.coefficients.assign(std::max(i, j) + 1, 0);
  before.coefficients[j] = 1;
  before.coefficients[i] = -1;
  LinearForm after = step.target[i];
  for (size_t d = 0; d < after.coefficients.size(); ++d)
    after.coefficients[d] -= step.target[j].coefficients[d];
  after.constant -= step.target[j].constant + 1;
  return is_empty(meet(meet(step.moves, before, false), after, false));
}

}  // namespace

bool goes_on_in_rows(const Rule& rule, const SweepStep& step) {
  const isl::Context context = isl::make_context(kGameOperations);
  const auto steps = steps_of(context.get(), rule);
  if (!steps) return false;
  return std::all_of(steps->begin(), steps->end(), [&](const MoveStep& one) {
    LinearForm ahead = change(one, step);
    ahead.constant -= 1;
    return one.game != &rule || is_negative(one.moves, ahead);
  });
}

namespace {

using Pairs = std::vector<std::pair<size_t, size_t>>;

/// Leaves those (i, j) for which no move from a small position with x_i <= x_j leads to one
/// without.
void leave_kept_at_small_positions(const Rule& rule, Pairs& pairs) {
  constexpr int64_t kMost = 4;  // of a coordinate; none is 0
  constexpr size_t kPositions = 30;
  Patience patience(uint64_t{2000});
  std::vector<int64_t> position(rule.arity(), kMost);
  for (size_t tried = 0; tried < kPositions && !pairs.empty(); ++tried) {
    const auto compare = [&](const RuleSum& sum) {
      for (const RulePosition& to : sum) {
        if (to.game != &rule) continue;
        std::erase_if(pairs, [&](const auto& pair) {
          return position[pair.first] <= position[pair.second] &&
                 to.coordinates[pair.first] > to.coordinates[pair.second];
        });
      }
    };
    if (moves_by_definition(rule, position, 2 * kMost, compare, &patience).kind ==
        Fault::Kind::out_of_patience)
      return;
    size_t i = 0;
    while (i < position.size() && --position[i] == 0) position[i++] = kMost;
    if (i == position.size()) return;
  }
}

}  // namespace

Pairs kept_orders(const Rule& rule) {
  Pairs pairs;
  if (rule.is_alias) return pairs;
  for (size_t i = 0; i < rule.arity(); ++i) {
    for (size_t j = 0; j < rule.arity(); ++j) {
      if (i != j) pairs.emplace_back(i, j);
    }
  }
  leave_kept_at_small_positions(rule, pairs);
  if (pairs.empty()) return pairs;
  const isl::Context context = isl::make_context(kOperationsForOrders);
  const auto steps = steps_of(context.get(), rule);
  if (!steps) return {};
  // The steps' sets may be larger than the moves. Where they do not tell, the line's exact relation
  // is asked.
  std::vector<std::optional<LineRelation>> exact(rule.moves.size());
  std::vector<bool> known(rule.moves.size());
  std::erase_if(pairs, [&](const auto& pair) {
    return !std::all_of(steps->begin(), steps->end(), [&](const MoveStep& step) {
      if (step.game != &rule || keeps(step, pair.first, pair.second)) return true;
      if (!known[step.line])
        exact[step.line] = line_relation(context.get(), rule, rule.moves[step.line]);
      known[step.line] = true;
      return exact[step.line] && keeps(*exact[step.line], rule, pair.first, pair.second);
    });
  });
  return pairs;
}

std::vector<const Rule*> reachable_games(const std::vector<const Rule*>& start) {
  std::vector<const Rule*> games = start;
  auto add = [&](const std::vector<Part>& parts) {
    for (const Part& part : parts) {
      if (std::find(games.begin(), games.end(), part.game) == games.end())
        games.push_back(part.game);
    }
  };
  for (size_t i = 0; i < games.size(); ++i) {
    const Rule* game = games[i];
    add(game->alias);
    for (const MoveLine& line : game->moves) add(line.parts);
  }
  return games;
}

namespace {

/// Whether the form is a coordinate of the box, or less by a constant, and not above `most`.
bool is_at_most(const LinearForm& form, std::span<const int64_t> box, int64_t most) {
  const auto& [coefficients, constant] = form;
  const auto used =
      std::find_if(coefficients.begin(), coefficients.end(), [](int64_t c) { return c != 0; });
  const auto from = static_cast<size_t>(used - coefficients.begin());
  return from < box.size() && *used == 1 && constant <= 0 && box[from] + constant <= most &&
         std::all_of(used + 1, coefficients.end(), [](int64_t c) { return c == 0; });
}

/// The moves from positions of the box.
isl::Set within(isl::Set moves, std::span<const int64_t> box) {
  isl_ctx* context = isl_set_get_ctx(moves.keep());
  for (size_t i = 0; i < box.size(); ++i) {
    moves = isl::Set(isl_set_upper_bound_val(moves.take(), isl_dim_set, static_cast<unsigned>(i),
                                             isl_val_int_from_si(context, box[i])));
  }
  return moves;
}

}  // namespace

std::optional<Boxes> reachable_boxes(const Boxes& start) {
  const isl::Context context = isl::make_context(kGameOperations);
  std::map<const Rule*, std::vector<MoveStep>> steps;
  Boxes boxes = start;
  std::vector<const Rule*> changed;
  for (const auto& [game, box] : start) changed.push_back(game);
  // A coordinate that still grows after some rounds is taken to grow for ever.
  for (size_t round = 0; !changed.empty(); ++round) {
    if (round > 6 + boxes.size()) return std::nullopt;
    std::vector<const Rule*> next;
    for (const Rule* game : changed) {
      if (!steps.contains(game)) {
        auto found = steps_of(context.get(), *game);
        if (!found || game->is_alias) return std::nullopt;
        steps[game] = std::move(*found);
      }
      const std::vector<int64_t> box = boxes[game];
      for (const MoveStep& step : steps[game]) {
        const auto known = boxes.find(step.game);
        const bool first = known == boxes.end();
        std::vector<int64_t> target =
            first ? std::vector<int64_t>(step.game->arity()) : known->second;
        isl::Set inside;  // the step's moves from the box, where they are asked for
        if (first) {
          inside = within(step.moves, box);
          if (is_empty(inside)) continue;
          if (step.game->is_alias) return std::nullopt;
        }
        bool grown = first;
        bool reached = true;
        for (size_t i = 0; i < step.target.size() && reached; ++i) {
          const LinearForm& form = step.target[i];
          if (!first && is_at_most(form, box, target[i])) continue;
          if (!inside) inside = within(step.moves, box);
          isl_local_space* space = isl_local_space_from_space(isl_set_get_space(inside.keep()));
          isl_aff* aff = isl_aff_zero_on_domain(space);
          for (size_t d = 0; d < form.coefficients.size(); ++d) {
            aff = isl_aff_set_coefficient_val(
                aff, isl_dim_in, static_cast<int>(d),
                isl_val_int_from_si(context.get(), form.coefficients[d]));
          }
          aff = isl_aff_set_constant_val(aff, isl_val_int_from_si(context.get(), form.constant));
          const isl::Val most(isl_set_max_val(inside.keep(), aff));
          isl_aff_free(aff);
          if (!most) return std::nullopt;
          // The maximum of nothing is no number.
          reached = isl_val_is_nan(most.keep()) == isl_bool_false;
          if (!reached) continue;
          if (isl_val_is_int(most.keep()) != isl_bool_true ||
              isl_val_cmp_si(most.keep(), INT64_MAX / 4) > 0)
            return std::nullopt;
          const int64_t value = isl_val_get_num_si(most.keep());
          grown = grown || value > target[i];
          target[i] = std::max(target[i], value);
        }
        if (!reached || !grown) continue;
        boxes[step.game] = std::move(target);
        if (std::find(next.begin(), next.end(), step.game) == next.end()) next.push_back(step.game);
      }
    }
    changed = std::move(next);
  }
  return boxes;
}

}  // namespace grundy
