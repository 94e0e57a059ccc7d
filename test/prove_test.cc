// Laws found and proved from rule files alone, against formulas written by hand and values by
// definition.
#include "proof/prove.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>

#include "generate/environment.h"
#include "generate/rules.h"
#include "proof/claim.h"
#include "proof/theorem_text.h"
#include "reference/rules.h"
#include "session/session.h"

namespace grundy {
namespace {

const std::string kFolder = std::string(GRUNDY_SOURCE_DIR) + "/test/proof/";

/// game → the formula in the "# law:" line above it.
std::map<std::string, std::string> laws(const std::string& path) {
  std::ifstream file(path);
  std::map<std::string, std::string> result;
  std::string law;
  for (std::string line; std::getline(file, line);) {
    const std::string mark = "# law: ";
    if (line.starts_with(mark)) law = line.substr(mark.size());
    if (line.starts_with("game ")) result[line.substr(5, line.find('(') - 5)] = law;
  }
  return result;
}

/// Calls visit for the points of a box until it gives false.
template <class Visit>
void for_each_point(const std::vector<int64_t>& size, Visit&& visit) {
  std::vector<int64_t> point(size.size(), 0);
  for (;;) {
    if (!visit(point)) return;
    size_t i = 0;
    while (i < size.size() && ++point[i] == size[i]) point[i++] = 0;
    if (i == size.size()) return;
  }
}

/// A proved formula agrees with the values by definition, where those can be told: without
/// unbounded moves.
size_t compare_with_definition(const Rule& rule, const Formula& formula) {
  constexpr int64_t kSide[] = {0, 80, 28, 12,
                               6};  // larger than any box that formulas are guessed from
  size_t compared = 0;
  const int64_t side = kSide[std::min<size_t>(rule.arity(), 4)];
  reference::Values narrow(200, 100'000, 400);
  for_each_point(std::vector<int64_t>(rule.arity(), side), [&](const std::vector<int64_t>& point) {
    const auto wanted = narrow.value(RulePosition{&rule, point});
    if (!wanted) return false;
    const auto found = evaluate(formula, point);
    EXPECT_TRUE(found.has_value());
    if (!found) return false;
    EXPECT_EQ(static_cast<uint64_t>(found->back()), *wanted)
        << rule.name << " at " << fmt::format("{}", fmt::join(point, ", "));
    ++compared;
    return !testing::Test::HasFailure();
  });
  return compared;
}

/// The same for the law of a sequence.
size_t compare_with_definition(const Rule& rule, const Law& law) {
  reference::Values narrow(200, 100'000, 400);
  for (int64_t n = 0; n < 80; ++n) {
    const auto wanted = narrow.value(RulePosition{&rule, {n}});
    EXPECT_TRUE(wanted && law.at(Natural(static_cast<uint64_t>(n))) == Natural(*wanted))
        << rule.name << " at " << n;
  }
  return 80;
}

/// Whether the automaton accepts these numbers, each with zeros in front where another is longer.
bool accepts(const automatic::AutomaticLaw& law, const std::vector<uint64_t>& numbers) {
  std::vector<std::vector<int>> words;
  size_t length = 0;
  for (const uint64_t n : numbers)
    length = std::max(length, words.emplace_back(law.numeration.word(Natural(n))).size());
  uint32_t state = law.automaton.start;
  for (size_t i = 0; i < length; ++i) {
    uint32_t letter = 0, weight = 1;
    for (const std::vector<int>& word : words) {
      if (i + word.size() >= length)
        letter += weight * static_cast<uint32_t>(word[i + word.size() - length]);
      weight *= static_cast<uint32_t>(law.numeration.digits());
    }
    state = law.automaton.next(state, letter);
  }
  return law.automaton.accepting[state] != 0;
}

/// Whether a law by digits gives the position this value, and no neighbouring one.
bool says(const automatic::AutomaticLaw& law, const std::vector<int64_t>& at, uint64_t value) {
  std::vector<uint64_t> numbers(at.begin(), at.end());
  if (law.kind == automatic::LawKind::losing) return accepts(law, numbers) == (value == 0);
  numbers.push_back(value);
  const bool held = accepts(law, numbers);
  ++numbers.back();
  return held && !accepts(law, numbers);
}

bool has_unbounded_moves(const Rule& rule) {
  for (const MoveLine& line : rule.moves) {
    for (const Binder& binder : line.binders) {
      if (binder.kind == Binder::Kind::range && binder.high.empty()) return true;
    }
  }
  return false;
}

TEST(ProveRuleFiles, HaveTheirLaws) {
  Session session;
  ASSERT_TRUE(session.load_rules(kFolder + "laws.game").ok());
  size_t compared = 0;
  const auto all = laws(kFolder + "laws.game");
  EXPECT_GE(all.size(), 20u);
  for (const auto& [name, law] : all) {
    SCOPED_TRACE(name);
    Budget budget;
    const auto rule = session.game(name, budget);
    ASSERT_TRUE(rule.ok());
    const Attempt<Theorem> theorem = prove(**rule, {}, budget);
    ASSERT_TRUE(theorem.ok());
    ASSERT_TRUE(theorem->is_proved()) << remarks(*theorem);
    if (theorem->law() != nullptr) {
      compared += compare_with_definition(**rule, *theorem->law());
    } else if (!has_unbounded_moves(**rule)) {
      compared += compare_with_definition(**rule, *theorem->formula()->formula);
    }
    const Attempt<Theorem> by_hand = prove_claim(**rule, law, {}, budget);
    ASSERT_TRUE(by_hand.ok()) << by_hand.error().to_string();
    EXPECT_TRUE(by_hand->is_proved()) << remarks(*by_hand);
    // The law without its value at one position is no law.
    std::string condition;
    for (const std::string& coordinate : (*rule)->coordinates)
      condition += fmt::format("{}{} = 1", condition.empty() ? "" : " and ", coordinate);
    const Attempt<Theorem> spoiled = prove_claim(**rule, condition + ": 9; " + law, {}, budget);
    ASSERT_TRUE(spoiled.ok()) << spoiled.error().to_string();
    ASSERT_EQ(spoiled->status(), Theorem::Status::refuted);
    EXPECT_EQ(spoiled->refutation()->position, std::vector<int64_t>((*rule)->arity(), 1));
    EXPECT_EQ(spoiled->refutation()->claimed, "9");
    EXPECT_FALSE(spoiled->refutation()->true_value.empty());
  }
  EXPECT_GT(compared, 1000u);
}

// Whatever is proved of random rule files: the text is read, made a relation, guessed and decided
// on the way.
TEST(ProveRandomRules, AgreeWithTheDefinition) {
  const uint64_t rules = generate::from_environment("GRUNDY_RULES", 30);
  const uint64_t first = generate::from_environment("GRUNDY_SEED", 1);
  constexpr int64_t kSide[] = {0, 24, 7, 4, 3};
  size_t proved = 0;
  size_t compared = 0;
  std::unique_ptr<Rulebook> book;
  for (uint64_t seed = first; seed < first + rules && !testing::Test::HasFailure(); ++seed) {
    if (!book || seed % 500 == 0) book = std::make_unique<Rulebook>();
    const generate::RandomRules random = generate::any_rules(seed);
    if (!book->load_text("random.game", random.text)) continue;
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={} GRUNDY_RULES=1\n{}", seed, random.text));
    const auto rule = book->rule(random.games[0].name);
    ASSERT_TRUE(rule.ok()) << rule.error().to_string();
    Budget budget;
    const Attempt<Theorem> theorem = prove(**rule, {}, budget);
    if (!theorem || !theorem->is_proved()) continue;
    ++proved;
    reference::Values values(40, 200'000, 200, reference::moves_gently);
    for_each_point(std::vector<int64_t>((*rule)->arity(), kSide[(*rule)->arity()]),
                   [&](const std::vector<int64_t>& at) {
                     const auto wanted = values.value(RulePosition{*rule, at});
                     // What has no value has no law; a value of many positions is not told.
                     EXPECT_TRUE(wanted || values.trouble() == reference::Trouble::large)
                         << fmt::format("{}", fmt::join(at, ", "));
                     if (!wanted) return false;
                     ++compared;
                     if (theorem->law() != nullptr) {
                       EXPECT_TRUE(theorem->law()->at(Natural(static_cast<uint64_t>(at[0]))) ==
                                   Natural(*wanted))
                           << at[0];
                       return !testing::Test::HasFailure();
                     }
                     if (const auto* automaton = theorem->proof<AutomaticProof>()) {
                       EXPECT_TRUE(says(automaton->law, at, *wanted))
                           << fmt::format("{}", fmt::join(at, ", "));
                       return !testing::Test::HasFailure();
                     }
                     const auto found = evaluate(*theorem->formula()->formula, at);
                     EXPECT_TRUE(found.has_value());
                     if (!found) return false;
                     const bool finite = std::all_of(found->begin(), found->end() - 1,
                                                     [](int64_t c) { return c == 0; });
                     if (finite || !has_unbounded_moves(**rule)) {
                       EXPECT_TRUE(finite && static_cast<uint64_t>(found->back()) == *wanted)
                           << fmt::format("{} at {}", found->back(), fmt::join(at, ", "));
                     }
                     return !testing::Test::HasFailure();
                   });
  }
  fmt::print("{} rule files, {} proved, {} values compared\n", rules, proved, compared);
  if (rules >= 30) {
    EXPECT_GT(proved, rules / 12);
  }
}

TEST(Prove, LawsOfBuiltinGames) {
  const std::map<std::string, std::string> known = {
      {"free", "w*(m % 2) + n"},
      {"forced", "n >= m: n - m; w + m - n - 1"},
      {"strict", "n"},
      {"anydrop", "w*m + n"},
      {"cascade2", "w*a + b"},
      {"cascade3", "w^2*a + w*b + c"},
      {"king", "min(a, b) % 2 = 0: max(a, b) % 2 + 2*(min(a, b) % 2); max(a, b) % 2 = 1: 2; 3"},
      {"knight", ""},
      {"chomp2", ""},
  };
  Session session;
  for (const auto& [name, law] : known) {
    SCOPED_TRACE(name);
    Budget budget;
    const auto rule = session.game(name, budget);
    ASSERT_TRUE(rule.ok());
    const Attempt<Theorem> theorem = prove(**rule, {}, budget);
    ASSERT_TRUE(theorem.ok());
    ASSERT_TRUE(theorem->is_proved()) << remarks(*theorem);
    if (!has_unbounded_moves(**rule)) {
      EXPECT_GT(compare_with_definition(**rule, *theorem->formula()->formula), 100u);
    }
    if (law.empty()) continue;
    const Attempt<Theorem> by_hand = prove_claim(**rule, law, {}, budget);
    ASSERT_TRUE(by_hand.ok()) << by_hand.error().to_string();
    EXPECT_TRUE(by_hand->is_proved()) << remarks(*by_hand);
  }
}

TEST(Prove, SubtractionGames) {
  Session session;
  Budget budget;
  for (const char* game :
       {"subtract[{1, 4}]", "subtract[{2, 5, 7}]", "subtract[{1, 3, 4}]", "subtract[{3, 5}]",
        "subtract[{1, 2, 7, 8}]", "subtract[{2, 3, 6, 11}]", "subtract[not {1, 2, 3}]"}) {
    const auto rule = session.game(game, budget);
    ASSERT_TRUE(rule.ok()) << game;
    const Attempt<Theorem> theorem = prove(**rule, {}, budget);
    ASSERT_TRUE(theorem.ok());
    ASSERT_TRUE(theorem->is_proved()) << game;
    reference::Values values(300, 10'000, 400);
    for (uint64_t n = 0; n < 150; ++n)
      ASSERT_EQ(theorem->law()->at(n),
                Natural(*values.value(RulePosition{*rule, {static_cast<int64_t>(n)}})))
          << game;
  }
}

TEST(Prove, SlicesOfStones) {
  Session session;
  for (const auto& [k, count] :
       std::map<int64_t, size_t>{{1, 16}, {2, 16}, {3, 16}, {4, 16}, {5, 13}}) {
    Budget budget;
    const auto rule = session.game(fmt::format("stones[K={}]", k), budget);
    ASSERT_TRUE(rule.ok());
    const Attempt<Theorem> theorem = prove(**rule, {}, budget);
    ASSERT_TRUE(theorem.ok());
    EXPECT_EQ(theorem->status(), Theorem::Status::unknown);
    ASSERT_NE(theorem->slices(), nullptr);
    EXPECT_EQ(theorem->slices()->coordinate, 0u);
    const std::vector<Formula>& slices = theorem->slices()->formulas;
    EXPECT_EQ(slices.size(), count) << k;
    for (int64_t b = 0; b < static_cast<int64_t>(slices.size()); ++b) {
      for (int64_t s = b * k; s < b * k + 5; ++s) {
        const auto value = evaluate(slices[static_cast<size_t>(b)], std::vector<int64_t>{b, s});
        EXPECT_EQ(value, (std::vector<int64_t>{b, s - b * k}));
      }
    }
  }
}

TEST(ProveByDigits, AgreesWithTheDefinition) {
  Session session;
  ASSERT_TRUE(session.load_rules(kFolder + "lawless.game").ok());
  for (const char* name :
       {"wythoff", "rook", "half", "mark", "moore3", "larger", "rook_and_step", "nim3"}) {
    SCOPED_TRACE(name);
    Budget budget;
    const auto rule = session.game(name, budget);
    ASSERT_TRUE(rule.ok());
    const Attempt<Theorem> theorem = prove(**rule, {}, budget);
    ASSERT_TRUE(theorem.ok());
    ASSERT_TRUE(theorem->is_proved());
    const auto* automaton = theorem->proof<AutomaticProof>();
    ASSERT_NE(automaton, nullptr);
    constexpr int64_t kSide[] = {0, 60, 20, 9};
    reference::Values values(200, 100'000, 400);
    for_each_point(std::vector<int64_t>((*rule)->arity(), kSide[(*rule)->arity()]),
                   [&](const std::vector<int64_t>& at) {
                     const auto wanted = values.value(RulePosition{*rule, at});
                     EXPECT_TRUE(wanted && says(automaton->law, at, *wanted))
                         << fmt::format("{}", fmt::join(at, ", "));
                     return !testing::Test::HasFailure();
                   });
  }
}

TEST(ProveWithoutLaw, GivesUp) {
  Session session;
  ASSERT_TRUE(session.load_rules(kFolder + "lawless.game").ok());
  for (const char* name : {"euclid", "chomp3", "squares", "grundys"}) {
    SCOPED_TRACE(name);
    Budget budget;
    const auto rule = session.game(name, budget);
    ASSERT_TRUE(rule.ok());
    const Attempt<Theorem> theorem = prove(**rule, {}, budget);
    ASSERT_TRUE(theorem.ok());
    EXPECT_EQ(theorem->status(), Theorem::Status::unknown);
    EXPECT_FALSE(theorem->reason().empty());
  }
}

TEST(Prove, ClaimsThatAreNone) {
  Session session;
  Budget budget;
  const auto rule = session.game("forced", budget);
  ASSERT_TRUE(rule.ok());
  const std::map<std::string, std::pair<size_t, std::string>> cases = {
      {"", {1, "expected a value"}},
      {"n - m; w", {8, "a case without a condition must be the last one"}},
      {"n; n >= m: w", {4, "a case without a condition must be the last one"}},
      {"n >= m: n - k", {13, "unknown name 'k'; here the names are m, n"}},
      {"w > m: n", {1, "a condition can't mention ω"}},
      {"n >= m: ω·ω", {9, "expected a sum of terms w^k*t, with t and k free of w"}},
      {"n >= m: n: n", {10, "expected ';' between two cases, found ':'"}},
      {"n >= m: ; 1", {7, "expected a value"}},
      {"n >= m: 1; : 2", {11, "expected a condition"}},
      {"n -> m", {3, "a formula is 'CONDITION: VALUE; …; VALUE'"}},
  };
  for (const auto& [text, wanted] : cases) {
    const Attempt<Theorem> theorem = prove_claim(**rule, text, {}, budget);
    ASSERT_FALSE(theorem.ok()) << text;
    EXPECT_EQ(theorem.error().kind, Error::Kind::input);
    const Diagnostic& found = theorem.error().diagnostics[0];
    EXPECT_EQ(found.message, wanted.second) << text;
    EXPECT_EQ(found.column, wanted.first) << text;
  }
}

TEST(Prove, ConjecturesAreTestedAsFarAsIsSaid) {
  Session session;
  Budget budget;
  const auto rule = session.game("code[4.3[3]]", budget);
  ASSERT_TRUE(rule.ok());
  const Attempt<Theorem> theorem = prove(**rule, {.upto = 150}, budget);
  ASSERT_TRUE(theorem.ok());
  EXPECT_EQ(theorem->status(), Theorem::Status::conjectured);
  EXPECT_EQ(theorem->conjecture()->tested, std::vector<int64_t>{151});
  EXPECT_EQ(remarks(*theorem),
            "Tested on all positions with n <= 150; not proved: no theorem is known that would "
            "prove it from these "
            "values.");
  const Attempt<Theorem> late = prove_claim(
      **rule, "n = 140: 0; n = 0: 0; n % 4 = 3: n + 1; n % 4 = 0: n - 1; n", {.upto = 150}, budget);
  ASSERT_TRUE(late.ok());
  EXPECT_EQ(late->status(), Theorem::Status::refuted);
  EXPECT_EQ(late->refutation()->position, std::vector<int64_t>{140});
  EXPECT_EQ(late->refutation()->true_value, "139");
}

TEST(Prove, Texts) {
  Session session;
  Budget budget;
  const auto rule = session.game("forced", budget);
  ASSERT_TRUE(rule.ok());
  const Attempt<Theorem> theorem = prove(**rule, {}, budget);
  ASSERT_TRUE(theorem.ok());
  EXPECT_EQ(statement(*theorem),
            "For all natural numbers m, n the value of forced(m, n) is\n  n - m  if n >= m\n  ω + "
            "m - n - 1  if n < m");
  EXPECT_EQ(why_play_ends(*theorem), "every move lowers (m, n) lexicographically");
  const std::string tex = latex(*theorem);
  EXPECT_NE(tex.find("    n - m & \\text{if } n \\ge m \\\\\n    \\omega + m - n - 1 & \\text{if } "
                     "n < m \\\\\n"),
            std::string::npos)
      << tex;
  const Attempt<Theorem> wrong = prove_claim(**rule, "n >= m: n - m; w + m - n", {}, budget);
  ASSERT_TRUE(wrong.ok());
  EXPECT_EQ(remarks(*wrong), "It fails at forced(1, 0): the value is ω, by the formula it is ω+1.");
}

}  // namespace
}  // namespace grundy
