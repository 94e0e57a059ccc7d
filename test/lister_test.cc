// Options listed by native code as keys against the machine's and the definition's; values of
// followed positions with and without native code.
//
// GRUNDY_RULES is the number of random rule files (default 100), GRUNDY_SEED the seed of the first
// one.
#include "code/jit/lister.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "code/jit/jit.h"
#include "code/moves.h"
#include "engine/table/follow.h"
#include "engine/table/memo_store.h"
#include "generate/environment.h"
#include "generate/rules.h"
#include "language/rulebook.h"
#include "reference/rules.h"

namespace grundy {
namespace {

using Point = std::vector<int64_t>;
constexpr int64_t kLargestCoordinate = INT64_MAX / 2;
constexpr size_t kMostOptions = 100;
constexpr uint64_t kMostLists = 300;

/// What a list of keys comes to.
struct ReadList {
  const JitLister* lister = nullptr;
  const KeyForms* forms = nullptr;
  std::set<RuleSum> options;
  uint64_t lists = 0;

  RulePosition position(const Rule* game, uint64_t key) const {
    const std::vector<uint8_t>& bits = forms->at(game).bits;
    RulePosition result{game, Point(bits.size())};
    for (size_t i = bits.size(); i-- > 0;) {
      result.coordinates[i] = static_cast<int64_t>(key & ((uint64_t{1} << bits[i]) - 1));
      key >>= bits[i];
    }
    return result;
  }
  static bool read(ListState& state, size_t stretch, uint64_t* end) {
    ReadList& self = *static_cast<ReadList*>(state.reader);
    ++self.lists;
    state.ends[stretch] = end;
    const uint64_t* key = state.keys;
    for (size_t i = 0; i <= stretch; ++i) {
      const std::vector<const Rule*>& games = self.lister->stretches()[i];
      while (key != state.ends[i]) {
        RuleSum sum;
        for (const Rule* game : games) sum.push_back(self.position(game, *key++));
        if (games.empty()) ++key;
        std::sort(sum.begin(), sum.end());
        self.options.insert(std::move(sum));
      }
      state.ends[i] = state.keys;
    }
    return self.lists < kMostLists;
  }
};

struct ListCounts {
  int lists = 0;
  int left = 0;
  int not_compiled = 0;
  int by_definition = 0;
  uint64_t full = 0;
};

uint64_t key_of(const KeyForm& form, const Point& point) {
  uint64_t key = 0;
  for (size_t i = 0; i < point.size(); ++i)
    key = key << form.bits[i] | static_cast<uint64_t>(point[i]);
  return key;
}

/// Options of positions of the game up to `most`, as keys of so many bits a coordinate.
void compare_lists(const Rule& rule, int64_t most, unsigned bits, std::mt19937_64& random,
                   ListCounts& counts) {
  KeyForms forms;
  for (const Rule* game : reachable_games({&rule})) {
    if (game->arity() * bits > 64) return;
    forms[game].bits.assign(game->arity(), static_cast<uint8_t>(bits));
  }
  const auto program = lower(rule, kLargestCoordinate);
  if (!program) return;
  Budget budget;
  const Point corner(rule.arity(), most);
  const auto lister = JitLister::compile(*program, corner, forms, budget);
  if (!lister) {
    ++counts.not_compiled;
    return;
  }
  ReadList list{lister.get(), &forms, {}, 0};
  std::vector<uint64_t> keys(70);
  ListState state;
  state.keys = keys.data();
  state.last = keys.data() + 1 + random() % 6;  // 64 words for the last option
  state.budget = &budget;
  state.read = ReadList::read;
  state.reader = &list;
  MoveLister machine;
  const auto at = [&](const Point& point) {
    list.options.clear();
    list.lists = 0;
    std::set<RuleSum> expected;
    bool fits = true;
    const Budget patience(budget, 10000);
    const auto listed = machine.for_each_move(rule, point, patience, [&](RuleSum sum) {
      for (const RulePosition& part : sum) {
        for (const int64_t c : part.coordinates) fits = fits && (c >> bits) == 0;
      }
      std::sort(sum.begin(), sum.end());
      expected.insert(std::move(sum));
      return expected.size() < kMostOptions;
    });
    if (expected.size() >= kMostOptions || patience.spent()) return;
    state.key = key_of(forms.at(&rule), point);
    JitLister::Exit exit = lister->list(state);
    if (exit == JitLister::Exit::done) {
      const size_t last = lister->stretches().size() - 1;
      ReadList::read(state, last, state.ends[last]);
    }
    ++counts.lists;
    counts.full += list.lists;
    if (list.lists >= kMostLists) return;  // the same options again and again
    const std::string where = to_string(RuleSum{{&rule, point}});
    const bool beyond =
        std::any_of(point.begin(), point.end(), [&](int64_t c) { return c > most; });
    if (exit == JitLister::Exit::left) {
      ++counts.left;
      ASSERT_TRUE(beyond || !fits || !listed) << where;
      return;
    }
    ASSERT_EQ(exit, JitLister::Exit::done) << where;
    ASSERT_FALSE(beyond) << where;
    ASSERT_TRUE(listed.ok()) << where << ": " << listed.error().to_string();
    ASSERT_TRUE(list.options == expected)
        << where << " has " << expected.size() << " options, listed " << list.options.size();
    if (*std::max_element(point.begin(), point.end()) > 6) return;
    const reference::Moves defined = reference::moves(rule, point, 40);
    if (defined.fault.kind != Fault::Kind::none) return;
    ++counts.by_definition;
    std::set<RuleSum> sorted;
    for (RuleSum sum : defined.results) {
      std::sort(sum.begin(), sum.end());
      sorted.insert(std::move(sum));
    }
    ASSERT_TRUE(list.options == sorted) << where;
  };
  Point point(rule.arity());
  for (int i = 0; i < 8 && !testing::Test::HasFatalFailure(); ++i) {
    for (int64_t& c : point) {
      const int64_t range = i < 4 ? 7 : i < 6 ? std::min<int64_t>(most, 200) + 1 : most + 2;
      c = static_cast<int64_t>(random() % static_cast<uint64_t>(range) &
                               ((uint64_t{1} << bits) - 1));
    }
    at(point);
  }
}

TEST(Lister, RandomRules) {
  if (!JitSweep::available()) GTEST_SKIP() << "no native code in this build";
  const uint64_t first = generate::from_environment("GRUNDY_SEED", 1);
  const uint64_t rules = generate::from_environment("GRUNDY_RULES", 100);
  ListCounts counts;
  std::unique_ptr<Rulebook> book;
  for (uint64_t seed = first; seed < first + rules; ++seed) {
    if (!book || seed % 500 == 0) book = std::make_unique<Rulebook>();
    const generate::RandomRules rules_of_seed = generate::any_rules(seed);
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={} GRUNDY_RULES=1\n{}", seed, rules_of_seed.text));
    if (!book->load_text("random.game", rules_of_seed.text)) continue;
    std::mt19937_64 random(seed);
    for (const auto& game : rules_of_seed.games) {
      const auto rule = book->rule(game.name);
      ASSERT_TRUE(rule.ok()) << rule.error().to_string();
      if ((*rule)->is_alias || (*rule)->arity() == 0) continue;
      constexpr std::pair<int64_t, unsigned> kForms[] = {
          {200, 8}, {200, 13}, {3000, 16}, {5, 3}, {1 << 20, 21}};
      const auto [most, bits] = kForms[random() % 5];
      compare_lists(**rule, most, bits, random, counts);
      if (HasFatalFailure()) return;
    }
  }
  fmt::print(
      "{} lists, {} full ones, {} left to the machine, {} by definition, {} games not compiled\n",
      counts.lists, counts.full, counts.left, counts.by_definition, counts.not_compiled);
  if (rules >= 100) {
    EXPECT_GT(counts.lists, 300);
    EXPECT_GT(counts.by_definition, 200);
    EXPECT_GT(counts.full, 1000u);
    EXPECT_GT(counts.left, 10);
    EXPECT_LT(counts.not_compiled, static_cast<int>(rules));
    EXPECT_LT(counts.left, counts.lists / 2);
  }
}

/// Terms with large numbers, where a key holds a coordinate of up to 62 bits.
TEST(Lister, LargeNumbers) {
  if (!JitSweep::available()) GTEST_SKIP() << "no native code in this build";
  Rulebook book;
  std::mt19937_64 random(20261123);
  ListCounts counts;
  std::string text = "game large(n)\n";
  for (const char* d : {"2", "3", "7", "10", "64", "641", "1000003", "4294967297", "1099511627776",
                        "3**30", "2**61 - 1"})
    text += fmt::format("  -> large(n/({}))\n  -> large(n % ({}))\n", d, d);
  text += "  -> large(n - k*k)  for k in 1..9\n  -> large(n - n/3*2) + large(n/5)\n";
  ASSERT_TRUE(book.load_text("large.game", text).ok());
  const auto rule = book.rule("large");
  ASSERT_TRUE(rule.ok());
  for (int i = 0; i < 30; ++i) {
    for (const int64_t most :
         {(int64_t{1} << 61) - 1, kLargestCoordinate, (int64_t{1} << 33) + 5}) {
      compare_lists(**rule, most, 63, random, counts);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(counts.lists, 300);
  EXPECT_EQ(counts.not_compiled, 0);
}

/// The values of all positions that are met from this one, as texts; or the error.
std::string followed(const Rule& rule, const Point& point, uint64_t before_code,
                     uint64_t memory = 0) {
  std::vector<const Rule*> games = reachable_games({&rule});
  std::erase_if(games, [](const Rule* one) { return one->is_alias; });
  Budget budget;
  if (memory != 0) budget.set_memory_limit(memory);
  MemoStore store(games, budget);
  Work work;
  const ListedPositions asked({{&rule, point}});
  const Trial trial{.positions = 3000, .options = 100000, .before_code = before_code};
  const auto result = follow(store, games, kLargestCoordinate, asked, trial, work, budget);
  if (!result) return result.error().message();
  if (*result == Followed::gave_up) return "gave up";
  std::map<RulePosition, uint32_t> values;
  Point one;
  for (uint64_t number = 0; number < games.size(); ++number) {
    const uint64_t count = store.target(games[number])->entries.size();
    for (uint64_t i = 0; i < count; ++i) {
      const PositionId id = number << 32 | i;
      const Rule* game = store.locate(id, one);
      values[{game, one}] = store.value(id);
    }
  }
  std::string text;
  for (const auto& [position, value] : values)
    text += fmt::format("{} {}\n", to_string(RuleSum{position}), value);
  return text;
}

TEST(Lister, FollowedRandomRules) {
  const uint64_t first = generate::from_environment("GRUNDY_SEED", 1);
  const uint64_t rules = generate::from_environment("GRUNDY_RULES", 50);
  int compared = 0;
  std::unique_ptr<Rulebook> book;
  for (uint64_t seed = first; seed < first + rules; ++seed) {
    if (!book || seed % 100 == 0) book = std::make_unique<Rulebook>();
    const generate::RandomRules rules_of_seed = generate::any_rules(seed);
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={} GRUNDY_RULES=1\n{}", seed, rules_of_seed.text));
    if (!book->load_text("random.game", rules_of_seed.text)) continue;
    std::mt19937_64 random(seed);
    const auto rule = book->rule(rules_of_seed.games[0].name);
    ASSERT_TRUE(rule.ok());
    if ((*rule)->is_alias || (*rule)->arity() == 0) continue;
    for (int i = 0; i < 3; ++i) {
      Point point((*rule)->arity());
      for (int64_t& c : point) c = static_cast<int64_t>(random() % (i == 2 ? 40 : 12));
      const std::string by_machine = followed(**rule, point, UINT64_MAX);
      if (by_machine == "gave up") continue;
      for (const uint64_t before_code : {0, 20}) {
        const std::string by_code = followed(**rule, point, before_code);
        if (by_code == "gave up") continue;  // it counts choices that are no moves, too
        ++compared;
        ASSERT_EQ(by_code, by_machine);
      }
    }
  }
  if (rules >= 50) {
    EXPECT_GT(compared, 100);
  }
}

/// Coordinates that grow until keys change their form, until they have no room in 64 bits at all,
/// and beyond the largest.
TEST(Lister, KeysThatChange) {
  Rulebook book;
  ASSERT_TRUE(
      book.load_text(
              "grow.game",
              "game grow(a, b, c)\n  -> grow(a - 1, b*5 + c, c)\n  -> grow(a - 1, c, b + a)\n"
              "  -> grow(a - 3, b*1000 + 7, c/2)\n"
              "game pair(a, b)\n  -> pair(a - 1, b*2 + 1) + other(b, a)  if a > 0\n"
              "  -> pair(a - 2, b)\n"
              "game other(b, a)\n  -> pair(a - 1, b/3)\n  -> other(b/2, a)  if b > 0\n"
              "game holes(n)\n  -> holes(n - 1)  if n % 12 != 1\n  -> holes(n - 2)  if 12 / (n - "
              "2) >= 0\n"
              "game high(n)\n  -> high(n + 2**60)  if n = 60 or (n >= 2**59 and n < 2**62)\n"
              "  -> high(n - k)  for k in 1..5  if n <= 60\n")
          .ok());
  for (const auto& [name, point] : std::vector<std::pair<std::string, Point>>{{"grow", {4, 3, 5}},
                                                                              {"grow", {9, 3, 1}},
                                                                              {"grow", {14, 3, 1}},
                                                                              {"grow", {11, 0, 0}},
                                                                              {"pair", {9, 1}},
                                                                              {"pair", {12, 1000}},
                                                                              {"other", {7, 10}},
                                                                              {"holes", {30}},
                                                                              {"high", {60}},
                                                                              {"high", {59}},
                                                                              {"holes", {1}}}) {
    const auto rule = book.rule(name);
    ASSERT_TRUE(rule.ok());
    const std::string by_machine = followed(**rule, point, UINT64_MAX);
    EXPECT_EQ(followed(**rule, point, 0), by_machine) << name;
    EXPECT_EQ(followed(**rule, point, 50), by_machine) << name;
    for (const uint64_t memory : {1000, 10000, 40000})
      EXPECT_EQ(followed(**rule, point, 0, memory), followed(**rule, point, UINT64_MAX, memory))
          << name;
  }
}

/// A stop flag ends a listing in which no option is found.
TEST(Lister, StopsInALongListing) {
  Rulebook book;
  ASSERT_TRUE(
      book.load_text("slow.game", "game slow(n)\n  -> slow(n - k)  for k in 1..n  if k*k % 3 = 2\n")
          .ok());
  const auto rule = book.rule("slow");
  ASSERT_TRUE(rule.ok());
  Budget budget;
  const std::atomic<bool> stop = true;
  budget.set_stop_flag(&stop);
  MemoStore store({*rule}, budget);
  Work work;
  const ListedPositions asked({{*rule, {int64_t{1} << 40}}});
  const auto result =
      follow(store, {*rule}, kLargestCoordinate, asked, {.before_code = 0}, work, budget);
  ASSERT_FALSE(result.ok());
  EXPECT_TRUE(result.error().is_end);
  EXPECT_LT(work.options, uint64_t{1} << 24);
}

}  // namespace
}  // namespace grundy
