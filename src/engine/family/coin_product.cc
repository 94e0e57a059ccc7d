// Coins in a rectangle: the product of two games of coins in a row.
//
// Tartan theorem (Conway; Winning Ways, chapter 14). In the product of two such games, on a
// rectangle, a move turns the coins of A × B, where A is turned by a move of the first game and B
// by one of the second; the coin (x, y) with the greatest coordinates goes from heads to tails. The
// value of a head at (x, y) is the nim-product of the values of x and y. So a change d is the
// nim-product of the change p by A and the change q by B, both as above. All moves are found by
// going through the sets A (or B) of each head, when these are not too many; otherwise one for each
// head that can lose value, by nim_factors.
#include "engine/family/coin_heads.h"
#include "engine/family/families.h"
#include "engine/family/nim_factors.h"
#include "game/key.h"
#include "value/nimber.h"

namespace grundy::coins {
namespace {

/// Sets of coins that are gone through for all moves of a product.
constexpr uint64_t kTriedSets = 100'000;
/// Binary digits of a coordinate in a product, whose nim-product takes about a second then.
constexpr uint64_t kMostBits = uint64_t{1} << 20;

class ProductGame final : public FamilyGame {
 public:
  ProductGame(std::string name, const CoinRow& x, const CoinRow& y)
      : name_(std::move(name)), x_(x), y_(y) {}

  const CoinRow& x() const { return x_; }
  const CoinRow& y() const { return y_; }
  Position at(std::span<const CoinPlace> heads) const {
    Position position{this, {}};
    for (const CoinPlace& place : heads) {
      append(position.key, place[0]);
      append(position.key, place[1]);
    }
    return position;
  }
  std::vector<CoinPlace> heads(const Position& position) const {
    std::vector<CoinPlace> heads;
    for (KeyReader reader(position.key); !reader.done();) {
      Natural x = reader.natural();
      heads.push_back({std::move(x), reader.natural()});
    }
    return heads;
  }
  /// The position after the coins with these x and these y are turned.
  Position after(std::span<const CoinPlace> heads, const CoinSet& a, const CoinSet& b) const {
    uint64_t i = 0, j = 0;
    std::optional<Natural> x = a.coin(0);
    return at(heads_after<CoinPlace>(heads, [&]() -> std::optional<CoinPlace> {
      std::optional<Natural> y = b.coin(j++);
      if (!y) {
        x = a.coin(++i);
        j = 1;
        y = b.coin(0);
      }
      if (!x) return std::nullopt;
      return CoinPlace{*x, *y};
    }));
  }
  /// Of the two games of a head, the one with fewer moves.
  bool x_is_less(const CoinPlace& head) const {
    return x_.count(head[0].small()) <= y_.count(head[1].small());
  }

  std::string name() const override { return name_; }
  std::string text(const Position& position, size_t limit) const override {
    return name_ + "(" + text_of_all<CoinPlace>(heads(position), limit) + ")";
  }
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget& budget) const override {
    const std::vector<CoinPlace> all = heads(position);
    for (const CoinPlace& head : all) {
      for (const Natural& n : head) {
        if (!is_low(n)) return too_far(n);
      }
      bool more = true;
      x_.for_each(head[0].small(), [&](const CoinSet& a, const Natural&) {
        if (!more) return;
        y_.for_each(head[1].small(), [&](const CoinSet& b, const Natural&) {
          more = more && !budget.spent() && sink({after(all, a, b)});
        });
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
    const std::vector<CoinPlace> before = heads(from), after = heads(to.front());
    std::vector<CoinPlace> turned;
    std::set_symmetric_difference(before.begin(), before.end(), after.begin(), after.end(),
                                  std::back_inserter(turned));
    std::array<std::vector<Natural>, 2> numbers;
    for (const CoinPlace& place : turned) {
      for (size_t i = 0; i < 2; ++i) numbers[i].push_back(place[i]);
    }
    for (std::vector<Natural>& list : numbers) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    const CoinSet a = set_of(x_, numbers[0]), b = set_of(y_, numbers[1]);
    return a.is_single() && b.is_single()
               ? "turn coin (" + a.to_string() + ", " + b.to_string() + ")"
               : "turn the coins with x = " + a.to_string() + " and y = " + b.to_string();
  }

 protected:
  Attempt<std::shared_ptr<const Analysis>> analyse(const Position& position,
                                                   Budget& budget) const override;

 private:
  std::string name_;
  const CoinRow& x_;
  const CoinRow& y_;
};

class ProductAnalysis final : public Analysis {
 public:
  /// `value` is value_of(x, y, heads).
  ProductAnalysis(const ProductGame& game, std::vector<CoinPlace> heads, Natural value)
      : game_(game),
        x_(game.x()),
        y_(game.y()),
        heads_(std::move(heads)),
        value_(std::move(value)) {}

  static Attempt<Natural> value_of(const CoinRow& x, const CoinRow& y,
                                   std::span<const CoinPlace> heads, Budget& budget) {
    Natural value;
    for (size_t i = 0; i < heads.size(); ++i) {
      const auto& [column, line] = heads[i];
      if ((i % 4096 == 0 || !column.is_small() || !line.is_small()) && budget.spent())
        return budget.why();
      const uint64_t bits = std::max(column.bit_length(), line.bit_length());
      if (bits > kMostBits)
        return Error::declined("a coordinate of " + std::to_string(bits) +
                               " binary digits makes nim-products that take too long; " +
                               std::to_string(kMostBits) + " are the most");
      value = value ^ nim_multiply(x.value(column), y.value(line));
    }
    return value;
  }

  Attempt<Ordinal> value(Budget&) const override { return Ordinal(value_); }

  Attempt<MoveSet> moves_to(const Ordinal& value, size_t limit, Budget& budget) const override {
    if (!value.is_finite()) return MoveSet{};
    const Natural change = value_ ^ value.finite();
    if (change.is_zero()) return MoveSet{};  // no option has the value of the position itself
    return is_small() ? all_moves(change, limit, budget) : some_moves(change, limit, budget);
  }

  std::string explanation() const override {
    return "A head at (x, y) is worth the nim-product of what x is worth in " +
           std::string(x_.name()) + " and y in " + std::string(y_.name()) + " (Tartan theorem).\n" +
           sum_of_heads(heads_.size(), value_, [&](size_t i) {
             const Natural a = x_.value(heads_[i][0]), b = y_.value(heads_[i][1]);
             return "(" + short_digits(heads_[i][0]) + ", " + short_digits(heads_[i][1]) +
                    "): " + short_digits(a) + " ⊗ " + short_digits(b) + " = " +
                    short_digits(nim_multiply(a, b));
           });
  }

 private:
  bool is_small() const {
    uint64_t sets = 0;
    for (const CoinPlace& head : heads_) {
      if (!is_low(head[0]) || !is_low(head[1])) return false;
      sets += game_.x_is_less(head) ? x_.count(head[0].small()) : y_.count(head[1].small());
      if (sets > kTriedSets) return false;
    }
    return true;
  }

  Attempt<MoveSet> all_moves(const Natural& change, size_t limit, Budget& budget) const {
    MoveSet set;
    for (const CoinPlace& head : heads_) {
      if (budget.spent()) return budget.why();
      if (set.moves.size() > limit) break;
      const bool by_x = game_.x_is_less(head);
      const CoinRow& outer = by_x ? x_ : y_;
      const CoinRow& inner = by_x ? y_ : x_;
      outer.for_each(head[by_x ? 0 : 1].small(), [&](const CoinSet& a, const Natural& p) {
        if (set.moves.size() > limit) return;
        const Natural q = nim_multiply(change, nim_inverse(p));
        for (const CoinSet& b :
             inner.moves(head[by_x ? 1 : 0], q, one_more(limit) - set.moves.size()))
          set.moves.push_back(by_x ? move(a, b) : move(b, a));
      });
    }
    return cut_to(limit, std::move(set));
  }

  Attempt<MoveSet> some_moves(const Natural& change, size_t limit, Budget& budget) const {
    MoveSet set{.moves = {}, .all = false};
    for (size_t i = 0; i < heads_.size() && set.moves.size() < limit; ++i) {
      if (budget.spent()) return budget.why();
      const Natural a = x_.value(heads_[i][0]), b = y_.value(heads_[i][1]);
      const Natural product = nim_multiply(a, b);
      if (!((product ^ change) < product)) continue;
      const auto [p, q] = nim_factors(a, b, change);
      set.moves.push_back(
          move(x_.moves(heads_[i][0], p, 1).front(), y_.moves(heads_[i][1], q, 1).front()));
    }
    return set;
  }

  Move move(const CoinSet& a, const CoinSet& b) const { return {{game_.after(heads_, a, b)}, ""}; }

  const ProductGame& game_;
  const CoinRow& x_;
  const CoinRow& y_;
  std::vector<CoinPlace> heads_;  // ascending
  Natural value_;
};

Attempt<std::shared_ptr<const Analysis>> ProductGame::analyse(const Position& position,
                                                              Budget& budget) const {
  std::vector<CoinPlace> all = heads(position);
  Attempt<Natural> value = ProductAnalysis::value_of(x_, y_, all, budget);
  if (!value) return std::move(value).error();
  return std::shared_ptr<const Analysis>(
      std::make_shared<ProductAnalysis>(*this, std::move(all), *std::move(value)));
}

class ProductFamily final : public Family {
 public:
  ProductFamily(CoinGame x, CoinGame y)
      : x_(row_of(x)),
        y_(row_of(y)),
        name_(std::string(x_.name()) + "_x_" + std::string(y_.name())),
        example_(name_ + "([[1, 4], [3, 2]])"),
        documentation_(
            "Coins in a rectangle, given by the places [x, y] of its heads: the product of " +
            std::string(x_.name()) + " and " + std::string(y_.name()) +
            ".\nA move chooses numbers x as a move of " + std::string(x_.name()) + " turns them (" +
            std::string(x_.rule()) + ")\nand numbers y as a move of " + std::string(y_.name()) +
            " does (" + std::string(y_.rule()) +
            "), and turns\nall coins that have one of these x and one of these y; the one with the "
            "greatest x and y "
            "must be a head.\nNumbers x count from " +
            std::to_string(x_.first()) + ", y from " + std::to_string(y_.first()) +
            ". A head at [x, y] is worth the nim-product of what x and y are worth\n"
            "in those two games (Tartan theorem, Conway); a position is worth the exclusive-or of "
            "its heads.\n"
            "Source: Berlekamp, Conway and Guy, Winning Ways, chapter 14. All winning moves are "
            "found on small boards, some on any.\n"
            "The heads stand in the sum or in a file with x and y on a line:\n"
            "  " +
            example_ + "     " + name_ + "(@heads.txt)\n") {}

  std::string_view name() const override { return name_; }
  std::string_view example() const override { return example_; }
  std::string_view documentation() const override { return documentation_; }
  Attempt<Position> read(std::span<const ParameterArgument> parameters,
                         std::span<const Argument> arguments, Games& games,
                         Budget& budget) const override {
    if (Attempt<void> fits = check_arguments(name(), example_, 1, 1, parameters, arguments); !fits)
      return fits.error();
    Attempt<std::vector<std::vector<Natural>>> rows =
        read_number_rows(arguments[0], example_, RowLengths::any, budget);
    if (!rows) return std::move(rows).error();
    const uint64_t bytes = rows->size() * 2 * sizeof(CoinPlace);
    if (!budget.take_memory(bytes)) return budget.too_large(name_, bytes);
    std::vector<CoinPlace> heads;
    heads.reserve(rows->size());
    for (size_t i = 0; i < rows->size(); ++i) {
      const std::vector<Natural>& row = (*rows)[i];
      if (row.size() != 2)
        return wrong_head(arguments[0], i,
                          "a head has two coordinates, x and y, not " + std::to_string(row.size()) +
                              ", as in " + example_,
                          budget);
      if (row[0] < Natural(x_.first())) return no_such_coin(arguments[0], i, x_, budget);
      if (row[1] < Natural(y_.first())) return no_such_coin(arguments[0], i, y_, budget);
      heads.push_back({row[0], row[1]});
    }
    if (Attempt<void> sorted = sort_heads(heads, arguments[0], budget); !sorted)
      return std::move(sorted).error();
    const auto& game = games.get<ProductGame>(name_, name_, x_, y_);
    Position position = game.at(heads);
    if (auto analysed = game.analysed(position, budget); !analysed)
      return std::move(analysed).error();
    return position;
  }

 private:
  const CoinRow& x_;
  const CoinRow& y_;
  std::string name_;
  std::string example_;
  std::string documentation_;
};

}  // namespace
}  // namespace grundy::coins

namespace grundy {

const Family* coin_product_family(CoinGame x, CoinGame y) {
  using enum CoinGame;
  static const std::array<coins::ProductFamily, 9> list = {
      coins::ProductFamily(mock_turtles, mock_turtles),
      coins::ProductFamily(mock_turtles, ruler),
      coins::ProductFamily(mock_turtles, turtles),
      coins::ProductFamily(ruler, mock_turtles),
      coins::ProductFamily(ruler, ruler),
      coins::ProductFamily(ruler, turtles),
      coins::ProductFamily(turtles, mock_turtles),
      coins::ProductFamily(turtles, ruler),
      coins::ProductFamily(turtles, turtles),
  };
  return &list[3 * static_cast<size_t>(x) + static_cast<size_t>(y)];
}

}  // namespace grundy
