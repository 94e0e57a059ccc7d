// Every engine and the machine's moves against the definition, on complete small worlds and on
// random rule files.
//
// GRUNDY_RULES is the number of random rule files (default 250), GRUNDY_SEED the seed of the first
// one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "analysis/closed_box.h"
#include "code/moves.h"
#include "engine/automatic/answers.h"
#include "engine/engine.h"
#include "engine/law/hidden_nim.h"
#include "engine/law/periodic.h"
#include "engine/law/residues.h"
#include "engine/law/rising.h"
#include "engine/law/window.h"
#include "engine/loopy/loopy_engine.h"
#include "engine/loopy/rule_graph.h"
#include "engine/loopy/value_law.h"
#include "engine/ordinal/law.h"
#include "engine/ordinal/mixed.h"
#include "engine/search/book.h"
#include "engine/search/first_reply.h"
#include "engine/search/rewritten.h"
#include "generate/environment.h"
#include "generate/rules.h"
#include "language/rulebook.h"
#include "reference/positions.h"
#include "reference/rules.h"
#include "rewriting/targets.h"
#include "rewriting/win_at_ends.h"
#include "rule/meaning.h"
#include "rule/print.h"
#include "session/session.h"

namespace grundy {
namespace {

using Point = std::vector<int64_t>;

/// All points with 0 <= coordinate <= most.
std::vector<Point> box(const Point& most) {
  std::vector<Point> result;
  Point point(most.size());
  for (;;) {
    result.push_back(point);
    size_t i = 0;
    while (i < most.size() && point[i] == most[i]) point[i++] = 0;
    if (i == most.size()) return result;
    ++point[i];
  }
}

std::string text_of(const std::set<RuleSum>& results) {
  std::string text;
  for (const RuleSum& sum : results) text += (text.empty() ? "" : "; ") + to_string(sum);
  return text.empty() ? "none" : text;
}

std::string text_of(const Rule& rule, const Point& point) {
  return to_string(RuleSum{{&rule, point}});
}

Coordinates coordinates_of(const Point& point) {
  Coordinates result;
  for (int64_t c : point) result.emplace_back(static_cast<uint64_t>(c));
  return result;
}

bool has_fault(const reference::Moves& moves) { return moves.fault.kind != Fault::Kind::none; }

/// What happened in the comparisons, to see that they are not empty.
struct Counts {
  uint64_t unreadable = 0;
  uint64_t positions = 0;
  uint64_t faults = 0;
  uint64_t infinite = 0;
  uint64_t hasty = 0;
  uint64_t crowded = 0;  // too many choices for the definition
  uint64_t unseen = 0;
  uint64_t values = 0;
  uint64_t endless = 0;
  uint64_t large = 0;
  uint64_t unlisted = 0;
  uint64_t closed = 0;  // boxes that no move leaves
};

/// Whether the moves of a position are not listed because a binder has no end.
bool unlisted(const Error& error) {
  return error.message().find("no upper bound can be seen") != std::string::npos ||
         error.message().find("infinitely many moves") != std::string::npos;
}

/// The moves by definition; a fault where there are more choices than these.
reference::Moves some_moves(const Rule& rule, const Point& point, int64_t limit,
                            uint64_t most_choices) {
  Patience patience(most_choices);
  reference::Moves result;
  const auto add = [&](RuleSum sum) {
    ++result.choices;
    result.results.insert(std::move(sum));
  };
  result.fault = moves_by_definition(rule, point, limit, add, &patience);
  return result;
}

/// Compares the machine's moves with the definition; true when they are finitely many and agree.
bool compare_moves(const Rule& rule, const Point& point, int64_t limit, MoveLister& lister,
                   Counts& counts) {
  Budget budget;
  reference::Moves listed;
  const Attempt<void> ran = lister.for_each_move(rule, point, budget, [&](RuleSum sum) {
    listed.results.insert(std::move(sum));
    return true;
  });
  ++counts.positions;
  constexpr uint64_t kMostChoices = 300'000;
  reference::Moves wanted = some_moves(rule, point, limit, kMostChoices);
  if (wanted.fault.kind == Fault::Kind::out_of_patience) {
    ++counts.crowded;
    return false;
  }
  if (!ran) {
    const std::string& message = ran.error().message();
    if (has_fault(wanted)) {
      ++counts.faults;
      const char* cause = wanted.fault.kind == Fault::Kind::overflow ? "2^63" : "in a move from";
      EXPECT_TRUE(unlisted(ran.error()) || message.find(cause) != message.npos)
          << text_of(rule, point) << ": " << message;
      return false;
    }
    if (message.find("no upper bound can be seen") != std::string::npos) {
      ++counts.unseen;
      return false;
    }
    if (message.find("infinitely many moves") != std::string::npos) {
      ++counts.infinite;
      EXPECT_EQ(ran.error().kind, Error::Kind::declined);
      if (some_moves(rule, point, 2 * limit, kMostChoices).choices == wanted.choices)
        ++counts.hasty;
      return false;
    }
    ADD_FAILURE() << text_of(rule, point) << ": " << ran.error().to_string();
    return false;
  }
  if (has_fault(wanted)) {
    wanted = reference::moves_gently(rule, point, limit);
    EXPECT_FALSE(has_fault(wanted)) << "a fault was not noticed: " << text_of(rule, point) << ", "
                                    << describe(wanted.fault.kind);
    if (has_fault(wanted)) return false;
  }
  // A choice beyond the limit is looked for with a greater one.
  for (int64_t more = 2 * limit; listed.results != wanted.results && more <= 8 * limit; more *= 2) {
    wanted = reference::moves_gently(rule, point, more);
  }
  EXPECT_EQ(text_of(listed.results), text_of(wanted.results))
      << "moves from " << text_of(rule, point);
  return listed.results == wanted.results;
}

/// What the position stands for, which may be itself.
RuleSum alias_of(const Rule& rule, const Point& point) {
  bool natural = true;
  Fault fault;
  return resolve_alias(rule, point, natural, fault);
}

/// Compares every engine's values of these positions with the definition, together and one by one.
/// The definition is followed to coordinates of at most `largest`.
void compare_values(const Rule& rule, const std::vector<Point>& points, int64_t limit,
                    int64_t largest, size_t most, Counts& counts) {
  reference::Values definition(limit, most, largest,
                               [](const Rule& game, const Point& point, int64_t end) {
                                 constexpr uint64_t kMostChoices = 50'000;
                                 return some_moves(game, point, end, kMostChoices);
                               });
  reference::Values gentle(limit, most, largest, reference::moves_gently);
  std::vector<Point> valued;
  std::vector<uint64_t> wanted;
  std::vector<std::pair<Point, reference::Trouble>> troubled;
  for (const Point& point : points) {
    std::optional<uint64_t> value;
    reference::Trouble trouble = reference::Trouble::none;
    if (rule.is_alias) {
      bool natural = true;
      Fault fault;
      resolve_alias(rule, point, natural, fault);
      if (!natural || fault.kind != Fault::Kind::none) continue;
    }
    value = definition.value(alias_of(rule, point));
    trouble = definition.trouble();
    if (value) {
      valued.push_back(point);
      wanted.push_back(*value);
    } else {
      troubled.emplace_back(point, trouble);
    }
  }
  auto budget_for = [](Budget& budget, double seconds) {
    budget.set_time_limit(seconds);
    budget.set_memory_limit(uint64_t{256} << 20);
  };
  // Laws of far positions are searched for with much patience: they are asked for some of the
  // games.
  static size_t turn = 0;
  const bool asks_laws = turn++ % 12 == 0;
  for (const Engine* engine : engines()) {
    const bool searches = engine == automatic_engine() || engine == periodic_engine() ||
                          engine == window_engine() || engine == law_engine() ||
                          engine == value_law_engine();
    if (searches && !asks_laws) continue;
    auto together = reference::Evaluator::of(*engine, rule);
    auto one_by_one = reference::Evaluator::of(*engine, rule);
    if (!together) continue;
    // Sums of many parts would take it long (test/round_test.cc).
    if (engine == loopy_engine() && !RuleGraph::suits(together->game())) continue;
    Budget budget;
    budget_for(budget, 60);
    std::vector<Coordinates> asked;
    for (const Point& point : valued) asked.push_back(coordinates_of(point));
    const auto values = together->values(asked, budget);
    if (!values && unlisted(values.error())) {  // somewhere beyond the box
      ++counts.unlisted;
      continue;
    }
    // Most games have no law that is found quickly, and many no values in long pieces.
    const bool by_law = engine == rising_engine() || engine == law_engine() ||
                        engine == window_engine() || engine == periodic_engine() ||
                        engine == automatic_engine() || engine == mixed_engine() ||
                        engine == value_law_engine() || engine == hidden_nim_engine() ||
                        engine == book_engine() || engine == residues_engine() ||
                        engine == rewritten_engine() || engine == first_reply_engine();
    if (!values && by_law) continue;
    ASSERT_TRUE(values.ok()) << engine->name() << ", all together: " << values.error().to_string();
    for (size_t i = 0; i < valued.size(); ++i) {
      ++counts.values;
      ASSERT_EQ((*values)[i], Ordinal(wanted[i]))
          << engine->name() << ", all together: " << text_of(rule, valued[i]);
    }
    // Some on their own, from small to large, so that what is known has to be kept or found again.
    for (size_t part = 1; part <= 3 && !valued.empty(); ++part) {
      const size_t i = (valued.size() * part - 1) / 3;
      const auto value = one_by_one->values({&asked[i], 1}, budget);
      ASSERT_TRUE(value.ok()) << engine->name() << ": " << value.error().to_string();
      ASSERT_EQ((*value)[0], Ordinal(wanted[i]))
          << engine->name() << ", on its own: " << text_of(rule, valued[i]);
    }
    // The known ones together with a new one.
    const auto mixed = one_by_one->values(asked, budget);
    ASSERT_TRUE(mixed.ok()) << engine->name() << ": " << mixed.error().to_string();
    ASSERT_TRUE(*mixed == *values) << engine->name() << ", some of them known before";
    size_t troubles = 0;
    for (const auto& [point, trouble] : troubled) {
      if (trouble == reference::Trouble::large) {
        ++counts.large;
        continue;
      }
      // Made for play that need not end.
      if (engine == loopy_engine() || engine == value_law_engine()) continue;
      if (++troubles > 3) break;
      auto alone = reference::Evaluator::of(*engine, rule);
      const Coordinates coordinates = coordinates_of(point);
      Budget own;
      budget_for(own, 0.2);
      const auto value = alone->values({&coordinates, 1}, own);
      // The gentle reading is allowed, too.
      if (trouble == reference::Trouble::fault && value.ok()) {
        const auto read = gentle.value(alias_of(rule, point));
        ASSERT_TRUE(read) << engine->name() << " gives a value to " << text_of(rule, point)
                          << ", where a term has none";
        ASSERT_EQ((*value)[0], Ordinal(*read)) << engine->name() << ": " << text_of(rule, point);
        continue;
      }
      ASSERT_FALSE(value.ok()) << engine->name() << " gives a value to " << text_of(rule, point)
                               << ", which need not end";
      if (trouble == reference::Trouble::never_ends) ++counts.endless;
    }
    if (testing::Test::HasFailure()) return;
  }
}

/// The same rules printed and read again.
void compare_printed(Rulebook& book, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    const auto rule = book.rule(name);
    ASSERT_TRUE(rule.ok()) << rule.error().to_string();
    text += print_rule(**rule);
  }
  const auto loaded = book.load_text("printed", text);
  ASSERT_TRUE(loaded.ok()) << loaded.error().to_string() << text;
  std::string again;
  for (const std::string& name : names) again += print_rule(**book.rule(name));
  EXPECT_EQ(text, again);
}

/// No move leads out of the box that is said to be closed.
void compare_closed_box(const Rule& rule, const Point& corner, int64_t limit, Counts& counts) {
  constexpr uint64_t kMostCells = 3000, kMostChoices = 20'000;
  const Facts facts(rule);
  const auto closed = closed_box(facts, corner);
  uint64_t cells = closed ? 1 : 0;
  for (size_t i = 0; closed && i < closed->size(); ++i) {
    ASSERT_GE((*closed)[i], corner[i]);
    cells = std::min<uint64_t>(kMostCells + 1, cells * static_cast<uint64_t>((*closed)[i] + 1));
  }
  if (cells == 0 || cells > kMostCells) return;
  ++counts.closed;
  for (const Point& point : box(*closed)) {
    for (const RuleSum& sum : some_moves(rule, point, limit, kMostChoices).results) {
      for (const RulePosition& to : sum) {
        for (size_t i = 0; i < closed->size(); ++i)
          ASSERT_LE(to.coordinates[i], (*closed)[i])
              << text_of(rule, point) << " leads out of a closed box";
      }
    }
  }
}

/// Everything about a file of random rules.
void compare_rules(const generate::RandomRules& random, Rulebook& book, Counts& counts) {
  const auto loaded = book.load_text("random.game", random.text);
  if (!loaded) {  // a constant term without a value is an error when the file is read
    const std::string& message = loaded.error().message();
    ASSERT_TRUE(message.find("division by zero") != message.npos ||
                message.find("square root") != message.npos ||
                message.find("beyond 2^63") != message.npos)
        << loaded.error().to_string();
    ++counts.unreadable;
    return;
  }
  std::vector<std::string> names;
  for (const auto& game : random.games) names.push_back(game.name);

  const int64_t sizes[3][4] = {{24, 7, 3, 2}, {16, 5, 2, 2}, {9, 3, 2, 1}};
  const int64_t limits[3] = {60, 60, 30};
  MoveLister lister;
  bool finite = true;
  for (const bool values : {false, true}) {
    for (const auto& game : random.games) {
      const auto rule = book.rule(game.name);
      ASSERT_TRUE(rule.ok()) << rule.error().to_string();
      const Point most(game.arity, sizes[random.unbounded][game.arity - 1]);
      const std::vector<Point> points = box(most);
      if (values && finite && random.unbounded < 2) {
        // From larger positions an unbounded binder may go beyond its limit.
        const int64_t limit = limits[random.unbounded];
        compare_values(**rule, points, limit, random.unbounded == 0 ? 300 : limit / 2, 400, counts);
      }
      if (!values && !(*rule)->is_alias) {
        for (const Point& point : points) {
          finite = compare_moves(**rule, point, limits[random.unbounded], lister, counts) && finite;
        }
        compare_closed_box(**rule, most, limits[random.unbounded], counts);
      }
      if (testing::Test::HasFailure()) return;
    }
  }
  compare_printed(book, names);
}

/// A rulebook that is made anew now and then.
class Books {
 public:
  Rulebook& at(uint64_t seed) {
    if (!book_ || seed % 500 == 0) book_ = std::make_unique<Rulebook>();
    return *book_;
  }

 private:
  std::unique_ptr<Rulebook> book_;
};

void report(uint64_t rules, const Counts& counts) {
  fmt::print(
      "{} rule files: {} positions' moves ({} with a term without a value, {} infinite, {} of them "
      "wrongly, {} without "
      "a bound in sight, {} with too many choices); "
      "{} values, {} positions that need not end, {} too large; {} games with more moves beyond "
      "the box; {} closed "
      "boxes\n",
      rules, counts.positions, counts.faults, counts.infinite, counts.hasty, counts.unseen,
      counts.crowded, counts.values, counts.endless, counts.large, counts.unlisted, counts.closed);
}

TEST(Agree, RandomRules) {
  const uint64_t first = generate::from_environment("GRUNDY_SEED", 1);
  const uint64_t rules = generate::from_environment("GRUNDY_RULES", 250);
  Counts counts;
  Books books;
  for (uint64_t seed = first; seed < first + rules; ++seed) {
    const generate::RandomRules random =
        seed % 3 == 0 ? generate::rules_with_folds(seed) : generate::random_rules(seed);
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={} GRUNDY_RULES=1\n{}", seed, random.text));
    compare_rules(random, books.at(seed), counts);
    if (HasFailure()) return;
  }
  report(rules, counts);
  if (rules >= 400) {
    EXPECT_GT(counts.values, 10 * rules);
    EXPECT_GT(counts.endless, rules / 10);
    EXPECT_GT(counts.closed, rules / 10);
    EXPECT_LT(counts.unreadable, rules / 20);
    EXPECT_LT(counts.unseen, counts.positions / 20);
    EXPECT_LT(counts.crowded, counts.positions / 20);
  }
}

// The end that makes normal play of misère play, where the definition finds no move.
TEST(Agree, WinsAtEnds) {
  const uint64_t first = generate::from_environment("GRUNDY_SEED", 1);
  const uint64_t rules = generate::from_environment("GRUNDY_RULES", 250);
  uint64_t positions = 0, ends = 0;
  Books books;
  for (uint64_t seed = first; seed < first + rules; ++seed) {
    const generate::RandomRules random =
        seed % 3 == 0 ? generate::rules_with_folds(seed) : generate::random_rules(seed);
    if (!books.at(seed).load_text("random.game", random.text)) continue;
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={} GRUNDY_RULES=1\n{}", seed, random.text));
    for (const auto& game : random.games) {
      const auto rule = books.at(seed).rule(game.name);
      const auto ended = rule ? with_win_at_ends(**rule) : nullptr;
      if (!ended) continue;
      for (const Point& point : box(Point(game.arity, game.arity == 1 ? 24 : 4))) {
        constexpr uint64_t kMostChoices = 100'000;
        const reference::Moves moves = some_moves(**rule, point, 60, kMostChoices);
        const reference::Moves with_end = some_moves(*ended, point, 60, kMostChoices);
        if (has_fault(moves) || has_fault(with_end)) continue;
        ++positions;
        ends += moves.results.empty() ? 1 : 0;
        EXPECT_EQ(with_end.results.contains(RuleSum()), moves.results.empty())
            << text_of(**rule, point);
        EXPECT_EQ(with_end.results.size(), std::max<size_t>(moves.results.size(), 1));
      }
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(positions, rules);
  EXPECT_GT(ends, rules / 4);
}

// The ordinary games that stand for those with ends and sides of their own: lines without parts,
// and one more coordinate.
TEST(Agree, RandomRulesWithEnds) {
  const uint64_t first = generate::from_environment("GRUNDY_SEED", 1);
  const uint64_t rules = generate::from_environment("GRUNDY_RULES", 250) / 2 + 1;
  Counts counts;
  Books books;
  for (uint64_t seed = first; seed < first + rules; ++seed) {
    const generate::RandomOutcomes random = generate::random_outcomes(seed);
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={} GRUNDY_RULES=1\n{}", seed, random.rules.text));
    compare_rules(random.rules, books.at(seed), counts);
    if (HasFailure()) return;
  }
  report(rules, counts);
  if (rules >= 100) {
    EXPECT_GT(counts.values, 10 * rules);
    EXPECT_GT(counts.closed, rules / 10);
  }
}

// All built-in games, on boxes whose size depends on the number of coordinates alone.
TEST(Agree, BuiltinGames) {
  Session session;
  Budget budget;
  std::vector<std::string> games = {"subtract[{1, 3, 4}]",
                                    "subtract[{0, 2}]",
                                    "subtract[not {2}]",
                                    "subtract[not {0, 1, 3}]",
                                    "strange[K=3]",
                                    "stones[K=2]",
                                    "stones[K=0]",
                                    "euclid[least=1]",
                                    "moore2[k=1]",
                                    "moore3[k=1]",
                                    "moore3[k=3]",
                                    "moore4[k=3]",
                                    "take_power[b=3]",
                                    "intervals[{(0, 3), (2, 5), (4, 9)}]",
                                    "intervals[{(1, 2), (3, 7), (0, 1)}]"};
  for (const std::string& name : session.rulebook().names()) {
    // Without those whose parameter has no default, games of cells, and moves that bind the answer.
    const auto rule = session.rulebook().rule(name);
    if (rule && !(*rule)->board && !meets_reply_words(**rule)) games.push_back(name);
  }
  ASSERT_GT(games.size(), 40u);
  Counts counts;
  for (const std::string& text : games) {
    SCOPED_TRACE(text);
    const auto rule = session.game(text, budget);
    ASSERT_TRUE(rule.ok()) << rule.error().to_string();
    const int64_t sizes[] = {0, 30, 9, 5, 3};
    ASSERT_LE((*rule)->arity(), 4u);
    const std::vector<Point> points = box(Point((*rule)->arity(), sizes[(*rule)->arity()]));
    MoveLister lister;
    bool finite = true;
    for (const Point& point : points) {
      if (!(*rule)->is_alias) finite = compare_moves(**rule, point, 40, lister, counts) && finite;
    }
    if (finite) compare_values(**rule, points, 40, 300, 10'000, counts);
  }
  EXPECT_EQ(counts.unseen, 0u);
  EXPECT_EQ(counts.hasty, 0u);
  EXPECT_EQ(counts.endless, 0u);
  EXPECT_GT(counts.infinite, 0u);
  EXPECT_GT(counts.values, 1500u);
}

// No move leads to a game from small positions, but what is no move is looked up, too.
TEST(Agree, GamesThatAreNotReached) {
  Rulebook book;
  const char* const text =
      "game two(a, b)\n  -> two(a - 1, b)\n"
      "game one(a)\n  -> two(a - k*m, 2)  for (k, m) in {(4, 4), (3, 3)}\n  -> one(a - k)  for k "
      "in 1..3\n";
  ASSERT_TRUE(book.load_text("two.game", text).ok());
  const auto rule = book.rule("one");
  ASSERT_TRUE(rule.ok()) << rule.error().to_string();
  Counts counts;
  compare_values(**rule, box({24}), 40, 40, 400, counts);
  // Of the table, of the listing with numbers of any size, and of the law of both games as one.
  EXPECT_EQ(counts.values, 75u);
}

// Any number may be taken, 0 among them: play need not end.
TEST(Agree, TakingNothing) {
  Rulebook book;
  ASSERT_TRUE(book.load_text("nothing.game", "game g(a)\n  -> g(a - k)  for k <= a\n").ok());
  const auto rule = book.rule("g");
  ASSERT_TRUE(rule.ok()) << rule.error().to_string();
  Counts counts;
  compare_values(**rule, box({10}), 40, 40, 400, counts);
  EXPECT_EQ(counts.values, 0u);
  EXPECT_GT(counts.endless, 0u);
}

/// A term without a value in a choice that would be a move if it had one is noticed.
void expect_faults(const char* text, const std::vector<Point>& points) {
  Rulebook book;
  ASSERT_TRUE(book.load_text("faults.game", text).ok());
  const auto rule = book.rule("g");
  ASSERT_TRUE(rule.ok()) << rule.error().to_string();
  Counts counts;
  MoveLister lister;
  for (const Point& point : points) compare_moves(**rule, point, 40, lister, counts);
  EXPECT_GT(counts.faults, 0u);
}

TEST(Agree, RemaindersWithoutAValue) {
  expect_faults("game g(a, b)\n  -> g(a - k, b)  for k in {3}  if b > b % (k - 3) = a\n",
                box({5, 5}));
}

TEST(Agree, RootsWithoutAValue) {
  expect_faults("game g(a)\n  -> g(k - 1)  for j in 1..2, k = isqrt(j - 2)  if k - 1 < a\n",
                box({5}));
}

uint64_t mex_of(const std::set<uint64_t>& values) {
  uint64_t mex = 0;
  while (values.contains(mex)) ++mex;
  return mex;
}

std::vector<uint64_t> values_upto(const Rule& rule, uint64_t most) {
  std::vector<Coordinates> asked;
  for (uint64_t n = 0; n <= most; ++n) asked.emplace_back(size_t{1}, Natural(n));
  Budget budget;
  const auto values = reference::Evaluator(rule).values(asked, budget);
  EXPECT_TRUE(values.ok()) << values.error().to_string();
  std::vector<uint64_t> result;
  for (const Ordinal& value : *values) result.push_back(value.small());
  return result;
}

// Every set of numbers from 1 to 6 that may be taken, and every set that may not.
TEST(Agree, AllSmallSubtractionSets) {
  constexpr uint64_t kMost = 40;
  Session session;
  Budget budget;
  for (unsigned subset = 1; subset < 64; ++subset) {
    std::string set;
    for (unsigned s = 1; s <= 6; ++s) {
      if (subset >> (s - 1) & 1) set += (set.empty() ? "" : ", ") + std::to_string(s);
    }
    for (const bool complement : {false, true}) {
      const auto rule =
          session.game(fmt::format("subtract[{}{{{}}}]", complement ? "not " : "", set), budget);
      ASSERT_TRUE(rule.ok()) << rule.error().to_string();
      std::vector<uint64_t> wanted;
      for (uint64_t n = 0; n <= kMost; ++n) {
        std::set<uint64_t> options;
        for (uint64_t s = 1; s <= n; ++s) {
          const bool listed = s <= 6 && (subset >> (s - 1) & 1) != 0;
          if (listed != complement) options.insert(wanted[n - s]);
        }
        wanted.push_back(mex_of(options));
      }
      EXPECT_EQ(values_upto(**rule, kMost), wanted) << (*rule)->full_name;
    }
  }
}

/// Values of the take-and-break code with these digits, digit 0 before the point.
std::vector<uint64_t> code_values(const std::vector<unsigned>& digits, uint64_t most) {
  std::vector<uint64_t> g;
  for (uint64_t n = 0; n <= most; ++n) {
    std::set<uint64_t> options;
    for (uint64_t i = 0; i < digits.size() && i <= n; ++i) {
      const uint64_t rest = n - i;
      if ((digits[i] & 1) && rest == 0) options.insert(0);
      if ((digits[i] & 2) && rest >= 1) options.insert(g[rest]);
      for (uint64_t a = 1; a < rest; ++a) {
        if (digits[i] & 4) options.insert(g[a] ^ g[rest - a]);
        for (uint64_t b = 1; (digits[i] & 8) && a + b < rest; ++b)
          options.insert(g[a] ^ g[b] ^ g[rest - a - b]);
      }
    }
    g.push_back(mex_of(options));
  }
  return g;
}

TEST(Agree, AllShortCodes) {
  constexpr uint64_t kMost = 24;
  Session session;
  for (unsigned d0 : {0u, 4u}) {
    for (unsigned d1 = 0; d1 < 8; ++d1) {
      for (unsigned d2 = 0; d2 < 8; ++d2) {
        const auto rule = session.rulebook().code_rule("octal", fmt::format("{}.{}{}", d0, d1, d2));
        ASSERT_TRUE(rule.ok()) << rule.error().to_string();
        EXPECT_EQ(values_upto(**rule, kMost), code_values({d0, d1, d2}, kMost))
            << (*rule)->full_name;
      }
    }
  }
  // With three heaps, in hexadecimal.
  std::mt19937_64 random(5);
  for (int i = 0; i < 60; ++i) {
    std::vector<unsigned> digits = {static_cast<unsigned>(random() % 4 * 4)};
    std::string text = fmt::format("{:X}.", digits[0]);
    for (size_t length = 1 + random() % 4; length > 0; --length) {
      digits.push_back(static_cast<unsigned>(random() % 16));
      text += fmt::format("{:X}", digits.back());
    }
    const auto rule = session.rulebook().code_rule("code", text);
    ASSERT_TRUE(rule.ok()) << rule.error().to_string();
    EXPECT_EQ(values_upto(**rule, kMost), code_values(digits, kMost)) << text;
  }
}

}  // namespace
}  // namespace grundy
