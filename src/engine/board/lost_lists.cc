#include "engine/board/lost_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/chance.h"
#include "engine/board/board.h"
#include "engine/law/joined_conditions.h"
#include "rule/board_clauses.h"

namespace grundy {
namespace {

/// All lists of at most so many numbers, none greater.
struct SmallFamily {
  size_t length;
  int64_t greatest;
};
constexpr SmallFamily kLists[] = {{4, 5}, {7, 2}, {2, 20}, {10, 1}};
constexpr SmallFamily kBags[] = {{5, 6}, {9, 3}, {3, 14}, {2, 30}, {16, 1}};
constexpr SmallFamily kRandomLists = {6, 6}, kRandomBags = {7, 9};
constexpr size_t kRandom = 250;
constexpr uint64_t kMostSteps = 17'000;        // for one list
constexpr size_t kMostFailures = 4;            // lists that take more
constexpr uint64_t kMostOptions = 20'000'000;  // for all
constexpr size_t kMostLists = 8000;
constexpr size_t kFewest = 60;      // solved ones
constexpr int64_t kMostBeside = 3;  // of the other coordinates
constexpr size_t kMostGuesses = 200;
constexpr uint64_t kPatience = 100'000;  // choices in a condition at one small list

/// Calls `take` with each list of the family.
template <class Take>
bool each_list(const SmallFamily& family, bool is_bag, NaturalSet& list, const Take& take) {
  if (!take(list)) return false;
  if (list.size() == family.length) return true;
  for (int64_t n = is_bag && !list.empty() ? list.back() : 0; n <= family.greatest; ++n) {
    list.push_back(n);
    const bool more = each_list(family, is_bag, list, take);
    list.pop_back();
    if (!more) return false;
  }
  return true;
}

/// Whether the position's own moves have no fault, as a place beyond the end of a list.
bool can_be_listed(const BoardGame& game, const BoardPosition& position, Budget& budget) {
  return game
      .list_options(
          game.at(position), [](const Sum&) { return true; }, budget)
      .ok();
}

std::vector<uint64_t> bits(size_t points) { return std::vector<uint64_t>((points + 63) / 64); }
void set(std::vector<uint64_t>& bits, size_t i) { bits[i / 64] |= uint64_t{1} << (i % 64); }

}  // namespace

Attempt<SmallLists> SmallLists::of(const BoardGame& game, Budget& budget) {
  const Rule& rule = game.board_rule();
  const BoardRule& board = *rule.board;
  if (board.has_board() || board.sets() != 1 ||
      !std::any_of(board.kinds.begin(), board.kinds.end(), is_list))
    return Error::declined("the positions are not lists");
  SmallLists result(game);
  for (size_t i = 0; i < rule.arity(); ++i) {
    const std::string& name = rule.coordinates[i];
    const CoordinateKind kind = board.kinds[i];
    if (is_list(kind)) {
      result.list_ = name;
      result.is_bag_ = kind == CoordinateKind::bag;
    }
    result.coordinates_.push_back(coordinate_text(kind, name));
  }

  const std::unique_ptr<Solver> solver = board_engine()->open(game);
  if (!solver) return Error::declined("small lists are not searched");
  std::set<BoardPosition> seen;
  size_t failures = 0;
  const auto solve = [&](const std::vector<int64_t>& beside, NaturalSet list) -> Attempt<bool> {
    BoardPosition position{&rule, beside, {}, {}};
    position.sets.push_back(std::move(list));
    Fault fault;
    if (broken_clause(position, fault) != nullptr || fault.kind != Fault::Kind::none) return true;
    if (!seen.insert(position).second) return true;
    Budget part(budget, kMostSteps);
    const Attempt<bool> lost = solver->has_value(game.at(position), Value(), part);
    if (budget.spent()) return budget.why();
    if (lost) {
      result.solved_.push_back({std::move(position), *lost});
    } else if (part.spent() ||
               (lost.error().cause != Error::Cause::cycle && can_be_listed(game, position, part))) {
      ++failures;
    }
    budget.progress("lists", result.solved_.size(), 0);
    return failures < std::min(kMostFailures, result.solved_.size() + 1) &&
           solver->work().options < kMostOptions && result.solved_.size() < kMostLists;
  };
  const auto each_beside = [&](const NaturalSet& list) -> Attempt<bool> {
    std::vector<int64_t> beside(rule.arity(), 0);
    while (true) {
      const Attempt<bool> more = solve(beside, list);
      if (!more || !*more) return more;
      size_t i = 0;
      for (; i < beside.size(); ++i) {
        if (board.kinds[i] != CoordinateKind::number) continue;
        if (++beside[i] <= kMostBeside) break;
        beside[i] = 0;
      }
      if (i == beside.size()) return true;
    }
  };

  // Shorter lists of smaller numbers first, as long as there is time for them.
  bool more = true;
  for (const SmallFamily& family : result.is_bag_ ? std::span<const SmallFamily>(kBags)
                                                  : std::span<const SmallFamily>(kLists)) {
    std::vector<NaturalSet> lists;
    NaturalSet list;
    each_list(family, result.is_bag_, list, [&](const NaturalSet& one) {
      lists.push_back(one);
      return true;
    });
    const auto size = [](const NaturalSet& one) {
      return std::accumulate(one.begin(), one.end(), static_cast<int64_t>(one.size()));
    };
    std::stable_sort(lists.begin(), lists.end(),
                     [&](const NaturalSet& a, const NaturalSet& b) { return size(a) < size(b); });
    for (size_t i = 0; i < lists.size() && more; ++i) {
      const Attempt<bool> went = each_beside(lists[i]);
      if (!went) return went.error();
      more = *went;
    }
    if (more && result.length_ == 0) {
      result.length_ = family.length;
      result.greatest_ = static_cast<size_t>(family.greatest);
    }
  }
  result.guessed_from_ = result.solved_.size();
  if (result.guessed_from_ < kFewest)
    return Error::declined("too few small lists of the game can be solved");
  Chance chance(1);
  const SmallFamily family = result.is_bag_ ? kRandomBags : kRandomLists;
  for (size_t i = 0; i < kRandom && more; ++i) {
    NaturalSet list(3 + chance.below(family.length - 2));
    for (int64_t& n : list)
      n = static_cast<int64_t>(chance.below(static_cast<uint64_t>(family.greatest) + 1));
    if (result.is_bag_) std::sort(list.begin(), list.end());
    std::vector<int64_t> beside(rule.arity(), 0);
    for (size_t k = 0; k < beside.size(); ++k)
      if (board.kinds[k] == CoordinateKind::number)
        beside[k] = static_cast<int64_t>(chance.below(2 * kMostBeside));
    const Attempt<bool> went = solve(beside, std::move(list));
    if (!went) return went.error();
    more = *went;
  }
  return result;
}

std::string SmallLists::free_name(std::string_view wanted) const {
  const Rule& rule = game_->board_rule();
  std::string name(wanted);
  const auto is_taken = [&] {
    return std::find(rule.coordinates.begin(), rule.coordinates.end(), name) !=
               rule.coordinates.end() ||
           std::any_of(rule.number_parameters.begin(), rule.number_parameters.end(),
                       [&](const auto& one) { return one.first == name; });
  };
  while (is_taken()) name += "_";
  return name;
}

std::vector<std::string> SmallLists::terms() const {
  std::vector<std::string> texts = {
      "len({a})",
      "sum({a})",
      "max({a})",
      "min({a})",
      "xor({a})",
      "gcd({a})",
      "max({a}) - min({a})",
      "sum({a}) - len({a})",
      "max({a})/max(1, gcd({a})) - len({a})",
      "count({x} = 0 for {x} in {a})",
      "count({x} = 1 for {x} in {a})",
      "count({x} > 0 for {x} in {a})",
      "count({x} > 1 for {x} in {a})",
      "count({x} % 2 = 1 for {x} in {a})",
      "count({x} % 2 = 0 for {x} in {a})",
      "count({x} = min({a}) for {x} in {a})",
      "count({x} = max({a}) for {x} in {a})",
      "min({x} for {x} in {a} if {x} > 0)",
      "count({x} = min({y} for {y} in {a} if {y} > 0) for {x} in {a})",
      "sum({x}/2 for {x} in {a})",
      "xor({x}/2 for {x} in {a})",
      "xor({x} - 1 for {x} in {a} if {x} > 0)",
      "xor({x} % 3 for {x} in {a})",
      "xor({x} % 4 for {x} in {a})",
      "sum({x} % 3 for {x} in {a})",
      // The least number that is not there.
      "min({i} for {i} in 0..max({a})+1 if not ({i} in {a}))",
      "min({i} for {i} in 1..max({a})+1 if not ({i} in {a}))",
      // Equal numbers in pairs leave these.
      "count(count({y} = {x} for {y} in {a}) % 2 = 1 for {x} in {a})",
      "count(count({y} = {x} for {y} in {a}) % 2 = 1 for {x} in {a} if {x} > 0)",
      // Different numbers.
      "count(all({a}[{j}] != {a}[{i}] for {j} in 1..{i}-1) for {i} in 1..len({a}))",
  };
  if (!is_bag_) {
    texts.insert(
        texts.end(),
        {
            "sum({a}[{i}] for {i} in 1..min(1, len({a})))",
            "sum({a}[{i}] for {i} in max(1, len({a}))..len({a}))",
            // Zeros, and ones, at the beginning.
            "count(all({a}[{j}] = 0 for {j} in 1..{i}) for {i} in 1..len({a}))",
            "count(all({a}[{j}] = 1 for {j} in 1..{i}) for {i} in 1..len({a}))",
            "count({a}[{i}] = 1 and all({a}[{j}] <= 1 for {j} in 1..{i}-1) for {i} in 1..len({a}))",
            // The first place of the least, of the greatest, and of a number unlike the first.
            "min({i} for {i} in 1..len({a}) if {a}[{i}] = min({a}))",
            "min({i} for {i} in 1..len({a}) if {a}[{i}] = max({a}))",
            "min({i} for {i} in 2..len({a}) if {a}[{i}] != {a}[1])",
            "xor({a}[{i}] for {i} in 1..len({a}) if {i} % 2 = 1)",
            "xor({a}[{i}] for {i} in 1..len({a}) if {i} % 2 = 0)",
            "xor({a}[{i}] for {i} in 1..len({a}) if (len({a}) - {i}) % 2 = 0)",
            "xor({a}[{i}] for {i} in 1..len({a}) if (len({a}) - {i}) % 2 = 1)",
            "sum({a}[{i}] for {i} in 1..len({a}) if {i} % 2 = 1)",
            "sum({a}[{i}] for {i} in 1..len({a}) if {i} % 2 = 0)",
            "count({a}[{i}] > {a}[{j}] for {i} in 1..len({a}), {j} in {i}+1..len({a}))",
            "count({a}[{i}] > {a}[{i}+1] for {i} in 1..len({a})-1)",
            "count({a}[{i}] = {a}[{i}+1] for {i} in 1..len({a})-1)",
            "count({a}[{i}] != {a}[{i}+1] for {i} in 1..len({a})-1)",
            "sum(abs({a}[{i}] - {a}[{i}+1]) for {i} in 1..len({a})-1)",
        });
  } else {
    texts.insert(texts.end(),
                 {
                     "xor({a}[{i}] for {i} in 1..len({a}) if (len({a}) - {i}) % 2 = 0)",
                     "xor({a}[{i}+1] - {a}[{i}] for {i} in 1..len({a})-1)",
                     "min({a}[{i}+1] - {a}[{i}] for {i} in 1..len({a})-1)",
                 });
  }
  const Rule& rule = game_->board_rule();
  std::vector<std::string> result;
  for (size_t i = 0; i < rule.arity(); ++i)
    if (rule.board->kinds[i] == CoordinateKind::number) result.push_back(rule.coordinates[i]);
  for (const std::string& text : texts)
    result.push_back(fmt::format(fmt::runtime(text), fmt::arg("a", list_),
                                 fmt::arg("x", free_name("x")), fmt::arg("y", free_name("y")),
                                 fmt::arg("i", free_name("i")), fmt::arg("j", free_name("j"))));
  return result;
}

Attempt<TermText> SmallLists::condition(std::string_view text) const {
  return TermText::read(TermText::Kind::condition, "formula", text, coordinates_,
                        game_->board_rule().number_parameters);
}

Attempt<std::optional<BoardPosition>> SmallLists::refutation(const TermText& condition,
                                                             const Budget& budget) const {
  std::optional<BoardPosition> worst;
  const auto size = [](const BoardPosition& position) {
    const NaturalSet& list = position.sets[0];
    return std::accumulate(list.begin(), list.end(), static_cast<int64_t>(list.size())) +
           std::accumulate(position.coordinates.begin(), position.coordinates.end(), int64_t{0});
  };
  BudgetMeter meter(budget);
  for (const Solved& one : solved_) {
    if (meter.spent()) return budget.why();
    Patience patience(kPatience);
    const Attempt<int64_t> holds = condition.at(one.position, &patience);
    if (!holds) return holds.error();
    if ((*holds != 0) == one.lost) continue;
    if (!worst || size(one.position) < size(*worst)) worst = one.position;
  }
  return worst;
}

Attempt<std::optional<TermText>> SmallLists::guess(const Budget& budget) const {
  struct Term {
    std::string text;
    std::vector<int64_t> values;
  };
  std::vector<Term> terms;
  for (const std::string& text : this->terms()) {
    const Attempt<TermText> read = TermText::read(TermText::Kind::term, "term", text, coordinates_,
                                                  game_->board_rule().number_parameters);
    if (!read) continue;  // a coordinate has the name of a function
    Term term{text, {}};
    bool has_values = true;
    for (size_t i = 0; i < guessed_from_ && has_values; ++i) {
      if (budget.spent()) return budget.why();
      Patience patience(kPatience);
      const Attempt<int64_t> value = read->at(solved_[i].position, &patience);
      has_values = value.ok();
      if (value) term.values.push_back(*value);
    }
    if (has_values) terms.push_back(std::move(term));
  }

  std::vector<PlainCondition> plain;
  const auto add = [&](std::string text, const auto& holds) {
    PlainCondition one{std::move(text), bits(guessed_from_)};
    for (size_t i = 0; i < guessed_from_; ++i)
      if (holds(i)) set(one.where, i);
    plain.push_back(std::move(one));
  };
  std::vector<std::pair<std::string, int64_t>> constants;
  for (int64_t n = 0; n <= 3; ++n) constants.emplace_back(std::to_string(n), n);
  for (const auto& parameter : game_->board_rule().number_parameters)
    constants.push_back(parameter);
  for (const Term& term : terms) {
    const bool is_simple =
        term.text.find(" - ") == term.text.npos || term.text.find(')') == term.text.size() - 1;
    const std::string in_term = is_simple ? term.text : "(" + term.text + ")";
    for (const auto& [name, n] : constants) {
      add(fmt::format("{} = {}", term.text, name), [&](size_t i) { return term.values[i] == n; });
      add(fmt::format("{} != {}", term.text, name), [&](size_t i) { return term.values[i] != n; });
      add(fmt::format("{} <= {}", term.text, name), [&](size_t i) { return term.values[i] <= n; });
      add(fmt::format("{} > {}", term.text, name), [&](size_t i) { return term.values[i] > n; });
    }
    std::vector<std::pair<std::string, int64_t>> moduli = {{"2", 2}, {"3", 3}, {"4", 4}, {"5", 5}};
    for (const auto& [name, n] : game_->board_rule().number_parameters) {
      if (n > 1) moduli.emplace_back(name, n);
      if (n > 0) moduli.emplace_back(fmt::format("({} + 1)", name), n + 1);
    }
    for (const auto& [name, n] : moduli)
      for (int64_t rest = 0; rest < std::min<int64_t>(n, 5); ++rest)
        add(fmt::format("{} % {} = {}", in_term, name, rest),
            [&](size_t i) { return ((term.values[i] % n) + n) % n == rest; });
  }
  for (const Term& a : terms) {
    if (budget.spent()) return budget.why();
    for (const Term& b : terms) {
      if (&a == &b) continue;
      if (&a < &b)
        add(fmt::format("{} = {}", a.text, b.text),
            [&](size_t i) { return a.values[i] == b.values[i]; });
      add(fmt::format("{} < {}", a.text, b.text),
          [&](size_t i) { return a.values[i] < b.values[i]; });
      add(fmt::format("{} <= {}", a.text, b.text),
          [&](size_t i) { return a.values[i] <= b.values[i]; });
      if (a.text.find(" - ") != a.text.npos) continue;
      add(fmt::format("2*{} < {}", a.text, b.text),
          [&](size_t i) { return 2 * a.values[i] < b.values[i]; });
      add(fmt::format("2*{} <= {}", a.text, b.text),
          [&](size_t i) { return 2 * a.values[i] <= b.values[i]; });
      add(fmt::format("{} < 2*{}", b.text, a.text),
          [&](size_t i) { return b.values[i] < 2 * a.values[i]; });
      add(fmt::format("{} <= 2*{}", b.text, a.text),
          [&](size_t i) { return b.values[i] <= 2 * a.values[i]; });
    }
  }
  std::vector<uint64_t> lost = bits(guessed_from_);
  size_t lost_ones = 0;
  for (size_t i = 0; i < guessed_from_; ++i) {
    if (!solved_[i].lost) continue;
    set(lost, i);
    ++lost_ones;
  }
  if (lost_ones == 0) plain = {{"0 = 1", lost}};
  if (lost_ones == guessed_from_) plain = {{"0 = 0", lost}};
  for (const std::string& text :
       joined_conditions(std::move(plain), lost, guessed_from_, kMostGuesses, budget)) {
    Attempt<TermText> condition = this->condition(text);
    if (!condition) return std::move(condition).error();
    const auto refuted = refutation(*condition, budget);
    if (budget.spent()) return budget.why();
    if (refuted && !*refuted) return std::optional<TermText>(*std::move(condition));
  }
  if (budget.spent()) return budget.why();
  return std::optional<TermText>();
}

bool SmallLists::is_lost(const BoardPosition& position) const {
  return std::any_of(solved_.begin(), solved_.end(),
                     [&](const Solved& one) { return one.lost && one.position == position; });
}

std::string SmallLists::described() const {
  std::string text = fmt::format("{} lists", solved_.size());
  if (length_ > 0)
    text += fmt::format(", among them all of at most {} numbers up to {}", length_, greatest_);
  return text;
}

}  // namespace grundy
