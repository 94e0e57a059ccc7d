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
constexpr uint64_t kStepsForList = 17'000;       // for one list
constexpr size_t kMostFailures = 4;              // lists that take more
constexpr uint64_t kOptionsForAll = 20'000'000;  // for all
constexpr size_t kMostLists = 8000;
constexpr size_t kFewest = 60;     // solved ones
constexpr int64_t kMostOther = 3;  // of the other coordinates
constexpr size_t kMostGuesses = 200;
constexpr uint64_t kChoices = 100'000;  // choices in a condition at one small list

/// All lists of the family that begin with `list`.
void add_lists(const SmallFamily& family, bool is_bag, NaturalSet& list,
               std::vector<NaturalSet>& lists) {
  lists.push_back(list);
  if (list.size() == family.length) return;
  for (int64_t n = is_bag && !list.empty() ? list.back() : 0; n <= family.greatest; ++n) {
    list.push_back(n);
    add_lists(family, is_bag, list, lists);
    list.pop_back();
  }
}

/// A list's length and the sum of its numbers.
int64_t size_of(const NaturalSet& list) {
  return std::accumulate(list.begin(), list.end(), static_cast<int64_t>(list.size()));
}

/// Shorter lists of smaller numbers come first.
std::vector<NaturalSet> lists_of(const SmallFamily& family, bool is_bag) {
  std::vector<NaturalSet> lists;
  NaturalSet list;
  add_lists(family, is_bag, list, lists);
  std::stable_sort(lists.begin(), lists.end(), [](const NaturalSet& a, const NaturalSet& b) {
    return size_of(a) < size_of(b);
  });
  return lists;
}

/// Whether the position's own moves have no fault, as a place beyond the end of a list.
bool can_be_listed(const BoardGame& game, const BoardPosition& position, Budget& budget) {
  return game
      .list_options(
          game.at(position), [](const Sum&) { return true; }, budget)
      .ok();
}

/// Solves small lists one after the other, until that takes too much.
class SolvingLists {
 public:
  SolvingLists(const BoardGame& game, bool is_bag, std::unique_ptr<Solver> solver, Budget& budget)
      : game_(game), is_bag_(is_bag), solver_(std::move(solver)), budget_(budget) {}

  /// Each list of the family, with small other coordinates; whether all were tried.
  Attempt<bool> family(const SmallFamily& family) {
    for (const NaturalSet& list : lists_of(family, is_bag_)) {
      std::vector<int64_t> beside(kinds().size(), 0);
      for (size_t i = 0; i < beside.size();) {
        if (is_over_) return false;
        if (auto solved = solve(beside, list); !solved) return std::move(solved).error();
        for (i = 0; i < beside.size(); ++i) {
          if (kinds()[i] != CoordinateKind::number) continue;
          if (++beside[i] <= kMostOther) break;
          beside[i] = 0;
        }
      }
    }
    return true;
  }
  Attempt<void> random(const SmallFamily& family) {
    Chance chance(1);
    for (size_t round = 0; round < kRandom && !is_over_; ++round) {
      NaturalSet list(3 + chance.below(family.length - 2));
      for (int64_t& n : list)
        n = static_cast<int64_t>(chance.below(static_cast<uint64_t>(family.greatest) + 1));
      if (is_bag_) std::sort(list.begin(), list.end());
      std::vector<int64_t> beside(kinds().size(), 0);
      for (size_t i = 0; i < beside.size(); ++i)
        if (kinds()[i] == CoordinateKind::number)
          beside[i] = static_cast<int64_t>(chance.below(2 * kMostOther));
      if (auto solved = solve(beside, std::move(list)); !solved) return solved;
    }
    return {};
  }
  size_t count() const { return solved_.size(); }
  std::vector<SmallLists::Solved> take() { return std::move(solved_); }

 private:
  const std::vector<CoordinateKind>& kinds() const { return game_.board_rule().board->kinds; }

  Attempt<void> solve(const std::vector<int64_t>& beside, NaturalSet list) {
    BoardPosition position{&game_.board_rule(), beside, {std::move(list)}, {}};
    Fault fault;
    const bool breaks = broken_clause(position, fault) != nullptr;
    if (breaks || fault.kind != Fault::Kind::none || !seen_.insert(position).second) return {};
    Budget part(budget_, kStepsForList);
    const Attempt<bool> lost = solver_->has_value(game_.at(position), Value(), part);
    if (budget_.spent()) return budget_.why();
    if (lost) {
      solved_.push_back({std::move(position), *lost});
    } else if (part.spent() || (lost.error().cause != Error::Cause::cycle &&
                                can_be_listed(game_, position, part))) {
      ++failures_;
    }
    budget_.progress("lists", solved_.size(), 0);
    is_over_ = failures_ >= std::min(kMostFailures, solved_.size() + 1) ||
               solver_->work().options >= kOptionsForAll || solved_.size() >= kMostLists;
    return {};
  }

  const BoardGame& game_;
  bool is_bag_;
  std::unique_ptr<Solver> solver_;
  Budget& budget_;
  std::set<BoardPosition> seen_;
  std::vector<SmallLists::Solved> solved_;
  size_t failures_ = 0;
  bool is_over_ = false;
};

}  // namespace

bool SmallLists::are_positions_of(const Rule& rule) {
  const BoardRule* board = rule.board.get();
  return board != nullptr && !board->has_board() && board->sets() == 1 &&
         std::any_of(board->kinds.begin(), board->kinds.end(), is_list);
}

Attempt<SmallLists> SmallLists::of(const BoardGame& game, Budget& budget) {
  const Rule& rule = game.board_rule();
  const BoardRule& board = *rule.board;
  if (!are_positions_of(rule)) return Error::declined("the positions are not lists");
  SmallLists result(game);
  for (size_t i = 0; i < rule.arity(); ++i) {
    result.coordinates_.push_back(coordinate_text(board.kinds[i], rule.coordinates[i]));
    if (!is_list(board.kinds[i])) continue;
    result.list_ = rule.coordinates[i];
    result.is_bag_ = board.kinds[i] == CoordinateKind::bag;
  }

  std::unique_ptr<Solver> solver = board_engine()->open(game);
  if (!solver) return Error::declined("small lists are not searched");
  SolvingLists solving(game, result.is_bag_, std::move(solver), budget);
  for (const SmallFamily& family : result.is_bag_ ? std::span<const SmallFamily>(kBags)
                                                  : std::span<const SmallFamily>(kLists)) {
    const Attempt<bool> all = solving.family(family);
    if (!all) return all.error();
    if (!*all || result.length_ > 0) continue;
    result.length_ = family.length;
    result.greatest_ = static_cast<size_t>(family.greatest);
  }
  result.guessed_from_ = solving.count();
  if (result.guessed_from_ < kFewest)
    return Error::declined("too few small lists of the game can be solved");
  auto random = solving.random(result.is_bag_ ? kRandomBags : kRandomLists);
  if (!random) return std::move(random).error();
  result.solved_ = solving.take();
  if (result.guessed_from_ == result.solved_.size()) {
    // There was no time for others: every fifth refutes what is guessed from the rest.
    size_t number = 0;
    const auto rest = std::stable_partition(result.solved_.begin(), result.solved_.end(),
                                            [&](const Solved&) { return ++number % 5 != 0; });
    result.guessed_from_ = static_cast<size_t>(rest - result.solved_.begin());
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

Attempt<std::optional<SmallLists::Solved>> SmallLists::refutation(const TermText& condition,
                                                                  const Budget& budget) const {
  const Solved* worst = nullptr;
  const auto size = [](const BoardPosition& position) {
    return std::accumulate(position.coordinates.begin(), position.coordinates.end(),
                           size_of(position.sets[0]));
  };
  BudgetMeter meter(budget);
  for (const Solved& one : solved_) {
    if (meter.spent()) return budget.why();
    Patience patience(kChoices);
    const Attempt<int64_t> holds = condition.at(one.position, &patience);
    if (!holds) return holds.error();
    if ((*holds != 0) == one.lost) continue;
    if (worst == nullptr || size(one.position) < size(worst->position)) worst = &one;
  }
  return worst == nullptr ? std::optional<Solved>() : *worst;
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
      Patience patience(kChoices);
      const Attempt<int64_t> value = read->at(solved_[i].position, &patience);
      has_values = value.ok();
      if (value) term.values.push_back(*value);
    }
    if (has_values) terms.push_back(std::move(term));
  }

  std::vector<PlainCondition> plain;
  const auto add = [&](std::string text, const auto& holds) {
    PlainCondition one{std::move(text), PointSet(guessed_from_)};
    for (size_t i = 0; i < guessed_from_; ++i)
      if (holds(i)) one.where.set(i);
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
    for (const auto& [name, value] : constants) {
      const int64_t n = value;
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
    for (const auto& [name, value] : moduli) {
      const int64_t n = value;
      for (int64_t rest = 0; rest < std::min<int64_t>(n, 5); ++rest)
        add(fmt::format("{} % {} = {}", in_term, name, rest),
            [&](size_t i) { return ((term.values[i] % n) + n) % n == rest; });
    }
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
  PointSet lost(guessed_from_);
  for (size_t i = 0; i < guessed_from_; ++i)
    if (solved_[i].lost) lost.set(i);
  if (lost.is_empty()) plain = {{"0 = 1", lost}};
  if (lost.count() == guessed_from_) plain = {{"0 = 0", lost}};
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

std::string SmallLists::described() const {
  std::string text = fmt::format("{} lists", solved_.size());
  if (length_ > 0)
    text += fmt::format(", among them all of at most {} numbers up to {}", length_, greatest_);
  return text;
}

}  // namespace grundy
