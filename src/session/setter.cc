#include "session/setter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/chance.h"
#include "base/text.h"
#include "check/process.h"
#include "engine/table/fill.h"
#include "language/term_text.h"
#include "proof/claim_text.h"
#include "rewriting/targets.h"
#include "rule/evaluate.h"
#include "session/outcome_table.h"
#include "session/outcomes.h"

namespace grundy {
namespace {

using Point = std::vector<int64_t>;

constexpr size_t kSmallPositions = 100'000;  // that a formula is compared at
constexpr size_t kAnsweredTogether = 4096;   // positions that are answered together
constexpr size_t kTriesEach = 40;  // for a random position that is new and meets the limits
constexpr int64_t kLargest = int64_t{1} << 60;
constexpr size_t kMostLarge = 7;  // coordinates as large as that

/// The positions of a game of numbers that meet the limits.
class LimitedPositions {
 public:
  static Attempt<LimitedPositions> read(const TabledGame& game, const std::string& limits) {
    LimitedPositions result;
    const std::vector<std::string> names = game.coordinates();
    result.least_.assign(names.size(), 0);
    result.most_.assign(names.size(), -1);
    if (!limits.empty()) {
      Attempt<TermText> read = TermText::read(TermText::Kind::condition, "limits", limits, names,
                                              game.rule->number_parameters);
      if (!read) return std::move(read).error();
      result.condition_ = *std::move(read);
      for (const Expr& one : result.condition_->exprs()) result.bound(one);
      for (size_t round = 0; round < names.size(); ++round) {
        for (const Expr& one : result.condition_->exprs()) result.bound_by_others(one);
      }
    }
    for (int64_t& most : result.most_)
      most = most < 0 ? static_cast<int64_t>(usual_bound(names.size())) : most;
    for (size_t i = 0; i < names.size(); ++i) {
      if (result.least_[i] > result.most_[i])
        return Error::input(fmt::format("no '{}' is within the limits", names[i]));
    }
    // Sums of coordinates are to be below 2^63.
    if (names.size() > kMostLarge &&
        *std::max_element(result.most_.begin(), result.most_.end()) > INT64_MAX / 1024)
      return Error::declined(
          fmt::format("limits beyond 2^53 are for at most {} coordinates", kMostLarge));
    return result;
  }

  const Point& least() const { return least_; }
  const Point& most() const { return most_; }
  Attempt<bool> holds(const Point& point) const {
    if (!condition_) return true;
    const Attempt<int64_t> holds = condition_->at(point);
    if (!holds) return holds.error();
    return *holds != 0;
  }

  /// The first ones by the sum of their coordinates, at most so many; `all` tells whether there are
  /// no others.
  Attempt<std::vector<Point>> smallest(size_t count, const Budget& budget, bool& all) const {
    std::vector<Point> result;
    Point point = least_;
    const int64_t last = std::accumulate(most_.begin(), most_.end(), int64_t{0});
    for (int64_t sum = std::accumulate(least_.begin(), least_.end(), int64_t{0}); sum <= last;
         ++sum) {
      if (budget.spent()) return budget.why();
      if (auto added = with_sum(0, sum, point, count + 1, result, budget); !added)
        return std::move(added).error();
      if (result.size() > count) break;
    }
    all = result.size() <= count;
    if (!all) result.resize(count);
    return result;
  }

  /// Of any size, or near the most; it may not meet the limits.
  Point random(Chance& chance) const {
    Point point;
    const bool any_size = chance.below(2) == 0;
    for (size_t i = 0; i < least_.size(); ++i) {
      uint64_t span = static_cast<uint64_t>(most_[i] - least_[i]) + 1;
      if (any_size) {
        uint64_t bits = 0;
        while (bits < 62 && (uint64_t{1} << bits) < span) ++bits;
        span = std::min(span, uint64_t{1} << chance.below(bits + 1));
      }
      point.push_back(least_[i] + static_cast<int64_t>(chance.below(span)));
    }
    return point;
  }

 private:
  /// A conjunct that compares a coordinate with a number.
  void bound(const Expr& one) {
    if (one.op != Op::eq && one.op != Op::le && one.op != Op::lt) return;
    const bool at_least = one.args[1].op == Op::slot;
    const Expr& slot = one.args[at_least ? 1 : 0];
    const Expr& term = one.args[at_least ? 0 : 1];
    if (slot.op != Op::slot || slot_bound(term) != 0) return;
    Fault fault;
    Environment nothing;
    const int64_t number = std::min(evaluate(term, nothing, fault), kLargest);
    if (fault.kind != Fault::Kind::none || number < 0) return;
    const auto i = static_cast<size_t>(slot.value);
    const int64_t strict = one.op == Op::lt ? 1 : 0;
    if (one.op == Op::eq || at_least) least_[i] = std::max(least_[i], number + strict);
    if (one.op != Op::eq && at_least) return;
    const int64_t most = number - strict;
    most_[i] = most_[i] < 0 ? std::max<int64_t>(most, 0) : std::min(most_[i], most);
  }

  /// A conjunct that keeps a coordinate without a bound below a term of others, b <= a: below its
  /// greatest value at their least and greatest numbers.
  void bound_by_others(const Expr& one) {
    constexpr size_t kMostCoordinates = 8;
    if ((one.op != Op::eq && one.op != Op::le && one.op != Op::lt) || one.args[0].op != Op::slot)
      return;
    const auto i = static_cast<size_t>(one.args[0].value);
    if (i >= most_.size() || most_[i] >= 0 || most_.size() > kMostCoordinates) return;
    for (size_t k = 0; k < most_.size(); ++k) {
      if (mentions(one.args[1], k) && most_[k] < 0) return;
    }
    int64_t greatest = -1;
    for (size_t corner = 0; corner < size_t{1} << most_.size(); ++corner) {
      Environment slots;
      for (size_t k = 0; k < most_.size(); ++k)
        slots.push_back((corner >> k & 1) != 0 ? most_[k] : least_[k]);
      Fault fault;
      const int64_t value = evaluate(one.args[1], slots, fault);
      if (fault.kind == Fault::Kind::none)
        greatest = std::max(greatest, value - (one.op == Op::lt ? 1 : 0));
    }
    if (greatest >= 0) most_[i] = std::min(greatest, kLargest);
  }

  /// Those with this sum of the coordinates from number i on, in their order.
  Attempt<void> with_sum(size_t i, int64_t sum, Point& point, size_t count,
                         std::vector<Point>& result, const Budget& budget) const {
    if (result.size() >= count || budget.spent()) return {};
    int64_t others_least = 0;
    int64_t others_most = 0;
    for (size_t k = i + 1; k < point.size(); ++k) {
      others_least += least_[k];
      others_most += most_[k];
    }
    const int64_t first = std::max(least_[i], sum - others_most);
    const int64_t last = std::min(most_[i], sum - others_least);
    for (point[i] = first; point[i] <= last; ++point[i]) {
      if (i + 1 < point.size()) {
        if (auto added = with_sum(i + 1, sum - point[i], point, count, result, budget); !added)
          return added;
        if (result.size() >= count) return {};
        continue;
      }
      const Attempt<bool> is_in = holds(point);
      if (!is_in) return is_in.error();
      if (*is_in) result.push_back(point);
    }
    return {};
  }

  std::optional<TermText> condition_;
  Point least_;
  Point most_;
};

Coordinates coordinates_of(const Point& point) {
  Coordinates result;
  for (const int64_t c : point) result.emplace_back(static_cast<uint64_t>(c));
  return result;
}

/// What the rule says of positions.
class Answerer {
 public:
  static Attempt<Answerer> of(Session& session, std::string_view text,
                              const SetterQuestion& question, Budget& budget) {
    const Attempt<TabledGame> game = tabled_game(session, text, budget);
    if (!game) return game.error();
    if (auto free = needs_free_replies(*game->rule, "such a test"); !free)
      return std::move(free).error();
    if (game->rule->arity() == 0)
      return Error::input(fmt::format("'{}' has no coordinates", game->rule->full_name));
    if (question.answers && game->has_sides)
      return Error::input(
          "Left or Right may win whoever begins: the answers are the letters N, P, L and R");
    Attempt<LimitedPositions> positions = LimitedPositions::read(*game, question.limits);
    if (!positions) return std::move(positions).error();
    return Answerer(session, *game, question, *std::move(positions), budget);
  }

  const TabledGame& game() const { return game_; }
  const LimitedPositions& positions() const { return positions_; }
  bool asks_outcomes() const { return game_.outcomes_only || question_.answers.has_value(); }

  /// Values of the positions, or outcomes as outcome_table.h has them where these alone are asked
  /// for. Of positions that are `close` to each other outcomes come from values, which share their
  /// work.
  Attempt<std::vector<Value>> cells(std::span<const Point> points, bool outcomes, bool close) {
    if (!game_.has_sides && (close || !outcomes)) {
      const RuleGame& game = session_.games().of(*game_.rule);
      std::vector<Position> positions;
      for (const Point& point : points) positions.push_back(game.at(coordinates_of(point)));
      session_.solvers().make_room(budget_);
      Attempt<std::vector<Value>> values = session_.solvers().of(game).values(positions, budget_);
      if (!values && (!outcomes || budget_.spent() || !is_open(values.error()))) return values;
      if (values) {
        for (Value& value : *values) {
          if (outcomes) value = outcome_cell(value.outcome());
        }
        return values;
      }
    }
    std::vector<Value> result;
    for (const Point& point : points) {
      if (budget_.spent()) return budget_.why();
      Work work;
      const Attempt<Value> one = outcome_at(session_, game_, coordinates_of(point), budget_, work);
      if (!one) return one.error();
      result.push_back(*one);
    }
    return result;
  }

  /// As a solution is to write it.
  std::string text(const Value& cell, bool outcomes) const {
    if (!outcomes) return cell.to_string();
    const char letter = outcome_letter(cell);
    if (!question_.answers || letter == 'D') return std::string(1, letter);
    return (*question_.answers)[letter == 'N' ? 0 : 1];
  }
  std::string position(const Point& point) const {
    return fmt::format("{}({})", game_.rule->full_name, fmt::join(point, ", "));
  }

  /// So many different positions, more or less, by chance; those that were met already are left
  /// out.
  Attempt<std::vector<Point>> random(uint64_t count, std::set<Point>& met) {
    std::vector<Point> result;
    for (uint64_t tries = 0; result.size() < count && tries < kTriesEach * count; ++tries) {
      if (budget_.spent()) return budget_.why();
      const Point point = positions_.random(chance_);
      const Attempt<bool> holds = positions_.holds(point);
      if (!holds) return holds.error();
      if (*holds && met.insert(point).second) result.push_back(point);
    }
    return result;
  }

  /// A lost position that a winning move from this one leads to, within the limits.
  Attempt<std::optional<Point>> lost_option(const Point& point) {
    const RuleGame& game = session_.games().of(*game_.rule);
    const Attempt<Answer> answer =
        session_.solve({{game.at(coordinates_of(point))}}, Play::normal, 1, budget_);
    if (!answer && budget_.spent()) return answer.error();
    if (!answer || answer->winning_moves.empty()) return std::optional<Point>();
    const Sum& to = answer->winning_moves[0].move.to;
    if (to.size() != 1 || to[0].game != &game) return std::optional<Point>();
    Point result;
    for (const Natural& c : game.coordinates(to[0])) {
      if (c > Natural(static_cast<uint64_t>(kLargest))) return std::optional<Point>();
      result.push_back(static_cast<int64_t>(c.small()));
    }
    for (size_t i = 0; i < result.size(); ++i) {
      if (result[i] < positions_.least()[i] || result[i] > positions_.most()[i])
        return std::optional<Point>();
    }
    const Attempt<bool> holds = positions_.holds(result);
    if (!holds) return holds.error();
    return *holds ? std::optional(result) : std::nullopt;
  }

 private:
  Answerer(Session& session, TabledGame game, const SetterQuestion& question,
           LimitedPositions positions, Budget& budget)
      : session_(session),
        game_(game),
        question_(question),
        positions_(std::move(positions)),
        chance_(question.seed),
        budget_(budget) {}

  Session& session_;
  TabledGame game_;
  const SetterQuestion& question_;
  LimitedPositions positions_;
  Chance chance_;
  Budget& budget_;
};

int64_t size_of(const Point& point) {
  return std::accumulate(point.begin(), point.end(), int64_t{0});
}

/// Compares what is given at each position, or nothing where that is right, with the rule.
using Given =
    std::function<Attempt<std::optional<std::string>>(const Point& point, const Value& cell)>;

Attempt<StressReport> compare(Answerer& answerer, bool outcomes, size_t most, uint64_t more,
                              const Given& wrong, const Budget& budget) {
  StressReport report;
  Attempt<std::vector<Point>> points = answerer.positions().smallest(most, budget, report.complete);
  if (!points) return std::move(points).error();
  if (points->empty()) return Error::input("no position is within the limits");
  std::set<Point> met;
  const auto run = [&](const std::vector<Point>& all, bool close) -> Attempt<void> {
    for (size_t at = 0; at < all.size() && !report.failure; at += kAnsweredTogether) {
      const std::span<const Point> piece =
          std::span(all).subspan(at, std::min(kAnsweredTogether, all.size() - at));
      const Attempt<std::vector<Value>> cells = answerer.cells(piece, outcomes, close);
      if (!cells) return cells.error();
      for (size_t i = 0; i < piece.size(); ++i) {
        ++report.tested;
        budget.progress("positions", report.tested, 0);
        const Attempt<std::optional<std::string>> given = wrong(piece[i], (*cells)[i]);
        if (!given) return given.error();
        if (!*given) continue;
        report.failure = {answerer.position(piece[i]), answerer.text((*cells)[i], outcomes),
                          **given};
        return {};
      }
    }
    return {};
  };
  if (auto done = run(*points, true); !done) return std::move(done).error();
  if (report.failure || report.complete) return report;
  met.insert(points->begin(), points->end());
  Attempt<std::vector<Point>> others = answerer.random(more, met);
  if (!others) return std::move(others).error();
  std::stable_sort(others->begin(), others->end(),
                   [](const Point& a, const Point& b) { return size_of(a) < size_of(b); });
  const uint64_t before = report.tested;
  if (auto done = run(*others, false); !done) return std::move(done).error();
  report.random = report.tested - before;
  return report;
}

}  // namespace

Attempt<StressReport> stress_formula(Session& session, std::string_view game,
                                     const std::string& formula, const SetterQuestion& question,
                                     Budget& budget) {
  Attempt<Answerer> answerer = Answerer::of(session, game, question, budget);
  if (!answerer) return std::move(answerer).error();
  if (answerer->game().has_sides)
    return Error::input(
        "a formula is compared where both players have the same moves; `grundy prove` finds a law");
  const Attempt<Claim> claim = read_claim(*answerer->game().rule, formula);
  if (!claim) return claim.error();
  if (answerer->game().outcomes_only && !claim->losing)
    return Error::input(
        fmt::format("'{}' has no values; a formula of yours says who wins: 'lost: CONDITION'",
                    answerer->game().rule->full_name));
  return compare(
      *answerer, claim->losing, kSmallPositions, question.count,
      [&](const Point& point, const Value& cell) -> Attempt<std::optional<std::string>> {
        const auto claimed = evaluate(*claim, point);
        if (claim->losing) {
          const bool right = claimed.has_value() == (outcome_letter(cell) == 'P');
          return right ? std::nullopt : std::optional<std::string>(claimed ? "P" : "not P");
        }
        if (!claimed) return std::optional<std::string>("no value");
        const Value given(value_with(*claimed));
        return given == cell ? std::nullopt : std::optional(given.to_string());
      },
      budget);
}

Attempt<StressReport> stress_program(Session& session, std::string_view game,
                                     const std::string& program, const SetterQuestion& question,
                                     Budget& budget) {
  Attempt<Answerer> answerer = Answerer::of(session, game, question, budget);
  if (!answerer) return std::move(answerer).error();
  const bool outcomes = answerer->asks_outcomes();
  return compare(
      *answerer, outcomes, question.count, question.count,
      [&](const Point& point, const Value& cell) -> Attempt<std::optional<std::string>> {
        const auto answer =
            answer_of({"sh", "-c", program}, fmt::format("{}\n", fmt::join(point, " ")), budget);
        if (!answer) return answer.error();
        if (!answer->found) return Error::input(fmt::format("'{}' can't be run", program));
        if (answer->status != 0)
          return std::optional(answer->status < 0 ? std::string("ended by a signal")
                                                  : fmt::format("exit status {}", answer->status));
        const std::string given(trimmed(answer->output));
        return lower_case(given) == lower_case(answerer->text(cell, outcomes))
                   ? std::nullopt
                   : std::optional(given);
      },
      budget);
}

Attempt<std::vector<TestPosition>> test_positions(Session& session, std::string_view game,
                                                  const SetterQuestion& question, Budget& budget) {
  constexpr size_t kMostTests = 1'000'000;
  constexpr size_t kCandidates = 4;  // for each test, so that won and lost ones can be chosen
  if (question.count == 0 || question.count > kMostTests)
    return Error::input(fmt::format("the number of tests is from 1 to {}", kMostTests));
  Attempt<Answerer> answerer = Answerer::of(session, game, question, budget);
  if (!answerer) return std::move(answerer).error();
  const bool outcomes = answerer->asks_outcomes();
  // The corners of the limits, the smallest positions, then others.
  std::vector<Point> points;
  std::set<Point> met;
  const Point& least = answerer->positions().least();
  const Point& most = answerer->positions().most();
  const auto add = [&](const Point& point) -> Attempt<void> {
    const Attempt<bool> holds = answerer->positions().holds(point);
    if (!holds) return holds.error();
    if (*holds && met.insert(point).second) points.push_back(point);
    return {};
  };
  for (uint64_t corner = 0; corner < uint64_t{1} << std::min<size_t>(least.size(), 4); ++corner) {
    Point point = least;
    for (size_t i = 0; i < point.size(); ++i)
      point[i] = (corner >> std::min<size_t>(i, 3) & 1) != 0 ? most[i] : least[i];
    if (auto added = add(point); !added) return std::move(added).error();
  }
  bool all = false;
  const Attempt<std::vector<Point>> small =
      answerer->positions().smallest(kCandidates * question.count, budget, all);
  if (!small) return small.error();
  for (size_t i = 0; i < small->size() && (all || i < question.count / 4); ++i) {
    if (auto added = add((*small)[i]); !added) return std::move(added).error();
  }
  const size_t first = std::min<size_t>(points.size(), std::max<uint64_t>(1, question.count / 2));
  if (!all) {
    Attempt<std::vector<Point>> others = answerer->random(kCandidates * question.count, met);
    if (!others) return std::move(others).error();
    points.insert(points.end(), others->begin(), others->end());
  }
  if (points.empty()) return Error::input("no position is within the limits");
  const Attempt<std::vector<Value>> cells = answerer->cells(points, outcomes, all);
  if (!cells) return cells.error();
  std::vector<TestPosition> tests;
  std::array<std::vector<size_t>, 2> waiting;  // lost and others, the next one last
  std::array<size_t, 2> taken = {0, 0};
  const auto is_lost = [&](size_t i) { return (*cells)[i].outcome() == Outcome::P; };
  const auto take = [&](size_t i) {
    tests.push_back(
        {fmt::format("{}", fmt::join(points[i], " ")), answerer->text((*cells)[i], outcomes)});
    ++taken[is_lost(i) ? 0 : 1];
  };
  for (size_t i = 0; i < first; ++i) take(i);
  for (size_t i = points.size(); i-- > first;) waiting[is_lost(i) ? 0 : 1].push_back(i);
  while (tests.size() < question.count && !(waiting[0].empty() && waiting[1].empty())) {
    const size_t wanted = taken[0] <= taken[1] ? 0 : 1;
    if (wanted == 0 && waiting[0].empty() && !answerer->game().has_sides && !all) {
      // Lost positions may be rare: a winning move finds one.
      const Attempt<std::optional<Point>> lost = answerer->lost_option(points[waiting[1].back()]);
      if (!lost) return lost.error();
      if (*lost && met.insert(**lost).second) {
        tests.push_back(
            {fmt::format("{}", fmt::join(**lost, " ")), answerer->text(Value(0), outcomes)});
        ++taken[0];
        continue;
      }
    }
    std::vector<size_t>& from = waiting[waiting[wanted].empty() ? 1 - wanted : wanted];
    take(from.back());
    from.pop_back();
  }
  return tests;
}

}  // namespace grundy
