#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <random>
#include <set>

#include "engine/family/families.h"
#include "reference/family_games.h"
#include "value/nimber.h"

namespace grundy {
namespace {

using reference::Numbers;
using enum CoinGame;

constexpr std::array<CoinGame, 3> kGames = {mock_turtles, ruler, turtles};

reference::Position row(CoinGame game, const Numbers& heads) {
  return *reference::read(*coin_family(game), {}, {reference::list(heads)});
}

/// The heads of a set, each the number of a coin.
Numbers coins_of(uint64_t set) {
  Numbers coins;
  for (uint64_t n = 0; n < 64; ++n)
    if ((set >> n & 1) != 0) coins.push_back(n);
  return coins;
}

TEST(TurningCoins, ValuesAndMovesOfAllShortRowsAreThoseOfTheDefinition) {
  Budget budget;
  constexpr size_t kSize = 9;
  for (const CoinGame game : kGames) {
    const std::vector<uint64_t> moves =
        reference::coin_moves(std::string(coin_family(game)->name()), kSize);
    reference::ByDefinition<uint64_t> by_definition(
        [&](uint64_t heads) { return reference::coin_options(moves, heads); });
    for (uint64_t heads = 0; heads < uint64_t{1} << kSize; ++heads) {
      if (game != mock_turtles && (heads & 1) != 0) continue;
      const reference::Position position = row(game, coins_of(heads));
      SCOPED_TRACE(position->to_string());
      const uint64_t value = by_definition.value(heads);
      ASSERT_EQ(*position->value(budget), Ordinal(value));
      ASSERT_EQ(*position->is_lost(Play::normal, budget), value == 0);
      std::map<uint64_t, std::vector<Numbers>> expected;
      for (const uint64_t option : reference::coin_options(moves, heads))
        expected[by_definition.value(option)].push_back(coins_of(option));
      for (uint64_t target = 0; target < 40; ++target) {
        std::sort(expected[target].begin(), expected[target].end());
        const Attempt<reference::MoveSet> listed =
            position->moves_to(Ordinal(target), 1000, budget);
        ASSERT_TRUE(listed->all);
        ASSERT_EQ(reference::results(*listed), expected[target]);
        for (size_t limit = 1; limit < expected[target].size(); ++limit) {
          const Attempt<reference::MoveSet> some =
              position->moves_to(Ordinal(target), limit, budget);
          ASSERT_EQ(some->moves.size(), limit);
          ASSERT_FALSE(some->all);
        }
      }
    }
  }
}

// The values of single heads, farther than the definition of whole rows can go: a head's options
// are sums of heads.
TEST(TurningCoins, ValuesOfHeadsFollowFromThoseOfTheCoinsBefore) {
  Budget budget;
  constexpr uint64_t kSize = 130;
  for (const CoinGame game : kGames) {
    Numbers values(kSize);
    for (uint64_t n = game == mock_turtles ? 0 : 1; n < kSize; ++n) {
      std::set<uint64_t> options = {0};
      uint64_t run = 0;
      for (uint64_t m = n; m-- > (game == mock_turtles ? 0 : 1);) {
        run ^= values[m];
        options.insert(game == ruler ? run : values[m]);
        for (uint64_t l = 0; game == mock_turtles && l < m; ++l)
          options.insert(values[l] ^ values[m]);
      }
      while (options.contains(values[n])) ++values[n];
      ASSERT_EQ(*row(game, {n})->value(budget), Ordinal(values[n])) << n;
    }
  }
}

/// The coins of a row that a move turned, when there are few of them.
std::vector<Natural> difference(const std::vector<Natural>& before,
                                const std::vector<Natural>& after) {
  std::vector<Natural> turned;
  std::set_symmetric_difference(before.begin(), before.end(), after.begin(), after.end(),
                                std::back_inserter(turned));
  return turned;
}

bool is_run(const std::vector<Natural>& coins) {
  return coins.back() - coins.front() == Natural(coins.size() - 1);
}

TEST(TurningCoins, AWinningMoveIsLegalAndLeadsToZero) {
  std::mt19937_64 random(1);
  Budget budget;
  size_t won = 0;
  for (int round = 0; round < 40'000; ++round) {
    const CoinGame game = kGames[random() % 3];
    const Family& native = *coin_family(game);
    std::set<Natural> chosen;
    for (uint64_t count = 1 + random() % 6; count-- > 0;) {
      Natural coin = 1 + random() % 500;
      if (game != ruler && random() % 2 == 0) coin = Natural(random() >> random() % 63);
      if (game != ruler && random() % 4 == 0) coin = (coin << 80) + Natural(random());
      if (!coin.is_zero()) chosen.insert(coin);
    }
    const std::vector<Natural> heads(chosen.begin(), chosen.end());
    const reference::Position position = *reference::read(native, {}, {{heads, {}}});
    const Attempt<reference::MoveSet> moves = position->winning_moves(Play::normal, 5, budget);
    ASSERT_EQ(moves->moves.empty(), *position->is_lost(Play::normal, budget));
    for (const reference::Move& move : moves->moves) {
      ++won;
      const std::vector<Natural> after = reference::numbers_in(move.to);
      const std::vector<Natural> turned = difference(heads, after);
      ASSERT_FALSE(turned.empty());
      ASSERT_TRUE(chosen.contains(turned.back()));
      ASSERT_TRUE(game == ruler ? is_run(turned) : turned.size() <= (game == turtles ? 2 : 3))
          << move.to;
      ASSERT_TRUE(reference::read_back(native, move.to)->value(budget)->is_zero()) << move.to;
    }
  }
  EXPECT_GT(won, 40'000u);
}

/// The places of a rectangle's set of heads.
std::vector<Numbers> places_of(uint64_t set, size_t columns) {
  std::vector<Numbers> places;
  for (const uint64_t bit : coins_of(set)) places.push_back({bit / columns, bit % columns});
  return places;
}

TEST(TurningCoins, ValuesAndMovesOfAllSmallRectanglesAreThoseOfTheDefinition) {
  Budget budget;
  struct World {
    size_t rows, columns;
    bool with_moves;
  };
  for (const CoinGame x : kGames) {
    for (const CoinGame y : kGames) {
      for (const auto& [rows, columns, with_moves] :
           {World{3, 4, true}, World{6, 2, true}, World{5, 3, false}}) {
        const Family& game = *coin_product_family(x, y);
        const std::vector<uint64_t> moves = reference::coin_product_moves(
            reference::coin_moves(std::string(coin_family(x)->name()), rows),
            reference::coin_moves(std::string(coin_family(y)->name()), columns), columns);
        uint64_t coins = 0;
        for (const uint64_t move : moves) coins |= move;
        reference::ByDefinition<uint64_t> by_definition(
            [&](uint64_t heads) { return reference::coin_options(moves, heads); });
        for (uint64_t heads = 0; heads < uint64_t{1} << (rows * columns);
             heads += with_moves ? 11 : 257) {
          if ((heads & ~coins) != 0) continue;
          const reference::Position position =
              *reference::read(game, {}, {reference::rows(places_of(heads, columns))});
          SCOPED_TRACE(position->to_string());
          const uint64_t value = by_definition.value(heads);
          ASSERT_EQ(*position->value(budget), Ordinal(value));
          if (!with_moves) continue;
          std::map<uint64_t, std::vector<Numbers>> expected;
          for (const uint64_t option : reference::coin_options(moves, heads)) {
            Numbers& flat = expected[by_definition.value(option)].emplace_back();
            for (const Numbers& place : places_of(option, columns))
              flat.insert(flat.end(), place.begin(), place.end());
          }
          for (uint64_t target = 0; target < 20; ++target) {
            std::sort(expected[target].begin(), expected[target].end());
            const Attempt<reference::MoveSet> listed =
                position->moves_to(Ordinal(target), 1000, budget);
            ASSERT_TRUE(listed->all);
            ASSERT_EQ(reference::results(*listed), expected[target]);
          }
        }
      }
    }
  }
}

// Too large for going through all moves; what is named must be right all the same, and be there in
// won positions.
TEST(TurningCoins, AMoveIsNamedOnLargeRectangles) {
  std::mt19937_64 random(2);
  Budget budget;
  size_t won = 0;
  for (int round = 0; round < 10'000; ++round) {
    const CoinGame x = kGames[random() % 3], y = kGames[random() % 3];
    const Family& game = *coin_product_family(x, y);
    const auto coordinate = [&](CoinGame in, bool large) {
      if (in == ruler) return Natural(1 + random() % 40);
      if (!large) return Natural(1 + (random() >> random() % 63));
      return (Natural(1) << 40) + Natural(random());
    };
    std::set<std::array<Natural, 2>> chosen;
    for (uint64_t count = 1 + random() % 4; count-- > 0;)
      chosen.insert({coordinate(x, y == ruler), coordinate(y, x == ruler)});
    // Some head beyond the limit, so that moves are not tried one by one.
    chosen.insert({x == ruler ? Natural(3) : (Natural(1) << 35) + Natural(round),
                   y == ruler ? Natural(5) : (Natural(1) << 70) + Natural(random())});
    std::vector<std::vector<Natural>> rows;
    for (const auto& place : chosen) rows.push_back({place[0], place[1]});
    const reference::Position position = *reference::read(game, {}, {{rows, {}}});
    const Attempt<reference::MoveSet> moves = position->winning_moves(Play::normal, 3, budget);
    ASSERT_EQ(moves->moves.empty(), *position->is_lost(Play::normal, budget));
    for (const reference::Move& move : moves->moves) {
      ++won;
      ASSERT_TRUE(reference::read_back(game, move.to)->value(budget)->is_zero()) << move.to;
      const std::vector<Natural> after = reference::numbers_in(move.to);
      std::set<std::array<Natural, 2>> left;
      for (size_t i = 0; i + 1 < after.size(); i += 2) left.insert({after[i], after[i + 1]});
      std::vector<std::array<Natural, 2>> turned;
      std::set_symmetric_difference(chosen.begin(), chosen.end(), left.begin(), left.end(),
                                    std::back_inserter(turned));
      ASSERT_TRUE(chosen.contains(turned.back()));
      std::set<Natural> xs, ys;
      for (const auto& place : turned) xs.insert(place[0]), ys.insert(place[1]);
      ASSERT_EQ(turned.size(), xs.size() * ys.size());
      const auto is_legal = [](CoinGame in, const std::set<Natural>& coins) {
        return in == ruler ? is_run({coins.begin(), coins.end()})
                           : coins.size() <= (in == turtles ? 2 : 3);
      };
      ASSERT_TRUE(is_legal(x, xs) && is_legal(y, ys)) << move.to;
    }
  }
  EXPECT_GT(won, 10'000u);
}

TEST(TurningCoins, SayWhatTheyDo) {
  Budget budget;
  const reference::Position position = row(turtles, {6, 1, 4});
  EXPECT_EQ(position->to_string(), "turtles([1, 4, 6])");
  EXPECT_EQ(*position->value(budget), Ordinal(3));
  const Attempt<reference::MoveSet> moves = position->winning_moves(Play::normal, 16, budget);
  ASSERT_EQ(moves->moves.size(), 1u);
  EXPECT_EQ(moves->moves[0].to, "turtles([1, 4, 5])");
  EXPECT_EQ(moves->moves[0].how, "turn coins 5 and 6");
  EXPECT_TRUE(position->explanation().ends_with(
      "  coin 1: 1\n  coin 4: 4\n  coin 6: 6\nValue: the exclusive-or of these, 3\n"))
      << position->explanation();
  EXPECT_EQ(row(turtles, {9})->winning_moves(Play::normal, 1, budget)->moves[0].how, "turn coin 9");
  EXPECT_EQ(row(ruler, {8})->winning_moves(Play::normal, 1, budget)->moves[0].how, "turn coin 8");
  EXPECT_EQ(row(ruler, {8})->moves_to(Ordinal(7), 1, budget)->moves[0].how, "turn coins 3 to 8");
  EXPECT_EQ(row(mock_turtles, {7})->moves_to(Ordinal(6), 1, budget)->moves[0].how,
            "turn coins 1, 2 and 7");
  EXPECT_TRUE(position->moves_to(*Ordinal::parse("w"), 16, budget)->moves.empty());
  // A move that turns 10^18 coins is named, though its result is not written in full.
  const std::string far = "1000000000000000000";
  const reference::Position long_run =
      *reference::read(*coin_family(ruler), {}, {{std::vector{*Natural::parse(far)}, {}}});
  const Attempt<reference::MoveSet> run = long_run->moves_to(Ordinal(1), 1, budget);
  ASSERT_EQ(run->moves.size(), 1u);
  EXPECT_EQ(run->moves[0].how.substr(0, 11), "turn coins ");
  EXPECT_LT(run->moves[0].to.size(), 200'000u);

  const Family& game = *coin_product_family(turtles, ruler);
  const reference::Position product =
      *reference::read(game, {}, {reference::rows({{3, 2}, {1, 4}})});
  EXPECT_EQ(product->to_string(), "turtles_x_ruler([[1, 4], [3, 2]])");
  EXPECT_EQ(*product->value(budget), Ordinal(4 ^ nim_multiply(uint64_t{3}, 2)));
  EXPECT_TRUE(product->explanation().ends_with(
      "  (1, 4): 1 ⊗ 4 = 4\n  (3, 2): 3 ⊗ 2 = 1\nValue: the exclusive-or of these, 5\n"))
      << product->explanation();
  const Attempt<reference::MoveSet> both = product->winning_moves(Play::normal, 16, budget);
  ASSERT_EQ(both->moves.size(), 1u);
  EXPECT_TRUE(both->all);
  EXPECT_EQ(both->moves[0].how, "turn the coins with x = 1 and y = 3 to 4") << both->moves[0].to;
}

TEST(TurningCoins, AHundredThousandHeads) {
  Budget budget;
  std::mt19937_64 random(3);
  std::set<uint64_t> coins;
  while (coins.size() < 100'000) coins.insert(random() | 1);
  std::string list, rectangle;
  for (const uint64_t coin : coins) {
    list += std::to_string(coin) + "\n";
    rectangle += std::to_string(coin) + " " + std::to_string(random() | 1) + "\n";
  }
  const reference::TemporaryFile list_file(list), rectangle_file(rectangle);
  const reference::Position in_row =
      *reference::read(*coin_family(mock_turtles), {}, {reference::file(list_file.path())});
  EXPECT_FALSE(in_row->winning_moves(Play::normal, 16, budget)->moves.empty());
  const reference::Position in_rectangle = *reference::read(
      *coin_product_family(mock_turtles, turtles), {}, {reference::file(rectangle_file.path())});
  EXPECT_FALSE(in_rectangle->winning_moves(Play::normal, 16, budget)->moves.empty());
  EXPECT_LT(in_rectangle->to_string().size(), 500u);
}

TEST(TurningCoins, RefuseWrongInputAndMisere) {
  Budget budget;
  const Family& product = *coin_product_family(ruler, mock_turtles);
  EXPECT_EQ(row(ruler, {1})->is_lost(Play::misere, budget).error().kind, Error::Kind::declined);
  EXPECT_EQ(row(ruler, {1})->winning_moves(Play::misere, 1, budget).error().kind,
            Error::Kind::declined);
  for (const CoinGame game : kGames) {
    const Family& native = *coin_family(game);
    EXPECT_NE(reference::refusal(native, {}, {}), "");
    EXPECT_NE(reference::refusal(native, {}, {{Natural(3), {}}}), "");
    EXPECT_NE(reference::refusal(native, {}, {reference::rows({{1, 2}})}), "");
    EXPECT_NE(reference::refusal(native, {reference::parameter("k", 1)}, {reference::list({1})}),
              "");
    EXPECT_NE(
        reference::refusal(native, {}, {reference::file("no/such/file")}).find("no/such/file"),
        std::string::npos);
    EXPECT_NE(reference::refusal(native, {}, {reference::list({3, 5, 3})})
                  .find("the head 3 is there twice"),
              std::string::npos);
    EXPECT_EQ(reference::refusal(native, {}, {reference::list({0})}).empty(), game == mock_turtles);
    const reference::TemporaryFile twice("7\n\n 5\n7 # again\n"), negative("3\n-7\n");
    EXPECT_NE(reference::refusal(native, {}, {reference::file(twice.path())})
                  .find(twice.path() + ":4:1:"),
              std::string::npos);
    EXPECT_NE(reference::refusal(native, {}, {reference::file(negative.path())})
                  .find(negative.path() + ":2:1:"),
              std::string::npos);
  }
  EXPECT_NE(reference::refusal(product, {}, {reference::list({1, 2})}), "");
  EXPECT_NE(
      reference::refusal(product, {}, {reference::rows({{1, 2}, {3}})}).find("two coordinates"),
      std::string::npos);
  EXPECT_NE(reference::refusal(product, {}, {reference::rows({{1, 2}, {0, 2}})}).find("no coin 0"),
            std::string::npos);
  EXPECT_EQ(reference::refusal(product, {}, {reference::rows({{1, 0}})}), "");
  EXPECT_NE(reference::refusal(product, {}, {reference::rows({{1, 2}, {1, 2}})})
                .find("[1, 2] is there twice"),
            std::string::npos);
  const std::vector<Argument> huge = {
      {std::vector<std::vector<Natural>>{{1, Natural(1) << 2'000'000}}, {}}};
  EXPECT_EQ(reference::read(product, {}, huge, budget).error().kind, Error::Kind::declined);
  const reference::TemporaryFile file("(1, 2)\n3 4\n3 5 6\n");
  EXPECT_NE(
      reference::refusal(product, {}, {reference::file(file.path())}).find(file.path() + ":3:1:"),
      std::string::npos);
}

TEST(TurningCoins, StopWhenTheBudgetIsSpent) {
  Budget budget;
  const reference::Position in_row = row(turtles, {3});
  const Family& product = *coin_product_family(turtles, turtles);
  const std::vector<Argument> arguments = {reference::rows({{3, 3}})};
  const reference::Position in_rectangle = *reference::read(product, {}, arguments, budget);
  const std::atomic<bool> stop = true;
  budget.set_stop_flag(&stop);
  EXPECT_EQ(reference::read(product, {}, arguments, budget).error().kind, Error::Kind::declined);
  EXPECT_EQ(in_row->moves_to(0, 5, budget).error().kind, Error::Kind::declined);
  EXPECT_EQ(in_rectangle->moves_to(0, 5, budget).error().kind, Error::Kind::declined);
}

TEST(TurningCoins, NoHeadsAreLost) {
  Budget budget;
  const reference::TemporaryFile file("# nothing\n");
  for (const CoinGame game : kGames) {
    for (const Family* native : {coin_family(game), coin_product_family(game, turtles)}) {
      for (const Argument& argument : {reference::list({}), reference::file(file.path())}) {
        const reference::Position position = *reference::read(*native, {}, {argument});
        EXPECT_TRUE(position->value(budget)->is_zero());
        EXPECT_TRUE(position->winning_moves(Play::normal, 4, budget)->moves.empty());
        EXPECT_TRUE(position->explanation().ends_with("There are no heads: the value is 0.\n"));
      }
    }
  }
}

}  // namespace
}  // namespace grundy
