#include "engine/search/book.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/wrapped.h"
#include "engine/board/list_outcomes.h"
#include "engine/search/leads_to.h"
#include "game/board_game.h"
#include "rewriting/copies.h"
#include "rule/evaluate.h"
#include "theorem/book.h"

namespace grundy {
namespace {

std::string in_lines(const LawInWords& law) {
  return wrapped(law.says) + "\n" + wrapped(law.proof) + "\n";
}

std::string named(const BookTheorem& theorem) {
  return fmt::format("a theorem: {} ({})", theorem.name, theorem.source);
}
std::string cited(const BookTheorem& theorem) {
  return fmt::format("By the theorem \"{}\"; its source: {}.", theorem.name, theorem.source);
}

class BookSolver final : public RuleSolver {
 public:
  explicit BookSolver(const RuleGame& game) : RuleSolver(game) {}

  std::string_view engine() const override { return "book"; }
  std::string knows() const override {
    return known_ ? named(*known_->theorem) : "the rule is looked up in the book of theorems";
  }

  bool is_last_word() const override { return is_last_word_; }

  double cost(std::span<const Position>) const override {
    if (!searched_) return cost::kBook;
    return known_ ? cost::kNothing : cost::kNever;
  }
  bool tells_only_who_wins(std::span<const Position>) const override {
    return known_ && !known_->conclusion->knows_values();
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    is_last_word_ = false;
    if (auto found = find(); !found) return std::move(found).error();
    std::vector<Ordinal> result;
    result.reserve(positions.size());
    for (const Coordinates& one : positions) {
      if (result.size() % 1024 == 0 && budget.spent()) return budget.why();
      if (!known_->reaches(one)) return too_large();
      Attempt<Ordinal> value = known_->conclusion->value(known_->in_theorem(one), budget);
      if (!value) return std::move(value).error();
      result.push_back(*std::move(value));
    }
    return result;
  }

  Attempt<Outcome> outcome(const Position& position, Play play, Budget& budget) override {
    if (play == Play::misere) return Solver::outcome(position, play, budget);
    const Attempt<bool> lost = is_lost(position, budget);
    if (!lost) return lost.error();
    return *lost ? Outcome::P : Outcome::N;
  }

  Attempt<bool> has_value(const Position& position, const Value& value, Budget& budget) override {
    return value.is_zero() ? is_lost(position, budget) : Solver::has_value(position, value, budget);
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    if (auto found = find(); !found) return std::move(found).error();
    if (!known_->reaches(position)) return too_large();
    std::optional<Attempt<Conclusion::Options>> options =
        known_->conclusion->options_of_value(known_->in_theorem(position), value, limit, budget);
    if (options && *options && known_->up_to_exchange) {
      if (auto moves = in_either_order(position, **options)) return *std::move(moves);
      options.reset();
    }
    if (!options) {
      const Position here = game().at(position);
      // Sums of more and more parts end the listing.
      const bool has_sums = has_repeated_parts(rule());
      const bool is_far = !has_sums && any_is_far({&here, 1}, cost::kLookedThrough);
      Budget part(budget, cost::kStepsOfListing);
      Budget& used = is_far ? part : budget;
      auto found = options_where(here, limit, used, [&](const Sum& option) -> Attempt<bool> {
        if (option.size() == 1) return has_value(option[0], Value(value), used);
        const Attempt<Value> there = value_of(option, used);
        if (!there) return there.error();
        return *there == Value(value);
      });
      is_last_word_ = !found && has_sums;
      return found;
    }
    if (!*options) return std::move(*options).error();
    MoveSet result;
    result.all = (*options)->all;
    for (const Coordinates& to : (*options)->positions)
      result.moves.push_back({positions_of(to), ""});
    return result;
  }

  std::string explanation(const Position&) override {
    if (!known_) return {};
    return in_lines(in_words());
  }
  std::optional<LawInWords> law(Budget&) override {
    if (!find()) return std::nullopt;
    return in_words();
  }

 private:
  /// The parts of an option, in the coordinates of the theorem.
  Sum positions_of(const Coordinates& parts) const {
    Sum sum;
    const auto arity = static_cast<std::ptrdiff_t>(rule().arity());
    for (auto at = parts.begin(); at != parts.end(); at += arity)
      sum.push_back(game().at(known_->in_rule({at, at + arity})));
    return sum;
  }
  /// The moves among these options, whose numbers may stand in any order. No result if leads_to has
  /// none.
  std::optional<MoveSet> in_either_order(const Coordinates& position,
                                         const Conclusion::Options& options) const {
    MoveSet result;
    result.all = options.all;
    std::set<Coordinates> seen;
    for (Coordinates to : options.positions) {
      std::sort(to.begin(), to.end());
      if (to.size() != position.size() || !seen.insert(to).second) continue;
      do {
        const auto leads = leads_to(rule(), position, to);
        if (!leads) return std::nullopt;
        if (*leads) result.moves.push_back({{game().at(to)}, ""});
      } while (std::next_permutation(to.begin(), to.end()));
    }
    return result;
  }
  Error too_large() const {
    return Error::declined(fmt::format(
        "the rule is shown to be the game of the theorem \"{}\" for numbers below 2^{} only",
        known_->theorem->name, known_->most_bits));
  }
  LawInWords in_words() const {
    std::string says = known_->conclusion->text(known_->names(rule()));
    for (const auto& [letter, number] : known_->letters) {
      if (says.find(letter) != says.npos) says += fmt::format(" Here {} = {}.", letter, number);
    }
    if (known_->most_bits != 0)
      says += fmt::format(" This is shown for numbers below 2^{}.", known_->most_bits);
    return {std::move(says), cited(*known_->theorem), known_->conclusion->knows_values()};
  }

  Attempt<void> find() {
    if (!searched_) {
      known_ = find_in_book(rule());
      searched_ = true;
    }
    if (known_) return {};
    return Error::declined("the game is not in the book of theorems");
  }

  Attempt<bool> is_lost(const Position& position, Budget& budget) {
    if (auto found = find(); !found) return std::move(found).error();
    const Coordinates here = game().coordinates(position);
    if (!known_->reaches(here)) return too_large();
    return known_->conclusion->is_lost(known_->in_theorem(here), budget);
  }

  std::optional<KnownGame> known_;
  bool searched_ = false;
  bool is_last_word_ = false;  // who searches for laws finds no moves that it did not
};

LawInWords law_of_lists(const KnownLists& known, const Rule& rule) {
  return {known.conclusion->text(rule.coordinates), cited(*known.theorem)};
}

/// Whether the theorem speaks of the position.
Attempt<bool> reaches(const KnownLists& known, const BoardPosition& position,
                      const Budget& budget) {
  if (!known.where) return true;
  Patience patience(budget);
  const Attempt<int64_t> holds = known.where->at(position, &patience);
  if (!holds) return holds.error();
  return *holds != 0;
}
Error is_about_others(const KnownLists& known) {
  return Error::declined(fmt::format("the theorem \"{}\" is about positions where {}",
                                     known.theorem->name, known.where->text()));
}

Attempt<MoveSet> moves_of(const BoardGame& game, const Attempt<std::vector<BoardPosition>>& options,
                          size_t limit) {
  if (!options) return options.error();
  MoveSet result;
  result.all = options->size() <= limit;
  for (size_t i = 0; i < std::min(limit, options->size()); ++i) {
    BoardPosition to = (*options)[i];
    size_t list = 0;
    for (const CoordinateKind kind : game.board_rule().board->kinds) {
      if (kind == CoordinateKind::bag) std::sort(to.sets[list].begin(), to.sets[list].end());
      if (is_list(kind)) ++list;
    }
    result.moves.push_back({{game.at(to)}, ""});
  }
  return result;
}

/// A theorem about lists that tells their values.
class ListValues final : public Solver {
 public:
  ListValues(const BoardGame& game, KnownLists known) : game_(game), known_(std::move(known)) {}

  std::string_view engine() const override { return "book"; }
  std::string knows() const override { return named(*known_.theorem); }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    std::vector<Value> result;
    for (const Position& one : positions) {
      if (budget.spent()) return budget.why();
      const Attempt<bool> reached = reaches(known_, game_.position(one), budget);
      if (!reached) return reached.error();
      if (!*reached) return is_about_others(known_);
      Attempt<Ordinal> value = known_.conclusion->value(game_.position(one), budget);
      if (!value) return std::move(value).error();
      result.emplace_back(*std::move(value));
    }
    return result;
  }
  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget& budget) override {
    if (value.is_loopy()) return MoveSet{};
    const auto options =
        known_.conclusion->options_of_value(game_.position(position), value.ordinal(), budget);
    if (!options) return Solver::moves_to(position, value, limit, budget);
    return moves_of(game_, *options, limit);
  }
  std::string explanation(const Position&) override {
    return in_lines(law_of_lists(known_, game_.board_rule()));
  }
  std::optional<LawInWords> law(Budget&) override {
    return law_of_lists(known_, game_.board_rule());
  }

 private:
  const BoardGame& game_;
  KnownLists known_;
};

/// A theorem about lists that tells who wins.
class ListTheorem final : public ListOutcomes {
 public:
  ListTheorem(const BoardGame& game, KnownLists known)
      : ListOutcomes(game), known_(std::move(known)) {}

  std::string_view engine() const override { return "book"; }
  std::string knows() const override { return named(*known_.theorem); }
  std::string explanation(const Position&) override {
    return in_lines(law_of_lists(known_, game().board_rule()));
  }
  std::optional<LawInWords> law(Budget&) override {
    return law_of_lists(known_, game().board_rule());
  }

 private:
  Attempt<bool> is_lost(const BoardPosition& position, Budget& budget) override {
    const Attempt<bool> reached = reaches(known_, position, budget);
    if (!reached) return reached.error();
    if (*reached) return known_.conclusion->is_lost(position, budget);
    // A move may lead to where the theorem holds.
    Attempt<bool> lost = true;
    const auto listed = game().list_options(
        game().at(position),
        [&](const Sum& option) {
          lost = leads_to_won(option, budget);
          return lost && *lost;
        },
        budget);
    if (!lost) return lost;
    if (!listed) return listed.error();
    return lost;
  }
  std::optional<Attempt<MoveSet>> known_moves(const Position& position, size_t limit,
                                              Budget& budget) override {
    const BoardPosition here = game().position(position);
    const Attempt<bool> reached = reaches(known_, here, budget);
    if (!reached || !*reached) return std::nullopt;
    const auto options = known_.conclusion->options_of_value(here, Ordinal(), budget);
    if (!options) return std::nullopt;
    return moves_of(game(), *options, limit);
  }
  Attempt<bool> leads_to_won(const Sum& option, const Budget& budget) const {
    const BoardPosition there = game().position(option.at(0));
    const Attempt<bool> reached = reaches(known_, there, budget);
    if (!reached) return reached.error();
    if (!*reached) return is_about_others(known_);
    const Attempt<bool> lost = known_.conclusion->is_lost(there, budget);
    if (!lost) return lost.error();
    return !*lost;
  }

  KnownLists known_;
};

class BookEngine final : public Engine {
 public:
  std::string_view name() const override { return "book"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    if (const auto* board = as<BoardGame>(&game)) return open_lists(*board);
    if (game.rule() == nullptr) return nullptr;
    const Rule& rule = *game.rule();
    if (rule.is_alias || rule.board || rule.moves_by_code || rule.arity() == 0) return nullptr;
    return std::make_unique<BookSolver>(static_cast<const RuleGame&>(game));
  }

 private:
  static std::unique_ptr<Solver> open_lists(const BoardGame& game) {
    if (game.element() != nullptr) return nullptr;  // a sum: each heap is looked up
    std::optional<KnownLists> known = find_in_book_of_lists(game.board_rule());
    if (!known) return nullptr;
    if (known->conclusion->knows_values())
      return std::make_unique<ListValues>(game, *std::move(known));
    return std::make_unique<ListTheorem>(game, *std::move(known));
  }
};

}  // namespace

const Engine* book_engine() {
  static const BookEngine engine;
  return &engine;
}

}  // namespace grundy
