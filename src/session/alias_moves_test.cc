// Other names for sums with their moves written out, against the moves of the sums; laws of such
// names, and of games in which some numbers stay as they are.
#include "session/alias_moves.h"

#include <gtest/gtest.h>

#include <set>

#include "rule/meaning.h"
#include "session/law.h"
#include "session/theorem_json.h"

namespace grundy {
namespace {

const char* const kAliasRules =
    "game take(n)\n  -> take(n - k) for k in 1..3 if n % k = 0\n"
    "game pass(p, a, b)\n  -> pass(p, x, b) for x < a\n  -> pass(p, a, y) for y < b\n"
    "game mixed(a, b, c) = nim(c) + pass(b, 0, a)\n"
    "game two(a, b) = take(b) + nim(a)\n"
    "game three(a, b, c, d) = pass(d, b, a) + take(c)\n"
    "game twice(a) = take(a) + take(a)\n"
    "game more(a) = take(a + 1)\n"
    "game lists(s, [a])\n  -> lists(s, a[i -> k]) for i in 1..len(a), k < a[i]\n";

TEST(AliasMoves, AreThoseOfTheSum) {
  Session session;
  ASSERT_TRUE(session.load_rules("rules.game", kAliasRules).ok());
  Budget budget;
  const auto rule = [&](const char* name) { return *session.named_game(name, budget); };
  const Rule &take = *rule("take"), &pass = *rule("pass");
  const auto whole = alias_moves(*rule("three"));
  ASSERT_NE(whole, nullptr);
  const auto options = [](const Rule& of, const std::vector<int64_t>& position) {
    std::set<std::vector<int64_t>> result;
    EXPECT_EQ(moves_by_definition(of, position, 100,
                                  [&](const RuleSum& sum) { result.insert(sum.at(0).coordinates); })
                  .kind,
              Fault::Kind::none);
    return result;
  };
  for (int64_t at = 0; at < 5 * 5 * 5 * 2; ++at) {
    const int64_t a = at % 5, b = at / 5 % 5, c = at / 25 % 5, d = at / 125;
    std::set<std::vector<int64_t>> wanted;
    for (const auto& to : options(pass, {d, b, a})) wanted.insert({to[2], to[1], c, to[0]});
    for (const auto& to : options(take, {c})) wanted.insert({a, b, to[0], d});
    EXPECT_EQ(options(*whole, {a, b, c, d}), wanted) << a << b << c << d;
  }
  EXPECT_NE(alias_moves(*rule("two")), nullptr);
  for (const char* name : {"mixed", "twice", "more", "take"})
    EXPECT_EQ(alias_moves(*rule(name)), nullptr) << name;
}

std::string first_line(const char* game, std::optional<std::string> formula) {
  Session session;
  EXPECT_TRUE(session.load_rules("rules.game", kAliasRules).ok());
  Budget budget;
  const Attempt<FoundLaw> law = find_law(session, game, {.formula = std::move(formula)}, budget);
  const std::string text = law ? to_text(law->theorem) : law.error().to_string();
  return text.substr(0, text.find("\n\n"));
}

TEST(AliasMoves, LawsOfSums) {
  EXPECT_EQ(
      first_line("two(x, y)", "lost: x = y"),
      "This is false:\nFor all natural numbers a, b the position two(a, b) is lost for the mover "
      "exactly if a = b.");
}

TEST(AliasMoves, NumbersThatStay) {
  EXPECT_EQ(
      first_line("pass(0, x, y)", "lost: x = y"),
      "Theorem. For all natural numbers p, a, b with p = 0 the position pass(p, a, b) is lost "
      "for the mover exactly if a = b.");
  EXPECT_EQ(first_line("pass(q, x, y)", "x ^^ y"),
            "Theorem. For all natural numbers p, a, b the value of pass(p, a, b) is a ^^ b.");
  EXPECT_EQ(first_line("lists(2, [x, y])", "lost: x = y"),
            "Theorem. For all natural numbers s, x, y with s = 2 the position lists(s, [x, y]) is "
            "lost for the mover exactly if x = y.");
  EXPECT_NE(first_line("lists(s, [2, y])", "lost: y = 2").find("leads to such a position"),
            std::string::npos);
  EXPECT_NE(first_line("pass(0, x, x)", std::nullopt).find("stands for another number already"),
            std::string::npos);
  EXPECT_NE(first_line("pass(0, x)", std::nullopt).find("has 3 coordinates, 2 given"),
            std::string::npos);
}

}  // namespace
}  // namespace grundy
