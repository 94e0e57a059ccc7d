#include "engine/law/nim_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/relation.h"
#include "engine/round.h"
#include "rule/slots.h"

namespace grundy {
namespace {

constexpr uint64_t kMostBound = 256;
constexpr unsigned long kRowSteps = 100'000;  // of isl
constexpr size_t kMostRows = size_t{1} << 24;
// A row costs so many steps, and the search for rows in a rule.
constexpr double kStepsOfRow = 256;

/// The rule, seen as rows.
struct NimRows {
  size_t number = 0;  // the coordinate that is lowered
  int64_t low = 0;
  int64_t bound = 0;  // from here on the other moves are always the same
  Rule others;        // the rule with its other lines alone
};

/// Whether the coordinate occurs only in comparisons with constants; `bound` rises above them.
bool compares_only(const Expr& condition, size_t number, int64_t& bound) {
  if (!mentions(condition, number)) return true;
  const auto part = [&](const Expr& one) { return compares_only(one, number, bound); };
  switch (condition.op) {
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not:
      return std::all_of(condition.args.begin(), condition.args.end(), part);
    case Op::eq:
    case Op::ne:
    case Op::lt:
    case Op::le: {
      const Expr &a = condition.args[0], &b = condition.args[1];
      const auto is_number = [&](const Expr& one) {
        return one.op == Op::slot && one.value == static_cast<int64_t>(number);
      };
      const Expr& other = is_number(a) ? b : a;
      if (!(is_number(a) || is_number(b)) || other.op != Op::constant ||
          other.value > static_cast<int64_t>(kMostBound))
        return false;
      bound = std::max(bound, other.value + 1);
      return true;
    }
    default:
      return false;
  }
}

/// Whether the line's moves are the same for all numbers from the bound on, which may rise.
bool looks_away(const Rule& rule, const MoveLine& line, size_t number, int64_t& bound) {
  const auto term = [&](const Expr& one) { return mentions(one, number); };
  const auto binder = [&](const Binder& one) { return mentions(one, number); };
  if (line.reply != Reply::anywhere ||
      std::any_of(line.binders.begin(), line.binders.end(), binder) ||
      !std::all_of(line.conditions.begin(), line.conditions.end(),
                   [&](const Expr& one) { return compares_only(one, number, bound); }))
    return false;
  return std::all_of(line.parts.begin(), line.parts.end(), [&](const Part& part) {
    return part.game == &rule &&
           std::none_of(part.coordinates.begin(), part.coordinates.end(), term) &&
           std::none_of(part.binders.begin(), part.binders.end(), binder) &&
           std::none_of(part.condition.begin(), part.condition.end(), term);
  });
}

/// Whether the line's one part keeps all other coordinates.
bool stays_in_row(const Rule& rule, const MoveLine& line, size_t number) {
  const Part* part = only_part(rule, line);
  if (part == nullptr || line.reply != Reply::anywhere) return false;
  for (size_t i = 0; i < rule.arity(); ++i) {
    const Expr& term = part->coordinates[i];
    if (i != number && !(term.op == Op::slot && term.value == static_cast<int64_t>(i)))
      return false;
  }
  return true;
}

/// { (c, x) → (c, x') : low <= x' < x }, in natural numbers.
isl::Map whole_rows(isl_ctx* context, size_t arity, size_t number, int64_t low) {
  const auto n = static_cast<unsigned>(arity);
  isl_space* space = isl_space_alloc(context, 0, n, n);
  isl_map* map = isl_map_universe(isl_space_copy(space));
  for (unsigned i = 0; i < n; ++i) {
    map = isl_map_lower_bound_si(map, isl_dim_in, i, 0);
    map = i == number ? isl_map_order_gt(map, isl_dim_in, static_cast<int>(i), isl_dim_out,
                                         static_cast<int>(i))
                      : isl_map_equate(map, isl_dim_in, static_cast<int>(i), isl_dim_out,
                                       static_cast<int>(i));
  }
  isl_space_free(space);
  return isl::Map(isl_map_lower_bound_si(map, isl_dim_out, static_cast<unsigned>(number),
                                         static_cast<int>(low)));
}

std::optional<NimRows> rows_along(const Rule& rule, size_t number, isl_ctx* context) {
  NimRows result;
  result.number = number;
  result.others = rule;
  result.others.moves.clear();
  isl::Map moves;
  for (const MoveLine& line : rule.moves) {
    if (looks_away(rule, line, number, result.bound) && !stays_in_row(rule, line, number)) {
      result.others.moves.push_back(line);
      continue;
    }
    if (!stays_in_row(rule, line, number)) return std::nullopt;
    auto relation = line_relation(context, rule, line);
    if (!relation) return std::nullopt;
    moves = moves ? isl::Map(isl_map_union(moves.take(), relation->moves.take()))
                  : std::move(relation->moves);
  }
  if (!moves || result.others.moves.empty()) return std::nullopt;
  isl_map* natural = moves.take();
  for (unsigned i = 0; i < rule.arity(); ++i) {
    natural = isl_map_lower_bound_si(natural, isl_dim_in, i, 0);
    natural = isl_map_lower_bound_si(natural, isl_dim_out, i, 0);
  }
  moves = isl::Map(natural);
  for (result.low = 0; result.low <= 2; ++result.low) {
    const isl::Map whole = whole_rows(context, rule.arity(), number, result.low);
    if (isl_map_is_equal(moves.keep(), whole.keep()) != isl_bool_true) continue;
    result.bound = std::max(result.bound, result.low);
    return result;
  }
  return std::nullopt;
}

class NimRowsSolver final : public RuleSolver {
 public:
  NimRowsSolver(const RuleGame& game, NimRows rows) : RuleSolver(game), rows_(std::move(rows)) {}

  std::string_view engine() const override { return "rows of nim"; }
  std::string knows() const override {
    return fmt::format("{} is a heap of nim down to {}", name_of_number(), rows_.low);
  }
  double cost(std::span<const Position> positions) const override {
    double most = 0;
    for (const Position& one : positions) {
      const Coordinates here = game().coordinates(one);
      double rows = 1;
      for (size_t i = 0; i < here.size(); ++i) {
        if (i != rows_.number)
          rows *= here[i].is_small() ? static_cast<double>(here[i].small()) + 1 : 1e19;
      }
      most = std::max(most, rows);
    }
    return std::min(kStepsOfRow * most, cost::kFollowed);
  }
  Work work() const override {
    Work work;
    work.positions = known_.size();
    return work;
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    std::vector<Ordinal> result;
    for (const Coordinates& position : positions) {
      const auto here = small_coordinates(rule(), position);
      if (!here) return here.error();
      auto value = find(*here, budget);
      if (!value) return std::move(value).error();
      result.emplace_back(Natural(*value));
    }
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    const auto here = small_coordinates(rule(), position);
    if (!here) return here.error();
    if (auto found = find(*here, budget); !found) return std::move(found).error();
    MoveSet result;
    if (!value.is_finite() || !value.finite().is_small()) return result;
    const uint64_t wanted = value.finite().small();
    std::vector<RuleSum> options;
    if (auto listed = list(*here, budget, options); !listed) return std::move(listed).error();
    // The move in the row, where it has one.
    const auto place = known_.at(key_of(*here)).place_of(wanted, rows_.low);
    if (place && *place < x_of(*here)) {
      std::vector<int64_t> to = *here;
      to[rows_.number] = static_cast<int64_t>(*place);
      options.insert(options.begin(), RuleSum{{&rule(), to}});
    }
    std::vector<Sum> seen;
    for (const RuleSum& option : options) {
      uint64_t sum = 0;
      for (const RulePosition& part : option) {
        auto known = find(part.coordinates, budget);
        if (!known) return std::move(known).error();
        sum ^= *known;
      }
      Sum to = game().sum_of(option);
      if (sum != wanted || std::find(seen.begin(), seen.end(), to) != seen.end()) continue;
      if (result.moves.size() == limit) {
        result.all = false;
        break;
      }
      seen.push_back(to);
      result.moves.push_back({std::move(to), ""});
    }
    return result;
  }

  std::string explanation(const Position& position) override {
    const auto here = small_coordinates(rule(), game().coordinates(position));
    if (!here) return {};
    const auto row = known_.find(key_of(*here));
    if (row == known_.end()) return {};
    std::string taken;
    for (const uint64_t one : row->second.taken) {
      if (taken.size() > 60) {
        taken += ", …";
        break;
      }
      taken += (taken.empty() ? ", except " : ", ") + std::to_string(one);
    }
    return fmt::format(
        "{0} may become any smaller number from {1} on. The few other moves are the same from {0} "
        "= "
        "{2} on.\nSo the values of {0} = {2}, {3}, … are all natural numbers in their order{4}.\n",
        name_of_number(), rows_.low, rows_.bound, rows_.bound + 1, taken);
  }

 private:
  /// The values of the numbers in a row.
  struct Row {
    std::vector<uint64_t> first;  // of those below the bound
    std::vector<uint64_t> taken;  // that no number from the bound on has, sorted
    bool is_known = false;

    uint64_t value(uint64_t x) const {
      if (x < first.size()) return first[x];
      // The number outside of `taken` that has x - bound of them before it.
      uint64_t result = x - first.size();
      for (const uint64_t one : taken) {
        if (one > result) break;
        ++result;
      }
      return result;
    }
    /// The number from `low` on that has the value, if one has it.
    std::optional<uint64_t> place_of(uint64_t value, int64_t low) const {
      for (size_t x = static_cast<size_t>(low); x < first.size(); ++x) {
        if (first[x] == value) return x;
      }
      const auto at = std::lower_bound(taken.begin(), taken.end(), value);
      if (at != taken.end() && *at == value) return std::nullopt;
      return first.size() + value - static_cast<uint64_t>(at - taken.begin());
    }
  };
  using Key = std::vector<int64_t>;

  const std::string& name_of_number() const { return rule().coordinates[rows_.number]; }
  uint64_t x_of(const std::vector<int64_t>& position) const {
    return static_cast<uint64_t>(position[rows_.number]);
  }
  Key key_of(std::vector<int64_t> position) const {
    position.erase(position.begin() + static_cast<std::ptrdiff_t>(rows_.number));
    return position;
  }
  std::vector<int64_t> position_of(Key key, uint64_t x) const {
    key.insert(key.begin() + static_cast<std::ptrdiff_t>(rows_.number), static_cast<int64_t>(x));
    return key;
  }

  /// The other moves of a position.
  Attempt<void> list(const std::vector<int64_t>& position, Budget& budget,
                     std::vector<RuleSum>& options) {
    return lister_.for_each_move(rows_.others, position, budget, [&](RuleSum option) {
      options.push_back(std::move(option));
      return true;
    });
  }

  Attempt<uint64_t> find(const std::vector<int64_t>& position, Budget& budget) {
    const Key start = key_of(position);
    if (const auto found = known_.find(start); found == known_.end() || !found->second.is_known) {
      if (auto done = find_row(start, budget); !done) {
        // What was begun is not known.
        std::erase_if(known_, [](const auto& one) { return !one.second.is_known; });
        return std::move(done).error();
      }
    }
    return known_.at(start).value(x_of(position));
  }

  /// Depth first: a row waits for those that its other moves lead to.
  Attempt<void> find_row(const Key& start, Budget& budget) {
    struct Waiting {
      Key key;
      std::vector<std::vector<RuleSum>> options;  // by number, up to the bound
      bool is_asked = false;
    };
    std::vector<Waiting> line;
    line.push_back({start, {}, false});
    while (!line.empty()) {
      budget.count(1);
      if (budget.spent()) return budget.why();
      budget.progress("rows", known_.size());
      Waiting& here = line.back();
      if (const auto found = known_.find(here.key);
          found != known_.end() && found->second.is_known) {
        line.pop_back();
        continue;
      }
      if (!here.is_asked) {
        here.is_asked = true;
        if (known_.size() >= kMostRows) return Error::declined("more than 2^24 rows were met");
        if (!budget.take_memory(sizeof(Row) + 128 + 8 * here.key.size()))
          return budget.too_large("the table of rows", sizeof(Row));
        known_[here.key];
        here.options.resize(static_cast<size_t>(rows_.bound) + 1);
        std::vector<Waiting> next;
        for (size_t x = 0; x < here.options.size(); ++x) {
          if (auto listed = list(position_of(here.key, x), budget, here.options[x]); !listed)
            return std::move(listed).error();
          for (const RuleSum& option : here.options[x]) {
            for (const RulePosition& part : option) {
              Key key = key_of(part.coordinates);
              const auto found = known_.find(key);
              if (found == known_.end()) {
                next.push_back({std::move(key), {}, false});
              } else if (!found->second.is_known) {
                return comes_again("a row of " + to_string(game().at(part.coordinates)) +
                                   " comes again");
              }
            }
          }
        }
        std::move(next.begin(), next.end(), std::back_inserter(line));
        continue;
      }
      known_[here.key] = row_of(here.options);
      line.pop_back();
    }
    return {};
  }

  /// The row, when the values of all other options are known.
  Row row_of(const std::vector<std::vector<RuleSum>>& options) {
    Row row;
    std::vector<uint64_t> values;
    const auto look = [&](size_t x) {
      values.clear();
      for (const RuleSum& option : options[x]) {
        uint64_t sum = 0;
        for (const RulePosition& part : option)
          sum ^= known_.at(key_of(part.coordinates)).value(x_of(part.coordinates));
        values.push_back(sum);
      }
      for (size_t k = static_cast<size_t>(rows_.low); k < x; ++k) values.push_back(row.first[k]);
      std::sort(values.begin(), values.end());
      values.erase(std::unique(values.begin(), values.end()), values.end());
    };
    for (size_t x = 0; x < static_cast<size_t>(rows_.bound); ++x) {
      look(x);
      uint64_t mex = 0;
      while (mex < values.size() && values[mex] == mex) ++mex;
      row.first.push_back(mex);
    }
    look(static_cast<size_t>(rows_.bound));
    row.taken = values;
    row.is_known = true;
    return row;
  }

  NimRows rows_;
  MoveLister lister_;
  std::map<Key, Row> known_;
};

class NimRowsEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "rows of nim"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    if (rule.arity() < 2 || rule.moves_by_code || rule.moves.size() < 2 || game.is_endless())
      return nullptr;
    for (size_t number = rule.arity(); number-- > 0;) {
      // Without isl: a line stays in the row, and another one does not.
      const auto stays = [&](const MoveLine& line) { return stays_in_row(rule, line, number); };
      if (std::none_of(rule.moves.begin(), rule.moves.end(), stays) ||
          std::all_of(rule.moves.begin(), rule.moves.end(), stays))
        continue;
      if (auto rows = rows_along(rule, number, game.facts().context(kRowSteps)))
        return std::make_unique<NimRowsSolver>(game, *std::move(rows));
    }
    return nullptr;
  }
};

}  // namespace

const Engine* nim_rows_engine() {
  static const NimRowsEngine engine;
  return &engine;
}

}  // namespace grundy
