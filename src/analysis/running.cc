#include "analysis/running.h"

#include <algorithm>
#include <set>

#include "analysis/interval.h"
#include "analysis/relation.h"
#include "rule/meaning.h"

namespace grundy {
namespace {

constexpr unsigned long kOperations = 500'000;  // of isl, for one line
constexpr size_t kMostChanges = 4;              // an added or removed option in so many cases at most
constexpr size_t kMostCoordinates = 3;          // up to which diagonal steps are tried
constexpr int64_t kLargest = int64_t{1} << 40;  // number in a term

/// Reads isl's quasi-affine terms as terms over the coordinates.
class TermReader {
 public:
  bool failed() const { return failed_; }

  Expr term(const isl::Aff& aff) {
    isl_aff* raw = aff.keep();
    const int64_t denominator = number(isl_aff_get_denominator_val(raw));
    const isl::Val scale(isl_aff_get_denominator_val(raw));
    auto scaled = [&](isl_val* value) { return number(isl_val_mul(value, scale.copy())); };
    Expr sum = constant(scaled(isl_aff_get_constant_val(raw)));
    auto add = [&](int64_t factor, const Expr& what) {
      if (factor == 0) return;
      const int64_t size = factor < 0 ? -factor : factor;
      const Expr product = size == 1 ? what : apply(Op::mul, {constant(size), what});
      sum = apply(factor < 0 ? Op::sub : Op::add, {sum, product});
    };
    for (int i = 0; i < isl_aff_dim(raw, isl_dim_in); ++i)
      add(scaled(isl_aff_get_coefficient_val(raw, isl_dim_in, i)), slot(static_cast<size_t>(i)));
    for (int i = 0; i < isl_aff_dim(raw, isl_dim_div); ++i) {
      const int64_t factor = scaled(isl_aff_get_coefficient_val(raw, isl_dim_div, i));
      if (factor != 0) add(factor, term(isl::Aff(isl_aff_get_div(raw, i))));
    }
    return denominator == 1 ? sum : apply(Op::div, {sum, constant(denominator)});
  }

  Expr condition(const isl::Constraint& constraint) {
    const isl::Aff aff(isl_constraint_get_aff(constraint.keep()));
    // Without a denominator: an inequality holds for a multiple of the term just as well.
    const bool equality = isl_constraint_is_equality(constraint.keep()) == isl_bool_true;
    if (number(isl_aff_get_denominator_val(aff.keep())) != 1) failed_ = true;
    return apply(equality ? Op::eq : Op::le, {constant(0), term(aff)});
  }

 private:
  int64_t number(isl_val* raw) {
    const isl::Val value(raw);
    if (!value || isl_val_is_int(value.keep()) != isl_bool_true || isl_val_cmp_si(value.keep(), kLargest) > 0 ||
        isl_val_cmp_si(value.keep(), -kLargest) < 0) {
      failed_ = true;
      return 1;
    }
    return isl_val_get_num_si(value.keep());
  }
  bool failed_ = false;
};

/// The options of a map that gives each position at most one, case by case; nothing when there are too many cases.
std::optional<std::vector<RunningSet::Change>> changes(const isl::Map& options, const isl::Set& where) {
  std::vector<RunningSet::Change> result;
  if (isl_map_is_empty(options.keep()) == isl_bool_true) return result;
  struct Visit {
    const isl::Set& where;
    std::vector<RunningSet::Change>& result;
    TermReader reader;
    isl::Aff coordinate(isl_multi_aff* option, int i) { return isl::Aff(isl_multi_aff_get_aff(option, i)); }
  } visit{where, result, {}};
  // Null, and so an error below, when some position has two options.
  isl_pw_multi_aff* pieces = isl_pw_multi_aff_coalesce(isl_pw_multi_aff_from_map(options.copy()));
  auto each_piece = [](isl_set* raw, isl_multi_aff* option, void* user) -> isl_stat {
    Visit& v = *static_cast<Visit*>(user);
    isl::Set set(isl_set_make_disjoint(isl_set_coalesce(isl_set_gist(raw, v.where.copy()))));
    std::vector<Expr> coordinates;
    for (int i = 0; i < isl_multi_aff_dim(option, isl_dim_out); ++i)
      coordinates.push_back(v.reader.term(v.coordinate(option, i)));
    isl_multi_aff_free(option);
    struct Pieces {
      Visit& visit;
      const std::vector<Expr>& coordinates;
    } inner{v, coordinates};
    auto each_basic = [](isl_basic_set* basic, void* at) -> isl_stat {
      Pieces& p = *static_cast<Pieces*>(at);
      const isl::BasicSet owned(basic);
      RunningSet::Change change{{}, p.coordinates};
      struct Conditions {
        TermReader& reader;
        std::vector<Expr>& list;
      } conditions{p.visit.reader, change.conditions};
      auto each_constraint = [](isl_constraint* one, void* to) -> isl_stat {
        Conditions& c = *static_cast<Conditions*>(to);
        const isl::Constraint constraint(one);
        c.list.push_back(c.reader.condition(constraint));
        return isl_stat_ok;
      };
      const isl_stat done = isl_basic_set_foreach_constraint(owned.keep(), each_constraint, &conditions);
      p.visit.result.push_back(std::move(change));
      return done == isl_stat_ok && p.visit.result.size() <= kMostChanges ? isl_stat_ok : isl_stat_error;
    };
    return isl_set_foreach_basic_set(set.keep(), each_basic, &inner);
  };
  const isl_stat done = isl_pw_multi_aff_foreach_piece(pieces, each_piece, &visit);
  isl_pw_multi_aff_free(pieces);
  if (done != isl_stat_ok || visit.reader.failed()) return std::nullopt;
  return result;
}

isl::Set box_set(isl_ctx* context, std::span<const int64_t> box) {
  isl_set* set = isl_set_universe(isl_space_set_alloc(context, 0, static_cast<unsigned>(box.size())));
  for (unsigned i = 0; i < box.size(); ++i) {
    set = isl_set_lower_bound_si(set, isl_dim_set, i, 0);
    set = isl_set_upper_bound_val(set, isl_dim_set, i, isl_val_int_from_si(context, box[i]));
  }
  return isl::Set(set);
}

/// x → x - step, within the box.
isl::Map step_back(isl_ctx* context, std::span<const int64_t> step, const isl::Set& box) {
  isl_multi_aff* back = isl_multi_aff_identity_on_domain_space(isl_set_get_space(box.keep()));
  for (int i = 0; i < static_cast<int>(step.size()); ++i) {
    isl_aff* coordinate = isl_multi_aff_get_aff(back, i);
    back = isl_multi_aff_set_aff(
        back, i, isl_aff_add_constant_val(coordinate, isl_val_int_from_si(context, -step[static_cast<size_t>(i)])));
  }
  return isl::Map(
      isl_map_intersect_range(isl_map_intersect_domain(isl_map_from_multi_aff(back), box.copy()), box.copy()));
}

/// Steps that go forward in the sweep order. The distance between the line's own options is tried first, then steps of
/// length one, those that change late coordinates first.
std::vector<std::vector<int64_t>> steps_to_try(const MoveLine& line, size_t arity, std::span<const SweepStep> order) {
  std::vector<std::vector<int64_t>> result;
  size_t codes = 1;
  for (size_t i = 0; i < arity && arity <= kMostCoordinates; ++i) codes *= 3;
  auto add = [&](const std::vector<int64_t>& along) {  // by place in the sweep order; positive: later
    std::vector<int64_t> step(arity);
    for (size_t i = 0; i < arity; ++i) step[order[i].coordinate] = order[i].descending ? -along[i] : along[i];
    if (std::find(result.begin(), result.end(), step) == result.end()) result.push_back(std::move(step));
  };
  auto forward = [](const std::vector<int64_t>& along) {
    const auto first = std::find_if(along.begin(), along.end(), [](int64_t a) { return a != 0; });
    return first == along.end() ? 0 : *first;
  };
  if (line.binders.size() == 1) {
    std::vector<int64_t> along(arity);
    for (size_t i = 0; i < arity; ++i) {
      int64_t factor = 0;
      linear_factor(line.parts[0].coordinates[order[i].coordinate], line.binders[0].slots[0], factor);
      along[i] = std::clamp<int64_t>(order[i].descending ? -factor : factor, -1, 1);
    }
    if (forward(along) < 0) {
      for (int64_t& a : along) a = -a;
    }
    if (forward(along) != 0) add(along);
  }
  for (size_t i = arity; i-- > 0;) {
    std::vector<int64_t> along(arity);
    along[i] = 1;
    add(along);
  }
  for (size_t code = 1; code < codes; ++code) {
    std::vector<int64_t> along(arity);
    size_t rest = code;
    for (size_t i = arity; i-- > 0; rest /= 3) along[i] = rest % 3 == 2 ? -1 : static_cast<int64_t>(rest % 3);
    if (forward(along) > 0) add(along);
  }
  return result;
}

/// Whether the line changes by one option at most along the step, both ways, at some small positions: most steps fail
/// here, and isl is not asked.
class SmallPositions {
 public:
  SmallPositions(const Rule& rule, const MoveLine& line, std::span<const int64_t> box) : one_(rule), box_(box) {
    one_.moves = {line};
    for (size_t lowered = 0; lowered <= box.size(); ++lowered) {
      std::vector<int64_t>& position = positions_.emplace_back();
      for (size_t i = 0; i < box.size(); ++i) position.push_back(std::min(box[i], i == lowered ? kLow : kHigh));
    }
  }

  bool allow(const std::vector<int64_t>& step) {
    return std::all_of(positions_.begin(), positions_.end(), [&](const std::vector<int64_t>& position) {
      std::vector<int64_t> before = position;
      for (size_t i = 0; i < step.size(); ++i) {
        before[i] -= step[i];
        if (before[i] < 0 || before[i] > box_[i]) return true;
      }
      const auto here = options(position);
      const auto there = options(before);
      if (!here || !there) return true;
      const auto without = [](const Options& a, const Options& b) {
        return std::count_if(a.begin(), a.end(), [&](const auto& option) { return !b.contains(option); });
      };
      return without(*here, *there) <= 1 && without(*there, *here) <= 1;
    });
  }

 private:
  static constexpr int64_t kHigh = 8;
  static constexpr int64_t kLow = 5;
  using Options = std::set<std::vector<int64_t>>;

  /// Nothing where there are too many choices, or a term has no value.
  std::optional<Options> options(const std::vector<int64_t>& position) {
    Options result;
    const auto add = [&](RuleSum sum) { result.insert(std::move(sum[0].coordinates)); };
    const Fault fault = moves_by_definition(one_, position, 2 * kHigh, add, &patience_);
    if (fault.kind != Fault::Kind::none) return std::nullopt;
    return result;
  }

  Rule one_;  // with the line alone
  std::span<const int64_t> box_;
  std::vector<std::vector<int64_t>> positions_;
  Patience patience_{uint64_t{5000}};
};

/// Whether each of the line's moves leads to one position of the game itself.
bool leads_to_one(const Rule& rule, const MoveLine& line) {
  return line.parts.size() == 1 && line.parts[0].game == &rule && line.parts[0].binders.empty();
}

/// How terms change when the position changes by a step and the binder by a turn.
struct Shift {
  std::span<const int64_t> step;
  size_t binder;
  int64_t turn;

  /// The number by which a term changes; 0 for a condition that stays as it is. Nothing when that can't be seen. Looks
  /// at each operand once.
  std::optional<int64_t> of(const Expr& expr) const {
    if (expr.op == Op::slot) {
      const auto number = static_cast<size_t>(expr.value);
      return number == binder ? turn : number < step.size() ? step[number] : 0;
    }
    std::vector<int64_t> by;
    for (const Expr& arg : expr.args) {
      const std::optional<int64_t> one = of(arg);
      if (!one) return std::nullopt;
      by.push_back(*one);
    }
    int64_t result = 0;
    switch (expr.op) {
      case Op::add:
        return __builtin_add_overflow(by[0], by[1], &result) ? std::nullopt : std::optional(result);
      case Op::sub:
        return __builtin_sub_overflow(by[0], by[1], &result) ? std::nullopt : std::optional(result);
      case Op::mul:
        for (const size_t i : {size_t{0}, size_t{1}}) {
          if (expr.args[i].op == Op::constant && !__builtin_mul_overflow(expr.args[i].value, by[1 - i], &result))
            return result;
        }
        break;
      case Op::min:
      case Op::max:
      case Op::lt:
      case Op::le:
      case Op::eq:
      case Op::ne:
        if (std::any_of(by.begin(), by.end(), [&](int64_t one) { return one != by[0]; })) return std::nullopt;
        return expr.op == Op::min || expr.op == Op::max ? by[0] : 0;
      default:
        break;
    }
    const bool stays = std::all_of(by.begin(), by.end(), [](int64_t one) { return one == 0; });
    return stays && (!expr.quantifier || unchanged(*expr.quantifier)) ? std::optional<int64_t>(0) : std::nullopt;
  }
  bool unchanged(const Expr& expr) const { return of(expr) == 0; }
  bool unchanged(const std::vector<Expr>& list) const {
    return std::all_of(list.begin(), list.end(), [&](const Expr& e) { return unchanged(e); });
  }

 private:
  bool unchanged(const Quantifier& quantifier) const {
    return unchanged(quantifier.filter) && unchanged(quantifier.condition) &&
           std::all_of(quantifier.binders.begin(), quantifier.binders.end(), [&](const Binder& one) {
             return unchanged(one.low) && unchanged(one.high) && unchanged(one.values);
           });
  }
};

/// The binder's bounds of one kind, `0 <=` among them.
struct Bounds {
  std::vector<Expr> stay;  // change as the binder does
  std::vector<Expr> give;  // leave it one value more
  std::vector<Expr> take;  // leave it one value less
};

/// Whether the set has all numbers from its first to its last.
bool is_interval(const NumberSet& set) {
  return set.arity == 1 && !set.complement && set.size() > 0 &&
         set.flat.back() - set.flat.front() == static_cast<int64_t>(set.size()) - 1;
}

bool fails(const std::vector<Expr>& list) { return std::any_of(list.begin(), list.end(), may_fail); }

/// Adds to the set the options that the nest has at x and not at x - step, and the other way round: the binder's
/// choices at x are those at x - step plus `turn`, but for one at each end. False where more may change.
bool add_changes(const Nest& nest, int64_t turn, std::span<const int64_t> box, RunningSet& set) {
  const std::vector<int64_t>& step = set.step;
  const bool looped = !nest.loops.empty();
  const Shift shift{step, looped ? nest.loops[0].slots[0] : step.size(), turn};
  const auto& coordinates = nest.coordinates[0];
  if (nest.loops.size() > 1 || fails(coordinates) || !shift.unchanged(coordinates)) return false;
  for (const auto& guards : nest.guards) {
    if (fails(guards) || !shift.unchanged(guards)) return false;
  }
  if (!looped) return true;
  const Loop& loop = nest.loops[0];
  std::vector<Expr> lows = loop.low;
  std::vector<Expr> highs = loop.high;
  if (loop.kind == Loop::Kind::elements && is_interval(*loop.set)) {
    lows.push_back(constant(loop.set->flat.front()));
    highs.push_back(constant(loop.set->flat.back()));
  } else if (loop.kind != Loop::Kind::range) {
    return false;
  }
  if (!loop.stop.empty() || fails(lows) || fails(highs)) return false;
  std::vector<Interval> slots;
  for (const int64_t most : box) slots.push_back({0, most});
  if (std::none_of(lows.begin(), lows.end(), [&](const Expr& one) { return interval(one, slots).low >= 0; }))
    lows.push_back(constant(0));
  // Sorted by how much more than the binder each bound changes.
  Bounds low;
  Bounds high;
  const auto sort = [&](const std::vector<Expr>& list, int64_t giving, Bounds& bounds) {
    for (const Expr& bound : list) {
      const auto by = shift.of(bound);
      if (!by || *by < turn - 1 || *by > turn + 1) return false;
      (*by == turn ? bounds.stay : *by == turn + giving ? bounds.give : bounds.take).push_back(bound);
    }
    return bounds.give.empty() || bounds.take.empty();
  };
  if (!sort(lows, -1, low) || !sort(highs, 1, high)) return false;
  for (size_t i = 0; i < step.size(); ++i) {  // x - step is within the box
    slots[i].low = std::max<int64_t>(0, step[i]);
    slots[i].high += std::min<int64_t>(0, step[i]);
  }
  // The option by this value of the binder, if it is one at x or, where `before`, at x - step.
  const auto option = [&](const Expr& value, bool before, std::vector<RunningSet::Change>& list) {
    std::vector<Expr> terms;
    for (size_t s = 0; s <= std::max(shift.binder, box.size()); ++s)
      terms.push_back(s == shift.binder ? value : slot(s));
    RunningSet::Change& one = list.emplace_back();
    const auto require = [&](const Expr& less, const Expr& than) {
      if (interval(apply(Op::sub, {than, less}), slots).low < 0) one.conditions.push_back(apply(Op::le, {less, than}));
    };
    const auto moved = [&](const Expr& bound, int64_t by) {
      return before ? apply(Op::add, {bound, constant(by)}) : bound;
    };
    for (const Expr& bound : low.stay) require(bound, value);
    for (const Expr& bound : low.give) require(moved(bound, 1), value);
    for (const Expr& bound : low.take) require(moved(bound, -1), value);
    for (const Expr& bound : high.stay) require(value, bound);
    for (const Expr& bound : high.give) require(value, moved(bound, -1));
    for (const Expr& bound : high.take) require(value, moved(bound, 1));
    for (const auto& guards : nest.guards) {
      for (const Expr& guard : guards) one.conditions.push_back(substitute(guard, terms));
    }
    for (const Expr& coordinate : coordinates) {
      one.coordinates.push_back(substitute(coordinate, terms));
      require(constant(0), one.coordinates.back());
    }
  };
  const auto outermost = [](Op op, const std::vector<Expr>& bounds) {
    return bounds.size() == 1 ? bounds[0] : apply(op, bounds);
  };
  if (!low.give.empty()) option(outermost(Op::max, low.give), false, set.added);
  if (!high.give.empty()) option(outermost(Op::min, high.give), false, set.added);
  if (!low.take.empty()) option(apply(Op::sub, {outermost(Op::max, low.take), constant(1)}), true, set.removed);
  if (!high.take.empty()) option(apply(Op::add, {outermost(Op::min, high.take), constant(1)}), true, set.removed);
  return true;
}

}  // namespace

std::optional<RunningSet> seen_set(const Rule& rule, const MoveLine& line, std::span<const Nest> nests,
                                   std::span<const SweepStep> order, std::span<const int64_t> box) {
  if (!leads_to_one(rule, line)) return std::nullopt;
  std::optional<RunningSet> best;
  for (const std::vector<int64_t>& step : steps_to_try(line, rule.arity(), order)) {
    for (const int64_t turn : {0, 1, -1}) {
      RunningSet set{step, {}, {}};
      const bool seen =
          std::all_of(nests.begin(), nests.end(), [&](const Nest& nest) { return add_changes(nest, turn, box, set); });
      if (!seen || set.added.size() > kMostChanges || set.removed.size() > kMostChanges) continue;
      if (best && best->removed.size() <= set.removed.size()) continue;
      best = std::move(set);
      if (best->removed.empty()) return best;
    }
  }
  return best;
}

std::optional<RunningSet> running_set(const Rule& rule, const MoveLine& line, std::span<const SweepStep> order,
                                      std::span<const int64_t> box) {
  if (!leads_to_one(rule, line)) return std::nullopt;
  std::vector<std::vector<int64_t>> steps = steps_to_try(line, rule.arity(), order);
  SmallPositions small(rule, line, box);
  std::erase_if(steps, [&](const auto& step) { return !small.allow(step); });
  if (steps.empty()) return std::nullopt;
  const isl::Context context = isl::make_context(kOperations);
  const auto relation = line_relation(context.get(), rule, line);
  if (!relation) return std::nullopt;
  const isl::Set all = box_set(context.get(), box);
  std::optional<RunningSet> best;
  for (const std::vector<int64_t>& step : steps) {
    const isl::Map back = step_back(context.get(), step, all);
    const isl::Set where(isl_map_domain(back.copy()));
    const isl::Map here(isl_map_intersect_domain(relation->moves.copy(), where.copy()));
    const isl::Map before(isl_map_apply_range(back.copy(), relation->moves.copy()));
    const isl::Map added(isl_map_subtract(here.copy(), before.copy()));
    const isl::Map removed(isl_map_subtract(before.copy(), here.copy()));
    if (!added || !removed) return best;  // isl gave up
    auto more = changes(added, where);
    if (!more) continue;
    auto less = changes(removed, where);
    if (!less || (best && less->size() >= best->removed.size())) continue;
    best = RunningSet{step, *std::move(more), *std::move(less)};
    if (best->removed.empty()) return best;
  }
  return best;
}

}  // namespace grundy
