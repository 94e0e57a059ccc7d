#include "engine/book.h"

#include <fmt/format.h>

#include "rewriting/copies.h"
#include "theorem/book.h"

namespace grundy {
namespace {

class BookSolver final : public RuleSolver {
 public:
  explicit BookSolver(const RuleGame& game) : RuleSolver(game) {}

  std::string_view engine() const override { return "book"; }
  std::string knows() const override {
    return known_
               ? fmt::format("a theorem: {} ({})", known_->theorem->name, known_->theorem->source)
               : "the rule is looked up in the book of theorems";
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
    std::optional<Attempt<Conclusion::Options>> options;
    if (!known_->up_to_exchange)
      options =
          known_->conclusion->options_of_value(known_->in_theorem(position), value, limit, budget);
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
    const LawInWords law = in_words();
    return law.says + "\n" + law.proof + "\n";
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
  Error too_large() const {
    return Error::declined(fmt::format(
        "the rule is shown to be the game of the theorem \"{}\" for numbers below 2^{} only",
        known_->theorem->name, known_->most_bits));
  }
  LawInWords in_words() const {
    std::string says = known_->conclusion->text(known_->names(rule()));
    if (known_->most_bits != 0)
      says += fmt::format(" This is shown for numbers below 2^{}.", known_->most_bits);
    return {std::move(says), fmt::format("By the theorem \"{}\"; its source: {}.",
                                         known_->theorem->name, known_->theorem->source)};
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

class BookEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "book"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    if (rule.is_alias || rule.board || rule.moves_by_code || rule.arity() == 0) return nullptr;
    return std::make_unique<BookSolver>(game);
  }
};

}  // namespace

const Engine* book_engine() {
  static const BookEngine engine;
  return &engine;
}

}  // namespace grundy
