// Finding a rule in the book: by small values first, then by its moves.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "analysis/pieces.h"
#include "rule/meaning.h"
#include "rule/print.h"
#include "theorem/book.h"
#include "theorem/instance.h"
#include "value/mex.h"

namespace grundy {
namespace {

constexpr size_t kMostCoordinates = 3;            // that a theorem of the book has
constexpr size_t kMostLines = 64;                 // of a rule that is compared
constexpr size_t kMostLetterChoices = 64;         // numbers that are tried for a theorem's letters
constexpr unsigned long kMatchSteps = 1'000'000;  // of isl, for one theorem
constexpr uint64_t kPatience = 30'000;  // choices of binders, for the small values of one rule
/// Side of the box of small values, by coordinates.
constexpr int64_t kSmallSide[kMostCoordinates] = {24, 6, 4};

struct Entry {
  std::unique_ptr<TheoremGame> game;
  // Other words for the theorem's game, compared word for word. Of two coordinates the words may
  // mean the game with these exchanged: they count where moves are not told, and as far as small
  // values agree.
  bool is_spelling = false;
};

std::vector<Entry>& games_of_numbers() {
  thread_local std::vector<Entry> games;  // a rule book is of one thread
  if (games.empty()) {
    for (const BookTheorem& one : theorems()) {
      auto game = std::make_unique<TheoremGame>(one, one.game);
      if (!game->is_read() || game->has_lists()) continue;
      games.push_back({std::move(game), false});
      for (const Spelling& spelling : one.spelled)
        games.push_back({std::make_unique<TheoremGame>(one, spelling), true});
    }
  }
  return games;
}

/// The values of a small box by definition, as far as the moves from there stay few. Missing where
/// play leaves the game, or goes round, or a position has too many moves.
class SmallValues {
 public:
  explicit SmallValues(const Rule& rule) : patience_(kPatience) {
    std::vector<int64_t> point(rule.arity(), 0);
    const int64_t side = kSmallSide[rule.arity() - 1];
    for (;;) {
      value(rule, point);
      size_t i = 0;
      while (i < point.size() && ++point[i] == side) point[i++] = 0;
      if (i == point.size()) return;
    }
  }
  /// Whether a theorem with this order of coordinates may hold: it agrees wherever a value is
  /// known.
  bool agree(const Rule& rule, const KnownGame& known) const {
    const Budget budget;
    size_t compared = 0;
    for (const auto& [position, value] : values_) {
      if (position.first != &rule || !value) continue;
      Coordinates coordinates;
      for (const int64_t c : position.second) coordinates.emplace_back(static_cast<uint64_t>(c));
      const Coordinates there = known.in_theorem(coordinates);
      if (known.conclusion->knows_values()) {
        const auto told = known.conclusion->value(there, budget);
        if (told && *told != Ordinal(uint64_t{*value})) return false;
      }
      const auto lost = known.conclusion->is_lost(there, budget);
      if (lost && *lost != (*value == 0)) return false;
      ++compared;
    }
    return compared >= 8;
  }

 private:
  using Known = std::optional<uint32_t>;

  Known value(const Rule& rule, const std::vector<int64_t>& point, size_t depth = 0) {
    constexpr size_t kDeepest = 200;
    const auto key = std::pair(&rule, point);
    if (const auto known = values_.find(key); known != values_.end()) return known->second;
    values_[key] = std::nullopt;  // until it is known: where play comes back, there is none
    if (depth > kDeepest || rule.is_alias || rule.board || rule.moves_by_code) return std::nullopt;
    std::set<RuleSum> options;
    for (const Rule& line : lines_of(rule)) {
      if (is_excluded(line.moves[0], point)) continue;
      const Fault fault = moves_by_definition(
          line, point, open_end(line.moves[0]),
          [&](RuleSum sum) { options.insert(std::move(sum)); }, &patience_);
      if (fault.kind != Fault::Kind::none) return std::nullopt;
    }
    MexSet seen;
    for (const RuleSum& option : options) {
      uint32_t sum = 0;
      for (const RulePosition& part : option) {
        const Known one = value(*part.game, part.coordinates, depth + 1);
        if (!one) return std::nullopt;
        sum ^= *one;
      }
      seen.insert(sum);
    }
    const Known result = seen.mex();
    values_[key] = result;
    return result;
  }

  /// Of binders without an end: no more than that counts in small positions.
  static int64_t open_end(const MoveLine& line) {
    constexpr int64_t kOpenEnd = 64;
    const auto open = std::count_if(
        line.binders.begin(), line.binders.end(),
        [](const Binder& one) { return one.kind == Binder::Kind::range && one.high.empty(); });
    return open <= 1 ? kOpenEnd : kOpenEnd / 2;
  }
  /// The rule's lines, each as a rule.
  const std::vector<Rule>& lines_of(const Rule& rule) {
    std::vector<Rule>& lines = lines_[&rule];
    if (lines.empty()) {
      for (const MoveLine& line : rule.moves) {
        lines.push_back(rule);
        lines.back().moves = {line};
      }
    }
    return lines;
  }
  /// Whether a condition on the coordinates alone is false: bounds that have no value then, such as
  /// a/b for b = 0, don't matter.
  bool is_excluded(const MoveLine& line, const std::vector<int64_t>& point) {
    return std::any_of(line.conditions.begin(), line.conditions.end(), [&](const Expr& condition) {
      if (slot_bound(condition) > point.size() || condition.quantifier) return false;
      Environment slots(point);
      Fault fault;
      return evaluate(condition, slots, fault, &patience_) == 0 && fault.kind == Fault::Kind::none;
    });
  }

  Patience patience_;
  std::map<std::pair<const Rule*, std::vector<int64_t>>, Known> values_;
  std::map<const Rule*, std::vector<Rule>> lines_;
};

void add_numbers(const Expr& expr, std::set<uint64_t>& numbers) {
  if (expr.op == Op::constant && expr.value >= 0) numbers.insert(static_cast<uint64_t>(expr.value));
  for (const Expr& one : expr.args) add_numbers(one, numbers);
}

/// The numbers that stand in the rule, and those next to them: what a letter may be.
std::vector<uint64_t> numbers_in(const Rule& rule) {
  std::set<uint64_t> numbers = {0, 1};
  for (const MoveLine& line : rule.moves) {
    for (const Expr& one : line.conditions) add_numbers(one, numbers);
    for (const Binder& binder : line.binders) {
      for (const auto* terms : {&binder.low, &binder.high, &binder.values}) {
        for (const Expr& one : *terms) add_numbers(one, numbers);
      }
    }
    for (const Part& part : line.parts) {
      for (const Expr& one : part.coordinates) add_numbers(one, numbers);
    }
  }
  std::set<uint64_t> result;
  for (const uint64_t number : numbers) {
    if (number > 0) result.insert(number - 1);
    if (number > 1) result.insert(number - 2);
    result.insert(number);
    result.insert(number + 1);
  }
  return {result.begin(), result.end()};
}

}  // namespace

std::string conclusion_text(const BookTheorem& theorem) {
  TheoremGame game(theorem, theorem.game);
  const TheoremGame::Instance* made =
      game.is_read() ? game.with(std::vector<uint64_t>(game.letters().size(), 0)) : nullptr;
  if (made == nullptr) return "";
  const std::vector<std::string>& names = made->rule->coordinates;
  return made->of_lists ? made->of_lists->text(names) : made->conclusion->text(names);
}

namespace {

/// A bound of a coordinate or a variable by a number as `c <= x` or `x <= c`; others as they are.
Expr plain_bound(Expr condition) {
  if (condition.args.size() != 2) return condition;
  const Expr &left = condition.args[0], &right = condition.args[1];
  const bool from_below = left.op == Op::constant && right.op == Op::slot;
  const bool from_above = left.op == Op::slot && right.op == Op::constant;
  if (!from_below && !from_above) return condition;
  const int64_t number = from_below ? left.value : right.value;
  const Expr& bounded = from_below ? right : left;
  if (condition.op == Op::ne && number == 0) return apply(Op::le, {constant(1), bounded});
  if (condition.op != Op::lt || number < 0 || number == INT64_MAX) return condition;
  if (from_below) return apply(Op::le, {constant(number + 1), bounded});
  return number == 0 ? condition : apply(Op::le, {bounded, constant(number - 1)});
}

/// The lines, in one order, with names of one kind for coordinates, variables and the game.
std::vector<std::string> shapes_of(const Rule& rule, const Rule& game) {
  std::vector<std::string> shapes;
  for (MoveLine line : rule.moves) {
    for (size_t i = 0; i < rule.arity(); ++i) line.slot_names[i] = fmt::format("c{}", i);
    for (Part& part : line.parts) part.game = part.game == &rule ? &game : part.game;
    for (Expr& condition : line.conditions) condition = plain_bound(std::move(condition));
    shapes.push_back(print_shape(rule, line));
  }
  std::sort(shapes.begin(), shapes.end());
  return shapes;
}

/// Whether the rule is the theorem's game, for the order of coordinates in `known`: word for word,
/// or as a set of moves.
bool is_shown(const Rule& rule, const Rule& game, bool is_spelling, KnownGame& known) {
  const bool in_order = std::is_sorted(known.order.begin(), known.order.end());
  if (!known.up_to_exchange && in_order && shapes_of(rule, game) == shapes_of(game, game))
    return true;
  if (is_spelling) return false;
  const isl::Context context = isl::make_context(kMatchSteps);
  if (known.up_to_exchange) return same_up_to_exchange(context.get(), rule, game, known.most_bits);
  return same_game(context.get(), rule, game, known.order, known.most_bits);
}

std::optional<KnownGame> find_in_book(const Rule& rule, bool up_to_exchange,
                                      std::optional<SmallValues>& small) {
  const std::vector<uint64_t> numbers = numbers_in(rule);
  for (const auto& [entry, is_spelling] : games_of_numbers()) {
    if (entry->arity() != rule.arity()) continue;
    const size_t letters = entry->letters().size();
    if (letters > 1 || (letters == 1 && numbers.size() > kMostLetterChoices)) continue;
    for (size_t choice = 0; choice < (letters == 0 ? 1 : numbers.size()); ++choice) {
      std::vector<uint64_t> chosen;
      if (letters == 1) chosen.push_back(numbers[choice]);
      const TheoremGame::Instance* made = entry->with(chosen);
      if (made == nullptr) continue;
      if (is_spelling && rule.arity() > 1 && made->conclusion->knows_values()) continue;
      KnownGame known{&entry->theorem(), std::vector<size_t>(rule.arity()), {}, made->conclusion, 0,
                      up_to_exchange};
      std::iota(known.order.begin(), known.order.end(), size_t{0});
      do {
        if (!small) small.emplace(rule);
        if (!small->agree(rule, known) || !is_shown(rule, *made->rule, is_spelling, known))
          continue;
        for (size_t i = 0; i < letters; ++i)
          known.letters.emplace_back(entry->letters()[i], chosen[i]);
        return known;
      } while (!up_to_exchange && std::next_permutation(known.order.begin(), known.order.end()));
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<KnownGame> find_in_book(const Rule& rule) {
  if (rule.is_alias || rule.board || rule.moves_by_code || rule.moves.empty() ||
      rule.moves.size() > kMostLines)
    return std::nullopt;
  if (rule.arity() == 0 || rule.arity() > kMostCoordinates) return std::nullopt;
  std::optional<SmallValues> small;
  auto known = find_in_book(rule, false, small);
  if (!known && rule.arity() == 2) known = find_in_book(rule, true, small);
  return known;
}

}  // namespace grundy
