#include "analysis/relation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "analysis/print.h"
#include "generate/builtin_games.h"
#include "generate/rules.h"
#include "reference/rules.h"
#include "session/session.h"

namespace grundy {
namespace {

/// The moves of the relation from `point` to sums whose coordinates are at most `limit`.
std::set<std::vector<int64_t>> targets(const isl::Map& moves, const std::vector<int64_t>& point,
                                       int64_t limit) {
  isl_set* from = isl_set_universe(isl_space_domain(isl_map_get_space(moves.keep())));
  for (size_t i = 0; i < point.size(); ++i)
    from = isl_set_fix_si(from, isl_dim_set, static_cast<unsigned>(i), static_cast<int>(point[i]));
  isl_set* to = isl_set_apply(from, moves.copy());
  const auto size = static_cast<unsigned>(isl_set_dim(to, isl_dim_set));
  for (unsigned i = 0; i < size; ++i)
    to = isl_set_upper_bound_si(to, isl_dim_set, i, static_cast<int>(limit));
  std::set<std::vector<int64_t>> result;
  EXPECT_EQ(
      isl_set_foreach_point(
          to,
          [](isl_point* p, void* user) {
            std::vector<int64_t> coordinates;
            const isl::Space space(isl_point_get_space(p));
            const int dim = isl_space_dim(space.keep(), isl_dim_set);
            for (int i = 0; i < dim; ++i) {
              const isl::Val value(isl_point_get_coordinate_val(p, isl_dim_set, i));
              coordinates.push_back(isl_val_get_num_si(value.keep()));
            }
            static_cast<std::set<std::vector<int64_t>>*>(user)->insert(std::move(coordinates));
            isl_point_free(p);
            return isl_stat_ok;
          },
          &result),
      isl_stat_ok);
  isl_set_free(to);
  return result;
}

/// Compares line by line with the definition; false when the game has no relation.
bool compare(const Rule& rule, const std::vector<std::vector<int64_t>>& points) {
  const isl::Context context = isl::make_context(3'000'000);
  {
    const auto lines = line_relations(context.get(), rule);
    if (!lines) return false;
    EXPECT_EQ(lines->size(), rule.moves.size());
    constexpr int64_t kLimit = 12;
    for (size_t l = 0; l < rule.moves.size(); ++l) {
      Rule one;
      one.name = one.full_name = rule.name;
      one.coordinates = rule.coordinates;
      one.moves = {rule.moves[l]};
      for (const auto& point : points) {
        std::set<std::vector<int64_t>> wanted;
        bool known = true;
        const Fault fault = moves_by_definition(one, point, 5 * kLimit, [&](const RuleSum& sum) {
          std::vector<int64_t> all;
          for (size_t i = 0; i < sum.size(); ++i) {
            known = known && i < (*lines)[l].parts.size() && sum[i].game == (*lines)[l].parts[i];
            all.insert(all.end(), sum[i].coordinates.begin(), sum[i].coordinates.end());
          }
          if (std::all_of(all.begin(), all.end(), [&](int64_t c) { return c <= kLimit; }))
            wanted.insert(all);
        });
        // An alias in a sum; a term without a value.
        if (!known || fault.kind != Fault::Kind::none) continue;
        EXPECT_EQ(targets((*lines)[l].moves, point, kLimit), wanted)
            << rule.name << ", line " << l << " from " << fmt::format("{}", fmt::join(point, ","));
      }
    }
  }
  return true;
}

std::vector<std::vector<int64_t>> points_of(size_t arity) {
  const int64_t size[] = {1, 9, 4, 3, 2};
  std::vector<std::vector<int64_t>> result = {{}};
  for (size_t i = 0; i < arity; ++i) {
    std::vector<std::vector<int64_t>> longer;
    for (const auto& point : result) {
      for (int64_t c = 0; c <= size[std::min<size_t>(arity, 4)]; ++c) {
        longer.push_back(point);
        longer.back().push_back(c);
      }
    }
    result = std::move(longer);
  }
  return result;
}

TEST(Relation, BuiltinGames) {
  Session session;
  Budget budget;
  std::set<std::string> affine;
  for (const std::string& name : session.rulebook().names()) {
    if (!session.rulebook().rule(name)) continue;  // a parameter has no default
    if (!session.rulebook().find(name)->syntax.space.empty()) continue;
    const auto rule = session.game(name, budget);
    ASSERT_TRUE(rule.ok());
    if (!(*rule)->is_alias && compare(**rule, points_of((*rule)->arity()))) affine.insert(name);
  }
  for (const char* name : {"nim", "kayles", "half", "wythoff", "forced", "free", "strict",
                           "anydrop", "stones", "cascade3", "moore3", "chomp2", "mark"}) {
    EXPECT_TRUE(affine.contains(name)) << name;
  }
  for (const char* name : {"squares", "take_prime"}) EXPECT_FALSE(affine.contains(name)) << name;
}

TEST(Relation, FewValuesAreTakenOneByOne) {
  const auto has_relation = [](const std::string& line) {
    Session session;
    Budget budget;
    EXPECT_TRUE(session.load_rules("g.game", "game g(n)\n  " + line + "\n").ok()) << line;
    return compare(**session.game("g", budget), points_of(1));
  };
  for (const char* line :
       {"-> g(n - k)  for k in 1..3 if n % k = 0", "-> g(n / k)  for k in {2, 3, 5} if n > 0",
        "-> g(n - k*j)  for k in 1..4, j in 1..n", "-> g(n - 2**k)  for k <= 3, j < k if j != 1",
        "-> g(n - k)  for k in 1..9 if isprime(k) and n % (k + 1) > 1"})
    EXPECT_TRUE(has_relation(line)) << line;
  for (const char* line :
       {"-> g(n - k)  for k in 1..n if n % k = 0", "-> g(n - k)  for k in 1..100 if n % k = 0",
        "-> g(n - 1)  if isprime(n)"})
    EXPECT_FALSE(has_relation(line)) << line;
}

std::string relation(const Rule& rule) {
  std::string text;
  const isl::Context context = isl::make_context(1'000'000);
  const auto lines = line_relations(context.get(), rule);
  if (!lines) return text;
  for (const LineRelation& line : *lines) text += print_relation(rule, line) + "\n";
  return text;
}

TEST(Relation, AsText) {
  EXPECT_EQ(generate::of_builtin_games([](const Rule& rule) { return relation(rule); }),
            R"(* anydrop
{ [m, n] -> [m' = m, n'] : m >= 0 and n >= 0 and 0 <= n' < n }
{ [m, n] -> [m', n'] : m >= 0 and n >= 0 and 0 <= m' < m and n' >= 0 }
* bounded
{ [n] -> [n'] : n >= 0 and n' >= -3 + n and 0 <= n' < n }
* cascade2
{ [a, b] -> [a', b'] : a >= 0 and b >= 0 and 0 <= a' < a and b' >= 0 }
{ [a, b] -> [a' = a, b'] : a >= 0 and b >= 0 and 0 <= b' < b }
* cascade3
{ [a, b, c] -> [a', b', c'] : a >= 0 and b >= 0 and c >= 0 and 0 <= a' < a and b' >= 0 and c' >= 0 }
{ [a, b, c] -> [a' = a, b', c'] : a >= 0 and b >= 0 and c >= 0 and 0 <= b' < b and c' >= 0 }
{ [a, b, c] -> [a' = a, b' = b, c'] : a >= 0 and b >= 0 and c >= 0 and 0 <= c' < c }
* chomp2
{ [a, b] -> [a', b' = b] : b >= 0 and b < a' < a; [a, b] -> [a', b' = a'] : 0 < a' <= b and a' < a }
{ [a, b] -> [a' = a, b'] : a >= 0 and b >= 0 and 0 <= b' < b }
* chomp3
{ [a, b, c] -> [a', b' = b, c' = c] : b >= 0 and c >= 0 and a' > b and c < a' < a; [a, b, c] -> [a', b' = a', c' = c] : c >= 0 and c < a' <= b and a' < a; [a, b, c] -> [a', b' = b, c' = a'] : b >= 0 and b < a' <= c and a' < a; [a, b, c] -> [a', b' = a', c' = a'] : 0 < a' <= c and a' <= b and a' < a }
{ [a, b, c] -> [a' = a, b', c' = c] : a >= 0 and c >= 0 and c < b' < b; [a, b, c] -> [a' = a, b', c' = b'] : a >= 0 and 0 <= b' <= c and b' < b }
{ [a, b, c] -> [a' = a, b' = b, c'] : a >= 0 and b >= 0 and c >= 0 and 0 <= c' < c }
* dawsons_kayles
{ [n] -> [n', n'' = -2 + n - n'] : n >= 0 and 0 <= n' <= -2 + n and 2n' <= -2 + n }
* fibonacci
{ [n, q] -> [n', q' = 2n - 2n'] : n - q <= n' < n and 3n' >= 2n; [n, q] -> [n', q' = n'] : n' >= n - q and n' >= 0 and 3n' < 2n }
* forced
{ [m, n] -> [m' = m, n'] : m >= 0 and n >= 0 and 0 <= n' < n }
{ [m, n] -> [m' = -1 + m, n'] : m > 0 and n >= 0 and n' >= n and n' >= 0 }
* free
{ [m, n] -> [m' = m, n'] : m >= 0 and n >= 0 and 0 <= n' < n }
{ [m, n] -> [m' = -1 + m, n'] : m > 0 and n >= 0 and n' >= 0 }
* grundys
{ [n] -> [n', n'' = n - n'] : n >= 0 and 0 < n' <= n and 2n' < n }
* half
{ [n] -> [n'] : n >= 0 and 0 <= n' < n and 2n' >= n }
* intervals
{ [l, r] -> [l', r', l'', r''] : false }
* kayles
{ [n] -> [n', n''] : n'' >= -2 + n - n' and 0 <= n'' <= n' and n'' < n - n' }
* king
{ [a, b] -> [a' = -1 + a, b' = b] : a > 0 and b >= 0 }
{ [a, b] -> [a' = a, b' = -1 + b] : a >= 0 and b > 0 }
{ [a, b] -> [a' = -1 + a, b' = -1 + b] : a > 0 and b > 0 }
* knight
{ [a, b] -> [a' = -2 + a, b' = -1 + b] : a >= 2 and b > 0 }
{ [a, b] -> [a' = -2 + a, b' = 1 + b] : a >= 2 and b >= 0 }
{ [a, b] -> [a' = -1 + a, b' = -2 + b] : a > 0 and b >= 2 }
{ [a, b] -> [a' = 1 + a, b' = -2 + b] : a >= 0 and b >= 2 }
* lasker
{ [n] -> [n'] : n >= 0 and 0 <= n' < n }
{ [n] -> [n', n'' = n - n'] : n >= 0 and 0 < n' <= n and 2n' <= n }
* mark
{ [n] -> [n' = -1 + n] : n > 0 }
{ [n] -> [n'] : n > 0 and -1 + n <= 2n' <= n }
* moore2
{ [a, b] -> [a', b' = b] : a >= 0 and b >= 0 and 0 <= a' < a }
{ [a, b] -> [a' = a, b'] : a >= 0 and b >= 0 and 0 <= b' < b }
{ [a, b] -> [a', b'] : b >= 0 and 0 <= a' < a and 0 <= b' < b }
* moore3
{ [a, b, c] -> [a', b' = b, c' = c] : a >= 0 and b >= 0 and c >= 0 and 0 <= a' < a }
{ [a, b, c] -> [a' = a, b', c' = c] : a >= 0 and b >= 0 and c >= 0 and 0 <= b' < b }
{ [a, b, c] -> [a' = a, b' = b, c'] : a >= 0 and b >= 0 and c >= 0 and 0 <= c' < c }
{ [a, b, c] -> [a', b', c' = c] : b >= 0 and c >= 0 and 0 <= a' < a and 0 <= b' < b }
{ [a, b, c] -> [a', b' = b, c'] : b >= 0 and c >= 0 and 0 <= a' < a and 0 <= c' < c }
{ [a, b, c] -> [a' = a, b', c'] : a >= 0 and c >= 0 and 0 <= b' < b and 0 <= c' < c }
* moore4
{ [a, b, c, d] -> [a', b' = b, c' = c, d' = d] : a >= 0 and b >= 0 and c >= 0 and d >= 0 and 0 <= a' < a }
{ [a, b, c, d] -> [a' = a, b', c' = c, d' = d] : a >= 0 and b >= 0 and c >= 0 and d >= 0 and 0 <= b' < b }
{ [a, b, c, d] -> [a' = a, b' = b, c', d' = d] : a >= 0 and b >= 0 and c >= 0 and d >= 0 and 0 <= c' < c }
{ [a, b, c, d] -> [a' = a, b' = b, c' = c, d'] : a >= 0 and b >= 0 and c >= 0 and d >= 0 and 0 <= d' < d }
{ [a, b, c, d] -> [a', b', c' = c, d' = d] : b >= 0 and c >= 0 and d >= 0 and 0 <= a' < a and 0 <= b' < b }
{ [a, b, c, d] -> [a', b' = b, c', d' = d] : b >= 0 and c >= 0 and d >= 0 and 0 <= a' < a and 0 <= c' < c }
{ [a, b, c, d] -> [a', b' = b, c' = c, d'] : b >= 0 and c >= 0 and d >= 0 and 0 <= a' < a and 0 <= d' < d }
{ [a, b, c, d] -> [a' = a, b', c', d' = d] : a >= 0 and c >= 0 and d >= 0 and 0 <= b' < b and 0 <= c' < c }
{ [a, b, c, d] -> [a' = a, b', c' = c, d'] : a >= 0 and c >= 0 and d >= 0 and 0 <= b' < b and 0 <= d' < d }
{ [a, b, c, d] -> [a' = a, b' = b, c', d'] : a >= 0 and b >= 0 and d >= 0 and 0 <= c' < c and 0 <= d' < d }
* nim
{ [n] -> [n'] : n >= 0 and 0 <= n' < n }
* rook
{ [a, b] -> [a', b' = b] : a >= 0 and b >= 0 and 0 <= a' < a }
{ [a, b] -> [a' = a, b'] : a >= 0 and b >= 0 and 0 <= b' < b }
* stones
{ [b, s] -> [b' = b, s'] : b >= 0 and s >= 0 and 0 <= s' < s }
{ [b, s] -> [b', s'] : s >= 0 and 0 <= b' < b and s' >= b - b' and s' >= 0 }
* strange
{ [n] -> [n'] : n >= 0 and 0 <= n' < n and 2n' >= n }
* strict
{ [m, n] -> [m' = m, n'] : m >= 0 and n >= 0 and 0 <= n' < n }
{ [m, n] -> [m' = -1 + m, n'] : m > 0 and n >= 0 and n' > n and n' >= 0 }
* wythoff
{ [a, b] -> [a', b' = b] : a >= 0 and b >= 0 and 0 <= a' < a }
{ [a, b] -> [a' = a, b'] : a >= 0 and b >= 0 and 0 <= b' < b }
{ [a, b] -> [a', b' = -a + b + a'] : a' >= a - b and 0 <= a' < a }
)");
}

TEST(Relation, TermsAndConditions) {
  Rulebook book;
  ASSERT_TRUE(book.load_text(
      "own.game",
      "game x(n)\n  -> x(n/3)  if n % 3 != 1\n  -> x(max(n - 5, 0)) + x(abs(n - 7))  if n in "
      "{1, 5, 9}\n  -> x(k)  for k < n  if all(2*j != k for j <= n)\n  -> 0  if n = 4\n"));
  EXPECT_EQ(relation(**book.rule("x")),
            R"({ [n] -> [n'] : n >= 0 and ((3n' = -2 + n and n >= 2) or 3n' = n) }
{ [n = 1] -> [n' = 0, n'' = 6]; [n = 9] -> [n' = 4, n'' = 2]; [n = 5] -> [n' = 0, n'' = 2] }
{ [n] -> [n'] : (1 + n') mod 2 = 0 and 0 <= n' < n }
{ [n = 4] -> [] }
)");
}

TEST(Relation, BitsOfConstants) {
  std::vector<std::vector<int64_t>> points;
  for (int64_t n = 0; n <= 40; ++n) points.push_back({n});
  for (const int mask : {0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 13, 96, 255}) {
    for (const char* op : {"&", "|", "^^"}) {
      Rulebook book;
      ASSERT_TRUE(book.load_text("bits.game",
                                 fmt::format("game b(n)\n  -> b(n {0} {1})  if (n {0} {1}) < n\n"
                                             "  -> b(k)  for k < n  if ({1} {0} k - 3) % 5 = 2\n",
                                             op, mask)));
      SCOPED_TRACE(fmt::format("{} {}", op, mask));
      EXPECT_TRUE(compare(**book.rule("b"), points));
    }
  }
}

// What is not in a set is in the set of all other natural numbers, but for negative ones, which are
// in neither.
TEST(Relation, NegativeNumbersAreInNoSet) {
  Rulebook book;
  ASSERT_TRUE(book.load_text("not.game",
                             "game n(a)\n"
                             "  -> n(k)  for k < a  if k - 3 in not {1}\n"
                             "  -> n(k)  for k < a  if k - 3 not in not {1}\n"
                             "  -> n(k)  for k < a  if not k - 3 in {1}\n"
                             "  -> n(k)  for k < a  if any(k - j in not {0, 2} for j < 5)\n"
                             "  -> n(a - k)  for k in not {0, 2}\n"));
  const auto rule = book.rule("n");
  ASSERT_TRUE(rule.ok()) << rule.error().to_string();
  EXPECT_TRUE(compare(**rule, points_of(1)));
}

TEST(Relation, RandomRules) {
  size_t compared = 0;
  for (uint64_t seed = 1; seed <= 400 && !testing::Test::HasFailure(); ++seed) {
    const generate::RandomRules random = generate::any_rules(seed);
    Rulebook book;
    if (!book.load_text("random.game", random.text)) continue;
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, random.text));
    for (const auto& game : random.games) {
      const auto rule = book.rule(game.name);
      ASSERT_TRUE(rule.ok());
      if (!(*rule)->is_alias) compared += compare(**rule, points_of(game.arity));
    }
  }
  EXPECT_GT(compared, 60u);
}

}  // namespace
}  // namespace grundy
