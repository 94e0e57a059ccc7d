#include "analysis/relation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "generate/rules.h"
#include "reference/rules.h"
#include "session/session.h"

namespace grundy {
namespace {

/// The moves of the relation from `point` to sums whose coordinates are at most `limit`.
std::set<std::vector<int64_t>> targets(const isl::Map& moves, const std::vector<int64_t>& point, int64_t limit) {
  isl_set* from = isl_set_universe(isl_space_domain(isl_map_get_space(moves.keep())));
  for (size_t i = 0; i < point.size(); ++i)
    from = isl_set_fix_si(from, isl_dim_set, static_cast<unsigned>(i), static_cast<int>(point[i]));
  isl_set* to = isl_set_apply(from, moves.copy());
  const auto size = static_cast<unsigned>(isl_set_dim(to, isl_dim_set));
  for (unsigned i = 0; i < size; ++i) to = isl_set_upper_bound_si(to, isl_dim_set, i, static_cast<int>(limit));
  std::set<std::vector<int64_t>> result;
  EXPECT_EQ(isl_set_foreach_point(
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
          if (std::all_of(all.begin(), all.end(), [&](int64_t c) { return c <= kLimit; })) wanted.insert(all);
        });
        if (!known || fault.kind != Fault::Kind::none) continue;  // an alias in a sum; a term without a value
        EXPECT_EQ(targets((*lines)[l].moves, point, kLimit), wanted) << rule.name << ", line " << l;
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
    if (name == "subtract") continue;
    const auto rule = session.game(name, budget);
    ASSERT_TRUE(rule.ok());
    if (!(*rule)->is_alias && compare(**rule, points_of((*rule)->arity()))) affine.insert(name);
  }
  for (const char* name : {"nim", "kayles", "half", "wythoff", "forced", "free", "strict", "anydrop", "stones",
                           "cascade3", "moore3", "chomp2", "mark"}) {
    EXPECT_TRUE(affine.contains(name)) << name;
  }
  for (const char* name : {"squares", "take_prime"}) EXPECT_FALSE(affine.contains(name)) << name;
}

// What is not in a set is in the set of all other natural numbers, but for negative ones, which are in neither.
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
    const generate::RandomRules random = generate::random_rules(seed);
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
