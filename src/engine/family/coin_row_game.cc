// Coins in a row as a game: its moves, and the winning ones by the values of heads (coin_row.h).
#include "engine/family/coin_heads.h"
#include "engine/family/families.h"
#include "game/key.h"

namespace grundy::coins {
namespace {

class RowGame final : public FamilyGame {
 public:
  explicit RowGame(const CoinRow& row) : row_(row) {}

  const CoinRow& row() const { return row_; }
  Position at(std::span<const Natural> heads) const {
    Position position{this, {}};
    for (const Natural& n : heads) append(position.key, n);
    return position;
  }
  std::vector<Natural> heads(const Position& position) const {
    std::vector<Natural> heads;
    for (KeyReader reader(position.key); !reader.done();) heads.push_back(reader.natural());
    return heads;
  }
  /// The position after these coins are turned.
  Position after(std::span<const Natural> heads, const CoinSet& coins) const {
    return at(
        heads_after<Natural>(heads, [&, k = uint64_t{0}]() mutable { return coins.coin(k++); }));
  }

  std::string name() const override { return std::string(row_.name()); }
  std::string text(const Position& position, size_t limit) const override {
    const std::vector<Natural> all = heads(position);
    return name() + "(" +
           list_text(
               0, all.size(), [&](size_t i) { return all[i]; }, limit) +
           ")";
  }
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget& budget) const override {
    const std::vector<Natural> all = heads(position);
    for (const Natural& head : all) {
      if (budget.spent()) return budget.why();
      if (!is_low(head)) return too_far(head);
      bool more = true;
      row_.for_each(head.small(), [&](const CoinSet& coins, const Natural&) {
        more = more && !budget.spent() && sink({after(all, coins)});
      });
      if (budget.spent()) return budget.why();
      if (!more) return Ended::stopped;
    }
    return Ended::complete;
  }
  Attempt<bool> has_options(const Position& position, Budget&) const override {
    return !position.key.empty();
  }
  std::string move_in_words(const Position& from, const Sum& to) const override {
    const CoinSet coins = set_of(row_, turned_between(heads(from), heads(to.front())));
    return (coins.is_single() ? "turn coin " : "turn coins ") + coins.to_string();
  }

 protected:
  Attempt<std::shared_ptr<const Analysis>> analyse(const Position& position,
                                                   Budget& budget) const override;

 private:
  const CoinRow& row_;
};

class RowAnalysis final : public Analysis {
 public:
  RowAnalysis(const RowGame& game, std::vector<Natural> heads)
      : game_(game), row_(game.row()), heads_(std::move(heads)) {
    for (const Natural& n : heads_) value_ = value_ ^ row_.value(n);
  }

  Attempt<Ordinal> value(Budget&) const override { return Ordinal(value_); }

  Attempt<MoveSet> moves_to(const Ordinal& value, size_t limit, Budget& budget) const override {
    MoveSet set;
    if (!value.is_finite()) return set;
    const Natural change = value_ ^ value.finite();
    if (change.is_zero()) return set;  // no option has the value of the position itself
    for (size_t i = 0; i < heads_.size() && set.moves.size() <= limit; ++i) {
      if (i % 4096 == 0 && budget.spent()) return budget.why();
      for (const CoinSet& coins : row_.moves(heads_[i], change, one_more(limit) - set.moves.size()))
        set.moves.push_back({{game_.after(heads_, coins)}, ""});
    }
    return cut_to(limit, std::move(set));
  }

  std::string explanation() const override {
    return "A head on coin n is worth " + std::string(row_.worth()) + ".\n" +
           sum_of_heads(heads_.size(), value_, [&](size_t i) {
             return "coin " + short_digits(heads_[i]) + ": " + short_digits(row_.value(heads_[i]));
           });
  }

 private:
  const RowGame& game_;
  const CoinRow& row_;
  std::vector<Natural> heads_;  // ascending
  Natural value_;
};

Attempt<std::shared_ptr<const Analysis>> RowGame::analyse(const Position& position, Budget&) const {
  return std::shared_ptr<const Analysis>(std::make_shared<RowAnalysis>(*this, heads(position)));
}

class RowFamily final : public Family {
 public:
  explicit RowFamily(CoinGame game)
      : row_(row_of(game)),
        example_(std::string(row_.name()) + "([1, 4, 6])"),
        documentation_(
            "A row of coins, given by the numbers of its heads: " + std::string(row_.rule()) +
            ".\n" + "The coins are numbered from " + std::to_string(row_.first()) +
            ". A head on coin n is worth " + std::string(row_.worth()) +
            ";\na position is worth the exclusive-or of its heads.\n"
            "Source: Berlekamp, Conway and Guy, Winning Ways, chapter 14. All winning moves are "
            "found.\n"
            "The heads stand in the sum or in a file with one of them a line:\n  " +
            example_ + "     " + std::string(row_.name()) + "(@heads.txt)\n") {}

  std::string_view name() const override { return row_.name(); }
  std::string_view example() const override { return example_; }
  std::string_view documentation() const override { return documentation_; }
  Attempt<Position> read(std::span<const ParameterArgument> parameters,
                         std::span<const Argument> arguments, Games& games,
                         Budget& budget) const override {
    if (Attempt<void> fits = check_arguments(name(), example_, 1, 1, parameters, arguments); !fits)
      return fits.error();
    Attempt<std::vector<Natural>> heads = read_number_list(arguments[0], example_, budget);
    if (!heads) return std::move(heads).error();
    for (size_t i = 0; i < heads->size(); ++i)
      if ((*heads)[i] < Natural(row_.first())) return no_such_coin(arguments[0], i, row_, budget);
    if (Attempt<void> sorted = sort_heads(*heads, arguments[0], budget); !sorted)
      return std::move(sorted).error();
    return games.get<RowGame>(std::string(row_.name()), row_).at(*heads);
  }

 private:
  const CoinRow& row_;
  std::string example_;
  std::string documentation_;
};

}  // namespace
}  // namespace grundy::coins

namespace grundy {

const Family* coin_family(CoinGame game) {
  static const std::array<coins::RowFamily, 3> list = {coins::RowFamily(CoinGame::mock_turtles),
                                                       coins::RowFamily(CoinGame::ruler),
                                                       coins::RowFamily(CoinGame::turtles)};
  return &list[static_cast<size_t>(game)];
}

}  // namespace grundy
