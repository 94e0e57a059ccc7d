#include "session/count.h"

#include <gtest/gtest.h>

#include "session/pieces.h"
#include "session/tabulate.h"

namespace grundy {
namespace {

class CountTest : public testing::Test {
 protected:
  const Rule& rule(const std::string& name) { return **session_.game(name, budget_); }
  Histogram count(const std::string& game, const std::string& box, const std::string& where = "",
                  const std::string& weight = "") {
    const Rule& rule = this->rule(game);
    const auto ranges = parse_box(box, game, rule.coordinates);
    const TabledGame tabled{&rule};
    std::optional<PositionCondition> condition;
    if (!where.empty()) condition = *PositionCondition::read(where, tabled);
    std::optional<PositionTerm> term;
    if (!weight.empty())
      term = *PositionTerm::read(TermText::Kind::term, "weight", weight, tabled, false);
    auto counted = count_values(session_, tabled, *ranges, condition ? &*condition : nullptr,
                                term ? &*term : nullptr, budget_);
    EXPECT_TRUE(counted.ok()) << (counted.ok() ? "" : counted.error().to_string());
    return counted.ok() ? *counted : Histogram{};
  }

  Session session_;
  Budget budget_;
};

TEST_F(CountTest, EveryPositionOnce) {
  for (const char* game : {"wythoff", "euclid"}) {
    if (session_.rulebook().find(game) == nullptr) continue;
    const Histogram all =
        count(game, rule(game).coordinates[0] + "=0..12," + rule(game).coordinates[1] + "=3..9");
    EXPECT_EQ(all.positions(), Natural(13 * 7));
    std::map<Value, Natural> expected;
    for (int a = 0; a <= 12; ++a) {
      for (int b = 3; b <= 9; ++b) {
        const Question one = *session_.read(
            std::string(game) + "(" + std::to_string(a) + ", " + std::to_string(b) + ")", budget_);
        Natural& here = expected[session_.value(one, budget_)->ordinal()];
        here = here + Natural(1);
      }
    }
    EXPECT_EQ(all.counts, expected);
  }
}

TEST_F(CountTest, WhereAConditionHolds) {
  const Histogram lost = count("wythoff", "a=0..30,b=0..30", "value = 0 and a <= b");
  // (0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20), (14, 23), (16,
  // 26), (17, 28)
  EXPECT_EQ(lost.positions(), Natural(12));
  EXPECT_EQ(count("wythoff", "a=0..30,b=0..30", "(a + b) % 2 = 0").positions(), Natural(481));
}

TEST_F(CountTest, ManyHeapsByTheirPeriod) {
  const std::string end = std::to_string((1 << 22) + 30'001);
  for (const char* game : {"octal[0.07]", "subtract[{1, 3, 4}]"}) {
    for (const char* where : {"", "value = 0", "outcome = N and value < 4"}) {
      const Histogram all = count(game, "n=0.." + end, where);
      Histogram sum = count(game, "n=7123.." + end, where);
      for (const auto& [value, often] : count(game, "n=0..7122", where).counts)
        sum.counts[value] = sum.counts[value] + often;
      EXPECT_EQ(all.counts, sum.counts) << game << " " << where;
    }
  }
  EXPECT_EQ(count("subtract[{1, 3, 4}]", "n=0..700000000000000000000", "value = 0").positions(),
            Natural(200000000000000000) * Natural(1000) + Natural(1));
}

TEST_F(CountTest, WeightsAreSummedUp) {
  // Wythoff's lost positions with a <= b <= 5: (0, 0), (1, 2), (3, 5).
  EXPECT_EQ(count("wythoff", "a=0..5,b=0..5", "value = 0 and a <= b", "a*b + 1").positions(),
            Natural(1 + 3 + 16));
  EXPECT_EQ(count("nim", "n=0..4", "", "n*value").positions(), Natural(0 + 1 + 4 + 9 + 16));
  // A weight may be negative where the whole is not.
  EXPECT_EQ(count("nim", "n=3..3", "", "n - 3").positions(), Natural(0));
  EXPECT_EQ(count("kayles", "n=0..5", "n >= 1", "5 - n").positions(), Natural(10));
}

constexpr const char* kRising[] = {
    "game g(n)\n  -> g(n/3)      if n > 2\n  -> g(n - n/3)  if n > 2\n",
    "game g(n)\n  -> g(k)  for k in n/4..n/2 if n >= 1\n",
    "game g(n)\n  -> g(n/2) + g(n/5)  if n > 4\n  -> g(n/7)  if n >= 10\n",
    "game g(n)\n  -> g(isqrt(n) - 1)\n  -> g(n/10)  if n > 9\n",
};

// Far ranges are counted by pieces, and agree with near ones that are gone through, piece by piece
// and weight by weight.
TEST_F(CountTest, PiecesOfFarRanges) {
  for (const char* text : kRising) {
    SCOPED_TRACE(text);
    Session session;
    ASSERT_TRUE(session.rulebook().load_text("test", text).ok());
    const Rule& rule = **session.game("g", budget_);
    const TabledGame game{&rule};
    const uint64_t end = (uint64_t{1} << 22) + 300'000;
    const auto pieces = value_pieces(session, game, {Natural(5), Natural(end)}, budget_);
    ASSERT_TRUE(pieces.ok()) << pieces.error().to_string();
    const auto known = known_pieces(session, game, {Natural(5), Natural(end)}, budget_);
    ASSERT_TRUE(known.ok());
    ASSERT_TRUE(known->has_value());
    EXPECT_EQ(*pieces, **known);
    const auto weight =
        *PositionTerm::read(TermText::Kind::term, "weight", "3*n*n - n + value + 2", game, false);
    const auto odd = *PositionCondition::read("value % 2 = 1", game);
    const std::vector<Range> far = {{Natural(5), Natural(end)}};
    const auto all = count_values(session, game, far, nullptr, nullptr, budget_);
    const auto weighed = count_values(session, game, far, &odd, &weight, budget_);
    ASSERT_TRUE(all.ok() && weighed.ok());
    std::map<Value, Natural> counts, weights;
    size_t at = 0;
    Natural n(5);
    const auto done = tabulate(session, rule, far, 0, budget_, [&](const ValueList& values) {
      for (const Value& value : values) {
        while ((*pieces)[at].last < n) ++at;
        EXPECT_EQ((*pieces)[at].value, value) << n.to_string();
        counts[value] = counts[value] + Natural(1);
        if (value.ordinal().small() % 2 == 1)
          weights[value] =
              weights[value] + Natural(3) * n * n - n + Natural(value.ordinal().small() + 2);
        n = n + Natural(1);
      }
      return Attempt<void>();
    });
    ASSERT_TRUE(done.ok());
    EXPECT_EQ(n, Natural(end + 5));
    EXPECT_EQ(all->counts, counts);
    EXPECT_EQ(weighed->counts, weights);
  }
}

TEST_F(CountTest, PiecesByGoingThrough) {
  const Rule& kayles = rule("kayles");
  const auto pieces = value_pieces(session_, {&kayles}, {Natural(4), Natural(6)}, budget_);
  ASSERT_TRUE(pieces.ok());  // 1 4 3 2 1 4
  EXPECT_EQ(pieces->size(), 6u);
  EXPECT_EQ(pieces->front(), (ValuePiece{Natural(4), Natural(4), Value(1)}));
  const Rule& wythoff = rule("wythoff");
  EXPECT_EQ(value_pieces(session_, {&wythoff}, {Natural(0), Natural(6)}, budget_).error().kind,
            Error::Kind::input);
  EXPECT_EQ(value_pieces(session_, {&kayles}, {Natural(0), Natural(uint64_t{1} << 60)}, budget_)
                .error()
                .kind,
            Error::Kind::declined);
}

/// By definition: all tuples, one by one.
uint64_t tuples_by_definition(const std::vector<uint64_t>& values, size_t size, uint64_t nim_sum) {
  if (size == 0) return nim_sum == 0 ? 1 : 0;
  uint64_t count = 0;
  for (const uint64_t value : values)
    count += tuples_by_definition(values, size - 1, nim_sum ^ value);
  return count;
}

TEST_F(CountTest, TuplesOfANimSum) {
  const std::vector<uint64_t> values = {0, 1, 1, 2, 5, 0, 7, 3, 3};
  Histogram histogram;
  for (const uint64_t value : values) {
    Natural& here = histogram.counts[value];
    here = here + Natural(1);
  }
  for (size_t size = 0; size <= 4; ++size) {
    for (const uint64_t nim_sum : {0, 1, 6, 9}) {
      const uint64_t expected = tuples_by_definition(values, size, nim_sum);
      EXPECT_EQ(*count_tuples(histogram, size, nim_sum, std::nullopt, budget_), Natural(expected))
          << size;
      EXPECT_EQ(*count_tuples(histogram, size, nim_sum, Natural(7), budget_), Natural(expected % 7))
          << size;
      EXPECT_EQ(*count_tuples(histogram, size, nim_sum, Natural(1), budget_), Natural(0)) << size;
    }
  }
}

TEST_F(CountTest, LongTuples) {
  Histogram coin;
  coin.counts[0] = 1;
  coin.counts[1] = 1;
  // Half of all tuples have an even number of ones.
  EXPECT_EQ(*count_tuples(coin, 100, 0, std::nullopt, budget_), Natural::pow(2, 99));
  const Natural exponent = *Natural::parse("1000000000000000000000");
  EXPECT_EQ(*count_tuples(coin, exponent, 1, Natural(1'000'000'007), budget_),
            *count_tuples(coin, exponent, 0, Natural(1'000'000'007), budget_));
  EXPECT_FALSE(count_tuples(coin, exponent, 0, std::nullopt, budget_).ok());
  Histogram endless;
  endless.counts[*Ordinal::parse("w")] = 1;
  EXPECT_FALSE(count_tuples(endless, 2, 0, std::nullopt, budget_).ok());
}

}  // namespace
}  // namespace grundy
